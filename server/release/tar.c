/* tar: see include/beat/tar.h. Our own rather than libarchive: the header alone is needed, as bytes, because the files
 * between headers are sent by http_file.c; a library that writes archives would have to read them itself. */
#include "beat/tar.h"

#include <stdio.h>
#include <string.h>

/* Where the fields of a header are, and how long. */
enum {
	NAME = 0,
	NAME_N = 100,
	MODE = 100,
	UID = 108,
	GID = 116,
	SIZE = 124,
	MTIME = 136,
	SUM = 148,
	TYPE = 156,
	MAGIC = 257,
	PREFIX = 345,
	PREFIX_N = 155
};

/* Fields end with their length; a shorter text is followed by the zeros that are there. */
static void put(uint8_t *field, const char *text, size_t n)
{
	memcpy(field, text, n);
}

/* A path longer than its field goes in two, cut at a slash. */
static int put_path(uint8_t *out, const char *path)
{
	size_t n = strlen(path);
	const char *slash = path;

	if (n <= NAME_N) {
		put(out + NAME, path, n);
		return 0;
	}
	for (slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		size_t before = (size_t)(slash - path), after = n - before - 1;

		if (before > 0 && before <= PREFIX_N && after > 0 && after <= NAME_N) {
			put(out + PREFIX, path, before);
			put(out + NAME, slash + 1, after);
			return 0;
		}
	}
	return -1;
}

int tar_header(uint8_t out[TAR_BLOCK], const char *path, int64_t size)
{
	unsigned sum = 0;

	memset(out, 0, TAR_BLOCK);
	if (size < 0 || size >= (int64_t)8 << 30 || *path == '\0' || put_path(out, path) < 0)
		return -1;
	memcpy(out + MODE, "0000644", 8);
	memcpy(out + UID, "0000000", 8);
	memcpy(out + GID, "0000000", 8);
	snprintf((char *)out + SIZE, 12, "%011llo", (unsigned long long)size);
	memcpy(out + MTIME, "00000000000", 12);
	out[TYPE] = '0';
	memcpy(out + MAGIC, "ustar\00000", 8);
	memset(out + SUM, ' ', 8); /* while it is summed up */
	for (size_t i = 0; i < TAR_BLOCK; i++)
		sum += out[i];
	snprintf((char *)out + SUM, 7, "%06o", sum);
	return 0;
}

size_t tar_padding(int64_t size)
{
	return (size_t)((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
}
