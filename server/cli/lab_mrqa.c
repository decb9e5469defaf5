/* beatctl lab mrqa: sets parted, mixed and tabled as the MRQA shared task did. */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/derive.h"
#include "beat/folder.h"
#include "beat/mrqa.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab mrqa part FILE… --part NAME=N… --out DIR [--seed N] [--format FORM] [--marks]\n"
    "       beatctl lab mrqa mix FILE… --out FILE [--most N] [--seed N] [--format FORM] [--marks]\n"
    "       beatctl lab mrqa table SCORES.csv|--stored [--sets FILE] [--base MODEL] [--json] [--out DIR]\n"
    "\n"
    "Many sets as one, as the shared task MRQA 2019 did (Fisch et al.).\n"
    "\n"
    "part   Parts of about N questions each, drawn by the seed in whole passages: no passage is in two of\n"
    "       them. Questions of all files that stand on one passage go together. The last part may have N = 0:\n"
    "       what is left. DIR/NAME.jsonl each, and DIR/parts.provenance.json.\n"
    "mix    A mixture to train on: at most N questions of each file (default: 75000), drawn by the seed, all of\n"
    "       them in random order. With a record FILE.provenance.json.\n"
    "table  Macro averages by split I, II and III, models ranked by that of II and III together (Table 3), and\n"
    "       by where questions and contexts come from and whether the questions were written without the\n"
    "       passage (Table 4). SCORES.csv begins with the line model,group,SET,SET,…, a row a model; SET/dev\n"
    "       and SET/test are portions of a set. The sets of the shared task are known.\n"
    "\n"
    "Options\n"
    "  --format FORM  mrqa (default), squad or hf; of MRQA's contexts 800 tokens are kept\n"
    "  --marks        contexts begin with [DOC] [TLE] title [PAR], as those of several documents do\n"
    "  --stored       of table: the evaluations that 'beatctl eval --store' has stored; --metric f1 (default) or em,\n"
    "                 --set NAME: only these\n"
    "  --sets FILE    what other sets are, CSV: set,split,question,context,independent (yes or no)\n"
    "  --base MODEL   Table 4 tells how much the best is above this one\n"
    "  --json         {\"ranking\":[{rank, model, averages}], \"attributes\":[{attribute, value, sets, scores}]}\n"
    "  --out DIR      of table: ranking.csv, attributes.csv and table.json\n"
    "\n"
    "Examples\n"
    "  beatctl lab mrqa part drop.json --part dev=1500 --part test=1500 --out drop\n"
    "  beatctl lab mrqa mix squad.jsonl newsqa.jsonl triviaqa.jsonl --out train.jsonl.gz\n"
    "  beatctl lab mrqa table scores.csv --base BERT-Large\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work (then nothing was written), 2 wrong usage.\n";

struct common {
	struct derive d;
	long seed;
	char seed_text[24];
};

#define COMMON_OPTIONS(c)                                                                                              \
	{"--out", CLI_STR, &(c)->d.out, 0, 0}, {"--format", CLI_STR, &(c)->d.format, 0, 0},                            \
	    {"--seed", CLI_INT, &(c)->seed, 0, 0},                                                                     \
	{                                                                                                              \
		"--marks", CLI_FLAG, &(c)->d.marks, 0, 0                                                               \
	}

static int begin(struct common *c, char **argv, int words)
{
	struct derive *d = &c->d;

	if (words < 0)
		return CLI_USAGE;
	if (words == 0)
		return cli_usage(&cmd_lab, "'%s' wants files of questions.", argv[0]);
	if (d->out == NULL || *d->out == '\0')
		return cli_usage(&cmd_lab, "'%s' wants --out: where to write.", argv[0]);
	if (strcmp(d->format, "mrqa") != 0 && strcmp(d->format, "squad") != 0 && strcmp(d->format, "hf") != 0)
		return cli_usage(&cmd_lab, "--format is mrqa, squad or hf, not '%s'.", d->format);
	snprintf(c->seed_text, sizeof(c->seed_text), "%ld", c->seed);
	d->seed = c->seed_text;
	d->spellings = true;
	d->inputs = argv + 1;
	d->n_inputs = (size_t)words;
	return CLI_OK;
}

/* --- part */

static int add_part(struct derive_parts *parts, const char *text)
{
	static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-";
	const char *equals = strchr(text, '=');
	size_t n = equals != NULL ? (size_t)(equals - text) : 0;
	char *end = NULL;
	long questions = equals != NULL ? strtol(equals + 1, &end, 10) : -1;

	if (n == 0 || n > 64 || text[0] == '.' || strspn(text, allowed) != n || questions < 0 || end == equals + 1 ||
	    *end != '\0')
		return cli_usage(&cmd_lab, "--part is a name and a number of questions, such as dev=1500, not '%s'.",
				 text);
	if (parts->n > 0 && parts->v[parts->n - 1].questions == 0)
		return cli_usage(&cmd_lab, "only the last part may take what is left (%s=0).",
				 parts->v[parts->n - 1].name);
	for (size_t i = 0; i < parts->n; i++)
		if (strlen(parts->v[i].name) == n && strncmp(parts->v[i].name, text, n) == 0)
			return cli_usage(&cmd_lab, "there are two parts '%s'.", parts->v[i].name);
	parts->v = xrealloc(parts->v, (parts->n + 1) * sizeof(*parts->v));
	parts->v[parts->n++] = (struct derive_part){xmemdup0(text, n), questions};
	return CLI_OK;
}

static int part(int argc, char **argv)
{
	struct common c = {.d = {.format = "mrqa"}, .seed = 1};
	struct cli_strs given = {0};
	struct derive_parts parts = {0};
	const struct cli_opt opts[] = {COMMON_OPTIONS(&c), {"--part", CLI_STRS, &given, 0, 0}};
	int rc = begin(&c, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)));

	if (rc == CLI_OK && given.n == 0)
		rc = cli_usage(&cmd_lab, "'lab mrqa part' wants --part NAME=N, once or more.");
	for (size_t i = 0; rc == CLI_OK && i < given.n; i++)
		rc = add_part(&parts, given.v[i]);
	if (rc == CLI_OK)
		rc = derive_part(&c.d, &parts);
	for (size_t i = 0; i < parts.n; i++)
		free(parts.v[i].name);
	free(parts.v);
	cli_strs_release(&given);
	return rc;
}

/* --- mix */

static int mix(int argc, char **argv)
{
	struct common c = {.d = {.format = "mrqa"}, .seed = 1};
	long most = 75000;
	const struct cli_opt opts[] = {COMMON_OPTIONS(&c), {"--most", CLI_INT, &most, 1, 100000000}};
	int rc = begin(&c, argv, cli_parse(argc, argv, opts, ARRAY_LEN(opts)));

	return rc == CLI_OK ? derive_mix(&c.d, most) : rc;
}

/* --- table */

enum { CELL = 32, SETS_BYTES = 1 << 20 };

struct tabling {
	const char *sets, *base, *out;
	bool json;
	struct concur scores;
	struct mrqa_sets known;
	struct mrqa_table table;
};

static void put_cell(char cell[CELL], double v)
{
	snprintf(cell, CELL, isnan(v) ? "–" : "%.1f", v);
}

static void print_ranking(const struct tabling *v)
{
	const struct mrqa_table *t = &v->table;
	size_t columns = t->n_columns + 2, rows = v->scores.n_models;
	char(*made)[CELL] = xcalloc((rows + 1) * columns, sizeof(*made)),
	(*heads)[CELL + 32] = xcalloc(columns, sizeof(*heads));
	const char **cells = xcalloc((rows + 1) * columns, sizeof(*cells)),
		   **headings = xcalloc(columns, sizeof(*headings));

	headings[0] = "RANK";
	headings[1] = "MODEL";
	for (size_t k = 0; k < t->n_columns; k++) {
		snprintf(heads[k], sizeof(heads[k]), "%s (%zu)", t->columns[k].name, t->columns[k].n);
		headings[k + 2] = heads[k];
	}
	for (size_t i = 0; i < rows; i++) {
		snprintf(made[i * columns], CELL, "%zu", i + 1);
		cells[i * columns] = made[i * columns];
		cells[i * columns + 1] = v->scores.models[t->order[i]];
		for (size_t k = 0; k < t->n_columns; k++) {
			put_cell(made[i * columns + k + 2], t->averages[t->order[i] * MRQA_COLUMNS + k]);
			cells[i * columns + k + 2] = made[i * columns + k + 2];
		}
	}
	cli_print_cells(stdout, headings, cells, (int)rows, (int)columns);
	putchar('\n');
	free(made);
	free(heads);
	free(cells);
	free(headings);
}

static void print_kinds(const struct tabling *v, size_t base)
{
	static const char *const HEADINGS[] = {"ATTRIBUTE", "VALUE", "SETS", "BEST", "BASE", "IMPROVEMENT"};
	enum { COLUMNS = ARRAY_LEN(HEADINGS), MADE = 4 };
	const struct mrqa_table *t = &v->table;
	bool based = base < v->scores.n_models;
	int columns = based ? COLUMNS : COLUMNS - 2;
	char(*made)[CELL] = xcalloc(t->n_kinds * MADE + 1, sizeof(*made));
	const char **cells = xcalloc(t->n_kinds * COLUMNS + 1, sizeof(*cells));

	for (size_t k = 0; k < t->n_kinds; k++) {
		const char **row = cells + k * (size_t)columns;
		char(*m)[CELL] = made + k * MADE;
		double best = t->by_kind[t->order[0] * MRQA_ROWS + k],
		       below = based ? t->by_kind[base * MRQA_ROWS + k] : NAN;

		snprintf(m[0], CELL, "%zu", t->kinds[k].n);
		put_cell(m[1], best);
		put_cell(m[2], below);
		put_cell(m[3], best - below);
		row[0] = t->kinds[k].attribute;
		row[1] = t->kinds[k].value;
		for (int i = 0; i < columns - 2; i++)
			row[i + 2] = m[i];
	}
	printf("best: %s%s%s\n", v->scores.models[t->order[0]], based ? "; base: " : "",
	       based ? v->scores.models[base] : "");
	cli_print_cells(stdout, HEADINGS, cells, (int)t->n_kinds, columns);
	free(made);
	free(cells);
}

static int save_tables(const struct tabling *v)
{
	struct lab_place place = {.tool = "lab mrqa", .path = v->out};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	mrqa_ranking_csv(&b, &v->table, &v->scores);
	rc = lab_place_save(&place, "ranking.csv", &b);
	mrqa_kinds_csv(&b, &v->table, &v->scores);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "attributes.csv", &b);
	mrqa_json(&b, &v->table, &v->scores);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "table.json", &b);
	lab_place_close(&place);
	buf_release(&b);
	return rc;
}

static int read_sets(struct tabling *v)
{
	char why[FOLDER_ERR_MAX], err[MRQA_ERR];
	struct buf text = BUF_INIT;
	int rc;

	mrqa_sets_known(&v->known);
	if (v->sets == NULL)
		return CLI_OK;
	if (folder_read(AT_FDCWD, v->sets, &text, SETS_BYTES, why) != 0)
		return cli_fail("lab mrqa: %s", why);
	rc = mrqa_sets_read(&v->known, text.n > 0 ? text.p : "", text.n, err);
	buf_release(&text);
	return rc == 0 ? CLI_OK : cli_fail("lab mrqa: %s: %s", v->sets, err);
}

static int tell(struct tabling *v)
{
	struct buf json = BUF_INIT;
	char err[MRQA_ERR];
	size_t base = v->scores.n_models;
	int rc = CLI_OK;

	if (mrqa_table(&v->table, &v->scores, &v->known, err) != 0)
		return cli_fail("lab mrqa: %s", err);
	for (size_t i = 0; v->base != NULL && i < v->scores.n_models; i++)
		if (strcmp(v->scores.models[i], v->base) == 0)
			base = i;
	if (v->base != NULL && base == v->scores.n_models)
		return cli_fail("lab mrqa: there is no model '%s'.", v->base);
	if (v->out != NULL)
		rc = save_tables(v);
	if (rc == CLI_OK && v->json) {
		mrqa_json(&json, &v->table, &v->scores);
		fwrite(json.p, 1, json.n, stdout);
	} else if (rc == CLI_OK) {
		print_ranking(v);
		print_kinds(v, base);
	}
	buf_release(&json);
	return rc;
}

static int table(int argc, char **argv)
{
	struct tabling v = {0};
	struct lab_source from = {.metric = "f1"};
	const struct cli_opt opts[] = {LAB_SOURCE_OPTIONS(&from),
				       {"--sets", CLI_STR, &v.sets, 0, 0},
				       {"--base", CLI_STR, &v.base, 0, 0},
				       {"--json", CLI_FLAG, &v.json, 0, 0},
				       {"--out", CLI_STR, &v.out, 0, 0}};
	int rc = lab_source_check("lab mrqa table", &from, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);

	if (rc == CLI_OK)
		rc = lab_scores("lab mrqa", &from, &v.scores);
	if (rc == CLI_OK)
		rc = read_sets(&v);
	if (rc == CLI_OK)
		rc = tell(&v);
	mrqa_table_release(&v.table);
	mrqa_sets_release(&v.known);
	concur_release(&v.scores);
	lab_source_release(&from);
	return rc;
}

static const struct cli_verb verbs[] = {
    {"lab mrqa part", part}, {"lab mrqa mix", mix}, {"lab mrqa table", table}, {NULL, NULL}};

const struct cli_command lab_mrqa = {
    .name = "mrqa",
    .summary = "sets parted, mixed and tabled as the MRQA shared task did",
    .help = HELP,
    .verbs = verbs,
};
