/* reader_window: an honest lexical baseline. It cuts the passage into sentences,
 * keeps those that share most with the question, and gives every stretch of up to
 * SPAN_TOKENS_MAX tokens in them a linear score of features anyone could check with
 * a pencil: words shared with the question and their distance, the kind of answer
 * the question word asks for, capitals, numbers, and where phrases begin and end.
 * It knows no meaning: a question in other words than the passage's beats it.
 *
 * All integers up to the choice of the span, so it answers alike everywhere. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "beat/buf.h"
#include "beat/crypto.h"
#include "beat/log.h"
#include "beat/mem.h"
#include "beat/reader.h"
#include "spans.h"
#include "window_weights.h"

#define WINDOW_VERSION "1.0"

enum { UNITS = 64 * 1000 }; /* of one point of score */

struct window {
	struct lexicon *lexicon;
	char weights[2 * CRYPTO_SHA256_LEN + 1];
};

struct best {
	bool any;
	size_t first, last;
	int32_t score;
	double sum; /* of exp(score - best score) over all spans */
};

static void *window_open(const char *weights_path)
{
	struct window *w;
	struct buf dump = BUF_INIT;

	if (weights_path != NULL && weights_path[0] != '\0') {
		log_error("the reader window has its constants built in and takes no weights file (%s)", weights_path);
		return NULL;
	}
	w = xcalloc(1, sizeof(*w));
	w->lexicon = lexicon_new();
	buf_adds(&dump, "window " WINDOW_VERSION "\n");
	lexicon_dump(&dump);
	for (int i = 0; i < F_COUNT; i++)
		buf_addf(&dump, "%d\n", window_weights[i]);
	crypto_sha256_hex(dump.p, dump.n, w->weights);
	buf_release(&dump);
	return w;
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

/* The earlier and shorter of equals wins. */
static void consider(struct best *b, size_t first, size_t last, int32_t score)
{
	if (b->any && score <= b->score) {
		b->sum += exp((double)(score - b->score) / UNITS);
		return;
	}
	b->sum = b->any ? b->sum * exp((double)(b->score - score) / UNITS) + 1 : 1;
	b->any = true;
	b->first = first;
	b->last = last;
	b->score = score;
}

static void read_sentence(struct best *best, const struct spans *s, size_t sentence)
{
	const struct sentence *in = &s->tokens->sentences[sentence];
	struct span_list list;

	for (size_t first = in->first; first < in->end; first++) {
		for (size_t last = first; last < in->end && last < first + SPAN_TOKENS_MAX; last++) {
			if (!spans_candidate(s, first, last))
				continue;
			spans_features(s, sentence, first, last, &list);
			consider(best, first, last, score_of(&list));
		}
	}
}

/* A passage of articles and "and"s only has no candidate: its first word then. */
static void take_any_word(struct best *b, const struct tokens *t)
{
	for (size_t i = 0; i < t->n && !b->any; i++) {
		if (t->v[i].flags & TOKEN_WORD)
			*b = (struct best){.any = true, .first = i, .last = i, .sum = INFINITY};
	}
}

static bool window_answer(const void *self, const char *passage, size_t passage_n, const char *question,
			  size_t question_n, struct reader_answer *out)
{
	const struct window *w = self;
	struct tokens tokens, question_tokens;
	struct question q;
	struct spans spans;
	struct best best = {0};

	tokens_cut(&tokens, w->lexicon, passage, passage_n);
	if (tokens.n_words == 0) {
		tokens_release(&tokens);
		return false;
	}
	tokens_cut(&question_tokens, w->lexicon, question, question_n);
	question_read(&q, &question_tokens);
	spans_open(&spans, &tokens, &q);
	for (int i = 0; i < spans.n_picked; i++)
		read_sentence(&best, &spans, spans.picked[i]);
	take_any_word(&best, &tokens);
	out->span = (struct span){.start = tokens.v[best.first].point, .end = tokens.v[best.last].point_end};
	out->score =
	    1 / best.sum; /* the share of this span among all: fitted so that it is about how often it is right */
	spans_close(&spans);
	tokens_release(&question_tokens);
	tokens_release(&tokens);
	return true;
}

const struct reader_ops reader_window = {
    .name = "window",
    .version = WINDOW_VERSION,
    .summary = "lexical baseline: words shared with the question, question type, capitals and numbers",
    .open = window_open,
    .weights = window_hash,
    .answer = window_answer,
    .close = window_close,
};
