/* markup: the doors to libxml2 (HTML, XML) and md4c (Markdown). A page is walked as whatever a browser would make of
 * it: no page is refused for its form.
 *
 *   static void on_text(void *arg, const char *p, size_t n) { … }
 *   const struct html_sink sink = {.arg = &x, .open = on_open, .close = on_close, .text = on_text};
 *   html_walk(page.p, page.n, NULL, &sink);
 */
#ifndef BEAT_MARKUP_H
#define BEAT_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/buf.h"
#include "beat/mem.h"

enum { MARKUP_BYTES = 64 << 20 }; /* of a page */

/* Names are in small letters; texts are UTF-8, in pieces. */
struct html_sink {
	void *arg;
	/* `href` and `class_` are the attributes, NULL if it has none. */
	void (*open)(void *arg, const char *name, const char *href, const char *class_);
	void (*close)(void *arg, const char *name);
	void (*text)(void *arg, const char *p, size_t n);
};

/* `charset` NULL: as the page says, else UTF-8 if it is, else Latin 1. -1 if it is larger than MARKUP_BYTES. */
int html_walk(const char *p, size_t n, const char *charset, const struct html_sink *sink) BEAT_NODISCARD;

/* XML in pieces as they come, whatever its length; names without their prefixes, texts in UTF-8.
 *
 *   struct xml *x = xml_new(&sink);
 *   while (more && xml_feed(x, p, n, false) == 0) …; xml_feed(x, "", 0, true); xml_free(&x);
 */
struct xml;
struct xml_sink {
	void *arg;
	void (*open)(void *arg, const char *name);
	void (*close)(void *arg, const char *name);
	void (*text)(void *arg, const char *p, size_t n);
};
struct xml *xml_new(const struct xml_sink *sink);
/* -1 if it is no XML, or ends before its end; `last`: nothing follows. */
int xml_feed(struct xml *x, const char *p, size_t n, bool last) BEAT_NODISCARD;
void xml_stop(struct xml *x);                          /* from a sink: nothing more is wanted */
void xml_error(struct xml *x, char *out, size_t room); /* what was wrong, and in which line */
void xml_free(struct xml **x);

/* CommonMark with tables, strikethrough and bare addresses as links, added to `out` as HTML. -1 if it is too large. */
int markdown_html(const char *p, size_t n, struct buf *out) BEAT_NODISCARD;

#endif
