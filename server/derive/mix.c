/* lab mrqa mix: at most so many questions of each set, in one file and in random order. Those of a set that are drawn
 * have the smallest ranks by the seed and their ids, as in `dataset sample`. What is drawn waits in a temporary file,
 * of which only the places are in memory, and comes out one question at a time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/rng.h"
#include "job.h"
#include "lots.h"

struct mixing {
	struct job *j;
	struct lots lots; /* of the set being read */
	struct job_set ids;
	FILE *waiting;
	long *places;
	size_t n, room;
	struct buf record;
};

static void put_text(struct buf *b, const char *p, size_t n)
{
	uint32_t length = p != NULL ? (uint32_t)n : UINT32_MAX;

	buf_add(b, &length, sizeof(length));
	if (p != NULL)
		buf_add(b, p, n);
	buf_add(b, "", 1); /* texts of datasets end with NUL */
}

static int fails(void)
{
	return cli_fail("lab mrqa: the file of questions that wait for their turn: %s (TMPDIR names another folder).",
			strerror(errno));
}

static int put_question(struct mixing *m, const struct dataset_passage *p, const struct dataset_question *q)
{
	struct buf *b = &m->record;
	uint32_t answers = (uint32_t)q->n_answers, bytes;
	uint32_t article = (uint32_t)p->article->number;

	buf_clear(b);
	buf_add(b, &article, sizeof(article));
	put_text(b, p->article->title, p->article->title_n);
	put_text(b, p->context, p->context_n);
	put_text(b, q->id, q->id_n);
	put_text(b, q->text, q->text_n);
	buf_add(b, &answers, sizeof(answers));
	for (size_t i = 0; i < q->n_answers; i++) {
		buf_add(b, &q->answers[i].start, sizeof(q->answers[i].start));
		put_text(b, q->answers[i].text, q->answers[i].text_n);
	}
	if (m->n == m->room) {
		m->room = m->room == 0 ? 1024 : 2 * m->room;
		m->places = xrealloc(m->places, m->room * sizeof(*m->places));
	}
	m->places[m->n++] = ftell(m->waiting);
	bytes = (uint32_t)b->n;
	return fwrite(&bytes, sizeof(bytes), 1, m->waiting) == 1 && fwrite(b->p, b->n, 1, m->waiting) == 1 ? CLI_OK
													   : fails();
}

static int look(void *arg, const struct dataset_passage *p)
{
	struct mixing *m = arg;

	for (size_t i = 0; i < p->n_questions; i++)
		lots_offer(&m->lots, p->questions[i].id, p->questions[i].id_n);
	return 0;
}

static int take(void *arg, const struct dataset_passage *p)
{
	struct mixing *m = arg;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < p->n_questions; i++)
		if (lots_drawn(&m->lots, p->questions[i].id, p->questions[i].id_n)) {
			bool added;

			job_set_add(&m->ids, job_key(p->questions[i].id, p->questions[i].id_n), &added);
			rc = added ? put_question(m, p, &p->questions[i])
				   : cli_fail("lab mrqa: the question id %.200s comes twice.", p->questions[i].id);
		}
	return rc;
}

/* --- out again */

struct unpacking {
	const char *p;
};

static const char *get_text(struct unpacking *u, size_t *n)
{
	const char *text;
	uint32_t length;

	memcpy(&length, u->p, sizeof(length));
	u->p += sizeof(length);
	*n = length == UINT32_MAX ? 0 : length;
	text = length == UINT32_MAX ? NULL : u->p;
	u->p += *n + 1;
	return text;
}

static int give_question(struct mixing *m, struct derived *out)
{
	struct unpacking u = {m->record.p};
	struct dataset_article article = {0};
	struct dataset_passage p = {.article = &article};
	struct dataset_question q = {0};
	struct dataset_answer *answers;
	uint32_t n, number;
	int rc;

	memcpy(&number, u.p, sizeof(number));
	u.p += sizeof(number);
	article.number = number;
	article.title = get_text(&u, &article.title_n);
	p.context = get_text(&u, &p.context_n);
	q.id = get_text(&u, &q.id_n);
	q.text = get_text(&u, &q.text_n);
	memcpy(&n, u.p, sizeof(n));
	u.p += sizeof(n);
	answers = xcalloc(n + 1, sizeof(*answers));
	for (uint32_t i = 0; i < n; i++) {
		memcpy(&answers[i].start, u.p, sizeof(answers[i].start));
		u.p += sizeof(answers[i].start);
		answers[i].text = get_text(&u, &answers[i].text_n);
	}
	q.answers = answers;
	q.n_answers = n;
	rc = derived_add(out, &p, &q, 1);
	free(answers);
	return rc;
}

static int give_all(struct mixing *m, struct derived *out)
{
	struct cli_progress bar = {.what = "questions", .total = (long long)m->n};
	struct rng r = rng_seeded(strtoull(m->j->d->seed, NULL, 10), "mixing");
	int rc = fflush(m->waiting) == 0 ? CLI_OK : fails();

	rng_shuffle(&r, m->places, m->n, sizeof(*m->places));
	for (size_t i = 0; rc == CLI_OK && i < m->n; i++) {
		uint32_t bytes;

		if (fseek(m->waiting, m->places[i], SEEK_SET) != 0 || fread(&bytes, sizeof(bytes), 1, m->waiting) != 1)
			return fails();
		buf_clear(&m->record);
		buf_reserve(&m->record, bytes + 1);
		if (fread(m->record.p, bytes, 1, m->waiting) != 1)
			return fails();
		rc = give_question(m, out);
		cli_progress_show(&bar, (long long)i + 1);
	}
	cli_progress_end(&bar);
	return rc;
}

static int draw(struct mixing *m, long most)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < m->j->d->n_inputs; i++) {
		lots_begin(&m->lots, m->j->d->seed, (size_t)most);
		rc = job_read(m->j, i, look, m);
		if (rc == CLI_OK) {
			buf_addf(&m->j->notes, "Of %s %zu of %llu questions.\n", m->j->inputs[i].name, m->lots.n,
				 (unsigned long long)m->lots.seen);
			lots_close(&m->lots);
			rc = job_read(m->j, i, take, m);
		}
		lots_release(&m->lots);
	}
	return rc;
}

int derive_mix(const struct derive *d, long most)
{
	struct job j;
	struct mixing m = {.j = &j, .waiting = tmpfile()};
	struct buf record = BUF_INIT;
	struct derived *out = NULL;
	int rc = job_open(&j, d, "mix");

	j.tool = "lab mrqa";
	j.rule = "At most so many questions of each set, those whose SHA-256 of the seed, a zero byte and the id is "
		 "smallest; "
		 "all of them in random order, one question a passage.";
	buf_addf(&j.options, " --most %ld", most);
	if (rc == CLI_OK && m.waiting == NULL)
		rc = fails();
	if (rc == CLI_OK)
		rc = draw(&m, most);
	if (rc == CLI_OK && (out = derived_open(&j, d->out)) == NULL)
		rc = CLI_FAILED;
	if (rc == CLI_OK)
		rc = give_all(&m, out);
	buf_addf(&record, "%s" DERIVE_RECORD, d->out);
	if (rc == CLI_OK)
		rc = job_publish(&j, record.p);
	job_close(&j);
	if (m.waiting != NULL)
		fclose(m.waiting);
	free(m.places);
	job_set_release(&m.ids);
	buf_release(&m.record);
	buf_release(&record);
	return rc;
}
