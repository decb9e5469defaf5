/* markup: see include/beat/markup.h. */
#include "markup.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "beat/text.h"

/* Characters nobody sees, yet which end lines, turn the direction of what follows, or are none at all. Joiners are
 * not among them: words and emoji need them. */
static bool is_unseen(uint32_t c)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
	    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
	    {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2069},
	    {0xfdd0, 0xfdef}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	}
	return (c & 0xfffe) == 0xfffe;
}

void markup_yaml(struct buf *out, const char *s)
{
	size_t n = strlen(s);

	buf_addc(out, '"');
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = text_decode(s + i, n - i, &c);
		if (is_unseen(c))
			buf_addf(out, c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
		else if (c == '"' || c == '\\')
			buf_addf(out, "\\%c", (int)c);
		else
			buf_add(out, s + i, len);
	}
	buf_addc(out, '"');
}

/* Characters of Markdown that mean something within a line: code, emphasis, links, HTML, cells, entities, formulas. */
static bool is_markup(uint32_t c)
{
	return c < 0x80 && c > ' ' && strchr("\\`*_[]<|&~$@#", (int)c) != NULL;
}

/* Does a list's number end here? */
static bool is_number(const char *s, size_t at)
{
	return strspn(s, "0123456789") == at && (s[at + 1] == ' ' || s[at + 1] == '\0');
}

/* What begins a block at the start of a line ("- ", "1. ", "> "), or a link without brackets ("https://", "www."). */
static bool is_markup_here(const char *s, size_t at)
{
	switch (s[at]) {
	case '+':
	case '-':
	case '=':
	case '>':
		return at == 0;
	case ')':
		return is_number(s, at);
	case '.':
		return is_number(s, at) || (at >= 3 && strncasecmp(s + at - 3, "www", 3) == 0);
	case ':':
		return s[at + 1] == '/';
	default:
		return false;
	}
}

void markup_md(struct buf *out, const char *s, size_t max)
{
	size_t n = strlen(s), count = 0;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		if (max > 0 && count++ == max) {
			buf_adds(out, "…");
			return;
		}
		len = text_decode(s + i, n - i, &c);
		if (is_unseen(c) || text_is_space(c)) {
			buf_addc(out, ' ');
			continue;
		}
		if (is_markup(c) || is_markup_here(s, i))
			buf_addc(out, '\\');
		buf_add(out, s + i, len);
	}
}

static size_t longest_run(const char *s, char wanted)
{
	size_t longest = 0, run = 0;

	for (; *s != '\0'; s++) {
		run = *s == wanted ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest;
}

void markup_fence(struct buf *out, const char *info, const char *s)
{
	size_t n = strlen(s), fence = longest_run(s, '`') + 1;

	fence = fence > 3 ? fence : 3;
	for (size_t i = 0; i < fence; i++)
		buf_addc(out, '`');
	buf_addf(out, "%s\n", info);
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = text_decode(s + i, n - i, &c);
		if (c == '\n' || c == '\t' || !is_unseen(c))
			buf_add(out, s + i, len);
	}
	if (out->p[out->n - 1] != '\n')
		buf_addc(out, '\n');
	for (size_t i = 0; i < fence; i++)
		buf_addc(out, '`');
	buf_addc(out, '\n');
}

void markup_slug(struct buf *out, const char *s)
{
	size_t start = out->n;
	bool gap = false;

	for (; *s != '\0'; s++) {
		char c = *s;

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c == '.' && out->n > start)) {
			if (gap && out->n > start)
				buf_addc(out, '-');
			buf_addc(out, c);
			gap = false;
		} else {
			gap = true;
		}
	}
	if (out->n == start)
		buf_addc(out, 'x');
}

void markup_count(struct buf *out, int64_t n)
{
	char digits[32];
	size_t len = (size_t)snprintf(digits, sizeof(digits), "%" PRId64, n);

	for (size_t i = 0; i < len; i++) {
		buf_addc(out, digits[i]);
		if (i + 1 < len && (len - 1 - i) % 3 == 0 && digits[i] != '-')
			buf_addc(out, ',');
	}
}
