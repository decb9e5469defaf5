/* MRQA JSONL: a header line, then one context a line with its questions. The gold answers
 * are the texts in "answers", as in the official evaluation; where they begin is told by
 * the occurrences in "detected_answers". A file that has only those is taken too, and so
 * are rows of the Hugging Face layout: one question a line, "answers" with two lists. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/corpus.h"
#include "dataset_impl.h"

static int64_t first_span(const json_t *detected)
{
	return dataset_offset(json_array_get(json_array_get(json_object_get(detected, "char_spans"), 0), 0));
}

static int64_t find_start(const json_t *detected, const json_t *text)
{
	const json_t *one;
	size_t i;

	json_array_foreach(detected, i, one)
	{
		if (json_equal(json_object_get(one, "text"), text))
			return first_span(one);
	}
	return -1;
}

static int detected_only(struct dataset_reader *r, const json_t *detected, char *out)
{
	const json_t *one, *text;

	json_array_foreach(detected, r->answer, one)
	{
		text = json_object_get(one, "text");
		if (!json_is_string(text))
			return dataset_say(r, out, IN_QUESTION, "detected_answers[%zu] has no \"text\".", r->answer);
		dataset_add_answer(r, text, first_span(one));
	}
	return 0;
}

static int mrqa_answers(struct dataset_reader *r, const json_t *qa, char *out)
{
	const json_t *detected = json_object_get(qa, "detected_answers"), *answers, *text;

	if (!json_object_get(qa, "answers") && json_is_array(detected))
		return detected_only(r, detected, out);
	answers = dataset_want(r, out, IN_QUESTION, qa, "answers", JSON_ARRAY);
	if (!answers)
		return -1;
	json_array_foreach(answers, r->answer, text)
	{
		if (!json_is_string(text))
			return dataset_say(r, out, IN_ANSWER, "expected a string, found %s.",
					   json_type_name(json_typeof(text)));
		dataset_add_answer(r, text, find_start(detected, text));
	}
	return 0;
}

/* "answers":{"text":["x"],"answer_start":[0]} */
static int row_answers(struct dataset_reader *r, const json_t *row, char *out)
{
	const json_t *answers = dataset_want(r, out, IN_ARTICLE, row, "answers", JSON_OBJECT);
	const json_t *texts = answers ? dataset_want(r, out, IN_ARTICLE, answers, "text", JSON_ARRAY) : NULL, *text;

	if (!texts)
		return -1;
	json_array_foreach(texts, r->answer, text)
	{
		if (!json_is_string(text))
			return dataset_say(r, out, IN_ARTICLE, "\"text\" of \"answers\" holds %s, not a string.",
					   json_type_name(json_typeof(text)));
		dataset_add_answer(r, text,
				   dataset_offset(json_array_get(json_object_get(answers, "answer_start"), r->answer)));
	}
	return 0;
}

static int hand_over_row(struct dataset_reader *r, json_t *row)
{
	static const struct dataset_shape shape = {"id", row_answers};
	json_t *passage = json_pack("{s:O*, s:[O]}", "context", json_object_get(row, "context"), "qas", row);
	int rc = dataset_hand_over(r, passage, &shape);

	json_decref(passage);
	return rc;
}

static bool same_title(const struct buf *a, const struct dataset_article *b)
{
	return (a->n > 0) == (b->title != NULL) && a->n == b->title_n &&
	       memcmp(a->n ? a->p : "", b->title ? b->title : "", a->n) == 0;
}

struct mrqa {
	struct dataset_reader *r;
	struct buf title, next; /* of the article under way; of the line's context */
	bool begun;
};

/* Its title in `next`, empty if it has none. */
static void find_title(struct mrqa *m, const json_t *line)
{
	const json_t *context = json_object_get(line, "context"), *title = json_object_get(line, "title");

	buf_clear(&m->next);
	if (json_is_string(context) && corpus_mrqa_title(json_string_value(context), &m->next))
		return;
	if (json_is_string(title))
		buf_add(&m->next, json_string_value(title), json_string_length(title));
}

/* A context under another title than the one before begins an article. */
static int begin_article(struct mrqa *m, const json_t *line)
{
	struct dataset_reader *r = m->r;
	struct buf swap = m->title;

	find_title(m, line);
	if (m->begun && same_title(&m->next, &r->now))
		return 0;
	m->title = m->next;
	m->next = swap;
	r->now.title = m->title.n ? m->title.p : NULL;
	r->now.title_n = m->title.n;
	r->now.number = m->begun ? r->now.number + 1 : 0;
	m->begun = true;
	return r->sink->article ? r->sink->article(r->sink->arg, &r->now) : 0;
}

static int read_object(struct mrqa *m, json_t *line)
{
	static const struct dataset_shape shape = {"qid", mrqa_answers};
	struct dataset_reader *r = m->r;
	bool row = json_object_get(line, "question") && !json_object_get(line, "qas");
	int rc;

	if (!json_is_object(line))
		return dataset_say(r, r->err, IN_ARTICLE, "expected an object, found %s. Is this an MRQA file?",
				   json_type_name(json_typeof(line)));
	if (json_object_get(line, "header") && !json_object_get(line, "context"))
		return 0;
	if (!row && !dataset_want(r, r->err, IN_PARAGRAPH, line, "qas", JSON_ARRAY))
		return -1;
	rc = begin_article(m, line);
	if (rc)
		return rc;
	return row ? hand_over_row(r, line) : dataset_hand_over(r, line, &shape);
}

/* The next line without its newline; 1 if there is one, 0 at the end. */
static int take_line(struct dataset_reader *r)
{
	struct source *src = r->in->src;
	int c = source_peek(src);
	bool any = c != SOURCE_END;

	r->line = source_line(src);
	buf_clear(&r->text);
	buf_adds(&r->text, "");
	while ((c = source_byte(src)) != SOURCE_END && c != '\n') {
		if (r->text.n == DATASET_ARTICLE_BYTES)
			return dataset_say(r, r->err, IN_ARTICLE, "the line is longer than %d MB.",
					   DATASET_ARTICLE_BYTES >> 20);
		buf_addc(&r->text, (char)c);
	}
	if (c == SOURCE_END && source_error(src))
		return dataset_say(r, r->err, IN_ARTICLE, "%s.", source_error(src));
	return any;
}

static int read_line(struct mrqa *m)
{
	struct dataset_reader *r = m->r;
	json_t *line;
	int rc;

	if (r->text.p[strspn(r->text.p, " \t\r")] == '\0' && strlen(r->text.p) == r->text.n)
		return 0;
	line = dataset_parse(r, r->line, 1);
	if (!line)
		return -1;
	rc = read_object(m, line);
	json_decref(line);
	return rc;
}

int dataset_read_mrqa(struct dataset_reader *r)
{
	struct mrqa m = {.r = r};
	int more = 0, rc = 0;

	while (rc == 0 && (more = take_line(r)) > 0)
		rc = read_line(&m);
	buf_release(&m.title);
	buf_release(&m.next);
	return more < 0 ? -1 : rc;
}
