/* stats_write: statistics as files, or on the standard output. What fails is said; results are those of cli.h. */
#ifndef BEAT_STATS_WRITE_H
#define BEAT_STATS_WRITE_H

#include "beat/stats.h"

enum stats_form { STATS_TABLE, STATS_JSON, STATS_HTML, STATS_MARKDOWN, STATS_LATEX };

/* One dataset, or several side by side. A file appears whole or not at all; without a path: on the standard output. */
int stats_write(const struct stats_series *s, size_t n, enum stats_form form, const char *path) BEAT_NODISCARD;

/* The figures, each in the formats of a list such as "svg,pdf", in a folder that is made if need be. */
int stats_write_figures(const struct stats_series *s, size_t n, const char *folder, const char *formats) BEAT_NODISCARD;
bool stats_figure_formats_known(const char *list);

#endif
