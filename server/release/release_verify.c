/* beatctl release verify: a folder, however it came here, against its own MANIFEST, the rules
 * of the gate, and the database if there is one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/dataset.h"
#include "beat/release_make.h"
#include "manifest.h"
#include "release_folder.h"
#include "release_job.h"

int release_folder_open(struct release_folder *f, const char *path)
{
	char err[FOLDER_ERR_MAX], why[MANIFEST_ERR_MAX];

	*f = (struct release_folder){.path = path, .fd = -1};
	if (folder_open(path, &f->fd, err) != 0 ||
	    folder_read(f->fd, "MANIFEST", &f->manifest, RELEASE_STATE_MAX, err) != 0)
		return cli_fail("%s is no release: %s.", path, err);
	crypto_sha256_hex(f->manifest.p, f->manifest.n, f->manifest_sha256);
	if (manifest_parse(f->manifest.p, &f->files, &f->n, why) != 0)
		return cli_fail("%s/MANIFEST: %s.", path, why);
	return CLI_OK;
}

void release_folder_close(struct release_folder *f)
{
	if (f->fd >= 0)
		close(f->fd);
	buf_release(&f->manifest);
	free(f->files);
	f->files = NULL;
}

static bool lists_file(const struct release_folder *f, const char *file)
{
	for (size_t i = 0; i < f->n; i++) {
		if (strcmp(f->files[i].path, file) == 0)
			return true;
	}
	return false;
}

/* The listed file in a folder of any name: "/dev.json" finds "dbidaf/dev.json". */
static const char *listed_ending(const struct release_folder *f, const char *end)
{
	for (size_t i = 0; i < f->n; i++) {
		size_t n = strlen(f->files[i].path), m = strlen(end);

		if (n >= m && strcmp(f->files[i].path + n - m, end) == 0)
			return f->files[i].path;
	}
	return NULL;
}

size_t release_folder_data(const struct release_folder *f, enum release_split split,
			   const char *paths[RELEASE_FOLDER_DATA])
{
	char ends[RELEASE_FOLDER_DATA][40];
	size_t n = 0;

	snprintf(ends[0], sizeof(ends[0]), "/%s.json", release_split_name[split]);
	snprintf(ends[1], sizeof(ends[1]), "data/%s.jsonl", release_split_hub[split]);
	snprintf(ends[2], sizeof(ends[2]), "mrqa/%s.jsonl.gz", release_split_name[split]);
	for (size_t i = 0; i < RELEASE_FOLDER_DATA; i++) {
		const char *path = listed_ending(f, ends[i]);

		if (path != NULL)
			paths[n++] = path;
	}
	return n;
}

struct verify {
	struct release_folder folder;
	struct gate *gate;
	const char *path;
	bool first;
	int64_t questions, of_split[RELEASE_SPLITS];
	int64_t faults; /* found by other means than the gate */
	struct cli_progress bar;
};

static void tell(struct verify *v, const char *what, const char *path)
{
	cli_progress_end(&v->bar);
	v->faults++;
	fflush(stdout);
	fputs("  ", stderr);
	cli_put_text(stderr, path);
	fprintf(stderr, " %s\n", what);
}

static void check_digests(struct verify *v)
{
	char err[FOLDER_ERR_MAX], sha256[65];
	int64_t bytes;

	v->bar = (struct cli_progress){.what = "digests", .total = (long long)v->folder.n};
	for (size_t i = 0; i < v->folder.n; i++) {
		const struct release_file *f = &v->folder.files[i];

		cli_progress_show(&v->bar, (long long)i);
		if (folder_digest(v->folder.fd, f->path, &bytes, sha256, err) != 0)
			tell(v, "is missing or cannot be read", f->path);
		else if (strcmp(sha256, f->sha256) != 0)
			tell(v, "is not what the MANIFEST says: it was changed or damaged", f->path);
	}
	cli_progress_end(&v->bar);
}

static int check_listed(void *arg, const char *file)
{
	struct verify *v = arg;

	if (strcmp(file, "MANIFEST") != 0 && !lists_file(&v->folder, file))
		tell(v, "is not in the MANIFEST", file);
	return 0;
}

static int release_verify_on_passage(void *arg, const struct dataset_passage *p)
{
	struct verify *v = arg;

	v->questions += (int64_t)p->n_questions;
	if (p->article->title == NULL)
		gate_find(v->gate, GATE_COUNTS, "%s has an article without a title", v->path);
	else if (v->first)
		gate_passage(v->gate, p);
	else
		gate_spans(v->gate, p, v->path);
	return 0;
}

static int read_split(struct verify *v, enum release_split split)
{
	const char *paths[RELEASE_FOLDER_DATA];
	size_t n = release_folder_data(&v->folder, split, paths);

	gate_split(v->gate, split);
	for (size_t i = 0; i < n; i++) {
		bool cut = strncmp(paths[i], "mrqa/", 5) == 0; /* leaves questions out, in its own contexts */

		v->path = paths[i];
		v->first = i == 0;
		v->questions = 0;
		if (release_read_file(v->folder.path, paths[i], release_verify_on_passage, v) != 0)
			return CLI_FAILED;
		if (i == 0)
			v->of_split[split] = v->questions;
		else if (!cut && v->questions != v->of_split[split])
			gate_find(v->gate, GATE_COUNTS, "%s holds %" PRId64 " questions, %s %" PRId64, paths[0],
				  v->of_split[split], paths[i], v->questions);
	}
	return CLI_OK;
}

/* Which release of the database it is, by the digest of its MANIFEST; "" if none. */
static int find_release(struct verify *v, struct pg *pg, const char *of)
{
	struct pg_rows *rows =
	    pg_query(pg, q_release_of_manifest(.sha256 = v->folder.manifest_sha256, .reference = of));
	struct pg_rows *counts = NULL;
	bool found = rows != NULL && pg_rows_count(rows) == 1;

	if (rows == NULL)
		return CLI_FAILED;
	if (!found && of != NULL)
		tell(v, "is not the MANIFEST that was published with that release", "MANIFEST");
	else if (!found)
		printf("database  no release of this database has this MANIFEST\n");
	if (found) {
		struct q_release_reference_row row = q_release_reference_row(rows, 0);

		printf("database  it is %s@%s, as published\n", row.name, row.version);
		counts = pg_query(pg, q_release_counts(.release = row.id));
	}
	for (int s = 0; counts != NULL && s < RELEASE_SPLITS; s++) {
		int64_t questions = q_release_counts_row(counts, s).questions;

		if (questions != v->of_split[s])
			gate_find(v->gate, GATE_COUNTS, "%s: the files hold %" PRId64 ", the database %" PRId64,
				  release_split_name[s], v->of_split[s], questions);
	}
	pg_rows_free(&rows);
	pg_rows_free(&counts);
	return CLI_OK;
}

static int verify_folder(struct verify *v, struct pg *pg, const char *of)
{
	static const enum release_split order[] = {RELEASE_TEST, RELEASE_DEV, RELEASE_TRAIN};
	char err[FOLDER_ERR_MAX];
	int rc = CLI_OK;

	check_digests(v);
	if (folder_walk(v->folder.path, check_listed, v, err) != 0)
		return cli_fail("%s.", err);
	if (v->faults > 0)
		return cli_fail("%s is damaged: %" PRId64 " %s not as the MANIFEST says.", v->folder.path, v->faults,
				v->faults == 1 ? "file is" : "files are");
	for (size_t i = 0; i < ARRAY_LEN(order) && rc == CLI_OK; i++)
		rc = read_split(v, order[i]);
	gate_end(v->gate);
	if (rc == CLI_OK && pg != NULL)
		rc = find_release(v, pg, of);
	if (rc != CLI_OK)
		return rc;
	if (v->faults > 0 || !gate_passed(v->gate)) {
		gate_tell(stderr, v->gate);
		return cli_fail("%s is not sound.", v->folder.path);
	}
	printf("%s is sound: %zu files, train %" PRId64 ", dev %" PRId64 ", test %" PRId64 " questions\n",
	       v->folder.path, v->folder.n, v->of_split[RELEASE_TRAIN], v->of_split[RELEASE_DEV],
	       v->of_split[RELEASE_TEST]);
	return CLI_OK;
}

int release_verify(const char *folder, const char *of)
{
	const char *uri = getenv("BEAT_DB");
	struct verify v = {0};
	struct pg *pg = NULL;
	int rc;

	if ((of != NULL || (uri != NULL && *uri != '\0')) && (pg = cli_db()) == NULL)
		return CLI_FAILED;
	rc = release_folder_open(&v.folder, folder);
	/* A folder does not tell whether it is combined, so a question that comes twice is no finding here. */
	v.gate = gate_new(true, NULL);
	if (rc == CLI_OK)
		rc = verify_folder(&v, pg, of);
	gate_free(&v.gate);
	release_folder_close(&v.folder);
	pg_close(&pg);
	return rc;
}
