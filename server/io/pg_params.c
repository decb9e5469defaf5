/* pg_params: see pg_params.h. In the arrays a later key beats an earlier one, and
 * the URI (given as dbname) is expanded where it stands: what comes before it is a
 * default, what comes after it is ours to decide. */
#include "pg_params.h"

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/function_set.h"
#include "beat/mem.h"

/* The options a person gave, in the URI or the environment, as libpq would find them:
 * ours are added to them and must not push them out. */
static void add_given_options(struct buf *out, const PQconninfoOption *given)
{
	const char *options = NULL;

	for (const PQconninfoOption *o = given; o != NULL && o->keyword != NULL; o++) {
		if (strcmp(o->keyword, "options") == 0)
			options = o->val;
	}
	if (options == NULL)
		options = getenv("PGOPTIONS");
	if (options != NULL && *options != '\0')
		buf_addf(out, "%s ", options);
}

/* Of several hosts the one that takes writes is meant, unless somebody says otherwise; a single one may be a standby
 * that is only read. */
static bool has_several_hosts(const PQconninfoOption *given)
{
	for (const PQconninfoOption *o = given; o != NULL && o->keyword != NULL; o++) {
		if ((strcmp(o->keyword, "host") == 0 || strcmp(o->keyword, "hostaddr") == 0) && o->val != NULL &&
		    strchr(o->val, ',') != NULL)
			return true;
	}
	return false;
}

void pg_params_init(struct pg_params *p, const char *uri, const char *app_name, const char *settings)
{
	PQconninfoOption *given = PQconninfoParse(uri, NULL);
	struct buf options = BUF_INIT;
	int n = 0;

	add_given_options(&options, given);
	buf_addf(&options, "-c search_path=%s,beat -c timezone=UTC %s", function_set_name(), settings);
	*p = (struct pg_params){.options = buf_detach(&options), .app_name = xstrdup(app_name), .valid = given != NULL};
	const char *attrs = has_several_hosts(given) && getenv("PGTARGETSESSIONATTRS") == NULL ? "primary" : NULL;

	PQconninfoFree(given);
	const char *const pairs[][2] = {{"fallback_application_name", p->app_name},
					{"connect_timeout", "10"},
					{"target_session_attrs", attrs},
					{"dbname", uri},
					{"client_encoding", "UTF8"},
					{"options", p->options}};
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++, n++) {
		p->keys[n] = pairs[i][0];
		p->values[n] = pairs[i][1];
	}
}

void pg_params_release(struct pg_params *p)
{
	free(p->options);
	free(p->app_name);
	*p = (struct pg_params){0};
}
