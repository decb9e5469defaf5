/* Tests of http from both ends of a socket: what handlers can ask, and streams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "beat/http.h"
#include "beat/log.h"
#include "beat/metrics.h"
#include "loop_turn.h"

static struct event_base *base;
static struct http *http;
static int route_arg = 7;

static struct {
	struct http_stream *stream;
	int closed;
} last;

/* --- the server's side --------------------------------------------------- */

static void show(struct buf *b, const char *name, const char *value)
{
	buf_addf(b, "%s=%s\n", name, value != NULL ? value : "(none)");
}

static void on_ask(struct http_req *req, void *app)
{
	struct buf b = BUF_INIT;
	char cookie[8];

	(void)app;
	assert_ptr_equal(http_route_arg(req), &route_arg);
	show(&b, "a", http_query(req, "a"));
	show(&b, "b", http_query(req, "b"));
	show(&b, "clean", http_query_is_clean(req) ? "yes" : "no");
	show(&b, "cookie", http_cookie(req, "beat", cookie, sizeof(cookie)) ? cookie : NULL);
	show(&b, "peer", http_peer(req));
	show(&b, "https", http_is_https(req) ? "yes" : "no");
	http_reply(req, 200, "text/plain", b.p, b.n);
	buf_release(&b);
}

static void on_stream_closed(void *arg)
{
	(void)arg;
	last.stream = NULL;
	last.closed++;
}

static void on_stream(struct http_req *req, void *app)
{
	(void)app;
	last.stream = http_stream_start(req, "text/event-stream", on_stream_closed, NULL);
	if (last.stream != NULL)
		http_stream_send(last.stream, ": hello\n\n", 9);
}

static void on_refused(struct http_req *req, void *app)
{
	(void)app;
	http_refuse(req, &(struct http_refusal){.status = 422,
						.slug = "invalid",
						.detail = "No.",
						.field = http_query(req, "field"),
						.retry_after_s = 3});
}

static const struct http_route routes[] = {
    {HTTP_GET, "/ask", on_ask, &route_arg, NULL},
    {HTTP_GET, "/stream", on_stream, NULL, NULL},
    {HTTP_GET, "/refused", on_refused, NULL, NULL},
    {0},
};

static int set_up(void **state)
{
	struct http_conf conf = {.address = "127.0.0.1",
				 .backlog = 16,
				 .max_body = 1024,
				 .idle_timeout_s = 1,
				 .deadline_ms = 5000,
				 .max_requests = 100,
				 .routes = routes,
				 .trusted_proxies = *state,
				 .max_streams = 2};

	base = loop_new();
	memset(&last, 0, sizeof(last));
	http = http_new(base, &conf);
	return http != NULL ? 0 : -1;
}

static void drain(void)
{
	http_drain(http, loop_turn_stop, base);
	loop_run(base);
}

static int tear_down(void **state)
{
	(void)state;
	drain();
	http_free(&http);
	loop_free(&base);
	metrics_free_all();
	return 0;
}

/* --- the client's side --------------------------------------------------- */

static int dial(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(http))};
	int fd = socket(AF_INET, SOCK_STREAM, 0), small = 4096;

	inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

static void say(int fd, const char *text)
{
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

/* What has come so far; *over tells that the server closed. */
static void hear(int fd, struct buf *out, bool *over)
{
	char chunk[65536];
	ssize_t n;

	while ((n = read(fd, chunk, sizeof(chunk))) > 0)
		buf_add(out, chunk, (size_t)n);
	*over = n == 0 || errno != EAGAIN;
}

/* Runs the loop until the server has closed the connection, or the text has come. */
static void hear_until(int fd, struct buf *out, const char *text)
{
	bool over = false;

	for (int i = 0; i < 500 && !over && (text == NULL || out->p == NULL || strstr(out->p, text) == NULL); i++) {
		loop_turn(base, 10);
		hear(fd, out, &over);
	}
	if (text != NULL && (out->p == NULL || strstr(out->p, text) == NULL))
		fail_msg("waited in vain for '%s' and got:\n%s", text, out->p != NULL ? out->p : "");
}

static void expect(const char *target, const char *headers, const char *const *lines)
{
	struct buf request = BUF_INIT, answer = BUF_INIT;
	int fd = dial();

	buf_addf(&request, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n", target, headers);
	say(fd, request.p);
	hear_until(fd, &answer, "https=");
	for (; *lines != NULL; lines++) {
		if (strstr(answer.p, *lines) == NULL)
			fail_msg("%s: no line '%s' in\n%s", target, *lines, answer.p);
	}
	close(fd);
	buf_release(&request);
	buf_release(&answer);
}

#define EXPECT(target, headers, ...) expect(target, headers, (const char *const[]){__VA_ARGS__, NULL})

/* --- tests --------------------------------------------------------------- */

static void query_arguments_are_decoded(void **state)
{
	(void)state;
	EXPECT("/ask", "", "a=(none)\n", "clean=yes\n");
	EXPECT("/ask?", "", "a=(none)\n", "clean=yes\n");
	EXPECT("/ask?a=1&b=2", "", "a=1\n", "b=2\n", "clean=yes\n");
	EXPECT("/ask?a=1&a=2", "", "a=1\n");
	EXPECT("/ask?a", "", "a=\n", "clean=yes\n");
	EXPECT("/ask?a=", "", "a=\n");
	EXPECT("/ask?&&a=x=y&", "", "a=x=y\n");
	EXPECT("/ask?a=one+two%20three%2B%26", "", "a=one two three+&\n");
	EXPECT("/ask?a=%C3%A9%F0%9F%8F%99", "", "a=\xc3\xa9\xf0\x9f\x8f\x99\n");
	EXPECT("/ask?%61=named", "", "a=named\n");
	EXPECT("/ask?a=100%25&b=%zz", "", "a=100%\n", "b=%zz\n", "clean=yes\n");
}

static void unclean_query_strings_are_told(void **state)
{
	struct buf many = BUF_INIT;

	(void)state;
	EXPECT("/ask?a=%ff", "", "a=(none)\n", "clean=no\n");
	EXPECT("/ask?a=x%00y", "", "a=(none)\n", "clean=no\n");
	EXPECT("/ask?b=ok&%ed%a0%80=1", "", "b=ok\n", "clean=no\n");
	buf_adds(&many, "/ask?a=1");
	for (int i = 0; i < 40; i++)
		buf_addf(&many, "&x%d=1", i);
	EXPECT(many.p, "", "a=1\n", "clean=no\n");
	buf_release(&many);
}

static void cookies_are_found(void **state)
{
	(void)state;
	EXPECT("/ask", "", "cookie=(none)\n");
	EXPECT("/ask", "Cookie: beat=abc\r\n", "cookie=abc\n");
	EXPECT("/ask", "Cookie: x=1; beat=abc; y=2\r\n", "cookie=abc\n");
	EXPECT("/ask", "Cookie: xbeat=1; beatx=2\r\nCookie: beat=abc\r\n", "cookie=abc\n");
	EXPECT("/ask", "Cookie: beat=abc ;y\r\n", "cookie=abc\n");
	EXPECT("/ask", "Cookie: beat=\r\n", "cookie=\n");
	EXPECT("/ask", "Cookie: beat=1234567\r\n", "cookie=1234567\n");
	EXPECT("/ask", "Cookie: beat=12345678\r\n", "cookie=(none)\n");
	EXPECT("/ask", "Cookie: ;;;=;beat\r\n", "cookie=(none)\n");
}

static void strangers_cannot_say_where_they_come_from(void **state)
{
	(void)state;
	EXPECT("/ask", "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n", "peer=127.0.0.1\n",
	       "https=no\n");
}

static void trusted_proxies_can(void **state)
{
	(void)state;
	EXPECT("/ask", "", "peer=127.0.0.1\n", "https=no\n");
	EXPECT("/ask", "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n",
	       "peer=198.51.100.7\n", "https=yes\n", "Strict-Transport-Security: max-age=");
	EXPECT("/ask", "X-Forwarded-Proto: https\r\nX-Forwarded-Proto: http\r\n", "https=no\n");
}

static void a_refusal_names_the_member_it_speaks_of(void **state)
{
	static const char *const asked[] = {"/refused?field=answer.text", "/refused"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(asked); i++) {
		struct buf request = BUF_INIT, answer = BUF_INIT;
		int fd = dial();

		buf_addf(&request, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", asked[i]);
		say(fd, request.p);
		hear_until(fd, &answer, "request_id");
		assert_non_null(strstr(answer.p, "Retry-After: 3\r\n"));
		assert_non_null(strstr(answer.p, "\"type\":\"urn:beat:invalid\""));
		assert_non_null(strstr(answer.p, i == 0 ? "\"detail\":\"No.\",\"field\":\"answer.text\",\"request_id\""
							: "\"detail\":\"No.\",\"request_id\""));
		close(fd);
		buf_release(&request);
		buf_release(&answer);
	}
}

static int open_stream(struct buf *out)
{
	int fd = dial();

	say(fd, "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
	hear_until(fd, out, ": hello");
	assert_non_null(last.stream);
	return fd;
}

static void streams_reach_the_client_until_they_are_ended(void **state)
{
	struct buf out = BUF_INIT;
	int fd = open_stream(&out);

	(void)state;
	assert_non_null(strstr(out.p, "HTTP/1.1 200"));
	assert_non_null(strstr(out.p, "Content-Type: text/event-stream"));
	assert_int_equal(http_running(http), 0);
	assert_int_equal(http_streams(http), 1);
	loop_turn(base, 1300); /* longer than an idle connection may */
	assert_true(http_stream_send(last.stream, "data: 1\n\n", 9));
	hear_until(fd, &out, "data: 1");
	http_stream_end(&last.stream);
	assert_null(last.stream);
	hear_until(fd, &out, "\r\n0\r\n\r\n");
	hear_until(fd, &out, NULL);
	assert_int_equal(last.closed, 0);
	assert_int_equal(http_streams(http), 0);
	close(fd);
	buf_release(&out);
}

static void a_client_that_leaves_is_noticed(void **state)
{
	struct buf out = BUF_INIT;
	int fd = open_stream(&out);

	(void)state;
	close(fd);
	for (int i = 0; i < 200 && last.closed == 0; i++)
		loop_turn(base, 10);
	assert_int_equal(last.closed, 1);
	assert_int_equal(http_streams(http), 0);
	buf_release(&out);
}

static void a_client_that_does_not_read_is_dropped(void **state)
{
	static char block[8192];
	struct buf out = BUF_INIT;
	int fd = open_stream(&out), sent = 0;

	(void)state;
	memset(block, 'x', sizeof(block));
	while (last.stream != NULL && http_stream_send(last.stream, block, sizeof(block))) {
		assert_in_range(++sent, 0, 10000);
		if (sent % 16 == 0)
			loop_turn(base, 1);
	}
	assert_int_equal(last.closed, 0);
	assert_false(http_stream_send(last.stream, block, 1));
	for (int i = 0; i < 200 && last.closed == 0; i++)
		loop_turn(base, 10);
	assert_int_equal(last.closed, 1);
	close(fd);
	buf_release(&out);
}

static void there_are_only_so_many_streams(void **state)
{
	struct buf out[3] = {BUF_INIT, BUF_INIT, BUF_INIT};
	int fd[3];

	(void)state;
	fd[0] = open_stream(&out[0]);
	fd[1] = open_stream(&out[1]);
	fd[2] = dial();
	say(fd[2], "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
	hear_until(fd[2], &out[2], "urn:beat:busy");
	assert_non_null(strstr(out[2].p, "HTTP/1.1 503"));
	for (int i = 0; i < 3; i++) {
		close(fd[i]);
		buf_release(&out[i]);
	}
}

static void head_of_a_stream_ends(void **state)
{
	struct buf out = BUF_INIT;
	int fd = dial();

	(void)state;
	say(fd, "HEAD /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
	hear_until(fd, &out, NULL);
	assert_non_null(strstr(out.p, "HTTP/1.1 200"));
	assert_int_equal(http_streams(http), 0);
	close(fd);
	buf_release(&out);
}

static void a_drain_ends_streams(void **state)
{
	struct buf out[2] = {BUF_INIT, BUF_INIT};
	int fd[2];
	bool over;

	(void)state;
	fd[0] = open_stream(&out[0]);
	fd[1] = open_stream(&out[1]);
	drain();
	assert_int_equal(last.closed, 2);
	assert_int_equal(http_streams(http), 0);
	for (int i = 0; i < 2; i++) {
		hear(fd[i], &out[i], &over);
		assert_true(over);
		if (out[i].p == NULL || strstr(out[i].p, "\r\n0\r\n\r\n") == NULL)
			fail_msg("stream %d was not ended properly", i);
		close(fd[i]);
		buf_release(&out[i]);
	}
}

static void wrong_settings_are_refused(void **state)
{
	struct http_conf conf = {.address = "127.0.0.1", .backlog = 1, .routes = routes, .deadline_ms = 1000};

	(void)state;
	base = loop_new();
	conf.trusted_proxies = "127.0.0.1 localhost";
	assert_null(http_new(base, &conf));
	conf.trusted_proxies = NULL;
	conf.tls_cert = "/nonexistent.pem";
	assert_null(http_new(base, &conf));
	conf.tls_key = "/nonexistent.pem";
	assert_null(http_new(base, &conf));
	loop_free(&base);
}

#define WITH_HTTP(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	static char proxies[] = "127.0.0.0/8";
	const struct CMUnitTest tests[] = {
	    WITH_HTTP(query_arguments_are_decoded),
	    WITH_HTTP(unclean_query_strings_are_told),
	    WITH_HTTP(cookies_are_found),
	    WITH_HTTP(strangers_cannot_say_where_they_come_from),
	    cmocka_unit_test_prestate_setup_teardown(trusted_proxies_can, set_up, tear_down, proxies),
	    WITH_HTTP(a_refusal_names_the_member_it_speaks_of),
	    WITH_HTTP(streams_reach_the_client_until_they_are_ended),
	    WITH_HTTP(a_client_that_leaves_is_noticed),
	    WITH_HTTP(a_client_that_does_not_read_is_dropped),
	    WITH_HTTP(there_are_only_so_many_streams),
	    WITH_HTTP(head_of_a_stream_ends),
	    WITH_HTTP(a_drain_ends_streams),
	    cmocka_unit_test(wrong_settings_are_refused),
	};

	log_init("test", LOG_ERROR);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
