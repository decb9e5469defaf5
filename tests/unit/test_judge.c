/* The one judge: verdicts at the very threshold, faults, empty answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "beat/judge.h"

enum { TOKENS = 30, GAME = 400 };

static const struct judge_rule game = {.threshold_permille = GAME};

static struct judge_text text(const char *s)
{
	return (struct judge_text){s, strlen(s)};
}

static struct judgement answered(const char *human, const char *model)
{
	return judge(text(human), MODEL_ANSWERED, text(model), game);
}

/* n words, the first `shared` of them the same whoever writes. */
static const char *words(char *out, char who, int n, int shared)
{
	char *p = out;

	for (int i = 0; i < n; i++) {
		*p++ = (char)(i < shared ? 's' : who);
		*p++ = (char)('0' + i / 10);
		*p++ = (char)('0' + i % 10);
		*p++ = ' ';
	}
	*p = '\0';
	return out;
}

static enum verdict verdict_of(int m, int k, int s)
{
	char human[4 * TOKENS + 1], model[4 * TOKENS + 1];
	struct judgement j = answered(words(human, 'h', k, s), words(model, 'm', m, s));

	assert_true(j.judged);
	assert_null(j.fault);
	assert_int_equal(j.score.shared, s);
	assert_int_equal(j.score.pred_tokens, m);
	assert_int_equal(j.score.gold_tokens, k);
	return j.verdict;
}

static void the_papers_example(void **state)
{
	(void)state;
	assert_int_equal(answered("New York", "New York City").verdict, VERDICT_MODEL);
	assert_int_equal(answered("New York", "Boston").verdict, VERDICT_HUMAN);
	assert_int_equal(answered("The tower", "a TOWER!").verdict, VERDICT_MODEL);
}

/* Every pair of answers of up to 30 tokens: those of exactly 40 % are the human's, whatever a double makes of them. */
static void exactly_40_percent_is_the_humans(void **state)
{
	int exact = 0;

	(void)state;
	for (int m = 1; m <= TOKENS; m++) {
		for (int k = 1; k <= TOKENS; k++) {
			for (int s = 0; s <= (m < k ? m : k); s++) {
				bool model = 5 * s > m + k;

				exact += 5 * s == m + k;
				assert_int_equal(verdict_of(m, k, s), model ? VERDICT_MODEL : VERDICT_HUMAN);
			}
		}
	}
	assert_int_equal(exact, 146);
}

static void the_threshold_is_the_projects(void **state)
{
	const struct judge_rule at_half = {.threshold_permille = 500}, below = {.threshold_permille = 499},
				none = {.threshold_permille = 0}, all = {.threshold_permille = 1000};
	struct judge_text human = text("one two"), model = text("two three"); /* F1 of 50 % */

	(void)state;
	assert_int_equal(judge(human, MODEL_ANSWERED, model, at_half).verdict, VERDICT_HUMAN);
	assert_int_equal(judge(human, MODEL_ANSWERED, model, below).verdict, VERDICT_MODEL);
	assert_int_equal(judge(human, MODEL_ANSWERED, model, none).verdict, VERDICT_MODEL);
	assert_int_equal(judge(human, MODEL_ANSWERED, human, all).verdict, VERDICT_HUMAN);
	assert_int_equal(judge(human, MODEL_ANSWERED, text("four"), none).verdict, VERDICT_HUMAN);
}

/* A model's fault is nobody's loss, whatever text came with it. */
static void a_fault_is_nobodys_loss(void **state)
{
	static const struct {
		enum model_outcome outcome;
		const char *name;
	} faults[] = {{MODEL_EMPTY, "empty"},
		      {MODEL_REFUSED, "refused"},
		      {MODEL_TIMEOUT, "timeout"},
		      {MODEL_GARBAGE, "garbage"},
		      {MODEL_BAD_STATUS, "bad_status"},
		      {MODEL_BAD_SPAN, "bad_span"},
		      {MODEL_BREAKER, "breaker"},
		      {MODEL_BUSY, "busy"},
		      {MODEL_NO_KEY, "no_key"},
		      {MODEL_DENIED, "denied"},
		      {MODEL_NOT_FOUND, "not_found"},
		      {MODEL_TOO_LONG, "too_long"},
		      {MODEL_REJECTED, "rejected"},
		      {MODEL_RATE_LIMITED, "rate_limited"},
		      {MODEL_OVERLOADED, "overloaded"},
		      {MODEL_REDIRECTED, "redirected"},
		      {MODEL_DECLINED, "declined"},
		      {MODEL_CUT, "cut"},
		      {MODEL_UNLOCATED, "unlocated"},
		      {MODEL_OTHER_BUILD, "other_build"},
		      {MODEL_OVER_BUDGET, "over_budget"}};

	(void)state;
	assert_int_equal(sizeof(faults) / sizeof(*faults), MODEL_OUTCOMES - 1); /* all but the answer */
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		struct judgement j = judge(text("New York"), faults[i].outcome, text("New York"), game);

		assert_false(j.judged);
		assert_int_equal(j.verdict, VERDICT_NONE);
		assert_string_equal(j.fault, faults[i].name);
		assert_int_equal(j.score.gold_tokens, 0);
	}
}

static void an_empty_answer_is_what_the_project_says(void **state)
{
	struct judgement j = judge(text("New York"), MODEL_EMPTY, text(""), judge_rule(GAME, "loss", "fault"));

	(void)state;
	assert_true(j.judged);
	assert_int_equal(j.verdict, VERDICT_HUMAN);
	assert_null(j.fault);
	assert_int_equal(j.score.gold_tokens, 2);
	assert_int_equal(j.score.pred_tokens, 0);
	assert_false(judge(text("New York"), MODEL_EMPTY, text(""), judge_rule(GAME, "fault", "fault")).judged);
	assert_false(judge(text("New York"), MODEL_TIMEOUT, text(""), judge_rule(GAME, "loss", "fault")).judged);
}

/* A right answer in other words is no cheap win, unless the project takes it as it is. */
static void an_answer_that_is_not_in_the_passage_is_what_the_project_says(void **state)
{
	struct judge_rule as_text = judge_rule(GAME, "fault", "text");

	(void)state;
	assert_false(judge(text("New York"), MODEL_UNLOCATED, text("the Big Apple"), game).judged);
	assert_int_equal(judge(text("New York"), MODEL_UNLOCATED, text("the Big Apple"), as_text).verdict,
			 VERDICT_HUMAN);
	assert_int_equal(judge(text("New York"), MODEL_UNLOCATED, text("York, New"), as_text).verdict, VERDICT_MODEL);
	assert_false(judge(text("New York"), MODEL_CUT, text("York"), as_text).judged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_papers_example),
	    cmocka_unit_test(exactly_40_percent_is_the_humans),
	    cmocka_unit_test(the_threshold_is_the_projects),
	    cmocka_unit_test(a_fault_is_nobodys_loss),
	    cmocka_unit_test(an_empty_answer_is_what_the_project_says),
	    cmocka_unit_test(an_answer_that_is_not_in_the_passage_is_what_the_project_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
