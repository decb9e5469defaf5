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
	MODEL_BAD_STATUS,   /* an HTTP status that none of the following stands for: 500, 502, … */
	MODEL_GARBAGE,      /* not the protocol: no JSON, wrong types, no answer, not UTF-8 */
	MODEL_BAD_SPAN,     /* offsets outside the passage or not slicing to the answer */
	MODEL_BREAKER,      /* the breaker is open: not asked */
	MODEL_BUSY,         /* queue full: not asked; the caller should answer 503 */
	MODEL_NO_KEY,       /* the key that it is asked with is not where the registry says: not asked */
	MODEL_DENIED,       /* 401, 403: it wants a key, another key, or leave */
	MODEL_NOT_FOUND,    /* 404, 405, 410: nothing at this address, or no model of that name */
	MODEL_TOO_LONG,     /* 413: passage and question are more than it takes */
	MODEL_REJECTED,     /* 400, 422: it does not take what we send */
	MODEL_RATE_LIMITED, /* 429: too many questions in too short a time */
	MODEL_OVERLOADED,   /* 503, 529: it has too much to do, or loads still */
	MODEL_REDIRECTED,   /* 3xx: it is elsewhere; nobody follows, as a key may travel along */
	MODEL_DECLINED,     /* a language model would not answer, or a filter took its answer away */
	MODEL_CUT,          /* it was cut off in the middle of its answer */
	MODEL_UNLOCATED,    /* its answer stands nowhere in the passage */
	MODEL_OTHER_BUILD,  /* it answered, but as another build than it is held to */
	MODEL_OVER_BUDGET   /* what it may cost today is spent: not asked */
};
enum { MODEL_OUTCOMES = MODEL_OVER_BUDGET + 1 };

/* "timeout", "refused", …: stored with the attempt as its fault. */
const char *model_outcome_name(enum model_outcome o);

/* By what a project judges. */
struct judge_rule {
	int threshold_permille; /* the model wins iff F1 is greater */
	bool empty_is_loss;     /* an empty answer loses; else it is a fault of the model */
	bool unlocated_is_text; /* what stands nowhere in the passage is scored as it is; else it is a fault, too */
};
/* The project's words: empty_answer "loss" or "fault", unlocated "text" or "fault". */
struct judge_rule judge_rule(int threshold_permille, const char *empty_answer, const char *unlocated);

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
