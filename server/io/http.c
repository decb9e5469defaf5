/* http: see include/beat/http.h.
 *
 * Invariants
 * - A struct http_req lives from dispatch until its one reply; `finish` is the only
 *   place that ends it. Handlers that answered must not touch it again.
 * - evhttp keeps its request valid after the client has gone and drops the reply
 *   then, so a flow never has to know. Its own time-outs do not end a request that
 *   is being worked on: the deadline here does.
 * - Replying after evhttp_free would assert inside libevent: http_free may only
 *   follow a drain that has ended. */
#include "beat/http.h"

#include <arpa/inet.h>
#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/event_struct.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

#include "beat/crypto.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "beat/text.h"

enum {
	PATH_ARGS = 2,
	ID_MAX = 64,
	MAX_HEADERS = 16 * 1024,
	MAX_AHEAD = 64 * 1024, /* bytes of further requests while one is being answered */
	ACCEPT_PAUSE_MS = 100, /* when there is no file descriptor for another connection */
	ACCEPT_LOG_MS = 10000, /* that is told so often at most */
	DRAIN_SLOW_MS = 5000,  /* a client has this long to take the last answer */
	ALL_METHODS = EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD | EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
		      EVHTTP_REQ_OPTIONS | EVHTTP_REQ_PATCH | EVHTTP_REQ_TRACE | EVHTTP_REQ_CONNECT
};

struct http {
	struct event_base *base;
	struct evhttp *ev;
	struct evhttp_bound_socket *bound;
	struct http_conf conf;
	const struct timeval *deadline; /* a common timeout: O(1) per request */
	int running;
	int unsent; /* answers that have not left altogether */
	bool draining;
	void (*drained)(void *arg);
	void *drained_arg;
	struct loop_timer *drain_timer, *accept_timer;
	int64_t accept_logged_ms;
	char id_prefix[9];
	uint64_t id_next;
	struct metric *m_requests, *m_seconds;
};

struct http_req {
	struct http *http;
	struct evhttp_request *ev;
	const struct http_route *route; /* NULL: no such path */
	char *args[PATH_ARGS];
	bool answered;
	size_t body_n;
	int64_t started_us;
	struct event deadline;
	void (*on_deadline)(void *arg);
	void *on_deadline_arg;
	char id[ID_MAX + 1];
};

/* --- the end of a request ----------------------------------------------- */

static void count_request(struct http_req *r, int status)
{
	const char *route = r->route != NULL ? r->route->pattern : "other";
	char code[12];

	snprintf(code, sizeof(code), "%d", status);
	metric_add(r->http->m_requests, 1, route, code, NULL);
	metric_observe_us(r->http->m_seconds, loop_now_us() - r->started_us, route, NULL, NULL);
}

static void check_drained(struct http *h)
{
	if (h->draining && h->running == 0)
		loop_timer_set(h->drain_timer, h->unsent > 0 ? DRAIN_SLOW_MS : 0);
}

static void on_left(struct evhttp_connection *connection, void *arg)
{
	struct http *h = arg;

	evhttp_connection_set_closecb(connection, NULL, NULL);
	h->unsent--;
	check_drained(h);
}

static void on_sent(struct evhttp_request *ev, void *arg)
{
	on_left(evhttp_request_get_connection(ev), arg);
}

/* evhttp tells of the answer's last byte, or else of the connection's end; nothing if the client has gone before. */
static void watch_answer(struct http_req *r)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(r->ev);

	if (connection == NULL)
		return;
	r->http->unsent++;
	evhttp_request_set_on_complete_cb(r->ev, on_sent, r->http);
	evhttp_connection_set_closecb(connection, on_left, r->http);
}

static void default_header(struct http_req *r, const char *name, const char *value)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(r->ev);

	if (evhttp_find_header(headers, name) == NULL)
		evhttp_add_header(headers, name, value);
}

/* evhttp would send the body of an answer to HEAD. */
static void strip_body(struct http_req *r, struct evbuffer *body)
{
	char length[24];

	snprintf(length, sizeof(length), "%zu", evbuffer_get_length(body));
	http_set_header(r, "Content-Length", length);
	evbuffer_drain(body, evbuffer_get_length(body));
}

static void finish(struct http_req *r, int status, const char *type, struct evbuffer *body)
{
	struct http *h = r->http;

	assert(!r->answered);
	r->answered = true;
	event_del(&r->deadline);
	default_header(r, "Content-Type", type);
	default_header(r, "X-Content-Type-Options", "nosniff");
	default_header(r, "Referrer-Policy", "no-referrer");
	default_header(r, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
	default_header(r, "Cache-Control", "no-store");
	default_header(r, "X-Request-Id", r->id);
	if (h->draining)
		default_header(r, "Connection", "close");
	if (evhttp_request_get_command(r->ev) == EVHTTP_REQ_HEAD)
		strip_body(r, body);
	count_request(r, status);
	watch_answer(r);
	evhttp_send_reply(r->ev, status, NULL, body);
	evbuffer_free(body);
	for (int i = 0; i < PATH_ARGS; i++)
		free(r->args[i]);
	free(r);
	h->running--;
	check_drained(h);
}

void http_set_header(struct http_req *r, const char *name, const char *value)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(r->ev);

	evhttp_remove_header(headers, name);
	evhttp_add_header(headers, name, value);
}

void http_reply(struct http_req *r, int status, const char *type, const void *body, size_t n)
{
	struct evbuffer *out = evbuffer_new();

	evbuffer_add(out, body, n);
	finish(r, status, type, out);
}

void http_reply_json(struct http_req *r, int status, const struct buf *json)
{
	http_reply(r, status, "application/json", json->p, json->n);
}

void http_reply_static(struct http_req *r, int status, const char *type, const void *body, size_t n)
{
	struct evbuffer *out = evbuffer_new();

	evbuffer_add_reference(out, body, n, NULL, NULL);
	finish(r, status, type, out);
}

static const char *status_title(int status)
{
	static const struct {
		int status;
		const char *title;
	} titles[] = {{400, "Bad request"},
		      {401, "Not authorised"},
		      {403, "Forbidden"},
		      {404, "Not found"},
		      {405, "Method not allowed"},
		      {409, "Conflict"},
		      {410, "Gone"},
		      {413, "Too large"},
		      {415, "Unsupported media type"},
		      {422, "Invalid input"},
		      {429, "Too many requests"},
		      {500, "Internal error"},
		      {503, "Service unavailable"}};

	for (size_t i = 0; i < ARRAY_LEN(titles); i++) {
		if (titles[i].status == status)
			return titles[i].title;
	}
	return "Error";
}

void http_problem(struct http_req *r, int status, const char *slug, const char *detail)
{
	struct buf b = BUF_INIT, type = BUF_INIT;
	struct jw w;

	buf_addf(&type, "urn:beat:%s", slug);
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, "type", type.p);
	jw_kstr(&w, "title", status_title(status));
	jw_kint(&w, "status", status);
	jw_kstr(&w, "detail", detail);
	jw_kstr(&w, "request_id", r->id);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply(r, status, "application/problem+json", b.p, b.n);
	buf_release(&b);
	buf_release(&type);
}

void http_problem_retry(struct http_req *r, int status, const char *slug, const char *detail, int retry_after_s)
{
	char seconds[12];

	snprintf(seconds, sizeof(seconds), "%d", retry_after_s);
	http_set_header(r, "Retry-After", seconds);
	http_problem(r, status, slug, detail);
}

/* --- what a handler can ask --------------------------------------------- */

const char *http_id(const struct http_req *r)
{
	return r->id;
}

const char *http_body(struct http_req *r, size_t *n)
{
	*n = r->body_n;
	return (const char *)evbuffer_pullup(evhttp_request_get_input_buffer(r->ev), -1);
}

const char *http_header(struct http_req *r, const char *name)
{
	return evhttp_find_header(evhttp_request_get_input_headers(r->ev), name);
}

const char *http_path_arg(struct http_req *r, int i)
{
	return r->args[i];
}

void http_on_deadline(struct http_req *r, void (*fn)(void *arg), void *arg)
{
	r->on_deadline = fn;
	r->on_deadline_arg = arg;
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
	struct http_req *r = arg;

	(void)fd;
	(void)what;
	log_warn("request=%s deadline passed route=%s", r->id, r->route != NULL ? r->route->pattern : "other");
	if (r->on_deadline != NULL)
		r->on_deadline(r->on_deadline_arg);
	else
		http_problem_retry(r, 503, "unavailable", "The server took too long. Please try again.", 2);
}

/* --- routing ------------------------------------------------------------ */

/* Takes one percent-decoded segment; false if it is not clean UTF-8 text. */
static bool take_arg(struct http_req *r, int *n, const char *p, size_t len)
{
	char *raw = xmemdup0(p, len);
	size_t size = 0;
	char *decoded = evhttp_uridecode(raw, 0, &size);

	free(raw);
	if (decoded == NULL || strlen(decoded) != size || !text_is_utf8(decoded, size) || *n >= PATH_ARGS) {
		free(decoded);
		return false;
	}
	free(r->args[*n]);
	r->args[(*n)++] = decoded;
	return true;
}

/* Segment by segment; "{x}" takes one segment, "{x...}" the rest of the path. */
static bool match(struct http_req *r, const char *pattern, const char *path)
{
	int n = 0;

	while (*pattern != '\0') {
		size_t len = strcspn(path, "/");

		if (*pattern != '{') {
			if (*pattern++ != *path++)
				return false;
			continue;
		}
		if (strstr(pattern, "...}") != NULL)
			len = strlen(path);
		if (len == 0 || !take_arg(r, &n, path, len))
			return false;
		path += len;
		pattern += strcspn(pattern, "}") + 1;
	}
	return *path == '\0';
}

static enum http_method method_of(enum evhttp_cmd_type cmd)
{
	if (cmd == EVHTTP_REQ_GET || cmd == EVHTTP_REQ_HEAD)
		return HTTP_GET;
	return cmd == EVHTTP_REQ_POST ? HTTP_POST : (enum http_method)0;
}

/* Finds the route; *allowed collects the methods of matching paths. */
static const struct http_route *find_route(struct http_req *r, const char *path, int *allowed)
{
	enum http_method method = method_of(evhttp_request_get_command(r->ev));

	for (const struct http_route *route = r->http->conf.routes; route->pattern != NULL; route++) {
		if (!match(r, route->pattern, path))
			continue;
		*allowed |= (int)route->method;
		if (route->method == method)
			return route;
	}
	return NULL;
}

static void set_id(struct http_req *r)
{
	const char *given = http_header(r, "X-Request-Id");
	size_t n = given != NULL ? strlen(given) : 0;

	if (n > 0 && n <= ID_MAX &&
	    strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == n)
		memcpy(r->id, given, n + 1);
	else
		snprintf(r->id, sizeof(r->id), "%s-%llu", r->http->id_prefix, (unsigned long long)r->http->id_next++);
}

static struct http_req *req_new(struct http *h, struct evhttp_request *ev)
{
	struct http_req *r = xcalloc(1, sizeof(*r));
	struct evbuffer *body = evhttp_request_get_input_buffer(ev);

	r->http = h;
	r->ev = ev;
	r->started_us = loop_now_us();
	r->body_n = evbuffer_get_length(body);
	evbuffer_add(body, "", 1); /* so that the body is NUL-terminated */
	set_id(r);
	evtimer_assign(&r->deadline, h->base, on_deadline, r);
	evtimer_add(&r->deadline, h->deadline);
	h->running++;
	return r;
}

/* False if somebody between the client and us could see the end of this request elsewhere than evhttp does: what
 * follows on a shared connection would then be taken for another client's request. */
static bool is_framed_clearly(struct http_req *r)
{
	enum evhttp_cmd_type cmd = evhttp_request_get_command(r->ev);
	const struct evkeyval *header;
	int bodies = 0;

	TAILQ_FOREACH(header, evhttp_request_get_input_headers(r->ev), next)
	{
		bool length = strcasecmp(header->key, "Content-Length") == 0;
		bool encoding = strcasecmp(header->key, "Transfer-Encoding") == 0;

		bodies += length || encoding;
		if (strpbrk(header->key, " \t") != NULL ||
		    (length && header->value[strspn(header->value, "0123456789")] != '\0') ||
		    (encoding && strcasecmp(header->value, "chunked") != 0))
			return false;
	}
	return bodies == 0 || (bodies == 1 && cmd != EVHTTP_REQ_HEAD && cmd != EVHTTP_REQ_TRACE);
}

static void dispatch(struct evhttp_request *ev, void *arg)
{
	struct http *h = arg;
	struct http_req *r = req_new(h, ev);
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(ev);
	const char *path = uri != NULL ? evhttp_uri_get_path(uri) : NULL;
	int allowed = 0;

	r->route = find_route(r, path != NULL ? path : "", &allowed);
	if (!is_framed_clearly(r)) {
		http_set_header(r, "Connection", "close");
		http_problem(r, 400, "bad-request", "The request does not say clearly where its body ends.");
	} else if (h->running > h->conf.max_requests)
		http_problem_retry(r, 503, "busy", "The server is very busy. Please try again in a moment.", 1);
	else if (r->route == NULL && allowed != 0) {
		http_set_header(r, "Allow",
				allowed == HTTP_GET    ? "GET, HEAD"
				: allowed == HTTP_POST ? "POST"
						       : "GET, HEAD, POST");
		http_problem(r, 405, "method-not-allowed",
			     "This address does not take that method; see the Allow header.");
	} else if (r->route == NULL)
		http_problem(r, 404, "not-found", "There is nothing at this address.");
	else if (r->body_n > h->conf.max_body)
		http_problem(r, 413, "too-large", "The request is larger than the server accepts.");
	else
		r->route->fn(r, h->conf.app);
}

/* --- the server --------------------------------------------------------- */

/* A little over max_body is answered by us with a sentence, far over by evhttp while reading. */
static size_t body_limit(const struct http_conf *conf)
{
	return 2 * conf->max_body + 4096;
}

static struct evconnlistener *bind_listener(struct http *h)
{
	const struct http_conf *c = &h->conf;
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
	listener = evconnlistener_new_bind(h->base, NULL, NULL, flags, c->backlog, (struct sockaddr *)&addr, len);
	if (listener == NULL)
		log_error("cannot listen on %s port %d: %s", c->address, c->port,
			  evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
	return listener;
}

/* evhttp keeps the listener's argument for itself. */
static struct http *accepting;

static void on_accept_again(void *arg)
{
	struct http *h = arg;

	evconnlistener_enable(evhttp_bound_socket_get_listener(h->bound));
}

/* Most often there are too many open files. Without a pause the loop would do nothing but fail again. */
static void on_accept_failed(struct evconnlistener *listener, void *arg)
{
	struct http *h = accepting;
	int64_t now = loop_now_ms();

	(void)arg;
	if (h == NULL || evhttp_bound_socket_get_listener(h->bound) != listener)
		return;
	if (h->accept_logged_ms == 0 || now - h->accept_logged_ms >= ACCEPT_LOG_MS) {
		log_error("cannot accept connections for now: %s",
			  evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
		h->accept_logged_ms = now;
	}
	evconnlistener_disable(listener);
	loop_timer_set(h->accept_timer, ACCEPT_PAUSE_MS);
}

/* evhttp reads without limit in two places: the line before a chunk, and while an answer is being written. */
static void on_input(struct evbuffer *input, const struct evbuffer_cb_info *info, void *arg)
{
	struct bufferevent *bev = arg;
	size_t most;

	bufferevent_getwatermark(bev, EV_READ, NULL, &most);
	if (info->n_added > 0 && evbuffer_get_length(input) >= most)
		bufferevent_trigger_event(bev, BEV_EVENT_READING | BEV_EVENT_EOF, BEV_TRIG_DEFER_CALLBACKS);
}

static struct bufferevent *new_connection(struct event_base *base, void *arg)
{
	struct http *h = arg;
	struct bufferevent *bev = bufferevent_socket_new(base, -1, 0);

	bufferevent_setwatermark(bev, EV_READ, 0, MAX_HEADERS + body_limit(&h->conf) + MAX_AHEAD);
	evbuffer_add_cb(bufferevent_get_input(bev), on_input, bev);
	return bev;
}

static void on_drain_timer(void *arg)
{
	struct http *h = arg;

	if (h->running == 0)
		h->drained(h->drained_arg);
}

static void init_metrics(struct http *h)
{
	h->m_requests = metric_new(METRIC_COUNTER, "beat_http_requests_total", "route,status", "Requests answered.");
	h->m_seconds = metric_new(METRIC_HISTOGRAM, "beat_http_request_seconds", "route", "Time to answer a request.");
}

static struct http *http_alloc(struct event_base *base, const struct http_conf *conf)
{
	struct http *h = xcalloc(1, sizeof(*h));
	struct timeval tv = {.tv_sec = conf->deadline_ms / 1000, .tv_usec = (conf->deadline_ms % 1000) * 1000};
	uint8_t seed[4];

	h->base = base;
	h->conf = *conf;
	h->deadline = event_base_init_common_timeout(base, &tv);
	h->drain_timer = loop_timer_new(base, on_drain_timer, h);
	h->accept_timer = loop_timer_new(base, on_accept_again, h);
	crypto_random(seed, sizeof(seed));
	snprintf(h->id_prefix, sizeof(h->id_prefix), "%02x%02x%02x%02x", seed[0], seed[1], seed[2], seed[3]);
	h->ev = evhttp_new(base);
	evhttp_set_allowed_methods(h->ev, ALL_METHODS);
	evhttp_set_bevcb(h->ev, new_connection, h);
	evhttp_set_max_body_size(h->ev, (ev_ssize_t)body_limit(conf));
	evhttp_set_max_headers_size(h->ev, MAX_HEADERS);
	evhttp_set_timeout(h->ev, conf->idle_timeout_s);
	evhttp_set_flags(h->ev, EVHTTP_SERVER_LINGERING_CLOSE);
	evhttp_set_default_content_type(h->ev, NULL);
	evhttp_set_gencb(h->ev, dispatch, h);
	return h;
}

struct http *http_new(struct event_base *base, const struct http_conf *conf)
{
	struct http *h = http_alloc(base, conf);
	struct evconnlistener *listener = bind_listener(h);

	if (listener == NULL) {
		http_free(&h);
		return NULL;
	}
	h->bound = evhttp_bind_listener(h->ev, listener);
	evconnlistener_set_error_cb(listener, on_accept_failed);
	accepting = h;
	init_metrics(h);
	return h;
}

int http_port(const struct http *h)
{
	struct sockaddr_storage addr;
	socklen_t len = sizeof(addr);

	if (getsockname(evhttp_bound_socket_get_fd(h->bound), (struct sockaddr *)&addr, &len) != 0)
		return -1;
	if (addr.ss_family == AF_INET6)
		return ntohs(((struct sockaddr_in6 *)&addr)->sin6_port);
	return ntohs(((struct sockaddr_in *)&addr)->sin_port);
}

static void stop_accepting(struct http *h)
{
	if (h->bound == NULL)
		return;
	if (accepting == h)
		accepting = NULL;
	loop_timer_clear(h->accept_timer);
	evhttp_del_accept_socket(h->ev, h->bound);
	h->bound = NULL;
}

void http_drain(struct http *h, void (*done)(void *arg), void *arg)
{
	h->draining = true;
	h->drained = done;
	h->drained_arg = arg;
	stop_accepting(h);
	check_drained(h);
}

void http_free(struct http **hp)
{
	struct http *h = *hp;

	if (h == NULL)
		return;
	assert(h->running == 0);
	stop_accepting(h);
	evhttp_free(h->ev);
	loop_timer_free(&h->drain_timer);
	loop_timer_free(&h->accept_timer);
	free(h);
	*hp = NULL;
}

int http_running(const struct http *h)
{
	return h->running;
}
