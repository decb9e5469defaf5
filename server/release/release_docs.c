/* What the Hugging Face layout has beside its rows: statistics.json, figures, the card
 * (README.md) and croissant.json, which lists the digests of all the rest. */
#include <stdlib.h>
#include <string.h>

#include "beat/stats.h"
#include "beat/stats_load.h"
#include "release_job.h"

struct figures {
	struct release_job *job;
	int rc;
};

static void put_figure(void *arg, const char *name, const char *caption, const struct buf *svg)
{
	struct figures *f = arg;
	struct release_job *job = f->job;
	struct buf path = BUF_INIT;

	buf_addf(&path, "figures/%s.svg", name);
	if (f->rc == CLI_OK && !release_files_have(job, path.p))
		f->rc = release_files_put(job, path.p, svg);
	job->figures = xrealloc(job->figures, (job->n_figures + 1) * sizeof(*job->figures));
	job->figures[job->n_figures++] = (struct release_figure){buf_detach(&path), xstrdup(caption)};
}

static int put_statistics(struct release_job *job, const struct stats_about *about)
{
	struct buf out = BUF_INIT;
	struct jw w;
	int rc = CLI_OK;

	jw_init(&w, &out);
	stats_json(&w, job->stats, about);
	jw_done(&w);
	buf_addc(&out, '\n');
	if (!release_files_have(job, "statistics.json"))
		rc = release_files_put(job, "statistics.json", &out);
	buf_release(&out);
	return rc;
}

static int by_path(const void *a, const void *b)
{
	const struct release_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

static int put_document(struct release_job *job, const char *path,
			void (*write)(const struct release_about *, struct buf *))
{
	struct buf out = BUF_INIT;
	int rc;

	if (release_files_have(job, path))
		return CLI_OK;
	qsort(job->files, job->n_files, sizeof(*job->files), by_path);
	write(&job->about, &out);
	rc = release_files_put(job, path, &out);
	buf_release(&out);
	return rc;
}

static void add_instruction(struct buf *out, const struct q_release_instructions_row *row)
{
	/* versions are counted by project, and those of the programs' own texts by themselves */
	buf_addf(out, "%s# For a %s, %s, version %d of %s\n\n", out->n > 0 ? "\n" : "", row->role, row->language,
		 row->version, *row->project != '\0' ? row->project : "the programs' own text");
	if (*row->consent != '\0')
		buf_addf(out, "## Consent\n\n%s\n\n", row->consent);
	buf_addf(out, "%s\n", row->body);
}

/* What those were told whose work is in it; nothing was recorded of work from before texts had versions. */
static int put_instructions(struct release_job *job)
{
	struct pg_rows *rows = pg_query(job->side, q_release_instructions(.release = job->id));
	struct buf out = BUF_INIT;
	int rc = rows ? CLI_OK : CLI_FAILED;

	for (int i = 0; rc == CLI_OK && i < pg_rows_count(rows); i++) {
		struct q_release_instructions_row row = q_release_instructions_row(rows, i);

		add_instruction(&out, &row);
	}
	if (rc == CLI_OK && out.n > 0 && !release_files_have(job, "INSTRUCTIONS.md"))
		rc = release_files_put(job, "INSTRUCTIONS.md", &out);
	pg_rows_free(&rows);
	buf_release(&out);
	return rc;
}

/* Byte for byte as they were given. */
static int put_cites(struct release_job *job)
{
	const json_t *list = json_object_get(job->about_json, "cited");
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < job->about.n_cites; i++) {
		const json_t *record = json_object_get(json_array_get(list, i), "record");
		struct buf text = BUF_INIT;

		buf_add(&text, json_string_value(record), json_string_length(record));
		if (!release_files_have(job, job->about.cites[i].path))
			rc = release_files_put(job, job->about.cites[i].path, &text);
		buf_release(&text);
	}
	return rc;
}

int release_docs(struct release_job *job)
{
	struct buf name = BUF_INIT;
	struct figures f = {job, CLI_OK};
	struct stats_about about = {.kind = "release", .as_of = job->about.as_of};
	int rc;

	rc = put_instructions(job);
	if (rc == CLI_OK)
		rc = put_cites(job);
	if (rc != CLI_OK || !release_has_format(&job->about, "hf"))
		return rc;
	buf_addf(&name, "%s %s", job->about.name, job->about.version);
	about.name = name.p;
	rc = stats_load_release(job->side, job->stats, job->id) != 0 ? CLI_FAILED : put_statistics(job, &about);
	if (rc == CLI_OK) {
		stats_figures(job->stats, &about, put_figure, &f);
		rc = f.rc;
	}
	job->about.stats = job->stats;
	job->about.figures = job->figures;
	job->about.n_figures = job->n_figures;
	if (rc == CLI_OK)
		rc = put_document(job, "README.md", release_card);
	if (rc == CLI_OK)
		rc = put_document(job, "croissant.json", release_croissant);
	buf_release(&name);
	return rc;
}
