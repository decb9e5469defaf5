/* manifest: the list of a release's files with their digests, a line each,
 * "<64 hex digits>  <path>", sorted by path: `sha256sum -c MANIFEST` checks a folder. Lines that begin with # are for
 * people. Pure. */
#ifndef BEAT_MANIFEST_H
#define BEAT_MANIFEST_H

#include <stddef.h>

#include "beat/buf.h"
#include "beat/release.h"

enum { MANIFEST_ERR_MAX = 160 };

void manifest_sort(struct release_file *files, size_t n);
/* The note of a provisional release is its first line. */
void manifest_write(struct buf *out, bool provisional, const struct release_file *files, size_t n);

/* Reads what manifest_write wrote into *files (malloc'd; the paths point into text, which is cut up). A path
 * that leads out of the folder is refused. 0, or -1 and a sentence in err. */
int manifest_parse(char *text, struct release_file **files, size_t *n, char err[MANIFEST_ERR_MAX]) BEAT_NODISCARD;

/* A relative path without empty parts, "." and "..". */
int manifest_path_is_safe(const char *path);

#endif
