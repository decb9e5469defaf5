/* protocols: the table of wire protocols. */
#include <stdio.h>
#include <string.h>

#include "beat/jw.h"
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

/* The address with the path that is missing. */
static void protocol_complete(const struct model_protocol *p, struct buf *out, const char *configured)
{
	size_t n = strcspn(configured, "?#"), base_n = strlen(p->base), path_n = strlen(p->path);
	const char *rest = configured + n;

	while (n > 0 && configured[n - 1] == '/')
		n--;
	buf_add(out, configured, n);
	if (n < path_n || strncmp(configured + n - path_n, p->path, path_n) != 0) {
		if (n < base_n || strncmp(configured + n - base_n, p->base, base_n) != 0)
			buf_adds(out, p->base);
		buf_adds(out, p->path);
	}
	buf_adds(out, rest);
}

void model_protocol_url(const struct model_protocol *p, struct buf *out, const char *configured,
			const struct model_setup *setup)
{
	if (p->url != NULL)
		p->url(out, configured, setup);
	else
		protocol_complete(p, out, configured);
}

void model_protocol_ask(struct buf *out, const struct model_question *q)
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

void model_protocol_read(const struct model_protocol *p, struct model_answer *out, struct buf *keep,
			 const struct model_question *q, const char *body, size_t body_n)
{
	struct buf said = BUF_INIT, why = BUF_INIT;
	json_t *root;

	reply_init(out, keep);
	root = (p->parse != NULL ? p->parse : reply_parse)(out, keep, body, body_n);
	if (root != NULL)
		p->answer(out, keep, q, root);
	json_decref(root);
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
