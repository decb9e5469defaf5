/* Reads the files of a release again, as anybody will who downloads them, and shows the gate
 * what is in them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "beat/dataset.h"
#include "beat/stats.h"
#include "release_job.h"

enum { STEP_PASSAGES = 512 };

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* A split may have nothing to put into a file of lines. */
static bool has_no_lines(const char *file)
{
	struct stat st;

	return ends_with(file, ".jsonl") && stat(file, &st) == 0 && st.st_size == 0;
}

int release_read_file(const char *folder, const char *path, release_passage_fn *fn, void *arg)
{
	const struct dataset_sink sink = {.arg = arg, .passage = fn};
	unsigned need = ends_with(path, "-public.json") ? DATASET_CONTEXT | DATASET_TEXT : DATASET_ALL;
	struct buf file = BUF_INIT;
	char err[DATASET_ERR_MAX];
	int rc = 0;

	buf_addf(&file, "%s/%s", folder, path);
	if (!has_no_lines(file.p))
		rc = dataset_read_file(file.p, need, &sink, err);
	if (rc < 0)
		cli_fail("%s", err);
	buf_release(&file);
	return rc;
}

struct reread {
	struct release_job *job;
	const char *path;
	const char *split;
	bool first, answers; /* the first file of the split; it has answers */
	int64_t questions, passages, *done;
	int64_t total;
};

static void add_to_stats(const struct reread *r, const struct dataset_passage *p)
{
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];
		const struct text_token answer = {q->answers[0].text, q->answers[0].text_n};
		const struct stats_item item = {.split = r->split,
						.id = {q->id, q->id_n},
						.title = {p->article->title, p->article->title_n},
						.passage = {p->context, p->context_n},
						.question = {q->text, q->text_n},
						.answers = &answer,
						.n_answers = 1};

		stats_add(r->job->stats, &item);
	}
}

static int release_reread_on_passage(void *arg, const struct dataset_passage *p)
{
	struct reread *r = arg;
	struct gate *gate = r->job->gate;

	r->questions += (int64_t)p->n_questions;
	*r->done += (int64_t)p->n_questions;
	if (r->passages++ % STEP_PASSAGES == 0)
		release_step(r->job, "checking", *r->done, r->total);
	if (r->first)
		gate_passage(gate, p);
	else if (r->answers)
		gate_spans(gate, p, r->path);
	if (r->first && r->job->stats != NULL)
		add_to_stats(r, p);
	return 0;
}

static int reread_file(struct reread *r, const char *path, int64_t expected)
{
	int rc;

	r->path = path;
	r->questions = 0;
	r->answers = !ends_with(path, "-public.json");
	rc = release_read_file(r->job->partial, path, release_reread_on_passage, r);
	if (rc == 0 && r->questions != expected)
		gate_find(r->job->gate, GATE_COUNTS, "%s holds %" PRId64 ", the database %" PRId64, path, r->questions,
			  expected);
	r->first = false;
	return rc == 0 ? CLI_OK : CLI_FAILED;
}

static int reread_attempts(struct reread *r, enum release_split split)
{
	struct pg_rows *rows =
	    pg_query(r->job->side, q_release_attempt_count(.release = r->job->id, .split = release_split_name[split]));
	int64_t expected = rows != NULL ? q_release_attempt_count_row(rows, 0).attempts : -1;
	struct buf path = BUF_INIT;
	int rc;

	pg_rows_free(&rows);
	if (expected < 0)
		return CLI_FAILED;
	release_attempts_path(&path, split);
	r->first = false;
	rc = reread_file(r, path.p, expected);
	r->job->about.split[split].attempts = r->questions;
	buf_release(&path);
	return rc;
}

static int reread_split(struct release_job *job, enum release_split split, int64_t *done, int64_t total)
{
	const struct release_format *all[RELEASE_WRITERS_MAX];
	size_t n = release_writers(&job->about, split, all);
	const struct release_counts *counts = &job->about.split[split];
	struct reread r = {.job = job, .split = release_split_name[split], .first = true, .done = done, .total = total};
	int rc = CLI_OK;

	gate_split(job->gate, split);
	for (size_t i = 0; i < n && rc == CLI_OK; i++) {
		struct buf path = BUF_INIT;
		bool cut = all[i] == &release_mrqa;

		all[i]->path(&path, job->about.name, split);
		rc = reread_file(&r, path.p, counts->questions - (cut ? counts->mrqa_left_out : 0));
		buf_release(&path);
	}
	if (rc == CLI_OK && release_has_format(&job->about, "attempts"))
		rc = reread_attempts(&r, split);
	return rc;
}

int release_reread(struct release_job *job)
{
	static const enum release_split order[] = {RELEASE_TEST, RELEASE_DEV, RELEASE_TRAIN};
	double start = release_seconds();
	int64_t done = 0, total = job->rows * (int64_t)job->about.n_formats;
	int rc = CLI_OK;

	if (release_has_format(&job->about, "hf")) {
		job->stats = stats_new(job->about.seed);
		stats_votes_only(job->stats);
		for (int s = 0; s < RELEASE_SPLITS; s++)
			stats_split_add(job->stats, release_split_name[s]);
	}
	for (size_t i = 0; i < ARRAY_LEN(order) && rc == CLI_OK; i++)
		rc = reread_split(job, order[i], &done, total);
	gate_end(job->gate);
	job->check_s = release_seconds() - start;
	return rc;
}
