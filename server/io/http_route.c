/* http_route: from a request to its handler, and to its end.
 *
 * Invariants
 * - A struct http_req lives from its head until its one reply or the start of its stream; http_req_end is the only
 *   place that ends one that a handler has seen. Handlers that answered must not touch it again.
 * - Its deadline is set when the handler returns without having answered: who answers at once pays nothing for it. */
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "http_impl.h"

enum { SPARE_REQS = 64, SPARE_FIELDS = 4096 };

/* --- the end of a request ------------------------------------------------- */

static void count_request(struct http_req *r, int status)
{
	const char *route = r->route != NULL ? r->route->pattern : "other";
	char code[12];

	snprintf(code, sizeof(code), "%d", status);
	metric_add(r->http->m_requests, 1, route, code, NULL);
	metric_observe_us(r->http->m_seconds, loop_now_us() - r->started_us, route, NULL, NULL);
}

void http_req_free(struct http_req *r)
{
	struct http *h = r->http;
	struct buf fields = r->fields;

	http_ask_release(r);
	http_block_release(h, &r->block);
	http_block_release(h, &r->body);
	if (h->n_spare_reqs == SPARE_REQS || fields.cap > SPARE_FIELDS) {
		buf_release(&fields);
		free(r);
		return;
	}
	buf_clear(&fields);
	r->fields = fields;
	r->spare = h->spare_reqs;
	h->spare_reqs = r;
	h->n_spare_reqs++;
}

void http_req_end(struct http_req *r, int status)
{
	struct http *h = r->http;
	struct http_conn *c = r->conn;

	if (r->watched)
		event_del(&r->deadline);
	count_request(r, status);
	http_req_free(r);
	h->running--;
	if (h->draining)
		http_check_drained(h);
	if (c == NULL)
		return;
	c->req = NULL;
	http_conn_go_on(c);
}

static void http_route_on_deadline(evutil_socket_t fd, short what, void *arg)
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

/* --- routing -------------------------------------------------------------- */

/* The arguments of a path that matches, decoded; false if one is not clean UTF-8 text. */
static bool take_args(struct http_req *r, const char *pattern, const char *path)
{
	for (int n = 0; *pattern != '\0';) {
		size_t name = strcspn(pattern, "}"), len;

		if (*pattern != '{') {
			pattern++;
			path++;
			continue;
		}
		len = strncmp(pattern + name - 3, "...", 3) == 0 ? strlen(path) : strcspn(path, "/");
		free(r->args[n]);
		r->args[n] = xmalloc(len + 1);
		if (!http_decode(path, len, false, r->args[n++]))
			return false;
		path += len;
		pattern += name + 1;
	}
	return true;
}

/* Segment by segment; "{x}" takes one segment, "{x...}" the rest of the path. */
static bool match(const char *pattern, const char *path)
{
	while (*pattern != '\0') {
		size_t len, name;

		if (*pattern != '{') {
			if (*pattern++ != *path++)
				return false;
			continue;
		}
		name = strcspn(pattern, "}");
		len = strncmp(pattern + name - 3, "...", 3) == 0 ? strlen(path) : strcspn(path, "/");
		if (len == 0)
			return false;
		path += len;
		pattern += name + 1;
	}
	return *path == '\0';
}

void http_req_find(struct http_req *r)
{
	static const enum http_method methods[] = {[HTTP_VERB_GET] = HTTP_GET,
						   [HTTP_VERB_HEAD] = HTTP_GET,
						   [HTTP_VERB_POST] = HTTP_POST,
						   [HTTP_VERB_OTHER] = 0};
	enum http_method method = methods[r->head.verb];

	for (const struct http_route *route = r->http->conf.routes; route->pattern != NULL; route++) {
		if (!match(route->pattern, r->head.path) || !take_args(r, route->pattern, r->head.path))
			continue;
		r->allowed |= (int)route->method;
		if (route->method == method) {
			r->route = route;
			return;
		}
	}
}

static void set_id(struct http_req *r)
{
	const char *given = http_header(r, "X-Request-Id");
	size_t n = given != NULL ? strlen(given) : 0;

	if (n > 0 && n <= HTTP_ID_MAX &&
	    strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == n)
		memcpy(r->id, given, n + 1);
}

struct http_req *http_req_new(struct http_conn *c)
{
	struct http *h = c->http;
	struct http_req *r = h->spare_reqs;
	struct buf fields = BUF_INIT;

	if (r != NULL) {
		h->spare_reqs = r->spare;
		h->n_spare_reqs--;
		fields = r->fields;
	} else if ((r = malloc(sizeof(*r))) == NULL) {
		return NULL;
	}
	memset(r, 0, offsetof(struct http_req, head));
	memset((char *)r + offsetof(struct http_req, block), 0, sizeof(*r) - offsetof(struct http_req, block));
	r->head.n = 0;
	r->head.verb = HTTP_VERB_GET;
	r->head.minor = 1;
	r->head.query = NULL;
	r->content = "";
	r->http = h;
	r->conn = c;
	r->fields = fields;
	r->started_us = loop_now_us();
	snprintf(r->id, sizeof(r->id), "%s-%llu", h->id_prefix, (unsigned long long)h->id_next++);
	return r;
}

static void refuse_method(struct http_req *r)
{
	static const char *const allow[] = {
	    [HTTP_GET] = "GET, HEAD", [HTTP_POST] = "POST", [HTTP_GET | HTTP_POST] = "GET, HEAD, POST"};

	http_set_header(r, "Allow", allow[r->allowed]);
	http_problem(r, 405, "method-not-allowed", "This address does not take that method; see the Allow header.");
}

void http_req_dispatch(struct http_req *r)
{
	struct http *h = r->http;
	struct http_conn *c = r->conn;

	set_id(r);
	if (++h->running > h->conf.max_requests)
		http_problem_retry(r, 503, "busy", "The server is very busy. Please try again in a moment.", 1);
	else if (r->route == NULL && r->allowed != 0)
		refuse_method(r);
	else if (r->route == NULL)
		http_problem(r, 404, "not-found", "There is nothing at this address.");
	else
		r->route->fn(r, h->conf.app);
	if (c->req != r)
		return;
	r->watched = true;
	evtimer_assign(&r->deadline, h->base, http_route_on_deadline, r);
	evtimer_add(&r->deadline, h->deadline);
}
