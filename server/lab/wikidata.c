/* wikidata: passages of triples and their cloze questions: see wikidata.h. */
#include "beat/wikidata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/rng.h"
#include "beat/text.h"
#include "wikidata_graph.h"

enum { SUBJECT, PREDICATE, OBJECT, ELEMENTS };

enum { TRIES = 50 }; /* for a question */

static const char *const ELEMENT[ELEMENTS] = {"subject", "predicate", "object"};

/* A triple as it stands in the passage. */
struct wd_told {
	const struct wd_triple *triple;
	const char *texts[ELEMENTS];
	size_t starts[ELEMENTS]; /* code points */
	bool asked[ELEMENTS];
};

struct wikidata {
	struct wikidata_config config;
	struct wd_graph graph;
	struct wd_ids seeds; /* with a triple in reach */
	struct rng rng;
	struct wd_told *told; /* of the passage under way */
	size_t n_told;
	wd_id seed;
	struct buf passage;
};

/* A question: the triple with one element masked, and what was done to the others. */
struct wd_cloze {
	const struct wd_told *told;
	int masked;
	wd_id inverse;  /* 0: the predicate as it is */
	int replaced;   /* the element that a class stands for; ELEMENTS: none */
	wd_id hypernym; /* that class */
	size_t fitting; /* elements of the passage that answer it */
};

/* --- triples in reach */

typedef void wd_triple_fn(void *arg, const struct wd_triple *t);

struct wd_reaching {
	struct wd_graph *g;
	wd_triple_fn *fn;
	void *arg;
};

static void wd_reach_one(const struct wd_reaching *r, wd_id id)
{
	struct wd_entity *e = id != 0 ? wd_find(r->g, id) : NULL;

	if (e == NULL || e->visit == r->g->visit)
		return;
	e->visit = r->g->visit;
	for (size_t i = 0; i < e->n_triples; i++)
		r->fn(r->arg, &e->triples[i]);
}

/* Those of the seed, then those of its neighbours, each of them once. */
static void wd_reach(struct wd_graph *g, wd_id seed, wd_triple_fn *fn, void *arg)
{
	const struct wd_entity *e = wd_find(g, seed);
	const struct wd_reaching r = {g, fn, arg};

	g->visit++;
	wd_reach_one(&r, seed);
	for (size_t i = 0; i < e->n_triples; i++)
		wd_reach_one(&r, e->triples[i].object.id);
	for (size_t i = 0; i < e->linked.n; i++)
		wd_reach_one(&r, e->linked.v[i]);
}

static void wd_count(void *arg, const struct wd_triple *t)
{
	(void)t;
	++*(size_t *)arg;
}

/* Each as likely to be among the passage's, whatever their number. */
struct wd_drawing {
	struct wikidata *w;
	size_t seen;
};

static void wd_draw(void *arg, const struct wd_triple *t)
{
	struct wd_drawing *d = arg;
	struct wikidata *w = d->w;
	size_t most = (size_t)w->config.triples, at;

	at = d->seen++ < most ? w->n_told++ : (size_t)rng_below(&w->rng, d->seen);
	if (at < most)
		w->told[at] = (struct wd_told){.triple = t};
}

/* --- names */

static const char *wd_name(struct wikidata *w, wd_id id)
{
	const struct wd_entity *e = wd_find(&w->graph, id);

	return e->names[rng_below(&w->rng, e->n_names)];
}

static wd_id wd_element(const struct wd_triple *t, int element)
{
	return element == SUBJECT ? t->subject : element == PREDICATE ? t->property : t->object.id;
}

static const char *wd_spoken(struct wikidata *w, const struct wd_triple *t, int element)
{
	wd_id id = wd_element(t, element);

	return id != 0 ? wd_name(w, id) : t->object.literal;
}

static void wd_tell(struct wikidata *w)
{
	size_t at = 0;

	buf_clear(&w->passage);
	for (size_t i = 0; i < w->n_told; i++) {
		if (i > 0 && w->config.delimiter[0] != '\0') {
			buf_addf(&w->passage, " %s", w->config.delimiter);
			at += 1 + text_length(w->config.delimiter, strlen(w->config.delimiter));
		}
		for (int k = 0; k < ELEMENTS; k++) {
			const char *text = wd_spoken(w, w->told[i].triple, k);

			if (w->passage.n > 0) {
				buf_addc(&w->passage, ' ');
				at++;
			}
			w->told[i].texts[k] = text;
			w->told[i].starts[k] = at;
			buf_adds(&w->passage, text);
			at += text_length(text, strlen(text));
		}
	}
}

/* --- who else answers it */

static bool wd_is_a(const struct wd_graph *g, wd_id id, wd_id class)
{
	const struct wd_entity *e = id != 0 ? wd_find(g, id) : NULL;

	for (size_t i = 0; e != NULL && i < e->classes.n; i++) {
		if (e->classes.v[i] == class)
			return true;
	}
	return false;
}

static bool wd_same(const struct wd_triple *a, const struct wd_triple *b, int element)
{
	wd_id id = wd_element(a, element);

	if (id != wd_element(b, element))
		return false;
	return id != 0 || strcmp(a->object.literal, b->object.literal) == 0;
}

static bool wd_element_fits(const struct wikidata *w, const struct wd_cloze *c, const struct wd_triple *t, int element)
{
	if (element == c->masked)
		return true;
	if (element == c->replaced)
		return wd_is_a(&w->graph, wd_element(t, element), c->hypernym);
	return wd_same(t, c->told->triple, element);
}

/* The triple the other way round, if its property is an inverse of the question's. */
static bool wd_turned(const struct wd_graph *g, const struct wd_cloze *c, const struct wd_triple *t,
		      struct wd_triple *out)
{
	wd_id asked = c->told->triple->property;

	if (c->masked == PREDICATE || t->object.id == 0 ||
	    (wd_find(g, t->property)->inverse != asked && wd_find(g, asked)->inverse != t->property))
		return false;
	*out = (struct wd_triple){t->object.id, asked, {.id = t->subject}};
	return true;
}

static bool wd_fits(const struct wikidata *w, const struct wd_cloze *c, const struct wd_triple *t)
{
	for (int k = 0; k < ELEMENTS; k++) {
		if (!wd_element_fits(w, c, t, k))
			return false;
	}
	return true;
}

/* How many different elements of the passage stand where the mask is, in triples that fit the rest. */
static size_t wd_fitting(const struct wikidata *w, const struct wd_cloze *c)
{
	struct wd_triple *found = xcalloc(2 * w->n_told, sizeof(*found)), turned;
	size_t n = 0;

	for (size_t i = 0; i < w->n_told; i++) {
		const struct wd_triple *ways[2] = {w->told[i].triple, &turned};
		int n_ways = 1 + wd_turned(&w->graph, c, w->told[i].triple, &turned);

		for (int k = 0; k < n_ways; k++) {
			bool known = !wd_fits(w, c, ways[k]);

			for (size_t j = 0; j < n && !known; j++)
				known = wd_same(&found[j], ways[k], c->masked);
			if (!known)
				found[n++] = *ways[k];
		}
	}
	free(found);
	return n;
}

/* --- questions */

static void wd_turn(struct wikidata *w, struct wd_cloze *c)
{
	wd_id inverse = wd_find(&w->graph, c->told->triple->property)->inverse;

	if (c->masked != PREDICATE && inverse != 0 && c->told->triple->object.id != 0 &&
	    rng_chance(&w->rng, w->config.inverse))
		c->inverse = inverse;
}

static void wd_generalise(struct wikidata *w, struct wd_cloze *c)
{
	int element = c->masked == SUBJECT    ? OBJECT
		      : c->masked == OBJECT   ? SUBJECT
		      : rng_below(&w->rng, 2) ? SUBJECT
					      : OBJECT;
	wd_id id = wd_element(c->told->triple, element);
	const struct wd_entity *e = id != 0 ? wd_find(&w->graph, id) : NULL;

	if (e == NULL || e->classes.n == 0 || !rng_chance(&w->rng, w->config.hypernym))
		return;
	id = e->classes.v[rng_below(&w->rng, e->classes.n)];
	if (id == wd_element(c->told->triple, SUBJECT) || id == wd_element(c->told->triple, OBJECT))
		return; /* "novel is a XXXXX" must not become "book is a XXXXX" */
	c->replaced = element;
	c->hypernym = id;
}

static bool wd_has_words(const char *text)
{
	struct text_norm norm;
	bool any;

	text_normalise(text, strlen(text), &norm);
	any = norm.count > 0;
	text_norm_release(&norm);
	return any;
}

static bool wd_ask(struct wikidata *w, struct wd_cloze *c)
{
	struct wd_told *told = &w->told[rng_below(&w->rng, w->n_told)];
	int masked = (int)rng_below(&w->rng, ELEMENTS);

	*c = (struct wd_cloze){.told = told, .masked = masked, .replaced = ELEMENTS};
	wd_turn(w, c);
	wd_generalise(w, c);
	if (told->asked[masked] || !wd_has_words(told->texts[masked]))
		return false;
	c->fitting = wd_fitting(w, c);
	if (w->config.unique && c->fitting != 1)
		return false;
	told->asked[masked] = true;
	return true;
}

static void wd_question(struct wikidata *w, const struct wd_cloze *c, struct buf *out)
{
	static const int PLAIN[ELEMENTS] = {SUBJECT, PREDICATE, OBJECT},
			 TURNED[ELEMENTS] = {OBJECT, PREDICATE, SUBJECT};
	const int *order = c->inverse != 0 ? TURNED : PLAIN;

	for (int i = 0; i < ELEMENTS; i++) {
		int k = order[i];

		buf_adds(out, i > 0 ? " " : "");
		if (k == c->masked)
			buf_adds(out, "XXXXX");
		else if (k == c->replaced)
			buf_adds(out, wd_name(w, c->hypernym));
		else if (k == PREDICATE && c->inverse != 0)
			buf_adds(out, wd_name(w, c->inverse));
		else
			buf_adds(out, wd_spoken(w, c->told->triple, k));
	}
}

/* How often the words stand in the passage, between spaces or its ends. */
static size_t wd_occurrences(const struct buf *passage, const char *text)
{
	size_t n = 0, len = strlen(text);

	for (const char *p = passage->p; (p = strstr(p, text)) != NULL; p++)
		n += (p == passage->p || p[-1] == ' ') && (p[len] == ' ' || p[len] == '\0');
	return n;
}

static void wd_kid(struct jw *w, const char *key, wd_id id)
{
	char text[WD_ID_TEXT];

	jw_kstr(w, key, id != 0 ? wd_id_text(id, text) : NULL);
}

static void wd_metadata(const struct wikidata *w, const struct wd_cloze *c, struct buf *out)
{
	const struct wd_triple *t = c->told->triple;
	char text[WD_ID_TEXT];
	struct jw j;

	jw_init(&j, out);
	jw_open(&j, '{');
	jw_kstr(&j, "source", "wikidata");
	wd_kid(&j, "seed", w->seed);
	jw_kopen(&j, "triple", '[');
	jw_str(&j, wd_id_text(t->subject, text));
	jw_str(&j, wd_id_text(t->property, text));
	jw_str(&j, t->object.id != 0 ? wd_id_text(t->object.id, text) : t->object.literal);
	jw_close(&j, ']');
	jw_kstr(&j, "masked", ELEMENT[c->masked]);
	wd_kid(&j, "inverse", c->inverse);
	jw_kstr(&j, "replaced", c->replaced < ELEMENTS ? ELEMENT[c->replaced] : NULL);
	wd_kid(&j, "hypernym", c->hypernym);
	jw_kint(&j, "occurrences", (int64_t)wd_occurrences(&w->passage, c->told->texts[c->masked]));
	jw_kint(&j, "fitting", (int64_t)c->fitting);
	jw_kbool(&j, "unique", c->fitting == 1);
	jw_close(&j, '}');
	jw_done(&j);
}

struct wd_texts {
	struct buf id, question, metadata;
};

static void wd_row(struct wikidata *w, const struct wd_cloze *c, struct wd_texts *t, struct release_row *row)
{
	const char *answer = c->told->texts[c->masked];
	size_t start = c->told->starts[c->masked];

	wd_question(w, c, &t->question);
	wd_metadata(w, c, &t->metadata);
	*row = (struct release_row){
	    .id = {t->id.p, t->id.n},
	    .question = {t->question.p, t->question.n},
	    .answer = {answer, strlen(answer)},
	    .answer_start = start,
	    .answer_end = start + text_length(answer, strlen(answer)),
	    .metadata = {t->metadata.p, t->metadata.n},
	};
}

static size_t wd_questions(struct wikidata *w, const char *name, struct wd_texts *texts, struct release_row *rows)
{
	size_t wanted = (size_t)w->config.least +
			(size_t)rng_below(&w->rng, (uint64_t)(w->config.most - w->config.least + 1)),
	       n = 0;
	struct wd_cloze c;

	for (size_t i = 0; n < wanted && i < TRIES * wanted; i++) {
		if (!wd_ask(w, &c))
			continue;
		buf_addf(&texts[n].id, "%s-%zu", name, n + 1);
		wd_row(w, &c, &texts[n], &rows[n]);
		n++;
	}
	return n;
}

size_t wikidata_passage(struct wikidata *w, struct lab_set *set, const char *name, struct buf *out)
{
	size_t most = (size_t)w->config.most, n;
	struct wd_texts *texts = xcalloc(most, sizeof(*texts));
	struct release_row *rows = xcalloc(most, sizeof(*rows));
	struct wd_drawing drawing = {.w = w};

	w->n_told = 0;
	w->seed = w->seeds.v[rng_below(&w->rng, w->seeds.n)];
	wd_reach(&w->graph, w->seed, wd_draw, &drawing);
	rng_shuffle(&w->rng, w->told, w->n_told, sizeof(*w->told));
	wd_tell(w);
	n = wd_questions(w, name, texts, rows);
	if (n > 0)
		lab_set_add(set, name, &w->passage, rows, n, out);
	for (size_t i = 0; i < most; i++) {
		buf_release(&texts[i].id);
		buf_release(&texts[i].question);
		buf_release(&texts[i].metadata);
	}
	free(texts);
	free(rows);
	return n;
}

/* --- */

/* Seeds with nothing to tell go. */
static void wd_keep_telling(struct wikidata *w)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->seeds.n; i++) {
		size_t triples = 0;

		wd_reach(&w->graph, w->seeds.v[i], wd_count, &triples);
		if (triples > 0)
			w->seeds.v[kept++] = w->seeds.v[i];
	}
	w->seeds.n = kept;
}

struct wikidata *wikidata_new(const struct wikidata_config *config, uint64_t seed, wikidata_progress_fn *progress,
			      void *arg, char err[LAB_ERR_MAX])
{
	struct wikidata *w = xcalloc(1, sizeof(*w));

	w->config = *config;
	w->graph = (struct wd_graph){.config = &w->config, .progress = progress, .arg = arg};
	w->rng = rng_seeded(seed, "wikidata");
	w->told = xcalloc((size_t)config->triples, sizeof(*w->told));
	if (wd_graph_read(&w->graph, &w->seeds, err) != 0) {
		wikidata_free(&w);
		return NULL;
	}
	wd_keep_telling(w);
	if (w->seeds.n == 0) {
		snprintf(err, LAB_ERR_MAX,
			 "%.200s: no seed has a triple whose parts all have a name in the language '%.20s'.",
			 config->dump, config->language);
		wikidata_free(&w);
	}
	return w;
}

const struct wikidata_counts *wikidata_counts(const struct wikidata *w)
{
	return &w->graph.counts;
}

void wikidata_free(struct wikidata **w)
{
	if (*w == NULL)
		return;
	wd_graph_release(&(*w)->graph);
	free((*w)->seeds.v);
	free((*w)->told);
	buf_release(&(*w)->passage);
	free(*w);
	*w = NULL;
}
