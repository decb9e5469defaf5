/* protocol_ollama: Ollama's own chat. It streams unless told not to, and some that stand in for it stream all the same:
 * an object a line, whose pieces are put together. POST /api/chat
 * {"model","messages","stream":false,"format","options"} -> {"message":{"content"},"done","done_reason"} */
#include <string.h>

#include "chat.h"
#include "reply.h"

static void ollama_request(struct buf *out, const struct model_question *q)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "model", chat_model(q->setup));
	chat_write_messages(&w, q, true);
	jw_kbool(&w, "stream", false);
	if (!(q->without & WITHOUT_SCHEMA))
		chat_write_schema(&w, "format");
	jw_kopen(&w, "options", '{');
	if (!(q->without & WITHOUT_TEMPERATURE))
		jw_kint(&w, "temperature", 0);
	if (!(q->without & WITHOUT_SEED))
		jw_kint(&w, "seed", 1);
	jw_kint(&w, "num_predict", chat_max_tokens(q->setup));
	jw_close(&w, '}');
	jw_close(&w, '}');
	jw_done(&w);
}

static const json_t *ollama_content(const json_t *object)
{
	return json_object_get(json_object_get(object, "message"), "content");
}

static void add_text(struct buf *out, const json_t *v)
{
	if (json_is_string(v))
		buf_add(out, json_string_value(v), json_string_length(v));
}

/* The last object; what all of them say is in text. NULL after filling in the fault. */
static json_t *read_lines(struct model_answer *out, struct buf *keep, struct buf *text, const char *body, size_t n)
{
	json_t *last = NULL;

	do {
		const char *end = memchr(body, '\n', n);
		size_t len = end != NULL ? (size_t)(end - body) : n;

		if (len > 0 || last == NULL) {
			json_decref(last);
			last = reply_parse(out, keep, body, len);
			if (last == NULL)
				return NULL;
			add_text(text, ollama_content(last));
		}
		len += end != NULL;
		body += len;
		n -= len;
	} while (n > 0);
	return last;
}

/* One object, on however many lines; or the last of many, with what all of them say. */
static json_t *ollama_parse(struct model_answer *out, struct buf *keep, const char *body, size_t n)
{
	struct buf text = BUF_INIT;
	char err[JSON_ERR_MAX];
	json_t *root = json_parse(body, n, err);

	if (root == NULL) {
		root = read_lines(out, keep, &text, body, n);
		if (json_is_object(root))
			json_object_set_new(root, "message",
					    json_pack("{s:s%}", "content", text.n > 0 ? text.p : "", text.n));
	}
	buf_release(&text);
	return root;
}

static void ollama_answer(struct model_answer *out, struct buf *keep, const struct model_question *q,
			  const json_t *root)
{
	const char *why = json_string_value(json_object_get(root, "done_reason"));
	const json_t *text = ollama_content(root);

	out->name = reply_label(keep, json_object_get(root, "model"));
	chat_identity(out, keep, q);
	reply_tokens(out, json_object_get(root, "prompt_eval_count"), json_object_get(root, "eval_count"));
	if (why != NULL && strcmp(why, "length") == 0)
		reply_fault(out, MODEL_CUT, "the answer was cut off: allow more with --max-tokens");
	else if (json_is_false(json_object_get(root, "done")))
		reply_fault(out, MODEL_CUT, "the stream ended before the answer did");
	else if (json_string_length(text) == 0)
		reply_fault(out, MODEL_GARBAGE, "the answer has no message with text");
	else
		chat_answer(out, keep, q, json_string_value(text), json_string_length(text));
}

const struct model_protocol protocol_ollama = {
    .name = "ollama",
    .key_header = "Authorization: Bearer {key}",
    .is_chat = true,
    .base = "/api",
    .path = "/chat",
    .request = ollama_request,
    .without = chat_without,
    .parse = ollama_parse,
    .answer = ollama_answer,
};
