/* linear_fit: see linear_fit.h. */
#include "linear_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "linear_collect.h"

enum { END = -1 }; /* of the spans of a sentence in the memory of a question */

/* Steps smaller than this are not taken: most spans are out of the question. */
static const float least_step = 1e-3f;

struct weight {
	float *value, *square; /* and the sum of the squares of its steps */
};

struct scored {
	uint32_t first, last, sentence;
	float score, share;
};

/* A question's features: of each sentence first token, end, list; of each of its tokens three lists; of each span
 * first, last, list; END. A list is its length and the numbers of weights. */
struct memory {
	int32_t *v;
	size_t n, cap;
};

struct fit {
	const struct data *data;
	const struct fit_options *options;
	struct collected features;
	struct weight w;
	struct memory *memories;
	float rate;
	uint32_t salt, drop; /* drop: of 2^32 */
	uint64_t random;
	struct scored *spans;
	size_t n_spans, spans_cap;
	float *start, *end, *inside; /* scores of tokens, then the steps their features take */
	size_t tokens_cap;
};

static uint32_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static void keep(struct memory *m, size_t v)
{
	if (m->n == m->cap) {
		m->cap = m->cap > 0 ? m->cap * 2 : 4096;
		m->v = xrealloc(m->v, m->cap * sizeof(*m->v));
	}
	m->v[m->n++] = (int32_t)v;
}

static void keep_list(struct memory *m, const struct collected *features, const struct linear_list *list)
{
	size_t at = m->n;

	keep(m, 0);
	for (int i = 0; i < list->n; i++) {
		int64_t k = collected_find(features, list->v[i]);

		if (k >= 0)
			keep(m, (size_t)k);
	}
	m->v[at] = (int32_t)(m->n - at - 1);
}

static void keep_sentence(struct memory *m, const struct collected *features, const struct linear_view *v, int picked)
{
	const struct sentence *in = &v->passage->tokens.sentences[v->spans.picked[picked]];
	struct linear_list list;

	keep(m, in->first);
	keep(m, in->end);
	linear_sentence(v, picked, &list);
	keep_list(m, features, &list);
	for (size_t i = in->first; i < in->end; i++) {
		linear_edge(v, picked, i, LINEAR_START, &list);
		keep_list(m, features, &list);
		linear_edge(v, picked, i, LINEAR_END, &list);
		keep_list(m, features, &list);
		linear_inside(v, i, &list);
		keep_list(m, features, &list);
	}
	for (uint32_t first = in->first; first < in->end; first++) {
		for (uint32_t last = first; last < in->end && last < first + LINEAR_SPAN_MAX; last++) {
			if (!spans_candidate(&v->spans, first, last))
				continue;
			keep(m, first);
			keep(m, last);
			linear_span(v, picked, (struct sentence){first, last + 1}, &list);
			keep_list(m, features, &list);
		}
	}
	keep(m, (size_t)END);
}

static void remember(const struct fit *f, const struct example *e, struct memory *out)
{
	struct linear_view v;

	linear_view_open(&v, f->data->lexicon, &f->data->passages[e->passage].read, e->question, e->question_n);
	for (int i = 0; i < v.spans.n_picked; i++)
		keep_sentence(out, &f->features, &v, i);
	linear_view_close(&v);
	out->v = xrealloc(out->v, out->n * sizeof(*out->v));
	out->cap = out->n;
}

/* Whether a feature is left out at this question: the same answer on the way there and back. */
static bool is_out(const struct fit *f, int32_t feature)
{
	uint32_t h = ((uint32_t)feature ^ f->salt) * 0x7feb352du;

	h = (h ^ h >> 15) * 0x846ca68bu;
	return (h ^ h >> 16) < f->drop;
}

static const int32_t *add_up(const struct fit *f, const int32_t *at, float *out)
{
	int32_t n = *at++;
	float sum = 0;

	for (int32_t i = 0; i < n; i++) {
		if (!is_out(f, at[i]))
			sum += f->w.value[at[i]];
	}
	*out = sum / (1 - f->options->drop);
	return at + n;
}

static const int32_t *take_step(struct fit *f, const int32_t *at, float step)
{
	int32_t n = *at++;

	for (int32_t i = 0; i < n && fabsf(step) >= least_step; i++) {
		int32_t k = at[i];

		if (is_out(f, k))
			continue;
		f->w.square[k] += step * step;
		f->w.value[k] -= f->rate * step / sqrtf(f->w.square[k] + 0.01f);
	}
	return at + n;
}

static void make_room(struct fit *f, size_t tokens)
{
	if (tokens < f->tokens_cap)
		return;
	f->tokens_cap = tokens * 2 + 64;
	f->start = xrealloc(f->start, f->tokens_cap * sizeof(float));
	f->end = xrealloc(f->end, f->tokens_cap * sizeof(float));
	f->inside = xrealloc(f->inside, f->tokens_cap * sizeof(float));
}

static const int32_t *score_sentence(struct fit *f, const int32_t *at, uint32_t sentence)
{
	int32_t first = at[0], end = at[1];
	float base;

	at = add_up(f, at + 2, &base);
	for (int32_t i = first; i < end; i++) {
		at = add_up(f, at, &f->start[i]);
		at = add_up(f, at, &f->end[i]);
		at = add_up(f, at, &f->inside[i]);
	}
	while (*at != END) {
		struct scored s = {.first = (uint32_t)at[0], .last = (uint32_t)at[1], .sentence = sentence};

		at = add_up(f, at + 2, &s.score);
		s.score += base + f->start[s.first] + f->end[s.last];
		for (uint32_t i = s.first; i <= s.last; i++)
			s.score += f->inside[i];
		if (f->n_spans == f->spans_cap) {
			f->spans_cap = f->spans_cap > 0 ? f->spans_cap * 2 : 1024;
			f->spans = xrealloc(f->spans, f->spans_cap * sizeof(*f->spans));
		}
		f->spans[f->n_spans++] = s;
	}
	return at + 1;
}

static void softmax(struct fit *f)
{
	float most = -INFINITY;
	double sum = 0;

	for (size_t i = 0; i < f->n_spans; i++)
		most = f->spans[i].score > most ? f->spans[i].score : most;
	for (size_t i = 0; i < f->n_spans; i++)
		sum += f->spans[i].share = expf(f->spans[i].score - most);
	for (size_t i = 0; i < f->n_spans; i++)
		f->spans[i].share /= (float)sum;
}

static float annotators_of(const struct example *e, const struct scored *s)
{
	for (int i = 0; i < e->n_golds; i++) {
		if (e->golds[i].first == s->first && e->golds[i].last == s->last)
			return e->golds[i].annotators;
	}
	return 0;
}

/* Turns the shares into steps, of the spans and of the tokens; returns the loss, or -1 if no given span is a
 * candidate. */
static double find_steps(struct fit *f, const struct example *e, size_t tokens, float *sentences)
{
	double given = 0, all = 0;

	for (int i = 0; i < e->n_golds; i++)
		all += e->golds[i].annotators;
	for (size_t i = 0; i < f->n_spans; i++)
		given += f->spans[i].share * annotators_of(e, &f->spans[i]);
	if (given < 1e-12)
		return -1;
	memset(f->start, 0, tokens * sizeof(float));
	memset(f->end, 0, tokens * sizeof(float));
	memset(f->inside, 0, (tokens + 1) * sizeof(float));
	for (size_t i = 0; i < f->n_spans; i++) {
		struct scored *s = &f->spans[i];

		s->share -= (float)(s->share * annotators_of(e, s) / given);
		f->start[s->first] += s->share;
		f->end[s->last] += s->share;
		f->inside[s->first] += s->share; /* differences, summed up on the way */
		f->inside[s->last + 1] -= s->share;
		sentences[s->sentence] += s->share;
	}
	return -log(given / all);
}

static void take_steps(struct fit *f, const struct memory *m, const float *sentences)
{
	const int32_t *at = m->v, *stop = m->v + m->n;
	size_t span = 0;

	for (int i = 0; at < stop; i++) {
		int32_t first = at[0], end = at[1];
		float inside = 0;

		at = take_step(f, at + 2, sentences[i]);
		for (int32_t k = first; k < end; k++) {
			inside += f->inside[k];
			at = take_step(f, at, f->start[k]);
			at = take_step(f, at, f->end[k]);
			at = take_step(f, at, inside);
		}
		while (*at != END)
			at = take_step(f, at + 2, f->spans[span++].share);
		at++;
	}
}

static double learn(struct fit *f, const struct example *e, const struct memory *m)
{
	size_t tokens = f->data->passages[e->passage].read.tokens.n;
	const int32_t *at = m->v, *stop = m->v + m->n;
	float sentences[SPAN_SENTENCES_MAX] = {0};
	double loss;

	make_room(f, tokens + 1);
	f->n_spans = 0;
	f->salt = draw(&f->random);
	for (uint32_t i = 0; at < stop; i++)
		at = score_sentence(f, at, i);
	softmax(f);
	loss = find_steps(f, e, tokens, sentences);
	if (loss < 0)
		return 0;
	take_steps(f, m, sentences);
	return loss;
}

static void run_passes(struct fit *f, const struct example **order, size_t n)
{
	const struct fit_options *o = f->options;
	const double total = (double)o->passes * (double)n;
	double done = 0;

	for (int pass = 0; pass < o->passes; pass++) {
		double loss = 0;

		for (size_t i = n; i > 1; i--) {
			size_t k = draw(&f->random) % i;
			const struct example *e = order[i - 1];

			order[i - 1] = order[k];
			order[k] = e;
		}
		for (size_t i = 0; i < n; i++, done++) {
			f->rate = o->rate * (float)(1 - done / total);
			loss += learn(f, order[i], &f->memories[order[i] - f->data->examples]);
		}
		fprintf(stderr, "  pass %d of %d: loss %.3f\n", pass + 1, o->passes, loss / (double)n);
	}
}

static int by_size(const void *a, const void *b)
{
	const float x = fabsf(*(const float *)a), y = fabsf(*(const float *)b);

	return x < y ? 1 : x > y ? -1 : 0;
}

/* The weight that the last feature with room in the file has. */
static float least_weight(const struct fit *f)
{
	size_t n = f->features.n, room = f->options->features_max;
	float *sorted = xmalloc((n + 1) * sizeof(*sorted)), least = 0;

	memcpy(sorted, f->w.value, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_size);
	if (n > room)
		least = fabsf(sorted[room]);
	free(sorted);
	return least;
}

static uint32_t *make_slots(const struct fit *f, uint32_t *n_slots)
{
	float least = least_weight(f);
	uint32_t *slots, kept = 0, n;

	for (size_t i = 0; i < f->features.n; i++)
		kept += fabsf(f->w.value[i]) > least;
	n = *n_slots = (kept + 8) * 5 / 3;
	slots = xcalloc(n, sizeof(*slots));
	for (size_t i = 0; i < f->features.n; i++) {
		if (fabsf(f->w.value[i]) > least)
			linear_slots_put(slots, n, f->features.v[i], (int)lroundf(f->w.value[i] * LINEAR_UNIT));
	}
	fprintf(stderr, "  %u features in the file\n", kept);
	return slots;
}

static void release(struct fit *f)
{
	for (size_t i = 0; i < f->data->n_examples; i++)
		free(f->memories[i].v);
	free(f->memories);
	free(f->w.value);
	free(f->w.square);
	free(f->spans);
	free(f->start);
	free(f->end);
	free(f->inside);
	collected_release(&f->features);
}

uint32_t *linear_fit(const struct data *d, const struct example **order, size_t n, const struct fit_options *o,
		     uint32_t *n_slots)
{
	struct fit f = {.data = d, .options = o, .random = o->seed, .drop = (uint32_t)(o->drop * 4294967040.0f)};
	uint32_t *slots;
	size_t numbers = 0;

	linear_collect(&f.features, d, order, n, o);
	fprintf(stderr, "  %zu features are worth a weight\n", f.features.n);
	f.w.value = xcalloc(f.features.n + 1, sizeof(float));
	f.w.square = xcalloc(f.features.n + 1, sizeof(float));
	f.memories = xcalloc(d->n_examples, sizeof(*f.memories));
	for (size_t i = 0; i < n; i++) {
		struct memory *m = &f.memories[order[i] - d->examples];

		remember(&f, order[i], m);
		numbers += m->n;
	}
	fprintf(stderr, "  %zu questions in %zu MB\n", n, numbers * sizeof(int32_t) / 1000000);
	run_passes(&f, order, n);
	slots = make_slots(&f, n_slots);
	release(&f);
	return slots;
}
