/* beatctl lab altered: questions on altered passages, of which the worst counts. */
#include <math.h>
#include <stdlib.h>

#include "beat/jw.h"
#include "beat/strata.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab altered DATASET --predictions [NAME=]FILE... [--mark TEXT] [--seed N] [--json]\n"
    "\n"
    "Scores against passages that somebody altered to mislead (AddSent and AddOneSent of Jia and\n"
    "Liang, 2017; Miller et al., 2020, appendix C.1). DATASET holds several versions of a question,\n"
    "told by their ids: that of the original, a mark, and anything, such as 5733-high-conf-turk1.\n"
    "\n"
    "For each model EM and F1 on the originals that stand in the file, on the worst version of each\n"
    "question (AddSent), and on one version that the seed draws (AddOneSent). A question that was never\n"
    "altered counts as it is.\n"
    "\n"
    "Options\n"
    "  --predictions FILE  {\"question id\":\"answer\",…}; may be repeated, one a model\n"
    "  --mark TEXT         what ends the original's id (default: -)\n"
    "  --seed N            draws the one version (default: 1)\n"
    "  --json              {\"questions\", \"alterations\", \"models\":[{model, original, worst, one}]}\n"
    "\n"
    "Example\n"
    "  beatctl lab altered addsent.json --predictions bert=answers.json --mark -high-conf\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

static int lab_altered_on_question(void *arg, const struct dataset_question *q, const struct score_best *best)
{
	altered_add(arg, q->id, best);
	return CLI_OK;
}

static void put_sum(struct jw *w, const char *key, const struct score_sum *s)
{
	jw_kopen(w, key, '{');
	jw_kint(w, "questions", (int64_t)s->total);
	jw_knum(w, "exact_match", score_sum_exact(s));
	jw_knum(w, "f1", score_sum_f1(s));
	jw_close(w, '}');
}

static void print_json(const struct altered *a, const struct lab_models *m)
{
	struct buf out = BUF_INIT;
	size_t alterations, questions = altered_questions(a, &alterations);
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '{');
	jw_kint(&w, "questions", (int64_t)questions);
	jw_kint(&w, "alterations", (int64_t)alterations);
	jw_kopen(&w, "models", '[');
	for (size_t i = 0; i < m->models.n; i++) {
		struct altered_sums s = altered_sums(a, i);

		jw_open(&w, '{');
		jw_kstr(&w, "model", m->names[i]);
		put_sum(&w, "original", &s.original);
		put_sum(&w, "worst", &s.worst);
		put_sum(&w, "one", &s.one);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	puts(out.p);
	buf_release(&out);
}

static void print_table(const struct altered *a, const struct lab_models *m)
{
	static const char *const HEADINGS[] = {"model", "original EM / F1", "AddOneSent EM / F1", "AddSent EM / F1"};
	enum { COLUMNS = ARRAY_LEN(HEADINGS), CELL = 40 };
	const char **cells = xcalloc(m->models.n * COLUMNS + 1, sizeof(*cells));
	char(*made)[CELL] = xcalloc(m->models.n * COLUMNS + 1, sizeof(*made));
	size_t alterations, questions = altered_questions(a, &alterations);

	printf("%zu questions, %zu alterations\n", questions, alterations);
	for (size_t i = 0; i < m->models.n; i++) {
		struct altered_sums s = altered_sums(a, i);
		const struct score_sum sums[] = {s.original, s.one, s.worst};

		cells[i * COLUMNS] = m->names[i];
		for (size_t k = 0; k < ARRAY_LEN(sums); k++) {
			char *cell = made[i * COLUMNS + k];

			if (sums[k].total > 0)
				snprintf(cell, CELL, "%.1f / %.1f", score_sum_exact(&sums[k]), score_sum_f1(&sums[k]));
			else
				snprintf(cell, CELL, "–");
			cells[i * COLUMNS + k + 1] = cell;
		}
	}
	cli_print_cells(stdout, HEADINGS, cells, (int)m->models.n, COLUMNS);
	free(cells);
	free(made);
}

static int run(int argc, char **argv)
{
	struct lab_models models = {0};
	const char *mark = "-";
	long seed = 1;
	bool json = false;
	const struct cli_opt opts[] = {
	    {"--predictions", CLI_STRS, &models.given, 0, 0},
	    {"--mark", CLI_STR, &mark, 0, 0},
	    {"--seed", CLI_INT, &seed, 0, 0},
	    {"--json", CLI_FLAG, &json, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;
	struct altered *a = NULL;

	if (words == 1 && models.given.n > 0 && *mark != '\0') {
		rc = lab_models_load(&models);
		a = altered_new(mark, models.models.n, (uint64_t)seed);
		if (rc == CLI_OK)
			rc = lab_score("lab altered", argv[1], &models, lab_altered_on_question, a);
		if (rc == CLI_OK)
			(json ? print_json : print_table)(a, &models);
	} else if (words >= 0) {
		rc = cli_usage(&cmd_lab, "'lab altered' takes one dataset, and --predictions FILE.");
	}
	altered_free(&a);
	lab_models_release(&models);
	return rc;
}

const struct cli_command lab_altered = {
    .name = "altered",
    .summary = "altered passages, of which the worst counts (AddSent, AddOneSent)",
    .help = HELP,
    .run = run,
};
