/* model: the server's client of a model in the loop. Per address: bounded
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

/* A model as a row of the registry has it. */
struct model_ref {
	const char *name; /* used when the answer does not name itself */
	const char *url;  /* one address, or several with a space between: each call goes to one that is up and has the
			   * least to do; what is broken off there goes on to another */
	const char *protocol; /* "beat" */
	const char *call;     /* how it is asked otherwise, JSON by SQL's model_call() (setup.h); NULL: nothing */
	const char *guard;    /* what it is held to, JSON by SQL's model_guard() (guard.h); NULL: nothing */
};

struct model_answer {
	enum model_outcome outcome;
	const char *name, *version, *weights; /* never NULL; "" if unknown */
	bool names_build;                     /* somebody answered; else the name is only whom we meant to ask */
	const char *prompt;                   /* digest of the prompt it was asked with; "" if there is none */
	const char *protocol;                 /* that was spoken; the client fills it in */
	const char *text;                     /* NUL-terminated UTF-8; "" unless answered, or MODEL_UNLOCATED */
	size_t text_n;
	bool has_span; /* given by the model, or located in the passage */
	struct span span;
	bool has_score;
	double score;
	bool has_tokens; /* what the service says it read and wrote */
	int tokens_in, tokens_out;
	int elapsed_ms;
	const char *detail; /* one line for log and database; "" when answered */
};

/* What an answer's build calls itself; "" if nobody answered. */
const char *model_build_name(const struct model_answer *a);

typedef void (*model_cb)(void *arg, const struct model_answer *a);

/* One request and what came of it, for people who look why something does not work. Lives during the callback; the key
 * is hidden in all of it. */
struct model_exchange {
	const char *url;
	const char *const *headers; /* NULL-terminated */
	const char *request, *reply;
	size_t request_n, reply_n;
	int http_status;   /* 0: none came */
	const char *error; /* "" or why not */
	int elapsed_ms;
};

/* Bytes of a reply that are enough for every protocol: AllenNLP sends matrices along. */
enum { MODEL_REPLY_MAX = 4 << 20 };

struct models_conf {
	int concurrency;         /* calls at once per endpoint */
	int queue_max;           /* waiting calls per endpoint */
	int timeout_ms;          /* whole call, waiting and retry included */
	int breaker_failures;    /* consecutive faults that open the breaker */
	int breaker_cooldown_ms; /* until a single probe is let through */
	size_t max_answer;       /* bytes of a response body */
	bool patient; /* nobody waits: the time of a call begins when it is sent, however long its turn takes */
	/* If there is one: called when an address that was left alone answers again. Must not ask at once. */
	void (*on_return)(void *arg, const char *name);
	void *on_return_arg;
	/* If there is one: called with every request and what came of it. Must not ask, cancel or free. */
	void (*on_exchange)(void *arg, const struct model_exchange *x);
	void *on_exchange_arg;
};

struct models_stats { /* one address */
	const char *name, *url;
	const char *shown; /* the url without the user and password it may carry */
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
/* The name of protocol i, in the order in which they are tried; NULL after the last. */
const char *model_protocol_name(size_t i);
bool model_protocol_known(const char *name, const char **known);

/* For those who ask the same model again and again: whether it has not even answered for so many times in a row that it
 * is in vain. in_row counts, from 0; concurrency is how many are asked at a time. */
bool model_is_silent(int *in_row, const struct model_answer *answer, long concurrency);

#endif
