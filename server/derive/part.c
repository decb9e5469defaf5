/* lab mrqa part: a set in parts of about so many questions, no passage in two of them. A passage has a rank by the seed
 * and its text; the parts are filled one after the other in the order of ranks, so the order of the file does not
 * matter, and files with the same passages never share one between parts. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "job.h"

struct part_passage {
	uint64_t rank;
	size_t number;     /* of job_set, from 1 */
	int64_t questions; /* of all that stand on it */
	size_t part;       /* n_parts: of none */
};

struct parting {
	struct job *j;
	struct job_set texts;
	struct part_passage *passages;
	size_t room;
	struct buf name;
	const struct derive_parts *parts;
};

static uint64_t rank_of(struct parting *s, const struct dataset_passage *p)
{
	uint8_t digest[CRYPTO_SHA256_LEN];
	uint64_t rank = 0;

	buf_clear(&s->name);
	buf_add(&s->name, s->j->d->seed, strlen(s->j->d->seed) + 1);
	buf_add(&s->name, p->context, p->context_n);
	crypto_sha256(s->name.p, s->name.n, digest);
	for (int i = 0; i < 8; i++)
		rank = rank << 8 | digest[i];
	return rank;
}

static int weigh(void *arg, const struct dataset_passage *p)
{
	struct parting *s = arg;
	bool added;
	size_t number = job_set_add(&s->texts, job_key(p->context, p->context_n), &added);

	if (s->texts.n > s->room) {
		s->room = 2 * s->texts.n;
		s->passages = xrealloc(s->passages, s->room * sizeof(*s->passages));
	}
	if (added)
		s->passages[number - 1] = (struct part_passage){.rank = rank_of(s, p), .number = number};
	s->passages[number - 1].questions += (int64_t)p->n_questions;
	return 0;
}

static int by_rank(const void *a, const void *b)
{
	const struct part_passage *x = a, *y = b;

	return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank)
				  : (x->number > y->number) - (x->number < y->number);
}

static int by_number(const void *a, const void *b)
{
	const struct part_passage *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

/* A part takes passages until it has its questions; the last part of size 0 takes what is left. */
static int deal(struct parting *s)
{
	const struct derive_part *parts = s->parts->v;
	size_t part = 0, n = parts != NULL ? s->parts->n : 0;
	int64_t have = 0;

	qsort(s->passages, s->texts.n, sizeof(*s->passages), by_rank);
	for (size_t i = 0; i < s->texts.n; i++) {
		s->passages[i].part = part;
		have += s->passages[i].questions;
		if (part < n && parts[part].questions > 0 && have >= parts[part].questions) {
			part++;
			have = 0;
		}
	}
	qsort(s->passages, s->texts.n, sizeof(*s->passages), by_number);
	if (part < n && parts[part].questions > 0)
		return cli_fail("lab mrqa: there are not enough questions: '%s' would have %lld of %lld.",
				parts[part].name, (long long)have, (long long)parts[part].questions);
	return CLI_OK;
}

static int hand_out(void *arg, const struct dataset_passage *p)
{
	struct parting *s = arg;
	size_t part = s->passages[job_set_find(&s->texts, job_key(p->context, p->context_n)) - 1].part;

	return part < s->parts->n ? derived_add(s->j->outputs[part], p, p->questions, p->n_questions) : 0;
}

static int open_parts(struct parting *s)
{
	static const char *const endings[] = {"json", "jsonl"};

	for (size_t i = 0; i < s->parts->n; i++) {
		struct buf path = BUF_INIT;
		struct derived *out;

		buf_addf(&path, "%s/%s.%s", s->j->d->out, s->parts->v[i].name, endings[s->j->d->format[0] != 's']);
		out = derived_open(s->j, path.p);
		buf_release(&path);
		if (out == NULL)
			return CLI_FAILED;
	}
	return CLI_OK;
}

int derive_part(const struct derive *d, const struct derive_parts *parts)
{
	struct job j;
	struct parting s = {.j = &j, .parts = parts};
	struct buf record = BUF_INIT;
	int rc = job_open(&j, d, "part");

	j.tool = "lab mrqa";
	j.rule = "Passages in the order of SHA-256 of the seed, a zero byte and the text; a part takes whole passages, "
		 "with the "
		 "questions of all files, until it has as many questions as asked for. No passage is in two parts.";
	for (size_t i = 0; i < parts->n; i++)
		buf_addf(&j.options, " --part %s=%lld", parts->v[i].name, (long long)parts->v[i].questions);
	if (rc == CLI_OK)
		rc = job_read_all(&j, weigh, &s);
	if (rc == CLI_OK)
		rc = deal(&s);
	if (rc == CLI_OK)
		rc = open_parts(&s);
	if (rc == CLI_OK)
		rc = job_read_all(&j, hand_out, &s);
	buf_addf(&record, "%s/parts" DERIVE_RECORD, d->out);
	if (rc == CLI_OK)
		rc = job_publish(&j, record.p);
	job_close(&j);
	job_set_release(&s.texts);
	free(s.passages);
	buf_release(&s.name);
	buf_release(&record);
	return rc;
}
