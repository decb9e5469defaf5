/* answer: what the commands share that ask the database for one JSON value, the same
 * that the dashboard gets: print it as it is for programs, or show it to people. */
#ifndef BEAT_CLI_ANSWER_H
#define BEAT_CLI_ANSWER_H

#include "beat/json.h"
#include "beat/pg.h"

/* Runs a statement of one row and column. With json the value is printed; otherwise
 * show() writes it for people. Returns an exit code; what went wrong is printed. */
int answer_run(enum query q, const char *const *params, bool json, void (*show)(const json_t *answer));

/* The value of such a statement; NULL after saying why there is none. */
json_t *answer_ask(struct pg *pg, enum query q, const char *const *params);

/* A field as text: numbers in digits, "" for null or none. Lives until the next eight calls. */
const char *answer_text(const json_t *obj, const char *key);
/* The same of a field of a field. */
const char *answer_in(const json_t *obj, const char *outer, const char *key);

/* "2026-01-31 12:30" of a moment; lives as answer_text's. */
const char *answer_moment(const json_t *obj, const char *key);

/* A table of the items: cell() gives the text of a column, "" for none. `none` is said if there are no items. */
void answer_table(const json_t *items, const char *const *headings, int n_cols,
		  const char *(*cell)(const json_t *item, int col), const char *none);

#endif
