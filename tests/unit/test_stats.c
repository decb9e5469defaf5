/* Statistics: each definition by small cases, the table of answer types, and that outputs hold whatever the texts.
 * tests/oracle compares whole datasets with a computation of its own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/json.h"
#include "beat/stats.h"
#include "unit.h"

static struct text_token tok(const char *s)
{
	return (struct text_token){s, strlen(s)};
}

struct given {
	const char *split, *title, *passage, *question, *answer;
};

static void add(struct stats *st, struct given g)
{
	struct text_token answer = tok(g.answer ? g.answer : "");
	struct stats_item item = {
	    .split = g.split ? g.split : "dev",
	    .id = tok("id"),
	    .title = tok(g.title ? g.title : "t"),
	    .passage = tok(g.passage),
	    .question = tok(g.question),
	    .answers = &answer,
	    .n_answers = g.answer != NULL,
	};

	stats_add(st, &item);
}

static size_t overlap_of(const char *question, const char *passage)
{
	struct stats *st = stats_new(NULL);
	size_t n;

	add(st, (struct given){.passage = passage, .question = question});
	n = (size_t)stats_all(st)->overlap.sum;
	stats_free(&st);
	return n;
}

static void test_words(void **state)
{
	(void)state;
	assert_int_equal(stats_word_count("", 0), 0);
	assert_int_equal(stats_word_count(" \t\n", 3), 0);
	assert_int_equal(stats_word_count("one", 3), 1);
	assert_int_equal(stats_word_count("  one - two\xc2\xa0three ", 18),
			 4); /* a lone dash is a word, U+00A0 separates */
	assert_int_equal(stats_word_count("a\0b", 3), 1);
}

static void test_overlap(void **state)
{
	(void)state;
	assert_int_equal(overlap_of("", "the cat sat"), 0);
	assert_int_equal(overlap_of("dog", ""), 0);
	assert_int_equal(overlap_of("dog", "the cat sat"), 0);
	assert_int_equal(overlap_of("Did the CAT, sit?", "the cat sat"), 2);
	assert_int_equal(overlap_of("the cat sat", "the cat sat"), 3);
	assert_int_equal(overlap_of("cat sat the cat sat on", "on the cat sat"), 3);
	/* Words apart in the passage are no run, even if both are there. */
	assert_int_equal(overlap_of("the sat", "the cat sat"), 1);
	/* Punctuation is deleted, not made a space: "co-op" is "coop". */
	assert_int_equal(overlap_of("co op", "a co-op here"), 0);
	assert_int_equal(overlap_of("coop - here", "a co-op here"), 2);
	/* Repetitions, where a matcher that only goes forward loses its way. */
	assert_int_equal(overlap_of("a a b a a c", "a a b a a b a a c"), 6);
	assert_int_equal(overlap_of("x a b x a b c", "a b x a b a b c"), 5);
	/* Full lower case: final sigma and dotted I. */
	assert_int_equal(overlap_of("\xce\x9f\xce\x94\xce\x9f\xce\xa3", "\xce\xbf\xce\xb4\xce\xbf\xcf\x82"), 1);
}

static void test_types(void **state)
{
	static const struct {
		const char *question;
		enum stats_type type;
	} cases[] = {
	    {"What is it?", STATS_WHAT},
	    {"\"What\" is it?", STATS_WHAT},
	    {"Whats it?", STATS_TYPE_OTHER},
	    {"WHO?", STATS_WHO},
	    {"Whom?", STATS_WHO},
	    {"whose hat", STATS_WHO},
	    {"When", STATS_WHEN},
	    {"where", STATS_WHERE},
	    {"which", STATS_WHICH},
	    {"why", STATS_WHY},
	    {"how", STATS_HOW},
	    {"In which", STATS_IN},
	    {"To whom", STATS_TYPE_OTHER},
	    {"", STATS_TYPE_OTHER},
	    {"- what", STATS_WHAT},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct stats *st = stats_new(NULL);

		add(st, (struct given){.passage = "p", .question = cases[i].question});
		if (stats_all(st)->type[cases[i].type] != 1)
			fail_msg("%s is not %s", cases[i].question, stats_type_name[cases[i].type]);
		stats_free(&st);
	}
}

static void test_answers(void **state)
{
	static const struct {
		const char *answer, *question;
		enum stats_answer type;
	} cases[] = {
	    {"1847", "When?", STATS_DATE},
	    {"1847", "How many ships?", STATS_NUMERIC},
	    {"the 1990s", "When?", STATS_DATE},
	    {"1914\xe2\x80\x93"
	     "18",
	     "When?", STATS_DATE},
	    {"12 March 1881", "When?", STATS_DATE},
	    {"Monday", "When?", STATS_DATE},
	    {"the early 19th century", "When?", STATS_DATE},
	    {"44 BC", "When?", STATS_DATE},
	    {"7:30 p.m.", "When?", STATS_DATE},
	    {"May", "When?", STATS_DATE},
	    {"they may march", "What?", STATS_CLAUSE},
	    {"12345", "What?", STATS_NUMERIC},
	    {"2100", "What?", STATS_NUMERIC},
	    {"about 40 loaves", "What?", STATS_NUMERIC},
	    {"$5 million", "What?", STATS_NUMERIC},
	    {"\xc2\xa3"
	     "40",
	     "What?", STATS_NUMERIC},
	    {"three icebreakers", "What?", STATS_NUMERIC},
	    {"Three Kingdoms", "What?", STATS_NAME},
	    {"third", "What?", STATS_NUMERIC},
	    {"Margaret Doyle", "Who lit it?", STATS_PERSON},
	    {"Margaret Doyle", "By whom?", STATS_PERSON},
	    {"Dr. Doyle", "What?", STATS_PERSON},
	    {"Port Ellery", "Where is it?", STATS_PLACE},
	    {"Ellery", "In what city is it?", STATS_PLACE},
	    {"Lake Titicaca", "What?", STATS_PLACE},
	    {"the United States of America", "What?", STATS_PLACE},
	    {"Stanford University", "Who made it?", STATS_NAME},
	    {"Njord", "What is the ship?", STATS_NAME},
	    {"\xc5\xa0i\xc5\xa1ka", "What?", STATS_NAME}, /* capital S with caron */
	    {"because it was cold", "Why?", STATS_CLAUSE},
	    {"the lamp was lit", "What?", STATS_CLAUSE},
	    {"to wash it", "Why?", STATS_VERB_PHRASE},
	    {"to the north", "Where?", STATS_ANSWER_OTHER},
	    {"washing the grain", "What?", STATS_VERB_PHRASE},
	    {"replaced by paraffin", "What?", STATS_VERB_PHRASE},
	    {"was lit", "What?", STATS_VERB_PHRASE},
	    {"amorphous", "What?", STATS_ADJECTIVE_PHRASE},
	    {"very cold", "How?", STATS_ADJECTIVE_PHRASE},
	    {"hospital", "What?", STATS_NOUN_PHRASE},
	    {"whale oil", "What?", STATS_NOUN_PHRASE},
	    {"the bitter saponins", "What?", STATS_NOUN_PHRASE},
	    {"in the bakery", "Where?", STATS_ANSWER_OTHER},
	    {"quickly", "How?", STATS_ANSWER_OTHER},
	    {"yes", "Is it?", STATS_ANSWER_OTHER},
	    {"\xe2\x80\x94", "What?", STATS_ANSWER_OTHER},
	    {"...", "What?", STATS_ANSWER_OTHER},
	    {"", "What?", STATS_ANSWER_OTHER},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		enum stats_answer got = stats_answer_of(tok(cases[i].answer), tok(cases[i].question));

		if (got != cases[i].type)
			fail_msg("\"%s\" is %s, not %s", cases[i].answer, stats_answer_name[got],
				 stats_answer_name[cases[i].type]);
	}
}

static void test_counts(void **state)
{
	struct stats *st = stats_new(NULL);

	(void)state;
	stats_split_add(st, "train");
	add(st, (struct given){"dev", "A", "one two", "q?", "x"});
	add(st, (struct given){"dev", "A", "one two", "r?", "x y"});
	add(st, (struct given){"dev", "A", "three", "q?", NULL});
	add(st, (struct given){"dev", "B", "one two", "q?", "x"}); /* the same text of another document */
	add(st, (struct given){"dev", "A", "one two", "s?", "x"}); /* a passage that comes again counts once */
	add(st, (struct given){"test", "A", "one two", "q?", "x"});
	assert_int_equal(stats_splits(st), 3);
	assert_string_equal(stats_split(st, 0)->split, "train");
	assert_int_equal(stats_split(st, 0)->questions, 0);
	assert_int_equal(stats_split(st, 1)->documents, 2);
	assert_int_equal(stats_split(st, 1)->passages, 3);
	assert_int_equal(stats_split(st, 1)->questions, 5);
	assert_int_equal(stats_split(st, 1)->unanswered, 1);
	assert_int_equal(stats_split(st, 2)->passages, 1);
	assert_int_equal(stats_all(st)->documents, 2);
	assert_int_equal(stats_all(st)->passages, 3);
	assert_int_equal(stats_all(st)->questions, 6);
	assert_int_equal(stats_all(st)->answer_words.total, 5);
	assert_true(stats_mean(&stats_all(st)->answer_words) == 1.2);
	assert_true(stats_sd(&stats_all(st)->answer_words) == 0.4);
	assert_true(isnan(stats_mean(&stats_split(st, 0)->question_words)));
	stats_free(&st);
	assert_null(st);
}

static void test_first_words(void **state)
{
	struct stats *st = stats_new(NULL);
	struct stats_first first[4];
	struct stats_node *children;
	char name[64];
	size_t n;

	(void)state;
	for (int i = 0; i < 1000; i++) { /* more than the tables begin with */
		snprintf(name, sizeof(name), "w%d x%d y z", i, i % 7);
		add(st, (struct given){.passage = "p", .question = name});
	}
	for (int i = 0; i < 3; i++)
		add(st, (struct given){.passage = "p", .question = "What IS the matter?"});
	add(st, (struct given){.passage = "p", .question = "what is"});
	add(st, (struct given){.passage = "p", .question = "..."});
	assert_int_equal(stats_first_distinct(st), 1002);
	assert_int_equal(stats_first_words(st, first, 4), 4);
	assert_int_equal(first[0].n, 3);
	assert_int_equal(first[0].n_words, 3);
	assert_memory_equal(first[0].words[2].p, "the", 3);
	assert_memory_equal(first[1].words[0].p, "w0", 2); /* among equals by their bytes: "w0" before "what" */
	assert_memory_equal(first[2].words[0].p, "w1", 2);
	n = stats_tree(st, 0, &children);
	assert_int_equal(n, 1001);
	assert_int_equal(children[0].n, 4);
	free(children);
	stats_free(&st);
}

/* A word of a hundred thousand characters is cut, and not in the middle of one. */
static void test_long_word(void **state)
{
	struct stats *st = stats_new(NULL);
	struct stats_first first;
	struct buf word = BUF_INIT;

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_adds(&word, "\xc3\xa9");
	add(st, (struct given){.passage = "p", .question = word.p, .answer = word.p});
	assert_int_equal(stats_first_words(st, &first, 1), 1);
	assert_int_equal(first.words[0].n, 80);
	buf_release(&word);
	stats_free(&st);
}

static void test_human(void **state)
{
	struct text_token answers[] = {tok("the cat"), tok("cat"), tok("dog cat")};
	struct stats_item item = {.split = "dev", .title = tok("t"), .passage = tok("p"), .question = tok("q?")};
	struct stats *st = stats_new("7");
	struct stats_score s;

	(void)state;
	item.answers = answers;
	item.n_answers = 3;
	for (int i = 0; i < 300; i++) {
		char id[16];

		snprintf(id, sizeof(id), "q%d", i);
		item.id = tok(id);
		stats_add(st, &item);
	}
	stats_one_answer(st, true);
	stats_add(st, &item);
	s = stats_human_score(&stats_all(st)->human);
	assert_int_equal(stats_all(st)->human.questions, 300);
	assert_true(fabs(s.mean_em - 200.0 / 3) < 1e-9);
	assert_true(fabs(s.mean_f1 - (100 + 100 + 200.0 / 3) / 3) < 1e-9);
	assert_true(s.best_em == 100 && s.best_f1 == 100);
	assert_true(s.em > 55 && s.em < 78 && s.em_low < s.em && s.em < s.em_high);
	assert_true(s.f1_low < s.f1 && s.f1 < s.f1_high);
	stats_free(&st);
}

static void test_human_given(void **state)
{
	struct stats *st = stats_new(NULL);
	struct text_token answers[] = {tok("a b"), tok("b")};
	struct stats_item item = {"dev", tok("i"), tok("t"), tok("p"), tok("q?"), answers, 2, 0};
	struct stats_score s = {.em = 50, .em_low = 40, .em_high = 60, .f1 = 70, .f1_low = 65, .f1_high = 75};

	(void)state;
	stats_votes_only(st);
	stats_add(st, &item);
	stats_add(st, &(struct stats_item){"test", tok("i"), tok("t"), tok("p"), tok("q?"), answers, 2, 0});
	assert_int_equal(stats_all(st)->human.questions, 0);
	stats_human_set(st, "dev", 12, &s);
	stats_human_set(st, "nowhere", 12, &s);
	assert_int_equal(stats_all(st)->human.questions, 12);
	assert_true(stats_human_score(&stats_split(st, 0)->human).em == 50);
	assert_true(isnan(stats_human_score(&stats_split(st, 1)->human).em));
	assert_true(isnan(stats_human_score(&stats_all(st)->human).em));
	stats_free(&st);
}

/* Texts that would break out of JSON, SVG or HTML if they could. */
static const char HOSTILE[] =
    "</title><script>alert(1)</script> \"' & ]]> \x01 \xe2\x80\xae\xef\xbf\xbf \xf0\x9f\x8f\x99";

static struct stats *hostile(void)
{
	struct stats *st = stats_new(NULL);

	for (int i = 0; i < 5; i++)
		add(st, (struct given){HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE});
	stats_label_add(st, HOSTILE, 3);
	stats_labelled(st, 4);
	return st;
}

enum { SETS = 2 }; /* the hostile one and an empty one */

static const struct stats_about about = {"project", HOSTILE, HOSTILE, HOSTILE};

static void test_json(void **state)
{
	struct stats *all[SETS] = {hostile(), stats_new(NULL)};

	(void)state;
	for (size_t i = 0; i < SETS; i++) {
		struct buf out = BUF_INIT;
		char err[JSON_ERR_MAX];
		struct jw w;
		json_t *root;

		jw_init(&w, &out);
		stats_json(&w, all[i], i ? NULL : &about);
		jw_done(&w);
		root = json_parse(out.p, out.n, err);
		assert_non_null(root);
		assert_int_equal(json_integer_value(json_object_get(root, "questions")), i ? 0 : 5);
		for (const struct stats_definition *d = stats_definitions; d->key; d++)
			assert_non_null(json_object_get(json_object_get(root, "definitions"), d->key));
		json_decref(root);
		buf_release(&out);
		stats_free(&all[i]);
	}
}

static void check_markup(const struct buf *out)
{
	assert_null(strstr(out->p, "<script"));
	assert_null(strchr(out->p, '\x01'));
	assert_null(strstr(out->p, "\xef\xbf\xbf"));
	assert_null(strstr(out->p, " nan"));
	assert_null(strstr(out->p, ">nan"));
}

static void count_figure(void *arg, const char *name, const char *caption, const struct buf *svg)
{
	assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz-"), strlen(name));
	assert_non_null(strstr(caption, "of the paper"));
	assert_memory_equal(svg->p, "<svg ", 5);
	assert_string_equal(svg->p + svg->n - 6, "</svg>");
	assert_null(strstr(svg->p, "prefers-color-scheme"));
	assert_non_null(strstr(svg->p, "<title id="));
	assert_non_null(strstr(svg->p, "<desc id="));
	check_markup(svg);
	++*(int *)arg;
}

static void test_figures(void **state)
{
	struct stats *st = hostile(), *empty = stats_new(NULL);
	int n = 0;

	(void)state;
	stats_figures(st, &about, count_figure, &n);
	assert_int_equal(n, 8); /* all but human performance */
	n = 0;
	stats_figures(empty, NULL, count_figure, &n);
	assert_int_equal(n, 0);
	stats_free(&st);
	stats_free(&empty);
}

static void test_html(void **state)
{
	struct stats *all[SETS] = {hostile(), stats_new(NULL)};

	(void)state;
	for (size_t i = 0; i < SETS; i++) {
		struct buf out = BUF_INIT, again = BUF_INIT;

		stats_html(&out, &(struct stats_series){.st = all[i], .about = about});
		stats_html(&again, &(struct stats_series){.st = all[i], .about = about});
		check_markup(&out);
		assert_string_equal(out.p, again.p);
		assert_null(strstr(out.p, "http://www.w3.org/1999"));
		assert_non_null(strstr(out.p, i ? "There are no questions yet" : "id=\"first\""));
		for (const struct stats_definition *d = stats_definitions; d->key; d++)
			assert_non_null(strstr(out.p, d->name));
		buf_release(&out);
		buf_release(&again);
		stats_free(&all[i]);
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_words), cmocka_unit_test(test_overlap), cmocka_unit_test(test_types),
	  cmocka_unit_test(test_answers), cmocka_unit_test(test_counts), cmocka_unit_test(test_first_words),
	  cmocka_unit_test(test_long_word), cmocka_unit_test(test_human), cmocka_unit_test(test_human_given),
	  cmocka_unit_test(test_json), cmocka_unit_test(test_figures), cmocka_unit_test(test_html))
