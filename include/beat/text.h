/* text: UTF-8 and the SQuAD v1.1 normalisation, equal to Python 3.11's on any
 * valid UTF-8. Pure; the only user of libunistring.
 *
 * Normalisation, in this order: str.lower() with full Unicode rules (final sigma,
 * dotted capital I) -> delete the 32 ASCII punctuation characters -> replace the
 * words a, an, the (regex \b(a|an|the)\b with Unicode \w) by a space -> split on
 * Python's white space.
 *
 * Every function takes a length, so NUL is a character like any other. Bytes that
 * are not UTF-8 break the contract: results are then meaningless, but no function
 * reads or writes outside its memory. */
#ifndef BEAT_TEXT_H
#define BEAT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_token {
	const char *p;
	size_t n; /* never 0 */
};

/* A normalised text: its tokens in order, and the tokens joined by single spaces. */
struct text_norm {
	struct text_token *tokens;
	size_t count;
	char *joined; /* NUL-terminated; tokens point into it */
	size_t joined_n;
	void *heap; /* what text_norm_release frees; NULL if all is in the caller's memory */
};

/* Valid UTF-8: shortest forms, no surrogates, at most U+10FFFF. NUL is allowed. */
bool text_is_utf8(const char *s, size_t n);

/* Number of code points of valid UTF-8. */
size_t text_length(const char *s, size_t n);

/* Python's str.isspace() of one code point, and regex \w. */
bool text_is_space(uint32_t c);
bool text_is_word(uint32_t c);

/* What could play with a terminal, or turn round what stands beside it: control characters, marks that end a line, and
 * those that set the direction of what follows. */
bool text_is_control(uint32_t c);

/* How a character stands among others when a text is cut into words (Unicode's word-break property). */
enum text_class {
	TEXT_SINGLE, /* stands alone: punctuation, symbols, ideographs, letters of scripts without spaces */
	TEXT_SPACE,  /* white space, as text_is_space */
	TEXT_LETTER, /* makes a word together with its neighbours: letters, digits, '_' of scripts with spaces */
	TEXT_EXTEND  /* belongs to the character before it: combining marks, joiners, variation selectors */
};
enum text_class text_class(uint32_t c);

/* Words as a person counts them: between white space, with a letter or digit in them (normalisation would drop the
 * articles); of scripts without spaces every letter is one. */
size_t text_words(const char *s, size_t n);

/* Decodes the code point at s (valid UTF-8, n > 0); returns its bytes. */
size_t text_decode(const char *s, size_t n, uint32_t *c);

/* Python's str.lower(): malloc'd, NUL-terminated; *out_n gets its length. */
char *text_lower(const char *s, size_t n, size_t *out_n);

/* Normalises valid UTF-8 with one allocation. Release with text_norm_release. */
void text_normalise(const char *s, size_t n, struct text_norm *out);

/* The same without an allocation when TEXT_NORM_ROOM(n) bytes of the caller's memory
 * (aligned for struct text_token) are there; else it allocates. Release it all the same. */
void text_normalise_in(void *mem, size_t mem_n, const char *s, size_t n, struct text_norm *out);

void text_norm_release(struct text_norm *norm);

/* Lower-casing makes at most three bytes of two (one of U+0130 and its like), and
 * tokens are at least a byte each with a space between them. */
#define TEXT_LOWER_ROOM(n)  ((n) + (n) / 2 + 1)
#define TEXT_NORM_TOKENS(n) (TEXT_LOWER_ROOM(n) / 2 + 1)
#define TEXT_NORM_ROOM(n)   (TEXT_NORM_TOKENS(n) * sizeof(struct text_token) + TEXT_LOWER_ROOM(n))

#endif
