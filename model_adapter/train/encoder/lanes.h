/* lanes: brain-float, and sixteen numbers at a time, for kernels.c and attention.c. */
#ifndef TRAIN_LANES_H
#define TRAIN_LANES_H

#include <immintrin.h>
#include <stdint.h>

typedef uint16_t half;

static inline float wide(half x)
{
	union {
		uint32_t bits;
		float value;
	} u = {(uint32_t)x << 16};
	return u.value;
}

static inline half narrow(float x)
{
	union {
		float value;
		uint32_t bits;
	} u = {x};
	return (half)((u.bits + 0x7fff + ((u.bits >> 16) & 1)) >> 16);
}

static inline __m512 load(const half *from)
{
	return _mm512_castsi512_ps(
	    _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)from)), 16));
}

static inline void store(half *to, __m512 x)
{
	_mm256_storeu_si256((void *)to, (__m256i)_mm512_cvtneps_pbh(x));
}

static inline __m512 all(float x)
{
	return _mm512_set1_ps(x);
}

static inline __m512 power(__m512 x) /* e to the x */
{
	__m512 n =
	    _mm512_roundscale_ps(_mm512_mul_ps(x, all(1.44269504f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
	__m512 r = _mm512_fnmadd_ps(n, all(1.42860677e-6f), _mm512_fnmadd_ps(n, all(0.693145752f), x));
	__m512 p = all(0.00833333333f);
	p = _mm512_fmadd_ps(p, r, all(0.0416666667f));
	p = _mm512_fmadd_ps(p, r, all(0.166666667f));
	p = _mm512_fmadd_ps(p, r, all(0.5f));
	p = _mm512_fmadd_ps(p, r, all(1));
	p = _mm512_fmadd_ps(p, r, all(1));
	return _mm512_scalef_ps(p, n);
}

#endif
