/* Tests of the connection that listens: notes arrive once and in order, and it comes
 * back after whatever happened to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../lib/db_fixture.h"

static struct db_listen *listening;
static struct {
	int begins, notes;
	char last[64];
} heard;

static void on_note(void *arg, const char *payload)
{
	assert_ptr_equal(arg, &heard);
	if (payload == NULL) {
		heard.begins++;
		return;
	}
	heard.notes++;
	snprintf(heard.last, sizeof(heard.last), "%s", payload);
}

static bool has_begun(void *arg)
{
	return heard.begins >= *(int *)arg;
}

static bool has_notes(void *arg)
{
	return heard.notes >= *(int *)arg;
}

static void await_begin(int n)
{
	run_until(has_begun, &n);
}

static void await_notes(int n)
{
	run_until(has_notes, &n);
}

static int listen_setup(void **state)
{
	test_setup(state);
	memset(&heard, 0, sizeof(heard));
	listening = db_listen_start(db, "a Channel", on_note, &heard);
	assert_int_equal(heard.begins, 0);
	return 0;
}

static int listen_teardown(void **state)
{
	db_listen_free(&listening);
	assert_null(listening);
	db_listen_free(&listening);
	return test_teardown(state);
}

static void notes_arrive_in_order(void **state)
{
	(void)state;
	assert_false(db_listen_is_ready(listening));
	await_begin(1);
	assert_true(db_listen_is_ready(listening));
	assert_int_equal(heard.notes, 0);
	ask("select pg_notify('a Channel', 'one')");
	await_notes(1);
	assert_string_equal(heard.last, "one");
	ask("select count(pg_notify('a Channel', g::text)) from generate_series(1, 5000) g");
	await_notes(5001);
	assert_string_equal(heard.last, "5000");
	ask("select pg_notify('another', 'not for us')");
	ask("select pg_notify('a Channel', '')");
	await_notes(5002);
	assert_string_equal(heard.last, "");
	assert_int_equal(heard.begins, 1);
}

static void kill_listener(void)
{
	ask("select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity where application_name = 'test "
	    "listen'");
}

static void it_comes_back_and_says_so(void **state)
{
	(void)state;
	await_begin(1);
	for (int i = 2; i < 5; i++) {
		kill_listener();
		await_begin(i);
	}
	ask("select pg_notify('a Channel', 'again')");
	await_notes(1);
	assert_string_equal(heard.last, "again");
}

static void a_restart_of_the_server_is_survived(void **state)
{
	char command[300];

	(void)state;
	await_begin(1);
	snprintf(command, sizeof(command), "%s restart", getenv("BEAT_TEST_CLUSTER"));
	assert_int_equal(system(command), 0); /* NOLINT: the test's own environment */
	await_begin(2);
	ask("select pg_notify('a Channel', 'after')");
	await_notes(1);
}

static void without_a_server_it_goes_on_trying(void **state)
{
	struct db_conf conf = default_conf();

	(void)state;
	db_listen_free(&listening);
	conf.uri = "postgresql://nobody@127.0.0.1:1/none";
	open_db(&conf);
	listening = db_listen_start(db, "x", on_note, &heard);
	run_for(300);
	db_listen_free(&listening);
	conf.uri = "this is no address";
	open_db(&conf);
	listening = db_listen_start(db, "x", on_note, &heard);
	run_for(300);
	assert_false(db_listen_is_ready(listening));
	assert_int_equal(heard.begins, 0);
}

static void it_can_be_freed_at_any_moment(void **state)
{
	(void)state;
	for (int ms = 0; ms < 24; ms += 2) {
		run_for(ms);
		db_listen_free(&listening);
		listening = db_listen_start(db, "a Channel", on_note, &heard);
	}
	memset(&heard, 0, sizeof(heard));
	await_begin(1);
}

#define WITH_LISTEN(f) cmocka_unit_test_setup_teardown(f, listen_setup, listen_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_LISTEN(notes_arrive_in_order),
	    WITH_LISTEN(it_comes_back_and_says_so),
	    WITH_LISTEN(a_restart_of_the_server_is_survived),
	    WITH_LISTEN(without_a_server_it_goes_on_trying),
	    WITH_LISTEN(it_can_be_freed_at_any_moment),
	};

	need_cluster("test_db_listen");
	log_init("test_db_listen", LOG_ERROR);
	return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
