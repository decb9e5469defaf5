/* mapped: see mapped.h. */
#include "mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/buf.h"

enum { JSON_FILE_MAX = 64 << 20 };

int checkpoint_fail(char err[CHECKPOINT_ERR_MAX], const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err, CHECKPOINT_ERR_MAX, fmt, ap);
	va_end(ap);
	for (char *p = err; *p != '\0'; p++) { /* it may quote a file */
		if (*p < ' ' || *p > '~')
			*p = '?';
	}
	return -1;
}

static int map(struct mapped *m, int fd, const char *name, char *err)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return checkpoint_fail(err, "%.100s cannot be read: %s", name, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return checkpoint_fail(err, "%.100s is not a plain file", name);
	*m = (struct mapped){.p = "", .n = (size_t)st.st_size};
	if (m->n == 0)
		return 0;
	m->mapping = mmap(NULL, m->n, PROT_READ, MAP_PRIVATE, fd, 0);
	if (m->mapping == MAP_FAILED) {
		m->mapping = NULL;
		return checkpoint_fail(err, "%.100s cannot be mapped into memory: %s", name, strerror(errno));
	}
	m->p = m->mapping;
	return 0;
}

int mapped_open(struct mapped *m, const char *folder, const char *name, char err[CHECKPOINT_ERR_MAX])
{
	struct buf path = BUF_INIT;
	int fd, rc;

	*m = (struct mapped){.p = ""};
	buf_addf(&path, "%s/%s", folder, name);
	fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is refused, not waited for */
	buf_release(&path);
	if (fd < 0 && errno == ENOENT)
		return 1;
	if (fd < 0)
		return checkpoint_fail(err, "%.100s cannot be opened: %s", name, strerror(errno));
	rc = map(m, fd, name, err);
	close(fd);
	return rc;
}

void mapped_release(struct mapped *m)
{
	if (m->mapping != NULL)
		munmap(m->mapping, m->n);
	*m = (struct mapped){.p = ""};
}

void mapped_rest(const struct mapped *m)
{
	if (m->mapping != NULL)
		(void)madvise(m->mapping, m->n, MADV_DONTNEED);
}

int mapped_json(json_t **out, const char *folder, const char *name, char err[CHECKPOINT_ERR_MAX])
{
	struct mapped m;
	char why[JSON_ERR_MAX];
	int rc = mapped_open(&m, folder, name, err);

	*out = NULL;
	if (rc != 0)
		return rc;
	if (m.n > JSON_FILE_MAX) {
		rc = checkpoint_fail(err, "%.100s is longer than %d bytes", name, JSON_FILE_MAX);
	} else {
		*out = json_parse(m.p, m.n, why);
		if (*out == NULL) /* why is a sentence, and what this becomes part of ends with a full stop as well */
			rc = checkpoint_fail(err, "%.100s is no JSON: %.*s", name, (int)strlen(why) - 1, why);
		else if (!json_is_object(*out))
			rc = checkpoint_fail(err, "%.100s is no JSON object", name);
	}
	if (rc != 0) {
		json_decref(*out);
		*out = NULL;
	}
	mapped_release(&m);
	return rc;
}
