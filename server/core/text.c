/* text: see include/beat/text.h.
 *
 * libunistring 1.0 and Python 3.11 both carry Unicode 14. Compared over every code
 * point, their properties agree with these exceptions, handled below:
 *   white space  Python also takes U+001C..U+001F (bidirectional class B or S)
 *   lower case   U+0130 becomes two characters, and U+03A3 depends on its context
 * Regex \w is str.isalnum() or '_', which is general category L or N or '_'.
 *
 * Normalisation is one pass over the input. Deleting punctuation comes before the
 * search for articles, so "_a_" and "t.h.e" are articles; and since a word boundary
 * stands exactly at both ends of a maximal run of \w, the regex replaces the runs
 * that are as a whole "a", "an" or "the", and no others. */
#include "beat/text.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <unistr.h>
#include <uniwbrk.h>

#include "beat/mem.h"

enum {
	CAPITAL_I_DOT = 0x130, /* lower case: 'i' and a combining dot above */
	DOT_ABOVE = 0x307,
	CAPITAL_SIGMA = 0x3a3,
	SMALL_SIGMA = 0x3c3,
	FINAL_SIGMA = 0x3c2
};

/* What normalisation does with an ASCII character; MARK is kept and is not \w. */
enum ascii_class { MARK, WORD, SPACE, DROP };

static const unsigned char ascii_class[128] = {
    ['0' ... '9'] = WORD, ['A' ... 'Z'] = WORD, ['a' ... 'z'] = WORD, ['\t' ... '\r'] = SPACE, [0x1c ... ' '] = SPACE,
    ['!' ... '/'] = DROP, [':' ... '@'] = DROP, ['[' ... '`'] = DROP, ['{' ... '~'] = DROP,
};

/* Lower case of the ASCII letters and digits, 0 for every other byte. */
static const char ascii_word[256] = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
				    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
				    "0123456789\0\0\0\0\0\0"
				    "\0abcdefghijklmnopqrstuvwxyz\0\0\0\0\0"
				    "\0abcdefghijklmnopqrstuvwxyz";

static const uint8_t *bytes(const char *s)
{
	return (const uint8_t *)s;
}

static bool is_ascii(char c)
{
	return (unsigned char)c < 0x80;
}

static char ascii_lower(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c - 'A' + 'a');
	return c;
}

/* Length of the ASCII run at the start, eight bytes at a time. */
static size_t ascii_prefix(const char *s, size_t n)
{
	size_t i = 0;
	uint64_t word;

	for (; i + sizeof(word) <= n; i += sizeof(word)) {
		memcpy(&word, s + i, sizeof(word));
		if (word & UINT64_C(0x8080808080808080))
			break;
	}
	while (i < n && is_ascii(s[i]))
		i++;
	return i;
}

/* Length of the characters of two bytes at the start. */
static size_t two_byte_prefix(const char *s, size_t n)
{
	size_t i = 0;

	while (i + 1 < n && (unsigned char)s[i] >= 0xc2 && (unsigned char)s[i] <= 0xdf && (s[i + 1] & 0xc0) == 0x80)
		i += 2;
	return i;
}

/* Most texts are ASCII with a letter of two bytes here and there. */
bool text_is_utf8(const char *s, size_t n)
{
	size_t at = 0, more;

	do {
		at += ascii_prefix(s + at, n - at);
		more = two_byte_prefix(s + at, n - at);
		at += more;
	} while (more > 0);
	return at == n || u8_check(bytes(s) + at, n - at) == NULL;
}

size_t text_length(const char *s, size_t n)
{
	size_t points = 0;

	for (size_t i = 0; i < n; i++)
		points += (s[i] & 0xc0) != 0x80;
	return points;
}

bool text_is_space(uint32_t c)
{
	if (c < 0x80)
		return ascii_class[c] == SPACE;
	return uc_is_property_white_space(c);
}

bool text_is_word(uint32_t c)
{
	if (c < 0x80)
		return ascii_class[c] == WORD || c == '_';
	return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N);
}

bool text_is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static enum text_class ascii_text_class(uint32_t c)
{
	if (ascii_class[c] == SPACE)
		return TEXT_SPACE;
	return ascii_class[c] == WORD || c == '_' ? TEXT_LETTER : TEXT_SINGLE;
}

enum text_class text_class(uint32_t c)
{
	if (c < 0x80)
		return ascii_text_class(c);
	if (text_is_space(c))
		return TEXT_SPACE;
	switch (uc_wordbreak_property(c)) {
	case WBP_ALETTER:
	case WBP_HL:
	case WBP_NUMERIC:
	case WBP_KATAKANA:
	case WBP_EXTENDNUMLET:
		return TEXT_LETTER;
	case WBP_EXTEND:
	case WBP_FORMAT:
	case WBP_ZWJ:
		return TEXT_EXTEND;
	default:
		return TEXT_SINGLE;
	}
}

size_t text_decode(const char *s, size_t n, uint32_t *c)
{
	ucs4_t point;
	int len;

	if (is_ascii(*s)) {
		*c = (unsigned char)*s;
		return 1;
	}
	len = u8_mbtouc(&point, bytes(s), n);
	*c = point;
	return (size_t)len;
}

/* Python's rule for the capital sigma at byte `at`: final if, case-ignorable
 * characters aside, a cased one stands before it and none after it. Both searches
 * stop at the next sigma, so they stay linear over a whole text. */
static uint32_t lower_sigma(const char *s, size_t n, size_t at)
{
	const uint8_t *p = bytes(s) + at, *end = bytes(s) + n;
	ucs4_t c = 0;

	while ((p = u8_prev(&c, p, bytes(s))) != NULL && uc_is_property_case_ignorable(c))
		;
	if (p == NULL || !uc_is_property_cased(c))
		return SMALL_SIGMA;
	for (p = bytes(s) + at + 2; p < end;) {
		p += u8_mbtouc(&c, p, (size_t)(end - p));
		if (!uc_is_property_case_ignorable(c))
			return uc_is_property_cased(c) ? SMALL_SIGMA : FINAL_SIGMA;
	}
	return FINAL_SIGMA;
}

/* The lower case of the character `c` at byte `at`. For U+0130 this is the first of two. */
static uint32_t lower_at(const char *s, size_t n, size_t at, uint32_t c)
{
	if (c == CAPITAL_SIGMA)
		return lower_sigma(s, n, at);
	if (c == CAPITAL_I_DOT)
		return 'i';
	return uc_tolower(c);
}

static size_t encode(char *out, uint32_t c)
{
	return (size_t)u8_uctomb((uint8_t *)out, c, 4);
}

char *text_lower(const char *s, size_t n, size_t *out_n)
{
	char *out = xmalloc(TEXT_LOWER_ROOM(n));
	size_t o = 0;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c, low;

		len = text_decode(s + i, n - i, &c);
		low = c < 0x80 ? (unsigned char)ascii_lower(s[i]) : lower_at(s, n, i, c);
		if (low == c) {
			memcpy(out + o, s + i, len);
			o += len;
			continue;
		}
		o += encode(out + o, low);
		if (c == CAPITAL_I_DOT)
			o += encode(out + o, DOT_ABOVE);
	}
	out[o] = '\0';
	*out_n = o;
	return out;
}

/* The normalised text while it is being written. */
struct writer {
	char *p;
	size_t n;
	size_t run;   /* where the current run of \w begins, or NO_RUN */
	size_t token; /* where the current token begins: 0, or behind the last space */
	struct text_token *tokens;
	size_t count;
};
static const size_t NO_RUN = SIZE_MAX;

static void end_token(struct writer *w)
{
	if (w->n == w->token)
		return;
	w->tokens[w->count++] = (struct text_token){.p = w->p + w->token, .n = w->n - w->token};
	w->p[w->n++] = ' ';
	w->token = w->n;
}

static bool is_article(const char *p, size_t n)
{
	switch (n) {
	case 1:
		return p[0] == 'a';
	case 2:
		return p[0] == 'a' && p[1] == 'n';
	case 3:
		return p[0] == 't' && p[1] == 'h' && p[2] == 'e';
	default:
		return false;
	}
}

/* Something that is not \w follows: an article that ends here becomes a space. */
static void end_run(struct writer *w)
{
	size_t run = w->run;

	w->run = NO_RUN;
	if (run != NO_RUN && is_article(w->p + run, w->n - run)) {
		w->n = run;
		end_token(w);
	}
}

static void put_char(struct writer *w, const char *p, size_t n, bool word)
{
	if (!word)
		end_run(w);
	else if (w->run == NO_RUN)
		w->run = w->n;
	memcpy(w->p + w->n, p, n);
	w->n += n;
}

/* ASCII letters and digits from byte `at` on; returns how many there are. */
static size_t put_ascii_word(struct writer *w, const char *s, size_t n, size_t at)
{
	char *out = w->p + w->n;
	size_t len = 0;

	while (at + len < n && (out[len] = ascii_word[(unsigned char)s[at + len]]) != 0)
		len++;
	if (w->run == NO_RUN && len > 0)
		w->run = w->n;
	w->n += len;
	return len;
}

static void put_ascii(struct writer *w, char c)
{
	switch ((enum ascii_class)ascii_class[(unsigned char)c]) {
	case SPACE:
		end_run(w);
		end_token(w);
		break;
	case MARK:
		end_run(w);
		w->p[w->n++] = c;
		break;
	case WORD:
	case DROP:
		break;
	}
}

/* A character beyond ASCII at byte `at`; returns its bytes. What lower-casing leaves
 * alone is copied, so that even malformed input cannot outgrow the output. */
static size_t put_other(struct writer *w, const char *s, size_t n, size_t at)
{
	uint32_t c, low;
	size_t len = text_decode(s + at, n - at, &c);
	char text[4];

	if (text_is_space(c)) {
		end_run(w);
		end_token(w);
		return len;
	}
	low = lower_at(s, n, at, c);
	if (low == c)
		put_char(w, s + at, len, text_is_word(c));
	else
		put_char(w, text, encode(text, low), text_is_word(low));
	if (c == CAPITAL_I_DOT)
		put_char(w, text, encode(text, DOT_ABOVE), false);
	return len;
}

size_t text_words(const char *s, size_t n)
{
	size_t count = 0;
	bool in_word = false;
	uint32_t c;

	for (size_t at = 0; at < n;) {
		at += text_decode(s + at, n - at, &c);
		if (text_is_space(c)) {
			in_word = false;
		} else if (text_is_word(c)) {
			bool alone = text_class(c) == TEXT_SINGLE;

			count += alone || !in_word;
			in_word = !alone;
		}
	}
	return count;
}

void text_normalise_in(void *mem, size_t mem_n, const char *s, size_t n, struct text_norm *out)
{
	struct writer w = {.run = NO_RUN};

	out->heap = NULL;
	if (mem == NULL || mem_n < TEXT_NORM_ROOM(n))
		mem = out->heap = xmalloc(TEXT_NORM_ROOM(n));
	w.tokens = mem;
	w.p = (char *)(w.tokens + TEXT_NORM_TOKENS(n));
	for (size_t i = 0; i < n;) {
		i += put_ascii_word(&w, s, n, i);
		if (i < n && is_ascii(s[i]))
			put_ascii(&w, s[i++]);
		else if (i < n)
			i += put_other(&w, s, n, i);
	}
	end_run(&w);
	end_token(&w);
	w.n -= w.count > 0; /* the space behind the last token */
	w.p[w.n] = '\0';
	*out = (struct text_norm){w.tokens, w.count, w.p, w.n, out->heap};
}

void text_normalise(const char *s, size_t n, struct text_norm *out)
{
	text_normalise_in(NULL, 0, s, n, out);
}

void text_norm_release(struct text_norm *norm)
{
	free(norm->heap);
	*norm = (struct text_norm){0};
}
