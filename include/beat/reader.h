/* reader: what a built-in model is: (passage, question) -> spans of the passage.
 * One file a reader (model_adapter/readers/reader_*.c) with one `struct reader_ops`,
 * listed in the table of reader.c. Readers are pure: no I/O after open, no globals,
 * no random numbers: the same input always gives the same answer, in any thread.
 *
 *   void *self = ops->open(folder);
 *   void *passage = ops->read(self, text, n);            once a passage
 *   ops->answer(self, passage, question, m, &result);     many times, from any thread
 *   ops->forget(passage);
 *   ops->close(self); */
#ifndef BEAT_READER_H
#define BEAT_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/span.h"

enum {
	READER_BEST_MAX = 20,
	READER_MEMBERS_MAX = 8,  /* networks of one reader */
	READER_SPAN_BYTES = 2048 /* of an answer's text: more than any word; white space in it can be long */
};

struct reader_answer {
	struct span span; /* code points; slices the passage, never empty, holds a word, is not too long */
	double score;     /* 0…1, higher is surer */
};

struct reader_result {
	struct reader_answer best[READER_BEST_MAX]; /* the answer first, then the next best; different spans */
	int n;                                      /* 1…READER_BEST_MAX */
	double null_score;                          /* 0…1: how much of the answer is expected to be wrong */
};

/* What people are told about a reader: measured on documents that it was not made from. */
struct reader_measure {
	char on[64]; /* "SQuAD, unseen articles"; empty: not measured */
	int questions;
	int em_permille, f1_permille;
	int wins_permille; /* questions on which it would win the game against the first annotator */
};

struct reader_ops {
	const char *name;    /* "window" */
	const char *summary; /* one line for --help */
	bool has_file;       /* open wants DIR/NAME.weights */
	bool slow;           /* an answer may take long: it must not hold up those of others */
	/* NULL after logging why. */
	void *(*open)(const char *weights_dir);
	const char *(*version)(const void *self); /* changes whenever answers may change */
	const char *(*weights)(const void *self); /* 64 hex digits identifying the weights (or constants) in use */
	const struct reader_measure *(*measured)(const void *self);
	/* All that can be known before the question; NULL only if the passage holds no word at all.
	 * The text is valid UTF-8 of any content and is not needed afterwards. */
	void *(*read)(const void *self, const char *passage, size_t n);
	size_t (*size)(const void *passage); /* bytes it takes, for a cache */
	/* The question is valid UTF-8 of any content, also empty. */
	void (*answer)(const void *self, const void *passage, const char *question, size_t n,
		       struct reader_result *out);
	void (*forget)(void *passage);
	void (*close)(void *self);
	/* Of a reader that is made of several networks, else NULL: how many, and network i (1, 2, …) alone as the
	 * reader NAME-i, whose ops are good until it is closed. NULL after logging why. */
	int (*members)(const void *self);
	void *(*open_member)(const char *weights_dir, int i, const struct reader_ops **ops);
};

const struct reader_ops *reader_find(const char *name); /* NULL if unknown */
const struct reader_ops *const *reader_all(void);       /* NULL-terminated, from the weakest to the strongest */
/* The reader that NAME-i (a word of n bytes) is a member of, and i; NULL if there are no such. */
const struct reader_ops *reader_find_member(const char *name, size_t n, int *i);

#endif
