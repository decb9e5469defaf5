/* The questions of a passage, laid out for the sink. Layouts differ in the name of a question's
 * id and in its answers:
 *
 *   SQuAD     "answers": [{"text", "answer_start"}]
 *   MRQA      "answers": [text], as in the official evaluation; where they begin is told by the
 *             occurrences in "detected_answers". A file that has only those is taken too.
 *   row       of the Hugging Face layout: "answers": {"text": [], "answer_start": []}
 *   attempt   of a release: "answer": {"text", "answer_start"} */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

/* A place in a text: a whole number of a sensible size; else -1. */
static int64_t offset_of(const json_t *number)
{
	double v = json_is_number(number) ? json_number_value(number) : -1;

	return v >= 0 && v <= INT32_MAX && (double)(int64_t)v == v ? (int64_t)v : -1;
}

static void add_answer(struct reader *r, const json_t *text, int64_t start)
{
	if (r->n_answers == r->answers_room) {
		r->answers_room = r->answers_room ? 2 * r->answers_room : 64;
		r->answers = xrealloc(r->answers, r->answers_room * sizeof(*r->answers));
	}
	r->answers[r->n_answers++] = (struct dataset_answer){json_string_value(text), json_string_length(text), start};
}

static int squad_answers(struct reader *r, const json_t *qa, char *out)
{
	const json_t *answers = reader_want(r, out, IN_QUESTION, qa, "answers", JSON_ARRAY), *answer, *text;

	if (!answers)
		return -1;
	json_array_foreach(answers, r->answer, answer)
	{
		if (!(text = reader_want(r, out, IN_ANSWER, answer, "text", JSON_STRING)))
			return -1;
		add_answer(r, text, offset_of(json_object_get(answer, "answer_start")));
	}
	return 0;
}

static int64_t first_span(const json_t *detected)
{
	return offset_of(json_array_get(json_array_get(json_object_get(detected, "char_spans"), 0), 0));
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

static int detected_only(struct reader *r, const json_t *detected, char *out)
{
	const json_t *one, *text;

	json_array_foreach(detected, r->answer, one)
	{
		text = json_object_get(one, "text");
		if (!json_is_string(text))
			return reader_say(r, out, IN_QUESTION, "detected_answers[%zu] has no \"text\".", r->answer);
		add_answer(r, text, first_span(one));
	}
	return 0;
}

static int mrqa_answers(struct reader *r, const json_t *qa, char *out)
{
	const json_t *detected = json_object_get(qa, "detected_answers"), *answers, *text;

	if (!json_object_get(qa, "answers") && json_is_array(detected))
		return detected_only(r, detected, out);
	answers = reader_want(r, out, IN_QUESTION, qa, "answers", JSON_ARRAY);
	if (!answers)
		return -1;
	json_array_foreach(answers, r->answer, text)
	{
		if (!json_is_string(text))
			return reader_say(r, out, IN_ANSWER, "expected a string, found %s.",
					  json_type_name(json_typeof(text)));
		add_answer(r, text, find_start(detected, text));
	}
	return 0;
}

static int row_answers(struct reader *r, const json_t *row, char *out)
{
	const json_t *answers = reader_want(r, out, IN_ARTICLE, row, "answers", JSON_OBJECT);
	const json_t *texts = answers ? reader_want(r, out, IN_ARTICLE, answers, "text", JSON_ARRAY) : NULL, *text;

	if (!texts)
		return -1;
	json_array_foreach(texts, r->answer, text)
	{
		if (!json_is_string(text))
			return reader_say(r, out, IN_ARTICLE, "\"text\" of \"answers\" holds %s, not a string.",
					  json_type_name(json_typeof(text)));
		add_answer(r, text, offset_of(json_array_get(json_object_get(answers, "answer_start"), r->answer)));
	}
	return 0;
}

static int attempt_answers(struct reader *r, const json_t *row, char *out)
{
	const json_t *answer = reader_want(r, out, IN_ARTICLE, row, "answer", JSON_OBJECT);
	const json_t *text = answer ? reader_want(r, out, IN_ARTICLE, answer, "text", JSON_STRING) : NULL;

	if (!text)
		return -1;
	add_answer(r, text, offset_of(json_object_get(answer, "answer_start")));
	return 0;
}

const struct reader_layout reader_squad = {"id", squad_answers}, reader_mrqa = {"qid", mrqa_answers},
			   reader_row = {"id", row_answers}, reader_attempt = {"id", attempt_answers};

static bool has_answers(const json_t *qa)
{
	return json_object_get(qa, "answers") || json_object_get(qa, "detected_answers") ||
	       json_object_get(qa, "answer");
}

/* Their answers are found by number until all are read, as the array may move. */
static int read_answers(struct reader *r, const json_t *qa, const struct reader_layout *layout,
			struct dataset_question *q)
{
	size_t before = r->n_answers;
	char why[DATASET_ERR_MAX];
	int rc = layout->answers(r, qa, why);

	q->n_answers = r->n_answers - before;
	q->malformed = rc < 0 && has_answers(qa);
	if (rc == 0 && q->n_answers == 0) {
		snprintf(why, sizeof(why), "%s: question %.200s has no gold answer to compare with.", r->name, q->id);
		rc = -1;
	}
	if (rc == 0)
		return 0;
	if (r->need & DATASET_ANSWERS) {
		memcpy(r->err, why, sizeof(why));
		r->rc = -1;
		return -1;
	}
	q->no_answers = xstrdup(why);
	return 0;
}

static int read_question(struct reader *r, const json_t *qa, const struct reader_layout *layout,
			 struct dataset_question *q)
{
	const json_t *id = reader_want(r, r->err, IN_QUESTION, qa, layout->id_key, JSON_STRING), *text;

	*q = (struct dataset_question){0};
	if (!id)
		return -1;
	q->id = json_string_value(id);
	q->id_n = json_string_length(id);
	text = json_object_get(qa, "question");
	if (r->need & DATASET_TEXT && !reader_want(r, r->err, IN_QUESTION, qa, "question", JSON_STRING))
		return -1;
	q->text = json_string_value(text);
	q->text_n = json_string_length(text);
	return read_answers(r, qa, layout, q);
}

static int read_questions(struct reader *r, const json_t *qas, const struct reader_layout *layout)
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
		rc = read_question(r, json_array_get(qas, r->question), layout, &r->questions[r->question]);
	for (size_t i = 0; i < r->question; i++) {
		r->questions[i].answers = r->questions[i].n_answers ? &r->answers[at] : NULL;
		at += r->questions[i].n_answers;
	}
	return rc;
}

int reader_hand_over(struct reader *r, const struct reader_field *context, const json_t *qas,
		     const struct reader_layout *layout)
{
	struct dataset_passage p = {.article = &r->now};
	int rc;

	if (reader_text_refused(r, IN_PARAGRAPH, context))
		return -1;
	if (!json_is_array(qas))
		return reader_say_type(r, r->err, IN_PARAGRAPH, "qas", JSON_ARRAY,
				       qas ? &(json_type){json_typeof(qas)} : NULL);
	if (r->need & DATASET_CONTEXT && !context->is_text)
		return reader_say_type(r, r->err, IN_PARAGRAPH, "context", JSON_STRING,
				       context->seen ? &context->type : NULL);
	rc = read_questions(r, qas, layout);
	if (rc == 0) {
		p.context = context->is_text ? context->str.text.p : NULL;
		p.context_n = context->is_text ? context->str.text.n : 0;
		p.questions = r->questions;
		p.n_questions = r->question;
		r->rc = r->sink->passage(r->sink->arg, &p);
		rc = r->rc ? -1 : 0;
	}
	for (size_t i = 0; i < r->question; i++)
		free((char *)r->questions[i].no_answers);
	return rc;
}
