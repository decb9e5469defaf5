/* weights_make: the bytes of a weights file (weights.h) from numbers in memory: for
 * trainers written in C, and for tests that want a small or a damaged file. */
#ifndef BEAT_WEIGHTS_MAKE_H
#define BEAT_WEIGHTS_MAKE_H

#include "beat/buf.h"
#include "weights.h"

struct weights_part {
	struct weights_want is; /* name, type, shape */
	const void *numbers;    /* row-major, in the machine's order, which is little-endian */
};

struct weights_image {
	const char *reader, *version;
	const char *config;   /* a JSON object */
	const char *measured; /* a JSON array, or NULL for none */
	const char *made;     /* a JSON object, or NULL for none */
	const struct weights_part *parts;
	size_t n_parts;
};

void weights_make(struct buf *out, const struct weights_image *image);

/* Writes length and digest anew into bytes that were changed after weights_make(). */
void weights_seal(struct buf *file);

#endif
