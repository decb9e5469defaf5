/* neural_file: a weights file for the neural reader with random numbers, small enough to
 * be made in a moment. It answers nonsense, but it is shaped like the shipped one. For
 * tests of the engine and as a seed for fuzzing. */
#ifndef BEAT_NEURAL_FILE_H
#define BEAT_NEURAL_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../model_adapter/readers/neural_net.h"
#include "../../model_adapter/readers/weights_make.h"

enum { NEURAL_FILE_PARTS = 512, NEURAL_FILE_ROWS = 20, NEURAL_FILE_FIRST = 14, NEURAL_FILE_LEARNT = 16 };

/* A shape for tests that do not care. */
static const struct neural_config neural_file_small = {.width = 16,
						       .rank = 5,
						       .align = 6,
						       .part = 3,
						       .passage_layers = 1,
						       .question_layers = 1,
						       .joint_layers = 1,
						       .span = 6,
						       .members = 2,
						       .f1_share = 0.5};

struct neural_file {
	struct neural_config config;
	float size; /* of the numbers: they lie between -size and size */
	struct weights_part parts[NEURAL_FILE_PARTS];
	size_t n;
	uint32_t seed;
	char json[512]; /* the config; a test may write another one into it after neural_file_fill() */
};

static inline float neural_file_random(struct neural_file *f)
{
	f->seed = f->seed * 1664525 + 1013904223;
	return ((float)(f->seed >> 8) / (float)(1 << 23) - 1) * f->size;
}

static inline void neural_file_add(struct neural_file *f, const char *name, int dims, const int *shape)
{
	struct weights_part *p = &f->parts[f->n++];
	size_t count = 1;
	float *v;

	*p = (struct weights_part){.is = {.name = xstrdup(name), .type = WEIGHTS_F32, .dims = dims}};
	for (int i = 0; i < dims; i++)
		count *= p->is.shape[i] = (size_t)shape[i];
	v = xcalloc(count, sizeof(*v));
	for (size_t i = 0; i < count; i++)
		v[i] = neural_file_random(f);
	p->numbers = v;
}

static inline void neural_file_linear(struct neural_file *f, int member, const char *name, int columns, int inner)
{
	char full[64];

	snprintf(full, sizeof(full), "%d.%s.weight", member, name);
	neural_file_add(f, full, 2, (int[]){columns, inner});
	snprintf(full, sizeof(full), "%d.%s.bias", member, name);
	neural_file_add(f, full, 1, &columns);
}

static inline void neural_file_layers(struct neural_file *f, int member, const char *name, int n)
{
	const int d = f->config.width;
	const struct {
		const char *name;
		int dims, shape[3];
	} parts[] = {{"norm.weight", 1, {d}},
		     {"norm.bias", 1, {d}},
		     {"weight", 2, {3 * d, d}},
		     {"v", 3, {2, 2, d / 2}},
		     {"b", 3, {2, 2, d / 2}}};
	char full[64];

	for (int i = 0; i < n; i++) {
		for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
			snprintf(full, sizeof(full), "%d.%s.%d.%s", member, name, i, parts[k].name);
			neural_file_add(f, full, parts[k].dims, parts[k].shape);
		}
	}
}

static inline void neural_file_member(struct neural_file *f, int i)
{
	const struct neural_config *c = &f->config;
	const int d = c->width, word = NEURAL_VECTOR + NEURAL_PARTS * c->part;
	char full[64];

	snprintf(full, sizeof(full), "%d.delta", i);
	neural_file_add(f, full, 2, (int[]){NEURAL_FILE_LEARNT, NEURAL_VECTOR});
	for (int k = 0; k < NEURAL_PARTS; k++) {
		snprintf(full, sizeof(full), "%d.part.%d", i, k);
		neural_file_add(f, full, 2, (int[]){neural_part_rows[k], c->part});
	}
	neural_file_linear(f, i, "align", c->align, NEURAL_VECTOR);
	neural_file_linear(f, i, "passage_in", d, word + NEURAL_STILL + NEURAL_VECTOR + 1 + NEURAL_ASKED);
	neural_file_linear(f, i, "question_in", d, word + NEURAL_QUESTION_FEATURES);
	neural_file_layers(f, i, "passage_layers", c->passage_layers);
	neural_file_layers(f, i, "question_layers", c->question_layers);
	neural_file_layers(f, i, "joint_layers", c->joint_layers);
	neural_file_linear(f, i, "attend_passage", 1, d);
	neural_file_linear(f, i, "attend_question", 1, d);
	snprintf(full, sizeof(full), "%d.attend_both", i);
	neural_file_add(f, full, 1, &d);
	neural_file_linear(f, i, "joint_in", d, 4 * d);
	neural_file_linear(f, i, "start", c->rank, 2 * d);
	neural_file_linear(f, i, "end", c->rank, 2 * d);
	neural_file_linear(f, i, "start_score", 1, c->rank);
	neural_file_linear(f, i, "end_score", 1, c->rank);
	neural_file_linear(f, i, "pair", c->rank, c->rank);
	neural_file_linear(f, i, "inside", 1, 2 * d);
	neural_file_linear(f, i, "length", c->span, d);
	neural_file_linear(f, i, "summary", 1, d);
	neural_file_linear(f, i, "start_asked", c->rank, d);
	neural_file_linear(f, i, "end_asked", c->rank, d);
}

static inline int neural_file_by_hash(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Six words that have vectors, and the rows for all that is known by its kind only. */
static inline void neural_file_words(struct neural_file *f)
{
	static const char *const known[] = {"the", "rhine", "rises", "in", "alps", "where"};
	const size_t n = ARRAY_LEN(known);
	uint32_t *hash = xcalloc(n, sizeof(*hash)), *row = xcalloc(n, sizeof(*row));
	int8_t *vectors = xcalloc((size_t)NEURAL_FILE_ROWS * NEURAL_VECTOR, 1);

	for (size_t i = 0; i < n; i++) {
		hash[i] = lexicon_hash(known[i], strlen(known[i]));
		row[i] = NEURAL_FILE_FIRST + (uint32_t)i;
	}
	qsort(hash, n, sizeof(*hash), neural_file_by_hash);
	for (int i = 0; i < NEURAL_FILE_ROWS * NEURAL_VECTOR; i++)
		vectors[i] = (int8_t)((i * 37 + i / 100) % 255 - 127);
	f->parts[f->n++] = (struct weights_part){{xstrdup("word.hash"), WEIGHTS_U32, 1, {n}}, hash};
	f->parts[f->n++] = (struct weights_part){{xstrdup("word.row"), WEIGHTS_U32, 1, {n}}, row};
	f->parts[f->n++] =
	    (struct weights_part){{xstrdup("word.vector"), WEIGHTS_I8, 2, {NEURAL_FILE_ROWS, NEURAL_VECTOR}}, vectors};
	neural_file_add(f, "word.scale", 1, (int[]){NEURAL_FILE_ROWS});
	for (int i = 0; i < NEURAL_FILE_ROWS; i++)
		((float *)f->parts[f->n - 1].numbers)[i] = 0.005F + (float)i * 1e-4F;
}

/* f->config and f->size are set; the rest is made. */
static inline void neural_file_fill(struct neural_file *f)
{
	const struct neural_config *c = &f->config;

	f->n = 0;
	f->seed = 7;
	neural_file_words(f);
	for (int i = 0; i < c->members; i++)
		neural_file_member(f, i);
	snprintf(f->json, sizeof(f->json),
		 "{\"width\":%d,\"rank\":%d,\"align\":%d,\"part\":%d,\"passage_layers\":%d,\"question_layers\":%d,"
		 "\"joint_layers\":%d,\"span\":%d,\"members\":%d,\"f1_share\":%g,\"first\":%d}",
		 c->width, c->rank, c->align, c->part, c->passage_layers, c->question_layers, c->joint_layers, c->span,
		 c->members, c->f1_share, NEURAL_FILE_FIRST);
}

static inline void neural_file_write(const struct neural_file *f, struct buf *out)
{
	weights_make(out,
		     &(struct weights_image){
			 .reader = "neural", .version = "0.1", .config = f->json, .parts = f->parts, .n_parts = f->n});
}

static inline struct weights_part *neural_file_part(struct neural_file *f, const char *name)
{
	for (size_t i = 0; i < f->n; i++) {
		if (strcmp(f->parts[i].is.name, name) == 0)
			return &f->parts[i];
	}
	return NULL;
}

static inline void neural_file_release(struct neural_file *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free((void *)f->parts[i].is.name);
		free((void *)f->parts[i].numbers);
	}
	f->n = 0;
}

#endif
