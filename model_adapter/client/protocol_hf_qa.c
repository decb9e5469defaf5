/* protocol_hf_qa: Hugging Face's task question-answering.
 *   POST / {"inputs":{"question","context"},"parameters":{…}} -> {"answer","score","start","end"}, a list of such, or a
 * list of lists. An empty answer says that the question cannot be answered. */
#include <string.h>

#include "beat/jw.h"
#include "reply.h"

/* An endpoint of its own has one model; the service that many share has them under /models/. */
static void hf_qa_url(struct buf *out, const char *configured, const struct model_setup *setup)
{
	size_t n = strlen(configured);

	if (setup->served_name == NULL || strstr(configured, "/models/") != NULL || strchr(configured, '?') != NULL) {
		buf_adds(out, configured);
		return;
	}
	while (n > 0 && configured[n - 1] == '/')
		n--;
	buf_add(out, configured, n);
	buf_addf(out, "/models/%s", setup->served_name);
}

static void hf_qa_request(struct buf *out, const struct model_question *q)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "inputs", '{');
	jw_key(&w, "question");
	jw_strn(&w, q->question, q->question_n);
	jw_key(&w, "context");
	jw_strn(&w, q->passage, q->passage_n);
	jw_close(&w, '}');
	if (!(q->without & WITHOUT_PARAMETERS)) {
		jw_kopen(&w, "parameters", '{');
		jw_kint(&w, "top_k", 1);
		jw_close(&w, '}');
	}
	jw_close(&w, '}');
	jw_done(&w);
}

/* One of many is what they give by themselves; handlers of one's own may not know how to be told so. */
static unsigned hf_qa_without(unsigned without, int http_status, const char *said)
{
	const bool named = strcasestr(said, "top_k") != NULL || strcasestr(said, "parameters") != NULL;

	return named && (http_status == 400 || http_status == 422 || http_status == 500) ? without | WITHOUT_PARAMETERS
											 : without;
}

static void hf_qa_answer(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *root)
{
	const json_t *best = root;

	for (int depth = 0; depth < 2 && json_is_array(best); depth++)
		best = json_array_get(best, 0); /* the best comes first */
	reply_extract(out, keep, q, best);
}

const struct model_protocol protocol_hf_qa = {
    .name = "hf-qa",
    .key_header = "Authorization: Bearer {key}",
    .url = hf_qa_url,
    .request = hf_qa_request,
    .without = hf_qa_without,
    .answer = hf_qa_answer,
};
