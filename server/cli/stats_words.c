/* The words of beatctl stats: see stats_words.h. */
#include "stats_words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "beat/cli.h"
#include "beat/corpus.h"
#include "beat/eval.h"

enum kind { KIND_UNKNOWN, KIND_PROJECT, KIND_RELEASE, KIND_FILE };

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* A word that cannot be meant for anything but a file. */
static bool looks_like_file(const char *word)
{
	static const char *const endings[] = {".json", ".jsonl", ".gz"};

	for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
		if (ends_with(word, endings[i]))
			return true;
	}
	return strcmp(word, "-") == 0 || strchr(word, '/');
}

/* A folder is no dataset: that of a release is called as the release is. */
static bool is_there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* 1: there is a project of this name; 0: none; -1 after printing. */
static int is_project(struct pg *pg, const char *name)
{
	struct pg_rows *rows = pg_query(pg, q_stats_project(.project = name, .as_of = NULL));
	int n = rows ? pg_rows_count(rows) : -1;

	pg_rows_free(&rows);
	return n;
}

/* A plain word that is the name of a file here may be meant for a project all the same. Without a database it cannot.
 */
static int plain_word(const char *word, enum kind *kind)
{
	const char *uri = getenv("BEAT_DB");
	struct pg *pg;
	int found;

	*kind = strchr(word, '@') ? KIND_RELEASE : KIND_PROJECT;
	if (!is_there(word))
		return CLI_OK;
	if (!uri || !*uri) {
		*kind = KIND_FILE;
		return CLI_OK;
	}
	if (!(pg = cli_db()))
		return CLI_FAILED;
	found = *kind == KIND_PROJECT ? is_project(pg, word) : 0;
	pg_close(&pg);
	if (found < 0)
		return CLI_FAILED;
	if (found)
		return cli_fail(
		    "stats: '%s' is a project and also a file in this folder. Say --kind project, or ./%s for the "
		    "file.",
		    word, word);
	*kind = KIND_FILE;
	return CLI_OK;
}

static int kind_of(const struct stats_options *o, const char *word, enum kind *kind)
{
	static const char *const names[] = {"", "project", "release", "file"};

	for (size_t i = 1; o->kind && i < ARRAY_LEN(names); i++) {
		if (strcmp(o->kind, names[i]) == 0) {
			*kind = (enum kind)i;
			return CLI_OK;
		}
	}
	if (o->kind)
		return cli_usage(&cmd_stats, "--kind is project, release or file, not '%s'.", o->kind);
	if (looks_like_file(word)) {
		*kind = KIND_FILE;
		return CLI_OK;
	}
	return plain_word(word, kind);
}

/* Keeps a text as long as the series live. */
static const char *keep(struct stats_read *r, char *text)
{
	return r->texts[r->n_texts++] = text;
}

static struct stats_series *next(struct stats_read *r, const struct stats_options *o, const char *seed,
				 bool in_database)
{
	struct stats_series *s = &r->series[r->n++];

	*s = (struct stats_series){.st = stats_new(o->seed ? o->seed : seed),
				   .work.fee_permille = (unsigned)o->fee * 10};
	stats_examples_want(s->st, o->examples > 0 ? (size_t)o->examples : 0);
	if (o->split && in_database)
		stats_examples_of(s->st, o->split);
	return s;
}

static int open_database(struct stats_read *r)
{
	if (r->pg)
		return CLI_OK;
	r->pg = cli_db();
	if (!r->pg || pg_exec(r->pg, "begin isolation level repeatable read read only; set local jit = off"))
		return CLI_FAILED;
	return CLI_OK;
}

static int add_project(struct stats_read *r, const struct stats_options *o, const char *name, const char *shown)
{
	struct pg_rows *rows = pg_query(r->pg, q_stats_project(.project = name, .as_of = o->as_of));
	int rc = CLI_FAILED;

	if (rows && pg_rows_count(rows) == 0) {
		cli_fail("stats: there is no project '%s' and no file of that name; 'beatctl project list' names the "
			 "projects, and a release is written NAME@VERSION.",
			 name);
	} else if (rows) {
		struct q_stats_project_row row = q_stats_project_row(rows, 0);
		struct stats_series *s = next(r, o, NULL, true);
		long long waiting = row.waiting;
		struct buf note = BUF_INIT;

		s->about = (struct stats_about){
		    .kind = "project", .name = keep(r, xstrdup(shown)), .as_of = keep(r, xstrdup(row.iso))};
		buf_addf(&note, "%lld question%s of dev and test wait%s for votes and %s not counted.", waiting,
			 waiting == 1 ? "" : "s", waiting == 1 ? "s" : "", waiting == 1 ? "is" : "are");
		if (waiting)
			s->about.note = keep(r, xstrdup(note.p));
		buf_release(&note);
		if (stats_read_project(r->pg, s->st, name, row.moment) == 0 &&
		    stats_read_work(r->pg, &s->work, name, row.moment) == 0 &&
		    stats_read_calls(r->pg, &s->calls, name, row.moment) == 0)
			rc = CLI_OK;
	}
	pg_rows_free(&rows);
	return rc;
}

static int add_release(struct stats_read *r, const struct stats_options *o, const char *ref, const char *shown)
{
	struct pg_rows *rows;
	int rc = CLI_FAILED;

	if (o->as_of)
		return cli_usage(&cmd_stats, "a release has its own moment: --as-of is for projects.");
	if (!(rows = pg_query(r->pg, q_stats_release(.reference = ref))))
		return CLI_FAILED;
	if (pg_rows_count(rows) == 0) {
		rc = cli_fail("stats: there is no release '%s'; 'beatctl release list' names those there are.", ref);
	} else {
		struct q_stats_release_row row = q_stats_release_row(rows, 0);
		struct stats_series *s = next(r, o, row.seed, true);

		s->about = (struct stats_about){
		    .kind = "release", .name = keep(r, xstrdup(shown)), .as_of = keep(r, xstrdup(row.as_of))};
		if (strcmp(row.state, "ready") != 0)
			s->about.note = "This release was not published: its files were not written, or not yet.";
		if (stats_read_release(r->pg, s->st, row.id) == 0)
			rc = CLI_OK;
	}
	pg_rows_free(&rows);
	return rc;
}

/* Files */

/* The split that a file's name tells, else the name itself; if another file has the same, the whole path. */
static char *split_name(char *const *paths, int n, int i)
{
	const char *split = eval_split_of(paths[i]);
	char *name = *split ? xstrdup(split) : corpus_stem(paths[i]);

	for (int j = 0; j < n; j++) {
		const char *other = eval_split_of(paths[j]);
		char *stem = *other ? xstrdup(other) : corpus_stem(paths[j]);
		bool same = j != i && strcmp(stem, name) == 0;

		free(stem);
		if (same) {
			free(name);
			return xstrdup(paths[i]);
		}
	}
	return name;
}

/* Folders are of no interest to those who read a report. */
static const char *shown_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (strcmp(path, "-") == 0)
		return "standard input";
	return slash && slash[1] ? slash + 1 : path;
}

static int read_files(struct stats_series *s, char **paths, int n, struct buf *names)
{
	int rc = CLI_OK;

	for (int i = 0; rc == CLI_OK && i < n; i++) {
		char *split = split_name(paths, n, i);
		struct stat st;

		if (stat(paths[i], &st) == 0 && S_ISDIR(st.st_mode))
			rc = cli_fail("stats: %s is a folder. Name its files: %s/train.json,%s/dev.json …", paths[i],
				      paths[i], paths[i]);
		else
			rc = stats_read_file(s->st, paths[i], split);
		buf_addf(names, "%s%s", i ? ", " : "", shown_name(paths[i]));
		free(split);
	}
	return rc;
}

/* A comma parts the files of one dataset, unless there is a file of that very name. */
static int add_files(struct stats_read *r, const struct stats_options *o, const char *list, const char *name)
{
	char *copy = xstrdup(list), *paths[STATS_SPLITS];
	bool whole = is_there(list);
	struct buf names = BUF_INIT;
	struct stats_series *s;
	int n = 0, rc = CLI_OK;

	if (o->as_of)
		rc = cli_usage(&cmd_stats, "a file has no past: --as-of is for projects.");
	for (char *p = copy; rc == CLI_OK && p;) {
		char *comma = whole ? NULL : strchr(p, ',');

		if (comma)
			*comma++ = '\0';
		if (n == STATS_SPLITS)
			rc = cli_usage(&cmd_stats, "a dataset has at most %d files.", STATS_SPLITS);
		else if (*p)
			paths[n++] = p;
		p = comma;
	}
	if (rc == CLI_OK) {
		s = next(r, o, NULL, false);
		s->about.kind = n == 1 ? "file" : "files";
		rc = read_files(s, paths, n, &names);
		s->about.name = keep(r, xstrdup(name ? name : names.n ? names.p : list));
	}
	buf_release(&names);
	free(copy);
	return rc;
}

/* "NAME=": letters before the sign that are no path. */
static char *own_name(const char **word)
{
	size_t n = strcspn(*word, "=/,");
	char *name;

	if (n == 0 || (*word)[n] != '=' || is_there(*word))
		return NULL;
	name = xmemdup0(*word, n);
	*word += n + 1;
	return name;
}

int stats_word(struct stats_read *r, const struct stats_options *o, const char *word)
{
	char *name = own_name(&word);
	enum kind kind = KIND_UNKNOWN;
	int rc = kind_of(o, word, &kind);

	if (rc == CLI_OK && kind != KIND_FILE)
		rc = open_database(r);
	if (rc == CLI_OK && kind == KIND_FILE)
		rc = add_files(r, o, word, name);
	else if (rc == CLI_OK)
		rc = (kind == KIND_PROJECT ? add_project : add_release)(r, o, word, name ? name : word);
	free(name);
	return rc;
}

int stats_words_end(struct stats_read *r, const struct stats_options *o)
{
	bool any = false;

	for (size_t i = 0; i < r->n; i++)
		any |= r->series[i].work.known;
	if (!any)
		return CLI_OK;
	r->everything.fee_permille = (unsigned)o->fee * 10;
	r->series[0].everything = &r->everything;
	return stats_read_work(r->pg, &r->everything, NULL, o->as_of) ? CLI_FAILED : CLI_OK;
}

void stats_words_free(struct stats_read *r)
{
	for (size_t i = 0; i < r->n; i++) {
		stats_free(&r->series[i].st);
		stats_calls_release(&r->series[i].calls);
	}
	for (size_t i = 0; i < r->n_texts; i++)
		free(r->texts[i]);
	pg_close(&r->pg);
}
