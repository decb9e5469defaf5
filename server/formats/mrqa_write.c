/* mrqa: mrqa/SPLIT.jsonl.gz of a release, the unified format of the MRQA 2019 shared task.
 *
 *   {"header":{"dataset":NAME,"split":SPLIT}}
 *   {"title","context","context_tokens":[[token, offset]…],"qas":[{"qid","question","question_tokens",
 *    "detected_answers":[{"text","char_spans":[[first, last]…],"token_spans":[[first, last]…]}],"answers":[text]}]}
 *
 * Offsets are code points of the context; spans include both their ends. Tokens are those of
 * tokeniser.h. What the format leaves to its writer:
 *
 * Context. One passage of one document, so nothing is joined but its own paragraphs: a blank line
 * between two becomes " [PAR] ", unless an answer crosses it. A passage without blank lines has
 * the very offsets of the SQuAD files.
 *
 * Cut. A context ends with its 800th token. A question whose answer was highlighted beyond that cannot be
 * answered any more: it is left out here, and counted (release_mrqa_left_out). A context
 * without questions is not written.
 *
 * Answers. One a question: those of several people have no place in it (release_row.more is not looked at).
 *
 * Occurrences. The highlighted span, and every other place where the answer's text stands as whole
 * tokens: "he" is not found in "the". A highlighted span that begins or ends within a token has the
 * tokens it touches as its token span. */
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/release.h"
#include "beat/span.h"
#include "beat/text.h"
#include "tokeniser.h"

enum { CONTEXT_TOKENS = 800, NEWLINE = 0x0a, PARAGRAPH_SEPARATOR = 0x2029 };

static const char MARK[] = " [PAR] ";

struct mrqa {
	int64_t left_out;
};

/* What stands at `from` in a passage, or behind it, stands `by` further on in the context (modulo 2^64: it may be
 * less). */
struct moved {
	size_t from, by;
};

/* A passage as MRQA has it. */
struct context {
	const struct release_passage *p;
	struct buf text;     /* joined, not yet cut */
	struct moved *moved; /* how far it has moved, from a place of the passage on */
	size_t n_moved;
	struct token_list tokens; /* at most CONTEXT_TOKENS */
	size_t bytes, points;     /* of the text after the cut */
	struct span *found;       /* occurrences of one answer */
	size_t n_found;
	struct token_list question; /* of one question */
};

/* White space between two words of a passage. */
struct gap {
	size_t byte, bytes, point, points;
	int newlines;
};

/* The first gap behind the given one. */
static bool next_gap(const struct release_text *t, struct gap *g)
{
	size_t byte = g->byte + g->bytes, point = g->point + g->points;

	*g = (struct gap){.byte = byte, .point = point};
	while (byte < t->n) {
		uint32_t c;
		size_t len = text_decode(t->p + byte, t->n - byte, &c);
		bool space = text_is_space(c);

		if (!space && g->points > 0)
			return true;
		byte += len;
		point++;
		if (space) {
			g->bytes += len;
			g->points++;
			g->newlines += c == PARAGRAPH_SEPARATOR ? 2 : c == NEWLINE;
		} else {
			g->byte = byte;
			g->point = point;
		}
	}
	return false; /* what stands at the end is between nothing */
}

static bool crosses(size_t start, size_t end, const struct gap *g)
{
	return start < g->point + g->points && end > g->point;
}

static bool is_crossed(const struct release_passage *p, const struct gap *g)
{
	for (size_t i = 0; i < p->n_rows; i++) {
		const struct release_row *row = &p->rows[i];

		if (crosses(row->answer_start, row->answer_end, g))
			return true;
		for (size_t k = 0; k < row->n_more; k++) {
			if (crosses(row->more[k].start, row->more[k].end, g))
				return true;
		}
	}
	return false;
}

static void move_behind(struct context *c, const struct gap *g)
{
	size_t before = c->n_moved ? c->moved[c->n_moved - 1].by : 0;

	c->moved = xrealloc(c->moved, (c->n_moved + 1) * sizeof(*c->moved));
	c->moved[c->n_moved++] = (struct moved){g->point + g->points, before + strlen(MARK) - g->points};
}

/* Where a span of the passage stands in the context. */
static struct span in_context(const struct context *c, size_t start, size_t end)
{
	size_t by = 0;

	for (size_t i = 0; i < c->n_moved && c->moved[i].from <= start; i++)
		by = c->moved[i].by;
	return (struct span){start + by, end + by};
}

static void join_paragraphs(struct context *c)
{
	const struct release_text *t = &c->p->context;
	struct gap g = {0};
	size_t done = 0;

	while (next_gap(t, &g)) {
		if (g.byte == 0 || g.newlines < 2 || is_crossed(c->p, &g))
			continue;
		buf_add(&c->text, t->p + done, g.byte - done);
		buf_adds(&c->text, MARK);
		done = g.byte + g.bytes;
		move_behind(c, &g);
	}
	buf_add(&c->text, t->p + done, t->n - done);
}

static void cut(struct context *c)
{
	tokeniser_cut(&c->tokens, c->text.p, c->text.n, CONTEXT_TOKENS);
	if (c->tokens.n < CONTEXT_TOKENS) {
		c->bytes = c->text.n;
		c->points = text_length(c->text.p, c->text.n);
	} else {
		const struct token *last = &c->tokens.list[CONTEXT_TOKENS - 1];

		c->bytes = last->byte + last->bytes;
		c->points = last->point + last->points;
	}
}

static struct span row_span(const struct context *c, size_t row)
{
	return in_context(c, c->p->rows[row].answer_start, c->p->rows[row].answer_end);
}

static size_t rows_within(const struct context *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->p->n_rows; i++)
		n += row_span(c, i).end <= c->points;
	return n;
}

/* Does the text stand at the token, and end with a token? */
static bool stands_at(const struct context *c, const struct token *t, const struct release_text *text)
{
	const struct token *last;
	size_t i;

	if (c->text.p[t->byte] != text->p[0] || text->n > c->bytes - t->byte ||
	    memcmp(c->text.p + t->byte, text->p, text->n) != 0)
		return false;
	i = tokeniser_at(&c->tokens, t->point + text_length(text->p, text->n) - 1);
	last = &c->tokens.list[i];
	return i < c->tokens.n && last->byte + last->bytes == t->byte + text->n;
}

/* Every occurrence in order, the highlighted one among them. */
static void find_all(struct context *c, const struct release_text *text, struct span gold)
{
	bool has_gold = false;

	c->n_found = 0;
	for (size_t i = 0; i < c->tokens.n; i++) {
		const struct token *t = &c->tokens.list[i];

		if (t->point > gold.start && !has_gold) {
			c->found[c->n_found++] = gold;
			has_gold = true;
		}
		if (stands_at(c, t, text)) {
			has_gold = has_gold || t->point == gold.start;
			c->found[c->n_found++] = (struct span){t->point, t->point + gold.end - gold.start};
		}
	}
	if (!has_gold)
		c->found[c->n_found++] = gold;
}

static void write_pair(struct jw *w, size_t first, size_t last)
{
	jw_open(w, '[');
	jw_int(w, (int64_t)first);
	jw_int(w, (int64_t)last);
	jw_close(w, ']');
}

static void write_spans(struct jw *w, const struct context *c)
{
	jw_kopen(w, "char_spans", '[');
	for (size_t i = 0; i < c->n_found; i++)
		write_pair(w, c->found[i].start, c->found[i].end - 1);
	jw_close(w, ']');
	jw_kopen(w, "token_spans", '[');
	for (size_t i = 0; i < c->n_found; i++)
		write_pair(w, tokeniser_at(&c->tokens, c->found[i].start),
			   tokeniser_at(&c->tokens, c->found[i].end - 1));
	jw_close(w, ']');
}

static void write_tokens(struct jw *w, const char *text, const struct token_list *tokens)
{
	jw_open(w, '[');
	for (size_t i = 0; i < tokens->n; i++) {
		const struct token *t = &tokens->list[i];

		jw_open(w, '[');
		jw_strn(w, text + t->byte, t->bytes);
		jw_int(w, (int64_t)t->point);
		jw_close(w, ']');
	}
	jw_close(w, ']');
}

static void write_text(struct jw *w, const char *key, const struct release_text *t)
{
	jw_key(w, key);
	jw_strn(w, t->p, t->n);
}

static void write_detected(struct jw *w, struct context *c, const struct release_text *answer, struct span at)
{
	find_all(c, answer, at);
	jw_open(w, '{');
	write_text(w, "text", answer);
	write_spans(w, c);
	jw_close(w, '}');
}

/* The author's, then the others; of these only what the cut left. */
static void write_answers(struct jw *w, struct context *c, size_t i)
{
	const struct release_row *row = &c->p->rows[i];

	jw_kopen(w, "detected_answers", '[');
	write_detected(w, c, &row->answer, row_span(c, i));
	for (size_t k = 0; k < row->n_more; k++) {
		struct span at = in_context(c, row->more[k].start, row->more[k].end);

		if (at.end <= c->points)
			write_detected(w, c, &row->more[k].text, at);
	}
	jw_close(w, ']');
	jw_kopen(w, "answers", '[');
	jw_strn(w, row->answer.p, row->answer.n);
	for (size_t k = 0; k < row->n_more; k++) {
		if (in_context(c, row->more[k].start, row->more[k].end).end <= c->points)
			jw_strn(w, row->more[k].text.p, row->more[k].text.n);
	}
	jw_close(w, ']');
}

static void write_question(struct jw *w, struct context *c, size_t i)
{
	const struct release_row *row = &c->p->rows[i];

	jw_open(w, '{');
	write_text(w, "qid", &row->id);
	write_text(w, "question", &row->question);
	tokeniser_cut(&c->question, row->question.p, row->question.n, 0);
	jw_key(w, "question_tokens");
	write_tokens(w, row->question.p, &c->question);
	write_answers(w, c, i);
	if (row->metadata.n > 0) {
		jw_key(w, "metadata");
		jw_raw(w, row->metadata.p, row->metadata.n);
	}
	jw_close(w, '}');
}

static void write_context(struct context *c, struct buf *out)
{
	struct jw w;

	c->found = xcalloc(c->tokens.n + 1, sizeof(*c->found));
	jw_init(&w, out);
	jw_open(&w, '{');
	write_text(&w, "title", &c->p->title);
	jw_key(&w, "context");
	jw_strn(&w, c->text.p, c->bytes);
	jw_key(&w, "context_tokens");
	write_tokens(&w, c->text.p, &c->tokens);
	jw_kopen(&w, "qas", '[');
	for (size_t i = 0; i < c->p->n_rows; i++) {
		if (row_span(c, i).end <= c->points)
			write_question(&w, c, i);
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static void mrqa_passage(void *state, const struct release_passage *p, struct buf *out)
{
	struct mrqa *m = state;
	struct context c = {.p = p};
	size_t within;

	join_paragraphs(&c);
	cut(&c);
	within = rows_within(&c);
	if (within > 0)
		write_context(&c, out);
	m->left_out += (int64_t)(p->n_rows - within);
	free(c.moved);
	free(c.found);
	tokeniser_release(&c.tokens);
	tokeniser_release(&c.question);
	buf_release(&c.text);
}

static void mrqa_begin(void *state, const struct release_about *about, enum release_split split, struct buf *out)
{
	struct jw w;

	(void)state;
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "header", '{');
	jw_kstr(&w, "dataset", about->name);
	if (split < RELEASE_SPLITS)
		jw_kstr(&w, "split", release_split_name[split]);
	jw_close(&w, '}');
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static void mrqa_end(void *state, struct buf *out)
{
	(void)state;
	(void)out;
}

static void mrqa_path(struct buf *out, const char *name, enum release_split split)
{
	(void)name;
	buf_addf(out, "mrqa/%s.jsonl.gz", release_split_name[split]);
}

int64_t release_mrqa_left_out(const void *state)
{
	const struct mrqa *m = state;

	return m->left_out;
}

const struct release_format release_mrqa = {
    .name = "mrqa",
    .gzip = true,
    .state = sizeof(struct mrqa),
    .path = mrqa_path,
    .begin = mrqa_begin,
    .passage = mrqa_passage,
    .end = mrqa_end,
};
