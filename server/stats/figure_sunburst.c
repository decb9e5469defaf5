/* The sunburst: three rings of words, each sector as wide as its share.
 *
 * Angles are whole numbers, TURN to the circle, and the sine comes from its series in whole numbers: no library's
 * last digit can change a byte of the figure. */
#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

enum { TURN = 1 << 20, SIZE = 640 * PX, MIDDLE = SIZE / 2, HOLE = 44 * PX, RING = 84 * PX, HUES = 10, SMALL = 11 * PX };

static const int64_t ONE = INT64_C(1) << 30;

/* Of a quarter turn or less, in 2^-30: Taylor's series up to the 13th power. */
static int64_t quarter_sine(long angle)
{
	const int64_t two_pi = INT64_C(6746518852); /* 2π · 2^30 */
	int64_t x = (int64_t)(((__int128)two_pi * angle) / TURN), square = (int64_t)(((__int128)x * x) >> 30);
	int64_t term = x, sum = x;

	for (int i = 3; i <= 13; i += 2) {
		int64_t divisor = (int64_t)i * (i - 1);

		term = (int64_t)(-(((__int128)term * square) >> 30) / divisor);
		sum += term;
	}
	return sum > ONE ? ONE : sum;
}

static int64_t sine(long angle)
{
	long a = ((angle % TURN) + TURN) % TURN, quarter = TURN / 4;

	if (a < quarter)
		return quarter_sine(a);
	if (a < 2 * quarter)
		return quarter_sine(2 * quarter - a);
	return -sine(a - 2 * quarter);
}

/* A place at an angle from the top, clockwise. */
static void place(long angle, long radius, long *x, long *y)
{
	*x = MIDDLE + (long)((radius * sine(angle)) >> 30);
	*y = TITLE_HEIGHT + MIDDLE - (long)((radius * sine(angle + TURN / 4)) >> 30);
}

struct sector {
	long from, to; /* angles */
	long inner, outer;
	unsigned hue;
	int depth;
};

static void add_point(struct buf *out, const char *command, long angle, long radius)
{
	long x, y;

	place(angle, radius, &x, &y);
	buf_addf(out, "%s%ld.%02ld %ld.%02ld", command, x / PX, x % PX, y / PX, y % PX);
}

/* One that goes all the way round is drawn in two halves: an arc cannot end where it begins. */
static void add_path(struct buf *out, const struct sector *s)
{
	long middle = s->from + (s->to - s->from) / 2;
	char arc[64];

	add_point(out, "M", s->from, s->outer);
	snprintf(arc, sizeof(arc), "A%ld %ld 0 0 1 ", s->outer / PX, s->outer / PX);
	add_point(out, arc, middle, s->outer);
	add_point(out, arc, s->to, s->outer);
	add_point(out, "L", s->to, s->inner);
	snprintf(arc, sizeof(arc), "A%ld %ld 0 0 0 ", s->inner / PX, s->inner / PX);
	add_point(out, arc, middle, s->inner);
	add_point(out, arc, s->from, s->inner);
	buf_addc(out, 'Z');
}

/* Light colours on either ground, lighter outwards: dark letters can be read on all of them. */
static void add_fill(struct buf *out, unsigned hue, int depth)
{
	static const unsigned char hues[HUES][3] = {
	    {0x8f, 0xb4, 0xf0}, {0xf2, 0xc0, 0x72}, {0x8a, 0xd3, 0xae}, {0xe2, 0xa0, 0xe0}, {0xf0, 0xa3, 0x94},
	    {0x8e, 0xd2, 0xdd}, {0xd3, 0xcf, 0x7c}, {0xc1, 0xad, 0xf0}, {0xf0, 0xa8, 0xc4}, {0xb9, 0xc4, 0xce}};
	const unsigned char *c = hues[hue % HUES];
	int lighter = (depth - 1) * 25;

	buf_addf(out, " fill=\"#%02x%02x%02x\"", c[0] + (255 - c[0]) * lighter / 100,
		 c[1] + (255 - c[1]) * lighter / 100, c[2] + (255 - c[2]) * lighter / 100);
}

/* The label runs from the centre outwards, and is turned so that it can be read from the left to the right. */
static void add_label(struct buf *out, const struct sector *s, struct text_token label)
{
	long middle = s->from + (s->to - s->from) / 2, radius = (s->inner + s->outer) / 2, x, y, turn;
	long arc = (long)((int64_t)(s->to - s->from) * 628 * radius / 100 / TURN), room = RING - 8 * PX;
	size_t n = label.n, shown;

	if (arc < SMALL + 2 * PX)
		return;
	for (shown = 0; shown < n;) {
		size_t len = 1;

		while (shown + len < n && (label.p[shown + len] & 0xc0) == 0x80)
			len++;
		if (figure_text_width(label.p, shown + len, SMALL) > room - (shown + len < n ? SMALL : 0))
			break;
		shown += len;
	}
	place(middle, radius, &x, &y);
	turn = (long)((int64_t)middle * 36000 / TURN) - 9000;
	if (middle > TURN / 2)
		turn += 18000;
	buf_addf(out, "<text class=\"fg-on\" fill=\"#12161b\" font-size=\"11\" text-anchor=\"middle\" dy=\".35em\"");
	buf_addf(out, " transform=\"translate(%ld.%02ld %ld.%02ld) rotate(%ld)\">", x / PX, x % PX, y / PX, y % PX,
		 turn / PX);
	figure_text(out, label.p, shown);
	buf_adds(out, shown < n ? "…</text>" : "</text>");
}

static void add_sector(struct buf *out, const struct sector *s, const struct figure_slice *slice, uint64_t total)
{
	uint64_t permille = (uint64_t)((unsigned __int128)slice->n * 2000 / total + 1) / 2;

	buf_adds(out, "<path class=\"fg-slice\" stroke=\"#fff\"");
	add_fill(out, s->hue, s->depth);
	buf_adds(out, " d=\"");
	add_path(out, s);
	buf_adds(out, "\"><title>");
	figure_text(out, slice->label.p, slice->label.n);
	buf_addf(out, ": %llu (%llu.%llu %%)</title></path>", (unsigned long long)slice->n,
		 (unsigned long long)(permille / 10), (unsigned long long)(permille % 10));
	add_label(out, s, slice->label);
}

void figure_sunburst(struct buf *out, const struct figure_about *about, const struct figure_slice *slices, size_t n,
		     uint64_t total)
{
	uint64_t before[FIGURE_RINGS + 2] = {0}; /* what stands before the next sector of each ring */
	unsigned hue = HUES - 1;                 /* the first sector moves on to the first */

	figure_open(out, about, (struct figure_size){SIZE, SIZE + TITLE_HEIGHT, 50 * PX});
	for (size_t i = 0; i < n; i++) {
		int d = slices[i].depth;
		struct sector s = {.inner = HOLE + (long)(d - 1) * RING, .outer = HOLE + (long)d * RING, .depth = d};

		hue += d == 1;
		s.hue = hue;
		s.from = (long)((unsigned __int128)before[d] * TURN / total);
		s.to = (long)((unsigned __int128)(before[d] + slices[i].n) * TURN / total);
		if (d < FIGURE_RINGS)
			before[d + 1] = before[d];
		before[d] += slices[i].n;
		if (s.to > s.from)
			add_sector(out, &s, &slices[i], total);
	}
	figure_close(out);
}
