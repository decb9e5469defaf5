/* buf: a growing byte buffer. Always NUL-terminated once anything was added, so
 * `b.p` can be printed; `b.n` does not count that NUL.
 *
 *   struct buf b = BUF_INIT;
 *   buf_addf(&b, "%d", 7);
 *   buf_release(&b);
 */
#ifndef BEAT_BUF_H
#define BEAT_BUF_H

#include <stddef.h>

#include "beat/mem.h"

struct buf {
	char *p;
	size_t n, cap;
};
#define BUF_INIT ((struct buf){0})

void buf_reserve(struct buf *b, size_t more);
void buf_add(struct buf *b, const void *p, size_t n);
void buf_adds(struct buf *b, const char *s);
void buf_addc(struct buf *b, char c);
void buf_addf(struct buf *b, const char *fmt, ...) BEAT_PRINTF(2, 3);
void buf_clear(struct buf *b);   /* keeps the memory */
char *buf_detach(struct buf *b); /* caller frees; never NULL */
void buf_release(struct buf *b);

#endif
