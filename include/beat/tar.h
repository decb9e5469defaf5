/* tar: headers of an archive in the POSIX ustar form, for files that lie ready. Pure, and the same bytes each time: no
 * times, no owners. An archive is, for each file, its header, its bytes and zeros up to the next multiple of 512; then
 * TAR_END zeros. */
#ifndef BEAT_TAR_H
#define BEAT_TAR_H

#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"

enum { TAR_BLOCK = 512, TAR_END = 1024 };

/* -1 if the path (ASCII, no leading slash) cannot be written in this form, or the size is 8 GB or more. */
int tar_header(uint8_t out[TAR_BLOCK], const char *path, int64_t size) BEAT_NODISCARD;
/* Zeros that follow a file of this size. */
size_t tar_padding(int64_t size);

#endif
