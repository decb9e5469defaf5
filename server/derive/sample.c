/* dataset sample: so many questions, drawn by the seed. Each question has a rank of its own, by the seed and its id;
 * those of the smallest are drawn, so the order of the file does not matter. The first reading finds the largest rank
 * that is still in, the second writes. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "job.h"

/* A question's place in the draw; equal ranks are in the order of the file. */
struct lot {
	uint64_t rank, at;
};

struct draw {
	struct job *j;
	struct job_set passages; /* of the other file */
	bool any_passage;
	struct lot *heap; /* the smallest so far, the largest of them first */
	size_t n, wanted;
	uint64_t seen; /* questions that could be drawn */
	struct lot last;
	struct buf name;
	struct derived *out;
	struct dataset_question *chosen;
	size_t room;
};

static bool before(struct lot a, struct lot b)
{
	return a.rank != b.rank ? a.rank < b.rank : a.at < b.at;
}

static void sift_up(struct draw *d, size_t i)
{
	while (i > 0 && before(d->heap[(i - 1) / 2], d->heap[i])) {
		struct lot t = d->heap[i];

		d->heap[i] = d->heap[(i - 1) / 2];
		d->heap[(i - 1) / 2] = t;
		i = (i - 1) / 2;
	}
}

static void sift_down(struct draw *d)
{
	for (size_t i = 0, c; (c = 2 * i + 1) < d->n; i = c) {
		struct lot t = d->heap[i];

		c += c + 1 < d->n && before(d->heap[c], d->heap[c + 1]);
		if (!before(t, d->heap[c]))
			return;
		d->heap[i] = d->heap[c];
		d->heap[c] = t;
	}
}

static void offer(struct draw *d, struct lot lot)
{
	if (d->n < d->wanted) {
		d->heap[d->n++] = lot;
		sift_up(d, d->n - 1);
	} else if (before(lot, d->heap[0])) {
		d->heap[0] = lot;
		sift_down(d);
	}
}

/* The first eight bytes of SHA-256(seed, NUL, id). */
static struct lot lot_of(struct draw *d, const struct dataset_question *q)
{
	uint8_t digest[CRYPTO_SHA256_LEN];
	struct lot lot = {.at = d->seen++};

	buf_clear(&d->name);
	buf_add(&d->name, d->j->d->seed, strlen(d->j->d->seed) + 1);
	buf_add(&d->name, q->id, q->id_n);
	crypto_sha256(d->name.p, d->name.n, digest);
	for (int i = 0; i < 8; i++)
		lot.rank = lot.rank << 8 | digest[i];
	return lot;
}

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
		offer(d, lot_of(d, &p->questions[i]));
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
		if (!before(d->last, lot_of(d, &p->questions[i])))
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
	if (rc == CLI_OK && d->n < d->wanted)
		rc = cli_fail("dataset: %s has %zu question%s%s%s, not %zu: ask for fewer.", j->inputs[0].name, d->n,
			      d->n == 1 ? "" : "s", from ? " on passages of " : "", from ? j->inputs[1].name : "",
			      d->wanted);
	if (rc == CLI_OK)
		buf_addf(&j->notes, "Drawn from %llu questions.\n", (unsigned long long)d->seen);
	return rc;
}

int derive_sample(const struct derive *o, long questions, const char *from)
{
	struct buf record = BUF_INIT;
	struct job j;
	struct draw d = {.j = &j, .any_passage = !from, .wanted = (size_t)questions};
	int rc = job_open(&j, o, "sample");

	j.rule = "Each question has a rank, SHA-256 of the seed, a zero byte and its id; those with the smallest are "
		 "drawn and stay in the order "
		 "of the file.";
	buf_addf(&j.options, " --questions %ld", questions);
	d.heap = xcalloc(d.wanted, sizeof(*d.heap));
	if (rc == CLI_OK)
		rc = choose(&d, from);
	if (rc == CLI_OK && from)
		buf_addf(&j.options, " --from-passages %s", j.inputs[1].name);
	if (rc == CLI_OK && !(d.out = derived_open(&j, o->out)))
		rc = CLI_FAILED;
	if (rc == CLI_OK) {
		d.last = d.heap[0];
		d.seen = 0;
		rc = job_read(&j, 0, take, &d);
	}
	buf_addf(&record, "%s" DERIVE_RECORD, o->out);
	if (rc == CLI_OK)
		rc = job_publish(&j, record.p);
	buf_release(&record);
	job_close(&j);
	job_set_release(&d.passages);
	buf_release(&d.name);
	free(d.heap);
	free(d.chosen);
	return rc;
}
