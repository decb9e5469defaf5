/* put: how the training programs write records: raw little-endian numbers to the standard
 * output. What cannot be written ends the program. */
#ifndef BEAT_TRAIN_PUT_H
#define BEAT_TRAIN_PUT_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void put(const void *p, size_t size, size_t n)
{
	if (n > 0 && fwrite(p, size, n, stdout) != n) {
		(void)fprintf(stderr, "%s: cannot write: %s\n", program_invocation_short_name, strerror(errno));
		exit(1);
	}
}

static inline void put_number(size_t v)
{
	uint32_t x = (uint32_t)v;

	put(&x, sizeof(x), 1);
}

#endif
