/* question: see question.h. */
#include "question.h"

#include <string.h>

#include "beat/mem.h"
#include "tokens.h"

enum { WEIGHTY = 24 }; /* words of at least this weight say where the answer is */

struct cue {
	const char *word;
	enum question_type type;
};

static const struct cue cues[] = {
    {"who", QUESTION_WHO},   {"whom", QUESTION_WHO},    {"whose", QUESTION_WHO},
    {"when", QUESTION_WHEN}, {"where", QUESTION_WHERE}, {"why", QUESTION_WHY},
    {"how", QUESTION_HOW},   {"what", QUESTION_WHAT},   {"which", QUESTION_NOUN},
};

/* The word after "how". */
static const struct cue measures[] = {
    {"many", QUESTION_NUMBER}, {"much", QUESTION_MONEY}, {"long", QUESTION_LONG},  {"old", QUESTION_LONG},
    {"far", QUESTION_LONG},    {"tall", QUESTION_LONG},  {"high", QUESTION_LONG},  {"large", QUESTION_LONG},
    {"big", QUESTION_LONG},    {"often", QUESTION_LONG}, {"deep", QUESTION_LONG},  {"wide", QUESTION_LONG},
    {"fast", QUESTION_LONG},   {"heavy", QUESTION_LONG}, {"close", QUESTION_LONG}, {"few", QUESTION_NUMBER},
};

static int find_cue(const struct cue *table, size_t n, const struct token *t)
{
	for (size_t i = 0; i < n; i++) {
		if (t->low == lexicon_hash(table[i].word, strlen(table[i].word)))
			return (int)table[i].type;
	}
	return -1;
}

static bool is_nounish(const struct token *t)
{
	switch (t->word_class) {
	case WORD_LOWER:
	case WORD_CAPITAL:
	case WORD_CAPITAL_FIRST:
	case WORD_UNIT:
	case WORD_TITLE:
	case WORD_MONTH:
	case WORD_ADVERB:
	case WORD_NUMERAL:
	case WORD_NUMBER:
	case WORD_CLITIC:
	case WORD_DASH:
		return true;
	default:
		return false;
	}
}

/* The head of the noun phrase that starts at i: the last word that names a kind of answer ("what percent live…"), else
 * the last word, or -1. */
static int phrase_head(const struct tokens *t, size_t i)
{
	int head = -1;
	bool typed = false;

	while (i < t->n && (t->v[i].word_class == WORD_DET || t->v[i].word_class == WORD_ADVERB))
		i++;
	for (; i < t->n && is_nounish(&t->v[i]); i++) {
		bool names_type = t->v[i].noun_type >= 0;

		if ((t->v[i].flags & TOKEN_WORD) && (names_type || !typed))
			head = (int)i;
		typed = typed || names_type;
	}
	return head;
}

/* "kind of X", "type of X": X is what is asked for. */
static int skip_kind(const struct tokens *t, int head)
{
	int further;

	if (head < 0 || (size_t)head + 1 >= t->n || t->v[head + 1].word_class != WORD_OF || t->v[head].noun_type >= 0 ||
	    !(t->v[head].flags & TOKEN_FAINT))
		return head;
	further = phrase_head(t, (size_t)head + 2);
	return further >= 0 ? further : head;
}

static int word_weight(const struct token *t)
{
	switch (t->word_class) {
	case WORD_LOWER:
	case WORD_VERBISH:
		return t->flags & TOKEN_FAINT ? 16 : 48;
	case WORD_CAPITAL:
	case WORD_NUMBER:
	case WORD_YEAR:
	case WORD_MONTH:
	case WORD_TITLE:
		return 64;
	case WORD_CAPITAL_FIRST:
		return t->flags & TOKEN_FAINT ? 16 : 48;
	case WORD_NUMERAL:
	case WORD_UNIT:
		return 32;
	case WORD_ADVERB:
		return t->flags & TOKEN_FAINT ? 12 : 24;
	case WORD_PREP:
	case WORD_BECAUSE:
	case WORD_BUT:
		return 8;
	default:
		return 2;
	}
}

/* Adds the words and remembers which stand before and after the question word. */
static void add_words(struct question *q, const struct tokens *t, int cue, int noun)
{
	for (size_t i = 0; i < t->n && q->n_words < QUESTION_WORDS_MAX; i++) {
		const struct token *k = &t->v[i];
		struct question_word *w = &q->words[q->n_words];
		int from = noun > cue ? noun : cue;

		if (!(k->flags & TOKEN_WORD) || (int)i == cue)
			continue;
		*w = (struct question_word){.low = k->low,
					    .stem = k->stem,
					    .prefix = k->prefix,
					    .weight = word_weight(k),
					    .capital = k->word_class == WORD_CAPITAL,
					    .digit = (k->flags & TOKEN_DIGIT) != 0,
					    .token = (uint32_t)i};
		if ((int)i == noun)
			q->noun = q->n_words;
		if (w->weight >= WEIGHTY) {
			q->last = q->n_words;
			if ((int)i < cue)
				q->before = q->n_words;
			else if ((int)i > from && q->after < 0)
				q->after = q->n_words;
		}
		q->n_words++;
	}
}

/* The question word: at the start ("In which…"), else the last one ("The author was born where?"). */
static int cue_at(const struct tokens *t)
{
	int at = -1;

	for (size_t i = 0; i < t->n; i++) {
		if (find_cue(cues, ARRAY_LEN(cues), &t->v[i]) < 0)
			continue;
		if (i <= 1)
			return (int)i;
		at = (int)i;
	}
	return at;
}

void question_read(struct question *q, const struct tokens *t)
{
	int cue, noun = -1, measure;

	*q = (struct question){.type = QUESTION_NONE, .noun = -1, .after = -1, .before = -1, .last = -1};
	q->cue = cue = cue_at(t);
	if (cue >= 0)
		q->type = (enum question_type)find_cue(cues, ARRAY_LEN(cues), &t->v[cue]);
	if (cue >= 0 && (size_t)cue + 1 < t->n) {
		const struct token *next = &t->v[cue + 1];

		measure = q->type == QUESTION_HOW ? find_cue(measures, ARRAY_LEN(measures), next) : -1;
		if (measure >= 0) {
			q->type = (enum question_type)measure;
			noun = phrase_head(t, (size_t)cue + 2);
		} else if (q->type == QUESTION_WHAT || q->type == QUESTION_NOUN) {
			bool direct = next->word_class != WORD_BE && next->word_class != WORD_AUX;

			if (direct || next->word_class == WORD_BE)
				noun = skip_kind(t, phrase_head(t, (size_t)cue + (direct ? 1 : 2)));
			if (noun >= 0 && t->v[noun].noun_type >= 0)
				q->type = (enum question_type)t->v[noun].noun_type;
			else if (noun >= 0 && direct)
				q->type = QUESTION_NOUN;
			else
				q->type = QUESTION_WHAT;
		}
	}
	add_words(q, t, cue, noun);
}
