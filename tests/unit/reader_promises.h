/* reader_promises: what beat/reader.h promises of every reader, whatever the text, for unit
 * tests and for fuzzing. Functions return NULL, or the promise that was broken. */
#ifndef BEAT_TEST_READER_PROMISES_H
#define BEAT_TEST_READER_PROMISES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/reader.h"
#include "beat/text.h"

static inline bool promises_has_word(const char *p, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t c;

		i += text_decode(p + i, n - i, &c);
		if (text_is_word(c))
			return true;
	}
	return false;
}

static inline bool promises_same_span(const struct reader_answer *a, const struct reader_answer *b)
{
	return a->span.start == b->span.start && a->span.end == b->span.end;
}

static inline const char *promises_answer(const char *passage, size_t n, const struct reader_answer *a)
{
	struct reader_answer trimmed = *a;
	const char *p;
	size_t len;

	if (!span_slice(passage, n, a->span, &p, &len) || len == 0)
		return "an answer slices the passage";
	if (len > READER_SPAN_BYTES)
		return "an answer is not too long";
	if (!promises_has_word(p, len))
		return "an answer holds a word";
	if (span_trim(passage, n, &trimmed.span) != SPAN_OK || !promises_same_span(a, &trimmed))
		return "an answer has no white space around it";
	if (!(a->score >= 0 && a->score <= 1))
		return "a score is from 0 to 1";
	return NULL;
}

/* The first is what was chosen, and may have a lower score than the next. Scores are shares of all spans; the
 * smallest step of one that is computed in whole numbers is just less than 1e-6. */
static inline const char *promises_result(const char *passage, size_t n, const struct reader_result *r)
{
	const char *broken;
	double sum = 0;

	if (r->n < 1 || r->n > READER_BEST_MAX)
		return "there is an answer, and there are not too many";
	if (!(r->null_score >= 0 && r->null_score <= 1))
		return "the null score is from 0 to 1";
	for (int i = 0; i < r->n; i++) {
		broken = promises_answer(passage, n, &r->best[i]);
		if (broken != NULL)
			return broken;
		if (i > 1 && r->best[i].score > r->best[i - 1].score + 1e-6)
			return "the surer of the others come first";
		for (int k = 0; k < i; k++) {
			if (promises_same_span(&r->best[i], &r->best[k]))
				return "answers are different spans";
		}
		sum += r->best[i].score;
	}
	return sum <= 1.0001 ? NULL : "scores are shares of one";
}

static inline const char *promises_alike(const struct reader_result *a, const struct reader_result *b)
{
	bool alike = a->n == b->n && memcmp(&a->null_score, &b->null_score, sizeof(a->null_score)) == 0;

	for (int i = 0; alike && i < a->n; i++)
		alike = promises_same_span(&a->best[i], &b->best[i]) &&
			memcmp(&a->best[i].score, &b->best[i].score, sizeof(a->best[i].score)) == 0;
	return alike ? NULL : "the same question gets the same answers";
}

/* From a copy that is gone before the question: a reader keeps no reference to the text. */
static inline void *promises_read(const struct reader_ops *ops, const void *self, const char *passage, size_t n)
{
	char *copy = xmemdup0(passage, n);
	void *read = ops->read(self, copy, n);

	memset(copy, 'x', n);
	free(copy);
	return read;
}

#endif
