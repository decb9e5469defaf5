/* Tests of the reader `linear`: the door's promises on any text with the weights that are
 * shipped, tables and files made here, the choice of an answer, and its own exponential
 * function. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../model_adapter/readers/linear_choose.h"
#include "../../model_adapter/readers/readers.h"
#include "../../model_adapter/readers/weights_make.h"
#include "beat/log.h"
#include "reader_ask.h"
#include "unit.h"
#include "weights_folder.h"

static void *linear;
static struct lexicon *lexicon;

static struct asked the_linear(void)
{
	return (struct asked){&reader_linear, linear};
}

static char *ask(const char *passage, const char *question)
{
	return reader_text(the_linear(), passage, strlen(passage), question);
}

static void answers(const char *passage, const char *question, const char *wanted)
{
	reader_answers(the_linear(), passage, question, wanted);
}

static void test_door(void **state)
{
	const char *hash = reader_linear.weights(linear);
	const struct reader_measure *m = reader_linear.measured(linear);

	(void)state;
	assert_ptr_equal(reader_find("linear"), &reader_linear);
	assert_true(reader_linear.has_file);
	assert_int_equal(strlen(hash), 64);
	assert_int_equal(strspn(hash, "0123456789abcdef"), 64);
	assert_string_equal(m->on, "SQuAD, unseen articles");
	assert_true(m->questions >= 1000);
	assert_in_range(m->f1_permille, m->em_permille, 1000);
}

static void test_plays(void **state)
{
	(void)state;
	answers(rhine, "When did Tulla begin to straighten the Rhine?", "1817");
	answers(rhine, "Who began to straighten the river?", "Johann Gottfried Tulla");
	answers(rhine, "How much did the work cost?", "$5 million");
	answers(rhine, "How many barges move goods on it?", "6,900");
	answers(rhine, "Near which city does it flow into the sea?", "Rotterdam");
}

static void test_absurd_questions(void **state)
{
	static const char *const questions[] = {"",        " ",    "?",      "who",      "what what what", "\U0001F600",
						"the the", "1817", "\u00a0", "how many", "in which",       "a"};
	struct buf b = BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
		char *got = ask(rhine, questions[i]);

		assert_non_null(got);
		free(got);
	}
	for (int i = 0; i < 20000; i++)
		buf_adds(&b, "river ");
	free(ask(rhine, b.p));
	buf_release(&b);
}

static void test_few_words(void **state)
{
	static const char *const none[] = {"", " ", "...", "\U0001F600", "$%&", "\u0301"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(none); i++)
		assert_null(ask(none[i], "What?"));
	answers("the", "What?", "the");
	answers("and the or", "What?", "and");
	answers("  x  ", "What?", "x");
	answers("\U0001F600 \u00c9t\u00e9 \U0001F600", "When?", "\u00c9t\u00e9");
}

static void test_long_passages(void **state)
{
	(void)state;
	reader_finds_the_poet(the_linear(), 1000);
	reader_long_passages(the_linear(), 50000);
}

static void test_random_texts(void **state)
{
	(void)state;
	reader_random_texts(the_linear(), 500);
}

/* What is sure has little that speaks against it; what nothing speaks for has nothing but. */
static void test_null_score(void **state)
{
	struct reader_result sure, unsure, lost;
	void *read = reader_linear.read(linear, rhine, strlen(rhine)),
	     *none = reader_linear.read(linear, "and the or", 10);

	(void)state;
	reader_linear.answer(linear, read, "How many barges move goods on it?", 33, &sure);
	reader_linear.answer(linear, read, "", 0, &unsure);
	reader_linear.answer(linear, none, "Who?", 4, &lost);
	reader_linear.forget(read);
	reader_linear.forget(none);
	assert_int_equal(sure.n, READER_BEST_MAX);
	assert_true(sure.null_score < unsure.null_score);
	assert_true(sure.null_score <= 1 - sure.best[0].score);
	assert_int_equal(lost.n, 1);
	assert_true(lost.best[0].score <= 0 && lost.null_score >= 1);
}

/* A feature finds its own weight, whatever stands around it, and only that. */
static void test_slots(void **state)
{
	enum { N = 40, FEATURES = 30 };
	uint32_t slots[N] = {0};
	struct linear_model m = {.slots = slots, .n_slots = N};

	(void)state;
	for (uint32_t i = 0; i < FEATURES; i++) /* all begin at the last slots: they go round the end */
		assert_true(linear_slots_put(slots, N, 0xffff0000u + i, (int)i + 1));
	for (uint32_t i = 0; i < FEATURES; i++)
		assert_int_equal(linear_weight(&m, 0xffff0000u + i), i + 1);
	assert_int_equal(linear_weight(&m, 0xffff0000u + FEATURES), 0);
	assert_int_equal(linear_weight(&m, 0), 0);
	assert_false(linear_slots_put(slots, N, 7, 0));
	assert_true(linear_slots_put(slots, N, 0xffff0000u, -40000));
	assert_int_equal(linear_weight(&m, 0xffff0000u), INT16_MIN);
	assert_true(linear_slots_put(slots, N, 0xffff0000u, 40000));
	assert_int_equal(linear_weight(&m, 0xffff0000u), INT16_MAX);
	for (uint32_t i = 0; i < N - FEATURES; i++)
		assert_true(linear_slots_put(slots, N, 100 + i, 5));
	assert_false(linear_slots_put(slots, N, 99, 5));
}

static void test_exp(void **state)
{
	(void)state;
	assert_true(linear_exp(0) == UINT64_C(1) << 32);
	for (int64_t d = 1; d < 23000; d++) {
		assert_true(linear_exp(d) <= linear_exp(d - 1) + 16);
		assert_true(fabs((double)linear_exp(d) / 4294967296.0 - exp(-(double)d / 1000)) < 1e-8);
	}
	assert_int_equal(linear_exp(40000), 0);
	assert_int_equal(linear_exp(INT64_C(1) << 40), 0);
}

/* What the chosen span of "one two three four …" is, given scores of some. */
static void chooses(const struct linear_span *spans, size_t n, int f1_share, const char *wanted)
{
	static const char text[] = "one two three four the one two";
	struct linear_spans all = {.v = (struct linear_span *)spans, .n = n};
	struct tokens t;
	struct reader_result r;
	const char *p;
	size_t len;

	tokens_cut(&t, lexicon, text, strlen(text));
	linear_choose(&all, &t, f1_share, &r);
	tokens_release(&t);
	reader_kept(wanted, promises_result(text, strlen(text), &r));
	assert_true(span_slice(text, strlen(text), r.best[0].span, &p, &len));
	assert_int_equal(len, strlen(wanted));
	assert_memory_equal(p, wanted, len);
}

static void test_choice(void **state)
{
	/* The longest shares words with both others, which share none. */
	static const struct linear_span three[] = {{0, 1, 500}, {0, 3, 450}, {2, 3, 400}};
	/* Two places with the same words are one answer, also with an article between. */
	static const struct linear_span twice[] = {{0, 1, 0}, {2, 3, 300}, {4, 6, 0}};
	static const struct linear_span equal[] = {{3, 3, 9}, {5, 5, 9}};

	(void)state;
	chooses(three, 3, 0, "one two");
	chooses(three, 3, 1000, "one two three four");
	chooses(twice, 3, 0, "one two");
	chooses(twice, 2, 0, "three four");
	chooses(equal, 2, 500, "four");
	chooses(NULL, 0, 500, "one");
}

static void *open_made(const char *config, const uint32_t *slots, size_t n, const char *tensor)
{
	const struct weights_part part = {.is = {tensor, WEIGHTS_U32, 1, {n}}, .numbers = slots};
	struct buf b = BUF_INIT;
	void *made;

	weights_make(&b, &(struct weights_image){
			     .reader = "linear", .version = "t", .config = config, .parts = &part, .n_parts = 1});
	weights_folder_write("linear.weights", &b);
	made = reader_linear.open(weights_folder);
	buf_release(&b);
	return made;
}

static void test_files(void **state)
{
	uint32_t slots[64] = {0};
	void *made;
	char *got;

	(void)state;
	made = open_made("{\"patterns\":1,\"f1_share\":0}", slots, 64, "slots");
	assert_non_null(made);
	assert_string_equal(reader_linear.version(made), "t");
	assert_string_equal(reader_linear.measured(made)->on, "");
	/* Nothing has a weight: the first of equals. */
	got = reader_text((struct asked){&reader_linear, made}, "Rome fell.", 10, "What fell?");
	assert_string_equal(got, "Rome");
	free(got);
	reader_linear.close(made);
	assert_null(open_made("{\"patterns\":2,\"f1_share\":0}", slots, 64, "slots"));
	assert_null(open_made("{\"patterns\":1,\"f1_share\":1001}", slots, 64, "slots"));
	assert_null(open_made("{\"patterns\":1}", slots, 64, "slots"));
	assert_null(open_made("{\"patterns\":1,\"f1_share\":0}", slots, 64, "others"));
	assert_null(open_made("{\"patterns\":1,\"f1_share\":0}", slots, 3, "slots"));
	memset(slots, 1, 49 * sizeof(slots[0]));
	assert_null(open_made("{\"patterns\":1,\"f1_share\":0}", slots, 64, "slots"));
	assert_null(reader_linear.open("/no/such/folder"));
}

/* Weights come from features alone: a word of the passage that the table knows wins. */
static void test_weights_decide(void **state)
{
	static const char text[] = "Anna met Bert and Carla in Delft.";
	uint32_t slots[64] = {0};
	struct linear_passage p;
	struct linear_view v;
	struct linear_list list;
	void *made;
	char *got;

	(void)state;
	linear_passage_read(&p, lexicon, text, strlen(text));
	linear_view_open(&v, lexicon, &p, "Who?", 4);
	linear_edge(&v, 0, 4, LINEAR_START, &list);
	assert_true(linear_slots_put(slots, 64, list.v[7], 3000));
	linear_edge(&v, 0, 4, LINEAR_END, &list);
	assert_true(linear_slots_put(slots, 64, list.v[7], 3000));
	linear_view_close(&v);
	linear_passage_release(&p);
	made = open_made("{\"patterns\":1,\"f1_share\":0}", slots, 64, "slots");
	got = reader_text((struct asked){&reader_linear, made}, text, strlen(text), "Who?");
	assert_string_equal(got, "Carla");
	free(got);
	reader_linear.close(made);
}

/* One span alone has the score it has among all; what is no candidate has none. */
static void test_one_by_one(void **state)
{
	static const char text[] =
	    "In 1817 Johann Tulla straightened the upper Rhine (for about $3,500). He was an engineer. "
	    "\"Rivers\", he wrote, are best when straight, short and deep \u2014 or so one thought then, and for "
	    "many years afterwards and everywhere!";
	struct weights *w;
	struct linear_model m;
	struct linear_passage p;
	struct linear_view v;
	struct linear_spans all;
	char err[WEIGHTS_ERR_MAX];
	size_t found = 0;
	int32_t score;

	(void)state;
	w = weights_open(BEAT_WEIGHTS_DIR "/linear.weights", "linear", err);
	assert_non_null(w);
	assert_int_equal(linear_model_load(&m, w, err), 0);
	linear_passage_read(&p, lexicon, text, strlen(text));
	linear_view_open(&v, lexicon, &p, "Who straightened the Rhine?", 27);
	linear_score(&m, &v, &all);
	assert_true(all.n > 50);
	for (uint32_t first = 0; first < p.tokens.n; first++) {
		for (uint32_t last = first; last < p.tokens.n; last++) {
			const struct linear_span *next = &all.v[found];
			bool known = found < all.n && next->first == first && next->last == last;

			assert_int_equal(linear_score_one(&m, &v, first, last, &score), known);
			if (known)
				assert_int_equal(score, all.v[found++].score);
		}
	}
	assert_int_equal(found, all.n);
	free(all.v);
	linear_view_close(&v);
	linear_passage_release(&p);
	weights_free(&w);
}

static int set_up(void **state)
{
	(void)state;
	log_init("test", LOG_ERROR + 1);
	linear = reader_linear.open(BEAT_WEIGHTS_DIR);
	lexicon = lexicon_new();
	return linear == NULL || weights_folder_open() != 0;
}

static int tear_down(void **state)
{
	(void)state;
	reader_linear.close(linear);
	lexicon_free(&lexicon);
	return weights_folder_close();
}

UNIT_MAIN(set_up, tear_down, cmocka_unit_test(test_door), cmocka_unit_test(test_plays),
	  cmocka_unit_test(test_absurd_questions), cmocka_unit_test(test_few_words),
	  cmocka_unit_test(test_long_passages), cmocka_unit_test(test_random_texts), cmocka_unit_test(test_null_score),
	  cmocka_unit_test(test_slots), cmocka_unit_test(test_exp), cmocka_unit_test(test_choice),
	  cmocka_unit_test(test_files), cmocka_unit_test(test_weights_decide), cmocka_unit_test(test_one_by_one))
