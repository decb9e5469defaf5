/* spans: every stretch of words that could be an answer, described by features for
 * a linear score. Integers only, so that a score is the same on every machine.
 *
 *   struct spans s;
 *   spans_open(&s, &passage_tokens, &question);
 *   for each sentence spans_pick() gave, for each (first, last): spans_candidate(), spans_features()
 *   spans_close(&s);
 */
#ifndef BEAT_SPANS_H
#define BEAT_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "question.h"
#include "tokens.h"

enum {
	SPAN_TOKENS_MAX = 14,
	SPAN_SENTENCES_MAX = 12, /* read closely; the others are too far from the question */
	SPAN_FEATURES_MAX = 64,  /* of one span */
	SPAN_ONE = 64            /* the value of a feature that is simply there */
};

/* Shapes of an answer, crossed with the question's type. */
enum span_shape {
	SHAPE_PROPER, /* all words of weight capitalised */
	SHAPE_SOME_PROPER,
	SHAPE_LOWER, /* neither capitals nor numbers */
	SHAPE_NUMBER,
	SHAPE_YEAR,
	SHAPE_MONTH,
	SHAPE_NUMERAL,
	SHAPE_MONEY,
	SHAPE_UNIT,
	SHAPE_QUOTED,
	SHAPE_ONE_WORD,
	SHAPE_LONG,    /* six words or more */
	SHAPE_VERBISH, /* starts with a verb form */
	SHAPE_TO,      /* starts with "to" */
	SHAPES
};

/* Blocks of feature numbers. */
enum {
	F_LEFT = 0,
	F_FIRST = F_LEFT + WORD_CLASSES,
	F_LAST = F_FIRST + WORD_CLASSES,
	F_RIGHT = F_LAST + WORD_CLASSES,
	F_SHAPE = F_RIGHT + WORD_CLASSES,
	F_TYPE_LEFT = F_SHAPE + SHAPES * QUESTION_TYPES,
	F_LENGTH = F_TYPE_LEFT + WORD_CLASSES * QUESTION_TYPES,
	F_DISTANCE_LEFT = F_LENGTH + 8,
	F_DISTANCE_RIGHT = F_DISTANCE_LEFT + 7,
	F_ANCHOR = F_DISTANCE_RIGHT + 7,
	F_OVERLAP = F_ANCHOR + 4 * 9, /* of the sentence with the question */
	F_BEHIND_BEST,
	F_BEST,
	F_PAIRS,
	F_BEFORE,
	F_BEHIND,
	F_NAMES,
	F_NUMBERS,
	F_NEAR_LEFT,
	F_NEAR_RIGHT,
	F_WIDE_LEFT,
	F_WIDE_RIGHT,
	F_ASKED, /* how much of the span stands in the question */
	F_ASKED_FIRST,
	F_ASKED_LAST,
	F_ASKED_ANY,
	F_CUT_NAME_LEFT,
	F_CUT_NAME_RIGHT,
	F_CUT_NUMBER_LEFT,
	F_CUT_NUMBER_RIGHT,
	F_CUT_DASH_LEFT,
	F_CUT_DASH_RIGHT,
	F_BETWEEN_COMMAS,
	F_IN_BRACKETS,
	F_HAS_COMMA,
	F_HAS_STOP,
	F_HAS_COLON,
	F_HAS_HALF_BRACKET,
	F_HAS_HALF_QUOTE,
	F_HAS_BE,
	F_HAS_RELATIVE,
	F_HAS_AND,
	F_HAS_OF,
	F_HAS_PREP,
	F_HAS_VERBISH,
	F_HAS_PRONOUN,
	F_NOUN_LAST,
	F_NOUN_NEXT,
	F_NOUN_PREVIOUS,
	F_NOUN_INSIDE,
	F_COUNT
};

struct span_feature {
	uint16_t id;
	int16_t value; /* in 64ths */
};

struct span_list {
	struct span_feature v[SPAN_FEATURES_MAX];
	int n;
};

/* What is known of a sentence. */
struct span_sentence {
	int overlap, pairs, names, numbers; /* 0…64: shares of the question found in it */
};

struct spans {
	const struct tokens *tokens;
	const struct question *question;
	int weight[QUESTION_WORDS_MAX]; /* of a question word in this passage */
	int total;
	uint8_t *hit;   /* per token: weight of the question word it matches, 0 if none */
	int8_t *match;  /* which one, or -1 */
	uint32_t *sums; /* sums[i]: of hits before token i */
	struct span_sentence *about;
	uint32_t picked[SPAN_SENTENCES_MAX];
	int n_picked, best;
};

void spans_open(struct spans *s, const struct tokens *t, const struct question *q);
void spans_close(struct spans *s);

/* Whether tokens first…last may be an answer at all. */
bool spans_candidate(const struct spans *s, size_t first, size_t last);
void spans_features(const struct spans *s, size_t sentence, size_t first, size_t last, struct span_list *out);

#endif
