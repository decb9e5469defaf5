/* wordpiece: see wordpiece.h. The text becomes a row of characters that each know the code point they come from; what
 * rules say of whole texts (clean, ideographs, accents, lower case, in this order) is done character by character as
 * it grows, but for the order of combining marks, which is put right afterwards. */
#include "wordpiece.h"

#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/text.h"
#include "beat/text_char.h"

struct letter {
	uint32_t c, point;
};

struct letters {
	struct letter *v;
	size_t n, room;
};

static void push(struct letters *l, uint32_t c, uint32_t point)
{
	if (l->n == l->room) {
		l->room = l->room > 0 ? 2 * l->room : 256;
		l->v = xrealloc(l->v, l->room * sizeof(*l->v));
	}
	l->v[l->n++] = (struct letter){c, point};
}

static bool is_ascii_letter(uint32_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_white(uint32_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x80 && text_char_is_white(c));
}

/* Control, format, private, surrogate and unassigned characters, but for those that are white space to everyone. */
static bool is_control(uint32_t c)
{
	if (c == '\t' || c == '\n' || c == '\r')
		return false;
	return c < 0x80 ? c < ' ' || c == 0x7f : text_char_group(c) == 'C';
}

static bool is_punctuation(uint32_t c)
{
	if (c < 0x80)
		return c > ' ' && c < 0x7f && !is_ascii_letter(c);
	return text_char_group(c) == 'P';
}

static bool is_ideograph(uint32_t c)
{
	static const struct {
		uint32_t first, last;
	} blocks[] = {{0x4e00, 0x9fff},   {0x3400, 0x4dbf},   {0x20000, 0x2a6df}, {0x2a700, 0x2b73f},
		      {0x2b740, 0x2b81f}, {0x2b820, 0x2ceaf}, {0xf900, 0xfaff},   {0x2f800, 0x2fa1f}};

	for (size_t i = 0; c >= 0x3400 && i < ARRAY_LEN(blocks); i++) {
		if (c >= blocks[i].first && c <= blocks[i].last)
			return true;
	}
	return false;
}

static void add_parts(const struct wordpiece *w, struct letters *l, uint32_t c, uint32_t point)
{
	uint32_t parts[TEXT_CHAR_PARTS] = {c};
	int n = w->accents && c >= 0x80 ? text_char_decompose(c, parts) : 1;

	for (int i = 0; i < n; i++)
		push(l, parts[i], point);
}

static int order_of(uint32_t c)
{
	return c >= 0x300 ? text_char_order(c) : 0;
}

/* Combining marks in a row stand in the order of their classes, equals as they came. By counting: a text may be
 * nothing else. */
static void sort_marks(struct letter *v, size_t n)
{
	struct letter *before = xmalloc(n * sizeof(*before));
	size_t at[257] = {0};

	memcpy(before, v, n * sizeof(*before));
	for (size_t i = 0; i < n; i++)
		at[(order_of(v[i].c) & 255) + 1]++;
	for (int k = 1; k < 257; k++)
		at[k] += at[k - 1];
	for (size_t i = 0; i < n; i++)
		v[at[order_of(before[i].c) & 255]++] = before[i];
	free(before);
}

static void put_in_order(struct letters *l)
{
	for (size_t i = 0; i < l->n;) {
		size_t end = i;

		while (end < l->n && order_of(l->v[end].c) > 0)
			end++;
		if (end - i > 1)
			sort_marks(l->v + i, end - i);
		i = end > i ? end : i + 1;
	}
}

static void drop_accents_and_capitals(const struct wordpiece *w, struct letters *l)
{
	struct letters out = {.n = 0};
	uint32_t low[2];

	for (size_t i = 0; i < l->n; i++) {
		struct letter from = l->v[i];
		int n = 1;

		if (w->accents && from.c >= 0x300 && text_char_is_accent(from.c))
			continue;
		low[0] = from.c;
		if (w->lower)
			n = text_char_lower(from.c, low);
		for (int k = 0; k < n; k++)
			push(&out, low[k], from.point);
	}
	free(l->v);
	*l = out;
}

static void normalise(const struct wordpiece *w, const char *text, size_t n, struct letters *l)
{
	uint32_t point = 0, c;

	for (size_t i = 0; i < n; point++) {
		i += text_decode(text + i, n - i, &c);
		if (w->clean && (c == 0 || c == 0xfffd || is_control(c)))
			continue;
		if (w->clean && is_white(c)) {
			push(l, ' ', point);
		} else if (w->ideographs && is_ideograph(c)) {
			push(l, ' ', point);
			add_parts(w, l, c, point);
			push(l, ' ', point);
		} else {
			add_parts(w, l, c, point);
		}
	}
	if (w->accents)
		put_in_order(l);
	if (w->accents || w->lower)
		drop_accents_and_capitals(w, l);
}

/* A word in bytes, and where each of its characters begins in them. */
struct word {
	struct buf bytes;
	size_t *at;
	size_t n, room;
};

static void word_set(struct word *word, const struct letter *v, size_t n)
{
	char encoded[4];

	if (n + 1 > word->room) {
		word->room = 2 * (n + 1);
		word->at = xrealloc(word->at, word->room * sizeof(*word->at));
	}
	buf_clear(&word->bytes);
	word->n = n;
	for (size_t i = 0; i < n; i++) {
		word->at[i] = word->bytes.n;
		buf_add(&word->bytes, encoded, (size_t)text_char_encode(v[i].c, encoded));
	}
	word->at[n] = word->bytes.n;
}

/* The longest piece from character `first` on: its number, and *end; -1 if there is none. */
static int32_t longest(const struct wordpiece *w, const struct word *word, size_t first, size_t *end)
{
	const struct vocab *from = first == 0 ? w->first : w->rest;

	for (size_t i = word->n; i > first; i--) {
		int32_t id = vocab_find(from, word->bytes.p + word->at[first], word->at[i] - word->at[first]);

		if (id >= 0) {
			*end = i;
			return id;
		}
	}
	return -1;
}

/* Marks may have changed places, so a piece stands for all between its first and its last code point. */
static struct piece piece_of(const struct letter *v, size_t n, int32_t id, uint32_t word)
{
	struct piece p = {.id = id, .point = v[0].point, .point_end = v[0].point + 1, .word = word};

	for (size_t i = 1; i < n; i++) {
		p.point = v[i].point < p.point ? v[i].point : p.point;
		p.point_end = v[i].point >= p.point_end ? v[i].point + 1 : p.point_end;
	}
	return p;
}

static void add_word(const struct wordpiece *w, struct word *word, const struct letter *v, size_t n, uint32_t number,
		     struct pieces *out)
{
	size_t before = out->n, end = 0;
	bool whole = n <= (size_t)w->longest_word;

	if (whole)
		word_set(word, v, n);
	for (size_t first = 0; whole && first < n; first = end) {
		int32_t id = longest(w, word, first, &end);

		whole = id >= 0;
		if (whole)
			pieces_add(out, piece_of(v + first, end - first, id, number));
	}
	if (!whole) {
		out->n = before;
		pieces_add(out, piece_of(v, n, w->unknown, number));
	}
}

void wordpiece_cut(const struct wordpiece *w, const char *text, size_t n, struct pieces *out)
{
	struct letters l = {.n = 0};
	struct word word = {.n = 0};
	uint32_t number = 0;

	normalise(w, text, n, &l);
	for (size_t i = 0; i < l.n;) {
		size_t end = i + 1;

		if (is_white(l.v[i].c)) {
			i++;
			continue;
		}
		while (!is_punctuation(l.v[i].c) && end < l.n && !is_white(l.v[end].c) && !is_punctuation(l.v[end].c))
			end++;
		add_word(w, &word, l.v + i, end - i, number++, out);
		i = end;
	}
	free(l.v);
	free(word.at);
	buf_release(&word.bytes);
}

void wordpiece_add(struct wordpiece *w, const char *piece, size_t n, int32_t id)
{
	if (n >= 2 && piece[0] == '#' && piece[1] == '#')
		vocab_add(w->rest, piece + 2, n - 2, id);
	/* as it stands it can be met only where the text has these marks themselves, which stand alone */
	if (n < 2 || piece[0] != '#' || piece[1] != '#')
		vocab_add(w->first, piece, n, id);
}

void wordpiece_release(struct wordpiece *w)
{
	vocab_free(&w->first);
	vocab_free(&w->rest);
}
