/* The attention of a fine-tuning, by AMX. Tokens of all questions of a batch stand one after another; `at` has where
 * each begins, and where all end. For 32 queries at once the scores are held with a row for each key, so that what is
 * done over keys is done over rows. Tiles: an A tile is 16 rows of 32 numbers; a B tile is 16 pairs of rows, the two
 * numbers of a pair beside each other. */
#include "lanes.h"
#include <math.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WIDTH = 32, BLOCK = 32 }; /* of a head; queries at once */

struct tiles {
	uint8_t palette, start, reserved[14];
	uint16_t bytes[16];
	uint8_t rows[16];
};

int begin_tiles(void) /* 0 if this process may use AMX */
{
	return (int)syscall(SYS_arch_prctl, 0x1023, 18);
}

static void load_tiles(void)
{
	struct tiles t = {.palette = 1};
	for (int i = 0; i < 8; i++) {
		t.bytes[i] = 64;
		t.rows[i] = 16;
	}
	_tile_loadconfig(&t);
}

struct head { /* scratch for one head of one question; length rounded up to blocks */
	long tokens, padded;
	half *q, *k, *v, *out;     /* [padded][32] */
	half *k_turned, *v_turned; /* [32][padded] */
	half *weight, *change;     /* [padded][32]: by key, then query */
	uint32_t *pairs;           /* [padded/2][32] */
	float *score, *slope;      /* [padded][32] */
	float *grad_k, *grad_v;    /* [padded][32] */
};

static void *piece(char **at, long bytes)
{
	void *p = *at;
	*at += (bytes + 63) / 64 * 64;
	return p;
}

long scratch_bytes(long tokens)
{
	long padded = (tokens + BLOCK - 1) / BLOCK * BLOCK;
	return padded * 32 * (8 * 2 + 2 + 4 * 4) + 4096;
}

static struct head lay_out(char *scratch, long tokens)
{
	long padded = (tokens + BLOCK - 1) / BLOCK * BLOCK, two = padded * 32 * 2, four = padded * 32 * 4;
	struct head h = {.tokens = tokens, .padded = padded};
	h.q = piece(&scratch, two), h.k = piece(&scratch, two), h.v = piece(&scratch, two),
	h.out = piece(&scratch, two);
	h.k_turned = piece(&scratch, two), h.v_turned = piece(&scratch, two);
	h.weight = piece(&scratch, two), h.change = piece(&scratch, two);
	h.pairs = piece(&scratch, two);
	h.score = piece(&scratch, four), h.slope = piece(&scratch, four);
	h.grad_k = piece(&scratch, four), h.grad_v = piece(&scratch, four);
	return h;
}

struct slice { /* a head's columns of some rows */
	const half *from;
	const float *bias;
	long stride;
	float scale;
};

static void gather(const struct head *h, half *to, struct slice s)
{
	for (long i = 0; i < h->tokens; i++)
		for (long j = 0; j < WIDTH; j += 16) {
			__m512 x = load(s.from + i * s.stride + j);
			if (s.bias)
				x = _mm512_add_ps(x, _mm512_loadu_ps(s.bias + j));
			store(to + i * WIDTH + j, _mm512_mul_ps(x, all(s.scale)));
		}
	memset(to + h->tokens * WIDTH, 0, (size_t)((h->padded - h->tokens) * WIDTH) * sizeof *to);
}

/* 16 rows of 16 words, turned: words that stand 1, 2, 4 and 8 rows apart change places. */
static void turned(__m512i r[16])
{
	__m512i t[16];
	for (int i = 0; i < 16; i += 2) {
		t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
		t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
	}
	for (int i = 0; i < 16; i += 4) {
		r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
		r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
		r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
		r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
	}
	for (int i = 0; i < 4; i++) {
		t[i] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0x88);
		t[i + 4] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0xdd);
		t[i + 8] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0x88);
		t[i + 12] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0xdd);
	}
	for (int i = 0; i < 8; i++) {
		r[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
		r[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
	}
}

static void turn(half *to, const half *from, long padded)
{
	__m512i r[16];
	for (long i = 0; i < padded; i += 16) {
		for (int j = 0; j < 16; j++)
			r[j] = _mm512_loadu_si512(from + (i + j) * WIDTH);
		turned(r);
		for (int j = 0; j < 16; j++) {
			_mm256_storeu_si256((void *)(to + 2 * j * padded + i), _mm512_cvtepi32_epi16(r[j]));
			_mm256_storeu_si256((void *)(to + (2 * j + 1) * padded + i),
					    _mm512_cvtepi32_epi16(_mm512_srli_epi32(r[j], 16)));
		}
	}
}

/* 16 rows of 32 as a B tile that multiplies along the row: [pair of columns][row]. */
static void along_rows(uint32_t to[16][16], const half *from)
{
	__m512i r[16];
	for (int i = 0; i < 16; i++)
		r[i] = _mm512_loadu_si512(from + i * WIDTH);
	turned(r);
	for (int i = 0; i < 16; i++)
		_mm512_storeu_si512(to[i], r[i]);
}

/* Two rows of 16 as one of pairs. */
static inline void pair(uint32_t *to, const half *a, const half *b)
{
	__m512i low = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)a)),
		high = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)b));
	_mm512_storeu_si512(to, _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
}

/* 32 rows of 32 as two B tiles that multiply along the column: [pair of rows][column]. */
static void along_columns(uint32_t to[2][16][16], const half *from)
{
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 2; j++)
			pair(to[j][i], from + 2 * i * WIDTH + 16 * j, from + (2 * i + 1) * WIDTH + 16 * j);
}

/* score[key][query] of all keys and 32 queries. */
static void products(float *score, const half *keys, const half *queries, long padded)
{
	uint32_t b[2][16][16];
	along_rows(b[0], queries);
	along_rows(b[1], queries + 16 * WIDTH);
	_tile_loadd(4, b[0], 64);
	_tile_loadd(5, b[1], 64);
	for (long k = 0; k < padded; k += 16) {
		_tile_loadd(6, keys + k * WIDTH, 64);
		_tile_zero(0);
		_tile_zero(1);
		_tile_dpbf16ps(0, 6, 4);
		_tile_dpbf16ps(1, 6, 5);
		_tile_stored(0, score + k * BLOCK, BLOCK * 4);
		_tile_stored(1, score + k * BLOCK + 16, BLOCK * 4);
	}
}

/* out[32 numbers][32 queries] = turned × pairs, over the keys. */
static void gathered(float out[32][32], const half *turned, const uint32_t *pairs, long padded)
{
	_tile_zero(0);
	_tile_zero(1);
	_tile_zero(2);
	_tile_zero(3);
	for (long k = 0; k < padded; k += 32) {
		_tile_loadd(4, turned + k, padded * 2);
		_tile_loadd(5, turned + 16 * padded + k, padded * 2);
		_tile_loadd(6, pairs + k / 2 * BLOCK, BLOCK * 4);
		_tile_loadd(7, pairs + k / 2 * BLOCK + 16, BLOCK * 4);
		_tile_dpbf16ps(0, 4, 6);
		_tile_dpbf16ps(1, 4, 7);
		_tile_dpbf16ps(2, 5, 6);
		_tile_dpbf16ps(3, 5, 7);
	}
	_tile_stored(0, &out[0][0], 128);
	_tile_stored(1, &out[0][16], 128);
	_tile_stored(2, &out[16][0], 128);
	_tile_stored(3, &out[16][16], 128);
}

/* grad[key][number] += by_key[key][32 queries] × rows[32 queries][number]. */
static void spread_over(float *grad, const half *by_key, const half *rows, long padded)
{
	uint32_t b[2][16][16];
	along_columns(b, rows);
	_tile_loadd(4, b[0], 64);
	_tile_loadd(5, b[1], 64);
	for (long k = 0; k < padded; k += 16) {
		_tile_loadd(0, grad + k * WIDTH, 128);
		_tile_loadd(1, grad + k * WIDTH + 16, 128);
		_tile_loadd(6, by_key + k * BLOCK, 64);
		_tile_dpbf16ps(0, 6, 4);
		_tile_dpbf16ps(1, 6, 5);
		_tile_stored(0, grad + k * WIDTH, 128);
		_tile_stored(1, grad + k * WIDTH + 16, 128);
	}
}

static void pair_up(uint32_t *pairs, const half *by_key, long padded)
{
	for (long k = 0; k < padded; k += 2)
		for (long q = 0; q < BLOCK; q += 16)
			pair(pairs + k / 2 * BLOCK + q, by_key + k * BLOCK + q, by_key + (k + 1) * BLOCK + q);
}

/* weight: the exponentials of the scores, not divided by their sum yet. */
static void soften(const struct head *h, float log_sum[BLOCK], float sum[BLOCK])
{
	for (int q = 0; q < BLOCK; q += 16) {
		const float *score = h->score + q;
		__m512 top = _mm512_loadu_ps(score), total = _mm512_setzero_ps();
		for (long k = 1; k < h->tokens; k++)
			top = _mm512_max_ps(top, _mm512_loadu_ps(score + k * BLOCK));
		for (long k = 0; k < h->tokens; k++) {
			__m512 e = power(_mm512_sub_ps(_mm512_loadu_ps(score + k * BLOCK), top));
			total = _mm512_add_ps(total, e);
			store(h->weight + k * BLOCK + q, e);
		}
		_mm512_storeu_ps(sum + q, total);
		_mm512_storeu_ps(log_sum + q, top);
	}
	memset(h->weight + h->tokens * BLOCK, 0, (size_t)((h->padded - h->tokens) * BLOCK) * sizeof *h->weight);
	for (int q = 0; q < BLOCK; q++)
		log_sum[q] += logf(sum[q]);
}

/* made: [number][query], as gathered left it; to: [query][number], each query's times its scale. */
static void put_turned(half *to, long stride, float made[32][32], const float scale[BLOCK], long queries)
{
	__m512i r[16];
	for (int q = 0; q < BLOCK; q += 16)
		for (int j = 0; j < WIDTH; j += 16) {
			for (int i = 0; i < 16; i++)
				r[i] = _mm512_castps_si512(_mm512_loadu_ps(&made[j + i][q]));
			turned(r);
			for (int i = 0; i < 16 && q + i < queries; i++)
				store(to + (q + i) * stride + j,
				      _mm512_mul_ps(_mm512_castsi512_ps(r[i]), all(scale[q + i])));
		}
}

static void attend_head(const struct head *h, half *out, float *log_sum, long width)
{
	float made[32][32], sum[BLOCK], logs[BLOCK];
	turn(h->v_turned, h->v, h->padded);
	for (long first = 0; first < h->tokens; first += BLOCK) {
		long here = h->tokens - first < BLOCK ? h->tokens - first : BLOCK;
		products(h->score, h->k, h->q + first * WIDTH, h->padded);
		soften(h, logs, sum);
		pair_up(h->pairs, h->weight, h->padded);
		gathered(made, h->v_turned, h->pairs, h->padded);
		memcpy(log_sum + first, logs, (size_t)here * sizeof *logs);
		for (int q = 0; q < BLOCK; q++)
			sum[q] = 1 / sum[q];
		put_turned(out + first * width, width, made, sum, here);
	}
}

struct attention {
	const half *qkv; /* [rows][3 × width], before the bias is added */
	const float *bias;
	const int64_t *at;
	long questions, width;
	half *out;      /* [rows][width] */
	float *log_sum; /* [heads][rows], for the way back */
	char *scratch;  /* of scratch_bytes(the longest question), at a multiple of 64 */
};

static struct head taken(const struct attention *a, long question, long column)
{
	long stride = 3 * a->width;
	const half *from = a->qkv + a->at[question] * stride + column;
	struct head h = lay_out(a->scratch, a->at[question + 1] - a->at[question]);
	gather(&h, h.q, (struct slice){from, a->bias + column, stride, 1 / sqrtf(WIDTH)});
	gather(&h, h.k, (struct slice){from + a->width, a->bias + a->width + column, stride, 1});
	gather(&h, h.v, (struct slice){from + 2 * a->width, a->bias + 2 * a->width + column, stride, 1});
	return h;
}

void attend(const struct attention *a)
{
	load_tiles();
	for (long s = 0; s < a->questions; s++)
		for (long c = 0; c < a->width; c += WIDTH) {
			struct head h = taken(a, s, c);
			attend_head(&h, a->out + a->at[s] * a->width + c,
				    a->log_sum + c / WIDTH * a->at[a->questions] + a->at[s], a->width);
		}
	_tile_release();
}

/* weight: the shares of the queries' attention; change: the gradient of the scores. */
static void slopes(const struct head *h, const float log_sum[BLOCK], const float own[BLOCK])
{
	for (int q = 0; q < BLOCK; q += 16) {
		__m512 logs = _mm512_loadu_ps(log_sum + q), owns = _mm512_loadu_ps(own + q);
		for (long k = q; k < h->tokens * BLOCK; k += BLOCK) {
			__m512 e = power(_mm512_sub_ps(_mm512_loadu_ps(h->score + k), logs));
			store(h->weight + k, e);
			store(h->change + k, _mm512_mul_ps(e, _mm512_sub_ps(_mm512_loadu_ps(h->slope + k), owns)));
		}
	}
	size_t rest = (size_t)((h->padded - h->tokens) * BLOCK) * sizeof *h->weight;
	memset(h->weight + h->tokens * BLOCK, 0, rest);
	memset(h->change + h->tokens * BLOCK, 0, rest);
}

struct back {
	const half *out; /* what was made: [rows][width] */
	const float *log_sum;
	half *grad; /* of q, k and v: [rows][3 × width] */
	long width;
};

static void attend_head_back(const struct head *h, const struct back *b)
{
	float made[32][32], scale[BLOCK];
	for (int q = 0; q < BLOCK; q++)
		scale[q] = 1 / sqrtf(WIDTH);
	turn(h->k_turned, h->k, h->padded);
	memset(h->grad_k, 0, (size_t)(h->padded * WIDTH) * sizeof *h->grad_k);
	memset(h->grad_v, 0, (size_t)(h->padded * WIDTH) * sizeof *h->grad_v);
	for (long first = 0; first < h->tokens; first += BLOCK) {
		long here = h->tokens - first < BLOCK ? h->tokens - first : BLOCK;
		float own[BLOCK] = {0}, logs[BLOCK] = {0};
		const half *above = h->out + first * WIDTH;
		for (long q = 0; q < here; q++) {
			for (int j = 0; j < WIDTH; j++)
				own[q] += wide(above[q * WIDTH + j]) * wide(b->out[(first + q) * b->width + j]);
			logs[q] = b->log_sum[first + q];
		}
		products(h->score, h->k, h->q + first * WIDTH, h->padded);
		products(h->slope, h->v, above, h->padded);
		slopes(h, logs, own);
		spread_over(h->grad_v, h->weight, above, h->padded);
		spread_over(h->grad_k, h->change, h->q + first * WIDTH, h->padded);
		pair_up(h->pairs, h->change, h->padded);
		gathered(made, h->k_turned, h->pairs, h->padded);
		put_turned(b->grad + first * 3 * b->width, 3 * b->width, made, scale, here);
	}
	for (long k = 0; k < h->tokens; k++)
		for (int j = 0; j < WIDTH; j += 16) {
			store(b->grad + (k * 3 + 1) * b->width + j, _mm512_loadu_ps(h->grad_k + k * WIDTH + j));
			store(b->grad + (k * 3 + 2) * b->width + j, _mm512_loadu_ps(h->grad_v + k * WIDTH + j));
		}
}

/* grad_out: [rows][width], of what attend made; grad: [rows][3 × width], of qkv. */
void attend_back(const struct attention *a, const half *grad_out, half *grad)
{
	load_tiles();
	for (long s = 0; s < a->questions; s++)
		for (long c = 0; c < a->width; c += WIDTH) {
			long first = a->at[s] * a->width + c;
			struct head h = taken(a, s, c);
			struct back b = {a->out + first, a->log_sum + c / WIDTH * a->at[a->questions] + a->at[s],
					 grad + a->at[s] * 3 * a->width + c, a->width};
			gather(&h, h.out, (struct slice){grad_out + first, NULL, a->width, 1});
			attend_head_back(&h, &b);
		}
	_tile_release();
}
