/* Streams the attempts, won and lost, into attempts/SPLIT.jsonl. They come HIT by HIT; what
 * links them (number, chain, turn, the one before) is counted on the way, and workers and
 * HITs get names that only this release's key can make. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/outfile.h"
#include "release_cmd.h"

enum { FLUSH_BYTES = 64 * 1024, STEP_ROWS = 2048, ID_LENGTH = 40, PSEUDONYM_BYTES = 8 };

/* The columns of release_attempt_rows. */
enum {
	ID,
	HIT,
	WORKER,
	QUESTION,
	ANSWER,
	START,
	END,
	MODEL,
	MODEL_VERSION,
	MODEL_ANSWER,
	MODEL_START,
	MODEL_END,
	MODEL_SCORE,
	SHARED,
	MODEL_TOKENS,
	HUMAN_TOKENS,
	THRESHOLD,
	WON,
	IN_RELEASE,
	SECONDS,
	TITLE,
	CONTEXT,
	COLUMNS
};

struct attempts {
	struct release_job *job;
	struct outfile *file;
	struct buf out;
	struct release_attempt a; /* the one being written; what links it to the one before is still in it */
	char hit_id[ID_LENGTH + 1], before[ID_LENGTH + 1];
	struct buf title, context; /* of the passage at hand */
	int64_t lines;
};

static struct release_text text_of(struct pg_field f)
{
	return (struct release_text){f.p, f.n};
}

static void pseudonym(const struct attempts *x, struct pg_field of, char out[2 * PSEUDONYM_BYTES + 1])
{
	uint8_t mac[CRYPTO_SHA256_LEN];

	crypto_hmac_sha256(x->job->key, sizeof(x->job->key), of.p, of.n, mac);
	crypto_hex(mac, PSEUDONYM_BYTES, out);
}

static void set_passage(struct attempts *x, const struct pg_field f[COLUMNS])
{
	if (f[CONTEXT].p != NULL) {
		buf_clear(&x->title);
		buf_add(&x->title, f[TITLE].p, f[TITLE].n);
		buf_clear(&x->context);
		buf_add(&x->context, f[CONTEXT].p, f[CONTEXT].n);
	}
	x->a.title = (struct release_text){x->title.p, x->title.n};
	x->a.context = (struct release_text){x->context.p, x->context.n};
}

static void set_links(struct attempts *x, const struct pg_field f[COLUMNS])
{
	struct release_attempt *a = &x->a;

	if (f[HIT].n != ID_LENGTH || memcmp(x->hit_id, f[HIT].p, ID_LENGTH) != 0) {
		memcpy(x->hit_id, f[HIT].p, f[HIT].n < ID_LENGTH ? f[HIT].n : ID_LENGTH);
		pseudonym(x, f[HIT], a->hit);
		pseudonym(x, f[WORKER], a->worker);
		a->seq = a->chain = a->turn = 1;
		a->previous = (struct release_text){x->before, 0};
		return;
	}
	a->seq++;
	a->chain += a->won; /* a->won is still that of the attempt before */
	a->turn = a->won ? 1 : a->turn + 1;
	a->previous = (struct release_text){x->before, a->won ? 0 : ID_LENGTH};
}

static void set_answers(struct release_attempt *a, const struct pg_field f[COLUMNS])
{
	a->id = text_of(f[ID]);
	a->question = text_of(f[QUESTION]);
	a->answer = text_of(f[ANSWER]);
	a->answer_start = (size_t)pg_field_int(f[START]);
	a->answer_end = (size_t)pg_field_int(f[END]);
	a->model = text_of(f[MODEL]);
	a->model_version = text_of(f[MODEL_VERSION]);
	a->model_answer = text_of(f[MODEL_ANSWER]);
	a->has_model_span = f[MODEL_START].p != NULL && f[MODEL_END].p != NULL;
	a->has_model_score = f[MODEL_SCORE].p != NULL;
	a->model_start = (size_t)pg_field_int(f[MODEL_START]);
	a->model_end = (size_t)pg_field_int(f[MODEL_END]);
	a->model_score = pg_field_double(f[MODEL_SCORE]);
	a->shared = (int)pg_field_int(f[SHARED]);
	a->model_tokens = (int)pg_field_int(f[MODEL_TOKENS]);
	a->human_tokens = (int)pg_field_int(f[HUMAN_TOKENS]);
	a->threshold_permille = (int)pg_field_int(f[THRESHOLD]);
	a->won = pg_field_bool(f[WON]);
	a->in_release = pg_field_bool(f[IN_RELEASE]);
	a->seconds = (int)pg_field_int(f[SECONDS]);
}

static void add_row(struct attempts *x, const struct pg_field f[COLUMNS])
{
	set_passage(x, f);
	set_links(x, f);
	set_answers(&x->a, f);
	release_attempt_write(&x->a, &x->out);
	memcpy(x->before, f[ID].p, f[ID].n < ID_LENGTH ? f[ID].n : ID_LENGTH);
	if (x->out.n >= FLUSH_BYTES) {
		outfile_write(x->file, x->out.p, x->out.n);
		buf_clear(&x->out);
	}
}

static int64_t expected(struct attempts *x)
{
	struct pg_rows *rows =
	    pg_query(x->job->pg, Q_RELEASE_ATTEMPT_COUNT, (const char *[]){x->job->id, release_split_name[x->a.split]});
	int64_t n = rows != NULL ? pg_int(rows, 0, 0) : -1;

	pg_rows_free(&rows);
	return n;
}

static int stream(struct attempts *x, int64_t total)
{
	struct pg_field fields[COLUMNS];
	void *row;
	int got;

	if (pg_stream_begin(x->job->pg, Q_RELEASE_ATTEMPT_ROWS,
			    (const char *[]){x->job->id, release_split_name[x->a.split]}) != 0)
		return CLI_FAILED;
	while ((got = pg_stream_row(x->job->pg, &row, fields, COLUMNS)) > 0) {
		add_row(x, fields);
		pg_stream_free(row);
		if (++x->lines % STEP_ROWS == 0)
			release_step(x->job, "writing attempts", x->lines, total);
	}
	outfile_write(x->file, x->out.p, x->out.n);
	return got == 0 ? CLI_OK : CLI_FAILED;
}

static int export_split(struct release_job *job, enum release_split split, const char *path)
{
	struct attempts x = {.job = job, .a.split = split};
	char err[OUTFILE_ERR_MAX], sha256[65];
	int64_t bytes, total = expected(&x);
	int rc = CLI_FAILED;

	x.file = total >= 0 ? outfile_open(job->folder, path, false, err) : NULL;
	if (total >= 0 && x.file == NULL)
		cli_fail("in %s: %s.", job->partial, err);
	if (x.file != NULL && stream(&x, total) == CLI_OK) {
		if (outfile_close(&x.file, &bytes, sha256, err) != 0)
			cli_fail("in %s: %s.", job->partial, err);
		else
			rc = release_files_add(job, path, bytes, sha256);
	}
	outfile_abandon(&x.file);
	buf_release(&x.out);
	buf_release(&x.title);
	buf_release(&x.context);
	return rc;
}

int release_export_attempts(struct release_job *job)
{
	struct buf path = BUF_INIT;
	int rc = CLI_OK;

	if (!release_has_format(&job->about, "attempts"))
		return CLI_OK;
	for (int s = 0; s < RELEASE_SPLITS && rc == CLI_OK; s++) {
		buf_clear(&path);
		release_attempts_path(&path, s);
		if (!release_files_have(job, path.p))
			rc = export_split(job, s, path.p);
	}
	buf_release(&path);
	return rc;
}
