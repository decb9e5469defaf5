/* jscan: walks JSON of any size straight from a source, holding only the strings
 * its caller asks for. The caller steers:
 *
 *   bool first = true;
 *   if (jscan_enter(&js, '{') == 0)
 *           while (jscan_key(&js, &first, &key) > 0)
 *                   if (strcmp(key.text.p, "title") == 0) jscan_string(&js, &title); else jscan_skip(&js);
 *
 * Two sorts of trouble are kept apart. Broken structure (-1, sentence in js.err)
 * means that nothing after it can be trusted. A faulty string (wrong UTF-8, half a
 * surrogate pair, NUL, too long …) still ends where its quote says, so it is only
 * noted in jscan_str.fault and the walk goes on.
 *
 * What is skipped is checked for structure, not for the contents of its strings. */
#ifndef BEAT_JSCAN_H
#define BEAT_JSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/mem.h"
#include "beat/source.h"

enum { JSCAN_DEPTH_MAX = 4096, JSCAN_ERR_MAX = 320 };

struct jscan {
	struct source *src;
	bool lines;              /* one JSON text a line: a newline is the end of input */
	char err[JSCAN_ERR_MAX]; /* "" while the structure is sound */
};

/* A string read: its text (decoded, NUL-terminated), at most `limit` bytes of it. */
struct jscan_str {
	struct buf text;
	size_t limit;
	bool nul;          /* it may hold NUL, as an escape */
	const char *fault; /* NULL, or what is wrong with it: "is not valid UTF-8" */
};

extern const char jscan_too_long[]; /* the fault of a string over its limit, to be told by address */

void jscan_init(struct jscan *js, struct source *src, bool lines);

/* The byte the next value or bracket begins with, white space passed over; SOURCE_END at the end of input. */
int jscan_peek(struct jscan *js);

/* Goes into an object or array ('{' or '['). */
int jscan_enter(struct jscan *js, char bracket) BEAT_NODISCARD;

/* Steps inside it: 1 and the key is read up to its value; 1 and an item follows; 0 it is closed; -1 broken.
 * `first` starts as true. */
int jscan_key(struct jscan *js, bool *first, struct jscan_str *key) BEAT_NODISCARD;
int jscan_item(struct jscan *js, bool *first) BEAT_NODISCARD;

/* Reads a string (jscan_peek said '"'); out NULL passes over it. */
int jscan_string(struct jscan *js, struct jscan_str *out) BEAT_NODISCARD;

/* Passes over one value of any kind. */
int jscan_skip(struct jscan *js) BEAT_NODISCARD;

/* Copies the value ahead as it is written, brackets counted outside strings, of at most `limit` bytes; false if it is
 * longer. Whether it is sound JSON is the parser's to say, also if it does not end. */
bool jscan_cut(struct jscan *js, struct buf *out, size_t limit) BEAT_NODISCARD;

/* 0 if only white space is left. */
int jscan_end(struct jscan *js) BEAT_NODISCARD;

#endif
