/* project_entries: the settings of projects as their entries tell them (sql/functions/project_settings.sql, which every
 * program carries): what can be set, within which limits, and how to speak of it. Nothing here asks the database. */
#ifndef BEAT_CLI_PROJECT_ENTRIES_H
#define BEAT_CLI_PROJECT_ENTRIES_H

#include <stdbool.h>

#include "beat/buf.h"
#include "beat/json.h"

struct project_entry {
	const char *key, *kind, *section, *label, *text, *counts;
	const char *unit, *none, *value; /* NULL: it has none */
	char *option;                    /* "--review-lease" */
	bool nullable, flag;
	long min, max;
	const json_t *choices, *says, *usual; /* NULL: it has none */
};

/* All of them, in their order; *n is their number. They stay as long as the program. */
const struct project_entry *project_entries(size_t *n);

bool project_entry_is(const struct project_entry *e, const char *kind);
/* Whether it is a list that --no-OPTION makes empty. */
bool project_entry_may_be_empty(const struct project_entry *e);

/* Whether it has a default that is worth telling; an empty text is not. */
bool project_entry_has_usual(const struct project_entry *e);

/* Each choice of an entry, with the separator between them. */
void project_entry_add_choices(struct buf *out, const struct project_entry *e, const char *separator);

/* What it may be: "0 to 1000 per mille", "yes or no", "em | f1". */
void project_entry_add_limits(struct buf *out, const struct project_entry *e);

/* A value of it in the words of the command line: 400, yes, none, "mturk, direct". */
void project_entry_add_value(struct buf *out, const struct project_entry *e, const json_t *value);

/* The same as people read it: 40.0 %, USD 2.50. */
void project_entry_add_shown(struct buf *out, const struct project_entry *e, const json_t *value);

/* The help of all options, by section. */
void project_entries_add_help(struct buf *out);

#endif
