/* mrqa: scores on many sets as the MRQA 2019 shared task tabled them (Fisch et al.): macro averages by split, models in
 * the order of the last of them (Table 3), and by what kind of sets they are (Table 4). Every set counts the same.
 * Pure. */
#ifndef BEAT_MRQA_H
#define BEAT_MRQA_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/concur.h"

enum { MRQA_ERR = 320, MRQA_SPLITS = 3, MRQA_COLUMNS = 2 * MRQA_SPLITS + 1, MRQA_ROWS = 64 };

/* What a set is. */
struct mrqa_set {
	char *name;
	int split; /* 0, 1, 2: I, II, III */
	char *question, *context;
	bool independent; /* questions were written without the passage */
};
struct mrqa_sets {
	struct mrqa_set *v;
	size_t n;
};
/* The eighteen of the shared task. */
void mrqa_sets_known(struct mrqa_sets *s);
/* More, or others in their place, from CSV: set,split,question,context,independent. */
int mrqa_sets_read(struct mrqa_sets *s, const char *csv, size_t n, char err[MRQA_ERR]) BEAT_NODISCARD;
void mrqa_sets_release(struct mrqa_sets *s);

/* A column of Table 3: sets of one split and portion ("dev", "test", "": not told), or of II and III together. */
struct mrqa_column {
	char name[40];
	size_t n; /* sets */
	bool is_final;
};
/* A row of Table 4. */
struct mrqa_kind {
	const char *attribute; /* "question", "context", "independent" */
	const char *value;
	size_t n;
};
struct mrqa_table {
	struct mrqa_column columns[MRQA_COLUMNS];
	size_t n_columns;
	struct mrqa_kind kinds[MRQA_ROWS];
	size_t n_kinds;
	size_t *order;    /* models, the best first */
	double *averages; /* [model * n_columns + column]; NaN: a score is missing */
	double *by_kind;  /* [model * n_kinds + kind] */
};
/* A benchmark's name is a set's, or SET/dev, SET/test. Table 4 is over the sets of II and III that are no dev portion,
 * or over all if there are none. -1 and a sentence if a benchmark is no known set. */
int mrqa_table(struct mrqa_table *t, const struct concur *c, const struct mrqa_sets *s,
	       char err[MRQA_ERR]) BEAT_NODISCARD;
void mrqa_table_release(struct mrqa_table *t);

void mrqa_json(struct buf *out, const struct mrqa_table *t, const struct concur *c);
void mrqa_ranking_csv(struct buf *out, const struct mrqa_table *t, const struct concur *c);
void mrqa_kinds_csv(struct buf *out, const struct mrqa_table *t, const struct concur *c);

#endif
