/* Calls of a statement that takes many at once: they go as one, and each is answered, cancelled, late or refused by
 * itself. */
#include "../lib/db_fixture.h"

enum { MANY = 40 };

static const enum db_lane lanes[] = {DB_READ, DB_WRITE, DB_DESK, DB_SLOW};

static void each_gets_its_own_row(void **state)
{
	static const char *const given[] = {"plain", "", "a \"quoted\" \\ one", "{},NULL", "NULL", "ö\n\t✓", "'", NULL};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lanes); i++) {
		struct probe p[ARRAY_LEN(given)] = {0};

		for (size_t k = 0; k < ARRAY_LEN(given); k++)
			start(&p[k], lanes[i], T_EACH, given[k], k % 2 ? "b" : NULL);
		finish();
		for (size_t k = 0; k < ARRAY_LEN(given); k++) {
			char wanted[64];

			snprintf(wanted, sizeof(wanted), "%s|%s", given[k] != NULL ? given[k] : "null",
				 k % 2 ? "b" : "null");
			assert_int_equal(p[k].runs, 1);
			assert_int_equal(p[k].rows, 1);
			assert_string_equal(p[k].value, wanted);
		}
	}
}

static void they_go_as_one_statement(void **state)
{
	struct probe p[MANY] = {0};
	struct db_lane_stats before = stats(DB_READ);

	(void)state;
	ask("create table beat.run (n int); create function beat.ran() returns trigger language plpgsql as "
	    "'begin insert into beat.run values (1); return null; end'; "
	    "create trigger ran after insert on beat.mark for each statement execute function beat.ran()");
	for (int i = 0; i < MANY; i++)
		start_number(&p[i], DB_WRITE, T_EACH_MARK, i + 1);
	finish();
	assert_int_equal(ask("select count(*) from mark"), MANY);
	assert_int_equal(ask("select count(*) from run"), 1);
	memset(p, 0, sizeof(p));
	for (int i = 0; i < MANY; i++)
		start(&p[i], DB_READ, T_EACH, "x", "y");
	finish();
	assert_int_equal(stats(DB_READ).batches - before.batches, 1); /* on one connection, though there are two */
	assert_int_equal(stats(DB_READ).calls - before.calls, MANY);
}

/* 9 good and 1 bad, at each place; another statement is in the same transaction. */
static void a_bad_one_leaves_its_company_alone(void **state)
{
	struct probe p[10], mate;
	long long next = 2;

	(void)state;
	ask("insert into mark values (1)");
	for (int where = 0; where < 10; where++) {
		memset(p, 0, sizeof(p));
		mate = (struct probe){0};
		start_number(&mate, DB_WRITE, T_TALLY, where);
		for (int i = 0; i < 10; i++)
			start_number(&p[i], DB_WRITE, T_EACH_MARK, i == where ? 1 : next++);
		finish();
		assert_int_equal(mate.status, DB_OK);
		for (int i = 0; i < 10; i++)
			assert_int_equal(p[i].status, i == where ? DB_ERROR : DB_OK);
		assert_string_equal(p[where].constraint, "mark_pkey");
	}
	assert_int_equal(ask("select count(*) from mark"), 91);
	assert_int_equal(ask("select count(*) from tally"), 10);
}

static void a_bad_read_leaves_its_company_alone(void **state)
{
	struct probe p[10] = {0}, mate = {0};

	(void)state;
	for (int i = 0; i < 10; i++)
		start(&p[i], DB_READ, T_EACH_SLEEP, i == 4 ? "no number" : "0", NULL);
	start(&mate, DB_READ, T_ECHO, "mate", NULL);
	finish();
	for (int i = 0; i < 10; i++)
		assert_int_equal(p[i].status, i == 4 ? DB_ERROR : DB_OK);
	assert_string_equal(p[4].sqlstate, "22P02");
	assert_string_equal(mate.value, "mate");
}

static void one_may_be_cancelled_or_late(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct probe p[5] = {0};

		p[0].cancels = &p[3].call;
		for (int k = 0; k < 5; k++)
			start_for(&p[k], lanes[i], T_EACH_SLEEP, k == 0 ? "0.3" : "0", k == 4 ? 100 : DEADLINE_MS);
		run_for(30);
		cancel(&p[1]);
		finish();
		run_until(is_idle, NULL);
		assert_int_equal(p[0].status, DB_OK);
		assert_int_equal(p[1].runs, 0);
		assert_int_equal(p[2].status, DB_OK);
		assert_int_equal(p[3].runs, 0);
		assert_int_equal(p[4].status, DB_TIMEOUT);
	}
}

static void reads_gather_while_some_are_under_way(void **state)
{
	struct probe busy[2] = {0}, p[MANY] = {0}, plain = {0};
	struct db_lane_stats before;

	(void)state;
	for (int i = 0; i < 2; i++) { /* one on each connection */
		start(&busy[i], DB_READ, T_EACH_SLEEP, "0.3", NULL);
		run_for(20);
	}
	before = stats(DB_READ);
	for (int i = 0; i < MANY; i++) {
		start(&p[i], DB_READ, T_EACH, "x", "y");
		if (i % 10 == 0)
			run_for(1);
	}
	start(&plain, DB_READ, T_ECHO, "sent", NULL);
	run_for(20);
	assert_int_equal(stats(DB_READ).batches - before.batches, 1); /* what takes one does not wait for them */
	finish();
	assert_in_range(stats(DB_READ).batches - before.batches, 2, 3);
	assert_string_equal(plain.value, "sent");
	for (int i = 0; i < MANY; i++)
		assert_string_equal(p[i].value, "x|y");
}

static void one_locked_row_holds_up_only_its_own_call(void **state)
{
	struct probe locked = {0}, p[10] = {0};

	(void)state;
	ask("begin; update counter set n = 10 where id = 1");
	start_number(&locked, DB_WRITE, T_EACH_BUMP, 1);
	for (int i = 0; i < 10; i++)
		start_number(&p[i], DB_WRITE, T_EACH_BUMP, i + 2);
	run_for(1200);
	assert_int_equal(locked.runs, 0);
	ask("commit");
	finish();
	assert_string_equal(locked.value, "11");
	for (int i = 0; i < 10; i++)
		assert_string_equal(p[i].value, "1");
}

static void too_few_rows_are_nobodys(void **state)
{
	struct probe p[3] = {0};

	(void)state;
	for (int i = 0; i < 3; i++)
		start(&p[i], DB_READ, T_EACH_SHORT, "x", NULL);
	finish();
	for (int i = 0; i < 3; i++) {
		assert_int_equal(p[i].status, DB_OK);
		assert_int_equal(p[i].rows, 0);
	}
}

static void a_lost_connection_loses_all_of_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct probe p[5] = {0};

		for (int k = 0; k < 5; k++)
			start(&p[k], lanes[i], T_EACH_SLEEP, "0.2", NULL);
		run_for(50);
		ask("select pg_terminate_backend(pid) from pg_stat_activity where query like '%unnest($1::float8[])%' "
		    "and state = "
		    "'active' and pid <> pg_backend_pid()");
		finish();
		for (int k = 0; k < 5; k++)
			assert_int_equal(p[k].status, DB_LOST);
		run_until(is_ready, NULL);
	}
}

static void freeing_runs_no_callbacks(void **state)
{
	struct probe p[MANY] = {0};

	(void)state;
	for (int i = 0; i < MANY; i++) {
		start(&p[i], i % 2 ? DB_READ : DB_WRITE, T_EACH_SLEEP, "0.1", NULL);
		if (i == MANY / 2)
			run_for(20); /* half are sent, half wait */
	}
	db_free(&db);
	run_for(50);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(p[i].runs, 0);
	open_default();
}

#define WITH_DB(f) cmocka_unit_test_setup_teardown(f, test_setup, test_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_DB(each_gets_its_own_row),
	    WITH_DB(they_go_as_one_statement),
	    WITH_DB(a_bad_one_leaves_its_company_alone),
	    WITH_DB(a_bad_read_leaves_its_company_alone),
	    WITH_DB(one_may_be_cancelled_or_late),
	    WITH_DB(reads_gather_while_some_are_under_way),
	    WITH_DB(one_locked_row_holds_up_only_its_own_call),
	    WITH_DB(too_few_rows_are_nobodys),
	    WITH_DB(a_lost_connection_loses_all_of_them),
	    WITH_DB(freeing_runs_no_callbacks),
	};

	need_cluster("test_db_many");
	log_init("test_db_many", LOG_ERROR);
	return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
