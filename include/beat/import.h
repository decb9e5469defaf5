/* import: passages from files into the database, all of them or none (server/import; `beatctl import`).
 *
 * A bad record is told once, on standard error, with its file and position. Without skip_bad one is enough to store
 * nothing, but reading goes on to tell the others too. Functions that return an int give CLI_OK, or CLI_FAILED after
 * saying what is wrong. */
#ifndef BEAT_IMPORT_H
#define BEAT_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/corpus.h"
#include "beat/pg.h"

struct import_conf {
	const char *collection, *split; /* as import_is_collection and import_is_split want them */
	bool skip_bad, dry_run;
	enum corpus_format format; /* CORPUS_UNKNOWN: recognised, each file for itself */
	struct corpus_files files;
};

/* What became of the records; what the collection holds then. */
struct import_done {
	long long records, bad;
	int documents_new, passages_new, duplicates;
	int64_t train, dev, test;
};

bool import_is_split(const char *s);      /* "train", "dev", "test" or proportions like "auto:80/10/10" */
bool import_is_collection(const char *s); /* the same rule as the database's, before gigabytes are read in vain */
/* The collection that a file is for when none is named: "My notes (2).json" gives "My-notes-2"; may be empty. */
void import_collection_of(struct buf *out, const char *path);

/* A file or folder to be imported. */
int import_add(struct import_conf *conf, const char *path);
/* Before anything is sent: can all files be read, and as what? A pipe can be read only once, so it waits. */
int import_look(const struct import_conf *conf);
/* The import, which a first SIGINT or SIGTERM stops: then nothing is imported, and 128 + the signal is returned. */
int import_run(const struct import_conf *conf, struct pg *pg, struct import_done *done);

#endif
