/* stats_load: where statistics come from (files, projects, releases), and how people see them. */
#ifndef BEAT_STATS_LOAD_H
#define BEAT_STATS_LOAD_H

#include <stdio.h>

#include "beat/pg.h"
#include "beat/stats.h"
#include "sql_beatctl.h"

/* What comes from votes and reviews instead of the questions: Table 2 and Figure 5 of a release, as of its moment. The
 * questions are added by the caller, before or after. 0, or -1 after printing. */
int stats_load_release(struct pg *pg, struct stats *st, int64_t release_id) BEAT_NODISCARD;

/* All of a release (release_id: its row), or of a project at a moment, questions too. */
int stats_read_release(struct pg *pg, struct stats *st, int64_t release_id) BEAT_NODISCARD;
int stats_read_project(struct pg *pg, struct stats *st, const char *project, const char *as_of) BEAT_NODISCARD;

/* Work and pay of a project, or of all if it is NULL; fee_permille stays as it is. */
int stats_read_work(struct pg *pg, struct stats_work *work, const char *project, const char *as_of) BEAT_NODISCARD;

/* What the models of a project cost, of every call for it; free with stats_calls_release(). */
int stats_read_calls(struct pg *pg, struct stats_calls *calls, const char *project, const char *as_of) BEAT_NODISCARD;
void stats_calls_release(struct stats_calls *calls);

/* One file more, SQuAD or MRQA, as the split of that name. CLI_OK, or CLI_FAILED after printing. */
int stats_read_file(struct stats *st, const char *path, const char *split) BEAT_NODISCARD;

/* For people, at a terminal. */
void stats_print(FILE *out, const struct stats_series *s);
/* Several: their tables beside each other. */
void stats_compare_print(FILE *out, const struct stats_series *s, size_t n);

#endif
