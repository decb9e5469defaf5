/* migrate: brings a database's tables up to this program's, and installs its functions beside those of other versions.
 *
 * All three print what they do or find, and return a status of cli.h. `pg` is a connection whose tables were not looked
 * at (cli_db_any_schema). */
#ifndef BEAT_MIGRATE_H
#define BEAT_MIGRATE_H

#include "beat/pg.h"

/* Applies what is missing; one at a time, a second waits. */
int migrate_run(struct pg *pg);

/* Migrations, applied and pending, and the functions. Changes nothing. */
int migrate_status(struct pg *pg);

/* What migrate_run would do. Changes nothing. */
int migrate_pending(struct pg *pg);

#endif
