/* beatctl model address: where a model can be asked. */
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "beat/text.h"
#include "model.h"
#include "sql_beatctl.h"

static int change(const char *name, const char *url, bool add)
{
	struct pg *pg;
	struct pg_rows *rows = NULL;
	int rc = CLI_FAILED;

	if (!text_is_utf8(name, strlen(name)) || !text_is_utf8(url, strlen(url)))
		return cli_usage(&cmd_model, "what is said of a model must be valid UTF-8.");
	if ((pg = cli_db()))
		rows = pg_query(pg, q_model_address_set(.name = name, .url = url, .add = add, .actor = cli_actor()));
	if (rows && pg_rows_count(rows) == 1) {
		struct q_model_address_set_row row = q_model_address_set_row(rows, 0);

		printf("model %s at %s: %s\n", name, row.addresses, row.change);
		rc = CLI_OK;
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int list(const char *name)
{
	static const struct cli_column columns[] = {{"PLACE", SQL_COLUMN(model_addresses, place)},
						    {"URL", SQL_COLUMN(model_addresses, url)}};

	if (!text_is_utf8(name, strlen(name)))
		return cli_usage(&cmd_model, "a model's name must be valid UTF-8.");
	return answer_rows(q_model_addresses(.name = name), columns, ARRAY_LEN(columns), "no address");
}

int model_address(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0);

	if (words < 0)
		return CLI_USAGE;
	if (words == 3 && (strcmp(argv[1], "add") == 0 || strcmp(argv[1], "remove") == 0))
		return change(argv[2], argv[3], argv[1][0] == 'a');
	if (words == 2 && strcmp(argv[1], "list") == 0)
		return list(argv[2]);
	return cli_usage(&cmd_model, "'model address' takes 'add NAME URL', 'remove NAME URL' or 'list NAME'.");
}
