/* http_conn: a connection, which reads requests and has them answered one after the other.
 *
 * Invariants
 * - A connection is in exactly one state, and in that state's queue. Each state but BUSY has a time-out, which nothing
 *   that a client sends prolongs: a head has its time as a whole, and so has a body.
 * - http_conn_close is the only place that ends one, and nobody calls it while http_conn_run is at work further up the
 *   stack: what breaks meanwhile dooms the connection, and run closes it.
 * - A request outlives its connection: req->conn is NULL then, and its answer goes nowhere.
 * - What arrives while an answer is being made waits, up to a bound; a client beyond it is cut off. */
#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "http_impl.h"
#include "http_tls.h"

enum {
	MAX_AHEAD = 64 * 1024,  /* bytes of further requests behind the one being answered, beside a body */
	TAKE_LEAST = 32 * 1024, /* what a client must take of its answer in conf.send_timeout_ms, if there is so much */
	LINGER_MS = 2000,       /* for what is still coming to one who was answered for the last time, */
	LINGER_MAX = 256 * 1024, /* and how much of it */
	STREAM_MS = 60000,       /* a stream's client may take nothing at all for so long */
	TURN = 64,               /* requests answered before others have their turn */
	BODY_FIRST = 8192        /* memory for a body, until more of it has come */
};

static void run(struct http_conn *c);

/* --- states --------------------------------------------------------------- */

void http_conn_state(struct http_conn *c, enum http_state state)
{
	struct http *h = c->http;
	enum http_state was = c->state;

	TAILQ_REMOVE(&h->queues[was], c, queue);
	h->count[was]--;
	c->state = state;
	c->since_ms = loop_now_ms();
	c->taken = 0;
	TAILQ_INSERT_TAIL(&h->queues[state], c, queue);
	h->count[state]++;
	TAILQ_REMOVE(&c->kin->conns, c, kinship);
	TAILQ_INSERT_TAIL(&c->kin->conns, c, kinship);
	if (was == HTTP_SENDING && h->draining)
		http_check_drained(h);
}

void http_conn_doom(struct http_conn *c)
{
	if (c->doomed)
		return;
	c->doomed = true;
	if (!c->running)
		event_active(&c->wr, EV_WRITE, 0);
}

/* Those who would be told that it is no more: called when it is not. */
struct mourners {
	struct http_req *req;
	struct http_owner owner;
};

static void tell(struct mourners m)
{
	if (m.owner.on_left != NULL)
		m.owner.on_left(m.owner.arg);
	if (m.req == NULL)
		return;
	if (m.req->on_gone != NULL) {
		void (*fn)(void *) = m.req->on_gone;

		m.req->on_gone = NULL;
		fn(m.req->on_gone_arg);
	}
}

void http_conn_close(struct http_conn *c)
{
	struct http *h = c->http;
	struct mourners m = {.req = c->req, .owner = c->owner};
	bool unseen = c->req != NULL && c->state != HTTP_BUSY;

	assert(!c->running);
	event_del(&c->rd);
	event_del(&c->wr);
	http_wire_close(c);
	TAILQ_REMOVE(&h->queues[c->state], c, queue);
	h->count[c->state]--;
	h->conns--;
	metric_set(h->m_connections, h->conns, NULL, NULL, NULL);
	http_kin_leave(c);
	http_block_release(h, &c->in);
	if (c->req != NULL)
		c->req->conn = NULL;
	free(c);
	if (unseen) {
		http_req_free(m.req);
		m.req = NULL;
	}
	tell(m);
	if (h->draining)
		http_check_drained(h);
}

/* --- what arrives --------------------------------------------------------- */

/* A refusal by the connection itself; nothing that follows it is read. */
static void refuse(struct http_conn *c, enum http_fault fault)
{
	if (c->req == NULL)
		c->req = http_req_new(c);
	if (c->req == NULL) {
		http_conn_doom(c);
		return;
	}
	http_conn_state(c, HTTP_BUSY);
	http_refuse_fault(c->req, fault);
}

/* Memory and room for the next bytes; NULL after refusing. */
static char *room(struct http_conn *c, size_t *n)
{
	struct http_req *r = c->req;
	bool in_body = c->state == HTTP_BODY && !r->head.chunked;
	struct http_block *b = !in_body ? &c->in : r->body.p != NULL ? &r->body : &r->block;
	size_t want = b->cap > 0 ? 2 * b->cap : HTTP_BLOCK;

	if (!in_body && c->in_at > 0 && c->in.n == c->in.cap) {
		memmove(c->in.p, c->in.p + c->in_at, c->in.n - c->in_at);
		c->in.n -= c->in_at;
		c->in_at = 0;
	}
	if (in_body && r->body.p != NULL && want > (size_t)r->head.length)
		want = (size_t)r->head.length;
	if (b->n == b->cap && !http_grow(c->http, b, want)) {
		if (c->state == HTTP_HEAD || c->state == HTTP_BODY || c->state == HTTP_IDLE)
			refuse(c, HTTP_NO_MEMORY);
		else
			c->paused = true; /* until the answer has gone */
		return NULL;
	}
	*n = b->cap - b->n;
	if (in_body && *n > (size_t)r->head.length - r->content_n)
		*n = (size_t)r->head.length - r->content_n;
	return b->p + b->n;
}

static void arrived(struct http_conn *c, size_t n)
{
	struct http_req *r = c->req;

	if (c->state == HTTP_BODY && !r->head.chunked) {
		*(r->body.p != NULL ? &r->body.n : &r->block.n) += n;
		r->content_n += n;
		return;
	}
	c->in.n += n;
	if (c->state >= HTTP_BUSY && c->in.n - c->in_at > MAX_AHEAD + c->http->conf.max_body)
		http_conn_doom(c);
}

static void ended(struct http_conn *c)
{
	c->eof = true;
	if (c->state == HTTP_STREAM || c->state == HTTP_BODY || (c->state == HTTP_BUSY && c->req->on_gone != NULL))
		http_conn_doom(c);
}

static bool body_is_whole(const struct http_conn *c)
{
	return c->state == HTTP_BODY && !c->req->head.chunked && c->req->content_n == (size_t)c->req->head.length;
}

static void fill(struct http_conn *c)
{
	enum http_read got = HTTP_READ_SOME;

	while (got == HTTP_READ_SOME && !c->doomed && !body_is_whole(c)) {
		size_t n = 0, k;
		char *p = room(c, &n);

		if (p == NULL)
			return;
		got = http_wire_read(c, p, n, &k);
		arrived(c, k);
		if (c->ssl == NULL && k < n)
			break; /* that was all; TLS has to be asked until it has no more */
		if (c->state < HTTP_BUSY && c->in.n - c->in_at > HTTP_HEAD_MAX)
			break; /* enough to look at */
	}
	if (got == HTTP_READ_END)
		ended(c);
	else if (got == HTTP_READ_ERROR)
		http_conn_doom(c);
}

static void throw_away(struct http_conn *c)
{
	char waste[16 * 1024];
	ssize_t n = recv(c->fd, waste, sizeof(waste), 0);

	c->taken += n > 0 ? (size_t)n : 0;
	if (n == 0 || c->taken > LINGER_MAX || (n < 0 && errno != EAGAIN && errno != EINTR))
		http_conn_doom(c);
}

/* --- one request after the other ------------------------------------------ */

static void dispatch(struct http_conn *c)
{
	struct http_req *r = c->req;

	http_conn_state(c, HTTP_BUSY);
	if (r->content_n > 0)
		*(char *)(r->content + r->content_n) = '\0'; /* blocks have a byte to spare */
	http_req_dispatch(r);
}

static void take_chunks(struct http_conn *c)
{
	struct http_req *r = c->req;
	size_t max = c->http->conf.max_body;

	while (c->in_at < c->in.n) {
		const char *data = NULL;
		size_t used, n = 0;
		enum http_chunk what =
		    http_chunks_take(&c->chunks, c->in.p + c->in_at, c->in.n - c->in_at, &used, &data, &n);

		c->in_at += used;
		if (what == HTTP_CHUNK_BAD) {
			refuse(c, HTTP_BAD_CHUNK);
			return;
		}
		if (what == HTTP_CHUNK_END) {
			r->content = r->body.p != NULL ? r->body.p : "";
			dispatch(c);
			return;
		}
		if (n > max - r->content_n || c->chunks.left > (int64_t)(max - r->content_n)) {
			refuse(c, HTTP_TOO_LARGE);
			return;
		}
		if (r->body.n + n > r->body.cap && !http_grow(c->http, &r->body, 2 * (r->body.n + n))) {
			refuse(c, HTTP_NO_MEMORY);
			return;
		}
		if (n > 0)
			memcpy(r->body.p + r->body.n, data, n);
		r->body.n += n;
		r->content_n += n;
	}
	c->in.n = c->in_at = 0;
}

/* What lies behind the request, which ends at `end` of its block, waits in a block of its own. */
static bool split(struct http_conn *c, size_t end)
{
	struct http_req *r = c->req;
	struct http_block rest = {0};
	size_t n = c->in.n - end;

	r->block = c->in;
	r->block.n = end;
	c->in = rest;
	c->in_at = 0;
	if (n == 0)
		return true;
	if (!http_grow(c->http, &c->in, n > HTTP_BLOCK ? n : HTTP_BLOCK))
		return false;
	memcpy(c->in.p, r->block.p + end, n);
	c->in.n = n;
	return true;
}

/* The head ends at `end` of the request's block. True if the body is there, or will fit. */
static bool place_body(struct http_conn *c, size_t end)
{
	struct http_req *r = c->req;
	size_t length = r->head.length > 0 ? (size_t)r->head.length : 0;

	r->content = "";
	if (length == 0)
		return true;
	r->content = r->block.p + end;
	r->content_n = r->block.n - end;
	if (end + length <= r->block.cap)
		return true;
	if (!http_grow(c->http, &r->body, length < BODY_FIRST ? length : BODY_FIRST + r->content_n))
		return false;
	memcpy(r->body.p, r->content, r->content_n);
	r->body.n = r->content_n;
	return true;
}

static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";

static void await_body(struct http_conn *c, bool nothing_yet)
{
	struct http_req *r = c->req;

	memset(&c->chunks, 0, sizeof(c->chunks));
	http_conn_state(c, HTTP_BODY);
	if (r->head.expects && r->route == NULL) {
		c->close_after = true; /* nothing here takes it: told before it is sent */
		dispatch(c);
	} else if (r->head.expects && nothing_yet) {
		http_wire_send(c, &(struct http_bytes){go_on, sizeof(go_on) - 1, HTTP_STATIC}, 1);
	}
}

/* A head of n bytes is there. */
static void begin(struct http_conn *c, size_t n)
{
	struct http_req *r = c->req = http_req_new(c);
	size_t end = c->in_at + n, body, rest = c->in.n - end;
	enum http_fault fault;

	memset(&c->scan, 0, sizeof(c->scan));
	if (r == NULL) {
		http_conn_doom(c);
		return;
	}
	fault = http_parse(&r->head, c->in.p + c->in_at, n);
	if (fault == HTTP_FINE && r->head.length > (int64_t)c->http->conf.max_body)
		fault = HTTP_TOO_LARGE;
	body = fault == HTTP_FINE && r->head.length > 0 ? (size_t)r->head.length : 0;
	if (!split(c, end + (rest < body ? rest : body)) && fault == HTTP_FINE)
		fault = HTTP_NO_MEMORY;
	if (fault == HTTP_FINE && !place_body(c, end))
		fault = HTTP_NO_MEMORY;
	if (fault != HTTP_FINE) {
		refuse(c, fault);
		return;
	}
	http_req_find(r);
	c->close_after = !r->head.keep;
	if (r->head.chunked || r->content_n < body)
		await_body(c, rest == 0);
	else
		dispatch(c);
}

static bool take_head(struct http_conn *c)
{
	size_t n = 0;
	enum http_fault fault;

	if (c->in.n == c->in_at) {
		http_block_release(c->http, &c->in);
		c->in_at = 0;
		if (c->eof)
			http_conn_doom(c);
		return false;
	}
	fault = http_scan(&c->scan, c->in.p + c->in_at, c->in.n - c->in_at, &n);
	if (c->state != HTTP_HEAD)
		http_conn_state(c, HTTP_HEAD);
	if (fault != HTTP_FINE)
		refuse(c, fault);
	else if (n > 0)
		begin(c, n);
	else if (c->eof)
		http_conn_doom(c);
	return n > 0 || fault != HTTP_FINE;
}

/* The body whose bytes have come. True if that made a difference. */
static bool take_body(struct http_conn *c)
{
	size_t before = c->in.n - c->in_at;

	if (c->req->head.chunked) {
		take_chunks(c);
		return before > 0 && c->state != HTTP_BODY;
	}
	if (!body_is_whole(c))
		return false;
	if (c->req->body.p != NULL)
		c->req->content = c->req->body.p;
	dispatch(c);
	return true;
}

static void linger(struct http_conn *c)
{
	http_wire_end(c);
	http_block_release(c->http, &c->in);
	c->in_at = 0;
	http_conn_state(c, HTTP_LINGER);
	if (c->eof)
		http_conn_doom(c);
}

/* One step further; false if there is nothing to do just now. */
static bool step(struct http_conn *c)
{
	if (c->doomed || c->state == HTTP_LINGER)
		return false;
	if (c->owner.on_left != NULL) {
		if (c->out_n == 0 && c->owner.on_taken != NULL)
			c->owner.on_taken(c->owner.arg);
		return false;
	}
	if (c->req != NULL)
		return c->state == HTTP_BODY && take_body(c);
	if (c->out_n > 0)
		return false;
	if (c->close_after) {
		linger(c);
		return false;
	}
	c->paused = false;
	return take_head(c);
}

/* Its place until the next event. */
static void settle(struct http_conn *c)
{
	if (c->state == HTTP_STREAM || c->state == HTTP_LINGER || c->req != NULL)
		return;
	if (c->out_n > 0 || c->owner.on_left != NULL) {
		if (c->state != HTTP_SENDING)
			http_conn_state(c, HTTP_SENDING);
	} else if (c->in.n == c->in_at && c->state != HTTP_IDLE && c->state != HTTP_HEAD) {
		http_conn_state(c, HTTP_IDLE);
	}
}

static void run(struct http_conn *c)
{
	int steps = 0;

	assert(!c->running);
	c->running = true;
	while (step(c) && ++steps < TURN)
		continue;
	c->running = false;
	if (c->doomed) {
		http_conn_close(c);
		return;
	}
	settle(c);
	if (c->eof || c->paused)
		event_del(&c->rd);
	else if (event_add(&c->rd, NULL) != 0)
		http_conn_doom(c);
	if (steps == TURN || (!c->paused && http_wire_pending(c)))
		event_active(&c->rd, EV_READ, 0);
}

void http_conn_go_on(struct http_conn *c)
{
	if (!c->running)
		run(c);
}

/* --- events --------------------------------------------------------------- */

static void http_conn_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct http_conn *c = arg;

	(void)fd;
	(void)what;
	c->running = true;
	if (c->state == HTTP_LINGER)
		throw_away(c);
	else if (!c->doomed && !c->eof)
		fill(c);
	if (c->ssl != NULL && c->out != NULL)
		http_wire_flush(c); /* TLS may have waited for what came */
	c->running = false;
	run(c);
}

static void http_conn_on_writable(evutil_socket_t fd, short what, void *arg)
{
	struct http_conn *c = arg;

	(void)fd;
	(void)what;
	c->running = true;
	if (!c->doomed)
		http_wire_flush(c);
	if (c->write_first && !c->doomed)
		fill(c);
	c->running = false;
	run(c);
}

void http_conn_open(struct http *h, int fd, struct http_kin *kin, const char *peer)
{
	struct http_conn *c = calloc(1, sizeof(*c));
	int on = 1;

	if (c == NULL || (h->tls != NULL && (c->ssl = http_tls_session(h->tls, fd)) == NULL)) {
		free(c);
		evutil_closesocket(fd);
		return;
	}
	c->http = h;
	c->fd = fd;
	c->kin = kin;
	c->out_end = &c->out;
	memcpy(c->peer, peer, strlen(peer) + 1);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	event_assign(&c->rd, h->base, fd, EV_READ | EV_PERSIST, http_conn_on_readable, c);
	event_assign(&c->wr, h->base, fd, EV_WRITE | EV_PERSIST, http_conn_on_writable, c);
	c->state = HTTP_HEAD;
	c->since_ms = loop_now_ms();
	TAILQ_INSERT_TAIL(&h->queues[HTTP_HEAD], c, queue);
	h->count[HTTP_HEAD]++;
	if (h->conns++ == 0)
		http_conn_sweep(h);
	metric_set(h->m_connections, h->conns, NULL, NULL, NULL);
	kin->count++;
	TAILQ_INSERT_TAIL(&kin->conns, c, kinship);
	if (event_add(&c->rd, NULL) != 0)
		http_conn_close(c);
}

/* --- time-outs ------------------------------------------------------------ */

/* One who may still be answered is told why. */
static void time_out(struct http_conn *c)
{
	bool told = c->state == HTTP_BODY || (c->state == HTTP_HEAD && c->in.n > c->in_at);

	if (!told) {
		http_conn_close(c);
		return;
	}
	c->running = true;
	refuse(c, c->state == HTTP_BODY ? HTTP_SLOW_BODY : HTTP_SLOW_HEAD);
	c->running = false;
	run(c);
}

/* True if the client takes its answer, however slowly; then it has as long again. */
static bool is_taking(struct http_conn *c)
{
	size_t least = c->state == HTTP_STREAM ? 1 : TAKE_LEAST;

	if ((c->state != HTTP_SENDING && c->state != HTTP_STREAM) || (c->out_n > 0 && c->taken < least))
		return false;
	http_conn_state(c, c->state);
	return true;
}

void http_conn_sweep(void *arg)
{
	enum { TICK_MS = 200 };
	struct http *h = arg;
	const int limits[HTTP_STATES] = {[HTTP_IDLE] = h->conf.idle_timeout_s * 1000,
					 [HTTP_HEAD] = h->conf.header_timeout_ms,
					 [HTTP_BODY] = h->conf.body_timeout_ms,
					 [HTTP_SENDING] = h->conf.send_timeout_ms,
					 [HTTP_STREAM] = STREAM_MS,
					 [HTTP_LINGER] = LINGER_MS};
	int64_t now = loop_now_ms();

	for (int s = 0; s < HTTP_STATES; s++) {
		struct http_conn *c;

		while (s != HTTP_BUSY && (c = TAILQ_FIRST(&h->queues[s])) != NULL && now - c->since_ms >= limits[s]) {
			if (!is_taking(c))
				time_out(c);
		}
	}
	if (h->conns > 0)
		loop_timer_set(h->sweep, TICK_MS);
}
