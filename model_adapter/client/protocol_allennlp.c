/* protocol_allennlp: `allennlp serve` with a reading-comprehension predictor.
 *   POST /predict {"passage","question"} -> {"best_span_str","best_span":[first,last
 * token],"token_offsets":[[from,to],…]} */
#include "reply.h"

/* Where the token that best_span names begins (side 0) or ends (1); NULL if it is not told. */
static const json_t *token_edge(const json_t *root, size_t side)
{
	const json_t *token = json_array_get(json_object_get(root, "best_span"), side);
	json_int_t at = json_is_integer(token) ? json_integer_value(token) : -1;

	return at < 0 ? NULL : json_array_get(json_array_get(json_object_get(root, "token_offsets"), (size_t)at), side);
}

static void allennlp_answer(struct model_answer *out, struct buf *keep, const struct model_question *q,
			    const json_t *root)
{
	reply_span(out, keep, q,
		   &(struct reply_span){"best_span_str", json_object_get(root, "best_span_str"),
					json_object_get(root, "best_span_scores"), token_edge(root, 0),
					token_edge(root, 1)});
}

const struct model_protocol protocol_allennlp = {
    .name = "allennlp",
    .key_header = "Authorization: Bearer {key}",
    .base = "",
    .path = "/predict",
    .request = model_protocol_ask,
    .answer = allennlp_answer,
};
