/* http_parse: see http_parse.h. */
#include "http_parse.h"

#include <string.h>
#include <strings.h>

#include "beat/mem.h"
#include "beat/text.h"

enum { CHUNK_DIGITS_MAX = 12, CHUNK_LINE_MAX = 1024, TRAILERS_MAX = 8 * 1024 };

/* --- bytes ---------------------------------------------------------------- */

enum { TOKEN = 1, TARGET = 2, VALUE = 4, HOST = 8 };

static const char token_marks[] = "!#$%&'*+-.^_`|~", host_marks[] = "-._~:[]%!$&'()*+,;=";

static uint8_t kinds[256];

/* What a byte may be part of. */
static void init_kinds(void)
{
	for (int c = 0x20; c < 256; c++) {
		bool alnum = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		kinds[c] = c != 0x7f ? VALUE : 0;
		kinds[c] |= c > 0x20 && c < 0x7f && c != '#' ? TARGET : 0;
		kinds[c] |= alnum || (c < 0x80 && strchr(token_marks, c) != NULL) ? TOKEN : 0;
		kinds[c] |= alnum || (c < 0x80 && strchr(host_marks, c) != NULL) ? HOST : 0;
	}
	kinds['\t'] = VALUE;
}

static bool is(char c, int kind)
{
	return (kinds[(uint8_t)c] & kind) != 0;
}

static size_t span(const char *p, int kind)
{
	size_t n = 0;

	while (is(p[n], kind))
		n++;
	return n;
}

/* --- the head ------------------------------------------------------------- */

/* A line ends at p[end], a line feed. */
static enum http_fault end_line(struct http_scan *s, const char *p, size_t end, size_t *n)
{
	if (end == s->line || p[end - 1] != '\r')
		return HTTP_BAD_BYTE;
	if (end - s->line > 1) {
		s->past_line = true;
	} else if (s->past_line) {
		*n = end + 1;
	} else if (s->line > 0) {
		return HTTP_BAD_LINE; /* one empty line before a request is forgiven */
	}
	s->line = end + 1;
	return HTTP_FINE;
}

enum http_fault http_scan(struct http_scan *s, const char *p, size_t have, size_t *n)
{
	enum http_fault fault = HTTP_FINE;

	if (kinds['a'] == 0)
		init_kinds();
	for (*n = 0; s->at < have && *n == 0 && fault == HTTP_FINE; s->at++) {
		char c = p[s->at];

		if (is(c, VALUE) || c == '\r')
			fault = s->at > s->line && p[s->at - 1] == '\r' ? HTTP_BAD_BYTE : HTTP_FINE;
		else
			fault = c == '\n' ? end_line(s, p, s->at, n) : HTTP_BAD_BYTE;
	}
	if (fault != HTTP_FINE || *n > 0)
		return fault == HTTP_FINE && *n > HTTP_HEAD_MAX ? HTTP_LONG_HEAD : fault;
	if (!s->past_line && s->at > HTTP_LINE_MAX)
		return HTTP_LONG_LINE;
	return s->at > HTTP_HEAD_MAX ? HTTP_LONG_HEAD : HTTP_FINE;
}

static enum http_fault parse_method(struct http_head *h, const char *p, size_t n)
{
	static const struct {
		const char *name;
		enum http_verb verb;
	} known[] = {{"GET", HTTP_VERB_GET},     {"HEAD", HTTP_VERB_HEAD},    {"POST", HTTP_VERB_POST},
		     {"PUT", HTTP_VERB_OTHER},   {"DELETE", HTTP_VERB_OTHER}, {"OPTIONS", HTTP_VERB_OTHER},
		     {"PATCH", HTTP_VERB_OTHER}, {"TRACE", HTTP_VERB_OTHER},  {"CONNECT", HTTP_VERB_OTHER}};

	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (strlen(known[i].name) == n && memcmp(known[i].name, p, n) == 0) {
			h->verb = known[i].verb;
			return HTTP_FINE;
		}
	}
	return HTTP_UNKNOWN_METHOD;
}

/* "/path?query", or the same behind "http://host", which proxies are asked with. */
static enum http_fault parse_target(struct http_head *h, char *p)
{
	static char root[] = "/";
	size_t scheme = strncasecmp(p, "http://", 7) == 0 ? 7 : strncasecmp(p, "https://", 8) == 0 ? 8 : 0;

	if (scheme > 0) {
		p += scheme;
		if (span(p, HOST) == 0)
			return HTTP_BAD_LINE;
		p += strcspn(p, "/?");
	}
	h->query = strchr(p, '?');
	if (h->query != NULL)
		*h->query++ = '\0';
	h->path = *p == '\0' && scheme > 0 ? root : p;
	return *h->path == '/' ? HTTP_FINE : HTTP_BAD_LINE;
}

/* The line ends with CRLF; gives the place behind it. */
static enum http_fault parse_line(struct http_head *h, char *p, char **next)
{
	size_t method = span(p, TOKEN), target;
	char *version;
	enum http_fault fault;

	if (method == 0 || p[method] != ' ')
		return HTTP_BAD_LINE;
	target = span(p + method + 1, TARGET);
	version = p + method + 1 + target;
	if (target == 0 || *version != ' ')
		return HTTP_BAD_LINE;
	if (strncmp(version + 1, "HTTP/", 5) != 0 || version[6] < '0' || version[6] > '9' || version[7] != '.' ||
	    version[8] < '0' || version[8] > '9' || version[9] != '\r')
		return HTTP_BAD_LINE;
	if (version[6] != '1')
		return HTTP_UNKNOWN_VERSION;
	h->minor = version[8] == '0' ? 0 : 1;
	*version = '\0';
	*next = version + 11;
	fault = parse_method(h, p, method);
	return fault == HTTP_FINE ? parse_target(h, p + method + 1) : fault;
}

static enum http_fault parse_field(struct http_head *h, char *p, char **next)
{
	size_t name = span(p, TOKEN);
	char *value = p + name + 1, *end;

	if (*p == ' ' || *p == '\t')
		return HTTP_FOLDED;
	if (name == 0 || p[name] != ':')
		return HTTP_BAD_FIELD;
	if (h->n == HTTP_FIELDS_MAX)
		return HTTP_LONG_HEAD;
	value += strspn(value, " \t");
	end = value + span(value, VALUE);
	*next = end + 2; /* the scan has seen that CRLF is here */
	while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	p[name] = *end = '\0';
	h->fields[h->n++] = (struct http_field){(uint16_t)(p - h->p), (uint16_t)(value - h->p)};
	return HTTP_FINE;
}

/* --- what the fields say of the message ----------------------------------- */

/* Whether a list of tokens ("keep-alive, Upgrade") has one. */
static bool has_token(const char *list, const char *token)
{
	size_t n = strlen(token);

	while (*list != '\0') {
		size_t len;

		list += strspn(list, " \t,");
		len = strcspn(list, " \t,");
		if (len == n && strncasecmp(list, token, n) == 0)
			return true;
		list += len;
	}
	return false;
}

static enum http_fault read_length(struct http_head *h, const char *value)
{
	size_t n = strspn(value, "0123456789");

	if (h->length >= 0 || n == 0 || value[n] != '\0')
		return HTTP_UNCLEAR_END;
	for (h->length = 0; *value != '\0' && h->length < INT64_MAX / 100; value++)
		h->length = 10 * h->length + (*value - '0');
	return HTTP_FINE;
}

static enum http_fault read_coding(struct http_head *h, const char *value)
{
	if (h->chunked || h->minor == 0 || strcasecmp(value, "chunked") != 0)
		return HTTP_UNCLEAR_END;
	h->chunked = true;
	return HTTP_FINE;
}

static enum http_fault read_expect(struct http_head *h, const char *value)
{
	if (strcasecmp(value, "100-continue") != 0)
		return HTTP_BAD_EXPECT;
	h->expects = h->minor > 0;
	return HTTP_FINE;
}

static enum http_fault read_connection(struct http_head *h, const char *value)
{
	if (has_token(value, "close"))
		h->keep = false;
	else if (h->minor == 0 && has_token(value, "keep-alive"))
		h->keep = true;
	return HTTP_FINE;
}

static enum http_fault read_host(struct http_head *h, const char *value)
{
	(void)h;
	return value[span(value, HOST)] == '\0' ? HTTP_FINE : HTTP_BAD_HOST;
}

static enum http_fault read_fields(struct http_head *h)
{
	static const struct {
		const char *name;
		enum http_fault (*read)(struct http_head *h, const char *value);
	} readers[] = {{"Host", read_host},
		       {"Content-Length", read_length},
		       {"Transfer-Encoding", read_coding},
		       {"Expect", read_expect},
		       {"Connection", read_connection}};
	int hosts = 0;

	h->length = -1;
	h->keep = h->minor > 0;
	for (int i = 0; i < h->n; i++) {
		const char *name = http_head_name(h, i);

		for (size_t k = 0; k < ARRAY_LEN(readers); k++) {
			enum http_fault fault;

			if (strcasecmp(name, readers[k].name) != 0)
				continue;
			hosts += k == 0;
			fault = readers[k].read(h, http_head_value(h, i));
			if (fault != HTTP_FINE)
				return fault;
		}
	}
	if (hosts > 1 || (hosts == 0 && h->minor > 0))
		return HTTP_BAD_HOST;
	return HTTP_FINE;
}

enum http_fault http_parse(struct http_head *h, char *p, size_t n)
{
	char *end = p + n - 2; /* of the fields: the empty line */
	enum http_fault fault;

	if (kinds['a'] == 0)
		init_kinds();
	h->p = p;
	h->n = 0;
	h->chunked = h->expects = false;
	p += 2 * (size_t)(p[0] == '\r');
	fault = parse_line(h, p, &p);
	while (fault == HTTP_FINE && p < end)
		fault = parse_field(h, p, &p);
	if (fault == HTTP_FINE)
		fault = read_fields(h);
	if (fault != HTTP_FINE)
		return fault;
	if (h->chunked && h->length >= 0)
		return HTTP_UNCLEAR_END;
	return h->verb == HTTP_VERB_HEAD && (h->chunked || h->length > 0) ? HTTP_UNCLEAR_END : HTTP_FINE;
}

const char *http_head_name(const struct http_head *h, int i)
{
	return h->p + h->fields[i].name;
}

const char *http_head_value(const struct http_head *h, int i)
{
	return h->p + h->fields[i].value;
}

const char *http_head_field(const struct http_head *h, const char *name)
{
	for (int i = 0; i < h->n; i++) {
		if (strcasecmp(http_head_name(h, i), name) == 0)
			return http_head_value(h, i);
	}
	return NULL;
}

/* --- chunks --------------------------------------------------------------- */

enum { SIZE, EXTENSION, SIZE_LF, DATA, DATA_CR, DATA_LF, TRAILER_START, TRAILER, TRAILER_LF, END_LF };

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One byte of the line before a chunk: "1a;name=value". */
static bool take_size(struct http_chunks *c, char b)
{
	int digit = c->state == SIZE ? hex(b) : -1;

	if (++c->beside > CHUNK_LINE_MAX)
		return false;
	if (digit >= 0) {
		c->left = 16 * c->left + digit;
		return ++c->digits <= CHUNK_DIGITS_MAX;
	}
	if (c->digits == 0)
		return false;
	if (b == '\r') {
		c->state = SIZE_LF;
		return true;
	}
	if (c->state == SIZE && b != ';' && b != ' ' && b != '\t')
		return false;
	c->state = EXTENSION;
	return is(b, VALUE);
}

static bool take_trailer(struct http_chunks *c, char b)
{
	if (++c->beside > TRAILERS_MAX)
		return false;
	if (b == '\r')
		c->state = c->state == TRAILER_START ? END_LF : TRAILER_LF;
	else if (!is(b, VALUE) || (c->state == TRAILER_START && !is(b, TOKEN)))
		return false;
	else
		c->state = TRAILER;
	return true;
}

/* The second byte of a line's end, or the first after a chunk. */
static bool take_end(struct http_chunks *c, char b)
{
	static const struct {
		char wanted;
		int then;
	} ends[] = {[SIZE_LF] = {'\n', DATA},
		    [DATA_CR] = {'\r', DATA_LF},
		    [DATA_LF] = {'\n', SIZE},
		    [TRAILER_LF] = {'\n', TRAILER_START}};
	int was = c->state;

	c->state = ends[was].then;
	if (was == SIZE_LF)
		c->beside = 0;
	if (was == SIZE_LF && c->left == 0)
		c->state = TRAILER_START;
	c->digits = 0;
	return b == ends[was].wanted;
}

static bool take_byte(struct http_chunks *c, char b)
{
	if (c->state == SIZE || c->state == EXTENSION)
		return take_size(c, b);
	if (c->state == TRAILER_START || c->state == TRAILER)
		return take_trailer(c, b);
	return take_end(c, b);
}

enum http_chunk http_chunks_take(struct http_chunks *c, const char *p, size_t n, size_t *used, const char **data,
				 size_t *data_n)
{
	if (kinds['a'] == 0)
		init_kinds();
	for (*used = 0; *used < n;) {
		if (c->state == DATA) {
			*data = p + *used;
			*data_n = (int64_t)(n - *used) < c->left ? n - *used : (size_t)c->left;
			*used += *data_n;
			c->left -= (int64_t)*data_n;
			if (c->left == 0)
				c->state = DATA_CR;
			return HTTP_CHUNK_DATA;
		}
		if (c->state == END_LF)
			return p[(*used)++] == '\n' ? HTTP_CHUNK_END : HTTP_CHUNK_BAD;
		if (!take_byte(c, p[(*used)++]))
			return HTTP_CHUNK_BAD;
	}
	return HTTP_CHUNK_MORE;
}

/* --- percent signs -------------------------------------------------------- */

bool http_decode(const char *p, size_t n, bool plus, char *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (p[i] == '%' && n - i > 2 && hex(p[i + 1]) >= 0 && hex(p[i + 2]) >= 0) {
			out[k++] = (char)(16 * hex(p[i + 1]) + hex(p[i + 2]));
			i += 2;
		} else {
			out[k++] = (char)(plus && p[i] == '+' ? ' ' : p[i]);
		}
	}
	out[k] = '\0';
	return memchr(out, '\0', k) == NULL && text_is_utf8(out, k);
}
