/* linear_data: see linear_data.h. */
#include "linear_data.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/span.h"

void data_init(struct data *d)
{
	*d = (struct data){.lexicon = lexicon_new()};
}

static void release_example(struct example *e)
{
	for (int i = 0; i < e->n_answers; i++)
		free(e->answers[i]);
	free(e->answers);
	free(e->golds);
	free(e->question);
}

void data_release(struct data *d)
{
	for (size_t i = 0; i < d->n_examples; i++)
		release_example(&d->examples[i]);
	for (size_t i = 0; i < d->n_passages; i++) {
		linear_passage_release(&d->passages[i].read);
		free(d->passages[i].text);
	}
	free(d->examples);
	free(d->passages);
	lexicon_free(&d->lexicon);
}

/* The first token that ends behind a byte; their number if none does. */
static size_t token_at(const struct tokens *t, size_t byte)
{
	size_t low = 0, high = t->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (t->v[middle].byte_end > byte)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static bool may_be_cut(const struct token *t)
{
	return !(t->flags & TOKEN_WORD) || t->word_class == WORD_DET || t->word_class == WORD_AND;
}

static void add_gold(struct example *e, struct gold g)
{
	for (int i = 0; i < e->n_golds; i++) {
		if (e->golds[i].first == g.first && e->golds[i].last == g.last) {
			e->golds[i].annotators++;
			return;
		}
	}
	e->golds = xrealloc(e->golds, (size_t)(e->n_golds + 1) * sizeof(*e->golds));
	e->golds[e->n_golds++] = g;
}

/* The tokens that the bytes touch, without what scoring does not count: an article in front, marks at the ends. */
static void add_place(struct example *e, const struct data_passage *p, size_t byte, size_t end)
{
	const struct tokens *t = &p->read.tokens;
	const struct spans spans = {.tokens = t};
	size_t first = token_at(t, byte), last = token_at(t, end - 1);

	if (first >= t->n)
		return;
	last = last < t->n ? last : t->n - 1;
	while (first < last && may_be_cut(&t->v[first]) && t->v[first].word_class != WORD_MONEY)
		first++;
	while (last > first && may_be_cut(&t->v[last]) && !spans_candidate(&spans, first, last))
		last--;
	add_gold(e, (struct gold){(uint32_t)first, (uint32_t)last, 1});
}

static bool is_whole(const struct data_passage *p, size_t byte, size_t end)
{
	const struct tokens *t = &p->read.tokens;
	size_t first = token_at(t, byte), last = token_at(t, end - 1);

	return first < t->n && last < t->n && t->v[first].byte >= byte && t->v[last].byte_end <= end;
}

static void add_places(struct example *e, const struct data_passage *p, const struct dataset_answer *a)
{
	const char *at = p->text;

	while ((at = memmem(at, p->n - (size_t)(at - p->text), a->text, a->text_n)) != NULL) {
		size_t byte = (size_t)(at - p->text);

		if (is_whole(p, byte, byte + a->text_n))
			add_place(e, p, byte, byte + a->text_n);
		at++;
	}
}

static void add_answer(const struct data *d, struct example *e, const struct dataset_answer *a)
{
	const struct data_passage *p = &d->passages[e->passage];
	size_t byte;

	e->answers[e->n_answers++] = xmemdup0(a->text, a->text_n);
	if (a->text_n == 0)
		return;
	if (!d->anywhere && a->start >= 0 && span_byte_of_point(p->text, p->n, (size_t)a->start, &byte) &&
	    byte + a->text_n <= p->n && memcmp(p->text + byte, a->text, a->text_n) == 0)
		add_place(e, p, byte, byte + a->text_n);
	else
		add_places(e, p, a);
}

static void add_question(struct data *d, const struct dataset_question *q, size_t article)
{
	struct example *e;

	if (d->n_examples == d->examples_cap) {
		d->examples_cap = d->examples_cap > 0 ? d->examples_cap * 2 : 1024;
		d->examples = xrealloc(d->examples, d->examples_cap * sizeof(*d->examples));
	}
	e = &d->examples[d->n_examples++];
	*e = (struct example){.passage = (uint32_t)(d->n_passages - 1),
			      .file = d->file,
			      .article = article,
			      .question = xmemdup0(q->text, q->text_n),
			      .question_n = q->text_n,
			      .answers = xcalloc(q->n_answers, sizeof(char *))};
	for (size_t i = 0; i < q->n_answers; i++)
		add_answer(d, e, &q->answers[i]);
}

static int linear_data_on_passage(void *arg, const struct dataset_passage *in)
{
	struct data *d = arg;
	struct data_passage *p;

	if (d->n_passages == d->passages_cap) {
		d->passages_cap = d->passages_cap > 0 ? d->passages_cap * 2 : 256;
		d->passages = xrealloc(d->passages, d->passages_cap * sizeof(*d->passages));
	}
	p = &d->passages[d->n_passages++];
	p->text = xmemdup0(in->context, in->context_n);
	p->n = in->context_n;
	linear_passage_read(&p->read, d->lexicon, p->text, p->n);
	for (size_t i = 0; i < in->n_questions; i++)
		add_question(d, &in->questions[i], in->article->number);
	return 0;
}

int data_read(struct data *d, const char *path, bool anywhere, char err[DATASET_ERR_MAX])
{
	const struct dataset_sink sink = {.arg = d, .passage = linear_data_on_passage};
	int status;

	d->anywhere = anywhere;
	status = dataset_read_file(path, DATASET_ALL, &sink, err);
	d->file++;
	return status;
}
