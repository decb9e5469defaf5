/* migrate_functions: installs the functions of this program in a schema of their own, and drops sets that nobody uses.
 * Private to this room. */
#ifndef BEAT_MIGRATE_FUNCTIONS_H
#define BEAT_MIGRATE_FUNCTIONS_H

#include "beat/pg.h"

/* Whether the set is there: 1 or 0, -1 after printing on failure. */
int migrate_functions_there(struct pg *pg);
/* The tables must be up to date. CLI_OK, or CLI_FAILED after printing; a set is there whole, or not at all. */
int migrate_functions_install(struct pg *pg);
int migrate_functions_show(struct pg *pg);

/* Says where a text of SQL failed, after undoing it: "FILE failed at line …. Nothing of it remains." */
int migrate_failed(struct pg *pg, const char *file, const char *sql);

#endif
