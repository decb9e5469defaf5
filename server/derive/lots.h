/* lots: so many ids with the smallest ranks, a rank being the first eight bytes of SHA-256 of seed, NUL and id: the
 * order in which they come does not matter, but for equal ids. First all are offered, then each is asked whether it was
 * drawn, in the same order. Private to the room.
 *
 *   lots_begin(&l, seed, 100); lots_offer(&l, id, n) …; lots_close(&l); lots_drawn(&l, id, n) …; lots_release(&l); */
#ifndef BEAT_DERIVE_LOTS_H
#define BEAT_DERIVE_LOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/buf.h"

/* A question's place in the draw; equal ranks are in the order of the file. */
struct lot {
	uint64_t rank, at;
};

struct lots {
	const char *seed;
	struct lot *heap; /* the smallest so far, the largest of them first */
	size_t n, wanted;
	uint64_t seen; /* that could be drawn */
	struct lot last;
	struct buf name;
};

void lots_begin(struct lots *l, const char *seed, size_t wanted);
void lots_offer(struct lots *l, const char *id, size_t n);
void lots_close(struct lots *l); /* there must be one */
bool lots_drawn(struct lots *l, const char *id, size_t n);
void lots_release(struct lots *l);

#endif
