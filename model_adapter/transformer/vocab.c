/* vocab: see vocab.h. Open addressing over one buffer of bytes; at most half of the slots are taken. */
#include "vocab.h"

#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"

enum { FIRST_SLOTS = 1024 };

struct entry {
	uint32_t hash, n;
	size_t at; /* in the bytes */
	int32_t id;
};

struct vocab {
	struct buf bytes;
	struct entry *entries;
	size_t n, room;
	uint32_t *slots; /* number of the entry + 1, 0: free */
	size_t n_slots;  /* a power of two */
	size_t longest;
};

static uint32_t hash_of(const char *p, size_t n)
{
	uint32_t h = 2166136261U;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)p[i]) * 16777619U;
	return h ^ h >> 15;
}

struct vocab *vocab_new(void)
{
	struct vocab *v = xcalloc(1, sizeof(*v));

	v->n_slots = FIRST_SLOTS;
	v->slots = xcalloc(v->n_slots, sizeof(*v->slots));
	return v;
}

void vocab_free(struct vocab **v)
{
	if (*v == NULL)
		return;
	buf_release(&(*v)->bytes);
	free((*v)->entries);
	free((*v)->slots);
	free(*v);
	*v = NULL;
}

/* The slot where the string is, or where it would go. */
static size_t slot_of(const struct vocab *v, uint32_t hash, const char *p, size_t n)
{
	size_t at = hash & (v->n_slots - 1);

	while (v->slots[at] != 0) {
		const struct entry *e = &v->entries[v->slots[at] - 1];

		if (e->hash == hash && e->n == n && (n == 0 || memcmp(v->bytes.p + e->at, p, n) == 0))
			break;
		at = (at + 1) & (v->n_slots - 1);
	}
	return at;
}

static void grow(struct vocab *v)
{
	free(v->slots);
	v->n_slots *= 2;
	v->slots = xcalloc(v->n_slots, sizeof(*v->slots));
	for (size_t i = 0; i < v->n; i++) {
		size_t at = v->entries[i].hash & (v->n_slots - 1);

		while (v->slots[at] != 0)
			at = (at + 1) & (v->n_slots - 1);
		v->slots[at] = (uint32_t)i + 1;
	}
}

void vocab_add(struct vocab *v, const char *p, size_t n, int32_t id)
{
	uint32_t hash = hash_of(p, n);
	size_t at = slot_of(v, hash, p, n);

	if (v->slots[at] != 0)
		return;
	if (v->n == v->room) {
		v->room = v->room > 0 ? 2 * v->room : FIRST_SLOTS;
		v->entries = xrealloc(v->entries, v->room * sizeof(*v->entries));
	}
	v->entries[v->n] = (struct entry){.hash = hash, .n = (uint32_t)n, .at = v->bytes.n, .id = id};
	buf_add(&v->bytes, p, n);
	v->slots[at] = (uint32_t)++v->n;
	v->longest = n > v->longest ? n : v->longest;
	if (2 * v->n > v->n_slots)
		grow(v);
}

int32_t vocab_find(const struct vocab *v, const char *p, size_t n)
{
	uint32_t slot;

	if (n > v->longest)
		return -1;
	slot = v->slots[slot_of(v, hash_of(p, n), p, n)];
	return slot != 0 ? v->entries[slot - 1].id : -1;
}
