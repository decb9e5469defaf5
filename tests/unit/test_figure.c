/* Figures: shape, edges of the data, escaping, and that nothing but whole geometry comes out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "beat/figure.h"
#include "unit.h"

static const struct figure_about alone = {"x-y", "A <title> & \"more\"", "What it's about", true};
static const struct figure_about inside = {"x-y", "A <title>", "desc", false};

static size_t count_of(const struct buf *b, const char *what)
{
	size_t n = 0;

	for (const char *p = b->p; (p = strstr(p, what)) != NULL; p += strlen(what))
		n++;
	return n;
}

/* One root, tags closed, no number that is none. */
static void check(struct buf *b)
{
	assert_int_equal(count_of(b, "<svg "), 1);
	assert_string_equal(b->p + b->n - 6, "</svg>");
	assert_int_equal(count_of(b, "<text"), count_of(b, "</text>"));
	assert_int_equal(count_of(b, "<title"), count_of(b, "</title>"));
	assert_null(strstr(b->p, "nan"));
	assert_null(strstr(b->p, "inf"));
	assert_null(strstr(b->p, "=\"-"));
	buf_release(b);
}

static void test_text(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	figure_text(&b, "<a href='x'>&\"\x01\t\xef\xbf\xbe\0z", 21);
	assert_string_equal(b.p, "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\xef\xbf\xbd\t\xef\xbf\xbd\xef\xbf\xbdz");
	buf_release(&b);
}

static void test_frame(void **state)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	(void)state;
	figure_bars(&a, &alone, &(struct figure_bars){NULL, 0, 0, "questions", "kind"});
	assert_non_null(strstr(a.p, "A &lt;title&gt; &amp; &quot;more&quot;</title>"));
	assert_non_null(strstr(a.p, "<style>"));
	assert_non_null(strstr(a.p, "aria-labelledby=\"fg-x-y-title fg-x-y-desc\""));
	assert_non_null(strstr(a.p, "class=\"fg-ground\""));
	figure_bars(&b, &inside, &(struct figure_bars){NULL, 0, 0, "questions", "kind"});
	assert_null(strstr(b.p, "<style>"));
	assert_null(strstr(b.p, "class=\"fg-title\"")); /* the page has it */
	check(&a);
	check(&b);
}

static void test_bars(void **state)
{
	struct figure_bar bars[] = {{"what", 3},
				    {"a label that is far too long to stand beside a bar of this figure", 1},
				    {"none", 0},
				    {"huge", UINT64_MAX / 4}};
	struct buf b = BUF_INIT;

	(void)state;
	figure_bars(&b, &inside, &(struct figure_bars){bars, 3, 4, "questions", "kind"});
	assert_non_null(strstr(b.p, ">3 (75.0 %)<"));
	assert_non_null(strstr(b.p, ">0 (0.0 %)<"));
	assert_non_null(strstr(b.p, "…</text>"));
	check(&b);
	figure_bars(&b, &inside, &(struct figure_bars){bars, 4, UINT64_MAX / 4 + 4, "questions", "kind"});
	check(&b);
}

static void test_histogram(void **state)
{
	uint64_t few[] = {0, 5, 3, 2}, wide[5000] = {[1] = 60, [2] = 39, [4999] = 1}, none[] = {0, 0};
	struct buf b = BUF_INIT;

	(void)state;
	figure_histogram(&b, &inside, &(struct figure_histogram){few, 4, 1.7, 0.78, "words", "share"});
	assert_non_null(strstr(b.p, "µ = 1.70, σ = 0.78"));
	assert_int_equal(count_of(&b, "class=\"fg-s0\""), 3);
	check(&b);
	figure_histogram(&b, &inside, &(struct figure_histogram){wide, 5000, 51, 497, "words", "share"});
	assert_non_null(strstr(b.p, ">8+<")); /* what is far out shares the last column */
	check(&b);
	figure_histogram(&b, &inside, &(struct figure_histogram){none, 2, NAN, NAN, "words", "share"});
	check(&b);
	figure_histogram(&b, &inside, &(struct figure_histogram){NULL, 0, NAN, NAN, "words", "share"});
	check(&b);
}

static void test_groups(void **state)
{
	static const char *const groups[] = {"one", "two"}, *const series[] = {"ours", "nobody's", "theirs"};
	const double v[] = {10.04, NAN, 9, NAN, NAN, 0}, none[] = {NAN, NAN, NAN, NAN, NAN, NAN};
	struct buf b = BUF_INIT;

	(void)state;
	figure_groups(&b, &inside, &(struct figure_groups){groups, 2, series, 3, v, "measure", "words"});
	assert_non_null(strstr(b.p, ">10.0<"));
	assert_null(strstr(b.p, "nobody"));
	assert_int_equal(count_of(&b, "class=\"fg-s2\""), 3); /* the legend, and two columns */
	check(&b);
	figure_groups(&b, &inside, &(struct figure_groups){groups, 2, series, 3, none, "measure", "words"});
	check(&b);
}

static struct figure_slice slice(const char *label, uint64_t n, int depth)
{
	return (struct figure_slice){{label, strlen(label)}, n, depth};
}

static void test_sunburst(void **state)
{
	struct figure_slice slices[] = {slice("what", 60, 1), slice("is", 40, 2),
					slice("the", 40, 3),  slice("was", 20, 2),
					slice("<b>&", 40, 1), slice("\xe4\xbb\x80\xe4\xb9\x88", 40, 2)};
	struct figure_slice whole[] = {slice("all", 7, 1)};
	struct buf a = BUF_INIT, b = BUF_INIT;

	(void)state;
	figure_sunburst(&a, &alone, slices, 6, 100);
	figure_sunburst(&b, &alone, slices, 6, 100);
	assert_string_equal(a.p, b.p);
	assert_int_equal(count_of(&a, "<path"), 6);
	assert_non_null(strstr(a.p, "<title>what: 60 (60.0 %)</title>"));
	assert_null(strstr(a.p, "<b>"));
	/* From the top, clockwise: the first sector begins above the middle and ends at 216 degrees. */
	assert_non_null(strstr(a.p, " d=\"M320.00 230.00A128 128 0 0 1 441.7"));
	check(&a);
	buf_release(&b);
	/* A sector that goes all the way round is no point. */
	figure_sunburst(&b, &inside, whole, 1, 7);
	assert_non_null(strstr(b.p, "A128 128 0 0 1 320.00 486.00A128 128 0 0 1 320.00 230.00"));
	check(&b);
	figure_sunburst(&b, &inside, NULL, 0, 0);
	check(&b);
}

/* Shares of each its own total; the tail of all together in the last place; colours, dashes and names. */
static void test_lines(void **state)
{
	uint64_t one[40] = {0, 50, 50}, two[40] = {0};
	const struct figure_line lines[] = {{"one", one, 40}, {"a <b>", two, 40}};
	struct buf b = BUF_INIT;

	(void)state;
	two[3] = 199;
	two[39] = 1;
	figure_lines(&b, &inside, &(struct figure_lines){lines, 2, "words", "share", 1, "No words: "});
	assert_non_null(strstr(b.p, ">words</text>"));
	assert_non_null(strstr(b.p, ">share</text>"));
	assert_non_null(strstr(b.p, ">a &lt;b&gt;</text>"));
	assert_non_null(strstr(b.p, "stroke-dasharray=\"7 4\""));
	assert_non_null(strstr(b.p, ">100 %</text>"));
	assert_null(strstr(b.p, ">39</text>"));
	assert_null(strstr(b.p, "No words"));
	buf_clear(&b);
	memset(two, 0, sizeof(two));
	figure_lines(&b, &inside, &(struct figure_lines){lines + 1, 1, "words", "share", 5, "No words: "});
	assert_non_null(strstr(b.p, ">195</text>"));
	buf_release(&b);
}

/* A share is at most all; who has none has no line and no place in the legend, but is named. */
static void test_lines_without_any(void **state)
{
	uint64_t one[21] = {[20] = 2}, two[21] = {0};
	const struct figure_line lines[] = {{"all of them", one, 21}, {"a <b>", two, 21}, {"three", two, 21}};
	struct buf b = BUF_INIT;

	(void)state;
	figure_lines(&b, &inside, &(struct figure_lines){lines, 3, "valid", "share", 5, "No workers: "});
	assert_non_null(strstr(b.p, ">100 %</text>"));
	assert_null(strstr(b.p, ">120 %</text>"));
	assert_non_null(strstr(b.p, ">No workers: a &lt;b&gt;, three</text>"));
	assert_null(strstr(b.p, ">a &lt;b&gt;</text>"));
	assert_non_null(strstr(b.p, "class=\"fg-l0\""));
	assert_null(strstr(b.p, "class=\"fg-l1\""));
	check(&b);
	figure_histogram(&b, &inside, &(struct figure_histogram){one, 21, 20, 0, "words", "share"});
	assert_non_null(strstr(b.p, ">100 %</text>"));
	assert_null(strstr(b.p, ">120 %</text>"));
	check(&b);
}

static void test_rows(void **state)
{
	static const char *const groups[] = {"what", "who"}, *const series[] = {"one", "two"};
	const double v[] = {50, 25.5, NAN, 0};
	struct buf b = BUF_INIT;

	(void)state;
	figure_rows(&b, &inside, &(struct figure_groups){groups, 2, series, 2, v, "per cent", "first word"});
	assert_non_null(strstr(b.p, ">25.5</text>"));
	assert_non_null(strstr(b.p, ">first word</text>"));
	assert_null(strstr(b.p, "nan"));
	buf_release(&b);
}

/* A band is one closed shape below the points, cut at the edges of the plot; without enough points there is none. */
static void test_scatter(void **state)
{
	const struct figure_point points[] = {{1, 1, 0, "a"}, {5, 9, 0, "b"}};
	const struct figure_band band[] = {{1, -50, 3}, {3, 4, 6}, {5, 7, 99}};
	struct figure_scatter s = {.x_label = "x", .y_label = "y", .points = points, .n = 2, .band = band, .n_band = 3};
	struct buf b = BUF_INIT;

	(void)state;
	figure_scatter(&b, &alone, &s);
	assert_int_equal(count_of(&b, "class=\"fg-band\""), 1);
	assert_int_equal(count_of(&b, "<circle"), 2);
	assert_true(strstr(b.p, "fg-band") < strstr(b.p, "<circle"));
	check(&b);
	s.n_band = 1;
	figure_scatter(&b, &alone, &s);
	assert_int_equal(count_of(&b, "class=\"fg-band\""), 0);
	check(&b);
}

/* Long names of rows are whole, frames are where they were asked for, nothing stands in a cell without a value. */
static void test_heat(void **state)
{
	const char *const rows[] = {"COREF+DROP+GIVE+GRAB+INDEF+MOVE", "b"}, *const columns[] = {"1", "2"};
	const double values[] = {0.5, NAN, -1, 1};
	const bool framed[] = {true, true, false, true};
	struct buf b = BUF_INIT;

	(void)state;
	figure_heat(&b, &alone, &(struct figure_heat){rows, columns, 2, 2, values, 2, framed});
	assert_non_null(strstr(b.p, "COREF+DROP+GIVE+GRAB+INDEF+MOVE<"));
	assert_int_equal(count_of(&b, "fg-frame"), 2);
	assert_int_equal(count_of(&b, "fill-opacity=\"0."), 3);
	check(&b);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_text), cmocka_unit_test(test_frame), cmocka_unit_test(test_bars),
	  cmocka_unit_test(test_histogram), cmocka_unit_test(test_groups), cmocka_unit_test(test_lines),
	  cmocka_unit_test(test_lines_without_any), cmocka_unit_test(test_rows), cmocka_unit_test(test_sunburst),
	  cmocka_unit_test(test_scatter), cmocka_unit_test(test_heat))
