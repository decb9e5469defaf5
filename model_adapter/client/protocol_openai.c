/* protocol_openai: chat completions as OpenAI, vLLM, SGLang, llama.cpp, Ollama and LiteLLM serve them.
 *   POST /v1/chat/completions {"model","messages",…} -> {"choices":[{"message":{"content"},"finish_reason"}],"usage"}
 */
#include <string.h>

#include "chat.h"
#include "reply.h"
#include "stream.h"

static void openai_request(struct buf *out, const struct model_question *q)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "model", chat_model(q->setup));
	chat_write_messages(&w, q, true);
	jw_kint(&w, q->without & WITHOUT_MAX_TOKENS ? "max_completion_tokens" : "max_tokens",
		chat_max_tokens(q->setup));
	if (!(q->without & WITHOUT_TEMPERATURE))
		jw_kint(&w, "temperature", 0);
	if (!(q->without & WITHOUT_SEED))
		jw_kint(&w, "seed", 1);
	jw_kbool(&w, "stream", false);
	if (!(q->without & WITHOUT_SCHEMA)) {
		jw_kopen(&w, "response_format", '{');
		jw_kstr(&w, "type", "json_schema");
		jw_kopen(&w, "json_schema", '{');
		jw_kstr(&w, "name", "answer");
		jw_kbool(&w, "strict", true);
		chat_write_schema(&w, "schema");
		jw_close(&w, '}');
		jw_close(&w, '}');
	}
	jw_close(&w, '}');
	jw_done(&w);
}

/* Content is a string, or parts of which those with text count. */
static void add_content(struct buf *out, const json_t *content)
{
	const json_t *part;
	size_t i;

	if (json_is_string(content))
		buf_add(out, json_string_value(content), json_string_length(content));
	json_array_foreach(content, i, part)
	{
		const json_t *text = json_object_get(part, "text");

		if (json_is_string(text))
			buf_add(out, json_string_value(text), json_string_length(text));
	}
}

static bool is(const json_t *v, const char *word)
{
	return json_is_string(v) && strcmp(json_string_value(v), word) == 0;
}

static void read_choice(struct model_answer *out, struct buf *keep, const struct model_question *q,
			const json_t *choice)
{
	const json_t *message = json_object_get(choice, "message"), *why = json_object_get(choice, "finish_reason");
	const json_t *refusal = json_object_get(message, "refusal");
	struct buf text = BUF_INIT;

	add_content(&text, json_object_get(message, "content"));
	if (is(why, "content_filter"))
		reply_fault(out, MODEL_DECLINED, "a filter took the answer away");
	else if (json_is_string(refusal) && json_string_length(refusal) > 0)
		reply_fault(out, MODEL_DECLINED, "the model refuses to answer");
	else if (is(why, "length"))
		reply_fault(out, MODEL_CUT, "the answer was cut off: allow more with --max-tokens");
	else if (text.n == 0)
		reply_fault(out, MODEL_GARBAGE, "the choice has no message with text");
	else
		chat_answer(out, keep, q, text.p, text.n);
	buf_release(&text);
}

/* A stream, put together to what would have come at once. One that ends before it says why was cut off. */
struct gathered {
	json_t *whole;
	struct buf text;
	const char *why; /* of the reasons that are told apart */
	bool refused;
};

static void keep_field(json_t *whole, const json_t *event, const char *key)
{
	json_t *v = json_object_get(event, key);

	if (!reply_is_absent(v))
		json_object_set(whole, key, v);
}

static void on_chunk(void *arg, const json_t *event)
{
	static const char *const reasons[] = {"content_filter", "length"};
	struct gathered *g = arg;
	const json_t *choice = json_array_get(json_object_get(event, "choices"), 0), *delta;
	const json_t *why = json_object_get(choice, "finish_reason");

	keep_field(g->whole, event, "model");
	keep_field(g->whole, event, "system_fingerprint");
	keep_field(g->whole, event, "usage");
	keep_field(g->whole, event, "error");
	delta = json_object_get(choice, "delta");
	add_content(&g->text, json_object_get(delta, "content"));
	g->refused = g->refused || json_is_string(json_object_get(delta, "refusal"));
	if (json_is_string(why))
		g->why = "stop";
	for (size_t i = 0; i < ARRAY_LEN(reasons); i++) {
		if (is(why, reasons[i]))
			g->why = reasons[i];
	}
}

static json_t *openai_gather(const char *body, size_t n)
{
	struct gathered g = {.whole = json_object(), .why = "length"};

	stream_each(body, n, on_chunk, &g);
	if (json_object_get(g.whole, "error") == NULL)
		json_object_set_new(g.whole, "choices",
				    json_pack("[{s:{s:s%,s:s?},s:s}]", "message", "content",
					      g.text.n > 0 ? g.text.p : "", g.text.n, "refusal",
					      g.refused ? "refused" : NULL, "finish_reason", g.why));
	buf_release(&g.text);
	return g.whole;
}

static json_t *openai_parse(struct model_answer *out, struct buf *keep, const char *body, size_t n)
{
	return stream_is(body, n) ? openai_gather(body, n) : reply_parse(out, keep, body, n);
}

static void openai_answer(struct model_answer *out, struct buf *keep, const struct model_question *q,
			  const json_t *root)
{
	const json_t *usage = json_object_get(root, "usage"),
		     *choice = json_array_get(json_object_get(root, "choices"), 0);

	out->name = reply_label(keep, json_object_get(root, "model"));
	out->version = reply_label(keep, json_object_get(root, "system_fingerprint"));
	chat_identity(out, keep, q);
	reply_tokens(out, json_object_get(usage, "prompt_tokens"), json_object_get(usage, "completion_tokens"));
	if (!json_is_object(choice))
		reply_fault(out, MODEL_GARBAGE, "the answer has no choices");
	else
		read_choice(out, keep, q, choice);
}

const struct model_protocol protocol_openai = {
    .name = "openai",
    .key_header = "Authorization: Bearer {key}",
    .is_chat = true,
    .base = "/v1",
    .path = "/chat/completions",
    .request = openai_request,
    .without = chat_without,
    .parse = openai_parse,
    .answer = openai_answer,
};
