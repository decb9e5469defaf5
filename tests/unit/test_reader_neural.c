/* Tests of the reader `neural` with a small file of random numbers: the door's promises
 * on any text, how an answer is chosen from scores, and that a file which is shaped
 * otherwise or holds absurd numbers is refused or harmless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "../../model_adapter/readers/neural_choose.h"
#include "../../model_adapter/readers/readers.h"
#include "beat/crypto.h"
#include "neural_file.h"
#include "neural_folder.h"
#include "reader_ask.h"
#include "unit.h"

/* The reader of a file with numbers of this size. */
static void *open_reader(float size)
{
	struct neural_file f = {.config = neural_file_small, .size = size};
	struct buf bytes = BUF_INIT;
	void *self;

	neural_file_fill(&f);
	neural_file_write(&f, &bytes);
	weights_folder_write("neural.weights", &bytes);
	self = reader_neural.open(weights_folder);
	buf_release(&bytes);
	neural_file_release(&f);
	return self;
}

/* --- the door */

static void ask(void *self, const char *passage, const char *question, struct reader_result *r)
{
	assert_true(reader_ask((struct asked){&reader_neural, self}, passage, strlen(passage), question, r));
}

static void test_door(void **state)
{
	void *self = open_reader(0.5F);
	struct reader_result r;

	(void)state;
	assert_non_null(self);
	assert_string_equal(reader_neural.name, "neural");
	assert_true(reader_neural.has_file);
	assert_ptr_equal(reader_find("neural"), &reader_neural);
	assert_string_equal(reader_neural.version(self), "0.1");
	assert_int_equal(strlen(reader_neural.weights(self)), 2 * CRYPTO_SHA256_LEN);
	assert_string_equal(reader_neural.measured(self)->on, "");
	ask(self, "The Rhine rises in the Alps. It flows to the sea.", "Where does the Rhine rise?", &r);
	assert_int_equal(r.n, READER_BEST_MAX);
	ask(self, "Alps", "Where?", &r);
	assert_int_equal(r.n, 1);
	assert_true(r.best[0].score > 0.9999);
	assert_true(r.null_score < 0.0001);
	reader_neural.close(self);
}

static void test_any_text(void **state)
{
	static const char *const passages[] = {"a",
					       "the",
					       "\u00c9t\u00e9",
					       "x \U0001F600 y",
					       "...1...",
					       "\u4e2d\u6587 42",
					       "a\u0301b c\u200dd",
					       "\"the\" (an) [a]",
					       "\t one \n\n two \u3000"};
	static const char *const questions[] = {
	    "", "?", " \n", "the the the", "Where does the Rhine rise?", "\U0001F600\u0301\u200d", "1 2 3 4 5 6 7 8 9"};
	void *self = open_reader(0.5F);
	struct reader_result r;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(passages); i++) {
		for (size_t j = 0; j < ARRAY_LEN(questions); j++)
			ask(self, passages[i], questions[j], &r);
	}
	reader_neural.close(self);
}

static void test_no_word(void **state)
{
	static const char *const passages[] = {"", " ", "...", "\u2014 ! \U0001F600", "\n\n"};
	void *self = open_reader(0.5F);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(passages); i++)
		assert_null(reader_neural.read(self, passages[i], strlen(passages[i])));
	reader_neural.close(self);
}

static void test_long(void **state)
{
	void *self = open_reader(0.5F);
	struct buf passage = BUF_INIT, question = BUF_INIT;
	struct reader_result r;

	(void)state;
	for (int i = 0; i < 1500; i++) {
		buf_addf(&passage, i % 9 == 0 ? "word%d. " : "word%d ", i);
		buf_addf(&question, "why%d ", i);
	}
	ask(self, passage.p, question.p, &r);
	assert_int_equal(r.n, READER_BEST_MAX);
	buf_clear(&passage);
	for (int i = 0; i < 700; i++)
		buf_adds(&passage, "- ");
	buf_adds(&passage, "Alps"); /* a single word, in the last window */
	ask(self, passage.p, "Where?", &r);
	assert_int_equal(r.n, neural_file_small.span);
	for (int i = 0; i < r.n; i++)
		assert_int_equal(r.best[i].span.end, passage.n);
	buf_release(&passage);
	buf_release(&question);
	reader_neural.close(self);
}

static void test_random_texts(void **state)
{
	void *self = open_reader(0.5F);
	struct asked neural = {&reader_neural, self};

	(void)state;
	reader_random_texts(neural, 300);
	reader_long_passages(neural, 5000);
	reader_neural.close(self);
}

struct asker {
	const void *self, *passage;
	struct reader_result results[20];
};

static void *ask_often(void *arg)
{
	struct asker *a = arg;
	char question[32];

	for (size_t i = 0; i < ARRAY_LEN(a->results); i++) {
		snprintf(question, sizeof(question), "Where in %zu?", i);
		reader_neural.answer(a->self, a->passage, question, strlen(question), &a->results[i]);
	}
	return NULL;
}

static void test_threads(void **state)
{
	static const char text[] = "The Rhine rises in the Alps. In 1999 it flooded Cologne.";
	void *self = open_reader(0.5F), *passage = reader_neural.read(self, text, strlen(text));
	struct asker askers[3];
	pthread_t threads[3];

	(void)state;
	assert_true(reader_neural.size(passage) > strlen(text));
	for (size_t i = 0; i < ARRAY_LEN(threads); i++) {
		askers[i] = (struct asker){.self = self, .passage = passage};
		assert_int_equal(pthread_create(&threads[i], NULL, ask_often, &askers[i]), 0);
	}
	for (size_t i = 0; i < ARRAY_LEN(threads); i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	for (size_t k = 0; k < ARRAY_LEN(askers[0].results); k++) {
		const struct reader_result *a = &askers[0].results[k];

		for (size_t i = 1; i < ARRAY_LEN(threads); i++)
			reader_kept("Where in …?", promises_alike(a, &askers[i].results[k]));
	}
	reader_neural.forget(passage);
	reader_neural.close(self);
}

/* Finite numbers so large that sums overflow: no good answer, but one that keeps the promises. */
static void test_absurd_numbers(void **state)
{
	static const float sizes[] = {0, 1e6F, 1e18F, 3e38F};
	struct reader_result r;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		void *self = open_reader(sizes[i]);

		assert_non_null(self);
		ask(self, "The Rhine rises in the Alps. It flows to the sea.", "Where does the Rhine rise?", &r);
		reader_neural.close(self);
		setenv("BEAT_PLAIN", "1", 1);
		self = open_reader(sizes[i]);
		ask(self, "The Rhine rises in the Alps. It flows to the sea.", "Where does the Rhine rise?", &r);
		reader_neural.close(self);
		unsetenv("BEAT_PLAIN");
	}
}

/* --- one network of several */

/* The reader of a file in which network i (1 or 2) of two is the only one. */
static void *open_alone(int i)
{
	struct neural_file f = {.config = neural_file_small, .size = 0.5F};
	struct buf bytes = BUF_INIT;
	char *members;
	void *self;

	neural_file_fill(&f);
	members = strstr(f.json, "\"members\":2");
	members[strlen("\"members\":")] = '1';
	for (size_t k = 0; k < f.n; k++) {
		char *name = (char *)f.parts[k].is.name;

		if (name[1] == '.')
			name[0] = name[0] == '0' + i - 1 ? '0' : '7'; /* what is called 7 nobody looks for */
	}
	neural_file_write(&f, &bytes);
	weights_folder_write("neural.weights", &bytes);
	self = reader_neural.open(weights_folder);
	buf_release(&bytes);
	neural_file_release(&f);
	return self;
}

/* A member answers as a file would in which it is the only one. */
static void test_a_member_alone(void **state)
{
	static const char passage[] = "The Rhine rises in the Alps. It flows to the sea.", question[] = "Where, Rhine?";
	struct reader_result alone, of_two, together;
	const struct reader_ops *ops = NULL;
	void *self;

	(void)state;
	for (int i = 1; i <= 2; i++) {
		self = open_alone(i);
		assert_non_null(self);
		ask(self, passage, question, &alone);
		assert_int_equal(reader_neural.members(self), 1);
		reader_neural.close(self);
		self = open_reader(0.5F);
		assert_int_equal(reader_neural.members(self), 2);
		ask(self, passage, question, &together);
		reader_neural.close(self);
		self = reader_neural.open_member(weights_folder, i, &ops);
		assert_non_null(self);
		assert_string_equal(ops->name, i == 1 ? "neural-1" : "neural-2");
		assert_null(ops->measured(self));
		assert_null(ops->members);
		assert_true(reader_ask((struct asked){ops, self}, passage, strlen(passage), question, &of_two));
		reader_kept("Where, Rhine?", promises_alike(&alone, &of_two));
		assert_true(of_two.best[0].score != together.best[0].score);
		ops->close(self);
	}
	assert_null(reader_neural.open_member(weights_folder, 3, &ops));
}

static void test_members_are_found(void **state)
{
	static const char *const none[] = {"",          "neural",   "neural-",  "neural-0", "neural-9",
					   "neural-11", "neural_1", "window-1", "Neural-1", "neural-1 "};
	int i = 0;

	(void)state;
	assert_ptr_equal(reader_find_member("neural-2,window", strlen("neural-2"), &i), &reader_neural);
	assert_int_equal(i, 2);
	for (size_t k = 0; k < ARRAY_LEN(none); k++)
		assert_null(reader_find_member(none[k], strlen(none[k]), &i));
}

/* --- files that are refused */

static void refused(struct neural_file *f, const char *sentence)
{
	struct buf bytes = BUF_INIT;
	char err[WEIGHTS_ERR_MAX] = "";
	struct weights *w;

	neural_file_write(f, &bytes);
	w = weights_view(bytes.p, bytes.n, "neural", err);
	assert_non_null(w);
	assert_null(neural_net_new(w, &kernels_plain, err));
	if (strcmp(err, sentence) != 0)
		fail_msg("'%s', not '%s'", err, sentence);
	weights_free(&w);
	buf_release(&bytes);
}

static void test_config_refused(void **state)
{
	static const struct {
		const char *key, *value, *sentence;
	} wrong[] = {
	    {"width", "24", "\"width\" of its config is no multiple of 16"},
	    {"width", "0", "\"width\" of its config is no whole number from 16 to 512"},
	    {"width", "1024", "\"width\" of its config is no whole number from 16 to 512"},
	    {"width", "32", "tensor 0.passage_in.weight does not have the shape that the config asks for"},
	    {"rank", "-1", "\"rank\" of its config is no whole number from 1 to 512"},
	    {"rank", "6", "tensor 0.start.weight does not have the shape that the config asks for"},
	    {"align", "1e3", "\"align\" of its config is no whole number from 1 to 512"},
	    {"part", "4", "tensor 0.part.0 does not have the shape that the config asks for"},
	    {"passage_layers", "0", "\"passage_layers\" of its config is no whole number from 1 to 4"},
	    {"question_layers", "2", "tensor 0.question_layers.1.norm.weight is missing"},
	    {"joint_layers", "5", "\"joint_layers\" of its config is no whole number from 1 to 4"},
	    {"span", "33", "\"span\" of its config is no whole number from 1 to 32"},
	    {"members", "9", "\"members\" of its config is no whole number from 1 to 8"},
	    {"members", "3", "tensor 2.delta is missing"},
	    {"f1_share", "1.5", "\"f1_share\" of its config is no number from 0 to 1"},
	    {"first", "12", "\"first\" of its config is no whole number from 13 to 20"},
	    {"first", "21", "\"first\" of its config is no whole number from 13 to 20"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct neural_file f = {.config = neural_file_small, .size = 0.5F};
		struct buf json = BUF_INIT;
		char key[32], *at, *end;

		neural_file_fill(&f);
		snprintf(key, sizeof(key), "\"%s\":", wrong[i].key);
		at = strstr(f.json, key);
		assert_non_null(at);
		end = at + strcspn(at, ",}");
		buf_add(&json, f.json, (size_t)(at - f.json));
		buf_addf(&json, "%s%s%s", key, wrong[i].value, end);
		snprintf(f.json, sizeof(f.json), "%s", json.p);
		refused(&f, wrong[i].sentence);
		buf_release(&json);
		neural_file_release(&f);
	}
}

/* Every tensor in turn: another name, another type, a number that is none. */
static void test_tensors_refused(void **state)
{
	struct neural_file f = {.config = neural_file_small, .size = 0.5F};
	char sentence[128];

	(void)state;
	neural_file_fill(&f);
	for (size_t i = 0; i < f.n; i++) {
		struct weights_want *is = &f.parts[i].is, was = *is;

		/* Biases that a softmax takes away are not read. */
		if (strstr(is->name, "summary.bias") || strstr(is->name, "attend_passage.bias") ||
		    strstr(is->name, "attend_question.bias") || strstr(is->name, "pair.bias"))
			continue;
		is->name = "nobody";
		snprintf(sentence, sizeof(sentence), "tensor %s is missing", was.name);
		refused(&f, sentence);
		*is = was;
		is->shape[0]--;
		if (is->shape[0] > 0 && strcmp(is->name, "0.delta") != 0 && strcmp(is->name, "1.delta") != 0 &&
		    strncmp(is->name, "word.", 5) != 0) {
			snprintf(sentence, sizeof(sentence),
				 "tensor %s does not have the shape that the config asks for", was.name);
			refused(&f, sentence);
		}
		*is = was;
		if (is->type == WEIGHTS_F32) {
			float *numbers = (float *)f.parts[i].numbers, first = numbers[0];

			numbers[0] = NAN;
			snprintf(sentence, sizeof(sentence), "tensor %s has a number in it that is not finite",
				 was.name);
			refused(&f, sentence);
			numbers[0] = first;
		}
	}
	neural_file_release(&f);
}

static void test_words_refused(void **state)
{
	struct neural_file f = {.config = neural_file_small, .size = 0.5F};
	uint32_t *hash, *row, kept;

	(void)state;
	neural_file_fill(&f);
	hash = (uint32_t *)neural_file_part(&f, "word.hash")->numbers;
	row = (uint32_t *)neural_file_part(&f, "word.row")->numbers;
	kept = row[3];
	row[3] = NEURAL_FILE_ROWS;
	refused(&f, "its table of words is not in order");
	row[3] = kept;
	hash[1] = hash[2];
	refused(&f, "its table of words is not in order");
	neural_file_release(&f);
}

static void test_open_refused(void **state)
{
	struct buf bytes = BUF_INIT;
	void *self;

	(void)state;
	assert_null(reader_neural.open("/nonexistent"));
	buf_adds(&bytes, "not a weights file at all, but long enough to be taken for one at the first look");
	weights_folder_write("neural.weights", &bytes);
	assert_null(reader_neural.open(weights_folder));
	self = open_reader(0.5F);
	assert_non_null(self);
	reader_neural.close(self);
	buf_release(&bytes);
}

/* --- the choice */

struct choosing {
	struct neural_config config;
	struct tokens tokens;
	float *scores; /* of members * tokens * span */
};

static void start(struct choosing *c, const char *text, int members, double share)
{
	size_t all;

	*c = (struct choosing){.config = {.span = 4, .members = members, .f1_share = share}};
	tokens_cut(&c->tokens, lexicon, text, strlen(text));
	all = c->tokens.n * 4 * (size_t)members;
	c->scores = xcalloc(all, sizeof(*c->scores));
	for (size_t i = 0; i < all; i++)
		c->scores[i] = i / 4 % c->tokens.n + i % 4 < c->tokens.n ? -20 : NEURAL_BLOCKED;
}

static void give(struct choosing *c, int member, size_t first, size_t last, double probability)
{
	c->scores[((size_t)member * c->tokens.n + first) * 4 + last - first] = (float)log(probability);
}

static struct neural_choice finish(struct choosing *c)
{
	struct neural_choice out;

	neural_rank(&out, &c->config, &kernels_plain, &c->tokens, c->scores);
	neural_choose(&out, &c->config, &c->tokens);
	free(c->scores);
	tokens_release(&c->tokens);
	return out;
}

static void is_span(const struct neural_choice *c, int i, size_t first, size_t last)
{
	assert_true(i < c->n);
	assert_int_equal(c->v[i].first, first);
	assert_int_equal(c->v[i].last, last);
}

/* The likeliest span is "Vals"; but "Rhine valley" shares a word with two others and may expect more F1. */
static void test_expected_f1(void **state)
{
	static const double shares[] = {0, 1};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct choosing c;
		struct neural_choice out;

		start(&c, "Vals, upper Rhine valley north", 1, shares[i]);
		give(&c, 0, 0, 0, 0.35);
		give(&c, 0, 2, 4, 0.2);
		give(&c, 0, 3, 4, 0.25);
		give(&c, 0, 3, 5, 0.2);
		out = finish(&c);
		assert_int_equal(out.n, 17); /* of 6 + 5 + 4 + 3 spans all but the comma */
		if (i == 0) {
			is_span(&out, 0, 0, 0);
			is_span(&out, 1, 3, 4);
			assert_true(fabs(out.expected_f1 - 0.35) < 1e-3);
		} else {
			is_span(&out, 0, 3, 4);
			is_span(&out, 1, 0, 0);
			assert_true(fabs(out.expected_f1 - (0.25 + 0.4 * 0.8)) < 1e-3);
		}
		assert_true(fabs(out.v[0].probability - (i == 0 ? 0.35 : 0.25)) < 1e-3);
	}
}

/* Articles and marks do not count: "the Alps" and "Alps." are worth as much as "Alps", together they win. */
static void test_what_counts(void **state)
{
	struct choosing c;
	struct neural_choice out;

	(void)state;
	start(&c, "Basel. the Alps.", 1, 0);
	give(&c, 0, 0, 0, 0.4);
	give(&c, 0, 2, 3, 0.25);
	give(&c, 0, 3, 3, 0.2);
	give(&c, 0, 3, 4, 0.15);
	out = finish(&c);
	is_span(&out, 0, 2, 3);
	is_span(&out, 1, 0, 0);
	is_span(&out, 2, 3, 3);
	is_span(&out, 3, 3, 4);
	assert_true(fabs(out.expected_f1 - 0.6) < 1e-3);
}

static void test_only_words(void **state)
{
	struct choosing c;
	struct neural_choice out;

	(void)state;
	start(&c, "... Alps", 1, 0.5);
	give(&c, 0, 0, 0, 0.9);
	give(&c, 0, 0, c.tokens.n - 1, 0.1);
	out = finish(&c);
	assert_int_equal(out.v[0].first, 0);
	for (int i = 0; i < out.n; i++)
		assert_int_equal(out.v[i].last, out.v[0].last);
	assert_true(fabs(out.v[0].probability - 0.1) < 1e-3);
}

static void test_members(void **state)
{
	struct choosing c;
	struct neural_choice out;

	(void)state;
	start(&c, "Basel Vals Chur", 3, 0);
	give(&c, 0, 0, 0, 1.0);
	for (int m = 1; m < 3; m++) {
		give(&c, m, 1, 1, 0.6);
		give(&c, m, 2, 2, 0.4);
	}
	out = finish(&c);
	is_span(&out, 0, 1, 1);
	is_span(&out, 1, 0, 0);
	is_span(&out, 2, 2, 2);
	assert_true(fabs(out.v[0].probability - 0.4) < 1e-3);
	assert_true(fabs(out.v[1].probability - 1.0 / 3) < 1e-3);
}

UNIT_MAIN(open_folder, remove_folder, cmocka_unit_test(test_door), cmocka_unit_test(test_any_text),
	  cmocka_unit_test(test_no_word), cmocka_unit_test(test_long), cmocka_unit_test(test_threads),
	  cmocka_unit_test(test_absurd_numbers), cmocka_unit_test(test_config_refused),
	  cmocka_unit_test(test_tensors_refused), cmocka_unit_test(test_words_refused),
	  cmocka_unit_test(test_open_refused), cmocka_unit_test(test_random_texts), cmocka_unit_test(test_expected_f1),
	  cmocka_unit_test(test_what_counts), cmocka_unit_test(test_only_words), cmocka_unit_test(test_members),
	  cmocka_unit_test(test_a_member_alone), cmocka_unit_test(test_members_are_found))
