/* exercise: the mechanical judgement of an onboarding's exercises, with a kind sentence for
 * the worker. Whether a question is a good one is for a reviewer to say; here is only what
 * can be told without understanding. Pure. All texts are valid UTF-8. */
#ifndef BEAT_EXERCISE_H
#define BEAT_EXERCISE_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/buf.h"
#include "beat/score.h"

enum exercise_kind {
	EXERCISE_WRITE,     /* a question for a given answer */
	EXERCISE_HIGHLIGHT, /* the answer of a given question */
	EXERCISE_PAIR       /* both */
};

/* A slice; p is NULL for "there is none". */
struct exercise_text {
	const char *p;
	size_t n;
};

struct exercise {
	enum exercise_kind kind;
	struct exercise_text passage;
	struct exercise_text answer; /* given (write) or expected (highlight) */
	struct exercise_text hint;   /* added to a refusal */
	struct exercise_text praise; /* said when it is done */
	int tries;                   /* refused so far */
};

/* What the worker gives: a trimmed question, the text of a proved span. */
struct exercise_given {
	struct exercise_text question, answer;
};

struct exercise_verdict {
	bool done;
	bool scored; /* highlight with an answer: score compares it with the expected one */
	struct score score;
	struct buf feedback; /* never empty; release it */
};

/* "write", "highlight", "pair"; -1 if it is none of them. */
int exercise_kind_read(const char *name, enum exercise_kind *out) BEAT_NODISCARD;

/* write: refuses a question that is empty, shorter than three words, copied from the passage (its
 * normalised words are a run of the passage's) or that contains the answer.
 * highlight: done iff the F1 with the expected answer is greater than one half, by integers. After
 * three refusals the next one tells the answer, so that nobody is stuck.
 * pair: as write, with the worker's own answer. */
void exercise_judge(const struct exercise *e, const struct exercise_given *given, struct exercise_verdict *out);

#endif
