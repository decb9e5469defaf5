/* encoder: see encoder.h.
 *
 * The rows of all windows lie below one another, so that products are of many rows; only attention looks at windows.
 * What a run needs of memory is kept for the next one: as many of these as ever ran at once. */
#include "encoder.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_layer.h"

#define SCORE_MAX 1e9F /* two of them can be added, whatever the weights are */

struct layer {
	struct linear qkv, mix, inner, outer;
	float *mix_norm[2], *outer_norm[2];
};

/* Memory of one run. */
struct room {
	struct room *next;
	struct matmul_stream *stream;
	size_t rows;               /* that it has room for */
	float *x, *wide, *mixed;   /* [rows, width], [rows, the widest], [rows, width] */
	uint8_t *high, *low;       /* [rows, the widest] */
	int32_t *low_sums;         /* [rows, the widest] */
	struct vectors_words *how; /* [rows] */
	float *attention;
};

struct encoder {
	struct checkpoint_config c;
	const struct vectors *vectors;
	struct matmul_door *door;
	struct tensor words;
	float *positions, *kinds, *norm[2];
	struct linear project; /* ELECTRA's */
	struct layer *layers;
	float *head, *head_bias; /* [2, width], [2] */
	pthread_mutex_t lock;
	struct room *free_rooms;
};

/* --- loading */

static int load_words(struct encoder *e, const struct loading *l)
{
	const size_t width = (size_t)e->c.embedding, words = (size_t)e->c.words;
	char name[TENSOR_NAME_MAX];
	float *row = xmalloc(width * sizeof(*row)), sum = 0;
	int rc;

	loading_name(l, name, e->c.names->word, 0, ".weight");
	rc = tensors_find(l->tensors, name, &e->words, l->err);
	if (rc == 0 && (e->words.dims != 2 || e->words.shape[0] != words || e->words.shape[1] != width))
		rc =
		    checkpoint_fail(l->err, "tensor %.100s does not have the shape [%zu, %zu] that the config asks for",
				    name, words, width);
	for (size_t i = 0; rc == 0 && i < words; i++) {
		tensor_floats(&e->words, i * width, width, row);
		for (size_t k = 0; k < width; k++)
			sum += row[k] * 0;
	}
	if (rc == 0 && sum != 0)
		rc = checkpoint_fail(l->err, "tensor %.100s has a number in it that is not finite", name);
	free(row);
	return rc;
}

static int load_embeddings(struct encoder *e, const struct loading *l)
{
	const struct checkpoint_names *n = e->c.names;
	const size_t width = (size_t)e->c.embedding;

	if (load_words(e, l) < 0)
		return -1;
	e->positions = loading_floats(l, n->position, 0, ".weight", (size_t)e->c.positions * width);
	if (e->positions == NULL)
		return -1;
	if (n->kind != NULL) {
		e->kinds = loading_floats(l, n->kind, 0, ".weight", (size_t)e->c.types * width);
		if (e->kinds == NULL)
			return -1;
	}
	if (loading_norm(l, n->norm, 0, e->norm, width) < 0)
		return -1;
	if (e->c.embedding == e->c.width)
		return 0;
	return linear_load(&e->project, &(struct loading){l->config, l->tensors, l->door, false, l->err},
			   (const char *const[LINEAR_PARTS]){n->project}, 0, (size_t[]){(size_t)e->c.width, width});
}

static int load_layer(struct encoder *e, const struct loading *l, int i)
{
	const struct checkpoint_names *n = e->c.names;
	const size_t width = (size_t)e->c.width, inner = (size_t)e->c.inner;
	struct layer *y = &e->layers[i];
	const struct {
		struct linear *to;
		const char *names[LINEAR_PARTS];
		size_t shape[2];
	} parts[] = {{&y->qkv, {n->query, n->key, n->value}, {width, width}},
		     {&y->mix, {n->mix}, {width, width}},
		     {&y->inner, {n->inner}, {inner, width}},
		     {&y->outer, {n->outer}, {width, inner}}};

	for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
		if (linear_load(parts[k].to, l, parts[k].names, i, parts[k].shape) < 0)
			return -1;
	}
	return loading_norm(l, n->mix_norm, i, y->mix_norm, width) < 0 ||
		       loading_norm(l, n->outer_norm, i, y->outer_norm, width) < 0
		   ? -1
		   : 0;
}

static int load(struct encoder *e, const struct loading *l)
{
	if (load_embeddings(e, l) < 0)
		return -1;
	for (int i = 0; i < e->c.layers; i++) {
		if (load_layer(e, l, i) < 0)
			return -1;
		tensors_rest(l->tensors); /* or a large file would be in memory twice */
	}
	e->head = loading_floats(l, "qa_outputs", 0, ".weight", 2 * (size_t)e->c.width);
	e->head_bias = e->head != NULL ? loading_floats(l, "qa_outputs", 0, ".bias", 2) : NULL;
	return e->head_bias != NULL ? 0 : -1;
}

struct encoder *encoder_new(const struct checkpoint_config *c, const struct tensors *t, bool int8,
			    char err[CHECKPOINT_ERR_MAX])
{
	struct encoder *e = xcalloc(1, sizeof(*e));
	struct loading l = {.config = c, .tensors = t, .int8 = int8, .err = err};

	e->c = *c;
	e->vectors = vectors_pick();
	e->door = l.door = matmul_open();
	e->layers = xcalloc((size_t)c->layers, sizeof(*e->layers));
	pthread_mutex_init(&e->lock, NULL);
	if (load(e, &l) < 0)
		encoder_free(&e);
	else
		tensors_rest(t);
	return e;
}

static void room_free(struct room *r)
{
	matmul_stream_free(&r->stream);
	free(r->x);
	free(r->wide);
	free(r->mixed);
	free(r->high);
	free(r->low);
	free(r->low_sums);
	free(r->how);
	free(r->attention);
	free(r);
}

void encoder_free(struct encoder **ptr)
{
	struct encoder *e = *ptr;

	if (e == NULL)
		return;
	*ptr = NULL;
	while (e->free_rooms != NULL) {
		struct room *next = e->free_rooms->next;

		room_free(e->free_rooms);
		e->free_rooms = next;
	}
	for (int i = 0; i < e->c.layers; i++) {
		struct layer *y = &e->layers[i];

		linear_release(&y->qkv);
		linear_release(&y->mix);
		linear_release(&y->inner);
		linear_release(&y->outer);
		for (int k = 0; k < 2; k++) {
			free(y->mix_norm[k]);
			free(y->outer_norm[k]);
		}
	}
	linear_release(&e->project);
	free(e->layers);
	free(e->positions);
	free(e->kinds);
	free(e->norm[0]);
	free(e->norm[1]);
	free(e->head);
	free(e->head_bias);
	matmul_close(&e->door);
	pthread_mutex_destroy(&e->lock);
	free(e);
}

const char *encoder_precision(const struct encoder *e)
{
	return e->layers[0].qkv.int8 ? "int8" : "fp32";
}

/* --- running */

static size_t most(size_t a, size_t b)
{
	return a > b ? a : b;
}

static struct room *room_new(const struct encoder *e, size_t rows)
{
	const size_t width = most((size_t)e->c.width, (size_t)e->c.embedding);
	const size_t wide = most(3 * width, (size_t)e->c.inner);
	struct room *r = xcalloc(1, sizeof(*r));

	r->stream = matmul_stream_new(e->door);
	r->rows = rows;
	r->x = aligned_room(rows * width * sizeof(*r->x));
	r->mixed = aligned_room(rows * width * sizeof(*r->mixed));
	r->wide = aligned_room(rows * wide * sizeof(*r->wide));
	r->high = aligned_room(rows * wide);
	r->low = aligned_room(rows * wide);
	r->low_sums = aligned_room(rows * wide * sizeof(*r->low_sums));
	r->how = aligned_room(rows * sizeof(*r->how));
	r->attention =
	    aligned_room(vectors_attention_room(rows, (size_t)e->c.width, (size_t)e->c.heads) * sizeof(float));
	return r;
}

static struct room *room_take(struct encoder *e, size_t rows)
{
	struct room *r;

	pthread_mutex_lock(&e->lock);
	r = e->free_rooms;
	if (r != NULL)
		e->free_rooms = r->next;
	pthread_mutex_unlock(&e->lock);
	if (r != NULL && r->rows < rows) {
		room_free(r);
		r = NULL;
	}
	return r != NULL ? r : room_new(e, rows);
}

static void room_give_back(struct encoder *e, struct room *r)
{
	pthread_mutex_lock(&e->lock);
	r->next = e->free_rooms;
	e->free_rooms = r;
	pthread_mutex_unlock(&e->lock);
}

/* y = x times the matrix, or what finish() makes it of. */
static void multiply(const struct encoder *e, struct room *r, const struct linear *m, const float *x, float *y)
{
	if (!m->int8) {
		matmul_float(m->matmul, r->stream, x, r->rows, y);
		return;
	}
	for (size_t i = 0; i < r->rows; i++)
		r->how[i] = e->vectors->to_words(x + i * m->in, r->high + i * m->in, r->low + i * m->in, m->in);
	matmul_int8(m->matmul, r->stream, r->high, r->rows, (int32_t *)y);
	matmul_int8(m->matmul, r->stream, r->low, r->rows, r->low_sums);
}

/* Row i of what multiply() gave, its bias added. */
static void finish(const struct encoder *e, const struct room *r, const struct linear *m, float *y, size_t i)
{
	if (m->int8)
		e->vectors->of_sums(y, r->low_sums + i * m->out, &(struct vectors_sums){m->scale, m->total, m->bias},
				    r->how[i], m->out);
	else
		e->vectors->add(y, m->bias, m->out);
}

static void embed(const struct encoder *e, struct room *r, const struct encoder_window *windows, int n)
{
	const size_t width = (size_t)e->c.embedding;
	float *row = e->c.embedding == e->c.width ? r->x : r->mixed;

	for (int w = 0; w < n; w++) {
		for (size_t i = 0; i < windows[w].n; i++, row += width) {
			size_t kind = windows[w].kinds[i] < e->c.types ? (size_t)windows[w].kinds[i] : 0;

			tensor_floats(&e->words, (size_t)windows[w].ids[i] * width, width, row);
			e->vectors->add(row, e->positions + (i + (size_t)e->c.first_position) * width, width);
			if (e->kinds != NULL)
				e->vectors->add(row, e->kinds + kind * width, width);
			e->vectors->norm(row, (const float *[]){e->norm[0], e->norm[1]}, width, e->c.eps);
		}
	}
	if (e->c.embedding == e->c.width)
		return;
	multiply(e, r, &e->project, r->mixed, r->x);
	for (size_t i = 0; i < r->rows; i++)
		finish(e, r, &e->project, r->x + i * (size_t)e->c.width, i);
}

static void attend(const struct encoder *e, struct room *r, const struct encoder_window *windows, int n)
{
	const size_t width = (size_t)e->c.width;
	size_t first = 0;

	for (int w = 0; w < n; w++) {
		const struct vectors_attention a = {.qkv = r->wide + first * 3 * width,
						    .out = r->mixed + first * width,
						    .tokens = windows[w].n,
						    .width = width,
						    .heads = (size_t)e->c.heads,
						    .room = r->attention};

		e->vectors->attend(&a);
		first += windows[w].n;
	}
}

/* x = norm(x + y + bias). */
static void add_back(const struct encoder *e, struct room *r, const struct linear *m, float *y, float *const norm[2])
{
	for (size_t i = 0; i < r->rows; i++) {
		float *row = y + i * m->out, *x = r->x + i * m->out;

		finish(e, r, m, row, i);
		e->vectors->add_norm(row, NULL, x, (const float *[]){norm[0], norm[1]}, m->out, e->c.eps);
		memcpy(x, row, m->out * sizeof(*x));
	}
}

static void run_layer(const struct encoder *e, struct room *r, const struct layer *y,
		      const struct encoder_window *windows, int n)
{
	const size_t width = (size_t)e->c.width, inner = (size_t)e->c.inner;

	multiply(e, r, &y->qkv, r->x, r->wide);
	for (size_t i = 0; i < r->rows; i++)
		finish(e, r, &y->qkv, r->wide + i * 3 * width, i);
	attend(e, r, windows, n);
	multiply(e, r, &y->mix, r->mixed, r->wide);
	add_back(e, r, &y->mix, r->wide, y->mix_norm);
	multiply(e, r, &y->inner, r->x, r->wide);
	for (size_t i = 0; i < r->rows; i++) {
		finish(e, r, &y->inner, r->wide + i * inner, i);
		e->vectors->activate(r->wide + i * inner, inner, e->c.activation);
	}
	multiply(e, r, &y->outer, r->wide, r->mixed);
	add_back(e, r, &y->outer, r->mixed, y->outer_norm);
}

static float score(const struct encoder *e, const float *x, int which)
{
	const float *w = e->head + (size_t)which * (size_t)e->c.width;
	float sum = e->head_bias[which];

	for (int i = 0; i < e->c.width; i++)
		sum += x[i] * w[i];
	if (!isfinite(sum))
		return 0;
	return sum < -SCORE_MAX ? -SCORE_MAX : sum > SCORE_MAX ? SCORE_MAX : sum;
}

void encoder_run(const struct encoder *e, const struct encoder_window *windows, int n)
{
	struct encoder *mine =
	    (struct encoder *)e; /* its memory is kept between runs; answers are not touched by that */
	size_t rows = 0, all, asked;
	struct room *r;
	const float *x;

	for (int w = 0; w < n; w++)
		rows += windows[w].n;
	assert(rows > 0 && rows <= ENCODER_TOKENS_MAX);
	all = (rows + MATMUL_ROWS - 1) / MATMUL_ROWS * MATMUL_ROWS;
	r = room_take(mine, all);
	asked = r->rows;
	r->rows = all;
	/* rows behind the last are computed with: they must be numbers */
	memset(r->x + rows * (size_t)e->c.width, 0, (all - rows) * (size_t)e->c.width * sizeof(*r->x));
	memset(r->mixed + rows * (size_t)e->c.width, 0, (all - rows) * (size_t)e->c.width * sizeof(*r->mixed));
	embed(e, r, windows, n);
	for (int i = 0; i < e->c.layers; i++)
		run_layer(e, r, &e->layers[i], windows, n);
	x = r->x;
	for (int w = 0; w < n; w++) {
		for (size_t i = 0; i < windows[w].n; i++, x += e->c.width) {
			windows[w].start[i] = score(e, x, 0);
			windows[w].end[i] = score(e, x, 1);
		}
	}
	r->rows = asked;
	room_give_back(mine, r);
}
