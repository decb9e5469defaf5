/* markup: the doors to libxml2 (HTML) and md4c (Markdown). A page is walked as whatever a browser would make of it: no
 * page is refused for its form.
 *
 *   static void on_text(void *arg, const char *p, size_t n) { … }
 *   const struct html_sink sink = {.arg = &x, .open = on_open, .close = on_close, .text = on_text};
 *   html_walk(page.p, page.n, NULL, &sink);
 */
#ifndef BEAT_MARKUP_H
#define BEAT_MARKUP_H

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

/* CommonMark with tables, strikethrough and bare addresses as links, added to `out` as HTML. -1 if it is too large. */
int markdown_html(const char *p, size_t n, struct buf *out) BEAT_NODISCARD;

#endif
