/* http_tls: the certificate that connections are made with. Private to http. */
#ifndef BEAT_HTTP_TLS_H
#define BEAT_HTTP_TLS_H

#include <stdbool.h>

struct http_tls;
struct ssl_st;

/* PEM files: the certificate with its chain, and its key. NULL after logging what is wrong with them. */
struct http_tls *http_tls_new(const char *cert, const char *key);
void http_tls_free(struct http_tls **t);
/* Reads the files again; false after logging why, and then nothing has changed. Connections keep what they began with.
 */
bool http_tls_reload(struct http_tls *t);
/* The server's side of a connection that has just been made; NULL if there is no memory. */
struct ssl_st *http_tls_session(struct http_tls *t, int fd);

#endif
