/* hf_row: data/SPLIT.jsonl of a release, the rows of adversarial_qa on the Hugging Face Hub. One
 * object a line, complete in itself; splits are called as the Hub calls them. */
#include "beat/jw.h"
#include "beat/release.h"

static void write_text(struct jw *w, const char *key, const struct release_text *t)
{
	jw_key(w, key);
	jw_strn(w, t->p, t->n);
}

static void write_answers(struct jw *w, const struct release_row *row)
{
	jw_kopen(w, "answers", '{');
	jw_kopen(w, "text", '[');
	jw_strn(w, row->answer.p, row->answer.n);
	for (size_t i = 0; i < row->n_more; i++)
		jw_strn(w, row->more[i].text.p, row->more[i].text.n);
	jw_close(w, ']');
	jw_kopen(w, "answer_start", '[');
	jw_int(w, (int64_t)row->answer_start);
	for (size_t i = 0; i < row->n_more; i++)
		jw_int(w, (int64_t)row->more[i].start);
	jw_close(w, ']');
	jw_close(w, '}');
}

static void write_row(const struct release_passage *p, const struct release_row *row, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	write_text(&w, "id", &row->id);
	write_text(&w, "title", &p->title);
	write_text(&w, "context", &p->context);
	write_text(&w, "question", &row->question);
	write_answers(&w, row);
	if (p->split < RELEASE_SPLITS) {
		jw_kopen(&w, "metadata", '{');
		jw_kstr(&w, "split", release_split_hub[p->split]);
		write_text(&w, "model_in_the_loop", &row->model_in_loop);
		jw_close(&w, '}');
	}
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static void hf_passage(void *state, const struct release_passage *p, struct buf *out)
{
	(void)state;
	for (size_t i = 0; i < p->n_rows; i++)
		write_row(p, &p->rows[i], out);
}

static void hf_begin(void *state, const struct release_about *about, enum release_split split, struct buf *out)
{
	(void)state;
	(void)about;
	(void)split;
	(void)out;
}

static void hf_end(void *state, struct buf *out)
{
	(void)state;
	(void)out;
}

static void hf_path(struct buf *out, const char *name, enum release_split split)
{
	(void)name;
	buf_addf(out, "data/%s.jsonl", release_split_hub[split]);
}

const struct release_format release_hf = {
    .name = "hf",
    .path = hf_path,
    .begin = hf_begin,
    .passage = hf_passage,
    .end = hf_end,
};
