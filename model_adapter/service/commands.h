/* commands: the sub-commands of beat-model, one file each, and what they share. */
#ifndef BEAT_MODEL_COMMANDS_H
#define BEAT_MODEL_COMMANDS_H

#include "beat/cli.h"

/* Of the help of every command that opens readers: the options that shelf.h reads. */
#define HELP_READERS                                                                                                   \
	"  --checkpoint NAME=DIR\n"                                                                                    \
	"                  a reader NAME of your own: a Hugging Face folder; several with commas between\n"            \
	"  --precision P   how checkpoints are computed: fp32 (default) or int8\n"                                     \
	"  --weights DIR   folder of the readers' weights (default: $BEAT_MODEL_WEIGHTS, or the one that was\n"        \
	"                  installed with this program)\n"
#include "shelf.h"

extern const struct cli_command cmd_serve, cmd_predict, cmd_measure, cmd_ask, cmd_list;

enum { COMMANDS_CACHE = 64 << 20 }; /* bytes of passages, for datasets that repeat them */

/* $BEAT_MODEL_WEIGHTS, or NULL. */
const char *commands_weights(void);
/* The option --precision: CLI_OK, or CLI_USAGE after saying what it takes. NULL is fp32. */
int commands_precision(const struct cli_command *command, const char *given, struct shelf_want *want);
/* Opens readers for a command: CLI_OK, or CLI_FAILED after saying why not. */
int commands_open(struct shelf *shelf, const struct shelf_want *want, const char *command);

#endif
