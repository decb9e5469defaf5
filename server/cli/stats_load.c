/* Where the questions of `beatctl stats` come from: files, projects, releases. All are read with flat memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/dataset.h"
#include "stats_load.h"

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
	item.answers = r->answers;
	stats_add(r->st, &item);
}

static int on_passage(void *arg, const struct dataset_passage *p)
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
	const struct dataset_sink sink = {.arg = &r, .passage = on_passage};
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

/* Projects and releases. Columns of Q_STATS_PROJECT_ROWS and Q_STATS_RELEASE_ROWS: */
enum { R_SPLIT, R_ID, R_QUESTION, R_ANSWER, R_TITLE, R_TEXT, R_COLS };

/* The passage of the row before; a row without one has the same. */
struct place {
	struct buf title, text;
};

static struct text_token field(struct pg_field f)
{
	return token(f.p, f.n);
}

static void add_row(struct stats *st, struct place *at, const struct pg_field *f)
{
	struct text_token answer = field(f[R_ANSWER]);
	char split[16];
	struct stats_item item = {.split = split, .answers = &answer, .n_answers = 1};
	size_t n = f[R_SPLIT].n < sizeof(split) ? f[R_SPLIT].n : sizeof(split) - 1;

	memcpy(split, f[R_SPLIT].p, n);
	split[n] = '\0';
	if (f[R_TEXT].p) {
		buf_clear(&at->title);
		buf_clear(&at->text);
		buf_add(&at->title, f[R_TITLE].p, f[R_TITLE].n);
		buf_add(&at->text, f[R_TEXT].p, f[R_TEXT].n);
	}
	item.id = field(f[R_ID]);
	item.question = field(f[R_QUESTION]);
	item.title = token(at->title.p, at->title.n);
	item.passage = token(at->text.p, at->text.n);
	stats_add(st, &item);
}

static int load_rows(struct pg *pg, struct stats *st, enum query q, const char *const *params)
{
	struct cli_progress bar = {.what = "reading"};
	struct pg_field fields[R_COLS];
	struct place at = {BUF_INIT, BUF_INIT};
	long long done = 0;
	void *row;
	int rc;

	if (pg_stream_begin(pg, q, params))
		return -1;
	while ((rc = pg_stream_row(pg, &row, fields, R_COLS)) > 0) {
		add_row(st, &at, fields);
		pg_stream_free(row);
		cli_progress_show(&bar, ++done);
	}
	cli_progress_end(&bar);
	buf_release(&at.title);
	buf_release(&at.text);
	return rc;
}

/* Columns of Q_STATS_PROJECT_HUMAN and Q_STATS_RELEASE_HUMAN: */
enum {
	H_SPLIT,
	H_QUESTIONS,
	H_EM,
	H_EM_LOW,
	H_EM_HIGH,
	H_F1,
	H_F1_LOW,
	H_F1_HIGH,
	H_MEAN_EM,
	H_MEAN_F1,
	H_BEST_EM,
	H_BEST_F1
};

static double number(const struct pg_rows *rows, int row, int col)
{
	const char *text = pg_str(rows, row, col);

	return text ? strtod(text, NULL) : NAN;
}

static int load_human(struct pg *pg, struct stats *st, enum query q, const char *const *params)
{
	struct pg_rows *rows = pg_query(pg, q, params);

	if (!rows)
		return -1;
	for (int i = 0; i < pg_rows_count(rows); i++) {
		struct stats_score s = {
		    .em = number(rows, i, H_EM),
		    .em_low = number(rows, i, H_EM_LOW),
		    .em_high = number(rows, i, H_EM_HIGH),
		    .f1 = number(rows, i, H_F1),
		    .f1_low = number(rows, i, H_F1_LOW),
		    .f1_high = number(rows, i, H_F1_HIGH),
		    .mean_em = number(rows, i, H_MEAN_EM),
		    .mean_f1 = number(rows, i, H_MEAN_F1),
		    .best_em = number(rows, i, H_BEST_EM),
		    .best_f1 = number(rows, i, H_BEST_F1),
		};

		stats_human_set(st, pg_str(rows, i, H_SPLIT), (uint64_t)pg_int(rows, i, H_QUESTIONS), &s);
	}
	pg_rows_free(&rows);
	return 0;
}

static int load_labels(struct pg *pg, struct stats *st, enum query q, const char *const *params)
{
	struct pg_rows *rows = pg_query(pg, q, params);

	if (!rows)
		return -1;
	for (int i = 0; i < pg_rows_count(rows); i++) {
		stats_label_add(st, pg_str(rows, i, 0), (uint64_t)pg_int(rows, i, 1));
		stats_labelled(st, (uint64_t)pg_int(rows, i, 2));
	}
	pg_rows_free(&rows);
	return 0;
}

static void prepare(struct stats *st)
{
	stats_votes_only(st);
	stats_split_add(st, "train");
	stats_split_add(st, "dev");
	stats_split_add(st, "test");
}

int stats_load_release(struct pg *pg, struct stats *st, const char *release_id)
{
	prepare(st);
	if (load_human(pg, st, Q_STATS_RELEASE_HUMAN, (const char *[]){release_id, stats_seed(st)}))
		return -1;
	return load_labels(pg, st, Q_STATS_RELEASE_LABELS, (const char *[]){release_id});
}

int stats_read_release(struct pg *pg, struct stats *st, const char *release_id)
{
	prepare(st);
	if (load_rows(pg, st, Q_STATS_RELEASE_ROWS, (const char *[]){release_id}))
		return -1;
	return stats_load_release(pg, st, release_id);
}

int stats_read_project(struct pg *pg, struct stats *st, const char *project, const char *as_of)
{
	prepare(st);
	if (load_rows(pg, st, Q_STATS_PROJECT_ROWS, (const char *[]){project, as_of}) ||
	    load_human(pg, st, Q_STATS_PROJECT_HUMAN, (const char *[]){project, as_of, stats_seed(st)}))
		return -1;
	return load_labels(pg, st, Q_STATS_PROJECT_LABELS, (const char *[]){project, as_of});
}
