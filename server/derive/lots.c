/* lots: see the header. */
#include "lots.h"

#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"

static bool before(struct lot a, struct lot b)
{
	return a.rank != b.rank ? a.rank < b.rank : a.at < b.at;
}

static void sift_up(struct lots *l, size_t i)
{
	while (i > 0 && before(l->heap[(i - 1) / 2], l->heap[i])) {
		struct lot t = l->heap[i];

		l->heap[i] = l->heap[(i - 1) / 2];
		l->heap[(i - 1) / 2] = t;
		i = (i - 1) / 2;
	}
}

static void sift_down(struct lots *l)
{
	for (size_t i = 0, c; (c = 2 * i + 1) < l->n; i = c) {
		struct lot t = l->heap[i];

		c += c + 1 < l->n && before(l->heap[c], l->heap[c + 1]);
		if (!before(t, l->heap[c]))
			return;
		l->heap[i] = l->heap[c];
		l->heap[c] = t;
	}
}

static void take_in(struct lots *l, struct lot lot)
{
	if (l->n < l->wanted) {
		l->heap[l->n++] = lot;
		sift_up(l, l->n - 1);
	} else if (before(lot, l->heap[0])) {
		l->heap[0] = lot;
		sift_down(l);
	}
}

static struct lot lot_of(struct lots *l, const char *id, size_t n)
{
	uint8_t digest[CRYPTO_SHA256_LEN];
	struct lot lot = {.at = l->seen++};

	buf_clear(&l->name);
	buf_add(&l->name, l->seed, strlen(l->seed) + 1);
	buf_add(&l->name, id, n);
	crypto_sha256(l->name.p, l->name.n, digest);
	for (int i = 0; i < 8; i++)
		lot.rank = lot.rank << 8 | digest[i];
	return lot;
}

void lots_begin(struct lots *l, const char *seed, size_t wanted)
{
	*l = (struct lots){.seed = seed, .wanted = wanted, .heap = xcalloc(wanted + 1, sizeof(*l->heap))};
}

void lots_offer(struct lots *l, const char *id, size_t n)
{
	take_in(l, lot_of(l, id, n));
}

void lots_close(struct lots *l)
{
	l->last = l->heap[0];
	l->seen = 0;
}

bool lots_drawn(struct lots *l, const char *id, size_t n)
{
	return !before(l->last, lot_of(l, id, n));
}

void lots_release(struct lots *l)
{
	free(l->heap);
	buf_release(&l->name);
	*l = (struct lots){0};
}
