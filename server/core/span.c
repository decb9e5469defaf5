/* span: see include/beat/span.h.
 *
 * A code point is counted at its first byte.
 * No offset is added to or multiplied before it was compared with the text, so none
 * can overflow. */
#include "beat/span.h"

#include <stdint.h>
#include <string.h>

#include "beat/text.h"

static bool starts_char(char c)
{
	return (c & 0xc0) != 0x80;
}

bool span_byte_of_point(const char *text, size_t n, size_t point, size_t *byte)
{
	size_t at = 0;

	if (point > n)
		return false;
	for (; at < n; at++) {
		if (starts_char(text[at]) && point-- == 0)
			break;
	}
	/* At the end, every point has been counted down; one left over lies beyond it. */
	if (at == n && point > 0)
		return false;
	*byte = at;
	return true;
}

bool span_slice(const char *text, size_t n, struct span s, const char **p, size_t *len)
{
	size_t first, count;

	if (s.start > s.end || !span_byte_of_point(text, n, s.start, &first) ||
	    !span_byte_of_point(text + first, n - first, s.end - s.start, &count))
		return false;
	*p = text + first;
	*len = count;
	return true;
}

/* White space at the start of p (in points and bytes). */
static size_t leading_space(const char *p, size_t n, size_t *in_bytes)
{
	size_t at = 0, points = 0;

	while (at < n) {
		uint32_t c;
		size_t len = text_decode(p + at, n - at, &c);

		if (!text_is_space(c))
			break;
		at += len;
		points++;
	}
	*in_bytes = at;
	return points;
}

static size_t trailing_space(const char *p, size_t n)
{
	size_t points = 0;

	while (n > 0) {
		size_t at = n - 1;
		uint32_t c;

		while (at > 0 && !starts_char(p[at]))
			at--;
		text_decode(p + at, n - at, &c);
		if (!text_is_space(c))
			break;
		n = at;
		points++;
	}
	return points;
}

enum span_status span_trim(const char *text, size_t n, struct span *s)
{
	const char *p;
	size_t len, skipped, leading;

	if (s->start >= s->end || !span_slice(text, n, *s, &p, &len))
		return SPAN_OUTSIDE;
	leading = leading_space(p, len, &skipped);
	if (skipped == len)
		return SPAN_BLANK;
	s->start += leading;
	s->end -= trailing_space(p, len);
	return SPAN_OK;
}

static bool has_words(const char *p, size_t n)
{
	struct text_norm norm;
	bool some;

	text_normalise(p, n, &norm);
	some = norm.count > 0;
	text_norm_release(&norm);
	return some;
}

enum span_status span_prove(const char *passage, size_t n, struct span *s, const char *claimed, size_t claimed_n)
{
	const char *p;
	size_t len;

	if (s->start >= s->end || !span_slice(passage, n, *s, &p, &len))
		return SPAN_OUTSIDE;
	if (len != claimed_n || memcmp(p, claimed, len) != 0)
		return SPAN_MISMATCH;
	if (!has_words(p, len)) {
		struct span trimmed = *s;

		return span_trim(passage, n, &trimmed) == SPAN_BLANK ? SPAN_BLANK : SPAN_NO_WORDS;
	}
	return span_trim(passage, n, s);
}

bool span_find(const char *text, size_t n, const char *needle, size_t needle_n, struct span *s)
{
	const char *hit;

	if (needle_n == 0 || (hit = memmem(text, n, needle, needle_n)) == NULL)
		return false;
	s->start = text_length(text, (size_t)(hit - text));
	s->end = s->start + text_length(needle, needle_n);
	return true;
}

const char *span_status_message(enum span_status s)
{
	static const char *const messages[] = {
	    [SPAN_OK] = "The answer is part of the passage.",
	    [SPAN_OUTSIDE] =
		"The answer lies outside the passage: its end must come after its start and within the text.",
	    [SPAN_MISMATCH] = "The answer's text is not what the passage says at that place.",
	    [SPAN_BLANK] = "The answer is only white space; highlight at least one word.",
	    [SPAN_NO_WORDS] = "The answer has no words besides articles and punctuation; highlight at least one word.",
	};

	return messages[s];
}
