/* fetch: the door to libcurl: HTTP calls on the event loop (multi socket API),
 * keep-alive, bounded. Follows the async contract of db.h: starting never fails
 * synchronously, the callback runs exactly once and never before fetch_start
 * returns, never after fetch_cancel, and every call has a deadline. */
#ifndef BEAT_FETCH_H
#define BEAT_FETCH_H

#include <stdbool.h>
#include <stddef.h>

struct event_base;
struct fetch;
struct fetch_call;

enum fetch_status {
	FETCH_OK,      /* an HTTP answer arrived, whatever its status */
	FETCH_REFUSED, /* could not connect, or the connection broke before an answer: safe to try again */
	FETCH_TIMEOUT,
	FETCH_TOO_BIG, /* the answer is larger than max_body */
	FETCH_FAILED   /* anything else */
};

struct fetch_request {
	const char *method; /* "GET", "POST" */
	const char *url;
	const char *body; /* copied; NULL for none */
	size_t body_n;
	const char *const *headers; /* "Name: value", NULL-terminated; copied; may be NULL */
	int timeout_ms;
	size_t max_body; /* of the answer as it is read, unpacked */
	bool compressed; /* it may come compressed */
	bool link_local; /* it may be at a link-local address or a cloud's metadata service, wherever its name leads */
};

struct fetch_result {
	enum fetch_status status;
	int http_status;
	int retry_after_s; /* how long the peer asks to be left in peace; 0: it does not */
	const char *body;  /* NUL-terminated, lives during the callback */
	size_t body_n;
	const char *error; /* "" or one line for the log */
	int elapsed_ms;
};

typedef void (*fetch_cb)(void *arg, const struct fetch_result *r);

struct fetch *fetch_new(struct event_base *base, int max_connections);
void fetch_free(struct fetch **f); /* running calls end without their callbacks */

struct fetch_call *fetch_start(struct fetch *f, const struct fetch_request *req, fetch_cb cb, void *arg);
void fetch_cancel(struct fetch_call **call);

#endif
