/* question: what a question asks for: its type, its words with their weights, and
 * the words next to the question word that an answer should stand by. */
#ifndef BEAT_QUESTION_H
#define BEAT_QUESTION_H

#include <stdbool.h>
#include <stdint.h>

enum question_type {
	QUESTION_WHAT,
	QUESTION_NOUN, /* "which river", "what kind of tree": a noun of no special type */
	QUESTION_NAME,
	QUESTION_WHO,
	QUESTION_WHEN,
	QUESTION_WHERE,
	QUESTION_NUMBER,
	QUESTION_MONEY,
	QUESTION_LONG, /* how long, how old, how far */
	QUESTION_WHY,
	QUESTION_HOW,
	QUESTION_NONE, /* no question word */
	QUESTION_TYPES
};

enum { QUESTION_WORDS_MAX = 48 };

struct tokens;

struct question_word {
	uint32_t low, stem, prefix;
	int weight; /* 0…64: how much it says about where the answer is */
	bool capital, digit;
	uint32_t token; /* of the question */
};

struct question {
	enum question_type type;
	struct question_word words[QUESTION_WORDS_MAX];
	int n_words;
	int cue;    /* token of the question word, or -1 */
	int noun;   /* index of the noun that is asked for, or -1 */
	int after;  /* index of the first word of weight after the question word and its noun, or -1 */
	int before; /* index of the last word of weight before it, or -1 */
	int last;   /* index of the last word of weight, or -1 */
};

void question_read(struct question *out, const struct tokens *t);

#endif
