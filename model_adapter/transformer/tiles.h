/* tiles: bytes times an int8 matrix with the tile registers of AMX, for matmul_onednn.c alone. oneDNN could do it too,
 * but takes the size of a tile from a leaf of CPUID that some hypervisors hide, and then dies of it. */
#ifndef BEAT_TILES_H
#define BEAT_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TILES_ROWS = 16, TILES_IN = 64, TILES_OUT = 32 }; /* rows, in and out are multiples of these */

/* Whether the processor has them and the kernel lends them to this process. */
bool tiles_are_there(void);
/* Lays w [out, in] out for tiles_multiply(), into as many bytes. */
void tiles_pack(const int8_t *w, size_t in, size_t out, int8_t *packed);
/* y [rows, out] = x [rows, in] × the matrix, exact. All aligned to 64 bytes. */
void tiles_multiply(const int8_t *packed, size_t in, size_t out, const uint8_t *x, size_t rows, int32_t *y);

#endif
