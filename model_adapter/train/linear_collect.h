/* linear_collect: the features that are worth a weight, see linear_fit.h, numbered from 0. */
#ifndef BEAT_LINEAR_COLLECT_H
#define BEAT_LINEAR_COLLECT_H

#include "linear_fit.h"

struct collected {
	uint32_t *v; /* hash of each */
	size_t n;
	int32_t *table; /* number of the feature + 1, 0: free; linear probing */
	uint32_t mask;
	uint64_t *filter; /* a bit for every hash that may be there: most features are not, and this is quick */
};

void linear_collect(struct collected *out, const struct data *d, const struct example **order, size_t n,
		    const struct fit_options *o);
int64_t collected_find(const struct collected *c, uint32_t hash); /* its number, or -1 */
void collected_release(struct collected *c);

#endif
