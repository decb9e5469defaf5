/* release_fields: the fields of a release's rows, told once for the card's head, the card and croissant.json. */
#ifndef BEAT_RELEASE_FIELDS_H
#define BEAT_RELEASE_FIELDS_H

#include <stdbool.h>

#include "beat/release.h"

enum field_type { FIELD_TEXT, FIELD_INT, FIELD_REAL, FIELD_BOOL, FIELD_STRUCT };

struct field {
	const char *name; /* NULL ends a list */
	enum field_type type;
	bool repeated; /* a list of them */
	const char *about;
	const struct field *sub; /* of a FIELD_STRUCT */
};

/* A set of rows that the release has: its questions, and its attempts if they are asked for. */
struct release_rows {
	const char *config; /* "default", "attempts" */
	const char *what;   /* "question", "attempt" */
	const struct field *fields;
	int64_t n[RELEASE_SPLITS]; /* 0: the split is empty */
	const struct release_file *file[RELEASE_SPLITS];
};
enum { RELEASE_ROWS_MAX = 2 };
size_t release_rows(const struct release_about *about, struct release_rows out[RELEASE_ROWS_MAX]);

/* All of its questions were asked without an adversary. */
bool release_is_plain(const struct release_about *about);

/* Every build with its version, weights, prompt and protocol; then tokens and money, in all and by build
 * (card_models.c). */
void release_card_models(const struct release_part *part, struct buf *out);
/* The YAML head of the card, with both its lines of dashes (card_head.c). */
void release_card_head(const struct release_about *about, struct buf *out);
/* A line on the answers of others, one on what was left out after the collection, and the paper's entry (card_plain.c).
 */
void release_card_further(struct buf *out, const struct release_part *part);
void release_card_tidied(struct buf *out, const struct release_tidied *t);
extern const char release_plain_paper[];
/* How to cite it, and the paper whose protocol it follows. */
void release_card_citation(const struct release_about *about, struct buf *out);
/* Its chapter on the datasets that the cited records speak of; nothing if there are none. */
void release_card_cites(const struct release_about *about, struct buf *out);

#endif
