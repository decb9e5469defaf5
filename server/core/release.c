/* release: see include/beat/release.h. What all formats share. */
#include "beat/release.h"

#include <string.h>

const char *const release_split_name[RELEASE_SPLITS] = {"train", "dev", "test"};
const char *const release_split_hub[RELEASE_SPLITS] = {"train", "validation", "test"};

bool release_has_format(const struct release_about *about, const char *name)
{
	for (size_t i = 0; i < about->n_formats; i++) {
		if (strcmp(about->formats[i], name) == 0)
			return true;
	}
	return false;
}
