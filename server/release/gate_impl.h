/* release_gate_impl: what the files of the gate share. */
#ifndef BEAT_RELEASE_GATE_IMPL_H
#define BEAT_RELEASE_GATE_IMPL_H

#include "beat/buf.h"
#include "beat/score.h"
#include "beat/text.h"
#include "gate.h"

enum { GATE_EXAMPLES = 2000, GATE_TOLD = 50, GATE_HASH = 16 }; /* kept for repairs; told to people */

struct gate_found {
	uint64_t n;
	char *examples[GATE_EXAMPLES];
	size_t n_examples;
};

struct gate_asked {
	uint8_t hash[GATE_HASH]; /* of the normalised question */
	size_t id;               /* where its id is in `ids` */
};

struct gate {
	bool combined, in_split;
	struct pg *pg;
	enum release_split split;
	struct gate_found found[GATE_CHECKS];
	struct release_counts counts[RELEASE_SPLITS];
	struct score_sum gold;     /* of the gold answers against themselves */
	uint64_t repeated;         /* questions that several parts of a combined release ask */
	struct buf title, context; /* of the passage at hand */
	struct gate_asked *asked;  /* on it */
	size_t n_asked, asked_cap;
	struct buf ids;
	struct near *near;
};

/* --- release_near.c: passages and documents of one split against those of the splits before */

struct near;
struct near_passage {
	enum release_split split;
	const char *title, *id; /* id: of one of its questions */
	const char *ids;        /* of all of them, as far as they fit */
	uint8_t hash[GATE_HASH];
	char sha256[65];
};

struct near *near_new(void);
void near_free(struct near **n);
void near_split(struct near *n, enum release_split split);
void near_document(struct near *n, struct gate *g, const struct near_passage *p);
void near_text(struct near *n, struct gate *g, const struct near_passage *p, const struct text_norm *norm);

/* Pairs that are alike, the most alike first. */
struct near_pair {
	enum release_split a_split, b_split;
	char *a_title, *b_title, *a_id, *b_id;
	double likeness;
};
const struct near_pair *near_pairs(const struct near *n, size_t *count);
bool near_gave_up(const struct near *n); /* there were too many to look at all */

#endif
