/* passages: what readers made of passages, kept for the next question: a worker asks many
 * on one passage, and most of a reader's work is the passage. Shared by all threads.
 *
 * Bounded by bytes; the longest unused goes first. What is handed out stays good until it
 * is given back, also if it is thrown out meanwhile. Of threads that want the same new
 * passage at once, one reads and the others wait for it.
 *
 *   struct passage_ref *p = passages_take(c, reader, text, n, &hit);   NULL: it holds no word
 *   reader->ops->answer(reader->self, passage_of(p), …);
 *   passages_give_back(c, &p); */
#ifndef BEAT_PASSAGES_H
#define BEAT_PASSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shelf.h"

struct passages;
struct passage_ref;

struct passages_stats {
	uint64_t hits, misses, evictions;
	size_t entries, bytes;
};

/* max_bytes 0: keep nothing. */
struct passages *passages_new(size_t max_bytes);
void passages_free(struct passages **c); /* when all is given back, and before the readers are closed */

/* hit (may be NULL): it did not have to be read by this thread. */
struct passage_ref *passages_take(struct passages *c, const struct shelf_reader *reader, const char *text, size_t n,
				  bool *hit);
const void *passage_of(const struct passage_ref *p);
void passages_give_back(struct passages *c, struct passage_ref **p);

struct passages_stats passages_stats(struct passages *c);

#endif
