/* judge: what a model's answer means for an attempt: who won, or why nobody did. The only place that decides it, for
 * the game, for late verdicts and for other readers alike. Pure; by exact integers (score.h). */
#ifndef BEAT_JUDGE_H
#define BEAT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/score.h"

/* How asking a model ended. */
enum model_outcome {
	MODEL_ANSWERED,
	MODEL_EMPTY,   /* it answered, with nothing (after trimming) */
	MODEL_REFUSED, /* connection refused or broken, also after the retry */
	MODEL_TIMEOUT,
	MODEL_BAD_STATUS, /* HTTP status other than 2xx */
	MODEL_GARBAGE,    /* not the protocol: no JSON, wrong types, no answer, not UTF-8 */
	MODEL_BAD_SPAN,   /* offsets outside the passage or not slicing to the answer */
	MODEL_BREAKER,    /* the breaker is open: not asked */
	MODEL_BUSY        /* queue full: not asked; the caller should answer 503 */
};

/* "timeout", "refused", …: stored with the attempt as its fault. */
const char *model_outcome_name(enum model_outcome o);

/* By what a project judges. */
struct judge_rule {
	int threshold_permille; /* the model wins iff F1 is greater */
	bool empty_is_loss;     /* an empty answer loses; else it is a fault of the model */
};
/* empty_answer: the project's word, "loss" or "fault". */
struct judge_rule judge_rule(int threshold_permille, const char *empty_answer);

/* A slice of valid UTF-8. */
struct judge_text {
	const char *p;
	size_t n;
};

struct judgement {
	bool judged; /* else a fault of the model, which is nobody's loss: it may be judged later */
	enum verdict verdict;
	struct score score; /* zero unless judged */
	const char *fault;  /* the outcome's name; NULL when judged */
};

struct judgement judge(struct judge_text human, enum model_outcome outcome, struct judge_text model,
		       struct judge_rule rule);

#endif
