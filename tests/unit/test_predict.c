/* POST /predict over a socket with a reader that can be made to wait: a full queue, deadlines
 * before and after the work began, clients that leave, and what the metrics say of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "../../model_adapter/service/predict.h"
#include "beat/http.h"
#include "beat/log.h"
#include "beat/metrics.h"
#include "http_client.h"
#include "stub_reader.h"

static struct event_base *base;
static struct http *http;
static struct stub_reader stub;
static struct shelf shelf;
static struct predict predict;

static void on_predict(struct http_req *req, void *app)
{
	predict_on_request(req, app);
}

static const struct http_route routes[] = {
    {HTTP_POST, "/predict", on_predict, NULL, NULL},
    {0},
};

/* One thread, one place to wait. */
static int start(int deadline_ms)
{
	struct http_conf conf = {.address = "127.0.0.1",
				 .backlog = 16,
				 .max_body = 4096,
				 .idle_timeout_s = 60,
				 .deadline_ms = deadline_ms,
				 .max_requests = 100,
				 .routes = routes,
				 .app = &predict};

	stub_reader_init(&stub, 100);
	shelf = (struct shelf){.v = {{&stub_reader_ops, &stub}}, .n = 1};
	base = loop_new();
	predict = (struct predict){.shelf = &shelf,
				   .passages = passages_new(1 << 20),
				   .quick = work_new(base, 1, 2),
				   .slow = work_new(base, 1, 2),
				   .max_passage = 1000};
	predict_init(&predict);
	http = http_new(base, &conf);
	return http != NULL ? 0 : -1;
}

static int set_up(void **state)
{
	(void)state;
	return start(60000);
}

static int set_up_hasty(void **state)
{
	(void)state;
	return start(50);
}

static int tear_down(void **state)
{
	(void)state;
	http_drain(http, loop_turn_stop, base);
	loop_run(base);
	http_free(&http);
	work_free(&predict.quick);
	work_free(&predict.slow);
	passages_free(&predict.passages);
	assert_int_equal(atomic_load(&stub.alive), 0);
	loop_free(&base);
	metrics_free_all();
	return 0;
}

static int ask_at(const char *query, const char *passage, const char *question)
{
	struct buf body = BUF_INIT, request = BUF_INIT;
	int fd = client_dial(http_port(http));

	buf_addf(&body, "{\"passage\":\"%s\",\"question\":\"%s\"}", passage, question);
	buf_addf(&request, "POST /predict%s HTTP/1.1\r\nHost: x\r\nContent-Length: %zu\r\n\r\n%s", query, body.n,
		 body.p);
	client_say(fd, request.p);
	buf_release(&request);
	buf_release(&body);
	return fd;
}

static int ask(const char *passage, const char *question)
{
	return ask_at("", passage, question);
}

static void answered(int fd, const char *const *texts)
{
	struct buf out = BUF_INIT;

	client_hear(base, fd, &out, "}");
	for (; *texts != NULL; texts++) {
		if (strstr(out.p, *texts) == NULL)
			fail_msg("no '%s' in\n%s", *texts, out.p);
	}
	close(fd);
	buf_release(&out);
}

#define ANSWERED(fd, ...) answered(fd, (const char *const[]){__VA_ARGS__, NULL})

/* Turns the loop until the reader stands at its gate. */
static void until_it_waits(void)
{
	for (int i = 0; i < 1000 && sem_trywait(&stub.arrived) != 0; i++)
		loop_turn(base, 5);
}

/* One that the reader has begun, and one that waits behind it. */
static void ask_two(int *begun, int *waiting)
{
	*begun = ask("wait here", "what");
	until_it_waits();
	*waiting = ask("other", "what");
}

static void until_pending(int n)
{
	for (int i = 0; i < 1000 && work_pending(predict.quick) != n; i++)
		loop_turn(base, 5);
	assert_int_equal(work_pending(predict.quick), n);
}

static void counted(const char *line)
{
	struct buf b = BUF_INIT;

	metrics_write(&b);
	if (strstr(b.p, line) == NULL)
		fail_msg("no '%s' in\n%s", line, b.p);
	buf_release(&b);
}

static void test_answers(void **state)
{
	(void)state;
	ANSWERED(ask("Alps and Rhine", "where"), "HTTP/1.1 200",
		 "\"answer\":\"Alps\",\"start\":0,\"end\":4,\"score\":0.5", "\"null_score\":0.25",
		 "\"model\":\"stub\",\"version\":\"7\",\"weights\":\"0123456789");
	ANSWERED(ask_at("?best=20&reader=stub", "Alps and Rhine", "where"), "\"best\":[{\"answer\":\"Alps\"",
		 "{\"answer\":\"A\",\"start\":0,\"end\":1,\"score\":0.25}]");
	ANSWERED(ask_at("?best=1", "Alps and Rhine", "where"), "\"best\":[{\"answer\":\"Alps\",\"start\":0,\"end\":4,"
							       "\"score\":0.5}]");
	counted("beat_reader_predictions_total{reader=\"stub\",outcome=\"answered\"} 3\n");
	counted("beat_passages_total{reader=\"stub\",outcome=\"miss\"} 1\n");
	counted("beat_passages_total{reader=\"stub\",outcome=\"hit\"} 2\n");
	counted("beat_reader_seconds_count{reader=\"stub\"} 3\n");
	counted("beat_reader_wait_seconds_count{reader=\"stub\"} 3\n");
	assert_int_equal(atomic_load(&stub.reads), 1);
}

static void test_refuses_what_it_cannot_do(void **state)
{
	static const char *const wrong[] = {"0", "21", "-1", "x", "", "1.5", "99999999999999999999", "%2B1", "1%00"};

	(void)state;
	ANSWERED(ask_at("?reader=nobody", "x", "y"), "HTTP/1.1 422", "There is no such reader here; there is stub.");
	ANSWERED(ask_at("?reader=", "x", "y"), "HTTP/1.1 422", "no such reader");
	ANSWERED(ask_at("?reader=%ff", "x", "y"), "HTTP/1.1 400", "not clean UTF-8");
	for (size_t i = 0; i + 1 < ARRAY_LEN(wrong); i++) {
		char query[64];

		snprintf(query, sizeof(query), "?best=%s", wrong[i]);
		ANSWERED(ask_at(query, "x", "y"), "HTTP/1.1 422", "whole number from 1 to 20");
	}
	ANSWERED(ask(" ", "y"), "HTTP/1.1 422", "holds no word");
	assert_int_equal(atomic_load(&stub.answers), 0);
	ANSWERED(ask("Alps", "lie"), "HTTP/1.1 500", "The reader failed on this passage");
	ANSWERED(ask("Alps", "where"), "HTTP/1.1 200");
}

static void test_a_full_queue_says_so(void **state)
{
	int first, second;

	(void)state;
	ask_two(&first, &second);
	until_pending(2);
	assert_int_equal(work_waiting(predict.quick), 1);
	ANSWERED(ask("third", "what"), "HTTP/1.1 503", "Retry-After: 1", "urn:beat:busy", "Too many questions");
	sem_post(&stub.gate);
	ANSWERED(first, "HTTP/1.1 200");
	ANSWERED(second, "HTTP/1.1 200");
	ANSWERED(ask("third", "what"), "HTTP/1.1 200");
	counted("outcome=\"full\"} 1\n");
}

/* The one under way and the one that waits are both told; only the first was begun. */
static void test_deadlines(void **state)
{
	int first, second;

	(void)state;
	ask_two(&first, &second);
	ANSWERED(first, "HTTP/1.1 503", "Retry-After: 1", "in time");
	ANSWERED(second, "HTTP/1.1 503", "Retry-After: 1", "in time");
	until_pending(1); /* the one that waited has left the queue; the other cannot be stopped */
	sem_post(&stub.gate);
	until_pending(0);
	assert_int_equal(atomic_load(&stub.reads), 1);
	counted("outcome=\"late\"} 2\n");
}

static void test_clients_that_leave(void **state)
{
	int first, second;

	(void)state;
	ask_two(&first, &second);
	until_pending(2);
	close(second);
	until_pending(1);
	assert_int_equal(work_waiting(predict.quick), 0);
	close(first);
	for (int i = 0; i < 1000 && http_running(http) > 0; i++)
		loop_turn(base, 5);
	assert_int_equal(http_running(http), 0);
	sem_post(&stub.gate);
	until_pending(0);
	assert_int_equal(atomic_load(&stub.reads), 1);
	assert_int_equal(atomic_load(&stub.answers), 1);
	counted("outcome=\"gone\"} 2\n");
	ANSWERED(ask("other", "what"), "HTTP/1.1 200");
}

/* While one of its questions is under way and another waits, others are asked as if it were not there; its own queue
 * has its own bound. */
static void test_a_slow_reader_holds_up_nobody(void **state)
{
	static struct reader_ops ops;
	static struct stub_reader slow; /* passages that are kept know it until tear_down */
	int begun, waiting;

	(void)state;
	stub_reader_init(&slow, 100);
	ops = stub_reader_ops;
	ops.name = "slow";
	ops.slow = true;
	shelf.v[shelf.n++] = (struct shelf_reader){&ops, &slow};
	begun = ask_at("?reader=slow", "wait here", "what");
	for (int i = 0; i < 1000 && sem_trywait(&slow.arrived) != 0; i++)
		loop_turn(base, 5);
	waiting = ask_at("?reader=slow", "other", "what");
	for (int i = 0; i < 1000 && work_pending(predict.slow) != 2; i++)
		loop_turn(base, 5);
	ANSWERED(ask_at("?reader=slow", "third", "what"), "HTTP/1.1 503", "Too many questions");
	for (int i = 0; i < 3; i++)
		ANSWERED(ask("Alps and Rhine", "where"), "HTTP/1.1 200", "\"model\":\"stub\"");
	assert_int_equal(work_pending(predict.slow), 2);
	assert_int_equal(atomic_load(&slow.answers), 0);
	sem_post(&slow.gate);
	ANSWERED(begun, "HTTP/1.1 200", "\"model\":\"slow\"");
	ANSWERED(waiting, "HTTP/1.1 200");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(test_answers, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_refuses_what_it_cannot_do, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_a_full_queue_says_so, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_a_slow_reader_holds_up_nobody, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(test_deadlines, set_up_hasty, tear_down),
	    cmocka_unit_test_setup_teardown(test_clients_that_leave, set_up, tear_down),
	};

	log_init("test", LOG_ERROR + 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
