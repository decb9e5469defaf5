/* convert_json: sets in JSON: DROP, Natural Questions, ReCoRD, RACE, and plain questions without spans. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jscan.h"
#include "beat/text.h"
#include "convert.h"

enum { VALUE_MAX = 256 * 1024 * 1024, WHY_MAX = LAB_ERR_MAX };

const char *convert_str(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* --- values of a file */

struct walk {
	struct convert *c;
	const char *path;
	struct source *src;
	struct jscan js;
	struct buf value;
	convert_value_fn *fn;
	char *err;
};

static int walk_wrong(struct walk *w, uint64_t line, const char *why)
{
	snprintf(w->err, LAB_ERR_MAX, "%.160s: line %" PRIu64 ": %.300s", w->path, line, why);
	return -1;
}

static int walk_broken(struct walk *w)
{
	return walk_wrong(w, source_line(w->src), source_error(w->src) != NULL ? source_error(w->src) : w->js.err);
}

static int walk_value(struct walk *w, const char *key)
{
	uint64_t line = (jscan_peek(&w->js), source_line(w->src));
	char why[WHY_MAX] = "";
	json_t *value;
	int rc;

	if (!jscan_cut(&w->js, &w->value, VALUE_MAX))
		return walk_wrong(w, line, "a value is larger than 256 MB; is a bracket missing?");
	if (source_peek(w->src) == SOURCE_END && source_error(w->src) != NULL)
		return walk_wrong(w, source_line(w->src), source_error(w->src));
	value = json_parse(w->value.p, w->value.n, why);
	if (value == NULL)
		return walk_wrong(w, line, why);
	rc = json_is_object(value) ? w->fn(w->c, key, value, why) : -1;
	if (rc != 0)
		walk_wrong(w, line, json_is_object(value) ? why : "an object was expected.");
	json_decref(value);
	return rc;
}

static int walk_items(struct walk *w)
{
	bool first = true;
	int more = jscan_enter(&w->js, '[');

	if (more != 0)
		return walk_broken(w);
	while ((more = jscan_item(&w->js, &first)) > 0) {
		if (walk_value(w, NULL) != 0)
			return -1;
	}
	return more == 0 ? 0 : walk_broken(w);
}

static int walk_members(struct walk *w, const char *only)
{
	struct jscan_str key = {.limit = 1000};
	bool first = true;
	int more = jscan_enter(&w->js, '{'), rc = 0;

	while (more == 0 && rc == 0 && (more = jscan_key(&w->js, &first, &key)) > 0) {
		bool wanted = only == NULL || strcmp(key.text.p, only) == 0;

		if (only != NULL)
			rc = wanted ? walk_items(w) : jscan_skip(&w->js) != 0 ? walk_broken(w) : 0;
		else
			rc = walk_value(w, key.text.p);
		more = 0;
	}
	buf_release(&key.text);
	return rc == 0 && more < 0 ? walk_broken(w) : rc;
}

static int walk_file(struct walk *w, enum convert_shape shape)
{
	int c, rc = 0;

	source_skip_bom(w->src);
	jscan_init(&w->js, w->src, false);
	if (shape == CONVERT_MEMBERS)
		return walk_members(w, NULL);
	while (rc == 0 && (c = jscan_peek(&w->js)) != SOURCE_END)
		rc = c == '[' ? walk_items(w) : walk_value(w, NULL);
	return rc == 0 && source_error(w->src) != NULL ? walk_broken(w) : rc;
}

static int walk(struct convert *c, const char *path, enum convert_shape shape, const char *only, convert_value_fn *fn,
		char err[LAB_ERR_MAX])
{
	struct walk w = {.c = c, .path = path, .fn = fn, .err = err};
	char why[SOURCE_ERR_MAX];
	int rc;

	w.src = source_open(path, why);
	if (w.src == NULL) {
		snprintf(err, LAB_ERR_MAX, "%.200s: %s.", path, why);
		return -1;
	}
	if (only != NULL) {
		source_skip_bom(w.src);
		jscan_init(&w.js, w.src, false);
		rc = walk_members(&w, only);
	} else {
		rc = walk_file(&w, shape);
	}
	source_free(&w.src);
	buf_release(&w.value);
	return rc;
}

static int lacks(char err[LAB_ERR_MAX], const char *what)
{
	snprintf(err, LAB_ERR_MAX, "%s.", what);
	return -1;
}

/* --- DROP: one span, no number, no date */

static void drop_question(struct convert *c, const json_t *qa, const char *passage, size_t i)
{
	const json_t *answer = json_object_get(qa, "answer"), *spans = json_object_get(answer, "spans");
	const char *id = convert_str(qa, "query_id"), *text = convert_str(qa, "question");
	struct convert_answer only = {json_string_value(json_array_get(spans, 0)), CONVERT_FIRST};
	char own[300];

	snprintf(own, sizeof(own), "%.200s-%zu", passage, i);
	if (text == NULL || !json_is_object(answer))
		convert_lose(c, CONVERT_NO_ANSWER);
	else if (json_array_size(spans) > 1)
		convert_lose(c, CONVERT_SEVERAL);
	else if (only.text == NULL)
		convert_lose(c, CONVERT_NO_SPAN);
	else
		convert_ask(c, &(struct convert_question){id != NULL ? id : own, text, &only, 1});
}

static int drop_passage(struct convert *c, const char *key, const json_t *value, char err[LAB_ERR_MAX])
{
	const char *context = convert_str(value, "passage");
	const json_t *qas = json_object_get(value, "qa_pairs"), *qa;
	size_t i;

	if (context == NULL || !json_is_array(qas))
		return lacks(err, "a passage of DROP has \"passage\" and \"qa_pairs\"");
	if (convert_passage(c, key, context, err) != 0)
		return -1;
	json_array_foreach(qas, i, qa)
	{
		drop_question(c, qa, key, i);
	}
	return 0;
}

int convert_drop(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return walk(c, path, CONVERT_MEMBERS, NULL, drop_passage, err);
}

/* --- Natural Questions: the long answer without its tags is the context, its one short answer the span */

struct nq_tokens {
	const char **text;
	size_t *bytes, n;
	bool *tag;
	size_t *from, *to; /* code points in the context of those that stand in it */
};

static void nq_add(struct nq_tokens *t, const char *text, size_t n, bool tag)
{
	if ((t->n & (t->n - 1)) == 0) {
		size_t room = t->n == 0 ? 1 : 2 * t->n;

		t->text = xrealloc(t->text, room * sizeof(*t->text));
		t->bytes = xrealloc(t->bytes, room * sizeof(*t->bytes));
		t->tag = xrealloc(t->tag, room * sizeof(*t->tag));
	}
	t->text[t->n] = text;
	t->bytes[t->n] = n;
	t->tag[t->n++] = tag;
}

/* Tokens of either published form: objects, or words between single spaces of which tags are bare. */
static void nq_read_tokens(const json_t *value, struct nq_tokens *t)
{
	const json_t *tokens = json_object_get(value, "document_tokens"), *one;
	const char *p = convert_str(value, "document_text"), *s;
	size_t i, n;

	json_array_foreach(tokens, i, one)
	{
		s = convert_str(one, "token");
		nq_add(t, s != NULL ? s : "", s != NULL ? strlen(s) : 0,
		       json_is_true(json_object_get(one, "html_token")));
	}
	for (p = t->n == 0 ? p : NULL; p != NULL && *p != '\0'; p += p[n] == ' ' ? n + 1 : n) {
		n = strcspn(p, " ");
		nq_add(t, p, n, n > 2 && p[0] == '<' && p[n - 1] == '>');
	}
	t->from = xcalloc(t->n + 1, sizeof(*t->from));
	t->to = xcalloc(t->n + 1, sizeof(*t->to));
}

static void nq_release(struct nq_tokens *t)
{
	free(t->text);
	free(t->bytes);
	free(t->tag);
	free(t->from);
	free(t->to);
}

/* A range of tokens that is there. */
static bool nq_range(const json_t *span, size_t n, size_t *from, size_t *to)
{
	json_int_t a = json_integer_value(json_object_get(span, "start_token")),
		   b = json_integer_value(json_object_get(span, "end_token"));

	if (a < 0 || b <= a || (size_t)b > n)
		return false;
	*from = (size_t)a;
	*to = (size_t)b;
	return true;
}

static bool nq_is_table(const struct nq_tokens *t, size_t at)
{
	static const char *const TAGS[] = {"<Table>", "<Tr>", "<Td>", "<Th>"};

	for (size_t i = 0; i < ARRAY_LEN(TAGS); i++) {
		if (t->bytes[at] == strlen(TAGS[i]) && memcmp(t->text[at], TAGS[i], t->bytes[at]) == 0)
			return true;
	}
	return false;
}

static void nq_context(struct nq_tokens *t, size_t from, size_t to, struct buf *out)
{
	size_t at = 0;

	for (size_t i = from; i < to; i++) {
		if (t->tag[i] || t->bytes[i] == 0)
			continue;
		if (out->n > 0) {
			buf_addc(out, ' ');
			at++;
		}
		t->from[i] = at;
		buf_add(out, t->text[i], t->bytes[i]);
		at += text_length(t->text[i], t->bytes[i]);
		t->to[i] = at;
	}
}

/* The words of a short answer in the context; NULL if they are nothing but tags. */
static char *nq_words(const struct nq_tokens *t, size_t from, size_t to, int64_t *start)
{
	struct buf b = BUF_INIT;

	for (size_t i = from; i < to; i++) {
		if (t->to[i] == 0)
			continue;
		*start = b.n == 0 ? (int64_t)t->from[i] : *start;
		buf_adds(&b, b.n > 0 ? " " : "");
		buf_add(&b, t->text[i], t->bytes[i]);
	}
	return b.n > 0 ? buf_detach(&b) : NULL;
}

/* The first annotation with a short answer is the one that counts. */
static const json_t *nq_choose(const json_t *value, enum convert_loss *why)
{
	const json_t *annotations = json_object_get(value, "annotations"), *one, *shorts;
	const char *yes_no;
	size_t i;

	*why = CONVERT_NO_ANSWER;
	json_array_foreach(annotations, i, one)
	{
		shorts = json_object_get(one, "short_answers");
		yes_no = convert_str(one, "yes_no_answer");
		if (json_array_size(shorts) == 1)
			return one;
		if (json_array_size(shorts) > 1)
			*why = CONVERT_SEVERAL;
		else if (yes_no != NULL && strcmp(yes_no, "NONE") != 0 && *why == CONVERT_NO_ANSWER)
			*why = CONVERT_NO_SPAN;
	}
	return NULL;
}

static int nq_ask(struct convert *c, const json_t *value, struct nq_tokens *t, const json_t *chosen,
		  char err[LAB_ERR_MAX])
{
	const char *title = convert_str(value, "document_title"), *question = convert_str(value, "question_text");
	json_t *id = json_object_get(value, "example_id");
	struct convert_answer answer = {.start = CONVERT_FIRST};
	struct buf context = BUF_INIT;
	size_t from, to, a, b;
	char name[32], *words = NULL;
	int rc = 0;

	snprintf(name, sizeof(name), "%" JSON_INTEGER_FORMAT, json_integer_value(id));
	if (!nq_range(json_object_get(chosen, "long_answer"), t->n, &from, &to) ||
	    !nq_range(json_array_get(json_object_get(chosen, "short_answers"), 0), t->n, &a, &b) || a < from ||
	    b > to) {
		convert_lose(c, CONVERT_NO_ANSWER);
	} else if (nq_is_table(t, from)) {
		convert_lose(c, CONVERT_TABLE);
	} else {
		nq_context(t, from, to, &context);
		words = nq_words(t, a, b, &answer.start);
		answer.text = words;
		if (words == NULL)
			convert_lose(c, CONVERT_NO_ANSWER);
		else if ((rc = convert_passage(c, title != NULL ? title : name, context.p, err)) == 0)
			convert_ask(c, &(struct convert_question){json_is_string(id) ? json_string_value(id) : name,
								  question, &answer, 1});
	}
	free(words);
	buf_release(&context);
	return rc;
}

static int nq_line(struct convert *c, const char *key, const json_t *value, char err[LAB_ERR_MAX])
{
	struct nq_tokens t = {0};
	enum convert_loss why;
	const json_t *chosen = nq_choose(value, &why);
	int rc = 0;

	(void)key;
	if (convert_str(value, "question_text") == NULL || !json_is_array(json_object_get(value, "annotations")))
		return lacks(err, "an example of Natural Questions has \"question_text\" and \"annotations\"");
	if (chosen == NULL) {
		convert_lose(c, why);
		return 0;
	}
	nq_read_tokens(value, &t);
	rc = nq_ask(c, value, &t, chosen, err);
	nq_release(&t);
	return rc;
}

int convert_nq(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return walk(c, path, CONVERT_ITEMS, NULL, nq_line, err);
}

/* --- answers that are strings in an array of strings or objects */

static size_t answers_of(const json_t *list, struct convert_answer **out)
{
	size_t n = 0, i;
	const json_t *one;

	*out = xcalloc(json_array_size(list) + 1, sizeof(**out));
	json_array_foreach(list, i, one)
	{
		const char *text = json_is_object(one) ? convert_str(one, "text") : json_string_value(one);
		const json_t *start = json_object_get(one, "start");

		if (text != NULL)
			(*out)[n++] = (struct convert_answer){text, json_is_integer(start) ? json_integer_value(start)
											   : CONVERT_ALL};
	}
	return n;
}

/* --- ReCoRD */

static int record_item(struct convert *c, const char *key, const json_t *value, char err[LAB_ERR_MAX])
{
	const char *context = convert_str(json_object_get(value, "passage"), "text"), *title = convert_str(value, "id");
	const json_t *qas = json_object_get(value, "qas"), *qa;
	size_t i;

	(void)key;
	if (context == NULL || !json_is_array(qas))
		return lacks(err, "an article of ReCoRD has \"passage\" with a \"text\", and \"qas\"");
	if (convert_passage(c, title != NULL ? title : "ReCoRD", context, err) != 0)
		return -1;
	json_array_foreach(qas, i, qa)
	{
		struct convert_question q = {convert_str(qa, "id"), convert_str(qa, "query"), NULL, 0};
		struct convert_answer *answers;

		q.n = answers_of(json_object_get(qa, "answers"), &answers);
		q.answers = answers;
		if (q.id == NULL || q.text == NULL)
			convert_lose(c, CONVERT_NO_ANSWER);
		else
			convert_ask(c, &q);
		free(answers);
	}
	return 0;
}

int convert_record(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return walk(c, path, CONVERT_ITEMS, "data", record_item, err);
}

/* --- questions without spans */

static int plain_line(struct convert *c, const char *key, const json_t *value, char err[LAB_ERR_MAX])
{
	struct convert_question q = {convert_str(value, "id"), convert_str(value, "question"), NULL, 0};
	const char *context = convert_str(value, "context"), *title = convert_str(value, "title"),
		   *answer = convert_str(value, "answer");
	struct convert_answer *answers;
	char id[40];

	(void)key;
	if (context == NULL || q.text == NULL)
		return lacks(err, "a line has \"context\", \"question\" and \"answer\" or \"answers\"");
	if (convert_passage(c, title != NULL ? title : "passage", context, err) != 0)
		return -1;
	snprintf(id, sizeof(id), "q%" PRId64, convert_counts(c)->read + 1);
	q.id = q.id != NULL ? q.id : id;
	q.n = answers_of(json_object_get(value, "answers"), &answers);
	if (answer != NULL)
		answers[q.n++] = (struct convert_answer){answer, CONVERT_ALL};
	q.answers = answers;
	convert_ask(c, &q);
	free(answers);
	return 0;
}

int convert_plain(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return walk(c, path, CONVERT_ITEMS, NULL, plain_line, err);
}

/* --- RACE */

/* Without the options it was asked with such a question means nothing. */
static bool names_options(const char *question)
{
	static const char *const WORDS[] = {"of the following", "which of these", "following statement",
					    "the following",    "of the above",   "except"};
	const char *examples = strcasestr(question, "examples of");

	for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
		if (strcasestr(question, WORDS[i]) != NULL)
			return true;
	}
	return examples != NULL && strcasestr(examples, "include") != NULL;
}

static void race_question(struct convert *c, const char *id, const char *text, const json_t *options,
			  const char *letter)
{
	const char *option = letter != NULL && letter[0] >= 'A' && letter[0] <= 'Z'
				 ? json_string_value(json_array_get(options, (size_t)(letter[0] - 'A')))
				 : NULL;
	struct convert_answer answer = {.start = CONVERT_ALL};
	char *words;
	size_t n;

	if (text == NULL || option == NULL) {
		convert_lose(c, CONVERT_NO_ANSWER);
		return;
	}
	if (names_options(text) || strchr(text, '_') != NULL) {
		convert_lose(c, names_options(text) ? CONVERT_OPTIONS : CONVERT_BLANK);
		return;
	}
	words = xstrdup(option); /* a full stop behind an option is the exam's */
	n = strlen(words);
	while (n > 0 && strchr(" .", words[n - 1]) != NULL)
		words[--n] = '\0';
	answer.text = words;
	convert_ask(c, &(struct convert_question){id, text, &answer, 1});
	free(words);
}

static int race_item(struct convert *c, const char *key, const json_t *value, char err[LAB_ERR_MAX])
{
	const json_t *questions = json_object_get(value, "questions"), *options = json_object_get(value, "options"),
		     *answers = json_object_get(value, "answers");
	const char *context = convert_str(value, "article"), *id = convert_str(value, "id");
	char name[300];

	(void)key;
	id = id != NULL ? id : convert_str(value, "example_id");
	if (context == NULL || id == NULL || !json_is_array(options))
		return lacks(err, "an article of RACE has \"article\", \"id\" or \"example_id\", and \"options\"");
	if (convert_passage(c, id, context, err) != 0)
		return -1;
	if (!json_is_array(questions)) {
		snprintf(name, sizeof(name), "%.200s-%" PRId64, id, convert_counts(c)->read);
		race_question(c, name, convert_str(value, "question"), options, convert_str(value, "answer"));
	}
	for (size_t i = 0; i < json_array_size(questions); i++) {
		snprintf(name, sizeof(name), "%.200s-%zu", id, i);
		race_question(c, name, json_string_value(json_array_get(questions, i)), json_array_get(options, i),
			      json_string_value(json_array_get(answers, i)));
	}
	return 0;
}

int convert_race(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return walk(c, path, CONVERT_ITEMS, NULL, race_item, err);
}
