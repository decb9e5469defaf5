/* babi_squad: questions whose answer stands in the story, as SQuAD or MRQA, with how they were made. */
#include <string.h>

#include "babi_lab.h"
#include "beat/jw.h"

static void babi_context(const struct babi_item *item, struct buf *context, size_t starts[BABI_SENTENCES + 1])
{
	for (size_t i = 0; i < item->n; i++) {
		if (i > 0)
			buf_addc(context, ' ');
		starts[i] = context->n;
		babi_put_sentence(context, &item->story[i]);
	}
	starts[item->n] = context->n;
}

/* Where the answer stands in the sentence, or -1. Names and places are no part of other words there. */
static long babi_find(const struct buf *context, size_t from, size_t to, const char *answer)
{
	const char *found = memmem(context->p + from, to - from, answer, strlen(answer));

	return found != NULL ? found - context->p : -1;
}

/* In the last fact that names it; a fact with a pronoun may name it in no sentence of the facts: then the last of all.
 */
static long babi_locate(const struct babi_item *item, const struct buf *context, const size_t *starts,
			const char *answer)
{
	long at = -1;

	for (size_t i = item->n_support; at < 0 && i-- > 0;)
		at = babi_find(context, starts[item->support[i] - 1], starts[item->support[i]], answer);
	for (size_t i = item->n; at < 0 && i-- > 0;)
		at = babi_find(context, starts[i], starts[i + 1], answer);
	return at;
}

static void babi_metadata(const struct babi_item *item, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "task", item->task);
	jw_kstr(&w, "kind", babi_kind_name((enum babi_kind)item->question.kind));
	jw_key(&w, "support");
	jw_open(&w, '[');
	for (size_t i = 0; i < item->n_support; i++)
		jw_int(&w, item->support[i]);
	jw_close(&w, ']');
	babi_json_composition(&w, item->composition);
	jw_close(&w, '}');
	jw_done(&w);
}

bool babi_write_set(struct lab_set *set, const struct babi_item *item, const char *id, struct buf *out)
{
	struct buf context = BUF_INIT, question = BUF_INIT, answer = BUF_INIT, metadata = BUF_INIT;
	size_t starts[BABI_SENTENCES + 1];
	struct release_row row = {.id = {id, strlen(id)}};
	long at;

	if (!babi_extractive((enum babi_kind)item->question.kind))
		return false;
	babi_context(item, &context, starts);
	babi_put_question(&question, &item->question);
	babi_put_answer(&answer, &item->question, item->answer);
	babi_metadata(item, &metadata);
	at = babi_locate(item, &context, starts, answer.p);
	if (at >= 0) {
		row.question = (struct release_text){question.p, question.n};
		row.answer = (struct release_text){answer.p, answer.n};
		row.metadata = (struct release_text){metadata.p, metadata.n};
		row.answer_start = (size_t)at;
		row.answer_end = (size_t)at + answer.n;
		lab_set_add(set, id, &context, &row, 1, out);
	}
	buf_release(&context);
	buf_release(&question);
	buf_release(&answer);
	buf_release(&metadata);
	return at >= 0;
}
