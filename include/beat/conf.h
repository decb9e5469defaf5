/* conf: one table drives the configuration file, the environment, the flags,
 * --help and the documented sample file of a program.
 *
 * Order, later wins: default, file (--config FILE or BEAT_CONFIG, with the program's prefix), environment
 * (env_prefix + the key in capitals, '-' as '_'), flag (--key VALUE or --key=VALUE).
 * A wrong value is refused with where it came from ("beatd.conf:12: …").
 * A key marked secret has no flag: it comes from the environment, or from a file
 * named by its companion key NAME-file; it is never printed. */
#ifndef BEAT_CONF_H
#define BEAT_CONF_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/mem.h"

enum conf_type {
	CONF_STRING, /* char * */
	CONF_INT,    /* int, between min and max */
	CONF_BOOL,   /* bool: yes/no, true/false, on/off, 1/0 */
	CONF_CHOICE, /* char *, one of choices "a|b|c" */
	CONF_SECRET  /* char *; adds the key NAME-file */
};

struct conf_key {
	const char *name; /* "read-connections" */
	enum conf_type type;
	size_t offset;   /* of the field in the program's struct */
	const char *def; /* default as text; NULL means unset */
	int min, max;    /* CONF_INT */
	const char *choices;
	const char *arg;  /* how --help names the value: "ADDR" */
	const char *help; /* one sentence, or two */
};

struct conf_program {
	const char *name;       /* "beatd" */
	const char *usage;      /* "beatd [--config FILE] [--KEY VALUE]…" */
	const char *intro;      /* a paragraph for --help */
	const char *outro;      /* examples, signals; may be NULL */
	const char *env_prefix; /* "BEAT_" if NULL */
	const struct conf_key *keys;
	size_t count;
};

enum conf_result { CONF_GO, CONF_STOP_OK, CONF_STOP_ERROR };

/* Fills the struct `out` (zeroed first). Handles --help, --version and
 * --print-config itself (CONF_STOP_OK). Prints why on CONF_STOP_ERROR.
 * Words that are no flags are refused unless rest is not NULL; then *rest is the
 * first of them and argv is theirs from there. */
enum conf_result conf_load(const struct conf_program *prog, int argc, char **argv, void *out, int *rest);
void conf_release(const struct conf_program *prog, void *out);

#endif
