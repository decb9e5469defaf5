/* vectors_room: sizes that the makes of the loops share. */
#ifndef BEAT_VECTORS_ROOM_H
#define BEAT_VECTORS_ROOM_H

#include <stddef.h>

enum { VECTORS_LANES = 16, VECTORS_ROWS = 6, VECTORS_WIDE = 4 }; /* tokens a block; vectors a tile at most */

/* Up to whole tiles. */
static inline size_t vectors_up(size_t n)
{
	const size_t tile = VECTORS_LANES;

	return (n + tile - 1) / tile * tile;
}

#endif
