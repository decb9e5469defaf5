/* matmul: rows of numbers times a matrix that does not change: x [rows, in] times the transpose of w [out, in]. The
 * matrix is laid out once for the processor it will run on, which is found out at run time.
 *
 *   struct matmul_door *d = matmul_open();
 *   struct matmul *m = matmul_new(d, &(struct matmul_shape){in, out, true}, w);
 *   matmul_int8(m, stream, x, rows, y);          from many threads at once, a stream each
 *
 * This is the only door to oneDNN (matmul_onednn.c); bytes are multiplied by tiles.c where there is AMX. A call
 * computes in the thread that makes it. */
#ifndef BEAT_MATMUL_H
#define BEAT_MATMUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATMUL_ROWS = 16, MATMUL_ROWS_MAX = 1024 }; /* a number of rows is a multiple of the one, up to the other */

struct matmul_door;
struct matmul;
struct matmul_stream;

struct matmul_shape {
	size_t in, out;
	bool int8; /* int8 matrix times uint8 rows, sums exact in int32; otherwise floats */
};

struct matmul_door *matmul_open(void);
void matmul_close(struct matmul_door **d); /* after all that was made of it */

/* Whether int8 is exact and quick here; where it is not, floats are to be taken. */
bool matmul_has_int8(void);

/* w is row-major [out, in], floats or int8 as the shape says, and is not needed afterwards. */
struct matmul *matmul_new(struct matmul_door *d, const struct matmul_shape *shape, const void *w);
void matmul_free(struct matmul **m);

struct matmul_stream *matmul_stream_new(struct matmul_door *d);
void matmul_stream_free(struct matmul_stream **s);

/* All aligned to 64 bytes. */
void matmul_float(const struct matmul *m, struct matmul_stream *s, const float *x, size_t rows, float *y);
void matmul_int8(const struct matmul *m, struct matmul_stream *s, const uint8_t *x, size_t rows, int32_t *y);

#endif
