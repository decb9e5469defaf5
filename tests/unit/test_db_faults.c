/* The db module when things break: no server, a server that goes away, crashes or
 * hangs, statements that no longer fit the schema, and storms of everything at once. */
#include "../lib/db_fixture.h"

#include <signal.h>
#include <sys/wait.h>

static void cluster(const char *verb)
{
	char command[300];

	snprintf(command, sizeof(command), "%s %s", getenv("BEAT_TEST_CLUSTER"), verb);
	assert_int_equal(system(command), 0);
}

static struct db_conf quick_conf(void)
{
	struct db_conf conf = default_conf();

	conf.statement_timeout_ms[DB_READ] = conf.statement_timeout_ms[DB_WRITE] = 500;
	return conf;
}

static long long backend_of(const char *lane)
{
	char sql[200];

	snprintf(sql, sizeof(sql), "select min(pid) from pg_stat_activity where application_name = 'test %s'", lane);
	return ask(sql);
}

static bool answers(enum db_lane lane)
{
	struct probe p = {0};

	start_for(&p, lane, T_ECHO, "there", 10000);
	finish();
	return p.status == DB_OK;
}

static void without_a_server_calls_fail_soon(void **state)
{
	struct db_conf conf = default_conf();
	struct probe p[3] = {0}, hasty = {0}, later = {0};
	int64_t began = loop_now_ms();

	(void)state;
	conf.uri = "postgresql:///beat?host=/nonexistent";
	conf.lost_after_ms = 500;
	open_db(&conf);
	for (int i = 0; i < 3; i++)
		start(&p[i], (enum db_lane)i, T_ECHO, "x", NULL);
	start_for(&hasty, DB_READ, T_ECHO, "x", 100);
	finish();
	assert_int_equal(hasty.status, DB_TIMEOUT);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(p[i].status, DB_LOST);
		assert_in_range(p[i].at_ms - began, 490, 2000);
	}
	assert_false(db_is_ready(db));
	began = loop_now_ms();
	start(&later, DB_WRITE, T_ECHO, "x", NULL);
	finish();
	assert_int_equal(later.status, DB_LOST);
	assert_true(later.at_ms - began < 300);
}

static void bad_addresses_do_no_harm(void **state)
{
	static const char *const uris[] = {"",
					   "nonsense",
					   "postgresql://[::1",
					   "host='",
					   "postgresql://127.0.0.1:1/x",
					   "postgresql:///no_such_database?host=/tmp"};
	struct db_conf conf = default_conf();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(uris); i++) {
		conf.uri = uris[i];
		open_db(&conf);
		run_for(120);
		assert_false(db_is_ready(db));
	}
}

static void the_next_host_is_tried(void **state)
{
	struct db_conf conf = default_conf();
	char uri[300];

	(void)state;
	/* nobody listens, no such folder, then the real one */
	snprintf(uri, sizeof(uri), "postgresql:///beat?host=127.0.0.1,/nonexistent,%s&port=1,5432,5432&user=beat",
		 getenv("BEAT_TEST_PG"));
	conf.uri = uri;
	open_db(&conf);
	run_until(is_ready, NULL);
	for (int lane = 0; lane < DB_LANES; lane++)
		assert_true(answers((enum db_lane)lane));
}

static void a_statement_that_cannot_be_prepared_is_tried_again(void **state)
{
	static const struct sql_statement two[] = {{.name = "t_fine", .sql = "select 1"},
						   {.name = "t_missing", .sql = "select id from missing"}};
	struct db_conf conf = default_conf();
	struct probe p = {0};

	(void)state;
	conf.statements = statement_list(two, 2);
	conf.lost_after_ms = 20000;
	open_db(&conf);
	run_for(300);
	assert_false(db_is_ready(db));
	p.call = db_start(db, DB_READ, ask_of(&two[1], NULL), DEADLINE_MS, on_probe, &p);
	open_probes++;
	ask("create table beat.missing as select 7 as id");
	finish();
	assert_int_equal(p.status, DB_OK);
	assert_string_equal(p.value, "7");
}

static void a_changed_schema_is_not_felt(void **state)
{
	struct probe p[3] = {0};

	(void)state;
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 3; i++) {
			memset(&p[i], 0, sizeof(p[i]));
			start(&p[i], (enum db_lane)i, T_CHANGING, NULL, NULL);
		}
		finish();
		for (int i = 0; i < 3; i++)
			assert_int_equal(p[i].status, DB_OK);
		askf("alter table beat.changing add column c%lld int", round);
	}
}

/* A connection dies under calls: those fail, those not yet sent wait for the next one. */
static void a_lost_connection_fails_what_was_sent(void **state)
{
	static const char *const names[] = {"read", "write", "desk", "slow"};

	(void)state;
	for (int lane = 0; lane < DB_LANES; lane++) {
		struct probe running = {0}, mate = {0}, waiting = {0};
		struct db_conf conf = default_conf();

		conf.conns[DB_READ] = 1;
		open_db(&conf);
		run_until(is_ready, NULL);
		start(&running, (enum db_lane)lane, T_SLEEP, "5", NULL);
		if (lane < DB_DESK)
			start(&mate, (enum db_lane)lane, T_ECHO, "mate", NULL);
		run_for(100);
		start(&waiting, (enum db_lane)lane, T_ECHO, "waiting", NULL);
		askf("select pg_terminate_backend(%lld)", backend_of(names[lane]));
		finish();
		assert_int_equal(running.status, DB_LOST);
		assert_int_equal(running.runs, 1);
		if (lane < DB_DESK)
			assert_int_equal(mate.status, DB_LOST);
		/* a read is sent at once, behind the others */
		assert_int_equal(waiting.status, lane == DB_READ ? DB_LOST : DB_OK);
		assert_true(answers((enum db_lane)lane));
	}
}

static void an_idle_connection_that_dies_is_replaced(void **state)
{
	(void)state;
	/* waits until they are gone, however busy the machine */
	askf("select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity where application_name like 'test "
	     "%%' and "
	     "pid <> %lld",
	     PQbackendPID(side));
	run_for(20);
	for (int lane = 0; lane < DB_LANES; lane++)
		assert_true(answers((enum db_lane)lane));
}

/* Numbers are written once each, from many calls under way, while something terrible happens. */
static struct storm {
	struct probe *probes;
	int count, next;
} storm;

static void write_storm(int count, int per_turn, void (*terror)(int at))
{
	storm = (struct storm){.probes = calloc((size_t)count, sizeof(struct probe)), .count = count};
	while (storm.next < count) {
		for (int i = 0; i < per_turn && storm.next < count; i++, storm.next++)
			start_number(&storm.probes[storm.next], DB_WRITE, T_TALLY, storm.next);
		terror(storm.next);
		do
			event_base_loop(base, EVLOOP_ONCE);
		while (open_probes > 400);
	}
	finish();
}

static void check_storm(int least_ok)
{
	int ok = 0, lost = 0;
	long long stored = ask("select count(*) from beat.tally");

	for (int i = 0; i < storm.count; i++) {
		assert_int_equal(storm.probes[i].runs, 1);
		ok += storm.probes[i].status == DB_OK;
		lost += storm.probes[i].status == DB_LOST;
		if (storm.probes[i].status == DB_OK)
			assert_int_equal(atoi(storm.probes[i].value), i);
	}
	assert_int_equal(ok + lost, storm.count);
	assert_true(ok >= least_ok);
	assert_in_range(stored, ok, storm.count);
	assert_int_equal(ask("select count(*) - count(distinct id) from beat.tally"), 0);
	for (int i = 0; i < storm.count; i += 50) {
		if (storm.probes[i].status == DB_OK)
			assert_int_equal(askf("select count(*) from beat.tally where id = %lld", i), 1);
	}
	free(storm.probes);
}

static void terminate_now_and_then(int at)
{
	if (at % 1000 == 0)
		ask("select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'test "
		    "write'");
}

static void kill_backend_once(int at)
{
	if (at == 1000) {
		long long pid = backend_of("write");

		if (pid > 0)
			kill((pid_t)pid, SIGKILL);
	}
}

static void terminated_writers_store_nothing_twice(void **state)
{
	(void)state;
	write_storm(5000, 20, terminate_now_and_then);
	check_storm(1000);
	assert_true(answers(DB_WRITE));
}

static void a_crash_stores_nothing_twice(void **state)
{
	struct db_conf conf = default_conf();

	(void)state;
	conf.lost_after_ms = 20000;
	open_db(&conf);
	run_until(is_ready, NULL);
	write_storm(3000, 20, kill_backend_once);
	check_storm(1500);
}

static void a_restart_is_survived(void **state)
{
	struct probe sent = {0}, p[3] = {0};
	struct db_conf conf = default_conf();

	(void)state;
	conf.lost_after_ms = 1000;
	open_db(&conf);
	run_until(is_ready, NULL);
	start(&sent, DB_WRITE, T_SLEEP, "3", NULL);
	run_for(50);
	cluster("stop");
	finish();
	assert_int_equal(sent.status, DB_LOST);
	assert_false(answers(DB_READ));
	assert_false(db_is_ready(db));
	cluster("start");
	run_until(is_ready, NULL);
	for (int i = 0; i < 3; i++)
		assert_true(answers((enum db_lane)i));
	/* shorter than lost_after_ms: nobody notices */
	conf.lost_after_ms = 15000;
	open_db(&conf);
	run_until(is_ready, NULL);
	cluster("stop");
	run_for(50);
	for (int i = 0; i < 3; i++)
		start(&p[i], (enum db_lane)i, T_ECHO, "x", NULL);
	run_for(50);
	cluster("start");
	finish();
	for (int i = 0; i < 3; i++)
		assert_int_equal(p[i].status, DB_OK);
}

/* The backend is alive but says nothing: deadlines first, then a new connection. */
static void a_hanging_server_is_left(void **state)
{
	static const char *const names[] = {"read", "write"};

	(void)state;
	for (int lane = DB_READ; lane <= DB_WRITE; lane++) {
		struct db_conf conf = quick_conf();
		struct probe impatient = {0}, patient = {0};
		long long pid;

		conf.conns[DB_READ] = 1;
		open_db(&conf);
		run_until(is_ready, NULL);
		pid = backend_of(names[lane]);
		kill((pid_t)pid, SIGSTOP);
		start_for(&impatient, (enum db_lane)lane, T_ECHO, "x", 200);
		start(&patient, (enum db_lane)lane, T_ECHO, "x", NULL);
		run_for(400);
		assert_int_equal(impatient.status, DB_TIMEOUT);
		assert_int_equal(patient.runs, 0);
		finish();
		assert_int_equal(patient.status, DB_LOST);
		assert_true(answers((enum db_lane)lane));
		kill((pid_t)pid, SIGCONT);
	}
}

/* A server that accepts connections but never speaks. */
static void a_mute_server_is_given_up(void **state)
{
	struct db_conf conf = default_conf();
	struct probe p = {0};
	long long postmaster = 0;
	char path[300];
	FILE *f;

	(void)state;
	snprintf(path, sizeof(path), "%s/data/postmaster.pid", getenv("BEAT_TEST_PG"));
	f = fopen(path, "r");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%lld", &postmaster), 1);
	fclose(f);
	conf.connect_timeout_ms = 200;
	conf.lost_after_ms = 700;
	kill((pid_t)postmaster, SIGSTOP);
	open_db(&conf);
	start(&p, DB_READ, T_ECHO, "x", NULL);
	finish();
	kill((pid_t)postmaster, SIGCONT);
	assert_int_equal(p.status, DB_LOST);
	run_until(is_ready, NULL);
	assert_true(answers(DB_READ));
}

/* Two programs whose batches take the same rows in any order: what the one holds the other waits for. */
static void batches_that_block_each_other_get_through(void **state)
{
	enum { N = 400 };
	static struct probe p[2][N];
	struct db_conf conf = default_conf();
	struct db *pools[2] = {db, db_new(base, &conf)};

	(void)state;
	memset(p, 0, sizeof(p));
	srandom(7);
	db = pools[1];
	run_until(is_ready, NULL);
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 2; k++) {
			db = pools[k];
			start_number(&p[k][i], DB_WRITE, T_BUMP, random() % 10 + 1);
		}
		if (i % 50 == 49)
			run_for(0);
	}
	finish();
	for (int i = 0; i < N; i++) {
		assert_int_equal(p[0][i].status, DB_OK);
		assert_int_equal(p[1][i].status, DB_OK);
	}
	assert_int_equal(ask("select sum(n) from beat.counter"), 2 * N);
	db_free(&pools[1]);
	db = pools[0];
}

/* Everything at once. Each call's answer must be its own. */
enum { MIXED = 100000, MIXED_AT_ONCE = 600 };

struct mixed {
	struct db_call *call;
	int number, runs;
	bool cancelled, write, bad, hasty;
};
static struct mixed *mixed;
static int mixed_next, mixed_open;
static long mixed_by_status[DB_BUSY + 1];

static void cancel_one(struct mixed *m)
{
	if (m->call == NULL)
		return;
	db_cancel(&m->call);
	m->cancelled = true;
	mixed_open--;
}

static void on_mixed(void *arg, const struct db_result *r)
{
	struct mixed *m = arg;

	assert_non_null(m->call);
	assert_false(m->cancelled);
	m->call = NULL;
	m->runs++;
	mixed_open--;
	mixed_by_status[r->status]++;
	if (r->status == DB_OK) {
		assert_false(m->bad);
		assert_int_equal(r->rows, 1);
		assert_int_equal(strtoll(value_at(r, 0, 0), NULL, 10), m->number);
	} else if (r->status == DB_ERROR) {
		assert_true(m->bad);
		assert_string_equal(r->sqlstate, m->write ? "23514" : "22012");
	} else {
		assert_int_equal(r->status, DB_TIMEOUT);
		assert_true(m->hasty);
	}
	if (random() % 8 == 0)
		cancel_one(&mixed[(int)random() % mixed_next]);
}

static void start_mixed(struct mixed *m)
{
	enum db_lane lane = random() % 50 == 0 ? DB_SLOW : random() % 3 == 0 ? DB_WRITE : DB_READ;
	enum statement s = lane == DB_WRITE ? T_TALLY : T_ECHO;
	char number[16];
	const char *params[2] = {number, "0"};

	snprintf(number, sizeof(number), "%d", m->number);
	m->write = lane == DB_WRITE;
	m->bad = random() % 40 == 0;
	if (m->bad && m->write) {
		s = T_MARK;
		params[0] = "-1";
	} else if (m->bad) {
		s = T_DIVIDE;
	}
	m->hasty = random() % 20 == 0;
	m->call =
	    db_start(db, lane, ask_of(&statement_table[s], params), m->hasty ? (int)random() % 20 : 60000, on_mixed, m);
	mixed_open++;
}

static void a_hundred_thousand_mixed_calls(void **state)
{
	int64_t end = loop_now_ms() + 4L * PATIENCE_MS;
	long long ok_writes = 0, stored;

	(void)state;
	srandom(20240501);
	mixed = calloc(MIXED, sizeof(*mixed));
	mixed_next = mixed_open = 0;
	memset(mixed_by_status, 0, sizeof(mixed_by_status));
	while ((mixed_next < MIXED || mixed_open > 0) && loop_now_ms() < end) {
		for (int i = (int)random() % 60; i > 0 && mixed_next < MIXED && mixed_open < MIXED_AT_ONCE; i--) {
			mixed[mixed_next].number = mixed_next;
			start_mixed(&mixed[mixed_next++]);
			if (random() % 10 == 0)
				cancel_one(&mixed[mixed_next - 1 - random() % (mixed_next < 200 ? mixed_next : 200)]);
		}
		event_base_loop(base, mixed_open > 0 ? EVLOOP_ONCE : EVLOOP_NONBLOCK);
	}
	assert_int_equal(mixed_open, 0);
	run_until(is_idle, NULL);
	for (int i = 0; i < MIXED; i++)
		assert_int_equal(mixed[i].runs, !mixed[i].cancelled);
	stored = ask("select count(distinct id) from beat.tally");
	assert_int_equal(ask("select count(*) from beat.tally"), stored);
	for (int i = 0; i < MIXED; i++)
		ok_writes += mixed[i].write && !mixed[i].bad && !mixed[i].cancelled && !mixed[i].hasty;
	assert_true(stored >= ok_writes);
	print_message("ok %ld, error %ld, timeout %ld; replays %llu reads, %llu writes\n", mixed_by_status[DB_OK],
		      mixed_by_status[DB_ERROR], mixed_by_status[DB_TIMEOUT],
		      (unsigned long long)stats(DB_READ).replays, (unsigned long long)stats(DB_WRITE).replays);
	free(mixed);
}

static void cancel_storms_leave_nothing_behind(void **state)
{
	enum { N = 2000 };
	static struct probe p[N];

	(void)state;
	for (int round = 0; round < 10; round++) {
		memset(p, 0, sizeof(p));
		for (int i = 0; i < N; i++)
			start_number(&p[i], (enum db_lane)(i % 3 == 2 && i > 30 ? 0 : i % 3), T_ECHO, i);
		for (int turns = 0; turns < round; turns++)
			event_base_loop(base, EVLOOP_ONCE);
		for (int i = 0; i < N; i++) {
			if (p[i].call != NULL)
				cancel(&p[i]);
		}
		assert_int_equal(open_probes, 0);
		run_until(is_idle, NULL);
		for (int i = 0; i < N; i++)
			assert_true(p[i].runs <= 1);
	}
	for (int lane = 0; lane < DB_LANES; lane++) {
		assert_int_equal(stats((enum db_lane)lane).waiting + stats((enum db_lane)lane).running, 0);
		assert_true(answers((enum db_lane)lane));
	}
}

#define WITH_DB(f) cmocka_unit_test_setup_teardown(f, test_setup, test_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_DB(without_a_server_calls_fail_soon),
	    WITH_DB(bad_addresses_do_no_harm),
	    WITH_DB(the_next_host_is_tried),
	    WITH_DB(a_statement_that_cannot_be_prepared_is_tried_again),
	    WITH_DB(a_changed_schema_is_not_felt),
	    WITH_DB(a_lost_connection_fails_what_was_sent),
	    WITH_DB(an_idle_connection_that_dies_is_replaced),
	    WITH_DB(terminated_writers_store_nothing_twice),
	    WITH_DB(a_crash_stores_nothing_twice),
	    WITH_DB(a_restart_is_survived),
	    WITH_DB(a_hanging_server_is_left),
	    WITH_DB(a_mute_server_is_given_up),
	    WITH_DB(batches_that_block_each_other_get_through),
	    WITH_DB(a_hundred_thousand_mixed_calls),
	    WITH_DB(cancel_storms_leave_nothing_behind),
	};

	need_cluster("test_db_faults");
	log_init("test_db_faults", LOG_WARN);
	return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
