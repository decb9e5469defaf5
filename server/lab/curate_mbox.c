/* curate_mbox: the messages of a mailbox file: see curate_impl.h. A message begins with a line "From " at the beginning
 * or after a blank line. Of its parts the first plain text counts, else the first HTML; what it quotes and its
 * signature go. A part in an unknown character set stands as it is, and is told as damaged if that is no UTF-8. */
#include <ctype.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "beat/crypto.h"
#include "beat/text.h"
#include "curate_impl.h"
#include "lines.h"

enum { NAME = 100, PARTS_DEEP = 5 };

struct slice {
	const char *p;
	size_t n;
};

/* --- decoding */

static int hex_of(int c)
{
	return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : -1;
}

static void unquote(struct slice in, bool header, struct buf *out)
{
	for (size_t i = 0; i < in.n; i++) {
		int high = i + 2 < in.n ? hex_of((unsigned char)in.p[i + 1]) : -1,
		    low = i + 2 < in.n ? hex_of((unsigned char)in.p[i + 2]) : -1;

		if (in.p[i] == '=' && high >= 0 && low >= 0) {
			buf_addc(out, (char)(high * 16 + low));
			i += 2;
		} else if (in.p[i] == '=' && i + 1 < in.n && in.p[i + 1] == '\n') {
			i++;
		} else {
			buf_add(out, header && in.p[i] == '_' ? " " : in.p + i, 1);
		}
	}
}

static void unbase(struct slice in, struct buf *out)
{
	struct buf url = BUF_INIT;
	size_t n = 0;
	uint8_t *bytes;

	for (size_t i = 0; i < in.n; i++) {
		if (in.p[i] == '+' || in.p[i] == '/')
			buf_addc(&url, in.p[i] == '+' ? '-' : '_');
		else if (isalnum((unsigned char)in.p[i]))
			buf_addc(&url, in.p[i]);
	}
	bytes = url.n > 0 ? crypto_b64url_decode(url.p, url.n, &n) : NULL;
	if (bytes != NULL)
		buf_add(out, bytes, n);
	free(bytes);
	buf_release(&url);
}

/* To UTF-8; in place. */
static void recode(struct buf *b, const char *charset)
{
	iconv_t cd;
	struct buf out = BUF_INIT;
	char *from = b->p, room[4096];
	size_t left = b->n, got = 0;

	if (text_is_utf8(b->p, b->n) || *charset == '\0')
		return;
	cd = iconv_open("UTF-8", charset);
	if ((intptr_t)cd == -1)
		return;
	while (left > 0 && got != (size_t)-1) {
		char *to = room;
		size_t space = sizeof(room), before = left;

		got = iconv(cd, &from, &left, &to, &space);
		buf_add(&out, room, sizeof(room) - space);
		if (got == (size_t)-1 && left < before)
			got = 0; /* the room was full */
	}
	iconv_close(cd);
	buf_release(b);
	*b = out;
	buf_adds(b, "");
}

/* --- heads */

/* The value of a field with its further lines, "" if there is none. */
static void field_of(struct slice head, const char *name, struct buf *out)
{
	size_t n = strlen(name);

	buf_clear(out);
	buf_adds(out, "");
	for (size_t at = 0; at < head.n;) {
		const char *end = memchr(head.p + at, '\n', head.n - at);
		size_t stop = end != NULL ? (size_t)(end - head.p) : head.n;
		bool ours = stop - at > n && strncasecmp(head.p + at, name, n) == 0 && head.p[at + n] == ':';
		size_t from = at + n + 1;

		at = stop + 1;
		while (at < head.n && (head.p[at] == ' ' || head.p[at] == '\t')) {
			end = memchr(head.p + at, '\n', head.n - at);
			stop = end != NULL ? (size_t)(end - head.p) : head.n;
			at = stop + 1;
		}
		if (ours) {
			while (from < stop && isspace((unsigned char)head.p[from]))
				from++;
			buf_add(out, head.p + from, stop - from);
			return;
		}
	}
}

/* charset=… or boundary="…" of a Content-Type. */
static void parameter_of(const char *field, const char *name, char out[NAME])
{
	const char *at = strcasestr(field, name);
	size_t n;

	out[0] = '\0';
	if (at == NULL)
		return;
	at += strlen(name);
	n = *at == '"' ? strcspn(++at, "\"") : strcspn(at, "; \t\r\n");
	if (n < NAME) {
		memcpy(out, at, n);
		out[n] = '\0';
	}
}

/* =?charset?Q?words?= */
static void decode_subject(const struct buf *in, struct buf *out)
{
	const char *at = in->p, *word;

	buf_clear(out);
	buf_adds(out, "");
	while ((word = strstr(at, "=?")) != NULL) {
		const char *kind = strchr(word + 2, '?'), *text = kind != NULL ? strchr(kind + 1, '?') : NULL,
			   *end = text != NULL ? strstr(text + 1, "?=") : NULL;
		struct buf part = BUF_INIT;
		char charset[NAME] = "";

		if (end == NULL || kind - word - 2 >= NAME)
			break;
		if (strspn(at, " \t\r\n") < (size_t)(word - at))
			buf_add(out, at, (size_t)(word - at)); /* white space between two of them is not of the text */
		memcpy(charset, word + 2, (size_t)(kind - word) - 2);
		if (kind[1] == 'b' || kind[1] == 'B')
			unbase((struct slice){text + 1, (size_t)(end - text) - 1}, &part);
		else
			unquote((struct slice){text + 1, (size_t)(end - text) - 1}, true, &part);
		buf_adds(&part, "");
		recode(&part, charset);
		buf_add(out, part.p, part.n);
		buf_release(&part);
		at = end + 2;
	}
	buf_adds(out, at);
}

/* --- parts */

struct part {
	struct buf text;
	enum curate_form markup;
	bool found;
};

static struct slice head_of(struct slice message, struct slice *body)
{
	const char *blank = memmem(message.p, message.n, "\n\n", 2);
	size_t n = message.n > 0 && message.p[0] == '\n' ? 0
		   : blank != NULL                       ? (size_t)(blank - message.p) + 1
							 : message.n;
	size_t skip = n < message.n ? n + 1 : n;

	*body = (struct slice){message.p + skip, message.n - skip};
	return (struct slice){message.p, n};
}

static void take_text(struct slice body, const char *type, const char *encoding, struct part *out)
{
	bool html = strncasecmp(type, "text/html", 9) == 0;
	char charset[NAME];

	if ((*type != '\0' && strncasecmp(type, "text/plain", 10) != 0 && !html) ||
	    (out->found && (html || out->markup == CURATE_PLAIN)))
		return;
	buf_clear(&out->text);
	if (strncasecmp(encoding, "base64", 6) == 0)
		unbase(body, &out->text);
	else if (strncasecmp(encoding, "quoted-printable", 16) == 0)
		unquote(body, false, &out->text);
	else
		buf_add(&out->text, body.p, body.n);
	buf_adds(&out->text, "");
	parameter_of(type, "charset=", charset);
	recode(&out->text, charset);
	out->markup = html ? CURATE_HTML : CURATE_PLAIN;
	out->found = true;
}

/* Recursion ends at PARTS_DEEP. NOLINTNEXTLINE(misc-no-recursion) */
static void take_part(struct slice message, int depth, struct part *out)
{
	struct buf type = BUF_INIT, encoding = BUF_INIT, mark = BUF_INIT;
	struct slice body, head = head_of(message, &body);
	char boundary[NAME];
	const char *at, *next, *end = body.p + body.n;

	field_of(head, "Content-Type", &type);
	field_of(head, "Content-Transfer-Encoding", &encoding);
	parameter_of(type.p, "boundary=", boundary);
	if (strncasecmp(type.p, "multipart/", 10) == 0 && boundary[0] != '\0' && depth < PARTS_DEEP) {
		buf_addf(&mark, "--%s", boundary);
		at = memmem(body.p, body.n, mark.p, mark.n);
		while (at != NULL) {
			const char *line = memchr(at, '\n', (size_t)(end - at));

			at = line != NULL ? line + 1 : end;
			next = memmem(at, (size_t)(end - at), mark.p, mark.n);
			if (next != NULL)
				take_part((struct slice){at, (size_t)(next - at)}, depth + 1, out);
			at = next;
		}
	} else {
		take_text(body, type.p, encoding.p, out);
	}
	buf_release(&type);
	buf_release(&encoding);
	buf_release(&mark);
}

/* Without what is quoted, to the signature. */
static void own_words(const struct buf *in, struct buf *out)
{
	for (size_t at = 0; at < in->n;) {
		const char *end = memchr(in->p + at, '\n', in->n - at);
		size_t n = end != NULL ? (size_t)(end - in->p) - at : in->n - at;

		if (n == 3 && memcmp(in->p + at, "-- ", 3) == 0)
			break;
		if (n > 0 && in->p[at] == '>' && !(n > 6 && memcmp(in->p + at, ">From ", 6) == 0))
			buf_addc(out, '\n');
		else
			buf_add(out, in->p + at + (n > 0 && in->p[at] == '>'), n - (n > 0 && in->p[at] == '>'));
		buf_addc(out, '\n');
		at += n + 1;
	}
	buf_adds(out, "");
}

/* --- the file */

struct mbox {
	struct curate *c;
	curate_document_fn fn;
	const char *name;
	struct buf message, subject, raw, text;
	uint64_t number;
	bool too_long;
};

static int let_go(struct mbox *m, char err[LAB_ERR_MAX])
{
	struct part part = {0};
	struct slice whole = {m->message.p, m->message.n}, body;
	char otherwise[300];
	int rc = 0;

	if (m->number == 0)
		return 0;
	snprintf(otherwise, sizeof(otherwise), "%.200s-%llu", m->name, (unsigned long long)m->number);
	if (m->too_long) {
		curate_lose(m->c, CURATE_DAMAGED, 1);
	} else if (m->message.n > 0) {
		field_of(head_of(whole, &body), "Subject", &m->raw);
		decode_subject(&m->raw, &m->subject);
		take_part(whole, 0, &part);
		buf_clear(&m->text);
		if (part.found && part.markup == CURATE_PLAIN)
			own_words(&part.text, &m->text);
		else
			buf_add(&m->text, part.text.p != NULL ? part.text.p : "", part.text.n);
		rc = m->fn(m->c,
			   &(struct curate_document){m->subject.n > 0 ? m->subject.p : NULL, m->text.p, m->text.n,
						     part.found ? part.markup : CURATE_PLAIN, "UTF-8", otherwise},
			   err);
	}
	buf_release(&part.text);
	buf_clear(&m->message);
	m->too_long = false;
	return rc;
}

static int mbox_line(struct mbox *m, struct lines *l, bool blank_before, char err[LAB_ERR_MAX])
{
	if (l->text.n > 0 && l->text.p[l->text.n - 1] == '\r')
		l->text.p[--l->text.n] = '\0';
	if (blank_before && strncmp(l->text.p, "From ", 5) == 0) {
		int rc = let_go(m, err);

		m->number++;
		return rc;
	}
	if (m->number == 0)
		return lines_wrong(l, err, "a mailbox begins with a line \"From \"");
	if (m->message.n + l->text.n >= CURATE_DOCUMENT_BYTES)
		m->too_long = true;
	if (!m->too_long) {
		buf_add(&m->message, l->text.p, l->text.n);
		buf_addc(&m->message, '\n');
	}
	return 0;
}

int curate_mbox(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX])
{
	struct mbox m = {.c = c, .fn = fn, .name = lab_base(path)};
	struct lines l;
	bool blank = true;
	int more = 0, rc = lines_open(&l, path, CURATE_DOCUMENT_BYTES, err);

	while (rc == 0 && (more = lines_next(&l, err)) > 0) {
		rc = mbox_line(&m, &l, blank, err);
		blank = l.text.n == 0;
	}
	if (rc == 0 && more == 0)
		rc = let_go(&m, err);
	lines_close(&l);
	buf_release(&m.message);
	buf_release(&m.subject);
	buf_release(&m.raw);
	buf_release(&m.text);
	return rc != 0 ? rc : more;
}
