/* convert: passages and questions of other sets on their way into ours: see include/beat/convert.h. */
#include "convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/span.h"
#include "beat/text.h"
#include "beat/text_char.h"

enum { FLUSH = 1 << 16 };

struct convert_row {
	char *id, *question;
	struct release_answer *answers; /* their texts are of the context */
	size_t n;
};

struct convert {
	struct convert_config config;
	struct convert_counts counts;
	bool begun;
	struct buf title, context; /* of the passage under way; the context with its marks */
	size_t shift;              /* code points of the marks */
	struct convert_row *rows;
	size_t n_rows, room;
	struct buf out;
};

static const struct {
	const char *name, *about;
	convert_read_fn *read;
} FORMS[] = {
    {"squad", "SQuAD v1.1", convert_dataset},
    {"mrqa", "MRQA", convert_dataset},
    {"hf", "Hugging Face rows of extractive sets", convert_dataset},
    {"qamr", "QAMR's TSV, with --sentences", convert_qamr},
    {"drop", "DROP: answers that are one span", convert_drop},
    {"nq", "Natural Questions, whole or simplified: short answers, no tables", convert_nq},
    {"race", "RACE and the like: multiple choice whose right option stands in the text", convert_race},
    {"cbt", "Children's Book Test", convert_cbt},
    {"cnn", "CNN and Daily Mail: .question files or a folder of them", convert_cnn},
    {"lambada", "LAMBADA: a passage a line, its last word is asked for", convert_lambada},
    {"record", "ReCoRD", convert_record},
    {"babi", "bAbI's numbered lines", convert_babi},
    {"plain", "JSON lines {\"context\", \"question\", \"answer\" or \"answers\"} without spans", convert_plain},
};

const char *convert_from(size_t i)
{
	return i < ARRAY_LEN(FORMS) ? FORMS[i].name : NULL;
}

const char *convert_about(size_t i)
{
	return FORMS[i].about;
}

const char *convert_loss_name(enum convert_loss loss)
{
	static const char *const NAMES[CONVERT_LOSSES] = {
	    "no_answer",     "not_in_context", "several_spans", "no_span",  "table",
	    "names_options", "blank",          "invalid",       "repeated",
	};

	return NAMES[loss];
}

struct convert *convert_new(const struct convert_config *config)
{
	struct convert *c = xcalloc(1, sizeof(*c));

	c->config = *config;
	lab_set_begin(config->set, &c->out);
	return c;
}

const struct convert_counts *convert_counts(const struct convert *c)
{
	return &c->counts;
}

const struct convert_config *convert_config(const struct convert *c)
{
	return &c->config;
}

static void convert_forget(struct convert *c)
{
	for (size_t i = 0; i < c->n_rows; i++) {
		free(c->rows[i].id);
		free(c->rows[i].question);
		free(c->rows[i].answers);
	}
	c->n_rows = 0;
}

void convert_free(struct convert **ptr)
{
	struct convert *c = *ptr;

	if (c == NULL)
		return;
	convert_forget(c);
	free(c->rows);
	buf_release(&c->title);
	buf_release(&c->context);
	buf_release(&c->out);
	free(c);
	*ptr = NULL;
}

int convert_read(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	size_t i = 0;

	while (strcmp(FORMS[i].name, c->config.from) != 0)
		i++;
	return FORMS[i].read(c, path, err);
}

/* --- writing */

/* Of answers with the same words the first. */
static void convert_distinct(struct convert_row *row)
{
	size_t kept = 0;

	for (size_t i = 0; i < row->n; i++) {
		const struct release_text *text = &row->answers[i].text;
		bool known = false;

		for (size_t k = 0; k < kept && !known; k++)
			known =
			    row->answers[k].text.n == text->n && memcmp(row->answers[k].text.p, text->p, text->n) == 0;
		if (!known)
			row->answers[kept++] = row->answers[i];
	}
	row->n = kept;
}

static int convert_let_go(struct convert *c, char err[LAB_ERR_MAX])
{
	struct release_row *rows = xcalloc(c->n_rows + 1, sizeof(*rows));

	for (size_t i = 0; i < c->n_rows; i++) {
		struct convert_row *r = &c->rows[i];

		if (c->config.distinct)
			convert_distinct(r);
		rows[i] = (struct release_row){
		    .id = {r->id, strlen(r->id)},
		    .question = {r->question, strlen(r->question)},
		    .answer = r->answers[0].text,
		    .answer_start = r->answers[0].start,
		    .answer_end = r->answers[0].end,
		    .more = r->answers + 1,
		    .n_more = r->n - 1,
		};
	}
	if (c->n_rows > 0) {
		lab_set_add(c->config.set, c->title.p, &c->context, rows, c->n_rows, &c->out);
		c->counts.passages++;
		c->counts.kept += (int64_t)c->n_rows;
	}
	free(rows);
	convert_forget(c);
	return c->out.n >= FLUSH ? c->config.write(c->config.arg, &c->out, err) : 0;
}

int convert_end(struct convert *c, char err[LAB_ERR_MAX])
{
	if (convert_let_go(c, err) != 0)
		return -1;
	lab_set_end(c->config.set, &c->out);
	return c->config.write(c->config.arg, &c->out, err);
}

/* --- passages */

int convert_passage(struct convert *c, const char *title, const char *context, char err[LAB_ERR_MAX])
{
	struct buf marked = BUF_INIT;
	int rc = 0;

	if (c->config.marks)
		buf_addf(&marked, "[DOC] [TLE] %s [PAR] ", title);
	c->shift = c->config.marks ? text_length(marked.p, marked.n) : 0;
	buf_adds(&marked, context);
	if (!c->begun || strcmp(c->title.p, title) != 0 || strcmp(c->context.p, marked.p) != 0) {
		rc = convert_let_go(c, err);
		buf_clear(&c->title);
		buf_adds(&c->title, title);
		buf_clear(&c->context);
		buf_add(&c->context, marked.p, marked.n);
		c->begun = true;
	}
	buf_release(&marked);
	return rc;
}

void convert_lose(struct convert *c, enum convert_loss why)
{
	c->counts.read++;
	c->counts.lost[why]++;
}

/* --- answers */

static uint32_t convert_fold(uint32_t c, bool fold)
{
	uint32_t lower[2];

	return fold && text_char_lower(c, lower) == 1 ? lower[0] : c;
}

/* How many bytes of `s` are the words; 0 if it does not begin with them. */
static size_t convert_match(const char *s, size_t n, const char *words, bool fold)
{
	size_t at = 0, k = 0, len = strlen(words);

	while (k < len) {
		uint32_t a, b;

		if (at == n)
			return 0;
		at += text_decode(s + at, n - at, &a);
		k += text_decode(words + k, len - k, &b);
		if (a != b && convert_fold(a, fold) != convert_fold(b, fold))
			return 0;
	}
	return at;
}

static bool convert_is_word_at(const char *s, size_t n, size_t at)
{
	uint32_t c;

	if (at >= n)
		return false;
	text_decode(s + at, n - at, &c);
	return text_is_word(c);
}

static size_t convert_before(const char *s, size_t at)
{
	while (at > 0 && ((unsigned char)s[--at] & 0xC0) == 0x80)
		;
	return at;
}

/* Between word borders: "he" does not stand in "the". */
static bool convert_bounded(const char *s, size_t n, size_t from, size_t to)
{
	bool left = from > 0 && convert_is_word_at(s, n, convert_before(s, from)) && convert_is_word_at(s, n, from),
	     right = convert_is_word_at(s, n, to) && convert_is_word_at(s, n, convert_before(s, to));

	return !left && !right;
}

static void convert_found(struct convert *c, struct convert_row *row, size_t byte, size_t bytes)
{
	size_t start = text_length(c->context.p, byte);
	struct release_text text = {c->context.p + byte, bytes};

	if ((row->n & (row->n - 1)) == 0)
		row->answers = xrealloc(row->answers, (row->n == 0 ? 1 : 2 * row->n) * sizeof(*row->answers));
	row->answers[row->n++] = (struct release_answer){text, start, start + text_length(text.p, text.n)};
}

static bool convert_known(const struct convert_row *row, const char *at, size_t bytes)
{
	for (size_t i = 0; i < row->n; i++) {
		if (row->answers[i].text.p == at && row->answers[i].text.n == bytes)
			return true;
	}
	return false;
}

/* Every place where it stands, or the first. */
static void convert_search(struct convert *c, const struct convert_answer *a, struct convert_row *row)
{
	const struct buf *b = &c->context;
	size_t from = 0, before = row->n;
	uint32_t cp;

	for (size_t i = 0; i < c->shift; i++)
		from += text_decode(b->p + from, b->n - from, &cp);
	for (size_t i = from; a->text[0] != '\0' && i < b->n; i += text_decode(b->p + i, b->n - i, &cp)) {
		size_t len = convert_match(b->p + i, b->n - i, a->text, c->config.ignore_case);

		if (len == 0 || !convert_bounded(b->p, b->n, i, i + len) || convert_known(row, b->p + i, len))
			continue;
		convert_found(c, row, i, len);
		if (a->start == CONVERT_FIRST && row->n > before)
			return;
	}
}

/* The place that the set tells, if the answer stands there. */
static bool convert_told(struct convert *c, const struct convert_answer *a, struct convert_row *row)
{
	size_t start = (size_t)a->start + c->shift, n = strlen(a->text), len;
	const char *slice;

	if (a->start < 0 || n == 0 ||
	    !span_slice(c->context.p, c->context.n, (struct span){start, start + text_length(a->text, n)}, &slice,
			&len) ||
	    len != n || memcmp(slice, a->text, n) != 0)
		return false;
	convert_found(c, row, (size_t)(slice - c->context.p), len);
	return true;
}

bool convert_ask(struct convert *c, const struct convert_question *q)
{
	struct convert_row row = {0};

	if (q->n == 0) {
		convert_lose(c, CONVERT_NO_ANSWER);
		return false;
	}
	for (size_t i = 0; i < q->n; i++) {
		if (!convert_told(c, &q->answers[i], &row))
			convert_search(c, &q->answers[i], &row);
	}
	if (row.n == 0) {
		convert_lose(c, CONVERT_NOT_THERE);
		return false;
	}
	row.id = xstrdup(q->id);
	row.question = xstrdup(q->text);
	if (c->n_rows == c->room) {
		c->room = c->room == 0 ? 16 : 2 * c->room;
		c->rows = xrealloc(c->rows, c->room * sizeof(*c->rows));
	}
	c->rows[c->n_rows++] = row;
	c->counts.read++;
	return true;
}
