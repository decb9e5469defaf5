/* dataset tidy: what is done to answers and documents after a collection without a model, each step counted: white
 * space around answers goes, answers that are none go with the questions that they leave bare, and documents with too
 * few questions a paragraph go whole. The first reading counts, the second writes. */
#include <stdlib.h>
#include <string.h>

#include "beat/text.h"
#include "job.h"

struct document {
	long long paragraphs, questions; /* questions that are left of it */
};

struct tidy {
	long least; /* questions a paragraph, on average */
	struct job_set titles, paragraphs;
	struct document *documents; /* by the number of the title, from 1 */
	size_t n_documents;
	struct derived *out;
	struct dataset_question *chosen; /* what is left of the passage at hand, with answers from the next */
	struct dataset_answer *answers;
	long long trimmed, malformed, bare; /* answers, answers, questions; of the last reading */
	struct job_set dropped;             /* titles that went */
};

/* Without white space at its ends; its place moves along. */
static bool trim(struct dataset_answer *a)
{
	size_t end = 0, points = 0, first = 0;
	bool begun = false;

	for (size_t at = 0, step; at < a->text_n; at += step, points++) {
		uint32_t c;

		step = text_decode(a->text + at, a->text_n - at, &c);
		if (text_is_space(c))
			continue;
		if (!begun) {
			first = at;
			a->start += (int64_t)points;
			begun = true;
		}
		end = at + step;
	}
	if (first == 0 && end == a->text_n)
		return false;
	a->text += first;
	a->text_n = begun ? end - first : 0;
	return true;
}

/* Nothing that counts, or the whole passage. */
static bool is_malformed(const struct dataset_answer *a, const struct dataset_passage *p)
{
	struct dataset_answer whole = {.text = p->context, .text_n = p->context_n};
	struct text_norm norm;
	bool empty;

	text_normalise(a->text, a->text_n, &norm);
	empty = norm.joined_n == 0;
	text_norm_release(&norm);
	trim(&whole);
	return empty || (a->text_n == whole.text_n && memcmp(a->text, whole.text, a->text_n) == 0);
}

/* What is left of a passage's questions, in chosen; they live until the next call. */
static size_t choose(struct tidy *t, const struct dataset_passage *p)
{
	size_t n = 0, room = 1, used = 0;

	for (size_t i = 0; i < p->n_questions; i++)
		room += p->questions[i].n_answers;
	t->chosen = xrealloc(t->chosen, (p->n_questions + 1) * sizeof(*t->chosen));
	t->answers = xrealloc(t->answers, room * sizeof(*t->answers));
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];
		size_t from = used;

		for (size_t k = 0; k < q->n_answers; k++) {
			t->answers[used] = q->answers[k];
			t->trimmed += trim(&t->answers[used]);
			if (is_malformed(&t->answers[used], p))
				t->malformed++;
			else
				used++;
		}
		t->bare += used == from;
		if (used == from)
			continue;
		t->chosen[n] = *q;
		t->chosen[n].answers = &t->answers[from];
		t->chosen[n++].n_answers = used - from;
	}
	return n;
}

static int count(void *arg, const struct dataset_passage *p)
{
	struct tidy *t = arg;
	struct job_key both[2] = {job_title(p), job_key(p->context, p->context_n)};
	bool added;
	size_t title = job_set_add(&t->titles, both[0], &added);

	if (title > t->n_documents) {
		t->documents = xrealloc(t->documents, title * sizeof(*t->documents));
		t->documents[title - 1] = (struct document){0};
		t->n_documents = title;
	}
	job_set_add(&t->paragraphs, job_key(both, sizeof(both)), &added);
	t->documents[title - 1].paragraphs += added;
	t->documents[title - 1].questions += (long long)choose(t, p);
	return 0;
}

static int keep(void *arg, const struct dataset_passage *p)
{
	struct tidy *t = arg;
	struct job_key title = job_title(p);
	const struct document *d = &t->documents[job_set_find(&t->titles, title) - 1];
	bool added;
	size_t n;

	if (d->questions < t->least * d->paragraphs) {
		job_set_add(&t->dropped, title, &added);
		return 0;
	}
	n = choose(t, p);
	return derived_add(t->out, p, t->chosen, n);
}

static void tell(const struct tidy *t, struct job *j)
{
	long long gone = 0;

	for (size_t i = 0; i < t->n_documents; i++) {
		if (t->documents[i].questions < t->least * t->documents[i].paragraphs)
			gone += t->documents[i].questions;
	}
	buf_addf(&j->notes, "White space was taken from %lld answers.\n", t->trimmed);
	buf_addf(&j->notes, "%lld malformed answers went, and %lld questions that had no other.\n", t->malformed,
		 t->bare);
	buf_addf(&j->notes,
		 "%zu of %zu documents had fewer than %ld questions a paragraph and went, with %lld questions.\n",
		 t->dropped.n, t->n_documents, t->least, gone);
}

static int tidy_up(struct tidy *t, struct job *j, const char *path)
{
	long long counted[3];
	int rc = job_read(j, 0, count, t);

	counted[0] = t->trimmed, counted[1] = t->malformed, counted[2] = t->bare;
	if (rc == CLI_OK && !(t->out = derived_open(j, path)))
		rc = CLI_FAILED;
	if (rc == CLI_OK)
		rc = job_read(j, 0, keep, t);
	t->trimmed = counted[0], t->malformed = counted[1], t->bare = counted[2];
	if (rc == CLI_OK && derived_counts(t->out)->questions == 0)
		rc = cli_fail("dataset: nothing is left of it: nothing was written.");
	return rc;
}

int derive_tidy(const struct derive *d, long least)
{
	struct tidy t = {.least = least};
	struct buf record = BUF_INIT;
	struct job j;
	int rc = job_open(&j, d, "tidy");

	j.rule =
	    "White space around answers is taken away; answers that are empty, only punctuation and articles, or the "
	    "whole passage go, and questions without another; then documents with fewer questions a paragraph, on "
	    "average, than asked for go whole.";
	buf_addf(&j.options, " --per-paragraph %ld", least);
	if (rc == CLI_OK)
		rc = tidy_up(&t, &j, d->out);
	if (rc == CLI_OK) {
		tell(&t, &j);
		buf_addf(&record, "%s" DERIVE_RECORD, d->out);
		rc = job_publish(&j, record.p);
	}
	buf_release(&record);
	job_close(&j);
	job_set_release(&t.titles);
	job_set_release(&t.paragraphs);
	job_set_release(&t.dropped);
	free(t.documents);
	free(t.chosen);
	free(t.answers);
	return rc;
}
