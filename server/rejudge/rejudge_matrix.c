/* The transfer matrix: which reader's questions beat which reader. Counts come from the
 * database, a row for each pair; shares and intervals are made here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/interval.h"
#include "beat/rejudge.h"

static const double LEVEL = 0.95;

struct reader { /* a column; the texts live in the result of the query */
	const char *name, *version, *weights;
	char *label; /* as short as it can be told from the others */
};
struct share {
	size_t beating, of;
};
struct cell {
	bool asked, in_loop;
	struct share won, all;
};
struct line { /* a row */
	const char *project;
	size_t against; /* the reader in the loop */
	struct share won, all;
	struct cell *cells;
};
struct matrix {
	struct pg_rows *rows;
	struct reader *readers;
	size_t n_readers;
	struct line *lines;
	size_t n_lines;
};

/* Reading */

static bool same(const struct reader *r, const char *name, const char *version, const char *weights)
{
	return strcmp(r->name, name) == 0 && strcmp(r->version, version) == 0 && strcmp(r->weights, weights) == 0;
}

/* The place of this reader, which is added if it is new. */
static size_t reader_at(struct matrix *m, struct reader r)
{
	for (size_t i = 0; i < m->n_readers; i++) {
		if (same(&m->readers[i], r.name, r.version, r.weights))
			return i;
	}
	m->readers[m->n_readers] = r;
	return m->n_readers++;
}

static struct reader reader_in_loop(const struct q_transfer_matrix_row *row)
{
	return (struct reader){.name = row->loop_name, .version = row->loop_version, .weights = row->loop_weights};
}

static struct share share_won(const struct q_transfer_matrix_row *row)
{
	return (struct share){.beating = (size_t)row->won_beating, .of = (size_t)row->won};
}

static struct share share_all(const struct q_transfer_matrix_row *row)
{
	return (struct share){.beating = (size_t)row->beating, .of = (size_t)row->attempts};
}

/* A line for each project and reader in the loop; each has its own answers, so each begins with a row of those. */
static void add_lines(struct matrix *m, int n)
{
	for (int i = 0; i < n; i++) {
		struct q_transfer_matrix_row row = q_transfer_matrix_row(m->rows, i);
		struct line *l = &m->lines[m->n_lines];

		if (!row.in_loop)
			continue;
		m->n_lines++;
		*l = (struct line){
		    .project = row.project,
		    .against = reader_at(m, reader_in_loop(&row)),
		    .won = share_won(&row),
		    .all = share_all(&row),
		    .cells = xcalloc((size_t)n, sizeof(*l->cells)),
		};
	}
}

static void add_cells(struct matrix *m, int n)
{
	for (int i = 0; i < n; i++) {
		struct q_transfer_matrix_row row = q_transfer_matrix_row(m->rows, i);
		size_t against = reader_at(m, reader_in_loop(&row));
		size_t reader =
		    reader_at(m, (struct reader){.name = row.name, .version = row.version, .weights = row.weights});

		for (size_t k = 0; k < m->n_lines; k++) {
			struct line *l = &m->lines[k];

			if (l->against != against || strcmp(l->project, row.project) != 0)
				continue;
			l->cells[reader] = (struct cell){
			    .asked = true,
			    .in_loop = row.in_loop,
			    .won = share_won(&row),
			    .all = share_all(&row),
			};
		}
	}
}

static char *labelled(const struct reader *r, int detail)
{
	struct buf b = BUF_INIT;

	buf_adds(&b, r->name);
	if (detail >= 1 && *r->version)
		buf_addf(&b, " %s", r->version);
	if (detail >= 2 && *r->weights)
		buf_addf(&b, " %.8s", r->weights);
	if (detail >= 3)
		buf_addf(&b, "%s", strlen(r->weights) > 8 ? r->weights + 8 : "");
	return buf_detach(&b);
}

static bool is_ambiguous(const struct matrix *m, size_t reader, const char *label, int detail)
{
	bool found = false;

	for (size_t i = 0; i < m->n_readers && !found; i++) {
		char *other = i != reader ? labelled(&m->readers[i], detail) : NULL;

		found = other && strcmp(other, label) == 0;
		free(other);
	}
	return found;
}

static void label(struct matrix *m)
{
	enum { MOST = 3 };

	for (size_t i = 0; i < m->n_readers; i++) {
		struct reader *r = &m->readers[i];

		r->label = labelled(r, 0);
		for (int detail = 0; detail < MOST && is_ambiguous(m, i, r->label, detail);) {
			free(r->label);
			r->label = labelled(r, ++detail);
		}
	}
}

static int matrix_load(struct matrix *m, struct pg *pg, const struct rejudge_report *r)
{
	size_t n;

	*m = (struct matrix){0};
	m->rows = pg_query(pg, q_transfer_matrix(.projects = r->project_ids, .discarded = r->conf->discarded));
	if (!m->rows)
		return CLI_FAILED;
	n = (size_t)pg_rows_count(m->rows);
	m->readers = xcalloc(n + 1, sizeof(*m->readers));
	m->lines = xcalloc(n + 1, sizeof(*m->lines));
	add_lines(m, (int)n);
	add_cells(m, (int)n);
	label(m);
	return CLI_OK;
}

static void matrix_release(struct matrix *m)
{
	for (size_t i = 0; i < m->n_readers; i++)
		free(m->readers[i].label);
	for (size_t i = 0; i < m->n_lines; i++)
		free(m->lines[i].cells);
	free(m->readers);
	free(m->lines);
	pg_rows_free(&m->rows);
}

static double percent(struct share s)
{
	return s.of ? 100.0 * (double)s.beating / (double)s.of : NAN;
}

static struct interval interval_of(struct share s)
{
	struct interval i = interval_clopper_pearson(s.beating, s.of, LEVEL);

	return (struct interval){100 * i.low, 100 * i.high};
}

/* JSON */

static void write_share(struct jw *w, const char *key, struct share s)
{
	struct interval i = interval_of(s);

	jw_kopen(w, key, '{');
	jw_kint(w, "beating", (int64_t)s.beating);
	jw_kint(w, "of", (int64_t)s.of);
	jw_knum(w, "percent", percent(s));
	jw_kopen(w, "interval", '[');
	jw_num(w, i.low);
	jw_num(w, i.high);
	jw_close(w, ']');
	jw_close(w, '}');
}

static void write_line(struct jw *w, const struct matrix *m, const struct line *l)
{
	jw_open(w, '{');
	jw_kstr(w, "project", l->project);
	jw_kstr(w, "against", m->readers[l->against].label);
	jw_kint(w, "won", (int64_t)l->won.of);
	jw_kint(w, "attempts", (int64_t)l->all.of);
	jw_kopen(w, "cells", '[');
	for (size_t i = 0; i < m->n_readers; i++) {
		if (!l->cells[i].asked)
			continue;
		jw_open(w, '{');
		jw_kstr(w, "reader", m->readers[i].label);
		jw_kbool(w, "in_loop", l->cells[i].in_loop);
		write_share(w, "won", l->cells[i].won);
		write_share(w, "all", l->cells[i].all);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_close(w, '}');
}

static void write_run(struct jw *w, const struct rejudge_reader *r)
{
	jw_open(w, '{');
	jw_kstr(w, "url", r->url);
	jw_kstr(w, "name", r->name);
	jw_kstr(w, "version", r->version);
	jw_kstr(w, "weights", r->weights);
	jw_kint(w, "asked", r->n.asked);
	jw_kint(w, "beating", r->n.human);
	jw_kint(w, "not_beating", r->n.model);
	jw_kint(w, "elsewhere", r->n.elsewhere);
	jw_kint(w, "unanswered", r->n.unanswered);
	jw_kopen(w, "faults", '{');
	for (size_t i = 0; i < ARRAY_LEN(r->n.faults); i++) {
		if (r->n.faults[i])
			jw_kint(w, model_outcome_name((enum model_outcome)i), r->n.faults[i]);
	}
	jw_close(w, '}');
	jw_kstr(w, "stopped", r->stopped);
	jw_close(w, '}');
}

static void write_readers(struct jw *w, const struct matrix *m)
{
	jw_kopen(w, "readers", '[');
	for (size_t i = 0; i < m->n_readers; i++) {
		jw_open(w, '{');
		jw_kstr(w, "label", m->readers[i].label);
		jw_kstr(w, "name", m->readers[i].name);
		jw_kstr(w, "version", m->readers[i].version);
		jw_kstr(w, "weights", m->readers[i].weights);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void print_json(const struct matrix *m, const struct rejudge_report *r)
{
	struct buf out = BUF_INIT;
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '{');
	jw_kopen(&w, "projects", '[');
	for (int i = 0; i < r->conf->n_projects; i++)
		jw_str(&w, r->conf->projects[i]);
	jw_close(&w, ']');
	jw_kbool(&w, "discarded", r->conf->discarded);
	jw_knum(&w, "level", LEVEL);
	write_readers(&w, m);
	jw_kopen(&w, "rows", '[');
	for (size_t i = 0; i < m->n_lines; i++)
		write_line(&w, m, &m->lines[i]);
	jw_close(&w, ']');
	jw_kopen(&w, "runs", '[');
	for (size_t i = 0; i < r->n_readers; i++)
		write_run(&w, &r->readers[i]);
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	fwrite(out.p, 1, out.n, stdout);
	putchar('\n');
	buf_release(&out);
}

/* Tables */

enum { FIXED = 3 }; /* columns before those of the readers */

static char *share_text(const struct cell *c, struct share s)
{
	struct interval i = interval_of(s);
	struct buf b = BUF_INIT;

	if (!c->asked || s.of == 0)
		buf_adds(&b, "-");
	else
		buf_addf(&b, "%.1f (%.1f–%.1f) %zu/%zu", percent(s), i.low, i.high, s.beating, s.of);
	return buf_detach(&b);
}

static void print_table(const struct matrix *m, const char *what, bool won)
{
	size_t cols = FIXED + m->n_readers;
	const char **heads = xcalloc(cols, sizeof(*heads));
	char **cells = xcalloc(cols * m->n_lines, sizeof(*cells));
	struct buf n = BUF_INIT;

	heads[0] = "PROJECT";
	heads[1] = "WRITTEN AGAINST";
	heads[2] = what;
	for (size_t i = 0; i < m->n_readers; i++)
		heads[FIXED + i] = m->readers[i].label;
	for (size_t k = 0; k < m->n_lines; k++) {
		const struct line *l = &m->lines[k];
		char **row = cells + k * cols;

		buf_clear(&n);
		buf_addf(&n, "%zu", won ? l->won.of : l->all.of);
		row[0] = xstrdup(l->project);
		row[1] = xstrdup(m->readers[l->against].label);
		row[2] = xstrdup(n.p);
		for (size_t i = 0; i < m->n_readers; i++)
			row[FIXED + i] = share_text(&l->cells[i], won ? l->cells[i].won : l->cells[i].all);
	}
	cli_print_cells(stdout, heads, (const char *const *)cells, (int)m->n_lines, (int)cols);
	for (size_t i = 0; i < cols * m->n_lines; i++)
		free(cells[i]);
	free((void *)cells);
	free((void *)heads);
	buf_release(&n);
}

static bool is_complete(const struct matrix *m)
{
	for (size_t k = 0; k < m->n_lines; k++) {
		for (size_t i = 0; i < m->n_readers; i++) {
			const struct cell *c = &m->lines[k].cells[i];

			if (c->asked && c->all.of < m->lines[k].all.of)
				return false;
		}
	}
	return true;
}

static void tell_missing(const struct matrix *m, const struct rejudge_report *r)
{
	for (int i = 0; i < r->conf->n_projects; i++) {
		bool found = false;

		for (size_t k = 0; k < m->n_lines && !found; k++)
			found = strcmp(m->lines[k].project, r->conf->projects[i]) == 0;
		if (!found)
			printf("%s has no row: no attempt that counts was judged in it yet.\n", r->conf->projects[i]);
	}
}

static void print_tables(const struct matrix *m, const struct rejudge_report *r)
{
	if (r->n_readers)
		putchar('\n');
	if (m->n_lines) {
		puts("Questions won in the game: how many of them, in %, beat each reader");
		print_table(m, "QUESTIONS", true);
		puts("\nAll judged attempts");
		print_table(m, "ATTEMPTS", false);
		puts(
		    "\nA cell: the share that beats the reader, its 95 % interval (Clopper-Pearson), and how many of "
		    "how\n"
		    "many it answered. The reader in the loop answered in the game; the others were asked afterwards.");
		puts(r->conf->discarded ? "Questions that are set aside and attempts of revoked workers are counted."
					: "Questions that are set aside and attempts of revoked workers are left out.");
	}
	if (!is_complete(m))
		puts("Not every reader was asked about all: 'beatctl rejudge PROJECT... --model URL' goes on.");
	tell_missing(m, r);
}

int rejudge_matrix_print(struct pg *pg, const struct rejudge_report *r)
{
	struct matrix m;

	if (matrix_load(&m, pg, r) != CLI_OK)
		return CLI_FAILED;
	if (r->conf->json)
		print_json(&m, r);
	else
		print_tables(&m, r);
	matrix_release(&m);
	return CLI_OK;
}
