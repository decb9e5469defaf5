/* What the files of figure share. Lengths are in hundredths of a pixel. */
#ifndef BEAT_CORE_FIGURE_IMPL_H
#define BEAT_CORE_FIGURE_IMPL_H

#include "beat/figure.h"

#define PX 100L
enum { WIDTH = 720 * PX, FONT = 13 * PX, TITLE_HEIGHT = 38 * PX };

/* Within a page the title stands above the figure already: then `top` of the height is left away. */
struct figure_size {
	long width, height, top;
};
void figure_open(struct buf *out, const struct figure_about *about, struct figure_size size);
void figure_close(struct buf *out);

/* " name=\"12.5\"" */
void figure_attr(struct buf *out, const char *name, long v);

/* A text that begins, ends or is centred at a place; at most `room` wide, else it is cut and ends in "…". */
struct figure_label {
	long x, y, room;
	const char *anchor; /* "start", "middle", "end" */
	const char *class;
};
void figure_label(struct buf *out, const struct figure_label *at, const char *s, size_t n);

/* The name of an upright axis, written along it around a place. */
void figure_y_label(struct buf *out, long x, long y, const char *text);

/* Names of series in a row above the plot, with their colours; shown[i] false leaves one out. */
void figure_legend(struct buf *out, const char *const *names, const bool *shown, size_t n, long left);

struct figure_box {
	long x, y, w, h;
};
/* The upright axis of shares beside a plot, with lines across it; `top` and `step` are thousandths. */
void figure_share_axis(struct buf *out, struct figure_box plot, uint64_t top, uint64_t step);
void figure_rect(struct buf *out, const char *class, const char *fill, struct figure_box b);

/* How wide a text will be, roughly: fonts differ. */
long figure_text_width(const char *s, size_t n, long font);

/* A round number of which four to eight make up at least `max`; never 0. */
uint64_t figure_step(uint64_t max);

extern const char *const figure_series_fill[FIGURE_SERIES]; /* on light ground; class "s0" … changes them on dark */

#endif
