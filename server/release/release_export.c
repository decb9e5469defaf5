/* Streams the questions of a release from the database into the files of its formats, all
 * formats of a split in one pass. Memory is one passage with its questions.
 *
 * The rows of a combined release are shuffled, so what wants passages whole (SQuAD, MRQA) and
 * what takes rows as they come (the Hub's) are two passes. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/json.h"
#include "beat/outfile.h"
#include "beat/score.h"
#include "release_job.h"

enum { FLUSH_BYTES = 64 * 1024, STEP_ROWS = 2048 };

struct writer {
	const struct release_format *format;
	void *state;
	struct outfile *file;
	struct buf path, out;
};

/* What the texts of a row lie in. */
struct kept {
	void *bytes;
	json_t *further; /* of its further answers; NULL: it has none */
};

struct export
{
	struct release_job *job;
	enum release_split split;
	struct writer writers[RELEASE_WRITERS_MAX];
	size_t n_writers;
	struct release_passage passage;
	struct buf title; /* of the passage before */
	bool has_title;
	struct release_row *rows; /* of the passage at hand; their texts lie in kept */
	struct kept *kept;
	size_t n, cap;
	int64_t done;
	int64_t beaten; /* questions the model had answered exactly after all */
};

size_t release_writers(const struct release_about *about, enum release_split split,
		       const struct release_format *out[RELEASE_WRITERS_MAX])
{
	size_t n = 0;

	if (release_has_format(about, "squad"))
		out[n++] = &release_squad;
	if (release_has_format(about, "squad") && split == RELEASE_TEST)
		out[n++] = &release_squad_public;
	if (release_has_format(about, "mrqa"))
		out[n++] = &release_mrqa;
	if (release_has_format(about, "hf"))
		out[n++] = &release_hf;
	return n;
}

static void write_out(struct writer *w)
{
	outfile_write(w->file, w->out.p, w->out.n);
	buf_clear(&w->out);
}

static void forget_rows(struct export *x)
{
	for (size_t i = 0; i < x->n; i++) {
		free((void *)x->rows[i].more);
		json_decref(x->kept[i].further);
		pg_stream_free(x->kept[i].bytes);
	}
	x->n = 0;
}

/* The passage is whole: every format gets it. */
static void end_passage(struct export *x)
{
	struct release_passage *p = &x->passage;

	if (x->n == 0)
		return;
	p->rows = x->rows;
	p->n_rows = x->n;
	p->new_document = !x->has_title || x->title.n != p->title.n || memcmp(x->title.p, p->title.p, p->title.n) != 0;
	for (size_t i = 0; i < x->n_writers; i++) {
		struct writer *w = &x->writers[i];

		w->format->passage(w->state, p, &w->out);
		if (w->out.n >= FLUSH_BYTES)
			write_out(w);
	}
	if (p->new_document) {
		buf_clear(&x->title);
		buf_add(&x->title, p->title.p, p->title.n);
		x->has_title = true;
	}
	forget_rows(x);
}

static void begin_passage(struct export *x, const struct q_release_question_row *row)
{
	end_passage(x);
	x->passage.split = x->split;
	x->passage.title = (struct release_text){row->title, row->title_len};
	x->passage.context = (struct release_text){row->text, row->text_len};
	crypto_hex(row->text_sha256, row->text_sha256_len, x->passage.key);
}

/* By construction the model in the loop has no exact match; here it is computed again. */
static void check_model(struct export *x, const struct q_release_question_row *row)
{
	struct score s;

	if (row->model_answer == NULL)
		return;
	s = score_texts(row->answer_text, row->answer_text_len, row->model_answer, row->model_answer_len);
	if (!s.exact)
		return;
	x->beaten++;
	gate_find(x->job->gate, GATE_MODEL, "%.*s", (int)row->question_id_len, row->question_id);
}

/* The validators' answers, [{"text", "start", "end"}, …]. */
static void add_further(struct export *x, const char *json, size_t json_n)
{
	struct release_row *row = &x->rows[x->n];
	char err[JSON_ERR_MAX];
	json_t *list = json != NULL ? json_parse(json, json_n, err) : NULL;
	size_t n = json_array_size(list);
	struct release_answer *more = n ? xcalloc(n, sizeof(*more)) : NULL;

	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(list, i), *text = json_object_get(one, "text");

		more[i] = (struct release_answer){.text = {json_string_value(text), json_string_length(text)},
						  .start = (size_t)json_integer_value(json_object_get(one, "start")),
						  .end = (size_t)json_integer_value(json_object_get(one, "end"))};
	}
	x->kept[x->n].further = list;
	row->more = more;
	row->n_more = n;
}

static void add_row(struct export *x, void *bytes, const struct q_release_question_row *row)
{
	if (row->text_sha256 != NULL)
		begin_passage(x, row);
	if (x->n == x->cap) {
		x->cap = x->cap ? 2 * x->cap : 64;
		x->rows = xrealloc(x->rows, x->cap * sizeof(*x->rows));
		x->kept = xrealloc(x->kept, x->cap * sizeof(*x->kept));
	}
	x->rows[x->n] = (struct release_row){.id = {row->question_id, row->question_id_len},
					     .question = {row->question, row->question_len},
					     .answer = {row->answer_text, row->answer_text_len},
					     .answer_start = (size_t)row->answer_start,
					     .answer_end = (size_t)row->answer_end,
					     .model_in_loop = {row->model, row->model_len}};
	add_further(x, row->further, row->further_len);
	x->kept[x->n++].bytes = bytes;
	check_model(x, row);
}

static int stream(struct export *x, bool by_passage)
{
	const char *split = release_split_name[x->split];
	struct q_release_question_row row;
	void *bytes;
	int got;

	if (pg_stream_begin(x->job->pg, by_passage ? q_release_rows_by_passage(.release = x->job->id, .split = split,
									       .seed = x->job->about.seed)
						   : q_release_rows(.release = x->job->id, .split = split)) != 0)
		return CLI_FAILED;
	while ((got = q_release_question_next(x->job->pg, &bytes, &row)) > 0) {
		add_row(x, bytes, &row);
		if (++x->done % STEP_ROWS == 0)
			release_step(x->job, "writing", x->done, x->job->rows);
	}
	end_passage(x);
	return got == 0 ? CLI_OK : CLI_FAILED;
}

static int open_writers(struct export *x)
{
	char err[OUTFILE_ERR_MAX];

	for (size_t i = 0; i < x->n_writers; i++) {
		struct writer *w = &x->writers[i];

		w->file = outfile_open(x->job->folder, w->path.p, w->format->gzip, err);
		if (w->file == NULL)
			return cli_fail("in %s: %s.", x->job->partial, err);
		w->state = xcalloc(1, w->format->state + 1);
		w->format->begin(w->state, &x->job->about, x->split, &w->out);
	}
	return CLI_OK;
}

static int close_writers(struct export *x)
{
	char err[OUTFILE_ERR_MAX], sha256[65];
	int64_t bytes;

	for (size_t i = 0; i < x->n_writers; i++) {
		struct writer *w = &x->writers[i];

		w->format->end(w->state, &w->out);
		write_out(w);
		if (w->format == &release_mrqa &&
		    release_files_left_out(x->job, x->split, release_mrqa_left_out(w->state)))
			return CLI_FAILED;
		if (outfile_close(&w->file, &bytes, sha256, err) != 0)
			return cli_fail("in %s: %s.", x->job->partial, err);
		/* What the gate has found must be found again by whoever goes on after a kill. */
		if (x->beaten == 0 && release_files_add(x->job, w->path.p, bytes, sha256) != CLI_OK)
			return CLI_FAILED;
	}
	return CLI_OK;
}

static void release_writers_free(struct export *x)
{
	for (size_t i = 0; i < x->n_writers; i++) {
		struct writer *w = &x->writers[i];

		outfile_abandon(&w->file);
		free(w->state);
		buf_release(&w->path);
		buf_release(&w->out);
	}
	forget_rows(x);
	free(x->rows);
	free(x->kept);
	buf_release(&x->title);
}

static bool wants_rows(const struct release_format *format)
{
	return format == &release_hf;
}

/* The formats of this pass, with their paths; true if one of them is not written yet. */
static bool choose_writers(struct export *x, bool by_passage)
{
	const struct release_format *all[RELEASE_WRITERS_MAX];
	size_t n = release_writers(&x->job->about, x->split, all);
	bool missing = false;

	for (size_t i = 0; i < n; i++) {
		struct writer *w = &x->writers[x->n_writers];

		if (x->job->about.combined && wants_rows(all[i]) == by_passage)
			continue;
		w->format = all[i];
		all[i]->path(&w->path, x->job->about.name, x->split);
		missing |= !release_files_have(x->job, w->path.p);
		x->n_writers++;
	}
	return missing;
}

/* A file that is finished is not begun again, so the others of its pass are written without it. */
static void leave_out_finished(struct export *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_writers; i++) {
		if (release_files_have(x->job, x->writers[i].path.p))
			buf_release(&x->writers[i].path);
		else
			x->writers[n++] = x->writers[i];
	}
	x->n_writers = n;
}

static int export_pass(struct release_job *job, enum release_split split, bool by_passage, int64_t *done)
{
	struct export x = {.job = job, .split = split, .done = *done};
	int rc = CLI_OK;

	if (choose_writers(&x, by_passage)) {
		leave_out_finished(&x);
		rc = open_writers(&x);
		if (rc == CLI_OK)
			rc = stream(&x, by_passage);
		if (rc == CLI_OK)
			rc = close_writers(&x);
	}
	release_writers_free(&x);
	*done = x.done;
	return rc;
}

int release_export(struct release_job *job)
{
	double start = release_seconds();
	struct pg_rows *rows;
	int64_t done = 0;
	int rc = CLI_OK;

	if ((job->pg = cli_db()) == NULL || (rows = pg_query(job->pg, q_release_hurry())) == NULL)
		return CLI_FAILED;
	pg_rows_free(&rows);
	for (int s = 0; s < RELEASE_SPLITS && rc == CLI_OK; s++) {
		if (job->about.combined)
			rc = export_pass(job, s, true, &done);
		if (rc == CLI_OK)
			rc = export_pass(job, s, false, &done);
	}
	job->export_s = release_seconds() - start;
	return rc;
}
