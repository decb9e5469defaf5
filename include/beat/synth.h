/* synth: made-up passages with cloze questions that ask for matching alone: FuzzySyntheticQA (Liu et al.).
 *
 * A passage is tokens that mean nothing together. A question is the neighbourhood of one token, with XXXXX in its
 * place: each token of it is replaced by one of its nearest neighbours in a space of word vectors, they are moved by at
 * most three places, and some are dropped. What is drawn is drawn by the seed. */
#ifndef BEAT_SYNTH_H
#define BEAT_SYNTH_H

#include <stdint.h>

#include "beat/buf.h"
#include "beat/lab.h"
#include "beat/mem.h"
#include "beat/rng.h"

enum { WORDS_ERR = 320, WORDS_NEAR = 100, WORDS_LENGTH = 200 };

/* Words with a vector each, of length 1. */
struct words;
/* From a file of lines "word number number …" (a first line of two numbers is passed over), of which the first `most`
 * are read (0: all). NULL and a sentence with the line. */
struct words *words_read(const char *path, size_t most, char err[WORDS_ERR]);
void words_free(struct words **w);
size_t words_count(const struct words *w);
const char *words_text(const struct words *w, size_t i);
size_t words_find(const struct words *w, const char *s, size_t n); /* words_count() if it is not there */
/* Leaves only words that are marked. */
void words_keep(struct words *w, const bool *marks);
/* The WORDS_NEAR words (fewer if there are not so many) nearest to word i by Euclidean distance, itself not among them,
 * the nearest first. Found exactly, and kept. */
const uint32_t *words_near(struct words *w, size_t i, size_t *n);

enum fuzzy_source { FUZZY_UNIFORM, FUZZY_TRIGRAM, FUZZY_PCFG, FUZZY_PARAGRAPHS };
struct fuzzy_config {
	enum fuzzy_source source;
	const char
	    *corpus;    /* path: of a text for the vocabulary, trigrams, paragraphs; a grammar for PCFG; may be NULL */
	long tokens;    /* of a passage; 150 */
	long questions; /* of a passage; 5 */
	long window;    /* tokens around the answer; 10 */
	long places;    /* that a token may move; 3 */
	double replace, drop; /* rates; 1 and 0.2 */
};
struct fuzzy;
struct fuzzy *fuzzy_new(struct words *w, const struct fuzzy_config *config, uint64_t seed, char err[WORDS_ERR]);
/* One more passage with its questions. */
void fuzzy_passage(struct fuzzy *f, struct lab_set *set, const char *name, struct buf *out);
void fuzzy_free(struct fuzzy **f);
const char *fuzzy_source_name(enum fuzzy_source source);

#endif
