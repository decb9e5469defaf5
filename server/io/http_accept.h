/* http_accept: where connections are accepted, and what happens when there are too many. Private to http.c. */
#ifndef BEAT_HTTP_ACCEPT_H
#define BEAT_HTTP_ACCEPT_H

struct http;
struct http_accept;

/* Listens as the settings of the server say. NULL after logging why not. */
struct http_accept *http_accept_new(struct http *h);
int http_accept_port(const struct http_accept *a);
/* Stops accepting. The connections there are stay. */
void http_accept_free(struct http_accept **a);

#endif
