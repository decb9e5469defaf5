/* beatctl project list, show and settings: for people as a table and a page, for programs as JSON. What a project's
 * settings are called, and how their values are told, comes from their entries. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "beat/jw.h"
#include "project.h"
#include "project_entries.h"

static const char *const splits[] = {"train", "dev", "test"};

static void list_json(const struct pg_rows *rows)
{
	struct buf out = BUF_INIT;
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '[');
	for (int i = 0; i < pg_rows_count(rows); i++) {
		const struct q_project_list_row row = q_project_list_row(rows, i);

		jw_open(&w, '{');
		jw_kstr(&w, "name", row.name);
		jw_kstr(&w, "state", row.state);
		jw_kbool(&w, "open", row.open);
		jw_kstr(&w, "model", row.model);
		jw_kint(&w, "passages", row.passages);
		jw_kint(&w, "live", row.live);
		jw_kint(&w, "submitted", row.submitted);
		jw_kint(&w, "kept", row.won);
		jw_kstr(&w, "title", row.title);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_done(&w);
	printf("%s\n", out.p);
	buf_release(&out);
}

static void list_table(const struct pg_rows *rows)
{
	static const struct cli_column columns[] = {
	    {"NAME", SQL_COLUMN(project_list, name)},           {"STATE", SQL_COLUMN(project_list, state)},
	    {"OPEN", SQL_COLUMN(project_list, open_shown)},     {"MODEL", SQL_COLUMN(project_list, model)},
	    {"PASSAGES", SQL_COLUMN(project_list, passages)},   {"LIVE", SQL_COLUMN(project_list, live)},
	    {"SUBMITTED", SQL_COLUMN(project_list, submitted)}, {"KEPT", SQL_COLUMN(project_list, won)},
	    {"TITLE", SQL_COLUMN(project_list, title)},
	};

	if (pg_rows_count(rows) == 0)
		puts("no projects yet; make one with 'beatctl project create NAME'");
	else
		cli_print_table(stdout, rows, columns, ARRAY_LEN(columns));
}

/* Labels of settings are the longest. */
enum { LABEL_WIDTH = 42 };

static void line(const char *label, const char *fmt, ...) BEAT_PRINTF(2, 3);
static void line(const char *label, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	printf("  %-*s ", LABEL_WIDTH, label);
	cli_put_text(stdout, text);
	putchar('\n');
	free(text);
}

static const char *show_text(const json_t *p, const char *key)
{
	const char *text = json_string_value(json_object_get(p, key));

	return text ? text : "";
}

static int64_t show_number(const json_t *p, const char *key)
{
	return json_integer_value(json_object_get(p, key));
}

static void show_head(const json_t *p)
{
	printf("project %s\n", show_text(p, "name"));
	line("state", "%s", show_text(p, "state"));
	line("created", "%s", show_text(p, "created_at"));
	if (strcmp(show_text(p, "adversary"), "model") == 0)
		line("model's address", "%s (protocol %s)", show_text(p, "model_url"), show_text(p, "protocol"));
}

/* The protocol is told with the model's address, the targets in the table of splits. */
static bool show_elsewhere(const struct project_entry *e)
{
	return project_entry_is(e, "protocol") || project_entry_is(e, "targets");
}

static void show_settings(const json_t *p)
{
	size_t n;
	const struct project_entry *entries = project_entries(&n);

	for (size_t i = 0; i < n; i++) {
		struct buf value = BUF_INIT;

		if (i == 0 || strcmp(entries[i].section, entries[i - 1].section) != 0)
			printf("\n%s\n", entries[i].section);
		if (show_elsewhere(&entries[i]))
			continue;
		project_entry_add_shown(&value, &entries[i], json_object_get(p, entries[i].key));
		line(entries[i].label, "%s", value.p);
		buf_release(&value);
	}
}

static void show_splits(const json_t *p)
{
	enum { ROWS = ARRAY_LEN(splits), COLS = 4 };
	static const char *const headings[COLS] = {"SPLIT", "PASSAGES", "KEPT", "TARGET"};
	static const char *const figures[COLS] = {NULL, "passages", "kept", "targets"};
	const char *cells[ROWS * COLS];
	struct buf made[ROWS * COLS];

	for (int i = 0; i < ROWS * COLS; i++) {
		const char *split = splits[i / COLS], *key = figures[i % COLS];
		const json_t *figure = key ? json_object_get(json_object_get(p, key), split) : NULL;

		made[i] = (struct buf)BUF_INIT;
		if (json_is_integer(figure))
			buf_addf(&made[i], "%" JSON_INTEGER_FORMAT, json_integer_value(figure));
		else
			buf_adds(&made[i], key ? "-" : split);
		cells[i] = made[i].p;
	}
	cli_print_cells(stdout, headings, cells, ROWS, COLS);
	for (int i = 0; i < ROWS * COLS; i++)
		buf_release(&made[i]);
}

static void show_play(const json_t *p)
{
	int64_t attempts = show_number(p, "attempts"), unjudged = show_number(p, "unjudged"),
		won = show_number(p, "won"), judged = attempts - unjudged;

	line("open leases", "%" PRId64, show_number(p, "live"));
	line("submitted", "%" PRId64, show_number(p, "submitted"));
	line("attempts", "%" PRId64, attempts);
	if (judged > 0)
		line("won by workers", "%" PRId64 " (%.1f %% of %" PRId64 " judged)", won,
		     100.0 * (double)won / (double)judged, judged);
	if (unjudged > 0)
		line("without verdict", "%" PRId64 " (the model failed; 'beatctl rejudge %s' asks it again)", unjudged,
		     show_text(p, "name"));
}

static int show_page(const char *text, size_t n)
{
	char err[JSON_ERR_MAX];
	json_t *p = json_parse(text, n, err);

	if (!p)
		return cli_fail("the database told of the project in a way that cannot be read: %s", err);
	show_head(p);
	show_settings(p);
	putchar('\n');
	show_splits(p);
	putchar('\n');
	show_play(p);
	json_decref(p);
	return CLI_OK;
}

int project_list(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	struct pg_rows *rows;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_project, "'project list' takes no NAME; 'project show %s' shows one.", argv[1]);
	pg = cli_db();
	rows = pg ? pg_query(pg, q_project_list()) : NULL;
	pg_close(&pg);
	if (!rows)
		return CLI_FAILED;
	(json ? list_json : list_table)(rows);
	pg_rows_free(&rows);
	return CLI_OK;
}

int project_show(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_FAILED;
	struct pg_rows *rows;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_project, "'project show' takes exactly one NAME, not %d.", words);
	pg = cli_db();
	rows = pg ? pg_query(pg, q_project_show(.name = argv[1])) : NULL;
	if (rows && json)
		rc = printf("%s\n", q_project_show_row(rows, 0).project) > 0 ? CLI_OK : CLI_FAILED;
	else if (rows)
		rc = show_page(q_project_show_row(rows, 0).project, q_project_show_row(rows, 0).project_len);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static void settings_page(const struct project_entry *e)
{
	struct buf limits = BUF_INIT, usual = BUF_INIT;

	project_entry_add_limits(&limits, e);
	if (project_entry_has_usual(e))
		project_entry_add_value(&usual, e, e->usual);
	printf("%s (%s%s%s)\n  %s Counts %s.\n", e->key, limits.p, usual.n > 0 ? "; default: " : "",
	       usual.n > 0 ? usual.p : "", e->text, e->counts);
	buf_release(&limits);
	buf_release(&usual);
}

int project_settings(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0);
	size_t n;
	const struct project_entry *entries = project_entries(&n);

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_project, "'project settings' takes no words.");
	for (size_t i = 0; i < n; i++)
		settings_page(&entries[i]);
	return CLI_OK;
}

/* --- documents ------------------------------------------------------------ */

static const char *document_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"split", "paragraphs", "done", "questions", "whole", "title"};

	if (strcmp(keys[col], "whole") == 0)
		return json_is_true(json_object_get(item, "whole")) ? "yes" : "no";
	return answer_text(item, keys[col]);
}

static void show_documents(const json_t *answer)
{
	static const char *const headings[] = {"SPLIT", "PARAGRAPHS", "DONE", "QUESTIONS", "WHOLE", "TITLE"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), document_cell,
		     "the project has no passages; give it a collection");
	if (json_array_size(json_object_get(answer, "items")) == 0)
		return;
	printf("\n%s of %s documents whole, %s begun; %s of %s paragraphs done, with %s questions\n",
	       answer_text(answer, "whole"), answer_text(answer, "total"), answer_text(answer, "begun"),
	       answer_text(answer, "done"), answer_text(answer, "paragraphs"), answer_text(answer, "questions"));
}

int project_documents(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_project, argc, argv, "NAME", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_project_documents(.name = argv[1]), json, show_documents);
}
