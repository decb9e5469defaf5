/* weights_folder: a folder of its own for a test's weights files. */
#ifndef BEAT_WEIGHTS_FOLDER_H
#define BEAT_WEIGHTS_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "beat/buf.h"

static char weights_folder[] = "/tmp/beat-weights-XXXXXX";

static inline int weights_folder_open(void)
{
	return mkdtemp(weights_folder) != NULL ? 0 : -1;
}

static inline void weights_folder_write(const char *name, const struct buf *bytes)
{
	struct buf path = BUF_INIT;
	FILE *f;

	buf_addf(&path, "%s/%s", weights_folder, name);
	f = fopen(path.p, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes->p, 1, bytes->n, f), bytes->n);
	assert_int_equal(fclose(f), 0);
	buf_release(&path);
}

static inline void weights_folder_remove(const char *name)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s", weights_folder, name);
	unlink(path.p);
	buf_release(&path);
}

static inline int weights_folder_close(void)
{
	weights_folder_remove("linear.weights");
	weights_folder_remove("neural.weights");
	return rmdir(weights_folder);
}

#endif
