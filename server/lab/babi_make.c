/* babi_make: draws stories and chooses questions until they are as the configuration wants them.
 *
 * The shares of questions by number of supporting facts are held by weights that learn: a number that came too often
 * is chosen less, and a story that has nothing better is left out with the same chance (rejection sampling). The first
 * BURN_IN questions of a task only teach the weights and are not given out. All of it is decided by the seed. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "babi_lab.h"

enum { BURN_IN = 1000, TRIES = 20000, QUESTIONS = 32 };
static const double LEARNING_FIRST = 0.2, LEARNING = 0.06, GOLDEN = 0.6180339887498949;

struct babi_learning {
	double weight[BABI_KINDS][BABI_FACTS + 1]; /* logarithms, the largest 0 */
};

struct babi {
	struct babi_config config;
	struct rng rng;
	struct babi_story story;
	struct babi_asking asking; /* about the story at hand */
	struct babi_learning learning[BABI_TASKS];
	long given[BABI_TASKS]; /* questions of each task so far, but for those that were added */
	long own;               /* such questions of the story at hand */
	bool warm[BABI_TASKS];
	double turn[BABI_TASKS]; /* 0 … 1: see babi_positions */
	long stories;
	size_t task; /* that the story at hand belongs to */
	struct babi_item *items;
	size_t n, cap, next;
};

struct babi *babi_new(const struct babi_config *config, uint64_t seed)
{
	struct babi *m = xcalloc(1, sizeof(*m));

	m->config = *config;
	m->rng = rng_seeded(seed, config->name);
	for (size_t i = 0; i < BABI_TASKS; i++)
		m->turn[i] = rng_unit(&m->rng);
	return m;
}

void babi_free(struct babi **maker)
{
	if (*maker == NULL)
		return;
	free((*maker)->items);
	free(*maker);
	*maker = NULL;
}

static const struct babi_task *babi_task(const struct babi *m)
{
	return &m->config.tasks[m->task];
}

static double babi_shares(const struct babi_task *t, int kind)
{
	double sum = 0;

	for (int f = 1; f <= BABI_FACTS; f++)
		sum += t->facts[kind][f];
	return sum;
}

/* How welcome a question is, 0 … 1. */
static double babi_welcome(const struct babi *m, const struct babi_item *item)
{
	const struct babi_task *t = babi_task(m);
	size_t f = item->n_support;

	if (f < (size_t)t->facts_low || f > (size_t)t->facts_high || (item->composition & t->require) != t->require ||
	    (item->composition & t->exclude) != 0)
		return 0;
	if (babi_shares(t, item->question.kind) <= 0)
		return 1;
	return f <= BABI_FACTS && t->facts[item->question.kind][f] > 0
		   ? exp(m->learning[m->task].weight[item->question.kind][f])
		   : 0;
}

static void babi_learn(struct babi *m, const struct babi_item *item)
{
	const double *wanted = babi_task(m)->facts[item->question.kind];
	double *weight = m->learning[m->task].weight[item->question.kind], most = -INFINITY,
	       sum = babi_shares(babi_task(m), item->question.kind);

	if (sum <= 0)
		return;
	for (int f = 1; f <= BABI_FACTS; f++) {
		if (wanted[f] <= 0)
			continue;
		weight[f] +=
		    (m->warm[m->task] ? LEARNING : LEARNING_FIRST) * (wanted[f] / sum - (item->n_support == (size_t)f));
		most = fmax(most, weight[f]);
	}
	for (int f = 1; f <= BABI_FACTS; f++)
		weight[f] = fmax(weight[f] - most, -9.0);
}

static struct babi_item *babi_item_new(struct babi *m)
{
	if (m->n == m->cap) {
		m->cap = m->cap == 0 ? QUESTIONS : 2 * m->cap;
		m->items = xrealloc(m->items, m->cap * sizeof(*m->items));
	}
	return &m->items[m->n++];
}

static int babi_kind_drawn(struct babi *m)
{
	const double *weights = babi_task(m)->kinds;
	double total = 0, left;
	int kind = 0;

	for (int k = 0; k < BABI_KINDS; k++)
		total += weights[k];
	left = rng_unit(&m->rng) * total;
	for (int k = 0; k < BABI_KINDS; k++) {
		if (weights[k] <= 0)
			continue;
		kind = k;
		if ((left -= weights[k]) < 0)
			break;
	}
	return kind;
}

/* Of yes-no questions those with one answer, drawn among the answers there are: else "no" would be by far the most. */
static size_t babi_one_answer(struct babi *m, struct babi_asked *asked, size_t n)
{
	int want = 0;
	size_t kept = 0, left;
	unsigned there = 0;

	if (n == 0 || asked[0].question.kind != BABI_YES_NO)
		return n;
	for (size_t i = 0; i < n; i++)
		there |= 1U << asked[i].answer;
	left = rng_below(&m->rng, (uint64_t)__builtin_popcount(there));
	while (!(there >> want & 1) || left-- > 0)
		want++;
	for (size_t i = 0; i < n; i++)
		if (asked[i].answer == want)
			asked[kept++] = asked[i];
	return kept;
}

/* How welcome a question could be whose facts are some of those: the most that any number of them is worth. */
static double babi_hope(const struct babi *m, enum babi_kind kind, const struct babi_facts *why)
{
	const struct babi_task *t = babi_task(m);
	double most = -INFINITY;
	int room = 0;

	if (babi_shares(t, kind) <= 0)
		return 1;
	for (size_t i = 0; i < ARRAY_LEN(why->bits); i++)
		for (uint64_t bits = why->bits[i]; bits != 0; bits &= bits - 1)
			room++;
	for (int f = 1; f <= BABI_FACTS && f <= room; f++)
		if (t->facts[kind][f] > 0)
			most = fmax(most, m->learning[m->task].weight[kind][f]);
	return exp(most);
}

static struct babi_item *babi_item_of(struct babi *m, const struct babi_asked *asked, const struct babi_facts *why)
{
	struct babi_item *item = babi_item_new(m);

	item->story = m->story.sentences;
	item->n = m->story.n;
	item->task = babi_task(m)->name;
	item->question = asked->question;
	item->answer = asked->answer;
	babi_support(item, why);
	return item;
}

/* One question of the kind about the story so far; false if there is none, or none welcome enough this time. They are
 * tried one by one, and how welcome one has to be is drawn first: to find what supports an answer costs more than all
 * else. */
static bool babi_choose(struct babi *m, enum babi_kind kind)
{
	struct babi_asking *a = &m->asking;
	size_t n, pick;

	babi_ask(a, &m->story, kind);
	for (n = babi_one_answer(m, a->out, a->n); n > 0; a->out[pick] = a->out[--n]) {
		double least = rng_unit(&m->rng);
		struct babi_facts why;

		pick = rng_below(&m->rng, n);
		why = babi_trace_why(&a->reading, &a->out[pick].question);
		if (babi_hope(m, kind, &why) <= least)
			continue;
		if (babi_welcome(m, babi_item_of(m, &a->out[pick], &why)) > least)
			return true;
		m->n--;
	}
	return false;
}

/* All that can be asked of the kinds that the task adds, but for the question that is there. */
static void babi_inject(struct babi *m)
{
	struct babi_question had = m->items[m->n - 1].question;
	struct babi_asking *a = &m->asking;
	unsigned kinds = babi_task(m)->inject;

	for (int k = 0; k < BABI_KINDS; k++) {
		if (!(kinds >> k & 1))
			continue;
		babi_ask(a, &m->story, (enum babi_kind)k);
		for (size_t i = 0; i < a->n; i++) {
			struct babi_facts why = babi_trace_why(&a->reading, &a->out[i].question);

			if (memcmp(&had, &a->out[i].question, sizeof(had)) != 0)
				babi_item_of(m, &a->out[i], &why);
		}
	}
}

/* After which sentences the questions come. Turns of the golden section fill the range of lengths evenly, so that short
 * sets have its mean too. */
static size_t babi_positions(struct babi *m, size_t out[QUESTIONS])
{
	const struct babi_task *t = babi_task(m);
	double gap, at;
	size_t n = 0, longest = t->most_sentences > 0 ? (size_t)t->most_sentences : BABI_SENTENCES;

	m->turn[m->task] = fmod(m->turn[m->task] + GOLDEN, 1);
	gap = t->gap_low + m->turn[m->task] * (t->gap_high - t->gap_low);
	for (int i = 0; i < t->questions; i++) {
		size_t position;

		at = t->first > 0 ? t->first + gap * i : gap * (i + 1);
		position = (size_t)(at + rng_unit(&m->rng));
		if (position >= 1 && position <= longest)
			out[n++] = position;
	}
	return n;
}

static bool babi_try(struct babi *m, const size_t *positions, const int *kinds, size_t n)
{
	m->n = 0;
	m->own = (long)n;
	babi_story_begin(&m->story, babi_task(m), &m->rng);
	for (size_t i = 0; i < n; i++) {
		while (m->story.n < positions[i])
			babi_story_tell(&m->story);
		if (!babi_choose(m, (enum babi_kind)kinds[i]))
			return false;
		if (babi_task(m)->inject != 0)
			babi_inject(m);
	}
	return true;
}

/* A whole story with its questions. Where they stand and what they ask is settled first, so that a story that is left
 * out does not change it. */
static bool babi_draw(struct babi *m)
{
	size_t positions[QUESTIONS], n;
	int kinds[QUESTIONS];

	for (int again = 0; (n = babi_positions(m, positions)) == 0; again++)
		if (again == TRIES)
			return false;
	for (size_t i = 0; i < n; i++)
		kinds[i] = babi_kind_drawn(m);
	for (int i = 0; i < TRIES; i++) {
		if (!babi_try(m, positions, kinds, n))
			continue;
		for (size_t k = 0; k < m->n; k++)
			babi_learn(m, &m->items[k]);
		return true;
	}
	return false;
}

/* The task that is furthest behind its share. */
static size_t babi_next_task(const struct babi *m)
{
	size_t best = 0;

	for (size_t i = 1; i < m->config.n_tasks; i++)
		if ((double)m->given[i] / m->config.tasks[i].share <
		    (double)m->given[best] / m->config.tasks[best].share)
			best = i;
	return best;
}

static bool babi_warm(struct babi *m)
{
	double shares = 0;

	for (int kind = 0; kind < BABI_KINDS; kind++)
		shares += babi_shares(babi_task(m), kind);
	for (size_t seen = 0; shares > 0 && seen < BURN_IN; seen += m->n)
		if (!babi_draw(m))
			return false;
	m->warm[m->task] = true;
	return true;
}

static bool babi_story_next(struct babi *m)
{
	m->task = babi_next_task(m);
	if ((!m->warm[m->task] && !babi_warm(m)) || !babi_draw(m))
		return false;
	m->stories++;
	m->next = 0;
	for (size_t i = 0; i < m->n; i++) {
		m->items[i].number = m->stories;
		m->items[i].fresh = i == 0;
		m->items[i].since = i == 0 ? 0 : m->items[i - 1].n;
	}
	m->given[m->task] += m->own;
	return true;
}

const struct babi_item *babi_next(struct babi *m, char err[BABI_ERR])
{
	if (m->next == m->n && !babi_story_next(m)) {
		snprintf(err, BABI_ERR,
			 "%s: no story of %d tries has a question as it is wanted: allow more numbers of facts, other "
			 "concepts or longer stories.",
			 babi_task(m)->name, TRIES);
		m->n = m->next = 0;
		return NULL;
	}
	return &m->items[m->next++];
}
