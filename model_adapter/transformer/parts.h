/* parts: what a reader of this kind is made of, opened together and checked against one another. */
#ifndef BEAT_PARTS_H
#define BEAT_PARTS_H

#include "reading.h"

struct parts {
	struct checkpoint_config config;
	struct weights *weights; /* of our own file, or NULL */
	struct tensors *tensors;
	struct tokeniser *tokeniser;
	struct encoder *encoder;
	char hash[65]; /* of a folder's weights */
};

/* 0, or -1 and a sentence; release it in either case. */
int parts_open_file(struct parts *t, const char *path, char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;
int parts_open_folder(struct parts *t, const char *folder, bool int8, char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;
void parts_release(struct parts *t);

#endif
