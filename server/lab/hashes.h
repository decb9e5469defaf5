/* hashes: a set of 64-bit hashes, 8 bytes each and as much again at most. Private to the room. */
#ifndef BEAT_LAB_HASHES_H
#define BEAT_LAB_HASHES_H

#include <stdbool.h>
#include <stdint.h>

struct hashes;
struct hashes *hashes_new(void);
void hashes_free(struct hashes **h);
bool hashes_add(struct hashes *h, uint64_t hash); /* whether it is new */
bool hashes_has(const struct hashes *h, uint64_t hash);

#endif
