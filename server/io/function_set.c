/* function_set: see function_set.h. */
#include "beat/function_set.h"

#include <stdio.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/crypto.h"
#include "sql_files_functions.h"

enum { DIGEST_SHOWN = 12 };

static void digest_of_all(char hex[2 * CRYPTO_SHA256_LEN + 1])
{
	struct buf all = BUF_INIT;

	for (const struct sql_file *f = sql_files_functions; f->name != NULL; f++) {
		buf_add(&all, f->name, strlen(f->name) + 1);
		buf_add(&all, f->text, strlen(f->text) + 1);
	}
	crypto_sha256_hex(all.p, all.n, hex);
	buf_release(&all);
}

const char *function_set_name(void)
{
	static char name[sizeof(FUNCTION_SET_PREFIX) + DIGEST_SHOWN];
	char hex[2 * CRYPTO_SHA256_LEN + 1];

	if (*name == '\0') {
		digest_of_all(hex);
		snprintf(name, sizeof(name), FUNCTION_SET_PREFIX "%.*s", DIGEST_SHOWN, hex);
	}
	return name;
}

const char *function_set_use_sql(void)
{
	static char sql[128];

	if (*sql == '\0')
		snprintf(sql, sizeof(sql), "select pg_advisory_lock_shared(" FUNCTION_SET_LOCK ", hashtext('%s'))",
			 function_set_name());
	return sql;
}
