/* linear_features: what the linear reader sees of a span. Training and answering both
 * go through here, so they cannot differ.
 *
 * The score of a span is a sum over its parts, each described by a few dozen features:
 * its first token and what stands left of it, its last token and what stands right of
 * it, every token inside, the sentence, and the span as a whole. So the many spans of a
 * passage share the work, and words can be features: a feature is a hash of a pattern
 * ("the word left of the span is 'by'" and "the question asks who"), and the hash picks
 * a weight from a table. The features of the whole span are those of spans.h as well.
 *
 *   struct linear_passage p;
 *   linear_passage_read(&p, lexicon, text, n);                   once a passage
 *   struct linear_view v;
 *   linear_view_open(&v, lexicon, &p, question, question_n);     many times, from any thread
 *   linear_edge(&v, sentence, token, LINEAR_START, &list); …
 *   linear_view_close(&v);
 *   linear_passage_release(&p); */
#ifndef BEAT_LINEAR_FEATURES_H
#define BEAT_LINEAR_FEATURES_H

#include "spans.h"

enum {
	LINEAR_PATTERNS = 1,  /* raised whenever the same text gets other features */
	LINEAR_SPAN_MAX = 16, /* tokens */
	LINEAR_LIST_MAX = 160,
	LINEAR_ATOMS = 14, /* patterns of the words at one edge of a span */
	LINEAR_ASKS = 5
};

enum linear_side { LINEAR_START, LINEAR_END, LINEAR_SIDES };

/* Features that are there, as hashes. */
struct linear_list {
	uint32_t v[LINEAR_LIST_MAX];
	int n;
};

/* A token of the passage. */
struct linear_token {
	uint32_t atom[LINEAR_SIDES][LINEAR_ATOMS];
	uint32_t tag;  /* a function word or mark itself, of other words class and ending */
	uint8_t often; /* how often its stem stands in the passage, up to 3 */
};

struct linear_passage {
	struct tokens tokens;
	struct linear_token *v;
};

void linear_passage_read(struct linear_passage *out, const struct lexicon *lexicon, const char *text, size_t n);
void linear_passage_release(struct linear_passage *p);
size_t linear_passage_size(const struct linear_passage *p); /* bytes it holds, but for itself */

struct linear_view {
	const struct linear_passage *passage;
	struct question question;
	struct spans spans;
	uint32_t ask[LINEAR_ASKS];        /* what is asked for, in several grains */
	uint8_t role[QUESTION_WORDS_MAX]; /* of a question word: where it stands to the question word */
	int rank[SPAN_SENTENCES_MAX];     /* of the picked sentences by what they share with the question */
	uint8_t *clause;                  /* per token: the share of the question in its clause, 0…8 */
};

void linear_view_open(struct linear_view *v, const struct lexicon *lexicon, const struct linear_passage *p,
		      const char *question, size_t n);
void linear_view_close(struct linear_view *v);

/* Each writes the list anew. picked: index of the sentence in spans.picked. */
void linear_edge(const struct linear_view *v, int picked, size_t token, enum linear_side side, struct linear_list *out);
void linear_inside(const struct linear_view *v, size_t token, struct linear_list *out);
void linear_sentence(const struct linear_view *v, int picked, struct linear_list *out);
void linear_span(const struct linear_view *v, int picked, struct sentence at, struct linear_list *out);

#endif
