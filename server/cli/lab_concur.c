/* beatctl lab concur: do benchmarks concur? */
#include <math.h>
#include <stdlib.h>

#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab concur SCORES.csv|--stored [--with BENCHMARK] [--json] [--out DIR] [--resamples N] [--seed N]\n"
    "\n"
    "Do two benchmarks rank models alike (Liu et al., 2021)? Pearson's r and Kendall's tau (tau-b) of\n"
    "the scores that models have on both, for all models and for each group, with 95 % intervals by\n"
    "resampling models, and the model without which r changes most.\n"
    "\n"
    "SCORES.csv begins with the line model,group,NAME,NAME,…; then a row a model, a column a benchmark,\n"
    "empty where a score is not known; group may be empty.\n"
    "\n"
    "Options\n"
    "  --stored          the evaluations that 'beatctl eval --store' has stored, instead of a file\n"
    "  --metric NAME     of stored ones: em (default) or f1\n"
    "  --set NAME        of stored ones only this set; may be repeated\n"
    "  --with BENCHMARK  only pairs with this one\n"
    "  --json            {\"pairs\":[{a, b, group, n, r, r_low, r_high, tau, tau_low, tau_high, …}]}\n"
    "  --out DIR         write pairs.csv, pairs.json, a matrix and a scatter plot a pair there\n"
    "  --figure-formats LIST   of svg, png and pdf (default: svg)\n"
    "  --resamples N     for the intervals (default: 1000; 0: none)\n"
    "  --seed N          of the resampling (default: 1)\n"
    "\n"
    "Example\n"
    "  beatctl lab concur scores.csv --with SQuAD --out concurrence\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct options {
	const char *with, *out, *formats;
	long resamples, seed;
	bool json;
};

struct pairs {
	struct concur_pair *v;
	size_t n;
};

static void add_pair(const struct concur *c, const struct options *o, size_t a, size_t b, struct pairs *out)
{
	for (size_t g = 0; g <= c->n_names; g++) {
		out->v = xrealloc(out->v, (out->n + 1) * sizeof(*out->v));
		out->v[out->n++] =
		    concur_pair(c, a, b, g == 0 ? NULL : c->names[g - 1], o->resamples, (uint64_t)o->seed);
	}
}

static int all_pairs(const struct concur *c, const struct options *o, struct pairs *out)
{
	struct cli_progress progress = {.what = "pairs"};
	size_t with = o->with != NULL ? concur_find(c, o->with) : c->n_benchmarks, k = c->n_benchmarks;

	if (o->with != NULL && with == c->n_benchmarks)
		return cli_fail("lab concur: there is no benchmark '%s' in the header.", o->with);
	progress.total = (long long)(o->with != NULL ? k - 1 : k * (k - 1) / 2);
	for (size_t a = 0; a < k; a++)
		for (size_t b = a + 1; b < k; b++) {
			if (o->with != NULL && a != with && b != with)
				continue;
			add_pair(c, o, b == with ? b : a, b == with ? a : b, out);
			cli_progress_show(&progress, (long long)(out->n / (c->n_names + 1)));
		}
	cli_progress_end(&progress);
	return CLI_OK;
}

static char *number(double v, struct interval range)
{
	struct buf b = BUF_INIT;

	if (isnan(v))
		buf_adds(&b, "–");
	else if (isnan(range.low))
		buf_addf(&b, "%.3f", v);
	else
		buf_addf(&b, "%.3f (%.2f … %.2f)", v, range.low, range.high);
	return buf_detach(&b);
}

static void print_pairs(const struct concur *c, const struct pairs *pairs)
{
	static const char *const HEADINGS[] = {"a", "b", "group", "models", "r", "tau", "without", "r then"};
	enum { COLUMNS = ARRAY_LEN(HEADINGS) };
	const char **cells = xcalloc(pairs->n * COLUMNS + 1, sizeof(*cells));
	char **owned = xcalloc(pairs->n * 4 + 1, sizeof(*owned));

	for (size_t i = 0; i < pairs->n; i++) {
		const struct concur_pair *p = &pairs->v[i];
		const char **row = cells + i * COLUMNS;
		struct buf n = BUF_INIT;

		buf_addf(&n, "%zu", p->n);
		row[0] = c->benchmarks[p->a];
		row[1] = c->benchmarks[p->b];
		row[2] = p->group != NULL ? p->group : "all";
		row[3] = owned[4 * i] = buf_detach(&n);
		row[4] = owned[4 * i + 1] = number(p->r, p->r_range);
		row[5] = owned[4 * i + 2] = number(p->tau, p->tau_range);
		row[6] = p->influential < c->n_models ? c->models[p->influential] : "–";
		row[7] = owned[4 * i + 3] = number(p->r_without, (struct interval){NAN, NAN});
	}
	cli_print_cells(stdout, HEADINGS, cells, (int)pairs->n, COLUMNS);
	for (size_t i = 0; i < pairs->n * 4; i++)
		free(owned[i]);
	free(owned);
	free(cells);
}

static int save_scatters(const struct concur *c, const struct pairs *pairs, const struct lab_place *place,
			 struct buf *b)
{
	int rc = CLI_OK;
	size_t number = 0;

	for (size_t i = 0; rc == CLI_OK && i < pairs->n; i++) {
		char name[40];

		if (pairs->v[i].group != NULL)
			continue;
		snprintf(name, sizeof(name), "scatter-%03zu", ++number);
		concur_scatter(b, c, &pairs->v[i]);
		rc = lab_place_figure(place, name, b);
	}
	return rc;
}

static int save_all(const struct concur *c, const struct pairs *pairs, const struct options *o)
{
	struct lab_place place = {.tool = "lab concur", .path = o->out, .formats = o->formats};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	concur_json(&b, c, pairs->v, pairs->n);
	rc = lab_place_save(&place, "pairs.json", &b);
	concur_csv(&b, c, pairs->v, pairs->n);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "pairs.csv", &b);
	concur_matrix(&b, c);
	if (rc == CLI_OK)
		rc = lab_place_figure(&place, "matrix", &b);
	if (rc == CLI_OK)
		rc = save_scatters(c, pairs, &place, &b);
	lab_place_close(&place);
	buf_release(&b);
	return rc;
}

static int compare(const struct concur *c, const struct options *o)
{
	struct pairs pairs = {0};
	struct buf json = BUF_INIT;
	int rc = all_pairs(c, o, &pairs);

	if (rc == CLI_OK && o->out != NULL)
		rc = save_all(c, &pairs, o);
	if (rc == CLI_OK && o->json) {
		concur_json(&json, c, pairs.v, pairs.n);
		fwrite(json.p, 1, json.n, stdout);
	} else if (rc == CLI_OK) {
		print_pairs(c, &pairs);
	}
	buf_release(&json);
	free(pairs.v);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = {.resamples = 1000, .seed = 1};
	struct lab_source from = {.metric = "em"};
	const struct cli_opt opts[] = {
	    LAB_SOURCE_OPTIONS(&from),
	    {"--with", CLI_STR, &o.with, 0, 0},
	    {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0},
	    {"--resamples", CLI_INT, &o.resamples, 0, 100000},
	    {"--seed", CLI_INT, &o.seed, 0, 0},
	    {"--figure-formats", CLI_STR, &o.formats, 0, 0},
	};
	struct concur c = {0};
	int rc = lab_source_check("lab concur", &from, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);

	if (rc == CLI_OK)
		rc = lab_scores("lab concur", &from, &c);
	if (rc == CLI_OK)
		rc = compare(&c, &o);
	concur_release(&c);
	lab_source_release(&from);
	return rc;
}

const struct cli_command lab_concur = {
    .name = "concur",
    .summary = "do two benchmarks rank models alike? Pearson's r and Kendall's tau",
    .help = HELP,
    .run = run,
};
