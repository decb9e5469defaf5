/* linear_impl: what the files of linear_features share. */
#ifndef BEAT_LINEAR_IMPL_H
#define BEAT_LINEAR_IMPL_H

#include "linear_features.h"

/* Seeds of the hashes, one a kind of feature. */
enum kind {
	KIND_ATOM = 1,
	KIND_WORD_PAIR = 120,
	KIND_STEM_PAIR,
	KIND_NEAR,
	KIND_NEAR_TYPE,
	KIND_PATH,
	KIND_PATH_TYPE,
	KIND_NO_PATH,
	KIND_SHARE,
	KIND_ANCHOR,
	KIND_INSIDE = 140,
	KIND_INSIDE_MATCH = 150,
	KIND_INSIDE_PAIR,
	KIND_SENTENCE = 160,
	KIND_SPAN = 180,
};

/* WEIGHTY: words of the question that say where the answer is; MATTERS: the same of a token that matches one. */
enum { WEIGHTY = 24, MATTERS = 20 };

/* Patterns at an edge of a span. "Outer" are the tokens beyond the edge, "inner" those of the span. */
enum atom {
	ATOM_OUTER,
	ATOM_OUTER_TWO,
	ATOM_INNER,
	ATOM_STEM,
	ATOM_TAIL,
	ATOM_CLASSES,
	ATOM_CLASSES_OUT,
	ATOM_CLASSES_IN,
	ATOM_OUTER_CLASS,
	ATOM_CLASS_INNER,
	ATOM_BOTH,
	ATOM_TAGS,
	ATOM_OUTER_STEM,
	ATOM_SHAPE,
};

/* What is asked for: nothing in particular, the type, the question word and its neighbour, the noun, the verb. */
enum ask { ASK_ANY, ASK_TYPE, ASK_CUE, ASK_NOUN, ASK_VERB };

static inline uint32_t mix(uint32_t a, uint32_t b)
{
	uint64_t h = ((uint64_t)a * UINT64_C(0x100000000) + b) * 0x9e3779b97f4a7c15u;

	h ^= h >> 29;
	h *= 0xbf58476d1ce4e5b9u;
	return (uint32_t)(h >> 32);
}

static inline uint32_t mix3(uint32_t a, uint32_t b, uint32_t c)
{
	return mix(mix(a, b), c);
}

static inline void put(struct linear_list *out, uint32_t id)
{
	if (out->n < LINEAR_LIST_MAX)
		out->v[out->n++] = id;
}

/* Words of no list: nouns, verbs, names, numbers. */
static inline bool is_open_class(uint8_t c)
{
	return c <= WORD_ADVERB || c == WORD_TITLE || c == WORD_UNIT || c == WORD_MONTH;
}

static inline uint32_t low_of(const struct token *t)
{
	return t != NULL ? t->low : 0;
}

static inline uint32_t class_of(const struct token *t)
{
	return t != NULL ? t->word_class : WORD_EDGE;
}

static inline const struct token *at_or_null(const struct tokens *t, const struct sentence *in, size_t i)
{
	return i >= in->first && i < in->end ? &t->v[i] : NULL;
}

#endif
