/* beatctl model canary: the questions that a model is asked at an interval, and whether it answers as before. */
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "beat/json.h"
#include "beat/text.h"
#include "model.h"
#include "sql_beatctl.h"
#include "text_file.h"

/* The lines of a file, each an object of JSON, as one array; empty ones do not count. */
static int canary_read(struct buf *out, const char *path)
{
	enum { FILE_KB = 4096 };
	struct buf text = BUF_INIT;
	char why[JSON_ERR_MAX];
	int rc = text_file_read(path, "canaries", FILE_KB, &text), line = 0;

	buf_adds(out, "[");
	for (const char *at = text.p; rc == CLI_OK && at && *at;) {
		size_t n = strcspn(at, "\n");
		json_t *one = NULL;

		line++;
		if (strspn(at, " \t\r") < n && !(one = json_parse(at, n, why)))
			rc = cli_fail("%s, line %d: it is not JSON: %s", path, line, why);
		else if (one)
			buf_addf(out, "%s%.*s", out->n > 1 ? "," : "", (int)n, at);
		json_decref(one);
		at += n + (at[n] == '\n');
	}
	buf_adds(out, "]");
	buf_release(&text);
	return rc;
}

static int canary_set(struct pg *pg, const char *name, long every, const char *questions)
{
	struct pg_rows *rows = pg_query(pg, q_canary_set(.name = name, .every_minutes = sql_int_if(every >= 0, every),
							 .questions = questions, .actor = cli_actor()));

	if (!rows)
		return CLI_FAILED;
	pg_rows_free(&rows);
	return CLI_OK;
}

static int canary_accept(struct pg *pg, const char *name)
{
	struct pg_rows *rows = pg_query(pg, q_canary_accept(.name = name, .actor = cli_actor()));

	if (!rows)
		return CLI_FAILED;
	printf("%lld new answers of %s are accepted\n", (long long)q_canary_accept_row(rows, 0).taken, name);
	pg_rows_free(&rows);
	return CLI_OK;
}

static int canary_show(struct pg *pg, const char *name)
{
	static const struct cli_column columns[] = {
	    {"#", SQL_COLUMN(canary_list, place)},           {"STATE", SQL_COLUMN(canary_list, state)},
	    {"QUESTION", SQL_COLUMN(canary_list, question)}, {"ACCEPTED", SQL_COLUMN(canary_list, accepted)},
	    {"NOW", SQL_COLUMN(canary_list, answer)},        {"BUILD", SQL_COLUMN(canary_list, build)},
	};
	struct pg_rows *said = pg_query(pg, q_canary_text(.name = name));
	struct pg_rows *rows = said ? pg_query(pg, q_canary_list(.name = name)) : NULL;
	int rc = CLI_FAILED;

	if (rows) {
		printf("canaries of %s: %s\n", name, q_canary_text_row(said, 0).said);
		cli_print_table(stdout, rows, columns, ARRAY_LEN(columns));
		rc = CLI_OK;
	}
	pg_rows_free(&said);
	pg_rows_free(&rows);
	return rc;
}

int model_canary(int argc, char **argv)
{
	const char *file = NULL;
	long every = -1;
	bool accept = false;
	const struct cli_opt opts[] = {{"--file", CLI_STR, &file, 0, 0},
				       {"--every", CLI_INT, &every, 0, 43200},
				       {"--accept", CLI_FLAG, &accept, 0, 0}};
	struct buf questions = BUF_INIT;
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_OK;
	struct pg *pg = NULL;

	if (words != 1 || !text_is_utf8(argv[1], strlen(argv[1])))
		return words < 0 ? CLI_USAGE
				 : cli_usage(&cmd_model, "'model canary' takes the NAME of a registered model.");
	if (file)
		rc = canary_read(&questions, file);
	if (rc == CLI_OK && !(pg = cli_db()))
		rc = CLI_FAILED;
	if (rc == CLI_OK && (file || every >= 0))
		rc = canary_set(pg, argv[1], every, file ? questions.p : NULL);
	if (rc == CLI_OK && accept)
		rc = canary_accept(pg, argv[1]);
	if (rc == CLI_OK)
		rc = canary_show(pg, argv[1]);
	pg_close(&pg);
	buf_release(&questions);
	return rc;
}
