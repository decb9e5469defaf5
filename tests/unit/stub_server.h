/* stub_server: a tiny HTTP server inside a test, on the test's own loop. It reads
 * whole requests and misbehaves as told: step i of `steps` is for request i (the
 * last one repeats). Responses are raw bytes, so that they can be wrong. */
#ifndef BEAT_TEST_STUB_SERVER_H
#define BEAT_TEST_STUB_SERVER_H

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/mem.h"

enum stub_action { STUB_REPLY, STUB_REPLY_CLOSE, STUB_CLOSE, STUB_HANG };

struct stub_step {
	enum stub_action action;
	const char *raw; /* whole response; see stub_ok() for a good one */
};

struct stub {
	struct evconnlistener *listener;
	struct bufferevent *open[64];
	const struct stub_step *steps;
	int n_steps;
	int port, connections, requests;
	struct buf last; /* the request received last */
	char url[64];
};

struct stub_conn {
	struct stub *stub;
	int slot;
};

static inline void stub_drop(struct bufferevent *bev, struct stub_conn *c)
{
	c->stub->open[c->slot] = NULL;
	bufferevent_free(bev);
	free(c);
}

/* Length of the first whole request in the buffer, or 0. */
static inline size_t stub_request_length(struct evbuffer *in)
{
	struct evbuffer_ptr head = evbuffer_search(in, "\r\n\r\n", 4, NULL);
	size_t have = evbuffer_get_length(in), body = 0;
	char *text, *field;

	if (head.pos < 0)
		return 0;
	text = xmemdup0((const char *)evbuffer_pullup(in, -1), (size_t)head.pos);
	field = strcasestr(text, "\r\ncontent-length:");
	if (field != NULL)
		body = strtoul(field + 17, NULL, 10);
	free(text);
	return have >= (size_t)head.pos + 4 + body ? (size_t)head.pos + 4 + body : 0;
}

static inline void stub_flushed(struct bufferevent *bev, void *arg)
{
	stub_drop(bev, arg);
}

static inline void stub_read(struct bufferevent *bev, void *arg);
static inline void stub_event(struct bufferevent *bev, short what, void *arg)
{
	(void)what;
	stub_drop(bev, arg);
}

static inline void stub_read(struct bufferevent *bev, void *arg)
{
	struct stub_conn *c = arg;
	struct stub *s = c->stub;
	struct evbuffer *in = bufferevent_get_input(bev);
	size_t n;

	while ((n = stub_request_length(in)) > 0) {
		const struct stub_step *step = &s->steps[s->requests < s->n_steps ? s->requests : s->n_steps - 1];

		buf_clear(&s->last);
		buf_add(&s->last, evbuffer_pullup(in, (ssize_t)n), n);
		evbuffer_drain(in, n);
		s->requests++;
		if (step->action == STUB_HANG)
			continue;
		if (step->action == STUB_CLOSE) {
			stub_drop(bev, c);
			return;
		}
		if (step->action == STUB_REPLY_CLOSE)
			bufferevent_setcb(bev, NULL, stub_flushed, stub_event, c);
		bufferevent_write(bev, step->raw, strlen(step->raw));
		if (step->action == STUB_REPLY_CLOSE)
			return;
	}
}

static inline void stub_accept(struct evconnlistener *l, evutil_socket_t fd, struct sockaddr *sa, int sa_n, void *arg)
{
	struct stub *s = arg;
	struct stub_conn *c = xcalloc(1, sizeof(*c));
	struct bufferevent *bev = bufferevent_socket_new(evconnlistener_get_base(l), fd, BEV_OPT_CLOSE_ON_FREE);

	(void)sa;
	(void)sa_n;
	c->stub = s;
	while (s->open[c->slot] != NULL)
		c->slot++;
	s->open[c->slot] = bev;
	s->connections++;
	bufferevent_setcb(bev, stub_read, NULL, stub_event, c);
	bufferevent_enable(bev, EV_READ | EV_WRITE);
}

static inline void stub_start(struct stub *s, struct event_base *base, const struct stub_step *steps, int n_steps)
{
	struct sockaddr_in sin = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof(sin);

	memset(s, 0, sizeof(*s));
	s->steps = steps;
	s->n_steps = n_steps;
	s->listener =
	    evconnlistener_new_bind(base, stub_accept, s, LEV_OPT_CLOSE_ON_FREE, 64, (struct sockaddr *)&sin, n);
	if (s->listener == NULL)
		abort();
	getsockname(evconnlistener_get_fd(s->listener), (struct sockaddr *)&sin, &n);
	s->port = ntohs(sin.sin_port);
	snprintf(s->url, sizeof(s->url), "http://127.0.0.1:%d", s->port);
}

static inline void stub_stop(struct stub *s)
{
	for (int i = 0; i < 64; i++) {
		void *c = NULL;

		if (s->open[i] == NULL)
			continue;
		bufferevent_getcb(s->open[i], NULL, NULL, NULL, &c);
		stub_drop(s->open[i], c);
	}
	if (s->listener != NULL)
		evconnlistener_free(s->listener);
	s->listener = NULL;
	buf_release(&s->last);
}

/* A good 200 response around a body; from a ring of static buffers. */
static inline const char *stub_ok(const char *body)
{
	static char ring[8][4096];
	static int next;
	char *out = ring[next++ % 8];

	snprintf(out, sizeof(ring[0]),
		 "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", strlen(body),
		 body);
	return out;
}

#endif
