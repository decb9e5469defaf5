/* neural_text: a passage and a question as numbers, the way the neural reader was
 * trained on them. Training and answering both go through here, so they cannot
 * differ: every token gets a row of the word vectors, rows of five small tables
 * (what its letters look like) and features (how it stands to the question).
 *
 *   struct neural_passage p;
 *   neural_passage_read(&p, lexicon, &words, text, n);              once a passage
 *   float *features = xcalloc(p.tokens.n, sizeof(float) * NEURAL_ASKED);
 *   struct neural_question q;
 *   neural_question_read(&q, &p, question, question_n, features);    many times, from any thread
 *   neural_passage_release(&p);
 */
#ifndef BEAT_NEURAL_TEXT_H
#define BEAT_NEURAL_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "tokens.h"

enum {
	NEURAL_PARTS = 5,
	NEURAL_ASKED = 12, /* features of a passage's token that depend on the question */
	NEURAL_STILL = 14, /* and those that do not */
	NEURAL_QUESTION_FEATURES = 9,
	NEURAL_QUESTION_MAX = 40 /* tokens that are read of a question */
};

/* Rows of the word vectors. After the numbers come rows for words that have no vector of
 * their own (single letters, contractions), then the words, the most frequent first. */
enum { NEURAL_ROW_PAD, NEURAL_ROW_UNKNOWN, NEURAL_ROW_NUMBERS, NEURAL_NUMBERS = 11 };

/* Which row a word has. */
struct neural_words {
	const uint32_t *hash; /* of the lower-case word (struct token: low), ascending */
	const uint32_t *row;
	size_t n;
	uint32_t first; /* row of the most frequent word */
};

/* Sizes of the five tables. */
extern const int neural_part_rows[NEURAL_PARTS];

struct neural_token {
	uint32_t row;
	uint16_t part[NEURAL_PARTS];
	float rarity; /* 0 for a mark and the commonest word, 1 for a rare or unknown one */
};

struct neural_passage {
	const struct lexicon *lexicon;
	const struct neural_words *words;
	struct tokens tokens;
	struct neural_token *v; /* as many as tokens */
	float (*still)[NEURAL_STILL];
};

struct neural_question {
	struct neural_token v[NEURAL_QUESTION_MAX];
	float features[NEURAL_QUESTION_MAX][NEURAL_QUESTION_FEATURES];
	int n; /* never 0: a question without a token is one unknown word */
};

/* The lexicon and the words must outlive the passage. */
void neural_passage_read(struct neural_passage *out, const struct lexicon *lexicon, const struct neural_words *words,
			 const char *text, size_t n);
void neural_passage_release(struct neural_passage *p);

/* asked: as many rows as the passage has tokens; all of them are written. */
void neural_question_read(struct neural_question *out, const struct neural_passage *p, const char *text, size_t n,
			  float (*asked)[NEURAL_ASKED]);

#endif
