/* Streams the attempts, won and lost, into attempts/SPLIT.jsonl. They come HIT by HIT; what
 * links them (number, chain, turn, the one before) is counted on the way, and workers and
 * HITs get names that only this release's key can make. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/outfile.h"
#include "release_job.h"

enum { FLUSH_BYTES = 64 * 1024, STEP_ROWS = 2048, ID_LENGTH = 40, PSEUDONYM_BYTES = 8 };

struct attempts {
	struct release_job *job;
	struct outfile *file;
	struct buf out;
	struct release_attempt a; /* the one being written; what links it to the one before is still in it */
	char hit_id[ID_LENGTH + 1], before[ID_LENGTH + 1];
	struct buf title, context; /* of the passage at hand */
	int64_t lines;
};

static void pseudonym(const struct attempts *x, const char *of, size_t n, char out[2 * PSEUDONYM_BYTES + 1])
{
	uint8_t mac[CRYPTO_SHA256_LEN];

	crypto_hmac_sha256(x->job->key, sizeof(x->job->key), of, n, mac);
	crypto_hex(mac, PSEUDONYM_BYTES, out);
}

static void set_passage(struct attempts *x, const struct q_release_attempt_rows_row *row)
{
	if (row->text != NULL) {
		buf_clear(&x->title);
		buf_add(&x->title, row->title, row->title_len);
		buf_clear(&x->context);
		buf_add(&x->context, row->text, row->text_len);
	}
	x->a.title = (struct release_text){x->title.p, x->title.n};
	x->a.context = (struct release_text){x->context.p, x->context.n};
}

static void set_links(struct attempts *x, const struct q_release_attempt_rows_row *row)
{
	struct release_attempt *a = &x->a;

	if (row->hit_len != ID_LENGTH || memcmp(x->hit_id, row->hit, ID_LENGTH) != 0) {
		memcpy(x->hit_id, row->hit, row->hit_len < ID_LENGTH ? row->hit_len : ID_LENGTH);
		pseudonym(x, row->hit, row->hit_len, a->hit);
		pseudonym(x, row->worker, row->worker_len, a->worker);
		a->seq = a->chain = a->turn = 1;
		a->previous = (struct release_text){x->before, 0};
		return;
	}
	a->seq++;
	a->chain += a->won; /* a->won is still that of the attempt before */
	a->turn = a->won ? 1 : a->turn + 1;
	a->previous = (struct release_text){x->before, a->won ? 0 : ID_LENGTH};
}

static void set_answers(struct release_attempt *a, const struct q_release_attempt_rows_row *row)
{
	a->id = (struct release_text){row->id, row->id_len};
	a->question = (struct release_text){row->question, row->question_len};
	a->answer = (struct release_text){row->answer_text, row->answer_text_len};
	a->answer_start = (size_t)row->answer_start;
	a->answer_end = (size_t)row->answer_end;
	a->model = (struct release_text){row->model, row->model_len};
	a->model_version = (struct release_text){row->model_version, row->model_version_len};
	a->model_answer = (struct release_text){row->model_answer, row->model_answer_len};
	a->has_model_span = row->model_start.given && row->model_end.given;
	a->has_model_score = row->model_score.given;
	a->model_start = (size_t)row->model_start.n;
	a->model_end = (size_t)row->model_end.n;
	a->model_score = row->model_score.n;
	a->shared = (int)row->shared.n;
	a->model_tokens = (int)row->model_tokens.n;
	a->human_tokens = (int)row->human_tokens.n;
	a->threshold_permille = row->threshold_permille;
	a->adversaries = (struct release_text){row->adversaries, row->adversaries_len};
	a->agreement = (struct release_text){row->agreement, row->agreement_len};
	a->plain = row->plain;
	a->won = row->won;
	a->in_release = row->in_release;
	a->seconds = row->seconds;
}

static void add_row(struct attempts *x, const struct q_release_attempt_rows_row *row)
{
	set_passage(x, row);
	set_links(x, row);
	set_answers(&x->a, row);
	release_attempt_write(&x->a, &x->out);
	memcpy(x->before, row->id, row->id_len < ID_LENGTH ? row->id_len : ID_LENGTH);
	if (x->out.n >= FLUSH_BYTES) {
		outfile_write(x->file, x->out.p, x->out.n);
		buf_clear(&x->out);
	}
}

static int64_t expected(struct attempts *x)
{
	struct pg_rows *rows = pg_query(
	    x->job->pg, q_release_attempt_count(.release = x->job->id, .split = release_split_name[x->a.split]));
	int64_t n = rows != NULL ? q_release_attempt_count_row(rows, 0).attempts : -1;

	pg_rows_free(&rows);
	return n;
}

static int stream(struct attempts *x, int64_t total)
{
	struct q_release_attempt_rows_row row;
	void *bytes;
	int got;

	if (pg_stream_begin(x->job->pg, q_release_attempt_rows(.release = x->job->id,
							       .split = release_split_name[x->a.split])) != 0)
		return CLI_FAILED;
	while ((got = q_release_attempt_rows_next(x->job->pg, &bytes, &row)) > 0) {
		add_row(x, &row);
		pg_stream_free(bytes);
		if (++x->lines % STEP_ROWS == 0)
			release_step(x->job, "writing attempts", x->lines, total);
	}
	outfile_write(x->file, x->out.p, x->out.n);
	return got == 0 ? CLI_OK : CLI_FAILED;
}

static int export_split(struct release_job *job, enum release_split split, const char *path)
{
	struct attempts x = {
	    .job = job, .a.split = split, .a.several = job->about.several, .a.further = job->about.further};
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
