/* hashes: see the header. Open addressing; 0 is an empty place, so a hash of 0 counts as 1. */
#include "hashes.h"

#include <stdlib.h>

#include "beat/mem.h"

struct hashes {
	uint64_t *slots;
	size_t n, room; /* room: a power of two, at least twice n */
};

struct hashes *hashes_new(void)
{
	struct hashes *h = xcalloc(1, sizeof(*h));

	h->room = 64;
	h->slots = xcalloc(h->room, sizeof(*h->slots));
	return h;
}

void hashes_free(struct hashes **h)
{
	if (*h == NULL)
		return;
	free((*h)->slots);
	free(*h);
	*h = NULL;
}

static size_t place_of(const struct hashes *h, uint64_t hash)
{
	size_t at = (size_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (h->room - 1);

	while (h->slots[at] != 0 && h->slots[at] != hash)
		at = (at + 1) & (h->room - 1);
	return at;
}

static void grow(struct hashes *h)
{
	struct hashes wider = {.room = 2 * h->room};

	wider.slots = xcalloc(wider.room, sizeof(*wider.slots));
	for (size_t i = 0; i < h->room; i++)
		if (h->slots[i] != 0)
			wider.slots[place_of(&wider, h->slots[i])] = h->slots[i];
	free(h->slots);
	h->slots = wider.slots;
	h->room = wider.room;
}

bool hashes_add(struct hashes *h, uint64_t hash)
{
	size_t at = place_of(h, hash + (hash == 0));

	if (h->slots[at] != 0)
		return false;
	h->slots[at] = hash + (hash == 0);
	if (2 * ++h->n > h->room)
		grow(h);
	return true;
}

bool hashes_has(const struct hashes *h, uint64_t hash)
{
	return h->slots[place_of(h, hash + (hash == 0))] != 0;
}
