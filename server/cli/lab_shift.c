/* beatctl lab shift: scores on one set against those on others. */
#include <math.h>
#include <stdlib.h>

#include "beat/shift.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab shift SCORES.csv|--stored --from SET [--to SET]... [--json] [--out DIR]\n"
    "\n"
    "Natural distribution shift (Miller et al., 2020): how models' scores on one set tell those on\n"
    "others. For each other set the line of least squares, plain and after the probit transform, with\n"
    "slope, intercept and R²; for each model the gap, both ranks and how they differ, and its effective\n"
    "robustness: how far it lies above the line.\n"
    "\n"
    "SCORES.csv begins with the line model,group,NAME,NAME,…; then a row a model, a column a set, in\n"
    "per cent, empty where a score is not known.\n"
    "\n"
    "Options\n"
    "  --stored    the evaluations that 'beatctl eval --store' has stored, instead of a file\n"
    "  --metric NAME  of stored ones: em or f1 (default)\n"
    "  --set NAME  of stored ones only this set; may be repeated\n"
    "  --from SET  the set that is known, such as SQuAD\n"
    "  --to SET    only this one (may be repeated; default: all others)\n"
    "  --json      {\"sets\":[{from, to, linear, probit, models:[…]}]}\n"
    "  --out DIR   write shift.json, and for each set a table and two plots there, with the\n"
    "              95 % band of the line: in per cent and by probits\n"
    "  --figure-formats LIST   of svg, png and pdf (default: svg)\n"
    "\n"
    "Example\n"
    "  beatctl lab shift scores.csv --from SQuAD --to amazon --out shift\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct options {
	const char *from, *out, *formats;
	struct cli_strs to;
	bool json;
};

struct sets {
	struct shift *v;
	size_t n;
};

static int add_set(const struct concur *c, const struct options *o, size_t to, struct sets *out)
{
	size_t from = concur_find(c, o->from);

	if (to == c->n_benchmarks || to == from)
		return CLI_OK;
	out->v = xrealloc(out->v, (out->n + 1) * sizeof(*out->v));
	shift_compare(&out->v[out->n++], c, from, to);
	return CLI_OK;
}

static int find_sets(const struct concur *c, const struct options *o, struct sets *out)
{
	if (concur_find(c, o->from) == c->n_benchmarks)
		return cli_fail("lab shift: there is no set '%s' in the header.", o->from);
	for (size_t i = 0; i < o->to.n; i++) {
		if (concur_find(c, o->to.v[i]) == c->n_benchmarks)
			return cli_fail("lab shift: there is no set '%s' in the header.", o->to.v[i]);
		add_set(c, o, concur_find(c, o->to.v[i]), out);
	}
	for (size_t i = 0; o->to.n == 0 && i < c->n_benchmarks; i++)
		add_set(c, o, i, out);
	return out->n > 0 ? CLI_OK : cli_fail("lab shift: there is no other set to compare with.");
}

static void print_fit(const char *name, const struct shift_fit *f)
{
	if (isnan(f->slope))
		printf("  %-7s no line: fewer than two models, or all with the same score\n", name);
	else
		printf("  %-7s slope %.3f, intercept %.3f, R2 %.3f (%zu models)\n", name, f->slope, f->intercept, f->r2,
		       f->n);
}

static void print_set(const struct concur *c, const struct shift *s)
{
	static const char *const HEADINGS[] = {"model", "score",    "new",    "gap",
					       "rank",  "new rank", "change", "above the line"};
	enum { COLUMNS = ARRAY_LEN(HEADINGS), MADE = COLUMNS - 1, CELL = 32 };
	const char **cells = xcalloc(s->n * COLUMNS + 1, sizeof(*cells));
	char(*made)[CELL] = xcalloc(s->n * MADE + 1, sizeof(*made));

	printf("%s -> %s\n", c->benchmarks[s->from], c->benchmarks[s->to]);
	print_fit("linear", &s->linear);
	print_fit("probit", &s->probit);
	for (size_t i = 0; i < s->n; i++) {
		const struct shift_row *r = &s->rows[i];
		char(*m)[CELL] = made + i * MADE;

		snprintf(m[0], CELL, "%.1f", r->score);
		snprintf(m[1], CELL, "%.1f", r->other);
		snprintf(m[2], CELL, "%.1f", r->gap);
		snprintf(m[3], CELL, "%zu", r->rank);
		snprintf(m[4], CELL, "%zu", r->other_rank);
		snprintf(m[5], CELL, "%+ld", (long)r->rank - (long)r->other_rank);
		snprintf(m[6], CELL, "%+.1f", r->above);
		cells[i * COLUMNS] = c->models[r->model];
		for (size_t k = 0; k < MADE; k++)
			cells[i * COLUMNS + k + 1] = m[k];
	}
	cli_print_cells(stdout, HEADINGS, cells, (int)s->n, COLUMNS);
	putchar('\n');
	free(cells);
	free(made);
}

static int save_set(const struct concur *c, const struct shift *s, size_t number, const struct lab_place *place)
{
	struct buf b = BUF_INIT;
	char name[40];
	int rc;

	snprintf(name, sizeof(name), "gaps-%03zu.csv", number);
	shift_csv(&b, c, s);
	rc = lab_place_save(place, name, &b);
	snprintf(name, sizeof(name), "fit-%03zu", number);
	shift_figure(&b, c, s);
	if (rc == CLI_OK)
		rc = lab_place_figure(place, name, &b);
	snprintf(name, sizeof(name), "probit-%03zu", number);
	shift_probit_figure(&b, c, s);
	if (rc == CLI_OK)
		rc = lab_place_figure(place, name, &b);
	buf_release(&b);
	return rc;
}

static int save_all(const struct concur *c, const struct sets *sets, const struct options *o)
{
	struct lab_place place = {.tool = "lab shift", .path = o->out, .formats = o->formats};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	shift_json(&b, c, sets->v, sets->n);
	rc = lab_place_save(&place, "shift.json", &b);
	for (size_t i = 0; rc == CLI_OK && i < sets->n; i++)
		rc = save_set(c, &sets->v[i], i + 1, &place);
	lab_place_close(&place);
	buf_release(&b);
	return rc;
}

static int compare(const struct concur *c, const struct options *o)
{
	struct sets sets = {0};
	struct buf json = BUF_INIT;
	int rc = find_sets(c, o, &sets);

	if (rc == CLI_OK && o->out != NULL)
		rc = save_all(c, &sets, o);
	if (rc == CLI_OK && o->json) {
		shift_json(&json, c, sets.v, sets.n);
		fwrite(json.p, 1, json.n, stdout);
	}
	for (size_t i = 0; i < sets.n; i++) {
		if (rc == CLI_OK && !o->json)
			print_set(c, &sets.v[i]);
		shift_release(&sets.v[i]);
	}
	buf_release(&json);
	free(sets.v);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = {0};
	struct lab_source from = {.metric = "f1"};
	const struct cli_opt opts[] = {
	    LAB_SOURCE_OPTIONS(&from),        {"--from", CLI_STR, &o.from, 0, 0},
	    {"--to", CLI_STRS, &o.to, 0, 0},  {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0}, {"--figure-formats", CLI_STR, &o.formats, 0, 0},
	};
	struct concur c = {0};
	int rc = lab_source_check("lab shift", &from, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);

	if (rc == CLI_OK && o.from == NULL)
		rc = cli_usage(&cmd_lab, "'lab shift' wants --from SET: the set that is known.");
	if (rc == CLI_OK)
		rc = lab_scores("lab shift", &from, &c);
	if (rc == CLI_OK)
		rc = compare(&c, &o);
	concur_release(&c);
	cli_strs_release(&o.to);
	lab_source_release(&from);
	return rc;
}

const struct cli_command lab_shift = {
    .name = "shift",
    .summary = "scores on one set against those on others: lines, gaps, ranks",
    .help = HELP,
    .run = run,
};
