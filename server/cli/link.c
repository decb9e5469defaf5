/* link: see link.h. */
#include "link.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "sql_beatctl.h"

static int parse_key(const char *hex, const char *where, struct token_key *key)
{
	if (token_key_parse(hex, key) == 0)
		return CLI_OK;
	return cli_fail("%s does not hold a key: it must be exactly 64 hexadecimal digits, as"
			" 'openssl rand -hex 32' prints.",
			where);
}

static int key_of_file(const char *path, struct token_key *key)
{
	char text[256] = "";
	FILE *f = fopen(path, "r");
	size_t n;

	if (!f)
		return cli_fail("cannot read the key file %s (BEAT_TOKEN_KEY_FILE): %s.", path, strerror(errno));
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	while (n > 0 && isspace((unsigned char)text[n - 1]))
		n--;
	text[n] = '\0';
	return parse_key(text, path, key);
}

static int key_of_database(struct pg *pg, struct token_key *key)
{
	uint8_t fresh[TOKEN_KEY_LEN];
	char hex[2 * TOKEN_KEY_LEN + 1];
	struct pg_rows *rows;
	int rc = CLI_FAILED;

	crypto_random(fresh, sizeof(fresh));
	for (size_t i = 0; i < sizeof(fresh); i++)
		snprintf(hex + 2 * i, 3, "%02x", fresh[i]);
	rows = pg_query(pg, q_token_key(.fresh = hex));
	if (rows)
		rc = parse_key(pg_rows_count(rows) == 1 && q_token_key_row(rows, 0).key ? q_token_key_row(rows, 0).key
											: "",
			       "the database's setting 'token-key'", key);
	pg_rows_free(&rows);
	return rc;
}

int link_key(struct pg *pg, struct token_key *key)
{
	const char *hex = getenv("BEAT_TOKEN_KEY"), *path = getenv("BEAT_TOKEN_KEY_FILE");

	if (hex && *hex)
		return parse_key(hex, "BEAT_TOKEN_KEY", key);
	if (path && *path)
		return key_of_file(path, key);
	return key_of_database(pg, key);
}

const char *link_base_url(void)
{
	const char *url = getenv("BEAT_BASE_URL");

	return url && *url ? url : "http://127.0.0.1:8080";
}

int link_base_check(const struct cli_command *cmd, const char *url)
{
	if (strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0)
		return CLI_OK;
	return cli_usage(cmd, "--base-url must begin with http:// or https://, not '%s'.", url);
}

int link_base_length(const char *url)
{
	size_t n = strlen(url);

	while (n > 0 && url[n - 1] == '/')
		n--;
	return (int)n;
}
