/* markup: texts that people typed, put into YAML and Markdown so that they stay texts. Whatever
 * they hold (quotes, line breaks, control characters, marks of direction, code fences), they
 * cannot end the place they stand in. Texts are valid UTF-8 without NUL. Pure. */
#ifndef BEAT_MARKUP_H
#define BEAT_MARKUP_H

#include <stdint.h>

#include "beat/buf.h"

/* A double-quoted YAML scalar, the same in YAML 1.1 and 1.2. Everything that does not show itself
 * (controls, line separators, marks of direction, byte order marks) is written as \u… or \U…. */
void markup_yaml(struct buf *out, const char *s);

/* Running text of Markdown in one line, fit for a table's cell and a link's text: what would be markup is escaped,
 * what does not show itself becomes a space. At most `max` characters, then "…"; 0: all. */
void markup_md(struct buf *out, const char *s, size_t max);

/* A fenced block of code with that info string ("bibtex"), the fence longer than any in the text. */
void markup_fence(struct buf *out, const char *info, const char *s);

/* Lower-case letters, digits, '.' and '-' of it, runs of others as one '-': an identifier; "x" if nothing is left. */
void markup_slug(struct buf *out, const char *s);

/* 1234567 as "1,234,567". */
void markup_count(struct buf *out, int64_t n);

#endif
