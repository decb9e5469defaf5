/* Clients that leave before their answer: who asks is told, once; who stays is served. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "beat/http.h"
#include "beat/log.h"
#include "beat/metrics.h"
#include "http_client.h"

static struct event_base *base;
static struct http *http;

static struct {
	struct http_req *req; /* waits for its answer */
	int asked, gone;
} last;

static void on_gone(void *arg)
{
	struct http_req *req = arg;

	last.gone++;
	last.req = NULL;
	http_reply(req, 200, "text/plain", "nobody", 6);
}

static void on_wait(struct http_req *req, void *app)
{
	(void)app;
	last.asked++;
	last.req = req;
	http_on_gone(req, on_gone, req);
}

static const struct http_route routes[] = {
    {HTTP_POST, "/wait", on_wait, NULL, NULL},
    {HTTP_GET, "/wait", on_wait, NULL, NULL},
    {0},
};

static int set_up(void **state)
{
	struct http_conf conf = {.address = "127.0.0.1",
				 .backlog = 16,
				 .max_body = 1024,
				 .idle_timeout_s = 60,
				 .deadline_ms = 60000,
				 .max_requests = 100,
				 .routes = routes};

	(void)state;
	memset(&last, 0, sizeof(last));
	base = loop_new();
	http = http_new(base, &conf);
	return http != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(http_running(http), 0);
	http_drain(http, loop_turn_stop, base);
	loop_run(base);
	http_free(&http);
	loop_free(&base);
	metrics_free_all();
	return 0;
}

static const char POST[] = "POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
static const char GET[] = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";

static int ask(const char *request)
{
	int fd = client_dial(http_port(http)), before = last.asked;

	client_say(fd, request);
	for (int i = 0; i < 1000 && last.asked == before; i++)
		loop_turn(base, 5);
	assert_int_equal(last.asked, before + 1);
	return fd;
}

static void wait_gone(int wanted)
{
	for (int i = 0; i < 1000 && last.gone < wanted; i++)
		loop_turn(base, 5);
	assert_int_equal(last.gone, wanted);
}

static void answer(void)
{
	struct http_req *req = last.req;

	assert_non_null(req);
	last.req = NULL;
	http_reply(req, 200, "text/plain", "answer", 6);
}

static void a_client_that_leaves_is_told_of(void **state)
{
	(void)state;
	close(ask(POST));
	wait_gone(1);
	close(ask(GET));
	wait_gone(2);
	loop_turn(base, 20);
	assert_int_equal(last.gone, 2);
}

static void a_client_that_closes_its_half_has_gone(void **state)
{
	int fd = ask(POST);

	(void)state;
	shutdown(fd, SHUT_WR);
	wait_gone(1);
	close(fd);
}

static void who_stays_is_served(void **state)
{
	struct buf out = BUF_INIT;
	int fd = ask(POST);

	(void)state;
	loop_turn(base, 20);
	assert_int_equal(last.gone, 0);
	answer();
	client_hear(base, fd, &out, "answer");
	close(fd);
	loop_turn(base, 20);
	assert_int_equal(last.gone, 0); /* it left after its answer */
	buf_release(&out);
}

/* What is sent ahead waits for its turn. */
static void the_next_request_on_the_connection_is_not_lost(void **state)
{
	struct buf out = BUF_INIT;
	int fd = ask(POST);

	(void)state;
	client_say(fd, POST);
	client_say(fd, GET);
	loop_turn(base, 50);
	assert_int_equal(last.asked, 1);
	for (int i = 1; i <= 4; i++) {
		for (int k = 0; k < 1000 && last.asked < i; k++)
			loop_turn(base, 5);
		assert_int_equal(last.asked, i);
		buf_clear(&out);
		answer();
		client_hear(base, fd, &out, "answer");
		if (i == 2)
			client_say(fd, POST);
	}
	assert_int_equal(last.gone, 0);
	close(fd);
	buf_release(&out);
}

/* Much more than a connection may send ahead: it is cut off, and has gone. */
static void a_flood_behind_a_request_is_cut_off(void **state)
{
	struct buf flood = BUF_INIT;
	int fd = ask(POST);
	size_t sent = 0;

	(void)state;
	while (flood.n < (size_t)1024 * 1024)
		buf_adds(&flood, GET);
	for (int i = 0; i < 1000 && last.gone == 0; i++) {
		ssize_t n = send(fd, flood.p + sent, flood.n - sent, MSG_NOSIGNAL);

		sent += n > 0 ? (size_t)n : 0;
		loop_turn(base, 1);
	}
	assert_int_equal(last.gone, 1);
	assert_int_equal(last.asked, 1);
	close(fd);
	buf_release(&flood);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(a_client_that_leaves_is_told_of, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_client_that_closes_its_half_has_gone, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(who_stays_is_served, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(the_next_request_on_the_connection_is_not_lost, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_flood_behind_a_request_is_cut_off, set_up, tear_down),
	};

	log_init("test", LOG_ERROR + 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
