/* A JSON reader by RFC 8259 that keeps nothing it is not asked to keep.
 *
 * Invariants: every function either consumes exactly what its name says or sets
 * js->err and returns -1; a byte is looked at before it is consumed, so nothing
 * after a value is ever taken. In line mode the newline itself is left alone. */
#include "beat/jscan.h"

#include <stdio.h>
#include <string.h>

#include "beat/text.h"

void jscan_init(struct jscan *js, struct source *src, bool lines)
{
	js->src = src;
	js->lines = lines;
	js->err[0] = '\0';
}

static int peek(struct jscan *js)
{
	int c = source_peek(js->src);

	return js->lines && c == '\n' ? SOURCE_END : c;
}

static int broken(struct jscan *js, const char *expected)
{
	int c = peek(js);
	const char *why = source_error(js->src);

	if (js->err[0])
		return -1;
	if (c == SOURCE_END && why)
		snprintf(js->err, sizeof(js->err), "%s", why);
	else if (c == SOURCE_END)
		snprintf(js->err, sizeof(js->err), "the %s ends too early: expected %s", js->lines ? "line" : "file",
			 expected);
	else if (c > ' ' && c < 0x7f)
		snprintf(js->err, sizeof(js->err), "this is not JSON: expected %s but found '%c'", expected, c);
	else
		snprintf(js->err, sizeof(js->err), "this is not JSON: expected %s but found byte 0x%02X", expected,
			 (unsigned)c);
	return -1;
}

int jscan_peek(struct jscan *js)
{
	int c;

	while ((c = peek(js)) == ' ' || c == '\t' || c == '\n' || c == '\r')
		source_byte(js->src);
	return c;
}

/* Consumes this byte, white space before it passed over, or says what was expected. */
static int take(struct jscan *js, char c, const char *expected)
{
	if (jscan_peek(js) != c)
		return broken(js, expected);
	source_byte(js->src);
	return 0;
}

int jscan_enter(struct jscan *js, char bracket)
{
	return take(js, bracket, bracket == '{' ? "'{'" : "'['");
}

/* The step to the next member: 1 there is one, 0 the bracket closed, -1 broken. */
static int step(struct jscan *js, bool *first, char close, const char *expected)
{
	int c = jscan_peek(js);

	if (c == close) {
		source_byte(js->src);
		return 0;
	}
	if (*first) {
		*first = false;
		return 1;
	}
	return take(js, ',', expected) ? -1 : 1;
}

int jscan_key(struct jscan *js, bool *first, struct jscan_str *key)
{
	int r = step(js, first, '}', "',' or '}'");

	if (r <= 0)
		return r;
	if (jscan_peek(js) != '"')
		return broken(js, "a key in double quotes");
	if (jscan_string(js, key) || take(js, ':', "':' after a key"))
		return -1;
	return 1;
}

int jscan_item(struct jscan *js, bool *first)
{
	bool was_first = *first;
	int r = step(js, first, ']', "',' or ']'");

	/* "[1,]" must not pass: after a comma there is a value. */
	if (r > 0 && !was_first && jscan_peek(js) == ']')
		return broken(js, "a value after ','");
	return r;
}

const char jscan_too_long[] = "is too long";

static void str_begin(struct jscan_str *s)
{
	buf_clear(&s->text);
	buf_add(&s->text, "", 0);
	s->fault = NULL;
}

/* The first fault is the one told. */
static void str_fault(struct jscan_str *s, const char *fault)
{
	if (s && !s->fault)
		s->fault = fault;
}

static void str_add(struct jscan_str *s, const char *p, size_t n)
{
	if (!s || s->fault)
		return;
	if (s->text.n + n > s->limit)
		s->fault = jscan_too_long;
	else
		buf_add(&s->text, p, n);
}

static void str_add_point(struct jscan_str *s, unsigned c)
{
	char u[4];
	size_t n;

	if (c < 0x80) {
		u[0] = (char)c;
		n = 1;
	} else if (c < 0x800) {
		u[0] = (char)(0xC0 | c >> 6);
		u[1] = (char)(0x80 | (c & 0x3F));
		n = 2;
	} else if (c < 0x10000) {
		u[0] = (char)(0xE0 | c >> 12);
		u[1] = (char)(0x80 | (c >> 6 & 0x3F));
		u[2] = (char)(0x80 | (c & 0x3F));
		n = 3;
	} else {
		u[0] = (char)(0xF0 | c >> 18);
		u[1] = (char)(0x80 | (c >> 12 & 0x3F));
		u[2] = (char)(0x80 | (c >> 6 & 0x3F));
		u[3] = (char)(0x80 | (c & 0x3F));
		n = 4;
	}
	str_add(s, u, n);
}

/* The four hexadecimal digits after \u; -1 (nothing but digits consumed) if they are not. */
static long hex4(struct jscan *js)
{
	long v = 0;

	for (int i = 0; i < 4; i++) {
		int c = peek(js);
		int d = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;

		if (c == SOURCE_END || d < 0)
			return -1;
		v = v << 4 | d;
		source_byte(js->src);
	}
	return v;
}

static const char half_pair[] =
    "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)";
static const char bad_escape[] = "has a backslash that is no JSON escape";

/* What stands after "\u". The second half of a pair is looked for only right after the first; a \u that
 * turns out not to be one is the next character, which is why this loops. */
static void read_unicode_escape(struct jscan *js, struct jscan_str *out)
{
	long c = hex4(js);

	while (c >= 0xD800 && c <= 0xDBFF) {
		long low;

		if (peek(js) != '\\')
			break;
		source_byte(js->src);
		if (peek(js) != 'u') {
			str_fault(out, half_pair);
			/* The backslash is consumed: its letter must not be taken for the string's end. */
			if (peek(js) != SOURCE_END)
				source_byte(js->src);
			return;
		}
		source_byte(js->src);
		low = hex4(js);
		if (low >= 0xDC00 && low <= 0xDFFF) {
			str_add_point(out, 0x10000 + (unsigned)((c - 0xD800) << 10) + (unsigned)(low - 0xDC00));
			return;
		}
		str_fault(out, half_pair);
		c = low;
	}
	if (c < 0)
		str_fault(out, bad_escape);
	else if (c >= 0xD800 && c <= 0xDFFF)
		str_fault(out, half_pair);
	else if (c == 0 && !(out && out->nul))
		str_fault(out, "contains a NUL character (\\u0000), which the database cannot store");
	else
		str_add_point(out, (unsigned)c);
}

static int read_escape(struct jscan *js, struct jscan_str *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	int c = peek(js);
	const char *at;

	if (c == SOURCE_END)
		return broken(js, "the closing '\"' of a string");
	source_byte(js->src);
	if (c == 'u') {
		read_unicode_escape(js, out);
		return 0;
	}
	at = c ? strchr(from, c) : NULL;
	if (at)
		str_add(out, &to[at - from], 1);
	else
		str_fault(out, bad_escape);
	return 0;
}

int jscan_string(struct jscan *js, struct jscan_str *out)
{
	int c;

	if (out)
		str_begin(out);
	if (take(js, '"', "a string"))
		return -1;
	while ((c = peek(js)) != '"') {
		if (c == SOURCE_END)
			return broken(js, "the closing '\"' of a string");
		source_byte(js->src);
		if (c == '\\') {
			if (read_escape(js, out))
				return -1;
		} else if (c == 0) {
			str_fault(out, "contains a NUL byte");
		} else if (c < 0x20) {
			str_fault(out, "has a line break or control character that must be escaped in JSON");
		} else {
			str_add(out, &(char){(char)c}, 1);
		}
	}
	source_byte(js->src);
	if (out && !out->fault && !text_is_utf8(out->text.p, out->text.n))
		out->fault = "is not valid UTF-8 (if the file has another encoding, convert it with iconv)";
	return 0;
}

static int digits(struct jscan *js)
{
	int n = 0;

	for (int c; (c = peek(js)) >= '0' && c <= '9'; n++)
		source_byte(js->src);
	return n ? 0 : broken(js, "a digit");
}

static int skip_number(struct jscan *js)
{
	if (peek(js) == '-')
		source_byte(js->src);
	if (peek(js) == '0')
		source_byte(js->src);
	else if (digits(js))
		return -1;
	if (peek(js) == '.') {
		source_byte(js->src);
		if (digits(js))
			return -1;
	}
	if ((peek(js) | 32) == 'e') {
		source_byte(js->src);
		if (peek(js) == '+' || peek(js) == '-')
			source_byte(js->src);
		return digits(js);
	}
	return 0;
}

static int skip_word(struct jscan *js, const char *word)
{
	for (const char *p = word; *p; p++) {
		if (peek(js) != *p)
			return broken(js, "true, false or null");
		source_byte(js->src);
	}
	return 0;
}

/* A value that is neither object nor array. */
static int skip_scalar(struct jscan *js)
{
	int c = jscan_peek(js);

	if (c == '"')
		return jscan_string(js, NULL);
	if (c == '-' || (c >= '0' && c <= '9'))
		return skip_number(js);
	if (c == 't')
		return skip_word(js, "true");
	if (c == 'f')
		return skip_word(js, "false");
	if (c == 'n')
		return skip_word(js, "null");
	return broken(js, "a value");
}

/* With an explicit stack of open brackets: nesting is the file's choice, the C stack is ours. */
int jscan_skip(struct jscan *js)
{
	char open[JSCAN_DEPTH_MAX];
	size_t depth = 0;
	bool first = true;

	do {
		int c = jscan_peek(js), more = 1;

		if (c == '{' || c == '[') {
			if (depth == JSCAN_DEPTH_MAX) {
				snprintf(js->err, sizeof(js->err), "the JSON is nested more than %d levels deep",
					 JSCAN_DEPTH_MAX);
				return -1;
			}
			source_byte(js->src);
			open[depth++] = (char)c;
			first = true;
		} else if (skip_scalar(js)) {
			return -1;
		}
		while (depth) {
			more = open[depth - 1] == '{' ? jscan_key(js, &first, NULL) : jscan_item(js, &first);
			if (more)
				break;
			depth--;
			first = false;
		}
		if (more < 0)
			return -1;
	} while (depth);
	return 0;
}

bool jscan_cut(struct jscan *js, struct buf *out, size_t limit)
{
	int c = jscan_peek(js), depth = 0;
	bool in_string = false, escaped = false, bare = c == SOURCE_END || !strchr("{[\"", c);

	buf_clear(out);
	buf_adds(out, "");
	do {
		c = source_peek(js->src);
		if (c == SOURCE_END || (js->lines && c == '\n') || (bare && c && strchr(",]} \t\r\n", c)))
			break;
		source_byte(js->src);
		if (out->n == limit)
			return false;
		buf_addc(out, (char)c);
		if (in_string) {
			in_string = escaped || c != '"';
			escaped = !escaped && c == '\\';
		} else {
			in_string = c == '"';
			depth += (c == '{' || c == '[') - (c == '}' || c == ']');
		}
	} while (bare || in_string || depth > 0);
	return true;
}

int jscan_end(struct jscan *js)
{
	return jscan_peek(js) == SOURCE_END && !source_error(js->src) ? 0 : broken(js, "nothing more");
}
