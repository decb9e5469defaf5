/* windows: a question and the pieces of a passage, cut into windows that overlap, and the encoder's scores of each. */
#ifndef BEAT_WINDOWS_H
#define BEAT_WINDOWS_H

#include "reading.h"

struct window {
	size_t first, n;    /* pieces of the passage */
	size_t at;          /* where they begin in the scores */
	float *start, *end; /* a score for each token; the first is that of "no answer" */
};

struct windows {
	struct window *v;
	size_t n;
	void *room;
};

void windows_score(struct windows *out, const struct reading *r, const struct reading_with *with, const char *question,
		   size_t question_n);
void windows_release(struct windows *w);

#endif
