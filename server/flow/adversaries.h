/* adversaries: one question asked of all models of a project's loop at the same time. The verdict is told as soon as it
 * is certain (ensemble.h); who has not answered by then is waited for all the same, and stored when it comes.
 *
 *   adversaries_ask -> (certain) -> the caller stores the attempt with adversaries_decided.json
 *                                -> adversaries_recorded: the rest stores itself, and it frees itself
 *
 * Cancelled before that, nobody is asked any longer. */
#ifndef BEAT_ADVERSARIES_H
#define BEAT_ADVERSARIES_H

#include "app.h"
#include "beat/ensemble.h"
#include "beat/judge.h"
#include "beat/model.h"

struct adversaries;

struct adversaries_question {
	const char *attempt; /* its id, under which it may be stored */
	int64_t assignment;
	const char *ensemble; /* SQL's adversaries_json() */
	size_t ensemble_n;
	const char *passage, *question, *answer; /* the answer is the worker's; no model sees it */
	size_t passage_n, question_n, answer_n;
	struct judge_rule rule;
};

/* What stands when the verdict is certain; lives during the callback. */
struct adversaries_decided {
	bool busy; /* no verdict, and one of them had no room for the question: it should be sent again */
	int64_t model_id;
	const struct model_answer *shown; /* the answer that stands for all */
	struct judgement judgement;       /* by that answer: what the attempt's own row proves */
	const char *json;                 /* the rule and every answer, for the statement that stores the attempt */
};
typedef void (*adversaries_cb)(void *arg, const struct adversaries_decided *d);

/* The callback runs once, not before this returns, and not after a cancel. */
struct adversaries *adversaries_ask(struct app *app, const struct adversaries_question *q, adversaries_cb cb,
				    void *arg);
void adversaries_cancel(struct adversaries **a);
/* The attempt is stored under this id. */
void adversaries_recorded(struct adversaries **a, const char *attempt);

/* Those that are still waited for after their attempt was stored. */
struct adversaries_rest *adversaries_rest_new(void);
void adversaries_rest_free(struct adversaries_rest **rest);

#endif
