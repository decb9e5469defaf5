/* expert_print: experts, the crowd and models side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/expert.h"
#include "beat/figure.h"

static const char *const KINDS[] = {"expert", "experts", "crowd", "model"};

struct estimate {
	double value; /* per cent; NaN of nothing */
	struct interval range;
};

static struct estimate exact_of(const struct expert_row *row)
{
	struct interval i = interval_clopper_pearson(row->exact, row->n, eval_level);

	return (struct estimate){row->n ? 100.0 * (double)row->exact / (double)row->n : NAN,
				 {100 * i.low, 100 * i.high}};
}

static struct estimate f1_of(const struct expert_row *row)
{
	struct interval i = interval_student(row->f1.mean, interval_sd(&row->f1), row->n, eval_level);

	return (struct estimate){row->n ? 100 * row->f1.mean : NAN, {100 * i.low, 100 * i.high}};
}

enum { CELL = 48 };

static void cell(char out[CELL], struct estimate e)
{
	if (isnan(e.range.low))
		snprintf(out, CELL, "%.1f", e.value);
	else
		snprintf(out, CELL, "%.1f (%.1f – %.1f)", e.value, e.range.low, e.range.high);
}

void expert_print(const struct expert_report *r)
{
	static const char *const HEADINGS[] = {"SET", "WHO", "ANSWERS", "EM (95 %)", "F1 (95 %)"};
	enum { COLUMNS = ARRAY_LEN(HEADINGS), MADE = 3 };
	const char **cells = xcalloc(r->n * COLUMNS + 1, sizeof(*cells));
	char(*made)[CELL] = xcalloc(r->n * MADE + 1, sizeof(*made));

	for (size_t i = 0; i < r->n; i++) {
		const struct expert_row *row = &r->rows[i];
		char(*m)[CELL] = made + i * MADE;

		snprintf(m[0], CELL, "%zu", row->n);
		cell(m[1], exact_of(row));
		cell(m[2], f1_of(row));
		cells[i * COLUMNS] = r->sets[row->set];
		cells[i * COLUMNS + 1] = row->name;
		for (size_t k = 0; k < MADE; k++)
			cells[i * COLUMNS + 2 + k] = m[k];
	}
	cli_print_cells(stdout, HEADINGS, cells, (int)r->n, COLUMNS);
	free(cells);
	free(made);
}

static void put_estimate(struct jw *w, const char *key, struct estimate e)
{
	const struct {
		const char *key;
		double v;
	} parts[] = {{"value", e.value}, {"low", e.range.low}, {"high", e.range.high}};

	jw_kopen(w, key, '{');
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		jw_key(w, parts[i].key);
		if (isnan(parts[i].v))
			jw_null(w);
		else
			jw_num(w, parts[i].v);
	}
	jw_close(w, '}');
}

void expert_json(struct buf *out, const struct expert_report *r)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_key(&w, "results");
	jw_open(&w, '[');
	for (size_t i = 0; i < r->n; i++) {
		const struct expert_row *row = &r->rows[i];

		jw_open(&w, '{');
		jw_kstr(&w, "set", r->sets[row->set]);
		jw_kstr(&w, "kind", KINDS[row->who]);
		jw_kstr(&w, "who", row->name);
		jw_kint(&w, "answers", (int64_t)row->n);
		put_estimate(&w, "exact_match", exact_of(row));
		put_estimate(&w, "f1", f1_of(row));
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

void expert_figure(struct buf *out, const struct expert_report *r, const char *title)
{
	struct figure_whisker *rows = xcalloc(r->n + 1, sizeof(*rows));
	struct figure_whiskers f = {.rows = rows, .n = r->n, .x_label = "F1 (%), with 95 % intervals"};

	for (size_t i = 0; i < r->n; i++) {
		const struct expert_row *row = &r->rows[i];
		struct estimate e = f1_of(row);

		rows[i] = (struct figure_whisker){.group = r->sets[row->set],
						  .label = row->name,
						  .value = e.value,
						  .low = e.range.low,
						  .high = e.range.high,
						  .series = (size_t)row->who};
	}
	figure_whiskers(out,
			&(struct figure_about){
			    .name = "experts",
			    .title = title,
			    .desc = "F1 of experts, each and together, of the crowd and of models on each set, with "
				    "intervals.",
			    .alone = true},
			&f);
	free(rows);
}
