/* expert_draw: so many questions of a dataset. Each has a rank by the seed and its id, so that the order of the file
 * does not matter. The file is read twice: for the ranks, then for the texts. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/expert.h"
#include "beat/text.h"

struct draw {
	const char *seed;
	struct jw *w;
	uint64_t *ranks;
	size_t n, room, wanted, taken;
	uint64_t last; /* the largest rank that is drawn */
	struct buf name;
};

/* The first eight bytes of SHA-256(seed, NUL, id). */
static uint64_t rank_of(struct draw *d, const struct dataset_question *q)
{
	uint8_t digest[CRYPTO_SHA256_LEN];
	uint64_t rank = 0;

	buf_clear(&d->name);
	buf_add(&d->name, d->seed, strlen(d->seed) + 1);
	buf_add(&d->name, q->id, q->id_n);
	crypto_sha256(d->name.p, d->name.n, digest);
	for (int i = 0; i < 8; i++)
		rank = rank << 8 | digest[i];
	return rank;
}

/* What the database could not hold is not drawn. */
static bool can_be_asked(const struct dataset_passage *p, const struct dataset_question *q)
{
	bool plain = strlen(p->context) == p->context_n && strlen(q->text) == q->text_n && strlen(q->id) == q->id_n;

	for (size_t i = 0; i < q->n_answers; i++)
		plain &= strlen(q->answers[i].text) == q->answers[i].text_n;
	return plain && q->n_answers > 0;
}

static int look(void *arg, const struct dataset_passage *p)
{
	struct draw *d = arg;

	for (size_t i = 0; i < p->n_questions; i++) {
		if (!can_be_asked(p, &p->questions[i]))
			continue;
		if (d->n == d->room)
			d->ranks = xrealloc(d->ranks, (d->room = 2 * d->room + 64) * sizeof(*d->ranks));
		d->ranks[d->n++] = rank_of(d, &p->questions[i]);
	}
	return 0;
}

static void put_answers(struct jw *w, const struct dataset_question *q)
{
	jw_key(w, "answers");
	jw_open(w, '[');
	for (size_t i = 0; i < q->n_answers; i++) {
		jw_open(w, '{');
		jw_kstr(w, "text", q->answers[i].text);
		if (q->answers[i].start >= 0)
			jw_kint(w, "start", q->answers[i].start);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static int take(void *arg, const struct dataset_passage *p)
{
	struct draw *d = arg;

	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];

		if (!can_be_asked(p, q) || d->taken == d->wanted || rank_of(d, q) > d->last)
			continue;
		d->taken++;
		jw_open(d->w, '{');
		jw_kstr(d->w, "ref", q->id);
		jw_kstr(d->w, "title", p->article->title ? p->article->title : "");
		jw_kstr(d->w, "passage", p->context);
		jw_kstr(d->w, "question", q->text);
		put_answers(d->w, q);
		jw_close(d->w, '}');
	}
	return 0;
}

static int by_rank(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static int choose(struct draw *d, const struct eval_dataset *set)
{
	const struct dataset_sink sink = {.arg = d, .passage = look};
	int rc = eval_read(set->path, DATASET_ALL, &sink);

	if (rc != CLI_OK)
		return rc;
	if (d->n < d->wanted)
		return cli_fail("expert: %s has %zu question%s, not %zu: ask for fewer.", set->path, d->n,
				d->n == 1 ? "" : "s", d->wanted);
	qsort(d->ranks, d->n, sizeof(*d->ranks), by_rank);
	d->last = d->ranks[d->wanted - 1];
	return CLI_OK;
}

int expert_draw(struct jw *w, const struct eval_dataset *set, const char *seed, size_t questions)
{
	struct draw d = {.seed = seed, .w = w, .wanted = questions};
	const struct dataset_sink sink = {.arg = &d, .passage = take};
	struct buf name = BUF_INIT;
	int rc = choose(&d, set);

	buf_addf(&name, "%s%s%s", set->name, *set->split ? " " : "", set->split);
	jw_open(w, '{');
	jw_kstr(w, "name", name.p);
	jw_kstr(w, "source", set->path);
	jw_key(w, "items");
	jw_open(w, '[');
	if (rc == CLI_OK)
		rc = eval_read(set->path, DATASET_ALL, &sink);
	jw_close(w, ']');
	jw_close(w, '}');
	buf_release(&name);
	buf_release(&d.name);
	free(d.ranks);
	return rc;
}
