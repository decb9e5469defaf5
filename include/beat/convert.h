/* convert: other people's question-answering sets, as SQuAD or MRQA (Fisch et al., section 3.2 and 3.3; Liu et al.,
 * appendix B; Bartolo et al., section 4.4).
 *
 * What has no spans gets all occurrences of its answers between word borders. A question that cannot be kept is counted
 * by the reason, never silently gone. Passages stream; of QAMR, whose questions stand apart from their sentences, and
 * of nothing else, the whole set is held. */
#ifndef BEAT_CONVERT_H
#define BEAT_CONVERT_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/lab.h"
#include "beat/mem.h"

/* Why a question is not kept. */
enum convert_loss {
	CONVERT_NO_ANSWER, /* there is none */
	CONVERT_NOT_THERE, /* it does not stand in the context */
	CONVERT_SEVERAL,   /* it is several spans */
	CONVERT_NO_SPAN,   /* it is a number, a date, yes or no */
	CONVERT_TABLE,     /* its context is a table */
	CONVERT_OPTIONS,   /* it speaks of the options it was asked with */
	CONVERT_BLANK,     /* it is a sentence with a gap */
	CONVERT_INVALID,   /* annotators say that it cannot be answered */
	CONVERT_REPEATED,  /* it is asked twice in the passage */
	CONVERT_LOSSES
};
const char *convert_loss_name(enum convert_loss loss); /* as in records: "not_in_context" */

struct convert_counts {
	int64_t read, kept, passages, lost[CONVERT_LOSSES];
};

/* Where made bytes go: it takes what the buffer holds and empties it; 0, or -1 and a sentence. */
typedef int convert_write_fn(void *arg, struct buf *b, char err[LAB_ERR_MAX]);

struct convert_config {
	const char *from;      /* a name of convert_from() */
	const char *sentences; /* QAMR's file of sentences */
	bool marks;            /* contexts begin with [DOC] [TLE] title [PAR] */
	bool ignore_case;      /* when answers are looked for */
	bool distinct;         /* words that stand in several places are one answer: MRQA finds the places itself */
	struct lab_set *set;
	convert_write_fn *write;
	void *arg;
};
const char *convert_from(size_t i);  /* names of the forms that are read; NULL behind the last */
const char *convert_about(size_t i); /* what each is, a few words */

struct convert;
struct convert *convert_new(const struct convert_config *config);
/* A file or, where the form is one of folders, a folder. 0, or -1 and a sentence with the place. */
int convert_read(struct convert *c, const char *path, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* Writes what is held back. */
int convert_end(struct convert *c, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
const struct convert_counts *convert_counts(const struct convert *c);
void convert_free(struct convert **c);

#endif
