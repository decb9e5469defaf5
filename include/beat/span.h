/* span: half-open ranges of a text in code points, and their proofs.
 * The data counts code points; C counts bytes; browsers count UTF-16 units.
 * All texts are valid UTF-8; offsets may be any number at all. Pure. */
#ifndef BEAT_SPAN_H
#define BEAT_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	size_t start, end; /* code points, end exclusive */
};

enum span_status {
	SPAN_OK,
	SPAN_OUTSIDE,  /* start >= end, or end beyond the text */
	SPAN_MISMATCH, /* the slice is not the text that was claimed */
	SPAN_BLANK,    /* nothing but white space */
	SPAN_NO_WORDS  /* empty after normalisation */
};

/* Bytes of the slice text[start:end]; false if it lies outside or start > end.
 * start == end within the text gives an empty slice. */
bool span_slice(const char *text, size_t n, struct span s, const char **p, size_t *len);

/* Trims Python white space from both ends; SPAN_BLANK if nothing remains,
 * SPAN_OUTSIDE as above. *s changes only on SPAN_OK. */
enum span_status span_trim(const char *text, size_t n, struct span *s);

/* Proves passage[start:end] == claimed, trims, and refuses what is empty after
 * normalisation. On SPAN_OK *s is the trimmed span; else it is as it was. */
enum span_status span_prove(const char *passage, size_t n, struct span *s, const char *claimed, size_t claimed_n);

/* First occurrence of needle as a span; false if there is none or needle is empty. */
bool span_find(const char *text, size_t n, const char *needle, size_t needle_n, struct span *s);

/* The byte at which a code point begins. false if it is beyond the text; the end of the text is an offset too. */
bool span_byte_of_point(const char *text, size_t n, size_t point, size_t *byte);

/* A sentence for a person. */
const char *span_status_message(enum span_status s);

#endif
