/* The folder of a release while it is written. NAME@VERSION~partial/.state names the release and
 * every finished file with its digest, a line each; what it does not name is written anew. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "beat/outfile.h"
#include "manifest.h"
#include "release_job.h"

static const char STATE[] = ".state";

/* Whose work it is: files are kept for the very same release only, and the same program. */
static void add_identity(const struct release_job *job, struct buf *out)
{
	const struct release_about *a = &job->about;

	buf_addf(out, "release %s %s %s %s %s %s", a->name, a->version, a->as_of, a->seed, a->licence, BEAT_VERSION);
	for (size_t i = 0; i < a->n_formats; i++)
		buf_addf(out, " %s", a->formats[i]);
	buf_addc(out, '\n');
}

static int append_state(struct release_job *job, const char *line, size_t n, int flags)
{
	int fd = openat(job->folder, STATE, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
	bool done = fd >= 0 && write(fd, line, n) == (ssize_t)n;

	if (!done)
		cli_fail("%s/%s cannot be written: %s.", job->partial, STATE, strerror(errno));
	if (fd >= 0)
		close(fd);
	return done ? CLI_OK : CLI_FAILED;
}

static void remember(struct release_job *job, const char *path, int64_t bytes, const char *sha256)
{
	struct release_file *f;

	job->files = xrealloc(job->files, (job->n_files + 1) * sizeof(*job->files));
	f = &job->files[job->n_files++];
	f->path = xstrdup(path);
	f->bytes = bytes;
	memcpy(f->sha256, sha256, sizeof(f->sha256));
	job->about.files = job->files;
	job->about.n_files = job->n_files;
}

/* "<digest>  <path>": kept if the file still has this digest. */
static void keep_file(struct release_job *job, const char *line, size_t n)
{
	enum { DIGITS = 64 };
	char *copy = xmemdup0(line, n), sha256[65], err[FOLDER_ERR_MAX];
	int64_t bytes;

	if (n > DIGITS + 2 && manifest_path_is_safe(copy + DIGITS + 2) &&
	    folder_digest(job->folder, copy + DIGITS + 2, &bytes, sha256, err) == 0 &&
	    strncmp(copy, sha256, DIGITS) == 0 && !release_files_have(job, copy + DIGITS + 2))
		remember(job, copy + DIGITS + 2, bytes, sha256);
	free(copy);
}

static void keep_files(struct release_job *job, const char *state)
{
	for (const char *line = state, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		unsigned split;
		int64_t n;

		if (sscanf(line, "left out %u %" SCNd64 "\n", &split, &n) == 2 && split < RELEASE_SPLITS)
			job->about.split[split].mrqa_left_out = n;
		else
			keep_file(job, line, (size_t)(end - line));
	}
}

/* Opens ~partial for us alone, until we end; empty if it is not there yet. Another release may want the same one. */
static int take_folder(struct release_job *job)
{
	char err[FOLDER_ERR_MAX];

	if (folder_make(job->partial, err) != 0 || folder_open(job->partial, &job->folder, err) != 0)
		return cli_fail("%s.", err);
	if (flock(job->folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return cli_fail("%s is being written by another process; wait for it to end, or choose another --out.",
				job->partial);
	return CLI_OK;
}

/* What a build left, in any state: it has .state until it has a MANIFEST. */
static bool is_ours(struct release_job *job)
{
	return faccessat(job->folder, STATE, F_OK, 0) == 0 || faccessat(job->folder, "MANIFEST", F_OK, 0) == 0 ||
	       folder_is_empty(job->partial);
}

/* What another build left goes, what is not ours stays. Who is killed meanwhile leaves it ours, and to be emptied. */
static int empty_folder(struct release_job *job)
{
	static const char mark[] = "being emptied\n";
	char err[FOLDER_ERR_MAX];

	if (!is_ours(job))
		return cli_fail("%s is there, and not from a build. Move it away, or choose another --out.",
				job->partial);
	if (append_state(job, mark, sizeof(mark) - 1, O_TRUNC) != CLI_OK)
		return CLI_FAILED;
	return folder_clear(job->partial, STATE, err) != 0 ? cli_fail("%s.", err) : CLI_OK;
}

int release_files_open(struct release_job *job)
{
	struct buf identity = BUF_INIT, state = BUF_INIT;
	char err[FOLDER_ERR_MAX];
	int rc = take_folder(job);

	add_identity(job, &identity);
	if (rc == CLI_OK && folder_read(job->folder, STATE, &state, RELEASE_STATE_MAX, err) == 0 &&
	    state.n >= identity.n && memcmp(state.p, identity.p, identity.n) == 0) {
		keep_files(job, state.p + identity.n);
	} else if (rc == CLI_OK) {
		rc = empty_folder(job);
		if (rc == CLI_OK)
			rc = append_state(job, identity.p, identity.n, O_TRUNC);
	}
	buf_release(&identity);
	buf_release(&state);
	return rc;
}

bool release_files_have(const struct release_job *job, const char *path)
{
	for (size_t i = 0; i < job->n_files; i++) {
		if (strcmp(job->files[i].path, path) == 0)
			return true;
	}
	return false;
}

int release_files_note(struct release_job *job, const char *path, int64_t bytes, const char *sha256)
{
	remember(job, path, bytes, sha256);
	return CLI_OK;
}

int release_files_add(struct release_job *job, const char *path, int64_t bytes, const char *sha256)
{
	const char *before = json_string_value(json_object_get(job->published, path));
	struct buf line = BUF_INIT;
	int rc;

	if (job->ready && (before == NULL || strcmp(before, sha256) != 0))
		return cli_fail(
		    "%s came out differently from what was published (digest %s, published %s): this program is "
		    "not the one that wrote it (version %s), or the database was changed by hand. Nothing was "
		    "replaced.",
		    path, sha256, before != NULL ? before : "none", job->about.code_version);
	remember(job, path, bytes, sha256);
	buf_addf(&line, "%s  %s\n", sha256, path);
	rc = append_state(job, line.p, line.n, O_APPEND);
	buf_release(&line);
	return rc;
}

int release_files_left_out(struct release_job *job, enum release_split split, int64_t n)
{
	struct buf line = BUF_INIT;
	int rc;

	job->about.split[split].mrqa_left_out = n;
	buf_addf(&line, "left out %u %" PRId64 "\n", (unsigned)split, n);
	rc = append_state(job, line.p, line.n, O_APPEND);
	buf_release(&line);
	return rc;
}

int release_files_put(struct release_job *job, const char *path, const struct buf *bytes)
{
	char err[OUTFILE_ERR_MAX], sha256[65];
	struct outfile *f = outfile_open(job->folder, path, false, err);
	int64_t n;

	if (f == NULL)
		return cli_fail("in %s: %s.", job->partial, err);
	outfile_write(f, bytes->p, bytes->n);
	if (outfile_close(&f, &n, sha256, err) != 0)
		return cli_fail("in %s: %s.", job->partial, err);
	return release_files_add(job, path, n, sha256);
}

int release_files_publish(struct release_job *job)
{
	struct buf manifest = BUF_INIT;
	char err[FOLDER_ERR_MAX];
	int rc;

	manifest_sort(job->files, job->n_files);
	manifest_write(&manifest, job->about.provisional, job->files, job->n_files);
	rc = release_files_put(job, "MANIFEST", &manifest);
	buf_release(&manifest);
	if (rc != CLI_OK)
		return rc;
	if (unlinkat(job->folder, STATE, 0) != 0)
		return cli_fail("%s/%s cannot be removed: %s.", job->partial, STATE, strerror(errno));
	if (folder_publish(job->partial, job->out, err) != 0)
		return cli_fail("%s.", err);
	return CLI_OK;
}

void release_files_drop(struct release_job *job)
{
	char err[FOLDER_ERR_MAX];

	if (job->partial != NULL && folder_remove(job->partial, err) != 0)
		cli_fail("%s.", err);
}
