/* tokeniser: cuts a text into words and punctuation, with the place of each in code points.
 * It is the tokenisation of the MRQA files of a release. The rules, in order:
 *
 *   1. White space (Python's str.isspace()) separates tokens and is part of none.
 *   2. The marks of MRQA, [DOC] [TLE] [PAR] [SEP], are one token each.
 *   3. A run of letters, digits and '_' of scripts that put spaces between words is one token.
 *   4. Every other character is a token of its own: punctuation, symbols, ideographs, letters
 *      of scripts without spaces. "1,000.5" is five tokens, "don't" three.
 *   5. Combining marks, joiners and variation selectors stay with the token before them; what a
 *      zero-width joiner joins to a symbol (one emoji made of several) stays with it, too.
 *
 * So tokens never overlap, only white space stands between them, and each is exactly
 * text[point : point + points]. Pure. */
#ifndef BEAT_TOKENISER_H
#define BEAT_TOKENISER_H

#include <stdbool.h>
#include <stddef.h>

struct token {
	size_t byte, bytes;
	size_t point, points; /* code points */
};

/* Starts as {0}; filled again and again, released once. */
struct token_list {
	struct token *list;
	size_t n, cap;
};

/* Cuts valid UTF-8 into its first `max` tokens at most (0: all). */
void tokeniser_cut(struct token_list *t, const char *text, size_t n, size_t max);
void tokeniser_release(struct token_list *t);

/* The token that holds the code point, or the next one if it is white space between two; t->n if there is none. */
size_t tokeniser_at(const struct token_list *t, size_t point);

#endif
