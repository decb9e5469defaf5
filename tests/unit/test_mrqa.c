/* MRQA as the format's own rules have it: inclusive spans, every occurrence, offsets of tokens, the cut, the marks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/json.h"
#include "beat/release.h"
#include "beat/span.h"
#include "beat/text.h"
#include "unit.h"

static struct release_text text_of(const char *s)
{
	return (struct release_text){s, strlen(s)};
}

/* A row whose answer is the nth place (from 0) of `answer` in the context. */
static struct release_row row_of(const char *context, const char *answer, int nth)
{
	const char *at = context - 1;
	struct release_row row = {
	    .id = text_of("0123456789abcdef0123456789abcdef01234567"),
	    .question = text_of("What’s that, e\xcc\x81 🏙️?"),
	    .answer = text_of(answer),
	    .model_in_loop = text_of("bidaf"),
	};

	for (int i = 0; i <= nth; i++) {
		at = strstr(at + 1, answer);
		assert_non_null(at);
	}
	row.answer_start = text_length(context, (size_t)(at - context));
	row.answer_end = row.answer_start + text_length(answer, strlen(answer));
	return row;
}

/* One passage through the writer; returns its line, or NULL if there is none. */
static json_t *write_rows(const char *context, const struct release_row *rows, size_t n, int64_t *left_out)
{
	struct release_passage p = {
	    .title = text_of("T"), .context = text_of(context), .new_document = true, .rows = rows, .n_rows = n};
	void *state = calloc(1, release_mrqa.state);
	struct buf out = BUF_INIT;
	json_t *line = NULL;

	release_mrqa.passage(state, &p, &out);
	release_mrqa.end(state, &out);
	*left_out = release_mrqa_left_out(state);
	if (out.n > 0) {
		assert_int_equal(out.p[out.n - 1], '\n');
		assert_ptr_equal(strchr(out.p, '\n'), out.p + out.n - 1);
		line = json_loadb(out.p, out.n, 0, NULL);
		assert_non_null(line);
	}
	buf_release(&out);
	free(state);
	return line;
}

static json_t *write_one(const char *context, const char *answer, int nth)
{
	struct release_row row = row_of(context, answer, nth);
	int64_t left_out;
	json_t *line = write_rows(context, &row, 1, &left_out);

	assert_non_null(line);
	assert_int_equal(left_out, 0);
	return line;
}

static json_t *first_answer(json_t *line)
{
	json_t *qa = json_array_get(json_object_get(line, "qas"), 0);

	return json_array_get(json_object_get(qa, "detected_answers"), 0);
}

static void check_spans(json_t *line, const char *key, const char *want)
{
	char *got = json_dumps(json_object_get(first_answer(line), key), JSON_COMPACT);

	assert_string_equal(got, want);
	free(got);
}

/* One answer: its spans of characters and of tokens. */
static void check(const char *context, const char *answer, int nth, const char *chars, const char *tokens)
{
	json_t *line = write_one(context, answer, nth);

	assert_string_equal(json_string_value(json_object_get(line, "context")), context);
	assert_string_equal(json_string_value(json_object_get(first_answer(line), "text")), answer);
	check_spans(line, "char_spans", chars);
	check_spans(line, "token_spans", tokens);
	json_decref(line);
}

static void spans_include_both_ends(void **state)
{
	(void)state;
	check("In 1847, by Margaret Doyle.", "Margaret Doyle", 0, "[[12,25]]", "[[4,5]]");
	check("x", "x", 0, "[[0,0]]", "[[0,0]]");
}

static void every_occurrence_is_found(void **state)
{
	(void)state;
	check("he saw the hen; he left, he", "he", 1, "[[0,1],[8,9],[16,17],[25,26]]", "[[0,0],[2,2],[5,5],[8,8]]");
	check("he saw the hen; he left, he", "he", 3, "[[0,1],[16,17],[25,26]]", "[[0,0],[5,5],[8,8]]");
	check("a a a", "a a", 1, "[[0,2],[2,4]]", "[[0,1],[1,2]]"); /* they may overlap */
	check("He, he", "he", 0, "[[4,5]]", "[[2,2]]");             /* and are exact */
}

static void a_part_of_a_token_has_the_token(void **state)
{
	(void)state;
	check("the gases rise", "gas", 0, "[[4,6]]", "[[1,1]]");
	check("the gases rise", "s ri", 0, "[[8,11]]", "[[1,2]]");
	check("end", "nd", 0, "[[1,2]]", "[[0,0]]");
}

static void offsets_are_code_points(void **state)
{
	(void)state;
	check("🏙️ Zoë e\xcc\x81té Zoë", "Zoë", 1, "[[3,5],[12,14]]", "[[1,1],[3,3]]");
	check("א\xe2\x80\xa8ב \xe2\x80\xae"
	      "ג",
	      "ב", 0, "[[2,2]]", "[[1,1]]");
	check("a\x01"
	      "b",
	      "b", 0, "[[2,2]]", "[[2,2]]");
}

static void check_tokens(json_t *tokens, const char *text)
{
	size_t i;
	json_t *pair;

	json_array_foreach(tokens, i, pair)
	{
		const char *token = json_string_value(json_array_get(pair, 0)), *p;
		size_t start = (size_t)json_integer_value(json_array_get(pair, 1)), n;
		struct span s = {start, start + text_length(token, strlen(token))};

		assert_true(span_slice(text, strlen(text), s, &p, &n));
		assert_memory_equal(p, token, n);
	}
}

static void tokens_are_slices(void **state)
{
	const char *context = "“Café”—🏙️ at\xc2\xa0"
			      "Šiška’s.\n";
	json_t *line = write_one(context, "Šiška", 0), *qa = json_array_get(json_object_get(line, "qas"), 0);

	(void)state;
	assert_int_equal(json_array_size(json_object_get(line, "context_tokens")), 10);
	check_tokens(json_object_get(line, "context_tokens"), context);
	check_tokens(json_object_get(qa, "question_tokens"), json_string_value(json_object_get(qa, "question")));
	assert_int_equal(json_array_size(json_object_get(qa, "question_tokens")), 8);
	assert_string_equal(json_string_value(json_array_get(json_object_get(qa, "answers"), 0)), "Šiška");
	json_decref(line);
}

/* w0 w1 … w(n-1) */
static void words(struct buf *b, int n)
{
	for (int i = 0; i < n; i++)
		buf_addf(b, "%sw%d", i > 0 ? " " : "", i);
}

static void contexts_end_with_token_800(void **state)
{
	struct buf b = BUF_INIT;
	struct release_row rows[3];
	int64_t left_out;
	json_t *line;
	const char *cut;

	(void)state;
	words(&b, 801);
	rows[0] = row_of(b.p, "w799", 0);
	rows[1] = row_of(b.p, "w799 w800", 0); /* crosses the cut */
	rows[2] = row_of(b.p, "w800", 0);      /* lies beyond */
	line = write_rows(b.p, rows, 3, &left_out);
	assert_int_equal(left_out, 2);
	assert_int_equal(json_array_size(json_object_get(line, "qas")), 1);
	assert_int_equal(json_array_size(json_object_get(line, "context_tokens")), 800);
	cut = json_string_value(json_object_get(line, "context"));
	assert_string_equal(cut + strlen(cut) - 5, " w799");
	json_decref(line);
	assert_null(write_rows(b.p, rows + 2, 1, &left_out)); /* no question left: no line */
	assert_int_equal(left_out, 1);
	buf_release(&b);
}

static void occurrences_beyond_the_cut_are_not_there(void **state)
{
	struct buf b = BUF_INIT;
	json_t *line;

	(void)state;
	words(&b, 799);
	buf_adds(&b, " x w0");
	line = write_one(b.p, "w0", 0);
	check_spans(line, "char_spans", "[[0,1]]");
	json_decref(line);
	buf_release(&b);
}

static void paragraphs_get_their_mark(void **state)
{
	const char *context = "One é.\n\n \nTwo two.\r\n\r\nThree.\n";
	struct release_row row = row_of(context, "two", 0), crossing = row_of(context, "é.\n\n \nTwo", 0);
	struct release_row both[2] = {row, crossing};
	int64_t left_out;
	json_t *line = write_rows(context, &row, 1, &left_out);

	(void)state;
	assert_string_equal(json_string_value(json_object_get(line, "context")),
			    "One é. [PAR] Two two. [PAR] Three.\n");
	check_spans(line, "char_spans", "[[17,19]]");
	check_spans(line, "token_spans", "[[5,5]]");
	json_decref(line);
	/* a break that an answer crosses stays as it is */
	line = write_rows(context, both, 2, &left_out);
	assert_string_equal(json_string_value(json_object_get(line, "context")),
			    "One é.\n\n \nTwo two. [PAR] Three.\n");
	check_spans(line, "char_spans", "[[14,16]]");
	json_decref(line);
	/* one line break is none, and what stands at the ends is between nothing */
	check("\n\na\nb c\n\n", "b", 0, "[[4,4]]", "[[1,1]]");
}

static void marks_of_a_passage_stay_whole(void **state)
{
	(void)state;
	check("[DOC] [TLE] T [PAR] x T", "T", 0, "[[7,7],[12,12],[22,22]]", "[[1,1],[2,2],[5,5]]");
	check("[DOC] [TLE] T [PAR] x T", "T", 1, "[[12,12],[22,22]]", "[[2,2],[5,5]]");
}

static void a_file_begins_with_its_header(void **state)
{
	struct release_about about = {.name = "dbidaf"};
	struct buf out = BUF_INIT;

	(void)state;
	release_mrqa.begin(NULL, &about, RELEASE_DEV, &out);
	assert_string_equal(out.p, "{\"header\":{\"dataset\":\"dbidaf\",\"split\":\"dev\"}}\n");
	buf_clear(&out);
	release_mrqa.path(&out, "dbidaf", RELEASE_DEV);
	assert_string_equal(out.p, "mrqa/dev.jsonl.gz");
	assert_true(release_mrqa.gzip);
	buf_release(&out);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(spans_include_both_ends), cmocka_unit_test(every_occurrence_is_found),
	  cmocka_unit_test(a_part_of_a_token_has_the_token), cmocka_unit_test(offsets_are_code_points),
	  cmocka_unit_test(tokens_are_slices), cmocka_unit_test(contexts_end_with_token_800),
	  cmocka_unit_test(occurrences_beyond_the_cut_are_not_there), cmocka_unit_test(paragraphs_get_their_mark),
	  cmocka_unit_test(marks_of_a_passage_stay_whole), cmocka_unit_test(a_file_begins_with_its_header))
