/* Aligned tables on standard output and the progress bar on standard error.
 * Texts from the database are shown as they are but for control characters, which
 * could play with the terminal, or turn round what stands beside them. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/text.h"

/* Columns on the screen of one character; needs a UTF-8 LC_CTYPE, which main sets. */
static int char_width(uint32_t c)
{
	int w = wcwidth((wchar_t)c);

	return w < 0 ? 1 : w;
}

/* Appends the text made harmless, up to a width; returns its own. */
static int add_some(struct buf *out, const char *s, int most)
{
	size_t n = strlen(s), step;
	bool sound = text_is_utf8(s, n);
	uint32_t c;
	int width = 0;

	for (size_t i = 0; i < n && width < most; i += step) {
		c = (unsigned char)s[i];
		step = sound ? text_decode(s + i, n - i, &c) : 1;
		if (text_is_control(c) || (!sound && c >= 0x80)) {
			buf_addc(out, '?');
			width++;
			continue;
		}
		buf_add(out, s + i, step);
		width += char_width(c);
	}
	return width;
}

static int add_cell(struct buf *out, const char *s)
{
	return add_some(out, s, INT_MAX);
}

void cli_put_text(FILE *out, const char *s)
{
	struct buf b = BUF_INIT;

	add_cell(&b, s);
	fwrite(b.p ? b.p : "", 1, b.n, out);
	buf_release(&b);
}

void cli_put_lines(FILE *out, const char *s)
{
	for (size_t n; *s; s += n) {
		char *line;

		n = strcspn(s, "\n");
		line = xmemdup0(s, n);
		cli_put_text(out, line);
		free(line);
		if (s[n] == '\n') {
			fputc('\n', out);
			n++;
		}
	}
}

static int width_of(const char *s)
{
	struct buf b = BUF_INIT;
	int w = add_cell(&b, s);

	buf_release(&b);
	return w;
}

/* Digits with a sign, points, commas or a per cent sign: goes to the right. */
static bool is_number(const char *s)
{
	if (strcmp(s, "-") == 0)
		return true;
	if (*s == '-' || *s == '+')
		s++;
	return *s >= '0' && *s <= '9' && s[strspn(s, "0123456789.,")] == '\0';
}

static bool is_percentage(const char *s)
{
	size_t n = strlen(s);
	char digits[32];

	if (n < 3 || n >= sizeof(digits) || strcmp(s + n - 2, " %") != 0)
		return false;
	memcpy(digits, s, n - 2);
	digits[n - 2] = '\0';
	return is_number(digits);
}

struct column {
	int width;
	bool right;
};

static void measure(struct column *col, const char *heading, const char *const *cells, int n_rows, int n_cols)
{
	bool any = false;

	*col = (struct column){.width = width_of(heading), .right = true};
	for (int row = 0; row < n_rows; row++) {
		const char *cell = cells[(size_t)row * (size_t)n_cols];
		int w = cell ? width_of(cell) : 0;

		if (w > col->width)
			col->width = w;
		if (!cell || !*cell)
			continue;
		any = true;
		if (!is_number(cell) && !is_percentage(cell))
			col->right = false;
	}
	col->right = col->right && any;
}

static void add_row(struct buf *line, const struct column *cols, const char *const *cells, int n_cols)
{
	buf_clear(line);
	for (int i = 0; i < n_cols; i++) {
		struct buf cell = BUF_INIT;
		int w = cells[i] ? add_cell(&cell, cells[i]) : 0, pad = cols[i].width - w;

		if (i > 0)
			buf_adds(line, "  ");
		if (cols[i].right)
			buf_addf(line, "%*s", pad, "");
		buf_add(line, cell.p ? cell.p : "", cell.n);
		if (!cols[i].right && i + 1 < n_cols)
			buf_addf(line, "%*s", pad, "");
		buf_release(&cell);
	}
	while (line->n > 0 && line->p[line->n - 1] == ' ')
		line->n--;
	buf_addc(line, '\n');
}

void cli_print_cells(FILE *out, const char *const *headings, const char *const *cells, int n_rows, int n_cols)
{
	struct column *cols = xcalloc((size_t)n_cols, sizeof(*cols));
	struct buf line = BUF_INIT;

	for (int i = 0; i < n_cols; i++)
		measure(&cols[i], headings[i], cells + i, n_rows, n_cols);
	add_row(&line, cols, headings, n_cols);
	fwrite(line.p, 1, line.n, out);
	for (int row = 0; row < n_rows; row++) {
		add_row(&line, cols, cells + (size_t)row * (size_t)n_cols, n_cols);
		fwrite(line.p, 1, line.n, out);
	}
	buf_release(&line);
	free(cols);
}

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool can_draw(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

/* Counts are shown in full, bytes and other large amounts in millions. */
static void add_amount(struct buf *out, long long v)
{
	if (v < 1000000)
		buf_addf(out, "%lld", v);
	else
		buf_addf(out, "%.1f M", (double)v / 1e6);
}

void cli_progress_show(struct cli_progress *p, long long done)
{
	enum { WHAT = 30, BAR = 30, PERIOD_MS = 100 }; /* on one line: only that can be drawn again */
	long long now = now_ms();
	struct buf line = BUF_INIT;

	if (!can_draw() || (p->last_shown_ms && now - p->last_shown_ms < PERIOD_MS))
		return;
	p->last_shown_ms = now;
	buf_adds(&line, "\r\033[K");
	add_some(&line, p->what, WHAT);
	buf_addc(&line, ' ');
	if (p->total > 0) {
		long long part = done < p->total ? done : p->total;
		int full = (int)((double)part / (double)p->total * BAR);

		buf_addc(&line, '[');
		for (int i = 0; i < BAR; i++)
			buf_addc(&line, i < full ? '#' : '.');
		buf_addf(&line, "] %3d %%  ", (int)((double)part / (double)p->total * 100));
	}
	add_amount(&line, done);
	if (p->total > 0) {
		buf_adds(&line, " of ");
		add_amount(&line, p->total);
	}
	fwrite(line.p, 1, line.n, stderr);
	fflush(stderr);
	buf_release(&line);
}

void cli_progress_end(struct cli_progress *p)
{
	if (p->last_shown_ms)
		fputs("\r\033[K", stderr);
	p->last_shown_ms = 0;
}
