/* http_file: answers out of files, and ranges of them; see include/beat/http.h. */
#include <event2/buffer.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/log.h"
#include "http_impl.h"

/* libevent maps the file into memory and gives the pages back as they are sent. */
static void add_file(struct http_req *r, struct evbuffer *out, const struct http_part *part)
{
	struct evbuffer_file_segment *segment;

	if (part->n == 0) {
		close(part->fd);
		return;
	}
	segment = evbuffer_file_segment_new(part->fd, part->offset, (ev_off_t)part->n,
					    EVBUF_FS_CLOSE_ON_FREE | EVBUF_FS_DISABLE_SENDFILE);
	if (segment == NULL || evbuffer_add_file_segment(out, segment, 0, (ev_off_t)part->n) < 0)
		log_error("request=%s a file could not be read: its answer is cut short", http_id(r));
	if (segment == NULL)
		close(part->fd);
	else
		evbuffer_file_segment_free(segment); /* the buffer holds on to it */
}

void http_reply_parts(struct http_req *r, int status, const char *type, const struct http_part *parts, size_t n_parts)
{
	struct evbuffer *out = evbuffer_new();

	for (size_t i = 0; i < n_parts; i++) {
		if (parts[i].p != NULL)
			evbuffer_add(out, parts[i].p, parts[i].n);
		else
			add_file(r, out, &parts[i]);
	}
	http_finish(r, status, type, out);
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
