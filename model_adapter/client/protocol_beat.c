/* protocol_beat: our own protocol, the one beat-model speaks.
 *   POST /predict {"passage","question"}
 *   -> {"answer","start","end","score","model","version","weights"}
 * Only "answer" is required. start and end are code points, both or neither.
 *
 * Nothing of the body is trusted: what is not the protocol is MODEL_GARBAGE,
 * offsets that do not slice the passage to the answer are MODEL_BAD_SPAN, and
 * every string is bounded and copied into *keep. */
#include <string.h>

#include "reply.h"

static void beat_url(struct buf *out, const char *configured, const struct model_setup *setup)
{
	const char *host = strstr(configured, "://");
	const char *rest;

	(void)setup;
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

/* Proves the offsets against the untrimmed answer, then trims them alike. Our own protocol says what they count, so one
 * that gets it wrong is at fault. */
static bool prove_span(struct model_answer *out, const json_t *root, const struct model_question *q)
{
	const json_t *start = json_object_get(root, "start"), *end = json_object_get(root, "end");
	const json_t *answer = json_object_get(root, "answer");
	size_t text_n = json_string_length(answer), slice_n;
	const char *slice;
	struct span s;

	if (!json_is_integer(start) || !json_is_integer(end) || json_integer_value(start) < 0 ||
	    json_integer_value(end) < 0)
		return false;
	s = (struct span){.start = (size_t)json_integer_value(start), .end = (size_t)json_integer_value(end)};
	if (!span_slice(q->passage, q->passage_n, s, &slice, &slice_n) || slice_n != text_n ||
	    memcmp(slice, json_string_value(answer), text_n) != 0)
		return false;
	if (span_trim(q->passage, q->passage_n, &s) != SPAN_OK)
		return false;
	out->span = s;
	out->has_span = true;
	return true;
}

static void read_answer(struct model_answer *out, struct buf *keep, const json_t *root, const struct model_question *q)
{
	const json_t *answer = json_object_get(root, "answer");
	bool claims =
	    !reply_is_absent(json_object_get(root, "start")) || !reply_is_absent(json_object_get(root, "end"));

	reply_score(out, json_object_get(root, "score"));
	if (!reply_text(out, keep, json_string_value(answer), json_string_length(answer)))
		return;
	if (claims && !prove_span(out, root, q))
		reply_fault(out, MODEL_BAD_SPAN, "start and end do not slice the passage to the answer");
	else if (!claims)
		out->has_span = span_find(q->passage, q->passage_n, out->text, out->text_n, &out->span);
}

static bool is_label(const json_t *v)
{
	return reply_is_absent(v) || (json_is_string(v) && json_string_length(v) <= REPLY_LABEL_MAX);
}

static void beat_answer(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *root)
{
	const json_t *name = json_object_get(root, "model"), *version = json_object_get(root, "version");
	const json_t *weights = json_object_get(root, "weights");

	if (!json_is_object(root)) {
		reply_fault(out, MODEL_GARBAGE, "the answer is not a JSON object");
	} else if (!json_is_string(json_object_get(root, "answer"))) {
		reply_fault(out, MODEL_GARBAGE, "the field answer is missing or not a string");
	} else if (!is_label(name) || !is_label(version) || !is_label(weights)) {
		reply_fault(out, MODEL_GARBAGE, "model, version and weights must be strings of at most 256 bytes");
	} else {
		out->name = reply_label(keep, name);
		out->version = reply_label(keep, version);
		out->weights = reply_label(keep, weights);
		read_answer(out, keep, root, q);
	}
}

const struct model_protocol protocol_beat = {
    .name = "beat",
    .key_header = "Authorization: Bearer {key}",
    .url = beat_url,
    .request = model_protocol_ask,
    .answer = beat_answer,
};
