/* Points by two numbers, and tables as shades. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

enum { SIDE = 70 * PX, RIGHT = 20 * PX, LEGEND = 26 * PX, PLOT = 400 * PX, FOOT = 56 * PX, RADIUS = 4 * PX };

/* A range of numbers with round ends, in steps of `step`. */
struct axis {
	double low, high, step;
};

static struct axis axis_of(double low, double high)
{
	struct axis a;
	double raw, power;

	if (!(high > low)) {
		low -= 1;
		high += 1;
	}
	raw = (high - low) / 5;
	power = pow(10, floor(log10(raw)));
	a.step = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
	a.low = floor(low / a.step) * a.step;
	a.high = ceil(high / a.step) * a.step;
	return a;
}

static long place(const struct axis *a, double v, long length)
{
	return lround((v - a->low) / (a->high - a->low) * (double)length);
}

static void add_ticks(struct buf *out, const struct axis *a, bool across)
{
	int decimals = a->step < 1 ? (int)ceil(-log10(a->step) - 1e-9) : 0;
	long top = TITLE_HEIGHT + LEGEND, width = WIDTH - SIDE - RIGHT, steps = lround((a->high - a->low) / a->step);

	for (long i = 0; i <= steps; i++) {
		double v = a->low + (double)i * a->step;
		long at = place(a, v, across ? width : PLOT);
		struct figure_label label = {across ? SIDE + at : SIDE - 8 * PX,
					     across ? top + PLOT + 18 * PX : top + PLOT - at + 4 * PX, 0,
					     across ? "middle" : "end", "fg-small"};
		char text[32];

		if (across)
			buf_addf(out, "<path class=\"fg-grid\" stroke=\"currentColor\" d=\"M%ld.%02ld %ldV%ld\"/>",
				 (SIDE + at) / PX, (SIDE + at) % PX, top / PX, (top + PLOT) / PX);
		else
			buf_addf(out, "<path class=\"fg-grid\" stroke=\"currentColor\" d=\"M%ld %ld.%02ldH%ld\"/>",
				 SIDE / PX, (top + PLOT - at) / PX, (top + PLOT - at) % PX, (SIDE + width) / PX);
		snprintf(text, sizeof(text), "%.*f", decimals, v);
		figure_label(out, &label, text, strlen(text));
	}
}

static void add_names(struct buf *out, const struct figure_scatter *s)
{
	long top = TITLE_HEIGHT + LEGEND, x = SIDE;
	struct figure_label across = {SIDE + (WIDTH - SIDE - RIGHT) / 2, top + PLOT + 42 * PX, WIDTH - SIDE - RIGHT,
				      "middle", NULL};

	figure_label(out, &across, s->x_label, strlen(s->x_label));
	buf_addf(out, "<g transform=\"translate(16 %ld) rotate(-90)\">", (top + PLOT / 2) / PX);
	figure_label(out, &(struct figure_label){0, 0, PLOT, "middle", NULL}, s->y_label, strlen(s->y_label));
	buf_adds(out, "</g>");
	for (size_t i = 0; s->n_series > 1 && i < s->n_series; i++) {
		char class[32];

		snprintf(class, sizeof(class), "fg-s%zu", i);
		figure_rect(out, class, figure_series_fill[i], (struct figure_box){x, TITLE_HEIGHT, 12 * PX, 12 * PX});
		figure_label(out, &(struct figure_label){x + 18 * PX, TITLE_HEIGHT + 11 * PX, 180 * PX, "start", NULL},
			     s->series[i], strlen(s->series[i]));
		x += 40 * PX + figure_text_width(s->series[i], strlen(s->series[i]), FONT);
	}
}

static void add_line(struct buf *out, const struct figure_scatter *s, const struct axis *x, const struct axis *y)
{
	long top = TITLE_HEIGHT + LEGEND, width = WIDTH - SIDE - RIGHT;
	double from = x->low, to = x->high;

	if (s->slope != 0) { /* cut at the upper and lower edge */
		double a = (y->low - s->intercept) / s->slope, b = (y->high - s->intercept) / s->slope;

		from = fmax(from, fmin(a, b));
		to = fmin(to, fmax(a, b));
	}
	if (!(to > from))
		return;
	buf_addf(out,
		 "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\" d=\"M%.2f "
		 "%.2fL%.2f %.2f\"/>",
		 (double)(SIDE + place(x, from, width)) / PX,
		 (double)(top + PLOT - place(y, s->intercept + s->slope * from, PLOT)) / PX,
		 (double)(SIDE + place(x, to, width)) / PX,
		 (double)(top + PLOT - place(y, s->intercept + s->slope * to, PLOT)) / PX);
}

static void add_corner(struct buf *out, const struct axis *x, const struct axis *y, double at, double v)
{
	long width = WIDTH - SIDE - RIGHT;
	double inside = fmin(fmax(v, y->low), y->high);

	buf_addf(out, "%.2f %.2f", (double)(SIDE + place(x, fmin(fmax(at, x->low), x->high), width)) / PX,
		 (double)(TITLE_HEIGHT + LEGEND + PLOT - place(y, inside, PLOT)) / PX);
}

/* There along its upper edge, back along the lower; what is beyond the plot is cut. */
static void add_band(struct buf *out, const struct figure_scatter *s, const struct axis *x, const struct axis *y)
{
	buf_adds(out, "<path class=\"fg-band\" fill=\"currentColor\" fill-opacity=\".09\" d=\"");
	for (size_t i = 0; i < 2 * s->n_band; i++) {
		bool back = i >= s->n_band;
		const struct figure_band *b = &s->band[back ? 2 * s->n_band - 1 - i : i];

		buf_addc(out, i == 0 ? 'M' : 'L');
		add_corner(out, x, y, b->x, back ? b->low : b->high);
	}
	buf_adds(out, "Z\"/>");
}

static void add_point(struct buf *out, const struct figure_point *p, const struct axis *x, const struct axis *y)
{
	long cx = SIDE + place(x, p->x, WIDTH - SIDE - RIGHT), cy = TITLE_HEIGHT + LEGEND + PLOT - place(y, p->y, PLOT);

	buf_addf(out, "<circle class=\"fg-s%d\" fill=\"%s\"", p->series, figure_series_fill[p->series]);
	figure_attr(out, "cx", cx);
	figure_attr(out, "cy", cy);
	figure_attr(out, "r", RADIUS);
	buf_adds(out, "><title>");
	figure_text(out, p->label, strlen(p->label));
	buf_addf(out, ": %.2f, %.2f</title></circle>", p->x, p->y);
}

void figure_scatter(struct buf *out, const struct figure_about *about, const struct figure_scatter *s)
{
	double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
	struct axis x, y;

	for (size_t i = 0; i < s->n; i++) {
		low_x = fmin(low_x, s->points[i].x);
		high_x = fmax(high_x, s->points[i].x);
		low_y = fmin(low_y, s->points[i].y);
		high_y = fmax(high_y, s->points[i].y);
	}
	x = axis_of(s->n > 0 ? low_x : 0, s->n > 0 ? high_x : 1);
	y = axis_of(s->n > 0 ? low_y : 0, s->n > 0 ? high_y : 1);
	figure_open(out, about, (struct figure_size){WIDTH, TITLE_HEIGHT + LEGEND + PLOT + FOOT, 30 * PX});
	add_ticks(out, &x, true);
	add_ticks(out, &y, false);
	add_names(out, s);
	if (s->n_band > 1)
		add_band(out, s, &x, &y);
	if (s->line)
		add_line(out, s, &x, &y);
	for (size_t i = 0; i < s->n; i++)
		add_point(out, &s->points[i], &x, &y);
	figure_close(out);
}

enum {
	CELL_H = 24 * PX,
	CELL_W = 46 * PX,
	NAMES_MIN = 90 * PX,
	NAMES_MAX = 380 * PX,
	HEADS_MIN = 40 * PX,
	HEADS_MAX = 150 * PX
};

/* Where the cells begin: behind the names of rows and below those of columns, which stand aslant. */
struct heat_frame {
	long left, top;
};

static long longest(const char *const *names, size_t n)
{
	long most = 0;

	for (size_t i = 0; i < n; i++) {
		long width = figure_text_width(names[i], strlen(names[i]), FONT);

		most = width > most ? width : most;
	}
	return most;
}

static struct heat_frame frame_of(const struct figure_heat *h)
{
	long names = longest(h->rows, h->n_rows) + 20 * PX,
	     heads = longest(h->columns, h->n_columns) * 87 / 100 + 20 * PX;

	names = names < NAMES_MIN ? NAMES_MIN : names > NAMES_MAX ? NAMES_MAX : names;
	heads = heads < HEADS_MIN ? HEADS_MIN : heads > HEADS_MAX ? HEADS_MAX : heads;
	return (struct heat_frame){names / PX * PX, TITLE_HEIGHT + heads / PX * PX};
}

/* The first series' colour for what is above 0, the second's for what is below, the stronger the further from it. */
static void add_cell(struct buf *out, const struct figure_heat *h, struct heat_frame f, size_t at)
{
	double v = h->values[at];
	long x = f.left + (long)(at % h->n_columns) * CELL_W, y = f.top + (long)(at / h->n_columns) * CELL_H;
	struct figure_label label = {x + CELL_W / 2, y + 16 * PX, 0, "middle", "fg-small"};
	char text[32];

	if (isnan(v))
		return;
	buf_addf(out, "<g fill-opacity=\"%.2f\">", fmin(1, fabs(v)) * 0.6);
	figure_rect(out, v < 0 ? "fg-s1" : "fg-s0", figure_series_fill[v < 0],
		    (struct figure_box){x + PX, y + PX, CELL_W - 2 * PX, CELL_H - 2 * PX});
	buf_adds(out, "</g>");
	if (h->framed != NULL && h->framed[at]) {
		buf_adds(out, "<g fill-opacity=\"0\" stroke-width=\"1.5\" stroke=\"currentColor\">");
		figure_rect(out, "fg-frame", NULL,
			    (struct figure_box){x + 2 * PX, y + 2 * PX, CELL_W - 4 * PX, CELL_H - 4 * PX});
		buf_adds(out, "</g>");
	}
	snprintf(text, sizeof(text), "%.*f", h->decimals, v);
	figure_label(out, &label, text, strlen(text));
}

static void add_heads(struct buf *out, const struct figure_heat *h, struct heat_frame f)
{
	for (size_t i = 0; i < h->n_columns; i++) {
		buf_addf(out, "<g transform=\"translate(%ld %ld) rotate(-60)\">",
			 (f.left + (long)i * CELL_W + CELL_W / 2) / PX, (f.top - 6 * PX) / PX);
		figure_label(out, &(struct figure_label){0, 0, HEADS_MAX, "start", "fg-small"}, h->columns[i],
			     strlen(h->columns[i]));
		buf_adds(out, "</g>");
	}
	for (size_t i = 0; i < h->n_rows; i++)
		figure_label(out,
			     &(struct figure_label){f.left - 8 * PX, f.top + (long)i * CELL_H + 16 * PX,
						    f.left - 12 * PX, "end", "fg-small"},
			     h->rows[i], strlen(h->rows[i]));
}

void figure_heat(struct buf *out, const struct figure_about *about, const struct figure_heat *h)
{
	struct heat_frame f = frame_of(h);
	long width = f.left + (long)h->n_columns * CELL_W + f.top - TITLE_HEIGHT;

	figure_open(
	    out, about,
	    (struct figure_size){width > WIDTH ? width : WIDTH, f.top + (long)h->n_rows * CELL_H + 12 * PX, 30 * PX});
	add_heads(out, h, f);
	for (size_t i = 0; i < h->n_rows * h->n_columns; i++)
		add_cell(out, h, f, i);
	figure_close(out);
}
