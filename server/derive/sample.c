/* dataset sample: so many questions, drawn by the seed. Each question has a rank of its own, by the seed and its id;
 * those of the smallest are drawn, so the order of the file does not matter. The first reading finds the largest rank
 * that is still in, the second writes. */
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "lots.h"

struct draw {
	struct job *j;
	struct job_set passages; /* of the other file */
	bool any_passage;
	struct lots lots;
	struct derived *out;
	struct dataset_question *chosen;
	size_t room;
};

static bool on_passage_wanted(const struct draw *d, const struct dataset_passage *p)
{
	return d->any_passage || job_set_find(&d->passages, job_key(p->context, p->context_n));
}

static int remember(void *arg, const struct dataset_passage *p)
{
	struct draw *d = arg;
	bool added;

	job_set_add(&d->passages, job_key(p->context, p->context_n), &added);
	return 0;
}

static int look(void *arg, const struct dataset_passage *p)
{
	struct draw *d = arg;

	for (size_t i = 0; on_passage_wanted(d, p) && i < p->n_questions; i++)
		lots_offer(&d->lots, p->questions[i].id, p->questions[i].id_n);
	return 0;
}

static int take(void *arg, const struct dataset_passage *p)
{
	struct draw *d = arg;
	size_t n = 0;

	if (!on_passage_wanted(d, p))
		return 0;
	if (p->n_questions > d->room) {
		d->room = 2 * p->n_questions;
		d->chosen = xrealloc(d->chosen, d->room * sizeof(*d->chosen));
	}
	for (size_t i = 0; i < p->n_questions; i++) {
		if (lots_drawn(&d->lots, p->questions[i].id, p->questions[i].id_n))
			d->chosen[n++] = p->questions[i];
	}
	return derived_add(d->out, p, d->chosen, n);
}

static int choose(struct draw *d, const char *from)
{
	struct job *j = d->j;
	int rc = from ? job_input_add(j, from, "passages") : CLI_OK;

	if (rc == CLI_OK && from)
		rc = job_read(j, j->n_inputs - 1, remember, d);
	if (rc == CLI_OK)
		rc = job_read(j, 0, look, d);
	if (rc == CLI_OK && d->lots.n < d->lots.wanted)
		rc = cli_fail("dataset: %s has %zu question%s%s%s, not %zu: ask for fewer.", j->inputs[0].name,
			      d->lots.n, d->lots.n == 1 ? "" : "s", from ? " on passages of " : "",
			      from ? j->inputs[1].name : "", d->lots.wanted);
	if (rc == CLI_OK)
		buf_addf(&j->notes, "Drawn from %llu questions.\n", (unsigned long long)d->lots.seen);
	return rc;
}

int derive_sample(const struct derive *o, long questions, const char *from)
{
	struct buf record = BUF_INIT;
	struct job j;
	struct draw d = {.j = &j, .any_passage = !from};
	int rc = job_open(&j, o, "sample");

	j.rule = "Each question has a rank, SHA-256 of the seed, a zero byte and its id; those with the smallest are "
		 "drawn and stay in the order "
		 "of the file.";
	buf_addf(&j.options, " --questions %ld", questions);
	lots_begin(&d.lots, o->seed, (size_t)questions);
	if (rc == CLI_OK)
		rc = choose(&d, from);
	if (rc == CLI_OK && from)
		buf_addf(&j.options, " --from-passages %s", j.inputs[1].name);
	if (rc == CLI_OK && !(d.out = derived_open(&j, o->out)))
		rc = CLI_FAILED;
	if (rc == CLI_OK) {
		lots_close(&d.lots);
		rc = job_read(&j, 0, take, &d);
	}
	buf_addf(&record, "%s" DERIVE_RECORD, o->out);
	if (rc == CLI_OK)
		rc = job_publish(&j, record.p);
	buf_release(&record);
	job_close(&j);
	job_set_release(&d.passages);
	lots_release(&d.lots);
	free(d.chosen);
	return rc;
}
