/* kernel_avx2: the loops of kernel.h for processors with AVX2 and FMA. */
#ifndef BEAT_KERNEL_AVX2_H
#define BEAT_KERNEL_AVX2_H

#include "kernel.h"

#if defined(__x86_64__)
#define KERNEL_AVX2
extern const struct kernels kernels_avx2;
#endif

#endif
