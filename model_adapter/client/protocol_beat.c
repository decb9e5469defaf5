/* protocol_beat: our own protocol, the one beat-model speaks.
 *   POST /predict {"passage","question"}
 *   -> {"answer","start","end","score","model","version","weights"}
 * Only "answer" is required. start and end are code points, both or neither.
 *
 * Nothing of the body is trusted: what is not the protocol is MODEL_GARBAGE,
 * offsets that do not slice the passage to the answer are MODEL_BAD_SPAN, and
 * every string is bounded and copied into *keep. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "beat/json.h"
#include "beat/jw.h"
#include "beat/text.h"
#include "protocol.h"

enum { ANSWER_MAX_BYTES = 16384, LABEL_MAX_BYTES = 256 };

static void beat_url(struct buf *out, const char *configured)
{
	const char *host = strstr(configured, "://");
	const char *rest;

	host = host != NULL ? host + 3 : configured;
	rest = host + strcspn(host, "/?#");
	if (rest[0] == '\0' || rest[0] == '?' || strcmp(rest, "/") == 0) {
		buf_add(out, configured, (size_t)(rest - configured));
		buf_adds(out, "/predict");
		if (rest[0] == '?')
			buf_adds(out, rest);
	} else {
		buf_adds(out, configured);
	}
}

static void beat_request(struct buf *out, const char *passage, size_t passage_n, const char *question,
			 size_t question_n)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_key(&w, "passage");
	jw_strn(&w, passage, passage_n);
	jw_key(&w, "question");
	jw_strn(&w, question, question_n);
	jw_close(&w, '}');
	jw_done(&w);
}

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
 * one number that is too large. A strange score must not cost a verdict, so such numbers become `true`: a wrong type,
 * harmless as a score and refused as an offset. */
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

static json_t *parse_body(const char *body, size_t n, char err[JSON_ERR_MAX])
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

static void fault(struct model_answer *out, enum model_outcome outcome, const char *detail)
{
	out->outcome = outcome;
	out->detail = detail;
	out->has_span = false;
	out->text = "";
	out->text_n = 0;
}

static bool is_absent(const json_t *v)
{
	return v == NULL || json_is_null(v);
}

/* An optional string: -1 if it is no string or too long, else its offset in keep. */
static long keep_label(const json_t *root, const char *key, struct buf *keep)
{
	const json_t *v = json_object_get(root, key);
	long at = (long)keep->n;

	if (!is_absent(v) && (!json_is_string(v) || json_string_length(v) > LABEL_MAX_BYTES))
		return -1;
	if (!is_absent(v))
		buf_add(keep, json_string_value(v), json_string_length(v));
	buf_addc(keep, '\0');
	return at;
}

/* Trims Python's white space; *start gets the bytes cut in front. */
static size_t trimmed(const char *s, size_t n, size_t *start)
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

/* Proves the offsets against the untrimmed answer, then trims them alike. */
static bool prove_span(struct model_answer *out, const json_t *root, const char *text, size_t text_n,
		       const char *passage, size_t passage_n)
{
	const json_t *start = json_object_get(root, "start"), *end = json_object_get(root, "end");
	const char *slice;
	size_t slice_n;
	struct span s;

	if (!json_is_integer(start) || !json_is_integer(end) || json_integer_value(start) < 0 ||
	    json_integer_value(end) < 0)
		return false;
	s = (struct span){.start = (size_t)json_integer_value(start), .end = (size_t)json_integer_value(end)};
	if (!span_slice(passage, passage_n, s, &slice, &slice_n) || slice_n != text_n ||
	    memcmp(slice, text, text_n) != 0)
		return false;
	if (span_trim(passage, passage_n, &s) != SPAN_OK)
		return false;
	out->span = s;
	out->has_span = true;
	return true;
}

static void read_answer(struct model_answer *out, struct buf *keep, const json_t *root, const char *passage,
			size_t passage_n)
{
	const json_t *answer = json_object_get(root, "answer");
	const json_t *score = json_object_get(root, "score");
	const char *text = json_string_value(answer);
	size_t text_n = json_string_length(answer), cut, n = trimmed(text, text_n, &cut), at = keep->n;
	bool claims = !is_absent(json_object_get(root, "start")) || !is_absent(json_object_get(root, "end"));

	if (json_is_number(score) && isfinite(json_number_value(score))) {
		out->has_score = true;
		out->score = json_number_value(score);
	}
	if (n == 0) {
		fault(out, MODEL_EMPTY, "the answer is empty");
		return;
	}
	buf_add(keep, text + cut, n);
	out->text = keep->p + at;
	out->text_n = n;
	if (claims && !prove_span(out, root, text, text_n, passage, passage_n))
		fault(out, MODEL_BAD_SPAN, "start and end do not slice the passage to the answer");
	else if (!claims)
		out->has_span = span_find(passage, passage_n, out->text, n, &out->span);
}

static void beat_response(struct model_answer *out, struct buf *keep, const char *body, size_t body_n,
			  const char *passage, size_t passage_n)
{
	char err[JSON_ERR_MAX];
	json_t *root = parse_body(body, body_n, err);
	const json_t *answer = root != NULL ? json_object_get(root, "answer") : NULL;
	long name, version, weights;

	*out = (struct model_answer){
	    .outcome = MODEL_ANSWERED, .name = "", .version = "", .weights = "", .text = "", .detail = ""};
	if (root == NULL) {
		size_t at = keep->n, n = strlen(err);

		buf_add(keep, err, n > 0 && err[n - 1] == '.' ? n - 1 : n); /* a detail stands inside a sentence */
		fault(out, MODEL_GARBAGE, keep->p + at);
		return;
	}
	/* All that is kept fits into this, so pointers into keep stay valid. */
	buf_reserve(keep, 3 * (LABEL_MAX_BYTES + 1) + ANSWER_MAX_BYTES + 1);
	name = keep_label(root, "model", keep);
	version = keep_label(root, "version", keep);
	weights = keep_label(root, "weights", keep);
	if (!json_is_object(root)) {
		fault(out, MODEL_GARBAGE, "the answer is not a JSON object");
	} else if (!json_is_string(answer)) {
		fault(out, MODEL_GARBAGE, "the field answer is missing or not a string");
	} else if (json_string_length(answer) > ANSWER_MAX_BYTES) {
		fault(out, MODEL_GARBAGE, "the answer is too long");
	} else if (name < 0 || version < 0 || weights < 0) {
		fault(out, MODEL_GARBAGE, "model, version and weights must be strings of at most 256 bytes");
	} else {
		out->name = keep->p + name;
		out->version = keep->p + version;
		out->weights = keep->p + weights;
		read_answer(out, keep, root, passage, passage_n);
	}
	json_decref(root);
}

const struct model_protocol protocol_beat = {
    .name = "beat",
    .url = beat_url,
    .request = beat_request,
    .response = beat_response,
};
