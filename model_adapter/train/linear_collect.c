/* linear_collect: see linear_collect.h. */
#include "linear_collect.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"

enum { STRANGERS = 2, STRANGER_TOKENS = 4, FILTER_BITS = 23 };

/* In how many questions a feature was seen, at given spans and at others. */
struct seen {
	uint32_t hash, given, others;
	uint32_t last_given, last_other; /* question, counted from 1 */
};

/* Open addressing over 20 bytes an entry, tens of millions of them; with uthash each would take four times that. */
struct counter {
	struct seen *v; /* hash 0: free */
	uint32_t mask;
	size_t n;
	uint32_t question;
	uint64_t random;
};

static struct seen *slot_of(struct seen *v, uint32_t mask, uint32_t hash)
{
	uint32_t i = hash & mask;

	while (v[i].hash != 0 && v[i].hash != hash)
		i = (i + 1) & mask;
	return &v[i];
}

static void grow(struct counter *c)
{
	uint32_t mask = c->mask * 2 + 1;
	struct seen *v = xcalloc((size_t)mask + 1, sizeof(*v));

	for (size_t i = 0; i <= c->mask; i++) {
		if (c->v[i].hash != 0)
			*slot_of(v, mask, c->v[i].hash) = c->v[i];
	}
	free(c->v);
	c->v = v;
	c->mask = mask;
}

static void see(struct counter *c, const struct linear_list *list, bool given)
{
	for (int i = 0; i < list->n; i++) {
		struct seen *s = slot_of(c->v, c->mask, list->v[i]);

		if (list->v[i] == 0)
			continue;
		c->n += s->hash == 0;
		s->hash = list->v[i];
		if (given && s->last_given != c->question) {
			s->last_given = c->question;
			s->given++;
		} else if (!given && s->last_other != c->question) {
			s->last_other = c->question;
			s->others++;
		}
	}
	if (c->n / 2 > c->mask / 3)
		grow(c);
}

static void see_span(struct counter *c, const struct linear_view *v, int picked, struct sentence at, bool given)
{
	struct linear_list list;

	linear_sentence(v, picked, &list);
	see(c, &list, given);
	linear_edge(v, picked, at.first, LINEAR_START, &list);
	see(c, &list, given);
	linear_edge(v, picked, at.end - 1, LINEAR_END, &list);
	see(c, &list, given);
	for (size_t i = at.first; i < at.end; i++) {
		linear_inside(v, i, &list);
		see(c, &list, given);
	}
	linear_span(v, picked, at, &list);
	see(c, &list, given);
}

static uint32_t draw(struct counter *c, uint32_t below)
{
	c->random = c->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(c->random >> 33) % below;
}

/* Spans that a token more or less on one side makes of a given one, and some from anywhere. */
static void see_others(struct counter *c, const struct linear_view *v, int picked, struct sentence given)
{
	const struct sentence *sentences = v->passage->tokens.sentences;

	for (uint32_t i = 0; i < 4 + STRANGERS; i++) {
		struct sentence at = {given.first + (i == 1) - (i == 0), given.end + (i == 3) - (i == 2)}, in;
		int where = picked;

		if (i >= 4) {
			where = (int)draw(c, (uint32_t)v->spans.n_picked);
			in = sentences[v->spans.picked[where]];
			at.first = in.first + draw(c, in.end - in.first);
			at.end = at.first + 1 + draw(c, STRANGER_TOKENS);
		}
		in = sentences[v->spans.picked[where]];
		if (at.first >= in.first && at.first < at.end && at.end <= in.end &&
		    spans_candidate(&v->spans, at.first, at.end - 1))
			see_span(c, v, where, at, false);
	}
}

static void see_question(struct counter *c, const struct data *d, const struct example *e)
{
	struct linear_view v;

	linear_view_open(&v, d->lexicon, &d->passages[e->passage].read, e->question, e->question_n);
	for (int g = 0; g < e->n_golds; g++) {
		struct sentence at = {e->golds[g].first, e->golds[g].last + 1};

		for (int i = 0; i < v.spans.n_picked; i++) {
			const struct sentence *in = &v.passage->tokens.sentences[v.spans.picked[i]];

			if (at.first < in->first || at.end > in->end || at.end - at.first > LINEAR_SPAN_MAX ||
			    !spans_candidate(&v.spans, at.first, at.end - 1))
				continue;
			see_span(c, &v, i, at, true);
			see_others(c, &v, i, at);
		}
	}
	linear_view_close(&v);
}

static uint32_t filter_bit(uint32_t hash)
{
	return hash * 2654435761u >> (32 - FILTER_BITS);
}

static void number(struct collected *out, const struct counter *c, const struct fit_options *o)
{
	size_t n = 0;

	*out = (struct collected){.mask = 1023, .filter = xcalloc((1u << FILTER_BITS) / 64, sizeof(uint64_t))};
	for (size_t i = 0; i <= c->mask; i++)
		n += c->v[i].hash != 0 && (c->v[i].given >= o->support || c->v[i].others >= o->doubt);
	while (out->mask < n * 2)
		out->mask = out->mask * 2 + 1;
	out->v = xcalloc(n + 1, sizeof(*out->v));
	out->table = xcalloc((size_t)out->mask + 1, sizeof(*out->table));
	for (size_t i = 0; i <= c->mask; i++) {
		const struct seen *s = &c->v[i];
		uint32_t at = s->hash & out->mask, bit = filter_bit(s->hash);

		if (s->hash == 0 || (s->given < o->support && s->others < o->doubt))
			continue;
		while (out->table[at] != 0)
			at = (at + 1) & out->mask;
		out->v[out->n++] = s->hash;
		out->table[at] = (int32_t)out->n;
		out->filter[bit / 64] |= UINT64_C(1) << bit % 64;
	}
}

void linear_collect(struct collected *out, const struct data *d, const struct example **order, size_t n,
		    const struct fit_options *o)
{
	struct counter c = {.mask = (1u << 20) - 1, .random = o->seed};

	c.v = xcalloc((size_t)c.mask + 1, sizeof(*c.v));
	for (size_t i = 0; i < n; i++) {
		c.question = (uint32_t)i + 1;
		see_question(&c, d, order[i]);
	}
	number(out, &c, o);
	free(c.v);
}

int64_t collected_find(const struct collected *c, uint32_t hash)
{
	uint32_t bit = filter_bit(hash), at = hash & c->mask;

	if (!(c->filter[bit / 64] >> bit % 64 & 1))
		return -1;
	for (; c->table[at] != 0; at = (at + 1) & c->mask) {
		if (c->v[c->table[at] - 1] == hash)
			return c->table[at] - 1;
	}
	return -1;
}

void collected_release(struct collected *c)
{
	free(c->v);
	free(c->table);
	free(c->filter);
}
