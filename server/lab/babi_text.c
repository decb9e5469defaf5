/* babi_text: stories, questions and answers in English, with the synonyms of the original tasks. */
#include "babi_lab.h"

static const char *const PEOPLE[BABI_PEOPLE] = {"John", "Mary", "Sandra", "Daniel", "Fred", "Bill", "Jeff", "Julie"};
static const bool SHE[BABI_PEOPLE] = {[1] = true, [2] = true, [7] = true};
static const char *const PLACES[BABI_PLACES] = {"bathroom", "bedroom", "garden", "hallway", "kitchen",
						"office",   "park",    "school", "cinema"};
static const char *const OBJECTS[BABI_OBJECTS] = {"football", "milk", "apple"};
static const char *const VERBS[BABI_EVENTS][5] = {
    {"moved to", "went to", "went back to", "travelled to", "journeyed to"},
    {"got", "grabbed", "took", "picked up", NULL},
    {"dropped", "discarded", "left", "put down", NULL},
    {"gave", "handed", "passed", NULL, NULL},
};
static const int N_VERBS[BABI_EVENTS] = {5, 4, 4, 3};
static const char *const LEADS[4] = {"Following that", "After that", "Afterwards", "Then"};
static const char *const KINDS[BABI_KINDS] = {"where-P",  "where-O", "where-was-O", "yes-no",
					      "counting", "list",    "give-qs"};
static const char *const CONCEPTS[BABI_CONCEPTS] = {"MOVE", "GRAB",     "DROP",   "GIVE", "COREF",
						    "CONJ", "COMPOUND", "NEGATE", "INDEF"};
static const char *const NUMBERS[BABI_OBJECTS + 1] = {"none", "one", "two", "three"};

const char *babi_kind_name(enum babi_kind kind)
{
	return KINDS[kind];
}

const char *babi_concept_name(unsigned number)
{
	return CONCEPTS[number];
}

bool babi_extractive(enum babi_kind kind)
{
	return kind == BABI_WHERE_P || kind == BABI_WHERE_O || kind == BABI_WHERE_WAS_O || kind == BABI_GIVE_QS;
}

static void babi_put_subject(struct buf *out, const struct babi_sentence *s)
{
	const char *lead = LEADS[s->wording / 8 % 4];

	if (s->constructs & BABI_COMPOUND)
		buf_addf(out, "%s they", lead);
	else if (s->constructs & BABI_COREF)
		buf_addf(out, "%s %s", lead, SHE[s->who] ? "she" : "he");
	else if (s->constructs & BABI_CONJ)
		buf_addf(out, "%s and %s", PEOPLE[s->who], PEOPLE[s->other]);
	else
		buf_adds(out, PEOPLE[s->who]);
}

void babi_put_sentence(struct buf *out, const struct babi_sentence *s)
{
	const char *verb = VERBS[s->event][s->wording % N_VERBS[s->event]];

	babi_put_subject(out, s);
	if (s->constructs & BABI_NEGATE)
		buf_addf(out, " is %s in the %s.", s->wording & 1 ? "no longer" : "not", PLACES[s->place]);
	else if (s->constructs & BABI_INDEF)
		buf_addf(out, " is either in the %s or the %s.", PLACES[s->place], PLACES[s->or_place]);
	else if (s->event == BABI_MOVE)
		buf_addf(out, " %s the %s.", s->stative ? "is in" : verb, PLACES[s->place]);
	else if (s->event != BABI_GIVE)
		buf_addf(out, " %s the %s.", verb, OBJECTS[s->object]);
	else if (s->wording & 64)
		buf_addf(out, " %s %s the %s.", verb, PEOPLE[s->other], OBJECTS[s->object]);
	else
		buf_addf(out, " %s the %s to %s.", verb, OBJECTS[s->object], PEOPLE[s->other]);
}

static void babi_put_gift(struct buf *out, const struct babi_question *q)
{
	const char *object = OBJECTS[q->object];

	switch ((enum babi_give)q->give) {
	case BABI_GIVER_TO:
		buf_addf(out, "Who gave the %s to %s?", object, PEOPLE[q->other]);
		return;
	case BABI_GIVER:
		buf_addf(out, "Who gave the %s?", object);
		return;
	case BABI_RECEIVER:
		buf_addf(out, "Who received the %s?", object);
		return;
	case BABI_RECEIVER_FROM:
		buf_addf(out, "Who did %s give the %s to?", PEOPLE[q->who], object);
		return;
	default:
		buf_addf(out, "What did %s give to %s?", PEOPLE[q->who], PEOPLE[q->other]);
	}
}

void babi_put_question(struct buf *out, const struct babi_question *q)
{
	switch ((enum babi_kind)q->kind) {
	case BABI_WHERE_P:
		buf_addf(out, "Where is %s?", PEOPLE[q->who]);
		return;
	case BABI_WHERE_O:
		buf_addf(out, "Where is the %s?", OBJECTS[q->object]);
		return;
	case BABI_WHERE_WAS_O:
		buf_addf(out, "Where was the %s before the %s?", OBJECTS[q->object], PLACES[q->place]);
		return;
	case BABI_YES_NO:
		buf_addf(out, "Is %s in the %s?", PEOPLE[q->who], PLACES[q->place]);
		return;
	case BABI_COUNTING:
		buf_addf(out, "How many objects is %s carrying?", PEOPLE[q->who]);
		return;
	case BABI_LIST:
		buf_addf(out, "What is %s carrying?", PEOPLE[q->who]);
		return;
	default:
		babi_put_gift(out, q);
	}
}

static void babi_put_set(struct buf *out, unsigned set)
{
	const char *between = "";

	if (set == 0)
		buf_adds(out, "nothing");
	for (int o = 0; o < BABI_OBJECTS; o++) {
		if (!(set >> o & 1))
			continue;
		buf_addf(out, "%s%s", between, OBJECTS[o]);
		between = ",";
	}
}

void babi_put_answer(struct buf *out, const struct babi_question *q, int answer)
{
	static const char *const YES_NO[] = {[BABI_NO] = "no", [BABI_YES] = "yes", [BABI_MAYBE] = "maybe"};

	if (q->kind == BABI_YES_NO)
		buf_adds(out, YES_NO[answer]);
	else if (q->kind == BABI_COUNTING)
		buf_adds(out, NUMBERS[answer]);
	else if (q->kind == BABI_LIST)
		babi_put_set(out, (unsigned)answer);
	else if (q->kind == BABI_GIVE_QS)
		buf_adds(out, q->give == BABI_GIVEN ? OBJECTS[answer] : PEOPLE[answer]);
	else
		buf_adds(out, PLACES[answer]);
}
