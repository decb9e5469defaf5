/* buf: see include/beat/buf.h. Grows by doubling; p[n] is NUL whenever p is set. */
#include "beat/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_reserve(struct buf *b, size_t more)
{
	size_t need, cap;

	if (more > SIZE_MAX / 2 - b->n - 1)
		abort();
	need = b->n + more + 1;
	if (need <= b->cap)
		return;
	cap = b->cap > 0 ? b->cap : 64;
	while (cap < need)
		cap *= 2;
	b->p = xrealloc(b->p, cap);
	b->cap = cap;
}

void buf_add(struct buf *b, const void *p, size_t n)
{
	buf_reserve(b, n);
	if (n > 0)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void buf_adds(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_addc(struct buf *b, char c)
{
	if (b->n + 1 >= b->cap)
		buf_reserve(b, 1);
	b->p[b->n++] = c;
	b->p[b->n] = '\0';
}

void buf_addf(struct buf *b, const char *fmt, ...)
{
	va_list ap, again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n > 0) {
		buf_reserve(b, (size_t)n);
		vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
		b->n += (size_t)n;
	}
	va_end(again);
}

void buf_clear(struct buf *b)
{
	b->n = 0;
	if (b->p != NULL)
		b->p[0] = '\0';
}

char *buf_detach(struct buf *b)
{
	char *p = b->p != NULL ? b->p : xstrdup("");

	*b = BUF_INIT;
	return p;
}

void buf_release(struct buf *b)
{
	free(b->p);
	*b = BUF_INIT;
}
