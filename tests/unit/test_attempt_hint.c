/* attempt_hint: what is much like an earlier question, and what hardly is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flow/attempt_hint.h"

static const char *marks_of(const struct attempt_hint_rule *rule, const char *question)
{
	struct text_norm asked;
	struct attempt_marks marks;
	const char *text;

	text_normalise(question, strlen(question), &asked);
	marks = attempt_hint(rule, &asked, text_words(question, strlen(question)));
	text_norm_release(&asked);
	text = attempt_marks_text(&marks);
	return text != NULL ? text : "";
}

/* The marks of a question beside earlier ones, as the database would get them; "" for none. */
static const char *marks_by(int near_permille, int words_min, const char *earlier, const char *question)
{
	const struct attempt_hint_rule rule = {.near_permille = near_permille,
					       .words_min = words_min,
					       .earlier = earlier,
					       .earlier_n = earlier ? strlen(earlier) : 0};

	return marks_of(&rule, question);
}

static const char *marks(const char *earlier, const char *question)
{
	return marks_by(600, 3, earlier, question);
}

static void short_questions_are_hinted_at(void **state)
{
	(void)state;
	assert_string_equal(marks(NULL, "asdf"), "short");
	assert_string_equal(marks(NULL, "Who ?! ..."), "short");
	assert_string_equal(marks(NULL, "The a an"), "short"); /* three words, none that counts */
	assert_string_equal(marks(NULL, "Who won it?"), "");
	assert_string_equal(marks(NULL, "\xe8\xb0\x81\xe5\x8f\x91\xe6\x98\x8e"), ""); /* no spaces: letters count */
	assert_string_equal(marks_by(600, 0, NULL, "Who?"), "");
}

static void near_repeats_are_hinted_at(void **state)
{
	static const char earlier[] = "[\"What year did the bakery open?\", \"Who \\u00fcber \\\"quoted\\\"?\"]";

	(void)state;
	assert_string_equal(marks(earlier, "In what year did the bakery open?"), "near"); /* 4 of 5 pairs */
	assert_string_equal(marks(earlier, "What year did the bakery close?"), "near");   /* 3 of 5: exactly 600 */
	assert_string_equal(marks_by(601, 3, earlier, "What year did the bakery close?"), "");
	assert_string_equal(marks(earlier, "Which river is beside it?"), "");
	assert_string_equal(marks(earlier, "who ÜBER quoted"), "near");
	assert_string_equal(marks_by(0, 3, earlier, "In what year did the bakery open?"), "");
	assert_string_equal(marks("[\"Who?\"]", "who"), "near,short");
	assert_string_equal(marks("[]", "the"), "short");
	assert_string_equal(marks("[\"the\"]", "a"), "short"); /* nothing in common is not likeness */
}

/* The marks of a question about a passage, with hints from so many copied words on. */
static const char *copied_by(int words, const char *passage, const char *question)
{
	const struct attempt_hint_rule rule = {
	    .copied_words = words, .words_min = 3, .passage = passage, .passage_n = strlen(passage)};

	return marks_of(&rule, question);
}

static void copies_of_the_passage_are_hinted_at(void **state)
{
	static const char passage[] = "The ferry first crossed the Fjord in 1911. It carried mail, and sheep.";

	(void)state;
	assert_string_equal(copied_by(5, passage, "Who first crossed the fjord in 1911?"), "copied");
	assert_string_equal(copied_by(5, passage, "When was the fjord crossed first, in 1911?"), "");
	assert_string_equal(copied_by(6, passage, "Who first crossed the fjord in 1911?"),
			    ""); /* articles are not counted */
	assert_string_equal(copied_by(0, passage, "Who first crossed the fjord in 1911?"), "");
	assert_string_equal(copied_by(5, passage, "Mail, and?"), "short"); /* fewer words than a copy has */
	assert_string_equal(copied_by(2, passage, "mail and"), "short,copied");
	assert_string_equal(copied_by(5, "mail", "It carried what of mail then?"), "");
	assert_string_equal(copied_by(5, "", "It carried what of mail then?"), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(short_questions_are_hinted_at),
	    cmocka_unit_test(near_repeats_are_hinted_at),
	    cmocka_unit_test(copies_of_the_passage_are_hinted_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
