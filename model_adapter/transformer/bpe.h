/* bpe: the tokeniser of RoBERTa and GPT-2: words are cut as their pattern says (a space belongs to the word behind
 * it), a word is its bytes, and of neighbours the pair that was learnt first is joined until none is left. Every text
 * can be said this way; nothing is changed or dropped.
 *
 * Marks such as "</s>" in a text are text: nobody can write them into a question. */
#ifndef BEAT_BPE_H
#define BEAT_BPE_H

#include <stdbool.h>

#include "pieces.h"
#include "vocab.h"

struct bpe_join {
	uint64_t pair; /* two numbers of pieces */
	uint32_t rank;
	int32_t joined;
};

struct bpe {
	struct vocab *vocab;    /* by the bytes that a piece stands for */
	int32_t bytes[256];     /* the piece of each byte */
	struct bpe_join *joins; /* by pair */
	size_t n_joins;
	bool space_before; /* a text is read as if a space stood before it */
};

/* The bytes that a piece of the file ("Ġthe") stands for, which are never more than its own: their number, or -1 if it
 * has a character that stands for none. */
int bpe_bytes(const char *piece, size_t n, char *out);
/* Where no byte is without a piece: true. Call it when the vocabulary is whole. */
bool bpe_set_bytes(struct bpe *b);
/* Joins as they were added are put in order, of those said twice the first stays. */
void bpe_set_joins(struct bpe *b, struct bpe_join *joins, size_t n);
void bpe_cut(const struct bpe *b, const char *text, size_t n, struct pieces *out);
void bpe_release(struct bpe *b);

#endif
