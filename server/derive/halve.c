/* dataset halve: two halves by title. The first reading weighs the titles, the second writes. */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "balance.h"
#include "job.h"

struct halving {
	struct job_set titles;
	struct balance_item *items; /* by the titles' numbers, less 1 */
	size_t room;
	struct job_key before; /* the passage before, with its title */
	bool begun;
	struct derived *half[2];
	const char *name;
};

static int weigh(void *arg, const struct dataset_passage *p)
{
	struct halving *h = arg;
	struct job_key title = job_title(p), text = job_key(p->context, p->context_n);
	struct job_key both = {text.a ^ title.a, text.b + title.b};
	bool added;
	size_t i = job_set_add(&h->titles, title, &added) - 1;

	if (i >= h->room) {
		h->room = 2 * i + 64;
		h->items = xrealloc(h->items, h->room * sizeof(*h->items));
	}
	if (added)
		h->items[i] = (struct balance_item){0};
	h->items[i].questions += (int64_t)p->n_questions;
	h->items[i].passages += p->n_questions && (!h->begun || both.a != h->before.a || both.b != h->before.b);
	h->begun = true;
	h->before = both;
	return 0;
}

static int hand_out(void *arg, const struct dataset_passage *p)
{
	struct halving *h = arg;
	size_t i = job_set_find(&h->titles, job_title(p));

	if (i == 0)
		return cli_fail("dataset: %s changed while it was read.", h->name);
	return derived_add(h->half[h->items[i - 1].side], p, p->questions, p->n_questions);
}

static void note_difference(struct job *j)
{
	const struct job_counts *a = derived_counts(j->outputs[0]), *b = derived_counts(j->outputs[1]);

	buf_addf(&j->notes, "The halves differ by %lld questions, %lld passages and %lld titles.\n",
		 llabs(a->questions - b->questions), llabs(a->passages - b->passages), llabs(a->titles - b->titles));
}

static int open_halves(struct job *j, struct halving *h, const char *const names[2])
{
	static const char *const endings[] = {"json", "jsonl"};

	for (int i = 0; i < 2; i++) {
		struct buf path = BUF_INIT;

		buf_addf(&path, "%s/%s.%s", j->d->out, names[i], endings[j->d->format[0] != 's']);
		h->half[i] = derived_open(j, path.p);
		buf_release(&path);
		if (!h->half[i])
			return CLI_FAILED;
	}
	return CLI_OK;
}

static int publish(struct job *j)
{
	struct buf record = BUF_INIT;
	int rc;

	note_difference(j);
	buf_addf(&record, "%s/halves" DERIVE_RECORD, j->d->out);
	rc = job_publish(j, record.p);
	buf_release(&record);
	return rc;
}

int derive_halve(const struct derive *d, const char *const names[2])
{
	struct halving h = {.name = d->inputs[0]};
	struct job j;
	struct stat st;
	int rc = job_open(&j, d, "halve");

	j.rule = "Two halves that share no title. Titles are dealt so that the halves differ as little as was found in "
		 "questions and passages, from random halves drawn by the seed.";
	buf_addf(&j.options, " --names %s,%s", names[0], names[1]);
	if (rc == CLI_OK && stat(d->out, &st) == 0 && !S_ISDIR(st.st_mode))
		rc = cli_fail("dataset: %s is a file: --out names the folder for the two halves.", d->out);
	if (rc == CLI_OK)
		rc = job_read(&j, 0, weigh, &h);
	if (rc == CLI_OK && h.titles.n < 2)
		rc = cli_fail("dataset: %s has %zu title%s: there is nothing to halve by.", d->inputs[0], h.titles.n,
			      h.titles.n == 1 ? "" : "s");
	if (rc == CLI_OK) {
		balance_halves(h.items, h.titles.n, d->seed);
		rc = open_halves(&j, &h, names);
	}
	if (rc == CLI_OK)
		rc = job_read(&j, 0, hand_out, &h);
	if (rc == CLI_OK)
		rc = publish(&j);
	job_close(&j);
	job_set_release(&h.titles);
	free(h.items);
	return rc;
}
