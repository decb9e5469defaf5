/* eval_store: evaluations in the database. Functions return CLI_OK, or CLI_FAILED after saying why. */
#ifndef BEAT_CLI_EVAL_STORE_H
#define BEAT_CLI_EVAL_STORE_H

#include "beat/eval_ask.h"
#include "beat/pg.h"

/* All cells of a report; groups: of --group, [MODEL=]GROUP. */
int eval_store(const struct eval_report *r, const struct cli_strs *groups) BEAT_NODISCARD;

/* Which of the stored ones; empty lists: all. */
struct eval_choice {
	struct cli_strs sets, models;
	bool exact; /* exact match instead of F1 */
};
/* As CSV: model,group,SET,…, a row a model. */
int eval_stored_csv(const struct eval_choice *choice, struct buf *out) BEAT_NODISCARD;
/* The rows of evaluation_latest; NULL after saying why. */
struct pg_rows *eval_stored(void);

#endif
