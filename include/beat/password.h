/* password: the door to libsodium: argon2id hashes of passwords, rules for choosing
 * one, and passwords made at random.
 *
 * A hash is the usual text "$argon2id$v=19$m=65536,t=2,p=1$salt$hash": it takes 64 MiB
 * and some 50 ms to make or check, so a server does it in a thread (work.h). */
#ifndef BEAT_PASSWORD_H
#define BEAT_PASSWORD_H

#include <stdbool.h>

#include "beat/mem.h"

enum {
	PASSWORD_HASH_MAX = 128, /* with the NUL */
	PASSWORD_LEAST = 10,     /* code points */
	PASSWORD_MOST = 1024,    /* bytes */
	PASSWORD_MADE_LEN = 23   /* of a password made here: four groups of five, and dashes */
};

/* 0, or -1 if there is no memory for it. */
int password_hash(const char *password, char out[PASSWORD_HASH_MAX]) BEAT_NODISCARD;

/* Whether the password belongs to the hash. NULL or "" as hash: never, but it takes as long
 * as if there were one, so that nobody can tell by the time which names exist. */
bool password_matches(const char *hash, const char *password);

/* NULL, or a sentence why this cannot be the password of that account. */
const char *password_refusal(const char *account, const char *password);

/* A password of 99 random bits from letters and digits that are not mistaken for others. */
void password_make(char out[PASSWORD_MADE_LEN + 1]);

#endif
