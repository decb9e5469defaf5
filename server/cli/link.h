/* link: what the commands share that print signed links.
 *
 * The key: BEAT_TOKEN_KEY, or the file BEAT_TOKEN_KEY_FILE names, or the
 * installation's own one in the database, which is made when it is first needed.
 * beatd chooses alike, so a link made here opens there. The key is never printed. */
#ifndef BEAT_CLI_LINK_H
#define BEAT_CLI_LINK_H

#include "beat/cli.h"
#include "beat/token.h"

/* CLI_OK, or CLI_FAILED after saying why. */
int link_key(struct pg *pg, struct token_key *key) BEAT_NODISCARD;

/* Where people reach the server unless told: BEAT_BASE_URL, or this machine. */
const char *link_base_url(void);
/* CLI_OK, or CLI_USAGE after saying why it is no address. */
int link_base_check(const struct cli_command *cmd, const char *url) BEAT_NODISCARD;
/* Its length without slashes at the end. */
int link_base_length(const char *url);

#endif
