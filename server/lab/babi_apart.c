/* babi_apart: questions that must not come again: see babi_report.h. */
#include <stdlib.h>

#include "beat/babi_report.h"

void babi_apart_add(struct babi_apart *a, uint64_t key)
{
	if (a->n == a->room) {
		a->room = a->room > 0 ? a->room * 2 : 1024;
		a->keys = xrealloc(a->keys, a->room * sizeof(*a->keys));
	}
	a->keys[a->n++] = key;
}

static int babi_by_key(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void babi_apart_sort(struct babi_apart *a)
{
	if (a->n > 1)
		qsort(a->keys, a->n, sizeof(*a->keys), babi_by_key);
}

bool babi_apart_has(const struct babi_apart *a, uint64_t key)
{
	return a->n > 0 && bsearch(&key, a->keys, a->n, sizeof(key), babi_by_key) != NULL;
}

void babi_apart_release(struct babi_apart *a)
{
	free(a->keys);
	*a = (struct babi_apart){0};
}
