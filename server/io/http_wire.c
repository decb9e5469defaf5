/* http_wire: bytes in and out of a connection, plain or through TLS.
 *
 * Invariants
 * - What is sent goes out with one system call if the system takes it; only the rest costs memory.
 * - A piece that TLS could not send is offered again unchanged, as OpenSSL wants it: pieces of the queue are never
 *   joined or split. */
#include <errno.h>
#include <event2/event.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "http_impl.h"

enum { PIECES = 16, RECORD = 16 * 1024 };

/* --- in ------------------------------------------------------------------- */

static enum http_read read_tls(struct http_conn *c, char *p, size_t n, size_t *got)
{
	int rc;

	ERR_clear_error();
	rc = SSL_read_ex(c->ssl, p, n, got);
	c->write_first = false;
	if (rc == 1)
		return HTTP_READ_SOME;
	switch (SSL_get_error(c->ssl, rc)) {
	case SSL_ERROR_WANT_READ:
		return HTTP_READ_NONE;
	case SSL_ERROR_WANT_WRITE:
		c->write_first = true;
		event_add(&c->wr, NULL);
		return HTTP_READ_NONE;
	case SSL_ERROR_ZERO_RETURN:
		return HTTP_READ_END;
	default:
		ERR_clear_error();
		return HTTP_READ_ERROR;
	}
}

enum http_read http_wire_read(struct http_conn *c, char *p, size_t n, size_t *got)
{
	ssize_t r;

	*got = 0;
	if (c->ssl != NULL)
		return read_tls(c, p, n, got);
	do
		r = recv(c->fd, p, n, 0);
	while (r < 0 && errno == EINTR);
	if (r < 0)
		return errno == EAGAIN || errno == EWOULDBLOCK ? HTTP_READ_NONE : HTTP_READ_ERROR;
	*got = (size_t)r;
	return r > 0 ? HTTP_READ_SOME : HTTP_READ_END;
}

bool http_wire_pending(const struct http_conn *c)
{
	return c->ssl != NULL && SSL_pending(c->ssl) > 0;
}

/* --- out ------------------------------------------------------------------ */

static void drop_first(struct http_conn *c)
{
	struct http_out *o = c->out;

	c->out = o->next;
	if (c->out == NULL)
		c->out_end = &c->out;
	free(o->owned);
	free(o);
}

static void mark_left(struct http_conn *c, size_t n)
{
	c->out_n -= n;
	c->taken += n;
	while (c->out != NULL && n >= c->out->n) {
		n -= c->out->n;
		drop_first(c);
	}
	if (c->out != NULL) {
		c->out->p += n;
		c->out->n -= n;
	}
}

/* True if more could be sent. */
static bool send_plain(struct http_conn *c)
{
	struct iovec v[PIECES];
	int k = 0;
	size_t all = 0;
	ssize_t r;

	for (struct http_out *o = c->out; o != NULL && k < PIECES; o = o->next) {
		v[k++] = (struct iovec){(void *)o->p, o->n};
		all += o->n;
	}
	r = writev(c->fd, v, k);
	if (r < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
		http_conn_doom(c);
		return false;
	}
	if (r > 0)
		mark_left(c, (size_t)r);
	return r == (ssize_t)all;
}

static bool send_tls(struct http_conn *c)
{
	size_t done = 0;
	int rc, error;

	ERR_clear_error();
	rc = SSL_write_ex(c->ssl, c->out->p, c->out->n, &done);
	if (rc == 1) {
		mark_left(c, done);
		return true;
	}
	error = SSL_get_error(c->ssl, rc);
	ERR_clear_error();
	if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
		http_conn_doom(c);
	return false;
}

void http_wire_flush(struct http_conn *c)
{
	while (c->out != NULL && !c->doomed && (c->ssl != NULL ? send_tls(c) : send_plain(c)))
		continue;
	if (c->doomed)
		return;
	if (c->out != NULL && event_add(&c->wr, NULL) != 0)
		http_conn_doom(c);
	else if (c->out == NULL && !c->write_first)
		event_del(&c->wr);
}

/* Bytes to keep until they can be sent; what is to be copied is, behind the struct. */
static bool keep(struct http_conn *c, const struct http_bytes *b, size_t from)
{
	size_t n = b->n - from;
	struct http_out *o = malloc(sizeof(*o) + (b->kind == HTTP_COPY ? n : 0));

	if (o == NULL)
		return false;
	*o = (struct http_out){.p = (const char *)b->p + from, .n = n};
	if (b->kind == HTTP_COPY) {
		memcpy(o + 1, o->p, n);
		o->p = (const char *)(o + 1);
	} else if (b->kind == HTTP_OWNED) {
		o->owned = (void *)b->p;
	}
	*c->out_end = o;
	c->out_end = &o->next;
	c->out_n += n;
	return true;
}

/* The short first pieces of an answer as one, so that they make one record. */
static int keep_joined(struct http_conn *c, const struct http_bytes *v, int n)
{
	struct http_bytes joined = {.kind = HTTP_OWNED};
	char *p;
	int k = 0;

	while (k < n && joined.n + v[k].n <= RECORD && v[k].kind != HTTP_OWNED)
		joined.n += v[k++].n;
	if (k < 2)
		return 0;
	joined.p = p = malloc(joined.n > 0 ? joined.n : 1);
	if (p == NULL || !keep(c, &joined, 0)) {
		free(p);
		http_conn_doom(c);
		return 0;
	}
	for (int i = 0; i < k; p += v[i++].n)
		memcpy(p, v[i].p, v[i].n);
	return k;
}

/* What the system takes at once, without a queue. */
static size_t send_now(struct http_conn *c, const struct http_bytes *v, int n)
{
	struct iovec io[PIECES];
	ssize_t r;

	for (int i = 0; i < n; i++)
		io[i] = (struct iovec){(void *)v[i].p, v[i].n};
	do
		r = writev(c->fd, io, n);
	while (r < 0 && errno == EINTR);
	if (r < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
		http_conn_doom(c);
	return r > 0 ? (size_t)r : 0;
}

void http_wire_send(struct http_conn *c, const struct http_bytes *v, int n)
{
	bool at_once = c->out == NULL && c->ssl == NULL && !c->doomed && n <= PIECES;
	size_t sent = at_once ? send_now(c, v, n) : 0;
	int i = c->ssl != NULL ? keep_joined(c, v, n) : 0;

	c->taken += sent;
	for (; i < n; i++) {
		size_t here = sent < v[i].n ? sent : v[i].n;

		sent -= here;
		if (here < v[i].n && !c->doomed && keep(c, &v[i], here))
			continue;
		if (here < v[i].n)
			http_conn_doom(c);
		if (v[i].kind == HTTP_OWNED)
			free((void *)v[i].p);
	}
	if (c->out == NULL || c->doomed)
		return;
	if (c->ssl != NULL)
		http_wire_flush(c);
	else if (event_add(&c->wr, NULL) != 0)
		http_conn_doom(c);
}

void http_wire_end(struct http_conn *c)
{
	if (c->ssl != NULL)
		SSL_shutdown(c->ssl);
	ERR_clear_error();
	shutdown(c->fd, SHUT_WR);
}

void http_wire_close(struct http_conn *c)
{
	while (c->out != NULL)
		drop_first(c);
	c->out_n = 0;
	if (c->ssl != NULL) {
		SSL_set_quiet_shutdown(c->ssl, 1);
		SSL_shutdown(c->ssl);
		SSL_free(c->ssl);
		ERR_clear_error();
	}
	close(c->fd);
	c->fd = -1;
}
