/* raster: SVG files as PNG and PDF. The door to librsvg: its program rsvg-convert, run for each picture, so that fonts
 * and drawing libraries stay out of ours. */
#ifndef BEAT_RASTER_H
#define BEAT_RASTER_H

#include "beat/mem.h"

enum { RASTER_ERR_MAX = 320 };

/* format: "png" (three dots a pixel of the SVG, for print) or "pdf". 0, or -1 and a sentence in err. */
int raster_convert(const char *svg, const char *format, const char *out, char err[RASTER_ERR_MAX]) BEAT_NODISCARD;

#endif
