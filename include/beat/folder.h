/* folder: folders that appear whole or not at all. What is made goes into a folder of
 * another name; when it is done it is flushed to the disk and renamed. All functions
 * return 0, or -1 and a sentence in err. */
#ifndef BEAT_FOLDER_H
#define BEAT_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/mem.h"

enum { FOLDER_ERR_MAX = 512 };

bool folder_exists(const char *path); /* anything of that name; a dangling link too */
int folder_make(const char *path, char err[FOLDER_ERR_MAX]) BEAT_NODISCARD; /* and those above it; may exist */
int folder_open(const char *path, int *fd, char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;

/* All files below it, relative, sorted by bytes; links and other oddities are named too. fn's answer other than 0 ends
 * it. */
int folder_walk(const char *path, int (*fn)(void *arg, const char *file), void *arg,
		char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;

/* Removes it with all it holds, without following links; nothing there is fine. */
int folder_remove(const char *path, char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;

/* The same of what it holds, but for the file `spared` in it and itself. */
int folder_clear(const char *path, const char *spared, char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;
bool folder_is_empty(const char *path);

/* Everything below it to the disk, then the new name, then that to the disk. `to` must not exist. */
int folder_publish(const char *from, const char *to, char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;

/* The bytes of a file in it, at most `limit`; and a file's size and digest. */
int folder_read(int fd, const char *file, struct buf *out, size_t limit, char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;
int folder_digest(int fd, const char *file, int64_t *bytes, char sha256[65], char err[FOLDER_ERR_MAX]) BEAT_NODISCARD;

#endif
