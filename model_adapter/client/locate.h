/* locate: where the answer of a language model stands in the passage: exactly, else written a little differently (white
 * space, case, quotes, dashes, markdown around it, a full stop behind it). Pure. */
#ifndef BEAT_MODEL_LOCATE_H
#define BEAT_MODEL_LOCATE_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/span.h"

/* The first place, whole words before parts of words. False if there is none. */
bool locate(const char *passage, size_t passage_n, const char *answer, size_t answer_n, struct span *out);

#endif
