/* weights: the file of numbers that a trained reader runs on. Made by training
 * (weights_make.h in C, model_adapter/train/pack.py in Python), mapped into memory
 * and only read afterwards. All numbers little-endian:
 *
 *   0    8   "BEATWTS\n"
 *   8    4   u32 format: 1
 *   12   4   u32 bytes of the JSON header
 *   16   8   u64 bytes of the whole file
 *   24  32   SHA-256 of everything from byte 56
 *   56       JSON header, then zeros up to a multiple of 64
 *            tensors, each at a multiple of 64 from the start of the file
 *
 * model_adapter/README.md describes the header. A file is taken as a whole or not at
 * all: what is cut off, damaged, of another reader or not shaped as the reader asks
 * is refused with a sentence. To replace the file of a running process, rename the
 * new one over it: a file that is rewritten in place changes under the reader.
 *
 *   struct weights *w = weights_open(path, "neural", err);
 *   const float *v = weights_tensor(w, &(struct weights_want){"bias", WEIGHTS_F32, 1, {96}}, err); */
#ifndef BEAT_WEIGHTS_H
#define BEAT_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "beat/reader.h"

#define WEIGHTS_MAGIC "BEATWTS\n"

enum { WEIGHTS_ERR_MAX = 320, WEIGHTS_DIMS_MAX = 4, WEIGHTS_ALIGN = 64, WEIGHTS_FORMAT = 1, WEIGHTS_HEAD = 56 };

enum weights_type { WEIGHTS_F32, WEIGHTS_I8, WEIGHTS_I16, WEIGHTS_U32, WEIGHTS_TYPES };
struct weights_type_info {
	const char *name; /* in the header */
	size_t size;      /* of one number */
};
extern const struct weights_type_info weights_types[WEIGHTS_TYPES];

struct weights;

/* NULL and a sentence in err if the file cannot be used by this reader. */
struct weights *weights_open(const char *path, const char *reader, char err[WEIGHTS_ERR_MAX]);
/* The same of bytes in memory (aligned as malloc aligns), which must outlive it. */
struct weights *weights_view(const void *p, size_t n, const char *reader, char err[WEIGHTS_ERR_MAX]);
void weights_free(struct weights **w);

const char *weights_version(const struct weights *w);
const char *weights_hash(const struct weights *w); /* 64 hex digits: the SHA-256 */
/* The first entry of "measured"; with an empty `on` if the file tells none. */
const struct reader_measure *weights_measured(const struct weights *w);

/* Numbers of "config": 0, or -1 with a sentence if missing or not in min…max. */
struct weights_range {
	const char *key;
	double min, max;
};
int weights_int(const struct weights *w, struct weights_range range, int *v, char err[WEIGHTS_ERR_MAX]) BEAT_NODISCARD;
int weights_real(const struct weights *w, struct weights_range range, double *v,
		 char err[WEIGHTS_ERR_MAX]) BEAT_NODISCARD;

/* A text of "config", valid as long as w; NULL if there is none. -1 with a sentence if it is no text. */
int weights_text(const struct weights *w, const char *key, const char **v, char err[WEIGHTS_ERR_MAX]) BEAT_NODISCARD;

/* The shape a tensor of this name and type has: its number of dimensions, or -1 with a sentence. */
int weights_shape(const struct weights *w, const char *name, enum weights_type type, size_t shape[WEIGHTS_DIMS_MAX],
		  char err[WEIGHTS_ERR_MAX]) BEAT_NODISCARD;

/* A tensor of exactly this type and shape, row-major: NULL and a sentence otherwise. Numbers of type f32 are
 * finite. Valid as long as w. */
struct weights_want {
	const char *name;
	enum weights_type type;
	int dims;
	size_t shape[WEIGHTS_DIMS_MAX];
};
const void *weights_tensor(const struct weights *w, const struct weights_want *want, char err[WEIGHTS_ERR_MAX]);

#endif
