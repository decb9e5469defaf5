/* fuzzy: what its parts share: where passages' tokens come from (fuzzy_source.c). Private to the room. */
#ifndef BEAT_LAB_FUZZY_H
#define BEAT_LAB_FUZZY_H

#include "beat/synth.h"

struct fuzzy_text;
/* Reads what the source needs; NULL and a sentence on failure. Uniform sources with a corpus narrow the words down to
 * it. */
struct fuzzy_text *fuzzy_text_new(struct words *w, const struct fuzzy_config *config, char err[WORDS_ERR]);
void fuzzy_text_free(struct fuzzy_text **t);
/* Fills `tokens` with up to `most` texts that live as long as the source; returns how many. */
size_t fuzzy_text_draw(struct fuzzy_text *t, struct rng *rng, const char **tokens, size_t most);

#endif
