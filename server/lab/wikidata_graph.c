/* wikidata_graph: the part of a dump that seeds need: see wikidata_graph.h.
 *
 * The dump is read four times. In each reading the entities are taken that the readings before found out to be wanted:
 *   0  the seeds: names, classes, triples; and every property: names, inverse
 *   1  what their triples name, and some of what names them, the neighbours: the same
 *   2  what the neighbours' triples and the inverses name: names, classes
 *   3  what is a class of any of these: names */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "wikidata_graph.h"

enum { SEEDS, NEIGHBOURS, NAMED, CLASSES, ROUNDS };

struct wd_entity *wd_find(const struct wd_graph *g, wd_id id)
{
	struct wd_entity *e;

	HASH_FIND(hh, g->entities, &id, sizeof(id), e);
	return e;
}

static struct wd_entity *wd_want(struct wd_graph *g, wd_id id, int round)
{
	struct wd_entity *e = wd_find(g, id);

	if (e != NULL)
		return e;
	e = xcalloc(1, sizeof(*e));
	e->id = id;
	e->round = round;
	HASH_ADD(hh, g->entities, id, sizeof(e->id), e);
	return e;
}

void wd_show(struct wd_graph *g, struct lines *l, const char *what)
{
	enum { EVERY = 256 };
	struct stat st;

	if (g->progress != NULL && l->number % EVERY == 1 && stat(l->path, &st) == 0)
		g->progress(g->arg, what, source_file_pos(l->src), (uint64_t)st.st_size);
}

/* --- seeds named in a file */

static bool wd_known(const struct wd_ids *ids, wd_id id)
{
	for (size_t i = 0; i < ids->n; i++) {
		if (ids->v[i] == id)
			return true;
	}
	return false;
}

static int wd_seed_line(struct lines *l, struct wd_ids *seeds, char err[LAB_ERR_MAX])
{
	char *word = l->text.p + strspn(l->text.p, " \t\r");
	wd_id id;

	word[strcspn(word, " \t\r,")] = '\0';
	if (*word == '\0' || *word == '#')
		return 0;
	id = wd_id_parse(word);
	if (id == 0 || wd_is_property(id))
		return lines_wrong(l, err, "a seed is an id like Q42, not '%.40s'", word);
	if (wd_known(seeds, id))
		return 0;
	seeds->v = xrealloc(seeds->v, (seeds->n + 1) * sizeof(*seeds->v));
	seeds->v[seeds->n++] = id;
	return 0;
}

static int wd_seeds(struct wd_graph *g, struct wd_ids *seeds, char err[LAB_ERR_MAX])
{
	enum { LONGEST = 1000 };
	struct lines l;
	int rc = lines_open(&l, g->config->seeds, LONGEST, err), more = 0;

	while (rc == 0 && seeds->n < (size_t)g->config->top && (more = lines_next(&l, err)) > 0)
		rc = wd_seed_line(&l, seeds, err);
	lines_close(&l);
	return rc == 0 && more >= 0 ? 0 : -1;
}

/* --- readings */

struct wd_reading {
	struct wd_graph *g;
	int round;
};

static bool wd_wanted(void *arg, wd_id id)
{
	const struct wd_reading *r = arg;
	const struct wd_entity *e;

	if (r->round == SEEDS && wd_is_property(id))
		return true;
	e = wd_find(r->g, id);
	return e != NULL && e->round == r->round;
}

static void wd_take(struct wd_reading *r, const json_t *entity, wd_id id)
{
	const struct wikidata_config *c = r->g->config;
	struct wd_entity *e = wd_want(r->g, id, r->round);

	if (e->found)
		return; /* the first of equal ids counts */
	e->found = true;
	wd_read_names(entity, c->language, c->labels_only, e);
	if (wd_is_property(id)) {
		wd_read_inverse(entity, e);
		return;
	}
	if (r->round <= NAMED)
		wd_read_classes(entity, e);
	if (r->round <= NEIGHBOURS)
		wd_read_triples(entity, c->language, e);
}

/* What was found in this reading is the reason for the next. Entities are added behind the last, so that the walk ends
 * before them. */
static void wd_want_more(struct wd_graph *g, int round)
{
	struct wd_entity *last =
			     g->entities != NULL ? ELMT_FROM_HH(g->entities->hh.tbl, g->entities->hh.tbl->tail) : NULL,
			 *e = g->entities;

	for (; e != NULL; e = e != last ? e->hh.next : NULL) {
		for (size_t i = 0; round < NAMED && e->round == round && i < e->n_triples; i++) {
			if (e->triples[i].object.id != 0)
				wd_want(g, e->triples[i].object.id, round + 1);
		}
		if (round == NEIGHBOURS && e->inverse != 0)
			wd_want(g, e->inverse, NAMED);
		for (size_t i = 0; round == NAMED && i < e->classes.n; i++)
			wd_want(g, e->classes.v[i], CLASSES);
	}
}

/* Does it name seeds? They are told, as far as they want to know; true if one did. */
static bool wd_links_to_seed(struct wd_graph *g, const json_t *entity, wd_id id)
{
	struct wd_ids links = {0};
	bool any = false;

	if (!wd_is_property(id))
		wd_read_links(entity, &links);
	for (size_t i = 0; i < links.n; i++) {
		struct wd_entity *seed = wd_find(g, links.v[i]);

		if (seed == NULL || seed->round != SEEDS || seed->id == id)
			continue;
		any = any || seed->linked.n < (size_t)g->config->incoming;
		wd_ids_add(&seed->linked, id, (size_t)g->config->incoming);
	}
	free(links.v);
	return any;
}

static void wd_consider(struct wd_reading *r, const json_t *entity, wd_id id)
{
	bool linked = r->round == NEIGHBOURS && r->g->config->incoming > 0 && wd_links_to_seed(r->g, entity, id);

	if (wd_wanted(r, id) || (linked && wd_find(r->g, id) == NULL))
		wd_take(r, entity, id);
}

static int wd_read_round(struct wd_reading *r, char err[LAB_ERR_MAX])
{
	static const char *const WHAT[ROUNDS] = {"seeds", "neighbours", "names", "classes"};
	struct lines l;
	json_t *entity;
	wd_id id;
	bool all = r->round == NEIGHBOURS && r->g->config->incoming > 0;
	int rc = lines_open(&l, r->g->config->dump, WD_LINE_MAX, err);

	while (rc == 0 && (rc = wd_next(&l, all ? NULL : wd_wanted, r, &entity, &id, err)) > 0) {
		wd_consider(r, entity, id);
		json_decref(entity);
		wd_show(r->g, &l, WHAT[r->round]);
		rc = 0;
	}
	lines_close(&l);
	wd_want_more(r->g, r->round);
	return rc;
}

/* --- what came of it */

static bool wd_has_name(const struct wd_graph *g, wd_id id)
{
	const struct wd_entity *e = wd_find(g, id);

	return e != NULL && e->n_names > 0;
}

/* Leaves triples that can be told. */
static void wd_drop_nameless(struct wd_graph *g, struct wd_entity *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < e->n_triples; i++) {
		struct wd_triple *t = &e->triples[i];

		if (wd_has_name(g, t->subject) && wd_has_name(g, t->property) &&
		    (t->object.id == 0 || wd_has_name(g, t->object.id))) {
			e->triples[kept++] = *t;
		} else {
			free(t->object.literal);
			g->counts.nameless++;
		}
	}
	e->n_triples = kept;
	g->counts.triples += (int64_t)kept;
}

static void wd_finish(struct wd_graph *g)
{
	for (struct wd_entity *e = g->entities; e != NULL; e = e->hh.next) {
		size_t kept = 0;

		wd_drop_nameless(g, e);
		for (size_t i = 0; i < e->classes.n; i++) {
			if (wd_has_name(g, e->classes.v[i]))
				e->classes.v[kept++] = e->classes.v[i];
		}
		e->classes.n = kept;
		if (e->inverse != 0 && !wd_has_name(g, e->inverse))
			e->inverse = 0;
		g->counts.inverses += e->inverse != 0;
		g->counts.entities += e->found && !wd_is_property(e->id);
		g->counts.properties += e->found && wd_is_property(e->id);
	}
}

static void wd_keep_found(struct wd_graph *g, struct wd_ids *seeds)
{
	size_t kept = 0;

	for (size_t i = 0; i < seeds->n; i++) {
		if (wd_find(g, seeds->v[i])->found)
			seeds->v[kept++] = seeds->v[i];
	}
	g->counts.missing_seeds = (int64_t)(seeds->n - kept);
	g->counts.seeds = (int64_t)kept;
	seeds->n = kept;
}

int wd_graph_read(struct wd_graph *g, struct wd_ids *seeds, char err[LAB_ERR_MAX])
{
	struct wd_reading r = {g, SEEDS};
	int rc = g->config->seeds != NULL ? wd_seeds(g, seeds, err) : wd_rank(g, seeds, err);

	for (size_t i = 0; i < seeds->n; i++)
		wd_want(g, seeds->v[i], SEEDS);
	for (; rc == 0 && r.round < ROUNDS; r.round++)
		rc = wd_read_round(&r, err);
	if (rc != 0)
		return -1;
	wd_finish(g);
	wd_keep_found(g, seeds);
	return 0;
}

void wd_graph_release(struct wd_graph *g)
{
	struct wd_entity *e = g->entities, *next;

	HASH_CLEAR(hh, g->entities);
	for (; e != NULL; e = next) {
		next = e->hh.next;
		wd_entity_free(e);
	}
}
