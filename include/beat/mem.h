/* mem: allocation that cannot fail. A server that is out of memory cannot keep
 * its promises, so these abort with a message instead of returning NULL: what was
 * acknowledged is stored, and whoever watches over the server starts it again. */
#ifndef BEAT_MEM_H
#define BEAT_MEM_H

#include <stdarg.h>
#include <stddef.h>

void mem_exhausted(void) __attribute__((noreturn)); /* the same, for a library that had none and said so */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
char *xmemdup0(const char *p, size_t n); /* copy of n bytes plus a NUL */
char *xvasprintf(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

#define BEAT_NODISCARD         __attribute__((warn_unused_result))
#define BEAT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define ARRAY_LEN(a)           (sizeof(a) / sizeof(*(a)))

#endif
