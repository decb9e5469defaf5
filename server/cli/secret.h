/* secret: how the commands about people come by a password. Private to server/cli. */
#ifndef BEAT_CLI_SECRET_H
#define BEAT_CLI_SECRET_H

#include <stdbool.h>

#include "beat/password.h"

struct secret_options {
	bool generate, from_stdin; /* neither: it is typed at the terminal, twice, without an echo */
};

struct secret { /* starts as {0}; release it in any case */
	char *text;
	bool made; /* here, so that somebody has to be told */
	char hash[PASSWORD_HASH_MAX];
};

/* CLI_OK, or CLI_FAILED after saying why not. */
int secret_get(struct secret *s, const struct secret_options *options, const char *account);
void secret_release(struct secret *s);

#endif
