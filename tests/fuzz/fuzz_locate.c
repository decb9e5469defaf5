/* Fuzz target: an answer of a language model, looked for in a passage; a NUL divides the input. What is found is a span
 * of the passage that is trimmed and not empty, and what stands in the passage word for word is found. */
#include <string.h>

#include "../../model_adapter/client/locate.h"
#include "../../model_adapter/client/offsets.h"
#include "beat/mem.h"
#include "beat/text.h"
#include "fuzz.h"

static void check_found(const char *passage, size_t passage_n, const char *answer, size_t answer_n)
{
	struct span s, trimmed, proved;
	const char *slice;
	size_t n;
	bool there = answer_n > 0 && memmem(passage, passage_n, answer, answer_n) != NULL;

	if (!locate(passage, passage_n, answer, answer_n, &s)) {
		CHECK(!there);
		return;
	}
	CHECK(span_slice(passage, passage_n, s, &slice, &n) && n > 0);
	trimmed = s;
	if (there || span_trim(passage, passage_n, &trimmed) != SPAN_OK)
		return;
	CHECK(trimmed.start == s.start && trimmed.end == s.end);
	CHECK(offsets_prove(passage, passage_n, slice, n, (int64_t)s.start, (int64_t)s.end, &proved));
	CHECK(proved.start == s.start && proved.end == s.end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
	size_t passage_n = nul != NULL ? (size_t)(nul - data) : size, answer_n = size - passage_n - (nul != NULL);
	char *passage, *answer;

	if (passage_n == 0 || !text_is_utf8(text, passage_n) || !text_is_utf8(text + (size - answer_n), answer_n) ||
	    memchr(text + (size - answer_n), 0, answer_n) != NULL)
		return 0;
	passage = xmemdup0(text, passage_n);
	answer = xmemdup0(text + (size - answer_n), answer_n);
	check_found(passage, passage_n, answer, answer_n);
	free(passage);
	free(answer);
	return 0;
}
