/* figure: charts as SVG, written into a buf. Pure and deterministic: all geometry is in whole numbers (hundredths of a
 * pixel), so that the same data gives the same bytes on any machine.
 *
 * Within a page a figure can be read on light and on dark ground: figure_style follows the reader's preference. A
 * figure that stands alone is for print and papers, and always light. Both axes say what they count. It has a title and
 * a description for those who cannot see it, and no script. Texts are escaped; what XML cannot hold becomes U+FFFD.
 *
 * `alone` figures are whole files, with ground and style. The others are parts of an HTML page, which must hold
 * figure_style once, and take their text colour from there. */
#ifndef BEAT_FIGURE_H
#define BEAT_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/text.h"

struct figure_about {
	const char *name;  /* of letters, digits and '-': makes the ids of the figure's parts */
	const char *title; /* shown above it */
	const char *desc;  /* what it shows, in a sentence or two, for screen readers */
	bool alone;
};

extern const char figure_style[]; /* CSS, light and dark */

/* Horizontal bars: label, bar, number and share of the total. */
struct figure_bar {
	const char *label;
	uint64_t n;
};
struct figure_bars {
	const struct figure_bar *bars;
	size_t n;
	uint64_t total;
	const char *x_label, *y_label; /* what is counted; what the labels are */
};
void figure_bars(struct buf *out, const struct figure_about *about, const struct figure_bars *b);

/* How often each whole number came, as shares of all, with the mean as a line and one standard deviation on either side
 * as a band. The highest numbers, less than one in a hundred, share the last column. */
struct figure_histogram {
	const uint64_t *count; /* of the numbers 0 … n - 1 */
	size_t n;
	double mean, sd;
	const char *x_label, *y_label;
};
void figure_histogram(struct buf *out, const struct figure_about *about, const struct figure_histogram *h);

/* Groups of columns, a column a series: values of ours beside those of others. */
struct figure_groups {
	const char *const *groups; /* names along the axis */
	size_t n_groups;
	const char *const *series; /* names in the legend; the first is ours */
	size_t n_series;           /* at most FIGURE_SERIES */
	const double *values;      /* [group * n_series + series]; NaN: none. A series without any is left out */
	const char *x_label, *y_label;
};
enum { FIGURE_SERIES = 6 };
void figure_groups(struct buf *out, const struct figure_about *about, const struct figure_groups *g);

/* The same lying down, for groups with long names: a bar a series. */
void figure_rows(struct buf *out, const struct figure_about *about, const struct figure_groups *g);

/* How often each whole number came in several datasets, as shares of each, a line a dataset; told apart by colour and
 * dashes. The highest numbers, less than one in a hundred of each, share the last place. A dataset without any has no
 * line, and is named below. */
struct figure_line {
	const char *name; /* in the legend */
	const uint64_t *count;
	size_t n;
};
struct figure_lines {
	const struct figure_line *lines;
	size_t n; /* at most FIGURE_SERIES */
	const char *x_label, *y_label;
	unsigned scale;   /* what one step of the numbers is along the axis */
	const char *none; /* said before the names of those without any: "No workers: " */
};
void figure_lines(struct buf *out, const struct figure_about *about, const struct figure_lines *l);

/* Rings around a centre: the slices of depth 1 first, each followed by those that divide it (depth 2, then 3), all as
 * parts of the total. What is missing from a slice stays empty. */
struct figure_slice {
	struct text_token label;
	uint64_t n;
	int depth;
};
enum { FIGURE_RINGS = 3 };
void figure_sunburst(struct buf *out, const struct figure_about *about, const struct figure_slice *slices, size_t n,
		     uint64_t total);

/* Points by two numbers, in series with a legend, and a line through them where `line` says. */
struct figure_point {
	double x, y;
	int series; /* below FIGURE_SERIES */
	const char *label;
};
struct figure_band {
	double x, low, high;
};
struct figure_scatter {
	const char *x_label, *y_label;
	const char *const *series;
	size_t n_series;
	const struct figure_point *points;
	size_t n;
	bool line;
	double slope, intercept;
	const struct figure_band *band; /* around the line, from left to right; NULL: none */
	size_t n_band;
};
void figure_scatter(struct buf *out, const struct figure_about *about, const struct figure_scatter *s);

/* Means with their intervals, a row each under the name of its group, in per cent; NaN: no interval, or nothing at all.
 */
struct figure_whisker {
	const char *group, *label;
	double value, low, high;
	size_t series; /* its colour */
};
struct figure_whiskers {
	const struct figure_whisker *rows;
	size_t n;
	const char *x_label;
};
void figure_whiskers(struct buf *out, const struct figure_about *about, const struct figure_whiskers *f);

/* A table of numbers from -1 to 1 (or 0 to 1) as shades, each with the number in it; NaN: an empty cell. */
struct figure_heat {
	const char *const *rows, *const *columns;
	size_t n_rows, n_columns;
	const double *values; /* [row * n_columns + column] */
	int decimals;
	const bool *framed; /* cells with a frame, as values; NULL: none */
};
void figure_heat(struct buf *out, const struct figure_about *about, const struct figure_heat *h);

/* For other writers of XML and HTML: a text escaped for element content and quoted attributes. */
void figure_text(struct buf *out, const char *s, size_t n);

#endif
