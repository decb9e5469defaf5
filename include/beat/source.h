/* source: the bytes of a file, plain, gzip or bzip2 (told by content), one at a time,
 * with the position they came from. Memory is one window, whatever the file's size.
 *
 * The end of the file, damaged packing and a failed read all end the bytes; a reader
 * that meets the end asks source_error() whether it was the true one. */
#ifndef BEAT_SOURCE_H
#define BEAT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

enum { SOURCE_WINDOW = 64 * 1024, SOURCE_ERR_MAX = 256, SOURCE_END = -1 };

struct source;

/* "-" is standard input. NULL and a sentence in err if the file cannot be opened for reading. */
struct source *source_open(const char *path, char err[SOURCE_ERR_MAX]);
struct source *source_of_memory(const void *p, size_t n); /* borrows the bytes */
void source_free(struct source **s);

/* The next byte, consumed or not; SOURCE_END when there is none. */
int source_byte(struct source *s);
int source_peek(struct source *s);

/* Up to SOURCE_WINDOW of the coming bytes without consuming them; valid until the next call. */
const char *source_ahead(struct source *s, size_t *n);

/* Passes over a UTF-8 byte order mark, if one comes next. */
void source_skip_bom(struct source *s);

uint64_t source_offset(const struct source *s); /* bytes consumed, after unpacking */
uint64_t source_line(const struct source *s);   /* of the next byte, counted from 1 */
uint64_t source_column(const struct source *s); /* of the next byte in its line, counted in bytes from 1 */
uint64_t source_file_pos(struct source *s);     /* bytes of the file itself read so far, for a progress bar */

/* NULL, or, once the last byte is consumed, why the bytes ended before the file did. */
const char *source_error(const struct source *s);

#endif
