/* text_char: what Unicode 14 says of one character, for tokenisers that follow it to the letter. Pure; with text.c the
 * only users of libunistring. */
#ifndef BEAT_TEXT_CHAR_H
#define BEAT_TEXT_CHAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_CHAR_PARTS = 18 }; /* characters that one can decompose into; one has four */

/* The first letter of its general category: 'L', 'M', 'N', 'P', 'S', 'Z' or 'C' (which counts what is not assigned). */
char text_char_group(uint32_t c);
bool text_char_is_accent(uint32_t c); /* category Mn: a mark that takes no place of its own */
bool text_char_is_white(uint32_t c);  /* the property White_Space */
int text_char_order(uint32_t c);      /* canonical combining class */
/* Canonical decomposition (NFD) of one character, in order; the number of its parts. */
int text_char_decompose(uint32_t c, uint32_t out[TEXT_CHAR_PARTS]);
/* Lower case of one character without its context; the number of characters, 1 or 2. */
int text_char_lower(uint32_t c, uint32_t out[2]);
bool text_char_is_format(uint32_t c); /* category Cf: seen by nobody */
/* The normal form NFKC of valid UTF-8: malloc'd, ends with NUL; NULL if there is no memory. */
char *text_nfkc(const char *s, size_t n, size_t *out_n);
/* UTF-8 of a character; the number of bytes. */
int text_char_encode(uint32_t c, char out[4]);

#endif
