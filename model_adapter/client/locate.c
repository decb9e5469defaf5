/* locate: see locate.h. */
#include "locate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/text.h"
#include "beat/text_char.h"

/* A text as it is compared: characters folded, runs of white space one space, and the code point that each was. */
struct folded {
	uint32_t *c;
	size_t *point;
	size_t n;
};

static uint32_t fold(uint32_t c)
{
	static const struct {
		uint32_t from, to, as;
	} same[] = {{0x2018, 0x201b, '\''}, {0x2032, 0x2032, '\''}, {0x60, 0x60, '\''}, {0x201c, 0x201f, '"'},
		    {0x2033, 0x2033, '"'},  {0xab, 0xab, '"'},      {0xbb, 0xbb, '"'},  {0x2010, 0x2015, '-'},
		    {0x2212, 0x2212, '-'},  {0xad, 0xad, '-'}};
	uint32_t lower[2];

	for (size_t i = 0; i < ARRAY_LEN(same); i++) {
		if (c >= same[i].from && c <= same[i].to)
			return same[i].as;
	}
	text_char_lower(c, lower);
	return lower[0];
}

static bool is_mark(uint32_t c)
{
	return c == '*' || c == '_' || c == '`' || c == '#' || c == '~';
}

/* With `bare`, marks of markdown are left out wherever they stand. */
static struct folded fold_text(const char *s, size_t n, bool bare)
{
	struct folded f = {.c = xcalloc(n + 1, sizeof(*f.c)), .point = xcalloc(n + 1, sizeof(*f.point))};
	size_t point = 0;

	for (size_t i = 0; i < n; point++) {
		uint32_t c;

		i += text_decode(s + i, n - i, &c);
		if ((text_is_space(c) && (f.n == 0 || f.c[f.n - 1] == ' ')) || (bare && is_mark(c)))
			continue;
		f.c[f.n] = text_is_space(c) ? ' ' : fold(c);
		f.point[f.n++] = point;
	}
	f.point[f.n] = point;
	return f;
}

static void folded_free(struct folded *f)
{
	free(f->c);
	free(f->point);
}

static bool is_edge(const struct folded *f, size_t at)
{
	return at == 0 || at >= f->n || !text_is_word(f->c[at - 1]) || !text_is_word(f->c[at]);
}

/* The needle without what only wraps it. */
static void unwrap(const struct folded *f, size_t *from, size_t *to)
{
	static const char wrap[] = " \"'*_#", behind[] = ".,;:!?";

	while (*from < *to && f->c[*from] < 0x80 && strchr(wrap, (int)f->c[*from]) != NULL && f->c[*from] != 0)
		(*from)++;
	while (*from < *to && f->c[*to - 1] < 0x80 && f->c[*to - 1] != 0 &&
	       (strchr(wrap, (int)f->c[*to - 1]) != NULL || strchr(behind, (int)f->c[*to - 1]) != NULL))
		(*to)--;
}

static bool find_folded(const struct folded *hay, const uint32_t *needle, size_t n, struct span *out)
{
	for (size_t i = 0; n > 0 && i + n <= hay->n; i++) {
		if (memcmp(hay->c + i, needle, n * sizeof(*needle)) == 0 && is_edge(hay, i) && is_edge(hay, i + n)) {
			*out = (struct span){hay->point[i], hay->point[i + n - 1] + 1};
			return true;
		}
	}
	return false;
}

static bool find_exactly(const char *passage, size_t passage_n, const char *answer, size_t n, struct span *out)
{
	struct folded hay = fold_text(passage, passage_n, false), needle = fold_text(answer, n, false);
	struct span s;
	const char *slice;
	size_t slice_n;
	bool found = false;

	/* A whole word that is written so before any part of a word. */
	for (size_t i = 0; !found && needle.n > 0 && i + needle.n <= hay.n; i++) {
		if (memcmp(hay.c + i, needle.c, needle.n * sizeof(*needle.c)) != 0 || !is_edge(&hay, i) ||
		    !is_edge(&hay, i + needle.n))
			continue;
		s = (struct span){hay.point[i], hay.point[i + needle.n - 1] + 1};
		found = span_slice(passage, passage_n, s, &slice, &slice_n) && slice_n == n &&
			memcmp(slice, answer, n) == 0;
	}
	if (found)
		*out = s;
	folded_free(&hay);
	folded_free(&needle);
	return found || span_find(passage, passage_n, answer, n, out);
}

/* As it is compared, then without what wraps it. */
static bool find_alike(const char *passage, size_t passage_n, const char *answer, size_t n, bool bare, struct span *out)
{
	struct folded hay = fold_text(passage, passage_n, bare), needle = fold_text(answer, n, bare);
	size_t from = 0, to = needle.n;
	bool found;

	while (to > 0 && needle.c[to - 1] == ' ')
		to--;
	found = find_folded(&hay, needle.c, to, out);
	if (!found) {
		unwrap(&needle, &from, &to);
		found = find_folded(&hay, needle.c + from, to - from, out);
	}
	folded_free(&hay);
	folded_free(&needle);
	return found;
}

bool locate(const char *passage, size_t passage_n, const char *answer, size_t answer_n, struct span *out)
{
	if (find_exactly(passage, passage_n, answer, answer_n, out))
		return true;
	return (find_alike(passage, passage_n, answer, answer_n, false, out) ||
		find_alike(passage, passage_n, answer, answer_n, true, out)) &&
	       span_trim(passage, passage_n, out) == SPAN_OK;
}
