/* job: what the operations of this room share. Private to it.
 *
 *   job.c         inputs: digested, read passage by passage, with a progress bar
 *   derived.c     outputs: one writer of a format each, moved into place together
 *   provenance.c  the record beside them */
#ifndef BEAT_DERIVE_JOB_H
#define BEAT_DERIVE_JOB_H

#include <stdint.h>

#include "beat/cli.h"
#include "beat/dataset.h"
#include "beat/derive.h"
#include "beat/jw.h"

/* 128 bits of SHA-256: who a text is. */
struct job_key {
	uint64_t a, b;
};
struct job_key job_key(const void *p, size_t n);
/* Of a passage's title; articles without one are each their own. */
struct job_key job_title(const struct dataset_passage *p);

/* A set of them, each with a number. Starts as {0}. */
struct job_set {
	struct job_set_slot {
		struct job_key key;
		size_t value; /* from 1; 0: the slot is free */
	} * slots;
	size_t n, cap;
};
/* The number of a key; 0 if it is not there. */
size_t job_set_find(const struct job_set *set, struct job_key key);
/* The same; one that is not there is put in, and *added says so. */
size_t job_set_add(struct job_set *set, struct job_key key, bool *added);
void job_set_release(struct job_set *set);

struct job_counts {
	int64_t titles, passages, questions, answers;
};

/* --- inputs (job.c) */

struct job_input {
	const char *path, *name; /* name: without folders */
	const char *part;        /* what it is for, in the record: "input", "passages", "titles" */
	int64_t bytes;
	char sha256[65];
	struct job_counts counts; /* of the last reading */
};

struct job {
	const struct derive *d;
	const char *tool, *verb;  /* "dataset", "halve" */
	const char *rule;         /* what was done, a sentence */
	struct buf options;       /* those that matter, as typed: " --questions 10000" */
	struct job_input *inputs; /* those of d, and what was added */
	size_t n_inputs;
	struct derived **outputs;
	size_t n_outputs;
	struct buf notes; /* sentences, a line each */
};

/* Looks at the inputs and digests them. CLI_OK, or CLI_FAILED after saying why. */
int job_open(struct job *j, const struct derive *d, const char *verb) BEAT_NODISCARD;
int job_input_add(struct job *j, const char *path, const char *part) BEAT_NODISCARD;
/* Frees; what was not published is removed. */
void job_close(struct job *j);

/* One reading of one input. Every answer has a place; rows in a row with the same title and passage are still
 * handed over one by one. The function returns 0, or CLI_FAILED after saying why. */
typedef int job_fn(void *arg, const struct dataset_passage *p);
int job_read(struct job *j, size_t input, job_fn *fn, void *arg) BEAT_NODISCARD;
/* Every input of the command, one after the other. */
int job_read_all(struct job *j, job_fn *fn, void *arg) BEAT_NODISCARD;

/* --- outputs (derived.c) */

struct derived;
/* Opens OUT for writing, under another name for now; NULL after saying why. */
struct derived *derived_open(struct job *j, const char *path);
/* Some questions of a passage, which may be none. */
int derived_add(struct derived *out, const struct dataset_passage *p, const struct dataset_question *questions,
		size_t n) BEAT_NODISCARD;
/* Of all that was added; what is held is written for it. */
const struct job_counts *derived_counts(struct derived *out);
const char *derived_name(const struct derived *out);
void derived_file(const struct derived *out, int64_t *bytes, const char **sha256);
/* Answers that do not stand where they are said to; told in the record, and otherwise left as they are. */
int64_t derived_astray(const struct derived *out);
/* Questions whose answer lies beyond the 800 tokens that MRQA holds. */
int64_t derived_left_out(const struct derived *out);
void derived_free(struct derived **out);

/* Ends all outputs, writes the record to `record`, moves all into place, prints a summary. */
int job_publish(struct job *j, const char *record) BEAT_NODISCARD;
int derived_finish(struct derived *out) BEAT_NODISCARD;
int derived_move(struct derived *out) BEAT_NODISCARD;

#endif
