/* vectors: which make of the loops this processor can run; see vectors.h. */
#include "vectors.h"

#include <stdlib.h>

#include "vectors_room.h"

const struct vectors *vectors_pick(void)
{
#ifdef __x86_64__
	if (getenv("BEAT_PLAIN") != NULL)
		return &vectors_plain;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
		return &vectors_avx512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return &vectors_avx2;
#endif
	return &vectors_plain;
}

/* Keys and values of a head laid out, and the scores of a block of rows. */
size_t vectors_attention_room(size_t tokens, size_t width, size_t heads)
{
	size_t across = vectors_up(tokens), deep = vectors_up(width / heads);

	return width / heads * across + across * deep + VECTORS_ROWS * across + VECTORS_ROWS * deep;
}
