/* lab_out: a file that is made, and the record of how: see lab.h. */
#include "beat/lab.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/folder.h"

struct lab_out {
	FILE *file;
	char *path, *partial; /* NULL: standard output */
	int64_t bytes;
	struct crypto_digest *digest;
};

static int lab_fails(char err[LAB_ERR_MAX], const char *doing, const char *path)
{
	snprintf(err, LAB_ERR_MAX, "%s: could not be %s: %s.", path != NULL ? path : "standard output", doing,
		 strerror(errno));
	return -1;
}

struct lab_out *lab_out_open(const char *path, char err[LAB_ERR_MAX])
{
	struct lab_out *out = xcalloc(1, sizeof(*out));
	struct buf partial = BUF_INIT;

	out->file = stdout;
	out->digest = crypto_digest_new();
	if (path == NULL)
		return out;
	buf_addf(&partial, "%s~", path);
	out->path = xstrdup(path);
	out->partial = buf_detach(&partial);
	out->file = fopen(out->partial, "wb");
	if (out->file == NULL) {
		lab_fails(err, "written", path);
		lab_out_abandon(&out);
	}
	return out;
}

int lab_out_write(struct lab_out *out, struct buf *b, char err[LAB_ERR_MAX])
{
	if (b->n > 0 && fwrite(b->p, 1, b->n, out->file) != b->n)
		return lab_fails(err, "written", out->path);
	out->bytes += (int64_t)b->n;
	crypto_digest_add(out->digest, b->p, b->n);
	buf_clear(b);
	return 0;
}

const char *lab_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

int lab_input_read(struct lab_input *in, const char *path, char err[LAB_ERR_MAX])
{
	char *real = realpath(path, NULL); /* a digest is of a file, not of a link to it */
	int rc;

	*in = (struct lab_input){.path = path};
	rc = folder_digest(AT_FDCWD, real != NULL ? real : path, &in->bytes, in->sha256, err);
	free(real);
	return rc;
}

static void lab_record_file(struct jw *w, const char *path, int64_t bytes, const char *sha256)
{
	jw_open(w, '{');
	jw_kstr(w, "name", lab_base(path));
	jw_kint(w, "bytes", bytes);
	jw_kstr(w, "sha256", sha256);
	jw_close(w, '}');
}

static void lab_record_write(struct buf *b, const struct lab_record *r, const struct lab_out *out, const char *sha256)
{
	struct jw w;

	jw_init(&w, b);
	jw_open(&w, '{');
	jw_kstr(&w, "made_by", "beatctl " BEAT_VERSION);
	jw_kstr(&w, "command", r->command);
	jw_kstr(&w, "seed", r->seed);
	jw_key(&w, "inputs");
	jw_open(&w, '[');
	for (size_t i = 0; i < r->n_inputs; i++)
		lab_record_file(&w, r->inputs[i].path, r->inputs[i].bytes, r->inputs[i].sha256);
	jw_close(&w, ']');
	jw_key(&w, "outputs");
	jw_open(&w, '[');
	lab_record_file(&w, out->path, out->bytes, sha256);
	jw_close(&w, ']');
	jw_kint(&w, "questions", r->questions);
	if (r->notes != NULL && r->notes->n > 0) {
		jw_key(&w, "notes");
		jw_raw(&w, r->notes->p, r->notes->n);
	}
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(b, '\n');
}

static int lab_record_save(const struct lab_out *out, const struct lab_record *r, const char *sha256,
			   char err[LAB_ERR_MAX])
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	FILE *f;
	int rc = 0;

	buf_addf(&path, "%s%s", out->path, LAB_RECORD);
	lab_record_write(&text, r, out, sha256);
	f = fopen(path.p, "wb");
	if (f == NULL || fwrite(text.p, 1, text.n, f) != text.n)
		rc = lab_fails(err, "written", path.p);
	if (f != NULL && fclose(f) != 0)
		rc = lab_fails(err, "written", path.p);
	buf_release(&path);
	buf_release(&text);
	return rc;
}

static int lab_out_end(struct lab_out *out, const struct lab_record *r, const char *sha256, char err[LAB_ERR_MAX])
{
	FILE *file = out->file;

	if (out->path == NULL)
		return fflush(stdout) == 0 ? 0 : lab_fails(err, "written", NULL);
	out->file = NULL;
	if (fclose(file) != 0)
		return lab_fails(err, "written", out->path);
	if (lab_record_save(out, r, sha256, err) != 0)
		return -1;
	return rename(out->partial, out->path) == 0 ? 0 : lab_fails(err, "written", out->path);
}

int lab_out_close(struct lab_out **out, const struct lab_record *record, char err[LAB_ERR_MAX])
{
	char sha256[65];
	int rc;

	crypto_digest_hex(&(*out)->digest, sha256);
	rc = lab_out_end(*out, record, sha256, err);
	if (rc == 0)
		free((*out)->partial);
	if (rc == 0)
		(*out)->partial = NULL;
	lab_out_abandon(out);
	return rc;
}

void lab_out_abandon(struct lab_out **out)
{
	char unused[65];

	if (*out == NULL)
		return;
	if ((*out)->digest != NULL)
		crypto_digest_hex(&(*out)->digest, unused);
	if ((*out)->path != NULL && (*out)->file != NULL)
		fclose((*out)->file);
	if ((*out)->partial != NULL)
		unlink((*out)->partial);
	free((*out)->path);
	free((*out)->partial);
	free(*out);
	*out = NULL;
}
