/* Fuzz target: spans. The input is four offsets and a passage; offsets are tried as
 * they are (huge) and within the passage. A conversion must come back to where it
 * began, a true slice must be proved unless it has no words, a false one never. */
#include <string.h>

#include "beat/span.h"
#include "beat/text.h"
#include "fuzz.h"

static void check_point(const char *text, size_t n, size_t point, size_t points)
{
	size_t byte;

	CHECK(span_byte_of_point(text, n, point, &byte) == (point <= points));
	if (point > points)
		return;
	CHECK(byte >= point && byte <= n && text_length(text, byte) == point);
}

/* What was proved lies within what was claimed and begins and ends with no white space. */
static void check_proved(const char *text, size_t n, struct span claimed, struct span proved)
{
	const char *p;
	size_t len, last;
	uint32_t c;

	CHECK(claimed.start <= proved.start && proved.start < proved.end && proved.end <= claimed.end);
	CHECK(span_slice(text, n, proved, &p, &len) && len > 0);
	text_decode(p, len, &c);
	CHECK(!text_is_space(c));
	CHECK(span_byte_of_point(p, len, proved.end - proved.start - 1, &last));
	text_decode(p + last, len - last, &c);
	CHECK(!text_is_space(c));
}

static void check_span(const char *text, size_t n, struct span s, size_t points)
{
	struct span proved = s, found;
	struct text_norm norm;
	enum span_status status;
	const char *p;
	size_t len;

	if (!span_slice(text, n, s, &p, &len)) {
		CHECK(s.start > s.end || s.end > points);
		CHECK(span_prove(text, n, &proved, text, n) == SPAN_OUTSIDE);
		CHECK(span_trim(text, n, &proved) == SPAN_OUTSIDE);
		return;
	}
	CHECK(p >= text && p + len <= text + n && text_length(p, len) == s.end - s.start);
	CHECK(span_find(text, n, p, len, &found) == (len > 0));
	if (len == 0)
		return;
	CHECK(found.start <= s.start && found.end - found.start == s.end - s.start);
	status = span_prove(text, n, &proved, p, len);
	text_normalise(p, len, &norm);
	CHECK((status == SPAN_OK) == (norm.count > 0) && status != SPAN_MISMATCH && status != SPAN_OUTSIDE);
	text_norm_release(&norm);
	if (status == SPAN_OK)
		check_proved(text, n, s, proved);
	else
		CHECK(proved.start == s.start && proved.end == s.end);
	CHECK(span_prove(text, n, &s, p, len - 1) == SPAN_MISMATCH);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t raw[4];
	const char *text;
	size_t n, points;

	if (size < sizeof(raw))
		return 0;
	memcpy(raw, data, sizeof(raw));
	text = (const char *)data + sizeof(raw);
	n = size - sizeof(raw);
	if (!text_is_utf8(text, n))
		return 0;
	points = text_length(text, n);
	for (size_t i = 0; i < 4; i++) {
		check_point(text, n, raw[i], points);
		check_point(text, n, raw[i] % (points + 2), points);
	}
	check_span(text, n, (struct span){raw[0], raw[1]}, points);
	check_span(text, n, (struct span){raw[0] % (points + 1), raw[1]}, points);
	check_span(text, n, (struct span){raw[2] % (points + 1), raw[3] % (points + 2)}, points);
	return 0;
}
