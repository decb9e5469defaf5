/* train-encode: a dataset as the numbers the neural reader is trained on.
 *
 *   train-encode WORDS DATASET [--anywhere] > FILE
 *
 * WORDS is the table that words.py writes. An answer is taken to stand where the
 * dataset says; with --anywhere every place where its text stands counts as well (for
 * data whose offsets are only the first occurrence).
 *
 * The output, little-endian, is a row of records:
 *   'P' article n  row[n]:u32 part[n][5]:u16 still[n][14]:f32 point[n]:u32 point_end[n]:u32 word[n]:u32
 *   'Q' id_n id[id_n] m  row[m]:u32 part[m][5]:u16 features[m][9]:f32 asked[n][12]:f32
 *       answers, each: annotators places, each: first last
 * with every number that has no type here a u32; a 'Q' belongs to the 'P' before it. word is
 * the token's lower-case hash, 0 for what does not count in F1 (marks, articles). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../readers/choose.h"
#include "../readers/neural_text.h"
#include "beat/dataset.h"
#include "beat/mem.h"
#include "beat/span.h"
#include "put.h"

enum { ANSWERS_MAX = 16, PLACES_MAX = 32 };

struct encoder {
	struct lexicon *lexicon;
	struct neural_words words;
	uint32_t *table; /* the file of words */
	bool anywhere;
	size_t passages, questions, lost; /* lost: no answer has a place */
};

struct place {
	uint32_t first, last;
};

struct answer {
	const struct dataset_answer *text;
	uint32_t annotators, n;
	struct place places[PLACES_MAX];
};

static void put_tokens(const struct neural_token *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put(&v[i].row, sizeof(v[i].row), 1);
	for (size_t i = 0; i < n; i++)
		put(v[i].part, sizeof(v[i].part), 1);
}

static void put_passage(const struct neural_passage *p, size_t article)
{
	const struct tokens *t = &p->tokens;

	put("P\0\0", 4, 1);
	put_number(article);
	put_number(t->n);
	put_tokens(p->v, t->n);
	put(p->still, sizeof(*p->still), t->n);
	for (size_t i = 0; i < t->n; i++)
		put(&t->v[i].point, sizeof(uint32_t), 1);
	for (size_t i = 0; i < t->n; i++)
		put(&t->v[i].point_end, sizeof(uint32_t), 1);
	for (size_t i = 0; i < t->n; i++)
		put_number(choose_counts(&t->v[i]) ? t->v[i].low : 0);
}

/* The tokens that a stretch of bytes touches; false if there is none. `tight`: it must begin and end with them. */
static bool place_of(const struct tokens *t, size_t byte, size_t end, bool tight, struct place *out)
{
	size_t first = 0, last;

	while (first < t->n && t->v[first].byte_end <= byte)
		first++;
	if (first == t->n || t->v[first].byte >= end)
		return false;
	last = first;
	while (last + 1 < t->n && t->v[last + 1].byte < end)
		last++;
	if (tight && (t->v[first].byte < byte || t->v[last].byte_end > end))
		return false;
	*out = (struct place){(uint32_t)first, (uint32_t)last};
	return true;
}

static void add_place(struct answer *a, struct place place)
{
	for (uint32_t i = 0; i < a->n; i++) {
		if (a->places[i].first == place.first && a->places[i].last == place.last)
			return;
	}
	if (a->n < PLACES_MAX)
		a->places[a->n++] = place;
}

static void find_places(const struct encoder *e, const struct tokens *t, const struct dataset_passage *in,
			struct answer *a)
{
	const char *from = in->context, *end = in->context + in->context_n, *hit;
	size_t byte, n = a->text->text_n;
	struct place place;

	if (a->text->start >= 0 && span_byte_of_point(in->context, in->context_n, (size_t)a->text->start, &byte) &&
	    place_of(t, byte, byte + n, false, &place))
		add_place(a, place);
	while (n > 0 && (e->anywhere || a->n == 0) &&
	       (hit = memmem(from, (size_t)(end - from), a->text->text, n)) != NULL) {
		byte = (size_t)(hit - in->context);
		if (place_of(t, byte, byte + n, true, &place))
			add_place(a, place);
		from = hit + 1;
	}
}

static size_t find_answers(const struct encoder *e, const struct tokens *t, const struct dataset_passage *in,
			   const struct dataset_question *q, struct answer out[ANSWERS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < q->n_answers; i++) {
		struct answer a = {.text = &q->answers[i], .annotators = 1};
		size_t same = 0;

		find_places(e, t, in, &a);
		while (same < n &&
		       (out[same].n != a.n || memcmp(out[same].places, a.places, a.n * sizeof(*a.places)) != 0))
			same++;
		if (same < n)
			out[same].annotators++;
		else if (a.n > 0 && n < ANSWERS_MAX)
			out[n++] = a;
	}
	return n;
}

static void put_question(struct encoder *e, const struct neural_passage *p, const struct dataset_passage *in,
			 const struct dataset_question *q)
{
	struct answer answers[ANSWERS_MAX];
	size_t n = find_answers(e, &p->tokens, in, q, answers);
	float(*asked)[NEURAL_ASKED] = xcalloc(p->tokens.n, sizeof(*asked));
	struct neural_question out;

	e->questions++;
	e->lost += n == 0;
	neural_question_read(&out, p, q->text, q->text_n, asked);
	put("Q\0\0", 4, 1);
	put_number(q->id_n);
	put(q->id, 1, q->id_n);
	put_number((size_t)out.n);
	put_tokens(out.v, (size_t)out.n);
	put(out.features, sizeof(*out.features), (size_t)out.n);
	put(asked, sizeof(*asked), p->tokens.n);
	put_number(n);
	for (size_t i = 0; i < n; i++) {
		put_number(answers[i].annotators);
		put_number(answers[i].n);
		put(answers[i].places, sizeof(struct place), answers[i].n);
	}
	free(asked);
}

static int encode_on_passage(void *arg, const struct dataset_passage *in)
{
	struct encoder *e = arg;
	struct neural_passage p;

	neural_passage_read(&p, e->lexicon, &e->words, in->context, in->context_n);
	if (p.tokens.n > 0) {
		e->passages++;
		put_passage(&p, in->article->number);
		for (size_t i = 0; i < in->n_questions; i++)
			put_question(e, &p, in, &in->questions[i]);
	}
	neural_passage_release(&p);
	return 0;
}

/* n, first row of a word, hashes, rows. */
static int read_words(struct encoder *e, const char *path)
{
	FILE *f = fopen(path, "rb");
	uint32_t head[2];
	int rc = -1;

	if (f != NULL && fread(head, sizeof(head), 1, f) == 1) {
		e->table = xcalloc(2 * (size_t)head[0], sizeof(*e->table));
		e->words =
		    (struct neural_words){.hash = e->table, .row = e->table + head[0], .n = head[0], .first = head[1]};
		rc = fread(e->table, sizeof(*e->table), 2 * (size_t)head[0], f) == 2 * (size_t)head[0] ? 0 : -1;
	}
	if (f != NULL)
		(void)fclose(f);
	return rc;
}

int main(int argc, char **argv)
{
	struct encoder e = {.anywhere = argc == 4 && strcmp(argv[3], "--anywhere") == 0};
	const struct dataset_sink sink = {.arg = &e, .passage = encode_on_passage};
	char err[DATASET_ERR_MAX];
	int rc = 1;

	if (argc < 3 || argc > 4 || (argc == 4 && !e.anywhere)) {
		(void)fprintf(stderr, "usage: train-encode WORDS DATASET [--anywhere] > FILE\n");
		return 2;
	}
	e.lexicon = lexicon_new();
	if (read_words(&e, argv[1]) < 0)
		(void)fprintf(stderr, "train-encode: %s is no table of words as words.py writes it\n", argv[1]);
	else if (dataset_read_file(argv[2], DATASET_ALL, &sink, err) < 0)
		(void)fprintf(stderr, "train-encode: %s\n", err);
	else if (fflush(stdout) != 0)
		perror("train-encode: cannot write");
	else
		rc = 0;
	(void)fprintf(stderr, "%s: %zu passages, %zu questions, %zu of them without a place for any answer\n", argv[2],
		      e.passages, e.questions, e.lost);
	free(e.table);
	lexicon_free(&e.lexicon);
	return rc;
}
