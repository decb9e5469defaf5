/* http: see include/beat/http.h.
 *
 * Invariants
 * - A struct http_req lives from dispatch until its one reply or the start of its
 *   stream; http_req_end is the only place that ends it. Handlers that answered must
 *   not touch it again.
 * - evhttp keeps its request valid after the client has gone and drops the reply
 *   then, so a flow never has to know. Its own time-outs do not end a request that
 *   is being worked on: the deadline here does.
 * - Replying after evhttp_free would assert inside libevent: http_free may only
 *   follow a drain that has ended. */
#include <assert.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "beat/crypto.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "beat/text.h"
#include "beat/work.h"
#include "http_accept.h"
#include "http_impl.h"
#include "http_tls.h"

enum {
	DRAIN_GRACE_MS = 100, /* for requests that are on their way over open connections */
	DRAIN_SLOW_MS = 5000, /* a client has this long to take its answer */
	ALL_METHODS = EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD | EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
		      EVHTTP_REQ_OPTIONS | EVHTTP_REQ_PATCH | EVHTTP_REQ_TRACE | EVHTTP_REQ_CONNECT
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
	if (h->draining && h->accept == NULL && h->running == 0)
		loop_timer_set(h->drain_timer, h->unsent > 0 ? DRAIN_SLOW_MS : DRAIN_GRACE_MS);
}

void http_answer_left(struct http *h)
{
	h->unsent--;
	check_drained(h);
}

static void on_left(struct evhttp_connection *connection, void *arg)
{
	evhttp_connection_set_closecb(connection, NULL, NULL);
	http_answer_left(arg);
}

static void on_sent(struct evhttp_request *ev, void *arg)
{
	on_left(evhttp_request_get_connection(ev), arg);
}

/* evhttp tells of the answer's last byte, or else of the connection's end; nothing if the client has gone before. */
void http_watch_answer(struct http *h, struct evhttp_request *ev)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(ev);

	if (connection == NULL)
		return;
	h->unsent++;
	evhttp_request_set_on_complete_cb(ev, on_sent, h);
	evhttp_connection_set_closecb(connection, on_left, h);
}

static void default_header(struct http_req *r, const char *name, const char *value)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(r->ev);

	if (evhttp_find_header(headers, name) == NULL)
		evhttp_add_header(headers, name, value);
}

/* evhttp would send the body of an answer to HEAD. Its length may be known to be another. */
static void strip_body(struct http_req *r, struct evbuffer *body)
{
	char length[24];

	snprintf(length, sizeof(length), "%zu", evbuffer_get_length(body));
	default_header(r, "Content-Length", length);
	evbuffer_drain(body, evbuffer_get_length(body));
}

void http_default_headers(struct http_req *r, const char *type)
{
	default_header(r, "Content-Type", type);
	default_header(r, "X-Content-Type-Options", "nosniff");
	default_header(r, "Referrer-Policy", "no-referrer");
	default_header(r, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
	default_header(r, "Cache-Control", "no-store");
	default_header(r, "X-Request-Id", r->id);
	if (http_is_https(r))
		default_header(r, "Strict-Transport-Security", "max-age=31536000");
	if (r->http->draining)
		default_header(r, "Connection", "close");
}

void http_req_end(struct http_req *r, int status)
{
	struct http *h = r->http;

	event_del(&r->deadline);
	count_request(r, status);
	http_ask_release(r);
	free(r);
	h->running--;
	check_drained(h);
}

void http_finish(struct http_req *r, int status, const char *type, struct evbuffer *body)
{
	assert(!r->answered);
	r->answered = true;
	http_default_headers(r, type);
	if (evhttp_request_get_command(r->ev) == EVHTTP_REQ_HEAD)
		strip_body(r, body);
	http_gone_forget(r);
	http_watch_answer(r->http, r->ev);
	evhttp_send_reply(r->ev, status, NULL, body);
	evbuffer_free(body);
	http_req_end(r, status);
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
	http_finish(r, status, type, out);
}

void http_reply_json(struct http_req *r, int status, const struct buf *json)
{
	http_reply(r, status, "application/json", json->p, json->n);
}

void http_reply_static(struct http_req *r, int status, const char *type, const void *body, size_t n)
{
	struct evbuffer *out = evbuffer_new();

	evbuffer_add_reference(out, body, n, NULL, NULL);
	http_finish(r, status, type, out);
}

static const char *status_title(int status)
{
	static const struct {
		int status;
		const char *title;
	} titles[] = {{400, "Bad request"},    {401, "Not authorised"},     {403, "Forbidden"},
		      {404, "Not found"},      {405, "Method not allowed"}, {409, "Conflict"},
		      {410, "Gone"},           {413, "Too large"},          {415, "Unsupported media type"},
		      {416, "Beyond the end"}, {422, "Invalid input"},      {429, "Too many requests"},
		      {500, "Internal error"}, {503, "Service unavailable"}};

	for (size_t i = 0; i < ARRAY_LEN(titles); i++) {
		if (titles[i].status == status)
			return titles[i].title;
	}
	return "Error";
}

static void write_refusal(struct buf *out, const struct http_req *r, const struct http_refusal *why)
{
	struct buf type = BUF_INIT;
	struct jw w;

	buf_addf(&type, "urn:beat:%s", why->slug);
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "type", type.p);
	jw_kstr(&w, "title", status_title(why->status));
	jw_kint(&w, "status", why->status);
	jw_kstr(&w, "detail", why->detail);
	if (why->field != NULL)
		jw_kstr(&w, "field", why->field);
	jw_kstr(&w, "request_id", r->id);
	jw_close(&w, '}');
	jw_done(&w);
	buf_release(&type);
}

void http_refuse(struct http_req *r, const struct http_refusal *why)
{
	struct buf b = BUF_INIT;
	char seconds[12];

	if (why->retry_after_s > 0) {
		snprintf(seconds, sizeof(seconds), "%d", why->retry_after_s);
		http_set_header(r, "Retry-After", seconds);
	}
	write_refusal(&b, r, why);
	http_reply(r, why->status, "application/problem+json", b.p, b.n);
	buf_release(&b);
}

void http_problem(struct http_req *r, int status, const char *slug, const char *detail)
{
	http_problem_retry(r, status, slug, detail, 0);
}

void http_problem_retry(struct http_req *r, int status, const char *slug, const char *detail, int retry_after_s)
{
	http_refuse(r, &(struct http_refusal){
			   .status = status, .slug = slug, .detail = detail, .retry_after_s = retry_after_s});
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
	if (decoded == NULL || strlen(decoded) != size || !text_is_utf8(decoded, size) || *n >= HTTP_PATH_ARGS) {
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
		size_t name = strcspn(pattern, "}");

		if (*pattern != '{') {
			if (*pattern++ != *path++)
				return false;
			continue;
		}
		if (name >= 4 && strncmp(pattern + name - 3, "...", 3) == 0)
			len = strlen(path);
		if (len == 0 || !take_arg(r, &n, path, len))
			return false;
		path += len;
		pattern += name + 1;
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

	if (n > 0 && n <= HTTP_ID_MAX &&
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

static void on_drain_timer(void *arg)
{
	struct http *h = arg;

	if (h->accept != NULL) {
		http_accept_free(&h->accept);
		check_drained(h);
	} else if (h->running == 0) {
		h->drained(h->drained_arg);
	}
}

static void init_metrics(struct http *h)
{
	h->m_requests = metric_new(METRIC_COUNTER, "beat_http_requests_total", "route,status", "Requests answered.");
	h->m_seconds = metric_new(METRIC_HISTOGRAM, "beat_http_request_seconds", "route", "Time to answer a request.");
}

static struct http *http_alloc(struct event_base *base, const struct http_conf *conf)
{
	struct http *h = xcalloc(1, sizeof(*h));
	struct timeval tv = {.tv_sec = conf->deadline_ms / 1000, .tv_usec = conf->deadline_ms % 1000 * 1000L};
	uint8_t seed[4];

	h->base = base;
	h->conf = *conf;
	h->deadline = event_base_init_common_timeout(base, &tv);
	h->drain_timer = loop_timer_new(base, on_drain_timer, h);
	crypto_random(seed, sizeof(seed));
	snprintf(h->id_prefix, sizeof(h->id_prefix), "%02x%02x%02x%02x", seed[0], seed[1], seed[2], seed[3]);
	h->ev = evhttp_new(base);
	evhttp_set_allowed_methods(h->ev, ALL_METHODS);
	evhttp_set_timeout(h->ev, conf->idle_timeout_s);
	evhttp_set_flags(h->ev, EVHTTP_SERVER_LINGERING_CLOSE);
	evhttp_set_default_content_type(h->ev, NULL);
	evhttp_set_gencb(h->ev, dispatch, h);
	return h;
}

static int init_trusted(struct http *h)
{
	char bad[NETLIST_TEXT_MAX];

	if (h->conf.trusted_proxies == NULL || *h->conf.trusted_proxies == '\0')
		return 0;
	h->trusted = netlist_new(h->conf.trusted_proxies, bad);
	if (h->trusted != NULL)
		return 0;
	log_error("trusted-proxies: '%s' is neither an address nor a block such as 10.0.0.0/8", bad);
	return -1;
}

static int init_tls(struct http *h)
{
	if (h->conf.tls_cert == NULL && h->conf.tls_key == NULL)
		return 0;
	if (h->conf.tls_cert == NULL || h->conf.tls_key == NULL) {
		log_error("TLS needs both, tls-cert and tls-key");
		return -1;
	}
	h->tls = http_tls_new(h->conf.tls_cert, h->conf.tls_key);
	return h->tls != NULL ? 0 : -1;
}

void http_reload_tls(struct http *h)
{
	if (h->tls == NULL)
		log_info("nothing to read again: this server has no certificate");
	else if (http_tls_reload(h->tls))
		log_info("the certificate was read again from %s", h->conf.tls_cert);
	else
		log_error("the certificate in use stays in use");
}

struct http *http_new(struct event_base *base, const struct http_conf *conf)
{
	struct http *h = http_alloc(base, conf);

	if (init_trusted(h) == 0 && init_tls(h) == 0)
		h->accept = http_accept_new(base, h->ev, conf, h->tls);
	if (h->accept == NULL) {
		http_free(&h);
		return NULL;
	}
	init_metrics(h);
	return h;
}

int http_port(const struct http *h)
{
	return http_accept_port(h->accept);
}

void http_drain(struct http *h, void (*done)(void *arg), void *arg)
{
	h->draining = true;
	h->drained = done;
	h->drained_arg = arg;
	http_streams_end(h);
	loop_timer_set(h->drain_timer, 0); /* one more turn takes in the connections that wait to be accepted */
}

void http_free(struct http **hp)
{
	struct http *h = *hp;

	if (h == NULL)
		return;
	assert(h->running == 0);
	http_accept_free(&h->accept);
	evhttp_free(h->ev);
	work_free(&h->readers);
	http_tls_free(&h->tls);
	netlist_free(&h->trusted);
	loop_timer_free(&h->drain_timer);
	free(h);
	*hp = NULL;
}

int http_running(const struct http *h)
{
	return h->running;
}
