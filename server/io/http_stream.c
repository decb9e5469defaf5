/* http_stream: answers without an end; see include/beat/http.h.
 *
 * Invariants
 * - A stream is in its server's list from its start until `stream_free`, the only
 *   place that ends it; on_close has run, or will not.
 * - While it is in the list it owns its connection, which tells when it is no more.
 * - Nothing is closed while sending: a slow client's connection is closed in the
 *   next turn of the loop, and everything goes the way of a client that left. */
#include <stdio.h>
#include <stdlib.h>

#include "beat/log.h"
#include "http_impl.h"

enum {
	UNREAD_MAX = 512 * 1024, /* bytes a client may leave unread */
	SEND_BUFFER = 64 * 1024
};

struct http_stream {
	LIST_ENTRY(http_stream) link;
	struct http *http;
	struct http_conn *conn;
	bool failing, chunked;
	void (*on_close)(void *arg);
	void *arg;
};

static void stream_free(struct http_stream *s)
{
	LIST_REMOVE(s, link);
	s->http->stream_count--;
	free(s);
}

static void on_left(void *arg)
{
	struct http_stream *s = arg;
	void (*on_close)(void *) = s->on_close;
	void *on_close_arg = s->arg;

	stream_free(s);
	on_close(on_close_arg);
}

static bool is_refused(struct http_req *r)
{
	const struct http *h = r->http;

	if (r->conn == NULL || r->head.verb == HTTP_VERB_HEAD)
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
	struct http_conn *c = r->conn;
	struct buf head = BUF_INIT;
	struct http_stream *s;
	int most =
	    SEND_BUFFER; /* what a client leaves unread shows here, rather than in a large buffer of the system's */

	if (is_refused(r))
		return NULL;
	s = xcalloc(1, sizeof(*s));
	*s = (struct http_stream){
	    .http = r->http, .conn = c, .chunked = r->head.minor > 0, .on_close = on_close, .arg = arg};
	LIST_INSERT_HEAD(&r->http->streams, s, link);
	r->http->stream_count++;
	setsockopt(c->fd, SOL_SOCKET, SO_SNDBUF, &most, sizeof(most));
	c->close_after = true;
	if (s->chunked)
		http_set_header(r, "Transfer-Encoding", "chunked");
	http_reply_head(r, 200, type, -1, &head);
	http_wire_send(c, (struct http_bytes[]){{head.p, head.n, HTTP_COPY}, {r->fields.p, r->fields.n, HTTP_COPY}}, 2);
	buf_release(&head);
	c->owner = (struct http_owner){.on_left = on_left, .arg = s};
	http_conn_state(c, HTTP_STREAM);
	http_req_end(r, 200);
	return s;
}

bool http_stream_send(struct http_stream *s, const void *p, size_t n)
{
	struct http_bytes v[3] = {{"", 0, HTTP_COPY}, {p, n, HTTP_COPY}, {"\r\n", 2, HTTP_STATIC}};
	char size[24];

	if (s->failing)
		return false;
	if (s->conn->out_n + n > UNREAD_MAX) {
		s->failing = true;
		log_info("a stream's reader is too slow: closing it");
		http_conn_doom(s->conn);
		return false;
	}
	if (s->chunked)
		v[0] = (struct http_bytes){size, (size_t)snprintf(size, sizeof(size), "%zx\r\n", n), HTTP_COPY};
	http_wire_send(s->conn, v, s->chunked ? 3 : 2);
	return true;
}

void http_stream_end(struct http_stream **sp)
{
	struct http_stream *s = *sp;
	struct http_conn *c;

	if (s == NULL)
		return;
	*sp = NULL;
	c = s->conn;
	c->owner = (struct http_owner){0};
	if (s->chunked)
		http_wire_send(c, &(struct http_bytes){"0\r\n\r\n", 5, HTTP_STATIC}, 1);
	stream_free(s);
	http_conn_state(c, HTTP_SENDING);
	http_conn_go_on(c);
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
