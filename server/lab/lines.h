/* lines: a file's lines one after the other, gzip and bzip2 unpacked, none longer than a limit. Private to the room.
 *
 *   struct lines l;
 *   int rc = lines_open(&l, path, 1 << 20, err);
 *   while (rc == 0 && (more = lines_next(&l, err)) > 0) use(l.text.p, l.text.n);
 *   lines_close(&l);
 *
 * Sentences are "FILE: line 7: what is wrong." */
#ifndef BEAT_LAB_LINES_H
#define BEAT_LAB_LINES_H

#include <stdint.h>

#include "beat/buf.h"
#include "beat/lab.h"
#include "beat/source.h"

struct lines {
	struct source *src;
	const char *path;
	size_t limit;    /* bytes of a line */
	struct buf text; /* the line without its end; never NULL after lines_next() */
	uint64_t number; /* its number, from 1 */
};

int lines_open(struct lines *l, const char *path, size_t limit, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* 1 and a line, 0 at the end, -1 and a sentence: too long, or the file is damaged. */
int lines_next(struct lines *l, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* Says what is wrong with the line; always -1. */
int lines_wrong(const struct lines *l, char err[LAB_ERR_MAX], const char *fmt, ...) BEAT_PRINTF(3, 4);
void lines_close(struct lines *l); /* also one that did not open */

#endif
