/* model: what the files of `beatctl model` share. */
#ifndef BEAT_CLI_MODEL_H
#define BEAT_CLI_MODEL_H

#include <stdbool.h>

#include "beat/buf.h"
#include "beat/cli.h"

/* What is said of a model on the command line; NULL: nothing. */
struct model_given {
	const char *url, *protocol, *measured, *measured_on;
	const char *call[12]; /* in the order of the table in model_options.c */
	struct cli_strs headers;
};

/* The words that remain, or -1. `add` has the URL as a word: it has no --url. */
int model_given_parse(int argc, char **argv, struct model_given *g, bool url);
/* The same for 'check', which takes how a model is asked, and its time. */
int model_given_parse_for_check(int argc, char **argv, struct model_given *g, long *timeout_s);
/* For 'eval', which has options of its own beside them: MODEL_GIVEN_FOR_EVAL of them are put. */
enum { MODEL_GIVEN_FOR_EVAL = 10 };
void model_given_options_for_eval(struct cli_opt *opts, struct model_given *g);
void model_given_release(struct model_given *g);
/* CLI_OK, or the code to end with after saying what is wrong. The database checks all of it again. */
int model_given_check(const struct cli_command *cmd, const struct model_given *g);
/* As the registry takes it; fails if a prompt cannot be read. */
int model_given_put(struct buf *out, const struct model_given *g);
const char *model_given_served_name(const struct model_given *g); /* NULL: none */
bool model_given_calls(const struct model_given *g);              /* something about how it is asked */

int model_protocol_check(const char *protocol);
int model_unknown(const char *name); /* says so; CLI_FAILED */

/* Verbs with a file of their own. */
int model_address(int argc, char **argv);
int model_canary(int argc, char **argv);
int model_check(int argc, char **argv);

#endif
