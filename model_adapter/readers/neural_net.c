/* neural_net: opening the network: every tensor is fetched with the shape the config
 * asks for (so an absurd file is refused before anything is computed), then laid out
 * for the kernels. Sums that do not depend on any text are folded into the matrices
 * here: scale and shift of a normalisation into the matrix behind it, a question's
 * weight into a bias. See neural_net.h. */
#include "neural_net.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "neural_impl.h"

enum { NAME_MAX_LEN = 64, SIZE_MAX_CONFIG = KERNEL_WIDTH_MAX };

/* --- memory */

float *arena_take(struct arena *a, size_t n)
{
	float *p = a->base != NULL ? a->base + a->used : NULL;

	a->used += kernel_pad(n);
	return p;
}

void *arena_open(struct arena *a)
{
	char *memory = xmalloc(a->used * sizeof(float) + WEIGHTS_ALIGN);
	size_t off = (uintptr_t)memory % WEIGHTS_ALIGN;

	a->base = (float *)(void *)(memory + (off > 0 ? WEIGHTS_ALIGN - off : 0));
	a->used = 0;
	return memory;
}

/* --- the tensors of a member, as the file has them */

struct raw_linear {
	const float *weight, *bias;
};

struct raw_layer {
	const float *scale, *shift, *weight, *v, *b;
};

struct raw {
	struct raw_linear align, passage_in, question_in, joint_in, start, end, start_score, end_score, inside, length,
	    summary, start_asked, end_asked, attend_passage, attend_question, pair;
	const float *attend_both;
	struct raw_layer passage[NEURAL_LAYERS_MAX], question[NEURAL_LAYERS_MAX], joint[NEURAL_LAYERS_MAX];
};

struct loader {
	const struct weights *w;
	int member;
	bool failed;
	char *err;
};

static const float *fetch(struct loader *l, const char *name, int dims, const size_t *shape)
{
	char full[2 * NAME_MAX_LEN];
	struct weights_want want = {full, WEIGHTS_F32, dims, {0}};
	const float *p;

	if (l->failed)
		return NULL;
	snprintf(full, sizeof(full), "%d.%s", l->member, name);
	memcpy(want.shape, shape, (size_t)dims * sizeof(*shape));
	p = weights_tensor(l->w, &want, l->err);
	l->failed = p == NULL;
	return p;
}

static struct raw_linear fetch_linear(struct loader *l, const char *name, int columns, int inner, bool bias)
{
	char full[NAME_MAX_LEN];
	struct raw_linear out = {0};

	snprintf(full, sizeof(full), "%s.weight", name);
	out.weight = fetch(l, full, 2, (size_t[]){(size_t)columns, (size_t)inner});
	snprintf(full, sizeof(full), "%s.bias", name);
	if (bias)
		out.bias = fetch(l, full, 1, (size_t[]){(size_t)columns});
	return out;
}

static void fetch_layers(struct loader *l, const char *name, int n, int width, struct raw_layer *out)
{
	const size_t d = (size_t)width;

	for (int i = 0; i < n; i++) {
		const struct {
			const char *name;
			const float **v;
			int dims;
			size_t shape[3];
		} parts[] = {
		    {"norm.weight", &out[i].scale, 1, {d}},    {"norm.bias", &out[i].shift, 1, {d}},
		    {"weight", &out[i].weight, 2, {3 * d, d}}, {"v", &out[i].v, 3, {2, 2, d / 2}},
		    {"b", &out[i].b, 3, {2, 2, d / 2}},
		};

		for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
			char full[NAME_MAX_LEN];

			snprintf(full, sizeof(full), "%s.%d.%s", name, i, parts[k].name);
			*parts[k].v = fetch(l, full, parts[k].dims, parts[k].shape);
		}
	}
}

static void fetch_words(struct loader *l, const struct neural_config *c, size_t rows, struct member *m)
{
	char full[NAME_MAX_LEN];
	size_t shape[WEIGHTS_DIMS_MAX] = {0};

	snprintf(full, sizeof(full), "%d.delta", l->member);
	if (!l->failed && weights_shape(l->w, full, WEIGHTS_F32, shape, l->err) < 0)
		l->failed = true;
	m->learnt = shape[0] < rows ? shape[0] : rows;
	m->delta = fetch(l, "delta", 2, (size_t[]){m->learnt, NEURAL_VECTOR});
	for (int i = 0; i < NEURAL_PARTS; i++) {
		snprintf(full, sizeof(full), "part.%d", i);
		m->part[i] = fetch(l, full, 2, (size_t[]){(size_t)neural_part_rows[i], (size_t)c->part});
	}
}

static void fetch_member(struct loader *l, const struct neural_config *c, struct raw *r)
{
	const int d = c->width, word = (int)neural_word_width(c);
	const struct {
		const char *name;
		struct raw_linear *v;
		int columns, inner;
		bool bias;
	} maps[] = {
	    {"align", &r->align, c->align, NEURAL_VECTOR, true},
	    {"passage_in", &r->passage_in, d, word + NEURAL_STILL + NEURAL_VECTOR + NEURAL_TAIL, true},
	    {"question_in", &r->question_in, d, word + NEURAL_QUESTION_FEATURES, true},
	    {"attend_passage", &r->attend_passage, 1, d, false},
	    {"attend_question", &r->attend_question, 1, d, false},
	    {"joint_in", &r->joint_in, d, 4 * d, true},
	    {"start", &r->start, c->rank, 2 * d, true},
	    {"end", &r->end, c->rank, 2 * d, true},
	    {"start_score", &r->start_score, 1, c->rank, true},
	    {"end_score", &r->end_score, 1, c->rank, true},
	    {"pair", &r->pair, c->rank, c->rank, false},
	    {"inside", &r->inside, 1, 2 * d, true},
	    {"length", &r->length, c->span, d, true},
	    {"summary", &r->summary, 1, d, false}, /* its bias is the same for all and goes out in the softmax */
	    {"start_asked", &r->start_asked, c->rank, d, true},
	    {"end_asked", &r->end_asked, c->rank, d, true},
	};

	for (size_t i = 0; i < ARRAY_LEN(maps); i++)
		*maps[i].v = fetch_linear(l, maps[i].name, maps[i].columns, maps[i].inner, maps[i].bias);
	r->attend_both = fetch(l, "attend_both", 1, (size_t[]){(size_t)d});
	fetch_layers(l, "passage_layers", c->passage_layers, d, r->passage);
	fetch_layers(l, "question_layers", c->question_layers, d, r->question);
	fetch_layers(l, "joint_layers", c->joint_layers, d, r->joint);
}

/* --- the same, laid out for the kernels; with an arena that only counts nothing is written */

static float *padded(struct arena *a, const float *v, size_t n, size_t room)
{
	float *out = arena_take(a, room);

	if (out != NULL) {
		memset(out, 0, room * sizeof(*out));
		if (v != NULL)
			memcpy(out, v, n * sizeof(*out));
	}
	return out;
}

/* Columns `from` … `from` + inner of a matrix with rows of `row` numbers. */
static struct linear lay_out(struct arena *a, struct raw_linear raw, size_t columns, size_t row, size_t inner)
{
	struct linear out = {.inner = inner, .columns = columns};
	float *panels = arena_take(a, kernel_pad(columns) * inner);

	if (panels != NULL)
		kernel_pack(panels, raw.weight, row, inner, columns);
	out.panels = panels;
	out.bias = padded(a, raw.bias, columns, kernel_pad(columns));
	return out;
}

/* gates = W (scale * x' + shift) + b, where b has no row for the value, and x' = (x - mean) / deviation. Taking the
 * mean from every x is the same as taking it from every row of the matrix; the deviation is for the product to do. */
static void fold_layer(float *weight, float *bias, const struct raw_layer *raw, size_t d)
{
	const size_t half = d / 2;

	for (size_t i = 0; i < 3 * d; i++) {
		size_t way = i / (3 * half), gate = i / half % 3;
		double mean = 0;

		bias[i] = gate > 0 ? raw->b[(way * 2 + gate - 1) * half + i % half] : 0;
		for (size_t k = 0; k < d; k++) {
			weight[i * d + k] = raw->weight[i * d + k] * raw->scale[k];
			bias[i] += raw->weight[i * d + k] * raw->shift[k];
			mean += weight[i * d + k] / (double)d;
		}
		for (size_t k = 0; k < d; k++)
			weight[i * d + k] = (float)(weight[i * d + k] - mean);
	}
}

static void lay_out_layers(struct arena *a, const struct raw_layer *raw, int n, size_t d, struct layer *out)
{
	const size_t rows = 3 * d / 2; /* of a way */
	float *weight = xcalloc(3 * d * d, sizeof(*weight)), *bias = xcalloc(3 * d, sizeof(*bias));

	for (int i = 0; i < n; i++) {
		if (a->base != NULL)
			fold_layer(weight, bias, &raw[i], d);
		for (size_t way = 0; way < 2; way++) {
			const size_t first = way * rows;

			out[i].gates[way] =
			    lay_out(a, (struct raw_linear){weight + first * d, bias + first}, rows, d, d);
		}
		out[i].v = raw[i].v;
	}
	free(weight);
	free(bias);
}

static void lay_out_inputs(struct arena *a, const struct neural_config *c, const struct raw *r, struct member *m)
{
	const size_t d = (size_t)c->width, word = neural_word_width(c), still = word + NEURAL_STILL;
	const size_t row = still + NEURAL_VECTOR + NEURAL_TAIL;
	const float *w = r->passage_in.weight;
	float *tail = arena_take(a, NEURAL_TAIL * d);

	m->align = lay_out(a, r->align, (size_t)c->align, NEURAL_VECTOR, NEURAL_VECTOR);
	m->passage_still = lay_out(a, r->passage_in, d, row, still);
	m->passage_aligned = lay_out(a, (struct raw_linear){w + still, NULL}, d, row, NEURAL_VECTOR);
	m->question_in =
	    lay_out(a, r->question_in, d, word + NEURAL_QUESTION_FEATURES, word + NEURAL_QUESTION_FEATURES);
	m->passage_tail = tail;
	for (size_t k = 0; tail != NULL && k < NEURAL_TAIL; k++) {
		for (size_t j = 0; j < d; j++)
			tail[k * d + j] = w[j * row + still + NEURAL_VECTOR + k] * (k == 0 ? NEURAL_BEST_SCALE : 1);
	}
}

/* The columns of h, h * seen and h * back, and those of seen. */
static void lay_out_joint(struct arena *a, size_t d, const struct raw *r, struct member *m)
{
	float *three = xcalloc(3 * d * d, sizeof(*three));

	for (size_t i = 0; i < d; i++) {
		memcpy(three + i * 3 * d, r->joint_in.weight + i * 4 * d, d * sizeof(*three));
		memcpy(three + i * 3 * d + d, r->joint_in.weight + i * 4 * d + 2 * d, 2 * d * sizeof(*three));
	}
	m->joint_in = lay_out(a, (struct raw_linear){three, NULL}, d, 3 * d, 3 * d);
	m->joint_seen = lay_out(a, (struct raw_linear){r->joint_in.weight + d, r->joint_in.bias}, d, 4 * d, d);
	free(three);
}

/* Two maps of the same input, each as whole panels; their biases and those of `more`. */
static struct linear lay_out_two(struct arena *a, const struct raw_linear *two, const struct raw_linear *more,
				 size_t columns, size_t inner)
{
	const size_t wide = kernel_pad(columns);
	float *weight = xcalloc(2 * wide * inner, sizeof(*weight)), *bias = xcalloc(2 * wide, sizeof(*bias));
	struct linear out;

	for (size_t i = 0; i < 2; i++) {
		memcpy(weight + i * wide * inner, two[i].weight, columns * inner * sizeof(*weight));
		for (size_t j = 0; more != NULL && j < columns; j++)
			bias[i * wide + j] = two[i].bias[j] + more[i].bias[j];
	}
	out = lay_out(a, (struct raw_linear){weight, bias}, 2 * wide, inner, inner);
	free(weight);
	free(bias);
	return out;
}

static void lay_out_head(struct arena *a, const struct neural_config *c, const struct raw *r, struct member *m)
{
	const size_t d = (size_t)c->width, rank = (size_t)c->rank;
	const struct raw_linear ends[] = {r->start, r->end}, asked[] = {r->start_asked, r->end_asked};
	float *pair = xcalloc(rank * rank, sizeof(*pair));

	for (size_t i = 0; i < rank * rank; i++)
		pair[i] = r->pair.weight[i] / sqrtf((float)rank);
	m->ends = lay_out_two(a, ends, NULL, rank, 2 * d);
	m->ends_asked = lay_out_two(a, asked, ends, rank, d);
	m->length = lay_out(a, r->length, (size_t)c->span, d, d);
	m->pair = lay_out(a, (struct raw_linear){pair, r->end_score.weight}, rank, rank, rank);
	m->start_score = padded(a, r->start_score.weight, rank, kernel_pad(rank));
	m->inside = r->inside.weight;
	m->inside_bias = r->inside.bias[0];
	m->span_bias = r->start_score.bias[0] + r->end_score.bias[0];
	free(pair);
}

static void lay_out_member(struct arena *a, const struct neural_config *c, const struct raw *r, struct member *m)
{
	const size_t d = (size_t)c->width;

	lay_out_inputs(a, c, r, m);
	lay_out_layers(a, r->passage, c->passage_layers, d, m->passage);
	lay_out_layers(a, r->question, c->question_layers, d, m->question);
	lay_out_layers(a, r->joint, c->joint_layers, d, m->joint);
	lay_out_joint(a, d, r, m);
	lay_out_head(a, c, r, m);
	m->attend_passage = r->attend_passage.weight;
	m->attend_question = r->attend_question.weight;
	m->attend_both = r->attend_both;
	m->summary = r->summary.weight;
}

/* --- the shared parts */

static int load_config(const struct weights *w, struct neural_config *c, char *err)
{
	const struct {
		struct weights_range range;
		int *v;
	} numbers[] = {
	    {{"width", KERNEL_PANEL, SIZE_MAX_CONFIG}, &c->width},
	    {{"rank", 1, SIZE_MAX_CONFIG}, &c->rank},
	    {{"align", 1, SIZE_MAX_CONFIG}, &c->align},
	    {{"part", 1, SIZE_MAX_CONFIG}, &c->part},
	    {{"passage_layers", 1, NEURAL_LAYERS_MAX}, &c->passage_layers},
	    {{"question_layers", 1, NEURAL_LAYERS_MAX}, &c->question_layers},
	    {{"joint_layers", 1, NEURAL_LAYERS_MAX}, &c->joint_layers},
	    {{"span", 1, NEURAL_SPAN_MAX}, &c->span},
	    {{"members", 1, NEURAL_MEMBERS_MAX}, &c->members},
	};

	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		if (weights_int(w, numbers[i].range, numbers[i].v, err) != 0)
			return -1;
	}
	if (c->width % KERNEL_PANEL != 0) {
		snprintf(err, WEIGHTS_ERR_MAX, "\"width\" of its config is no multiple of %d", KERNEL_PANEL);
		return -1;
	}
	return weights_real(w, (struct weights_range){"f1_share", 0, 1}, &c->f1_share, err);
}

/* Rows out of range would be read out of the table, hashes out of order never found. */
static int check_words(const struct neural_words *words, size_t rows, char *err)
{
	for (size_t i = 0; i < words->n; i++) {
		if (words->row[i] >= rows || (i > 0 && words->hash[i] <= words->hash[i - 1])) {
			snprintf(err, WEIGHTS_ERR_MAX, "its table of words is not in order");
			return -1;
		}
	}
	return 0;
}

static int load_words(struct neural_net *net, const struct weights *w, char *err)
{
	struct weights_want hash = {"word.hash", WEIGHTS_U32, 1, {0}}, row = {"word.row", WEIGHTS_U32, 1, {0}};
	struct weights_want scale = {"word.scale", WEIGHTS_F32, 1, {0}};
	struct weights_want vectors = {"word.vector", WEIGHTS_I8, 2, {0, NEURAL_VECTOR}};
	int first;

	if (weights_shape(w, hash.name, hash.type, hash.shape, err) < 0 ||
	    weights_shape(w, scale.name, scale.type, scale.shape, err) < 0)
		return -1;
	row.shape[0] = net->words.n = hash.shape[0];
	vectors.shape[0] = net->rows = scale.shape[0];
	net->words.hash = weights_tensor(w, &hash, err);
	net->words.row = net->words.hash != NULL ? weights_tensor(w, &row, err) : NULL;
	net->scale = net->words.row != NULL ? weights_tensor(w, &scale, err) : NULL;
	net->vectors = net->scale != NULL ? weights_tensor(w, &vectors, err) : NULL;
	if (net->vectors == NULL ||
	    weights_int(w, (struct weights_range){"first", NEURAL_ROW_NUMBERS + NEURAL_NUMBERS, (double)net->rows},
			&first, err) != 0)
		return -1;
	net->words.first = (uint32_t)first;
	return check_words(&net->words, net->rows, err);
}

/* first: of the file's networks, counted from 0. */
static int load_members(struct neural_net *net, const struct weights *w, int first, char *err)
{
	struct raw *raw = xcalloc(NEURAL_MEMBERS_MAX, sizeof(*raw));
	struct loader l = {.w = w, .err = err};
	struct arena arena = {0};
	const struct neural_config *c = &net->config;

	for (int i = 0; i < c->members; i++) {
		l.member = first + i;
		fetch_words(&l, c, net->rows, &net->members[i]);
		fetch_member(&l, c, &raw[i]);
	}
	if (!l.failed) {
		for (int i = 0; i < c->members; i++)
			lay_out_member(&arena, c, &raw[i], &net->members[i]);
		net->memory = arena_open(&arena);
		for (int i = 0; i < c->members; i++)
			lay_out_member(&arena, c, &raw[i], &net->members[i]);
	}
	free(raw);
	return l.failed ? -1 : 0;
}

/* Leaves one network of them, or all for 0. */
static int choose_member(struct neural_config *c, int member, char *err)
{
	if (member > c->members) {
		snprintf(err, WEIGHTS_ERR_MAX, "it has %d network%s, so there is no number %d", c->members,
			 c->members == 1 ? "" : "s", member);
		return -1;
	}
	c->members = member > 0 ? 1 : c->members;
	return 0;
}

struct neural_net *neural_net_new_of(const struct weights *w, const struct kernels *k, int member,
				     char err[WEIGHTS_ERR_MAX])
{
	struct neural_net *net = xcalloc(1, sizeof(*net));

	net->kernels = k;
	if (load_config(w, &net->config, err) != 0 || choose_member(&net->config, member, err) != 0 ||
	    load_words(net, w, err) != 0 || load_members(net, w, member > 0 ? member - 1 : 0, err) != 0)
		neural_net_free(&net);
	return net;
}

struct neural_net *neural_net_new(const struct weights *w, const struct kernels *k, char err[WEIGHTS_ERR_MAX])
{
	return neural_net_new_of(w, k, 0, err);
}

void neural_net_free(struct neural_net **net)
{
	if (*net == NULL)
		return;
	free((*net)->memory);
	free(*net);
	*net = NULL;
}

const struct neural_config *neural_net_config(const struct neural_net *net)
{
	return &net->config;
}

const struct neural_words *neural_net_words(const struct neural_net *net)
{
	return &net->words;
}
