/* What models answer: by question id in files of predictions, by passage and question
 * of those that were asked. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/eval.h"

static const size_t FILE_LIMIT = (size_t)2 << 30;

struct eval_passage_hash eval_hash_passage(const struct dataset_passage *p)
{
	struct eval_passage_hash h;

	crypto_sha256(p->context ? p->context : "", p->context_n, h.sha256);
	return h;
}

struct eval_key eval_key_of(const struct eval_passage_hash *passage, const struct dataset_question *q)
{
	struct buf both = BUF_INIT;
	unsigned char digest[CRYPTO_SHA256_LEN];
	struct eval_key key;

	buf_add(&both, passage->sha256, sizeof(passage->sha256));
	buf_add(&both, q->text ? q->text : "", q->text_n);
	crypto_sha256(both.p, both.n, digest);
	crypto_hex(digest, EVAL_KEY_LEN / 2, key.hex);
	buf_release(&both);
	return key;
}

char *eval_shortened(const char *s)
{
	enum { ENOUGH = 200 };
	size_t n = strlen(s);
	struct buf b = BUF_INIT;

	if (n <= ENOUGH)
		return xstrdup(s);
	for (n = ENOUGH; n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80;)
		n--;
	buf_add(&b, s, n);
	buf_adds(&b, "…");
	return buf_detach(&b);
}

static int read_whole(const char *path, struct buf *out)
{
	char why[SOURCE_ERR_MAX];
	struct source *src = source_open(path, why);
	int c, rc = CLI_OK;

	if (!src)
		return cli_fail("eval: %s: %s.", path, why);
	buf_adds(out, "");
	source_skip_bom(src);
	while ((c = source_byte(src)) != SOURCE_END && out->n <= FILE_LIMIT)
		buf_addc(out, (char)c);
	if (out->n > FILE_LIMIT)
		rc = cli_fail("eval: %s is larger than 2 GB.", path);
	else if (source_error(src))
		rc = cli_fail("eval: could not read %s: %s.", path, source_error(src));
	source_free(&src);
	return rc;
}

/* Reads JSON as Python does: the last of equal keys counts, NUL is a character, and
 * numbers, which do not matter here, may be beyond 64 bits. */
json_t *eval_predictions_load(const char *path)
{
	struct buf text = BUF_INIT;
	json_t *root = NULL;
	json_error_t e;

	if (read_whole(path, &text) == CLI_OK) {
		root = json_loadb(text.p, text.n, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &e);
		if (!root)
			cli_fail("eval: %s:%d:%d: not valid JSON: %s.", path, e.line, e.column, e.text);
		else if (!json_is_object(root))
			cli_fail("eval: %s: expected an object {\"question id\":\"answer\",…}, found %s.", path,
				 json_type_name(json_typeof(root)));
	}
	buf_release(&text);
	if (json_is_object(root))
		return root;
	json_decref(root);
	return NULL;
}

void eval_models_release(struct eval_models *models)
{
	for (size_t i = 0; i < models->n; i++) {
		struct eval_model *m = &models->v[i];

		free(m->name);
		cli_strs_release(&m->files);
		free(m->url);
		free(m->protocol);
		free(m->prompt);
		free(m->shown);
		free(m->reported);
		free(m->version);
		free(m->weights);
		free(m->first_fault);
		buf_release(&m->saved);
		json_decref(m->answers);
	}
	free(models->v);
	*models = (struct eval_models){0};
}

struct eval_model *eval_models_add(struct eval_models *models)
{
	models->v = xrealloc(models->v, (models->n + 1) * sizeof(*models->v));
	models->v[models->n] = (struct eval_model){.answers = json_object()};
	return &models->v[models->n++];
}

int eval_models_load(struct eval_models *models)
{
	for (size_t i = 0; i < models->n; i++) {
		struct eval_model *m = &models->v[i];

		for (size_t k = 0; k < m->files.n; k++) {
			json_t *file = eval_predictions_load(m->files.v[k]);

			if (!file)
				return CLI_FAILED;
			json_object_update(m->answers, file);
			json_decref(file);
		}
	}
	return CLI_OK;
}

const json_t *eval_answer(const struct eval_model *m, const struct eval_passage_hash *passage,
			  const struct dataset_question *q)
{
	if (m->files.n == 0)
		return json_object_get(m->answers, eval_key_of(passage, q).hex);
	/* No key holds a NUL, so an id that does has no prediction. */
	return strlen(q->id) == q->id_n ? json_object_get(m->answers, q->id) : NULL;
}

static int save_one(struct eval_model *m)
{
	FILE *f = fopen(m->save, "wb");
	bool ok = f != NULL;

	if (m->saved.n == 0)
		buf_adds(&m->saved, "{");
	buf_adds(&m->saved, "\n}\n");
	ok = ok && fwrite(m->saved.p, 1, m->saved.n, f) == m->saved.n;
	if (f && fclose(f) != 0)
		ok = false;
	return ok ? CLI_OK : cli_fail("eval: could not write %s: %s.", m->save, strerror(errno));
}

int eval_models_save(struct eval_models *models)
{
	int rc = CLI_OK;

	for (size_t i = 0; i < models->n; i++) {
		if (models->v[i].save && save_one(&models->v[i]) != CLI_OK)
			rc = CLI_FAILED;
	}
	return rc;
}
