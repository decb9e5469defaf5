/* Table 1: examples drawn by the seed. */
#include <stdlib.h>
#include <string.h>

#include "beat/span.h"
#include "stats_impl.h"

/* Where an example stands in the draw: those of dev first. */
struct lot {
	bool other;
	uint64_t hash;
	uint64_t at;
	struct stats_example example;
};

struct examples {
	struct lot *lots; /* sorted, room + 1 of them */
	size_t n, room;
	uint64_t seen;
	char *split; /* NULL: any */
	struct stats_example *list;
};

struct examples *examples_new(size_t n)
{
	struct examples *e = xcalloc(1, sizeof(*e));

	e->lots = xcalloc(n + 1, sizeof(*e->lots));
	e->list = xcalloc(n, sizeof(*e->list));
	e->room = n;
	return e;
}

static void example_release(struct stats_example *x)
{
	free(x->id);
	free(x->split);
	free(x->title);
	free(x->passage);
	free(x->question);
	free(x->answer);
}

void examples_free(struct examples **at)
{
	struct examples *e = *at;

	if (!e)
		return;
	for (size_t i = 0; i < e->n; i++)
		example_release(&e->lots[i].example);
	free(e->lots);
	free(e->split);
	free(e->list);
	free(e);
	*at = NULL;
}

void examples_of(struct examples *e, const char *split)
{
	free(e->split);
	e->split = xstrdup(split);
}

static bool before(const struct lot *a, const struct lot *b)
{
	if (a->other != b->other)
		return b->other;
	return a->hash != b->hash ? a->hash < b->hash : a->at < b->at;
}

/* Bytes of the answer: where it is said to stand if it does, else where it first stands. */
static void mark(struct stats_example *x, const struct stats_item *item)
{
	struct text_token a = item->answers[0], p = item->passage;
	struct span found;
	size_t byte, end;

	if (item->answer_start >= 0 && span_byte_of_point(p.p, p.n, (size_t)item->answer_start, &byte) &&
	    a.n <= p.n - byte && memcmp(p.p + byte, a.p, a.n) == 0) {
		x->from = byte;
		x->to = byte + a.n;
	} else if (span_find(p.p, p.n, a.p, a.n, &found) && span_byte_of_point(p.p, p.n, found.start, &byte) &&
		   span_byte_of_point(p.p, p.n, found.end, &end)) {
		x->from = byte;
		x->to = end;
	}
}

static struct stats_example copied(const struct stats_item *item)
{
	struct stats_example x = {
	    .id = xmemdup0(item->id.p, item->id.n),
	    .split = xstrdup(item->split),
	    .title = xmemdup0(item->title.p, item->title.n),
	    .passage = xmemdup0(item->passage.p, item->passage.n),
	    .question = xmemdup0(item->question.p, item->question.n),
	    .answer = xmemdup0(item->answers[0].p, item->answers[0].n),
	};

	mark(&x, item);
	return x;
}

void examples_add(struct examples *e, const struct stats_item *item, const char *seed)
{
	uint64_t from = stats_hash(1, seed, strlen(seed));
	struct lot lot = {strcmp(item->split, "dev") != 0, stats_hash(from, item->id.p, item->id.n), e->seen++, {0}};
	size_t i = e->n;

	/* NUL cannot stand in a table; such texts are none for print. */
	if (item->n_answers == 0 || (e->split && strcmp(e->split, item->split) != 0) ||
	    memchr(item->passage.p, 0, item->passage.n) || (e->n == e->room && !before(&lot, &e->lots[e->n - 1])))
		return;
	lot.example = copied(item);
	for (; i > 0 && before(&lot, &e->lots[i - 1]); i--)
		e->lots[i] = e->lots[i - 1];
	e->lots[i] = lot;
	if (e->n < e->room)
		e->n++;
	else
		example_release(&e->lots[e->n].example);
}

size_t examples_list(struct examples *e, const struct stats_example **list)
{
	size_t n = 0;

	/* Others stand in only where there is no dev at all. */
	for (size_t i = 0; i < e->n && (e->lots[0].other || !e->lots[i].other); i++)
		e->list[n++] = e->lots[i].example;
	*list = e->list;
	return n;
}
