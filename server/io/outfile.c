/* outfile: see include/beat/outfile.h. The door to zlib for writing. */
#include "beat/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "beat/crypto.h"

enum { WINDOW = 256 * 1024, GZIP_WINDOW_BITS = 15 + 16, GZIP_LEVEL = 6, GZIP_MEMORY = 8 };

/* Invariant: buf[0..n) is neither digested nor written. After a failure nothing more is. */
struct outfile {
	int fd;
	char *path;
	unsigned char *buf;
	size_t n;
	int64_t bytes;
	struct crypto_digest *digest;
	z_stream *packer; /* NULL: as it is */
	int failed;       /* errno of the first failure */
};

static int make_folders(int folder, const char *path)
{
	char *copy = xstrdup(path);
	int rc = 0;

	for (char *slash = strchr(copy, '/'); slash != NULL && rc == 0; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdirat(folder, copy, 0777) != 0 && errno != EEXIST)
			rc = -1;
		*slash = '/';
	}
	free(copy);
	return rc;
}

/* Header fields of gzip that could differ (time, name, system) are left as zlib sets them without a name: 0, none;
 * the system is told to be "unknown", as it depends on how zlib was built. */
static z_stream *packer_new(void)
{
	static gz_header head = {.os = 255};
	z_stream *z = xcalloc(1, sizeof(*z));

	if (deflateInit2(z, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK ||
	    deflateSetHeader(z, &head) != Z_OK)
		mem_exhausted();
	return z;
}

struct outfile *outfile_open(int folder, const char *path, bool gzip, char err[OUTFILE_ERR_MAX])
{
	struct outfile *f;
	int fd = -1;

	if (make_folders(folder, path) == 0)
		fd = openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0) {
		snprintf(err, OUTFILE_ERR_MAX, "%s cannot be written: %s", path, strerror(errno));
		return NULL;
	}
	f = xcalloc(1, sizeof(*f));
	f->fd = fd;
	f->path = xstrdup(path);
	f->buf = xmalloc(WINDOW);
	f->digest = crypto_digest_new();
	f->packer = gzip ? packer_new() : NULL;
	return f;
}

static void write_all(struct outfile *f, const unsigned char *p, size_t n)
{
	crypto_digest_add(f->digest, p, n);
	f->bytes += (int64_t)n;
	while (n > 0 && !f->failed) {
		ssize_t done = write(f->fd, p, n);

		if (done < 0 && errno != EINTR)
			f->failed = errno;
		if (done > 0) {
			p += done;
			n -= (size_t)done;
		}
	}
}

static void flush(struct outfile *f)
{
	if (f->n > 0 && !f->failed)
		write_all(f, f->buf, f->n);
	f->n = 0;
}

static void add_plain(struct outfile *f, const unsigned char *p, size_t n)
{
	if (n > WINDOW - f->n)
		flush(f);
	if (n >= WINDOW) {
		if (!f->failed)
			write_all(f, p, n);
		return;
	}
	memcpy(f->buf + f->n, p, n);
	f->n += n;
}

static void pack(struct outfile *f, const unsigned char *p, size_t n, int how)
{
	z_stream *z = f->packer;
	unsigned char out[16 * 1024];

	z->next_in = (unsigned char *)p;
	z->avail_in = (unsigned)n;
	do {
		z->next_out = out;
		z->avail_out = sizeof(out);
		deflate(z, how);
		add_plain(f, out, sizeof(out) - z->avail_out);
	} while (z->avail_out == 0);
}

void outfile_write(struct outfile *f, const void *p, size_t n)
{
	const unsigned char *bytes = p;

	if (n == 0) /* p may be NULL then, which memcpy must not see */
		return;
	if (f->packer == NULL) {
		add_plain(f, bytes, n);
		return;
	}
	while (n > 0) { /* zlib counts in unsigned ints */
		size_t part = n < WINDOW ? n : WINDOW;

		pack(f, bytes, part, Z_NO_FLUSH);
		bytes += part;
		n -= part;
	}
}

static void release(struct outfile **ptr)
{
	struct outfile *f = *ptr;
	char unused[65];

	if (f->packer != NULL)
		deflateEnd(f->packer);
	if (f->digest != NULL)
		crypto_digest_hex(&f->digest, unused);
	free(f->packer);
	free(f->buf);
	free(f->path);
	free(f);
	*ptr = NULL;
}

int outfile_close(struct outfile **ptr, int64_t *bytes, char sha256[65], char err[OUTFILE_ERR_MAX])
{
	struct outfile *f = *ptr;
	int failed;

	if (f->packer != NULL)
		pack(f, (const unsigned char *)"", 0, Z_FINISH);
	flush(f);
	crypto_digest_hex(&f->digest, sha256);
	*bytes = f->bytes;
	if (close(f->fd) != 0 && !f->failed)
		f->failed = errno;
	failed = f->failed;
	if (failed)
		snprintf(err, OUTFILE_ERR_MAX, "%s cannot be written: %s", f->path, strerror(failed));
	release(ptr);
	return failed ? -1 : 0;
}

void outfile_abandon(struct outfile **ptr)
{
	if (*ptr == NULL)
		return;
	close((*ptr)->fd);
	release(ptr);
}
