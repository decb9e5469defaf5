/* figure: see include/beat/figure.h. What all charts share: the frame, texts, boxes, colours. */
#include "beat/figure.h"

#include <stdio.h>
#include <string.h>

#include "figure_impl.h"

/* Class names begin with "fg-": parts of an HTML page share its style sheet. */
#define LIGHT                                                                                                          \
	".fg{color:#1c2128;font:13px system-ui,'Segoe UI',Roboto,'Noto "                                               \
	"Sans',sans-serif;font-variant-numeric:tabular-nums}"                                                          \
	".fg-ground{fill:#fff}.fg-title{font-weight:600;font-size:15px}.fg-small{font-size:11.5px;opacity:.78}"        \
	".fg-grid{stroke:currentColor;stroke-opacity:.16}.fg-axis{stroke:currentColor;stroke-opacity:.5}"              \
	".fg-mean{stroke:currentColor;stroke-width:1.5;stroke-dasharray:5 "                                            \
	"3}.fg-band{fill:currentColor;fill-opacity:.09}"                                                               \
	".fg-s0{fill:#2f6bd8}.fg-s1{fill:#8b929c}.fg-s2{fill:#d1901f}.fg-s3{fill:#2c9a6c}.fg-s4{fill:#ad55bd}"         \
	".fg-s5{fill:#c8523f}.fg-slice{stroke:#fff;stroke-width:1}.fg-on{fill:#12161b;font-size:11px}"                 \
	".fg-l0{stroke:#2f6bd8}.fg-l1{stroke:#8b929c}.fg-l2{stroke:#d1901f}.fg-l3{stroke:#2c9a6c}.fg-l4{stroke:#"      \
	"ad55bd}"                                                                                                      \
	".fg-l5{stroke:#c8523f}"
static const char light_style[] = LIGHT;
const char figure_style[] = LIGHT
    "@media (prefers-color-scheme:dark){.fg{color:#e6e9ee}.fg-ground{fill:#15181d}.fg-slice{stroke:#15181d}"
    ".fg-s0{fill:#6d9df5}.fg-s1{fill:#9aa2ad}.fg-s2{fill:#e3ab4b}.fg-s3{fill:#4fbf8e}.fg-s4{fill:#cb82d8}"
    ".fg-s5{fill:#e5806f}.fg-l0{stroke:#6d9df5}.fg-l1{stroke:#9aa2ad}.fg-l2{stroke:#e3ab4b}.fg-l3{stroke:#4fbf8e}"
    ".fg-l4{stroke:#cb82d8}.fg-l5{stroke:#e5806f}}"
    "@media print{.fg{color:#000}.fg-ground{fill:#fff}.fg-slice{stroke:#fff}.fg-s0{fill:#2f6bd8}.fg-s1{fill:#8b929c}"
    ".fg-s2{fill:#d1901f}.fg-s3{fill:#2c9a6c}.fg-s4{fill:#ad55bd}.fg-s5{fill:#c8523f}"
    ".fg *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}";

const char *const figure_series_fill[FIGURE_SERIES] = {"#2f6bd8", "#8b929c", "#d1901f",
						       "#2c9a6c", "#ad55bd", "#c8523f"};

/* Characters that XML 1.0 cannot hold, even escaped. */
static bool is_forbidden(uint32_t c)
{
	return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff || c == 0x7f;
}

void figure_text(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = text_decode(s + i, n - i, &c);
		if (c == '&')
			buf_adds(out, "&amp;");
		else if (c == '<')
			buf_adds(out, "&lt;");
		else if (c == '>')
			buf_adds(out, "&gt;");
		else if (c == '"')
			buf_adds(out, "&quot;");
		else if (c == '\'')
			buf_adds(out, "&#39;");
		else if (is_forbidden(c))
			buf_adds(out, "\xef\xbf\xbd");
		else
			buf_add(out, s + i, len);
	}
}

static void add_number(struct buf *out, long v)
{
	unsigned long a = v < 0 ? 0UL - (unsigned long)v : (unsigned long)v;

	buf_addf(out, "%s%lu", v < 0 ? "-" : "", a / PX);
	if (a % PX)
		buf_addf(out, a % 10 ? ".%02lu" : ".%lu", a % 10 ? a % PX : a % PX / 10);
}

void figure_attr(struct buf *out, const char *name, long v)
{
	buf_addf(out, " %s=\"", name);
	add_number(out, v);
	buf_addc(out, '"');
}

static void add_element(struct buf *out, const char *tag, const struct figure_about *about, const char *text)
{
	buf_addf(out, "<%s id=\"fg-%s-%s\">", tag, about->name, tag);
	figure_text(out, text, strlen(text));
	buf_addf(out, "</%s>", tag);
}

void figure_open(struct buf *out, const struct figure_about *about, struct figure_size size)
{
	struct figure_label title = {12 * PX, 24 * PX, size.width - 24 * PX, "start", "fg-title"};
	long top = about->alone ? 0 : size.top;

	buf_addf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fg\" role=\"img\" viewBox=\"0 %ld %ld %ld\"",
		 top / PX, size.width / PX, (size.height - top) / PX);
	if (about->alone)
		buf_addf(out, " width=\"%ld\" height=\"%ld\"", size.width / PX, size.height / PX);
	buf_addf(out,
		 " aria-labelledby=\"fg-%s-title fg-%s-desc\" fill=\"currentColor\" color=\"#1c2128\" font-size=\"13\"",
		 about->name, about->name);
	buf_adds(out, " font-family=\"sans-serif\">");
	add_element(out, "title", about, about->title);
	add_element(out, "desc", about, about->desc);
	if (about->alone) {
		buf_addf(out, "<style>%s</style>", light_style);
		figure_rect(out, "fg-ground", "#fff", (struct figure_box){0, 0, size.width, size.height});
	}
	if (about->alone)
		figure_label(out, &title, about->title, strlen(about->title));
}

void figure_y_label(struct buf *out, long x, long y, const char *text)
{
	buf_adds(out, "<text text-anchor=\"middle\" transform=\"translate(");
	add_number(out, x);
	buf_addc(out, ' ');
	add_number(out, y);
	buf_adds(out, ") rotate(-90)\">");
	figure_text(out, text, strlen(text));
	buf_adds(out, "</text>");
}

void figure_close(struct buf *out)
{
	buf_adds(out, "</svg>");
}

void figure_rect(struct buf *out, const char *class, const char *fill, struct figure_box b)
{
	buf_addf(out, "<rect class=\"%s\"", class);
	if (fill)
		buf_addf(out, " fill=\"%s\"", fill);
	figure_attr(out, "x", b.x);
	figure_attr(out, "y", b.y);
	figure_attr(out, "width", b.w);
	figure_attr(out, "height", b.h);
	buf_adds(out, "/>");
}

/* In hundredths of the font's size: wide scripts are square, capital letters broad, most others about half. */
static long char_width(uint32_t c)
{
	if (c >= 0x1100 && (c <= 0x11ff || (c >= 0x2e80 && c <= 0xffdc) || c >= 0x1f000))
		return 100;
	if ((c >= 'A' && c <= 'Z') || c == 'm' || c == 'w')
		return 72;
	return c == 'i' || c == 'l' || c == 'j' || c == 't' || c == 'f' || c == ' ' || c == '.' || c == ',' ? 32 : 57;
}

long figure_text_width(const char *s, size_t n, long font)
{
	long width = 0;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c;

		len = text_decode(s + i, n - i, &c);
		width += char_width(c) * font / 100;
	}
	return width;
}

/* Bytes of the text that fit. */
static size_t fitting(const char *s, size_t n, long room)
{
	long width = 0;
	size_t i = 0, len;

	for (; i < n; i += len) {
		uint32_t c;

		len = text_decode(s + i, n - i, &c);
		width += char_width(c) * FONT / 100;
		if (width > room)
			break;
	}
	return i < n ? i : n;
}

void figure_label(struct buf *out, const struct figure_label *at, const char *s, size_t n)
{
	bool whole = at->room <= 0 || figure_text_width(s, n, FONT) <= at->room;
	size_t shown = whole ? n : fitting(s, n, at->room - FONT);

	buf_adds(out, "<text");
	if (at->class)
		buf_addf(out, " class=\"%s\"", at->class);
	figure_attr(out, "x", at->x);
	figure_attr(out, "y", at->y);
	if (strcmp(at->anchor, "start") != 0)
		buf_addf(out, " text-anchor=\"%s\"", at->anchor);
	buf_addc(out, '>');
	figure_text(out, s, shown);
	buf_adds(out, whole ? "</text>" : "…</text>");
}

uint64_t figure_step(uint64_t max)
{
	uint64_t unit = 1;

	for (;;) {
		static const uint64_t nice[] = {10, 20, 25, 50};

		for (size_t i = 0; i < ARRAY_LEN(nice); i++) {
			uint64_t step = unit * nice[i] / 10;

			if (unit * nice[i] % 10 == 0 && step * 6 >= max)
				return step;
		}
		unit *= 10;
	}
}

void figure_share_axis(struct buf *out, struct figure_box plot, uint64_t top, uint64_t step)
{
	for (uint64_t v = 0; v <= top; v += step) {
		long y = plot.y + plot.h - (long)(v * (uint64_t)plot.h / top);
		struct figure_label label = {plot.x - 8 * PX, y + 4 * PX, 0, "end", "fg-small"};
		char text[32];

		buf_addf(out, "<path class=\"%s\" stroke=\"currentColor\" d=\"M%ld %ld.%02ldH%ld\"/>",
			 v ? "fg-grid" : "fg-axis", plot.x / PX, y / PX, y % PX, (plot.x + plot.w) / PX);
		snprintf(text, sizeof(text), v % 10 ? "%llu.%llu %%" : "%llu %%", (unsigned long long)(v / 10),
			 (unsigned long long)(v % 10));
		figure_label(out, &label, text, strlen(text));
	}
}
