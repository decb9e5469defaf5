/* cli: command lines of several sub-commands, those of beatctl (server/cli) and beat-model
 * (model_adapter/service): one file a command with one descriptor, listed in the program's
 * table. What they share is in server/tool. */
#ifndef BEAT_CLI_H
#define BEAT_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "beat/mem.h"
#include "beat/pg.h"

struct cli_command {
	const char *name;    /* "import" */
	const char *summary; /* one line for `beatctl help` */
	/* Whole text for `beatctl help import`: usage, options, examples, exit codes. NULL: it takes --help itself. */
	const char *help;
	int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns the exit code */
	const struct cli_verb *verbs;      /* instead of run: see below */
};

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

struct cli_program {
	const char *name;                          /* "beatctl" */
	const char *intro, *outro;                 /* of its help, before and after the commands */
	const struct cli_command *const *commands; /* NULL-terminated */
	const struct cli_command *otherwise;       /* runs, and is explained, when no command is named; NULL: help */
};
int cli_main(const struct cli_program *program, int argc, char **argv);
const char *cli_name(void); /* of the program */

/* Options of a command: a table, parsed in any order between the words. */
enum cli_opt_type { CLI_FLAG, CLI_STR, CLI_INT, CLI_STRS };
struct cli_opt {
	const char *name; /* "--split" */
	enum cli_opt_type type;
	void *out;     /* bool *, const char **, long *, struct cli_strs * */
	long min, max; /* CLI_INT; both 0: any number */
};
struct cli_strs { /* an option that may be repeated; release with cli_strs_release */
	const char **v;
	size_t n;
};

/* Moves the plain words to argv[1…]; returns their number, or -1 after printing
 * what is wrong (return CLI_USAGE then). "--name value" and "--name=value"; "--"
 * ends the options; a lone "-" is a word. What is not given keeps its value, so
 * set defaults before. A value that begins with "--" must be written --name=VALUE. */
int cli_parse(int argc, char **argv, const struct cli_opt *opts, size_t n_opts);
/* The same for a verb that takes one word, `what` in its usage: CLI_OK and it is argv[1], or CLI_USAGE after saying
 * what is wrong. */
int cli_parse_one(const struct cli_command *cmd, int argc, char **argv, const struct cli_opt *opts, size_t n_opts,
		  const char *what);
void cli_strs_release(struct cli_strs *strs);

/* A command of several verbs ("project create") has a table of them, which a row of NULL ends. The one named by
 * argv[1] runs, with its path as argv[0]; when there is none of that name the command says which there are. */
struct cli_verb {
	const char *path; /* "project create" */
	int (*run)(int argc, char **argv);
};
int cli_run(const struct cli_command *cmd, int argc, char **argv);

/* The word of the list that was probably meant, or NULL. names: NULL-terminated. */
const char *cli_closest(const char *word, const char *const *names);

/* "PROGRAM: …" on standard error, harmless for the terminal whatever it quotes; return CLI_FAILED / CLI_USAGE. */
int cli_fail(const char *fmt, ...) BEAT_PRINTF(1, 2);
const char *cli_last_failure(void); /* what cli_fail() was last given, NULL if nothing yet */
int cli_usage(const struct cli_command *cmd, const char *fmt, ...) BEAT_PRINTF(2, 3);

/* Opens $BEAT_DB, or explains how to set it; its schema must be this program's. */
struct pg *cli_db(void);
/* The same without a look at the schema, for the command that makes it. */
struct pg *cli_db_any_schema(void);

/* Who is acting, for the event table: $BEAT_ACTOR or the login name. */
const char *cli_actor(void);

/* Prints columns of rows as an aligned table, numbers to the right. */
struct cli_column {
	const char *heading;
	size_t column; /* SQL_COLUMN(row, column) */
};
void cli_print_table(FILE *out, const struct pg_rows *rows, const struct cli_column *columns, int n_cols);
/* The same for texts in memory, row by row; NULL is an empty cell. Control characters become '?'. */
void cli_print_cells(FILE *out, const char *const *headings, const char *const *cells, int n_rows, int n_cols);
/* One text without a newline, made as harmless for the terminal. */
void cli_put_text(FILE *out, const char *s);
/* The same, of which newlines stay. */
void cli_put_lines(FILE *out, const char *s);

/* A progress bar on standard error when it is a terminal; otherwise silent. */
struct cli_progress {
	const char *what;
	long long total, last_shown_ms; /* total 0: unknown */
};
void cli_progress_show(struct cli_progress *p, long long done);
void cli_progress_end(struct cli_progress *p);

extern const struct cli_command cmd_migrate, cmd_import, cmd_project, cmd_model, cmd_invite, cmd_onboarding,
    cmd_instructions, cmd_pool, cmd_screening, cmd_worker, cmd_batch, cmd_review, cmd_validation, cmd_question,
    cmd_rejudge, cmd_check, cmd_score, cmd_eval, cmd_dataset, cmd_lab, cmd_stats, cmd_study, cmd_expert, cmd_release,
    cmd_alert, cmd_user, cmd_token;

#endif
