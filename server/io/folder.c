/* folder: see include/beat/folder.h. */
#include "beat/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/crypto.h"

static int fail(char err[FOLDER_ERR_MAX], const char *path, const char *what)
{
	snprintf(err, FOLDER_ERR_MAX, "%s cannot be %s: %s", path, what, strerror(errno));
	return -1;
}

bool folder_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

int folder_make(const char *path, char err[FOLDER_ERR_MAX])
{
	char *copy = xstrdup(path);
	int rc = 0;

	for (char *p = copy + 1; *p != '\0' && rc == 0; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) != 0 && errno != EEXIST)
			rc = fail(err, copy, "made");
		*p = '/';
	}
	free(copy);
	if (rc == 0 && mkdir(path, 0777) != 0 && errno != EEXIST)
		rc = fail(err, path, "made");
	return rc;
}

int folder_open(const char *path, int *fd, char err[FOLDER_ERR_MAX])
{
	*fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return *fd < 0 ? fail(err, path, "opened as a folder") : 0;
}

static int not_dots(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

struct walk {
	const char *top;
	int (*fn)(void *arg, const char *file);
	int (*leave)(void *arg, const char *folder); /* after its contents; may be NULL */
	void *arg;
	char *err;
};

static int walk_below(const struct walk *w, const char *inside)
{
	struct buf path = BUF_INIT;
	struct dirent **list;
	struct stat st;
	int n, rc = 0;

	buf_addf(&path, "%s%s%s", w->top, *inside ? "/" : "", inside);
	n = scandir(path.p, &list, not_dots, by_bytes);
	if (n < 0)
		rc = fail(w->err, path.p, "read");
	for (int i = 0; i < n; i++) {
		struct buf child = BUF_INIT;

		buf_addf(&child, "%s%s%s", inside, *inside ? "/" : "", list[i]->d_name);
		buf_clear(&path);
		buf_addf(&path, "%s/%s", w->top, child.p);
		if (rc == 0 && lstat(path.p, &st) == 0 && S_ISDIR(st.st_mode))
			rc = walk_below(w, child.p);
		else if (rc == 0)
			rc = w->fn(w->arg, child.p);
		buf_release(&child);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	if (rc == 0 && w->leave != NULL)
		rc = w->leave(w->arg, inside);
	buf_release(&path);
	return rc;
}

int folder_walk(const char *path, int (*fn)(void *arg, const char *file), void *arg, char err[FOLDER_ERR_MAX])
{
	const struct walk w = {.top = path, .fn = fn, .arg = arg, .err = err};

	return walk_below(&w, "");
}

struct place {
	const char *top, *spared; /* spared: clearing leaves this file alone */
	char *err;
};

static int act(const struct place *p, const char *inside, int (*fn)(const char *path), const char *what)
{
	struct buf path = BUF_INIT;
	int rc;

	buf_addf(&path, "%s%s%s", p->top, *inside ? "/" : "", inside);
	rc = fn(path.p) != 0 ? fail(p->err, path.p, what) : 0;
	buf_release(&path);
	return rc;
}

static int remove_file(void *arg, const char *file)
{
	return act(arg, file, unlink, "removed");
}

static int remove_folder(void *arg, const char *folder)
{
	return act(arg, folder, rmdir, "removed");
}

int folder_remove(const char *path, char err[FOLDER_ERR_MAX])
{
	struct place place = {.top = path, .err = err};
	const struct walk w = {.top = path, .fn = remove_file, .leave = remove_folder, .arg = &place, .err = err};
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? 0 : fail(err, path, "removed");
	if (!S_ISDIR(st.st_mode))
		return unlink(path) != 0 ? fail(err, path, "removed") : 0;
	return walk_below(&w, "");
}

static int clear_file(void *arg, const char *file)
{
	const struct place *p = arg;

	return strcmp(file, p->spared) == 0 ? 0 : remove_file(arg, file);
}

static int clear_folder(void *arg, const char *folder)
{
	return *folder == '\0' ? 0 : remove_folder(arg, folder);
}

int folder_clear(const char *path, const char *spared, char err[FOLDER_ERR_MAX])
{
	struct place place = {path, spared, err};
	const struct walk w = {.top = path, .fn = clear_file, .leave = clear_folder, .arg = &place, .err = err};

	return walk_below(&w, "");
}

bool folder_is_empty(const char *path)
{
	struct dirent **list;
	int n = scandir(path, &list, not_dots, NULL);

	for (int i = 0; i < n; i++)
		free(list[i]);
	if (n >= 0)
		free(list);
	return n == 0;
}

static int sync_path(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc;

	if (fd < 0)
		return -1;
	rc = fsync(fd);
	close(fd);
	return rc;
}

static int sync_one(void *arg, const char *inside)
{
	return act(arg, inside, sync_path, "flushed to the disk");
}

static int sync_parent(const char *path, char err[FOLDER_ERR_MAX])
{
	const char *slash = strrchr(path, '/');
	char *parent = slash == path ? xstrdup("/") : slash ? xmemdup0(path, (size_t)(slash - path)) : xstrdup(".");
	int rc = sync_path(parent) != 0 ? fail(err, parent, "flushed to the disk") : 0;

	free(parent);
	return rc;
}

int folder_publish(const char *from, const char *to, char err[FOLDER_ERR_MAX])
{
	struct place place = {.top = from, .err = err};
	const struct walk w = {.top = from, .fn = sync_one, .leave = sync_one, .arg = &place, .err = err};

	if (walk_below(&w, "") != 0)
		return -1;
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) != 0 &&
	    (errno != EINVAL || folder_exists(to) || rename(from, to) != 0)) /* not all file systems know the flag */
		return fail(err, to, "made");
	return sync_parent(to, err);
}

int folder_read(int folder, const char *file, struct buf *out, size_t limit, char err[FOLDER_ERR_MAX])
{
	enum { PIECE = 65536 };
	int fd = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : 1;

	buf_clear(out);
	buf_adds(out, "");
	while (got > 0 && out->n <= limit) {
		buf_reserve(out, PIECE);
		got = read(fd, out->p + out->n, PIECE);
		if (got > 0) {
			out->n += (size_t)got;
			out->p[out->n] = '\0';
		}
	}
	if (got < 0)
		fail(err, file, "read");
	else if (out->n > limit)
		snprintf(err, FOLDER_ERR_MAX, "%s is too long", file);
	if (fd >= 0)
		close(fd);
	return got < 0 || out->n > limit ? -1 : 0;
}

int folder_digest(int folder, const char *file, int64_t *bytes, char sha256[65], char err[FOLDER_ERR_MAX])
{
	enum { WINDOW = 256 * 1024 };
	int fd = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct crypto_digest *digest;
	ssize_t got;
	char *window;

	if (fd < 0)
		return fail(err, file, "read");
	digest = crypto_digest_new();
	window = xmalloc(WINDOW);
	*bytes = 0;
	while ((got = read(fd, window, WINDOW)) > 0) {
		crypto_digest_add(digest, window, (size_t)got);
		*bytes += got;
	}
	if (got < 0)
		fail(err, file, "read");
	crypto_digest_hex(&digest, sha256);
	free(window);
	close(fd);
	return got < 0 ? -1 : 0;
}
