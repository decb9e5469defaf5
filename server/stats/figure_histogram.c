/* A histogram of whole numbers with mean and standard deviation. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

enum { PLOT = 220 * PX, SIDE = 72 * PX, FOOT = 52 * PX, EDGE = 14 * PX, COLUMNS_MIN = 8, COLUMNS_MAX = 40 };

struct plot {
	const struct figure_histogram *h;
	size_t first, last; /* the numbers that have a column; the last one's holds all above it too */
	uint64_t total, above;
	uint64_t top, step; /* of the axis, in thousandths of the total */
	long column;        /* its width */
};

static long base(void)
{
	return TITLE_HEIGHT + PLOT;
}

static uint64_t count_at(const struct plot *p, size_t i)
{
	uint64_t n = i < p->h->n ? p->h->count[i] : 0;

	return i == p->last ? n + p->above : n;
}

static uint64_t permille(const struct plot *p, uint64_t n)
{
	return p->total ? (uint64_t)((unsigned __int128)n * 1000 / p->total) : 0;
}

/* The last column is where 99 % are reached, but there are neither very few nor too many columns. */
static void choose_columns(struct plot *p)
{
	const struct figure_histogram *h = p->h;
	uint64_t below = 0;
	size_t end = h->n;

	while (end > 0 && h->count[end - 1] == 0)
		end--;
	p->first = end > 0 && h->count[0] == 0;
	for (p->last = 0; p->last + 1 < end; p->last++) {
		below += h->count[p->last];
		if (below * 100 >= p->total * 99 && p->last >= COLUMNS_MIN)
			break;
	}
	if (p->last > p->first + COLUMNS_MAX - 1)
		p->last = p->first + COLUMNS_MAX - 1;
	if (p->last < p->first + COLUMNS_MIN - 1)
		p->last = p->first + COLUMNS_MIN - 1;
	for (size_t i = p->last + 1; i < end; i++)
		p->above += h->count[i];
	p->column = (WIDTH - SIDE - EDGE) / (long)(p->last - p->first + 1);
}

static void choose_axis(struct plot *p)
{
	uint64_t max = 10;

	for (size_t i = p->first; i <= p->last; i++) {
		uint64_t v = permille(p, count_at(p, i)) + 1;

		max = v > max ? v : max;
	}
	max = max > 1000 ? 1000 : max;
	p->step = figure_step(max);
	p->top = (max + p->step - 1) / p->step * p->step;
}

static void add_column(struct buf *out, const struct plot *p, size_t i)
{
	uint64_t n = count_at(p, i), share = p->total ? (uint64_t)((unsigned __int128)n * 1000000 / p->total) : 0;
	long x = SIDE + (long)(i - p->first) * p->column, h = (long)(share * PLOT / (p->top * 1000));
	struct figure_label label = {x + p->column / 2, base() + 16 * PX, 0, "middle", "fg-small"};
	bool many = p->last - p->first >= 20, open_end = i == p->last && p->above > 0;
	char text[32];

	if (h > 0)
		figure_rect(out, "fg-s0", figure_series_fill[0],
			    (struct figure_box){x + PX, base() - h, p->column - 2 * PX, h});
	snprintf(text, sizeof(text), open_end ? "%zu+" : "%zu", i);
	if (!many || i % 5 == 0 || open_end) {
		/* The label before the last would run into it. */
		if (!(many && !open_end && p->above > 0 && p->last - i < 3))
			figure_label(out, &label, text, strlen(text));
	}
}

/* Where a number lies along the axis: the middle of its column. */
static long place_of(const struct plot *p, double v)
{
	double x = SIDE + (v - (double)p->first + 0.5) * (double)p->column;
	double right = WIDTH - EDGE;

	x = x < SIDE ? SIDE : x;
	return (long)floor((x > right ? right : x) + 0.5);
}

static void add_mean(struct buf *out, const struct plot *p)
{
	const struct figure_histogram *h = p->h;
	long low = place_of(p, h->mean - h->sd), high = place_of(p, h->mean + h->sd), x = place_of(p, h->mean);
	struct figure_label label = {WIDTH - EDGE, 24 * PX, 0, "end", NULL};
	char text[64];

	if (isnan(h->mean))
		return;
	figure_rect(out, "fg-band", NULL, (struct figure_box){low, TITLE_HEIGHT, high - low, PLOT});
	buf_addf(out, "<path class=\"fg-mean\" stroke=\"currentColor\" d=\"M%ld.%02ld %ldV%ld\"/>", x / PX, x % PX,
		 TITLE_HEIGHT / PX, base() / PX);
	snprintf(text, sizeof(text), "µ = %.2f, σ = %.2f", h->mean, h->sd);
	figure_label(out, &label, text, strlen(text));
}

void figure_histogram(struct buf *out, const struct figure_about *about, const struct figure_histogram *h)
{
	struct plot p = {.h = h};
	struct figure_label x_label = {(WIDTH + SIDE - EDGE) / 2, base() + 38 * PX, 0, "middle", NULL};

	for (size_t i = 0; i < h->n; i++)
		p.total += h->count[i];
	choose_columns(&p);
	choose_axis(&p);
	figure_open(out, about, (struct figure_size){WIDTH, TITLE_HEIGHT + PLOT + FOOT, 8 * PX});
	figure_share_axis(out, (struct figure_box){SIDE, base() - PLOT, WIDTH - EDGE - SIDE, PLOT}, p.top, p.step);
	for (size_t i = p.first; i <= p.last; i++)
		add_column(out, &p, i);
	add_mean(out, &p);
	figure_label(out, &x_label, h->x_label, strlen(h->x_label));
	figure_y_label(out, 16 * PX, TITLE_HEIGHT + PLOT / 2, h->y_label);
	figure_close(out);
}
