/* babi_story: makes a world and tells of it, sentence by sentence. Where people are is settled from the start, where an
 * object lies when somebody takes it first: nobody was told before. */
#include <string.h>

#include "babi_lab.h"

void babi_story_begin(struct babi_story *story, const struct babi_task *task, struct rng *rng)
{
	story->task = task;
	story->rng = rng;
	story->n = 0;
	memset(story->spot, BABI_NOBODY, sizeof(story->spot));
	memset(story->holder, BABI_NOBODY, sizeof(story->holder));
	for (int p = 0; p < BABI_PEOPLE; p++)
		story->at[p] = (uint8_t)rng_below(rng, (uint64_t)task->places);
}

/* To whom an event with an object can happen, as bits: who takes it, who drops it, who is given it. Whoever is where an
 * object lies may take it, anybody while that is open. */
static unsigned babi_whom(const struct babi_story *s, enum babi_event event, int object, unsigned only)
{
	int holder = s->holder[object], place = holder == BABI_NOBODY ? s->spot[object] : s->at[holder];
	unsigned there = 0;

	if ((event == BABI_GRAB) != (holder == BABI_NOBODY) || (event != BABI_GRAB && !(only >> holder & 1)))
		return 0;
	if (event == BABI_DROP)
		return 1U << holder;
	for (int who = 0; who < s->task->people; who++)
		there |= (unsigned)(place == BABI_NOBODY || s->at[who] == place) << who;
	return event == BABI_GRAB ? there & only : there & ~(1U << holder);
}

static int babi_nth(unsigned bits, size_t n)
{
	while (n-- > 0)
		bits &= bits - 1;
	return __builtin_ctz(bits);
}

/* What may happen next: to which people, for an event with an object of each of them. */
struct babi_options {
	unsigned whom[BABI_OBJECTS];
	size_t n;
};

static void babi_options_of(const struct babi_story *s, enum babi_event event, unsigned only, struct babi_options *out)
{
	int objects = event == BABI_MOVE ? 1 : s->task->objects;

	for (int o = 0; o < objects; o++) {
		out->whom[o] = event == BABI_MOVE ? only : babi_whom(s, event, o, only);
		out->n += (size_t)__builtin_popcount(out->whom[o]);
	}
}

static int babi_elsewhere(struct babi_story *s, int than, int nor)
{
	int place;

	do
		place = (int)rng_below(s->rng, (uint64_t)s->task->places);
	while (place == than || place == nor);
	return place;
}

static void babi_go(struct babi_story *s, int who, int place)
{
	s->at[who] = (uint8_t)place;
	for (int o = 0; o < BABI_OBJECTS; o++)
		if (s->holder[o] == who)
			s->spot[o] = (uint8_t)place;
}

/* Half of the moves go where somebody is, if people can give each other something: they must meet for it. */
static int babi_destination(struct babi_story *s, int who)
{
	int friend = (int)rng_below(s->rng, (uint64_t)s->task->people);

	if (s->task->events[BABI_GIVE] > 0 && s->at[friend] != s->at[who] && rng_chance(s->rng, 0.5))
		return s->at[friend];
	return babi_elsewhere(s, s->at[who], s->at[who]);
}

static void babi_tell_move(struct babi_story *s, struct babi_sentence *out, bool pronoun)
{
	int from = s->at[out->who], to = babi_destination(s, out->who);
	double chance = pronoun ? 1.0 : rng_unit(s->rng);
	const struct babi_task *t = s->task;

	out->place = (uint8_t)to;
	babi_go(s, out->who, to);
	if (chance < t->negate) {
		out->constructs |= BABI_NEGATE;
		out->place = (uint8_t)(rng_chance(s->rng, 0.5) ? from : babi_elsewhere(s, to, to));
	} else if (chance < t->negate + t->indef) {
		out->constructs |= BABI_INDEF;
		out->or_place = (uint8_t)babi_elsewhere(s, to, to);
		if (rng_chance(s->rng, 0.5)) {
			out->place = out->or_place;
			out->or_place = (uint8_t)to;
		}
	} else if (chance < t->negate + t->indef + t->conj) {
		out->constructs |= BABI_CONJ;
		out->other =
		    (uint8_t)((out->who + 1 + rng_below(s->rng, (uint64_t)t->people - 1)) % (uint64_t)t->people);
		babi_go(s, out->other, to);
	} else {
		out->stative = !pronoun && t->negate + t->indef > 0 && rng_chance(s->rng, 0.5);
	}
}

static void babi_happen(struct babi_story *s, enum babi_event event, const struct babi_options *o, unsigned constructs)
{
	size_t pick = rng_below(s->rng, o->n), n;
	struct babi_sentence *out = &s->sentences[s->n++];
	int object = 0, whom;

	for (; pick >= (n = (size_t)__builtin_popcount(o->whom[object])); object++)
		pick -= n;
	whom = babi_nth(o->whom[object], pick);
	*out = (struct babi_sentence){
	    .event = (uint8_t)event,
	    .constructs = (uint16_t)constructs,
	    .who = event == BABI_GIVE ? s->holder[object] : (uint8_t)whom,
	    .other = event == BABI_GIVE ? (uint8_t)whom : BABI_NOBODY,
	    .object = (uint8_t)object,
	    .wording = (uint8_t)rng_next(s->rng),
	};
	if (event == BABI_MOVE) {
		babi_tell_move(s, out, constructs & BABI_COREF);
		return;
	}
	s->spot[object] = s->at[out->who];
	s->holder[object] = event == BABI_GRAB ? out->who : event == BABI_GIVE ? out->other : BABI_NOBODY;
}

/* One event of those in `events` to one of `only`, by weight among those that can happen; false if none can. */
static bool babi_tell_one(struct babi_story *s, unsigned events, unsigned only, unsigned constructs)
{
	struct babi_options options[BABI_EVENTS];
	double total = 0, left;
	int event = BABI_EVENTS;

	for (int e = 0; e < BABI_EVENTS; e++) {
		options[e].n = 0;
		if (s->task->events[e] > 0 && (events >> e & 1))
			babi_options_of(s, (enum babi_event)e, only, &options[e]);
		total += options[e].n > 0 ? s->task->events[e] : 0;
	}
	if (total == 0)
		return false;
	left = rng_unit(s->rng) * total;
	for (int e = 0; e < BABI_EVENTS; e++) {
		if (options[e].n == 0)
			continue;
		event = e;
		if ((left -= s->task->events[e]) < 0)
			break;
	}
	babi_happen(s, (enum babi_event)event, &options[event], constructs);
	return true;
}

static void babi_tell_both(struct babi_story *s, const struct babi_sentence *last)
{
	struct babi_sentence *out = &s->sentences[s->n++];

	*out = (struct babi_sentence){
	    .event = BABI_MOVE, .constructs = BABI_COMPOUND, .who = last->who, .other = last->other};
	out->wording = (uint8_t)rng_next(s->rng);
	out->place = (uint8_t)babi_elsewhere(s, s->at[last->who], s->at[last->who]);
	babi_go(s, out->who, out->place);
	babi_go(s, out->other, out->place);
}

void babi_story_tell(struct babi_story *s)
{
	const struct babi_sentence *last = s->n > 0 ? &s->sentences[s->n - 1] : NULL;

	if (last != NULL && (last->constructs & BABI_CONJ) && rng_chance(s->rng, s->task->compound)) {
		babi_tell_both(s, last);
		return;
	}
	if (last != NULL && !(last->constructs & (BABI_COREF | BABI_CONJ | BABI_COMPOUND)) &&
	    last->event != BABI_GIVE && rng_chance(s->rng, s->task->coref) &&
	    babi_tell_one(s, s->task->coref_events, 1U << last->who, BABI_COREF))
		return;
	babi_tell_one(s, (1U << BABI_EVENTS) - 1, (1U << s->task->people) - 1, 0);
}
