/* babi_ask: which questions a story allows, and what supports their answers. */
#include <string.h>

#include "babi_lab.h"

/* The question, if it has an answer. */
static void babi_ask_if(struct babi_asking *a, struct babi_question q)
{
	int answer = q.kind == BABI_GIVE_QS ? babi_answer(a->story->sentences, a->story->n, NULL, &q)
					    : babi_read_answer(&a->reading, &q);

	if (answer != BABI_NO_ANSWER && a->n < BABI_CANDIDATES)
		a->out[a->n++] = (struct babi_asked){q, answer};
}

static unsigned babi_ask_any(struct babi_asking *a, unsigned places)
{
	unsigned left = (unsigned)rng_below(a->story->rng, (uint64_t)__builtin_popcount(places));

	while (left-- > 0)
		places &= places - 1;
	return (unsigned)__builtin_ctz(places);
}

/* Of each person at most one question with either answer: a place they are not at, and one they are or may be at. */
static void babi_ask_yes_no(struct babi_asking *a, int who)
{
	unsigned all = (1U << a->story->task->places) - 1, here = babi_read_person(&a->reading, who) & all;
	struct babi_question q = {.kind = BABI_YES_NO, .who = (uint8_t)who};

	if (here == all)
		return;
	q.place = (uint8_t)babi_ask_any(a, all & ~here);
	babi_ask_if(a, q);
	if ((here & (here - 1)) != 0 && !a->story->task->maybe)
		return;
	q.place = (uint8_t)babi_ask_any(a, here);
	babi_ask_if(a, q);
}

static void babi_ask_before(struct babi_asking *a, int object)
{
	for (int place = 0; place < a->story->task->places; place++)
		babi_ask_if(a, (struct babi_question){
				   .kind = BABI_WHERE_WAS_O, .object = (uint8_t)object, .place = (uint8_t)place});
}

static void babi_ask_gifts(struct babi_asking *a)
{
	for (size_t i = a->story->n; i-- > 0 && a->n + BABI_GIVES <= BABI_CANDIDATES;) {
		const struct babi_sentence *s = &a->story->sentences[i];

		for (int g = 0; s->event == BABI_GIVE && g < BABI_GIVES; g++)
			babi_ask_if(a, (struct babi_question){.kind = BABI_GIVE_QS,
							      .give = (uint8_t)g,
							      .who = s->who,
							      .other = s->other,
							      .object = s->object});
	}
}

void babi_ask(struct babi_asking *a, const struct babi_story *story, enum babi_kind kind)
{
	a->story = story;
	a->n = 0;
	a->reading.trace = &a->trace;
	babi_read(&a->reading, story->sentences, story->n, NULL);
	if (kind == BABI_GIVE_QS)
		babi_ask_gifts(a);
	for (int o = 0; o < story->task->objects; o++) {
		if (kind == BABI_WHERE_O)
			babi_ask_if(a, (struct babi_question){.kind = BABI_WHERE_O, .object = (uint8_t)o});
		else if (kind == BABI_WHERE_WAS_O)
			babi_ask_before(a, o);
	}
	for (int p = 0; p < story->task->people; p++) {
		if (kind == BABI_YES_NO)
			babi_ask_yes_no(a, p);
		else if (kind == BABI_WHERE_P || kind == BABI_COUNTING || kind == BABI_LIST)
			babi_ask_if(a, (struct babi_question){.kind = (uint8_t)kind, .who = (uint8_t)p});
	}
}

/* Sentences of a story that are looked through for those that an answer needs. One with a pronoun stands behind the one
 * it needs, as in the story. */
struct babi_part {
	size_t n;
	uint8_t number[BABI_SENTENCES]; /* in the story, from 0 */
	struct babi_sentence sentences[BABI_SENTENCES];
};

static void babi_part_of(struct babi_part *part, const struct babi_item *item, const struct babi_facts *why)
{
	part->n = 0;
	for (size_t i = 0; i < item->n; i++) {
		if (why != NULL && !(why->bits[i / 64] >> i % 64 & 1))
			continue;
		part->number[part->n] = (uint8_t)i;
		part->sentences[part->n++] = item->story[i];
	}
}

static bool babi_still(const struct babi_item *item, const struct babi_part *part, const bool *keep)
{
	return babi_answer(part->sentences, part->n, keep, &item->question) == item->answer;
}

/* Leaves out as much as possible of the sentences from `from` to `to`, in halves; `late` begins with the later half. */
static void babi_thin(const struct babi_item *item, const struct babi_part *part, bool *keep, size_t from, size_t to,
		      bool late)
{
	size_t middle = from + (to - from) / 2;
	bool before[BABI_SENTENCES];

	memcpy(before, keep + from, (to - from) * sizeof(*keep));
	memset(keep + from, 0, (to - from) * sizeof(*keep));
	if (babi_still(item, part, keep))
		return;
	memcpy(keep + from, before, (to - from) * sizeof(*keep));
	if (to - from == 1)
		return;
	babi_thin(item, part, keep, late ? middle : from, late ? to : middle, late);
	babi_thin(item, part, keep, late ? from : middle, late ? middle : to, late);
}

/* A sentence that was needed beside others may not be once they are gone: until nothing changes. */
static size_t babi_least(const struct babi_item *item, const struct babi_part *part, bool *keep, bool late)
{
	size_t left = 0;
	bool changed = true;

	memset(keep, true, part->n * sizeof(*keep));
	babi_thin(item, part, keep, 0, part->n, late);
	while (changed) {
		changed = false;
		for (size_t i = 0; i < part->n; i++) {
			if (!keep[i])
				continue;
			keep[i] = false;
			if (babi_still(item, part, keep))
				changed = true;
			else
				keep[i] = true;
		}
	}
	for (size_t i = 0; i < part->n; i++)
		left += keep[i];
	return left;
}

void babi_support(struct babi_item *item, const struct babi_facts *why)
{
	bool early[BABI_SENTENCES], late[BABI_SENTENCES], *keep = early;
	struct babi_part part;
	size_t least;

	item->n_support = 0;
	item->composition = 0;
	babi_part_of(&part, item, why);
	if (!babi_still(item, &part, NULL))
		babi_part_of(&part, item, NULL);
	least = babi_least(item, &part, early, false);
	if (least > 1 && least < part.n && babi_least(item, &part, late, true) < least)
		keep = late;
	for (size_t i = 0; i < part.n; i++) {
		if (!keep[i])
			continue;
		item->support[item->n_support++] = (uint8_t)(part.number[i] + 1);
		item->composition |= 1U << part.sentences[i].event | part.sentences[i].constructs;
	}
}
