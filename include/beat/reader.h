/* reader: what a built-in model is: (passage, question) -> a span of the passage.
 * One file a reader (model_adapter/readers/reader_*.c) with one `struct reader_ops`,
 * listed in the table of reader.c. Readers are pure: no I/O after open, no globals,
 * no random numbers: the same input always gives the same answer. */
#ifndef BEAT_READER_H
#define BEAT_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/span.h"

struct reader_answer {
	struct span span; /* code points; slices the passage, never empty unless the passage has no word */
	double score;     /* 0…1, higher is surer */
};

struct reader_ops {
	const char *name;    /* "window" */
	const char *version; /* changes whenever answers may change */
	const char *summary; /* one line for --help */
	/* NULL after printing why. weights_path may be NULL. */
	void *(*open)(const char *weights_path);
	/* 64 hex digits identifying the weights (or the constants) in use. */
	const char *(*weights)(const void *self);
	/* false only if the passage holds no word at all. Both texts are valid UTF-8 of any content. */
	bool (*answer)(const void *self, const char *passage, size_t passage_n, const char *question, size_t question_n,
		       struct reader_answer *out);
	void (*close)(void *self);
};

extern const struct reader_ops reader_window;

const struct reader_ops *reader_find(const char *name); /* NULL if unknown */
const struct reader_ops *const *reader_all(void);       /* NULL-terminated */

#endif
