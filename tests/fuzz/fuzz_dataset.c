/* libFuzzer target: the reader of datasets; 'm' before the input means MRQA.
 *
 * SQuAD has an oracle: whenever jansson takes the whole input as strict JSON, the reader
 * must take it if and only if a walk over jansson's tree does, and hand over the same
 * questions with the same answers. For any input, what it hands over is UTF-8 and what it
 * says is a sentence. */
#include <string.h>

#include "beat/buf.h"
#include "beat/dataset.h"
#include "beat/json.h"
#include "beat/text.h"
#include "fuzz.h"

static void add(struct buf *b, char kind, const char *s, size_t n)
{
	buf_addc(b, kind);
	buf_addf(b, "%zu:", n);
	buf_add(b, s ? s : "", n);
}

static int on_article(void *arg, const struct dataset_article *a)
{
	CHECK(!a->title || text_is_utf8(a->title, a->title_n));
	add(arg, 'A', a->title, a->title_n);
	return 0;
}

static int on_passage(void *arg, const struct dataset_passage *p)
{
	add(arg, 'P', p->context, p->context_n);
	CHECK(!p->context || text_is_utf8(p->context, p->context_n));
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];

		CHECK(text_is_utf8(q->id, q->id_n) && (!q->text || text_is_utf8(q->text, q->text_n)));
		CHECK(q->no_answers || q->n_answers > 0);
		add(arg, 'Q', q->id, q->id_n);
		for (size_t k = 0; k < q->n_answers && !q->no_answers; k++) {
			CHECK(text_is_utf8(q->answers[k].text, q->answers[k].text_n) && q->answers[k].start >= -1);
			add(arg, '=', q->answers[k].text, q->answers[k].text_n);
		}
	}
	return 0;
}

static void add_json(struct buf *b, char kind, const json_t *v)
{
	add(b, kind, json_string_value(v), json_string_length(v));
}

static void walk_answers(const json_t *qa, struct buf *out)
{
	json_t *answers = json_object_get(qa, "answers"), *answer;
	size_t i, before = out->n;

	json_array_foreach(answers, i, answer)
	{
		json_t *text = json_object_get(answer, "text");

		if (!json_is_string(text)) {
			out->n = before;
			return;
		}
		add_json(out, '=', text);
	}
}

static bool walk_paragraph(const json_t *paragraph, struct buf *out)
{
	json_t *qas = json_object_get(paragraph, "qas"), *qa;
	size_t i;

	if (!json_is_array(qas))
		return false;
	add_json(out, 'P', json_object_get(paragraph, "context"));
	json_array_foreach(qas, i, qa)
	{
		if (!json_is_string(json_object_get(qa, "id")))
			return false;
		add_json(out, 'Q', json_object_get(qa, "id"));
		walk_answers(qa, out);
	}
	return true;
}

static bool walk(const json_t *root, struct buf *out)
{
	json_t *data = json_object_get(root, "data"), *article, *paragraph;
	size_t i, k;

	if (!json_is_array(data))
		return false;
	json_array_foreach(data, i, article)
	{
		json_t *paragraphs = json_object_get(article, "paragraphs");

		if (!json_is_array(paragraphs))
			return false;
		add_json(out, 'A', json_object_get(article, "title"));
		json_array_foreach(paragraphs, k, paragraph)
		{
			if (!walk_paragraph(paragraph, out))
				return false;
		}
	}
	return true;
}

static void compare_with_jansson(const char *p, size_t n, const struct buf *seen, int rc)
{
	/* jansson 2.14 overlooks a NUL byte right after a number */
	json_t *root = memchr(p, 0, n)
			   ? NULL
			   : json_loadb(p, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, NULL);
	struct buf expected = BUF_INIT;

	if (!root)
		return;
	if (walk(root, &expected)) {
		CHECK(rc == 0);
		CHECK(expected.n == seen->n);
		CHECK(expected.n == 0 || memcmp(expected.p, seen->p, expected.n) == 0);
	} else {
		CHECK(rc == -1);
	}
	json_decref(root);
	buf_release(&expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dataset_in in = {.name = "x.json", .format = DATASET_SQUAD};
	struct buf seen = BUF_INIT;
	const struct dataset_sink sink = {&seen, on_article, on_passage};
	char err[DATASET_ERR_MAX] = "";
	int rc;

	if (size > 0 && data[0] == 'm') {
		in.format = DATASET_MRQA;
		data++;
		size--;
	}
	in.src = source_of_memory(data, size);
	dataset_detect(in.src, "x");
	rc = dataset_read(&in, &sink, err);
	CHECK(rc == 0 || rc == -1);
	CHECK((rc == 0) == (err[0] == '\0'));
	source_free(&in.src);
	if (in.format == DATASET_SQUAD && size > 0 && data[0] != 0xEF)
		compare_with_jansson((const char *)data, size, &seen, rc);
	buf_release(&seen);
	return 0;
}
