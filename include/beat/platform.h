/* platform: where workers come from, one module each (in server/platform)
 * behind this interface. No rule of the game depends on which one it is. */
#ifndef BEAT_PLATFORM_H
#define BEAT_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/json.h"
#include "beat/jw.h"
#include "beat/mem.h"
#include "beat/token.h"

enum { PLATFORM_ID_MAX = 128, PLATFORM_URL_MAX = 256 };

struct platform_conf {
	const char *mturk_submit_hosts; /* origins that turkSubmitTo may name, separated by spaces */
	const struct token_key *key;    /* checks invitations */
};

/* Who is at the door, read from the page's query. */
struct platform_entry {
	bool preview;                     /* may look, has no worker yet */
	char worker[PLATFORM_ID_MAX + 1]; /* the platform's id of the worker */
	char ref[PLATFORM_ID_MAX + 1];    /* of this piece of work: MTurk assignmentId, Prolific SESSION_ID, "" */
	char hit_ref[PLATFORM_ID_MAX + 1];
	char submit_to[PLATFORM_URL_MAX + 1];
	bool vouched;        /* an invitation, not just a name */
	bool validates_only; /* the invitation is for validating: it vouches for nothing else */
};

/* What is known of a finished HIT when it goes back to the platform. */
struct platform_end {
	const char *ref, *hit_ref, *submit_to, *completion_code;
	const char *kind; /* of the assignment: generate, onboarding or validate */
	int64_t won;      /* questions that beat the model; of a validation the answers given */
};

/* Why somebody is not let in. */
struct platform_fault {
	const char *param; /* the parameter that the sentence speaks of */
	char detail[JSON_ERR_MAX];
};

struct platform {
	const char *name;
	/* 0, or -1 with the fault. params is an object of strings (checked by enter's callers). */
	int (*enter)(const struct platform_conf *conf, const char *project, const json_t *params,
		     struct platform_entry *out, struct platform_fault *f);
	/* Adds the fields that tell the page how to end the HIT. */
	void (*end)(struct jw *w, const struct platform_end *end);
};

extern const struct platform platform_mturk, platform_prolific, platform_direct;

const struct platform *platform_find(const char *name); /* NULL if unknown */

/* For the modules: copies an optional or required string parameter of 1 to
 * `max` printable UTF-8 bytes. */
int platform_param(const json_t *params, const char *key, bool required, size_t max, char *out,
		   struct platform_fault *f) BEAT_NODISCARD;
/* The same for the required id of a worker, which is taken in its normal form NFKC: what looks the same is the same. */
int platform_worker(const json_t *params, const char *key, char out[PLATFORM_ID_MAX + 1],
		    struct platform_fault *f) BEAT_NODISCARD;
/* That form of an id, in its place; false if it is none. */
bool platform_normalise(char id[PLATFORM_ID_MAX + 1]) BEAT_NODISCARD;
/* Writes the sentence; always -1. */
int platform_refuse(struct platform_fault *f, const char *param, const char *format, ...) BEAT_NODISCARD
    BEAT_PRINTF(3, 4);

#endif
