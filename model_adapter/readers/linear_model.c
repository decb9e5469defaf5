/* linear_model: see linear_model.h. */
#include "linear_model.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t first_slot(uint32_t feature, uint32_t n)
{
	return (uint32_t)((uint64_t)feature * n >> 32);
}

static bool is_of(uint32_t slot, uint32_t feature)
{
	return slot >> 16 == (feature & 0xffff);
}

int linear_weight(const struct linear_model *m, uint32_t feature)
{
	for (uint32_t i = first_slot(feature, m->n_slots); m->slots[i] != 0; i = i + 1 < m->n_slots ? i + 1 : 0) {
		if (is_of(m->slots[i], feature))
			return (int16_t)(m->slots[i] & 0xffff);
	}
	return 0;
}

bool linear_slots_put(uint32_t *slots, uint32_t n, uint32_t feature, int weight)
{
	uint32_t i = first_slot(feature, n);

	if (weight == 0)
		return false;
	weight = weight > INT16_MAX ? INT16_MAX : weight < INT16_MIN ? INT16_MIN : weight;
	for (uint32_t tried = 0; tried < n; tried++, i = i + 1 < n ? i + 1 : 0) {
		if (slots[i] != 0 && !is_of(slots[i], feature))
			continue;
		slots[i] = (feature & 0xffff) << 16 | (uint16_t)weight;
		return true;
	}
	return false;
}

/* A table without free slots would be searched for ever. */
static bool has_room(const uint32_t *slots, size_t n)
{
	size_t used = 0;

	for (size_t i = 0; i < n; i++)
		used += slots[i] != 0;
	return used <= n - n / 4;
}

int linear_model_load(struct linear_model *out, const struct weights *w, char err[WEIGHTS_ERR_MAX])
{
	size_t shape[WEIGHTS_DIMS_MAX];
	int patterns, dims = weights_shape(w, "slots", WEIGHTS_U32, shape, err);

	if (dims < 0 || weights_int(w, (struct weights_range){"patterns", 1, 1e6}, &patterns, err) < 0 ||
	    weights_int(w, (struct weights_range){"f1_share", 0, 1000}, &out->f1_share, err) < 0)
		return -1;
	if (patterns != LINEAR_PATTERNS) {
		snprintf(err, WEIGHTS_ERR_MAX, "it was made for version %d of the features, this program has %d.",
			 patterns, LINEAR_PATTERNS);
		return -1;
	}
	if (dims != 1 || shape[0] < 4 || shape[0] > LINEAR_SLOTS_MAX) {
		snprintf(err, WEIGHTS_ERR_MAX, "its table is not a row of 4 to %d slots.", LINEAR_SLOTS_MAX);
		return -1;
	}
	out->n_slots = (uint32_t)shape[0];
	out->slots = weights_tensor(w, &(struct weights_want){"slots", WEIGHTS_U32, 1, {shape[0]}}, err);
	if (out->slots != NULL && has_room(out->slots, out->n_slots))
		return 0;
	if (out->slots != NULL)
		snprintf(err, WEIGHTS_ERR_MAX, "its table is too full.");
	return -1;
}

static int32_t sum(const struct linear_model *m, const struct linear_list *list)
{
	int32_t s = 0;

	for (int i = 0; i < list->n;
	     i++) /* the table is larger than the caches: all at once, not one after the other */
		__builtin_prefetch(&m->slots[first_slot(list->v[i], m->n_slots)]);
	for (int i = 0; i < list->n; i++)
		s += linear_weight(m, list->v[i]);
	return s;
}

/* What the tokens of a sentence are worth at the beginning, at the end and inside of a span. */
struct token_scores {
	int32_t start, end, inside;
};

static void add_span(struct linear_spans *out, struct linear_span s)
{
	if (out->n == out->cap) {
		out->cap = out->cap > 0 ? out->cap * 2 : 1024;
		out->v = xrealloc(out->v, out->cap * sizeof(*out->v));
	}
	out->v[out->n++] = s;
}

static void score_spans(const struct linear_model *m, const struct linear_view *v, int picked,
			const struct token_scores *tokens, struct linear_spans *out)
{
	const struct sentence *in = &v->passage->tokens.sentences[v->spans.picked[picked]];
	struct linear_list list;
	int32_t base;

	linear_sentence(v, picked, &list);
	base = sum(m, &list);
	for (uint32_t first = in->first; first < in->end; first++) {
		int32_t inside = base + tokens[first - in->first].start;

		for (uint32_t last = first; last < in->end && last < first + LINEAR_SPAN_MAX; last++) {
			const struct token_scores *t = &tokens[last - in->first];

			inside += t->inside;
			if (!spans_candidate(&v->spans, first, last))
				continue;
			linear_span(v, picked, (struct sentence){first, last + 1}, &list);
			add_span(out, (struct linear_span){first, last, inside + t->end + sum(m, &list)});
		}
	}
}

void linear_score(const struct linear_model *m, const struct linear_view *v, struct linear_spans *out)
{
	struct token_scores *tokens = xmalloc((v->passage->tokens.n + 1) * sizeof(*tokens));
	struct linear_list list;

	*out = (struct linear_spans){0};
	for (int i = 0; i < v->spans.n_picked; i++) {
		const struct sentence *in = &v->passage->tokens.sentences[v->spans.picked[i]];

		for (uint32_t at = in->first; at < in->end; at++) {
			struct token_scores *t = &tokens[at - in->first];

			linear_edge(v, i, at, LINEAR_START, &list);
			t->start = sum(m, &list);
			linear_edge(v, i, at, LINEAR_END, &list);
			t->end = sum(m, &list);
			linear_inside(v, at, &list);
			t->inside = sum(m, &list);
		}
		score_spans(m, v, i, tokens, out);
	}
	free(tokens);
}

/* Index of the picked sentence that holds all of a span, or -1. */
static int picked_with(const struct linear_view *v, uint32_t first, uint32_t last)
{
	int at = 0;

	while (at < v->spans.n_picked) {
		const struct sentence *in = &v->passage->tokens.sentences[v->spans.picked[at]];

		if (first >= in->first && last < in->end)
			return at;
		at++;
	}
	return -1;
}

bool linear_score_one(const struct linear_model *m, const struct linear_view *v, uint32_t first, uint32_t last,
		      int32_t *score)
{
	const int picked = picked_with(v, first, last);
	struct linear_list list;

	if (picked < 0 || last - first >= LINEAR_SPAN_MAX || !spans_candidate(&v->spans, first, last))
		return false;
	linear_sentence(v, picked, &list);
	*score = sum(m, &list);
	linear_edge(v, picked, first, LINEAR_START, &list);
	*score += sum(m, &list);
	linear_edge(v, picked, last, LINEAR_END, &list);
	*score += sum(m, &list);
	for (uint32_t i = first; i <= last; i++) {
		linear_inside(v, i, &list);
		*score += sum(m, &list);
	}
	linear_span(v, picked, (struct sentence){first, last + 1}, &list);
	*score += sum(m, &list);
	return true;
}
