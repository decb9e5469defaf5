/* fuzzy: passages and their cloze questions: see synth.h. */
#include "fuzzy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/text.h"

enum { MOST_TOKENS = 5000, MOST_WINDOW = 200, TRIES = 50 };

struct fuzzy {
	struct fuzzy_config config;
	struct words *words;
	struct fuzzy_text *text;
	struct rng rng;
	const char *tokens[MOST_TOKENS];
	size_t n, starts[MOST_TOKENS]; /* code points */
};

/* A token of a question: where it stood, and which neighbour replaced it (from 1; 0: itself). */
struct fuzzy_token {
	size_t at;
	size_t rank;
	double key; /* its place after moving */
};

struct fuzzy_cloze {
	struct fuzzy_token tokens[MOST_WINDOW + 1];
	size_t n, answer, dropped;
};

const char *fuzzy_source_name(enum fuzzy_source source)
{
	static const char *const NAMES[] = {"uniform", "trigram", "pcfg", "paragraphs"};

	return NAMES[source];
}

struct fuzzy *fuzzy_new(struct words *w, const struct fuzzy_config *config, uint64_t seed, char err[WORDS_ERR])
{
	struct fuzzy *f = xcalloc(1, sizeof(*f));

	f->config = *config;
	f->words = w;
	f->rng = rng_seeded(seed, "fuzzy");
	f->text = fuzzy_text_new(w, config, err);
	if (f->text == NULL)
		fuzzy_free(&f);
	return f;
}

void fuzzy_free(struct fuzzy **f)
{
	if (*f == NULL)
		return;
	fuzzy_text_free(&(*f)->text);
	free(*f);
	*f = NULL;
}

static size_t fuzzy_occurrences(const struct fuzzy *f, const char *token)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += strcmp(f->tokens[i], token) == 0;
	return n;
}

/* A token that stands once in the passage, if there is one among some tries, and that no question asked for yet. */
static size_t fuzzy_answer(struct fuzzy *f, const bool *asked)
{
	size_t at = 0;

	for (int i = 0; i < TRIES; i++) {
		at = rng_below(&f->rng, f->n);
		if (!asked[at] && fuzzy_occurrences(f, f->tokens[at]) == 1)
			break;
	}
	return at;
}

static int fuzzy_order(const void *a, const void *b)
{
	const struct fuzzy_token *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

/* The noise. A key is the place and up to `places` + 1 more, so that nobody overtakes who stands further away. */
static void fuzzy_corrupt(struct fuzzy *f, struct fuzzy_cloze *c, size_t from, size_t to)
{
	for (size_t at = from; at < to; at++) {
		struct fuzzy_token *t = &c->tokens[c->n];
		size_t word = words_find(f->words, f->tokens[at], strlen(f->tokens[at])), near = 0;

		*t = (struct fuzzy_token){.at = at};
		t->key = (double)at + rng_unit(&f->rng) * (double)(f->config.places + 1);
		if (at != c->answer && rng_chance(&f->rng, f->config.drop)) {
			c->dropped++;
			continue;
		}
		if (at != c->answer && word < words_count(f->words) && rng_chance(&f->rng, f->config.replace)) {
			words_near(f->words, word, &near);
			t->rank = near > 0 ? 1 + rng_below(&f->rng, near) : 0;
		}
		c->n++;
	}
	qsort(c->tokens, c->n, sizeof(*c->tokens), fuzzy_order);
}

static struct fuzzy_cloze fuzzy_cloze(struct fuzzy *f, size_t answer)
{
	size_t half = (size_t)f->config.window / 2, from = answer > half ? answer - half : 0,
	       to = answer + ((size_t)f->config.window - half) + 1;
	struct fuzzy_cloze c = {.answer = answer};

	fuzzy_corrupt(f, &c, from, to < f->n ? to : f->n);
	return c;
}

static const char *fuzzy_shown(struct fuzzy *f, const struct fuzzy_cloze *c, const struct fuzzy_token *t)
{
	const char *token = f->tokens[t->at];
	size_t n;

	if (t->at == c->answer)
		return "XXXXX";
	if (t->rank == 0)
		return token;
	return words_text(f->words, words_near(f->words, words_find(f->words, token, strlen(token)), &n)[t->rank - 1]);
}

static void fuzzy_metadata(struct fuzzy *f, const struct fuzzy_cloze *c, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "source", fuzzy_source_name(f->config.source));
	jw_kint(&w, "answer_token", (int64_t)c->answer);
	jw_kint(&w, "occurrences", (int64_t)fuzzy_occurrences(f, f->tokens[c->answer]));
	jw_kint(&w, "dropped", (int64_t)c->dropped);
	jw_key(&w, "tokens"); /* of the question: where each stood, and which neighbour it is */
	jw_open(&w, '[');
	for (size_t i = 0; i < c->n; i++) {
		jw_open(&w, '[');
		jw_int(&w, (int64_t)c->tokens[i].at);
		jw_int(&w, (int64_t)c->tokens[i].rank);
		jw_close(&w, ']');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
}

static void fuzzy_context(struct fuzzy *f, struct buf *context)
{
	size_t at = 0;

	f->n = fuzzy_text_draw(f->text, &f->rng, f->tokens, (size_t)f->config.tokens);
	for (size_t i = 0; i < f->n; i++) {
		if (i > 0)
			buf_addc(context, ' ');
		f->starts[i] = at;
		buf_adds(context, f->tokens[i]);
		at += text_length(f->tokens[i], strlen(f->tokens[i])) + 1;
	}
}

struct fuzzy_texts {
	struct buf id, question, metadata;
};

static void fuzzy_question(struct fuzzy *f, size_t answer, struct fuzzy_texts *t, struct release_row *row)
{
	struct fuzzy_cloze c = fuzzy_cloze(f, answer);
	const char *token = f->tokens[answer];

	for (size_t i = 0; i < c.n; i++)
		buf_addf(&t->question, "%s%s", i > 0 ? " " : "", fuzzy_shown(f, &c, &c.tokens[i]));
	fuzzy_metadata(f, &c, &t->metadata);
	*row = (struct release_row){
	    .id = {t->id.p, t->id.n},
	    .question = {t->question.p, t->question.n},
	    .answer = {token, strlen(token)},
	    .answer_start = f->starts[answer],
	    .answer_end = f->starts[answer] + text_length(token, strlen(token)),
	    .metadata = {t->metadata.p, t->metadata.n},
	};
}

void fuzzy_passage(struct fuzzy *f, struct lab_set *set, const char *name, struct buf *out)
{
	size_t n = (size_t)f->config.questions;
	struct fuzzy_texts *texts = xcalloc(n, sizeof(*texts));
	struct release_row *rows = xcalloc(n, sizeof(*rows));
	bool asked[MOST_TOKENS] = {false};
	struct buf context = BUF_INIT;

	fuzzy_context(f, &context);
	for (size_t i = 0; i < n; i++) {
		size_t answer = fuzzy_answer(f, asked);

		asked[answer] = true;
		buf_addf(&texts[i].id, "%s-%zu", name, i + 1);
		fuzzy_question(f, answer, &texts[i], &rows[i]);
	}
	lab_set_add(set, name, &context, rows, n, out);
	for (size_t i = 0; i < n; i++) {
		buf_release(&texts[i].id);
		buf_release(&texts[i].question);
		buf_release(&texts[i].metadata);
	}
	buf_release(&context);
	free(texts);
	free(rows);
}
