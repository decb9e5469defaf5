/* lexicon: what the lexical readers know about English words without reading any
 * text: classes of function words and names of measures, irregular forms, and a
 * light stemmer. Built once at open, read-only afterwards. */
#ifndef BEAT_LEXICON_H
#define BEAT_LEXICON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

/* The class of a token; the order is part of the constants of a reader. */
enum word_class {
	WORD_EDGE, /* before the first and after the last token of a sentence */
	WORD_LOWER,
	WORD_CAPITAL,
	WORD_CAPITAL_FIRST, /* capitalised where every word would be: first in its sentence */
	WORD_NUMBER,
	WORD_YEAR,
	WORD_VERBISH, /* lower-case -ed, -ing */
	WORD_ADVERB,
	WORD_DET,
	WORD_PRONOUN,
	WORD_BE,
	WORD_AUX,
	WORD_AND,
	WORD_BUT,
	WORD_BECAUSE,
	WORD_RELATIVE,
	WORD_IN,
	WORD_OF,
	WORD_BY,
	WORD_TO,
	WORD_FOR,
	WORD_WITH,
	WORD_FROM,
	WORD_AS,
	WORD_PREP,
	WORD_MONTH,
	WORD_NUMERAL,
	WORD_UNIT,
	WORD_TITLE,
	WORD_COMMA,
	WORD_STOP,
	WORD_COLON,
	WORD_OPEN,
	WORD_CLOSE,
	WORD_QUOTE,
	WORD_DASH,
	WORD_CLITIC,
	WORD_MONEY,
	WORD_SYMBOL,
	WORD_CLASSES
};

struct lexicon;

struct lexicon *lexicon_new(void);
void lexicon_free(struct lexicon **lex);

/* The class of a lower-cased word, or WORD_EDGE if it is in no list. */
enum word_class lexicon_class(const struct lexicon *lex, const char *low, size_t n);
/* True for words that carry little of a question's meaning although they are in no function class: "name", "called". */
bool lexicon_is_faint(const struct lexicon *lex, const char *low, size_t n);
/* True for abbreviations that a full stop follows without ending a sentence. */
bool lexicon_is_abbreviation(const struct lexicon *lex, const char *low, size_t n);
/* A number that is equal for words with the same stem ("invaded", "invades"). */
uint32_t lexicon_stem(const struct lexicon *lex, const char *low, size_t n);
/* What kind of answer a noun with this stem asks for ("year", "city", …): an enum question_type, or -1. */
int lexicon_noun_type(const struct lexicon *lex, uint32_t stem);
/* All of the above as text, for the hash of the constants. */
void lexicon_dump(struct buf *out);

uint32_t lexicon_hash(const char *p, size_t n);

#endif
