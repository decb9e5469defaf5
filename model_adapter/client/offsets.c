/* offsets: see offsets.h. */
#include "offsets.h"

#include <string.h>

#include "beat/text.h"

enum unit { POINTS, UNITS16, BYTES, UNITS };

/* The code point that an offset in another unit means; false if it is inside of a character, or beyond the text. */
static bool point_of(const char *p, size_t n, enum unit unit, uint64_t wanted, size_t *point)
{
	uint64_t at = 0;
	size_t points = 0;

	for (size_t i = 0; i < n && at < wanted; points++) {
		uint32_t c;
		size_t len = text_decode(p + i, n - i, &c);

		at += unit == BYTES ? len : unit == UNITS16 && c > 0xffff ? 2 : 1;
		i += len;
	}
	*point = points;
	return at == wanted;
}

static bool is_there(const char *passage, size_t passage_n, const char *text, size_t text_n, struct span *s)
{
	const char *slice;
	size_t n;

	return span_trim(passage, passage_n, s) == SPAN_OK && span_slice(passage, passage_n, *s, &slice, &n) &&
	       n == text_n && memcmp(slice, text, n) == 0;
}

bool offsets_prove(const char *passage, size_t passage_n, const char *text, size_t text_n, int64_t start, int64_t end,
		   struct span *out)
{
	if (start < 0 || end < start || (uint64_t)end > passage_n)
		return false;
	for (int last = 0; last <= 1; last++) { /* 1: the end is the last character itself */
		for (int unit = POINTS; unit < UNITS; unit++) {
			struct span s;

			if (point_of(passage, passage_n, unit, (uint64_t)start, &s.start) &&
			    point_of(passage, passage_n, unit, (uint64_t)end + (uint64_t)last, &s.end) &&
			    is_there(passage, passage_n, text, text_n, &s)) {
				*out = s;
				return true;
			}
		}
	}
	return false;
}
