/* http_accept: the connections under evhttp: where they are accepted, what happens
 * when there are too many, and how much a client may send. Private to http.c. */
#ifndef BEAT_HTTP_ACCEPT_H
#define BEAT_HTTP_ACCEPT_H

struct event_base;
struct evhttp;
struct http_accept;
struct http_conf;
struct http_tls;

/* Sets the limits of ev's connections and starts to accept them; with TLS if tls is not NULL. NULL after logging why
 * not. */
struct http_accept *http_accept_new(struct event_base *base, struct evhttp *ev, const struct http_conf *conf,
				    struct http_tls *tls);
int http_accept_port(const struct http_accept *a);
/* Stops accepting. The connections there are stay. */
void http_accept_free(struct http_accept **a);

#endif
