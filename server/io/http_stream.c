/* http_stream: answers without an end; see include/beat/http.h.
 *
 * Invariants
 * - A stream is in its server's list from its start until `stream_free`, the only
 *   place that ends it; on_close has run, or will not.
 * - While it is in the list evhttp's request is ours: if the client leaves, evhttp
 *   cuts the request from the connection, tells our close callback, and we free it.
 * - Nothing is closed while sending: a slow client's connection is told to fail in
 *   the next turn of the loop, and everything goes the way of a client that left. */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "beat/log.h"
#include "http_impl.h"

enum {
	UNREAD_MAX = 512 * 1024, /* bytes a client may leave unread */
	SEND_BUFFER = 64 * 1024,
	UNREAD_S = 60 /* and for how long it may read nothing at all */
};

struct http_stream {
	LIST_ENTRY(http_stream) link;
	struct http *http;
	struct evhttp_request *ev;
	bool failing;
	void (*on_close)(void *arg);
	void *arg;
};

/* Takes it out of the list and frees it; the request is the caller's. */
static void stream_free(struct http_stream *s)
{
	LIST_REMOVE(s, link);
	s->http->stream_count--;
	free(s);
}

static void on_client_left(struct evhttp_connection *connection, void *arg)
{
	struct http_stream *s = arg;
	struct evhttp_request *ev = s->ev;
	void (*on_close)(void *) = s->on_close;
	void *on_close_arg = s->arg;

	evhttp_connection_set_closecb(connection, NULL, NULL);
	stream_free(s);
	/* Cut off from its connection it is ours to free; otherwise it goes with the connection. */
	if (evhttp_request_get_connection(ev) == NULL)
		evhttp_send_reply_end(ev);
	on_close(on_close_arg);
}

/* The client sends nothing while it listens: only what it leaves unread may be held against it. And that shows here,
 * rather than in a large buffer of the system's. */
static void bound_unread(struct evhttp_connection *connection)
{
	struct bufferevent *bev = evhttp_connection_get_bufferevent(connection);
	const struct timeval unread = {.tv_sec = UNREAD_S};
	int most = SEND_BUFFER;

	bufferevent_set_timeouts(bev, NULL, &unread);
	setsockopt(bufferevent_getfd(bev), SOL_SOCKET, SO_SNDBUF, &most, sizeof(most));
}

static bool is_refused(struct http_req *r)
{
	const struct http *h = r->http;

	bool gone = evhttp_request_get_connection(r->ev) == NULL;

	if (gone || evhttp_request_get_command(r->ev) == EVHTTP_REQ_HEAD)
		http_reply(r, 200, "text/plain", "", 0);
	else if (h->draining || h->stream_count >= h->conf.max_streams)
		http_problem_retry(r, 503, "busy",
				   "As many pages as the server allows are following along. Please try again later.",
				   10);
	else
		return false;
	return true;
}

struct http_stream *http_stream_start(struct http_req *r, const char *type, void (*on_close)(void *arg), void *arg)
{
	struct http *h = r->http;
	struct http_stream *s;

	if (is_refused(r))
		return NULL;
	s = xcalloc(1, sizeof(*s));
	*s = (struct http_stream){.http = h, .ev = r->ev, .on_close = on_close, .arg = arg};
	LIST_INSERT_HEAD(&h->streams, s, link);
	h->stream_count++;
	http_set_header(r, "Connection", "close"); /* its time-outs are not those of other requests */
	http_default_headers(r, type);
	bound_unread(evhttp_request_get_connection(s->ev));
	evhttp_connection_set_closecb(evhttp_request_get_connection(s->ev), on_client_left, s);
	evhttp_send_reply_start(s->ev, 200, NULL);
	http_req_end(r, 200);
	return s;
}

bool http_stream_send(struct http_stream *s, const void *p, size_t n)
{
	struct bufferevent *bev = evhttp_connection_get_bufferevent(evhttp_request_get_connection(s->ev));
	struct evbuffer *chunk;

	if (s->failing)
		return false;
	if (evbuffer_get_length(bufferevent_get_output(bev)) + n > UNREAD_MAX) {
		s->failing = true;
		log_info("a stream's reader is too slow: closing it");
		bufferevent_trigger_event(bev, BEV_EVENT_WRITING | BEV_EVENT_EOF, BEV_TRIG_DEFER_CALLBACKS);
		return false;
	}
	chunk = evbuffer_new();
	evbuffer_add(chunk, p, n);
	evhttp_send_reply_chunk(s->ev, chunk);
	evbuffer_free(chunk);
	return true;
}

void http_stream_end(struct http_stream **sp)
{
	struct http_stream *s = *sp;
	struct evhttp_request *ev;

	if (s == NULL)
		return;
	*sp = NULL;
	ev = s->ev;
	http_watch_answer(s->http, ev);
	stream_free(s);
	evhttp_send_reply_end(ev);
}

void http_streams_end(struct http *h)
{
	struct http_stream *s;

	while ((s = LIST_FIRST(&h->streams)) != NULL) {
		void (*on_close)(void *) =
		    s->on_close; /* NOLINT(clang-analyzer-unix.Malloc): the last one left the list */
		void *arg = s->arg;

		http_stream_end(&s);
		on_close(arg);
	}
}

int http_streams(const struct http *h)
{
	return h->stream_count;
}
