/* protocol_anthropic: messages.
 *   POST /v1/messages {"model","max_tokens","system","messages",…} ->
 * {"content":[{"type":"text","text"}],"stop_reason"} */
#include <string.h>

#include "chat.h"
#include "reply.h"
#include "stream.h"

static void anthropic_request(struct buf *out, const struct model_question *q)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "model", chat_model(q->setup));
	jw_kint(&w, "max_tokens", chat_max_tokens(q->setup));
	if (!(q->without & WITHOUT_SYSTEM))
		jw_kstr(&w, "system", chat_prompt(q->setup));
	chat_write_messages(&w, q, false);
	if (!(q->without & WITHOUT_TEMPERATURE))
		jw_kint(&w, "temperature", 0);
	if (!(q->without & WITHOUT_SCHEMA)) {
		jw_kopen(&w, "output_config", '{');
		jw_kopen(&w, "format", '{');
		jw_kstr(&w, "type", "json_schema");
		chat_write_schema(&w, "schema");
		jw_close(&w, '}');
		jw_close(&w, '}');
	}
	jw_close(&w, '}');
	jw_done(&w);
}

static void read_content(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *root)
{
	const char *why = json_string_value(json_object_get(root, "stop_reason"));
	const json_t *block;
	struct buf text = BUF_INIT;
	size_t i;

	json_array_foreach(json_object_get(root, "content"), i, block)
	{
		const json_t *piece = json_object_get(block, "text");

		if (json_is_string(piece))
			buf_add(&text, json_string_value(piece), json_string_length(piece));
	}
	if (why != NULL && strcmp(why, "refusal") == 0)
		reply_fault(out, MODEL_DECLINED, "the model refuses to answer");
	else if (why != NULL && (strcmp(why, "max_tokens") == 0 || strcmp(why, "model_context_window_exceeded") == 0))
		reply_fault(out, MODEL_CUT, "the answer was cut off: allow more with --max-tokens");
	else if (text.n == 0)
		reply_fault(out, MODEL_GARBAGE, "the answer has no text in its content");
	else
		chat_answer(out, keep, q, text.p, text.n);
	buf_release(&text);
}

/* A stream, put together to what would have come at once. One that ends before it says why was cut off. */
struct gathered {
	json_t *whole;
	struct buf text;
};

static void on_event(void *arg, const json_t *event)
{
	struct gathered *g = arg;
	const json_t *delta = json_object_get(event, "delta"), *piece = json_object_get(delta, "text");
	json_t *why = json_object_get(delta, "stop_reason"), *message = json_object_get(event, "message");
	json_t *error = json_object_get(event, "error"), *usage;

	if (json_is_object(message))
		json_object_update(g->whole, message);
	usage = json_object_get(g->whole, "usage"); /* only now: a message that comes again has another one */
	if (json_is_object(usage))
		json_object_update(usage, json_object_get(event, "usage"));
	if (json_is_string(piece))
		buf_add(&g->text, json_string_value(piece), json_string_length(piece));
	if (json_is_string(why))
		json_object_set(g->whole, "stop_reason", why);
	if (error != NULL)
		json_object_set(g->whole, "error", error);
}

static json_t *anthropic_gather(const char *body, size_t n)
{
	struct gathered g = {.whole = json_object()};

	stream_each(body, n, on_event, &g);
	if (!json_is_string(json_object_get(g.whole, "stop_reason")) && json_object_get(g.whole, "error") == NULL)
		json_object_set_new(g.whole, "stop_reason", json_string("max_tokens"));
	json_object_set_new(g.whole, "content",
			    json_pack("[{s:s,s:s%}]", "type", "text", "text", g.text.n > 0 ? g.text.p : "", g.text.n));
	buf_release(&g.text);
	return g.whole;
}

static json_t *anthropic_parse(struct model_answer *out, struct buf *keep, const char *body, size_t n)
{
	return stream_is(body, n) ? anthropic_gather(body, n) : reply_parse(out, keep, body, n);
}

static void anthropic_answer(struct model_answer *out, struct buf *keep, const struct model_question *q,
			     const json_t *root)
{
	const json_t *usage = json_object_get(root, "usage");

	out->name = reply_label(keep, json_object_get(root, "model"));
	chat_identity(out, keep, q);
	reply_tokens(out, json_object_get(usage, "input_tokens"), json_object_get(usage, "output_tokens"));
	read_content(out, keep, q, root);
}

const struct model_protocol protocol_anthropic = {
    .name = "anthropic",
    .key_header = "x-api-key: {key}",
    .header = "anthropic-version: 2023-06-01",
    .is_chat = true,
    .base = "/v1",
    .path = "/messages",
    .request = anthropic_request,
    .without = chat_without,
    .parse = anthropic_parse,
    .answer = anthropic_answer,
};
