/* Horizontal bars, and groups of columns beside each other. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

enum { ROW = 26 * PX, BAR = 17 * PX, LEFT = 220 * PX, RIGHT = 130 * PX, FEET = 30 * PX };

static uint64_t greatest(const struct figure_bar *bars, size_t n)
{
	uint64_t max = 1;

	for (size_t i = 0; i < n; i++)
		max = bars[i].n > max ? bars[i].n : max;
	return max;
}

static long part_of(long length, uint64_t n, uint64_t of)
{
	return (long)((unsigned __int128)length * n / of);
}

static void add_bar(struct buf *out, const struct figure_bar *bar, long y, struct figure_box room, uint64_t total)
{
	struct figure_label label = {LEFT - 10 * PX, y + 13 * PX, LEFT - 40 * PX, "end", NULL};
	struct figure_label number = {0, y + 13 * PX, 0, "start", NULL};
	uint64_t permille = total ? (uint64_t)((unsigned __int128)bar->n * 2000 / total + 1) / 2 : 0;
	long length = room.w;
	char text[64];

	figure_label(out, &label, bar->label, strlen(bar->label));
	figure_rect(out, "fg-s0", figure_series_fill[0], (struct figure_box){LEFT, y, length, BAR});
	number.x = LEFT + length + 8 * PX;
	snprintf(text, sizeof(text), "%llu (%llu.%llu %%)", (unsigned long long)bar->n,
		 (unsigned long long)(permille / 10), (unsigned long long)(permille % 10));
	figure_label(out, &number, text, strlen(text));
}

void figure_bars(struct buf *out, const struct figure_about *about, const struct figure_bars *b)
{
	uint64_t max = greatest(b->bars, b->n);
	long height = (long)b->n * ROW;
	struct figure_label x_label = {LEFT + (WIDTH - LEFT - RIGHT) / 2, TITLE_HEIGHT + height + 22 * PX, 0, "middle",
				       NULL};

	figure_open(out, about, (struct figure_size){WIDTH, TITLE_HEIGHT + height + 12 * PX + FEET, 30 * PX});
	for (size_t i = 0; i < b->n; i++) {
		long y = TITLE_HEIGHT + (long)i * ROW + 4 * PX;

		add_bar(out, &b->bars[i], y, (struct figure_box){.w = part_of(WIDTH - LEFT - RIGHT, b->bars[i].n, max)},
			b->total);
	}
	figure_label(out, &x_label, b->x_label, strlen(b->x_label));
	figure_y_label(out, 18 * PX, TITLE_HEIGHT + height / 2, b->y_label);
	figure_close(out);
}

enum { PLOT = 220 * PX, SIDE = 66 * PX, LEGEND = 26 * PX, FOOT = 54 * PX };

/* Values are shown with one decimal, so tenths are as far as the drawing goes. */
static uint64_t tenths(double v)
{
	return v > 0 ? (uint64_t)floor(v * 10 + 0.5) : 0;
}

static bool has_values(const struct figure_groups *g, size_t series)
{
	for (size_t i = 0; i < g->n_groups; i++) {
		if (!isnan(g->values[i * g->n_series + series]))
			return true;
	}
	return false;
}

void figure_legend(struct buf *out, const char *const *names, const bool *shown, size_t n, long left)
{
	long x = left, y = TITLE_HEIGHT, room = (WIDTH - left) / (n ? (long)n : 1) - 40 * PX;

	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(names[i]);
		long width = figure_text_width(names[i], len, FONT);
		struct figure_label label = {x + 18 * PX, y + 11 * PX, room > 180 * PX ? 180 * PX : room, "start",
					     NULL};
		char class[32];

		if (!shown[i])
			continue;
		snprintf(class, sizeof(class), "fg-s%zu", i);
		figure_rect(out, class, figure_series_fill[i], (struct figure_box){x, y, 12 * PX, 12 * PX});
		figure_label(out, &label, names[i], len);
		x += 40 * PX + (width < label.room ? width : label.room);
	}
}

static void add_legend(struct buf *out, const struct figure_groups *g)
{
	bool shown[FIGURE_SERIES];

	for (size_t i = 0; i < g->n_series; i++)
		shown[i] = has_values(g, i);
	figure_legend(out, g->series, shown, g->n_series, SIDE);
}

static void add_grid(struct buf *out, uint64_t top, uint64_t step)
{
	long base = TITLE_HEIGHT + LEGEND + PLOT;

	for (uint64_t v = 0; v <= top; v += step) {
		long y = base - part_of(PLOT, v, top);
		struct figure_label label = {SIDE - 8 * PX, y + 4 * PX, 0, "end", "fg-small"};
		char text[32];

		buf_addf(out, "<path class=\"%s\" stroke=\"currentColor\" d=\"M%ld %ld.%02ldH%ld\"/>",
			 v ? "fg-grid" : "fg-axis", SIDE / PX, y / PX, y % PX, WIDTH / PX - 12);
		snprintf(text, sizeof(text), v % 10 ? "%llu.%llu" : "%llu", (unsigned long long)(v / 10),
			 (unsigned long long)(v % 10));
		figure_label(out, &label, text, strlen(text));
	}
}

static void add_column(struct buf *out, size_t series, double v, struct figure_box at)
{
	struct figure_label label = {at.x + at.w / 2, at.y - 5 * PX, 0, "middle", "fg-small"};
	char class[32], text[32];

	snprintf(class, sizeof(class), "fg-s%zu", series);
	figure_rect(out, class, figure_series_fill[series], (struct figure_box){at.x + PX, at.y, at.w - 2 * PX, at.h});
	snprintf(text, sizeof(text), "%.1f", v);
	figure_label(out, &label, text, strlen(text));
}

static void add_group(struct buf *out, const struct figure_groups *g, size_t i, uint64_t top)
{
	long base = TITLE_HEIGHT + LEGEND + PLOT, width = (WIDTH - SIDE - 12 * PX) / (long)g->n_groups;
	long left = SIDE + (long)i * width, column, shown = 0;
	struct figure_label name = {left + width / 2, base + 20 * PX, width - 8 * PX, "middle", NULL};

	for (size_t s = 0; s < g->n_series; s++)
		shown += has_values(g, s);
	column = (width - 28 * PX) / (shown ? shown : 1);
	column = column < 46 * PX ? column : 46 * PX;
	left += (width - column * shown) / 2;
	for (size_t s = 0; s < g->n_series; s++) {
		double v = g->values[i * g->n_series + s];
		long h = part_of(PLOT, tenths(v), top);

		if (!isnan(v))
			add_column(out, s, v, (struct figure_box){left, base - h, column, h});
		left += has_values(g, s) ? column : 0;
	}
	figure_label(out, &name, g->groups[i], strlen(g->groups[i]));
}

void figure_groups(struct buf *out, const struct figure_about *about, const struct figure_groups *g)
{
	uint64_t max = 1, step, top;
	struct figure_label x_label = {(WIDTH + SIDE) / 2, TITLE_HEIGHT + LEGEND + PLOT + 44 * PX, 0, "middle", NULL};

	for (size_t i = 0; i < g->n_groups * g->n_series; i++)
		max = !isnan(g->values[i]) && tenths(g->values[i]) > max ? tenths(g->values[i]) : max;
	step = figure_step(max);
	top = (max + step - 1) / step * step;
	figure_open(out, about, (struct figure_size){WIDTH, TITLE_HEIGHT + LEGEND + PLOT + FOOT, 30 * PX});
	add_legend(out, g);
	add_grid(out, top, step);
	for (size_t i = 0; i < g->n_groups; i++)
		add_group(out, g, i, top);
	figure_label(out, &x_label, g->x_label, strlen(g->x_label));
	figure_y_label(out, 16 * PX, TITLE_HEIGHT + LEGEND + PLOT / 2, g->y_label);
	figure_close(out);
}
