/* reading: see reading.h. */
#include "reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../readers/choose.h"
#include "beat/text.h"
#include "windows.h"

enum { RAW_MAX = 4 * READER_BEST_MAX }; /* spans that are looked at; several may be the same words */
#define NEVER (-1e30F)

/* --- the passage */

/* A walk over the characters of the passage: pieces come in the order of their first one, nearly. */
struct walk {
	const char *text;
	size_t n;
	uint32_t *byte; /* where each code point begins, and the end */
	uint32_t points;
};

static void walk_init(struct walk *w, const char *text, size_t n)
{
	size_t at = 0;
	uint32_t c;

	*w = (struct walk){.text = text, .n = n, .byte = xmalloc((n + 1) * sizeof(*w->byte))};
	while (at < n) {
		w->byte[w->points++] = (uint32_t)at;
		at += text_decode(text + at, n - at, &c);
	}
	w->byte[w->points] = (uint32_t)n;
}

static uint32_t point_at(const struct walk *w, uint32_t point)
{
	uint32_t c;

	text_decode(w->text + w->byte[point], w->n - w->byte[point], &c);
	return c;
}

/* Its span without white space, its bytes, and how many characters of words it has. */
static uint32_t settle(struct reading *r, const struct walk *w, size_t i)
{
	struct piece *p = &r->pieces.v[i];
	uint32_t words = 0;

	while (p->point < p->point_end && text_is_space(point_at(w, p->point)))
		p->point++;
	while (p->point < p->point_end && text_is_space(point_at(w, p->point_end - 1)))
		p->point_end--;
	for (uint32_t k = p->point; k < p->point_end; k++)
		words += text_is_word(point_at(w, k));
	r->byte[i] = w->byte[p->point];
	r->byte_end[i] = w->byte[p->point_end];
	return words;
}

void reading_read(struct reading *r, const struct reading_with *with, const struct lexicon *lexicon, const char *text,
		  size_t n)
{
	struct walk w;

	*r = (struct reading){.pieces = {.n = 0}};
	tokens_cut(&r->tokens, lexicon, text, n);
	if (r->tokens.n_words == 0)
		return;
	tokeniser_cut(with->tokeniser, text, n, &r->pieces);
	walk_init(&w, text, n);
	r->byte = xmalloc((r->pieces.n + 1) * sizeof(*r->byte));
	r->byte_end = xmalloc((r->pieces.n + 1) * sizeof(*r->byte_end));
	r->words_before = xcalloc(r->pieces.n + 1, sizeof(*r->words_before));
	for (size_t i = 0; i < r->pieces.n; i++)
		r->words_before[i + 1] = r->words_before[i] + settle(r, &w, i);
	free(w.byte);
}

void reading_release(struct reading *r)
{
	pieces_release(&r->pieces);
	tokens_release(&r->tokens);
	free(r->byte);
	free(r->byte_end);
	free(r->words_before);
}

size_t reading_size(const struct reading *r)
{
	return r->pieces.room * sizeof(*r->pieces.v) + 3 * r->pieces.n * sizeof(*r->byte) +
	       r->tokens.n * sizeof(*r->tokens.v) + r->tokens.n_sentences * sizeof(*r->tokens.sentences);
}

/* --- spans */

struct candidate {
	size_t first, last; /* pieces */
	float score;
};

struct ranking {
	struct candidate v[RAW_MAX];
	int n;
	double most, all; /* probability = exp(score - most) / all; two numbers, since scores may be huge */
};

static bool is_sound(const struct reading *r, size_t first, size_t last)
{
	return r->byte[first] < r->byte_end[first] && r->byte[last] < r->byte_end[last] &&
	       r->byte[first] < r->byte_end[last] && r->byte_end[last] - r->byte[first] <= READER_SPAN_BYTES &&
	       r->words_before[last + 1] > r->words_before[first];
}

/* The best score that any window gives each span: [pieces, span]. *none: of no answer, the least of all windows. */
static float *band_of(const struct reading *r, const struct windows *ws, size_t span, float *none)
{
	float *band = xmalloc(r->pieces.n * span * sizeof(*band) + 1);

	*none = -NEVER;
	for (size_t i = 0; i < r->pieces.n * span; i++)
		band[i] = NEVER;
	for (size_t k = 0; k < ws->n; k++) {
		const struct window *w = &ws->v[k];
		float nothing = w->start[0] + w->end[0];

		*none = nothing < *none ? nothing : *none;
		for (size_t i = 0; i < w->n; i++) {
			float *row = band + (w->first + i) * span;

			for (size_t d = 0; d < span && i + d < w->n; d++) {
				float score = w->start[w->at + i] + w->end[w->at + i + d];

				row[d] = score > row[d] ? score : row[d];
			}
		}
	}
	return band;
}

/* Of equals the earlier and shorter stays. */
static void consider(struct ranking *out, struct candidate c)
{
	int at = out->n < RAW_MAX ? out->n++ : RAW_MAX - 1;

	while (at > 0 && out->v[at - 1].score < c.score) {
		out->v[at] = out->v[at - 1];
		at--;
	}
	out->v[at] = c;
}

static void rank(struct ranking *out, const struct reading *r, const struct windows *ws, size_t span)
{
	float none, most, *band = band_of(r, ws, span, &none);
	double sum;

	*out = (struct ranking){.n = 0};
	for (size_t i = 0; i < r->pieces.n; i++) {
		for (size_t d = 0; d < span && i + d < r->pieces.n; d++) {
			float *score = &band[i * span + d];

			if (*score > NEVER && !is_sound(r, i, i + d))
				*score = NEVER;
			if (*score > NEVER && (out->n < RAW_MAX || *score > out->v[RAW_MAX - 1].score))
				consider(out, (struct candidate){i, i + d, *score});
		}
	}
	most = out->n > 0 && out->v[0].score > none ? out->v[0].score : none;
	sum = exp((double)none - most);
	for (size_t i = 0; i < r->pieces.n * span; i++) {
		if (band[i] > NEVER)
			sum += exp((double)band[i] - most);
	}
	out->most = most;
	out->all = sum;
	free(band);
}

/* --- answers */

/* Whole words, unless that is too long. */
static struct span align(const struct reading *r, const struct candidate *c)
{
	const struct piece *p = r->pieces.v;
	size_t first = c->first, last = c->last;

	while (first > 0 && p[first - 1].word == p[first].word && r->byte[first - 1] < r->byte_end[first - 1])
		first--;
	while (last + 1 < r->pieces.n && p[last + 1].word == p[last].word && r->byte[last + 1] < r->byte_end[last + 1])
		last++;
	if (!is_sound(r, first, last)) {
		first = c->first;
		last = c->last;
	}
	return (struct span){p[first].point, p[last].point_end};
}

static bool has(const struct reader_result *out, struct span s)
{
	for (int i = 0; i < out->n; i++) {
		if (out->best[i].span.start == s.start && out->best[i].span.end == s.end)
			return true;
	}
	return false;
}

/* Our own tokens that a span touches, as many as can be compared. */
static void words_of(struct choose_words *out, const struct tokens *t, struct span s)
{
	size_t low = 0, high = t->n, last;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->v[middle].point_end <= s.start)
			low = middle + 1;
		else
			high = middle;
	}
	for (last = low; last + 1 < t->n && t->v[last + 1].point < s.end && last + 1 - low < CHOOSE_WORDS_MAX;)
		last++;
	out->n = 0;
	if (low < t->n)
		choose_words(out, t, low, last);
}

static void choose(struct reader_result *out, const struct reading *r, double share)
{
	struct choose_among among = {.n = out->n};
	struct reader_answer first;
	double expected = 0;
	int chosen;

	for (int i = 0; i < out->n; i++) {
		words_of(&among.words[i], &r->tokens, out->best[i].span);
		among.probability[i] = out->best[i].score;
	}
	chosen = choose_best(&among, share, &expected);
	if (share <= 0) /* the most probable span, as others do it */
		chosen = 0;
	first = out->best[chosen];
	memmove(&out->best[1], &out->best[0], (size_t)chosen * sizeof(first));
	out->best[0] = first;
	out->null_score = expected < 1 ? 1 - expected : 0;
}

/* Where no span will do (one word of thousands of letters): the first word. */
static void fall_back(struct reader_result *out, const struct tokens *t)
{
	for (size_t i = 0; i < t->n; i++) {
		if (t->v[i].flags & TOKEN_WORD) {
			out->best[0] = (struct reader_answer){{t->v[i].point, t->v[i].point_end}, 0};
			out->n = 1;
			return;
		}
	}
}

void reading_answer(const struct reading *r, const struct reading_with *with, const char *question, size_t n,
		    struct reader_result *out)
{
	struct windows ws;
	struct ranking ranking;

	*out = (struct reader_result){.n = 0, .null_score = 1};
	windows_score(&ws, r, with, question, n);
	rank(&ranking, r, &ws, (size_t)with->config->span);
	windows_release(&ws);
	for (int i = 0; i < ranking.n && out->n < READER_BEST_MAX; i++) {
		struct span s = align(r, &ranking.v[i]);
		double probability = exp((double)ranking.v[i].score - ranking.most) / ranking.all;

		if (!has(out, s))
			out->best[out->n++] = (struct reader_answer){s, probability < 1 ? probability : 1};
	}
	if (out->n > 0)
		choose(out, r, with->config->f1_share);
	else
		fall_back(out, &r->tokens);
}
