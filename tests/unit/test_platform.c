/* Who is at the door: parameters of each platform, good and hostile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "beat/platform.h"
#include "unit.h"

static const struct token_key key = {{1, 2, 3}};
static const struct platform_conf conf = {.mturk_submit_hosts = "https://www.mturk.com https://workersandbox.mturk.com",
					  .key = &key};
static struct platform_entry entry;
static struct platform_fault fault;

static int enter(const char *platform, const char *params)
{
	json_t *root = json_loads(params, 0, NULL);
	int rc;

	assert_non_null(root);
	memset(&entry, 0, sizeof(entry));
	fault = (struct platform_fault){0};
	rc = platform_find(platform)->enter(&conf, "demo", root, &entry, &fault);
	json_decref(root);
	return rc;
}

static void mturk_takes_listed_hosts_only(void **state)
{
	static const char *const bad[] = {"https://evil.example",
					  "https://www.mturk.com.evil.example",
					  "https://www.mturk.com@evil",
					  "http://www.mturk.com",
					  "https://www.mturk.com/path",
					  "javascript:alert(1)",
					  "https://www.mturk.com https://workersandbox.mturk.com",
					  "//www.mturk.com"};
	char params[512];

	(void)state;
	assert_int_equal(enter("mturk", "{\"assignmentId\":\"3A\",\"hitId\":\"3H\",\"workerId\":\"AW\","
					"\"turkSubmitTo\":\"https://www.mturk.com\"}"),
			 0);
	assert_string_equal(entry.worker, "AW");
	assert_string_equal(entry.ref, "3A");
	assert_string_equal(entry.hit_ref, "3H");
	assert_false(entry.preview);
	assert_int_equal(
	    enter(
		"mturk",
		"{\"assignmentId\":\"3A\",\"workerId\":\"AW\",\"turkSubmitTo\":\"https://workersandbox.mturk.com/\"}"),
	    0);
	assert_string_equal(entry.submit_to, "https://workersandbox.mturk.com");
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		snprintf(params, sizeof(params),
			 "{\"assignmentId\":\"3A\",\"workerId\":\"AW\",\"turkSubmitTo\":\"%s\"}", bad[i]);
		assert_int_equal(enter("mturk", params), -1);
		assert_non_null(strstr(fault.detail, "turkSubmitTo"));
	}
	assert_int_equal(enter("mturk", "{\"assignmentId\":\"3A\",\"workerId\":\"AW\"}"), -1);
}

static void mturk_preview(void **state)
{
	(void)state;
	assert_int_equal(enter("mturk", "{\"assignmentId\":\"ASSIGNMENT_ID_NOT_AVAILABLE\",\"hitId\":\"3H\"}"), 0);
	assert_true(entry.preview);
	assert_int_equal(enter("mturk", "{}"), -1);
	assert_non_null(strstr(fault.detail, "assignmentId"));
}

static void prolific_ends_at_its_code(void **state)
{
	struct platform_end end = {
	    .ref = "s", .hit_ref = "", .submit_to = "", .completion_code = "A B&c", .kind = "generate", .won = 2};
	struct buf b = BUF_INIT;
	struct jw w;

	(void)state;
	assert_int_equal(enter("prolific", "{\"PROLIFIC_PID\":\"p\",\"STUDY_ID\":\"st\",\"SESSION_ID\":\"s\"}"), 0);
	assert_string_equal(entry.worker, "p");
	assert_string_equal(entry.ref, "s");
	assert_int_equal(enter("prolific", "{\"PROLIFIC_PID\":\"p\"}"), -1);
	jw_init(&w, &b);
	jw_open(&w, '{');
	platform_prolific.end(&w, &end);
	jw_close(&w, '}');
	assert_string_equal(b.p, "{\"url\":\"https://app.prolific.com/submissions/complete?cc=A%20B%26c\"}");
	buf_release(&b);
}

static void names_are_clean(void **state)
{
	static const char *const bad[] = {"{}",
					  "{\"worker\":\"\"}",
					  "{\"worker\":7}",
					  "{\"worker\":\" a\"}",
					  "{\"worker\":\"a \"}",
					  "{\"worker\":\"a\\nb\"}",
					  "{\"worker\":\"a\\u0085b\"}",
					  "{\"worker\":\"a\\u00a0\"}",
					  "{\"worker\":[\"a\"]}"};
	char longest[256];

	(void)state;
	assert_int_equal(enter("direct", "{\"worker\":\"Zoë 7\"}"), 0);
	assert_string_equal(entry.worker, "Zoë 7");
	assert_false(entry.vouched);
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_int_equal(enter("direct", bad[i]), -1);
	snprintf(longest, sizeof(longest), "{\"worker\":\"%0128d\"}", 0);
	assert_int_equal(enter("direct", longest), 0);
	snprintf(longest, sizeof(longest), "{\"worker\":\"%0129d\"}", 0);
	assert_int_equal(enter("direct", longest), -1);
}

static void names_that_look_the_same_are_the_same(void **state)
{
	static const char *const bad[] = {
	    "{\"worker\":\"an\\u200bn\"}",                                 /* zero width space */
	    "{\"worker\":\"\\u202enna\"}",                                 /* right-to-left override */
	    "{\"worker\":\"ann\\u00ad\"}",                                 /* soft hyphen */
	    "{\"worker\":\"\\ufdfa\\ufdfa\\ufdfa\\ufdfa\\ufdfa\\ufdfa\"}", /* longer in its normal form than an id may
									      be */
	    "{\"worker\":\"\\u00a8\"}",                                    /* a blank before a mark */
	};

	(void)state;
	assert_int_equal(enter("direct", "{\"worker\":\"\\uff21\\u006e\\u006e\\ufb01\"}"), 0);
	assert_string_equal(entry.worker, "Annfi");
	assert_int_equal(enter("direct", "{\"worker\":\"Zoe\\u0308\"}"), 0);
	assert_string_equal(entry.worker, "Zoë");
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_int_equal(enter("direct", bad[i]), -1);
}

static void a_browsers_secret_parts_people_of_one_name(void **state)
{
	char first[PLATFORM_ID_MAX + 1], params[256];

	(void)state;
	assert_int_equal(enter("direct", "{\"worker\":\"ann\",\"browser\":\"0123456789abcdef\"}"), 0);
	memcpy(first, entry.worker, sizeof(first));
	assert_string_equal(first, "ann~9f9f5111f7b2");
	assert_int_equal(enter("direct", "{\"worker\":\"ann\",\"browser\":\"0123456789abcdeg\"}"), 0);
	assert_string_not_equal(first, entry.worker);
	snprintf(params, sizeof(params), "{\"worker\":\"%s\"}", first); /* somebody else's mark is nobody's to write */
	assert_int_equal(enter("direct", params), -1);
	assert_int_equal(enter("direct", "{\"worker\":\"ann\",\"browser\":\"short\"}"), -1);
	snprintf(params, sizeof(params), "{\"worker\":\"%0115d\",\"browser\":\"0123456789abcdef\"}", 0);
	assert_int_equal(enter("direct", params), 0);
	snprintf(params, sizeof(params), "{\"worker\":\"%0116d\",\"browser\":\"0123456789abcdef\"}", 0);
	assert_int_equal(enter("direct", params), -1);
}

static void ends_say_what_was_done(void **state)
{
	static const struct {
		const char *platform, *kind;
		int won;
		const char *expected;
	} cases[] = {
	    {"direct", "onboarding", 2, "Your onboarding is handed in."},
	    {"direct", "generate", 0, "Your work is handed in."},
	    {"direct", "generate", 2, "2 questions that beat the AI are saved."},
	    {"direct", "validate", 1, "Your 1 answer is handed in."},
	    {"direct", "validate", 5, "Your 5 answers are handed in."},
	    {"direct", "validate", 0, "Your work is handed in."},
	    {"mturk", "generate", 2, "\"won\":\"2\""},
	    {"mturk", "validate", 5, "\"answered\":\"5\""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct platform_end end = {.ref = "A",
					   .hit_ref = "H",
					   .submit_to = "https://www.mturk.com",
					   .completion_code = "",
					   .kind = cases[i].kind,
					   .won = cases[i].won};
		struct buf b = BUF_INIT;
		struct jw w;

		jw_init(&w, &b);
		jw_open(&w, '{');
		platform_find(cases[i].platform)->end(&w, &end);
		jw_close(&w, '}');
		assert_non_null(strstr(b.p, cases[i].expected));
		buf_release(&b);
	}
}

static int enter_invited_to(const char *project, int64_t expires, const struct token_key *with, bool validate)
{
	struct token_invite invite = {.expires = expires, .validates_only = validate};
	struct buf token = BUF_INIT;
	char params[512];

	snprintf(invite.project, sizeof(invite.project), "%s", project);
	snprintf(invite.worker, sizeof(invite.worker), "ann");
	token_invite_make(&token, with, &invite);
	snprintf(params, sizeof(params), "{\"invite\":\"%s\",\"worker\":\"mallory\"}", token.p);
	buf_release(&token);
	return enter("direct", params);
}

static int enter_invited(const char *project, int64_t expires, const struct token_key *with)
{
	return enter_invited_to(project, expires, with, false);
}

static void invitations(void **state)
{
	static const struct token_key other = {{9}};
	int64_t now = (int64_t)time(NULL);

	(void)state;
	assert_int_equal(enter_invited("demo", now + 100, &key), 0);
	assert_string_equal(entry.worker, "ann");
	assert_true(entry.vouched);
	assert_false(entry.validates_only);
	assert_int_equal(enter_invited_to("demo", now + 100, &key, true), 0);
	assert_string_equal(entry.worker, "ann");
	assert_true(entry.vouched && entry.validates_only);
	assert_int_equal(enter_invited_to("other", now + 100, &key, true), -1);
	assert_int_equal(enter_invited("other", now + 100, &key), -1);
	assert_non_null(strstr(fault.detail, "another project"));
	assert_int_equal(enter_invited("demo", now - 1, &key), -1);
	assert_non_null(strstr(fault.detail, "expired"));
	assert_int_equal(enter_invited("demo", now + 100, &other), -1);
	assert_int_equal(enter("direct", "{\"invite\":\"i1.x.y\"}"), -1);
	assert_null(platform_find("fax"));
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(mturk_takes_listed_hosts_only), cmocka_unit_test(mturk_preview),
	  cmocka_unit_test(prolific_ends_at_its_code), cmocka_unit_test(names_are_clean),
	  cmocka_unit_test(names_that_look_the_same_are_the_same),
	  cmocka_unit_test(a_browsers_secret_parts_people_of_one_name), cmocka_unit_test(ends_say_what_was_done),
	  cmocka_unit_test(invitations))
