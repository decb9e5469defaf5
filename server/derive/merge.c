/* dataset merge: files one after the other, every id once. */
#include <stdlib.h>

#include "job.h"

struct merging {
	struct job *j;
	struct derived *out;
	struct job_set ids;
	bool skip;
	long long skipped;
	struct dataset_question *chosen;
	size_t room;
};

static int add(void *arg, const struct dataset_passage *p)
{
	struct merging *m = arg;
	size_t n = 0;

	if (p->n_questions > m->room) {
		m->room = 2 * p->n_questions;
		m->chosen = xrealloc(m->chosen, m->room * sizeof(*m->chosen));
	}
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];
		bool added;

		job_set_add(&m->ids, job_key(q->id, q->id_n), &added);
		if (added)
			m->chosen[n++] = *q;
		else if (m->skip)
			m->skipped++;
		else
			return cli_fail("dataset: the question id %.200s comes twice. With --skip-repeated the first "
					"of each is kept.",
					q->id);
	}
	return derived_add(m->out, p, m->chosen, n);
}

int derive_merge(const struct derive *d, bool skip_repeated)
{
	struct buf record = BUF_INIT;
	struct job j;
	struct merging m = {.j = &j, .skip = skip_repeated};
	int rc = job_open(&j, d, "merge");

	j.rule = skip_repeated ? "One after the other; of questions with the same id the first."
			       : "One after the other; no id comes twice.";
	if (skip_repeated)
		buf_adds(&j.options, " --skip-repeated");
	if (rc == CLI_OK && !(m.out = derived_open(&j, d->out)))
		rc = CLI_FAILED;
	if (rc == CLI_OK)
		rc = job_read_all(&j, add, &m);
	if (m.skipped)
		buf_addf(&j.notes, "%lld questions were left out: their id had come before.\n", m.skipped);
	buf_addf(&record, "%s" DERIVE_RECORD, d->out);
	if (rc == CLI_OK)
		rc = job_publish(&j, record.p);
	buf_release(&record);
	job_close(&j);
	job_set_release(&m.ids);
	free(m.chosen);
	return rc;
}
