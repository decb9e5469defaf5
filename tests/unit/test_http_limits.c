/* What a client can take of the server: connections, time, memory. And that it hears why it gets no more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "beat/http.h"
#include "beat/log.h"
#include "beat/metrics.h"
#include "http_client.h"

enum { MAX_BODY = 20000 };

static struct event_base *base;
static struct http *http;
static struct http_req *waiting;

static void on_echo(struct http_req *req, void *app)
{
	size_t n;
	const char *body = http_body(req, &n);

	(void)app;
	assert_int_equal(strlen(body), n);
	http_reply(req, 200, "text/plain", body, n);
}

static void on_wait(struct http_req *req, void *app)
{
	(void)app;
	waiting = req;
}

static void on_large(struct http_req *req, void *app)
{
	static char large[4 << 20];

	(void)app;
	memset(large, 'x', sizeof(large));
	http_reply_static(req, 200, "text/plain", large, sizeof(large));
}

static const struct http_route routes[] = {
    {HTTP_POST, "/echo", on_echo, NULL, NULL},
    {HTTP_GET, "/echo", on_echo, NULL, NULL},
    {HTTP_GET, "/wait", on_wait, NULL, NULL},
    {HTTP_GET, "/large", on_large, NULL, NULL},
    {0},
};

static void start(struct http_conf conf)
{
	conf.address = "127.0.0.1";
	conf.backlog = 64;
	conf.max_body = MAX_BODY;
	conf.idle_timeout_s = 60;
	conf.deadline_ms = 60000;
	conf.max_requests = 100;
	conf.routes = routes;
	base = loop_new();
	http = http_new(base, &conf);
	assert_non_null(http);
}

#define START(...) start((struct http_conf){__VA_ARGS__})

static int tear_down(void **state)
{
	(void)state;
	http_drain(http, loop_turn_stop, base);
	loop_run(base);
	http_free(&http);
	loop_free(&base);
	metrics_free_all();
	return 0;
}

static int dial(void)
{
	int fd = client_dial(http_port(http));

	loop_turn(base, 5);
	return fd;
}

/* What comes until the text, or the end if it is NULL. */
static struct buf heard;

static const char *hear(int fd, const char *text)
{
	char chunk[4096];
	ssize_t n = -1;

	buf_clear(&heard);
	buf_adds(&heard, "");
	for (int i = 0; i < 1000 && n != 0 && (text == NULL || strstr(heard.p, text) == NULL); i++) {
		loop_turn(base, 5);
		while ((n = read(fd, chunk, sizeof(chunk))) > 0)
			buf_add(&heard, chunk, (size_t)n);
		if (n < 0 && errno != EAGAIN)
			n = 0;
	}
	if (text == NULL ? n != 0 : strstr(heard.p, text) == NULL)
		fail_msg("waited in vain for '%s' and got:\n%s", text != NULL ? text : "the end", heard.p);
	return heard.p;
}

/* All that comes of it, on a connection of its own; the server closes. */
static const char *answer_to(const char *text)
{
	int fd = dial();
	const char *answer;

	client_say(fd, text);
	answer = hear(fd, NULL);
	close(fd);
	return answer;
}

static void has(const char *answer, const char *part)
{
	if (strstr(answer, part) == NULL)
		fail_msg("no '%s' in\n%s", part, answer);
}

static bool is_open(int fd)
{
	char c;

	loop_turn(base, 10);
	return recv(fd, &c, 1, MSG_PEEK) < 0 && errno == EAGAIN;
}

/* --- faults --------------------------------------------------------------- */

static void every_refusal_is_a_problem_with_headers(void **state)
{
	static const struct {
		const char *status, *request;
	} cases[] = {
	    {"400", "nonsense\r\n\r\n"},
	    {"400", "GET /echo HTTP/1.1\r\n\r\n"},
	    {"400", "GET /echo HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"},
	    {"400", "GET /echo HTTP/1.1\nHost: x\n\n"},
	    {"400", "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"},
	    {"413", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 20001\r\n\r\n"},
	    {"413", "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4e21\r\n"},
	    {"417", "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nContent-Length: 3\r\n\r\n"},
	    {"501", "BREW /echo HTTP/1.1\r\nHost: x\r\n\r\n"},
	    {"505", "GET /echo HTTP/3.0\r\nHost: x\r\n\r\n"},
	};

	(void)state;
	START(0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char wanted[32];
		const char *answer = answer_to(cases[i].request);

		snprintf(wanted, sizeof(wanted), "HTTP/1.1 %s ", cases[i].status);
		has(answer, wanted);
		has(answer, "Content-Type: application/problem+json\r\n");
		has(answer, "X-Content-Type-Options: nosniff\r\n");
		has(answer, "Content-Security-Policy: default-src 'none'");
		has(answer, "Connection: close\r\n");
		has(answer, "\"type\":\"urn:beat:");
	}
}

static void a_long_address_and_long_headers_have_their_own_numbers(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	START(0);
	buf_adds(&b, "GET /");
	while (b.n < 9000)
		buf_addc(&b, 'a');
	has(answer_to(b.p), "HTTP/1.1 414 ");
	buf_clear(&b);
	buf_adds(&b, "GET /echo HTTP/1.1\r\nHost: x\r\n");
	while (b.n < 17000)
		buf_adds(&b, "A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n");
	has(answer_to(b.p), "HTTP/1.1 431 ");
	buf_release(&b);
}

/* --- bodies --------------------------------------------------------------- */

static void who_asks_whether_to_send_is_told_at_once(void **state)
{
	int fd;

	(void)state;
	START(0);
	fd = dial();
	client_say(fd, "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
	has(hear(fd, "\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
	client_say(fd, "abc");
	has(hear(fd, "abc"), "HTTP/1.1 200");
	close(fd);
	has(answer_to("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 99999\r\n\r\n"),
	    "HTTP/1.1 413 ");
	has(answer_to("POST /nothing HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"),
	    "HTTP/1.1 404 ");
}

/* Bodies that fit beside their head, and such as do not; in one go and in pieces; the next request right behind. */
static void bodies_come_whole_in_any_pieces(void **state)
{
	static const size_t sizes[] = {0, 1, 100, 3900, 4096, 8192, 8193, 16384, MAX_BODY};

	(void)state;
	START(0);
	for (size_t i = 0; i < 2 * ARRAY_LEN(sizes); i++) {
		struct buf b = BUF_INIT, body = BUF_INIT;
		size_t n = sizes[i / 2], sent = 0;
		int fd = dial();

		buf_adds(&body, "");
		for (size_t k = 0; k < n; k++)
			buf_addc(&body, (char)('a' + k % 23));
		if (i % 2 == 0) {
			buf_addf(&b, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: %zu\r\n\r\n%s", n, body.p);
		} else {
			buf_adds(&b, "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
			for (size_t k = 0; k < n; k += 777)
				buf_addf(&b, "%zx;x=y\r\n%.*s\r\n", n - k < 777 ? n - k : 777,
					 (int)(n - k < 777 ? n - k : 777), body.p + k);
			buf_adds(&b, "0\r\n\r\n");
		}
		buf_adds(&b, "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n");
		while (sent < b.n) {
			ssize_t k = send(fd, b.p + sent, b.n - sent < 1500 ? b.n - sent : 1500, 0);

			sent += k > 0 ? (size_t)k : 0;
			loop_turn(base, 1);
		}
		hear(fd, "HTTP/1.1 404");
		has(heard.p, body.p);
		close(fd);
		buf_release(&b);
		buf_release(&body);
	}
}

static void memory_for_requests_has_a_bound(void **state)
{
	enum { MANY = 8 };
	int fd[MANY];
	int refused = 0;

	(void)state;
	START(.max_input = 65536);
	for (int i = 0; i < MANY; i++) {
		struct buf b = BUF_INIT;

		fd[i] = dial();
		buf_adds(&b, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n");
		while (b.n < 18000)
			buf_addc(&b, 'a');
		client_say(fd[i], b.p);
		buf_release(&b);
	}
	loop_turn(base, 50);
	for (int i = 0; i < MANY; i++)
		refused += !is_open(fd[i]);
	assert_in_range(refused, 1, MANY - 1);
	for (int i = 0; i < MANY; i++) {
		if (is_open(fd[i])) {
			close(fd[i]);
			continue;
		}
		has(hear(fd[i], NULL), "HTTP/1.1 503 ");
		has(heard.p, "Retry-After: 2\r\n");
		close(fd[i]);
	}
	/* and when they have gone there is room again */
	loop_turn(base, 20);
	has(answer_to("POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"), "200 OK");
}

/* --- time ----------------------------------------------------------------- */

/* Says the rest byte by byte, as slowly as can be, until the server has had enough. */
static const char *drip(int fd, const char *head, char filler)
{
	bool over = false;

	client_say(fd, head);
	for (int i = 0; i < 300 && !over; i++) {
		over = send(fd, &filler, 1, MSG_NOSIGNAL) < 0;
		loop_turn(base, 10);
		over = over || !is_open(fd);
	}
	return hear(fd, NULL);
}

static void slow_heads_and_bodies_have_a_time_as_a_whole(void **state)
{
	int fd;

	(void)state;
	START(.header_timeout_ms = 300, .body_timeout_ms = 300);
	fd = dial();
	has(drip(fd, "GET /echo HTTP/1.1\r\nA: ", 'a'), "HTTP/1.1 408 ");
	has(heard.p, "urn:beat:too-slow");
	close(fd);
	fd = dial();
	has(drip(fd, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n", 'a'), "HTTP/1.1 408 ");
	close(fd);
	fd = dial();
	has(drip(fd, "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2000\r\n", 'a'),
	    "HTTP/1.1 408 ");
	close(fd);
	fd = dial(); /* who says nothing is told nothing */
	assert_string_equal(hear(fd, NULL), "");
	close(fd);
}

static void who_takes_too_little_of_its_answer_is_cut_off(void **state)
{
	int fd, small = 2048;
	bool over = false;

	(void)state;
	START(.send_timeout_ms = 300);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	{
		struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(http))};

		inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
		assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	}
	fcntl(fd, F_SETFL, O_NONBLOCK);
	client_say(fd, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
	for (int i = 0; i < 500 && !over; i++) {
		char c;

		over = recv(fd, &c, 1, 0) < 0 && errno == ECONNRESET;
		loop_turn(base, 10);
		over = over || send(fd, "G", 1, MSG_NOSIGNAL) < 0;
	}
	assert_true(over);
	close(fd);
}

/* --- connections ---------------------------------------------------------- */

static void the_idlest_leaves_for_a_newcomer(void **state)
{
	int slow, idle, fresh;

	(void)state;
	START(.max_connections = 2);
	idle = dial();
	client_say(idle, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
	hear(idle, "200 OK");
	slow = dial();
	client_say(slow, "GET /ec");
	loop_turn(base, 600);
	fresh = dial(); /* a head that does not come is worth less than one who may ask again */
	client_say(fresh, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
	hear(fresh, "200 OK");
	assert_false(is_open(slow));
	assert_true(is_open(idle));
	close(slow);
	slow = dial();
	assert_false(is_open(idle)); /* then who has been idle for longest */
	assert_true(is_open(fresh));
	close(slow);
	close(idle);
	close(fresh);
}

static void an_address_has_its_part_and_no_more(void **state)
{
	int first, second, third;

	(void)state;
	START(.max_connections = 100, .max_per_address = 2);
	first = dial();
	client_say(first, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
	loop_turn(base, 20);
	assert_non_null(waiting);
	second = dial();
	client_say(second, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
	hear(second, "200 OK");
	third = dial();
	client_say(third, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
	hear(third, "200 OK");
	assert_false(is_open(second));
	assert_true(is_open(first)); /* who waits for an answer never leaves for others */
	http_reply(waiting, 200, "text/plain", "late", 4);
	hear(first, "late");
	close(first);
	close(second);
	close(third);
}

static void with_all_at_work_a_newcomer_is_told_so(void **state)
{
	int busy, fd;

	(void)state;
	START(.max_connections = 1);
	busy = dial();
	client_say(busy, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
	loop_turn(base, 20);
	fd = dial();
	has(hear(fd, NULL), "HTTP/1.1 503 ");
	has(heard.p, "Retry-After: ");
	has(heard.p, "application/problem+json");
	close(fd);
	http_reply(waiting, 200, "text/plain", "late", 4);
	hear(busy, "late");
	close(busy);
}

static void trusted_proxies_are_not_counted(void **state)
{
	int fd[4];

	(void)state;
	START(.max_connections = 100, .max_per_address = 1, .trusted_proxies = "127.0.0.1");
	for (int i = 0; i < 4; i++) {
		fd[i] = dial();
		client_say(fd[i], "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
		hear(fd[i], "200 OK");
	}
	for (int i = 0; i < 4; i++) {
		assert_true(is_open(fd[i]));
		close(fd[i]);
	}
}

static void many_requests_sent_ahead_are_answered_in_order(void **state)
{
	struct buf b = BUF_INIT;
	int fd, answers = 0;

	(void)state;
	START(0);
	fd = dial();
	for (int i = 0; i < 500; i++)
		buf_addf(&b, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n%04d", i);
	buf_adds(&b, "GET /echo HTTP/1.0\r\n\r\n");
	client_say(fd, b.p);
	hear(fd, NULL);
	for (const char *p = heard.p; (p = strstr(p, "\r\n\r\n")) != NULL; p += 4) {
		if (answers < 500)
			assert_int_equal(strtol(p + 4, NULL, 10), answers);
		answers++;
	}
	assert_int_equal(answers, 501);
	close(fd);
	buf_release(&b);
}

#define TEST(f) cmocka_unit_test_teardown(f, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(every_refusal_is_a_problem_with_headers),
	    TEST(a_long_address_and_long_headers_have_their_own_numbers),
	    TEST(who_asks_whether_to_send_is_told_at_once),
	    TEST(bodies_come_whole_in_any_pieces),
	    TEST(memory_for_requests_has_a_bound),
	    TEST(slow_heads_and_bodies_have_a_time_as_a_whole),
	    TEST(who_takes_too_little_of_its_answer_is_cut_off),
	    TEST(the_idlest_leaves_for_a_newcomer),
	    TEST(an_address_has_its_part_and_no_more),
	    TEST(with_all_at_work_a_newcomer_is_told_so),
	    TEST(trusted_proxies_are_not_counted),
	    TEST(many_requests_sent_ahead_are_answered_in_order),
	};
	int rc;

	log_init("test", LOG_ERROR);
	rc = cmocka_run_group_tests(tests, NULL, NULL);
	buf_release(&heard);
	return rc;
}
