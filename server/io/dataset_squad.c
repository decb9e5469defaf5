/* SQuAD v1.1 JSON: {"data": [{"title": …, "paragraphs": [{"context": …, "qas": […]}]}]}.
 * The outer object and its array are walked as they come; each article is cut out of the
 * file by counting its brackets and read as one JSON value, so that the order of its keys,
 * and equal keys, do not matter. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/jscan.h"
#include "dataset_impl.h"

/* The structure of the file itself is broken at the scanner's place. */
static int broken(struct dataset_reader *r, const struct jscan *js)
{
	snprintf(r->err, DATASET_ERR_MAX, "%s:%" PRIu64 ":%" PRIu64 ": not valid JSON: %s.", r->in->name,
		 source_line(js->src), source_column(js->src), js->err);
	return -1;
}

static int squad_answers(struct dataset_reader *r, const json_t *qa, char *out)
{
	const json_t *answers = dataset_want(r, out, IN_QUESTION, qa, "answers", JSON_ARRAY), *answer, *text;

	if (!answers)
		return -1;
	json_array_foreach(answers, r->answer, answer)
	{
		if (!(text = dataset_want(r, out, IN_ANSWER, answer, "text", JSON_STRING)))
			return -1;
		dataset_add_answer(r, text, dataset_offset(json_object_get(answer, "answer_start")));
	}
	return 0;
}

static int read_article(struct dataset_reader *r, const json_t *article)
{
	static const struct dataset_shape shape = {"id", squad_answers};
	const json_t *paragraphs = dataset_want(r, r->err, IN_ARTICLE, article, "paragraphs", JSON_ARRAY);
	const json_t *title = json_object_get(article, "title");
	int rc = 0;

	if (!paragraphs)
		return -1;
	r->now = (struct dataset_article){json_string_value(title), json_string_length(title), r->article};
	if (r->sink->article)
		rc = r->sink->article(r->sink->arg, &r->now);
	for (r->paragraph = 0; rc == 0 && r->paragraph < json_array_size(paragraphs); r->paragraph++)
		rc = dataset_hand_over(r, json_array_get(paragraphs, r->paragraph), &shape);
	return rc;
}

/* Copies one object to r->text, brackets counted outside strings. Whether it is sound JSON is the
 * parser's to say, also if it does not end. */
static int cut_out(struct dataset_reader *r)
{
	struct source *src = r->in->src;
	bool in_string = false, escaped = false;
	int depth = 0, c;

	buf_clear(&r->text);
	do {
		c = source_byte(src);
		if (c == SOURCE_END)
			break;
		if (r->text.n == DATASET_ARTICLE_BYTES)
			return dataset_say(r, r->err, IN_ARTICLE, "it is larger than %d MB; is a bracket missing?",
					   DATASET_ARTICLE_BYTES >> 20);
		buf_addc(&r->text, (char)c);
		if (in_string) {
			in_string = escaped || c != '"';
			escaped = !escaped && c == '\\';
		} else {
			in_string = c == '"';
			depth += (c == '{' || c == '[') - (c == '}' || c == ']');
		}
	} while (depth > 0);
	if (depth > 0 && source_error(src))
		return dataset_say(r, r->err, IN_ARTICLE, "%s.", source_error(src));
	return 0;
}

static json_type type_ahead(int c)
{
	switch (c) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_STRING;
	case 't':
	case 'f':
		return JSON_TRUE;
	case 'n':
		return JSON_NULL;
	default:
		return JSON_REAL;
	}
}

/* Passes over the value ahead and names its type; NULL if it is no JSON. */
static const char *skip_named(struct dataset_reader *r, struct jscan *js)
{
	const char *name = json_type_name(type_ahead(jscan_peek(js)));

	if (jscan_skip(js) == 0)
		return name;
	broken(r, js);
	return NULL;
}

static int no_object(struct dataset_reader *r, struct jscan *js, enum dataset_depth depth)
{
	const char *found = skip_named(r, js);

	if (found)
		dataset_say(r, r->err, depth, "expected an object, found %s. Is this a SQuAD v1.1 file?", found);
	return -1;
}

static int next_article(struct dataset_reader *r, struct jscan *js)
{
	int c = jscan_peek(js), rc;
	uint64_t line = source_line(js->src), column = source_column(js->src);
	json_t *article;

	if (c != '{')
		return no_object(r, js, IN_ARTICLE);
	if (cut_out(r))
		return -1;
	article = dataset_parse(r, line, column);
	if (!article)
		return -1;
	rc = read_article(r, article);
	json_decref(article);
	return rc;
}

static int read_data(struct dataset_reader *r, struct jscan *js)
{
	bool first = true;
	const char *found;
	int more, rc = 0;

	if (jscan_peek(js) != '[') {
		if ((found = skip_named(r, js)))
			dataset_say(r, r->err, IN_FILE, "the field \"data\" must be an array, not %s.", found);
		return -1;
	}
	if (jscan_enter(js, '['))
		return broken(r, js);
	while (rc == 0 && (more = jscan_item(js, &first)) != 0) {
		rc = more < 0 ? broken(r, js) : next_article(r, js);
		r->article++;
	}
	return rc;
}

static int read_members(struct dataset_reader *r, struct jscan *js, struct jscan_str *key)
{
	bool first = true, seen = false;
	int more, rc = 0;

	while (rc == 0 && (more = jscan_key(js, &first, key)) != 0) {
		bool data = more > 0 && !key->fault && strcmp(key->text.p, "data") == 0;

		if (data && seen)
			return dataset_say(r, r->err, IN_FILE, "the field \"data\" appears twice.");
		seen |= data;
		if (data)
			rc = read_data(r, js);
		else if (more < 0 || jscan_skip(js))
			rc = broken(r, js);
	}
	if (rc == 0 && jscan_end(js))
		rc = broken(r, js);
	if (rc == 0 && !seen)
		rc = dataset_say(r, r->err, IN_FILE, "the field \"data\" is missing. Is this a SQuAD v1.1 file?");
	return rc;
}

int dataset_read_squad(struct dataset_reader *r)
{
	struct jscan_str key = {.limit = 16};
	struct jscan js;
	int rc;

	jscan_init(&js, r->in->src, false);
	if (jscan_peek(&js) != '{')
		return no_object(r, &js, IN_FILE);
	if (jscan_enter(&js, '{'))
		return broken(r, &js);
	rc = read_members(r, &js, &key);
	buf_release(&key.text);
	return rc;
}
