/* protocol_kserve_v2: the open inference protocol (KServe, Triton): tensors of strings.
 *   POST /v2/models/M/infer {"inputs":[{"name":"question","shape":[1],"datatype":"BYTES","data":[…]},…]}
 *   -> {"outputs":[{"name":"answer","datatype":"BYTES","data":[…]},…]} */
#include <string.h>

#include "beat/jw.h"
#include "reply.h"

static void kserve_v2_url(struct buf *out, const char *configured, const struct model_setup *setup)
{
	size_t n = strlen(configured);

	while (n > 0 && configured[n - 1] == '/')
		n--;
	buf_add(out, configured, n);
	if (strstr(configured, "/infer") != NULL)
		return;
	if (strstr(configured, "/v2/models/") == NULL)
		buf_addf(out, "%s/models/%s", n >= 3 && strncmp(configured + n - 3, "/v2", 3) == 0 ? "" : "/v2",
			 setup != NULL && setup->served_name != NULL ? setup->served_name : "default");
	buf_adds(out, "/infer");
}

static void write_tensor(struct jw *w, const char *name, const char *text, size_t n, bool flat)
{
	jw_open(w, '{');
	jw_kstr(w, "name", name);
	jw_kopen(w, "shape", '[');
	jw_int(w, 1);
	if (!flat)
		jw_int(w, 1);
	jw_close(w, ']');
	jw_kstr(w, "datatype", "BYTES");
	jw_kopen(w, "data", '[');
	jw_strn(w, text, n);
	jw_close(w, ']');
	jw_close(w, '}');
}

static void kserve_v2_request(struct buf *out, const struct model_question *q)
{
	const bool flat = !(q->without & WITHOUT_FLAT);
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "inputs", '[');
	write_tensor(&w, "question", q->question, q->question_n, flat);
	write_tensor(&w, "context", q->passage, q->passage_n, flat);
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
}

/* Models that take batches want [1,1]. */
static unsigned kserve_v2_without(unsigned without, int http_status, const char *said)
{
	return (http_status == 400 || http_status == 500) && strcasestr(said, "shape") != NULL ? without | WITHOUT_FLAT
											       : without;
}

/* The first value of the output of that name; NULL. */
static const json_t *output(const json_t *root, const char *name)
{
	const json_t *one, *data;
	size_t i;

	json_array_foreach(json_object_get(root, "outputs"), i, one)
	{
		const char *its = json_string_value(json_object_get(one, "name"));
		const char *type = json_string_value(json_object_get(one, "datatype"));

		if (name != NULL ? its == NULL || strcmp(its, name) != 0 : type == NULL || strcmp(type, "BYTES") != 0)
			continue;
		data = json_object_get(one, "data");
		while (json_is_array(data))
			data = json_array_get(data, 0);
		return data;
	}
	return NULL;
}

static const json_t *output_answer(const json_t *root)
{
	static const char *const names[] = {"answer", "output_text", "text", NULL}; /* NULL: the first of strings */

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const json_t *v = output(root, names[i]);

		if (json_is_string(v))
			return v;
	}
	return NULL;
}

/* Some runtimes put the whole of a pipeline's answer, as JSON, into one string. NULL if this is none; the caller frees.
 */
static json_t *unpacked(const json_t *answer)
{
	char err[JSON_ERR_MAX];
	json_t *v = NULL;

	if (json_is_string(answer) && *json_string_value(answer) == '{')
		v = json_parse(json_string_value(answer), json_string_length(answer), err);
	if (json_is_string(json_object_get(v, "answer")))
		return v;
	json_decref(v);
	return NULL;
}

static void kserve_v2_answer(struct model_answer *out, struct buf *keep, const struct model_question *q,
			     const json_t *root)
{
	const json_t *answer;
	json_t *packed;

	out->name = reply_label(keep, json_object_get(root, "model_name"));
	out->version = reply_label(keep, json_object_get(root, "model_version"));
	answer = output_answer(root);
	packed = unpacked(answer);
	if (answer == NULL)
		reply_fault(out, MODEL_GARBAGE, "no output of it is an answer in the datatype BYTES");
	else if (packed != NULL)
		reply_extract(out, keep, q, packed);
	else
		reply_span(out, keep, q,
			   &(struct reply_span){"answer", answer, output(root, "score"), output(root, "start"),
						output(root, "end")});
	json_decref(packed);
}

const struct model_protocol protocol_kserve_v2 = {
    .name = "kserve-v2",
    .key_header = "Authorization: Bearer {key}",
    .url = kserve_v2_url,
    .request = kserve_v2_request,
    .without = kserve_v2_without,
    .answer = kserve_v2_answer,
};
