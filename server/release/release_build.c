/* Building, writing and combining: freezes a release, or takes a frozen one, and
 * writes its files. The folder appears whole, under its name, or not at all; the database
 * calls the release ready only after that. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "beat/release_make.h"
#include "manifest.h"
#include "release_job.h"

/* --- the folder that may be there already */

static int read_manifest(const char *folder, struct buf *text, char err[FOLDER_ERR_MAX])
{
	int fd, rc;

	if (folder_open(folder, &fd, err) != 0)
		return -1;
	rc = folder_read(fd, "MANIFEST", text, RELEASE_STATE_MAX, err);
	close(fd);
	return rc;
}

/* Is every file that was published there, as it was published? */
static int is_published(struct release_job *job)
{
	char err[FOLDER_ERR_MAX], sha256[65];
	const char *path;
	json_t *before;
	int64_t bytes;
	int fd, rc = CLI_OK;

	if (folder_open(job->out, &fd, err) != 0)
		return cli_fail("%s.", err);
	json_object_foreach((json_t *)job->published, path, before)
	{
		if (folder_digest(fd, path, &bytes, sha256, err) != 0) {
			rc = cli_fail("%s is there, but not this release: %s. Move it away, or choose another --out.",
				      job->out, err);
			break;
		}
		if (strcmp(sha256, json_string_value(before)) != 0) {
			rc = cli_fail(
			    "%s is there, but not this release: %s is another. Move it away, or choose another --out.",
			    job->out, path);
			break;
		}
	}
	close(fd);
	return rc;
}

/* A folder that was renamed by somebody who was killed before the database knew holds what was just made again. */
static int is_what_was_made(struct release_job *job)
{
	struct buf there = BUF_INIT, made = BUF_INIT;
	char err[FOLDER_ERR_MAX];
	int rc = CLI_FAILED;

	manifest_sort(job->files, job->n_files);
	manifest_write(&made, job->about.provisional, job->files, job->n_files);
	if (read_manifest(job->out, &there, err) != 0)
		cli_fail("%s is there, but no release: %s. Move it away, or choose another --out.", job->out, err);
	else if (there.n != made.n || memcmp(there.p, made.p, made.n) != 0)
		cli_fail("%s holds another release. Move it away, or choose another --out.", job->out);
	else
		rc = CLI_OK;
	buf_release(&there);
	buf_release(&made);
	return rc;
}

/* What is in the way is told before any work: a folder that was not made by us, a file, the folder we are in. */
static int check_out(const char *out)
{
	struct buf manifest = BUF_INIT;
	char err[FOLDER_ERR_MAX];
	int rc = CLI_OK;

	if (out == NULL)
		return CLI_OK;
	if (*out == '\0')
		return cli_fail("--out is empty; name the folder to make.");
	if (folder_exists(out) && read_manifest(out, &manifest, err) != 0)
		rc = cli_fail("%s is there already, and no release: %s. Move it away, or choose another --out.", out,
			      err);
	buf_release(&manifest);
	return rc;
}

/* --- telling */

static void write_report(const struct release_job *job, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	gate_json(&w, job->gate);
	if (release_has_format(&job->about, "mrqa")) {
		jw_kopen(&w, "mrqa_left_out", '{');
		for (int s = 0; s < RELEASE_SPLITS; s++)
			jw_kint(&w, release_split_name[s], job->about.split[s].mrqa_left_out);
		jw_close(&w, '}');
	}
	jw_close(&w, '}');
	jw_done(&w);
}

static void write_files(const struct release_job *job, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '[');
	for (size_t i = 0; i < job->n_files; i++) {
		jw_open(&w, '{');
		jw_kstr(&w, "path", job->files[i].path);
		jw_kint(&w, "bytes", job->files[i].bytes);
		jw_kstr(&w, "sha256", job->files[i].sha256);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_done(&w);
}

static void print_split(const struct release_job *job, int s)
{
	const struct release_counts *c = &job->about.split[s];

	printf("%-9s %" PRId64 " questions on %" PRId64 " passages of %" PRId64 " documents", release_split_name[s],
	       c->questions, c->passages, c->documents);
	if (c->target >= 0)
		printf(" (%" PRId64 " wanted, %" PRId64 " available)", c->target, c->available);
	putchar('\n');
}

/* What post-processing left out, a line each step that was taken. */
static void print_tidied(const struct release_tidied *t)
{
	const char *head = "left out ";

	if (t->malformed_questions >= 0) {
		printf("%s %" PRId64 " questions and %" PRId64 " answers of others are malformed\n", head,
		       t->malformed_questions, t->malformed_answers);
		head = "         ";
	}
	if (t->open_documents >= 0) {
		printf("%s %" PRId64 " documents with %" PRId64 " questions are not whole\n", head, t->open_documents,
		       t->open_questions);
		head = "         ";
	}
	if (t->few_documents >= 0)
		printf("%s %" PRId64 " documents with %" PRId64 " questions have fewer than %" PRId64 " a paragraph\n",
		       head, t->few_documents, t->few_questions, t->few_least);
}

static void print_summary(const struct release_job *job)
{
	const struct release_about *a = &job->about;

	printf("release   %s@%s as of %s, seed %s\n", a->name, a->version, a->as_of, a->seed);
	if (a->provisional)
		printf("          provisional: %" PRId64 " votes were missing on %" PRId64 " questions\n",
		       a->missing_votes, a->missing_questions);
	for (int s = 0; s < RELEASE_SPLITS; s++)
		print_split(job, s);
	for (size_t i = 0; i < a->n_parts; i++)
		print_tidied(&a->parts[i].tidied);
	printf("files     %zu in %s\n", job->n_files, job->out);
	printf("time      writing %.1f s (%.0f questions a second), checking %.1f s\n", job->export_s,
	       (double)job->rows / (job->export_s > 0 ? job->export_s : 1), job->check_s);
	fflush(stdout);
	for (int s = 0; s < RELEASE_SPLITS; s++) {
		if (a->split[s].target > a->split[s].questions)
			fprintf(stderr,
				"beatctl: %s has %" PRId64 " of the %" PRId64 " questions wanted: %" PRId64
				" too few.\n",
				release_split_name[s], a->split[s].questions, a->split[s].target,
				a->split[s].target - a->split[s].questions);
		if (a->split[s].mrqa_left_out > 0)
			fprintf(stderr,
				"beatctl: %" PRId64
				" questions of %s are not in MRQA: their answers lie beyond its 800 tokens.\n",
				a->split[s].mrqa_left_out, release_split_name[s]);
	}
	gate_tell(stderr, job->gate);
}

static void print_json(const struct release_job *job)
{
	struct buf out = BUF_INIT, files = BUF_INIT;
	struct rusage usage;
	struct jw w;

	write_files(job, &files);
	jw_init(&w, &out);
	jw_open(&w, '{');
	jw_kint(&w, "id", job->id);
	jw_kstr(&w, "name", job->about.name);
	jw_kstr(&w, "version", job->about.version);
	jw_kbool(&w, "provisional", job->about.provisional);
	jw_kstr(&w, "as_of", job->about.as_of);
	jw_kstr(&w, "folder", job->out);
	jw_kint(&w, "questions", job->rows);
	jw_knum(&w, "export_seconds", job->export_s);
	jw_knum(&w, "check_seconds", job->check_s);
	if (getrusage(RUSAGE_SELF, &usage) == 0)
		jw_kint(&w, "memory_bytes", (int64_t)usage.ru_maxrss * 1024);
	if (job->gate != NULL)
		gate_json(&w, job->gate);
	jw_key(&w, "files");
	jw_raw(&w, files.p, files.n);
	jw_close(&w, '}');
	puts(out.p);
	buf_release(&out);
	buf_release(&files);
}

/* --- writing */

static int refuse(struct release_job *job)
{
	struct buf report = BUF_INIT;
	struct pg_rows *rows;

	write_report(job, &report);
	release_files_drop(job);
	cli_progress_end(&job->bar);
	fprintf(stderr, "beatctl: %s@%s is not fit to be released:\n", job->about.name, job->about.version);
	gate_tell(stderr, job->gate);
	if (!job->ready) {
		rows =
		    pg_query(job->side, q_release_fail(.release = job->id, .report = report.p, .actor = cli_actor()));
		pg_rows_free(&rows);
	}
	buf_release(&report);
	return cli_fail("nothing was written; %" PRIu64 " %s to be put right first.", gate_findings(job->gate),
			gate_findings(job->gate) == 1 ? "finding has" : "findings have");
}

static int put_in_place(struct release_job *job)
{
	int rc;

	release_step(job, "publishing", 0, 0);
	if (!folder_exists(job->out))
		return release_files_publish(job);
	rc = is_what_was_made(job);
	if (rc == CLI_OK) {
		char err[FOLDER_ERR_MAX], sha256[65];
		int64_t bytes;
		int fd;

		release_files_drop(job);
		if (folder_open(job->out, &fd, err) != 0 || folder_digest(fd, "MANIFEST", &bytes, sha256, err) != 0)
			return cli_fail("%s.", err);
		close(fd);
		rc = release_files_note(job, "MANIFEST", bytes, sha256);
	}
	return rc;
}

static int make_files(struct release_job *job)
{
	int rc = release_files_open(job);

	job->gate = gate_new(job->about.combined, job->side);
	if (rc == CLI_OK)
		rc = release_export(job);
	if (rc == CLI_OK)
		rc = release_export_attempts(job);
	if (rc == CLI_OK)
		rc = release_reread(job);
	if (rc == CLI_OK && !gate_passed(job->gate))
		return refuse(job);
	if (rc == CLI_OK)
		rc = release_docs(job);
	if (rc == CLI_OK)
		rc = put_in_place(job);
	return rc;
}

static int tell_ready(struct release_job *job)
{
	struct buf report = BUF_INIT, files = BUF_INIT;
	struct pg_rows *rows;

	write_report(job, &report);
	write_files(job, &files);
	rows = pg_query(
	    job->side, q_release_ready(.release = job->id, .report = report.p, .files = files.p, .actor = cli_actor()));
	buf_release(&report);
	buf_release(&files);
	if (rows == NULL)
		return cli_fail("the files are in %s, but the database does not know yet: run the same command again.",
				job->out);
	pg_rows_free(&rows);
	return CLI_OK;
}

/* So that the dashboard can say why nothing happens; the release can be gone on with. */
static void tell_trouble(struct release_job *job)
{
	const char *why = cli_last_failure();
	struct pg_rows *rows;

	if (job->ready || job->about.name == NULL || why == NULL)
		return;
	rows = pg_query(job->side,
			q_release_trouble(.name = job->about.name, .version = job->about.version, .sentence = why));
	pg_rows_free(&rows);
}

static int write_release(int64_t id, const char *out, bool json)
{
	struct release_job job = {0};
	int rc = release_load(&job, id, out);

	if (rc == CLI_OK)
		rc = check_out(job.out);
	if (rc == CLI_OK && job.ready && folder_exists(job.out)) {
		rc = is_published(&job);
		if (rc == CLI_OK && json)
			print_json(&job);
		else if (rc == CLI_OK)
			printf("%s@%s is in %s already, as it was published\n", job.about.name, job.about.version,
			       job.out);
	} else if (rc == CLI_OK) {
		rc = make_files(&job);
		if (rc == CLI_OK && !job.ready)
			rc = tell_ready(&job);
		cli_progress_end(&job.bar);
		if (rc == CLI_OK && json)
			print_json(&job);
		else if (rc == CLI_OK)
			print_summary(&job);
	}
	if (rc != CLI_OK)
		tell_trouble(&job);
	release_unload(&job);
	return rc;
}

/* --- the order */

/* "squad, hf" as a JSON array; NULL stays NULL. */
static char *list_json(const char *words)
{
	struct buf out = BUF_INIT;
	struct jw w;

	if (words == NULL)
		return NULL;
	jw_init(&w, &out);
	jw_open(&w, '[');
	for (;;) {
		size_t n = strcspn(words += strspn(words, " "), ","), shown = n;

		while (shown > 0 && words[shown - 1] == ' ')
			shown--;
		if (shown > 0)
			jw_strn(&w, words, shown);
		if (words[n] == '\0')
			break;
		words += n + 1;
	}
	jw_close(&w, ']');
	return buf_detach(&out);
}

/* Of a project, or of releases if some are named. */
static struct pg_rows *freeze(struct pg *pg, const char *name, const struct release_order *o)
{
	char *formats = list_json(o->formats), *of = list_json(o->of), *cites = NULL;
	struct pg_rows *rows;
	bool left = release_cites_read(o->cites, &cites) == CLI_OK;

	if (left && o->anew) {
		static const char why[] =
		    "{\"gate\":[{\"check\":\"build\",\"ok\":false,\"sentence\":\"It was begun anew before it was "
		    "ready.\",\"fix\":null,\"examples\":[]}]}";

		rows = pg_query(
		    pg, q_release_abandon(.name = name, .version = o->version, .report = why, .actor = cli_actor()));
		left = rows != NULL;
		pg_rows_free(&rows);
	}
	if (left && of == NULL && o->as_of == NULL) { /* of now: with what the votes come to now */
		rows = pg_query(pg, q_admin_validation_settle(.project = name));
		left = rows != NULL;
		pg_rows_free(&rows);
	}
	rows = !left ? NULL
		     : pg_query(pg, of == NULL
					? q_release_build(.project = name, .version = o->version, .seed = o->seed,
							  .licence = o->licence, .formats = formats, .as_of = o->as_of,
							  .provisional = o->provisional, .actor = cli_actor(),
							  .cites = cites)
					: q_release_combine(.name = name, .version = o->version, .parts = of,
							    .seed = o->seed, .licence = o->licence, .formats = formats,
							    .actor = cli_actor(), .cites = cites));
	free(cites);
	free(formats);
	free(of);
	return rows;
}

static int freeze_and_write(const char *name, const struct release_order *o)
{
	struct pg *pg = check_out(o->out) == CLI_OK ? cli_db() : NULL;
	struct pg_rows *rows = pg != NULL ? freeze(pg, name, o) : NULL;
	int rc = CLI_FAILED;

	pg_close(&pg);
	if (rows != NULL)
		rc = write_release(q_release_reference_row(rows, 0).id, o->out, o->json);
	pg_rows_free(&rows);
	return rc;
}

int release_make(const char *name, const struct release_order *order)
{
	return freeze_and_write(name, order);
}

int release_write(const char *release, const char *out, bool json)
{
	struct pg_rows *rows = NULL;
	struct pg *pg = cli_db();
	int rc = CLI_FAILED;

	if (pg != NULL)
		rows = pg_query(pg, q_release_named(.reference = release));
	pg_close(&pg);
	if (rows != NULL && strcmp(q_release_named_row(rows, 0).state, "failed") == 0)
		cli_fail("%s failed; build it again ('beatctl release show %s' says what to put right).", release,
			 release);
	else if (rows != NULL)
		rc = write_release(q_release_named_row(rows, 0).id, out, json);
	pg_rows_free(&rows);
	return rc;
}
