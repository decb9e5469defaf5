/* Tests of the model client: every way in which a model can fail, the queue, the
 * retry and the breaker, against a stub server on the same loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../model_adapter/client/breaker.h"
#include "beat/fetch.h"
#include "beat/log.h"
#include "beat/model.h"
#include "loop_turn.h"
#include "stub_server.h"

static const char passage[] = "The Rhine flows through K\u00f6ln to the sea.";
#define GOOD                                                                                                           \
	"{\"answer\":\"the "                                                                                           \
	"sea\",\"start\":32,\"end\":39,\"score\":0.5,\"model\":\"stub\",\"version\":\"1\",\"weights\":\"w\"}"

struct seen {
	int calls, stop_after;
	enum model_outcome outcome;
	char text[64], name[64], build[64], detail[256];
	bool has_span;
	struct span span;
	struct model_call **other;
	struct models **kill;
};

static struct event_base *base;
static struct fetch *fetch;
static struct models *models;
static struct stub stub, twin;
static struct models_conf conf;
static int returns; /* how often an address came back */

static void on_answer(void *arg, const struct model_answer *a)
{
	struct seen *s = arg;

	s->calls++;
	s->outcome = a->outcome;
	s->has_span = a->has_span;
	s->span = a->span;
	snprintf(s->text, sizeof(s->text), "%s", a->text);
	snprintf(s->name, sizeof(s->name), "%s", a->name);
	snprintf(s->build, sizeof(s->build), "%s", model_build_name(a));
	snprintf(s->detail, sizeof(s->detail), "%s", a->detail);
	assert_true((a->detail[0] == '\0') == (a->outcome == MODEL_ANSWERED));
	assert_non_null(a->version);
	assert_non_null(a->weights);
	if (s->other != NULL)
		model_cancel(s->other);
	if (s->kill != NULL)
		models_free(s->kill);
	if (s->calls == s->stop_after)
		loop_stop(base);
}

static int set_up(void **state)
{
	(void)state;
	conf = (struct models_conf){.concurrency = 2,
				    .queue_max = 3,
				    .timeout_ms = 2000,
				    .breaker_failures = 3,
				    .breaker_cooldown_ms = 150,
				    .max_answer = 2000};
	base = loop_new();
	fetch = fetch_new(base, 8);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	models_free(&models);
	fetch_free(&fetch);
	stub_stop(&stub);
	stub_stop(&twin);
	loop_free(&base);
	return 0;
}

static void start(const struct stub_step *steps, int n)
{
	stub_start(&stub, base, steps, n);
	models = models_new(base, fetch, &conf);
}

static struct model_call *ask(struct seen *s)
{
	struct model_ref ref = {.name = "reg", .url = stub.url, .protocol = "beat"};
	struct model_call *c = model_ask(models, &ref, passage, strlen(passage), "Where to?", 9, on_answer, s);

	assert_non_null(c);
	return c;
}

static struct seen ask_one(void)
{
	struct seen s = {.stop_after = 1};

	ask(&s);
	assert_int_equal(s.calls, 0);
	loop_turn_until_stopped(base);
	assert_int_equal(s.calls, 1);
	return s;
}

static void get_stats(const struct models_stats *s, void *arg)
{
	*(struct models_stats *)arg = *s;
}

static struct models_stats stats(void)
{
	struct models_stats s = {.breaker = -1};

	models_each(models, get_stats, &s);
	return s;
}

static void test_answer(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	struct seen s;

	(void)state;
	start(&step, 1);
	s = ask_one();
	assert_int_equal(s.outcome, MODEL_ANSWERED);
	assert_string_equal(s.text, "the sea");
	assert_string_equal(s.name, "stub");
	assert_string_equal(s.build, "stub");
	assert_true(s.has_span);
	assert_int_equal(s.span.start, 32);
	assert_non_null(strstr(stub.last.p, "POST /predict HTTP/1.1"));
	assert_non_null(strstr(stub.last.p, "\"question\":\"Where to?\""));
	assert_non_null(strstr(stub.last.p, "Content-Type: application/json"));
	assert_int_equal(stats().calls, 1);
	assert_int_equal(stats().faults, 0);
	assert_int_equal(stats().answers, stats().calls);
	assert_string_equal(stats().url, stub.url);
	ask_one();
	assert_int_equal(stub.connections, 1);
}

static void fault_is(const struct stub_step *step, enum model_outcome outcome, int requests)
{
	struct seen s;

	start(step, 1);
	s = ask_one();
	if (s.outcome != outcome)
		fail_msg("%s, not %s (%s)", model_outcome_name(s.outcome), model_outcome_name(outcome), s.detail);
	assert_string_equal(s.name, "reg");
	assert_string_equal(s.build, outcome == MODEL_EMPTY ? "reg" : ""); /* a fault is no build */
	assert_string_equal(s.text, "");
	assert_int_equal(stub.requests, requests);
	assert_int_equal(stats().faults, outcome != MODEL_EMPTY);
	assert_int_equal(stats().answers, outcome == MODEL_EMPTY);
	models_free(&models);
	stub_stop(&stub);
}

static void test_bad_answers(void **state)
{
	const struct stub_step garbage[] = {
	    {STUB_REPLY, stub_ok("<html>Not here</html>")},
	    {STUB_REPLY, stub_ok("")},
	    {STUB_REPLY, stub_ok("{\"answer\":\"the s")},
	    {STUB_REPLY, stub_ok("{\"answer\":\"a\\u0000b\"}")},
	    {STUB_REPLY, stub_ok("{\"answer\":\"\xff\xfe\"}")},
	    {STUB_REPLY, "HTTP/1.1 204 No Content\r\n\r\n"},
	    {STUB_REPLY, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n{"},
	    {STUB_REPLY_CLOSE, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"answer\":\"the sea\""},
	};
	const struct stub_step statuses[] = {
	    {STUB_REPLY, "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n{}"},
	    {STUB_REPLY, "HTTP/1.1 404 Oh\r\nContent-Length: 0\r\n\r\n"},
	    {STUB_REPLY, "HTTP/1.1 302 Oh\r\nLocation: /predict\r\nContent-Length: 0\r\n\r\n"},
	    {STUB_REPLY, "HTTP/1.1 503 Oh\r\nContent-Length: 0\r\n\r\n"},
	};

	const enum model_outcome named[] = {MODEL_BAD_STATUS, MODEL_NOT_FOUND, MODEL_REDIRECTED, MODEL_OVERLOADED};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(garbage); i++)
		fault_is(&garbage[i], MODEL_GARBAGE, 1);
	for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
		fault_is(&statuses[i], named[i], 1);
}

static void test_bad_span_and_empty(void **state)
{
	const struct stub_step spans[] = {
	    {STUB_REPLY, stub_ok("{\"answer\":\"the sea\",\"start\":0,\"end\":7}")},
	    {STUB_REPLY, stub_ok("{\"answer\":\"the sea\",\"start\":32,\"end\":390}")},
	    {STUB_REPLY, stub_ok("{\"answer\":\"the sea\",\"start\":32}")},
	};
	const struct stub_step empty = {STUB_REPLY, stub_ok("{\"answer\":\"  \"}")};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(spans); i++)
		fault_is(&spans[i], MODEL_BAD_SPAN, 1);
	fault_is(&empty, MODEL_EMPTY, 1);
}

static void test_refused_twice(void **state)
{
	const struct stub_step step = {STUB_CLOSE, NULL};

	(void)state;
	fault_is(&step, MODEL_REFUSED, 2);
}

static void test_nobody_listens(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};

	(void)state;
	start(&step, 1);
	stub_stop(&stub);
	assert_int_equal(ask_one().outcome, MODEL_REFUSED);
	assert_int_equal(stats().calls, 1);
}

static void test_retry_helps(void **state)
{
	struct stub_step steps[] = {{STUB_CLOSE, NULL}, {STUB_REPLY, stub_ok(GOOD)}};

	(void)state;
	start(steps, 2);
	assert_int_equal(ask_one().outcome, MODEL_ANSWERED);
	assert_int_equal(stub.requests, 2);
	assert_int_equal(stats().faults, 0);
}

static void test_hang(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	int64_t before = loop_now_ms();

	(void)state;
	conf.timeout_ms = 120;
	fault_is(&step, MODEL_TIMEOUT, 1);
	assert_in_range(loop_now_ms() - before, 110, 1500);
}

/* The retry is part of the same deadline. */
static void test_hang_after_refusal(void **state)
{
	struct stub_step steps[] = {{STUB_CLOSE, NULL}, {STUB_HANG, NULL}};
	int64_t before = loop_now_ms();

	(void)state;
	conf.timeout_ms = 200;
	start(steps, 2);
	assert_int_equal(ask_one().outcome, MODEL_TIMEOUT);
	assert_in_range(loop_now_ms() - before, 190, 1500);
	assert_int_equal(stub.requests, 2);
}

static void test_unknown_protocol(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	struct model_ref ref = {.name = "reg", .url = "http://x", .protocol = "smoke-signals"};
	struct seen s = {.stop_after = 1};
	const char *known = NULL;

	(void)state;
	start(&step, 1);
	model_ask(models, &ref, "p", 1, "q", 1, on_answer, &s);
	assert_int_equal(s.calls, 0);
	loop_turn_until_stopped(base);
	assert_int_equal(s.outcome, MODEL_GARBAGE);
	assert_false(model_protocol_known("smoke-signals", &known));
	assert_non_null(strstr(known, "beat"));
	assert_true(model_protocol_known("beat", NULL));
}

static void test_queue(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	struct seen late = {.stop_after = 2}, others = {0};
	struct model_call *calls[5];

	(void)state;
	start(&step, 1);
	for (int i = 0; i < 5; i++)
		calls[i] = ask(&others);
	assert_int_equal(stats().running, 2);
	assert_int_equal(stats().waiting, 3);
	ask(&late);
	ask(&late);
	assert_int_equal(late.calls, 0);
	loop_turn_until_stopped(base);
	assert_int_equal(late.outcome, MODEL_BUSY);
	assert_int_equal(others.calls, 0);
	loop_turn(base, 50);
	assert_int_equal(stub.requests, 2);
	/* A cancelled one makes room for the next. */
	model_cancel(&calls[0]);
	assert_null(calls[0]);
	assert_int_equal(stats().running, 2);
	assert_int_equal(stats().waiting, 2);
	model_cancel(&calls[4]);
	assert_int_equal(stats().waiting, 1);
	loop_turn(base, 50);
	assert_int_equal(stub.requests, 3);
	assert_int_equal(others.calls, 0);
}

static void test_queue_drains(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	struct seen s = {.stop_after = 5};

	(void)state;
	start(&step, 1);
	for (int i = 0; i < 5; i++)
		ask(&s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.calls, 5);
	assert_int_equal(stats().running + stats().waiting, 0);
	assert_in_range(stub.connections, 1, 2);
}

/* Time spent waiting counts; a call that was never asked is no fault of the model. */
static void test_timeout_in_queue(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	struct seen s = {.stop_after = 4};

	(void)state;
	conf.timeout_ms = 100;
	conf.breaker_failures = 9;
	start(&step, 1);
	for (int i = 0; i < 4; i++)
		ask(&s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.outcome, MODEL_TIMEOUT);
	assert_in_range(stats().faults, 2, 4);
	assert_int_equal(stats().running + stats().waiting, 0);
}

#define SLOWLY "HTTP/1.1 429 Slowly\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"

/* What cannot be asked in its time is told at once, and what comes behind it is not sent; the breaker stays closed. */
static void test_no_time_for_a_pause(void **state)
{
	struct stub_step step = {STUB_REPLY, SLOWLY};

	(void)state;
	conf.timeout_ms = 500;
	conf.breaker_failures = 1;
	start(&step, 1);
	for (int i = 0; i < 3; i++)
		assert_int_equal(ask_one().outcome, MODEL_RATE_LIMITED);
	assert_int_equal(stats().calls, 1);
	assert_int_equal(stats().breaker, 0);
}

/* Where nobody waits, the time of a call begins when it is sent. */
static void test_patience(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, SLOWLY}, {STUB_REPLY, stub_ok(GOOD)}};

	(void)state;
	conf.timeout_ms = 500;
	conf.patient = true;
	start(steps, 2);
	assert_int_equal(ask_one().outcome, MODEL_ANSWERED);
}

#define OH_500 "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"

static void test_breaker(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, OH_500},
				    {STUB_REPLY, OH_500},
				    {STUB_REPLY, OH_500},
				    {STUB_REPLY, OH_500}, /* the first probe */
				    {STUB_REPLY, stub_ok(GOOD)}};
	struct seen probe = {.stop_after = 1}, other = {.stop_after = 1};

	(void)state;
	start(steps, 5);
	assert_int_equal(ask_one().outcome, MODEL_BAD_STATUS);
	assert_int_equal(ask_one().outcome, MODEL_BAD_STATUS);
	assert_int_equal(stats().breaker, 0);
	assert_int_equal(ask_one().outcome, MODEL_BAD_STATUS);
	assert_int_equal(stats().breaker, 2);
	assert_int_equal(ask_one().outcome, MODEL_BREAKER);
	assert_int_equal(stub.requests, 3);
	loop_turn(base, 160);
	assert_int_equal(ask_one().outcome, MODEL_BAD_STATUS);
	assert_int_equal(stats().breaker, 2);
	assert_int_equal(ask_one().outcome, MODEL_BREAKER);
	loop_turn(base, 160);
	ask(&probe);
	assert_int_equal(stats().breaker, 1);
	ask(&other);
	while (other.calls == 0 || probe.calls == 0)
		loop_turn_until_stopped(base);
	assert_int_equal(other.outcome, MODEL_BREAKER);
	assert_int_equal(probe.outcome, MODEL_ANSWERED);
	assert_int_equal(stats().breaker, 0);
	assert_int_equal(ask_one().outcome, MODEL_ANSWERED);
	assert_int_equal(stub.requests, 6);
}

static void test_breaker_turns_the_queue_away(void **state)
{
	struct stub_step step = {STUB_REPLY, "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"};
	struct seen s = {.stop_after = 4};

	(void)state;
	conf.concurrency = 1;
	conf.breaker_failures = 2;
	start(&step, 1);
	for (int i = 0; i < 4; i++)
		ask(&s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.calls, 4);
	assert_int_equal(s.outcome, MODEL_BREAKER);
	assert_int_equal(stub.requests, 2);
	assert_int_equal(stats().waiting, 0);
}

/* Any sign of life breaks the row of faults: an empty answer, and also one that may be the question's doing. */
static void test_breaker_counts_in_a_row(void **state)
{
	static const char no_422[] = "HTTP/1.1 422 No\r\nContent-Length: 0\r\n\r\n";
	struct stub_step steps[] = {{STUB_REPLY, OH_500},
				    {STUB_REPLY, OH_500},
				    {STUB_REPLY, stub_ok("{\"answer\":\"\"}")},
				    {STUB_REPLY, OH_500},
				    {STUB_REPLY, OH_500},
				    {STUB_REPLY, stub_ok("x")},
				    {STUB_REPLY, no_422},
				    {STUB_REPLY, stub_ok("{\"answer\":\"x\",\"start\":0}")},
				    {STUB_REPLY, OH_500}};

	(void)state;
	start(steps, ARRAY_LEN(steps));
	for (int i = 0; i < 10; i++)
		ask_one();
	assert_int_equal(stats().breaker, 0);
	ask_one();
	assert_int_equal(stats().breaker, 2);
}

static void test_probe_cancelled(void **state)
{
	struct stub_step steps[] = {{STUB_REPLY, OH_500}, {STUB_HANG, NULL}, {STUB_REPLY, stub_ok(GOOD)}};
	struct seen s = {0};
	struct model_call *probe;

	(void)state;
	conf.breaker_failures = 1;
	start(steps, 3);
	ask_one();
	loop_turn(base, 160);
	probe = ask(&s);
	loop_turn(base, 30);
	assert_int_equal(stats().breaker, 1);
	model_cancel(&probe);
	assert_int_equal(stats().breaker, 2);
	assert_int_equal(ask_one().outcome, MODEL_ANSWERED); /* the next call probes at once */
	assert_int_equal(stats().breaker, 0);
	assert_int_equal(s.calls, 0);
}

static void test_endpoints_are_apart(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	struct model_ref dead = {.name = "dead", .url = "http://127.0.0.1:1", .protocol = "beat"};
	struct seen s = {.stop_after = 1};

	(void)state;
	conf.breaker_failures = 1;
	start(&step, 1);
	model_ask(models, &dead, "p", 1, "q", 1, on_answer, &s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.outcome, MODEL_REFUSED);
	assert_int_equal(ask_one().outcome, MODEL_ANSWERED);
	s.calls = 0;
	model_ask(models, &dead, "p", 1, "q", 1, on_answer, &s);
	loop_turn_until_stopped(base);
	assert_int_equal(s.outcome, MODEL_BREAKER);
}

/* Endpoints that came and went do not pile up. */
static void test_many_endpoints(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	char url[96];
	int n = 0;

	(void)state;
	start(&step, 1);
	for (int i = 0; i < 600; i++) {
		struct model_ref ref = {.name = "m", .url = url, .protocol = "beat"};
		struct seen s = {.stop_after = 1};

		snprintf(url, sizeof(url), "%s/p/%d", stub.url, i);
		model_ask(models, &ref, passage, strlen(passage), "q", 1, on_answer, &s);
		loop_turn_until_stopped(base);
		assert_int_equal(s.outcome, MODEL_ANSWERED);
		n++;
	}
	assert_int_equal(stub.requests, n);
}

/* Several addresses */

static void on_return(void *arg, const char *name)
{
	(void)arg;
	assert_string_equal(name, "reg");
	returns++;
}

static void start_two(const struct stub_step *one, int n_one, const struct stub_step *two, int n_two)
{
	conf.on_return = on_return;
	returns = 0;
	stub_start(&twin, base, two, n_two);
	start(one, n_one);
}

static struct model_call *ask_both(struct seen *s)
{
	char urls[160];
	struct model_ref ref = {.name = "reg", .url = urls, .protocol = "beat"};

	snprintf(urls, sizeof(urls), "%s %s", stub.url, twin.url);
	return model_ask(models, &ref, passage, strlen(passage), "Where to?", 9, on_answer, s);
}

static struct seen ask_both_once(void)
{
	struct seen s = {.stop_after = 1};

	ask_both(&s);
	loop_turn_until_stopped(base);
	return s;
}

struct both {
	struct models_stats of[2];
};

static void get_both(const struct models_stats *s, void *arg)
{
	struct both *b = arg;

	b->of[strcmp(s->url, twin.url) == 0] = *s;
}

static struct both both(void)
{
	struct both b = {0};

	models_each(models, get_both, &b);
	return b;
}

/* Of equally idle ones each in its turn; then the one with less to do. */
static void test_least_outstanding(void **state)
{
	struct stub_step hang = {STUB_HANG, NULL}, good = {STUB_REPLY, stub_ok(GOOD)};
	struct seen s = {0};
	struct model_call *held[2];

	(void)state;
	start_two(&hang, 1, &good, 1);
	for (int i = 0; i < 2; i++) {
		held[i] = ask_both(&s);
		loop_turn(base, 20);
	}
	assert_int_equal(stub.requests + twin.requests, 2);
	assert_int_equal(stub.requests, 1);
	for (int i = 0; i < 6; i++)
		assert_int_equal(ask_both_once().outcome, MODEL_ANSWERED);
	assert_int_equal(stub.requests, 1); /* it has one to answer still: the other one always has less to do */
	assert_int_equal(twin.requests, 7);
	model_cancel(stub.requests ? &held[0] : &held[1]);
}

/* Whoever hits the dead one is answered by the other, at once; after so many faults it is not tried any more. */
static void test_dead_address_is_left_out(void **state)
{
	struct stub_step dead = {STUB_CLOSE, NULL}, good = {STUB_REPLY, stub_ok(GOOD)};

	(void)state;
	conf.breaker_cooldown_ms = 60000;
	start_two(&dead, 1, &good, 1);
	for (int i = 0; i < 20; i++)
		assert_int_equal(ask_both_once().outcome, MODEL_ANSWERED);
	assert_int_equal(twin.requests, 20);
	assert_int_equal(stub.requests, conf.breaker_failures);
	assert_int_equal(both().of[0].breaker, BREAKER_OPEN);
	assert_int_equal(both().of[1].breaker, BREAKER_CLOSED);
	assert_int_equal(both().of[1].faults, 0);
}

/* A server error goes elsewhere too, a bad answer does not: it may be the question's doing. */
static void test_what_goes_elsewhere(void **state)
{
	struct stub_step sick = {STUB_REPLY, "HTTP/1.1 502 Oh\r\nContent-Length: 0\r\n\r\n"},
			 bad = {STUB_REPLY, stub_ok("{}")}, good = {STUB_REPLY, stub_ok(GOOD)};
	int answered = 0;

	(void)state;
	start_two(&sick, 1, &good, 1);
	for (int i = 0; i < 4; i++)
		assert_int_equal(ask_both_once().outcome, MODEL_ANSWERED);
	models_free(&models);
	stub_stop(&stub);
	stub_stop(&twin);
	start_two(&bad, 1, &good, 1);
	for (int i = 0; i < 4; i++)
		answered += ask_both_once().outcome == MODEL_ANSWERED;
	assert_int_equal(answered, 2);
}

/* It is probed by a copy of a question: nobody waits for it. Once it answers it has its part again. */
static void test_probe_nobody_waits_for(void **state)
{
	struct stub_step steps[] = {{STUB_CLOSE, NULL}, {STUB_HANG, NULL}, {STUB_REPLY, stub_ok(GOOD)}};
	struct stub_step good = {STUB_REPLY, stub_ok(GOOD)};

	(void)state;
	conf.breaker_failures = 1;
	conf.timeout_ms = 300;
	start_two(steps, 3, &good, 1);
	while (stub.requests == 0)
		assert_int_equal(ask_both_once().outcome, MODEL_ANSWERED);
	loop_turn(base, 160);
	assert_int_equal(ask_both_once().outcome, MODEL_ANSWERED); /* its copy hangs */
	loop_turn(base, 20);
	assert_int_equal(stub.requests, 2);
	assert_int_equal(both().of[0].breaker, BREAKER_HALF_OPEN);
	loop_turn(base, 500);
	assert_int_equal(both().of[0].breaker, BREAKER_OPEN);
	assert_int_equal(returns, 0);
	assert_int_equal(ask_both_once().outcome, MODEL_ANSWERED);
	loop_turn(base, 20);
	assert_int_equal(both().of[0].breaker, BREAKER_CLOSED);
	assert_int_equal(returns, 1);
}

/* All are down: as with a single one. */
static void test_all_addresses_down(void **state)
{
	struct stub_step dead = {STUB_CLOSE, NULL};

	(void)state;
	conf.breaker_failures = 1;
	start_two(&dead, 1, &dead, 1);
	assert_int_equal(ask_both_once().outcome, MODEL_REFUSED);
	assert_int_equal(ask_both_once().outcome, MODEL_BREAKER);
	loop_turn(base, 160);
	assert_int_equal(ask_both_once().outcome, MODEL_REFUSED); /* the probe */
}

/* Those who wait for one that fails go to the other, and full means that all are. */
static void test_queues_of_addresses(void **state)
{
	struct stub_step hang = {STUB_HANG, NULL};
	struct seen s = {0};

	(void)state;
	conf.concurrency = 1;
	conf.queue_max = 1;
	start_two(&hang, 1, &hang, 1);
	for (int i = 0; i < 4; i++)
		ask_both(&s);
	loop_turn(base, 20);
	assert_int_equal(s.calls, 0);
	assert_int_equal(both().of[0].waiting + both().of[1].waiting, 2);
	ask_both(&s);
	loop_turn(base, 20);
	assert_int_equal(s.calls, 1);
	assert_int_equal(s.outcome, MODEL_BUSY);
}

static void test_cancel_at_every_moment(void **state)
{
	struct stub_step steps[] = {{STUB_CLOSE, NULL}, {STUB_REPLY, stub_ok(GOOD)}};

	(void)state;
	conf.breaker_failures = 1000;
	start(steps, 2);
	for (int ms = 0; ms < 80; ms += 4) {
		struct seen s = {0};
		struct model_call *c = ask(&s);

		stub.requests = 0; /* refuse again */
		if (ms > 0)
			loop_turn(base, ms);
		if (s.calls == 0)
			model_cancel(&c);
		loop_turn(base, 5);
		assert_in_range(s.calls, 0, 1);
		assert_int_equal(stats().running, 0);
	}
}

static void test_cancel_due_call(void **state)
{
	struct stub_step step = {STUB_HANG, NULL};
	struct seen s = {0};
	struct model_call *calls[8];

	(void)state;
	start(&step, 1);
	for (int i = 0; i < 8; i++)
		calls[i] = ask(&s);
	for (int i = 7; i >= 0; i--)
		model_cancel(&calls[i]);
	loop_turn(base, 50);
	assert_int_equal(s.calls, 0);
}

static void test_cancel_other_in_callback(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	struct seen a = {0}, b = {0};
	struct model_call *first, *second;

	(void)state;
	start(&step, 1);
	first = ask(&a);
	second = ask(&b);
	a.other = &second;
	b.other = &first;
	loop_turn(base, 80);
	assert_int_equal(a.calls + b.calls, 1);
}

static void test_free_in_callback(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok(GOOD)};
	struct seen a = {.kill = &models}, b = {0};

	(void)state;
	start(&step, 1);
	ask(&a);
	for (int i = 0; i < 7; i++) /* running, waiting and turned away */
		ask(&b);
	loop_turn(base, 80);
	assert_null(models);
	assert_int_equal(a.calls, 1);
}

/* What a hostile server says ends up as one line of plain ASCII. */
static void test_detail_is_plain(void **state)
{
	struct stub_step step = {STUB_REPLY, stub_ok("{\"answer\" \xe2\x82\xac\n\x1b[31m")};
	struct seen s;

	(void)state;
	start(&step, 1);
	s = ask_one();
	assert_int_equal(s.outcome, MODEL_GARBAGE);
	for (const char *p = s.detail; *p != '\0'; p++)
		assert_in_range(*p, 0x20, 0x7e);
}

static void test_breaker_alone(void **state)
{
	struct breaker b = {.name = "m", .failures = 2, .cooldown_ms = 100};
	bool probe;

	(void)state;
	assert_true(breaker_admits(&b, 0, &probe));
	assert_false(probe);
	assert_false(breaker_learn(&b, 0, false, false));
	assert_true(breaker_learn(&b, 0, false, false));
	assert_false(breaker_admits(&b, 99, &probe));
	assert_true(breaker_admits(&b, 100, &probe));
	assert_true(probe);
	assert_false(breaker_admits(&b, 500, &probe));
	/* A straggler's fault says nothing about the probe; its answer does. */
	assert_false(breaker_learn(&b, 500, false, false));
	assert_int_equal(b.state, BREAKER_HALF_OPEN);
	assert_false(breaker_learn(&b, 500, false, true));
	assert_int_equal(b.state, BREAKER_CLOSED);
	assert_int_equal(b.faults_in_row, 0);
}

#define MODEL_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

static void test_silence(void **state)
{
	const struct model_answer none = {.outcome = MODEL_TIMEOUT}, refused = {.outcome = MODEL_REFUSED},
				  garbage = {.outcome = MODEL_GARBAGE};
	int in_row = 0;

	(void)state;
	for (int i = 0; i < 15; i++)
		assert_false(model_is_silent(&in_row, i % 2 ? &none : &refused, 4));
	assert_true(model_is_silent(&in_row, &none, 4));
	assert_false(model_is_silent(&in_row, &none, 20)); /* all that were asked at once may still be lost */
	assert_false(model_is_silent(&in_row, &garbage, 4));
	assert_int_equal(in_row, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    MODEL_TEST(test_answer),
	    MODEL_TEST(test_bad_answers),
	    MODEL_TEST(test_bad_span_and_empty),
	    MODEL_TEST(test_refused_twice),
	    MODEL_TEST(test_nobody_listens),
	    MODEL_TEST(test_retry_helps),
	    MODEL_TEST(test_hang),
	    MODEL_TEST(test_hang_after_refusal),
	    MODEL_TEST(test_unknown_protocol),
	    MODEL_TEST(test_queue),
	    MODEL_TEST(test_queue_drains),
	    MODEL_TEST(test_timeout_in_queue),
	    MODEL_TEST(test_no_time_for_a_pause),
	    MODEL_TEST(test_patience),
	    MODEL_TEST(test_breaker),
	    MODEL_TEST(test_breaker_turns_the_queue_away),
	    MODEL_TEST(test_breaker_counts_in_a_row),
	    MODEL_TEST(test_probe_cancelled),
	    MODEL_TEST(test_endpoints_are_apart),
	    MODEL_TEST(test_many_endpoints),
	    MODEL_TEST(test_least_outstanding),
	    MODEL_TEST(test_dead_address_is_left_out),
	    MODEL_TEST(test_what_goes_elsewhere),
	    MODEL_TEST(test_probe_nobody_waits_for),
	    MODEL_TEST(test_all_addresses_down),
	    MODEL_TEST(test_queues_of_addresses),
	    MODEL_TEST(test_cancel_at_every_moment),
	    MODEL_TEST(test_cancel_due_call),
	    MODEL_TEST(test_cancel_other_in_callback),
	    MODEL_TEST(test_free_in_callback),
	    MODEL_TEST(test_detail_is_plain),
	    cmocka_unit_test(test_breaker_alone),
	    cmocka_unit_test(test_silence),
	};

	log_init("test", LOG_ERROR);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
