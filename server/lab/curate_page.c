/* curate_page: the paragraphs of a document without its markup: see curate_impl.h. Markdown and wiki text become HTML
 * first, so that there is one rule for what goes and what stays. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "beat/markup.h"
#include "beat/text.h"
#include "curate_impl.h"

struct curate_walk {
	struct curate_page *page;
	struct buf para, heading; /* under way */
	bool keep_link_words;
	size_t gone;               /* depth inside what goes */
	bool in_link;              /* its words go, the token stands already */
	bool in_title, in_heading; /* of the page; of level 1 */
	bool space, broken;        /* white space, a line break came before */
};

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strcmp(*names, name) == 0)
			return true;
	return false;
}

/* What goes with all that is in it. */
static bool goes(const char *name, const char *class_)
{
	static const char *const NAMES[] = {"table",    "figure",
					    "img",      "picture",
					    "svg",      "video",
					    "audio",    "canvas",
					    "iframe",   "object",
					    "embed",    "script",
					    "style",    "noscript",
					    "template", "nav",
					    "form",     "button",
					    "select",   "textarea",
					    "pre",      "math",
					    "ref",      "gallery",
					    "h2",       "h3",
					    "h4",       "h5",
					    "h6",       "header",
					    "footer",   "references",
					    "timeline", "syntaxhighlight",
					    "caption",  "figcaption",
					    NULL};

	return is_one_of(name, NAMES) || (strcmp(name, "sup") == 0 && class_ != NULL && strstr(class_, "reference"));
}

/* What begins and ends a paragraph. */
static bool is_block(const char *name)
{
	static const char *const NAMES[] = {"p",      "div",        "li",      "ul",      "ol",      "dl",   "dt",
					    "dd",     "section",    "article", "main",    "body",    "html", "aside",
					    "hr",     "blockquote", "address", "center",  "details", "h1",   "h3",
					    "h4",     "h5",         "h6",      "figure",  "pre",     "nav",  "header",
					    "footer", "form",       "h2",      "summary", "table",   NULL};

	return is_one_of(name, NAMES);
}

/* Of another place: with a scheme, or an address on any server. */
static bool is_address(const char *s)
{
	size_t scheme = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");

	return strncmp(s, "//", 2) == 0 || strncasecmp(s, "www.", 4) == 0 || strncasecmp(s, "mailto:", 7) == 0 ||
	       (scheme > 1 && strncmp(s + scheme, "://", 3) == 0);
}

/* A word that is an address, or holds one behind a bracket or a quote; the punctuation that ends it is not of it. */
static void put_word(struct buf *out, const char *p, size_t n)
{
	size_t lead = 0, end = n;

	while (lead < n && strchr("([{<\"'", p[lead]) != NULL)
		lead++;
	while (end > lead && strchr(".,;:!?)]}>\"'", p[end - 1]) != NULL)
		end--;
	if (end - lead > 4) {
		char head[64];
		size_t m = end - lead < sizeof(head) - 1 ? end - lead : sizeof(head) - 1;

		memcpy(head, p + lead, m);
		head[m] = '\0';
		if (is_address(head)) {
			buf_add(out, p, lead);
			buf_adds(out, CURATE_LINK);
			buf_add(out, p + end, n - end);
			return;
		}
	}
	buf_add(out, p, n);
}

static void page_add(struct curate_page *page, const struct buf *text)
{
	struct buf done = BUF_INIT;
	size_t from = 0;

	for (size_t i = 0; i <= text->n; i++) {
		if (i < text->n && text->p[i] != ' ')
			continue;
		if (i > from) {
			if (done.n > 0)
				buf_addc(&done, ' ');
			put_word(&done, text->p + from, i - from);
		}
		from = i + 1;
	}
	if (done.n == 0) {
		buf_release(&done);
		return;
	}
	if (page->n == page->room) {
		page->room = page->room == 0 ? 16 : 2 * page->room;
		page->v = xrealloc(page->v, page->room * sizeof(*page->v));
	}
	page->v[page->n++] = buf_detach(&done);
}

static void end_paragraph(struct curate_walk *w)
{
	page_add(w->page, &w->para);
	buf_clear(&w->para);
	w->space = w->broken = false;
}

/* White space is one space; what a terminal or a reader of texts cannot show is one too. */
static void put_text(struct curate_walk *w, struct buf *to, const char *p, size_t n)
{
	for (size_t at = 0; at < n;) {
		uint32_t c;
		size_t bytes = text_decode(p + at, n - at, &c);

		if (text_is_space(c) || text_is_control(c)) {
			w->space = true;
		} else {
			if (w->space && to->n > 0)
				buf_addc(to, ' ');
			w->space = w->broken = false;
			buf_add(to, p + at, bytes);
		}
		at += bytes;
	}
}

static void on_text(void *arg, const char *p, size_t n)
{
	struct curate_walk *w = arg;

	if (w->in_title)
		put_text(w, &w->page->title, p, n);
	else if (w->in_heading)
		put_text(w, &w->heading, p, n);
	else if (w->gone == 0 && !w->in_link)
		put_text(w, &w->para, p, n);
}

static void on_open(void *arg, const char *name, const char *href, const char *class_)
{
	struct curate_walk *w = arg;

	if (strcmp(name, "title") == 0 && w->page->title.n == 0 && w->gone == 0) {
		w->in_title = true;
		w->space = false;
	}
	if (strcmp(name, "h1") == 0 && w->heading.n == 0)
		w->in_heading = true;
	if (is_block(name) && w->gone == 0)
		end_paragraph(w);
	if (w->gone > 0 || goes(name, class_)) {
		w->gone++;
		w->space = true;
	} else if (strcmp(name, "a") == 0 && href != NULL && is_address(href) && !w->keep_link_words) {
		w->in_link = true;
		put_text(w, w->in_heading ? &w->heading : &w->para, CURATE_LINK, strlen(CURATE_LINK));
	} else if (strcmp(name, "br") == 0) {
		if (w->broken)
			end_paragraph(w);
		else
			w->space = w->broken = true;
	}
}

static void on_close(void *arg, const char *name)
{
	struct curate_walk *w = arg;

	w->in_title = w->in_title && strcmp(name, "title") != 0;
	if (strcmp(name, "h1") == 0)
		w->in_heading = false;
	if (w->gone > 0)
		w->gone--;
	else if (strcmp(name, "a") == 0)
		w->in_link = false;
	if (is_block(name) && w->gone == 0)
		end_paragraph(w);
}

static bool is_blank(const char *p, size_t n)
{
	return strspn(p, " \t\r\f\v") >= n;
}

/* Paragraphs between blank lines. */
static void read_plain(struct curate_walk *w, const char *p, size_t n)
{
	for (size_t at = 0; at < n;) {
		const char *end = memchr(p + at, '\n', n - at);
		size_t len = end != NULL ? (size_t)(end - p) - at : n - at;

		if (is_blank(p + at, len))
			end_paragraph(w);
		put_text(w, &w->para, p + at, len);
		w->space = true;
		at += len + 1;
	}
	end_paragraph(w);
}

static int read_html(struct curate_walk *w, const char *p, size_t n, const char *charset)
{
	const struct html_sink sink = {w, on_open, on_close, on_text};
	int rc = html_walk(p, n, charset, &sink);

	end_paragraph(w);
	if (w->page->title.n == 0)
		buf_add(&w->page->title, w->heading.p, w->heading.n);
	return rc;
}

int curate_page_read(struct curate_page *page, const struct curate_document *d, bool keep_link_words)
{
	struct curate_walk w = {.page = page, .keep_link_words = keep_link_words};
	struct buf html = BUF_INIT;
	int rc = 0;

	if (d->markup == CURATE_HTML) {
		rc = read_html(&w, d->text, d->n, d->charset);
	} else if (!text_is_utf8(d->text, d->n)) {
		rc = -1;
	} else if (d->markup == CURATE_PLAIN) {
		read_plain(&w, d->text, d->n);
	} else {
		if (d->markup == CURATE_WIKI)
			curate_wiki_html(d->text, d->n, &html);
		else
			rc = markdown_html(d->text, d->n, &html);
		if (rc == 0)
			rc = read_html(&w, html.p, html.n, "UTF-8");
	}
	/* a page may say that it is UTF-8 and not be */
	for (size_t i = 0; rc == 0 && i < page->n; i++)
		rc = text_is_utf8(page->v[i], strlen(page->v[i])) ? 0 : -1;
	if (rc == 0 && page->title.n > 0 && !text_is_utf8(page->title.p, page->title.n))
		rc = -1;
	buf_release(&html);
	buf_release(&w.para);
	buf_release(&w.heading);
	return rc;
}

void curate_page_release(struct curate_page *page)
{
	for (size_t i = 0; i < page->n; i++)
		free(page->v[i]);
	free(page->v);
	buf_release(&page->title);
	*page = (struct curate_page){0};
}
