/* protocols: the table of wire protocols. */
#include <stdio.h>
#include <string.h>

#include "reply.h"

const struct model_protocol *const model_protocols[] = {&protocol_beat,      &protocol_openai,  &protocol_hf_qa,
							&protocol_anthropic, &protocol_ollama,  &protocol_kserve_v2,
							&protocol_allennlp,  &protocol_dynalab, NULL};

const struct model_protocol *model_protocol_find(const char *name)
{
	for (const struct model_protocol *const *p = model_protocols; *p != NULL; p++) {
		if (strcmp((*p)->name, name) == 0)
			return *p;
	}
	return NULL;
}

const char *model_protocol_name(size_t i)
{
	for (const struct model_protocol *const *p = model_protocols; *p != NULL; p++) {
		if (i-- == 0)
			return (*p)->name;
	}
	return NULL;
}

void model_protocol_read(const struct model_protocol *p, struct model_answer *out, struct buf *keep,
			 const struct model_question *q, const char *body, size_t body_n)
{
	struct buf said = BUF_INIT, why = BUF_INIT;

	p->response(out, keep, q, body, body_n);
	if (out->outcome != MODEL_GARBAGE)
		return;
	reply_error(&said, body, body_n);
	if (said.n > 0) {
		buf_addf(&why, "it answers with an error: %s", said.p);
		reply_fault(out, MODEL_GARBAGE, reply_keep(keep, why.p, why.n, REPLY_DETAIL_MAX));
	}
	buf_release(&said);
	buf_release(&why);
}

bool model_protocol_known(const char *name, const char **known)
{
	static char names[256]; /* "beat, openai, …" */

	if (known != NULL) {
		struct buf b = BUF_INIT;

		for (const struct model_protocol *const *p = model_protocols; *p != NULL; p++)
			buf_addf(&b, "%s%s", p == model_protocols ? "" : ", ", (*p)->name);
		snprintf(names, sizeof(names), "%s", b.p != NULL ? b.p : "");
		buf_release(&b);
		*known = names;
	}
	return model_protocol_find(name) != NULL;
}
