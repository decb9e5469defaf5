/* token: the kinds of signed tokens, made and checked.
 *
 *   session  "s1.<payload>.<mac>"  a worker page may act for one assignment
 *   invite   "i1.<payload>.<mac>"  a worker may enter a project under this id
 *            "v1.<payload>.<mac>"  the same, but to validate only
 *   expert   "e1.<payload>.<mac>"  a person may answer the questions of a baseline of experts
 *
 * payload and mac are base64url without padding; mac is HMAC-SHA256 over the text
 * "s1.<payload>" (or "i1.…"), so one kind can never pass for another. Reading
 * compares the mac as text, in constant time, before a byte of the payload is
 * believed: there is exactly one accepted spelling of a token. Tokens carry no
 * secret; anyone can read them, nobody without the key can make one. */
#ifndef BEAT_TOKEN_H
#define BEAT_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/mem.h"

enum {
	TOKEN_KEY_LEN = 32,
	TOKEN_PROJECT_MAX = 63, /* bytes */
	TOKEN_WORKER_MAX = 128, /* bytes */
	TOKEN_REF_MAX = 128,    /* bytes */
	TOKEN_MAX = 320         /* no token of either kind is longer */
};

struct token_key {
	uint8_t bytes[TOKEN_KEY_LEN];
};

enum token_status {
	TOKEN_OK,
	TOKEN_BAD,    /* not ours, changed, of the other kind, or misspelt */
	TOKEN_EXPIRED /* ours, but its time is over */
};

struct token_session {
	int64_t assignment, worker, passage;
	int64_t expires;             /* seconds since 1970; valid while now < expires */
	char ref[TOKEN_REF_MAX + 1]; /* the platform's reference the assignment was opened under; may be "" */
};

struct token_invite {
	char project[TOKEN_PROJECT_MAX + 1];
	char worker[TOKEN_WORKER_MAX + 1];
	int64_t expires;
	bool validates_only; /* vouches for answering others' questions, and for nothing else */
};

/* Exactly 64 hexadecimal digits; -1 otherwise. */
int token_key_parse(const char *hex, struct token_key *key) BEAT_NODISCARD;

/* A worker's id as an invite may carry it: 1 to 128 bytes of UTF-8 without control
 * characters and without white space at either end. A project's name has a stricter rule. */
bool token_worker_ok(const char *worker);

/* Append a token. An invite's project and worker must not be empty. */
void token_session_make(struct buf *out, const struct token_key *key, const struct token_session *t);
void token_invite_make(struct buf *out, const struct token_key *key, const struct token_invite *t);

/* *out is filled on TOKEN_OK and on TOKEN_EXPIRED, and zeroed on TOKEN_BAD. A NULL text is TOKEN_BAD. */
enum token_status token_session_read(const struct token_key *key, const char *s, int64_t now,
				     struct token_session *out) BEAT_NODISCARD;
enum token_status token_invite_read(const struct token_key *key, const char *s, int64_t now,
				    struct token_invite *out) BEAT_NODISCARD;

/* The same for an expert: `project` is the baseline, `worker` the person. Neither kind passes for the other. */
void token_expert_make(struct buf *out, const struct token_key *key, const struct token_invite *t);
enum token_status token_expert_read(const struct token_key *key, const char *s, int64_t now,
				    struct token_invite *out) BEAT_NODISCARD;

#endif
