/* Fuzz target: texts on their way into a release. The input is two numbers and a passage; what is
 * between the numbers is the answer. Tokens must be slices with nothing but white space between them, MRQA must be JSON
 * of one line whose spans are the answer, and markup must stay within its line. */
#include <string.h>

#include "beat/json.h"
#include "beat/release.h"
#include "beat/span.h"
#include "beat/text.h"
#include "formats/tokeniser.h"
#include "fuzz.h"
#include "release/markup.h"

static void check_tokens(const char *text, size_t n)
{
	struct token_list t = {0};
	size_t byte = 0, point = 0;

	tokeniser_cut(&t, text, n, 0);
	for (size_t i = 0; i < t.n; i++) {
		const struct token *k = &t.list[i];

		CHECK(k->bytes > 0 && k->byte >= byte && k->point >= point && k->byte + k->bytes <= n);
		CHECK(text_length(text, k->byte) == k->point && text_length(text + k->byte, k->bytes) == k->points);
		CHECK(tokeniser_at(&t, k->point) == i && tokeniser_at(&t, k->point + k->points - 1) == i);
		byte = k->byte + k->bytes;
		point = k->point + k->points;
	}
	tokeniser_release(&t);
}

static void check_spans(const json_t *line, const struct release_row *row)
{
	const char *context = json_string_value(json_object_get(line, "context"));
	json_t *qa = json_array_get(json_object_get(line, "qas"), 0);
	json_t *answer = json_array_get(json_object_get(qa, "detected_answers"), 0), *pair;
	size_t i;

	CHECK(json_array_size(json_object_get(line, "context_tokens")) <= 800);
	CHECK(json_array_size(json_object_get(answer, "char_spans")) > 0);
	json_array_foreach(json_object_get(answer, "char_spans"), i, pair)
	{
		struct span s = {(size_t)json_integer_value(json_array_get(pair, 0)),
				 (size_t)json_integer_value(json_array_get(pair, 1)) + 1};
		const char *p;
		size_t len;

		CHECK(span_slice(context, strlen(context), s, &p, &len));
		CHECK(len == row->answer.n && memcmp(p, row->answer.p, len) == 0);
	}
}

static void check_mrqa(const char *text, size_t n, struct span s)
{
	struct release_row row = {.id = {"x", 1}, .question = {text, n}, .answer_start = s.start, .answer_end = s.end};
	struct release_passage p = {.title = {text, n}, .context = {text, n}, .rows = &row, .n_rows = 1};
	void *state = xcalloc(1, release_mrqa.state);
	struct buf out = BUF_INIT;

	CHECK(span_slice(text, n, s, &row.answer.p, &row.answer.n));
	release_mrqa.passage(state, &p, &out);
	CHECK((out.n == 0) == (release_mrqa_left_out(state) == 1));
	if (out.n > 0) {
		json_t *line = json_loadb(out.p, out.n, 0, NULL);

		CHECK(line != NULL && strchr(out.p, '\n') == out.p + out.n - 1);
		check_spans(line, &row);
		json_decref(line);
	}
	buf_release(&out);
	free(state);
}

static void check_markup(const char *text)
{
	struct buf out = BUF_INIT;

	markup_yaml(&out, text);
	markup_md(&out, text, 0);
	markup_slug(&out, text);
	CHECK(strpbrk(out.p, "\n\r\t") == NULL && text_is_utf8(out.p, out.n));
	buf_clear(&out);
	markup_fence(&out, "", text);
	CHECK(text_is_utf8(out.p, out.n));
	buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data + 2;
	struct span s;
	size_t n, points;
	char *copy;

	if (size < 3 || memchr(text, 0, size - 2) != NULL || !text_is_utf8(text, size - 2))
		return 0;
	n = size - 2;
	points = text_length(text, n);
	s.start = data[0] % points;
	s.end = s.start + 1 + data[1] % (points - s.start);
	copy = xmemdup0(text, n);
	check_tokens(copy, n);
	if (span_trim(copy, n, &s) == SPAN_OK)
		check_mrqa(copy, n, s);
	check_markup(copy);
	free(copy);
	return 0;
}
