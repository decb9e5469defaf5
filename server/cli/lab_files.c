/* lab_files: files that several tools of the lab read and write. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/folder.h"
#include "beat/outfile.h"
#include "beat/raster.h"
#include "lab.h"

enum { SCORES_BYTES = 64 << 20 };

int lab_source_check(const char *tool, struct lab_source *s, int words, char **argv)
{
	if (words < 0)
		return CLI_USAGE;
	if (words != (s->stored ? 0 : 1))
		return cli_usage(&cmd_lab, "'%s' takes one file of scores, or --stored.", tool);
	if (!s->stored && (s->choice.sets.n > 0))
		return cli_usage(&cmd_lab, "--set goes with --stored.");
	s->path = s->stored ? NULL : argv[1];
	return lab_metric(s->metric, &s->choice.exact);
}

void lab_source_release(struct lab_source *s)
{
	cli_strs_release(&s->choice.sets);
}

int lab_scores(const char *tool, const struct lab_source *s, struct concur *out)
{
	char why[FOLDER_ERR_MAX], err[CONCUR_ERR];
	struct buf text = BUF_INIT;
	int rc;

	if (s->stored && eval_stored_csv(&s->choice, &text) != CLI_OK)
		return CLI_FAILED;
	if (!s->stored && folder_read(AT_FDCWD, s->path, &text, SCORES_BYTES, why) != 0) {
		buf_release(&text);
		return cli_fail("%s: %s", tool, why);
	}
	rc = concur_read(out, text.n > 0 ? text.p : "", text.n, err);
	buf_release(&text);
	if (rc == 0)
		return CLI_OK;
	return s->stored ? cli_fail("%s: the stored evaluations of these sets are no table: %s", tool, err)
			 : cli_fail("%s: %s: %s", tool, s->path, err);
}

int lab_folder(const char *tool, const char *path, int *folder)
{
	char err[FOLDER_ERR_MAX];

	if (folder_make(path, err) != 0 || folder_open(path, folder, err) != 0)
		return cli_fail("%s: %s", tool, err);
	return CLI_OK;
}

int lab_save(const char *tool, int folder, const char *name, struct buf *b)
{
	char err[OUTFILE_ERR_MAX], sha256[65];
	struct outfile *f = outfile_open(folder, name, false, err);
	int64_t bytes;

	if (f == NULL)
		return cli_fail("%s: %s", tool, err);
	outfile_write(f, b->p, b->n);
	buf_clear(b);
	return outfile_close(&f, &bytes, sha256, err) == 0 ? CLI_OK : cli_fail("%s: %s", tool, err);
}

int lab_place_open(struct lab_place *p)
{
	if (p->formats == NULL)
		p->formats = "svg";
	for (const char *at = p->formats; at != NULL; at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : NULL)
		if (strcspn(at, ",") != 3 ||
		    (memcmp(at, "svg", 3) != 0 && memcmp(at, "png", 3) != 0 && memcmp(at, "pdf", 3) != 0))
			return cli_usage(&cmd_lab, "--figure-formats is a list of svg, png and pdf, not '%s'.",
					 p->formats);
	return lab_folder(p->tool, p->path, &p->folder);
}

void lab_place_close(struct lab_place *p)
{
	close(p->folder);
}

int lab_place_save(const struct lab_place *p, const char *name, struct buf *b)
{
	return lab_save(p->tool, p->folder, name, b);
}

/* PNG and PDF are made of the SVG, which goes again if it was not asked for. */
int lab_place_figure(const struct lab_place *p, const char *name, struct buf *svg)
{
	static const char *const formats[] = {"png", "pdf"};
	struct buf from = BUF_INIT, to = BUF_INIT;
	char err[RASTER_ERR_MAX];
	int rc;

	buf_addf(&from, "%s.svg", name);
	rc = lab_place_save(p, from.p, svg);
	buf_clear(&from);
	buf_addf(&from, "%s/%s.svg", p->path, name);
	for (size_t i = 0; rc == CLI_OK && i < ARRAY_LEN(formats); i++) {
		buf_clear(&to);
		buf_addf(&to, "%s/%s.%s", p->path, name, formats[i]);
		if (strstr(p->formats, formats[i]) != NULL && raster_convert(from.p, formats[i], to.p, err) != 0)
			rc = cli_fail("%s: %s.", p->tool, err);
	}
	if (rc == CLI_OK && strstr(p->formats, "svg") == NULL)
		unlink(from.p);
	buf_release(&from);
	buf_release(&to);
	return rc;
}

int lab_rate(const char *option, const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	if (end == text || *end != '\0' || !(*out >= 0 && *out <= 1))
		return cli_usage(&cmd_lab, "%s is a number from 0 to 1, not '%s'.", option, text);
	return CLI_OK;
}
