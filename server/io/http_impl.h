/* http_impl: what the files of the http module share. Nobody else includes it.
 *
 *   http.c         requests from dispatch to their answer, routes, the server
 *   http_ask.c     what a handler can ask of a request
 *   http_gone.c    clients that leave before their answer
 *   http_file.c    answers out of files, and ranges of them
 *   http_stream.c  answers without an end
 *   http_accept.c  connections and their bounds
 *   http_tls.c     certificates */
#ifndef BEAT_HTTP_IMPL_H
#define BEAT_HTTP_IMPL_H

#include <event2/event_struct.h>
#include <sys/queue.h>

#include "beat/http.h"
#include "netlist.h"

enum { HTTP_PATH_ARGS = 2, HTTP_QUERY_ARGS = 32, HTTP_ID_MAX = 64 };

struct evbuffer;
struct evhttp;
struct evhttp_connection;
struct evhttp_request;
struct loop_timer;
struct work;

struct http {
	struct event_base *base;
	struct evhttp *ev;
	struct http_accept *accept; /* NULL when it accepts no more */
	struct http_tls *tls;       /* NULL: plain HTTP */
	struct netlist *trusted;
	struct http_conf conf;
	const struct timeval *deadline; /* a common timeout: O(1) per request */
	int running;
	int unsent;           /* answers that have not left altogether */
	int sendings;         /* answers out of files */
	struct work *readers; /* threads that read them; NULL until the first */
	LIST_HEAD(, http_stream) streams;
	int stream_count;
	bool draining;
	void (*drained)(void *arg);
	void *drained_arg;
	struct loop_timer *drain_timer;
	char id_prefix[9];
	uint64_t id_next;
	struct metric *m_requests, *m_seconds;
};

struct http_query_arg {
	char *name, *value;
};

struct http_req {
	struct http *http;
	struct evhttp_request *ev;
	const struct http_route *route; /* NULL: no such path */
	char *args[HTTP_PATH_ARGS];
	struct http_query_arg *query; /* NULL until somebody asks; ended by a NULL name */
	bool query_unclean;
	char *peer; /* NULL until somebody asks */
	bool answered;
	size_t body_n;
	int64_t started_us;
	struct event deadline;
	void (*on_deadline)(void *arg);
	void *on_deadline_arg;
	void (*on_gone)(void *arg); /* NULL: nobody asked, or it has gone */
	void *on_gone_arg;
	char id[HTTP_ID_MAX + 1];
};

/* http.c */
/* The answer's headers that every answer has, as far as the handler did not set them. */
void http_default_headers(struct http_req *r, const char *type);
/* The one place that answers; takes the body. */
void http_finish(struct http_req *r, int status, const char *type, struct evbuffer *body);
/* Counts and frees a request that has been answered. */
void http_req_end(struct http_req *r, int status);
/* One of http->unsent is no more. */
void http_answer_left(struct http *h);
/* Follows the answer until it has left: before its last byte is handed to evhttp. */
void http_watch_answer(struct http *h, struct evhttp_request *ev);

/* http_ask.c */
void http_ask_release(struct http_req *r);

/* http_gone.c */
void http_gone_forget(struct http_req *r); /* before the answer */

/* http_stream.c */
void http_streams_end(struct http *h);

#endif
