/* lab_report: readers over sets in one text: a table of EM and F1 with intervals, how scores on one set tell the
 * others, whether sets rank readers alike, and the tables of an experiment. Markdown, and the same as one HTML page
 * with its figures inside. Pure. */
#ifndef BEAT_LAB_REPORT_H
#define BEAT_LAB_REPORT_H

#include <stdbool.h>

#include "beat/concur.h"
#include "beat/interval.h"

struct lab_report_cell {
	size_t questions;
	double em, f1; /* per cent */
	struct interval em_range, f1_range;
};

struct lab_report {
	const char *title;
	const char *from; /* the set that is known, as in `lab shift` */
	const char *const *readers, *const *sets;
	size_t n_readers, n_sets;
	const struct lab_report_cell *cells; /* [reader * n_sets + set] */
	const char *experiment;              /* a Markdown table; NULL: none */
	const char *experiment_heat;         /* SVG; NULL: none */
	long seed;
};

/* Scores as `lab concur` takes them, by exact match or F1. */
void lab_report_scores(struct concur *c, const struct lab_report *r, bool exact);
void lab_report_markdown(struct buf *out, const struct lab_report *r);
void lab_report_html(struct buf *out, const struct lab_report *r);

#endif
