/* tokens: a text cut into words, numbers and marks, and these into sentences.
 * Any valid UTF-8; every token knows its bytes and its code points. Linear in the
 * length of the text. */
#ifndef BEAT_TOKENS_H
#define BEAT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lexicon.h"

enum token_flag {
	TOKEN_WORD = 1,     /* letters or digits */
	TOKEN_DIGIT = 2,    /* starts with a digit */
	TOKEN_UPPER = 4,    /* starts with a capital */
	TOKEN_ALL_CAPS = 8, /* two letters or more, all capital */
	TOKEN_GLUED = 16,   /* no white space before it */
	TOKEN_BREAK = 32,   /* a line break before it */
	TOKEN_FAINT = 64,   /* carries little meaning, see lexicon_is_faint() */
	TOKEN_ABBREVIATION = 128
};

struct token {
	uint32_t byte, byte_end;
	uint32_t point, point_end;
	uint32_t low, stem, prefix; /* hashes: lower case, stem, first letters of a long word (0 for a short one) */
	uint32_t exact, head, tail; /* hashes: as written; its first and last three letters in lower case */
	uint32_t shape;             /* hash of its pattern of capitals, small letters and digits: "Xxd" */
	uint8_t word_class;         /* enum word_class */
	uint8_t flags;
	int8_t noun_type; /* lexicon_noun_type() */
};

struct sentence {
	uint32_t first, end; /* tokens, end exclusive; never empty */
};

struct tokens {
	struct token *v;
	size_t n;
	struct sentence *sentences;
	size_t n_sentences;
	size_t n_words;
};

void tokens_cut(struct tokens *out, const struct lexicon *lex, const char *text, size_t n);
void tokens_release(struct tokens *t);

#endif
