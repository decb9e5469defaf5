/* reading: a passage and questions on it, as the scores of an encoder are made into answers: question and passage in
 * overlapping windows, the score of a span is that of its start and its end, all spans of all windows (and "no answer",
 * the first token of a window) share one softmax, answers are whole words. */
#ifndef BEAT_READING_H
#define BEAT_READING_H

#include "../readers/tokens.h"
#include "beat/reader.h"
#include "checkpoint.h"
#include "encoder.h"
#include "tokeniser.h"

struct reading {
	struct pieces pieces;
	uint32_t *byte, *byte_end; /* of each piece, in the passage, without white space; equal if nothing is left */
	uint32_t *words_before;    /* characters of words in the pieces before */
	struct tokens tokens;      /* our own, for what counts as an answer's words */
};

struct reading_with {
	const struct checkpoint_config *config;
	const struct tokeniser *tokeniser;
	const struct encoder *encoder;
};

void reading_read(struct reading *r, const struct reading_with *with, const struct lexicon *lexicon, const char *text,
		  size_t n);
void reading_release(struct reading *r);
size_t reading_size(const struct reading *r);
/* The passage holds a word. */
void reading_answer(const struct reading *r, const struct reading_with *with, const char *question, size_t n,
		    struct reader_result *out);

#endif
