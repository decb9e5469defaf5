/* What the words of beatctl stats stand for: [NAME=]PROJECT, [NAME=]NAME@VERSION or [NAME=]FILE[,FILE…], each a
 * dataset. */
#ifndef BEAT_CLI_STATS_WORDS_H
#define BEAT_CLI_STATS_WORDS_H

#include "beat/stats_load.h"

struct stats_options {
	bool json, html, markdown, latex;
	const char *out, *as_of, *seed, *kind, *figures, *figure_formats;
	const char *split;  /* NULL, or the split of projects and releases that examples are drawn from */
	long examples, fee; /* examples -1: as the form wants; fee in per cent */
};

/* What a command has read; starts as {0}. */
struct stats_read {
	struct pg *pg; /* open if one of the words needed it, in one transaction: all numbers are of one moment */
	struct stats_series series[STATS_SERIES];
	size_t n;
	struct stats_work everything;
	char *texts[4 * STATS_SERIES]; /* what the series' names point to */
	size_t n_texts;
};

/* One word more. CLI_OK, CLI_FAILED or CLI_USAGE after saying why. */
int stats_word(struct stats_read *r, const struct stats_options *o, const char *word) BEAT_NODISCARD;
/* What needs all of them: pay over all projects. */
int stats_words_end(struct stats_read *r, const struct stats_options *o) BEAT_NODISCARD;
void stats_words_free(struct stats_read *r);

#endif
