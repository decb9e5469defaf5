/* offsets: where a server says that its answer stands. Some count code points, some UTF-16 units, some bytes, some
 * tell the last character instead of the end; none is trusted. Pure. */
#ifndef BEAT_MODEL_OFFSETS_H
#define BEAT_MODEL_OFFSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/span.h"

/* Whether passage[start:end], counted in one of these ways and trimmed, is text; *out is where in code points. Text is
 * trimmed and not empty. */
bool offsets_prove(const char *passage, size_t passage_n, const char *text, size_t text_n, int64_t start, int64_t end,
		   struct span *out);

#endif
