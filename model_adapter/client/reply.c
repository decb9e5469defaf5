/* reply: see reply.h. */
#include "reply.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/text.h"
#include "offsets.h"
#include "stream.h"

struct model_answer reply_none(enum model_outcome outcome, const char *detail)
{
	return (struct model_answer){.outcome = outcome,
				     .name = "",
				     .version = "",
				     .weights = "",
				     .prompt = "",
				     .protocol = "",
				     .text = "",
				     .detail = detail};
}

void reply_init(struct model_answer *out, struct buf *keep)
{
	enum { LABELS = 4 };

	*out = reply_none(MODEL_ANSWERED, "");
	buf_reserve(keep, LABELS * (REPLY_LABEL_MAX + 1) + REPLY_ANSWER_MAX + 1 + REPLY_DETAIL_MAX + 1);
}

void reply_fault(struct model_answer *out, enum model_outcome outcome, const char *detail)
{
	out->outcome = outcome;
	out->detail = detail;
	out->has_span = false;
	if (outcome == MODEL_UNLOCATED)
		return;
	out->text = "";
	out->text_n = 0;
}

/* JSON */

static bool in_set(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

/* Length of the number or bare word at p: NaN and Infinity are words. */
static size_t bare_token(const char *p, size_t n)
{
	size_t i = 0;

	while (i < n && ((p[i] >= '0' && p[i] <= '9') || (p[i] >= 'a' && p[i] <= 'z') || (p[i] >= 'A' && p[i] <= 'Z') ||
			 in_set(p[i], "+-.")))
		i++;
	return i;
}

/* True for a number that no double or 64-bit integer holds: 1e999, NaN, Infinity. */
static bool is_wild_number(const char *p, size_t n)
{
	char copy[64], *end;
	double v;

	if (n >= sizeof(copy)) {
		for (size_t i = 0; i < n; i++) {
			if (!in_set(p[i], "+-.0123456789eE"))
				return false;
		}
		return true;
	}
	memcpy(copy, p, n);
	copy[n] = '\0';
	v = strtod(copy, &end);
	if (*end != '\0' || end == copy)
		return false;
	return !isfinite(v) || (strpbrk(copy, ".eE") == NULL && fabs(v) > 9.2e18);
}

/* Some servers (Python's json among them) write NaN or Infinity for a score, and jansson refuses a whole text for
 * one number that is too large. A strange score must not cost a verdict. */
static void tame_numbers(struct buf *out, const char *p, size_t n)
{
	bool in_string = false;

	for (size_t i = 0; i < n;) {
		size_t len = in_string ? 0 : bare_token(p + i, n - i);

		if (len > 0) {
			if (is_wild_number(p + i, len))
				buf_adds(out, "true");
			else
				buf_add(out, p + i, len);
			i += len;
			continue;
		}
		if (p[i] == '"')
			in_string = !in_string;
		else if (in_string && p[i] == '\\' && i + 1 < n)
			buf_addc(out, p[i++]);
		buf_addc(out, p[i++]);
	}
}

static json_t *parse_tamed(const char *body, size_t n, char err[JSON_ERR_MAX])
{
	json_t *root = json_parse(body, n, err);
	struct buf tame = BUF_INIT;

	if (root != NULL || n == 0 || !text_is_utf8(body, n))
		return root;
	tame_numbers(&tame, body, n);
	if (tame.n != n || memcmp(tame.p, body, n) != 0)
		root = json_parse(tame.p, tame.n, err);
	buf_release(&tame);
	return root;
}

static bool begins_with(const char *body, size_t n, const char *word)
{
	size_t len = strlen(word);

	return n >= len && strncasecmp(body, word, len) == 0;
}

static bool is_html(const char *body, size_t n)
{
	size_t cut;

	n = text_is_utf8(body, n) ? reply_trimmed(body, n, &cut) : (cut = 0, n);
	return begins_with(body + cut, n, "<!doctype") || begins_with(body + cut, n, "<html") ||
	       begins_with(body + cut, n, "<head");
}

json_t *reply_parse(struct model_answer *out, struct buf *keep, const char *body, size_t n)
{
	char err[JSON_ERR_MAX];
	json_t *root = parse_tamed(body, n, err);
	size_t len;

	if (root != NULL)
		return root;
	if (is_html(body, n)) {
		reply_fault(out, MODEL_GARBAGE, "it sent an HTML page instead of JSON: is the address right?");
		return NULL;
	}
	len = strlen(err);
	len -= len > 0 && err[len - 1] == '.'; /* a detail stands inside a sentence */
	reply_fault(out, MODEL_GARBAGE, reply_keep(keep, err, len, REPLY_DETAIL_MAX));
	return NULL;
}

/* Parts */

bool reply_is_absent(const json_t *v)
{
	return v == NULL || json_is_null(v);
}

const char *reply_keep(struct buf *keep, const char *s, size_t n, size_t max)
{
	size_t at = keep->n;

	if (n > max) {
		for (n = max; n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80;)
			n--;
	}
	buf_add(keep, s, n);
	buf_addc(keep, '\0');
	return keep->p + at;
}

const char *reply_label(struct buf *keep, const json_t *v)
{
	return json_is_string(v) ? reply_keep(keep, json_string_value(v), json_string_length(v), REPLY_LABEL_MAX) : "";
}

void reply_score(struct model_answer *out, const json_t *v)
{
	if (!json_is_number(v) || !isfinite(json_number_value(v)))
		return;
	out->has_score = true;
	out->score = json_number_value(v);
}

static bool is_count(const json_t *v)
{
	return json_is_integer(v) && json_integer_value(v) >= 0 && json_integer_value(v) <= INT_MAX;
}

void reply_tokens(struct model_answer *out, const json_t *in, const json_t *written)
{
	if (!is_count(in) || !is_count(written))
		return;
	out->has_tokens = true;
	out->tokens_in = (int)json_integer_value(in);
	out->tokens_out = (int)json_integer_value(written);
}

size_t reply_trimmed(const char *s, size_t n, size_t *start)
{
	size_t from = n, to = 0;

	for (size_t i = 0; i < n;) {
		uint32_t c;
		size_t len = text_decode(s + i, n - i, &c);

		if (!text_is_space(c)) {
			from = i < from ? i : from;
			to = i + len;
		}
		i += len;
	}
	*start = from < to ? from : 0;
	return from < to ? to - from : 0;
}

bool reply_text(struct model_answer *out, struct buf *keep, const char *text, size_t n)
{
	size_t cut;

	if (n > REPLY_ANSWER_MAX) {
		reply_fault(out, MODEL_GARBAGE, "the answer is too long");
		return false;
	}
	n = reply_trimmed(text, n, &cut);
	if (n == 0) {
		reply_fault(out, MODEL_EMPTY, "the answer is empty");
		return false;
	}
	out->text = reply_keep(keep, text + cut, n, REPLY_ANSWER_MAX);
	out->text_n = n;
	return true;
}

void reply_place(struct model_answer *out, const struct model_question *q, const json_t *start, const json_t *end)
{
	if (json_is_integer(start) && json_is_integer(end))
		out->has_span = offsets_prove(q->passage, q->passage_n, out->text, out->text_n,
					      json_integer_value(start), json_integer_value(end), &out->span);
	if (!out->has_span)
		out->has_span = span_find(q->passage, q->passage_n, out->text, out->text_n, &out->span);
}

void reply_span(struct model_answer *out, struct buf *keep, const struct model_question *q, const struct reply_span *s)
{
	if (!json_is_string(s->answer)) {
		struct buf why = BUF_INIT;

		buf_addf(&why, "the field %s is missing or not a string", s->field);
		reply_fault(out, MODEL_GARBAGE, reply_keep(keep, why.p, why.n, REPLY_DETAIL_MAX));
		buf_release(&why);
		return;
	}
	reply_score(out, s->score);
	if (reply_text(out, keep, json_string_value(s->answer), json_string_length(s->answer)))
		reply_place(out, q, s->start, s->end);
}

void reply_extract(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *object)
{
	reply_span(out, keep, q,
		   &(struct reply_span){"answer", json_object_get(object, "answer"), json_object_get(object, "score"),
					json_object_get(object, "start"), json_object_get(object, "end")});
}

/* What servers say */

static const struct {
	int from, to;
	enum model_outcome outcome;
} meanings[] = {
    {300, 399, MODEL_REDIRECTED}, {401, 403, MODEL_DENIED}, /* 402: there is no money left */
    {404, 405, MODEL_NOT_FOUND},  {408, 408, MODEL_TIMEOUT},      {410, 410, MODEL_NOT_FOUND},
    {413, 413, MODEL_TOO_LONG},   {429, 429, MODEL_RATE_LIMITED}, {400, 499, MODEL_REJECTED},
    {503, 503, MODEL_OVERLOADED}, {504, 504, MODEL_TIMEOUT},      {529, 529, MODEL_OVERLOADED},
};

/* A request that is too long, and one that a filter took away, is a 400 with many: only its words tell. */
static const struct {
	const char *words;
	enum model_outcome outcome;
} sayings[] = {
    {"context length", MODEL_TOO_LONG},     {"context window", MODEL_TOO_LONG},  {"context_length", MODEL_TOO_LONG},
    {"too long", MODEL_TOO_LONG},           {"too many tokens", MODEL_TOO_LONG}, {"context size", MODEL_TOO_LONG},
    {"request_too_large", MODEL_TOO_LONG},  {"content_filter", MODEL_DECLINED},  {"content_policy", MODEL_DECLINED},
    {"content management", MODEL_DECLINED},
};

static enum model_outcome rejected_because(const char *said)
{
	for (size_t i = 0; i < ARRAY_LEN(sayings); i++) {
		if (strcasestr(said, sayings[i].words) != NULL)
			return sayings[i].outcome;
	}
	return MODEL_REJECTED;
}

enum model_outcome reply_outcome(int http_status, const char *said)
{
	for (size_t i = 0; i < ARRAY_LEN(meanings); i++) {
		if (http_status >= meanings[i].from && http_status <= meanings[i].to)
			return meanings[i].outcome == MODEL_REJECTED ? rejected_because(said) : meanings[i].outcome;
	}
	return MODEL_BAD_STATUS;
}

/* One line, bounded. */
static void add_line(struct buf *out, const char *s, size_t n)
{
	enum { LINE_MAX_BYTES = 200 };

	for (size_t i = 0; i < n && i < LINE_MAX_BYTES; i++)
		buf_addc(out, (char)((unsigned char)s[i] < 0x20 ? ' ' : s[i]));
}

/* The first string among the places where servers put their sentence. */
static const json_t *find_sentence(const json_t *v, int depth)
{
	static const char *const keys[] = {"error", "message", "detail", "msg", "errors", "reason"};

	if (json_is_string(v) || depth == 0)
		return json_is_string(v) ? v : NULL;
	if (json_is_array(v))
		return find_sentence(json_array_get(v, 0), depth - 1);
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const json_t *found = find_sentence(json_object_get(v, keys[i]), depth - 1);

		if (found != NULL)
			return found;
	}
	return NULL;
}

static void html_sentence(struct buf *out, const char *body, size_t n)
{
	char *copy = xmemdup0(body, n), *title = strcasestr(copy, "<title>");
	size_t len;

	buf_adds(out, "an HTML page");
	if (title != NULL) {
		title += strlen("<title>");
		len = strcspn(title, "<");
		buf_adds(out, ", \"");
		add_line(out, title, len);
		buf_addc(out, '"');
	}
	free(copy);
}

void reply_sentence(struct buf *out, const char *body, size_t n)
{
	enum { DEPTH = 4 };
	char err[JSON_ERR_MAX];
	json_t *root;
	const json_t *said;

	if (is_html(body, n)) {
		html_sentence(out, body, n);
		return;
	}
	root = parse_tamed(body, n, err);
	said = find_sentence(root, DEPTH);
	if (said != NULL)
		add_line(out, json_string_value(said), json_string_length(said));
	else if (root == NULL && text_is_utf8(body, n))
		add_line(out, body, n); /* plain words */
	json_decref(root);
}

/* Appends every string at or under v, in the places where servers tell what is wrong. */
static void add_words(struct buf *out, const json_t *v, int depth)
{
	static const char *const keys[] = {"error", "message", "detail", "msg", "errors",     "reason",
					   "code",  "type",    "param",  "loc", "innererror", "title"};
	const json_t *one;
	size_t i;

	if (json_is_string(v)) {
		add_line(out, json_string_value(v), json_string_length(v));
		buf_addc(out, ' ');
	}
	if (depth == 0)
		return;
	json_array_foreach(v, i, one) add_words(out, one, depth - 1);
	for (i = 0; i < ARRAY_LEN(keys) && json_is_object(v); i++)
		add_words(out, json_object_get(v, keys[i]), depth - 1);
}

void reply_said(struct buf *out, const char *body, size_t n)
{
	enum { DEPTH = 6 };
	char err[JSON_ERR_MAX];
	json_t *root = is_html(body, n) ? NULL : parse_tamed(body, n, err);

	add_words(out, root, DEPTH);
	if (root == NULL)
		reply_sentence(out, body, n);
	json_decref(root);
}

/* The sentence of an object with an error in it. */
static void add_error(void *out, const json_t *object)
{
	enum { DEPTH = 4 };
	const json_t *error = json_object_get(object, "error");
	const json_t *said = find_sentence(error != NULL ? error : json_object_get(object, "errors"), DEPTH);

	if (said != NULL && ((struct buf *)out)->n == 0)
		add_line(out, json_string_value(said), json_string_length(said));
}

void reply_error(struct buf *out, const char *body, size_t n)
{
	char err[JSON_ERR_MAX];
	json_t *root = parse_tamed(body, n, err);

	if (root == NULL && stream_is(body, n))
		stream_each(body, n, add_error, out);
	add_error(out, root);
	json_decref(root);
}
