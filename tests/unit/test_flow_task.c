/* flow_task: a request is answered once and its task ends once, whatever comes first: the answer, the deadline, the
 * loss of the database, a thread. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "beat/db.h"
#include "beat/http.h"
#include "beat/metrics.h"
#include "flow/flow_task.h"
#include "http_client.h"
#include "sql_beatd.h"

enum { SOON_MS = 20, NEVER_MS = 600000 };

static struct event_base *base;
static struct http *http;
static struct app app;

struct task {
	struct flow_task task;
	bool zero;
};

static struct {
	struct task *task; /* NULL once it was released */
	int made, released, answers;
	enum db_status status;
} last;

static void released(void *task)
{
	assert_ptr_equal(task, last.task);
	last.task = NULL;
	last.released++;
}

static struct task *task_of(struct http_req *req)
{
	struct task *t = flow_task_new(sizeof(*t), req, &app);

	assert_false(t->zero);
	t->task.release = released;
	last.task = t;
	last.made++;
	return t;
}

static void on_answer(void *task, const struct db_result *r)
{
	struct task *t = task;

	last.answers++;
	last.status = r->status;
	assert_null(t->task.call);
	assert_false(flow_task_has_row(&t->task, r, "testing"));
}

/* Asks a database that is not there. */
static void on_ask(struct http_req *req, void *arg)
{
	struct task *t = task_of(req);

	(void)arg;
	flow_task_ask(&t->task, DB_READ, q_session_preview(.project = "p", .language = "en"), on_answer);
}

static void on_hold(struct http_req *req, void *arg)
{
	(void)arg;
	flow_task_hold(&task_of(req)->task);
}

static void on_read(struct http_req *req, void *arg)
{
	struct task *t = task_of(req);
	struct buf b = BUF_INIT;

	(void)arg;
	if (!flow_task_read(&t->task))
		return;
	assert_true(json_is_object(t->task.body));
	buf_adds(&b, "{\"read\":true}");
	flow_task_reply(&t->task, 200, &b);
	buf_release(&b);
}

static const struct http_route routes[] = {
    {HTTP_POST, "/ask", on_ask, NULL, NULL},
    {HTTP_POST, "/hold", on_hold, NULL, NULL},
    {HTTP_POST, "/read", on_read, NULL, NULL},
    {0},
};

static void start(int deadline_ms, int lost_after_ms)
{
	const struct db_conf db = {.uri = "postgresql:///none?host=/nonexistent",
				   .conns = {1, 1, 1, 1},
				   .queue_max = 10,
				   .connect_timeout_ms = 1000,
				   .app_name = "test",
				   .statements = beatd_statements,
				   .lost_after_ms = lost_after_ms};
	const struct http_conf conf = {.address = "127.0.0.1",
				       .backlog = 16,
				       .max_body = 1024,
				       .idle_timeout_s = 60,
				       .deadline_ms = deadline_ms,
				       .max_requests = 100,
				       .routes = routes};

	memset(&last, 0, sizeof(last));
	base = loop_new();
	app = (struct app){.base = base, .db = db_new(base, &db)};
	http = http_new(base, &conf);
	assert_non_null(http);
}

static int tear_down(void **state)
{
	(void)state;
	http_drain(http, loop_turn_stop, base);
	loop_run(base);
	http_free(&http);
	db_free(&app.db);
	loop_free(&base);
	metrics_free_all();
	return 0;
}

/* One request, and its whole answer, of which there is only one. */
static void post(const char *path, const char *body, const char *expected)
{
	struct buf b = BUF_INIT;
	const char *again;
	int fd = client_dial(http_port(http));

	buf_addf(&b, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
		 path, strlen(body), body);
	client_say(fd, b.p);
	buf_clear(&b);
	client_hear(base, fd, &b, expected);
	again = strstr(b.p, "HTTP/1.1 ");
	assert_non_null(again);
	assert_null(strstr(again + 1, "HTTP/1.1 "));
	close(fd);
	buf_release(&b);
}

static void a_deadline_cancels_answers_and_ends(void **state)
{
	(void)state;
	start(SOON_MS, NEVER_MS);
	post("/ask", "{}", "The server took too long. Please try again.");
	assert_int_equal(last.made, 1);
	assert_int_equal(last.released, 1);
	loop_turn(base, 2 * SOON_MS);
	assert_int_equal(last.answers, 0); /* no callback after the end */
	assert_true(db_is_idle(app.db));
}

static void a_lost_database_is_answered_for_once(void **state)
{
	(void)state;
	start(NEVER_MS, SOON_MS);
	post("/ask", "{}", "503");
	assert_int_equal(last.answers, 1);
	assert_int_equal(last.status, DB_LOST);
	loop_turn(base, 2 * SOON_MS);
	assert_int_equal(last.released, 1);
}

static void a_held_task_is_answered_in_time_and_ends_with_its_thread(void **state)
{
	(void)state;
	start(SOON_MS, NEVER_MS);
	post("/hold", "{}", "The server took too long. Please try again.");
	assert_int_equal(last.released, 0);
	assert_non_null(last.task);
	assert_false(flow_task_unhold(&last.task->task)); /* too late, and gone */
	assert_int_equal(last.released, 1);
}

static void a_thread_that_is_done_in_time_leaves_the_task(void **state)
{
	const struct http_refusal why = {.status = 409, .slug = "x", .detail = "Said afterwards."};
	struct buf b = BUF_INIT;
	int fd;

	(void)state;
	start(NEVER_MS, NEVER_MS);
	fd = client_dial(http_port(http));
	client_say(fd, "POST /hold HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
	for (int i = 0; i < 1000 && last.made == 0; i++)
		loop_turn(base, 1);
	assert_non_null(last.task);
	assert_true(flow_task_unhold(&last.task->task));
	flow_task_refuse(&last.task->task, &why);
	assert_int_equal(last.released, 1);
	client_hear(base, fd, &b, "Said afterwards.");
	close(fd);
	buf_release(&b);
}

static void a_body_that_is_no_object_is_refused_and_the_end(void **state)
{
	(void)state;
	start(NEVER_MS, NEVER_MS);
	post("/read", "[1]", "The body must be a JSON object.");
	assert_int_equal(last.released, 1);
	post("/read", "{", "bad-json");
	assert_int_equal(last.released, 2);
	post("/read", "{\"a\":1}", "{\"read\":true}");
	assert_int_equal(last.released, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(a_deadline_cancels_answers_and_ends, tear_down),
	    cmocka_unit_test_teardown(a_lost_database_is_answered_for_once, tear_down),
	    cmocka_unit_test_teardown(a_held_task_is_answered_in_time_and_ends_with_its_thread, tear_down),
	    cmocka_unit_test_teardown(a_thread_that_is_done_in_time_leaves_the_task, tear_down),
	    cmocka_unit_test_teardown(a_body_that_is_no_object_is_refused_and_the_end, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
