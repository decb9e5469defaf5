/* import: the life of one. The files are looked at first (is each readable, what format has it?); then one transaction:
 * every record found goes by COPY into a temporary table, one SQL function sorts out documents, splits and duplicates,
 * and commit is the only way for anything to remain. Whatever else ends the program, a second Ctrl-C or kill -9
 * included, leaves the server to roll back. */
#include "beat/import.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/json.h"
#include "beat/text.h"
#include "sql_beatctl.h"

/* Why reading was ended; TOLD: the reason is on standard error already. */
enum stop { GO_ON, STOP_INTERRUPTED, STOP_TOLD, STOP_MANY_BAD };

/* Without --skip-bad nothing will be stored anyhow; this many tell enough. */
enum { BAD_TOLD_MAX = 100 };

struct import {
	const struct import_conf *conf;
	struct import_done *done;
	struct pg *pg;
	struct cli_progress bar;
	unsigned long long bytes_before; /* of the files already read */
	struct source *src;
	struct buf file; /* the name of the file being read, fit to be shown and stored */
};

static volatile sig_atomic_t interrupted;

static void import_on_signal(int sig)
{
	interrupted = sig;
}

/* Once only: a second Ctrl-C ends the program at once, and the server rolls back. No SA_RESTART: a read
 * from a pipe that nobody fills must end. */
static void import_catch_signals(void)
{
	struct sigaction sa = {.sa_handler = import_on_signal, .sa_flags = SA_RESETHAND};

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

/* File names are bytes of any kind; messages and the database want text. */
static void import_set_shown_name(struct buf *out, const char *path)
{
	buf_clear(out);
	buf_adds(out, "");
	for (size_t i = 0, step; path[i]; i += step) {
		size_t n = strlen(path + i);
		uint32_t c = 0;

		for (step = 1; step < 4 && step < n && !text_is_utf8(path + i, step); step++)
			;
		if (text_is_utf8(path + i, step)) {
			text_decode(path + i, step, &c);
		} else {
			step = 1;
		}
		if (c < 0x20 || (c >= 0x7f && c <= 0x9f))
			buf_addc(out, '?');
		else
			buf_add(out, path + i, step);
	}
}

static void import_tell_bad(struct import *im, const char *file, const char *pos, const char *reason)
{
	im->done->bad++;
	cli_progress_end(&im->bar);
	cli_fail("%s: %s: %s.", file, pos, reason);
}

static int import_on_bad(void *arg, const char *pos, const char *reason)
{
	struct import *im = arg;

	if (interrupted) /* perhaps the very reason */
		return STOP_INTERRUPTED;
	import_tell_bad(im, im->file.p, pos, reason);
	return im->done->bad >= BAD_TOLD_MAX && !im->conf->skip_bad ? STOP_MANY_BAD : GO_ON;
}

static int import_on_record(void *arg, const struct corpus_record *r)
{
	struct import *im = arg;

	if (interrupted)
		return STOP_INTERRUPTED;
	if (pg_copy_row(im->pg, (const char *[]){im->file.p, r->pos, r->title, r->text}, 4))
		return STOP_TOLD;
	im->done->records++;
	cli_progress_show(&im->bar, (long long)(im->bytes_before + source_file_pos(im->src)));
	return GO_ON;
}

static enum corpus_format import_open_file(struct import *im, const char *path)
{
	enum corpus_format format = im->conf->format;
	char err[CORPUS_ERR_MAX], why[SOURCE_ERR_MAX];

	import_set_shown_name(&im->file, path);
	im->src = source_open(path, why);
	if (!im->src) {
		cli_fail("%s: %s.", im->file.p, why);
		return CORPUS_UNKNOWN;
	}
	if (!format)
		format = corpus_detect(im->src, path, err);
	if (!format && !interrupted)
		cli_fail("%s: %s.", im->file.p, err);
	return format;
}

int import_look(const struct import_conf *conf)
{
	struct import im = {.conf = conf};
	int rc = CLI_OK;

	for (size_t i = 0; i < conf->files.n; i++) {
		struct stat st;

		if (stat(conf->files.paths[i], &st) != 0 || !S_ISREG(st.st_mode))
			continue;
		if (import_open_file(&im, conf->files.paths[i]) == CORPUS_UNKNOWN)
			rc = CLI_FAILED;
		source_free(&im.src);
	}
	buf_release(&im.file);
	return rc;
}

static int import_read_file(struct import *im, const char *path)
{
	const struct corpus_sink sink = {im, import_on_record, import_on_bad};
	enum corpus_format format = import_open_file(im, path);
	char *stem = corpus_stem(path);
	int stop = STOP_TOLD;

	if (format != CORPUS_UNKNOWN)
		stop = corpus_read(im->src, format, stem, &sink);
	if (im->src)
		im->bytes_before += source_file_pos(im->src);
	source_free(&im->src);
	free(stem);
	return stop;
}

/* Fills the temporary table. */
static int import_read_files(struct import *im)
{
	int stop = GO_ON;

	if (pg_copy_begin(im->pg, "copy pg_temp.import_row (file, pos, title, text) from stdin"))
		return STOP_TOLD;
	im->bar = (struct cli_progress){.what = "importing", .total = (long long)im->conf->files.bytes};
	for (size_t i = 0; i < im->conf->files.n && !stop; i++)
		stop = import_read_file(im, im->conf->files.paths[i]);
	cli_progress_end(&im->bar);
	if (pg_copy_end(im->pg, !stop) && !stop)
		stop = STOP_TOLD;
	return stop;
}

/* The records the database refused: [{"file", "pos", "reason"}]. */
static int import_tell_refused(struct import *im, const char *text)
{
	char err[JSON_ERR_MAX];
	json_t *list = json_parse(text, strlen(text), err), *one;
	size_t i;

	if (!list)
		return cli_fail("the database's list of bad records cannot be read: %s", err);
	json_array_foreach(list, i, one)
	{
		const char *file = json_string_value(json_object_get(one, "file"));
		const char *pos = json_string_value(json_object_get(one, "pos"));
		const char *reason = json_string_value(json_object_get(one, "reason"));

		import_tell_bad(im, file ? file : "?", pos ? pos : "?", reason ? reason : "it was refused");
	}
	json_decref(list);
	return CLI_OK;
}

static int import_nothing_imported(const struct import *im)
{
	if (im->done->bad == 0)
		return cli_fail("nothing was imported: the files hold no passages.");
	return cli_fail("nothing was imported: %lld bad %s.%s", im->done->bad,
			im->done->bad == 1 ? "record" : "records",
			im->conf->skip_bad   ? ""
			: im->done->bad == 1 ? " Mend it, or leave it out with --skip-bad."
					     : " Mend them, or leave them out with --skip-bad.");
}

static void import_tell(struct import_done *done, const struct q_import_apply_row *applied,
			const struct pg_rows *splits)
{
	struct q_collection_splits_row holds = q_collection_splits_row(splits, 0);

	done->documents_new = applied->documents_new;
	done->passages_new = applied->passages_new;
	done->duplicates = applied->duplicates;
	done->train = holds.train;
	done->dev = holds.dev;
	done->test = holds.test;
}

/* From the temporary table to the real ones. */
static int import_apply(struct import *im)
{
	struct pg_rows *applied, *splits = NULL;
	struct q_import_apply_row row;
	int rc = CLI_FAILED;

	if (pg_exec(im->pg, "analyze pg_temp.import_row (pos)")) /* how many there are; the texts say nothing */
		return rc;
	applied = pg_query(im->pg, q_import_apply(.collection = im->conf->collection, .split = im->conf->split,
						  .actor = cli_actor(), .skip_bad = im->conf->skip_bad));
	if (!applied)
		goto done;
	row = q_import_apply_row(applied, 0);
	if (import_tell_refused(im, row.bad))
		goto done;
	if ((im->done->bad && !im->conf->skip_bad) || row.passages_new + row.duplicates == 0) {
		import_nothing_imported(im);
		goto done;
	}
	splits = pg_query(im->pg, q_collection_splits(.collection = im->conf->collection));
	if (!splits || interrupted || pg_exec(im->pg, im->conf->dry_run ? "rollback" : "commit"))
		goto done;
	import_tell(im->done, &row, splits);
	rc = CLI_OK;
done:
	pg_rows_free(&applied);
	pg_rows_free(&splits);
	return rc;
}

static int import_transact(struct import *im)
{
	int stop, rc = CLI_FAILED;

	if (pg_exec(im->pg, "begin; create temp table import_row (file text not null, pos text not null,"
			    " title text not null, text text not null) on commit drop"))
		return CLI_FAILED;
	stop = import_read_files(im);
	if (stop == STOP_MANY_BAD)
		cli_fail("stopped after %d bad records.", BAD_TOLD_MAX);
	if (stop == GO_ON && im->done->records > 0 && (im->done->bad == 0 || im->conf->skip_bad))
		rc = import_apply(im);
	else if (stop == GO_ON || stop == STOP_MANY_BAD)
		rc = import_nothing_imported(im);
	if (rc != CLI_OK && interrupted) {
		cli_fail("interrupted: nothing was imported.");
		rc = 128 + interrupted;
	}
	return rc;
}

int import_run(const struct import_conf *conf, struct pg *pg, struct import_done *done)
{
	struct import im = {.conf = conf, .done = done, .pg = pg};
	int rc;

	*done = (struct import_done){0};
	import_catch_signals();
	rc = import_transact(&im);
	buf_release(&im.file);
	return rc;
}

int import_add(struct import_conf *conf, const char *path)
{
	char err[CORPUS_ERR_MAX];
	struct buf shown = BUF_INIT;

	if (corpus_files_add(&conf->files, path, err) == 0)
		return CLI_OK;
	import_set_shown_name(&shown, path);
	cli_fail("%s: %s.", shown.p, err);
	buf_release(&shown);
	return CLI_FAILED;
}
