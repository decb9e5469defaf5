/* text_file: a whole file of text, read for the database or written. */
#ifndef BEAT_CLI_TEXT_FILE_H
#define BEAT_CLI_TEXT_FILE_H

#include "beat/buf.h"

/* Appends a file of at most max_kb kilobytes, without its mark of byte order. CLI_OK, or CLI_FAILED after saying why:
 * it cannot be read, is too big for `what`, or is no text in UTF-8. */
int text_file_read(const char *path, const char *what, size_t max_kb, struct buf *out);
/* Writes a file; CLI_OK, or CLI_FAILED after saying why. */
int text_file_write(const char *path, const struct buf *text);

#endif
