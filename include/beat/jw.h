/* jw: a small JSON writer into a buf. It places commas itself; the caller keeps
 * the nesting right (an assert checks depth at jw_done). Strings must be valid
 * UTF-8; control characters, quotes and backslashes are escaped, nothing else.
 *
 *   struct jw w; jw_init(&w, &b);
 *   jw_open(&w, '{'); jw_key(&w, "won"); jw_int(&w, 3); jw_close(&w, '}'); jw_done(&w);
 */
#ifndef BEAT_JW_H
#define BEAT_JW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

struct jw {
	struct buf *out;
	int depth;
	bool comma; /* a value stands before the next one on this level */
};

void jw_init(struct jw *w, struct buf *out);
void jw_open(struct jw *w, char bracket);  /* '{' or '[' */
void jw_close(struct jw *w, char bracket); /* '}' or ']' */
void jw_key(struct jw *w, const char *key);
void jw_str(struct jw *w, const char *s); /* NULL writes null */
void jw_strn(struct jw *w, const char *s, size_t n);
void jw_int(struct jw *w, int64_t v);
void jw_num(struct jw *w, double v); /* shortest form that reads back equal; NaN and infinities write null */
void jw_bool(struct jw *w, bool v);
void jw_null(struct jw *w);
void jw_raw(struct jw *w, const char *json, size_t n); /* a ready JSON value */
void jw_done(const struct jw *w);

/* Shorthands for the commonest pairs. */
void jw_kopen(struct jw *w, const char *key, char bracket);
void jw_kstr(struct jw *w, const char *key, const char *s);
void jw_kint(struct jw *w, const char *key, int64_t v);
void jw_knum(struct jw *w, const char *key, double v);
void jw_kbool(struct jw *w, const char *key, bool v);

#endif
