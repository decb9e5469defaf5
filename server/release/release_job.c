/* A release that is being written: what the database says of it, and its progress. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/stats.h"
#include "release_job.h"

double release_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *text(const json_t *obj, const char *key)
{
	const char *s = json_string_value(json_object_get(obj, key));

	return s != NULL ? s : "";
}

static int64_t whole(const json_t *obj, const char *key, int64_t none)
{
	const json_t *v = json_object_get(obj, key);

	return json_is_integer(v) ? json_integer_value(v) : none;
}

/* Settings are kept as texts. */
static int setting(const json_t *settings, const char *key)
{
	return atoi(text(settings, key));
}

static const struct release_model *read_models(const json_t *list, size_t *count)
{
	size_t n = json_array_size(list);
	struct release_model *models = xcalloc(n + 1, sizeof(*models));

	for (size_t i = 0; i < n; i++) {
		const json_t *m = json_array_get(list, i);

		models[i] = (struct release_model){.name = text(m, "name"),
						   .version = text(m, "version"),
						   .weights = text(m, "weights"),
						   .prompt = text(m, "prompt"),
						   .protocol = text(m, "protocol"),
						   .calls = json_integer_value(json_object_get(m, "calls")),
						   .tokens_in = json_integer_value(json_object_get(m, "tokens_in")),
						   .tokens_out = json_integer_value(json_object_get(m, "tokens_out")),
						   .nanos = json_integer_value(json_object_get(m, "nanos"))};
	}
	*count = n;
	return models;
}

/* Settings are kept as texts, lists as JSON; splits are named in small letters. */
static void read_plain(struct release_part *part, const json_t *settings)
{
	static const char *const kept[] = {"no split", "train",       "dev",       "train and dev",
					   "test",     "train, test", "dev, test", "train, dev and test"};
	const char *splits = text(settings, "further_splits");
	int which = 0;

	for (int s = 0; s < RELEASE_SPLITS; s++)
		which |= strstr(splits, release_split_name[s]) != NULL ? 1 << s : 0;
	/* Releases from before there were further answers stay as they were published. */
	part->plain =
	    strcmp(text(settings, "adversary"), "none") == 0 && json_object_get(settings, "further_answers") != NULL;
	part->paragraphs = setting(settings, "paragraphs");
	part->further_answers = setting(settings, "further_answers");
	part->further_decide = strcmp(text(settings, "further_decide"), "true") == 0;
	part->further_splits = kept[which];
}

static void read_tidied(struct release_tidied *t, const json_t *from)
{
	const json_t *malformed = json_object_get(from, "malformed"), *open = json_object_get(from, "open"),
		     *few = json_object_get(from, "few");

	*t = (struct release_tidied){
	    .malformed_questions = whole(malformed, "questions", -1),
	    .malformed_answers = whole(malformed, "answers", -1),
	    .open_documents = whole(open, "documents", -1),
	    .open_questions = whole(open, "questions", -1),
	    .few_documents = whole(few, "documents", -1),
	    .few_questions = whole(few, "questions", -1),
	    .few_least = whole(from, "least", -1),
	};
}

static void read_part(struct release_part *part, const json_t *from)
{
	const json_t *settings = json_object_get(from, "settings"), *facts = json_object_get(from, "facts");

	part->name = text(from, "name");
	part->version = json_string_value(json_object_get(from, "version"));
	part->title = text(settings, "title");
	part->threshold_permille = setting(settings, "threshold_permille");
	part->questions_wanted = setting(settings, "questions_wanted");
	part->validation_votes = setting(settings, "validation_votes");
	part->validation_matches = setting(settings, "validation_matches");
	part->validation_f1_permille = setting(settings, "validation_f1_permille");
	part->validation_by_f1 = strcmp(text(settings, "validation_match"), "f1") == 0;
	part->validation_early_stop = setting(settings, "validation_early_stop") > 0;
	part->success_permille = setting(settings, "success_permille");
	part->answerable_permille = setting(settings, "answerable_permille");
	part->reward_cents = setting(settings, "reward_cents");
	part->workers = whole(facts, "workers", 0);
	part->validators = whole(facts, "validators", 0);
	part->votes = whole(facts, "votes", 0);
	part->votes_on = whole(facts, "votes_on", -1);
	part->votes_least = whole(facts, "votes_least", 0);
	part->validated = whole(facts, "validated", 0);
	part->answerable = whole(facts, "answerable", 0);
	part->revoked_validated = whole(facts, "revoked_validated", 0);
	part->revoked_answerable = whole(facts, "revoked_answerable", 0);
	part->models = read_models(json_object_get(facts, "models"), &part->n_models);
	part->usage = read_models(json_object_get(facts, "usage"), &part->n_usage);
	read_plain(part, settings);
	read_tidied(&part->tidied, json_object_get(facts, "tidied"));
}

static void read_lists(struct release_job *job)
{
	const json_t *formats = json_object_get(job->about_json, "formats"),
		     *parts = json_object_get(job->about_json, "parts");
	struct release_about *about = &job->about;

	about->n_formats = json_array_size(formats);
	job->formats = xcalloc(about->n_formats + 1, sizeof(*job->formats));
	for (size_t i = 0; i < about->n_formats; i++)
		job->formats[i] = json_string_value(json_array_get(formats, i));
	about->formats = job->formats;
	about->n_parts = json_array_size(parts);
	job->parts = xcalloc(about->n_parts + 1, sizeof(*job->parts));
	for (size_t i = 0; i < about->n_parts; i++)
		read_part(&job->parts[i], json_array_get(parts, i));
	for (size_t i = 0; i < about->n_parts; i++) {
		const json_t *facts = json_object_get(json_array_get(parts, i), "facts");

		about->several |= json_is_true(json_object_get(facts, "ensembles"));
		about->further |= json_is_true(json_object_get(facts, "further"));
		about->plain |= job->parts[i].plain;
	}
	about->parts = job->parts;
}

static const struct release_dataset *read_datasets(const json_t *list, size_t *n)
{
	struct release_dataset *out = xcalloc(json_array_size(list) + 1, sizeof(*out));

	*n = json_array_size(list);
	for (size_t i = 0; i < *n; i++) {
		const json_t *d = json_array_get(list, i);

		out[i] = (struct release_dataset){text(d, "name"), text(d, "sha256"), whole(d, "questions", -1)};
	}
	return out;
}

static void read_cites(struct release_job *job)
{
	const json_t *list = json_object_get(job->about_json, "cites");
	size_t n = json_array_size(list);

	job->cites = xcalloc(n + 1, sizeof(*job->cites));
	for (size_t i = 0; i < n; i++) {
		const json_t *from = json_array_get(list, i);
		struct release_citation *c = &job->cites[i];

		*c = (struct release_citation){.name = text(from, "name"),
					       .path = text(from, "path"),
					       .command = text(from, "command"),
					       .rule = text(from, "rule"),
					       .seed = text(from, "seed")};
		c->inputs = read_datasets(json_object_get(from, "inputs"), &c->n_inputs);
		c->outputs = read_datasets(json_object_get(from, "outputs"), &c->n_outputs);
	}
	job->about.cites = job->cites;
	job->about.n_cites = n;
}

static void read_about(struct release_job *job)
{
	const json_t *from = job->about_json;
	struct release_about *about = &job->about;

	about->name = text(from, "name");
	about->version = text(from, "version");
	about->seed = text(from, "seed");
	about->licence = text(from, "licence");
	about->as_of = text(from, "as_of");
	about->code_version = text(from, "code_version");
	about->combined = json_is_true(json_object_get(from, "combined"));
	about->provisional = json_is_true(json_object_get(from, "provisional"));
	about->missing_questions = whole(json_object_get(from, "missing"), "questions", 0);
	about->missing_votes = whole(json_object_get(from, "missing"), "votes", 0);
	job->ready = strcmp(text(from, "state"), "ready") == 0;
	job->published = json_object_get(from, "files");
	read_lists(job);
	read_cites(job);
	for (int s = 0; s < RELEASE_SPLITS; s++) {
		const json_t *split = json_array_get(json_object_get(from, "splits"), (size_t)s);

		about->split[s] = (struct release_counts){.target = whole(split, "target", -1),
							  .available = whole(split, "available", 0),
							  .questions = whole(split, "chosen", 0),
							  .attempts = -1,
							  .mrqa_left_out = -1};
	}
}

/* What the choice came to, counted again from what is stored. */
static int count_splits(struct release_job *job)
{
	struct pg_rows *rows = pg_query(job->side, q_release_counts(.release = job->id));

	for (int s = 0; rows != NULL && s < RELEASE_SPLITS; s++) {
		struct q_release_counts_row row = q_release_counts_row(rows, s);

		job->about.split[s].questions = row.questions;
		job->about.split[s].passages = row.passages;
		job->about.split[s].documents = row.documents;
		job->rows += row.questions;
	}
	if (rows == NULL)
		return CLI_FAILED;
	pg_rows_free(&rows);
	return CLI_OK;
}

static void set_folder(struct release_job *job, const char *out)
{
	struct buf path = BUF_INIT;
	size_t n;

	if (out != NULL)
		buf_adds(&path, out);
	else
		buf_addf(&path, RELEASE_NAMED, job->about.name, job->about.version);
	for (n = path.n; n > 1 && path.p[n - 1] == '/'; n--)
		path.p[n - 1] = '\0';
	job->out = xstrdup(path.p);
	job->partial = xmalloc(n + sizeof(RELEASE_UNDER_WAY));
	memcpy(job->partial, job->out, n);
	memcpy(job->partial + n, RELEASE_UNDER_WAY, sizeof(RELEASE_UNDER_WAY));
	buf_release(&path);
}

static int take_lock(struct release_job *job)
{
	struct pg_rows *rows = pg_query(job->side, q_release_lock(.release = job->id));
	bool mine = rows != NULL && q_release_lock_row(rows, 0).locked;

	if (rows != NULL && !mine)
		cli_fail("this release is being written by another process; wait for it to end.");
	pg_rows_free(&rows);
	return mine ? CLI_OK : CLI_FAILED;
}

int release_load(struct release_job *job, int64_t id, const char *out)
{
	struct q_answer_row row;
	struct pg_rows *rows;
	char err[JSON_ERR_MAX];
	int rc = CLI_FAILED;

	job->id = id;
	job->folder = -1;
	if ((job->side = cli_db()) == NULL || take_lock(job) != CLI_OK)
		return rc;
	rows = pg_query(job->side, q_release_begin_write(.release = id, .code_version = BEAT_VERSION));
	if (rows == NULL)
		return rc;
	row = q_answer_row(rows, 0);
	job->about_json = json_parse(row.answer, row.answer_len, err);
	pg_rows_free(&rows);
	if (job->about_json == NULL)
		return cli_fail("the database's description of the release cannot be read: %s", err);
	read_about(job);
	if (!crypto_hex_decode(text(job->about_json, "key"), job->key, sizeof(job->key)))
		return cli_fail("the key of the release's pseudonyms is damaged in the database.");
	set_folder(job, out);
	return count_splits(job);
}

void release_unload(struct release_job *job)
{
	cli_progress_end(&job->bar);
	for (size_t i = 0; i < job->n_files; i++)
		free((char *)job->files[i].path);
	for (size_t i = 0; i < job->n_figures; i++) {
		free((char *)job->figures[i].path);
		free((char *)job->figures[i].caption);
	}
	for (size_t i = 0; job->parts != NULL && i < job->about.n_parts; i++) {
		free((void *)job->parts[i].models);
		free((void *)job->parts[i].usage);
	}
	for (size_t i = 0; job->cites != NULL && i < job->about.n_cites; i++) {
		free((void *)job->cites[i].inputs);
		free((void *)job->cites[i].outputs);
	}
	if (job->folder >= 0)
		close(job->folder);
	gate_free(&job->gate);
	stats_free(&job->stats);
	json_decref(job->about_json);
	pg_close(&job->pg);
	pg_close(&job->side);
	free(job->files);
	free(job->figures);
	free(job->parts);
	free(job->cites);
	free(job->formats);
	free(job->out);
	free(job->partial);
}

void release_step(struct release_job *job, const char *what, int64_t done, int64_t total)
{
	enum { PERIOD_S = 1 };
	struct timespec now;
	struct pg_rows *rows;
	bool fresh = job->bar.what == NULL || strcmp(job->bar.what, what) != 0;

	job->bar.what = what;
	job->bar.total = total;
	cli_progress_show(&job->bar, done);
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!fresh && now.tv_sec - job->told.tv_sec < PERIOD_S)
		return;
	job->told = now;
	rows = pg_query(job->side, q_release_progress(.release = job->id, .step = what, .done = done, .total = total));
	pg_rows_free(&rows);
}
