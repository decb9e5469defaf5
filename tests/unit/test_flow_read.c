/* flow_read: members of a body, and the name of the one that is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flow/flow_read.h"

static struct flow_fault fault;

static json_t *body_of(const char *text)
{
	json_t *root = json_loads(text, 0, NULL);

	assert_non_null(root);
	fault = (struct flow_fault){0};
	return root;
}

static void refuses_answer(const char *text, const char *field, const char *words)
{
	json_t *body = body_of(text);
	struct flow_answer answer;

	assert_int_equal(flow_get_answer(body, &answer, &fault), -1);
	assert_string_equal(fault.field, field);
	assert_non_null(strstr(fault.detail, words));
	json_decref(body);
}

static void an_answer_names_what_is_wrong_in_it(void **state)
{
	json_t *body = body_of("{\"answer\":{\"start\":4,\"end\":9,\"text\":\"\\u00e4pfel\"}}");
	struct flow_answer answer;

	(void)state;
	assert_int_equal(flow_get_answer(body, &answer, &fault), 0);
	assert_int_equal(answer.span.start, 4);
	assert_int_equal(answer.span.end, 9);
	assert_int_equal(answer.claimed_n, 6);
	json_decref(body);
	refuses_answer("{}", "answer", "\"answer\" is missing");
	refuses_answer("{\"answer\":[]}", "answer", "must be an object");
	refuses_answer("{\"answer\":{}}", "answer.start", "\"start\" is missing");
	refuses_answer("{\"answer\":{\"start\":0,\"end\":-1}}", "answer.end", "whole number");
	refuses_answer("{\"answer\":{\"start\":0,\"end\":1,\"text\":null}}", "answer.text", "must be a string");
}

static void an_answer_is_proved_and_trimmed(void **state)
{
	static const char passage[] = "In \xc3\x84ra 7 the rain fell.";
	struct flow_answer answer = {{2, 7}, " \xc3\x84ra ", 6};
	const char *slice;
	size_t n;

	(void)state;
	assert_int_equal(flow_answer_prove(&answer, passage, strlen(passage), &slice, &n), SPAN_OK);
	assert_int_equal(answer.span.start, 3);
	assert_int_equal(answer.span.end, 6);
	assert_int_equal(n, 4);
	assert_memory_equal(slice, "\xc3\x84ra", n);
	answer = (struct flow_answer){{3, 99}, "x", 1};
	assert_int_equal(flow_answer_prove(&answer, passage, strlen(passage), &slice, &n), SPAN_OUTSIDE);
	answer = (struct flow_answer){{3, 6}, "Ara", 3};
	assert_int_equal(flow_answer_prove(&answer, passage, strlen(passage), &slice, &n), SPAN_MISMATCH);
	answer = (struct flow_answer){{9, 12}, "the", 3};
	assert_int_equal(flow_answer_prove(&answer, passage, strlen(passage), &slice, &n), SPAN_NO_WORDS);
	assert_int_equal(n, 3); /* and what was sent can still be shown */
}

static void a_text_is_trimmed_and_counted_in_characters(void **state)
{
	json_t *body = body_of("{\"q\":\" \\u00e4\\ud83d\\ude00b\\t\",\"blank\":\" \\n\",\"none\":\"\",\"n\":7}");
	struct flow_text text;

	(void)state;
	assert_int_equal(flow_get_text(body, "q", &text, &fault), 0);
	assert_string_equal(text.p, "\xc3\xa4\xf0\x9f\x98\x80"
				    "b");
	assert_int_equal(text.n, 7);
	assert_int_equal(text.length, 3);
	assert_int_equal(flow_text_fits(&text, "q", "The question", 3, &fault), 0);
	assert_int_equal(flow_text_fits(&text, "q", "The question", 2, &fault), -1);
	assert_string_equal(fault.detail, "The question is too long: at most 2 characters.");
	assert_string_equal(fault.field, "q");
	free(text.p);
	assert_int_equal(flow_get_text(body, "blank", &text, &fault), 0);
	assert_null(text.p);
	assert_int_equal(text.length, 0);
	assert_int_equal(flow_get_text(body, "none", &text, &fault), 0);
	assert_null(text.p);
	assert_int_equal(flow_get_text(body, "n", &text, &fault), -1);
	assert_int_equal(flow_get_text(body, "absent", &text, &fault), -1);
	assert_string_equal(fault.field, "absent");
	assert_false(flow_is_given(body, "absent"));
	assert_true(flow_is_given(body, "n"));
	json_decref(body);
}

static void a_uuid_is_one_and_in_lower_case(void **state)
{
	static const char *const wrong[] = {
	    "", "123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-42d3-a456-4266141740000",
	    "123e4567+e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-42661417400g"};
	json_t *body = body_of("{\"id\":\"123E4567-e89b-42D3-a456-426614174000\"}");
	char id[FLOW_UUID_LEN + 1];

	(void)state;
	assert_int_equal(flow_get_uuid(body, "id", id, &fault), 0);
	assert_string_equal(id, "123e4567-e89b-42d3-a456-426614174000");
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		json_object_set_new(body, "id", json_string(wrong[i]));
		assert_int_equal(flow_get_uuid(body, "id", id, &fault), -1);
		assert_string_equal(fault.field, "id");
	}
	json_decref(body);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_answer_names_what_is_wrong_in_it),
	    cmocka_unit_test(an_answer_is_proved_and_trimmed),
	    cmocka_unit_test(a_text_is_trimmed_and_counted_in_characters),
	    cmocka_unit_test(a_uuid_is_one_and_in_lower_case),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
