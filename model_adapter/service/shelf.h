/* shelf: the readers that are open in this process, and where their weights are.
 *
 * A reader that nobody named is left out if its file is not there (a line of log) or
 * cannot be used (an error in the log); one that was named must open. */
#ifndef BEAT_SHELF_H
#define BEAT_SHELF_H

#include <stddef.h>

#include "beat/jw.h"
#include "beat/mem.h"
#include "beat/reader.h"

enum { SHELF_MAX = 32, SHELF_CHECKPOINTS = 8, SHELF_ERR_MAX = 768 };

struct shelf_reader {
	const struct reader_ops *ops;
	void *self;
};

struct shelf {
	struct shelf_reader v[SHELF_MAX]; /* from the weakest to the strongest */
	int n;
	int chosen; /* the one that answers when none is named */
};

struct shelf_want {
	const char *folder; /* of weights; NULL or "": the usual one */
	/* "window,neural"; NULL, "" or with "all" among them: all that can be opened. A member (neural-1) is opened
	 * only if it is named, here or as the chosen one. */
	const char *names;
	const char *chosen; /* NULL or "": the strongest */
	/* "NAME=DIR,…": readers made of others' checkpoints, which stand behind ours; NULL or "": none */
	const char *checkpoints;
	bool int8; /* compute with checkpoints in int8 */
	bool one;  /* no more than the chosen one */
};

/* 0, or -1 with a sentence in err; then nothing is open. */
int shelf_open(struct shelf *s, const struct shelf_want *want, char err[SHELF_ERR_MAX]) BEAT_NODISCARD;
void shelf_close(struct shelf *s);

/* By name, or the chosen one for NULL; NULL if it is not here. */
const struct shelf_reader *shelf_find(const struct shelf *s, const char *name);
/* "window, linear and neural" */
void shelf_names(const struct shelf *s, struct buf *out);

/* The folder of weights: the one given, or ../share/beat/weights beside the program, or that of the sources.
 * Caller frees. */
char *shelf_folder(const char *given);
/* FOLDER/NAME.weights; caller frees. */
char *shelf_path(const char *folder, const struct reader_ops *ops);

/* Its networks as readers of their own are NAME-1 … NAME-n: n, or 0 if it is one by itself. */
int shelf_members(const struct shelf_reader *r);

/* The checkpoints alone: those that can be opened are added to the shelf. 0, or -1 with a sentence about the first that
 * cannot. */
int shelf_add_checkpoints(struct shelf *s, const struct shelf_want *want, char err[SHELF_ERR_MAX]) BEAT_NODISCARD;

/* Fields of an open JSON object: name, version, weights, summary, measured. */
void shelf_describe(struct jw *w, const struct shelf_reader *r);

/* Processors this process may use. */
int shelf_processors(void);

#endif
