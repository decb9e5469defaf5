/* exercise: what is refused, what is done, and what the worker is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/exercise.h"
#include "unit.h"

static const char passage[] = "The tower was built by Zoë Kranjčar in 1784. She gave it nothing but a bell, and the "
			      "council of the town never paid her sixty guineas.";

static struct exercise_text text(const char *s)
{
	return (struct exercise_text){s, s == NULL ? 0 : strlen(s)};
}

static struct exercise of(enum exercise_kind kind, const char *answer)
{
	return (struct exercise){.kind = kind,
				 .passage = text(passage),
				 .answer = text(answer),
				 .hint = text("Think."),
				 .praise = text("Lovely.")};
}

static struct exercise_verdict judged(const struct exercise *e, const char *question, const char *answer)
{
	struct exercise_given given = {text(question), text(answer)};
	struct exercise_verdict v;

	exercise_judge(e, &given, &v);
	assert_non_null(v.feedback.p);
	assert_true(v.feedback.n > 0);
	return v;
}

/* Done or not, and words that must be in the feedback. */
static void check(const struct exercise *e, const char *question, const char *answer, bool done, const char *words)
{
	struct exercise_verdict v = judged(e, question, answer);

	if (v.done != done || strstr(v.feedback.p, words) == NULL)
		fail_msg("question '%s', answer '%s': done %d, '%s' not in: %s", question == NULL ? "" : question,
			 answer == NULL ? "" : answer, v.done, words, v.feedback.p);
	assert_int_equal(strstr(v.feedback.p, "Lovely.") != NULL, done);
	buf_release(&v.feedback);
}

static void questions(void **state)
{
	struct exercise e = of(EXERCISE_WRITE, "Zoë Kranjčar");

	(void)state;
	check(&e, NULL, NULL, false, "no question here yet");
	check(&e, "???", NULL, false, "no question here yet");
	check(&e, "The a an?", NULL, false, "no question here yet");
	check(&e, "Who?", NULL, false, "very short");
	check(&e, "Who — exactly ?!", NULL, false, "very short");
	check(&e, "She gave it nothing but a bell", NULL, false, "own words. Ask in words of your own");
	check(&e, "  SHE gave it \"nothing\" but bell?? ", NULL, false, "passage's own words");
	check(&e, "nothing but a bell, and the council", NULL, false, "passage's own words");
	check(&e, "Was it zoë kranjčar who did it?", NULL, false, "already says its answer");
	check(&e, "Was it the Zoë, Kranjčar?", NULL, false, "already says its answer");
	check(&e, "Who?", NULL, false, "Hint: Think.");
	/* articles count as words for a person */
	check(&e, "Who's the builder?", NULL, true, "Lovely.");
	check(&e, "Did Kranjčar marry Zoë or not?", NULL, true, "Lovely.");
	/* the words of the passage, but not in its order */
	check(&e, "nothing but a bell she gave it", NULL, true, "Lovely.");
	check(&e, "Who designed it, and got no money?", NULL, true, "Lovely.");
}

static void a_copy_is_found_at_either_end(void **state)
{
	struct exercise e = of(EXERCISE_WRITE, "Zoë Kranjčar");

	(void)state;
	check(&e, "The tower was built", NULL, false, "passage's own words");
	check(&e, "paid her sixty guineas.", NULL, false, "passage's own words");
	check(&e, "paid her sixty guineas twice?", NULL, true, "Lovely.");
	check(&e, passage, NULL, false, "passage's own words");
}

static void answers(void **state)
{
	struct exercise e = of(EXERCISE_HIGHLIGHT, "sixty guineas");

	(void)state;
	check(&e, "ignored", NULL, false, "Nothing is highlighted yet");
	check(&e, NULL, "the", false, "no word that counts");
	check(&e, NULL, "...", false, "no word that counts");
	check(&e, NULL, "a bell", false, "nothing in common");
	check(&e, NULL, "paid her sixty guineas", true, "a little more than was asked");
	check(&e, NULL, "guineas", true, "leaves a little out");
	check(&e, NULL, "her guineas", false, "1 of your 2 words belongs");
	check(&e, NULL, "her guineas", false, "overlap of 50 %");
	check(&e, NULL, "never paid her, the sixty guineas of town", false, "Mark fewer words");
	check(&e, NULL, "The sixty guineas", true, "Lovely.");
}

/* 4 * shared > given + expected, never a rounding of it. */
static void half_is_not_enough(void **state)
{
	struct exercise e = of(EXERCISE_HIGHLIGHT, "one two three four");
	struct exercise_verdict v = judged(&e, NULL, "one two five six");

	(void)state;
	assert_true(v.scored);
	assert_false(v.done);
	assert_int_equal(v.score.shared, 2);
	assert_int_equal(v.score.pred_tokens, 4);
	assert_int_equal(v.score.gold_tokens, 4);
	buf_release(&v.feedback);
	check(&e, NULL, "one two five", true, "right place");
	check(&e, NULL, "one", false, "Mark the whole answer");
}

static void exact_answers_get_the_praise_alone(void **state)
{
	struct exercise e = of(EXERCISE_HIGHLIGHT, "sixty guineas");
	struct exercise_verdict v = judged(&e, NULL, "sixty guineas");

	(void)state;
	assert_string_equal(v.feedback.p, "Lovely.");
	assert_true(v.score.exact);
	buf_release(&v.feedback);
	e.praise = text(NULL);
	v = judged(&e, NULL, "sixty guineas");
	assert_string_equal(v.feedback.p, "Well done.");
	buf_release(&v.feedback);
}

static void nobody_is_stuck(void **state)
{
	struct exercise e = of(EXERCISE_HIGHLIGHT, "sixty guineas");

	(void)state;
	e.tries = 2;
	check(&e, NULL, "a bell", false, "Hint: Think.");
	e.tries = 3;
	check(&e, NULL, "a bell", false, "“sixty guineas”: mark just that");
	check(&e, NULL, NULL, false, "“sixty guineas”: mark just that");
}

static void pairs(void **state)
{
	struct exercise e = of(EXERCISE_PAIR, NULL);

	(void)state;
	check(&e, "How much was she owed?", NULL, false, "Nothing is highlighted yet");
	check(&e, "How much was she owed?", "the", false, "no word that counts");
	check(&e, NULL, "sixty guineas", false, "no question here yet");
	check(&e, "Who?", "sixty guineas", false, "very short");
	check(&e, "Was it sixty guineas?", "sixty guineas", false, "already says its answer");
	check(&e, "council of the town never paid", "sixty guineas", false, "passage's own words");
	check(&e, "How much was she owed?", "sixty guineas", true, "Lovely.");
	check(&e, "What is all this about?", passage, true, "One remark");
}

static void kinds(void **state)
{
	enum exercise_kind kind;

	(void)state;
	assert_int_equal(exercise_kind_read("pair", &kind), 0);
	assert_int_equal(kind, EXERCISE_PAIR);
	assert_int_equal(exercise_kind_read("Pair", &kind), -1);
	assert_int_equal(exercise_kind_read(NULL, &kind), -1);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(questions), cmocka_unit_test(a_copy_is_found_at_either_end),
	  cmocka_unit_test(answers), cmocka_unit_test(half_is_not_enough),
	  cmocka_unit_test(exact_answers_get_the_praise_alone), cmocka_unit_test(nobody_is_stuck),
	  cmocka_unit_test(pairs), cmocka_unit_test(kinds))
