/* release_folder: the folder of a release, read by its MANIFEST. */
#ifndef BEAT_RELEASE_FOLDER_H
#define BEAT_RELEASE_FOLDER_H

#include "beat/buf.h"
#include "beat/release.h"

struct release_folder {
	const char *path;
	int fd;
	struct buf manifest; /* cut up: the paths of files point into it */
	char manifest_sha256[65];
	struct release_file *files;
	size_t n;
};

/* 0, or 1 after printing why it is none. */
int release_folder_open(struct release_folder *f, const char *path);
void release_folder_close(struct release_folder *f);

/* The files of a split that hold its questions, the best first: SQuAD, the Hub's, MRQA. Returns their number; each into
 * paths, at most three, pointing into the manifest. */
enum { RELEASE_FOLDER_DATA = 3 };
size_t release_folder_data(const struct release_folder *f, enum release_split split,
			   const char *paths[RELEASE_FOLDER_DATA]);

#endif
