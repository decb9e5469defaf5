/* latex: see latex.h. */
#include "beat/latex.h"

#include <stdint.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/text.h"

/* What pdfLaTeX of 2022 sets in the encoding T1 beyond ASCII, of what texts have. */
static const struct {
	uint32_t first, last;
} known[] = {{0xa0, 0x125},    {0x128, 0x137},   {0x139, 0x13e},   {0x141, 0x148},   {0x14a, 0x165},
	     {0x168, 0x17e},   {0x2010, 0x2016}, {0x2018, 0x201a}, {0x201c, 0x201e}, {0x2020, 0x2022},
	     {0x2026, 0x2026}, {0x2030, 0x2030}, {0x2039, 0x203a}, {0x20ac, 0x20ac}, {0x2122, 0x2122}};

void latex_head(struct buf *out, const char *packages)
{
	buf_adds(out, "% \\usepackage[T1]{fontenc}\n");
	if (packages != NULL)
		buf_addf(out, "%% \\usepackage{%s}\n", packages);
	/* XeTeX and LuaTeX alone have \Umathcode */
	buf_adds(out, "\\providecommand{\\beatchar}[2]{\\ifdefined\\Umathcode#1\\else{\\footnotesize[U+#2]}\\fi}\n\n");
}

static void put_ascii(struct buf *out, char c)
{
	static const struct {
		char c;
		const char *tex;
	} special[] = {{'\\', "\\textbackslash{}"},
		       {'^', "\\textasciicircum{}"},
		       {'~', "\\textasciitilde{}"},
		       {'<', "\\textless{}"},
		       {'>', "\\textgreater{}"},
		       {'"', "{\\char34}"},
		       {'|', "\\textbar{}"},
		       {'[', "{[}"},
		       {'*', "{*}"}}; /* at the end of a row the last two would be read */

	for (size_t k = 0; k < ARRAY_LEN(special); k++) {
		if (special[k].c == c) {
			buf_adds(out, special[k].tex);
			return;
		}
	}
	if (c < 0x20 || c == 0x7f)
		buf_addc(out, ' ');
	else
		buf_addf(out, strchr("&%$#_{}", c) ? "\\%c" : "%c", c);
}

static void put_char(struct buf *out, const char *s, size_t n, uint32_t c)
{
	for (size_t k = 0; k < ARRAY_LEN(known); k++) {
		if (known[k].first <= c && c <= known[k].last) {
			buf_add(out, s, n);
			return;
		}
	}
	buf_adds(out, "\\beatchar{");
	buf_add(out, s, n);
	buf_addf(out, "}{%04X}", (unsigned)c);
}

void latex_put(struct buf *out, const char *s, size_t n)
{
	bool valid = text_is_utf8(s, n);

	for (size_t i = 0; i < n;) {
		uint32_t c;
		size_t step = 1;

		if ((unsigned char)s[i] < 0x80) {
			put_ascii(out, s[i]);
		} else if (valid) {
			step = text_decode(s + i, n - i, &c);
			put_char(out, s + i, step, c);
		} else {
			buf_addc(out, '?');
		}
		i += step;
	}
}
