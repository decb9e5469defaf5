/* Several datasets in one chart: lines over whole numbers, and bars that lie beside each other. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

enum {
	PLOT = 240 * PX,
	SIDE = 72 * PX,
	EDGE = 20 * PX,
	LEGEND = 26 * PX,
	FOOT = 54 * PX,
	NOTE = 22 * PX,
	WHOLE = 1000,
	PLACES_MIN = 8,
	PLACES_MAX = 60
};

static const char *const dashes[FIGURE_SERIES] = {"none", "7 4", "2 3", "9 3 2 3", "4 2", "1 2"};

struct plot {
	const struct figure_lines *l;
	uint64_t total[FIGURE_SERIES];
	size_t last;        /* its place holds all above it too */
	uint64_t top, step; /* of the axis, in thousandths */
};

static long base(void)
{
	return TITLE_HEIGHT + LEGEND + PLOT;
}

static uint64_t count_at(const struct plot *p, size_t line, size_t v)
{
	const struct figure_line *l = &p->l->lines[line];
	uint64_t n = v < l->n ? l->count[v] : 0;

	for (size_t i = v + 1; v == p->last && i < l->n; i++)
		n += l->count[i];
	return n;
}

/* In thousandths of its own total, hundredths of them kept. */
static uint64_t share(const struct plot *p, size_t line, size_t v)
{
	uint64_t total = p->total[line];

	return total ? (uint64_t)((unsigned __int128)count_at(p, line, v) * 100000 / total) : 0;
}

static bool all_but_a_hundredth_below(const struct plot *p, size_t v)
{
	for (size_t k = 0; k < p->l->n; k++) {
		const struct figure_line *l = &p->l->lines[k];
		uint64_t above = 0;

		for (size_t i = v + 1; i < l->n; i++)
			above += l->count[i];
		if (above * 100 > p->total[k])
			return false;
	}
	return true;
}

static void choose(struct plot *p)
{
	uint64_t max = 1;
	size_t end = 1;

	for (size_t k = 0; k < p->l->n; k++) {
		const struct figure_line *l = &p->l->lines[k];

		for (size_t i = 0; i < l->n; i++) {
			p->total[k] += l->count[i];
			end = l->count[i] && i + 1 > end ? i + 1 : end;
		}
	}
	for (p->last = PLACES_MIN; p->last + 1 < end && p->last < PLACES_MAX; p->last++) {
		if (all_but_a_hundredth_below(p, p->last))
			break;
	}
	p->last = p->last + 1 < end || p->last <= PLACES_MIN ? p->last : end - 1;
	if (p->l->scale > 1) /* a scale that is whole has all its places */
		p->last = p->l->lines[0].n - 1;
	for (size_t k = 0; k < p->l->n; k++) {
		for (size_t v = 0; v <= p->last; v++)
			max = share(p, k, v) / 100 + 1 > max ? share(p, k, v) / 100 + 1 : max;
	}
	max = max > WHOLE ? WHOLE : max;
	p->step = figure_step(max);
	p->top = (max + p->step - 1) / p->step * p->step;
}

static long x_of(const struct plot *p, size_t v)
{
	return SIDE + (long)v * (WIDTH - SIDE - EDGE) / (p->last ? (long)p->last : 1);
}

static void add_axes(struct buf *out, const struct plot *p)
{
	size_t every = p->last > 20 ? 5 : p->l->scale > 1 ? 4 : 1;

	figure_share_axis(out, (struct figure_box){SIDE, base() - PLOT, WIDTH - EDGE - SIDE, PLOT}, p->top, p->step);
	for (size_t v = 0; v <= p->last; v++) {
		bool above = v == p->last && count_at(p, 0, v) > (v < p->l->lines[0].n ? p->l->lines[0].count[v] : 0);
		struct figure_label label = {x_of(p, v), base() + 18 * PX, 0, "middle", "fg-small"};
		char text[32];

		if (v != p->last && (v % every != 0 || p->last - v < every))
			continue;
		snprintf(text, sizeof(text), above ? "%zu+" : "%zu", v * p->l->scale);
		figure_label(out, &label, text, strlen(text));
	}
}

static void add_line(struct buf *out, const struct plot *p, size_t line)
{
	buf_addf(out,
		 "<path class=\"fg-l%zu\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
		 "stroke-linejoin=\"round\" d=\"",
		 line, figure_series_fill[line], dashes[line]);
	for (size_t v = 0; v <= p->last; v++) {
		long x = x_of(p, v), y = base() - (long)(share(p, line, v) * PLOT / (p->top * 100));

		buf_addf(out, "%c%ld.%02ld %ld.%02ld", v ? 'L' : 'M', x / PX, x % PX, y / PX, y % PX);
	}
	buf_adds(out, "\"/>");
}

/* Those that there is nothing to draw of are named, lest somebody look for their line. */
static void add_empty(struct buf *out, const struct plot *p)
{
	struct figure_label label = {(WIDTH + SIDE - EDGE) / 2, base() + FOOT + 8 * PX, WIDTH - SIDE - EDGE, "middle",
				     NULL};
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < p->l->n; i++) {
		if (p->total[i] == 0)
			buf_addf(&text, "%s%s", text.n ? ", " : p->l->none, p->l->lines[i].name);
	}
	if (text.n)
		figure_label(out, &label, text.p, text.n);
	buf_release(&text);
}

void figure_lines(struct buf *out, const struct figure_about *about, const struct figure_lines *l)
{
	struct plot p = {.l = l};
	struct figure_label x_label = {(WIDTH + SIDE - EDGE) / 2, base() + 42 * PX, 0, "middle", NULL};
	const char *names[FIGURE_SERIES];
	bool shown[FIGURE_SERIES], all = true;

	choose(&p);
	for (size_t i = 0; i < l->n; i++) {
		names[i] = l->lines[i].name;
		shown[i] = p.total[i] > 0;
		all = all && shown[i];
	}
	figure_open(out, about, (struct figure_size){WIDTH, base() + FOOT + (all ? 0 : NOTE), 30 * PX});
	figure_legend(out, names, shown, l->n, SIDE);
	add_axes(out, &p);
	for (size_t i = 0; i < l->n; i++) {
		if (shown[i])
			add_line(out, &p, i);
	}
	add_empty(out, &p);
	figure_label(out, &x_label, l->x_label, strlen(l->x_label));
	figure_y_label(out, 16 * PX, base() - PLOT / 2, l->y_label);
	figure_close(out);
}

enum { BAR = 11 * PX, GAP = 12 * PX, LEFT = 220 * PX, RIGHT = 70 * PX, FEET = 48 * PX };

static uint64_t tenths(double v)
{
	return v > 0 ? (uint64_t)floor(v * 10 + 0.5) : 0;
}

static void add_row(struct buf *out, const struct figure_groups *g, size_t i, uint64_t top)
{
	long height = (long)g->n_series * BAR, y = TITLE_HEIGHT + LEGEND + (long)i * (height + GAP);
	struct figure_label name = {LEFT - 10 * PX, y + height / 2 + 5 * PX, LEFT - 40 * PX, "end", NULL};

	figure_label(out, &name, g->groups[i], strlen(g->groups[i]));
	for (size_t s = 0; s < g->n_series; s++, y += BAR) {
		double v = g->values[i * g->n_series + s];
		long w = (long)((unsigned __int128)(WIDTH - LEFT - RIGHT) * tenths(v) / top);
		struct figure_label number = {LEFT + w + 6 * PX, y + 9 * PX, 0, "start", "fg-small"};
		char class[32], text[32];

		if (isnan(v))
			continue;
		snprintf(class, sizeof(class), "fg-s%zu", s);
		figure_rect(out, class, figure_series_fill[s], (struct figure_box){LEFT, y, w, BAR - PX});
		snprintf(text, sizeof(text), "%.1f", v);
		figure_label(out, &number, text, strlen(text));
	}
}

void figure_rows(struct buf *out, const struct figure_about *about, const struct figure_groups *g)
{
	long plot = (long)g->n_groups * ((long)g->n_series * BAR + GAP), top_y = TITLE_HEIGHT + LEGEND;
	struct figure_label x_label = {(WIDTH + LEFT - RIGHT) / 2, top_y + plot + 40 * PX, 0, "middle", NULL};
	uint64_t max = 1, step, top;
	bool shown[FIGURE_SERIES];

	for (size_t i = 0; i < g->n_groups * g->n_series; i++)
		max = !isnan(g->values[i]) && tenths(g->values[i]) > max ? tenths(g->values[i]) : max;
	step = figure_step(max);
	top = (max + step - 1) / step * step;
	for (size_t s = 0; s < g->n_series; s++)
		shown[s] = true;
	figure_open(out, about, (struct figure_size){WIDTH, top_y + plot + FEET, 30 * PX});
	figure_legend(out, g->series, shown, g->n_series, 12 * PX);
	for (uint64_t v = 0; v <= top; v += step) {
		long x = LEFT + (long)((unsigned __int128)(WIDTH - LEFT - RIGHT) * v / top);
		struct figure_label label = {x, top_y + plot + 18 * PX, 0, "middle", "fg-small"};
		char text[32];

		buf_addf(out, "<path class=\"%s\" stroke=\"currentColor\" d=\"M%ld.%02ld %ldV%ld\"/>",
			 v ? "fg-grid" : "fg-axis", x / PX, x % PX, top_y / PX, (top_y + plot) / PX);
		snprintf(text, sizeof(text), v % 10 ? "%llu.%llu" : "%llu", (unsigned long long)(v / 10),
			 (unsigned long long)(v % 10));
		figure_label(out, &label, text, strlen(text));
	}
	for (size_t i = 0; i < g->n_groups; i++)
		add_row(out, g, i, top);
	figure_label(out, &x_label, g->x_label, strlen(g->x_label));
	figure_y_label(out, 18 * PX, top_y + plot / 2, g->y_label);
	figure_close(out);
}
