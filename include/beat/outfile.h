/* outfile: a file being written: buffered, digested on the way, packed by gzip if wished.
 * What gzip writes depends on nothing but the bytes given (no name, no time).
 *
 * Paths are relative to an open folder and made of our own names; a file that exists is
 * written anew, a link is not followed. The first failure is kept and told at the end. */
#ifndef BEAT_OUTFILE_H
#define BEAT_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"

enum { OUTFILE_ERR_MAX = 320 };

struct outfile;

/* Folders on the path are made. NULL and a sentence in err on failure. */
struct outfile *outfile_open(int folder, const char *path, bool gzip, char err[OUTFILE_ERR_MAX]);
void outfile_write(struct outfile *f, const void *p, size_t n);
/* Ends the file: its size and digest (64 hex digits and a NUL). 0, or -1 and a sentence in err. Frees. */
int outfile_close(struct outfile **f, int64_t *bytes, char sha256[65], char err[OUTFILE_ERR_MAX]) BEAT_NODISCARD;
/* Leaves it as it is and frees. */
void outfile_abandon(struct outfile **f);

#endif
