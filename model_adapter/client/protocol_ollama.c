/* protocol_ollama: Ollama's own chat. It streams unless told not to, and some that stand in for it stream all the same:
 * an object a line, whose pieces are put together. POST /api/chat
 * {"model","messages","stream":false,"format","options"} -> {"message":{"content"},"done","done_reason"} */
#include <string.h>

#include "chat.h"
#include "reply.h"

static void ollama_url(struct buf *out, const char *configured, const struct model_setup *setup)
{
	(void)setup;
	chat_url(out, configured, "/api", "/chat");
}

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

/* The last object; what all of them say is in text. NULL after filling in the fault. */
static json_t *read_lines(struct model_answer *out, struct buf *keep, struct buf *text, const char *body, size_t n)
{
	json_t *last = NULL;

	do {
		const char *end = memchr(body, '\n', n);
		size_t len = end != NULL ? (size_t)(end - body) : n;
		const json_t *content;
		json_t *line;

		if (len > 0 || last == NULL) {
			line = reply_parse(out, keep, body, len);
			json_decref(last);
			last = line;
			if (last == NULL)
				return NULL;
			content = json_object_get(json_object_get(last, "message"), "content");
			if (json_is_string(content))
				buf_add(text, json_string_value(content), json_string_length(content));
		}
		len += end != NULL;
		body += len;
		n -= len;
	} while (n > 0);
	return last;
}

static void read_message(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *last,
			 const struct buf *text)
{
	const char *why = json_string_value(json_object_get(last, "done_reason"));

	if (why != NULL && strcmp(why, "length") == 0)
		reply_fault(out, MODEL_CUT, "the answer was cut off: allow more with --max-tokens");
	else if (json_is_false(json_object_get(last, "done")))
		reply_fault(out, MODEL_CUT, "the stream ended before the answer did");
	else if (text->n == 0)
		reply_fault(out, MODEL_GARBAGE, "the answer has no message with text");
	else
		chat_answer(out, keep, q, text->p, text->n);
}

static void ollama_response(struct model_answer *out, struct buf *keep, const struct model_question *q,
			    const char *body, size_t body_n)
{
	struct buf text = BUF_INIT;
	char err[JSON_ERR_MAX];
	json_t *root, *whole = json_parse(body, body_n, err);

	reply_init(out, keep);
	if (whole != NULL) { /* one object, on however many lines */
		const json_t *content = json_object_get(json_object_get(whole, "message"), "content");

		if (json_is_string(content))
			buf_add(&text, json_string_value(content), json_string_length(content));
		root = whole;
	} else {
		root = read_lines(out, keep, &text, body, body_n);
	}
	if (root != NULL) {
		out->name = reply_label(keep, json_object_get(root, "model"));
		chat_identity(out, keep, q);
		reply_tokens(out, json_object_get(root, "prompt_eval_count"), json_object_get(root, "eval_count"));
		read_message(out, keep, q, root, &text);
	}
	json_decref(root);
	buf_release(&text);
}

const struct model_protocol protocol_ollama = {
    .name = "ollama",
    .key_header = "Authorization: Bearer {key}",
    .is_chat = true,
    .url = ollama_url,
    .request = ollama_request,
    .without = chat_without,
    .response = ollama_response,
};
