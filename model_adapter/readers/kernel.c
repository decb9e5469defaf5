/* kernel: which make of the loops this processor can run; see kernel.h. */
#include "kernel.h"

#include <stdlib.h>

#include "kernel_avx2.h"

int kernels_there(const struct kernels *out[KERNEL_MAKES])
{
	int n = 0;

#ifdef KERNEL_AVX2
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
		if (__builtin_cpu_supports("avx512f"))
			out[n++] = &kernels_avx512;
		out[n++] = &kernels_avx2;
	}
#endif
	out[n++] = &kernels_plain;
	return n;
}

const struct kernels *kernels_pick(void)
{
	const struct kernels *there[KERNEL_MAKES];
	const int n = kernels_there(there);

	return there[getenv("BEAT_PLAIN") == NULL ? 0 : n - 1];
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
