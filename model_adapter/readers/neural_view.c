/* neural_view: what the network makes of single tokens and, of a passage, before any
 * question: its words through their columns of the input and through the alignment.
 * Both are linear maps (but for the alignment's last step), so the question's share is
 * added later. See neural_net.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "neural_impl.h"

enum { CHUNK = 64 }; /* tokens whose words are unfolded at once */

size_t neural_word_width(const struct neural_config *c)
{
	return NEURAL_VECTOR + NEURAL_PARTS * (size_t)c->part;
}

void neural_word(const struct neural_net *net, const struct member *m, const struct neural_token *t, float *out)
{
	const size_t part = (size_t)net->config.part;
	const int8_t *vector = net->vectors + (size_t)t->row * NEURAL_VECTOR;
	const float *delta = t->row < m->learnt ? m->delta + (size_t)t->row * NEURAL_VECTOR : NULL;

	assert(t->row < net->rows);
	net->kernels->widen(out, vector, net->scale[t->row], delta, NEURAL_VECTOR);
	for (int i = 0; i < NEURAL_PARTS; i++) {
		assert(t->part[i] < neural_part_rows[i]);
		memcpy(out + NEURAL_VECTOR + (size_t)i * part, m->part[i] + t->part[i] * part, part * sizeof(*out));
	}
}

void neural_apply(const struct kernels *k, const struct linear *f, struct product p)
{
	p.right = (struct panels){.v = f->panels, .row = KERNEL_PANEL, .panel = f->inner * KERNEL_PANEL};
	p.inner = f->inner;
	p.columns = f->columns;
	if (p.bias == NULL)
		p.bias = f->bias;
	k->multiply(&p);
}

struct sight {
	const struct neural_net *net;
	const struct neural_passage *passage;
	float *words; /* CHUNK rows of `row` numbers */
	size_t row;
};

/* Tokens from `first` on, at most CHUNK of them. */
static void see(const struct sight *s, const struct member *m, size_t first, size_t n, float *align, float *still)
{
	const size_t align_row = kernel_pad((size_t)s->net->config.align), width = (size_t)s->net->config.width;
	const struct product p = {.left = s->words, .left_row = s->row, .left_column = 1, .rows = n};
	struct product out = p;

	for (size_t i = 0; i < n; i++) {
		float *word = s->words + i * s->row;

		neural_word(s->net, m, &s->passage->v[first + i], word);
		memcpy(word + s->row - NEURAL_STILL, s->passage->still[first + i], NEURAL_STILL * sizeof(*word));
	}
	out.out = align + first * align_row;
	out.out_row = align_row;
	out.positive = true;
	neural_apply(s->net->kernels, &m->align, out);
	out = p;
	out.out = still + first * width;
	out.out_row = width;
	neural_apply(s->net->kernels, &m->passage_still, out);
}

struct neural_view *neural_view_new(const struct neural_net *net, const struct neural_passage *p)
{
	const struct neural_config *c = &net->config;
	const size_t n = p->tokens.n, align_row = kernel_pad((size_t)c->align);
	struct neural_view *view = xcalloc(1, sizeof(*view));
	struct sight s = {.net = net, .passage = p, .row = neural_word_width(c) + NEURAL_STILL};
	struct arena arena = {.used = (size_t)c->members * n * (align_row + (size_t)c->width)};

	view->n = n;
	view->bytes = sizeof(*view) + arena.used * sizeof(float);
	view->memory = arena_open(&arena);
	s.words = xcalloc(CHUNK * s.row, sizeof(*s.words));
	for (int i = 0; i < c->members; i++) {
		float *align = arena_take(&arena, n * align_row), *still = arena_take(&arena, n * (size_t)c->width);

		for (size_t first = 0; first < n; first += CHUNK)
			see(&s, &net->members[i], first, n - first < CHUNK ? n - first : CHUNK, align, still);
		view->align[i] = align;
		view->still[i] = still;
	}
	free(s.words);
	return view;
}

size_t neural_view_size(const struct neural_view *view)
{
	return view->bytes;
}

void neural_view_free(struct neural_view **view)
{
	if (*view == NULL)
		return;
	free((*view)->memory);
	free(*view);
	*view = NULL;
}
