/* release_gate: see release_gate.h. The checks themselves; what was found is kept and told
 * in release_report.c, passages are compared across splits in release_near.c. */
#include "gate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/dataset.h"
#include "beat/score.h"
#include "beat/span.h"
#include "beat/text.h"
#include "gate_impl.h"

struct gate *gate_new(bool combined, struct pg *pg)
{
	struct gate *g = xcalloc(1, sizeof(*g));

	g->combined = combined;
	g->pg = pg;
	g->near = near_new();
	return g;
}

void gate_free(struct gate **ptr)
{
	struct gate *g = *ptr;

	if (g == NULL)
		return;
	for (int c = 0; c < GATE_CHECKS; c++) {
		for (size_t i = 0; i < g->found[c].n_examples; i++)
			free(g->found[c].examples[i]);
	}
	near_free(&g->near);
	buf_release(&g->title);
	buf_release(&g->context);
	buf_release(&g->ids);
	free(g->asked);
	free(g);
	*ptr = NULL;
}

void gate_find(struct gate *g, enum gate_check check, const char *fmt, ...)
{
	struct gate_found *found = &g->found[check];
	char text[4096];
	va_list ap;

	found->n++;
	if (found->n_examples == GATE_EXAMPLES)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	found->examples[found->n_examples++] = xstrdup(text);
}

static int by_hash(const void *a, const void *b)
{
	const struct gate_asked *x = a, *y = b;
	int order = memcmp(x->hash, y->hash, sizeof(x->hash));

	return order != 0 ? order : (x->id > y->id) - (x->id < y->id);
}

/* Questions from..to - 1 ask the same: one finding for each but the first, one example of them all. */
static void find_asked(struct gate *g, size_t from, size_t to)
{
	struct buf ids = BUF_INIT;

	if (g->combined) {
		g->repeated += to - from - 1;
		return;
	}
	for (size_t i = from; i < to; i++)
		buf_addf(&ids, "%s%s", i > from ? " and " : "", g->ids.p + g->asked[i].id);
	gate_find(g, GATE_DUPLICATES, "%s", ids.p);
	g->found[GATE_DUPLICATES].n += to - from - 2;
	buf_release(&ids);
}

/* The questions of the passage that just ended: is one asked twice? */
static void end_passage(struct gate *g)
{
	size_t from = 0;

	if (g->n_asked > 1)
		qsort(g->asked, g->n_asked, sizeof(*g->asked), by_hash);
	for (size_t i = 1; i <= g->n_asked; i++) {
		if (i < g->n_asked && memcmp(g->asked[i].hash, g->asked[from].hash, sizeof(g->asked[i].hash)) == 0)
			continue;
		if (i - from > 1)
			find_asked(g, from, i);
		from = i;
	}
	g->n_asked = 0;
	buf_clear(&g->ids);
}

void gate_split(struct gate *g, enum release_split split)
{
	gate_end(g);
	g->split = split;
	g->in_split = true;
	near_split(g->near, split);
}

void gate_end(struct gate *g)
{
	end_passage(g);
	buf_clear(&g->title);
	buf_clear(&g->context);
	g->in_split = false;
}

static void normal_hash(const char *s, size_t n, struct text_norm *norm, uint8_t hash[GATE_HASH])
{
	uint8_t digest[CRYPTO_SHA256_LEN];

	text_normalise(s, n, norm);
	crypto_sha256(norm->joined, norm->joined_n, digest);
	memcpy(hash, digest, GATE_HASH);
}

static void check_span(struct gate *g, const struct dataset_passage *p, const struct dataset_question *q,
		       const char *where)
{
	for (size_t i = 0; i < q->n_answers; i++) {
		const struct dataset_answer *a = &q->answers[i];
		struct span s = {(size_t)a->start, (size_t)a->start + text_length(a->text, a->text_n)};
		const char *slice;
		size_t n;

		if (a->start < 0 || !span_slice(p->context, p->context_n, s, &slice, &n) || n != a->text_n ||
		    memcmp(slice, a->text, n) != 0)
			gate_find(g, GATE_SPANS, "%s%s%s", where ? where : "", where ? ": " : "", q->id);
	}
	if (q->n_answers == 0)
		gate_find(g, GATE_SPANS, "%s%s%s has no answer", where ? where : "", where ? ": " : "", q->id);
}

static void check_gold(struct gate *g, const struct dataset_question *q)
{
	struct score_best best = {0};

	if (q->n_answers == 0)
		return;
	for (size_t i = 0; i < q->n_answers; i++) {
		struct score s =
		    score_texts(q->answers[i].text, q->answers[i].text_n, q->answers[0].text, q->answers[0].text_n);

		score_best_add(&best, &s);
	}
	score_sum_add(&g->gold, &best);
	if (!best.exact || best.f1 < 1.0)
		gate_find(g, GATE_GOLD, "%s: nothing is left of the answer after normalisation", q->id);
}

static void add_question(struct gate *g, const struct dataset_question *q)
{
	struct gate_asked *asked;
	struct text_norm norm;

	if (g->n_asked == g->asked_cap) {
		g->asked_cap = g->asked_cap ? 2 * g->asked_cap : 64;
		g->asked = xrealloc(g->asked, g->asked_cap * sizeof(*g->asked));
	}
	asked = &g->asked[g->n_asked++];
	normal_hash(q->text, q->text_n, &norm, asked->hash);
	text_norm_release(&norm);
	asked->id = g->ids.n;
	buf_add(&g->ids, q->id, q->id_n + 1);
	g->counts[g->split].questions++;
}

static bool is_same(const struct buf *kept, const char *p, size_t n)
{
	return kept->n == n && memcmp(kept->p, p, n) == 0;
}

static void keep(struct buf *kept, const char *p, size_t n)
{
	buf_clear(kept);
	buf_add(kept, p, n);
}

static void add_ids(struct buf *out, const struct dataset_passage *p)
{
	enum { MOST = 8 };

	for (size_t i = 0; i < p->n_questions && i < MOST; i++)
		buf_addf(out, "%s%s", i ? " " : "", p->questions[i].id);
	if (p->n_questions > MOST)
		buf_addf(out, " and %zu more", p->n_questions - MOST);
}

static void begin_passage(struct gate *g, const struct dataset_passage *p)
{
	struct buf ids = BUF_INIT;
	struct near_passage found = {.split = g->split, .title = p->article->title, .id = p->questions[0].id};
	struct text_norm norm;

	add_ids(&ids, p);
	found.ids = ids.p;

	end_passage(g);
	if (!is_same(&g->title, p->article->title, p->article->title_n) || g->counts[g->split].documents == 0) {
		g->counts[g->split].documents++;
		keep(&g->title, p->article->title, p->article->title_n);
		near_document(g->near, g, &found);
	}
	keep(&g->context, p->context, p->context_n);
	g->counts[g->split].passages++;
	normal_hash(p->context, p->context_n, &norm, found.hash);
	crypto_sha256_hex(p->context, p->context_n, found.sha256);
	near_text(g->near, g, &found, &norm);
	text_norm_release(&norm);
	buf_release(&ids);
}

void gate_passage(struct gate *g, const struct dataset_passage *p)
{
	if (p->n_questions == 0)
		return;
	if (g->counts[g->split].passages == 0 || !is_same(&g->context, p->context, p->context_n) ||
	    !is_same(&g->title, p->article->title, p->article->title_n))
		begin_passage(g, p);
	for (size_t i = 0; i < p->n_questions; i++) {
		check_span(g, p, &p->questions[i], NULL);
		check_gold(g, &p->questions[i]);
		add_question(g, &p->questions[i]);
	}
}

void gate_spans(struct gate *g, const struct dataset_passage *p, const char *where)
{
	for (size_t i = 0; i < p->n_questions; i++)
		check_span(g, p, &p->questions[i], where);
}
