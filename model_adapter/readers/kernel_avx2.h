/* kernel_avx2: the loops of kernel.h for processors with AVX2 and FMA, and the same with a product for AVX-512. */
#ifndef BEAT_KERNEL_AVX2_H
#define BEAT_KERNEL_AVX2_H

#include "kernel.h"

#if defined(__x86_64__)
#define KERNEL_AVX2
extern const struct kernels kernels_avx2, kernels_avx512;
void kernel_multiply_avx512(const struct product *p);
#endif

#endif
