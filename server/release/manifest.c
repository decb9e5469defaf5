/* manifest: see include/beat/manifest.h. */
#include "manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 64 };

static int by_path(const void *a, const void *b)
{
	const struct release_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

void manifest_sort(struct release_file *files, size_t n)
{
	if (n > 1)
		qsort(files, n, sizeof(*files), by_path);
}

void manifest_write(struct buf *out, bool provisional, const struct release_file *files, size_t n)
{
	buf_adds(out, provisional ? "# provisional: votes were missing when this release was made\n" : "");
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s  %s\n", files[i].sha256, files[i].path);
}

int manifest_path_is_safe(const char *path)
{
	if (*path == '\0' || strchr(path, '\\') != NULL)
		return 0;
	for (;;) {
		size_t n = strcspn(path, "/");

		if (n == 0 || (n == 1 && *path == '.') || (n == 2 && strncmp(path, "..", 2) == 0))
			return 0;
		if (path[n] == '\0')
			return 1;
		path += n + 1;
	}
}

static int parse_line(char *line, struct release_file *file)
{
	if (strspn(line, "0123456789abcdef") != DIGITS || strncmp(line + DIGITS, "  ", 2) != 0 ||
	    !manifest_path_is_safe(line + DIGITS + 2))
		return -1;
	memcpy(file->sha256, line, DIGITS);
	file->sha256[DIGITS] = '\0';
	file->path = line + DIGITS + 2;
	file->bytes = -1;
	return 0;
}

int manifest_parse(char *text, struct release_file **files, size_t *n, char err[MANIFEST_ERR_MAX])
{
	size_t line = 0;

	*files = NULL;
	*n = 0;
	while (*text != '\0') {
		char *end = strchr(text, '\n');

		line++;
		if (end == NULL) {
			snprintf(err, MANIFEST_ERR_MAX, "line %zu is cut short", line);
			goto bad;
		}
		*end = '\0';
		if (*text == '#') {
			text = end + 1;
			continue;
		}
		*files = xrealloc(*files, (*n + 1) * sizeof(**files));
		if (parse_line(text, &(*files)[*n]) != 0) {
			snprintf(err, MANIFEST_ERR_MAX, "line %zu is not a digest, two spaces and a path", line);
			goto bad;
		}
		*n += 1;
		text = end + 1;
	}
	return 0;
bad:
	free(*files);
	*files = NULL;
	*n = 0;
	return -1;
}
