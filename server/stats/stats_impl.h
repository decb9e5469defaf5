/* What the files of stats share with each other; include/beat/stats.h is the manual. */
#ifndef BEAT_CORE_STATS_IMPL_H
#define BEAT_CORE_STATS_IMPL_H

#include <string.h>

#include "beat/stats.h"

/* The 32 characters of Python's string.punctuation. */
static inline bool stats_is_punctuation(uint32_t c)
{
	return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/* Words of a text in lower case and without ASCII punctuation. The memory is used again for the next text. */
struct words {
	struct text_token *v;
	size_t n, cap;
	struct buf text; /* what the words point into */
};
void words_plain(struct words *w, const char *s, size_t n);
void words_release(struct words *w);

/* The longest run of words that a passage shares with a question. */
struct overlap;
struct overlap *overlap_new(void);
void overlap_free(struct overlap **o);
void overlap_passage(struct overlap *o, const char *s, size_t n);
size_t overlap_longest(const struct overlap *o, const struct words *question);

/* The beginnings of the questions, as a tree of words. */
struct tree;
struct tree *tree_new(void);
void tree_free(struct tree **t);
void tree_add(struct tree *t, const struct words *question);
size_t tree_children(const struct tree *t, uint32_t node, struct stats_node **children);
size_t tree_beginnings(const struct tree *t, struct stats_first *out, size_t max);
size_t tree_distinct(const struct tree *t);

/* The word lists of the answer types, ready to be asked. */
struct stats_lexicon;
struct stats_lexicon *stats_lexicon_new(void);
void stats_lexicon_free(struct stats_lexicon **lex);
enum stats_answer stats_lexicon_answer_type(const struct stats_lexicon *lex, struct text_token answer,
					    const struct words *question);

/* The examples of Table 1: those with the smallest hashes of the seed and their id, dev before the others. */
struct examples;
struct examples *examples_new(size_t n);
void examples_free(struct examples **e);
void examples_of(struct examples *e, const char *split);
void examples_add(struct examples *e, const struct stats_item *item, const char *seed);
size_t examples_list(struct examples *e, const struct stats_example **list); /* in the order of the draw */

/* A figure of the report: what it is called, what it shows, and how it is drawn. */
struct stats_drawing {
	const char *name;                    /* "question-length" */
	const char *paper;                   /* "Figure 7" */
	const char *caption;                 /* "How long the questions are, in words." */
	bool (*has)(const struct stats *st); /* false: there is no data for it */
	void (*draw)(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone);
};
extern const struct stats_drawing stats_drawings[]; /* ended by a NULL name */

/* What every report begins with, in CSS, and ends with. */
extern const char stats_report_style[];
void stats_html_definitions(struct buf *out);

/* 64 bits of n bytes, well mixed; different for each `from`. */
uint64_t stats_hash(uint64_t from, const void *p, size_t n);

/* A table of numbers of things kept elsewhere, by open addressing: there are millions, and uthash would want an
 * allocation and 56 bytes for each. At least half of it is empty. */
struct numbers {
	uint32_t *v; /* STATS_NONE: empty */
	size_t mask;
};
#define STATS_NONE UINT32_MAX

/* Empties it; `size` is a power of two, for which there is memory. */
static inline void numbers_clear(struct numbers *t, size_t size)
{
	t->mask = size - 1;
	memset(t->v, 0xff, size * sizeof(*t->v));
}

/* The slot of what `same` finds equal to the key, or the empty one where it would go. */
static inline size_t numbers_slot(const struct numbers *t, uint64_t hash,
				  bool (*same)(const void *of, uint32_t number, const void *key), const void *of,
				  const void *key)
{
	size_t slot = (size_t)hash & t->mask;

	while (t->v[slot] != STATS_NONE && !same(of, t->v[slot], key))
		slot = (slot + 1) & t->mask;
	return slot;
}

static inline bool words_equal(struct text_token a, struct text_token b)
{
	return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

/* A thing, and the word that leads on from it. */
struct step {
	uint32_t from, word;
};
static inline uint64_t step_hash(struct step s)
{
	return (((uint64_t)s.from << 32 | s.word) * UINT64_C(0x9e3779b97f4a7c15)) >> 29;
}
static inline bool steps_equal(struct step a, struct step b)
{
	return a.from == b.from && a.word == b.word;
}

#endif
