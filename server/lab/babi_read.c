/* babi_read: what follows from a story, or from some of its sentences.
 *
 * Every stay of a person at a place is an unknown; so is the spot where an object lies. All that a sentence can say is
 * that an unknown has one of some places (MOVE), or that two unknowns are one place (GRAB, DROP, GIVE). So the worlds
 * that fit are known exactly by classes of equal unknowns, each with the set of places that are left to it. */
#include <assert.h>
#include <string.h>

#include "babi_lab.h"

enum { UNKNOWN_HOLDER = 254, ANYWHERE = (1 << BABI_PLACES) - 1 };

int babi_read_root(struct babi_reading *r, int v)
{
	while (r->parent[v] != v)
		v = r->parent[v] = r->parent[r->parent[v]];
	return v;
}

static int babi_read_new(struct babi_reading *r, unsigned places)
{
	assert(r->n < BABI_UNKNOWNS);
	r->parent[r->n] = (uint16_t)r->n;
	r->places[r->n] = (uint16_t)places;
	if (r->trace != NULL)
		babi_trace_new(r->trace, r->n);
	return r->n++;
}

static void babi_read_same(struct babi_reading *r, int a, int b)
{
	a = babi_read_root(r, a);
	b = babi_read_root(r, b);
	if (a == b)
		return;
	if (r->trace != NULL)
		babi_trace_same(r->trace, a, b);
	r->parent[b] = (uint16_t)a;
	r->places[a] &= r->places[b];
	r->impossible |= r->places[a] == 0;
}

unsigned babi_read_person(struct babi_reading *r, int who)
{
	return r->places[babi_read_root(r, r->person[who])];
}

int babi_read_spot(const struct babi_reading *r, int object)
{
	int holder = r->holder[object];

	return holder < BABI_PEOPLE ? r->person[holder] : r->spot[object];
}

unsigned babi_read_object(struct babi_reading *r, int object)
{
	return r->places[babi_read_root(r, babi_read_spot(r, object))];
}

/* Where an object has been, one entry a stay. */
static void babi_read_visit(struct babi_reading *r, int object)
{
	if (r->trace != NULL)
		babi_trace_stay(r->trace, object, r->n_path[object]);
	r->path[object][r->n_path[object]++] = (uint16_t)babi_read_spot(r, object);
}

static void babi_read_move(struct babi_reading *r, int who, unsigned places)
{
	r->person[who] = (uint16_t)babi_read_new(r, places);
	for (int o = 0; o < BABI_OBJECTS; o++)
		if (r->holder[o] == who)
			babi_read_visit(r, o);
}

static unsigned babi_read_places(const struct babi_sentence *s)
{
	if (s->constructs & BABI_NEGATE)
		return ANYWHERE & ~(1U << s->place);
	if (s->constructs & BABI_INDEF)
		return 1U << s->place | 1U << s->or_place;
	return 1U << s->place;
}

/* The giver or dropper has it. Where nothing told who had it before, this sentence does. */
static void babi_read_had(struct babi_reading *r, int who, int object)
{
	if (r->holder[object] == who)
		return;
	r->impossible |= r->holder[object] != UNKNOWN_HOLDER;
	r->holder[object] = (uint8_t)who;
	babi_read_visit(r, object);
}

static void babi_read_possession(struct babi_reading *r, const struct babi_sentence *s)
{
	int o = s->object;

	r->touched |= 1U << s->who;
	if (s->event == BABI_GRAB) {
		r->impossible |= r->holder[o] < BABI_PEOPLE;
		if (r->n_path[o] == 0)
			babi_read_visit(r, o);
		babi_read_same(r, r->spot[o], r->person[s->who]);
		r->holder[o] = s->who;
		if (r->trace != NULL)
			babi_trace_object(r->trace, s);
		return;
	}
	if (r->trace != NULL)
		babi_trace_object(r->trace, s);
	babi_read_had(r, s->who, o);
	if (s->event == BABI_GIVE) {
		r->touched |= 1U << s->other;
		babi_read_same(r, r->person[s->who], r->person[s->other]);
		r->holder[o] = s->other;
		return;
	}
	r->spot[o] = r->person[s->who];
	r->holder[o] = BABI_NOBODY;
}

static void babi_read_sentence(struct babi_reading *r, const struct babi_sentence *s)
{
	if (s->event != BABI_MOVE) {
		babi_read_possession(r, s);
		return;
	}
	babi_read_move(r, s->who, babi_read_places(s));
	if (s->other != BABI_NOBODY)
		babi_read_move(r, s->other, babi_read_places(s));
}

bool babi_says(const struct babi_sentence *story, size_t i, const bool *keep)
{
	if (keep == NULL)
		return true;
	return keep[i] && (!(story[i].constructs & (BABI_COREF | BABI_COMPOUND)) || (i > 0 && keep[i - 1]));
}

void babi_read(struct babi_reading *r, const struct babi_sentence *story, size_t n, const bool *keep)
{
	r->n = 0;
	r->impossible = false;
	r->touched = 0;
	if (r->trace != NULL)
		babi_trace_begin(r->trace, story, n);
	for (int p = 0; p < BABI_PEOPLE; p++)
		r->person[p] = (uint16_t)babi_read_new(r, ANYWHERE);
	for (int o = 0; o < BABI_OBJECTS; o++) {
		r->spot[o] = (uint16_t)babi_read_new(r, ANYWHERE);
		r->holder[o] = UNKNOWN_HOLDER;
		r->n_path[o] = 0;
	}
	for (size_t i = 0; i < n; i++) {
		if (!babi_says(story, i, keep))
			continue;
		if (r->trace != NULL)
			r->trace->at = (uint16_t)i;
		babi_read_sentence(r, &story[i]);
	}
}

static int babi_read_single(unsigned places)
{
	return places != 0 && (places & (places - 1)) == 0 ? __builtin_ctz(places) : BABI_NO_ANSWER;
}

static int babi_read_yes_no(unsigned places, int place)
{
	if (places == ANYWHERE)
		return BABI_NO_ANSWER;
	if (!(places >> place & 1))
		return BABI_NO;
	return places == 1U << place ? BABI_YES : BABI_MAYBE;
}

static unsigned babi_read_then(struct babi_reading *r, int object, int stay)
{
	return r->places[babi_read_root(r, r->path[object][stay])];
}

/* The last stay that is surely at the place, none after it that may be; then the one before it. */
int babi_read_stay(struct babi_reading *r, int object, int place)
{
	int i = r->n_path[object] - 1;

	while (i >= 0 && !(babi_read_then(r, object, i) >> place & 1))
		i--;
	if (i >= 0 && babi_read_then(r, object, i) != 1U << place)
		return -1;
	while (i >= 0 && babi_read_then(r, object, i) == 1U << place)
		i--;
	return i;
}

static int babi_read_before(struct babi_reading *r, int object, int place)
{
	int stay = babi_read_stay(r, object, place);
	unsigned there = stay < 0 ? 0 : babi_read_then(r, object, stay);

	return there >> place & 1 ? BABI_NO_ANSWER : babi_read_single(there);
}

static int babi_read_held(const struct babi_reading *r, int who, bool as_set)
{
	unsigned set = 0;

	if (!(r->touched >> who & 1))
		return BABI_NO_ANSWER;
	for (int o = 0; o < BABI_OBJECTS; o++)
		if (r->holder[o] == who)
			set |= 1U << o;
	return as_set ? (int)set : __builtin_popcount(set);
}

int babi_read_answer(struct babi_reading *r, const struct babi_question *q)
{
	if (r->impossible)
		return BABI_NO_ANSWER;
	switch (q->kind) {
	case BABI_WHERE_P:
		return babi_read_single(babi_read_person(r, q->who));
	case BABI_WHERE_O:
		return babi_read_single(babi_read_object(r, q->object));
	case BABI_WHERE_WAS_O:
		return babi_read_before(r, q->object, q->place);
	case BABI_YES_NO:
		return babi_read_yes_no(babi_read_person(r, q->who), q->place);
	default:
		return babi_read_held(r, q->who, q->kind == BABI_LIST);
	}
}

static bool babi_gave(const struct babi_sentence *s, const struct babi_question *q)
{
	switch ((enum babi_give)q->give) {
	case BABI_GIVER_TO:
		return s->object == q->object && s->other == q->other;
	case BABI_RECEIVER_FROM:
		return s->object == q->object && s->who == q->who;
	case BABI_GIVEN:
		return s->who == q->who && s->other == q->other;
	default:
		return s->object == q->object;
	}
}

uint16_t babi_read_gift(const struct babi_sentence *story, size_t n, const bool *keep, const struct babi_question *q)
{
	for (size_t i = n; i-- > 0;)
		if (story[i].event == BABI_GIVE && babi_says(story, i, keep) && babi_gave(&story[i], q))
			return (uint16_t)i;
	return BABI_UNTOLD;
}

/* The last time that it happened. */
static int babi_answer_give(const struct babi_sentence *story, size_t n, const bool *keep,
			    const struct babi_question *q)
{
	uint16_t i = babi_read_gift(story, n, keep, q);

	if (i == BABI_UNTOLD)
		return BABI_NO_ANSWER;
	if (q->give == BABI_GIVEN)
		return story[i].object;
	return q->give == BABI_RECEIVER || q->give == BABI_RECEIVER_FROM ? story[i].other : story[i].who;
}

int babi_answer(const struct babi_sentence *story, size_t n, const bool *keep, const struct babi_question *question)
{
	struct babi_reading r;

	r.trace = NULL;
	if (question->kind == BABI_GIVE_QS)
		return babi_answer_give(story, n, keep, question);
	babi_read(&r, story, n, keep);
	return babi_read_answer(&r, question);
}
