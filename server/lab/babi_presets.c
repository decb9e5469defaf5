/* babi_presets: the twelve original tasks, and the splits made of them (Tables 1, 2, 6 and 7 of the paper).
 *
 * In training parts (concat, inject, diverse) constructs tell of MOVE alone, yes-no questions meet NEGATE and INDEF
 * alone, and where-was-O never meets GIVE; what the mix splits ask is made of combinations that are held out there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "babi_lab.h"

enum { MOVES = 1 << BABI_MOVE, ALL_EVENTS = 1 << BABI_MOVE | 1 << BABI_GRAB | 1 << BABI_DROP };

#define ORIGINAL         .share = 1, .people = 4, .places = 6, .objects = 3, .questions = 5, .coref_events = MOVES
#define GAP(low, high)   .gap_low = (low), .gap_high = (high)
#define FACTS(low, high) .facts_low = (low), .facts_high = (high)
#define POSSESSION                                                                                                     \
	{                                                                                                              \
		[BABI_MOVE] = 1, [BABI_GRAB] = 1, [BABI_DROP] = 0.5                                                    \
	}
#define GIVING                                                                                                         \
	{                                                                                                              \
		[BABI_MOVE] = 1, [BABI_GRAB] = 1, [BABI_DROP] = 0.3, [BABI_GIVE] = 2                                   \
	}

/* Sentences are told by Table 1: of five questions after 2, 4, …, 10 sentences the mean is 6. */
static const struct babi_task TASKS[] = {
    {ORIGINAL, .name = "task1", .events = {1}, GAP(2, 2), FACTS(1, 1), .kinds = {[BABI_WHERE_P] = 1}},
    {ORIGINAL, .name = "task2", .events = POSSESSION, GAP(3.1733, 7.1733), FACTS(2, 2), .kinds = {[BABI_WHERE_O] = 1}},
    {ORIGINAL, .name = "task3", .events = POSSESSION, GAP(4, 30.6), FACTS(3, 3), .kinds = {[BABI_WHERE_WAS_O] = 1}},
    {ORIGINAL, .name = "task5", .events = GIVING, GAP(5, 8.4), FACTS(1, 1), .kinds = {[BABI_GIVE_QS] = 1}},
    {ORIGINAL, .name = "task6", .events = {1}, GAP(2, 2.18), FACTS(1, 1), .kinds = {[BABI_YES_NO] = 1}},
    {ORIGINAL, .name = "task7", .events = {[BABI_MOVE] = 0.4, [BABI_GRAB] = 3, [BABI_DROP] = 0.2, [BABI_GIVE] = 0.3},
     .first = 4.67, GAP(2, 2), FACTS(1, 3), .kinds = {[BABI_COUNTING] = 1},
     .facts[BABI_COUNTING] = {0, 0.16, 0.35, 0.49}},
    {ORIGINAL, .name = "task8", .events = {[BABI_MOVE] = 1, [BABI_GRAB] = 2, [BABI_DROP] = 0.5}, .first = 4.75,
     GAP(2, 2), FACTS(1, 3), .kinds = {[BABI_LIST] = 1}, .facts[BABI_LIST] = {0, 0.33, 0.40, 0.27}},
    {ORIGINAL, .name = "task9", .events = {1}, .negate = 0.4, GAP(2, 2), FACTS(1, 1), .kinds = {[BABI_YES_NO] = 1}},
    {ORIGINAL, .name = "task10", .events = {1}, .indef = 0.4, .maybe = true, GAP(2, 2), FACTS(1, 1),
     .kinds = {[BABI_YES_NO] = 1}},
    {ORIGINAL, .name = "task11", .events = {1}, .coref = 1, GAP(2, 2), FACTS(2, 2), .kinds = {[BABI_WHERE_P] = 1}},
    {ORIGINAL, .name = "task12", .events = {1}, .conj = 1, GAP(2, 2), FACTS(1, 1), .kinds = {[BABI_WHERE_P] = 1}},
    {ORIGINAL, .name = "task13", .events = {1}, .conj = 1, .compound = 1, GAP(2, 2), FACTS(2, 2),
     .kinds = {[BABI_WHERE_P] = 1}},
};

#define F(n) (1U << (n))
/* What a task becomes in the diverse splits: stories of 20 sentences, one question each, the kinds of Tables 6 and 7
 * with numbers of facts as uniform as can be. Much is taken and dropped there, so that few stories are told for
 * nothing: things that pass through many hands have the many facts that are rare. */
static const struct babi_diverse {
	const char *task;
	double events[BABI_EVENTS];
	struct {
		enum babi_kind kind;
		unsigned facts; /* numbers, as bits */
	} kinds[3];
	int n;
} DIVERSE[] = {
    {"task1", {1}, {{BABI_WHERE_P, F(1)}}, 1},
    {"task2", {1, 4, 2}, {{BABI_WHERE_O, F(2) | F(4)}, {BABI_WHERE_P, F(1) | F(3)}}, 2},
    {"task3", {1, 4, 1}, {{BABI_WHERE_WAS_O, F(3) | F(4) | F(5) | F(6)}}, 1},
    {"task5",
     {1, 4, 4, 2},
     {{BABI_GIVE_QS, F(1)}, {BABI_WHERE_P, F(1) | F(2) | F(3)}, {BABI_WHERE_O, F(2) | F(3) | F(4)}},
     3},
    {"task6", {1}, {{BABI_YES_NO, F(1)}, {BABI_WHERE_P, F(1)}}, 2},
    {"task7", {2, 2, 0.1, 0.3}, {{BABI_COUNTING, F(1) | F(2) | F(3)}}, 1},
    {"task8", {2, 2, 0.1}, {{BABI_LIST, F(1) | F(2) | F(3)}}, 1},
    {"task9", {1}, {{BABI_YES_NO, F(1)}, {BABI_WHERE_P, F(1)}}, 2},
    {"task10", {1}, {{BABI_YES_NO, F(1)}, {BABI_WHERE_P, F(1)}}, 2},
    {"task11", {1}, {{BABI_WHERE_P, F(1) | F(2)}}, 1},
    {"task12", {1}, {{BABI_WHERE_P, F(1)}}, 1},
    {"task13", {1}, {{BABI_WHERE_P, F(1) | F(2)}}, 1},
};
#undef F

#define ANYTHING                                                                                                       \
	.share = 1, .people = BABI_PEOPLE, .places = BABI_PLACES, .objects = BABI_OBJECTS, .questions = 1,             \
	.facts_low = 1, .facts_high = BABI_SENTENCES, .coref_events = ALL_EVENTS

static const struct babi_task MIX_T2 = {ANYTHING,
					.name = "mix-t2",
					.events = POSSESSION,
					.coref = 0.4,
					GAP(8, 18.5),
					.kinds = {[BABI_WHERE_O] = 1},
					.facts[BABI_WHERE_O] = {[2] = 0.95, [3] = 0.05}};

static const struct babi_task MIX_T7 = {
    ANYTHING,
    .name = "mix-t7",
    .events = GIVING,
    .coref = 0.3,
    .conj = 0.2,
    .compound = 0.5,
    GAP(20, 20),
    .kinds = {[BABI_WHERE_P] = 1, [BABI_WHERE_O] = 1, [BABI_WHERE_WAS_O] = 1},
    /* where-was-O has at least two facts, so the others have the single ones */
    .facts = {[BABI_WHERE_P] = {[1] = 0.333, [2] = 0.417, [3] = 0.25},
	      [BABI_WHERE_O] = {[2] = 0.417, [3] = 0.583},
	      [BABI_WHERE_WAS_O] = {[3] = 1}},
};

static const struct babi_task MIX_T12 = {
    ANYTHING,
    .name = "mix-t12",
    .events = {[BABI_MOVE] = 1, [BABI_GRAB] = 4, [BABI_DROP] = 1, [BABI_GIVE] = 0.8},
    .coref = 0.6,
    .conj = 0.1,
    .compound = 0.5,
    .negate = 0.2,
    .indef = 0.35,
    .maybe = true,
    GAP(20, 20),
    .kinds = {1, 1, 1, 1, 1, 1, 0.25},
    .facts = {[BABI_WHERE_P] = {[1] = .05, .10, .20, .30, .35},
	      [BABI_WHERE_O] = {[2] = .10, .20, .35, .35},
	      [BABI_WHERE_WAS_O] = {[3] = .05, .20, .30, .20, .15, .10},
	      [BABI_YES_NO] = {[1] = .05, .10, .20, .30, .35},
	      [BABI_COUNTING] = {[1] = .05, .25, .40, .30},
	      [BABI_LIST] = {[1] = .05, .25, .40, .30}},
};

enum babi_split { CONCAT, INJECT, DIVERSIFY };
static const char *const T2[] = {"task2", "task11", NULL};
static const char *const T7[] = {"task1", "task2", "task3", "task5", "task11", "task12", "task13", NULL};
static const char *const T12[] = {"task1", "task2",  "task3",  "task5",  "task6",  "task7", "task8",
				  "task9", "task10", "task11", "task12", "task13", NULL};

/* Sizes are those of Table 2; tracking: how much more of tasks 2 and 3 a diverse split has, for its mean number of
 * facts. */
static const struct {
	const char *name;
	const char *const *tasks;
	long questions;
	double tracking;
	enum babi_split how;
	int most_sentences;
} SPLITS[] = {
    {"concat-t2", T2, 18000, 1, CONCAT, 0},       {"concat-t7", T7, 63000, 1, CONCAT, 76},
    {"concat-t12", T12, 108000, 1, CONCAT, 76},   {"inject-t7", T7, 190158, 1, INJECT, 76},
    {"inject-t12", T12, 368831, 1, INJECT, 76},   {"diverse-t7", T7, 17000, 1.45, DIVERSIFY, 0},
    {"diverse-t12", T12, 24772, 5, DIVERSIFY, 0},
};

static const struct {
	const struct babi_task *task;
	long questions;
} MIXES[] = {{&MIX_T2, 1000}, {&MIX_T7, 3000}, {&MIX_T12, 6000}};

static const struct babi_task *babi_original(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(TASKS); i++)
		if (strcmp(TASKS[i].name, name) == 0)
			return &TASKS[i];
	return NULL;
}

static void babi_single(struct babi_config *c, const struct babi_task *task, long questions)
{
	*c = (struct babi_config){.questions = questions, .n_tasks = 1};
	memcpy(c->name, task->name, sizeof(c->name));
	c->tasks[0] = *task;
}

static void babi_diversify(struct babi_task *t, double tracking)
{
	const struct babi_diverse *d = DIVERSE;

	while (strcmp(d->task, t->name) != 0)
		d++;
	t->people = BABI_PEOPLE;
	t->places = BABI_PLACES;
	t->questions = 1;
	t->first = 0;
	t->gap_low = t->gap_high = 20;
	t->facts_low = 1;
	t->facts_high = BABI_FACTS;
	t->share = strcmp(t->name, "task2") == 0 || strcmp(t->name, "task3") == 0 ? tracking : 1;
	t->coref = fmin(t->coref, 0.5);
	t->conj = fmin(t->conj, 0.5);
	t->compound = fmin(t->compound, 0.5);
	memcpy(t->events, d->events, sizeof(t->events));
	memset(t->kinds, 0, sizeof(t->kinds));
	memset(t->facts, 0, sizeof(t->facts));
	for (int i = 0; i < d->n; i++) {
		t->kinds[d->kinds[i].kind] = 1;
		for (int f = 1; f <= BABI_FACTS; f++)
			t->facts[d->kinds[i].kind][f] = d->kinds[i].facts >> f & 1;
	}
}

static void babi_split(struct babi_config *c, size_t split)
{
	*c = (struct babi_config){.questions = SPLITS[split].questions};
	snprintf(c->name, sizeof(c->name), "%s", SPLITS[split].name);
	for (const char *const *name = SPLITS[split].tasks; *name != NULL; name++) {
		struct babi_task *t = &c->tasks[c->n_tasks++];

		*t = *babi_original(*name);
		t->most_sentences = SPLITS[split].most_sentences;
		if (SPLITS[split].how == INJECT)
			t->inject = 1U << BABI_WHERE_P | 1U << BABI_WHERE_O;
		if (SPLITS[split].how == DIVERSIFY)
			babi_diversify(t, SPLITS[split].tracking);
	}
}

const char *babi_preset_name(size_t i)
{
	if (i < ARRAY_LEN(TASKS))
		return TASKS[i].name;
	i -= ARRAY_LEN(TASKS);
	if (i < ARRAY_LEN(SPLITS))
		return SPLITS[i].name;
	i -= ARRAY_LEN(SPLITS);
	return i < ARRAY_LEN(MIXES) ? MIXES[i].task->name : NULL;
}

bool babi_preset(const char *name, struct babi_config *config)
{
	const struct babi_task *task = babi_original(name);

	if (task != NULL) {
		babi_single(config, task, 10000);
		return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(MIXES); i++)
		if (strcmp(MIXES[i].task->name, name) == 0) {
			babi_single(config, MIXES[i].task, MIXES[i].questions);
			return true;
		}
	for (size_t i = 0; i < ARRAY_LEN(SPLITS); i++)
		if (strcmp(SPLITS[i].name, name) == 0) {
			babi_split(config, i);
			return true;
		}
	return false;
}
