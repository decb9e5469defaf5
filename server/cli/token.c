/* beatctl token: API tokens, with which scripts use the dashboard's API. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/crypto.h"
#include "beat/jw.h"
#include "sql_beatctl.h"

enum { TOKEN_BYTES = 32 };

static const char HELP[] = "Usage: beatctl token create ACCOUNT NAME --scope look [--scope review …] [--days N]\n"
			   "       beatctl token list [ACCOUNT]\n"
			   "       beatctl token revoke NUMBER\n"
			   "\n"
			   "An API token lets a script use the dashboard's API (/api/v1/admin, described in\n"
			   "/api/v1/openapi.json). It may do what its scopes and its account's role both allow.\n"
			   "Send it as 'Authorization: Bearer bt_…'.\n"
			   "\n"
			   "  create    print a new token, once: only its digest is kept\n"
			   "  list      the tokens, of one account or of all\n"
			   "  revoke    the token of that number is of no use from now on\n"
			   "\n"
			   "Options\n"
			   "  --scope NAME   look, review, manage, people or identity (see workers' platform ids);\n"
			   "                 may be repeated\n"
			   "  --days N       how long it can be used, 1 to 3650 (default: until it is revoked)\n"
			   "\n"
			   "Examples\n"
			   "  beatctl token create ann nightly-report --scope look --days 90\n"
			   "  curl -H \"Authorization: Bearer $TOKEN\" http://127.0.0.1:8080/api/v1/admin/projects\n"
			   "\n"
			   "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

/* ["look","review"] */
static char *scopes_json(const struct cli_strs *scopes)
{
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '[');
	for (size_t i = 0; i < scopes->n; i++)
		jw_str(&w, scopes->v[i]);
	jw_close(&w, ']');
	jw_done(&w);
	return buf_detach(&b);
}

static int create_token(const char *account, const char *name, const char *scopes, const char *days)
{
	uint8_t bytes[TOKEN_BYTES];
	char digest[2 * CRYPTO_SHA256_LEN + 1];
	struct buf token = BUF_INIT;
	struct pg *pg = cli_db();
	struct pg_rows *rows;
	int rc = CLI_FAILED;

	if (!pg)
		return CLI_FAILED;
	crypto_random(bytes, sizeof(bytes));
	buf_adds(&token, "bt_");
	crypto_b64url(&token, bytes, sizeof(bytes));
	crypto_sha256_hex(token.p, token.n, digest);
	rows = pg_query(pg, q_user_token_add(.account = account, .name = name, .scopes = scopes, .days = days,
					     .token_sha256 = digest, .actor = cli_actor()));
	if (rows) {
		fputs("This is the token; it is not shown again:\n", stderr);
		puts(token.p);
		rc = CLI_OK;
	}
	explicit_bzero(bytes, sizeof(bytes));
	explicit_bzero(token.p, token.n);
	buf_release(&token);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int create(int argc, char **argv)
{
	struct cli_strs scopes = {0};
	long days = 0;
	const struct cli_opt opts[] = {
	    {"--scope", CLI_STRS, &scopes, 0, 0},
	    {"--days", CLI_INT, &days, 1, 3650},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;
	char days_text[24];

	if (words >= 0 && words != 2) {
		cli_usage(&cmd_token, "'token create' takes an ACCOUNT and a NAME for the token.");
	} else if (words == 2 && scopes.n == 0) {
		cli_usage(&cmd_token, "say what the token may do, for example --scope look.");
	} else if (words == 2) {
		char *json = scopes_json(&scopes);

		snprintf(days_text, sizeof(days_text), "%ld", days);
		rc = create_token(argv[1], argv[2], json, days > 0 ? days_text : NULL);
		free(json);
	}
	cli_strs_release(&scopes);
	return rc;
}

static int list(int argc, char **argv)
{
	static const struct cli_column columns[] = {
	    {"NUMBER", SQL_COLUMN(user_token_list, id)},          {"ACCOUNT", SQL_COLUMN(user_token_list, account)},
	    {"NAME", SQL_COLUMN(user_token_list, name)},          {"SCOPES", SQL_COLUMN(user_token_list, scopes)},
	    {"STATE", SQL_COLUMN(user_token_list, state)},        {"MADE", SQL_COLUMN(user_token_list, created_at)},
	    {"EXPIRES", SQL_COLUMN(user_token_list, expires_at)}, {"USED", SQL_COLUMN(user_token_list, used_at)}};
	int words = cli_parse(argc, argv, NULL, 0);

	if (words < 0 || words > 1)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_token, "'token list' takes one ACCOUNT at most.");
	return answer_rows(q_user_token_list(.account = words == 1 ? argv[1] : NULL), columns, ARRAY_LEN(columns),
			   "no API tokens");
}

static int revoke(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0), rc = CLI_FAILED;
	struct pg_rows *rows;
	struct pg *pg;

	if (words != 1)
		return words < 0 ? CLI_USAGE
				 : cli_usage(&cmd_token, "name the token's NUMBER, as 'token list' shows it.");
	if (!(pg = cli_db()))
		return CLI_FAILED;
	rows = pg_query(
	    pg, q_admin_token_revoke(.id = argv[1], .account_id = SQL_NO_INT, .everyones = true, .actor = cli_actor()));
	if (rows) {
		printf("API token %s: revoked\n", argv[1]);
		rc = CLI_OK;
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static const struct cli_verb verbs[] = {
    {"token create", create}, {"token list", list}, {"token revoke", revoke}, {NULL, NULL}};

const struct cli_command cmd_token = {"token", "make and revoke the API tokens that scripts use", HELP, NULL, verbs};
