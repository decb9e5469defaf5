/* mem: see include/beat/mem.h. */
#include "beat/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* write(2), not stdio: printing must not need memory now. */
void mem_exhausted(void)
{
	static const char message[] = "out of memory\n";
	ssize_t ignored = write(STDERR_FILENO, message, sizeof(message) - 1);

	(void)ignored;
	abort();
}

static void *check(void *p)
{
	if (p == NULL)
		mem_exhausted();
	return p;
}

void *xmalloc(size_t size)
{
	return check(malloc(size > 0 ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
	return check(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

void *xrealloc(void *p, size_t size)
{
	return check(realloc(p, size > 0 ? size : 1));
}

char *xstrdup(const char *s)
{
	return xmemdup0(s, strlen(s));
}

char *xmemdup0(const char *p, size_t n)
{
	char *copy;

	if (n == SIZE_MAX)
		abort();
	copy = xmalloc(n + 1);
	if (n > 0)
		memcpy(copy, p, n);
	copy[n] = '\0';
	return copy;
}

char *xvasprintf(const char *fmt, va_list ap)
{
	char *text;

	return check(vasprintf(&text, fmt, ap) < 0 ? NULL : text);
}
