/* The JSON writer and the buffer under it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/json.h"
#include "beat/jw.h"
#include "unit.h"

static void places_commas(void **state)
{
	struct buf b = BUF_INIT;
	struct jw w;

	(void)state;
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kint(&w, "a", -7);
	jw_kopen(&w, "b", '[');
	jw_bool(&w, true);
	jw_null(&w);
	jw_open(&w, '{');
	jw_close(&w, '}');
	jw_raw(&w, "[1,2]", 5);
	jw_close(&w, ']');
	jw_kstr(&w, "c", NULL);
	jw_kbool(&w, "d", false);
	jw_close(&w, '}');
	jw_done(&w);
	assert_string_equal(b.p, "{\"a\":-7,\"b\":[true,null,{},[1,2]],\"c\":null,\"d\":false}");
	buf_release(&b);
}

static void escapes_what_json_wants(void **state)
{
	static const char text[] = "q\" b\\ n\n r\r t\t nul\0 esc\x1b del\x7f é 🙂";
	struct buf b = BUF_INIT;
	struct jw w;
	char err[JSON_ERR_MAX];
	json_t *back;

	(void)state;
	jw_init(&w, &b);
	jw_open(&w, '[');
	jw_strn(&w, text, sizeof(text) - 1);
	jw_close(&w, ']');
	assert_non_null(strstr(b.p, "\\u0000"));
	assert_non_null(strstr(b.p, "\\u001b"));
	back = json_loadb(b.p, b.n, JSON_ALLOW_NUL, NULL);
	assert_non_null(back);
	assert_int_equal(json_string_length(json_array_get(back, 0)), sizeof(text) - 1);
	assert_memory_equal(json_string_value(json_array_get(back, 0)), text, sizeof(text) - 1);
	json_decref(back);
	assert_null(json_parse(b.p, b.n, err)); /* a request may not carry NUL */
	buf_release(&b);
}

static void numbers_read_back_equal(void **state)
{
	static const struct {
		double v;
		const char *text;
	} rows[] = {{0.8, "0.8"},        {0, "0.0"},    {1, "1.0"},        {2.0 / 3, "0.6666666666666666"},
		    {-1e300, "-1e+300"}, {NAN, "null"}, {INFINITY, "null"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct buf b = BUF_INIT;
		struct jw w;

		jw_init(&w, &b);
		jw_num(&w, rows[i].v);
		assert_string_equal(b.p, rows[i].text);
		buf_release(&b);
	}
}

static void buffer_grows_and_detaches(void **state)
{
	struct buf b = BUF_INIT;
	char *p;

	(void)state;
	for (int i = 0; i < 10000; i++)
		buf_addf(&b, "%d,", i % 10);
	assert_int_equal(b.n, 20000);
	assert_int_equal(b.p[b.n], 0);
	p = buf_detach(&b);
	assert_int_equal(strlen(p), 20000);
	assert_null(b.p);
	free(p);
	p = buf_detach(&b);
	assert_string_equal(p, "");
	free(p);
}

static void strict_parsing_explains(void **state)
{
	static const struct {
		const char *text, *says;
	} rows[] = {{"", "Not valid JSON"},        {"{\"a\":1,\"a\":2}", "duplicate"},        {"{} x", "end of file"},
		    {"{\"a\":\"\xff\"}", "UTF-8"}, {"{\"a\":\"\\ud800\"}", "Not valid JSON"}, {"\xed\xa0\x80", "UTF-8"},
		    {"[1e999]", "overflow"}};
	char err[JSON_ERR_MAX];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_null(json_parse(rows[i].text, strlen(rows[i].text), err));
		if (strstr(err, rows[i].says) == NULL)
			fail_msg("%s: %s", rows[i].text, err);
	}
}

static void raw_nul_is_refused(void **state)
{
	char err[JSON_ERR_MAX];

	(void)state;
	assert_null(json_parse("[1\0]", 4, err));
	assert_non_null(strstr(err, "NUL"));
}

static void fields_are_typed(void **state)
{
	static const char text[] = "{\"s\":\"x\",\"i\":5,\"big\":99999999999,\"f\":1.5,\"o\":{}}";
	char err[JSON_ERR_MAX];
	json_t *root = json_parse(text, sizeof(text) - 1, err), *obj;
	const char *s;
	size_t n;
	int64_t v;

	(void)state;
	assert_int_equal(json_get_str(root, "s", &s, &n, err), 0);
	assert_int_equal(json_get_int(root, "i", 0, 10, &v, err), 0);
	assert_int_equal(v, 5);
	assert_int_equal(json_get_obj(root, "o", &obj, err), 0);
	assert_int_equal(json_get_str(root, "i", &s, &n, err), -1);
	assert_non_null(strstr(err, "\"i\" must be a string"));
	assert_int_equal(json_get_int(root, "big", 0, 10, &v, err), -1);
	assert_non_null(strstr(err, "whole number from 0 to 10"));
	assert_int_equal(json_get_int(root, "f", 0, 10, &v, err), -1);
	assert_int_equal(json_get_obj(root, "none", &obj, err), -1);
	assert_non_null(strstr(err, "missing"));
	json_decref(root);
}

/* Strings are looked at eight bytes at a time: every character at every place of such eight. */
static void escapes_at_every_place(void **state)
{
	(void)state;
	for (int c = 1; c < 0x100; c++) {
		for (size_t at = 0; at < 19; at++) {
			char text[20] = "\x7f__________________";
			struct buf b = BUF_INIT;
			struct jw w;

			text[at] = (char)c;
			jw_init(&w, &b);
			jw_strn(&w, text, 19);
			if (c < 0x20 || c == '"' || c == '\\')
				assert_int_equal(b.p[at + 1], '\\');
			else
				assert_int_equal(b.n, 21);
			assert_memory_equal(b.p + 1, text, at);
			assert_memory_equal(b.p + b.n - (19 - at), text + at + 1, 18 - at);
			buf_release(&b);
		}
	}
}

static void writes_any_integer(void **state)
{
	static const struct {
		int64_t v;
		const char *text;
	} cases[] = {{0, "0"},
		     {7, "7"},
		     {-1, "-1"},
		     {1234567890123, "1234567890123"},
		     {INT64_MAX, "9223372036854775807"},
		     {INT64_MIN, "-9223372036854775808"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct buf b = BUF_INIT;
		struct jw w;

		jw_init(&w, &b);
		jw_int(&w, cases[i].v);
		assert_string_equal(b.p, cases[i].text);
		buf_release(&b);
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(places_commas), cmocka_unit_test(escapes_what_json_wants),
	  cmocka_unit_test(numbers_read_back_equal), cmocka_unit_test(buffer_grows_and_detaches),
	  cmocka_unit_test(strict_parsing_explains), cmocka_unit_test(raw_nul_is_refused),
	  cmocka_unit_test(fields_are_typed), cmocka_unit_test(escapes_at_every_place),
	  cmocka_unit_test(writes_any_integer))
