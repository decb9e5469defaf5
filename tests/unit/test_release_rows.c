/* Rows of the Hugging Face layout and of the attempts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/json.h"
#include "beat/release.h"
#include "unit.h"

#define ID "0123456789abcdef0123456789abcdef01234567"

static struct release_text text_of(const char *s)
{
	return (struct release_text){s, strlen(s)};
}

static void hf_rows_are_lines(void **state)
{
	struct release_row rows[2] = {
	    {text_of(ID), text_of("Who?"), text_of("b"), 2, 3, text_of("bidaf"), NULL, 0, {0}},
	    {text_of(ID),
	     text_of("A \"line\"\nbreak\xe2\x80\xa8?"),
	     text_of("é"),
	     0,
	     1,
	     text_of("bidaf"),
	     NULL,
	     0,
	     {0}},
	};
	struct release_passage p = {.split = RELEASE_DEV,
				    .title = text_of("../\x1b[31m\\"),
				    .context = text_of("é b"),
				    .rows = rows,
				    .n_rows = 2};
	struct buf out = BUF_INIT;

	(void)state;
	release_hf.passage(NULL, &p, &out);
	assert_string_equal(out.p, "{\"id\":\"" ID
				   "\",\"title\":\"../\\u001b[31m\\\\\",\"context\":\"é b\",\"question\":\"Who?\","
				   "\"answers\":{\"text\":[\"b\"],\"answer_start\":[2]},"
				   "\"metadata\":{\"split\":\"validation\",\"model_in_the_loop\":\"bidaf\"}}\n"
				   "{\"id\":\"" ID "\",\"title\":\"../\\u001b[31m\\\\\",\"context\":\"é "
				   "b\",\"question\":\"A \\\"line\\\"\\nbreak\xe2\x80\xa8?\","
				   "\"answers\":{\"text\":[\"é\"],\"answer_start\":[0]},"
				   "\"metadata\":{\"split\":\"validation\",\"model_in_the_loop\":\"bidaf\"}}\n");
	buf_clear(&out);
	release_hf.path(&out, "dbidaf", RELEASE_DEV);
	assert_string_equal(out.p, "data/validation.jsonl");
	buf_release(&out);
}

static struct release_attempt attempt(void)
{
	return (struct release_attempt){
	    .id = text_of(ID),
	    .hit = "00112233445566aa",
	    .worker = "ffeeddccbbaa0011",
	    .seq = 2,
	    .chain = 1,
	    .turn = 2,
	    .previous = text_of("f" ID),
	    .title = text_of("T"),
	    .context = text_of("New York City"),
	    .question = text_of("Where?"),
	    .answer = text_of("New York"),
	    .answer_end = 8,
	    .model = text_of("bidaf"),
	    .model_version = text_of("1"),
	    .model_answer = text_of("New York City"),
	    .has_model_span = true,
	    .model_end = 13,
	    .has_model_score = true,
	    .model_score = 0.5,
	    .shared = 2,
	    .model_tokens = 3,
	    .human_tokens = 2,
	    .threshold_permille = 400,
	    .seconds = 61,
	};
}

static void attempts_tell_all(void **state)
{
	struct release_attempt a = attempt();
	struct buf out = BUF_INIT;

	(void)state;
	release_attempt_write(&a, &out);
	assert_string_equal(
	    out.p,
	    "{\"id\":\"" ID "\",\"hit\":\"00112233445566aa\",\"worker\":\"ffeeddccbbaa0011\",\"seq\":2,\"chain\":1,"
	    "\"turn\":2,\"previous\":\"f" ID "\",\"title\":\"T\",\"context\":\"New York City\",\"question\":\"Where?\","
	    "\"answer\":{\"text\":\"New York\",\"answer_start\":0},"
	    "\"model\":{\"name\":\"bidaf\",\"version\":\"1\",\"answer\":\"New York "
	    "City\",\"answer_start\":0,\"score\":0.5},"
	    "\"proof\":{\"shared\":2,\"model_tokens\":3,\"human_tokens\":2,\"threshold_permille\":400},"
	    "\"verdict\":\"model\",\"in_release\":false,\"seconds\":61}\n");
	buf_clear(&out);
	release_attempts_path(&out, RELEASE_TEST);
	assert_string_equal(out.p, "attempts/test.jsonl");
	buf_release(&out);
}

static void what_is_not_known_is_null(void **state)
{
	struct release_attempt a = attempt();
	struct buf out = BUF_INIT;
	json_t *row, *model;

	(void)state;
	a.previous.n = 0;
	a.has_model_span = a.has_model_score = false;
	a.won = a.in_release = true;
	release_attempt_write(&a, &out);
	row = json_loadb(out.p, out.n, 0, NULL);
	assert_non_null(row);
	model = json_object_get(row, "model");
	assert_true(json_is_null(json_object_get(row, "previous")));
	assert_true(json_is_null(json_object_get(model, "answer_start")));
	assert_true(json_is_null(json_object_get(model, "score")));
	assert_string_equal(json_string_value(json_object_get(row, "verdict")), "human");
	assert_true(json_is_true(json_object_get(row, "in_release")));
	json_decref(row);
	buf_release(&out);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(hf_rows_are_lines), cmocka_unit_test(attempts_tell_all),
	  cmocka_unit_test(what_is_not_known_is_null))
