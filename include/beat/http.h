/* http: the door to evhttp: a route table, requests that are answered exactly
 * once, problem+json errors, metrics per route.
 *
 * A handler gets a struct http_req it owns until it calls one http_reply_*(); it
 * may answer later, from any callback of the loop. Each request has a deadline
 * (conf.deadline_ms): if the handler has not answered by then, on_deadline is
 * called if set (the flow cancels its work and answers), else 503 is sent.
 * If the client goes away meanwhile nothing special happens: the reply is dropped.
 *
 * Bodies larger than conf.max_body are refused with 413 before a handler runs. */
#ifndef BEAT_HTTP_H
#define BEAT_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

struct event_base;
struct http;
struct http_req;

enum http_method { HTTP_GET = 1, HTTP_POST = 2 };

typedef void (*http_handler)(struct http_req *req, void *app);

struct http_route {
	enum http_method method;
	const char *pattern; /* "/hit/{project}"; a last segment "{path...}" takes the rest; HEAD goes with GET */
	http_handler fn;
};

struct http_conf {
	const char *address;
	int port; /* 0: any free one, see http_port */
	int backlog;
	bool reuse_port; /* let several processes share the port */
	size_t max_body;
	int idle_timeout_s; /* connections without a request */
	int deadline_ms;
	int max_requests;                /* under way at once; more get 503 */
	const struct http_route *routes; /* ended by a zero pattern */
	void *app;
};

struct http *http_new(struct event_base *base, const struct http_conf *conf); /* NULL after logging why */
int http_port(const struct http *h);
/* Stops accepting; calls done(arg) when the last request has been answered. */
void http_drain(struct http *h, void (*done)(void *arg), void *arg);
void http_free(struct http **h); /* only after the drain */
int http_running(const struct http *h);

/* The request */
const char *http_id(const struct http_req *r);                 /* request id: of X-Request-Id if sane, else made */
const char *http_body(struct http_req *r, size_t *n);          /* contiguous, NUL-terminated, never NULL */
const char *http_header(struct http_req *r, const char *name); /* NULL if absent */
const char *http_path_arg(struct http_req *r, int i);          /* i-th {…} of the pattern, decoded */
void http_on_deadline(struct http_req *r, void (*fn)(void *arg), void *arg);

/* The answer: exactly one of these. A body is copied unless it is static. */
void http_set_header(struct http_req *r, const char *name, const char *value);
void http_reply(struct http_req *r, int status, const char *type, const void *body, size_t n);
void http_reply_json(struct http_req *r, int status, const struct buf *json);
void http_reply_static(struct http_req *r, int status, const char *type, const void *body, size_t n);
/* RFC 9457: type is urn:beat:<slug>; detail is a sentence a person can act on. */
void http_problem(struct http_req *r, int status, const char *slug, const char *detail);
void http_problem_retry(struct http_req *r, int status, const char *slug, const char *detail, int retry_after_s);

#endif
