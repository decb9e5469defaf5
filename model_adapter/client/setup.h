/* setup: how a model is asked, read from what SQL's model_call() tells. An endpoint reads it once; a model that is told
 * otherwise from then on is another endpoint. The key itself is not in it, only where it is. Pure. */
#ifndef BEAT_MODEL_SETUP_H
#define BEAT_MODEL_SETUP_H

#include <stdbool.h>

struct json_t;

struct model_setup {
	const char *served_name;        /* what its server calls it; NULL: nothing */
	const char *prompt;             /* what a language model is told; NULL: what the program has */
	const char *headers;            /* lines "Name: value" with {key} for the key; NULL: none */
	const char *key_env, *key_file; /* where the key is; NULL: not there */
	int timeout_ms, concurrency, per_minute, max_tokens; /* 0: what the client does by itself */
	bool link_local;                                     /* it may be where no other model may */
	struct json_t *kept;                                 /* the strings live in it */
};

/* call may be NULL. What it cannot read it takes for not told: the database has proved it. */
void model_setup_init(struct model_setup *s, const char *call);
void model_setup_release(struct model_setup *s);

#endif
