/* tokeniser: see include/beat/tokeniser.h. */
#include "tokeniser.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/text.h"

enum { MARK_BYTES = 5, JOINER = 0x200d };

/* text_class() of the ASCII characters: most of most texts. */
static const unsigned char ascii[128] = {
    ['\t' ... '\r'] = TEXT_SPACE, [0x1c ... ' '] = TEXT_SPACE, ['0' ... '9'] = TEXT_LETTER,
    ['A' ... 'Z'] = TEXT_LETTER,  ['a' ... 'z'] = TEXT_LETTER, ['_'] = TEXT_LETTER,
};

/* Where the reading is, and the character there. */
struct cursor {
	const char *text;
	size_t n;
	size_t byte, point;
	uint32_t c;
	enum text_class class;
	size_t len; /* its bytes; 0 at the end */
};

static void look(struct cursor *at)
{
	if (at->byte == at->n) {
		at->len = 0;
	} else if ((unsigned char)at->text[at->byte] < 0x80) {
		at->len = 1;
		at->c = (unsigned char)at->text[at->byte];
		at->class = ascii[at->c];
	} else {
		at->len = text_decode(at->text + at->byte, at->n - at->byte, &at->c);
		at->class = text_class(at->c);
	}
}

static void step(struct cursor *at)
{
	at->byte += at->len;
	at->point++;
	look(at);
}

static bool is_next(const struct cursor *at, enum text_class class)
{
	return at->len > 0 && at->class == class;
}

static bool is_mark(const struct cursor *at)
{
	static const char marks[][MARK_BYTES + 1] = {"[DOC]", "[TLE]", "[PAR]", "[SEP]"};

	if (at->c != '[' || at->n - at->byte < MARK_BYTES)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		if (memcmp(at->text + at->byte, marks[i], MARK_BYTES) == 0)
			return true;
	}
	return false;
}

static void take_mark(struct cursor *at)
{
	for (int i = 0; i < MARK_BYTES; i++)
		step(at);
}

static void take_word(struct cursor *at)
{
	while (is_next(at, TEXT_LETTER) || is_next(at, TEXT_EXTEND))
		step(at);
}

static void take_single(struct cursor *at)
{
	bool joined = true; /* the character itself */

	while (joined || is_next(at, TEXT_EXTEND)) {
		bool joiner = at->c == JOINER;

		step(at);
		joined = joiner && is_next(at, TEXT_SINGLE);
	}
}

static void take(struct cursor *at)
{
	if (is_mark(at))
		take_mark(at);
	else if (is_next(at, TEXT_LETTER))
		take_word(at);
	else
		take_single(at);
}

static struct token *more(struct token_list *t)
{
	if (t->n == t->cap) {
		t->cap = t->cap > 0 ? t->cap * 2 : 256;
		t->list = xrealloc(t->list, t->cap * sizeof(*t->list));
	}
	return &t->list[t->n++];
}

void tokeniser_cut(struct token_list *t, const char *text, size_t n, size_t max)
{
	struct cursor at = {.text = text, .n = n};

	t->n = 0;
	look(&at);
	while (at.len > 0 && (max == 0 || t->n < max)) {
		struct cursor from = at;

		if (is_next(&at, TEXT_SPACE)) {
			step(&at);
			continue;
		}
		take(&at);
		*more(t) = (struct token){from.byte, at.byte - from.byte, from.point, at.point - from.point};
	}
}

void tokeniser_release(struct token_list *t)
{
	free(t->list);
	*t = (struct token_list){0};
}

size_t tokeniser_at(const struct token_list *t, size_t point)
{
	size_t low = 0, high = t->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->list[mid].point + t->list[mid].points <= point)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}
