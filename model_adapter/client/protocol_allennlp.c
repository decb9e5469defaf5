/* protocol_allennlp: `allennlp serve` with a reading-comprehension predictor.
 *   POST /predict {"passage","question"} -> {"best_span_str","best_span":[first,last
 * token],"token_offsets":[[from,to],…]} */
#include "beat/jw.h"
#include "chat.h"
#include "reply.h"

static void allennlp_url(struct buf *out, const char *configured, const struct model_setup *setup)
{
	(void)setup;
	chat_url(out, configured, "", "/predict");
}

static void allennlp_request(struct buf *out, const struct model_question *q)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_key(&w, "passage");
	jw_strn(&w, q->passage, q->passage_n);
	jw_key(&w, "question");
	jw_strn(&w, q->question, q->question_n);
	jw_close(&w, '}');
	jw_done(&w);
}

/* Where the token that best_span names begins (side 0) or ends (1); NULL if it is not told. */
static const json_t *token_edge(const json_t *root, size_t side)
{
	const json_t *token = json_array_get(json_object_get(root, "best_span"), side);
	json_int_t at = json_is_integer(token) ? json_integer_value(token) : -1;

	return at < 0 ? NULL : json_array_get(json_array_get(json_object_get(root, "token_offsets"), (size_t)at), side);
}

static void allennlp_response(struct model_answer *out, struct buf *keep, const struct model_question *q,
			      const char *body, size_t body_n)
{
	json_t *root;

	reply_init(out, keep);
	root = reply_parse(out, keep, body, body_n);
	if (root == NULL)
		return;
	reply_span(out, keep, q,
		   &(struct reply_span){"best_span_str", json_object_get(root, "best_span_str"),
					json_object_get(root, "best_span_scores"), token_edge(root, 0),
					token_edge(root, 1)});
	json_decref(root);
}

const struct model_protocol protocol_allennlp = {
    .name = "allennlp",
    .key_header = "Authorization: Bearer {key}",
    .url = allennlp_url,
    .request = allennlp_request,
    .response = allennlp_response,
};
