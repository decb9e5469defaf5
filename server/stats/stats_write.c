/* stats_write: see include/beat/stats_write.h. */
#include "beat/stats_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/cli.h"
#include "beat/folder.h"
#include "beat/raster.h"
#include "beat/stats_load.h"

static int write_all(FILE *f, const struct buf *text, const char *path)
{
	bool failed = fwrite(text->p, 1, text->n, f) != text->n;

	failed |= fflush(f) != 0;
	return failed ? cli_fail("stats: could not write %s: %s.", path, strerror(errno)) : CLI_OK;
}

static int write_over(const struct buf *text, const char *path, const char *shown)
{
	FILE *f = fopen(path, "wbe");
	int rc;

	if (!f)
		return cli_fail("stats: could not write %s: %s.", shown, strerror(errno));
	rc = write_all(f, text, shown);
	if (fclose(f) != 0 && rc == CLI_OK)
		rc = cli_fail("stats: could not write %s: %s.", shown, strerror(errno));
	return rc;
}

/* Into a file beside it first, so that nobody ever reads half a report. A device, a pipe or a link is written to as it
 * is: a new file in its place is nobody's wish. */
static int write_file(const struct buf *text, const char *path)
{
	struct buf partial = BUF_INIT;
	struct stat st;
	int rc;

	if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return write_over(text, path, path);
	buf_addf(&partial, "%s.partial", path);
	rc = write_over(text, partial.p, path);
	if (rc == CLI_OK && rename(partial.p, path) != 0)
		rc = cli_fail("stats: could not write %s: %s.", path, strerror(errno));
	if (rc != CLI_OK)
		unlink(partial.p);
	buf_release(&partial);
	return rc;
}

static void print_to(FILE *f, const struct stats_series *s, size_t n)
{
	if (n == 1)
		stats_print(f, s);
	else
		stats_compare_print(f, s, n);
}

/* The terminal's table goes the same way, through memory. */
static int print_into(struct buf *out, const struct stats_series *s, size_t n)
{
	char *text = NULL;
	size_t length = 0;
	FILE *f = open_memstream(&text, &length);

	if (!f)
		return cli_fail("stats: %s.", strerror(errno));
	print_to(f, s, n);
	fclose(f);
	buf_add(out, text, length);
	free(text);
	return CLI_OK;
}

static void json_into(struct buf *out, const struct stats_series *s, size_t n)
{
	struct jw w;

	jw_init(&w, out);
	if (n == 1)
		stats_json(&w, s->st, &s->about);
	else
		stats_compare_json(&w, s, n);
	jw_done(&w);
	buf_addc(out, '\n');
}

int stats_write(const struct stats_series *s, size_t n, enum stats_form form, const char *path)
{
	struct buf out = BUF_INIT;
	int rc = CLI_OK;

	if (form == STATS_JSON)
		json_into(&out, s, n);
	else if (form == STATS_MARKDOWN)
		stats_markdown(&out, s, n);
	else if (form == STATS_LATEX)
		stats_latex(&out, s, n);
	else if (form == STATS_HTML && n == 1)
		stats_html(&out, s);
	else if (form == STATS_HTML)
		stats_compare_html(&out, s, n);
	else
		rc = print_into(&out, s, n);
	if (rc == CLI_OK)
		rc = path ? write_file(&out, path) : write_all(stdout, &out, "standard output");
	buf_release(&out);
	return rc;
}

/* Figures */

struct figures {
	const char *folder, *formats;
	int rc;
};

static bool wanted(const char *list, const char *format)
{
	const char *at = strstr(list, format);
	size_t n = strlen(format);

	return at && (at == list || at[-1] == ',') && (at[n] == '\0' || at[n] == ',');
}

/* PNG and PDF are made of the SVG, which goes again if it was not asked for. */
static void put_figure(void *arg, const char *name, const char *caption, const struct buf *svg)
{
	static const char *const formats[] = {"png", "pdf"};
	struct figures *f = arg;
	struct buf path = BUF_INIT, other = BUF_INIT;
	char err[RASTER_ERR_MAX];

	(void)caption;
	if (f->rc != CLI_OK)
		return;
	buf_addf(&path, "%s/%s.svg", f->folder, name);
	f->rc = write_file(svg, path.p);
	for (size_t i = 0; f->rc == CLI_OK && i < ARRAY_LEN(formats); i++) {
		buf_clear(&other);
		buf_addf(&other, "%s/%s.%s", f->folder, name, formats[i]);
		if (wanted(f->formats, formats[i]) && raster_convert(path.p, formats[i], other.p, err))
			f->rc = cli_fail("stats: %s.", err);
	}
	if (!wanted(f->formats, "svg"))
		unlink(path.p);
	buf_release(&path);
	buf_release(&other);
}

int stats_write_figures(const struct stats_series *s, size_t n, const char *folder, const char *formats)
{
	struct figures f = {folder, formats, CLI_OK};
	char err[FOLDER_ERR_MAX];

	if (folder_make(folder, err))
		return cli_fail("stats: %s.", err);
	if (n == 1)
		stats_figures(s->st, &s->about, put_figure, &f);
	else
		stats_compare_figures(s, n, put_figure, &f);
	return f.rc;
}

bool stats_figure_formats_known(const char *list)
{
	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",");

		if (n != 3 || (strncmp(p, "svg", n) != 0 && strncmp(p, "png", n) != 0 && strncmp(p, "pdf", n) != 0))
			return false;
		if (!*(p += n))
			return true;
	}
}
