/* http_file: answers out of files, and ranges of them; see include/beat/http.h.
 *
 * A file may lie on a slow disk, and may be cut short by somebody while it is sent. So it is neither mapped into memory
 * nor read on the loop: a thread reads a piece, the loop sends it, and when the client has taken it the next
 * is read.
 *
 * Invariants
 * - A sending has at most one piece being read, and that or one that the client has not taken in memory.
 * - While `reading` the parts and the piece are the thread's; all else is the loop's.
 * - The answer names its length before its first byte. What cannot be read to that length ends the connection, so that
 *   no client takes the beginning of a file for the file.
 * - http->sendings counts every sending from its start until sending_free, the only place that ends it. It owns its
 *   connection until its last piece is handed over. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/log.h"
#include "beat/work.h"
#include "http_impl.h"

enum { PIECE = 128 * 1024, SENDINGS_MAX = 256, READERS = 2, ENDED = -1 };

struct sending {
	struct http *http;
	struct http_conn *conn;  /* NULL: the client has left */
	struct http_part *parts; /* ours, with what they point to */
	size_t n, at;            /* `at` is the first part that is not read wholly, */
	size_t done;             /* and this much of it is */
	char *piece;
	size_t piece_n;
	int error; /* why the piece is not whole: an errno, or ENDED */
	bool reading;
	char id[HTTP_ID_MAX + 1];
};

/* --- parts ---------------------------------------------------------------- */

static void part_close(struct http_part *part)
{
	if (part->p == NULL)
		close(part->fd);
	part->fd = -1;
	free((void *)part->p);
	*part = (struct http_part){.p = NULL, .fd = -1};
}

/* 0, or why it could not be read. */
static int part_read(const struct http_part *part, size_t from, char *out, size_t n)
{
	size_t got = 0;

	if (part->p != NULL) {
		memcpy(out, (const char *)part->p + from, n);
		return 0;
	}
	while (got < n) {
		ssize_t r = pread(part->fd, out + got, n - got, (off_t)(part->offset + (int64_t)(from + got)));

		if (r == 0)
			return ENDED;
		if (r < 0 && errno != EINTR)
			return errno;
		got += r > 0 ? (size_t)r : 0;
	}
	return 0;
}

static struct http_part *parts_copy(const struct http_part *parts, size_t n)
{
	struct http_part *copy = xcalloc(n, sizeof(*copy));

	for (size_t i = 0; i < n; i++) {
		copy[i] = parts[i];
		if (parts[i].p != NULL)
			copy[i].p = xmemdup0(parts[i].p, parts[i].n);
	}
	return copy;
}

static void parts_close(const struct http_part *parts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (parts[i].p == NULL)
			close(parts[i].fd);
	}
}

/* --- a sending ------------------------------------------------------------ */

static void sending_free(struct sending *s)
{
	s->http->sendings--;
	for (; s->at < s->n; s->at++)
		part_close(&s->parts[s->at]);
	free(s->parts);
	free(s->piece);
	free(s);
}

/* In a thread. */
static void sending_read(void *arg)
{
	struct sending *s = arg;

	s->piece = xmalloc(PIECE);
	s->piece_n = 0;
	while (s->error == 0 && s->piece_n < PIECE && s->at < s->n) {
		struct http_part *part = &s->parts[s->at];
		size_t left = part->n - s->done, room = PIECE - s->piece_n, n = left < room ? left : room;

		s->error = part_read(part, s->done, s->piece + s->piece_n, n);
		s->piece_n += n;
		s->done += n;
		if (s->done == part->n) {
			part_close(part);
			s->at++;
			s->done = 0;
		}
	}
}

/* The connection went first: the client left, took too little for too long, or was cut off by us. */
static void sending_on_left(void *arg)
{
	struct sending *s = arg;

	s->conn = NULL;
	if (!s->reading)
		sending_free(s);
}

/* With the last piece the connection is its own again. */
static void sending_hand_over(struct sending *s)
{
	struct http_conn *c = s->conn;
	struct http_bytes piece = {s->piece, s->piece_n, HTTP_OWNED};

	s->piece = NULL;
	if (s->at == s->n) {
		c->owner = (struct http_owner){0};
		sending_free(s);
	}
	http_wire_send(c, &piece, 1);
	http_conn_go_on(c);
}

static void sending_on_read(void *arg)
{
	struct sending *s = arg;

	s->reading = false;
	if (s->conn == NULL) {
		sending_free(s);
	} else if (s->error != 0) {
		log_error("request=%s sending a file: %s; its connection is closed", s->id,
			  s->error == ENDED ? "it became shorter meanwhile" : strerror(s->error));
		http_conn_doom(s->conn);
	} else {
		sending_hand_over(s);
	}
}

static void sending_go_on(void *arg)
{
	struct sending *s = arg;

	if (s->reading || s->error != 0)
		return;
	s->reading = true;
	if (work_start(s->http->readers, sending_read, sending_on_read, s) != 0)
		abort(); /* there is room for every sending */
}

static void sending_start(struct http_req *r, int status, const struct http_part *parts, size_t n_parts)
{
	struct http *h = r->http;
	struct sending *s = xcalloc(1, sizeof(*s));

	if (h->readers == NULL)
		h->readers = work_new(h->base, READERS, SENDINGS_MAX);
	*s = (struct sending){.http = h, .conn = r->conn, .parts = parts_copy(parts, n_parts), .n = n_parts};
	memcpy(s->id, r->id, sizeof(s->id));
	h->sendings++;
	s->conn->owner = (struct http_owner){.on_taken = sending_go_on, .on_left = sending_on_left, .arg = s};
	http_conn_state(s->conn, HTTP_SENDING);
	http_req_end(r, status);
}

void http_reply_parts(struct http_req *r, int status, const char *type, const struct http_part *parts, size_t n_parts)
{
	struct buf head = BUF_INIT;
	char length[24];
	size_t total = 0;

	for (size_t i = 0; i < n_parts; i++)
		total += parts[i].n;
	if (r->http->sendings >= SENDINGS_MAX) {
		parts_close(parts, n_parts);
		http_problem_retry(r, 503, "busy", "Many files are being sent just now. Please try again in a moment.",
				   5);
		return;
	}
	snprintf(length, sizeof(length), "%zu", total);
	http_set_header(r, "Content-Length", length);
	if (r->conn == NULL || total == 0 || r->head.verb == HTTP_VERB_HEAD) {
		parts_close(parts, n_parts);
		http_reply(r, status, type, "", 0);
		return;
	}
	r->answered = true;
	http_reply_head(r, status, type, -1, &head);
	http_wire_send(r->conn,
		       (struct http_bytes[]){{head.p, head.n, HTTP_COPY}, {r->fields.p, r->fields.n, HTTP_COPY}}, 2);
	buf_release(&head);
	sending_start(r, status, parts, n_parts);
}

/* Digits only, and no more of them than fit; -1 if there are none. */
static int64_t read_number(const char **s)
{
	size_t digits = strspn(*s, "0123456789");
	int64_t value = digits > 0 && digits <= 18 ? strtoll(*s, NULL, 10) : -1;

	*s += digits;
	return value;
}

enum http_range http_range_parse(const char *header, int64_t size, int64_t *first, int64_t *n)
{
	const char *s = header;
	int64_t from, to;
	bool has_from, has_to;

	*first = 0;
	*n = size;
	if (s == NULL || strncmp(s, "bytes=", 6) != 0)
		return HTTP_RANGE_ALL;
	s += 6;
	has_from = *s != '-';
	from = has_from ? read_number(&s) : 0;
	if (*s++ != '-')
		return HTTP_RANGE_ALL;
	has_to = *s != '\0';
	to = has_to ? read_number(&s) : size - 1;
	if (*s != '\0' || from < 0 || to < 0 || (!has_from && !has_to) || (has_from && has_to && to < from))
		return size == 0 && has_from && !has_to && from >= 0 ? HTTP_RANGE_BEYOND : HTTP_RANGE_ALL;
	if (!has_from) { /* the last `to` bytes */
		if (to == 0 || size == 0)
			return HTTP_RANGE_BEYOND;
		from = to < size ? size - to : 0;
		to = size - 1;
	}
	if (from >= size)
		return HTTP_RANGE_BEYOND;
	*first = from;
	*n = (to < size ? to : size - 1) - from + 1;
	return HTTP_RANGE_PART;
}
