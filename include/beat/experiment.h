/* experiment: train × test (Bartolo et al., Tables 5 to 8): a plan of readers, training sets, seeds and test sets, and
 * mean and standard deviation of EM and F1 over the seeds. Pure. */
#ifndef BEAT_EXPERIMENT_H
#define BEAT_EXPERIMENT_H

#include "beat/buf.h"
#include "beat/json.h"

enum { EXPERIMENT_ERR = 320, EXPERIMENT_SEEDS = 100 };

/* Commands are lines for the shell, in which {train} {test} {out} {seed} {options} stand for paths, quoted, the seed,
 * and what the plan adds to a known reader's command. */
struct experiment_reader {
	const char *name, *train, *answer; /* answer prints {"question id":"answer",…} */
	const char *original;              /* the reader as it is, without training; NULL: none */
	const char *options;               /* NULL: none */
};
struct experiment_set {
	const char *name;
	const char **files;
	size_t n_files;
	long size; /* questions drawn from them; 0: all */
};
struct experiment {
	json_t *root; /* owns the texts */
	struct experiment_reader *readers;
	struct experiment_set *trains, *tests; /* a test set has one file */
	size_t n_readers, n_trains, n_tests;
	long *seeds;
	size_t n_seeds;
};
/* 0, or -1 and a sentence that names the member. */
int experiment_read(struct experiment *e, const char *json, size_t n, char err[EXPERIMENT_ERR]) BEAT_NODISCARD;
void experiment_release(struct experiment *e);

/* A command with its places filled; paths[i] stands for names[i]. Caller frees. */
struct experiment_place {
	const char *name, *text; /* "{out}" */
	bool quoted;
};
char *experiment_command(const char *line, const struct experiment_place *places, size_t n);

/* What came of it: a row for each reader as it is, and for each reader and training set. */
struct experiment_cell {
	double em, f1, em_sd, f1_sd; /* per cent; sd NaN of fewer than two */
	size_t n;                    /* seeds */
};
struct experiment_row {
	char *name; /* "linear on SQuAD" */
	const struct experiment_reader *reader;
	const char *train;             /* "original" of the reader as it is */
	struct experiment_cell *cells; /* a test set each */
};
struct experiment_table {
	const struct experiment *e;
	struct experiment_row *rows;
	size_t n;
};
/* One more row; values: [seed * n_tests + test] EM and F1. */
void experiment_row_add(struct experiment_table *t, const struct experiment_reader *reader, const char *train,
			const double *em, const double *f1, size_t n_seeds);
void experiment_table_release(struct experiment_table *t);
void experiment_csv(struct buf *out, const struct experiment_table *t);
void experiment_latex(struct buf *out, const struct experiment_table *t);
void experiment_markdown(struct buf *out, const struct experiment_table *t);
void experiment_heat(struct buf *out, const struct experiment_table *t);
/* "61.2 (0.4)" */
void experiment_number(char out[40], double mean, double sd);

#endif
