/* reader_window: an honest lexical baseline. It cuts the passage into sentences,
 * keeps those that share most with the question, and gives every stretch of up to
 * SPAN_TOKENS_MAX tokens in them a linear score of features anyone could check with
 * a pencil: words shared with the question and their distance, the kind of answer
 * the question word asks for, capitals, numbers, and where phrases begin and end.
 * It knows no meaning: a question in other words than the passage's beats it.
 *
 * All integers up to the choice of the span, so it answers alike everywhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/crypto.h"
#include "beat/mem.h"
#include "choose.h"
#include "readers.h"
#include "spans.h"
#include "window_weights.h"

#define WINDOW_VERSION "1.0"

enum { UNITS = 64 * 1000 }; /* of one point of score */

struct window {
	struct lexicon *lexicon;
	char weights[2 * CRYPTO_SHA256_LEN + 1];
};

struct passage {
	struct tokens tokens;
};

struct choice {
	size_t first, last; /* tokens */
	int32_t score;
};

/* The highest choices so far, the best first. */
struct ranking {
	struct choice v[READER_BEST_MAX];
	int n;
	double sum; /* of exp(score - best score) over all spans, also those that are out */
};

/* Measured with `beat-model eval` on the articles of SQuAD's development set that the constants were not fitted to. */
static const struct reader_measure measure = {
    .on = "SQuAD, unseen articles", .questions = 3867, .em_permille = 405, .f1_permille = 508, .wins_permille = 490};

static void *window_open(const char *weights_dir)
{
	struct window *w = xcalloc(1, sizeof(*w));
	struct buf dump = BUF_INIT;

	(void)weights_dir; /* the constants are built in */
	w->lexicon = lexicon_new();
	buf_adds(&dump, "window " WINDOW_VERSION "\n");
	lexicon_dump(&dump);
	for (int i = 0; i < F_COUNT; i++)
		buf_addf(&dump, "%d\n", window_weights[i]);
	crypto_sha256_hex(dump.p, dump.n, w->weights);
	buf_release(&dump);
	return w;
}

static const char *window_version(const void *self)
{
	(void)self;
	return WINDOW_VERSION;
}

static const struct reader_measure *window_measured(const void *self)
{
	(void)self;
	return &measure;
}

static const char *window_hash(const void *self)
{
	return ((const struct window *)self)->weights;
}

static void window_close(void *self)
{
	struct window *w = self;

	lexicon_free(&w->lexicon);
	free(w);
}

static int32_t score_of(const struct span_list *list)
{
	int32_t sum = 0;

	for (int i = 0; i < list->n; i++)
		sum += window_weights[list->v[i].id] * list->v[i].value;
	return sum;
}

static double share(int32_t score, int32_t best)
{
	return exp((double)(score - best) / UNITS);
}

/* The earlier and shorter of equals wins: it was considered before. */
static void consider(struct ranking *r, size_t first, size_t last, int32_t score)
{
	int at = r->n;

	if (r->n == 0)
		r->sum = 1;
	else if (score > r->v[0].score)
		r->sum = r->sum * share(r->v[0].score, score) + 1;
	else
		r->sum += share(score, r->v[0].score);
	while (at > 0 && score > r->v[at - 1].score)
		at--;
	if (choose_room(r->v, sizeof(*r->v), &r->n, at))
		r->v[at] = (struct choice){first, last, score};
}

static void read_sentence(struct ranking *r, const struct spans *s, size_t sentence)
{
	const struct sentence *in = &s->tokens->sentences[sentence];
	struct span_list list;

	for (size_t first = in->first; first < in->end; first++) {
		for (size_t last = first; last < in->end && last < first + SPAN_TOKENS_MAX; last++) {
			if (!spans_candidate(s, first, last))
				continue;
			spans_features(s, sentence, first, last, &list);
			consider(r, first, last, score_of(&list));
		}
	}
}

/* A passage of articles and "and"s only has no candidate: its first word then. Nothing speaks for it. */
static void take_any_word(struct ranking *r, const struct tokens *t)
{
	for (size_t i = 0; i < t->n && r->n == 0; i++) {
		if (t->v[i].flags & TOKEN_WORD)
			*r = (struct ranking){.v = {{i, i, 0}}, .n = 1, .sum = INFINITY};
	}
}

static size_t words_in(const struct tokens *t, size_t first, size_t last)
{
	size_t n = 0;

	for (size_t i = first; i <= last; i++)
		n += (t->v[i].flags & TOKEN_WORD) != 0;
	return n;
}

/* F1 of two stretches of the passage, by the words they share. */
static double overlap(const struct tokens *t, const struct choice *a, const struct choice *b)
{
	size_t first = a->first > b->first ? a->first : b->first, last = a->last < b->last ? a->last : b->last;

	if (first > last)
		return 0;
	return 2.0 * (double)words_in(t, first, last) /
	       (double)(words_in(t, a->first, a->last) + words_in(t, b->first, b->last));
}

/* A score is the share of a span among all: fitted so that it is about how often it is right. */
static void tell(const struct ranking *r, const struct tokens *t, struct reader_result *out)
{
	double expected = 0;

	out->n = r->n;
	for (int i = 0; i < r->n; i++) {
		const struct choice *c = &r->v[i];
		struct reader_answer *a = &out->best[i];

		a->span = (struct span){.start = t->v[c->first].point, .end = t->v[c->last].point_end};
		a->score = share(c->score, r->v[0].score) / r->sum;
		expected += a->score * overlap(t, &r->v[0], c);
	}
	out->null_score = expected < 1 ? 1 - expected : 0;
}

static void *window_read(const void *self, const char *text, size_t n)
{
	const struct window *w = self;
	struct passage *p = xcalloc(1, sizeof(*p));

	tokens_cut(&p->tokens, w->lexicon, text, n);
	if (p->tokens.n_words > 0)
		return p;
	tokens_release(&p->tokens);
	free(p);
	return NULL;
}

static size_t window_size(const void *passage)
{
	const struct tokens *t = &((const struct passage *)passage)->tokens;

	return sizeof(struct passage) + t->n * sizeof(*t->v) + t->n_sentences * sizeof(*t->sentences);
}

static void window_answer(const void *self, const void *passage, const char *question, size_t n,
			  struct reader_result *out)
{
	const struct window *w = self;
	const struct tokens *tokens = &((const struct passage *)passage)->tokens;
	struct tokens question_tokens;
	struct question q;
	struct spans spans;
	struct ranking ranking = {.n = 0};

	tokens_cut(&question_tokens, w->lexicon, question, n);
	question_read(&q, &question_tokens);
	spans_open(&spans, tokens, &q);
	for (int i = 0; i < spans.n_picked; i++)
		read_sentence(&ranking, &spans, spans.picked[i]);
	take_any_word(&ranking, tokens);
	tell(&ranking, tokens, out);
	spans_close(&spans);
	tokens_release(&question_tokens);
}

static void window_forget(void *passage)
{
	struct passage *p = passage;

	tokens_release(&p->tokens);
	free(p);
}

const struct reader_ops reader_window = {
    .name = "window",
    .summary = "lexical baseline: words shared with the question, question type, capitals and numbers",
    .open = window_open,
    .version = window_version,
    .weights = window_hash,
    .measured = window_measured,
    .read = window_read,
    .size = window_size,
    .answer = window_answer,
    .forget = window_forget,
    .close = window_close,
};
