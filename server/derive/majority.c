/* dataset majority: one answer a question, by vote. */
#include "majority.h"

#include <stdlib.h>
#include <string.h>

#include "beat/text.h"
#include "job.h"

static bool same(const struct text_norm *a, const struct text_norm *b)
{
	return a->joined_n == b->joined_n && memcmp(a->joined, b->joined, a->joined_n) == 0;
}

size_t majority_of(const struct dataset_answer *answers, size_t n)
{
	struct text_norm *norms = xcalloc(n + 1, sizeof(*norms));
	size_t best = 0, most = 0;

	for (size_t i = 0; i < n; i++)
		text_normalise(answers[i].text, answers[i].text_n, &norms[i]);
	for (size_t i = 0; i < n; i++) {
		size_t votes = 0;

		for (size_t k = 0; k < n; k++)
			votes += same(&norms[i], &norms[k]);
		if (votes > most) { /* the earlier one keeps it when there are as many */
			most = votes;
			best = i;
		}
	}
	for (size_t i = 0; i < n; i++)
		text_norm_release(&norms[i]);
	free(norms);
	return best;
}

struct voting {
	struct derived *out;
	struct dataset_question *chosen;
	size_t room;
	long long changed; /* questions whose first answer lost */
};

static int vote(void *arg, const struct dataset_passage *p)
{
	struct voting *v = arg;

	if (p->n_questions > v->room) {
		v->room = 2 * p->n_questions;
		v->chosen = xrealloc(v->chosen, v->room * sizeof(*v->chosen));
	}
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];
		size_t best = majority_of(q->answers, q->n_answers);

		v->changed += best != 0;
		v->chosen[i] = *q;
		v->chosen[i].answers = &q->answers[best];
		v->chosen[i].n_answers = 1;
	}
	return derived_add(v->out, p, v->chosen, p->n_questions);
}

int derive_majority(const struct derive *d)
{
	struct voting v = {0};
	struct buf record = BUF_INIT;
	struct job j;
	int rc = job_open(&j, d, "majority");

	j.rule =
	    "Of each question's answers the one that most annotators gave, compared by SQuAD's normal form; of equally "
	    "many the one of the earlier annotator; its words are those of the first who gave it.";
	if (rc == CLI_OK && !(v.out = derived_open(&j, d->out)))
		rc = CLI_FAILED;
	if (rc == CLI_OK)
		rc = job_read(&j, 0, vote, &v);
	if (rc == CLI_OK) {
		buf_addf(&j.notes, "%lld of %lld questions have another answer than their first.\n", v.changed,
			 (long long)derived_counts(v.out)->questions);
		buf_addf(&record, "%s" DERIVE_RECORD, d->out);
		rc = job_publish(&j, record.p);
	}
	buf_release(&record);
	job_close(&j);
	free(v.chosen);
	return rc;
}
