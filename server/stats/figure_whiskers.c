/* figure_whiskers: see figure.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

enum { LEFT = 190 * PX, RIGHT = 60 * PX, ROW = 22 * PX, HEAD = 26 * PX, FOOT = 52 * PX };

/* From which to which number the axis goes, in tenths of a per cent: tens that hold all. */
struct span_tenths {
	long from, to;
};

static long tenths(double v)
{
	return lround(fmin(fmax(v, 0), 100) * 10);
}

static struct span_tenths axis_of(const struct figure_whiskers *f)
{
	struct span_tenths a = {900, 1000};

	for (size_t i = 0; i < f->n; i++) {
		long low = tenths(isnan(f->rows[i].low) ? f->rows[i].value : f->rows[i].low);

		if (!isnan(f->rows[i].value) && low < a.from)
			a.from = low / 100 * 100;
	}
	return a;
}

static long place(struct span_tenths a, long v)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * (v - a.from) / (a.to - a.from);
}

static bool begins(const struct figure_whiskers *f, size_t i)
{
	return i == 0 || strcmp(f->rows[i].group, f->rows[i - 1].group) != 0;
}

static void add_axis(struct buf *out, struct span_tenths a, long top, long bottom)
{
	long step = a.to - a.from > 500 ? 200 : a.to - a.from > 200 ? 100 : 50;

	for (long v = a.from; v <= a.to; v += step) {
		long x = place(a, v);
		struct figure_label label = {x, bottom + 18 * PX, 0, "middle", "fg-small"};
		char text[24];

		buf_addf(out, "<path class=\"fg-grid\" stroke=\"currentColor\" d=\"M%ld.%02ld %ldV%ld\"/>", x / PX,
			 x % PX, top / PX, bottom / PX);
		snprintf(text, sizeof(text), "%ld", v / 10);
		figure_label(out, &label, text, strlen(text));
	}
}

static void add_row(struct buf *out, const struct figure_whisker *r, struct span_tenths a, long y)
{
	struct figure_label name = {LEFT - 10 * PX, y + 4 * PX, LEFT - 24 * PX, "end", NULL};
	struct figure_label number = {WIDTH - RIGHT + 10 * PX, y + 4 * PX, 0, "start", "fg-small"};
	size_t series = r->series % FIGURE_SERIES;
	char class[32], text[32];
	long x = isnan(r->value) ? 0 : place(a, tenths(r->value));

	figure_label(out, &name, r->label, strlen(r->label));
	if (isnan(r->value))
		return;
	snprintf(class, sizeof(class), "fg-s%zu", series);
	if (!isnan(r->low)) {
		long from = place(a, tenths(r->low)), to = place(a, tenths(r->high));

		figure_rect(out, class, figure_series_fill[series],
			    (struct figure_box){from, y - PX, to - from > PX ? to - from : PX, 2 * PX});
	}
	figure_rect(out, class, figure_series_fill[series],
		    (struct figure_box){x - 4 * PX, y - 4 * PX, 8 * PX, 8 * PX});
	snprintf(text, sizeof(text), "%.1f", r->value);
	figure_label(out, &number, text, strlen(text));
}

void figure_whiskers(struct buf *out, const struct figure_about *about, const struct figure_whiskers *f)
{
	struct span_tenths a = axis_of(f);
	long y = TITLE_HEIGHT + 8 * PX, bottom = y;
	struct figure_label x_label = {.x = (LEFT + WIDTH - RIGHT) / 2, .anchor = "middle"};

	for (size_t i = 0; i < f->n; i++)
		bottom += ROW + (begins(f, i) ? HEAD : 0);
	figure_open(out, about, (struct figure_size){WIDTH, bottom + FOOT, 30 * PX});
	add_axis(out, a, y, bottom);
	for (size_t i = 0; i < f->n; i++) {
		struct figure_label group = {12 * PX, y + 18 * PX, LEFT - 24 * PX, "start", "fg-small"};

		if (begins(f, i)) {
			figure_label(out, &group, f->rows[i].group, strlen(f->rows[i].group));
			y += HEAD;
		}
		add_row(out, &f->rows[i], a, y + ROW / 2);
		y += ROW;
	}
	x_label.y = bottom + 42 * PX;
	figure_label(out, &x_label, f->x_label, strlen(f->x_label));
	figure_close(out);
}
