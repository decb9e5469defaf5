/* release_make: what `beatctl release` asks of the room: freeze and write a release, check its
 * folder, compare two. Each prints what came of it and returns CLI_OK or CLI_FAILED. */
#ifndef BEAT_RELEASE_MAKE_H
#define BEAT_RELEASE_MAKE_H

#include <stdbool.h>

#include "beat/cli.h"

struct release_order {
	const char *version; /* must be given; of the others NULL is the default */
	const char *out, *formats, *licence, *seed, *as_of;
	const char *of;               /* "a@1.0,b@1.0": a combined release of these; NULL: of a project */
	const struct cli_strs *cites; /* files: records of provenance */
	bool json, anew, provisional;
};
/* Freezes a version of the project (or combines others under that name), and writes its files. */
int release_make(const char *name, const struct release_order *order);
/* The files of a frozen release, NAME@VERSION; out NULL: ./NAME@VERSION. */
int release_write(const char *release, const char *out, bool json);
/* Reads a folder again. `of`: the release it must be, NULL: whichever; the database is asked if there is one. */
int release_verify(const char *folder, const char *of);
/* Each a folder or NAME@VERSION; CLI_FAILED if they differ. */
int release_diff(const char *before, const char *after, bool json);

#endif
