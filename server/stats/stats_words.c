/* Words, and the longest run of them that a question shares with its passage.
 *
 * The passage becomes a suffix automaton over its words (Blumer et al. 1985): it takes as many steps as the passage has
 * words, and every question then takes as many as it has itself. So neither a passage of a thousand equal words nor a
 * question as long as its passage takes longer than it should. The automaton is exact: words are compared, not only
 * their hashes. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "stats_impl.h"

#define NONE STATS_NONE

uint64_t stats_hash(uint64_t from, const void *p, size_t n)
{
	const unsigned char *s = p;
	uint64_t h = UINT64_C(0xcbf29ce484222325) ^ (from * UINT64_C(0x9e3779b97f4a7c15));

	for (size_t i = 0; i < n; i++)
		h = (h ^ s[i]) * UINT64_C(0x100000001b3);
	h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
	return h ^ (h >> 31);
}

static bool is_all_ascii(const char *s, size_t n)
{
	unsigned char any = 0;

	for (size_t i = 0; i < n; i++)
		any |= (unsigned char)s[i];
	return any < 0x80;
}

static void end_word(struct words *w, size_t *start)
{
	struct buf *t = &w->text;

	if (t->n > *start) {
		if (w->n == w->cap) {
			w->cap = w->cap > 0 ? 2 * w->cap : 64;
			w->v = xrealloc(w->v, w->cap * sizeof(*w->v));
		}
		w->v[w->n++] = (struct text_token){t->p + *start, t->n - *start};
	}
	*start = t->n;
}

/* Of a text in lower case; there is room for all of it, so that the words stay where they are. */
static void split_plain(struct words *w, const char *s, size_t n)
{
	size_t start = 0;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = text_decode(s + i, n - i, &c);
		if (text_is_space(c))
			end_word(w, &start);
		else if (!stats_is_punctuation(c))
			buf_add(&w->text, s + i, len);
	}
	end_word(w, &start);
}

void words_plain(struct words *w, const char *s, size_t n)
{
	size_t low_n = n, start = 0;
	char *low;

	w->n = 0;
	buf_clear(&w->text);
	if (!is_all_ascii(s, n)) {
		low = text_lower(s, n, &low_n);
		buf_reserve(&w->text, low_n);
		split_plain(w, low, low_n);
		free(low);
		return;
	}
	buf_reserve(&w->text, n);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (text_is_space(c))
			end_word(w, &start);
		else if (!stats_is_punctuation(c))
			w->text.p[w->text.n++] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
	}
	end_word(w, &start);
}

void words_release(struct words *w)
{
	free(w->v);
	buf_release(&w->text);
	*w = (struct words){0};
}

size_t stats_word_count(const char *s, size_t n)
{
	size_t words = 0;
	bool inside = false;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;
		bool space;

		len = text_decode(s + i, n - i, &c);
		space = text_is_space(c);
		words += !space && !inside;
		inside = !space;
	}
	return words;
}

struct state {
	uint32_t len, link, edges; /* edges: the first of a list, or NONE */
};

struct edge {
	struct step step;
	uint32_t to, next;
};

struct overlap {
	struct words words; /* of the passage */
	struct numbers ids; /* places in `words` of the first of equal words */
	struct state *states;
	struct edge *edges;
	uint32_t n_states, n_edges;
	struct numbers by_step; /* edges */
	size_t room;            /* words there is memory for */
};

struct overlap *overlap_new(void)
{
	return xcalloc(1, sizeof(struct overlap));
}

void overlap_free(struct overlap **o)
{
	if (*o == NULL)
		return;
	words_release(&(*o)->words);
	free((*o)->ids.v);
	free((*o)->states);
	free((*o)->edges);
	free((*o)->by_step.v);
	free(*o);
	*o = NULL;
}

/* A power of two that leaves a table of n entries at least half empty. */
static size_t table_size(size_t n)
{
	size_t size = 16;

	while (size < 2 * n)
		size *= 2;
	return size;
}

/* A text of n words makes at most 2n states and 3n edges; one state more is the beginning. */
static void make_room(struct overlap *o, size_t n)
{
	assert(n < UINT32_MAX / 8);
	if (n > o->room || o->room == 0) {
		o->room = n + n / 2 + 16;
		o->states = xrealloc(o->states, (2 * o->room + 2) * sizeof(*o->states));
		o->edges = xrealloc(o->edges, (3 * o->room + 3) * sizeof(*o->edges));
		o->ids.v = xrealloc(o->ids.v, table_size(o->room) * sizeof(*o->ids.v));
		o->by_step.v = xrealloc(o->by_step.v, table_size(3 * o->room) * sizeof(*o->by_step.v));
	}
	numbers_clear(&o->ids, table_size(n));
	numbers_clear(&o->by_step, table_size(3 * n));
}

static bool is_word(const void *of, uint32_t number, const void *key)
{
	const struct overlap *o = of;

	return words_equal(o->words.v[number], *(const struct text_token *)key);
}

static size_t id_slot(const struct overlap *o, struct text_token word)
{
	return numbers_slot(&o->ids, stats_hash(0, word.p, word.n), is_word, o, &word);
}

static bool is_edge(const void *of, uint32_t number, const void *key)
{
	const struct overlap *o = of;

	return steps_equal(o->edges[number].step, *(const struct step *)key);
}

static size_t step_slot(const struct overlap *o, struct step step)
{
	return numbers_slot(&o->by_step, step_hash(step), is_edge, o, &step);
}

static struct edge *edge_of(const struct overlap *o, uint32_t from, uint32_t word)
{
	uint32_t e = o->by_step.v[step_slot(o, (struct step){from, word})];

	return e == NONE ? NULL : &o->edges[e];
}

static void add_edge(struct overlap *o, uint32_t from, uint32_t word, uint32_t to)
{
	const struct step step = {from, word};

	o->edges[o->n_edges] = (struct edge){step, to, o->states[from].edges};
	o->by_step.v[step_slot(o, step)] = o->n_edges;
	o->states[from].edges = o->n_edges++;
}

static uint32_t add_state(struct overlap *o, uint32_t len)
{
	o->states[o->n_states] = (struct state){.len = len, .link = NONE, .edges = NONE};
	return o->n_states++;
}

/* The state q also ends longer runs than those that p reaches by this word: it is split in two. */
static uint32_t split_state(struct overlap *o, uint32_t p, uint32_t word, uint32_t q)
{
	uint32_t copy = add_state(o, o->states[p].len + 1);
	struct edge *e;

	o->states[copy].link = o->states[q].link;
	for (uint32_t i = o->states[q].edges; i != NONE; i = o->edges[i].next)
		add_edge(o, copy, o->edges[i].step.word, o->edges[i].to);
	for (; p != NONE && (e = edge_of(o, p, word)) != NULL && e->to == q; p = o->states[p].link)
		e->to = copy;
	o->states[q].link = copy;
	return copy;
}

/* Lengthens the text by one word; `last` is the state of the whole text before it. */
static uint32_t extend(struct overlap *o, uint32_t last, uint32_t word)
{
	uint32_t now = add_state(o, o->states[last].len + 1), p = last, q;

	while (p != NONE && edge_of(o, p, word) == NULL) {
		add_edge(o, p, word, now);
		p = o->states[p].link;
	}
	if (p == NONE) {
		o->states[now].link = 0;
		return now;
	}
	q = edge_of(o, p, word)->to;
	o->states[now].link = o->states[q].len == o->states[p].len + 1 ? q : split_state(o, p, word, q);
	return now;
}

void overlap_passage(struct overlap *o, const char *s, size_t n)
{
	uint32_t last;

	words_plain(&o->words, s, n);
	make_room(o, o->words.n);
	assert(o->states != NULL && o->edges != NULL);
	o->n_states = o->n_edges = 0;
	last = add_state(o, 0);
	for (size_t i = 0; i < o->words.n; i++) {
		size_t slot = id_slot(o, o->words.v[i]);

		if (o->ids.v[slot] == NONE)
			o->ids.v[slot] = (uint32_t)i;
		last = extend(o, last, o->ids.v[slot]);
	}
}

size_t overlap_longest(const struct overlap *o, const struct words *question)
{
	size_t best = 0, len = 0;
	uint32_t at = 0;

	for (size_t i = 0; i < question->n && o->room > 0; i++) {
		uint32_t word = o->ids.v[id_slot(o, question->v[i])];
		const struct edge *e = NULL;

		while (word != NONE && (e = edge_of(o, at, word)) == NULL && at != 0) {
			at = o->states[at].link;
			len = o->states[at].len;
		}
		at = e != NULL ? e->to : 0;
		len = e != NULL ? len + 1 : 0;
		if (len > best)
			best = len;
	}
	return best;
}
