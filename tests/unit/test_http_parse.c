/* Tests of http_parse: what is taken, what is refused and as what, whole or byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "beat/buf.h"
#include "io/http_parse.h"

static char text[HTTP_HEAD_MAX * 2];

/* Scans n bytes in pieces of `step`, then parses. */
static enum http_fault read_head(struct http_head *h, const char *p, size_t n, size_t step)
{
	struct http_scan s = {0};
	size_t end = 0;
	enum http_fault fault = HTTP_FINE;

	memcpy(text, p, n);
	for (size_t have = step < n ? step : n;; have = have + step < n ? have + step : n) {
		fault = http_scan(&s, text, have, &end);
		if (fault != HTTP_FINE || end > 0 || have == n)
			break;
	}
	if (fault != HTTP_FINE)
		return fault;
	if (end == 0)
		fail_msg("not a whole head: %s", p);
	assert_int_equal(end, n);
	return http_parse(h, text, n);
}

static enum http_fault fault_of(const char *p, size_t n)
{
	struct http_head h;
	enum http_fault whole = read_head(&h, p, n, n), slow = read_head(&h, p, n, 1);

	assert_int_equal(whole, slow);
	return whole;
}

#define FAULT(text) fault_of(text, sizeof(text) - 1)
#define GET         "GET / HTTP/1.1\r\nHost: x\r\n"

static void a_head_is_read(void **state)
{
	static const char in[] = "POST /a/b%20c?x=1&y HTTP/1.1\r\nHost: example.org:8080\r\nContent-Length:  12 \r\n"
				 "X-Note:\tsome \xc3\xa9 text\t\r\nEmpty:\r\nConnection: foo, Close\r\n\r\n";
	struct http_head h;

	(void)state;
	assert_int_equal(read_head(&h, in, sizeof(in) - 1, 7), HTTP_FINE);
	assert_int_equal(h.verb, HTTP_VERB_POST);
	assert_string_equal(h.path, "/a/b%20c");
	assert_string_equal(h.query, "x=1&y");
	assert_int_equal(h.length, 12);
	assert_false(h.keep);
	assert_false(h.chunked);
	assert_string_equal(http_head_field(&h, "x-note"), "some \xc3\xa9 text");
	assert_string_equal(http_head_field(&h, "EMPTY"), "");
	assert_null(http_head_field(&h, "Cookie"));
}

static void what_http_1_0_says_is_understood(void **state)
{
	struct http_head h;

	(void)state;
	assert_int_equal(read_head(&h, "GET / HTTP/1.0\r\n\r\n", 18, 18), HTTP_FINE);
	assert_false(h.keep);
	assert_int_equal(read_head(&h, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 42, 42), HTTP_FINE);
	assert_true(h.keep);
	assert_int_equal(FAULT("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), HTTP_UNCLEAR_END);
}

static void targets(void **state)
{
	struct http_head h;
	static const char absolute[] = "GET http://example.org/x?y HTTP/1.1\r\nHost: example.org\r\n\r\n";
	static const char bare[] = "GET http://example.org HTTP/1.1\r\nHost: example.org\r\n\r\n";

	(void)state;
	assert_int_equal(read_head(&h, absolute, sizeof(absolute) - 1, 99), HTTP_FINE);
	assert_string_equal(h.path, "/x");
	assert_string_equal(h.query, "y");
	assert_int_equal(read_head(&h, bare, sizeof(bare) - 1, 99), HTTP_FINE);
	assert_string_equal(h.path, "/");
	assert_int_equal(FAULT("\r\n" GET "\r\n"), HTTP_FINE); /* one empty line before is forgiven */
	assert_int_equal(FAULT("\r\n\r\n" GET "\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET * HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET x HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET  / HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET / HTTP/1.1 \r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET /\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("GET / HTTP/2.0\r\nHost: x\r\n\r\n"), HTTP_UNKNOWN_VERSION);
	assert_int_equal(FAULT("GET / http/1.1\r\nHost: x\r\n\r\n"), HTTP_BAD_LINE);
	assert_int_equal(FAULT("BREW / HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_UNKNOWN_METHOD);
	assert_int_equal(FAULT("get / HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_UNKNOWN_METHOD);
	assert_int_equal(FAULT("PUT / HTTP/1.1\r\nHost: x\r\n\r\n"), HTTP_FINE);
}

static void what_two_could_read_differently_is_refused(void **state)
{
	(void)state;
	assert_int_equal(FAULT(GET "\r\n"), HTTP_FINE);
	assert_int_equal(FAULT("GET / HTTP/1.1\r\n\r\n"), HTTP_BAD_HOST);
	assert_int_equal(FAULT(GET "Host: x\r\n\r\n"), HTTP_BAD_HOST);
	assert_int_equal(FAULT("GET / HTTP/1.1\r\nHost: a b\r\n\r\n"), HTTP_BAD_HOST);
	assert_int_equal(FAULT("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"), HTTP_BAD_HOST);
	assert_int_equal(FAULT("GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"), HTTP_FINE);
	assert_int_equal(FAULT(GET "A: b\nC: d\r\n\r\n"), HTTP_BAD_BYTE);
	assert_int_equal(FAULT("GET / HTTP/1.1\nHost: x\n\n"), HTTP_BAD_BYTE);
	assert_int_equal(FAULT(GET "A: b\rC: d\r\n\r\n"), HTTP_BAD_BYTE);
	assert_int_equal(FAULT(GET "A: b\0c\r\n\r\n"), HTTP_BAD_BYTE);
	assert_int_equal(FAULT(GET "A: b\x7f\r\n\r\n"), HTTP_BAD_BYTE);
	assert_int_equal(FAULT(GET "A: b\r\n c\r\n\r\n"), HTTP_FOLDED);
	assert_int_equal(FAULT(GET "A: b\r\n\tc\r\n\r\n"), HTTP_FOLDED);
	assert_int_equal(FAULT(GET "A : b\r\n\r\n"), HTTP_BAD_FIELD);
	assert_int_equal(FAULT(GET ": b\r\n\r\n"), HTTP_BAD_FIELD);
	assert_int_equal(FAULT(GET "no colon\r\n\r\n"), HTTP_BAD_FIELD);
	assert_int_equal(FAULT(GET "Content-Length: 1\r\nContent-Length: 1\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Content-Length: 1, 1\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Content-Length: +1\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Content-Length: 0x1\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Content-Length:\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Transfer-Encoding: gzip, chunked\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
			 HTTP_UNCLEAR_END);
	assert_int_equal(FAULT("HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"), HTTP_UNCLEAR_END);
	assert_int_equal(FAULT(GET "Expect: more\r\n\r\n"), HTTP_BAD_EXPECT);
	assert_int_equal(FAULT(GET "Expect: 100-Continue\r\n\r\n"), HTTP_FINE);
}

static void a_length_never_wraps(void **state)
{
	static const char in[] = GET "Content-Length: 99999999999999999999999999\r\n\r\n";
	struct http_head h;

	(void)state;
	assert_int_equal(read_head(&h, in, sizeof(in) - 1, 99), HTTP_FINE);
	assert_true(h.length > INT32_MAX);
}

/* As it arrives, with no end in sight. */
static void what_is_too_long_is_told_before_it_ends(void **state)
{
	struct http_scan s = {0};
	struct buf b = BUF_INIT;
	size_t n;

	(void)state;
	buf_adds(&b, "GET /");
	while (b.n <= HTTP_LINE_MAX)
		buf_addc(&b, 'a');
	assert_int_equal(http_scan(&s, b.p, b.n, &n), HTTP_LONG_LINE);
	memset(&s, 0, sizeof(s));
	buf_clear(&b);
	buf_adds(&b, GET "A: ");
	while (b.n <= HTTP_HEAD_MAX)
		buf_addc(&b, 'a');
	assert_int_equal(http_scan(&s, b.p, b.n, &n), HTTP_LONG_HEAD);
	buf_clear(&b);
	buf_adds(&b, GET);
	for (int i = 0; i < HTTP_FIELDS_MAX; i++)
		buf_adds(&b, "A: b\r\n");
	buf_adds(&b, "\r\n");
	assert_int_equal(fault_of(b.p, b.n), HTTP_LONG_HEAD);
	buf_release(&b);
}

/* --- chunks --------------------------------------------------------------- */

/* All data of the chunks in pieces of `step`, or NULL if they are bad; *rest is what was left. */
static const char *chunks(const char *in, size_t step, size_t *rest)
{
	static struct buf out;
	struct http_chunks c = {0};
	size_t n = strlen(in), at = 0;

	buf_clear(&out);
	buf_adds(&out, "");
	while (at < n) {
		const char *data = NULL;
		size_t used, data_n = 0, have = n - at < step ? n - at : step;
		enum http_chunk what = http_chunks_take(&c, in + at, have, &used, &data, &data_n);

		at += used;
		if (what == HTTP_CHUNK_DATA)
			buf_add(&out, data, data_n);
		if (what == HTTP_CHUNK_BAD)
			return NULL;
		if (what == HTTP_CHUNK_END) {
			*rest = n - at;
			return out.p;
		}
	}
	return "(not over)";
}

static void chunks_are_joined(void **state)
{
	static const char *const fine[] = {
	    "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nNEXT",
	    "03;name=value\r\nabc\r\n2 ; a=\"b\"\r\nde\r\n0;last\r\n\r\nNEXT",
	    "5\r\nabcde\r\n000\r\nDigest: x\r\nOther: y\r\n\r\nNEXT",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(fine); i++) {
		for (size_t step = 1; step < 60; step++) {
			size_t rest = 0;

			assert_string_equal(chunks(fine[i], step, &rest), "abcde");
			assert_int_equal(rest, 4);
		}
	}
	assert_string_equal(chunks("1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n", 5, &(size_t){0}),
			    "abcdefghijklmnopqrstuvwxyz");
}

static void malformed_chunks_are_refused(void **state)
{
	static const char *const bad[] = {
	    "\r\n",
	    "g\r\n",
	    "-1\r\n",
	    " 1\r\na\r\n",
	    "1\na\r\n",
	    "1\r\nab\r\n",
	    "1\r\na\n",
	    "1\r\na0\r\n",
	    "0x1\r\n",
	    "1\ra",
	    "ffffffffffffff\r\n",
	    "1;\x01\r\n",
	    "0\r\n\n",
	    "0\r\n: x\r\n",
	    "0\r\nA: b\nC",
	    "0\r\nA: b\r\rC",
	    "1,2\r\n",
	};
	struct buf lines = BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		for (size_t step = 1; step < 20; step++) {
			if (chunks(bad[i], step, &(size_t){0}) != NULL)
				fail_msg("taken: %s", bad[i]);
		}
	}
	buf_adds(&lines, "1;");
	while (lines.n < 3000)
		buf_addc(&lines, 'x');
	assert_null(chunks(lines.p, 100, &(size_t){0}));
	buf_clear(&lines);
	buf_adds(&lines, "0\r\n");
	while (lines.n < 20000)
		buf_adds(&lines, "A: b\r\n");
	assert_null(chunks(lines.p, 100, &(size_t){0}));
	buf_release(&lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_head_is_read),
	    cmocka_unit_test(what_http_1_0_says_is_understood),
	    cmocka_unit_test(targets),
	    cmocka_unit_test(what_two_could_read_differently_is_refused),
	    cmocka_unit_test(a_length_never_wraps),
	    cmocka_unit_test(what_is_too_long_is_told_before_it_ends),
	    cmocka_unit_test(chunks_are_joined),
	    cmocka_unit_test(malformed_chunks_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
