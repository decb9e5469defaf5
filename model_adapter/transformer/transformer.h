/* transformer: a reader made of an encoder's checkpoint: our own (DIR/transformer.weights) or a Hugging Face folder
 * that somebody brings. See include/beat/reader.h for what it promises. */
#ifndef BEAT_TRANSFORMER_H
#define BEAT_TRANSFORMER_H

#include "../readers/readers.h"
#include "mapped.h"

enum { TRANSFORMER_NAME_MAX = 32 };

/* A reader of this name (a word of small letters, digits, - and _) with the folder's weights. NULL and a sentence. Its
 * ops are good until it is closed. */
struct transformer_reader {
	const struct reader_ops *ops;
	void *self;
};
int transformer_open(struct transformer_reader *out, const char *name, const char *folder, bool int8,
		     char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;

#endif
