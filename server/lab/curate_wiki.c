/* curate_wiki: wiki text as HTML: templates, tables, pictures and categories go, links to other pages are their words,
 * links elsewhere are links; blank lines end paragraphs. What tags there are stay for the HTML's rules. */
#include <string.h>
#include <strings.h>

#include "curate_impl.h"

struct wiki {
	const char *p;
	size_t n, at;
	struct buf *out;
};

static bool wiki_is(const struct wiki *w, const char *s)
{
	size_t n = strlen(s);

	return w->n - w->at >= n && memcmp(w->p + w->at, s, n) == 0;
}

/* Passes over what is between the brackets, such brackets inside it counted; what does not end ends with the text's
 * next blank line, so that a typing mistake does not cost the rest. */
static void wiki_skip(struct wiki *w, const char *open, const char *close)
{
	size_t depth = 0, from = w->at;

	do {
		if (wiki_is(w, open)) {
			depth++;
			w->at += strlen(open);
		} else if (wiki_is(w, close)) {
			depth--;
			w->at += strlen(close);
		} else {
			w->at++;
		}
	} while (depth > 0 && w->at < w->n);
	if (depth > 0) {
		const char *blank = memmem(w->p + from, w->n - from, "\n\n", 2);

		w->at = blank != NULL ? (size_t)(blank - w->p) : w->n;
	}
}

static bool is_media(const char *p, size_t n)
{
	static const char *const SPACES[] = {"File:",      "Image:",   "Category:",  "Media:",   "Datei:",    "Bild:",
					     "Kategorie:", "Fichier:", "Catégorie:", "Archivo:", "Categoría:"};

	for (size_t i = 0; i < ARRAY_LEN(SPACES); i++)
		if (n > strlen(SPACES[i]) && strncasecmp(p, SPACES[i], strlen(SPACES[i])) == 0)
			return true;
	return false;
}

/* [[page|words]]: the words; of a picture or a category nothing. */
static void wiki_link(struct wiki *w)
{
	size_t from = w->at + 2, end;
	const char *bar;

	wiki_skip(w, "[[", "]]");
	end = w->at >= from + 2 ? w->at - 2 : from;
	if (is_media(w->p + from, end - from))
		return;
	bar = memrchr(w->p + from, '|', end - from);
	if (bar != NULL)
		from = (size_t)(bar - w->p) + 1;
	buf_add(w->out, w->p + from, end - from);
}

static bool is_scheme(const char *p, size_t n)
{
	return (n > 7 && strncasecmp(p, "http://", 7) == 0) || (n > 8 && strncasecmp(p, "https://", 8) == 0) ||
	       (n > 6 && strncasecmp(p, "ftp://", 6) == 0) || (n > 2 && strncmp(p, "//", 2) == 0);
}

/* [http://… words]; any other bracket is a bracket. */
static void wiki_elsewhere(struct wiki *w)
{
	size_t from = w->at + 1, left = w->n - from;
	const char *end = memchr(w->p + from, ']', left), *words;

	if (!is_scheme(w->p + from, left) || end == NULL || memchr(w->p + from, '\n', (size_t)(end - w->p) - from)) {
		buf_addc(w->out, w->p[w->at++]);
		return;
	}
	words = memchr(w->p + from, ' ', (size_t)(end - w->p) - from);
	buf_adds(w->out, "<a href=\"//elsewhere\">");
	if (words != NULL)
		buf_add(w->out, words + 1, (size_t)(end - words) - 1);
	buf_adds(w->out, "</a>");
	w->at = (size_t)(end - w->p) + 1;
}

/* The beginning of a line: a heading goes whole, marks of lists begin a paragraph, a blank line ends one. */
static void wiki_line(struct wiki *w)
{
	size_t marks = strspn(w->p + w->at, "*#:;");
	const char *end = memchr(w->p + w->at, '\n', w->n - w->at);
	size_t len = end != NULL ? (size_t)(end - w->p) - w->at : w->n - w->at;

	if (marks > len)
		marks = len;
	if (len == 0 || strspn(w->p + w->at, " \t\r") >= len || marks > 0)
		buf_adds(w->out, "<p>");
	if (len > 2 && w->p[w->at] == '=' && memchr(w->p + w->at + 1, '=', len - 1) != NULL) {
		w->at += len;
		buf_adds(w->out, "<p>");
	} else if (len >= 9 && strncasecmp(w->p + w->at, "#REDIRECT", 9) == 0) {
		w->at += len;
	} else {
		w->at += marks;
	}
}

static void wiki_step(struct wiki *w)
{
	if (wiki_is(w, "<!--")) {
		const char *end = memmem(w->p + w->at, w->n - w->at, "-->", 3);

		w->at = end != NULL ? (size_t)(end - w->p) + 3 : w->n;
	} else if (wiki_is(w, "{{")) {
		wiki_skip(w, "{{", "}}");
	} else if (wiki_is(w, "{|")) {
		wiki_skip(w, "{|", "|}");
		buf_adds(w->out, "<p>");
	} else if (wiki_is(w, "[[")) {
		wiki_link(w);
	} else if (w->p[w->at] == '[') {
		wiki_elsewhere(w);
	} else if (wiki_is(w, "''")) {
		w->at += strspn(w->p + w->at, "'");
	} else if (wiki_is(w, "__") && w->n - w->at > 6 && strncmp(w->p + w->at + 2, "NO", 2) == 0) {
		w->at += 2 + strspn(w->p + w->at + 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
	} else if (w->p[w->at] == '\n') {
		buf_addc(w->out, w->p[w->at++]);
		if (w->at < w->n)
			wiki_line(w);
	} else {
		buf_addc(w->out, w->p[w->at++]);
	}
}

void curate_wiki_html(const char *p, size_t n, struct buf *out)
{
	struct wiki w = {p, n, 0, out};

	buf_adds(out, "<p>");
	if (n > 0)
		wiki_line(&w);
	while (w.at < n)
		wiki_step(&w);
}
