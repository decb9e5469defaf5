/* release_gate: what must be true of a release before it is published, and what was found.
 *
 * The gate is shown every question as it was read again from the written files, split by
 * split, the small ones first: what it keeps of a passage is kept for dev and test only, so
 * memory does not grow with train. Near-duplicates across splits are reported; all the rest
 * must hold. */
#ifndef BEAT_RELEASE_GATE_H
#define BEAT_RELEASE_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "beat/jw.h"
#include "beat/pg.h"
#include "beat/release.h"

enum gate_check {
	GATE_DOCUMENTS,
	GATE_PASSAGES,
	GATE_DUPLICATES,
	GATE_SPANS,
	GATE_GOLD,
	GATE_MODEL,
	GATE_COUNTS,
	GATE_CHECKS
};

struct gate;
struct dataset_passage;

/* combined: the same question may come from several projects. pg: where texts can be looked up to compare them; NULL:
 * near-duplicates are not looked for. Borrowed. */
struct gate *gate_new(bool combined, struct pg *pg);
void gate_free(struct gate **g);

/* One finding against a check: an example in words. */
void gate_find(struct gate *g, enum gate_check check, const char *fmt, ...) BEAT_PRINTF(3, 4);

/* The splits come one after the other, each begun once. */
void gate_split(struct gate *g, enum release_split split);
/* A passage with some or all of its questions, from a file that has all of the split's: all checks. */
void gate_passage(struct gate *g, const struct dataset_passage *p);
/* From another file of the same questions: spans and gold answers alone. `where` names the file. */
void gate_spans(struct gate *g, const struct dataset_passage *p, const char *where);
void gate_end(struct gate *g); /* after the last passage */

bool gate_passed(const struct gate *g);
uint64_t gate_findings(const struct gate *g);

/* "gate": […], "near_duplicates": […] of an object that is open. */
void gate_json(struct jw *w, const struct gate *g);
/* What failed, and what to do, for people; near-duplicates in one line. */
void gate_tell(FILE *out, const struct gate *g);

#endif
