/* licence: the names of licences for data. A researcher writes "CC BY-SA 4.0" or "cc-by-sa-4.0"; the Hub, Croissant and
 * people each want it in their own way. Pure. */
#ifndef BEAT_LICENCE_H
#define BEAT_LICENCE_H

#include <stdbool.h>

#include "beat/buf.h"

struct licence {
	const char *hub;  /* the Hub's identifier: "cc-by-sa-4.0" */
	const char *spdx; /* "CC-BY-SA-4.0"; NULL: not in the SPDX list */
	const char *name; /* for people */
};

/* NULL: none we know, so it goes out as the text it is. Case, spaces, '-' and '_' make no difference. */
const struct licence *licence_find(const char *given);

/* https://spdx.org/licenses/….html; adds nothing and returns false if there is none. */
bool licence_url(struct buf *out, const struct licence *l);

#endif
