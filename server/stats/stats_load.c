/* Where the questions of `beatctl stats` come from: files, projects, releases. All are read with flat memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/dataset.h"
#include "beat/stats_load.h"

/* Files */

struct file_reader {
	struct stats *st;
	const char *split;
	struct text_token *answers;
	size_t cap;
	struct buf stand_in; /* for the title that an article does not have */
	struct cli_progress bar;
	long long questions;
};

static struct text_token token(const char *p, size_t n)
{
	return (struct text_token){p ? p : "", p ? n : 0};
}

static void add_question(struct file_reader *r, const struct dataset_passage *p, const struct dataset_question *q)
{
	struct stats_item item = {
	    .split = r->split,
	    .id = token(q->id, q->id_n),
	    .title = token(p->article->title, p->article->title_n),
	    .passage = token(p->context, p->context_n),
	    .question = token(q->text, q->text_n),
	    .n_answers = q->n_answers,
	};

	if (!p->article->title) {
		buf_clear(&r->stand_in);
		buf_addf(&r->stand_in, "\001%zu", p->article->number);
		item.title = token(r->stand_in.p, r->stand_in.n);
	}
	if (q->n_answers > r->cap) {
		r->cap = 2 * q->n_answers;
		r->answers = xrealloc(r->answers, r->cap * sizeof(*r->answers));
	}
	for (size_t i = 0; i < q->n_answers; i++)
		r->answers[i] = token(q->answers[i].text, q->answers[i].text_n);
	item.answer_start = q->n_answers ? q->answers[0].start : -1;
	item.answers = r->answers;
	stats_add(r->st, &item);
}

static int stats_load_on_passage(void *arg, const struct dataset_passage *p)
{
	struct file_reader *r = arg;

	for (size_t i = 0; i < p->n_questions; i++) {
		if (p->questions[i].malformed)
			return cli_fail("stats: %s", p->questions[i].no_answers);
		add_question(r, p, &p->questions[i]);
	}
	r->questions += (long long)p->n_questions;
	cli_progress_show(&r->bar, r->questions);
	return 0;
}

/* The answers of MRQA are spellings of one answer, not answers of several people. */
int stats_read_file(struct stats *st, const char *path, const char *split)
{
	struct file_reader r = {.st = st, .split = split, .bar = {.what = "reading"}};
	const struct dataset_sink sink = {.arg = &r, .passage = stats_load_on_passage};
	char err[DATASET_ERR_MAX], why[SOURCE_ERR_MAX];
	struct dataset_in in = {.name = path, .need = DATASET_CONTEXT | DATASET_TEXT, .src = source_open(path, why)};
	int rc;

	if (!in.src)
		return cli_fail("stats: %s %s.", path, why);
	in.format = dataset_detect(in.src, path);
	if (in.format == DATASET_MRQA)
		stats_one_answer(st, true);
	stats_split_add(st, split);
	rc = dataset_read(&in, &sink, err);
	cli_progress_end(&r.bar);
	stats_one_answer(st, false);
	source_free(&in.src);
	free(r.answers);
	buf_release(&r.stand_in);
	return rc < 0 ? cli_fail("stats: %s", err) : rc;
}

/* Projects and releases. */

/* The passage of the row before; a row without one has the same. */
struct place {
	struct buf title, text;
};

static void add_row(struct stats *st, struct place *at, const struct q_stats_question_row *row)
{
	struct text_token answer = token(row->answer_text, row->answer_text_len);
	char split[16];
	struct stats_item item = {
	    .split = split, .answers = &answer, .n_answers = 1, .answer_start = row->answer_start};
	size_t n = row->split_len < sizeof(split) ? row->split_len : sizeof(split) - 1;

	memcpy(split, row->split, n);
	split[n] = '\0';
	if (row->text) {
		buf_clear(&at->title);
		buf_clear(&at->text);
		buf_add(&at->title, row->title, row->title_len);
		buf_add(&at->text, row->text, row->text_len);
	}
	item.id = token(row->question_id, row->question_id_len);
	item.question = token(row->question, row->question_len);
	item.title = token(at->title.p, at->title.n);
	item.passage = token(at->text.p, at->text.n);
	stats_add(st, &item);
}

static int load_rows(struct pg *pg, struct stats *st, struct sql_ask ask)
{
	struct cli_progress bar = {.what = "reading"};
	struct q_stats_question_row row;
	struct place at = {BUF_INIT, BUF_INIT};
	long long done = 0;
	void *bytes;
	int rc;

	if (pg_stream_begin(pg, ask))
		return -1;
	while ((rc = q_stats_question_next(pg, &bytes, &row)) > 0) {
		add_row(st, &at, &row);
		pg_stream_free(bytes);
		cli_progress_show(&bar, ++done);
	}
	cli_progress_end(&bar);
	buf_release(&at.title);
	buf_release(&at.text);
	return rc;
}

static double number(const char *text)
{
	return text ? strtod(text, NULL) : NAN;
}

static int load_human(struct pg *pg, struct stats *st, struct sql_ask ask)
{
	struct pg_rows *rows = pg_query(pg, ask);

	if (!rows)
		return -1;
	for (int i = 0; i < pg_rows_count(rows); i++) {
		struct q_stats_human_row row = q_stats_human_row(rows, i);
		struct stats_score s = {
		    .em = number(row.em),
		    .em_low = number(row.em_low),
		    .em_high = number(row.em_high),
		    .f1 = number(row.f1),
		    .f1_low = number(row.f1_low),
		    .f1_high = number(row.f1_high),
		    .mean_em = number(row.mean_em),
		    .mean_f1 = number(row.mean_f1),
		    .best_em = number(row.best_em),
		    .best_f1 = number(row.best_f1),
		};

		stats_human_set(st, row.split, (uint64_t)row.questions, &s);
	}
	pg_rows_free(&rows);
	return 0;
}

static int load_labels(struct pg *pg, struct stats *st, struct sql_ask ask)
{
	struct pg_rows *rows = pg_query(pg, ask);

	if (!rows)
		return -1;
	for (int i = 0; i < pg_rows_count(rows); i++) {
		struct q_stats_label_row row = q_stats_label_row(rows, i);

		stats_label_add(st, row.word, (uint64_t)row.questions);
		stats_labelled(st, (uint64_t)row.labelled);
	}
	pg_rows_free(&rows);
	return 0;
}

static int load_success(struct pg *pg, struct stats *st, struct sql_ask ask)
{
	struct pg_rows *rows = pg_query(pg, ask);
	int rc;

	for (int i = 0; rows && i < pg_rows_count(rows); i++) {
		struct q_stats_success_row row = q_stats_success_row(rows, i);

		stats_success_add(st, (size_t)row.bucket, (uint64_t)row.workers);
	}
	rc = rows ? 0 : -1;
	pg_rows_free(&rows);
	return rc;
}

static enum stats_stage stage_of(const char *kind)
{
	if (strcmp(kind, "onboarding") == 0)
		return STATS_ONBOARDING;
	return strcmp(kind, "validate") == 0 ? STATS_VALIDATE : STATS_GENERATE;
}

int stats_read_work(struct pg *pg, struct stats_work *work, const char *project, const char *as_of)
{
	struct pg_rows *rows = pg_query(pg, q_stats_work(.project = project, .as_of = as_of));

	if (!rows)
		return -1;
	work->known = true;
	for (int i = 0; i < pg_rows_count(rows); i++) {
		struct q_stats_work_row row = q_stats_work_row(rows, i);
		enum stats_stage s = stage_of(row.stage);

		work->stage[s].hits += (uint64_t)row.hits;
		work->stage[s].seconds += (uint64_t)row.seconds;
		work->stage[s].cents += (uint64_t)row.cents;
		work->stage[s].platform_cents += (uint64_t)row.platform_cents;
	}
	pg_rows_free(&rows);
	return 0;
}

int stats_read_calls(struct pg *pg, struct stats_calls *calls, const char *project, const char *as_of)
{
	struct pg_rows *rows = pg_query(pg, q_stats_calls(.project = project, .as_of = as_of));

	if (!rows)
		return -1;
	calls->n = (size_t)pg_rows_count(rows);
	calls->v = xcalloc(calls->n + 1, sizeof(*calls->v));
	for (size_t i = 0; i < calls->n; i++) {
		struct q_stats_calls_row row = q_stats_calls_row(rows, (int)i);

		calls->v[i] = (struct stats_call){.model = xstrdup(row.model),
						  .calls = (uint64_t)row.calls,
						  .tokens_in = (uint64_t)row.tokens_in,
						  .tokens_out = (uint64_t)row.tokens_out,
						  .ms = (uint64_t)row.ms,
						  .nanos = (uint64_t)row.nanos};
	}
	pg_rows_free(&rows);
	return 0;
}

void stats_calls_release(struct stats_calls *calls)
{
	for (size_t i = 0; i < calls->n; i++)
		free(calls->v[i].model);
	free(calls->v);
	*calls = (struct stats_calls){0};
}

static void prepare(struct stats *st)
{
	stats_votes_only(st);
	stats_split_add(st, "train");
	stats_split_add(st, "dev");
	stats_split_add(st, "test");
}

int stats_load_release(struct pg *pg, struct stats *st, int64_t release_id)
{
	prepare(st);
	if (load_human(pg, st,
		       q_stats_human_of(.project = NULL, .as_of = NULL, .release = sql_int(release_id),
					.seed = stats_seed(st))))
		return -1;
	if (load_success(pg, st, q_stats_release_success(.release = release_id)))
		return -1;
	return load_labels(pg, st, q_stats_release_labels(.release = release_id));
}

int stats_read_release(struct pg *pg, struct stats *st, int64_t release_id)
{
	prepare(st);
	if (load_rows(pg, st, q_stats_release_rows(.release = release_id)))
		return -1;
	return stats_load_release(pg, st, release_id);
}

int stats_read_project(struct pg *pg, struct stats *st, const char *project, const char *as_of)
{
	prepare(st);
	if (load_rows(pg, st, q_stats_project_rows(.project = project, .as_of = as_of)) ||
	    load_human(
		pg, st,
		q_stats_human_of(.project = project, .as_of = as_of, .release = SQL_NO_INT, .seed = stats_seed(st))))
		return -1;
	if (load_success(pg, st, q_stats_project_success(.project = project, .as_of = as_of)))
		return -1;
	return load_labels(pg, st, q_stats_project_labels(.project = project, .as_of = as_of));
}
