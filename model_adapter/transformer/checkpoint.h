/* checkpoint: what is known of an encoder before its numbers: its kind, its sizes, and how its tensors are called.
 * Read from a Hugging Face config.json, or from the config of a weights file of our own. */
#ifndef BEAT_CHECKPOINT_H
#define BEAT_CHECKPOINT_H

#include "../readers/weights.h"
#include "mapped.h"
#include "vectors.h"

/* Names of tensors without ".weight" and ".bias"; %d is the layer. */
struct checkpoint_names {
	const char *type; /* "bert": model_type, and the prefix of its tensors */
	const char *word, *position, *kind, *norm, *project;
	const char *query, *key, *value, *mix, *mix_norm, *inner, *outer, *outer_norm;
};

struct checkpoint_config {
	const struct checkpoint_names *names;
	int layers, heads, width, inner, embedding, words, positions, types;
	int first_position; /* RoBERTa counts from behind its padding */
	float eps;
	enum vectors_activation activation;
	/* how questions are asked */
	int window, stride, span, question;
	double f1_share;
	bool lower; /* of a weights file */
};

/* 0, or -1 and a sentence. */
int checkpoint_of_folder(struct checkpoint_config *c, const char *folder, char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;
int checkpoint_of_json(struct checkpoint_config *c, const json_t *config, char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;
int checkpoint_of_weights(struct checkpoint_config *c, const struct weights *w,
			  char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;

#endif
