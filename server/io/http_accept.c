/* http_accept: see http_accept.h.
 *
 * Two things that evhttp leaves to chance are settled here. When no file descriptor
 * is left, accepting fails at once and for ever, so it pauses. And evhttp reads
 * without limit in two places, the line before a chunk and while an answer is being
 * written, so each connection's input has a bound; a client beyond it is cut off. */
#include "http_accept.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/http.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "http_tls.h"

enum {
	MAX_HEADERS = 16 * 1024,
	MAX_AHEAD = 64 * 1024, /* bytes of further requests behind the one being answered */
	PAUSE_MS = 100,
	LOG_EVERY_MS = 10000
};

struct http_accept {
	LIST_ENTRY(http_accept) link;
	struct evhttp *ev;
	struct evhttp_bound_socket *bound;
	struct http_tls *tls;
	size_t max_input;
	struct loop_timer *again;
	int64_t logged_ms;
};

/* evhttp keeps the listener's argument for itself, so its error callback looks here. */
static LIST_HEAD(, http_accept) accepting = LIST_HEAD_INITIALIZER(accepting);

static struct evconnlistener *bind_listener(struct event_base *base, const struct http_conf *c)
{
	struct evconnlistener *listener;
	struct sockaddr_storage addr;
	int len = sizeof(addr);
	char text[128];
	unsigned flags = LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC;

	/* The port is set by hand: the parser takes ":0" for a mistake. */
	snprintf(text, sizeof(text), strchr(c->address, ':') != NULL ? "[%s]" : "%s", c->address);
	if (evutil_parse_sockaddr_port(text, (struct sockaddr *)&addr, &len) != 0) {
		log_error("cannot listen: '%s' is not an IP address", c->address);
		return NULL;
	}
	if (addr.ss_family == AF_INET6)
		((struct sockaddr_in6 *)&addr)->sin6_port = htons((uint16_t)c->port);
	else
		((struct sockaddr_in *)&addr)->sin_port = htons((uint16_t)c->port);
	if (c->reuse_port)
		flags |= LEV_OPT_REUSEABLE_PORT;
	listener = evconnlistener_new_bind(base, NULL, NULL, flags, c->backlog, (struct sockaddr *)&addr, len);
	if (listener == NULL)
		log_error("cannot listen on %s port %d: %s", c->address, c->port,
			  evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
	return listener;
}

static void on_again(void *arg)
{
	struct http_accept *a = arg;

	evconnlistener_enable(evhttp_bound_socket_get_listener(a->bound));
}

static void on_failed(struct evconnlistener *listener, void *arg)
{
	struct http_accept *a;
	int64_t now = loop_now_ms();

	(void)arg;
	LIST_FOREACH(a, &accepting, link)
	{
		if (evhttp_bound_socket_get_listener(a->bound) == listener)
			break;
	}
	if (a == NULL)
		return;
	if (a->logged_ms == 0 || now - a->logged_ms >= LOG_EVERY_MS) {
		log_error("cannot accept connections just now: %s",
			  evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
		a->logged_ms = now;
	}
	evconnlistener_disable(listener);
	loop_timer_set(a->again, PAUSE_MS);
}

static void on_input(struct evbuffer *input, const struct evbuffer_cb_info *info, void *arg)
{
	struct bufferevent *bev = arg;
	size_t most;

	bufferevent_getwatermark(bev, EV_READ, NULL, &most);
	if (info->n_added > 0 && evbuffer_get_length(input) >= most)
		bufferevent_trigger_event(bev, BEV_EVENT_READING | BEV_EVENT_EOF, BEV_TRIG_DEFER_CALLBACKS);
}

/* As evhttp would make it, and with a bound. */
static struct bufferevent *new_connection(struct event_base *base, void *arg)
{
	const struct http_accept *a = arg;
	struct bufferevent *bev =
	    a->tls != NULL ? http_tls_connection(a->tls, base) : bufferevent_socket_new(base, -1, 0);

	if (bev == NULL)
		return NULL;
	bufferevent_setwatermark(bev, EV_READ, 0, a->max_input);
	evbuffer_add_cb(bufferevent_get_input(bev), on_input, bev);
	return bev;
}

struct http_accept *http_accept_new(struct event_base *base, struct evhttp *ev, const struct http_conf *conf,
				    struct http_tls *tls)
{
	struct evconnlistener *listener = bind_listener(base, conf);
	/* A little over max_body is answered by us with a sentence, far over by evhttp while reading. */
	size_t max_body = 2 * conf->max_body + 4096;
	struct http_accept *a;

	if (listener == NULL)
		return NULL;
	a = xcalloc(1, sizeof(*a));
	a->ev = ev;
	a->tls = tls;
	a->max_input = MAX_HEADERS + max_body + MAX_AHEAD;
	a->again = loop_timer_new(base, on_again, a);
	evhttp_set_max_headers_size(ev, MAX_HEADERS);
	evhttp_set_max_body_size(ev, (ev_ssize_t)max_body);
	evhttp_set_bevcb(ev, new_connection, a);
	a->bound = evhttp_bind_listener(ev, listener);
	evconnlistener_set_error_cb(listener, on_failed);
	LIST_INSERT_HEAD(&accepting, a, link);
	return a;
}

int http_accept_port(const struct http_accept *a)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} addr = {0};
	socklen_t len = sizeof(addr);

	if (getsockname(evhttp_bound_socket_get_fd(a->bound), &addr.any, &len) != 0)
		return -1;
	return ntohs(addr.any.sa_family == AF_INET6 ? addr.v6.sin6_port : addr.v4.sin_port);
}

void http_accept_free(struct http_accept **ap)
{
	struct http_accept *a = *ap;

	if (a == NULL)
		return;
	LIST_REMOVE(a, link);
	loop_timer_free(&a->again);
	evhttp_del_accept_socket(a->ev, a->bound);
	free(a);
	*ap = NULL;
}
