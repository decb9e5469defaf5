/* The first three words of the questions as a tree. Words are stored once, and cut to WORD_MAX characters, so that a
 * text without any space cannot fill the memory. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "stats_impl.h"

#define NONE STATS_NONE
enum { WORD_MAX = 40, DEPTH = STATS_FIRST_WORDS };

struct word {
	size_t at; /* in the pool */
	uint32_t n;
};

struct node {
	struct step step;       /* from its parent */
	uint64_t through, ends; /* questions that begin so, of which so many go no further (or no further is looked) */
};

struct tree {
	struct buf pool;
	struct word *words;
	uint32_t n_words, words_cap;
	struct numbers word_table;
	struct node *nodes;
	uint32_t n_nodes, nodes_cap;
	struct numbers node_table;
};

/* For so many things that it is at least half empty. */
static void make_table(struct numbers *t, size_t things)
{
	t->v = xrealloc(t->v, 4 * things * sizeof(*t->v));
	numbers_clear(t, 4 * things);
}

struct tree *tree_new(void)
{
	struct tree *t = xcalloc(1, sizeof(*t));

	t->words_cap = t->nodes_cap = 64;
	t->words = xcalloc(t->words_cap, sizeof(*t->words));
	t->nodes = xcalloc(t->nodes_cap, sizeof(*t->nodes));
	make_table(&t->word_table, t->words_cap);
	make_table(&t->node_table, t->nodes_cap);
	t->nodes[t->n_nodes++] = (struct node){.step = {NONE, NONE}};
	return t;
}

void tree_free(struct tree **t)
{
	if (*t == NULL)
		return;
	buf_release(&(*t)->pool);
	free((*t)->words);
	free((*t)->word_table.v);
	free((*t)->nodes);
	free((*t)->node_table.v);
	free(*t);
	*t = NULL;
}

static struct text_token text_of(const struct tree *t, uint32_t word)
{
	return (struct text_token){t->pool.p + t->words[word].at, t->words[word].n};
}

static bool is_word(const void *of, uint32_t number, const void *key)
{
	return words_equal(text_of(of, number), *(const struct text_token *)key);
}

static size_t word_slot(const struct tree *t, struct text_token w)
{
	return numbers_slot(&t->word_table, stats_hash(1, w.p, w.n), is_word, t, &w);
}

static bool is_node(const void *of, uint32_t number, const void *key)
{
	return steps_equal(((const struct tree *)of)->nodes[number].step, *(const struct step *)key);
}

static size_t node_slot(const struct tree *t, struct step step)
{
	return numbers_slot(&t->node_table, step_hash(step), is_node, t, &step);
}

static uint32_t word_id(struct tree *t, struct text_token w)
{
	size_t slot = word_slot(t, w);

	if (t->word_table.v[slot] != NONE)
		return t->word_table.v[slot];
	if (t->n_words == t->words_cap) {
		t->words_cap *= 2;
		t->words = xrealloc(t->words, t->words_cap * sizeof(*t->words));
		make_table(&t->word_table, t->words_cap);
		for (uint32_t i = 0; i < t->n_words; i++)
			t->word_table.v[word_slot(t, text_of(t, i))] = i;
		slot = word_slot(t, w);
	}
	t->words[t->n_words] = (struct word){t->pool.n, (uint32_t)w.n};
	buf_add(&t->pool, w.p, w.n);
	t->word_table.v[slot] = t->n_words;
	return t->n_words++;
}

static uint32_t node_id(struct tree *t, struct step step)
{
	size_t slot = node_slot(t, step);

	if (t->node_table.v[slot] != NONE)
		return t->node_table.v[slot];
	if (t->n_nodes == t->nodes_cap) {
		assert(t->nodes_cap < UINT32_MAX / 4);
		t->nodes_cap *= 2;
		t->nodes = xrealloc(t->nodes, t->nodes_cap * sizeof(*t->nodes));
		make_table(&t->node_table, t->nodes_cap);
		for (uint32_t i = 1; i < t->n_nodes; i++)
			t->node_table.v[node_slot(t, t->nodes[i].step)] = i;
		slot = node_slot(t, step);
	}
	t->nodes[t->n_nodes] = (struct node){.step = step};
	t->node_table.v[slot] = t->n_nodes;
	return t->n_nodes++;
}

static struct text_token cut(struct text_token w)
{
	size_t points = 0, i = 0;

	for (; i < w.n; i++) {
		points += (w.p[i] & 0xc0) != 0x80;
		if (points > WORD_MAX)
			break;
	}
	return (struct text_token){w.p, i};
}

void tree_add(struct tree *t, const struct words *question)
{
	uint32_t node = 0;

	t->nodes[0].through++;
	for (size_t i = 0; i < question->n && i < DEPTH; i++) {
		node = node_id(t, (struct step){node, word_id(t, cut(question->v[i]))});
		t->nodes[node].through++;
	}
	t->nodes[node].ends++;
}

static int compare_words(struct text_token a, struct text_token b)
{
	int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

static int compare_nodes(const void *x, const void *y)
{
	const struct stats_node *a = x, *b = y;

	if (a->n != b->n)
		return a->n < b->n ? 1 : -1;
	return compare_words(a->word, b->word);
}

size_t tree_children(const struct tree *t, uint32_t node, struct stats_node **children)
{
	size_t n = 0, cap = 16;
	struct stats_node *list = xmalloc(cap * sizeof(*list));

	for (uint32_t i = 1; i < t->n_nodes; i++) {
		if (t->nodes[i].step.from != node)
			continue;
		if (n == cap) {
			cap *= 2;
			list = xrealloc(list, cap * sizeof(*list));
		}
		list[n++] = (struct stats_node){i, text_of(t, t->nodes[i].step.word), t->nodes[i].through};
	}
	qsort(list, n, sizeof(*list), compare_nodes);
	*children = list;
	return n;
}

static struct stats_first beginning(const struct tree *t, uint32_t node)
{
	struct stats_first f = {.n = t->nodes[node].ends};
	uint32_t path[DEPTH];

	for (; node != 0; node = t->nodes[node].step.from)
		path[f.n_words++] = t->nodes[node].step.word;
	for (size_t i = 0; i < f.n_words; i++)
		f.words[i] = text_of(t, path[f.n_words - 1 - i]);
	return f;
}

static int compare_beginnings(const void *x, const void *y)
{
	const struct stats_first *a = x, *b = y;

	if (a->n != b->n)
		return a->n < b->n ? 1 : -1;
	for (size_t i = 0; i < a->n_words && i < b->n_words; i++) {
		int order = compare_words(a->words[i], b->words[i]);

		if (order != 0)
			return order;
	}
	return (a->n_words > b->n_words) - (a->n_words < b->n_words);
}

size_t tree_beginnings(const struct tree *t, struct stats_first *out, size_t max)
{
	struct stats_first *all = xmalloc(t->n_nodes * sizeof(*all));
	size_t n = 0;

	for (uint32_t i = 1; i < t->n_nodes; i++) {
		if (t->nodes[i].ends > 0)
			all[n++] = beginning(t, i);
	}
	qsort(all, n, sizeof(*all), compare_beginnings);
	if (n > max)
		n = max;
	memcpy(out, all, n * sizeof(*all));
	free(all);
	return n;
}

size_t tree_distinct(const struct tree *t)
{
	size_t n = 0;

	for (uint32_t i = 1; i < t->n_nodes; i++)
		n += t->nodes[i].ends > 0;
	return n;
}
