/* Tests of the wire protocol "beat": requests it writes and responses it must not trust. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../model_adapter/client/protocol.h"
#include "unit.h"

/* Code points: 0 'Z', 1 'o', 2 'ë', 3 ' ', 4 '😀', 5 ' ', 6 "met Zoë in Köln." */
static const char passage[] = "Zo\u00eb \U0001F600 met Zo\u00eb in K\u00f6ln.";

static struct buf keep;

static struct model_answer readn(const char *body, size_t n)
{
	struct model_answer a;
	const struct model_setup setup = {0};
	const struct model_question q = {.setup = &setup, .passage = passage, .passage_n = strlen(passage)};
	char *exact = xmalloc(n > 0 ? n : 1); /* no NUL behind: a read beyond it is caught */

	buf_release(&keep);
	memcpy(exact, body, n);
	model_protocol_read(&protocol_beat, &a, &keep, &q, exact, n);
	free(exact);
	assert_non_null(a.name);
	assert_non_null(a.version);
	assert_non_null(a.weights);
	assert_non_null(a.text);
	assert_non_null(a.detail);
	assert_int_equal(strlen(a.text), a.text_n);
	assert_true((a.outcome == MODEL_ANSWERED) == (a.detail[0] == '\0'));
	if (a.outcome != MODEL_ANSWERED) {
		assert_string_equal(a.text, "");
		assert_false(a.has_span);
	}
	return a;
}

static struct model_answer read_body(const char *body)
{
	return readn(body, strlen(body));
}

static void expect(const char *body, enum model_outcome outcome)
{
	struct model_answer a = read_body(body);

	if (a.outcome != outcome)
		fail_msg("%s: %s, not %s (%s)", body, model_outcome_name(a.outcome), model_outcome_name(outcome),
			 a.detail);
}

static void url_is(const char *configured, const char *wanted)
{
	struct buf b = BUF_INIT;

	model_protocol_url(&protocol_beat, &b, configured, NULL);
	assert_string_equal(b.p, wanted);
	buf_release(&b);
}

static void test_url(void **state)
{
	(void)state;
	url_is("http://h:1", "http://h:1/predict");
	url_is("http://h:1/", "http://h:1/predict");
	url_is("http://h:1?reader=x", "http://h:1/predict?reader=x");
	url_is("http://h:1/predict?reader=x", "http://h:1/predict?reader=x");
	url_is("http://h/some/path", "http://h/some/path");
	url_is("h:1", "h:1/predict");
	url_is("", "/predict");
}

static void test_request(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	protocol_beat.request(
	    &b, &(struct model_question){
		    .passage = "a \"b\"\n\xc3\xab", .passage_n = 8, .question = "why\\", .question_n = 4});
	assert_string_equal(b.p, "{\"passage\":\"a \\\"b\\\"\\n\xc3\xab\",\"question\":\"why\\\\\"}");
	buf_release(&b);
}

static void test_whole_answer(void **state)
{
	struct model_answer a = read_body("{\"answer\":\"K\xc3\xb6ln\",\"start\":17,\"end\":21,\"score\":0.25,"
					  "\"model\":\"m\",\"version\":\"1.2\",\"weights\":\"abc\",\"more\":[1,{}]}");

	(void)state;
	assert_int_equal(a.outcome, MODEL_ANSWERED);
	assert_string_equal(a.text, "K\xc3\xb6ln");
	assert_true(a.has_span);
	assert_int_equal(a.span.start, 17);
	assert_int_equal(a.span.end, 21);
	assert_true(a.has_score);
	assert_true(fabs(a.score - 0.25) < 1e-12);
	assert_string_equal(a.name, "m");
	assert_string_equal(a.version, "1.2");
	assert_string_equal(a.weights, "abc");
}

static void test_without_offsets(void **state)
{
	struct model_answer a = read_body("{\"answer\":\"Zo\xc3\xab\"}");

	(void)state;
	assert_int_equal(a.outcome, MODEL_ANSWERED);
	assert_true(a.has_span);
	assert_int_equal(a.span.start, 0);
	assert_int_equal(a.span.end, 3);
	assert_false(a.has_score);
	assert_string_equal(a.name, "");
	a = read_body("{\"answer\":\"not in it\",\"start\":null,\"end\":null,\"model\":null}");
	assert_int_equal(a.outcome, MODEL_ANSWERED);
	assert_false(a.has_span);
	assert_string_equal(a.text, "not in it");
}

static void test_trimming(void **state)
{
	struct model_answer a = read_body("{\"answer\":\" met \",\"start\":5,\"end\":10}");

	(void)state;
	assert_int_equal(a.outcome, MODEL_ANSWERED);
	assert_string_equal(a.text, "met");
	assert_int_equal(a.span.start, 6);
	assert_int_equal(a.span.end, 9);
	a = read_body("{\"answer\":\"\\n met\\u00a0\"}");
	assert_string_equal(a.text, "met");
	assert_int_equal(a.span.start, 6);
}

static void test_empty(void **state)
{
	(void)state;
	expect("{\"answer\":\"\"}", MODEL_EMPTY);
	expect("{\"answer\":\" \\t\\u2003\\u3000\"}", MODEL_EMPTY);
	expect("{\"answer\":\"\",\"start\":0,\"end\":0}", MODEL_EMPTY);
	expect("{\"answer\":\" \",\"start\":3,\"end\":4}", MODEL_EMPTY);
}

static void test_bad_spans(void **state)
{
	static const char *const offsets[] = {
	    "\"start\":0,\"end\":4",
	    "\"start\":1,\"end\":3",
	    "\"start\":0",
	    "\"end\":3",
	    "\"start\":0,\"end\":null",
	    "\"start\":-1,\"end\":3",
	    "\"start\":0,\"end\":-3",
	    "\"start\":0.0,\"end\":3",
	    "\"start\":0,\"end\":3.0",
	    "\"start\":\"0\",\"end\":\"3\"",
	    "\"start\":3,\"end\":0",
	    "\"start\":0,\"end\":0",
	    "\"start\":100,\"end\":103",
	    "\"start\":0,\"end\":9223372036854775807",
	    "\"start\":9223372036854775806,\"end\":9223372036854775807",
	    "\"start\":true,\"end\":3",
	    "\"start\":[0],\"end\":[3]",
	    "\"start\":0,\"end\":99999999999999999999",
	    "\"start\":0,\"end\":1e999",
	    "\"start\":1e999,\"end\":1e999",
	    "\"start\":NaN,\"end\":NaN",
	    "\"start\":10,\"end\":14",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(offsets); i++) {
		struct buf b = BUF_INIT;

		buf_addf(&b, "{\"answer\":\"Zo\xc3\xab\",%s}", offsets[i]);
		expect(b.p, MODEL_BAD_SPAN);
		buf_release(&b);
	}
	/* UTF-16 or byte offsets, the usual mistakes. */
	expect("{\"answer\":\"met\",\"start\":7,\"end\":10}", MODEL_BAD_SPAN);
	expect("{\"answer\":\"met\",\"start\":10,\"end\":13}", MODEL_BAD_SPAN);
	/* The second occurrence is as good as the first. */
	expect("{\"answer\":\"Zo\xc3\xab\",\"start\":10,\"end\":13}", MODEL_ANSWERED);
}

static void test_garbage(void **state)
{
	static const char *const bodies[] = {
	    "",
	    " ",
	    "null",
	    "[]",
	    "3",
	    "\"x\"",
	    "{}",
	    "{",
	    "{\"answer\":",
	    "{\"answer\":\"x\"",
	    "{\"answer\":\"x\"}}",
	    "<html><body>Bad gateway</body></html>",
	    "{\"answer\":null}",
	    "{\"answer\":3}",
	    "{\"answer\":[\"x\"]}",
	    "{\"answer\":{\"text\":\"x\"}}",
	    "{\"answer\":\"x\",\"answer\":\"y\"}",
	    "{\"Answer\":\"x\"}",
	    "{\"answer\":\"a\\u0000b\"}",
	    "{\"answer\":\"\\ud800\"}",
	    "{\"answer\":\"\xff\"}",
	    "{\"answer\":\"x\"}\xff",
	    "{\"answer\":\"x\",\"model\":3}",
	    "{\"answer\":\"x\",\"version\":[]}",
	    "{\"answer\":\"x\",\"weights\":{}}",
	    "{'answer':'x'}",
	    "{\"answer\":\"x\",}",
	    "{\"answer\":nan}",
	    "{\"answer\":\"x\",\"other\":0x10}",
	    "Infinity",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++)
		expect(bodies[i], MODEL_GARBAGE);
	assert_int_equal(readn("{\"answer\":\"x\"\0}", 15).outcome, MODEL_GARBAGE);
	assert_int_equal(readn("{\"answer\":\"x\"}\0", 15).outcome, MODEL_GARBAGE);
	assert_int_equal(readn("{\"answer\":\"\0\"}", 14).outcome, MODEL_GARBAGE);
}

static void test_long_strings(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	buf_adds(&b, "{\"answer\":\"");
	for (int i = 0; i < 16385; i++)
		buf_addc(&b, 'x');
	buf_adds(&b, "\"}");
	expect(b.p, MODEL_GARBAGE);
	buf_clear(&b);
	buf_adds(&b, "{\"answer\":\"x\",\"model\":\"");
	for (int i = 0; i < 257; i++)
		buf_addc(&b, 'x');
	buf_adds(&b, "\"}");
	expect(b.p, MODEL_GARBAGE);
	buf_clear(&b);
	for (int i = 0; i < 5000; i++)
		buf_addc(&b, '[');
	expect(b.p, MODEL_GARBAGE);
	buf_release(&b);
}

/* A strange score never costs the verdict; a strange number inside a text stays text. */
static void test_scores(void **state)
{
	static const char *const strange[] = {
	    "1e999", "-1e999",   "NaN",  "Infinity", "-Infinity",
	    "null",  "\"high\"", "true", "[]",       "123456789012345678901234567890"};
	struct model_answer a;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(strange); i++) {
		struct buf b = BUF_INIT;

		buf_addf(&b, "{\"score\":%s,\"answer\":\"NaN \\\" 1e999\"}", strange[i]);
		a = read_body(b.p);
		if (a.outcome != MODEL_ANSWERED)
			fail_msg("%s: %s", b.p, a.detail);
		assert_string_equal(a.text, "NaN \" 1e999");
		assert_false(a.has_score);
		buf_release(&b);
	}
	a = read_body("{\"answer\":\"x\",\"score\":-7}");
	assert_true(a.has_score);
	assert_true(fabs(a.score + 7) < 1e-12);
}

static int tear_down(void **state)
{
	(void)state;
	buf_release(&keep);
	return 0;
}

UNIT_MAIN(NULL, tear_down, cmocka_unit_test(test_url), cmocka_unit_test(test_request),
	  cmocka_unit_test(test_whole_answer), cmocka_unit_test(test_without_offsets), cmocka_unit_test(test_trimming),
	  cmocka_unit_test(test_empty), cmocka_unit_test(test_bad_spans), cmocka_unit_test(test_garbage),
	  cmocka_unit_test(test_long_strings), cmocka_unit_test(test_scores))
