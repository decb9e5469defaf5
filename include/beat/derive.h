/* derive: new datasets of given ones (beatctl dataset, beatctl lab mrqa): halved, voted, sampled, merged, filtered,
 * parted, mixed. Inputs are files that dataset.h reads; they stream, some twice. Beside what is written stands a record
 * of how it came about (its form is in server/derive/provenance.c), which cards of releases can cite.
 *
 * All return CLI_OK, or CLI_FAILED after saying why; then nothing was written. A summary is printed. */
#ifndef BEAT_DERIVE_H
#define BEAT_DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "beat/stats.h"

#define DERIVE_RECORD ".provenance.json" /* the record of OUT is OUT.provenance.json */

struct derive {
	char *const *inputs; /* paths */
	size_t n_inputs;
	const char *out;    /* a file; a folder for derive_halve */
	const char *format; /* "squad", "hf" or "mrqa" */
	const char *seed;   /* NULL where nothing is drawn */
	bool json;          /* the summary is the record */
	bool pipe;          /* the dataset goes on to standard output: the summary is the record, on standard error */
	bool marks;         /* contexts begin with [DOC] [TLE] title [PAR], unless they have marks */
	bool spellings;     /* answers of several people are MRQA's list of answers, equal ones once */
};

/* Two halves with no title in both, OUT/NAME.json each. */
int derive_halve(const struct derive *d, const char *const names[2]) BEAT_NODISCARD;

/* Of each question's answers the one that most annotators gave, by their normal forms; of equally many the one of the
 * earlier annotator, and of a group the words of its first. */
int derive_majority(const struct derive *d) BEAT_NODISCARD;

/* So many questions, drawn by the seed; only on passages that the file `from` has too, unless it is NULL. */
int derive_sample(const struct derive *d, long questions, const char *from) BEAT_NODISCARD;

/* One after the other. An id that comes twice is refused, or its later questions are left out. */
int derive_merge(const struct derive *d, bool skip_repeated) BEAT_NODISCARD;

/* Parts with no passage in two of them, OUT/NAME.json each. */
struct derive_part {
	char *name;
	int64_t questions; /* about so many, by whole passages; 0, of the last: what is left */
};
struct derive_parts {
	struct derive_part *v;
	size_t n;
};
int derive_part(const struct derive *d, const struct derive_parts *parts) BEAT_NODISCARD;

/* At most `most` questions of each input, in random order. An id that comes twice is refused. */
int derive_mix(const struct derive *d, long most) BEAT_NODISCARD;

/* After a collection: white space around answers, malformed answers, documents with fewer than `least` questions a
 * paragraph on average. */
int derive_tidy(const struct derive *d, long least) BEAT_NODISCARD;

/* What a question must be to stay. Numbers below 0, NULL and empty lists: anything. */
struct derive_range {
	long min, max;
};
struct derive_filter {
	const char *titles, *not_titles; /* files with a title a line */
	struct derive_range question_words, answer_words, passage_words;
	bool answer_types[STATS_ANSWERS], any_answer_type;
	bool question_types[STATS_TYPES], any_question_type;
};
int derive_filter(const struct derive *d, const struct derive_filter *f) BEAT_NODISCARD;

#endif
