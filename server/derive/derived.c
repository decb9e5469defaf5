/* Outputs of an operation: see job.h. Passages that follow each other with the same title and text (rows of the Hugging
 * Face layout) are one passage: they are held until another comes. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/corpus.h"
#include "beat/folder.h"
#include "beat/outfile.h"
#include "beat/release.h"
#include "beat/span.h"
#include "beat/text.h"
#include "job.h"

/* A passage being held, with copies of its texts. */
struct held {
	char **texts;
	size_t n_texts, texts_room;
	struct release_row *rows;
	struct release_answer *answers; /* `more` of the rows, one after the other */
	size_t n_rows, rows_room, n_answers, answers_room;
	struct release_text title, context;
	bool has_title;
	struct job_key title_key, context_key;
};

struct derived {
	struct job *j;
	char *path, *folder, *base, *partial;
	const struct release_format *format;
	void *state;
	int fd;
	struct outfile *file;
	struct buf bytes;
	struct held held;
	struct job_key title; /* of the passage written last */
	struct job_set titles;
	struct job_counts counts;
	int64_t astray, left_out, size;
	char sha256[65];
};

static const struct release_format *format_of(const char *name)
{
	static const struct release_format *const all[] = {&release_squad, &release_hf, &release_mrqa, NULL};
	const struct release_format *const *f = all;

	while (*f && strcmp((*f)->name, name) != 0)
		f++;
	return *f;
}

/* Would it stand where an input stands? */
static bool is_input(const struct job *j, const char *path)
{
	struct stat a, b;

	if (stat(path, &a) != 0)
		return false;
	for (size_t i = 0; i < j->n_inputs; i++) {
		if (stat(j->inputs[i].path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
			return true;
	}
	return false;
}

static int open_file(struct derived *out)
{
	size_t n = strlen(out->base);
	char why[FOLDER_ERR_MAX], err[OUTFILE_ERR_MAX];

	if (is_input(out->j, out->path))
		return cli_fail("dataset: %s is an input of this command: name another file to write.", out->path);
	if (folder_exists(out->path) && folder_open(out->path, &out->fd, why) == 0)
		return cli_fail("dataset: %s is a folder: --out names the file to write.", out->path);
	if (folder_make(out->folder, why) || folder_open(out->folder, &out->fd, why))
		return cli_fail("dataset: %s.", why);
	out->file = outfile_open(out->fd, out->partial, n > 3 && strcmp(out->base + n - 3, ".gz") == 0, err);
	return out->file ? CLI_OK : cli_fail("dataset: %s.", err);
}

struct derived *derived_open(struct job *j, const char *path)
{
	struct derived *out = xcalloc(1, sizeof(*out));
	char *a = xstrdup(path), *b = xstrdup(path), *stem;
	struct release_about about = {0};
	struct buf partial = BUF_INIT;

	out->j = j;
	out->path = xstrdup(path);
	out->folder = xstrdup(dirname(a));
	out->base = xstrdup(basename(b));
	free(a);
	free(b);
	buf_addf(&partial, "%s%s", out->base, RELEASE_UNDER_WAY);
	out->partial = buf_detach(&partial);
	out->fd = -1;
	out->format = format_of(j->d->format);
	out->state = xcalloc(1, out->format->state + 1);
	j->outputs = xrealloc(j->outputs, (j->n_outputs + 1) * sizeof(struct derived *));
	j->outputs[j->n_outputs++] = out;
	if (open_file(out) != CLI_OK)
		return NULL;
	stem = corpus_stem(out->base);
	about.name = stem;
	out->format->begin(out->state, &about, RELEASE_SPLITS, &out->bytes);
	free(stem);
	return out;
}

static struct release_text hold(struct held *h, const char *p, size_t n)
{
	char *copy = xmemdup0(p ? p : "", p ? n : 0);

	if (h->n_texts == h->texts_room) {
		h->texts_room = h->texts_room ? 2 * h->texts_room : 64;
		h->texts = xrealloc(h->texts, h->texts_room * sizeof(*h->texts));
	}
	h->texts[h->n_texts++] = copy;
	return (struct release_text){copy, p ? n : 0};
}

static void forget(struct held *h)
{
	for (size_t i = 0; i < h->n_texts; i++)
		free(h->texts[i]);
	h->n_texts = h->n_rows = h->n_answers = 0;
}

static bool same_key(struct job_key x, struct job_key y)
{
	return x.a == y.a && x.b == y.b;
}

/* Counts what was written: not what MRQA's cut left out. */
static void count(struct derived *out, const struct held *h)
{
	int64_t left_out = out->format == &release_mrqa ? release_mrqa_left_out(out->state) - out->left_out : 0;
	int64_t rows = (int64_t)h->n_rows - left_out;
	bool added = false;

	out->left_out += left_out;
	if (rows == 0)
		return;
	job_set_add(&out->titles, h->title_key, &added);
	out->counts.titles += added;
	out->counts.passages++;
	out->counts.questions += rows;
	out->counts.answers += rows + (int64_t)h->n_answers;
}

/* Writes what is held. */
static void let_go(struct derived *out)
{
	struct held *h = &out->held;
	struct release_passage p = {.split = RELEASE_SPLITS, .rows = h->rows, .n_rows = h->n_rows};
	size_t at = 0;

	if (h->n_rows == 0)
		return;
	for (size_t i = 0; i < h->n_rows; i++) {
		h->rows[i].more = h->answers ? &h->answers[at] : NULL;
		at += h->rows[i].n_more;
	}
	p.title = h->title;
	p.context = h->context;
	p.new_document = out->counts.passages == 0 || !same_key(out->title, h->title_key);
	out->title = h->title_key;
	out->format->passage(out->state, &p, &out->bytes);
	outfile_write(out->file, out->bytes.p, out->bytes.n);
	buf_clear(&out->bytes);
	count(out, h);
	forget(h);
}

/* Where an answer stands; one that does not is counted. */
static struct release_answer answer_of(struct derived *out, const struct dataset_passage *p,
				       const struct dataset_answer *a)
{
	size_t start = (size_t)a->start, end = start + text_length(a->text, a->text_n), len;
	const char *slice;
	struct release_answer r = {.start = start, .end = end};

	if (!span_slice(p->context, p->context_n, (struct span){start, end}, &slice, &len) || len != a->text_n ||
	    memcmp(slice, a->text, len) != 0)
		out->astray++;
	r.text = hold(&out->held, a->text, a->text_n);
	return r;
}

static void add_more(struct derived *out, const struct dataset_passage *p, const struct dataset_answer *a)
{
	struct held *h = &out->held;

	if (h->n_answers == h->answers_room) {
		h->answers_room = h->answers_room ? 2 * h->answers_room : 64;
		h->answers = xrealloc(h->answers, h->answers_room * sizeof(*h->answers));
	}
	h->answers[h->n_answers++] = answer_of(out, p, a);
}

/* MRQA has spans, which must be true, and spellings of one answer. */
static int check_mrqa(const struct derived *out, const struct dataset_question *q, int64_t astray)
{
	if (out->format != &release_mrqa)
		return CLI_OK;
	if (q->n_answers > 1 && !out->j->d->spellings)
		return cli_fail("dataset: question %.200s has the answers of several people, which MRQA has no place "
				"for: run 'beatctl dataset majority' first.",
				q->id);
	return out->astray == astray ? CLI_OK
				     : cli_fail("dataset: question %.200s: the passage does not have \"%.80s\" where "
						"answer_start says, which MRQA cannot hold.",
						q->id, q->answers[0].text);
}

/* Whether an answer before it has the same words. */
static bool is_told(const struct dataset_question *q, size_t at)
{
	for (size_t i = 0; i < at; i++) {
		if (q->answers[i].text_n == q->answers[at].text_n &&
		    memcmp(q->answers[i].text, q->answers[at].text, q->answers[at].text_n) == 0)
			return true;
	}
	return false;
}

static int add_row(struct derived *out, const struct dataset_passage *p, const struct dataset_question *q)
{
	struct held *h = &out->held;
	int64_t astray = out->astray;
	struct release_row row = {0};
	struct release_answer first;

	if (h->n_rows == h->rows_room) {
		h->rows_room = h->rows_room ? 2 * h->rows_room : 16;
		h->rows = xrealloc(h->rows, h->rows_room * sizeof(*h->rows));
	}
	first = answer_of(out, p, &q->answers[0]);
	row.id = hold(h, q->id, q->id_n);
	row.question = hold(h, q->text, q->text_n);
	row.answer = first.text;
	row.answer_start = first.start;
	row.answer_end = first.end;
	for (size_t i = 1; i < q->n_answers; i++) {
		if (out->format == &release_mrqa && is_told(q, i))
			continue;
		add_more(out, p, &q->answers[i]);
		row.n_more++;
	}
	h->rows[h->n_rows++] = row;
	return check_mrqa(out, q, astray);
}

static int add_passage(struct derived *out, const struct dataset_passage *p, const struct dataset_question *questions,
		       size_t n)
{
	struct held *h = &out->held;
	struct job_key context = job_key(p->context, p->context_n), title = job_title(p);
	int rc = CLI_OK;

	if (n == 0)
		return CLI_OK;
	if (!same_key(h->context_key, context) || !same_key(h->title_key, title))
		let_go(out);
	if (h->n_rows == 0) {
		h->title = hold(h, p->article->title, p->article->title_n);
		h->context = hold(h, p->context, p->context_n);
		h->title_key = title;
		h->context_key = context;
	}
	for (size_t i = 0; rc == CLI_OK && i < n; i++)
		rc = add_row(out, p, &questions[i]);
	return rc;
}

static bool is_marked(const char *context)
{
	return strncmp(context, "[DOC]", 5) == 0 || strncmp(context, "[TLE]", 5) == 0 ||
	       strncmp(context, "[PAR]", 5) == 0;
}

/* The same with marks before the context, and answers as much further. */
static int add_marked(struct derived *out, const struct dataset_passage *p, const struct dataset_question *questions,
		      size_t n)
{
	struct buf context = BUF_INIT;
	struct dataset_passage marked = *p;
	int rc = CLI_OK;
	size_t by;

	buf_addf(&context, "[DOC] [TLE] %s [PAR] ", p->article->title != NULL ? p->article->title : "");
	by = text_length(context.p, context.n);
	buf_add(&context, p->context, p->context_n);
	marked.context = context.p;
	marked.context_n = context.n;
	for (size_t i = 0; rc == CLI_OK && i < n; i++) {
		struct dataset_question q = questions[i];
		struct dataset_answer *answers = xcalloc(q.n_answers + 1, sizeof(*answers));

		for (size_t k = 0; k < q.n_answers; k++) {
			answers[k] = q.answers[k];
			answers[k].start += (int64_t)by;
		}
		q.answers = answers;
		rc = add_passage(out, &marked, &q, 1);
		free(answers);
	}
	buf_release(&context);
	return rc;
}

int derived_add(struct derived *out, const struct dataset_passage *p, const struct dataset_question *questions,
		size_t n)
{
	return out->j->d->marks && !is_marked(p->context) ? add_marked(out, p, questions, n)
							  : add_passage(out, p, questions, n);
}

int derived_finish(struct derived *out)
{
	char err[OUTFILE_ERR_MAX];

	let_go(out);
	out->format->end(out->state, &out->bytes);
	outfile_write(out->file, out->bytes.p, out->bytes.n);
	if (outfile_close(&out->file, &out->size, out->sha256, err))
		return cli_fail("dataset: %s.", err);
	return CLI_OK;
}

int derived_move(struct derived *out)
{
	if (renameat(out->fd, out->partial, out->fd, out->base) != 0)
		return cli_fail("dataset: could not write %s: %s.", out->path, strerror(errno));
	free(out->partial);
	out->partial = NULL;
	return CLI_OK;
}

const struct job_counts *derived_counts(struct derived *out)
{
	if (out->file)
		let_go(out);
	return &out->counts;
}

const char *derived_name(const struct derived *out)
{
	return out->base;
}

void derived_file(const struct derived *out, int64_t *bytes, const char **sha256)
{
	*bytes = out->size;
	*sha256 = out->sha256;
}

int64_t derived_astray(const struct derived *out)
{
	return out->astray;
}

int64_t derived_left_out(const struct derived *out)
{
	return out->left_out;
}

void derived_free(struct derived **ptr)
{
	struct derived *out = *ptr;

	outfile_abandon(&out->file);
	if (out->fd >= 0 && out->partial)
		unlinkat(out->fd, out->partial, 0);
	if (out->fd >= 0)
		close(out->fd);
	free(out->path);
	free(out->folder);
	free(out->base);
	free(out->partial);
	free(out->state);
	buf_release(&out->bytes);
	forget(&out->held);
	free(out->held.texts);
	free(out->held.rows);
	free(out->held.answers);
	job_set_release(&out->titles);
	free(out);
	*ptr = NULL;
}
