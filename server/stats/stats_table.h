/* stats_table: the tables of one or several datasets, made once, written in several forms. Private to the room. */
#ifndef BEAT_STATS_TABLE_H
#define BEAT_STATS_TABLE_H

#include "beat/stats.h"

struct stats_table {
	const char *name;    /* of letters, digits and '-': "table-4" */
	const char *paper;   /* "Table 4"; NULL: the paper has no such table */
	const char *title;   /* its heading then */
	const char *caption; /* a sentence */
	size_t cols, n;      /* n: cells, the heads first, row by row */
	char **cells;        /* plain text; "" is an empty one */
	size_t cap;
};

typedef void stats_table_fn(void *arg, const struct stats_table *t);

/* Every table there is data for, in the order of the paper. */
void stats_tables(const struct stats_series *s, size_t n, stats_table_fn *f, void *arg);

void stats_table_html(struct buf *out, const struct stats_table *t);

/* Table 1 in HTML; the other two are written by stats_markdown() and stats_latex(). */
void stats_examples_html(struct buf *out, const struct stats_series *s, size_t n);
bool stats_has_examples(const struct stats_series *s, size_t n);

#endif
