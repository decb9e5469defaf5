/* convert_qamr: QAMR's TSV. Sentences of one paragraph are joined to a passage; a question that is asked of several of
 * its sentences, or that a validator found invalid, goes. An answer is numbers of tokens; those that do not follow each
 * other are no span. Sentences and questions are held: the whole set has some ten thousand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/text.h"
#include "convert.h"
#include "lines.h"

enum {
	LONGEST = 1 << 20,
	COLUMNS = 9,
	ID = 0,
	WRITER = 2,
	NUMBER = 3,
	WORD = 4,
	QUESTION = 5,
	ANSWER = 6,
	ANSWERS = 3
};

struct sentence {
	char *id, *text;
	size_t passage; /* bytes of the id that name the paragraph */
	long number;    /* of the sentence in it */
	size_t start;   /* code points before it in the passage */
};

struct row {
	char *line;
	char *cells[COLUMNS];
	struct sentence *of;
	size_t at; /* in the file */
};

struct qamr {
	struct sentence *sentences;
	size_t n_sentences;
	struct row *rows;
	size_t n_rows;
};

static int sentence_order(const void *a, const void *b)
{
	const struct sentence *x = a, *y = b;
	size_t n = x->passage < y->passage ? x->passage : y->passage;
	int order = strncmp(x->id, y->id, n);

	if (order == 0 && x->passage != y->passage)
		order = x->passage < y->passage ? -1 : 1;
	if (order == 0 && x->number != y->number)
		order = x->number < y->number ? -1 : 1;
	return order != 0 ? order : strcmp(x->text, y->text);
}

static int row_order(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->of != y->of)
		return x->of < y->of ? -1 : 1;
	return x->at < y->at ? -1 : 1;
}

static struct sentence sentence_key(char *id)
{
	char *colon = strrchr(id, ':');

	return (struct sentence){.id = id,
				 .text = "",
				 .passage = colon != NULL ? (size_t)(colon - id) : strlen(id),
				 .number = colon != NULL ? strtol(colon + 1, NULL, 10) : 0};
}

/* The sentence of that id. */
static struct sentence *find_sentence(const struct qamr *q, char *id)
{
	struct sentence key = sentence_key(id);
	size_t low = 0, high = q->n_sentences;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sentence_order(&q->sentences[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < q->n_sentences && strcmp(q->sentences[low].id, id) == 0 ? &q->sentences[low] : NULL;
}

typedef int line_fn(struct qamr *q, struct lines *l, char err[LAB_ERR_MAX]);

static int each_line(struct qamr *q, const char *path, line_fn *fn, char err[LAB_ERR_MAX])
{
	struct lines l;
	int rc = lines_open(&l, path, LONGEST, err);

	while (rc == 0 && (rc = lines_next(&l, err)) > 0) {
		if (!text_is_utf8(l.text.p, l.text.n) || strlen(l.text.p) != l.text.n)
			rc = lines_wrong(&l, err, "it is not UTF-8 text");
		else
			rc = l.text.n > 0 ? fn(q, &l, err) : 0;
	}
	lines_close(&l);
	return rc;
}

static int take_sentence(struct qamr *q, struct lines *l, char err[LAB_ERR_MAX])
{
	char *tab, *id;
	struct sentence s;

	l->text.p[strcspn(l->text.p, "\r")] = '\0'; /* first: a tab behind it is none */
	tab = strchr(l->text.p, '\t');
	if (tab == NULL)
		return lines_wrong(l, err, "a sentence is its id, a tab and its tokens");
	id = xstrdup(l->text.p);
	id[tab - l->text.p] = '\0';
	s = sentence_key(id);
	s.text = xstrdup(tab + 1);
	if ((q->n_sentences & (q->n_sentences - 1)) == 0)
		q->sentences = xrealloc(q->sentences, (q->n_sentences == 0 ? 1 : 2 * q->n_sentences) * sizeof(s));
	q->sentences[q->n_sentences++] = s;
	return 0;
}

static int take_row(struct qamr *q, struct lines *l, char err[LAB_ERR_MAX])
{
	struct row r = {.line = xstrdup(l->text.p), .at = q->n_rows};
	char *rest = r.line;

	r.line[strcspn(r.line, "\r")] = '\0';
	for (int i = 0; i < COLUMNS; i++)
		r.cells[i] = strsep(&rest, "\t");
	r.of = r.cells[COLUMNS - 1] != NULL ? find_sentence(q, r.cells[ID]) : NULL;
	if (r.of == NULL) {
		int rc = r.cells[COLUMNS - 1] == NULL
			     ? lines_wrong(l, err, "a question has %d columns with tabs between them", COLUMNS)
			     : lines_wrong(l, err, "the sentence %.80s is not in the file of sentences", r.cells[ID]);

		free(r.line);
		return rc;
	}
	if ((q->n_rows & (q->n_rows - 1)) == 0)
		q->rows = xrealloc(q->rows, (q->n_rows == 0 ? 1 : 2 * q->n_rows) * sizeof(r));
	q->rows[q->n_rows++] = r;
	return 0;
}

/* The tokens from the first to the last number, if they follow each other; a validator's name stands before a colon. */
static char *span_of(const struct sentence *s, const char *cell, int64_t *start)
{
	const char *p = strchr(cell, ':') != NULL ? strchr(cell, ':') + 1 : cell, *from = s->text, *to;
	char *end;
	long first = strtol(p, &end, 10), last = first;

	if (end == p || first < 0)
		return NULL;
	for (p = end; *p != '\0'; p = end) {
		if (strtol(p, &end, 10) != last + 1 || end == p)
			return NULL;
		last++;
	}
	for (long i = 0; i < first && from != NULL; i++)
		from = strchr(from, ' ') != NULL ? strchr(from, ' ') + 1 : NULL;
	if (from == NULL || *from == '\0')
		return NULL;
	to = from + strcspn(from, " ");
	for (long i = first; i < last && *to != '\0'; i++)
		to += 1 + strcspn(to + 1, " ");
	*start = (int64_t)(s->start + text_length(s->text, (size_t)(from - s->text)));
	return xmemdup0(from, (size_t)(to - from));
}

static bool is_valid(const struct row *r)
{
	for (int i = ANSWER; i < COLUMNS; i++) {
		const char *p = strchr(r->cells[i], ':') != NULL ? strchr(r->cells[i], ':') + 1 : r->cells[i];

		if (*p == '\0' || strspn(p, "0123456789 ") != strlen(p))
			return false;
	}
	return true;
}

static bool same_passage(const struct sentence *a, const struct sentence *b)
{
	return a->passage == b->passage && strncmp(a->id, b->id, a->passage) == 0;
}

/* Asked before on this sentence, or on another of the passage. */
static bool is_repeated(const struct qamr *q, size_t from, size_t to, size_t i)
{
	for (size_t k = from; k < to; k++) {
		if (k != i && strcmp(q->rows[k].cells[QUESTION], q->rows[i].cells[QUESTION]) == 0 &&
		    (k < i || q->rows[k].of != q->rows[i].of))
			return true;
	}
	return false;
}

static void ask_row(struct convert *c, const struct row *r)
{
	struct convert_answer answers[ANSWERS];
	struct buf id = BUF_INIT;
	char *texts[ANSWERS];
	size_t n = 0;

	/* Numbers begin again with every group of words that a writer was shown. */
	buf_addf(&id, "%s:%s:%s:%s", r->cells[ID], r->cells[WRITER], r->cells[NUMBER], r->cells[WORD]);
	for (int i = 0; i < ANSWERS; i++) {
		texts[i] = span_of(r->of, r->cells[ANSWER + i], &answers[n].start);
		if (texts[i] != NULL)
			answers[n++].text = texts[i];
	}
	if (n == 0)
		convert_lose(c, CONVERT_SEVERAL);
	else
		convert_ask(c, &(struct convert_question){id.p, r->cells[QUESTION], answers, n});
	for (int i = 0; i < ANSWERS; i++)
		free(texts[i]);
	buf_release(&id);
}

/* Rows from … to are of one passage. */
static int ask_passage(struct convert *c, struct qamr *q, size_t from, size_t to, char err[LAB_ERR_MAX])
{
	const struct sentence *of = q->rows[from].of;
	struct buf context = BUF_INIT, title = BUF_INIT;
	int rc;

	buf_add(&title, of->id, of->passage);
	for (size_t i = 0; i < q->n_sentences; i++) {
		struct sentence *s = &q->sentences[i];

		if (!same_passage(s, of))
			continue;
		buf_adds(&context, context.n > 0 ? " " : "");
		s->start = text_length(context.p, context.n);
		buf_adds(&context, s->text);
	}
	rc = convert_passage(c, title.p, context.p, err);
	for (size_t i = from; rc == 0 && i < to; i++) {
		if (!is_valid(&q->rows[i]))
			convert_lose(c, CONVERT_INVALID);
		else if (is_repeated(q, from, to, i))
			convert_lose(c, CONVERT_REPEATED);
		else
			ask_row(c, &q->rows[i]);
	}
	buf_release(&context);
	buf_release(&title);
	return rc;
}

int convert_qamr(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	struct qamr q = {0};
	int rc = each_line(&q, convert_config(c)->sentences, take_sentence, err);

	if (rc == 0 && q.n_sentences > 0)
		qsort(q.sentences, q.n_sentences, sizeof(*q.sentences), sentence_order);
	if (rc == 0)
		rc = each_line(&q, path, take_row, err);
	if (rc == 0 && q.n_rows > 0)
		qsort(q.rows, q.n_rows, sizeof(*q.rows), row_order);
	for (size_t from = 0, to; rc == 0 && from < q.n_rows; from = to) {
		for (to = from + 1; to < q.n_rows && same_passage(q.rows[to].of, q.rows[from].of);)
			to++;
		rc = ask_passage(c, &q, from, to, err);
	}
	for (size_t i = 0; i < q.n_sentences; i++) {
		free(q.sentences[i].id);
		free(q.sentences[i].text);
	}
	for (size_t i = 0; i < q.n_rows; i++)
		free(q.rows[i].line);
	free(q.sentences);
	free(q.rows);
	return rc;
}
