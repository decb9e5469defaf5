/* jw: see include/beat/jw.h. */
#include "beat/jw.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jw_init(struct jw *w, struct buf *out)
{
	*w = (struct jw){.out = out};
}

static void before_value(struct jw *w)
{
	if (w->comma)
		buf_addc(w->out, ',');
	w->comma = true;
}

void jw_open(struct jw *w, char bracket)
{
	before_value(w);
	buf_addc(w->out, bracket);
	w->depth++;
	w->comma = false;
}

void jw_close(struct jw *w, char bracket)
{
	assert(w->depth > 0);
	buf_addc(w->out, bracket);
	w->depth--;
	w->comma = true;
}

/* Length of the run at the start that may stand in a JSON string as it is, eight bytes at a time: a byte of the word is
 * below 0x20, a quote or a backslash if taking 0x20 from it, or 1 from what differs, borrows. A borrow may also mark
 * the byte above it, which is then looked at alone. */
static size_t plain_prefix(const char *s, size_t n)
{
	static const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
	size_t i = 0;

	for (uint64_t word; i + sizeof(word) <= n; i += sizeof(word)) {
		uint64_t quote, backslash;

		memcpy(&word, s + i, sizeof(word));
		quote = word ^ (ones * '"');
		backslash = word ^ (ones * '\\');
		if ((((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash)) &
		    high)
			break;
	}
	while (i < n && (unsigned char)s[i] >= 0x20 && s[i] != '"' && s[i] != '\\')
		i++;
	return i;
}

static void escape(struct buf *out, unsigned char c)
{
	static const char shorts[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
	const char *at = memchr(shorts, c, sizeof(shorts) - 1);

	if (at == NULL) {
		buf_addf(out, "\\u%04x", c);
		return;
	}
	buf_addc(out, '\\');
	buf_addc(out, letters[at - shorts]);
}

static void quote(struct buf *out, const char *s, size_t n)
{
	size_t i = 0;

	buf_reserve(out, n + 2);
	buf_addc(out, '"');
	while (i < n) {
		size_t run = plain_prefix(s + i, n - i);

		buf_add(out, s + i, run);
		i += run;
		if (i < n)
			escape(out, (unsigned char)s[i++]);
	}
	buf_addc(out, '"');
}

void jw_key(struct jw *w, const char *key)
{
	before_value(w);
	quote(w->out, key, strlen(key));
	buf_addc(w->out, ':');
	w->comma = false;
}

void jw_strn(struct jw *w, const char *s, size_t n)
{
	before_value(w);
	quote(w->out, s, n);
}

void jw_str(struct jw *w, const char *s)
{
	if (s == NULL)
		jw_null(w);
	else
		jw_strn(w, s, strlen(s));
}

void jw_int(struct jw *w, int64_t v)
{
	/* By hand: releases write hundreds of numbers a passage, and printf takes most of the time. */
	char text[24], *p = text + sizeof(text);
	uint64_t left = v < 0 ? -(uint64_t)v : (uint64_t)v;

	do
		*--p = (char)('0' + left % 10);
	while ((left /= 10) > 0);
	if (v < 0)
		*--p = '-';
	before_value(w);
	buf_add(w->out, p, (size_t)(text + sizeof(text) - p));
}

void jw_num(struct jw *w, double v)
{
	char text[40];

	if (!isfinite(v)) {
		jw_null(w);
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	before_value(w);
	buf_adds(w->out, text);
	if (strpbrk(text, ".e") == NULL)
		buf_adds(w->out, ".0");
}

void jw_bool(struct jw *w, bool v)
{
	before_value(w);
	buf_adds(w->out, v ? "true" : "false");
}

void jw_null(struct jw *w)
{
	before_value(w);
	buf_adds(w->out, "null");
}

void jw_raw(struct jw *w, const char *json, size_t n)
{
	before_value(w);
	buf_add(w->out, json, n);
}

void jw_done(const struct jw *w)
{
	assert(w->depth == 0);
	(void)w;
}

void jw_kstr(struct jw *w, const char *key, const char *s)
{
	jw_key(w, key);
	jw_str(w, s);
}

void jw_kint(struct jw *w, const char *key, int64_t v)
{
	jw_key(w, key);
	jw_int(w, v);
}

void jw_knum(struct jw *w, const char *key, double v)
{
	jw_key(w, key);
	jw_num(w, v);
}

void jw_kbool(struct jw *w, const char *key, bool v)
{
	jw_key(w, key);
	jw_bool(w, v);
}

void jw_kopen(struct jw *w, const char *key, char bracket)
{
	jw_key(w, key);
	jw_open(w, bracket);
}
