/* matmul: see matmul.h. oneDNN makes code for a shape and a number of rows when they are first met; it is kept here,
 * for all matrices of that shape. Numbers of rows are multiples of 16, so there are few. */
#include "matmul.h"

#include <assert.h>
#include <oneapi/dnnl/dnnl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "beat/log.h"
#include "beat/mem.h"
#include "tiles.h"

enum { STEPS = MATMUL_ROWS_MAX / MATMUL_ROWS, USUAL_ROWS = 256 };

/* of libgomp, on which Debian's oneDNN runs; it holds for the calling thread alone */
void omp_set_num_threads(int n);

/* What matrices of one shape share. */
struct plan {
	LIST_ENTRY(plan) link;
	struct matmul_shape shape;
	dnnl_memory_desc_t layout; /* of the matrix */
	_Atomic(dnnl_primitive_t) made[STEPS + 1];
};

struct matmul_door {
	dnnl_engine_t engine;
	bool tiles;           /* int8 is ours */
	pthread_mutex_t lock; /* of the list, and of making */
	LIST_HEAD(, plan) plans;
};

struct matmul {
	struct matmul_door *door;
	struct matmul_shape shape;
	void *packed;
	struct plan *plan; /* oneDNN's; NULL where tiles multiply */
	dnnl_memory_t memory;
};

struct matmul_stream {
	dnnl_stream_t stream;
	void *scratch; /* for whichever product runs in it */
	size_t bytes;
};

/* Memory aside nothing here can fail for shapes that were checked; what does is a broken installation. */
static void must(dnnl_status_t status, const char *doing)
{
	if (status == dnnl_success)
		return;
	log_error("oneDNN failed while %s (status %d)", doing, (int)status);
	abort();
}

struct matmul_door *matmul_open(void)
{
	struct matmul_door *d = xcalloc(1, sizeof(*d));

	omp_set_num_threads(1);
	d->tiles = tiles_are_there();
	dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx512_core_bf16); /* without AMX: see tiles.h */
	must(dnnl_engine_create(&d->engine, dnnl_cpu, 0), "looking for the processor");
	pthread_mutex_init(&d->lock, NULL);
	LIST_INIT(&d->plans);
	return d;
}

void matmul_close(struct matmul_door **ptr)
{
	struct matmul_door *d = *ptr;
	struct plan *p;

	if (d == NULL)
		return;
	*ptr = NULL;
	while ((p = LIST_FIRST(&d->plans)) != NULL) {
		LIST_REMOVE(p, link);
		for (int i = 0; i <= STEPS; i++) {
			if (p->made[i] != NULL)
				dnnl_primitive_destroy(p->made[i]);
		}
		free(p);
	}
	dnnl_engine_destroy(d->engine);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

bool matmul_has_int8(void)
{
#if defined(__x86_64__)
	/* without these, sums of two products are cut off at 16 bits */
	return __builtin_cpu_supports("avx512vnni") != 0;
#else
	return false;
#endif
}

static void describe(dnnl_memory_desc_t *d, const size_t shape[2], dnnl_data_type_t type, dnnl_format_tag_t tag)
{
	dnnl_dims_t dims = {(dnnl_dim_t)shape[0], (dnnl_dim_t)shape[1]};

	must(dnnl_memory_desc_init_by_tag(d, 2, dims, type, tag), "describing a matrix");
}

/* For a number of rows, with a given layout of the matrix, or with the one that oneDNN likes best. */
static dnnl_primitive_desc_t describe_product(const struct matmul_door *d, const struct plan *p, size_t rows,
					      const dnnl_memory_desc_t *layout)
{
	const struct matmul_shape *s = &p->shape;
	dnnl_memory_desc_t x, y, any;
	dnnl_matmul_desc_t product;
	dnnl_primitive_attr_t own;
	dnnl_primitive_desc_t out;

	describe(&x, (size_t[]){rows, s->in}, s->int8 ? dnnl_u8 : dnnl_f32, dnnl_ab);
	describe(&y, (size_t[]){rows, s->out}, s->int8 ? dnnl_s32 : dnnl_f32, dnnl_ab);
	describe(&any, (size_t[]){s->in, s->out}, s->int8 ? dnnl_s8 : dnnl_f32, dnnl_format_tag_any);
	must(dnnl_matmul_desc_init(&product, &x, layout != NULL ? layout : &any, NULL, &y), "describing a product");
	/* oneDNN's own scratch belongs to the thread that makes a product, and others run it, too */
	must(dnnl_primitive_attr_create(&own), "choosing a product");
	must(dnnl_primitive_attr_set_scratchpad_mode(own, dnnl_scratchpad_mode_user), "choosing a product");
	must(dnnl_primitive_desc_create(&out, &product, own, d->engine, NULL), "choosing a product");
	dnnl_primitive_attr_destroy(own);
	return out;
}

static struct plan *plan_of(struct matmul_door *d, const struct matmul_shape *shape)
{
	dnnl_primitive_desc_t usual;
	struct plan *p;

	pthread_mutex_lock(&d->lock);
	LIST_FOREACH(p, &d->plans, link)
	{
		if (p->shape.in == shape->in && p->shape.out == shape->out && p->shape.int8 == shape->int8)
			break;
	}
	if (p == NULL) {
		p = xcalloc(1, sizeof(*p));
		p->shape = *shape;
		usual = describe_product(d, p, USUAL_ROWS, NULL);
		p->layout = *dnnl_primitive_desc_query_md(usual, dnnl_query_weights_md, 0);
		dnnl_primitive_desc_destroy(usual);
		LIST_INSERT_HEAD(&d->plans, p, link);
	}
	pthread_mutex_unlock(&d->lock);
	return p;
}

static dnnl_primitive_t made_for(struct matmul_door *d, struct plan *p, size_t rows)
{
	size_t step = rows / MATMUL_ROWS;
	dnnl_primitive_t made = atomic_load(&p->made[step]);
	dnnl_primitive_desc_t product;

	if (made != NULL)
		return made;
	pthread_mutex_lock(&d->lock);
	made = atomic_load(&p->made[step]);
	if (made == NULL) {
		product = describe_product(d, p, rows, &p->layout);
		must(dnnl_primitive_create(&made, product), "making a product");
		dnnl_primitive_desc_destroy(product);
		atomic_store(&p->made[step], made);
	}
	pthread_mutex_unlock(&d->lock);
	return made;
}

struct matmul_stream *matmul_stream_new(struct matmul_door *d)
{
	struct matmul_stream *s = xcalloc(1, sizeof(*s));

	must(dnnl_stream_create(&s->stream, d->engine, dnnl_stream_default_flags), "making a stream");
	return s;
}

void matmul_stream_free(struct matmul_stream **s)
{
	if (*s == NULL)
		return;
	dnnl_stream_destroy((*s)->stream);
	free((*s)->scratch);
	free(*s);
	*s = NULL;
}

/* The matrix as it lies in the file, [out, in], is the transposed one. */
static void pack(struct matmul *m, const void *w)
{
	const struct matmul_shape *s = &m->shape;
	struct matmul_stream *stream = matmul_stream_new(m->door);
	dnnl_memory_desc_t plain;
	dnnl_primitive_desc_t how;
	dnnl_primitive_t reorder;
	dnnl_memory_t from;

	describe(&plain, (size_t[]){s->in, s->out}, s->int8 ? dnnl_s8 : dnnl_f32, dnnl_ba);
	must(dnnl_memory_create(&from, &plain, m->door->engine, (void *)w), "taking a matrix");
	must(dnnl_reorder_primitive_desc_create(&how, &plain, m->door->engine, &m->plan->layout, m->door->engine, NULL),
	     "choosing a layout");
	must(dnnl_primitive_create(&reorder, how), "making a layout");
	must(dnnl_primitive_execute(reorder, stream->stream, 2,
				    (dnnl_exec_arg_t[]){{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, m->memory}}),
	     "laying a matrix out");
	must(dnnl_stream_wait(stream->stream), "laying a matrix out");
	dnnl_primitive_destroy(reorder);
	dnnl_primitive_desc_destroy(how);
	dnnl_memory_destroy(from);
	matmul_stream_free(&stream);
}

static void *aligned(size_t bytes)
{
	void *out;

	if (posix_memalign(&out, 64, bytes) != 0) {
		log_error("there is no memory for a matrix of %zu bytes", bytes);
		abort();
	}
	return out;
}

static bool fits_tiles(const struct matmul_door *d, const struct matmul_shape *s)
{
	return d->tiles && s->int8 && s->in % TILES_IN == 0 && s->out % TILES_OUT == 0;
}

struct matmul *matmul_new(struct matmul_door *d, const struct matmul_shape *shape, const void *w)
{
	struct matmul *m = xcalloc(1, sizeof(*m));

	m->door = d;
	m->shape = *shape;
	if (fits_tiles(d, shape)) {
		m->packed = aligned(shape->in * shape->out);
		tiles_pack(w, shape->in, shape->out, m->packed);
		return m;
	}
	m->plan = plan_of(d, shape);
	m->packed = aligned(dnnl_memory_desc_get_size(&m->plan->layout));
	must(dnnl_memory_create(&m->memory, &m->plan->layout, d->engine, m->packed), "taking a matrix");
	pack(m, w);
	return m;
}

void matmul_free(struct matmul **m)
{
	if (*m == NULL)
		return;
	if ((*m)->memory != NULL)
		dnnl_memory_destroy((*m)->memory);
	free((*m)->packed);
	free(*m);
	*m = NULL;
}

/* The stream's scratch, as large as the product wants it. */
static dnnl_memory_t scratch_for(const struct matmul *m, struct matmul_stream *s, dnnl_primitive_t product)
{
	const_dnnl_primitive_desc_t made;
	const dnnl_memory_desc_t *d;
	dnnl_memory_t out;

	must(dnnl_primitive_get_primitive_desc(product, &made), "multiplying");
	d = dnnl_primitive_desc_query_md(made, dnnl_query_scratchpad_md, 0);
	if (dnnl_memory_desc_get_size(d) > s->bytes) {
		free(s->scratch);
		s->bytes = dnnl_memory_desc_get_size(d);
		s->scratch = aligned(s->bytes);
	}
	must(dnnl_memory_create(&out, d, m->door->engine, s->scratch), "taking scratch");
	return out;
}

static void multiply(const struct matmul *m, struct matmul_stream *s, const void *x, size_t rows, void *y)
{
	static _Thread_local bool is_one; /* set for this thread already */
	const struct matmul_shape *shape = &m->shape;
	dnnl_primitive_t product;
	dnnl_memory_desc_t dx, dy;
	dnnl_memory_t mx, my, scratch;

	assert(rows > 0 && rows % MATMUL_ROWS == 0 && rows <= MATMUL_ROWS_MAX);
	if (!is_one)
		omp_set_num_threads(1);
	is_one = true;
	product = made_for(m->door, m->plan, rows);
	describe(&dx, (size_t[]){rows, shape->in}, shape->int8 ? dnnl_u8 : dnnl_f32, dnnl_ab);
	describe(&dy, (size_t[]){rows, shape->out}, shape->int8 ? dnnl_s32 : dnnl_f32, dnnl_ab);
	must(dnnl_memory_create(&mx, &dx, m->door->engine, (void *)x), "taking rows");
	must(dnnl_memory_create(&my, &dy, m->door->engine, y), "taking rows");
	scratch = scratch_for(m, s, product);
	must(dnnl_primitive_execute(product, s->stream, 4,
				    (dnnl_exec_arg_t[]){{DNNL_ARG_SRC, mx},
							{DNNL_ARG_WEIGHTS, m->memory},
							{DNNL_ARG_DST, my},
							{DNNL_ARG_SCRATCHPAD, scratch}}),
	     "multiplying");
	must(dnnl_stream_wait(s->stream), "multiplying");
	dnnl_memory_destroy(scratch);
	dnnl_memory_destroy(mx);
	dnnl_memory_destroy(my);
}

void matmul_float(const struct matmul *m, struct matmul_stream *s, const float *x, size_t rows, float *y)
{
	assert(!m->shape.int8);
	multiply(m, s, x, rows, y);
}

void matmul_int8(const struct matmul *m, struct matmul_stream *s, const uint8_t *x, size_t rows, int32_t *y)
{
	assert(m->shape.int8);
	if (m->plan == NULL)
		tiles_multiply(m->packed, m->shape.in, m->shape.out, x, rows, y);
	else
		multiply(m, s, x, rows, y);
}
