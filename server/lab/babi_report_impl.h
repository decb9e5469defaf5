/* What the files of babi_report share. */
#ifndef BEAT_BABI_REPORT_IMPL_H
#define BEAT_BABI_REPORT_IMPL_H

#include "beat/babi_report.h"

struct babi_cell {
	char *kind, *composition;
	size_t facts, n;
	size_t *right; /* a model each */
	bool seen;     /* in the training data */
};
struct babi_report {
	size_t n_models;
	struct babi_cell *cells;
	size_t n;
	char **kinds; /* that were asked, in the order of the file */
	size_t n_kinds;
	json_t *pairs; /* questions that wait for their twin */
	struct babi_consistency *consistency;
};

#endif
