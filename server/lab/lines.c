/* lines: see the header. */
#include "lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

int lines_open(struct lines *l, const char *path, size_t limit, char err[LAB_ERR_MAX])
{
	char why[SOURCE_ERR_MAX];

	*l = (struct lines){.path = path, .limit = limit};
	l->src = source_open(path, why);
	if (l->src == NULL) {
		snprintf(err, LAB_ERR_MAX, "%.200s: %s.", path, why);
		return -1;
	}
	source_skip_bom(l->src);
	return 0;
}

int lines_next(struct lines *l, char err[LAB_ERR_MAX])
{
	int c = source_byte(l->src);
	bool any = c != SOURCE_END;

	buf_clear(&l->text);
	buf_adds(&l->text, "");
	l->number++;
	for (; c != SOURCE_END && c != '\n'; c = source_byte(l->src)) {
		if (l->text.n == l->limit)
			return lines_wrong(l, err, "it is longer than %zu bytes", l->limit);
		buf_addc(&l->text, (char)c);
	}
	if (c == SOURCE_END && source_error(l->src) != NULL)
		return lines_wrong(l, err, "%s", source_error(l->src));
	return any;
}

int lines_wrong(const struct lines *l, char err[LAB_ERR_MAX], const char *fmt, ...)
{
	char what[LAB_ERR_MAX / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	snprintf(err, LAB_ERR_MAX, "%.200s: line %" PRIu64 ": %s.", l->path, l->number, what);
	return -1;
}

void lines_close(struct lines *l)
{
	source_free(&l->src);
	buf_release(&l->text);
}
