/* mapped: a whole file in memory, only to be read. */
#ifndef BEAT_MAPPED_H
#define BEAT_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/json.h"
#include "beat/mem.h"

enum { CHECKPOINT_ERR_MAX = 512 };

struct mapped {
	const char *p; /* "" if it is empty */
	size_t n;
	void *mapping;
};

/* FOLDER/NAME: 0; 1 if there is no such file; -1 and a sentence that names it. */
int mapped_open(struct mapped *m, const char *folder, const char *name, char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;
void mapped_release(struct mapped *m);
/* What was read of it may leave memory; it comes back when it is asked for again. */
void mapped_rest(const struct mapped *m);

/* The JSON object in FOLDER/NAME: as mapped_open; the caller releases *out. */
int mapped_json(json_t **out, const char *folder, const char *name, char err[CHECKPOINT_ERR_MAX]) BEAT_NODISCARD;

/* A sentence in err; always -1. */
int checkpoint_fail(char err[CHECKPOINT_ERR_MAX], const char *fmt, ...) BEAT_PRINTF(2, 3);

#endif
