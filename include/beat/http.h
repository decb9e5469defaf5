/* http: a strict HTTP/1.1 server on the loop: a route table, requests that are answered exactly
 * once, problem+json errors, bounds on all that a client can take, metrics per route.
 *
 * A handler gets a struct http_req it owns until it calls one http_reply_*(); it
 * may answer later, from any callback of the loop. Each request has a deadline
 * (conf.deadline_ms): if the handler has not answered by then, on_deadline is
 * called if set (the flow cancels its work and answers), else 503 is sent.
 * If the client goes away meanwhile nothing special happens: the reply is dropped. Who
 * would rather save the work asks to be told (http_on_gone).
 *
 * Bodies larger than conf.max_body are refused with 413 as soon as the head says so.
 *
 * A stream is an answer without an end: http_stream_start() takes the place of the
 * reply, and the request is over. Streams have no deadline and do not count as
 * requests under way; http_drain ends them. */
#ifndef BEAT_HTTP_H
#define BEAT_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

struct event_base;
struct http;
struct http_req;
struct http_stream;

enum http_method { HTTP_GET = 1, HTTP_POST = 2 };

typedef void (*http_handler)(struct http_req *req, void *app);

struct http_route {
	enum http_method method;
	const char *pattern; /* "/hit/{project}"; a last segment "{path...}" takes the rest; HEAD goes with GET */
	http_handler fn;
	const void *arg; /* for the handler: http_route_arg */
	const char
	    *takes; /* words: .name of a body's field, ?name of an argument; NULL: whatever comes. http_route_takes */
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

	/* What may stay zero: no bound, and for the times idle_timeout_s. */
	int max_connections; /* at once; 0: any number */
	int max_per_address; /* of them from one address, proxies that are trusted apart */
	int header_timeout_ms, body_timeout_ms,
	    send_timeout_ms;            /* of a whole head, a whole body, a part of an answer */
	size_t max_input;               /* bytes of all requests in memory; more get 503 */
	const char *trusted_proxies;    /* addresses and CIDR blocks whose X-Forwarded-… headers are believed */
	const char *tls_cert, *tls_key; /* PEM files: HTTPS */
	int max_streams;
};

struct http *http_new(struct event_base *base, const struct http_conf *conf); /* NULL after logging why */
int http_port(const struct http *h);
/* Stops accepting; calls done(arg) when the last request has been answered. */
void http_drain(struct http *h, void (*done)(void *arg), void *arg);
void http_free(struct http **h); /* only after the drain */
int http_running(const struct http *h);
/* Reads the certificate and its key again, for the connections to come. When they cannot be used, those there are stay
 * in use and the reason is logged. Without TLS there is nothing to do. */
void http_reload_tls(struct http *h);

/* The request */
const char *http_id(const struct http_req *r);                 /* request id: of X-Request-Id if sane, else made */
const char *http_body(struct http_req *r, size_t *n);          /* contiguous, NUL-terminated, never NULL */
const char *http_header(struct http_req *r, const char *name); /* NULL if absent */
const char *http_path_arg(struct http_req *r, int i);          /* i-th {…} of the pattern, decoded */
bool http_is_post(const struct http_req *r);                   /* else GET or HEAD */
const void *http_route_arg(const struct http_req *r);
const char *http_route_takes(const struct http_req *r);
/* An argument of the query string, decoded: the first of that name, or NULL. */
const char *http_query(struct http_req *r, const char *name);
/* The name of the first argument that is not among the known (the last of them NULL), or NULL. */
const char *http_query_other(struct http_req *r, const char *const *known);
/* The name of the i-th argument; NULL after the last. */
const char *http_query_name(struct http_req *r, int i);
/* False if something in the query string is not clean UTF-8 text, or there is too much of it. */
bool http_query_is_clean(struct http_req *r);
/* Copies a cookie's value; false if there is none or it is longer than n - 1. */
bool http_cookie(struct http_req *r, const char *name, char *out, size_t n);
/* The client's address in its shortest form; what a trusted proxy says of it, else that of the connection. */
const char *http_peer(struct http_req *r);
/* Whether the client speaks TLS, with us or with a trusted proxy. */
bool http_is_https(struct http_req *r);
void http_on_deadline(struct http_req *r, void (*fn)(void *arg), void *arg);
/* Calls fn once if the client closes the connection, or its half of it, before the reply. The request must be answered
 * all the same, there or later: the answer goes nowhere. */
void http_on_gone(struct http_req *r, void (*fn)(void *arg), void *arg);

/* The answer: exactly one of these. A body is copied unless it is static. */
void http_set_header(struct http_req *r, const char *name, const char *value);
void http_reply(struct http_req *r, int status, const char *type, const void *body, size_t n);
void http_reply_json(struct http_req *r, int status, const struct buf *json);
void http_reply_static(struct http_req *r, int status, const char *type, const void *body, size_t n);
/* Bytes in memory, which are copied, or of a file: fd becomes the answer's, which closes it. It is read as the client
 * takes it, by threads and never as a whole. If it turns out shorter than promised, the connection is closed before the
 * answer's end, and logged. Too many such answers at once: 503. */
struct http_part {
	const void *p; /* NULL: n bytes of fd from offset on */
	size_t n;
	int fd;
	int64_t offset;
};
void http_reply_parts(struct http_req *r, int status, const char *type, const struct http_part *parts, size_t n_parts);
/* What a Range header asks of a whole of `size` bytes. One range of bytes is understood; of anything else the whole is
 * sent, as the standard allows. */
enum http_range { HTTP_RANGE_ALL, HTTP_RANGE_PART, HTTP_RANGE_BEYOND };
enum http_range http_range_parse(const char *header, int64_t size, int64_t *first, int64_t *n);
/* RFC 9457: type is urn:beat:<slug>; detail is a sentence a person can act on. */
struct http_refusal { /* NOLINT(clang-analyzer-optin.performance.Padding): tables are read in this order */
	int status;
	const char *slug, *detail;
	const char *field; /* the member of the request that the sentence speaks of ("answer.text"); NULL: none */
	int retry_after_s; /* 0: not said */
};
void http_refuse(struct http_req *r, const struct http_refusal *why);
/* Shorthands for those that speak of no member. */
void http_problem(struct http_req *r, int status, const char *slug, const char *detail);
void http_problem_retry(struct http_req *r, int status, const char *slug, const char *detail, int retry_after_s);

/* Answers with 200 and keeps the answer open; headers are set before. on_close runs once if the stream ends otherwise
 * than by http_stream_end: the client left or reads too slowly, or the server drains; it must be forgotten then.
 * NULL if the request has been answered instead: too many streams, a drain, or HEAD. */
struct http_stream *http_stream_start(struct http_req *r, const char *type, void (*on_close)(void *arg), void *arg);
/* False if the client reads too slowly: it is being closed, on_close will run. */
bool http_stream_send(struct http_stream *s, const void *p, size_t n);
void http_stream_end(struct http_stream **s);
int http_streams(const struct http *h);

#endif
