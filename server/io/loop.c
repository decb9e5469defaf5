/* loop: see include/beat/loop.h. One thread, no locks: the flags below drop the
 * cost of both locking and repeated epoll_ctl calls. */
#include "beat/loop.h"

#include <event2/event.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "beat/log.h"
#include "beat/mem.h"

struct loop_timer {
	struct event *event;
	loop_cb fn;
	void *arg;
};

/* The signal events of a base, kept until the base is freed. */
static struct reload_watch {
	struct event *hup;
	loop_cb fn;
	void *arg;
} reload_watch;

static struct stop_watch {
	struct event *term, *intr;
	loop_cb fn;
	void *arg;
	int seen;
} stop_watch;

/* What libevent and jansson need they get or the server ends, as with its own: neither has a way to go on without an
 * event or a part of an answer. libpq and libcurl have, and say so: a call is lost, a model at fault. */
static void loop_share_memory(void)
{
	event_set_mem_functions(xmalloc, xrealloc, free);
	json_set_alloc_funcs(xmalloc, free);
}

struct event_base *loop_new(void)
{
	struct event_config *config;
	struct event_base *base;

	loop_share_memory();
	config = event_config_new();
	event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST);
	base = event_base_new_with_config(config);
	event_config_free(config);
	if (base == NULL) {
		log_error("cannot create the event loop");
		exit(1);
	}
	signal(SIGPIPE, SIG_IGN);
	return base;
}

void loop_free(struct event_base **base)
{
	if (*base == NULL)
		return;
	if (stop_watch.term != NULL)
		event_free(stop_watch.term);
	if (stop_watch.intr != NULL)
		event_free(stop_watch.intr);
	if (reload_watch.hup != NULL)
		event_free(reload_watch.hup);
	memset(&stop_watch, 0, sizeof(stop_watch));
	memset(&reload_watch, 0, sizeof(reload_watch));
	event_base_free(*base);
	*base = NULL;
}

void loop_run(struct event_base *base)
{
	event_base_dispatch(base);
	/* What has to be waited for after a first signal can be cut short by a second one. */
	if (stop_watch.seen > 0) {
		evsignal_del(stop_watch.term);
		evsignal_del(stop_watch.intr);
	}
}

void loop_stop(struct event_base *base)
{
	event_base_loopbreak(base);
}

static void on_stop_signal(evutil_socket_t sig, short what, void *arg)
{
	(void)what;
	(void)arg;
	if (stop_watch.seen++ > 0) {
		log_warn("second signal %d: stopping at once", (int)sig);
		_exit(130);
	}
	stop_watch.fn(stop_watch.arg);
}

void loop_on_stop_signal(struct event_base *base, loop_cb fn, void *arg)
{
	stop_watch = (struct stop_watch){.fn = fn, .arg = arg};
	stop_watch.term = evsignal_new(base, SIGTERM, on_stop_signal, NULL);
	stop_watch.intr = evsignal_new(base, SIGINT, on_stop_signal, NULL);
	evsignal_add(stop_watch.term, NULL);
	evsignal_add(stop_watch.intr, NULL);
}

static void on_reload_signal(evutil_socket_t sig, short what, void *arg)
{
	(void)sig;
	(void)what;
	(void)arg;
	reload_watch.fn(reload_watch.arg);
}

void loop_on_reload_signal(struct event_base *base, loop_cb fn, void *arg)
{
	reload_watch = (struct reload_watch){.fn = fn, .arg = arg};
	reload_watch.hup = evsignal_new(base, SIGHUP, on_reload_signal, NULL);
	evsignal_add(reload_watch.hup, NULL);
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct loop_timer *t = arg;

	(void)fd;
	(void)what;
	t->fn(t->arg);
}

struct loop_timer *loop_timer_new(struct event_base *base, loop_cb fn, void *arg)
{
	struct loop_timer *t = xcalloc(1, sizeof(*t));

	t->fn = fn;
	t->arg = arg;
	t->event = evtimer_new(base, on_timer, t);
	return t;
}

void loop_timer_set(struct loop_timer *t, int ms)
{
	struct timeval tv = {.tv_sec = ms / 1000, .tv_usec = (ms % 1000) * 1000L};

	evtimer_add(t->event, &tv);
}

void loop_timer_clear(struct loop_timer *t)
{
	evtimer_del(t->event);
}

void loop_timer_free(struct loop_timer **t)
{
	if (*t == NULL)
		return;
	event_free((*t)->event);
	free(*t);
	*t = NULL;
}

int64_t loop_now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

int64_t loop_now_ms(void)
{
	return loop_now_us() / 1000;
}
