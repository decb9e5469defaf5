/* jw: see include/beat/jw.h. */
#include "beat/jw.h"

#include <assert.h>
#include <inttypes.h>
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

/* Bytes that may stand in a JSON string as they are: copied in runs. */
static bool plain(unsigned char c)
{
	return c >= 0x20 && c != '"' && c != '\\';
}

static void escape(struct buf *out, unsigned char c)
{
	switch (c) {
	case '"':
		buf_adds(out, "\\\"");
		break;
	case '\\':
		buf_adds(out, "\\\\");
		break;
	case '\n':
		buf_adds(out, "\\n");
		break;
	case '\r':
		buf_adds(out, "\\r");
		break;
	case '\t':
		buf_adds(out, "\\t");
		break;
	default:
		buf_addf(out, "\\u%04x", c);
	}
}

static void quote(struct buf *out, const char *s, size_t n)
{
	size_t i = 0;

	buf_reserve(out, n + 2);
	buf_addc(out, '"');
	while (i < n) {
		size_t run = i;

		while (run < n && plain((unsigned char)s[run]))
			run++;
		buf_add(out, s + i, run - i);
		if (run < n)
			escape(out, (unsigned char)s[run++]);
		i = run;
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
	before_value(w);
	buf_addf(w->out, "%" PRId64, v);
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

void jw_kbool(struct jw *w, const char *key, bool v)
{
	jw_key(w, key);
	jw_bool(w, v);
}
