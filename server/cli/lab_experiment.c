/* beatctl lab experiment: trains readers, lets them answer, scores, and keeps everything. */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/experiment.h"
#include "beat/folder.h"
#include "beat/jw.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab experiment PLAN.json --out DIR [--figure-formats LIST]\n"
    "\n"
    "Trains readers on datasets and measures them on others (Bartolo et al., 2020, section 4): mean and\n"
    "standard deviation of EM and F1 over seeds, and the reader as it is against the same trained again.\n"
    "\n"
    "PLAN.json\n"
    "  {\"readers\": {\"linear\": {}},\n"
    "   \"train\": {\"SQuAD\": \"squad.json\", \"SQuAD + D\": [\"squad.json\", \"d.json\"],\n"
    "             \"SQuAD(10K)\": {\"files\": [\"squad.json\"], \"size\": 10000}},\n"
    "   \"test\": {\"dev\": \"dev.json\"}, \"seeds\": [1, 2, 3]}\n"
    "How 'linear', 'neural' and 'transformer' train and answer is known. The last two are trained by ops/train\n"
    "of the source tree (BEAT_TRAIN; PyTorch; BEAT_VECTORS names the word vectors), on any sets in SQuAD's form;\n"
    "\"options\" are added: {\"neural\": {\"options\": \"--steps 2000\"}}. Any other reader says it by commands\n"
    "for the shell:\n"
    "  {\"train\": \"my-train {train} --seed {seed} --to {out}\", \"answer\": \"my-answer {out} {test}\",\n"
    "   \"original\": \"my-answer shipped {test}\"}\n"
    "answer and original print {\"question id\":\"answer\",…}. {out} is a folder of the run's own. Paths are\n"
    "relative to where beatctl was started.\n"
    "\n"
    "DIR/runs has a folder a run: its model, answers, what the commands said, and run.json with scores\n"
    "and digests. A run that is whole is not made again unless its commands or its files changed; after a\n"
    "kill the same command goes on, and ends with the same bytes\n"
    "(but for *.log, what the commands said). DIR has table.csv, table.tex, table.md\n"
    "and a heat map.\n"
    "\n"
    "Example\n"
    "  beatctl lab experiment plan.json --out results --figure-formats svg,png\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { PLAN_BYTES = 1 << 20, RUN_BYTES = 1 << 20, DIGEST = 65 };

struct work {
	struct experiment e;
	const char *out, *formats;
	char (*trained)[DIGEST], (*tested)[DIGEST]; /* of the sets' files */
	char **train_files;
	struct experiment_table table;
	struct cli_progress bar;
	long long done;
};

/* One run: a reader, trained with a seed or as it is. */
struct lab_run {
	const struct experiment_reader *reader;
	size_t train; /* n_trains: as it is */
	long seed;
	char *folder, *key;
	double *em, *f1; /* a test set each */
};

static char *joined(const char *a, const char *b)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s", a, b);
	return buf_detach(&path);
}

static int command_of(const struct work *w, const struct lab_run *r, const char *line, size_t test, char **out)
{
	char seed[24];
	char *model = joined(r->folder, "model");
	const struct experiment_place places[] = {
	    {"{train}", r->train < w->e.n_trains ? w->train_files[r->train] : "", true},
	    {"{test}", w->e.tests[test].files[0], true},
	    {"{out}", model, true},
	    {"{seed}", seed, false},
	    {"{options}", r->reader->options != NULL ? r->reader->options : "", false},
	};

	snprintf(seed, sizeof(seed), "%ld", r->seed);
	*out = experiment_command(line, places, ARRAY_LEN(places));
	free(model);
	return CLI_OK;
}

static int do_command(const struct work *w, const struct lab_run *r, const char *line, size_t test, const char *printed)
{
	char *command, *log = joined(r->folder, "said.log"), *to = joined(r->folder, printed);
	int rc = command_of(w, r, line, test, &command);

	if (rc == CLI_OK)
		rc = lab_shell("lab experiment", command, to, log);
	free(command);
	free(log);
	free(to);
	return rc;
}

static int lab_experiment_on_question(void *arg, const struct dataset_question *q, const struct score_best *best)
{
	(void)q;
	score_sum_add(arg, best);
	return CLI_OK;
}

static int score_answers(const struct work *w, struct lab_run *r, size_t test, const char *answers)
{
	struct lab_models models = {0};
	struct score_sum sum = {0};
	char *path = joined(r->folder, answers);
	int rc;

	models.given.v = xcalloc(1, sizeof(*models.given.v));
	models.given.v[0] = path;
	models.given.n = 1;
	rc = lab_models_load(&models);
	if (rc == CLI_OK)
		rc = lab_score("lab experiment", w->e.tests[test].files[0], &models, lab_experiment_on_question, &sum);
	if (rc == CLI_OK && sum.total == 0)
		rc = cli_fail("lab experiment: %s has no questions.", w->e.tests[test].files[0]);
	r->em[test] = score_sum_exact(&sum);
	r->f1[test] = score_sum_f1(&sum);
	lab_models_release(&models);
	free(path);
	return rc;
}

/* All that a run is made from. */
static char *key_of(const struct work *w, const struct lab_run *r)
{
	struct buf b = BUF_INIT;
	char hex[DIGEST];
	bool trained = r->train < w->e.n_trains;

	buf_addf(&b, "%s\n%s\n%s\n%ld\n", trained ? r->reader->train : "",
		 trained ? r->reader->answer : r->reader->original, trained ? w->trained[r->train] : "", r->seed);
	if (r->reader->options != NULL)
		buf_addf(&b, "%s\n", r->reader->options);
	for (size_t i = 0; i < w->e.n_tests; i++)
		buf_addf(&b, "%s %s\n", w->e.tests[i].name, w->tested[i]);
	crypto_sha256_hex(b.p, b.n, hex);
	buf_release(&b);
	return xstrdup(hex);
}

/* The record of a run, written last: a run without it is not whole. */
static int save_run(const struct work *w, const struct lab_run *r)
{
	struct lab_place place = {.tool = "lab experiment", .path = r->folder};
	struct buf b = BUF_INIT;
	struct jw j;
	int rc;

	jw_init(&j, &b);
	jw_open(&j, '{');
	jw_kstr(&j, "key", r->key);
	jw_kstr(&j, "reader", r->reader->name);
	jw_kstr(&j, "train", r->train < w->e.n_trains ? w->e.trains[r->train].name : "original");
	jw_kstr(&j, "train_sha256", r->train < w->e.n_trains ? w->trained[r->train] : NULL);
	jw_kint(&j, "seed", r->seed);
	jw_kopen(&j, "tests", '[');
	for (size_t i = 0; i < w->e.n_tests; i++) {
		jw_open(&j, '{');
		jw_kstr(&j, "test", w->e.tests[i].name);
		jw_kstr(&j, "sha256", w->tested[i]);
		jw_knum(&j, "exact_match", r->em[i]);
		jw_knum(&j, "f1", r->f1[i]);
		jw_close(&j, '}');
	}
	jw_close(&j, ']');
	jw_close(&j, '}');
	jw_done(&j);
	buf_addc(&b, '\n');
	rc = lab_place_open(&place);
	if (rc == CLI_OK) {
		rc = lab_place_save(&place, "run.json~", &b);
		if (rc == CLI_OK && renameat(place.folder, "run.json~", place.folder, "run.json") != 0)
			rc = cli_fail("lab experiment: the record of %s could not be written.", r->folder);
		lab_place_close(&place);
	}
	buf_release(&b);
	return rc;
}

/* true: it was whole, and its scores are here again. */
static bool load_run(const struct work *w, struct lab_run *r)
{
	char *path = joined(r->folder, "run.json"), err[FOLDER_ERR_MAX];
	struct buf b = BUF_INIT;
	json_t *root = NULL;
	bool same = false;

	if (folder_exists(path) && folder_read(AT_FDCWD, path, &b, RUN_BYTES, err) == 0)
		root = json_parse(b.p, b.n, err);
	if (root != NULL) {
		const char *key = json_string_value(json_object_get(root, "key"));
		const json_t *tests = json_object_get(root, "tests");

		same = key != NULL && strcmp(key, r->key) == 0 && json_array_size(tests) == w->e.n_tests;
		for (size_t i = 0; same && i < w->e.n_tests; i++) {
			r->em[i] = json_number_value(json_object_get(json_array_get(tests, i), "exact_match"));
			r->f1[i] = json_number_value(json_object_get(json_array_get(tests, i), "f1"));
		}
	}
	json_decref(root);
	buf_release(&b);
	free(path);
	return same;
}

static int make_run(const struct work *w, struct lab_run *r)
{
	char err[FOLDER_ERR_MAX], *model = joined(r->folder, "model");
	bool trained = r->train < w->e.n_trains;
	int rc = CLI_OK;

	if (folder_remove(r->folder, err) != 0 || folder_make(model, err) != 0)
		rc = cli_fail("lab experiment: %s", err);
	if (rc == CLI_OK && trained)
		rc = do_command(w, r, r->reader->train, 0, "train.log");
	for (size_t i = 0; rc == CLI_OK && i < w->e.n_tests; i++) {
		char name[40];

		snprintf(name, sizeof(name), "answers-%03zu.json", i + 1);
		rc = do_command(w, r, trained ? r->reader->answer : r->reader->original, i, name);
		if (rc == CLI_OK)
			rc = score_answers(w, r, i, name);
	}
	free(model);
	return rc == CLI_OK ? save_run(w, r) : rc;
}

static int run_one(struct work *w, struct lab_run *r)
{
	struct buf name = BUF_INIT;
	int rc = CLI_OK;

	if (r->train < w->e.n_trains)
		buf_addf(&name, "%s/runs/reader-%zu-train-%zu-seed-%ld", w->out, (size_t)(r->reader - w->e.readers) + 1,
			 r->train + 1, r->seed);
	else
		buf_addf(&name, "%s/runs/reader-%zu-original", w->out, (size_t)(r->reader - w->e.readers) + 1);
	r->folder = name.p;
	r->key = key_of(w, r);
	if (!load_run(w, r))
		rc = make_run(w, r);
	cli_progress_show(&w->bar, ++w->done);
	free(r->key);
	buf_release(&name);
	return rc;
}

/* The reader as it is (train n_trains), or trained on a set with every seed: one row. */
static int run_row(struct work *w, const struct experiment_reader *reader, size_t train)
{
	size_t n = train < w->e.n_trains ? w->e.n_seeds : 1, k = w->e.n_tests;
	double *em = xcalloc(n * k, sizeof(*em)), *f1 = xcalloc(n * k, sizeof(*f1));
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < n; i++) {
		struct lab_run r = {.reader = reader, .train = train, .em = em + i * k, .f1 = f1 + i * k};

		r.seed = train < w->e.n_trains ? w->e.seeds[i] : 0;
		rc = run_one(w, &r);
	}
	if (rc == CLI_OK)
		experiment_row_add(&w->table, reader, train < w->e.n_trains ? w->e.trains[train].name : "original", em,
				   f1, n);
	free(em);
	free(f1);
	return rc;
}

/* A training set as one file: the one it is, or several together, or a draw of them. */
static int make_set(struct work *w, size_t i)
{
	const struct experiment_set *s = &w->e.trains[i];
	struct buf path = BUF_INIT, all = BUF_INIT, line = BUF_INIT;
	char *log = joined(w->out, "sets.log");
	int rc = CLI_OK;

	buf_addf(&path, "%s/set-%zu.json", w->out, i + 1);
	buf_addf(&all, "%s/all-%zu.json", w->out, i + 1);
	for (size_t k = 0; k < s->n_files; k++) {
		const struct experiment_place one[] = {{"{f}", s->files[k], true}};
		char *quoted = experiment_command(" {f}", one, 1);

		buf_adds(&line, quoted);
		free(quoted);
	}
	if (s->n_files == 1 && s->size == 0) {
		w->train_files[i] = xstrdup(s->files[0]);
	} else {
		const struct experiment_place p[] = {
		    {"{files}", line.p, false}, {"{all}", all.p, true}, {"{set}", path.p, true}};
		char size[24], *command;
		const struct experiment_place drawn[] = {
		    {"{all}", all.p, true}, {"{set}", path.p, true}, {"{n}", size, false}};

		snprintf(size, sizeof(size), "%ld", s->size);
		command = experiment_command(s->size > 0 ? "beatctl dataset merge{files} --skip-repeated --out {all}"
							 : "beatctl dataset merge{files} --skip-repeated --out {set}",
					     p, ARRAY_LEN(p));
		rc = lab_shell("lab experiment", command, "/dev/null", log);
		free(command);
		command = experiment_command("beatctl dataset sample {all} --questions {n} --out {set}", drawn,
					     ARRAY_LEN(drawn));
		if (rc == CLI_OK && s->size > 0)
			rc = lab_shell("lab experiment", command, "/dev/null", log);
		free(command);
		w->train_files[i] = xstrdup(path.p);
	}
	free(log);
	buf_release(&path);
	buf_release(&all);
	buf_release(&line);
	return rc;
}

static int digest(const char *path, char out[DIGEST])
{
	char err[FOLDER_ERR_MAX];
	int64_t bytes;

	return folder_digest(AT_FDCWD, path, &bytes, out, err) == 0 ? CLI_OK : cli_fail("lab experiment: %s", err);
}

/* Files are looked at first: hours must not end in a spelling mistake. */
static int prepare(struct work *w)
{
	char err[FOLDER_ERR_MAX];
	int rc = folder_make(w->out, err) == 0 ? CLI_OK : cli_fail("lab experiment: %s", err);

	w->trained = xcalloc(w->e.n_trains, sizeof(*w->trained));
	w->tested = xcalloc(w->e.n_tests, sizeof(*w->tested));
	w->train_files = xcalloc(w->e.n_trains, sizeof(*w->train_files));
	for (size_t i = 0; rc == CLI_OK && i < w->e.n_tests; i++)
		rc = digest(w->e.tests[i].files[0], w->tested[i]);
	for (size_t i = 0; rc == CLI_OK && i < w->e.n_trains; i++) {
		rc = make_set(w, i);
		if (rc == CLI_OK)
			rc = digest(w->train_files[i], w->trained[i]);
	}
	return rc;
}

static int run_all(struct work *w)
{
	int rc = CLI_OK;

	w->bar =
	    (struct cli_progress){.what = "runs", .total = (long long)(w->e.n_readers * w->e.n_trains * w->e.n_seeds)};
	w->table.e = &w->e;
	for (size_t i = 0; i < w->e.n_readers; i++) {
		w->bar.total += w->e.readers[i].original != NULL;
		if (rc == CLI_OK && w->e.readers[i].original != NULL)
			rc = run_row(w, &w->e.readers[i], w->e.n_trains);
		for (size_t k = 0; rc == CLI_OK && k < w->e.n_trains; k++)
			rc = run_row(w, &w->e.readers[i], k);
	}
	cli_progress_end(&w->bar);
	return rc;
}

static int save_tables(const struct work *w)
{
	static const struct {
		const char *name;
		void (*write)(struct buf *out, const struct experiment_table *t);
	} forms[] = {{"table.csv", experiment_csv}, {"table.tex", experiment_latex}, {"table.md", experiment_markdown}};
	struct lab_place place = {.tool = "lab experiment", .path = w->out, .formats = w->formats};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	for (size_t i = 0; rc == CLI_OK && i < ARRAY_LEN(forms); i++) {
		forms[i].write(&b, &w->table);
		rc = lab_place_save(&place, forms[i].name, &b);
	}
	experiment_heat(&b, &w->table);
	if (rc == CLI_OK)
		rc = lab_place_figure(&place, "heat", &b);
	lab_place_close(&place);
	buf_release(&b);
	experiment_markdown(&b, &w->table);
	if (rc == CLI_OK)
		fwrite(b.p, 1, b.n, stdout);
	buf_release(&b);
	return rc;
}

static int read_plan(struct work *w, const char *path)
{
	char why[FOLDER_ERR_MAX], err[EXPERIMENT_ERR];
	struct buf text = BUF_INIT;
	int rc;

	if (folder_read(AT_FDCWD, path, &text, PLAN_BYTES, why) != 0)
		return cli_fail("lab experiment: %s", why);
	rc = experiment_read(&w->e, text.n > 0 ? text.p : "", text.n, err);
	buf_release(&text);
	return rc == 0 ? CLI_OK : cli_fail("lab experiment: %s: %s", path, err);
}

static int run(int argc, char **argv)
{
	struct work w = {0};
	const struct cli_opt opts[] = {
	    {"--out", CLI_STR, &w.out, 0, 0},
	    {"--figure-formats", CLI_STR, &w.formats, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1 || w.out == NULL)
		return cli_usage(&cmd_lab, "'lab experiment' takes one plan, and --out DIR.");
	rc = read_plan(&w, argv[1]);
	lab_put_path();
	if (rc == CLI_OK)
		rc = prepare(&w);
	if (rc == CLI_OK)
		rc = run_all(&w);
	if (rc == CLI_OK)
		rc = save_tables(&w);
	for (size_t i = 0; w.train_files != NULL && i < w.e.n_trains; i++)
		free(w.train_files[i]);
	free(w.train_files);
	free(w.trained);
	free(w.tested);
	experiment_table_release(&w.table);
	experiment_release(&w.e);
	return rc;
}

const struct cli_command lab_experiment = {
    .name = "experiment",
    .summary = "train readers on datasets and measure them on others, over seeds",
    .help = HELP,
    .run = run,
};
