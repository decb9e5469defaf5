/* model: the server's client of a model in the loop. Per endpoint: bounded
 * concurrency, a bounded queue, one retry on connection errors, and a circuit
 * breaker with a half-open probe. One file a wire protocol (model_adapter/client/
 * protocol_*.c) turns a question into a request and a response into an answer.
 *
 * The human answer is never an argument here: the model cannot see it.
 * Follows the async contract of db.h. */
#ifndef BEAT_MODEL_H
#define BEAT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/judge.h"
#include "beat/span.h"

struct event_base;
struct fetch;
struct models;
struct model_call;

struct model_ref {
	const char *name; /* of our registry; used when the answer does not name itself */
	const char *url;
	const char *protocol; /* "beat" */
};

struct model_answer {
	enum model_outcome outcome;
	const char *name, *version, *weights; /* never NULL; "" if unknown */
	const char *text;                     /* NUL-terminated UTF-8; "" unless answered */
	size_t text_n;
	bool has_span; /* given by the model, or located in the passage */
	struct span span;
	bool has_score;
	double score;
	int elapsed_ms;
	const char *detail; /* one line for log and database; "" when answered */
};

typedef void (*model_cb)(void *arg, const struct model_answer *a);

struct models_conf {
	int concurrency;         /* calls at once per endpoint */
	int queue_max;           /* waiting calls per endpoint */
	int timeout_ms;          /* whole call, waiting and retry included */
	int breaker_failures;    /* consecutive faults that open the breaker */
	int breaker_cooldown_ms; /* until a single probe is let through */
	size_t max_answer;       /* bytes of a response body */
};

struct models_stats { /* one endpoint */
	const char *name, *url;
	int running, waiting;
	int breaker;      /* 0 closed, 1 half-open, 2 open */
	bool last_failed; /* the last call that came to an end gave no usable answer */
	uint64_t calls, faults, answers;
	uint64_t answer_ms; /* all answers together */
};

struct models *models_new(struct event_base *base, struct fetch *fetch, const struct models_conf *conf);
void models_free(struct models **m);

struct model_call *model_ask(struct models *m, const struct model_ref *ref, const char *passage, size_t passage_n,
			     const char *question, size_t question_n, model_cb cb, void *arg);
void model_cancel(struct model_call **call);

/* Calls fn for each endpoint seen so far. */
void models_each(const struct models *m, void (*fn)(const struct models_stats *s, void *arg), void *arg);
/* Checks whether a protocol name is known; lists them in *known ("beat, …"). */
bool model_protocol_known(const char *name, const char **known);

/* For those who ask the same model again and again: whether it has not even answered for so many times in a row that it
 * is in vain. in_row counts, from 0; concurrency is how many are asked at a time. */
bool model_is_silent(int *in_row, const struct model_answer *answer, long concurrency);

/* What a protocol file provides (model_adapter/client/protocol_*.c). */
struct model_protocol {
	const char *name;
	/* Appends the path to a base URL without one. */
	void (*url)(struct buf *out, const char *configured);
	void (*request)(struct buf *out, const char *passage, size_t passage_n, const char *question,
			size_t question_n);
	/* Fills everything but elapsed; strings must live in *keep. Never trusts the body. */
	void (*response)(struct model_answer *out, struct buf *keep, const char *body, size_t body_n,
			 const char *passage, size_t passage_n);
};

#endif
