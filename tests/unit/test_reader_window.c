/* Tests of the reader `window`: the door's promises on any text, the parts under it
 * (tokens, sentences, questions), and that it plays as well as it should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../model_adapter/readers/question.h"
#include "../../model_adapter/readers/readers.h"
#include "../../model_adapter/readers/spans.h"
#include "../../model_adapter/readers/tokens.h"
#include "../../model_adapter/readers/window_weights.h"
#include "beat/log.h"
#include "beat/mem.h"
#include "beat/text.h"
#include "reader_ask.h"
#include "unit.h"

static void *window;
static struct lexicon *lexicon;

static struct asked the_window(void)
{
	return (struct asked){&reader_window, window};
}

/* The surest is the one that it chooses. */
static char *ask(const char *passage, size_t n, const char *question)
{
	struct reader_result r;
	const char *p;
	size_t len;

	if (!reader_ask(the_window(), passage, n, question, &r))
		return NULL;
	assert_true(r.n == 1 || r.best[0].score >= r.best[1].score);
	assert_true(span_slice(passage, n, r.best[0].span, &p, &len));
	return xmemdup0(p, len);
}

static void answers(const char *passage, const char *question, const char *wanted)
{
	reader_answers(the_window(), passage, question, wanted);
}

static void test_door(void **state)
{
	const char *hash = reader_window.weights(window);

	(void)state;
	assert_ptr_equal(reader_find("window"), &reader_window);
	assert_null(reader_find("nobody"));
	assert_ptr_equal(reader_all()[0], &reader_window);
	assert_int_equal(strlen(hash), 64);
	assert_int_equal(strspn(hash, "0123456789abcdef"), 64);
	assert_false(reader_window.has_file);
	assert_int_equal(reader_window.measured(window)->f1_permille, 508);
}

/* A change of any constant must come with a new version: then write the new hash here. */
static void test_constants_are_those_of_the_version(void **state)
{
	(void)state;
	assert_string_equal(reader_window.version(window), "1.0");
	assert_string_equal(reader_window.weights(window),
			    "47ecd78b246dec95c405c34e89fc261aa7426f9a288e0fb3f7d3ba9d46ee99d9");
}

static void test_plays(void **state)
{
	(void)state;
	answers(rhine, "Where does it rise?", "Swiss Alps");
	answers(rhine, "When did Tulla begin to straighten the Rhine?", "1817");
	answers(rhine, "Who began to straighten the river?", "Johann Gottfried Tulla");
	answers(rhine, "How many years did the work take?", "59");
	answers(rhine, "How much did it cost?", "$5 million");
	answers(rhine, "How many barges move goods on it?", "6,900");
	answers(rhine, "Near which city does it flow into the sea?", "Rotterdam");
}

/* What is sure has little that speaks against it; what nothing speaks for has nothing but. */
static void test_next_best_and_null(void **state)
{
	static const char faint[] = "and the or";
	struct reader_result sure, unsure, lost;
	void *read = reader_window.read(window, rhine, strlen(rhine)),
	     *nothing = reader_window.read(window, faint, strlen(faint));

	(void)state;
	reader_window.answer(window, read, "How many barges move goods on it?", 33, &sure);
	reader_window.answer(window, read, "", 0, &unsure);
	reader_window.answer(window, nothing, "Who?", 4, &lost);
	reader_window.forget(read);
	reader_window.forget(nothing);
	assert_int_equal(sure.n, READER_BEST_MAX);
	assert_true(sure.best[0].score > unsure.best[0].score);
	assert_true(sure.null_score < unsure.null_score);
	assert_true(sure.null_score <= 1 - sure.best[0].score);
	assert_int_equal(lost.n, 1);
	assert_true(lost.best[0].score <= 0 && lost.null_score >= 1);
}

/* Questions no reader should be asked still get an answer. */
static void test_absurd_questions(void **state)
{
	static const char *const questions[] = {"",
						" ",
						"?",
						"who",
						"what what what what",
						"\U0001F600",
						"the the the",
						"\n\n",
						"Rhine Rhine Rhine",
						"1817",
						"\u00a0",
						"how many",
						"which",
						"in which",
						"a"};
	struct buf b = BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
		char *got = ask(rhine, strlen(rhine), questions[i]);

		assert_non_null(got);
		free(got);
	}
	for (int i = 0; i < 20000; i++)
		buf_adds(&b, "river ");
	free(ask(rhine, strlen(rhine), b.p));
	buf_release(&b);
}

static void test_no_word(void **state)
{
	static const char *const passages[] = {"",    " ",     "...", "\U0001F600\U0001F680", "\u2014 \u2026 \u3000",
					       "$%&", "\u0301"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(passages); i++)
		assert_null(ask(passages[i], strlen(passages[i]), "What?"));
}

static void test_few_words(void **state)
{
	(void)state;
	answers("the", "What?", "the");
	answers("and the or", "What?", "and");
	answers("a", "", "a");
	answers("  x  ", "What?", "x");
	answers("of.", "What?", "of");
	answers("\U0001F600 \u00c9t\u00e9 \U0001F600", "When?", "\u00c9t\u00e9");
}

static void test_strange_texts(void **state)
{
	static const char *const passages[] = {
	    "\u00e9\u0301\u0302 caf\u00e9 e\u0301t\u00e9. \U0001F469\u200D\U0001F680 flew to \u0130stanbul in 1999.",
	    "\u4e2d\u56fd\u7684\u9996\u90fd\u662f\u5317\u4eac\u3002\u4e0a\u6d77\u662f\u6700\u5927\u7684\u57ce\u3002",
	    "\u0939\u093f\u0928\u094d\u0926\u0940 \u092d\u093e\u0937\u093e 1950 \u092e\u0947\u0902",
	    "\u202eevil\u202c text\u200b with\ufeff marks",
	    "''''s 's 's's O'Brien's 's",
	    "((((( [[[ x ]]] )))))",
	    "1,2,3,4.5.6:7:8 9% $ \u20ac5 \u00a36m",
	    "A. B. C. D. E. F. G.",
	    "U.S. U.S.A. e.g. i.e. a.m. Ph.D. . . . ...",
	    "----- a-b-c -d- \u2013\u2014 x",
	    "\"\"\"\" \u201cq\u201d \u2018r\u2019 \u00abs\u00bb",
	    "line\n\n\nline\r\n\r\nline\tline\vline\fline\u2028line\xc2\x85 line",
	    "THE WHO IS WHO IN IT AND US OR THE UN",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(passages); i++) {
		for (size_t j = 0; j < ARRAY_LEN(passages); j++)
			free(ask(passages[i], strlen(passages[i]), passages[j]));
	}
	free(ask("a\0b c\0", 6, "what"));
}

/* An accent or joiner stays with its letter. */
static void test_marks_stay(void **state)
{
	(void)state;
	answers("In 1900 e\u0301t\u00e9\u0301 won.", "Who won?", "e\u0301t\u00e9\u0301");
}

static void test_long_passages(void **state)
{
	(void)state;
	reader_finds_the_poet(the_window(), 4000);
	reader_long_passages(the_window(), 50000);
}

/* Tokens and sentences: '|' between tokens, '/' between sentences. */
static void cut_is(const char *text, const char *wanted)
{
	struct tokens t;
	struct buf b = BUF_INIT;
	size_t sentence = 0;

	tokens_cut(&t, lexicon, text, strlen(text));
	for (size_t i = 0; i < t.n; i++) {
		if (i > 0 && i == t.sentences[sentence].end) {
			sentence++;
			buf_addc(&b, '/');
		} else if (i > 0) {
			buf_addc(&b, '|');
		}
		buf_add(&b, text + t.v[i].byte, t.v[i].byte_end - t.v[i].byte);
	}
	assert_string_equal(b.n > 0 ? b.p : "", wanted);
	buf_release(&b);
	tokens_release(&t);
}

static void test_tokens(void **state)
{
	(void)state;
	cut_is("", "");
	cut_is("It cost $1,234.50, i.e. 5% more.", "It|cost|$|1,234.50|,|i.e.|5|%|more|.");
	cut_is("Luther's O'Brien didn\u2019t", "Luther|'s|O'Brien|didn\u2019t");
	cut_is("the 1990s and the 5th-century", "the|1990s|and|the|5th|-|century");
	cut_is("Kurt H. Debus met J. R. R. Tolkien.", "Kurt|H.|Debus|met|J.|R.|R.|Tolkien|.");
	cut_is("cafe\u0301 x", "cafe\u0301|x");
}

static void test_sentences(void **state)
{
	(void)state;
	cut_is("One. Two! Three? Four", "One|./Two|!/Three|?/Four");
	cut_is("Mr. Lee saw Dr. No. He ran.", "Mr|.|Lee|saw|Dr|.|No|./He|ran|.");
	cut_is("It is 3.5 m. It is 4.", "It|is|3.5|m|./It|is|4|.");
	cut_is("He took vitamin C. The cold went.", "He|took|vitamin|C|./The|cold|went|.");
	cut_is("He said \"No.\" She left.", "He|said|\"|No|.|\"/She|left|.");
	cut_is("Acme Inc. The firm in the U.S. It grew.", "Acme|Inc|./The|firm|in|the|U.S./It|grew|.");
	cut_is("In the U.S. Army he rose.", "In|the|U.S.|Army|he|rose|.");
	cut_is("move.[note 2] Then", "move|./[|note|2|]|Then");
	cut_is("a head\n\nA text", "a|head/A|text");
	cut_is("wrapped\nline of text", "wrapped|line|of|text");
	cut_is("approx. 5 km", "approx|.|5|km");
}

static enum question_type type_of(const char *text)
{
	struct tokens t;
	struct question q;

	tokens_cut(&t, lexicon, text, strlen(text));
	question_read(&q, &t);
	tokens_release(&t);
	return q.type;
}

static void test_question_types(void **state)
{
	static const struct {
		const char *text;
		enum question_type type;
	} known[] = {
	    {"Who wrote it?", QUESTION_WHO},
	    {"In what year was it built?", QUESTION_WHEN},
	    {"Which cities lie on it?", QUESTION_WHERE},
	    {"What percentage of people live there?", QUESTION_NUMBER},
	    {"How many are there?", QUESTION_NUMBER},
	    {"How much was paid?", QUESTION_MONEY},
	    {"How long is it?", QUESTION_LONG},
	    {"Why did he go?", QUESTION_WHY},
	    {"How did he go?", QUESTION_HOW},
	    {"What is the name of the ship?", QUESTION_NAME},
	    {"What kind of tree is it?", QUESTION_NOUN},
	    {"What did he see?", QUESTION_WHAT},
	    {"The ship was built where?", QUESTION_WHERE},
	    {"Name it.", QUESTION_NONE},
	    {"", QUESTION_NONE},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (type_of(known[i].text) != known[i].type)
			fail_msg("%s: %d", known[i].text, type_of(known[i].text));
	}
}

static void test_stems(void **state)
{
	static const char *const same[][2] = {{"invaded", "invade"},   {"invading", "invades"}, {"cities", "city"},
					      {"running", "run"},      {"won", "win"},          {"churches", "church"},
					      {"quickly", "quick"},    {"children", "child"},   {"glasses", "glass"},
					      {"government", "govern"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(same); i++)
		assert_int_equal(lexicon_stem(lexicon, same[i][0], strlen(same[i][0])),
				 lexicon_stem(lexicon, same[i][1], strlen(same[i][1])));
	assert_int_not_equal(lexicon_stem(lexicon, "bus", 3), lexicon_stem(lexicon, "bu", 2));
}

static void test_random_texts(void **state)
{
	(void)state;
	reader_random_texts(the_window(), 3000);
}

static int set_up(void **state)
{
	(void)state;
	log_init("test", LOG_ERROR + 1);
	window = reader_window.open(NULL);
	lexicon = lexicon_new();
	return window == NULL;
}

static int tear_down(void **state)
{
	(void)state;
	reader_window.close(window);
	lexicon_free(&lexicon);
	return 0;
}

UNIT_MAIN(set_up, tear_down, cmocka_unit_test(test_door), cmocka_unit_test(test_constants_are_those_of_the_version),
	  cmocka_unit_test(test_plays), cmocka_unit_test(test_next_best_and_null),
	  cmocka_unit_test(test_absurd_questions), cmocka_unit_test(test_no_word), cmocka_unit_test(test_few_words),
	  cmocka_unit_test(test_strange_texts), cmocka_unit_test(test_marks_stay), cmocka_unit_test(test_long_passages),
	  cmocka_unit_test(test_tokens), cmocka_unit_test(test_sentences), cmocka_unit_test(test_question_types),
	  cmocka_unit_test(test_stems), cmocka_unit_test(test_random_texts))
