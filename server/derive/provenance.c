/* The record of how a dataset came about. It names no folder, moment or person, so that it has the same bytes wherever
 * the same is done again:
 *
 *   {"made_by": "beatctl 0.5.0", "command": "beatctl dataset halve dev.json --seed 1", "rule": …, "seed": "1",
 *    "inputs": [{"part", "name", "bytes", "sha256", "titles", "passages", "questions", "answers"}],
 *    "outputs": [the same], "notes": [sentences]} */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/release.h"
#include "job.h"

static void put_counts(struct jw *w, const struct job_counts *c)
{
	jw_kint(w, "titles", c->titles);
	jw_kint(w, "passages", c->passages);
	jw_kint(w, "questions", c->questions);
	jw_kint(w, "answers", c->answers);
}

static void put_inputs(struct jw *w, const struct job *j)
{
	jw_key(w, "inputs");
	jw_open(w, '[');
	for (size_t i = 0; i < j->n_inputs; i++) {
		const struct job_input *in = &j->inputs[i];

		jw_open(w, '{');
		jw_kstr(w, "part", in->part);
		jw_kstr(w, "name", in->name);
		jw_kint(w, "bytes", in->bytes);
		jw_kstr(w, "sha256", in->sha256);
		if (in->counts.questions)
			put_counts(w, &in->counts);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void put_outputs(struct jw *w, const struct job *j)
{
	jw_key(w, "outputs");
	jw_open(w, '[');
	for (size_t i = 0; i < j->n_outputs; i++) {
		const char *sha256;
		int64_t bytes;

		derived_file(j->outputs[i], &bytes, &sha256);
		jw_open(w, '{');
		jw_kstr(w, "name", derived_name(j->outputs[i]));
		jw_kstr(w, "format", j->d->format);
		jw_kint(w, "bytes", bytes);
		jw_kstr(w, "sha256", sha256);
		put_counts(w, derived_counts(j->outputs[i]));
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void put_notes(struct jw *w, const struct job *j)
{
	const char *p = j->notes.n ? j->notes.p : "";

	jw_key(w, "notes");
	jw_open(w, '[');
	for (const char *end; (end = strchr(p, '\n')) != NULL; p = end + 1)
		jw_strn(w, p, (size_t)(end - p));
	jw_close(w, ']');
}

static char *command(const struct job *j)
{
	struct buf out = BUF_INIT;

	buf_addf(&out, "beatctl %s %s", j->tool, j->verb);
	for (size_t i = 0; i < j->n_inputs; i++) {
		if (strcmp(j->inputs[i].part, "input") == 0)
			buf_addf(&out, " %s", j->inputs[i].name);
	}
	buf_add(&out, j->options.p, j->options.n);
	if (j->d->seed)
		buf_addf(&out, " --seed %s", j->d->seed);
	if (strcmp(j->d->format, "squad") != 0)
		buf_addf(&out, " --format %s", j->d->format);
	if (j->d->marks)
		buf_adds(&out, " --marks");
	return buf_detach(&out);
}

static void provenance_write(const struct job *j, struct buf *out)
{
	char *line = command(j);
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "made_by", "beatctl " BEAT_VERSION);
	jw_kstr(&w, "command", line);
	jw_kstr(&w, "rule", j->rule);
	jw_kstr(&w, "seed", j->d->seed);
	put_inputs(&w, j);
	put_outputs(&w, j);
	put_notes(&w, j);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
	free(line);
}

static void provenance_print(const struct job *j, const char *record)
{
	static const char *const headings[] = {"FILE", "TITLES", "PASSAGES", "QUESTIONS", "ANSWERS", "SHA-256"};
	enum { COLUMNS = ARRAY_LEN(headings) };
	const char **cells = xcalloc(COLUMNS * (j->n_outputs + 1), sizeof(*cells));
	char(*numbers)[4][24] = xcalloc(j->n_outputs + 1, sizeof(*numbers));

	for (size_t i = 0; i < j->n_outputs; i++) {
		const struct job_counts *c = derived_counts(j->outputs[i]);
		const int64_t each[] = {c->titles, c->passages, c->questions, c->answers};
		int64_t bytes;

		cells[COLUMNS * i] = derived_name(j->outputs[i]);
		for (size_t k = 0; k < ARRAY_LEN(each); k++) {
			snprintf(numbers[i][k], sizeof(numbers[i][k]), "%" PRId64, each[k]);
			cells[COLUMNS * i + 1 + k] = numbers[i][k];
		}
		derived_file(j->outputs[i], &bytes, &cells[COLUMNS * i + COLUMNS - 1]);
	}
	cli_print_cells(stdout, headings, cells, (int)j->n_outputs, COLUMNS);
	if (j->notes.n)
		cli_put_lines(stdout, j->notes.p);
	fputs("record: ", stdout);
	cli_put_text(stdout, record);
	putchar('\n');
	free(cells);
	free(numbers);
}

static int write_record(const struct buf *text, const char *partial, const char *record)
{
	FILE *f = fopen(partial, "wbe");
	bool failed = !f;

	if (f) {
		failed = fwrite(text->p, 1, text->n, f) != text->n;
		failed |= fclose(f) != 0;
	}
	return failed ? cli_fail("dataset: could not write %s: %s.", record, strerror(errno)) : CLI_OK;
}

static void note_faults(struct job *j)
{
	for (size_t i = 0; i < j->n_outputs; i++) {
		int64_t n = derived_astray(j->outputs[i]), beyond = derived_left_out(j->outputs[i]);

		if (beyond)
			buf_addf(&j->notes,
				 "%" PRId64 " question%s left out of %s: the answer is beyond MRQA's 800 tokens.\n",
				 beyond, beyond == 1 ? " was" : "s were", derived_name(j->outputs[i]));

		if (n)
			buf_addf(&j->notes,
				 "%" PRId64 " answer%s of %s %s not where answer_start says; %s kept as %s.\n", n,
				 n == 1 ? "" : "s", derived_name(j->outputs[i]), n == 1 ? "is" : "are",
				 n == 1 ? "it is" : "they are", n == 1 ? "it is" : "they are");
	}
}

/* The record goes into place first: a dataset never stands without it. */
int job_publish(struct job *j, const char *record)
{
	struct buf text = BUF_INIT, partial = BUF_INIT;
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < j->n_outputs; i++)
		rc = derived_finish(j->outputs[i]);
	note_faults(j);
	buf_addf(&partial, "%s" RELEASE_UNDER_WAY, record);
	provenance_write(j, &text);
	if (rc == CLI_OK)
		rc = write_record(&text, partial.p, record);
	if (rc == CLI_OK && rename(partial.p, record) != 0)
		rc = cli_fail("dataset: could not write %s: %s.", record, strerror(errno));
	for (size_t i = 0; rc == CLI_OK && i < j->n_outputs; i++)
		rc = derived_move(j->outputs[i]);
	if (rc != CLI_OK)
		unlink(partial.p);
	else if (j->d->json || j->d->pipe)
		fputs(text.p, j->d->pipe ? stderr : stdout);
	else
		provenance_print(j, record);
	buf_release(&text);
	buf_release(&partial);
	return rc;
}
