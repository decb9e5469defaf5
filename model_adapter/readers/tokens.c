/* tokens: see tokens.h. Words are runs of Python's \w (text.h) with what belongs to
 * them: combining marks, apostrophes and the dots of U.S.; numbers keep their
 * separators. Everything else is one token a character. */
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/text.h"

enum {
	SENTENCE_TOKENS_MAX = 120,
	WORD_LETTERS_MAX = 64,
	WORD_POINTS_MAX = 256,
	PREFIX_LETTERS = 5,
	AFFIX_LETTERS = 3,
	SHAPE_MAX = 24
};

/* Reads on: the next code point without consuming it; 0 at the end. */
struct cursor {
	const char *p;
	size_t n, at;
	uint32_t point;
	const struct lexicon *lexicon;
};

static uint32_t peek(const struct cursor *c, size_t from, size_t *len)
{
	uint32_t cp = 0;

	*len = from < c->n ? text_decode(c->p + from, c->n - from, &cp) : 0;
	return cp;
}

static bool is_digit(uint32_t c)
{
	return c >= '0' && c <= '9';
}

/* Marks that are no \w but belong to the character before: accents, vowel signs, joiners, variation selectors. */
static bool joins(uint32_t c)
{
	if (c < 0x300)
		return false;
	if (c == 0x200c || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x1f3fb && c <= 0x1f3ff))
		return true;
	if ((c >= 0x2000 && c <= 0x2fff) || (c >= 0x3000 && c <= 0x303f) || (c >= 0xfe10 && c <= 0xfe6f) || c >= 0xff00)
		return c >= 0x20d0 && c <= 0x20ff;
	return !text_is_word(c) && !text_is_space(c);
}

static bool is_word(uint32_t c)
{
	return text_is_word(c) || joins(c);
}

static bool is_apostrophe(uint32_t c)
{
	return c == '\'' || c == 0x2019;
}

static void step(struct cursor *c, size_t len)
{
	c->at += len;
	c->point++;
}

/* Digits with inner separators: 1,234.5 and 10:30; then letters: 1990s, 5th. */
static void take_number(struct cursor *c)
{
	for (int letters = 0; letters < WORD_LETTERS_MAX; letters++) {
		size_t len, next;
		uint32_t cp = peek(c, c->at, &len);

		if (is_digit(cp) || ((cp == ',' || cp == '.' || cp == ':') && is_digit(peek(c, c->at + len, &next))) ||
		    (cp != 0 && is_word(cp)))
			step(c, len);
		else
			return;
	}
}

/* Whether a function word starts at p: "The", not "Theodor". */
static bool is_function_word(const struct cursor *c, size_t at)
{
	char low[12];
	size_t n = 0;

	while (at + n < c->n && n < sizeof(low) && ((c->p[at + n] | 32) >= 'a' && (c->p[at + n] | 32) <= 'z')) {
		low[n] = (char)(c->p[at + n] | 32);
		n++;
	}
	if (n == 0 || n == sizeof(low))
		return false;
	switch (lexicon_class(c->lexicon, low, n)) {
	case WORD_EDGE:
	case WORD_MONTH:
	case WORD_TITLE:
	case WORD_NUMERAL:
	case WORD_UNIT:
		return false;
	default:
		return n > 1; /* "A." may be another initial */
	}
}

/* The dot of an initial: "H." of "Kurt H. Debus", not the stop of "vitamin C. The". */
static void take_initial(struct cursor *c, uint32_t letter)
{
	size_t len, space, next;

	if (letter < 'A' || letter > 'Z' || peek(c, c->at, &len) != '.' || peek(c, c->at + len, &space) != ' ')
		return;
	letter = peek(c, c->at + len + space, &next);
	if (((letter >= 'A' && letter <= 'Z') || letter >= 0xc0) && !is_function_word(c, c->at + len + space))
		step(c, len);
}

/* After one letter: ".S" of "U.S."; takes the last dot as well. */
static bool take_dotted(struct cursor *c)
{
	const uint32_t end = c->point + WORD_POINTS_MAX;
	bool any = false;
	size_t len, next, after;

	while (c->point < end && peek(c, c->at, &len) == '.') {
		uint32_t letter = peek(c, c->at + len, &next);

		if (letter == 0 || !text_is_word(letter) || is_digit(letter))
			break;
		if (is_word(peek(c, c->at + len + next, &after)) && after > 0)
			break;
		step(c, len);
		step(c, next);
		any = true;
	}
	if (any && peek(c, c->at, &len) == '.')
		step(c, len);
	return any;
}

static void take_word(struct cursor *c)
{
	size_t letters = 0;

	for (;;) {
		size_t len, next, after;
		uint32_t cp = peek(c, c->at, &len);

		if (cp != 0 && is_word(cp) &&
		    (letters < WORD_LETTERS_MAX || (joins(cp) && letters < WORD_POINTS_MAX))) {
			step(c, len);
			letters++;
			if (letters == 1 && !take_dotted(c))
				take_initial(c, cp);
			if (c->p[c->at - 1] == '.')
				return;
			continue;
		}
		if (is_apostrophe(cp)) {
			uint32_t n1 = peek(c, c->at + len, &next), n2 = peek(c, c->at + len + next, &after);

			/* O'Brien and didn't are one word; Luther's is two. */
			if (n1 != 0 && text_is_word(n1) && !((n1 == 's' || n1 == 'S') && !(n2 != 0 && is_word(n2)))) {
				step(c, len);
				continue;
			}
		}
		return;
	}
}

static void take_clitic_or_mark(struct cursor *c, bool after_word)
{
	size_t len, next, after;
	uint32_t cp = peek(c, c->at, &len), n1 = peek(c, c->at + len, &next), n2 = peek(c, c->at + len + next, &after);

	step(c, len);
	if (after_word && is_apostrophe(cp) && (n1 == 's' || n1 == 'S') && !(n2 != 0 && is_word(n2))) {
		step(c, next);
		return;
	}
	while (joins(peek(c, c->at, &len)))
		step(c, len);
}

static const struct {
	enum word_class word_class;
	uint32_t marks[12]; /* ended by 0 */
} mark_classes[] = {
    {WORD_COMMA, {',', 0x3001}},
    {WORD_STOP, {'.', '!', '?', 0x2026, 0x3002, 0xff01, 0xff1f}},
    {WORD_COLON, {';', ':'}},
    {WORD_OPEN, {'(', '[', '{'}},
    {WORD_CLOSE, {')', ']', '}'}},
    {WORD_QUOTE, {'"', '\'', '`', 0x2018, 0x2019, 0x201c, 0x201d, 0xab, 0xbb}},
    {WORD_DASH, {'-', 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212}},
    {WORD_MONEY, {'$', 0xa3, 0xa5, 0x20ac, 0x20b9}},
    {WORD_UNIT, {'%'}},
    {WORD_AND, {'&'}},
};

static enum word_class mark_class(uint32_t c)
{
	for (size_t i = 0; i < ARRAY_LEN(mark_classes); i++) {
		for (const uint32_t *m = mark_classes[i].marks; *m != 0; m++) {
			if (*m == c)
				return mark_classes[i].word_class;
		}
	}
	return WORD_SYMBOL;
}

static bool ends_with(const char *w, size_t n, const char *tail)
{
	size_t t = strlen(tail);

	return n > t + 2 && memcmp(w + n - t, tail, t) == 0;
}

static enum word_class shape_class(const struct token *t, const char *low, size_t n)
{
	if (t->flags & TOKEN_DIGIT) {
		bool four = n == 4 && (low[0] == '1' || (low[0] == '2' && low[1] == '0'));

		for (size_t i = 0; four && i < n; i++)
			four = is_digit((uint8_t)low[i]);
		return four ? WORD_YEAR : WORD_NUMBER;
	}
	if (t->flags & TOKEN_UPPER)
		return WORD_CAPITAL;
	if (ends_with(low, n, "ed") || ends_with(low, n, "ing"))
		return WORD_VERBISH;
	return ends_with(low, n, "ly") ? WORD_ADVERB : WORD_LOWER;
}

static enum word_class classify(const struct token *t, const struct lexicon *lex, const char *low, size_t n)
{
	enum word_class c = lexicon_class(lex, low, n);

	if (c == WORD_EDGE)
		return shape_class(t, low, n);
	/* "US", "IT" and "WHO" are names; "march", "general" and "count" are not. */
	if ((t->flags & TOKEN_ALL_CAPS) && c != WORD_UNIT && c != WORD_MONTH && c != WORD_NUMERAL)
		return WORD_CAPITAL;
	if ((c == WORD_MONTH || c == WORD_TITLE) && !(t->flags & TOKEN_UPPER))
		return shape_class(t, low, n);
	return c;
}

/* The hash of the first letters, for forms that no stemmer joins ("accidentally", "accidently"). */
static uint32_t prefix_hash(const char *low, size_t n)
{
	size_t at = 0;
	uint32_t cp;

	for (int i = 0; i < PREFIX_LETTERS; i++) {
		if (at >= n)
			return 0;
		at += text_decode(low + at, n - at, &cp);
	}
	return at < n ? lexicon_hash(low, at) : 0;
}

/* The hashes of the first and the last letters. */
static void describe_ends(struct token *t, const char *low, size_t n)
{
	size_t head = 0, tail = n;
	uint32_t cp;

	for (int i = 0; i < AFFIX_LETTERS && head < n; i++)
		head += text_decode(low + head, n - head, &cp);
	for (int i = 0; i < AFFIX_LETTERS && tail > 0; i++) {
		do {
			tail--;
		} while (tail > 0 && ((uint8_t)low[tail] & 0xc0) == 0x80);
	}
	t->head = lexicon_hash(low, head);
	t->tail = lexicon_hash(low + tail, n - tail);
}

static char shape_of(uint32_t c)
{
	if (c >= 'A' && c <= 'Z')
		return 'X';
	if (c >= 'a' && c <= 'z')
		return 'x';
	if (is_digit(c))
		return 'd';
	return (char)(c < 0x80 ? c : 'u');
}

/* Runs count as two at most: "Xxx" for London and Rome, "dd" for every long number. */
static uint32_t shape_hash(const char *word, size_t n)
{
	char shape[SHAPE_MAX];
	size_t filled = 0;
	uint32_t cp;

	for (size_t at = 0; at < n && filled < SHAPE_MAX;) {
		char c;

		at += text_decode(word + at, n - at, &cp);
		c = shape_of(cp);
		if (filled < 2 || shape[filled - 1] != c || shape[filled - 2] != c)
			shape[filled++] = c;
	}
	return lexicon_hash(shape, filled);
}

static void describe_case(struct token *t, const char *word, const char *low, size_t n, size_t low_n)
{
	uint32_t cp;
	size_t first = text_decode(word, n, &cp), letters = 0, upper = 0;

	t->flags |= is_digit(cp) ? TOKEN_DIGIT : 0;
	t->flags |= n != low_n || memcmp(word, low, first) != 0 ? TOKEN_UPPER : 0;
	for (size_t i = 0; i < n && i < low_n; i++) {
		letters += (word[i] >= 'A' && word[i] <= 'Z') || (word[i] >= 'a' && word[i] <= 'z');
		upper += word[i] >= 'A' && word[i] <= 'Z';
	}
	t->flags |= letters >= 2 && upper == letters ? TOKEN_ALL_CAPS : 0;
}

static void describe_word(struct token *t, const struct lexicon *lex, const char *word, size_t n)
{
	char small[64], *low = small;
	size_t low_n = n;
	bool ascii = n < sizeof(small);

	for (size_t i = 0; i < n && ascii; i++) {
		ascii = (uint8_t)word[i] < 0x80;
		small[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] + 32 : word[i]);
	}
	if (!ascii)
		low = text_lower(word, n, &low_n);
	describe_case(t, word, low, n, low_n);
	t->flags |= lexicon_is_abbreviation(lex, low, low_n) ? TOKEN_ABBREVIATION : 0;
	while (low_n > 1 && low[low_n - 1] == '.') /* "u.s." */
		low_n--;
	t->word_class =
	    (uint8_t)(low_n == 1 && n == 2 ? WORD_CAPITAL : classify(t, lex, low, low_n)); /* "A." is a name */
	t->low = lexicon_hash(low, low_n);
	t->stem = lexicon_stem(lex, low, low_n);
	t->prefix = prefix_hash(low, low_n);
	describe_ends(t, low, low_n);
	t->noun_type = (int8_t)lexicon_noun_type(lex, t->stem);
	t->flags |= lexicon_is_faint(lex, low, low_n) ? TOKEN_FAINT : 0;
	if (!ascii)
		free(low);
}

static struct token take_token(struct cursor *c, bool after_word)
{
	struct token t = {.byte = (uint32_t)c->at, .point = c->point, .noun_type = -1};
	size_t len;
	uint32_t cp = peek(c, c->at, &len);

	if (is_digit(cp))
		take_number(c);
	else if (text_is_word(cp))
		take_word(c);
	else
		take_clitic_or_mark(c, after_word);
	t.byte_end = (uint32_t)c->at;
	t.point_end = c->point;
	if (text_is_word(cp)) {
		t.flags = TOKEN_WORD;
		describe_word(&t, c->lexicon, c->p + t.byte, t.byte_end - t.byte);
	} else {
		t.word_class =
		    (uint8_t)(t.point_end - t.point == 2 && is_apostrophe(cp) ? WORD_CLITIC : mark_class(cp));
		t.low = t.stem = lexicon_hash(c->p + t.byte, t.byte_end - t.byte);
		describe_ends(&t, c->p + t.byte, t.byte_end - t.byte);
	}
	t.exact = lexicon_hash(c->p + t.byte, t.byte_end - t.byte);
	t.shape = shape_hash(c->p + t.byte, t.byte_end - t.byte);
	return t;
}

/* Skips white space; tells about line breaks. */
static uint8_t skip_space(struct cursor *c)
{
	uint8_t flags = TOKEN_GLUED;
	int lines = 0;
	size_t len;
	uint32_t cp;

	while ((cp = peek(c, c->at, &len)), len > 0 && text_is_space(cp)) {
		lines += cp == '\n';
		flags = 0;
		step(c, len);
	}
	return flags | (lines >= 2 ? TOKEN_BREAK : 0);
}

/* "The", "In", "He": a capital that only the start of a sentence explains. */
static bool must_start(const struct token *t)
{
	switch (t->word_class) {
	case WORD_DET:
	case WORD_PRONOUN:
	case WORD_BE:
	case WORD_AUX:
	case WORD_AND:
	case WORD_BUT:
	case WORD_BECAUSE:
	case WORD_RELATIVE:
	case WORD_IN:
	case WORD_BY:
	case WORD_TO:
	case WORD_FOR:
	case WORD_WITH:
	case WORD_FROM:
	case WORD_AS:
	case WORD_PREP:
		return (t->flags & TOKEN_UPPER) != 0;
	default:
		return false;
	}
}

/* Whether a sentence ends behind token i, which is not the last one. */
static bool ends_sentence(const struct tokens *t, size_t i, const char *text)
{
	const struct token *stop = &t->v[i], *next = &t->v[i + 1], *prev = i > 0 ? &t->v[i - 1] : NULL;

	if (next->flags & TOKEN_BREAK)
		return true;
	if ((stop->flags & TOKEN_WORD) && text[stop->byte_end - 1] == '.') /* "in the U.S. The law" */
		return must_start(next);
	if (stop->word_class != WORD_STOP || next->word_class == WORD_STOP)
		return false;
	if (next->flags & TOKEN_GLUED) /* "move.[note]", and scripts that put no space */
		return next->word_class == WORD_OPEN || stop->byte_end - stop->byte == 3;
	if (prev != NULL && (stop->flags & TOKEN_GLUED) && (prev->flags & TOKEN_ABBREVIATION) &&
	    (prev->word_class == WORD_TITLE || !must_start(next)))
		return false;
	return !(next->flags & TOKEN_WORD) || (next->flags & (TOKEN_UPPER | TOKEN_DIGIT));
}

static void add_sentence(struct tokens *t, size_t *cap, size_t first, size_t end)
{
	if (t->n_sentences == *cap) {
		*cap = *cap > 0 ? *cap * 2 : 16;
		t->sentences = xrealloc(t->sentences, *cap * sizeof(*t->sentences));
	}
	t->sentences[t->n_sentences++] = (struct sentence){.first = (uint32_t)first, .end = (uint32_t)end};
	for (size_t i = first; i < end; i++) {
		if (!(t->v[i].flags & TOKEN_WORD))
			continue;
		if (t->v[i].word_class == WORD_CAPITAL && !(t->v[i].flags & TOKEN_ALL_CAPS))
			t->v[i].word_class = WORD_CAPITAL_FIRST;
		break;
	}
}

enum { NAMES_SLOTS = 1024 };

/* A word that is capitalised in the middle of some sentence is a name at the start of another one too. */
static void find_names(struct tokens *t)
{
	uint32_t slots[NAMES_SLOTS] = {0};

	for (size_t i = 0; i < t->n; i++) {
		if (t->v[i].word_class == WORD_CAPITAL)
			slots[t->v[i].low % NAMES_SLOTS] = t->v[i].low;
	}
	for (size_t i = 0; i < t->n; i++) {
		if (t->v[i].word_class == WORD_CAPITAL_FIRST && slots[t->v[i].low % NAMES_SLOTS] == t->v[i].low)
			t->v[i].word_class = WORD_CAPITAL;
	}
}

static void cut_sentences(struct tokens *t, const char *text)
{
	size_t first = 0, cap = 0;

	for (size_t i = 0; i < t->n; i++) {
		bool last = i + 1 == t->n;

		if (!last && i + 1 - first < SENTENCE_TOKENS_MAX) {
			size_t stop = i;

			/* A quote or bracket that closes behind the stop belongs to the same sentence. */
			while (stop > first && (t->v[stop].flags & TOKEN_GLUED) &&
			       (t->v[stop].word_class == WORD_QUOTE || t->v[stop].word_class == WORD_CLOSE))
				stop--;
			if (t->v[stop].word_class != WORD_STOP)
				stop = i;
			if (stop != i && (t->v[i + 1].flags & TOKEN_GLUED))
				continue;
			if (stop == i ? !ends_sentence(t, i, text) : !(t->v[i + 1].flags & (TOKEN_UPPER | TOKEN_BREAK)))
				continue;
		}
		add_sentence(t, &cap, first, i + 1);
		first = i + 1;
	}
}

void tokens_cut(struct tokens *out, const struct lexicon *lex, const char *text, size_t n)
{
	struct cursor c = {.p = text, .n = n, .lexicon = lex};
	size_t cap = 0;
	bool after_word = false;

	*out = (struct tokens){0};
	for (;;) {
		uint8_t flags = skip_space(&c);

		if (c.at >= n)
			break;
		if (out->n == cap) {
			cap = cap > 0 ? cap * 2 : 64;
			out->v = xrealloc(out->v, cap * sizeof(*out->v));
		}
		out->v[out->n] = take_token(&c, after_word && (flags & TOKEN_GLUED));
		if (out->n > 0)
			out->v[out->n].flags |= flags;
		after_word = out->v[out->n].flags & TOKEN_WORD;
		out->n_words += after_word;
		out->n++;
	}
	cut_sentences(out, text);
	find_names(out);
}

void tokens_release(struct tokens *t)
{
	free(t->v);
	free(t->sentences);
	*t = (struct tokens){0};
}
