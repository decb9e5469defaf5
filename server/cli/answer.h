/* answer: what the commands share that ask the database for one JSON value, the same
 * that the dashboard gets: print it as it is for programs, or show it to people. */
#ifndef BEAT_CLI_ANSWER_H
#define BEAT_CLI_ANSWER_H

#include "beat/cli.h"
#include "beat/json.h"
#include "beat/pg.h"
#include "sql_beatctl.h"

/* Runs a statement that gives the row `answer`. With json the value is printed; otherwise
 * show() writes it for people. Returns an exit code; what went wrong is printed. */
int answer_run(struct sql_ask ask, bool json, void (*show)(const json_t *answer));

/* A verb `list` of a command: it takes no word and no option but --json. */
int answer_list(const struct cli_command *cmd, int argc, char **argv, struct sql_ask ask,
		void (*show)(const json_t *answer));

/* cli_parse_one() for a verb that has no option but --json. */
int answer_word(const struct cli_command *cmd, int argc, char **argv, const char *what, bool *json);

/* Runs a statement and prints columns of its rows as a table; `none` is said if there are none. Returns an exit code.
 */
int answer_rows(struct sql_ask ask, const struct cli_column *columns, int n_cols, const char *none);

/* The value of such a statement; NULL after saying why there is none. */
json_t *answer_ask(struct pg *pg, struct sql_ask ask);

/* A field as text: numbers in digits, "" for null or none. Lives until the next eight calls. */
const char *answer_text(const json_t *obj, const char *key);
/* The same of a field of a field. */
const char *answer_in(const json_t *obj, const char *outer, const char *key);

/* "2026-01-31 12:30" of a moment; lives as answer_text's. */
const char *answer_moment(const json_t *obj, const char *key);

/* A line "  label   text", the label so wide; nothing if there is no text. */
void answer_line(int width, const char *label, const char *text);

/* A table of the items: cell() gives the text of a column, "" for none. `none` is said if there are no items. */
void answer_table(const json_t *items, const char *const *headings, int n_cols,
		  const char *(*cell)(const json_t *item, int col), const char *none);

#endif
