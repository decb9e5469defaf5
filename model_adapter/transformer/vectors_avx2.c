/* vectors_avx2: the loops for AVX2 with FMA; the build says what the compiler may use. */
#ifdef __x86_64__
#define TILE         1
#define VECTORS      vectors_avx2
#define VECTORS_NAME "AVX2 with FMA"
#include "vectors_loops.h"
#endif
