/* beatctl lab report: readers over sets, in one text. */
#include "beat/lab_report.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "beat/experiment.h"
#include "beat/folder.h"
#include "beat/jw.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab report --set NAME=FILE… --out DIR [OPTIONS]\n"
    "\n"
    "How readers do on several sets, in one report: a table of EM and F1 with intervals, what scores on one set\n"
    "tell of the others (lines, gaps), whether the sets rank readers alike (Pearson's r, Kendall's tau), and an\n"
    "experiment: a reader trained again with several seeds. DIR/report.md and, with the figures inside,\n"
    "DIR/report.html; beside them scores-em.csv and scores-f1.csv, the sets as they were asked, the answers and\n"
    "all runs. The same words give the same bytes.\n"
    "\n"
    "Sets\n"
    "  --set NAME=FILE     a set in SQuAD's, MRQA's or the Hub's form; may be repeated\n"
    "  --vectors FILE      word vectors: makes the set 'fuzzy' (lab synth fuzzy)\n"
    "  --wikidata FILE     a graph: makes the set 'wikidata' (lab synth wikidata)\n"
    "  --babi PRESET       makes the set 'babi' (lab babi)\n"
    "  --questions N       of each set at most so many, drawn by the seed (default: 1000)\n"
    "  --from NAME         the set that is known (default: the first)\n"
    "Readers\n"
    "  --reader NAME       of beat-model (window, linear, neural, transformer), or NAME=COMMAND that prints\n"
    "                      {\"question id\":\"answer\",…} for the files {test} (default: window, linear, neural)\n"
    "Experiment\n"
    "  --train NAME=FILE   a set to train on; may be repeated. Without one there is no experiment\n"
    "  --train-reader NAME linear (default), neural or transformer\n"
    "  --seeds N           how many (default: 5)\n"
    "\n"
    "  --title TEXT        of the report\n"
    "  --seed N            (default: 1)\n"
    "  --out DIR           where everything goes; answers and runs that are there already are kept\n"
    "\n"
    "Example\n"
    "  beatctl lab report --set SQuAD=squad.json --set amazon=amazon.json --babi mix-t7 \\\n"
    "      --wikidata ops/sample/wikidata.json --train SQuAD=squad-train.json --out report\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { REPORT_BYTES = 64 << 20 };

struct named {
	char *name;
	const char *value; /* a file, a command; NULL: of beat-model */
	char *path;        /* of a set as it is asked, of a reader's answers */
};
struct list {
	struct named *v;
	size_t n;
};

struct reporting {
	struct cli_strs given_sets, given_readers, given_trains;
	const char *vectors, *wikidata, *babi, *from, *train_reader, *title, *out;
	long questions, seeds, seed;
	struct list sets, readers, trains;
	struct lab_report_cell *cells;
	struct buf experiment, heat;
	char *log;
	struct cli_progress bar;
	long long done;
};

static char *below(const struct reporting *v, const char *folder, const char *name, const char *ending)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "%s/%s%s%s%s", v->out, folder, *folder ? "/" : "", name, ending);
	return buf_detach(&b);
}

/* NAME=VALUE; names make names of files. */
static int add_named(struct list *list, const char *text, bool bare)
{
	static const char allowed[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-";
	const char *equals = strchr(text, '=');
	size_t n = equals != NULL ? (size_t)(equals - text) : strlen(text);

	if (n == 0 || n > 60 || text[0] == '.' || strspn(text, allowed) < n || (equals == NULL && !bare) ||
	    (equals != NULL && equals[1] == '\0'))
		return cli_usage(&cmd_lab, "'%s' is no NAME=VALUE with a name of letters, digits and . _ -", text);
	for (size_t i = 0; i < list->n; i++)
		if (strlen(list->v[i].name) == n && strncmp(list->v[i].name, text, n) == 0)
			return cli_usage(&cmd_lab, "there are two of the name '%s'.", list->v[i].name);
	list->v = xrealloc(list->v, (list->n + 1) * sizeof(*list->v));
	list->v[list->n++] = (struct named){xmemdup0(text, n), equals != NULL ? equals + 1 : NULL, NULL};
	return CLI_OK;
}

static void release_list(struct list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->v[i].name);
		free(list->v[i].path);
	}
	free(list->v);
}

/* --- running commands, each once: what it makes gets its name when it is whole */

static int make(struct reporting *v, const char *line, const struct experiment_place *places, size_t n, const char *to)
{
	struct buf partial = BUF_INIT;
	char *command = experiment_command(line, places, n);
	int rc = CLI_OK;

	buf_addf(&partial, "%s~", to);
	if (!folder_exists(to)) {
		rc = lab_shell("lab report", command, partial.p, v->log);
		if (rc == CLI_OK && rename(partial.p, to) != 0)
			rc = cli_fail("lab report: %s could not be written: %m.", to);
	}
	cli_progress_show(&v->bar, ++v->done);
	free(command);
	buf_release(&partial);
	return rc;
}

/* A set as it is asked: a draw, if it has more questions than are wanted. */
static int make_set(struct reporting *v, struct named *set)
{
	struct eval_dataset file = {.name = set->name, .split = (char *)"", .path = (char *)set->value};
	char number[24], seed[24], *drawn = below(v, "sets", set->name, ".drawn");
	const struct experiment_place places[] = {
	    {"{file}", set->value, true}, {"{n}", number, false}, {"{seed}", seed, false}, {"{to}", drawn, true}};
	int rc = eval_check(&file, DATASET_ALL);

	snprintf(number, sizeof(number), "%ld", v->questions);
	snprintf(seed, sizeof(seed), "%ld", v->seed);
	set->path = below(v, "sets", set->name, ".json");
	if (rc == CLI_OK && file.questions > (size_t)v->questions)
		rc = make(v, "beatctl dataset sample {file} --questions {n} --seed {seed} --out {to} >&2 && cat {to}",
			  places, ARRAY_LEN(places), set->path);
	else if (rc == CLI_OK)
		rc = make(v, "beatctl dataset merge {file} --out {to} >&2 && cat {to}", places, ARRAY_LEN(places),
			  set->path);
	free(drawn);
	return rc;
}

static int make_synthetic(struct reporting *v, const char *name, const char *line, const char *value)
{
	char number[24], fifth[24], seed[24];
	const struct experiment_place places[] = {
	    {"{value}", value, true}, {"{n}", number, false}, {"{passages}", fifth, false}, {"{seed}", seed, false}};
	struct buf given = BUF_INIT;
	int rc;

	if (value == NULL)
		return CLI_OK;
	snprintf(number, sizeof(number), "%ld", v->questions);
	snprintf(fifth, sizeof(fifth), "%ld", (v->questions + 4) / 5);
	snprintf(seed, sizeof(seed), "%ld", v->seed);
	buf_addf(&given, "%s=%s", name, value);
	rc = add_named(&v->sets, given.p, false);
	buf_release(&given);
	if (rc != CLI_OK)
		return rc;
	v->sets.v[v->sets.n - 1].path = below(v, "sets", name, ".json");
	return make(v, line, places, ARRAY_LEN(places), v->sets.v[v->sets.n - 1].path);
}

static int make_sets(struct reporting *v)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < v->sets.n; i++)
		rc = make_set(v, &v->sets.v[i]);
	if (rc == CLI_OK)
		rc = make_synthetic(v, "fuzzy",
				    "beatctl lab synth fuzzy --vectors {value} --passages {passages} --seed {seed}",
				    v->vectors);
	if (rc == CLI_OK)
		rc = make_synthetic(v, "wikidata",
				    "beatctl lab synth wikidata {value} --passages {passages} --seed {seed}",
				    v->wikidata);
	if (rc == CLI_OK)
		rc = make_synthetic(v, "babi",
				    "beatctl lab babi --preset {value} --questions {n} --seed {seed} --format squad",
				    v->babi);
	return rc;
}

/* --- answers and scores */

static int answer(struct reporting *v, struct named *reader)
{
	struct buf files = BUF_INIT;
	char *all;
	int rc;

	for (size_t i = 0; i < v->sets.n; i++) {
		const struct experiment_place one[] = {{"{f}", v->sets.v[i].path, true}};
		char *quoted = experiment_command(" {f}", one, 1);

		buf_adds(&files, quoted);
		free(quoted);
	}
	all = buf_detach(&files);
	reader->path = below(v, "answers", reader->name, ".json");
	const struct experiment_place places[] = {{"{reader}", reader->name, true}, {"{test}", all, false}};
	rc = make(v, reader->value != NULL ? reader->value : "beat-model predict --reader {reader}{test}", places,
		  ARRAY_LEN(places), reader->path);
	free(all);
	return rc;
}

struct tally {
	size_t n;
	struct score_sum *sums;
	struct interval_sample *f1;
};

static int on_question(void *arg, const struct dataset_question *q, const struct score_best *best)
{
	struct tally *t = arg;

	(void)q;
	for (size_t i = 0; i < t->n; i++) {
		struct score_sum before = t->sums[i];

		score_sum_add(&t->sums[i], &best[i]);
		interval_add(&t->f1[i], t->sums[i].f1 - before.f1);
	}
	return CLI_OK;
}

static int score_set(struct reporting *v, struct lab_models *models, size_t set)
{
	struct tally t = {v->readers.n, xcalloc(v->readers.n, sizeof(*t.sums)), xcalloc(v->readers.n, sizeof(*t.f1))};
	int rc = lab_score("lab report", v->sets.v[set].path, models, on_question, &t);

	for (size_t i = 0; rc == CLI_OK && i < v->readers.n; i++) {
		struct eval_cell c = {.sum = t.sums[i], .f1 = t.f1[i]};

		if (c.sum.total == 0)
			rc = cli_fail("lab report: the set %s has no questions.", v->sets.v[set].name);
		else
			v->cells[i * v->sets.n + set] =
			    (struct lab_report_cell){c.sum.total, score_sum_exact(&c.sum), score_sum_f1(&c.sum),
						     eval_exact_interval(&c), eval_f1_interval(&c)};
	}
	free(t.sums);
	free(t.f1);
	return rc;
}

static int score_all(struct reporting *v)
{
	struct lab_models models = {0};
	char **words = xcalloc(v->readers.n + 1, sizeof(*words));
	int rc;

	v->cells = xcalloc(v->readers.n * v->sets.n + 1, sizeof(*v->cells));
	models.given.v = xcalloc(v->readers.n + 1, sizeof(*models.given.v));
	for (size_t i = 0; i < v->readers.n; i++) {
		struct buf b = BUF_INIT;

		buf_addf(&b, "%s=%s", v->readers.v[i].name, v->readers.v[i].path);
		models.given.v[models.given.n++] = words[i] = buf_detach(&b);
	}
	rc = lab_models_load(&models);
	for (size_t i = 0; rc == CLI_OK && i < v->sets.n; i++)
		rc = score_set(v, &models, i);
	lab_models_release(&models);
	for (size_t i = 0; i < v->readers.n; i++)
		free(words[i]);
	free(words);
	return rc;
}

/* --- the experiment */

static void put_plan(const struct reporting *v, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "readers", '{');
	jw_kopen(&w, v->train_reader, '{');
	jw_close(&w, '}');
	jw_close(&w, '}');
	jw_kopen(&w, "train", '{');
	for (size_t i = 0; i < v->trains.n; i++)
		jw_kstr(&w, v->trains.v[i].name, v->trains.v[i].value);
	jw_close(&w, '}');
	jw_kopen(&w, "test", '{');
	for (size_t i = 0; i < v->sets.n; i++)
		jw_kstr(&w, v->sets.v[i].name, v->sets.v[i].path);
	jw_close(&w, '}');
	jw_kopen(&w, "seeds", '[');
	for (long i = 0; i < v->seeds; i++)
		jw_int(&w, v->seed + i);
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
}

static int experiment(struct reporting *v)
{
	struct lab_place place = {.tool = "lab report", .path = v->out};
	char *plan = below(v, "", "plan", ".json"), *to = below(v, "", "experiment", ""),
	     *printed = below(v, "", "experiment", ".md"), *heat = below(v, "experiment", "heat", ".svg"), *command,
	     err[FOLDER_ERR_MAX];
	const struct experiment_place places[] = {{"{plan}", plan, true}, {"{out}", to, true}};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	command = experiment_command("beatctl lab experiment {plan} --out {out}", places, ARRAY_LEN(places));
	if (rc == CLI_OK) {
		put_plan(v, &b);
		rc = lab_place_save(&place, "plan.json", &b);
		lab_place_close(&place);
	}
	if (rc == CLI_OK)
		rc = lab_shell("lab report", command, printed, v->log);
	if (rc == CLI_OK && (folder_read(AT_FDCWD, printed, &v->experiment, REPORT_BYTES, err) != 0 ||
			     folder_read(AT_FDCWD, heat, &v->heat, REPORT_BYTES, err) != 0))
		rc = cli_fail("lab report: %s", err);
	free(command);
	free(plan);
	free(to);
	free(printed);
	free(heat);
	buf_release(&b);
	return rc;
}

/* --- writing */

static void put_scores(struct buf *out, const struct lab_report *r, bool exact)
{
	buf_adds(out, "model,group");
	for (size_t i = 0; i < r->n_sets; i++)
		buf_addf(out, ",%s", r->sets[i]);
	for (size_t k = 0; k < r->n_readers; k++) {
		buf_addf(out, "\n%s,", r->readers[k]);
		for (size_t i = 0; i < r->n_sets; i++) {
			const struct lab_report_cell *c = &r->cells[k * r->n_sets + i];

			buf_addf(out, ",%.6f", exact ? c->em : c->f1);
		}
	}
	buf_addc(out, '\n');
}

static int save(const struct reporting *v, const struct lab_report *r)
{
	struct lab_place place = {.tool = "lab report", .path = v->out};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	put_scores(&b, r, true);
	rc = lab_place_save(&place, "scores-em.csv", &b);
	put_scores(&b, r, false);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "scores-f1.csv", &b);
	lab_report_html(&b, r);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "report.html", &b);
	lab_report_markdown(&b, r);
	if (rc == CLI_OK)
		fwrite(b.p, 1, b.n, stdout);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "report.md", &b);
	lab_place_close(&place);
	buf_release(&b);
	return rc;
}

static const char **names_of(const struct list *list)
{
	const char **names = xcalloc(list->n + 1, sizeof(*names));

	for (size_t i = 0; i < list->n; i++)
		names[i] = list->v[i].name;
	return names;
}

static int write_report(const struct reporting *v)
{
	const char **readers = names_of(&v->readers), **sets = names_of(&v->sets);
	struct lab_report r = {.title = v->title,
			       .from = v->from != NULL ? v->from : sets[0],
			       .readers = readers,
			       .sets = sets,
			       .n_readers = v->readers.n,
			       .n_sets = v->sets.n,
			       .cells = v->cells,
			       .experiment = v->experiment.n > 0 ? v->experiment.p : NULL,
			       .experiment_heat = v->heat.n > 0 ? v->heat.p : NULL,
			       .seed = v->seed};
	int rc = save(v, &r);

	free(readers);
	free(sets);
	return rc;
}

static bool is_set(const struct reporting *v, const char *name)
{
	for (size_t i = 0; i < v->sets.n; i++)
		if (strcmp(v->sets.v[i].name, name) == 0)
			return true;
	return false;
}

static int report(struct reporting *v)
{
	char err[FOLDER_ERR_MAX], *sets = below(v, "sets", "", ""), *answers = below(v, "answers", "", "");
	int rc =
	    folder_make(sets, err) == 0 && folder_make(answers, err) == 0 ? CLI_OK : cli_fail("lab report: %s", err);

	free(sets);
	free(answers);
	lab_put_path();
	v->log = below(v, "", "said", ".log");
	v->bar = (struct cli_progress){.what = "steps",
				       .total = (long long)(v->sets.n + v->readers.n) + (v->vectors != NULL) +
						(v->wikidata != NULL) + (v->babi != NULL)};
	if (rc == CLI_OK)
		rc = make_sets(v);
	if (rc == CLI_OK && v->from != NULL && !is_set(v, v->from))
		rc = cli_fail("lab report: there is no set '%s' (--from).", v->from);
	for (size_t i = 0; rc == CLI_OK && i < v->readers.n; i++)
		rc = answer(v, &v->readers.v[i]);
	cli_progress_end(&v->bar);
	if (rc == CLI_OK)
		rc = score_all(v);
	if (rc == CLI_OK && v->trains.n > 0)
		rc = experiment(v);
	return rc == CLI_OK ? write_report(v) : rc;
}

static int take_words(struct reporting *v)
{
	static const char *const READERS[] = {"window", "linear", "neural"};
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < v->given_sets.n; i++)
		rc = add_named(&v->sets, v->given_sets.v[i], false);
	for (size_t i = 0; rc == CLI_OK && i < v->given_readers.n; i++)
		rc = add_named(&v->readers, v->given_readers.v[i], true);
	for (size_t i = 0; rc == CLI_OK && v->given_readers.n == 0 && i < ARRAY_LEN(READERS); i++)
		rc = add_named(&v->readers, READERS[i], true);
	for (size_t i = 0; rc == CLI_OK && i < v->given_trains.n; i++)
		rc = add_named(&v->trains, v->given_trains.v[i], false);
	return rc;
}

static int run(int argc, char **argv)
{
	struct reporting v = {
	    .train_reader = "linear", .title = "Readers over sets", .questions = 1000, .seeds = 5, .seed = 1};
	const struct cli_opt opts[] = {
	    {"--set", CLI_STRS, &v.given_sets, 0, 0},
	    {"--vectors", CLI_STR, &v.vectors, 0, 0},
	    {"--wikidata", CLI_STR, &v.wikidata, 0, 0},
	    {"--babi", CLI_STR, &v.babi, 0, 0},
	    {"--questions", CLI_INT, &v.questions, 1, 10000000},
	    {"--from", CLI_STR, &v.from, 0, 0},
	    {"--reader", CLI_STRS, &v.given_readers, 0, 0},
	    {"--train", CLI_STRS, &v.given_trains, 0, 0},
	    {"--train-reader", CLI_STR, &v.train_reader, 0, 0},
	    {"--seeds", CLI_INT, &v.seeds, 1, 100},
	    {"--title", CLI_STR, &v.title, 0, 0},
	    {"--seed", CLI_INT, &v.seed, 0, 1000000000},
	    {"--out", CLI_STR, &v.out, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (words > 0 || (words == 0 && (v.given_sets.n == 0 || v.out == NULL)))
		cli_usage(&cmd_lab, "'lab report' takes --set NAME=FILE, once or more, and --out DIR.");
	else if (words == 0)
		rc = take_words(&v);
	if (rc == CLI_OK)
		rc = report(&v);
	release_list(&v.sets);
	release_list(&v.readers);
	release_list(&v.trains);
	cli_strs_release(&v.given_sets);
	cli_strs_release(&v.given_readers);
	cli_strs_release(&v.given_trains);
	free(v.cells);
	free(v.log);
	buf_release(&v.experiment);
	buf_release(&v.heat);
	return rc;
}

const struct cli_command lab_report = {
    .name = "report",
    .summary = "readers over sets in one report: table, lines, concurrence, an experiment",
    .help = HELP,
    .run = run,
};
