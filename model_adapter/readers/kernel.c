/* kernel: which make of the loops this processor can run; see kernel.h. */
#include "kernel.h"

#include <stdlib.h>

#include "kernel_avx2.h"

const struct kernels *kernels_fast(void)
{
#ifdef KERNEL_AVX2
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return &kernels_avx2;
#endif
	return NULL;
}

const struct kernels *kernels_pick(void)
{
	const struct kernels *fast = getenv("BEAT_PLAIN") == NULL ? kernels_fast() : NULL;

	return fast != NULL ? fast : &kernels_plain;
}

void kernel_pack(float *out, const float *in, size_t in_row, size_t inner, size_t columns)
{
	for (size_t first = 0; first < columns; first += KERNEL_PANEL) {
		for (size_t k = 0; k < inner; k++) {
			for (size_t j = first; j < first + KERNEL_PANEL; j++)
				*out++ = j < columns ? in[j * in_row + k] : 0;
		}
	}
}
