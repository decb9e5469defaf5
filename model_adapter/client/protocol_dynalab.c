/* protocol_dynalab: models made for Dynabench.
 *   POST {"uid","context","question"} -> {"id","answer","signed",…} */
#include "beat/jw.h"
#include "reply.h"

static const char UID[] = "beat";

static void dynalab_url(struct buf *out, const char *configured, const struct model_setup *setup)
{
	(void)setup;
	buf_adds(out, configured);
}

static void dynalab_request(struct buf *out, const struct model_question *q)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "uid", UID);
	jw_key(&w, "context");
	jw_strn(&w, q->passage, q->passage_n);
	jw_key(&w, "question");
	jw_strn(&w, q->question, q->question_n);
	jw_close(&w, '}');
	jw_done(&w);
}

static void dynalab_answer(struct model_answer *out, struct buf *keep, const struct model_question *q,
			   const json_t *root)
{
	reply_span(
	    out, keep, q,
	    &(struct reply_span){"answer", json_object_get(root, "answer"), json_object_get(root, "conf"), NULL, NULL});
}

const struct model_protocol protocol_dynalab = {
    .name = "dynalab",
    .key_header = "Authorization: Bearer {key}",
    .url = dynalab_url,
    .request = dynalab_request,
    .answer = dynalab_answer,
};
