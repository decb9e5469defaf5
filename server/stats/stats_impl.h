/* What the files of stats share with each other; include/beat/stats.h is the manual. */
#ifndef BEAT_CORE_STATS_IMPL_H
#define BEAT_CORE_STATS_IMPL_H

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

/* A figure of the report: what it is called, what it shows, and how it is drawn. */
struct stats_drawing {
	const char *name;                    /* "question-length" */
	const char *paper;                   /* "Figure 7" */
	const char *caption;                 /* "How long the questions are, in words." */
	bool (*has)(const struct stats *st); /* false: there is no data for it */
	void (*draw)(struct buf *out, const struct stats *st, const struct stats_about *about, bool alone);
};
extern const struct stats_drawing stats_drawings[]; /* ended by a NULL name */

/* 64 bits of n bytes, well mixed; different for each `from`. */
uint64_t stats_hash(uint64_t from, const void *p, size_t n);

#endif
