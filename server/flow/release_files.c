/* release_files: see release_files.h. */
#include "release_files.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "admin_refusals.h"
#include "beat/buf.h"
#include "beat/http.h"
#include "beat/release.h"
#include "beat/tar.h"

static int release_files_open_folder(const char *dir, const char *name, const char *version)
{
	struct buf path = BUF_INIT;
	int fd;

	if (dir == NULL)
		return -1;
	buf_addf(&path, "%s/" RELEASE_NAMED, dir, name, version);
	fd = open(path.p, O_PATH | O_DIRECTORY | O_CLOEXEC);
	buf_release(&path);
	return fd;
}

bool release_folder_is(const char *dir, const char *name, const char *version)
{
	int fd = release_files_open_folder(dir, name, version);
	bool is = fd >= 0 && faccessat(fd, "MANIFEST", R_OK, 0) == 0;

	if (fd >= 0)
		close(fd);
	return is;
}

/* -1 unless it is there, a plain file, and as long as the database says. */
static int release_files_open(int folder, const char *path, int64_t bytes)
{
	int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size != bytes)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static const char *release_files_type(const char *path)
{
	static const struct {
		const char *suffix, *type;
	} types[] = {{".json", "application/json"}, {".jsonl", "application/jsonl"},
		     {".gz", "application/gzip"},   {".md", "text/markdown; charset=utf-8"},
		     {".svg", "image/svg+xml"},     {".html", "text/html; charset=utf-8"}};
	size_t n = strlen(path);

	for (size_t i = 0; i < ARRAY_LEN(types); i++) {
		size_t suffix = strlen(types[i].suffix);

		if (n > suffix && strcmp(path + n - suffix, types[i].suffix) == 0)
			return types[i].type;
	}
	return "text/plain; charset=utf-8";
}

/* NAME@VERSION-folder-file: names of our own making, without quotes or separators. */
static void release_files_set_name(struct http_req *req, const char *name, const char *version, const char *path)
{
	struct buf value = BUF_INIT;

	buf_addf(&value, "attachment; filename=\"" RELEASE_NAMED "%s%s\"", name, version, *path == '.' ? "" : "-",
		 path);
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] == '/')
			value.p[i] = '-';
	}
	http_set_header(req, "Content-Disposition", value.p);
	buf_release(&value);
}

/* The part asked for, if what the client has is a part of this very file. */
static enum http_range release_files_range(struct http_req *req, const char *etag, int64_t size, int64_t *first,
					   int64_t *n)
{
	const char *if_range = http_header(req, "If-Range");
	bool same = if_range == NULL || strcmp(if_range, etag) == 0;

	return http_range_parse(same ? http_header(req, "Range") : NULL, size, first, n);
}

static void release_files_reply_range(struct http_req *req, const char *path, int fd, int64_t size, const char *etag)
{
	struct http_part part = {.fd = fd};
	char content_range[80];
	int64_t first, n;
	enum http_range range = release_files_range(req, etag, size, &first, &n);

	if (range == HTTP_RANGE_BEYOND) {
		close(fd);
		snprintf(content_range, sizeof(content_range), "bytes */%" PRId64, size);
		http_set_header(req, "Content-Range", content_range);
		admin_refuse(req, REFUSE_BEYOND);
		return;
	}
	if (range == HTTP_RANGE_PART) {
		snprintf(content_range, sizeof(content_range), "bytes %" PRId64 "-%" PRId64 "/%" PRId64, first,
			 first + n - 1, size);
		http_set_header(req, "Content-Range", content_range);
	}
	part.offset = first;
	part.n = (size_t)n;
	http_reply_parts(req, range == HTTP_RANGE_PART ? 206 : 200, release_files_type(path), &part, 1);
}

void release_file_reply(struct http_req *req, const char *dir, const struct db_result *r)
{
	const struct q_release_file_row row = q_release_file_row(r, 0);
	const char *known = http_header(req, "If-None-Match");
	int folder = release_files_open_folder(dir, row.name, row.version);
	int fd = folder >= 0 ? release_files_open(folder, row.path, row.bytes) : -1;
	char etag[80];

	if (folder >= 0)
		close(folder);
	if (fd < 0) {
		admin_refuse(req, REFUSE_NOT_HERE);
		return;
	}
	snprintf(etag, sizeof(etag), "\"%s\"", row.sha256);
	http_set_header(req, "ETag", etag);
	http_set_header(req, "Accept-Ranges", "bytes");
	http_set_header(req, "Cache-Control", "private, no-cache");
	if (known != NULL && strcmp(known, etag) == 0) {
		close(fd);
		http_reply(req, 304, release_files_type(row.path), "", 0);
		return;
	}
	release_files_set_name(req, row.name, row.version, row.path);
	release_files_reply_range(req, row.path, fd, row.bytes, etag);
}

/* Three parts a file: header, bytes, padding; and the end. */
struct archive {
	struct http_part *parts;
	uint8_t (*headers)[TAR_BLOCK];
	size_t n;
};

static const uint8_t zeros[TAR_END];

/* -1 if it is not there or cannot be part of an archive. */
static int release_files_add(struct archive *a, int folder, const struct db_result *r, int i)
{
	const struct q_release_file_row row = q_release_file_row(r, i);
	struct buf name = BUF_INIT;
	uint8_t *header = a->headers[i];
	int fd = -1;

	buf_addf(&name, RELEASE_NAMED "/%s", row.name, row.version, row.path);
	if (tar_header(header, name.p, row.bytes) == 0)
		fd = release_files_open(folder, row.path, row.bytes);
	buf_release(&name);
	if (fd < 0)
		return -1;
	a->parts[a->n++] = (struct http_part){.p = header, .n = TAR_BLOCK};
	a->parts[a->n++] = (struct http_part){.fd = fd, .n = (size_t)row.bytes};
	a->parts[a->n++] = (struct http_part){.p = zeros, .n = tar_padding(row.bytes)};
	return 0;
}

static void release_files_close_parts(struct archive *a)
{
	for (size_t i = 0; i < a->n; i++) {
		if (a->parts[i].p == NULL)
			close(a->parts[i].fd);
	}
}

void release_archive_reply(struct http_req *req, const char *dir, const struct db_result *r)
{
	const struct q_release_file_row first = q_release_file_row(r, 0);
	int folder = release_files_open_folder(dir, first.name, first.version), row = 0;
	struct archive a = {.parts = xcalloc((size_t)r->rows * 3 + 1, sizeof(*a.parts)),
			    .headers = xcalloc((size_t)r->rows, sizeof(*a.headers))};

	while (folder >= 0 && row < r->rows && release_files_add(&a, folder, r, row) == 0)
		row++;
	if (row < r->rows) {
		release_files_close_parts(&a);
		admin_refuse(req, REFUSE_NOT_HERE);
	} else {
		a.parts[a.n++] = (struct http_part){.p = zeros, .n = TAR_END};
		release_files_set_name(req, first.name, first.version, ".tar");
		http_reply_parts(req, 200, "application/x-tar", a.parts, a.n);
	}
	if (folder >= 0)
		close(folder);
	free(a.parts);
	free(a.headers);
}
