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

const struct reader_ops *reader_find_member(const char *name, size_t n, int *i)
{
	for (const struct reader_ops *const *r = readers; *r != NULL; r++) {
		size_t len = strlen((*r)->name);

		if ((*r)->open_member == NULL || n != len + 2 || memcmp(name, (*r)->name, len) != 0 ||
		    name[len] != '-' || name[len + 1] < '1' || name[len + 1] > '0' + READER_MEMBERS_MAX)
			continue;
		*i = name[len + 1] - '0';
		return *r;
	}
	return NULL;
}
