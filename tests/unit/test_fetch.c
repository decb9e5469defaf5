/* Tests of fetch against a server that answers, hangs, breaks off and lies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "beat/fetch.h"
#include "loop_turn.h"
#include "stub_server.h"
#include "unit.h"

struct seen {
	struct event_base *base;
	struct fetch **kill;       /* freed inside the callback */
	struct fetch_call **other; /* cancelled inside the callback */
	struct fetch_call *self;
	int calls, stop_after;
	enum fetch_status status;
	int http_status;
	struct buf body;
	char error[256];
};

static struct event_base *base;
static struct fetch *fetch;
static struct stub stub;

static void on_done(void *arg, const struct fetch_result *r)
{
	struct seen *s = arg;

	s->calls++;
	s->status = r->status;
	s->http_status = r->http_status;
	buf_clear(&s->body);
	buf_add(&s->body, r->body, r->body_n);
	assert_int_equal(r->body[r->body_n], '\0');
	snprintf(s->error, sizeof(s->error), "%s", r->error);
	assert_true((r->error[0] == '\0') == (r->status == FETCH_OK));
	fetch_cancel(&s->self); /* fine, does nothing */
	if (s->other != NULL)
		fetch_cancel(s->other);
	if (s->kill != NULL)
		fetch_free(s->kill);
	if (s->calls == s->stop_after)
		loop_stop(s->base);
}

static int set_up(void **state)
{
	(void)state;
	base = loop_new();
	fetch = fetch_new(base, 4);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fetch_free(&fetch);
	stub_stop(&stub);
	loop_free(&base);
	return 0;
}

static struct fetch_request get(void)
{
	return (struct fetch_request){.method = "GET", .url = stub.url, .timeout_ms = 3000, .max_body = 1000};
}

static struct seen one(const struct fetch_request *req)
{
	struct seen s = {.base = base, .stop_after = 1};

	s.self = fetch_start(fetch, req, on_done, &s);
	assert_non_null(s.self);
	assert_int_equal(s.calls, 0);
	loop_turn_until_stopped(base);
	loop_turn(base, 20);
	assert_int_equal(s.calls, 1);
	buf_release(&s.body);
	return s;
}

static void expect(const struct stub_step *step, enum fetch_status status, int http_status)
{
	struct fetch_request req;
	struct seen s;

	stub_start(&stub, base, step, 1);
	req = get();
	s = one(&req);
	assert_int_equal(s.status, status);
	assert_int_equal(s.http_status, http_status);
}

static void test_get(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, stub_ok("hello")}};
	struct seen s = {.base = base, .stop_after = 1};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, steps, 1);
	req = get();
	fetch_start(fetch, &req, on_done, &s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.status, FETCH_OK);
	assert_int_equal(s.http_status, 200);
	assert_string_equal(s.body.p, "hello");
	assert_non_null(strstr(stub.last.p, "GET / HTTP/1.1\r\n"));
	buf_release(&s.body);
}

static void test_post_and_keep_alive(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, stub_ok("{}")}};
	const char *headers[] = {"Content-Type: application/json", "X-Test: yes", NULL};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, steps, 1);
	req = get();
	req.method = "POST";
	req.body = "{\"a\":\0}";
	req.body_n = 7;
	req.headers = headers;
	for (int i = 0; i < 20; i++)
		assert_int_equal(one(&req).status, FETCH_OK);
	assert_int_equal(stub.requests, 20);
	assert_int_equal(stub.connections, 1);
	assert_non_null(strstr(stub.last.p, "POST / HTTP/1.1\r\n"));
	assert_non_null(strstr(stub.last.p, "Content-Type: application/json\r\n"));
	assert_non_null(strstr(stub.last.p, "X-Test: yes\r\n"));
	assert_memory_equal(stub.last.p + stub.last.n - 7, "{\"a\":\0}", 7);
	/* The next one on the same handle has none of it. */
	req = get();
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_null(strstr(stub.last.p, "X-Test"));
	assert_non_null(strstr(stub.last.p, "GET / "));
	assert_int_equal(stub.connections, 1);
}

static void test_empty_body_and_other_methods(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, stub_ok("")}};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, steps, 1);
	req = get();
	req.method = "POST";
	req.body = "";
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_non_null(strstr(stub.last.p, "Content-Length: 0\r\n"));
	req.method = "PUT";
	req.body = "x";
	req.body_n = 1;
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_non_null(strstr(stub.last.p, "PUT / "));
	req.method = "DELETE";
	req.body = NULL;
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_non_null(strstr(stub.last.p, "DELETE / "));
}

static void test_statuses_are_values(void **state)
{
	struct stub_step step = {STUB_REPLY, "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno"};

	(void)state;
	expect(&step, FETCH_OK, 500);
}

static void test_no_redirect(void **state)
{
	struct stub_step step = {STUB_REPLY, "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"};

	(void)state;
	expect(&step, FETCH_OK, 302);
	assert_int_equal(stub.requests, 1);
}

static void test_refused(void **state)
{
	struct stub_step step = {STUB_CLOSE, NULL};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	stub_stop(&stub);
	req = get();
	assert_int_equal(one(&req).status, FETCH_REFUSED);
}

static void test_closed_before_answer(void **state)
{
	struct stub_step step = {STUB_CLOSE, NULL};

	(void)state;
	expect(&step, FETCH_REFUSED, 0);
}

/* curl itself repeats a request whose kept connection turns out to be dead. */
static void test_stale_connection(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, stub_ok("1")}, {STUB_CLOSE, NULL}, {STUB_REPLY, stub_ok("2")}};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, steps, 3);
	req = get();
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_int_equal(stub.requests, 3);
}

static void test_truncated(void **state)
{
	struct stub_step step = {STUB_REPLY_CLOSE, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"};

	(void)state;
	expect(&step, FETCH_FAILED, 200);
}

static void test_truncated_head(void **state)
{
	struct stub_step step = {STUB_REPLY_CLOSE, "HTTP/1.1 200 OK\r\nContent-Le"};
	struct fetch_request req;
	struct seen s;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	s = one(&req);
	assert_true(s.status != FETCH_OK || s.http_status == 200);
}

static void test_not_http(void **state)
{
	struct stub_step step = {STUB_REPLY_CLOSE, "SSH-2.0-OpenSSH_9.2\r\n"};

	(void)state;
	expect(&step, FETCH_FAILED, 0);
}

static void test_hang(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	struct fetch_request req;
	int64_t before = loop_now_ms();

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	req.timeout_ms = 150;
	assert_int_equal(one(&req).status, FETCH_TIMEOUT);
	assert_in_range(loop_now_ms() - before, 140, 1500);
}

static void test_slow_headers_time_out(void **state)
{
	struct stub_step step = {STUB_REPLY, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	req.timeout_ms = 100;
	assert_int_equal(one(&req).status, FETCH_TIMEOUT);
}

static void test_too_big(void **state)
{
	static char declared[] = "HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\nx";
	char body[1102], chunked[1300];
	struct stub_step declared_step = {STUB_REPLY, declared}, chunked_step = {STUB_REPLY, chunked};
	struct fetch_request req;

	(void)state;
	expect(&declared_step, FETCH_TOO_BIG, 200);
	stub_stop(&stub);
	memset(body, 'x', 1101);
	body[1101] = '\0';
	snprintf(chunked, sizeof(chunked),
		 "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n44d\r\n%s\r\n0\r\n\r\n", body);
	expect(&chunked_step, FETCH_TOO_BIG, 200);
	req = get();
	req.max_body = 1101; /* exactly enough */
	assert_int_equal(one(&req).status, FETCH_OK);
	req.max_body = 1100;
	assert_int_equal(one(&req).status, FETCH_TOO_BIG);
	req.max_body = 0;
	assert_int_equal(one(&req).status, FETCH_TOO_BIG);
}

static void test_too_many_headers(void **state)
{
	struct buf raw = BUF_INIT;
	struct stub_step step;

	(void)state;
	buf_adds(&raw, "HTTP/1.1 200 OK\r\n");
	for (int i = 0; i < 5000; i++)
		buf_addf(&raw, "X-%d: aaaaaaaaaaaaaaaaaaaa\r\n", i);
	buf_adds(&raw, "Content-Length: 0\r\n\r\n");
	step = (struct stub_step){STUB_REPLY, raw.p};
	expect(&step, FETCH_TOO_BIG, 200);
	buf_release(&raw);
}

static void test_bad_urls(void **state)
{
	static const char *const urls[] = {"",
					   "nonsense://x",
					   "file:///etc/passwd",
					   "ftp://127.0.0.1/",
					   "http://",
					   "http://127.0.0.1:99999/",
					   "gopher://127.0.0.1:1/x",
					   "http://a b/"};
	struct fetch_request req = get();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(urls); i++) {
		req.url = urls[i];
		assert_int_equal(one(&req).status, FETCH_FAILED);
	}
}

static void test_header_injection(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("")};
	const char *headers[] = {"X: a\r\nY: b", NULL};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	req.headers = headers;
	assert_int_equal(one(&req).status, FETCH_FAILED);
	assert_int_equal(stub.requests, 0);
}

static void test_proxy_of_environment_is_ignored(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("")};

	(void)state;
	setenv("http_proxy", "http://127.0.0.1:1", 1);
	expect(&step, FETCH_OK, 200);
	unsetenv("http_proxy");
}

/* A body over 1 MB must not wait a second for "100 Continue"; the header itself stays. */
static void test_big_upload_does_not_wait(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("")};
	size_t n = 3 << 20;
	char *big = xmalloc(n);
	struct fetch_request req;
	int64_t before;

	(void)state;
	memset(big, 'x', n);
	stub_start(&stub, base, &step, 1);
	req = get();
	req.method = "POST";
	req.body = big;
	req.body_n = n;
	before = loop_now_ms();
	assert_int_equal(one(&req).status, FETCH_OK);
	assert_in_range(loop_now_ms() - before, 0, 900);
	assert_int_equal(stub.last.n > n, 1);
	assert_non_null(strstr(stub.last.p, "Expect: 100-continue"));
	free(big);
}

/* More calls than connections: all come back, no more than four connections. */
static void test_many_at_once(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("x")};
	struct seen s = {.base = base, .stop_after = 50};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	for (int i = 0; i < 50; i++)
		fetch_start(fetch, &req, on_done, &s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.calls, 50);
	assert_in_range(stub.connections, 1, 4);
	buf_release(&s.body);
}

/* A call that waits behind hanging ones ends at its own deadline. */
static void test_deadline_while_waiting(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	struct seen slow = {.base = base}, quick = {.base = base, .stop_after = 1};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	for (int i = 0; i < 4; i++)
		fetch_start(fetch, &req, on_done, &slow);
	req.timeout_ms = 100;
	fetch_start(fetch, &req, on_done, &quick);
	loop_turn_until_stopped(base);
	assert_int_equal(quick.status, FETCH_TIMEOUT);
	assert_int_equal(slow.calls, 0);
	assert_in_range(stub.requests, 0, 4);
	buf_release(&quick.body);
}

static void test_cancel(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("x")};
	struct seen s = {.base = base};
	struct fetch_call *calls[12];
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	for (int i = 0; i < 12; i++)
		calls[i] = fetch_start(fetch, &req, on_done, &s);
	for (int i = 0; i < 12; i++) {
		fetch_cancel(&calls[i]);
		assert_null(calls[i]);
		fetch_cancel(&calls[i]);
	}
	loop_turn(base, 100);
	assert_int_equal(s.calls, 0);
	/* Also one that could not even start. */
	req.url = "nonsense://x";
	calls[0] = fetch_start(fetch, &req, on_done, &s);
	fetch_cancel(&calls[0]);
	loop_turn(base, 50);
	assert_int_equal(s.calls, 0);
	buf_release(&s.body);
}

static void test_cancel_in_mid_answer(void **state)
{
	struct stub_step step = {STUB_REPLY, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"};
	struct seen s = {.base = base};
	struct fetch_request req;
	struct fetch_call *call;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	call = fetch_start(fetch, &req, on_done, &s);
	loop_turn(base, 60);
	assert_int_equal(stub.requests, 1);
	fetch_cancel(&call);
	loop_turn(base, 30);
	assert_int_equal(s.calls, 0);
}

/* Cancelling all the others from inside a callback, when they are finished too. */
static void test_cancel_others_in_callback(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("x")};
	struct seen a = {.base = base}, b = {.base = base};
	struct fetch_call *first, *second;
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	first = fetch_start(fetch, &req, on_done, &a);
	second = fetch_start(fetch, &req, on_done, &b);
	a.other = &second;
	b.other = &first;
	a.self = b.self = NULL;
	loop_turn(base, 100);
	assert_int_equal(a.calls + b.calls, 1);
	buf_release(&a.body);
	buf_release(&b.body);
}

static void test_free_in_callback(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("x")};
	struct seen a = {.base = base, .kill = &fetch}, b = {.base = base};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	fetch_start(fetch, &req, on_done, &a);
	for (int i = 0; i < 10; i++)
		fetch_start(fetch, &req, on_done, &b);
	loop_turn(base, 100);
	assert_null(fetch);
	assert_int_equal(a.calls, 1);
	assert_in_range(b.calls, 0, 3); /* those that were answered before it */
	buf_release(&a.body);
	buf_release(&b.body);
}

static void test_free_with_calls_under_way(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	struct seen s = {.base = base};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	for (int i = 0; i < 10; i++)
		fetch_start(fetch, &req, on_done, &s);
	loop_turn(base, 50);
	fetch_free(&fetch);
	loop_turn(base, 50);
	assert_int_equal(s.calls, 0);
}

static void start_again(void *arg, const struct fetch_result *r)
{
	struct seen *s = arg;
	struct fetch_request req = get();

	assert_int_equal(r->status, FETCH_OK);
	if (++s->calls < 30)
		fetch_start(fetch, &req, start_again, s);
	else
		loop_stop(base);
}

static void test_start_in_callback(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("x")};
	struct seen s = {.base = base};
	struct fetch_request req;

	(void)state;
	stub_start(&stub, base, &step, 1);
	req = get();
	fetch_start(fetch, &req, start_again, &s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.calls, 30);
	assert_int_equal(stub.connections, 1);
}

#define FETCH_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

UNIT_MAIN(NULL, NULL, FETCH_TEST(test_get), FETCH_TEST(test_post_and_keep_alive),
	  FETCH_TEST(test_empty_body_and_other_methods), FETCH_TEST(test_statuses_are_values),
	  FETCH_TEST(test_no_redirect), FETCH_TEST(test_refused), FETCH_TEST(test_closed_before_answer),
	  FETCH_TEST(test_stale_connection), FETCH_TEST(test_truncated), FETCH_TEST(test_truncated_head),
	  FETCH_TEST(test_not_http), FETCH_TEST(test_hang), FETCH_TEST(test_slow_headers_time_out),
	  FETCH_TEST(test_too_big), FETCH_TEST(test_too_many_headers), FETCH_TEST(test_bad_urls),
	  FETCH_TEST(test_header_injection), FETCH_TEST(test_proxy_of_environment_is_ignored),
	  FETCH_TEST(test_big_upload_does_not_wait), FETCH_TEST(test_many_at_once),
	  FETCH_TEST(test_deadline_while_waiting), FETCH_TEST(test_cancel), FETCH_TEST(test_cancel_in_mid_answer),
	  FETCH_TEST(test_cancel_others_in_callback), FETCH_TEST(test_free_in_callback),
	  FETCH_TEST(test_free_with_calls_under_way), FETCH_TEST(test_start_in_callback))
