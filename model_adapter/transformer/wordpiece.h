/* wordpiece: BERT's tokeniser. Text is cleaned (control characters go, white space becomes a space), ideographs stand
 * alone, and in vocabularies of lower case accents go and capitals become small; words are cut at white space and
 * around punctuation; of a word the longest piece that the vocabulary has is taken, then the longest of the rest
 * ("##…"). A word that cannot be made of pieces, or has more than 100 characters, is one unknown piece.
 *
 * Marks such as "[SEP]" in a text are text: they are cut like anything else, so that nobody can write them into a
 * question. */
#ifndef BEAT_WORDPIECE_H
#define BEAT_WORDPIECE_H

#include <stdbool.h>

#include "pieces.h"
#include "vocab.h"

struct wordpiece {
	struct vocab *first, *rest; /* pieces that begin a word, and those that go on with one, without their "##" */
	int32_t unknown;
	bool clean, ideographs, lower, accents; /* accents: take them away */
	int longest_word;                       /* characters; longer ones are unknown */
};

/* Adds a line of vocab.txt. */
void wordpiece_add(struct wordpiece *w, const char *piece, size_t n, int32_t id);
void wordpiece_cut(const struct wordpiece *w, const char *text, size_t n, struct pieces *out);
void wordpiece_release(struct wordpiece *w);

#endif
