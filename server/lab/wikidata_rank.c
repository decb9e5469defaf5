/* wikidata_rank: the most central items of a dump: see wikidata_graph.h. Kept are 12 bytes an item and 4 a link. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wikidata_graph.h"

static const double DAMPING = 0.85, CLOSE_ENOUGH = 1e-10;

enum { ITERATIONS = 200 };

struct wd_nodes {
	uint32_t *ids;   /* numbers of items in the order of the dump */
	size_t *offsets; /* n + 1, into links */
	size_t n, room;
	uint32_t *links; /* numbers of items, then places of nodes */
	size_t n_links, links_room;
};

void wd_pagerank(size_t n, const size_t *offsets, const uint32_t *links, double *scores)
{
	double *next = xcalloc(n, sizeof(*next)), change = 1;

	for (size_t i = 0; i < n; i++)
		scores[i] = 1.0 / (double)n;
	for (int k = 0; k < ITERATIONS && change > CLOSE_ENOUGH; k++) {
		double lost = 0; /* of those that link to nothing: it goes to all */

		memset(next, 0, n * sizeof(*next));
		for (size_t i = 0; i < n; i++) {
			size_t degree = offsets[i + 1] - offsets[i];

			lost += degree == 0 ? scores[i] : 0;
			for (size_t l = offsets[i]; l < offsets[i + 1]; l++)
				next[links[l]] += scores[i] / (double)degree;
		}
		change = 0;
		for (size_t i = 0; i < n; i++) {
			double score = (1 - DAMPING) / (double)n + DAMPING * (next[i] + lost / (double)n);

			change += fabs(score - scores[i]);
			scores[i] = score;
		}
	}
	free(next);
}

static void wd_add_node(struct wd_nodes *a, wd_id id, const struct wd_ids *links)
{
	if (a->n == a->room) {
		a->room = a->room == 0 ? 1024 : 2 * a->room;
		a->ids = xrealloc(a->ids, a->room * sizeof(*a->ids));
		a->offsets = xrealloc(a->offsets, (a->room + 1) * sizeof(*a->offsets));
	}
	while (a->n_links + links->n > a->links_room) {
		a->links_room = a->links_room == 0 ? 4096 : 2 * a->links_room;
		a->links = xrealloc(a->links, a->links_room * sizeof(*a->links));
	}
	a->ids[a->n] = (uint32_t)id;
	a->offsets[a->n++] = a->n_links;
	for (size_t i = 0; i < links->n; i++)
		a->links[a->n_links++] = (uint32_t)links->v[i];
	a->offsets[a->n] = a->n_links;
}

static int wd_by_number(const void *a, const void *b, void *ids)
{
	const uint32_t *n = ids, i = *(const uint32_t *)a, k = *(const uint32_t *)b;

	return n[i] != n[k] ? (n[i] > n[k]) - (n[i] < n[k]) : (i > k) - (i < k);
}

/* The place of the item of that number; n if it is not in the dump. */
static size_t wd_place(const struct wd_nodes *a, const uint32_t *sorted, uint32_t number)
{
	size_t low = 0, high = a->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (a->ids[sorted[middle]] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < a->n && a->ids[sorted[low]] == number ? sorted[low] : a->n;
}

/* Links become places of nodes; those to what is not in the dump, and to itself, go. */
static void wd_resolve(struct wd_nodes *a)
{
	uint32_t *sorted = xcalloc(a->n + 1, sizeof(*sorted));
	size_t kept = 0, from = 0;

	for (size_t i = 0; i < a->n; i++)
		sorted[i] = (uint32_t)i;
	qsort_r(sorted, a->n, sizeof(*sorted), wd_by_number, a->ids);
	for (size_t i = 0; i < a->n; i++) {
		size_t end = a->offsets[i + 1];

		a->offsets[i] = kept;
		for (; from < end; from++) {
			size_t to = wd_place(a, sorted, a->links[from]);

			if (to < a->n && to != i)
				a->links[kept++] = (uint32_t)to;
		}
	}
	if (a->n > 0)
		a->offsets[a->n] = kept;
	free(sorted);
}

struct wd_scored {
	const double *scores;
	const uint32_t *ids;
};

static int wd_by_score(const void *a, const void *b, void *arg)
{
	const struct wd_scored *s = arg;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (s->scores[x] < s->scores[y] || s->scores[x] > s->scores[y])
		return s->scores[x] > s->scores[y] ? -1 : 1;
	return (s->ids[x] > s->ids[y]) - (s->ids[x] < s->ids[y]);
}

static void wd_choose(struct wd_nodes *a, size_t top, struct wd_ids *seeds)
{
	double *scores = xcalloc(a->n + 1, sizeof(*scores));
	uint32_t *order = xcalloc(a->n + 1, sizeof(*order));
	struct wd_scored s = {scores, a->ids};

	wd_resolve(a);
	if (a->n > 0)
		wd_pagerank(a->n, a->offsets, a->links, scores);
	for (size_t i = 0; i < a->n; i++)
		order[i] = (uint32_t)i;
	qsort_r(order, a->n, sizeof(*order), wd_by_score, &s);
	seeds->n = a->n < top ? a->n : top;
	seeds->v = xcalloc(seeds->n + 1, sizeof(*seeds->v));
	for (size_t i = 0; i < seeds->n; i++)
		seeds->v[i] = (wd_id)'Q' << 32 | a->ids[order[i]];
	free(scores);
	free(order);
}

int wd_rank(struct wd_graph *g, struct wd_ids *seeds, char err[LAB_ERR_MAX])
{
	struct wd_nodes a = {0};
	struct wd_ids links = {0};
	struct lines l;
	json_t *entity;
	wd_id id;
	int rc = lines_open(&l, g->config->dump, WD_LINE_MAX, err);

	while (rc == 0 && (rc = wd_next(&l, NULL, NULL, &entity, &id, err)) > 0) {
		links.n = 0;
		if (!wd_is_property(id)) {
			wd_read_links(entity, &links);
			wd_add_node(&a, id, &links);
		}
		json_decref(entity);
		wd_show(g, &l, "links");
		rc = 0;
	}
	lines_close(&l);
	if (rc == 0)
		wd_choose(&a, (size_t)g->config->top, seeds);
	free(links.v);
	free(a.ids);
	free(a.offsets);
	free(a.links);
	return rc;
}
