/* reader: the table of built-in readers; see include/beat/reader.h. */
#include "readers.h"

#include <string.h>

static const struct reader_ops *const readers[] = {&reader_window, &reader_linear, &reader_neural, &reader_transformer,
						   NULL};

const struct reader_ops *const *reader_all(void)
{
	return readers;
}

const struct reader_ops *reader_find(const char *name)
{
	for (const struct reader_ops *const *r = readers; *r != NULL; r++) {
		if (strcmp((*r)->name, name) == 0)
			return *r;
	}
	return NULL;
}
