/* What the dataset readers share: finding the format out, complaints with their place,
 * and laying out a passage's questions for the sink. */
#include "beat/dataset.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/corpus.h"
#include "dataset_impl.h"

/* "dev.json: data[3].paragraphs[0].qas[2]", or "dev.jsonl:7: qas[2]", down to the given depth. */
static void add_place(struct buf *b, const struct dataset_reader *r, enum dataset_depth depth)
{
	buf_adds(b, r->in->name);
	if (r->format == DATASET_MRQA && depth >= IN_ARTICLE)
		buf_addf(b, ":%" PRIu64, r->line);
	if (r->format == DATASET_SQUAD && depth >= IN_ARTICLE)
		buf_addf(b, ": data[%zu]", r->article);
	if (r->format == DATASET_SQUAD && depth >= IN_PARAGRAPH)
		buf_addf(b, ".paragraphs[%zu]", r->paragraph);
	if (depth >= IN_QUESTION)
		buf_addf(b, "%sqas[%zu]", r->format == DATASET_SQUAD ? "." : ": ", r->question);
	if (depth >= IN_ANSWER)
		buf_addf(b, ".answers[%zu]", r->answer);
}

int dataset_say(const struct dataset_reader *r, char *out, enum dataset_depth depth, const char *fmt, ...)
{
	struct buf place = BUF_INIT;
	char sentence[DATASET_ERR_MAX / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof(sentence), fmt, ap);
	va_end(ap);
	add_place(&place, r, depth);
	snprintf(out, DATASET_ERR_MAX, "%.500s: %s", place.p, sentence);
	buf_release(&place);
	return -1;
}

json_t *dataset_want(const struct dataset_reader *r, char *out, enum dataset_depth depth, const json_t *in,
		     const char *key, json_type type)
{
	const char *is_it = r->format == DATASET_SQUAD ? "Is this a SQuAD v1.1 file?" : "Is this an MRQA file?";
	json_t *v = json_object_get(in, key);

	if (v != NULL && json_typeof(v) == type)
		return v;
	if (!json_is_object(in))
		dataset_say(r, out, depth, "expected an object, found %s. %s", json_type_name(json_typeof(in)), is_it);
	else if (v == NULL)
		dataset_say(r, out, depth, "the field \"%s\" is missing. %s", key, is_it);
	else
		dataset_say(r, out, depth, "the field \"%s\" must be %s, not %s.", key, json_type_name(type),
			    json_type_name(json_typeof(v)));
	return NULL;
}

json_t *dataset_parse(struct dataset_reader *r, uint64_t line, uint64_t column)
{
	json_error_t e;
	json_t *root = json_loadb(r->text.p, r->text.n, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &e);

	if (root)
		return root;
	for (size_t i = 0; e.position > 0 && i + 1 < (size_t)e.position && i < r->text.n; i++) {
		column++;
		if (r->text.p[i] == '\n') {
			line++;
			column = 1;
		}
	}
	snprintf(r->err, DATASET_ERR_MAX, "%s:%" PRIu64 ":%" PRIu64 ": not valid JSON: %s.", r->in->name, line, column,
		 e.text);
	return NULL;
}

int64_t dataset_offset(const json_t *number)
{
	double v = json_is_number(number) ? json_number_value(number) : -1;

	return v >= 0 && v <= INT32_MAX && (double)(int64_t)v == v ? (int64_t)v : -1;
}

void dataset_add_answer(struct dataset_reader *r, const json_t *text, int64_t start)
{
	if (r->n_answers == r->answers_room) {
		r->answers_room = r->answers_room ? 2 * r->answers_room : 64;
		r->answers = xrealloc(r->answers, r->answers_room * sizeof(*r->answers));
	}
	r->answers[r->n_answers++] = (struct dataset_answer){json_string_value(text), json_string_length(text), start};
}

/* Their answers are found by number until all are read, as the array may move. */
static int read_answers(struct dataset_reader *r, const json_t *qa, const struct dataset_shape *shape,
			struct dataset_question *q)
{
	size_t before = r->n_answers;
	char why[DATASET_ERR_MAX];
	int rc = shape->answers(r, qa, why);

	q->n_answers = r->n_answers - before;
	q->malformed = rc < 0 && (json_object_get(qa, "answers") || json_object_get(qa, "detected_answers"));
	if (rc == 0 && q->n_answers == 0) {
		snprintf(why, sizeof(why), "%s: question %.200s has no gold answer to compare with.", r->in->name,
			 q->id);
		rc = -1;
	}
	if (rc == 0)
		return 0;
	if (r->in->need & DATASET_ANSWERS) {
		memcpy(r->err, why, sizeof(why));
		return -1;
	}
	q->no_answers = xstrdup(why);
	return 0;
}

static int read_question(struct dataset_reader *r, const json_t *qa, const struct dataset_shape *shape,
			 struct dataset_question *q)
{
	const json_t *id = dataset_want(r, r->err, IN_QUESTION, qa, shape->id_key, JSON_STRING), *text;

	*q = (struct dataset_question){0};
	if (!id)
		return -1;
	q->id = json_string_value(id);
	q->id_n = json_string_length(id);
	text = json_object_get(qa, "question");
	if (r->in->need & DATASET_TEXT && !dataset_want(r, r->err, IN_QUESTION, qa, "question", JSON_STRING))
		return -1;
	q->text = json_string_value(text);
	q->text_n = json_string_length(text);
	return read_answers(r, qa, shape, q);
}

static int read_questions(struct dataset_reader *r, const json_t *qas, const struct dataset_shape *shape)
{
	size_t n = json_array_size(qas);
	size_t at = 0;
	int rc = 0;

	if (n > r->questions_room) {
		r->questions_room = n;
		r->questions = xrealloc(r->questions, n * sizeof(*r->questions));
	}
	r->n_answers = 0;
	for (r->question = 0; rc == 0 && r->question < n; r->question++)
		rc = read_question(r, json_array_get(qas, r->question), shape, &r->questions[r->question]);
	for (size_t i = 0; i < r->question; i++) {
		r->questions[i].answers = r->questions[i].n_answers ? &r->answers[at] : NULL;
		at += r->questions[i].n_answers;
	}
	return rc;
}

int dataset_hand_over(struct dataset_reader *r, const json_t *passage, const struct dataset_shape *shape)
{
	const json_t *qas = dataset_want(r, r->err, IN_PARAGRAPH, passage, "qas", JSON_ARRAY);
	const json_t *context = json_object_get(passage, "context");
	struct dataset_passage p = {.article = &r->now};
	int rc;

	if (!qas)
		return -1;
	if (r->in->need & DATASET_CONTEXT && !dataset_want(r, r->err, IN_PARAGRAPH, passage, "context", JSON_STRING))
		return -1;
	rc = read_questions(r, qas, shape);
	if (rc == 0) {
		p.context = json_string_value(context);
		p.context_n = json_string_length(context);
		p.questions = r->questions;
		p.n_questions = r->question;
		rc = r->sink->passage(r->sink->arg, &p);
	}
	for (size_t i = 0; i < r->question; i++)
		free((char *)r->questions[i].no_answers);
	return rc;
}

enum dataset_format dataset_detect(struct source *src, const char *path)
{
	char why[CORPUS_ERR_MAX];

	switch (corpus_detect(src, path, why)) {
	case CORPUS_MRQA:
	case CORPUS_JSONL:
		return DATASET_MRQA;
	default:
		return DATASET_SQUAD;
	}
}

/* Neither reader could say anything more useful about these. */
static int refuse_at_once(const struct dataset_in *in, char err[DATASET_ERR_MAX])
{
	size_t n;
	const char *p = source_ahead(in->src, &n);

	if (n == 0)
		snprintf(err, DATASET_ERR_MAX, "%s:1:1: %s.", in->name,
			 source_error(in->src) ? source_error(in->src) : "the file is empty");
	else if (n >= 2 && (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0))
		snprintf(err, DATASET_ERR_MAX, "%s: the file is in UTF-16; convert it to UTF-8 with iconv.", in->name);
	else
		return 0;
	return -1;
}

int dataset_read(const struct dataset_in *in, const struct dataset_sink *sink, char err[DATASET_ERR_MAX])
{
	struct dataset_reader r = {.in = in, .sink = sink, .format = in->format, .err = err};
	int rc;

	source_skip_bom(in->src);
	if (refuse_at_once(in, err))
		return -1;
	if (r.format == DATASET_UNKNOWN)
		r.format = dataset_detect(in->src, in->name);
	rc = r.format == DATASET_MRQA ? dataset_read_mrqa(&r) : dataset_read_squad(&r);
	free(r.questions);
	free(r.answers);
	buf_release(&r.text);
	return rc;
}

int dataset_read_file(const char *path, unsigned need, const struct dataset_sink *sink, char err[DATASET_ERR_MAX])
{
	char why[SOURCE_ERR_MAX];
	struct dataset_in in = {.src = source_open(path, why), .name = path, .need = need};
	int rc;

	if (!in.src) {
		snprintf(err, DATASET_ERR_MAX, "%s %s.", path, why);
		return -1;
	}
	rc = dataset_read(&in, sink, err);
	source_free(&in.src);
	return rc;
}
