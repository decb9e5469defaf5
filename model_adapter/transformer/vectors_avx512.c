/* vectors_avx512: the loops for AVX-512; the build says what the compiler may use. */
#ifdef __x86_64__
#define TILE         4
#define VECTORS      vectors_avx512
#define VECTORS_NAME "AVX-512"
#include "vectors_loops.h"
#endif
