/* latex: any text as LaTeX sets it. What pdfLaTeX has no sign for is set by its number, by XeLaTeX and LuaLaTeX as it
 * is. */
#ifndef BEAT_LATEX_H
#define BEAT_LATEX_H

#include <stddef.h>

#include "beat/buf.h"

/* What a file begins with: the packages that its preamble needs (NULL: none but the font's encoding), as a comment, and
 * the command that latex_put() uses. */
void latex_head(struct buf *out, const char *packages);
/* Control characters become a space, bytes that are no UTF-8 a question mark. */
void latex_put(struct buf *out, const char *s, size_t n);

#endif
