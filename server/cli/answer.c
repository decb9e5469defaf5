/* One JSON value from the database, for programs or for people. */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"

enum { PLACES = 8, PLACE_MAX = 64 };

static json_t *parse_answer(const struct pg_rows *rows, char err[JSON_ERR_MAX])
{
	struct q_answer_row row = q_answer_row(rows, 0);

	return json_parse(row.answer, row.answer_len, err);
}

json_t *answer_ask(struct pg *pg, struct sql_ask ask)
{
	struct pg_rows *rows = pg_query(pg, ask);
	char err[JSON_ERR_MAX];
	json_t *answer = NULL;

	if (rows)
		answer = parse_answer(rows, err);
	if (rows && !answer)
		cli_fail("the database gave an answer that cannot be read: %s", err);
	pg_rows_free(&rows);
	return answer;
}

int answer_run(struct sql_ask ask, bool json, void (*show)(const json_t *answer))
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, ask) : NULL;
	char err[JSON_ERR_MAX];
	json_t *answer;

	pg_close(&pg);
	if (!rows)
		return CLI_FAILED;
	answer = parse_answer(rows, err);
	if (!answer) {
		pg_rows_free(&rows);
		return cli_fail("the database gave an answer that cannot be read: %s", err);
	}
	if (json)
		puts(q_answer_row(rows, 0).answer);
	else
		show(answer);
	json_decref(answer);
	pg_rows_free(&rows);
	return CLI_OK;
}

int answer_list(const struct cli_command *cmd, int argc, char **argv, struct sql_ask ask,
		void (*show)(const json_t *answer))
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(cmd, "'%s list' takes no words.", cmd->name);
	return answer_run(ask, json, show);
}

int answer_word(const struct cli_command *cmd, int argc, char **argv, const char *what, bool *json)
{
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, json, 0, 0}};

	*json = false;
	return cli_parse_one(cmd, argc, argv, opts, ARRAY_LEN(opts), what);
}

int answer_rows(struct sql_ask ask, const struct cli_column *columns, int n_cols, const char *none)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, ask) : NULL;

	pg_close(&pg);
	if (!rows)
		return CLI_FAILED;
	if (pg_rows_count(rows) > 0)
		cli_print_table(stdout, rows, columns, n_cols);
	else
		puts(none);
	pg_rows_free(&rows);
	return CLI_OK;
}

void answer_line(int width, const char *label, const char *text)
{
	if (!*text)
		return;
	printf("  %-*s ", width, label);
	cli_put_text(stdout, text);
	putchar('\n');
}

static char *next_place(void)
{
	static char places[PLACES][PLACE_MAX];
	static unsigned next;

	return places[next++ % PLACES];
}

const char *answer_text(const json_t *obj, const char *key)
{
	const json_t *value = json_object_get(obj, key);
	char *place;

	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_boolean(value))
		return json_is_true(value) ? "yes" : "no";
	if (!json_is_number(value))
		return "";
	place = next_place();
	if (json_is_integer(value))
		snprintf(place, PLACE_MAX, "%lld", (long long)json_integer_value(value));
	else
		snprintf(place, PLACE_MAX, "%.3f", json_real_value(value));
	return place;
}

const char *answer_in(const json_t *obj, const char *outer, const char *key)
{
	return answer_text(json_object_get(obj, outer), key);
}

const char *answer_moment(const json_t *obj, const char *key)
{
	enum { MINUTES = 16 }; /* 2026-01-31T12:30 */
	const char *iso = answer_text(obj, key);
	char *place = next_place();

	snprintf(place, PLACE_MAX, "%.*s", MINUTES, iso);
	if (strlen(place) == MINUTES)
		place[10] = ' ';
	return place;
}

void answer_table(const json_t *items, const char *const *headings, int n_cols,
		  const char *(*cell)(const json_t *item, int col), const char *none)
{
	size_t n = json_array_size(items), cols = (size_t)n_cols;
	char **cells = xcalloc(n * cols + 1, sizeof(*cells));

	if (n == 0)
		puts(none);
	for (size_t i = 0; i < n * cols; i++)
		cells[i] = xstrdup(cell(json_array_get(items, i / cols), (int)(i % cols)));
	if (n > 0)
		cli_print_cells(stdout, headings, (const char *const *)cells, (int)n, n_cols);
	for (size_t i = 0; i < n * cols; i++)
		free(cells[i]);
	free(cells);
}
