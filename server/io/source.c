/* The door to zlib and libbz2 for reading. gzread() unpacks gzip and passes anything else
 * through as it is; if what comes out of it begins like bzip2, that is unpacked too. So one
 * path serves all, pipes included.
 *
 * Invariant: buf[pos..end) are the bytes read but not consumed; once `ended` no
 * more are asked of the file. */
#include "beat/source.h"

#include <bzlib.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "beat/mem.h"

/* bzip2 on its way: a file may be several streams one after the other. */
struct packed {
	bz_stream bz;
	bool open; /* a stream is begun and not at its end */
	char in[SOURCE_WINDOW];
};

struct source {
	gzFile gz;             /* NULL: memory */
	struct packed *packed; /* NULL: no bzip2 */
	bool begun;            /* its first bytes were looked at */
	unsigned char *buf;
	const unsigned char *bytes; /* buf, or the memory lent */
	size_t pos, end;
	uint64_t offset, line, line_start; /* line_start: offset of the line's first byte */
	bool ended;
	char err[SOURCE_ERR_MAX];
};

static struct source *source_new(void)
{
	struct source *s = xcalloc(1, sizeof(*s));

	s->line = 1;
	return s;
}

/* Opening a folder for reading succeeds and only the read fails, so it is told here. */
static int open_readable(const char *path, char err[SOURCE_ERR_MAX])
{
	struct stat st;
	int fd = strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		close(fd);
		fd = -1;
		errno = EISDIR;
	}
	if (fd < 0)
		snprintf(err, SOURCE_ERR_MAX, "cannot be read: %s", strerror(errno));
	return fd;
}

struct source *source_open(const char *path, char err[SOURCE_ERR_MAX])
{
	struct source *s;
	int fd = open_readable(path, err);

	if (fd < 0)
		return NULL;
	s = source_new();
	s->gz = gzdopen(fd, "rb");
	if (!s->gz) {
		snprintf(err, SOURCE_ERR_MAX, "cannot be read: out of memory");
		close(fd);
		free(s);
		return NULL;
	}
	gzbuffer(s->gz, SOURCE_WINDOW);
	s->buf = xmalloc(SOURCE_WINDOW);
	s->bytes = s->buf;
	return s;
}

struct source *source_of_memory(const void *p, size_t n)
{
	struct source *s = source_new();

	s->bytes = p;
	s->end = n;
	s->ended = true;
	return s;
}

void source_free(struct source **s)
{
	if (!*s)
		return;
	if ((*s)->gz)
		gzclose_r((*s)->gz);
	if ((*s)->packed && (*s)->packed->open)
		BZ2_bzDecompressEnd(&(*s)->packed->bz);
	free((*s)->packed);
	free((*s)->buf);
	free(*s);
	*s = NULL;
}

/* A gzip file cut short is no error of gzread(): it returns what it has, and only gzerror() tells. */
static void note_end(struct source *s, int got)
{
	int code;
	const char *why = gzerror(s->gz, &code), *colon = strstr(why, ": "); /* before it: "<fd:3>" */

	s->ended = true;
	if (code == Z_BUF_ERROR)
		snprintf(s->err, sizeof(s->err), "the gzip file ends too early; copy or download it again");
	else if (code == Z_ERRNO)
		snprintf(s->err, sizeof(s->err), "reading failed: %s", strerror(errno));
	else if (code != Z_OK && code != Z_STREAM_END)
		snprintf(s->err, sizeof(s->err), "the gzip data are damaged (%s); copy or download the file again",
			 colon ? colon + 2 : why);
	else if (got < 0)
		snprintf(s->err, sizeof(s->err), "reading failed");
}

/* Up to n bytes of the file, gzip unpacked; 0 or less and its end is noted. */
static int read_raw(struct source *s, void *to, size_t n)
{
	int got;

	errno = 0;
	got = gzread(s->gz, to, (unsigned)n);
	if (got <= 0)
		note_end(s, got);
	return got;
}

static void damaged(struct source *s, const char *what)
{
	s->ended = true;
	snprintf(s->err, sizeof(s->err), "the bzip2 %s; copy or download the file again", what);
}

/* The first bytes are in the window: are they bzip2? */
static void look_for_bzip2(struct source *s)
{
	static const char MAGIC[] = "\x31\x41\x59\x26\x53\x59";

	s->begun = true;
	if (s->end < 10 || memcmp(s->buf, "BZh", 3) != 0 || s->buf[3] < '1' || s->buf[3] > '9' ||
	    memcmp(s->buf + 4, MAGIC, 6) != 0)
		return;
	s->packed = xcalloc(1, sizeof(*s->packed));
	memcpy(s->packed->in, s->buf, s->end);
	s->packed->bz.next_in = s->packed->in;
	s->packed->bz.avail_in = (unsigned)s->end;
	s->end = 0;
}

/* More bytes for the stream, or for the next one. False: that was the end, or the file is cut off. */
static bool more_packed(struct source *s)
{
	struct packed *p = s->packed;
	int got = 1;

	if (p->bz.avail_in == 0) {
		got = read_raw(s, p->in, sizeof(p->in));
		p->bz.next_in = p->in;
		p->bz.avail_in = got > 0 ? (unsigned)got : 0;
	}
	if (got <= 0 && p->open && !s->err[0])
		damaged(s, "file ends too early");
	if (got > 0 && !p->open)
		p->open = BZ2_bzDecompressInit(&p->bz, 0, 0) == BZ_OK;
	return got > 0 && p->open;
}

/* One step of the stream; false if it is damaged. */
static bool unpack(struct source *s)
{
	int rc = BZ2_bzDecompress(&s->packed->bz);

	if (rc == BZ_OK)
		return true;
	BZ2_bzDecompressEnd(&s->packed->bz);
	s->packed->open = false;
	if (rc != BZ_STREAM_END)
		damaged(s, "data are damaged");
	return rc == BZ_STREAM_END;
}

/* Unpacks up to n bytes; 0 at the end, and its reason is noted. Before more is read all that is unpacked goes out. */
static int read_packed(struct source *s, void *to, size_t n)
{
	bz_stream *bz = &s->packed->bz;

	bz->next_out = to;
	bz->avail_out = (unsigned)n;
	while (bz->avail_out == n) {
		if (s->packed->open && !unpack(s))
			break;
		if (bz->avail_out == n && !more_packed(s))
			break;
	}
	s->ended = s->ended || bz->avail_out == n;
	return (int)(n - bz->avail_out);
}

/* Tops the window up; false if there is nothing more to come. */
static bool fill(struct source *s)
{
	int got;

	if (s->ended)
		return false;
	memmove(s->buf, s->buf + s->pos, s->end - s->pos);
	s->end -= s->pos;
	s->pos = 0;
	if (s->end == SOURCE_WINDOW)
		return false;
	got = s->packed ? read_packed(s, s->buf + s->end, SOURCE_WINDOW - s->end)
			: read_raw(s, s->buf + s->end, SOURCE_WINDOW - s->end);
	if (got > 0)
		s->end += (size_t)got;
	if (got > 0 && !s->begun) {
		look_for_bzip2(s);
		return s->packed ? fill(s) : true;
	}
	return got > 0;
}

int source_peek(struct source *s)
{
	if (s->pos == s->end && !fill(s))
		return SOURCE_END;
	return s->bytes[s->pos];
}

int source_byte(struct source *s)
{
	int c = source_peek(s);

	if (c == SOURCE_END)
		return c;
	s->pos++;
	s->offset++;
	if (c == '\n') {
		s->line++;
		s->line_start = s->offset;
	}
	return c;
}

const char *source_ahead(struct source *s, size_t *n)
{
	while (fill(s))
		;
	*n = s->end - s->pos;
	if (*n > SOURCE_WINDOW)
		*n = SOURCE_WINDOW;
	return (const char *)s->bytes + s->pos;
}

void source_skip_bom(struct source *s)
{
	size_t n;
	const char *p = source_ahead(s, &n);

	if (n >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) {
		s->pos += 3;
		s->offset += 3;
		s->line_start = s->offset;
	}
}

uint64_t source_offset(const struct source *s)
{
	return s->offset;
}

uint64_t source_line(const struct source *s)
{
	return s->line;
}

uint64_t source_column(const struct source *s)
{
	return s->offset - s->line_start + 1;
}

uint64_t source_file_pos(struct source *s)
{
	z_off_t at = s->gz ? gzoffset(s->gz) : -1;

	return at >= 0 ? (uint64_t)at : s->offset;
}

const char *source_error(const struct source *s)
{
	return s->err[0] && s->pos == s->end ? s->err : NULL;
}
