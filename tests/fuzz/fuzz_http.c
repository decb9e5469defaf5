/* Heads and chunks of HTTP: whatever arrives, in whatever pieces, the answer is the same, and nothing outside of the
 * bytes that came is touched. The first byte chooses the size of the pieces. */
#include <string.h>

#include "beat/buf.h"
#include "fuzz.h"
#include "io/http_parse.h"

/* An exact copy, so that one byte too far is seen. */
static char *copy(const char *p, size_t n)
{
	char *c = malloc(n > 0 ? n : 1);

	CHECK(c != NULL);
	memcpy(c, p, n);
	return c;
}

static enum http_fault scan(const char *p, size_t n, size_t step, size_t *end)
{
	struct http_scan s = {0};
	enum http_fault fault = HTTP_FINE;

	*end = 0;
	for (size_t have = 0; have < n && fault == HTTP_FINE && *end == 0;) {
		char *bytes;

		have = n - have < step ? n : have + step;
		bytes = copy(p, have);
		fault = http_scan(&s, bytes, have, end);
		CHECK(s.at <= have && *end <= have);
		free(bytes);
	}
	return fault;
}

static void check_text(const char *p, const char *from, size_t n)
{
	CHECK(p >= from && p < from + n && memchr(p, '\0', (size_t)(from + n - p)) != NULL);
	CHECK(strpbrk(p, "\r\n") == NULL);
}

static void parse(const char *p, size_t n)
{
	struct http_head h;
	char *bytes = copy(p, n);

	if (http_parse(&h, bytes, n) == HTTP_FINE) {
		CHECK(*h.path == '/' && h.n <= HTTP_FIELDS_MAX && !(h.chunked && h.length >= 0));
		CHECK(h.minor == 0 || http_head_field(&h, "Host") != NULL);
		for (int i = 0; i < h.n; i++) {
			check_text(http_head_name(&h, i), bytes, n);
			check_text(http_head_value(&h, i), bytes, n);
			CHECK(*http_head_name(&h, i) != '\0');
		}
		if (h.query != NULL) {
			size_t q = strlen(h.query);
			char *out = malloc(q + 1);

			CHECK(out != NULL);
			http_decode(h.query, q, true, out);
			CHECK(strlen(out) <= q);
			free(out);
		}
	}
	free(bytes);
}

static enum http_chunk take(const char *p, size_t n, size_t step, struct buf *out)
{
	struct http_chunks c = {0};
	enum http_chunk what = HTTP_CHUNK_MORE;

	for (size_t at = 0; at < n && what != HTTP_CHUNK_BAD && what != HTTP_CHUNK_END;) {
		const char *data = NULL;
		size_t used = 0, data_n = 0, have = n - at < step ? n - at : step;
		char *bytes = copy(p + at, have);

		what = http_chunks_take(&c, bytes, have, &used, &data, &data_n);
		CHECK(used > 0 && used <= have && c.left >= 0);
		if (what == HTTP_CHUNK_DATA) {
			CHECK(data_n > 0 && data >= bytes && data + data_n <= bytes + have);
			buf_add(out, data, data_n);
		}
		at += used;
		free(bytes);
	}
	return what;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *p = (const char *)data + 1;
	struct buf whole = BUF_INIT, pieces = BUF_INIT;
	enum http_chunk a, b;
	size_t end, again, step;

	if (size < 2)
		return 0;
	step = 1 + data[0] % 64;
	size--;
	CHECK(scan(p, size, size, &end) == scan(p, size, step, &again) || size > HTTP_LINE_MAX);
	CHECK(end == again || size > HTTP_LINE_MAX);
	if (end > 0 && end <= HTTP_HEAD_MAX)
		parse(p, end);
	a = take(p, size, size, &whole);
	b = take(p, size, step, &pieces);
	CHECK((a == HTTP_CHUNK_END) == (b == HTTP_CHUNK_END) && (a == HTTP_CHUNK_BAD) == (b == HTTP_CHUNK_BAD));
	CHECK(whole.n == pieces.n && (whole.n == 0 || memcmp(whole.p, pieces.p, whole.n) == 0));
	buf_release(&whole);
	buf_release(&pieces);
	return 0;
}
