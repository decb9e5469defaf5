/* The SQuAD v1.1 format, and its variant without answers for a public test set. An
 * article stands on a line of its own, so that two releases can be compared by eye. */
#include "beat/jw.h"
#include "beat/release.h"

struct squad {
	bool in_article;
};

static void path(struct buf *out, const char *name, enum release_split split)
{
	buf_addf(out, "%s/%s.json", name, release_split_name[split]);
}

static void path_public(struct buf *out, const char *name, enum release_split split)
{
	buf_addf(out, "%s/%s-public.json", name, release_split_name[split]);
}

static void begin(void *state, const struct release_about *about, enum release_split split, struct buf *out)
{
	(void)state;
	(void)about;
	(void)split;
	buf_adds(out, "{\"version\":\"1.1\",\"data\":[");
}

static void put_text(struct jw *w, const char *key, struct release_text text)
{
	jw_key(w, key);
	jw_strn(w, text.p, text.n);
}

static void put_answer(struct jw *w, struct release_text text, size_t start)
{
	jw_open(w, '{');
	put_text(w, "text", text);
	jw_kint(w, "answer_start", (int64_t)start);
	jw_close(w, '}');
}

static void put_question(struct jw *w, const struct release_row *row, bool with_answer)
{
	jw_open(w, '{');
	put_text(w, "id", row->id);
	put_text(w, "question", row->question);
	if (with_answer) {
		jw_kopen(w, "answers", '[');
		put_answer(w, row->answer, row->answer_start);
		for (size_t i = 0; i < row->n_more; i++)
			put_answer(w, row->more[i].text, row->more[i].start);
		jw_close(w, ']');
	}
	if (row->metadata.n > 0) {
		jw_key(w, "metadata");
		jw_raw(w, row->metadata.p, row->metadata.n);
	}
	jw_close(w, '}');
}

static void open_article(struct squad *state, const struct release_passage *p, struct buf *out)
{
	struct jw w;

	buf_adds(out, state->in_article ? "]},\n{\"title\":" : "\n{\"title\":");
	jw_init(&w, out);
	jw_strn(&w, p->title.p, p->title.n);
	buf_adds(out, ",\"paragraphs\":[");
}

static void put_passage(struct squad *state, const struct release_passage *p, struct buf *out, bool with_answers)
{
	struct jw w;

	if (p->new_document || !state->in_article)
		open_article(state, p, out);
	else
		buf_addc(out, ',');
	state->in_article = true;
	jw_init(&w, out);
	jw_open(&w, '{');
	put_text(&w, "context", p->context);
	jw_kopen(&w, "qas", '[');
	for (size_t i = 0; i < p->n_rows; i++)
		put_question(&w, &p->rows[i], with_answers);
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
}

static void passage(void *state, const struct release_passage *p, struct buf *out)
{
	put_passage(state, p, out, true);
}

static void passage_public(void *state, const struct release_passage *p, struct buf *out)
{
	put_passage(state, p, out, false);
}

static void end(void *state, struct buf *out)
{
	const struct squad *s = state;

	buf_adds(out, s->in_article ? "]}\n]}\n" : "]}\n");
}

const struct release_format release_squad = {
    .name = "squad",
    .state = sizeof(struct squad),
    .path = path,
    .begin = begin,
    .passage = passage,
    .end = end,
};

const struct release_format release_squad_public = {
    .name = "squad",
    .state = sizeof(struct squad),
    .path = path_public,
    .begin = begin,
    .passage = passage_public,
    .end = end,
};
