/* mrqa: see include/beat/mrqa.h. */
#include "beat/mrqa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/csv.h"
#include "beat/jw.h"

static const char *const SPLIT[MRQA_SPLITS] = {"I", "II", "III"};

/* Table 1, contexts as Table 4 groups them. */
static const struct {
	const char *names; /* separated by '|' */
	const char *question, *context;
	int split;
	bool independent;
} KNOWN[] = {
    {"SQuAD", "Crowdsourced", "Wikipedia", 0, false},
    {"NewsQA", "Crowdsourced", "Others", 0, true},
    {"TriviaQA", "Trivia", "Others", 0, true},
    {"SearchQA", "Jeopardy", "Others", 0, true},
    {"HotpotQA", "Crowdsourced", "Wikipedia", 0, false},
    {"NaturalQuestions|Natural Questions|NQ", "Search logs", "Wikipedia", 0, true},
    {"BioASQ", "Domain experts", "Education", 1, true},
    {"DROP", "Crowdsourced", "Wikipedia", 1, false},
    {"DuoRC", "Crowdsourced", "Others", 1, true},
    {"RACE", "Domain experts", "Education", 1, false},
    {"RelationExtraction|RelExt", "Synthetic", "Wikipedia", 1, true},
    {"TextbookQA", "Domain experts", "Education", 1, false},
    {"BioProcess", "Domain experts", "Education", 2, false},
    {"ComplexWebQ|ComWebQ|ComplexWebQuestions", "Crowdsourced", "Others", 2, true},
    {"MCTest", "Crowdsourced", "Others", 2, false},
    {"QAMR", "Crowdsourced", "Wikipedia", 2, false},
    {"QAST", "Domain experts", "Others", 2, false},
    {"TREC", "Crowdsourced", "Wikipedia", 2, true},
};

static void sets_add(struct mrqa_sets *s, const struct mrqa_set *set)
{
	s->v = xrealloc(s->v, (s->n + 1) * sizeof(*s->v));
	s->v[s->n++] = *set;
}

void mrqa_sets_known(struct mrqa_sets *s)
{
	*s = (struct mrqa_sets){0};
	for (size_t i = 0; i < ARRAY_LEN(KNOWN); i++) {
		for (const char *at = KNOWN[i].names; *at != '\0'; at += *at == '|') {
			size_t n = strcspn(at, "|");

			sets_add(s, &(struct mrqa_set){xmemdup0(at, n), KNOWN[i].split, xstrdup(KNOWN[i].question),
						       xstrdup(KNOWN[i].context), KNOWN[i].independent});
			at += n;
		}
	}
}

void mrqa_sets_release(struct mrqa_sets *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->v[i].name);
		free(s->v[i].question);
		free(s->v[i].context);
	}
	free(s->v);
	*s = (struct mrqa_sets){0};
}

/* --- sets of one's own */

enum { NAME, SPLIT_OF, QUESTION, CONTEXT, INDEPENDENT, FIELDS };

static int sets_wrong(char err[MRQA_ERR], size_t line, const char *what)
{
	snprintf(err, MRQA_ERR, "line %zu: %s.", line, what);
	return -1;
}

static int split_of(const char *s)
{
	for (int i = 0; i < MRQA_SPLITS; i++)
		if (strcmp(SPLIT[i], s) == 0)
			return i;
	return -1;
}

static int sets_row(struct mrqa_sets *s, char *fields[FIELDS], size_t line, char err[MRQA_ERR])
{
	static const char *const HEAD[FIELDS] = {"set", "split", "question", "context", "independent"};
	bool yes = strcmp(fields[INDEPENDENT], "yes") == 0, head = true;

	for (int i = 0; i < FIELDS; i++)
		head = head && strcmp(HEAD[i], fields[i]) == 0;
	if (line == 1)
		return head ? 0 : sets_wrong(err, 1, "the header must be set,split,question,context,independent");
	if (*fields[NAME] == '\0' || split_of(fields[SPLIT_OF]) < 0 || (!yes && strcmp(fields[INDEPENDENT], "no") != 0))
		return sets_wrong(err, line, "a set has a name, a split I, II or III, two texts, and yes or no");
	sets_add(s, &(struct mrqa_set){xstrdup(fields[NAME]), split_of(fields[SPLIT_OF]), xstrdup(fields[QUESTION]),
				       xstrdup(fields[CONTEXT]), yes});
	return 0;
}

int mrqa_sets_read(struct mrqa_sets *s, const char *csv, size_t n, char err[MRQA_ERR])
{
	struct csv c = {.p = csv, .end = csv + n};
	struct buf field = BUF_INIT;
	char *fields[FIELDS] = {NULL};
	size_t line = 1, k = 0;
	enum csv_got got = CSV_FIELD;
	int rc = 0;

	while (rc == 0 && (got = csv_next(&c, &field)) != CSV_END) {
		if (got == CSV_BAD || k == FIELDS) {
			rc = sets_wrong(err, line, "a row has five fields, set,split,question,context,independent");
			break;
		}
		fields[k++] = xstrdup(field.p != NULL ? field.p : "");
		if (got != CSV_LAST)
			continue;
		rc = k == FIELDS ? sets_row(s, fields, line, err) : sets_wrong(err, line, "a row has five fields");
		while (k > 0)
			free(fields[--k]);
		line++;
	}
	while (k > 0)
		free(fields[--k]);
	buf_release(&field);
	return rc;
}

/* --- tables */

struct mrqa_of { /* what a benchmark is */
	const struct mrqa_set *set;
	const char *portion; /* "dev", "test", "" */
};

/* The last of equal names: one's own come later. */
static int find_set(struct mrqa_of *of, const char *benchmark, const struct mrqa_sets *s, char err[MRQA_ERR])
{
	const char *slash = strrchr(benchmark, '/');
	size_t n = slash != NULL && (strcmp(slash, "/dev") == 0 || strcmp(slash, "/test") == 0)
		       ? (size_t)(slash - benchmark)
		       : strlen(benchmark);

	*of = (struct mrqa_of){NULL, benchmark[n] == '/' ? benchmark + n + 1 : ""};
	for (size_t i = s->n; i > 0 && of->set == NULL; i--)
		if (strlen(s->v[i - 1].name) == n && strncmp(s->v[i - 1].name, benchmark, n) == 0)
			of->set = &s->v[i - 1];
	if (of->set != NULL)
		return 0;
	snprintf(err, MRQA_ERR,
		 "'%.80s' is no set of the shared task: tell what it is with --sets "
		 "(set,split,question,context,independent).",
		 benchmark);
	return -1;
}

static double average(const struct concur *c, size_t model, const bool *in, size_t *n)
{
	double sum = 0;

	*n = 0;
	for (size_t i = 0; i < c->n_benchmarks; i++) {
		if (!in[i])
			continue;
		sum += c->scores[model * c->n_benchmarks + i];
		(*n)++;
	}
	return sum / (double)*n; /* NaN if there are none, or one is not known */
}

struct mrqa_making {
	struct mrqa_table *t;
	const struct concur *c;
	struct mrqa_of *of;
	bool *in;
};

static void add_column(struct mrqa_making *m, const char *name, bool is_final)
{
	struct mrqa_table *t = m->t;
	struct mrqa_column *column = &t->columns[t->n_columns];
	size_t n = 0;

	for (size_t i = 0; i < m->c->n_benchmarks; i++)
		n += m->in[i];
	if (n == 0)
		return;
	snprintf(column->name, sizeof(column->name), "%s", name);
	column->n = n;
	column->is_final = is_final;
	for (size_t model = 0; model < m->c->n_models; model++)
		t->averages[model * MRQA_COLUMNS + t->n_columns] = average(m->c, model, m->in, &n);
	t->n_columns++;
}

/* Split I, then II by portion, then III, then II and III together, without what is for development. */
static void make_columns(struct mrqa_making *m)
{
	for (int split = 0; split < MRQA_SPLITS; split++) {
		for (int dev = 1; dev >= 0; dev--) {
			char name[40];

			for (size_t i = 0; i < m->c->n_benchmarks; i++)
				m->in[i] =
				    m->of[i].set->split == split && (strcmp(m->of[i].portion, "dev") == 0) == dev;
			snprintf(name, sizeof(name), "%s%s", SPLIT[split], dev ? " dev" : "");
			add_column(m, name, false);
		}
	}
	for (size_t i = 0; i < m->c->n_benchmarks; i++)
		m->in[i] = m->of[i].set->split > 0 && strcmp(m->of[i].portion, "dev") != 0;
	add_column(m, "II + III", true);
	if (m->t->n_columns > 0 && !m->t->columns[m->t->n_columns - 1].is_final)
		m->t->columns[m->t->n_columns - 1].is_final = true;
}

static const char *value_of(const struct mrqa_set *set, const char *attribute)
{
	if (strcmp(attribute, "question") == 0)
		return set->question;
	return strcmp(attribute, "context") == 0 ? set->context : set->independent ? "yes" : "no";
}

static bool is_known(const struct mrqa_table *t, const char *attribute, const char *value)
{
	for (size_t i = 0; i < t->n_kinds; i++)
		if (strcmp(t->kinds[i].attribute, attribute) == 0 && strcmp(t->kinds[i].value, value) == 0)
			return true;
	return false;
}

static bool counts(const struct mrqa_making *m, size_t i, bool hidden_only)
{
	return !hidden_only || (m->of[i].set->split > 0 && strcmp(m->of[i].portion, "dev") != 0);
}

static void make_kinds(struct mrqa_making *m)
{
	static const char *const ATTRIBUTES[] = {"question", "context", "independent"};
	struct mrqa_table *t = m->t;
	bool hidden = false;

	for (size_t i = 0; i < m->c->n_benchmarks; i++)
		hidden = hidden || counts(m, i, true);
	for (size_t a = 0; a < ARRAY_LEN(ATTRIBUTES); a++)
		for (size_t i = 0; i < m->c->n_benchmarks && t->n_kinds < MRQA_ROWS; i++) {
			const char *value = value_of(m->of[i].set, ATTRIBUTES[a]);
			struct mrqa_kind *kind = &t->kinds[t->n_kinds];

			if (!counts(m, i, hidden) || is_known(t, ATTRIBUTES[a], value))
				continue;
			for (size_t k = 0; k < m->c->n_benchmarks; k++)
				m->in[k] =
				    counts(m, k, hidden) && strcmp(value_of(m->of[k].set, ATTRIBUTES[a]), value) == 0;
			*kind = (struct mrqa_kind){ATTRIBUTES[a], value, 0};
			for (size_t model = 0; model < m->c->n_models; model++)
				t->by_kind[model * MRQA_ROWS + t->n_kinds] = average(m->c, model, m->in, &kind->n);
			t->n_kinds++;
		}
}

static double final_of(const struct mrqa_table *t, size_t model)
{
	double v = t->n_columns > 0 ? t->averages[model * MRQA_COLUMNS + t->n_columns - 1] : NAN;

	return isnan(v) ? -1 : v;
}

/* By insertion: equal ones stay in the order of the file. */
static void make_order(struct mrqa_table *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = i;

		for (; at > 0 && final_of(t, t->order[at - 1]) < final_of(t, i); at--)
			t->order[at] = t->order[at - 1];
		t->order[at] = i;
	}
}

int mrqa_table(struct mrqa_table *t, const struct concur *c, const struct mrqa_sets *s, char err[MRQA_ERR])
{
	struct mrqa_making m = {t, c, xcalloc(c->n_benchmarks + 1, sizeof(*m.of)), xcalloc(c->n_benchmarks + 1, 1)};
	int rc = 0;

	*t = (struct mrqa_table){.order = xcalloc(c->n_models + 1, sizeof(*t->order)),
				 .averages = xcalloc((c->n_models + 1) * MRQA_COLUMNS, sizeof(*t->averages)),
				 .by_kind = xcalloc((c->n_models + 1) * MRQA_ROWS, sizeof(*t->by_kind))};
	for (size_t i = 0; rc == 0 && i < c->n_benchmarks; i++)
		rc = find_set(&m.of[i], c->benchmarks[i], s, err);
	if (rc == 0) {
		make_columns(&m);
		make_kinds(&m);
		make_order(t, c->n_models);
	}
	free(m.of);
	free(m.in);
	return rc;
}

void mrqa_table_release(struct mrqa_table *t)
{
	free(t->order);
	free(t->averages);
	free(t->by_kind);
	*t = (struct mrqa_table){0};
}

/* --- writing */

void mrqa_json(struct buf *out, const struct mrqa_table *t, const struct concur *c)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "ranking", '[');
	for (size_t i = 0; i < c->n_models; i++) {
		jw_open(&w, '{');
		jw_kint(&w, "rank", (int64_t)i + 1);
		jw_kstr(&w, "model", c->models[t->order[i]]);
		jw_kopen(&w, "averages", '{');
		for (size_t k = 0; k < t->n_columns; k++)
			jw_knum(&w, t->columns[k].name, t->averages[t->order[i] * MRQA_COLUMNS + k]);
		jw_close(&w, '}');
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_kopen(&w, "attributes", '[');
	for (size_t k = 0; k < t->n_kinds; k++) {
		jw_open(&w, '{');
		jw_kstr(&w, "attribute", t->kinds[k].attribute);
		jw_kstr(&w, "value", t->kinds[k].value);
		jw_kint(&w, "sets", (int64_t)t->kinds[k].n);
		jw_kopen(&w, "scores", '{');
		for (size_t i = 0; i < c->n_models; i++)
			jw_knum(&w, c->models[t->order[i]], t->by_kind[t->order[i] * MRQA_ROWS + k]);
		jw_close(&w, '}');
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static void put_number(struct buf *out, double v)
{
	if (!isnan(v))
		buf_addf(out, "%.6f", v);
}

void mrqa_ranking_csv(struct buf *out, const struct mrqa_table *t, const struct concur *c)
{
	buf_adds(out, "rank,model");
	for (size_t k = 0; k < t->n_columns; k++)
		buf_addf(out, ",%s (%zu)", t->columns[k].name, t->columns[k].n);
	buf_addc(out, '\n');
	for (size_t i = 0; i < c->n_models; i++) {
		buf_addf(out, "%zu,", i + 1);
		csv_put(out, c->models[t->order[i]]);
		for (size_t k = 0; k < t->n_columns; k++) {
			buf_addc(out, ',');
			put_number(out, t->averages[t->order[i] * MRQA_COLUMNS + k]);
		}
		buf_addc(out, '\n');
	}
}

void mrqa_kinds_csv(struct buf *out, const struct mrqa_table *t, const struct concur *c)
{
	buf_adds(out, "attribute,value,sets");
	for (size_t i = 0; i < c->n_models; i++) {
		buf_addc(out, ',');
		csv_put(out, c->models[t->order[i]]);
	}
	buf_addc(out, '\n');
	for (size_t k = 0; k < t->n_kinds; k++) {
		buf_addf(out, "%s,", t->kinds[k].attribute);
		csv_put(out, t->kinds[k].value);
		buf_addf(out, ",%zu", t->kinds[k].n);
		for (size_t i = 0; i < c->n_models; i++) {
			buf_addc(out, ',');
			put_number(out, t->by_kind[t->order[i] * MRQA_ROWS + k]);
		}
		buf_addc(out, '\n');
	}
}
