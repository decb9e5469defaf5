/* pieces: what a tokeniser makes of a text: numbers of its vocabulary, each with the code points of the original text
 * that it stands for and the word that it is a part of. */
#ifndef BEAT_PIECES_H
#define BEAT_PIECES_H

#include <stddef.h>
#include <stdint.h>

struct piece {
	int32_t id;
	uint32_t point, point_end; /* equal if it is nothing but a space */
	uint32_t word;             /* counted from 0; the pieces of a word stand together */
};

struct pieces {
	struct piece *v;
	size_t n, room;
};

void pieces_add(struct pieces *p, struct piece piece);
void pieces_release(struct pieces *p);

#endif
