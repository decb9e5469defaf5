/* pieces: see pieces.h. */
#include "pieces.h"

#include <stdlib.h>

#include "beat/mem.h"

enum { FIRST_ROOM = 64 };

void pieces_add(struct pieces *p, struct piece piece)
{
	if (p->n == p->room) {
		p->room = p->room > 0 ? 2 * p->room : FIRST_ROOM;
		p->v = xrealloc(p->v, p->room * sizeof(*p->v));
	}
	p->v[p->n++] = piece;
}

void pieces_release(struct pieces *p)
{
	free(p->v);
	*p = (struct pieces){.v = NULL};
}
