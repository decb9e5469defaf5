/* tokeniser: cuts texts as a checkpoint wants them. Which way is found in its files: tokenizer.json if it is there,
 * else vocab.txt (WordPiece), or vocab.json and merges.txt (byte-level BPE). */
#ifndef BEAT_TRANSFORMER_TOKENISER_H
#define BEAT_TRANSFORMER_TOKENISER_H

#include "mapped.h"
#include "pieces.h"

struct tokeniser;

/* NULL and a sentence. */
struct tokeniser *tokeniser_of_folder(const char *folder, char err[CHECKPOINT_ERR_MAX]);
/* The bytes of a vocab.txt. */
struct tokeniser *tokeniser_of_vocab(const char *p, size_t n, bool lower, char err[CHECKPOINT_ERR_MAX]);
/* A tokenizer.json. */
struct tokeniser *tokeniser_of_json(const json_t *root, char err[CHECKPOINT_ERR_MAX]);
void tokeniser_free(struct tokeniser **t);

/* Valid UTF-8; pieces are added to out. */
void tokeniser_cut(const struct tokeniser *t, const char *text, size_t n, struct pieces *out);

/* How a question and a passage are put together: first question middle passage last. */
struct tokeniser_frame {
	int32_t first, last;
	int32_t middle[2];
	int n_middle;
};
const struct tokeniser_frame *tokeniser_frame(const struct tokeniser *t);
int32_t tokeniser_highest(const struct tokeniser *t); /* the highest number that a piece can have */

#endif
