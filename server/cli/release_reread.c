/* Reads the files of a release again, as anybody will who downloads them, and shows the gate
 * what is in them. Which reader a file needs is told by its path. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/dataset.h"
#include "beat/stats.h"
#include "release_cmd.h"

enum { STEP_PASSAGES = 512 };

/* --- lines of JSON */

struct lines {
	const char *name;
	release_passage_fn *fn;
	void *arg;
	int64_t line;
};

static struct text_token string_of(const json_t *obj, const char *key)
{
	const json_t *v = json_object_get(obj, key);

	return (struct text_token){json_string_value(v), json_string_length(v)};
}

/* One row with its answer, in the shape of a passage with one question. */
static int hand_over(const struct lines *l, const json_t *row, struct text_token answer, const json_t *start)
{
	struct text_token title = string_of(row, "title"), context = string_of(row, "context"),
			  id = string_of(row, "id"), question = string_of(row, "question");
	const struct dataset_answer one = {answer.p, answer.n, json_is_integer(start) ? json_integer_value(start) : -1};
	const struct dataset_question q = {
	    .id = id.p, .id_n = id.n, .text = question.p, .text_n = question.n, .answers = &one, .n_answers = 1};
	const struct dataset_article article = {.title = title.p, .title_n = title.n};
	const struct dataset_passage p = {&article, context.p, context.n, &q, 1};

	if (!title.p || !context.p || !id.p || !question.p || !answer.p) {
		cli_fail("%s: line %" PRId64 " has no title, context, id, question or answer.", l->name, l->line);
		return -1;
	}
	return l->fn(l->arg, &p);
}

static int read_hub_row(const struct lines *l, const json_t *row)
{
	const json_t *answers = json_object_get(row, "answers");
	const json_t *text = json_array_get(json_object_get(answers, "text"), 0);

	return hand_over(l, row, (struct text_token){json_string_value(text), json_string_length(text)},
			 json_array_get(json_object_get(answers, "answer_start"), 0));
}

static int read_attempt_row(const struct lines *l, const json_t *row)
{
	const json_t *answer = json_object_get(row, "answer");

	return hand_over(l, row, string_of(answer, "text"), json_object_get(answer, "answer_start"));
}

static int read_lines(const char *file, struct lines *l, int (*read_row)(const struct lines *l, const json_t *row))
{
	FILE *in = fopen(file, "r");
	char *line = NULL, err[JSON_ERR_MAX];
	size_t cap = 0;
	ssize_t n;
	int rc = 0;

	if (in == NULL) {
		cli_fail("%s cannot be opened.", file);
		return -1;
	}
	while (rc == 0 && (n = getline(&line, &cap, in)) > 0) {
		json_t *row = json_parse(line, (size_t)n, err);

		l->line++;
		if (row == NULL) {
			cli_fail("%s: line %" PRId64 ": %s", file, l->line, err);
			rc = -1;
		} else {
			rc = read_row(l, row);
		}
		json_decref(row);
	}
	if (rc == 0 && ferror(in)) {
		cli_fail("%s cannot be read to its end.", file);
		rc = -1;
	}
	free(line);
	fclose(in);
	return rc;
}

/* --- SQuAD and MRQA */

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

static int read_dataset(const char *file, release_passage_fn *fn, void *arg)
{
	const struct dataset_sink sink = {.arg = arg, .passage = fn};
	unsigned need = ends_with(file, "-public.json") ? DATASET_CONTEXT | DATASET_TEXT : DATASET_ALL;
	char err[DATASET_ERR_MAX];
	int rc = dataset_read_file(file, need, &sink, err);

	if (rc < 0)
		cli_fail("%s", err);
	return rc;
}

int release_read_file(const char *folder, const char *path, release_passage_fn *fn, void *arg)
{
	struct buf file = BUF_INIT;
	struct lines l = {.name = path, .fn = fn, .arg = arg};
	int rc;

	buf_addf(&file, "%s/%s", folder, path);
	if (strncmp(path, "data/", 5) == 0)
		rc = read_lines(file.p, &l, read_hub_row);
	else if (strncmp(path, "attempts/", 9) == 0)
		rc = read_lines(file.p, &l, read_attempt_row);
	else
		rc = read_dataset(file.p, fn, arg);
	buf_release(&file);
	return rc;
}

/* --- with the gate */

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

static int on_passage(void *arg, const struct dataset_passage *p)
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
	rc = release_read_file(r->job->partial, path, on_passage, r);
	if (rc == 0 && r->questions != expected)
		gate_find(r->job->gate, GATE_COUNTS, "%s holds %" PRId64 ", the database %" PRId64, path, r->questions,
			  expected);
	r->first = false;
	return rc == 0 ? CLI_OK : CLI_FAILED;
}

static int reread_attempts(struct reread *r, enum release_split split)
{
	struct pg_rows *rows =
	    pg_query(r->job->side, Q_RELEASE_ATTEMPT_COUNT, (const char *[]){r->job->id, release_split_name[split]});
	int64_t expected = rows != NULL ? pg_int(rows, 0, 0) : -1;
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
