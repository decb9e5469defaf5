/* Fuzz target: the reader `window`. The input is a question, a NUL and a passage, any
 * valid UTF-8. The answer must slice the passage, not be empty, not begin or end with
 * white space, hold a word, and be the same the second time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "beat/reader.h"
#include "beat/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(what)                                                                                                    \
	do {                                                                                                           \
		if (!(what))                                                                                           \
			abort();                                                                                       \
	} while (0)

static bool has_word(const char *p, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t c;

		i += text_decode(p + i, n - i, &c);
		if (text_is_word(c))
			return true;
	}
	return false;
}

static void check_answer(const char *passage, size_t n, const struct reader_answer *a)
{
	struct span trimmed = a->span;
	const char *p;
	size_t len;

	CHECK(span_slice(passage, n, a->span, &p, &len) && len > 0);
	CHECK(has_word(p, len));
	CHECK(span_trim(passage, n, &trimmed) == SPAN_OK);
	CHECK(trimmed.start == a->span.start && trimmed.end == a->span.end);
	CHECK(a->score >= 0 && a->score <= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void *window;
	const char *question = (const char *)data, *cut = memchr(data, 0, size), *passage;
	struct reader_answer a, again;
	size_t question_n, n;

	if (window == NULL)
		window = reader_window.open(NULL);
	if (cut == NULL)
		return 0;
	passage = cut + 1;
	question_n = (size_t)(cut - question);
	n = size - question_n - 1;
	if (!text_is_utf8(question, question_n) || !text_is_utf8(passage, n))
		return 0;
	if (!reader_window.answer(window, passage, n, question, question_n, &a)) {
		CHECK(!has_word(passage, n));
		return 0;
	}
	check_answer(passage, n, &a);
	CHECK(reader_window.answer(window, passage, n, question, question_n, &again));
	CHECK(a.span.start == again.span.start && a.span.end == again.span.end);
	return 0;
}
