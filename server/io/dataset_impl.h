/* What the dataset readers share: where the walk is, complaints that name it, and the
 * arrays a passage's questions are laid out in. */
#ifndef BEAT_DATASET_IMPL_H
#define BEAT_DATASET_IMPL_H

#include <stdbool.h>

#include "beat/buf.h"
#include "beat/dataset.h"
#include "beat/json.h"

struct dataset_reader {
	const struct dataset_in *in;
	const struct dataset_sink *sink;
	enum dataset_format format;
	char *err; /* of DATASET_ERR_MAX bytes */

	size_t article, paragraph, question, answer; /* SQuAD: indices of the file */
	uint64_t line;                               /* MRQA */
	struct dataset_article now;

	struct dataset_question *questions; /* of the present passage, and all their answers */
	struct dataset_answer *answers;
	size_t questions_room, answers_room, n_answers;

	struct buf text; /* the article or line as it is in the file */
};

enum dataset_depth { IN_FILE, IN_ARTICLE, IN_PARAGRAPH, IN_QUESTION, IN_ANSWER };

/* Every reading function returns 0, or what the sink answered, or -1 with r->err set.
 *
 * Writes "place: sentence" to out (DATASET_ERR_MAX bytes); always returns -1. */
int dataset_say(const struct dataset_reader *r, char *out, enum dataset_depth depth, const char *fmt, ...)
    BEAT_PRINTF(4, 5);

/* The field of that type, or NULL after writing to out what is there instead. */
json_t *dataset_want(const struct dataset_reader *r, char *out, enum dataset_depth depth, const json_t *in,
		     const char *key, json_type type);

/* r->text as JSON, or NULL and r->err; it began at that line and column of the file. */
json_t *dataset_parse(struct dataset_reader *r, uint64_t line, uint64_t column);

/* What differs between the formats about a question: the name of its id, and its answers. */
struct dataset_shape {
	const char *id_key;
	/* Adds the answers by dataset_add_answer(); -1 and a sentence in out if something is wrong with them. */
	int (*answers)(struct dataset_reader *r, const json_t *qa, char *out);
};
/* A place in a text: a whole number of a sensible size; else -1. */
int64_t dataset_offset(const json_t *number);
void dataset_add_answer(struct dataset_reader *r, const json_t *text, int64_t start);

/* Lays out the questions of a passage (an object with "context" and "qas") and hands it to the sink. */
int dataset_hand_over(struct dataset_reader *r, const json_t *passage, const struct dataset_shape *shape);

int dataset_read_squad(struct dataset_reader *r);
int dataset_read_mrqa(struct dataset_reader *r);

#endif
