/* babi_write: a question with its story as bAbI's text or as a line of JSON. */
#include <string.h>

#include "babi_lab.h"
#include "beat/crypto.h"
#include "beat/jw.h"

/* Lines are numbered from 1 in each story, questions too; facts are told by these numbers. */
void babi_write_text(struct buf *out, const struct babi_item *item, size_t *lines)
{
	/* lines[i]: the line of sentence i + 1; lines[BABI_SENTENCES]: the last line so far */
	size_t *last = &lines[BABI_SENTENCES];

	if (item->fresh)
		*last = 0;
	for (size_t i = item->since; i < item->n; i++) {
		lines[i] = ++*last;
		buf_addf(out, "%zu ", lines[i]);
		babi_put_sentence(out, &item->story[i]);
		buf_addc(out, '\n');
	}
	buf_addf(out, "%zu ", ++*last);
	babi_put_question(out, &item->question);
	buf_addc(out, '\t');
	babi_put_answer(out, &item->question, item->answer);
	buf_addc(out, '\t');
	for (size_t i = 0; i < item->n_support; i++)
		buf_addf(out, "%s%zu", i > 0 ? " " : "", lines[item->support[i] - 1]);
	buf_addc(out, '\n');
}

static void babi_json_text(struct jw *w, struct buf *text, const char *key)
{
	jw_key(w, key);
	jw_strn(w, text->p, text->n);
	buf_clear(text);
}

void babi_json_composition(struct jw *w, unsigned composition)
{
	/* the names in alphabetical order */
	static const unsigned char ORDER[BABI_CONCEPTS] = {6, 5, 4, 2, 3, 1, 8, 0, 7};

	jw_key(w, "composition");
	jw_open(w, '[');
	for (size_t i = 0; i < BABI_CONCEPTS; i++)
		if (composition >> ORDER[i] & 1)
			jw_str(w, babi_concept_name(ORDER[i]));
	jw_close(w, ']');
}

static void babi_json_story(struct jw *w, const struct babi_item *item, struct buf *text)
{
	jw_key(w, "story");
	jw_open(w, '[');
	for (size_t i = 0; i < item->n; i++) {
		babi_put_sentence(text, &item->story[i]);
		jw_strn(w, text->p, text->n);
		buf_clear(text);
	}
	jw_close(w, ']');
}

bool babi_twin(const struct babi_item *item, struct babi_item *twin)
{
	if (item->question.kind != BABI_YES_NO || item->answer != BABI_YES)
		return false;
	*twin = *item;
	twin->fresh = false;
	twin->since = item->n;
	twin->question.kind = BABI_WHERE_P;
	twin->answer = item->question.place;
	return true;
}

uint64_t babi_item_key(const struct babi_item *item)
{
	unsigned char digest[CRYPTO_SHA256_LEN];
	struct buf b = BUF_INIT;
	uint64_t key;

	for (size_t i = 0; i < item->n; i++) {
		babi_put_sentence(&b, &item->story[i]);
		buf_addc(&b, '\n');
	}
	babi_put_question(&b, &item->question);
	crypto_sha256(b.p, b.n, digest);
	memcpy(&key, digest, sizeof(key));
	buf_release(&b);
	return key;
}

void babi_write_json(struct buf *out, const struct babi_item *item, const char *id)
{
	struct buf text = BUF_INIT;
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "id", id);
	jw_kstr(&w, "task", item->task);
	jw_kint(&w, "number", item->number);
	babi_json_story(&w, item, &text);
	babi_put_question(&text, &item->question);
	babi_json_text(&w, &text, "question");
	jw_kstr(&w, "kind", babi_kind_name((enum babi_kind)item->question.kind));
	babi_put_answer(&text, &item->question, item->answer);
	babi_json_text(&w, &text, "answer");
	jw_key(&w, "support");
	jw_open(&w, '[');
	for (size_t i = 0; i < item->n_support; i++)
		jw_int(&w, item->support[i]);
	jw_close(&w, ']');
	babi_json_composition(&w, item->composition);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
	buf_release(&text);
}
