/* Made-up stories: what follows from the paper's own examples, what presets may combine, configurations that are
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "beat/babi.h"
#include "unit.h"

enum { JOHN, MARY, SANDRA, DANIEL, FRED, BILL, JEFF, JULIE };
enum { BATHROOM, BEDROOM, GARDEN, HALLWAY, KITCHEN, OFFICE, PARK, SCHOOL, CINEMA };
enum { FOOTBALL, MILK, APPLE };

#define MOVES(p, l)                                                                                                    \
	{                                                                                                              \
		.event = BABI_MOVE, .who = (p), .other = BABI_NOBODY, .place = (l)                                     \
	}
#define EITHER(p, l, m)                                                                                                \
	{                                                                                                              \
		.event = BABI_MOVE, .constructs = BABI_INDEF, .who = (p), .other = BABI_NOBODY, .place = (l),          \
		.or_place = (m)                                                                                        \
	}
#define ISNT(p, l)                                                                                                     \
	{                                                                                                              \
		.event = BABI_MOVE, .constructs = BABI_NEGATE, .who = (p), .other = BABI_NOBODY, .place = (l)          \
	}
#define GRABS(p, o)                                                                                                    \
	{                                                                                                              \
		.event = BABI_GRAB, .who = (p), .other = BABI_NOBODY, .object = (o)                                    \
	}
#define DROPS(p, o)                                                                                                    \
	{                                                                                                              \
		.event = BABI_DROP, .who = (p), .other = BABI_NOBODY, .object = (o)                                    \
	}
#define GIVES(p, o, q)                                                                                                 \
	{                                                                                                              \
		.event = BABI_GIVE, .who = (p), .other = (q), .object = (o)                                            \
	}

static int ask(const struct babi_sentence *story, size_t n, struct babi_question q)
{
	return babi_answer(story, n, NULL, &q);
}

/* Figure 7: two disjunctions and a thing that passes from hand to hand leave one place. */
static void a_double_disjunction(void **state)
{
	const struct babi_sentence story[] = {EITHER(JOHN, BEDROOM, KITCHEN), DROPS(JOHN, FOOTBALL),
					      EITHER(DANIEL, SCHOOL, BEDROOM), GRABS(DANIEL, FOOTBALL)};
	const bool without[] = {true, true, false, true};
	struct babi_question q = {.kind = BABI_YES_NO, .who = JOHN, .place = BEDROOM};

	(void)state;
	assert_int_equal(ask(story, 4, q), BABI_YES);
	assert_int_equal(babi_answer(story, 4, without, &q), BABI_MAYBE);
	q.place = KITCHEN;
	assert_int_equal(ask(story, 4, q), BABI_NO);
	q.who = MARY;
	assert_int_equal(ask(story, 4, q), BABI_NO_ANSWER);
}

/* Who gives and who takes are in one place; a thing is where its holder goes. */
static void giving_tells_places(void **state)
{
	const struct babi_sentence story[] = {MOVES(BILL, BEDROOM), GIVES(BILL, FOOTBALL, FRED), MOVES(BILL, OFFICE),
					      MOVES(FRED, GARDEN)};

	(void)state;
	assert_int_equal(ask(story, 2, (struct babi_question){.kind = BABI_WHERE_P, .who = FRED}), BEDROOM);
	assert_int_equal(ask(story, 3, (struct babi_question){.kind = BABI_WHERE_O, .object = FOOTBALL}), BEDROOM);
	assert_int_equal(ask(story, 4, (struct babi_question){.kind = BABI_WHERE_O, .object = FOOTBALL}), GARDEN);
	assert_int_equal(
	    ask(story, 4, (struct babi_question){.kind = BABI_WHERE_WAS_O, .object = FOOTBALL, .place = GARDEN}),
	    BEDROOM);
	assert_int_equal(ask(story, 4, (struct babi_question){.kind = BABI_COUNTING, .who = BILL}), 0);
	assert_int_equal(ask(story, 4, (struct babi_question){.kind = BABI_LIST, .who = FRED}), 1 << FOOTBALL);
	assert_int_equal(ask(story, 4, (struct babi_question){.kind = BABI_COUNTING, .who = MARY}), BABI_NO_ANSWER);
}

static void a_negation_leaves_the_rest_open(void **state)
{
	const struct babi_sentence story[] = {MOVES(MARY, OFFICE), ISNT(MARY, OFFICE)};

	(void)state;
	assert_int_equal(ask(story, 2, (struct babi_question){.kind = BABI_WHERE_P, .who = MARY}), BABI_NO_ANSWER);
	assert_int_equal(ask(story, 2, (struct babi_question){.kind = BABI_YES_NO, .who = MARY, .place = OFFICE}),
			 BABI_NO);
	assert_int_equal(ask(story, 2, (struct babi_question){.kind = BABI_YES_NO, .who = MARY, .place = PARK}),
			 BABI_MAYBE);
}

/* Sentences that cannot all be true support nothing. */
static void contradictions_say_nothing(void **state)
{
	const struct babi_sentence story[] = {MOVES(JOHN, PARK), GRABS(JOHN, MILK), GRABS(MARY, MILK)};

	(void)state;
	assert_int_equal(ask(story, 3, (struct babi_question){.kind = BABI_WHERE_P, .who = JOHN}), BABI_NO_ANSWER);
}

static bool is_training(const char *name)
{
	return strncmp(name, "mix", 3) != 0;
}

/* Tables 6 and 7: in training parts constructs tell of MOVE alone, yes-no meets no others than NEGATE and INDEF, and
 * where-was-O no GIVE. */
static void presets_hold_combinations_out(void **state)
{
	struct babi_config c;

	(void)state;
	for (size_t i = 0; babi_preset_name(i) != NULL; i++) {
		char err[BABI_ERR];

		assert_true(babi_preset(babi_preset_name(i), &c));
		assert_int_equal(babi_config_check(&c, err), 0);
		for (size_t k = 0; is_training(c.name) && k < c.n_tasks; k++) {
			const struct babi_task *t = &c.tasks[k];
			double possession = t->events[BABI_GRAB] + t->events[BABI_DROP] + t->events[BABI_GIVE];

			assert_true(t->coref_events == 1U << BABI_MOVE);
			if (possession > 0)
				assert_true(t->coref + t->conj + t->negate + t->indef <= 0);
			if (t->kinds[BABI_YES_NO] > 0)
				assert_true(possession + t->coref + t->conj <= 0);
			if (t->kinds[BABI_WHERE_WAS_O] > 0)
				assert_true(t->events[BABI_GIVE] <= 0);
		}
	}
	assert_false(babi_preset("task4", &c));
}

static void refused(const char *json, const char *why)
{
	struct babi_config c;
	char err[BABI_ERR] = "";

	assert_int_equal(babi_config_read(json, strlen(json), &c, err), -1);
	if (strstr(err, why) == NULL)
		fail_msg("%s: %s", json, err);
}

static void configurations(void **state)
{
	const char *json = "{\"name\":\"x\",\"size\":7,\"events\":{\"MOVE\":1,\"GIVE\":2},\"kinds\":{\"give-qs\":1},"
			   "\"sentences\":[5,9],\"constructs\":{\"COREF\":0.5},\"require\":[\"GIVE\"],\"maybe\":true}";
	struct babi_config c;
	char err[BABI_ERR];

	(void)state;
	assert_int_equal(babi_config_read(json, strlen(json), &c, err), 0);
	assert_int_equal(c.questions, 7);
	assert_string_equal(c.tasks[0].name, "x");
	assert_true(c.tasks[0].require == 1U << BABI_GIVE && c.tasks[0].maybe);
	refused("[]", "object");
	refused("{", "JSON");
	refused("{\"events\":{\"MOVE\":1}}", "no kind of question");
	refused("{\"kinds\":{\"where-P\":1}}", "needs MOVE");
	refused("{\"kinds\":{\"where\":1}}", "there is no 'where'");
	refused("{\"people\":99}", "from 2 to 8");
	refused("{\"people\":2.5}", "whole number");
	refused("{\"speed\":1}", "no such member");
	refused("{\"sentences\":[9,5]}", "[least, most]");
	refused("{\"tasks\":[],\"people\":3}", "1 to 12");
	refused("{\"events\":{\"MOVE\":1},\"kinds\":{\"where-P\":1},\"sentences\":[200,200],\"questions\":5}",
		"255 sentences");
	refused("{\"events\":{\"MOVE\":1},\"kinds\":{\"where-P\":1},\"constructs\":{\"CONJ\":0.7,\"INDEF\":0.7}}",
		"at most 1");
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(a_double_disjunction), cmocka_unit_test(giving_tells_places),
	  cmocka_unit_test(a_negation_leaves_the_rest_open), cmocka_unit_test(contradictions_say_nothing),
	  cmocka_unit_test(presets_hold_combinations_out), cmocka_unit_test(configurations))
