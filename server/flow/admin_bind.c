/* admin_bind: see admin_routes.h. The words of a row are few and short, so they are read for each request; the server
 * does it once for every row when it starts and refuses to go on with a row that does not fit. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "admin_routes.h"

/* The place of {name} among the arguments of the path; -1 if it has none of that name. */
static int admin_bind_path_arg(const char *path, const char *name)
{
	int place = 0;

	for (const char *p = path; (p = strchr(p, '{')) != NULL; p++, place++) {
		size_t n = strcspn(p + 1, ".}");

		if (strlen(name) == n && strncmp(p + 1, name, n) == 0)
			return place;
	}
	return -1;
}

/* One source, as "{name}" or "$actor". */
static bool admin_bind_source(const char *path, const char *word, struct admin_source *out)
{
	static const struct {
		const char *word;
		int kind;
	} known[] = {
	    {"$account", ADMIN_FROM_ACCOUNT}, {"$actor", ADMIN_FROM_ACTOR}, {"$identity", ADMIN_FROM_IDENTITY}};
	size_t n = strlen(word);

	snprintf(out->name, sizeof(out->name), "%.*s", (int)(n - 1 - (word[0] == '{')), word + 1);
	if (word[0] == '{' && n > 2 && word[n - 1] == '}') {
		out->kind = ADMIN_FROM_PATH;
		out->path_arg = admin_bind_path_arg(path, out->name);
		return out->path_arg >= 0;
	}
	if ((word[0] == '?' || word[0] == '.') && n > 1) {
		out->kind = word[0] == '?' ? ADMIN_FROM_QUERY : ADMIN_FROM_BODY;
		return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (strcmp(known[i].word, word) == 0) {
			out->kind = known[i].kind;
			return true;
		}
	}
	return false;
}

static int admin_bind_word(const struct admin_route *route, const char *word, bool *bound, struct admin_source *sources,
			   char err[ADMIN_BIND_ERR])
{
	const char *equals = strchr(word, '='), *source = equals != NULL ? equals + 1 : word;
	char name[ADMIN_WORD_MAX];
	struct admin_source from = {0};
	int i;

	if (!admin_bind_source(route->path, source, &from)) {
		snprintf(err, ADMIN_BIND_ERR, "%s: \"%s\" is no source of a parameter", route->path, word);
		return -1;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(equals != NULL ? equals - word : ADMIN_WORD_MAX),
		 equals != NULL ? word : from.name);
	i = sql_param(route->statement, name);
	if (i < 0 || bound[i]) {
		snprintf(err, ADMIN_BIND_ERR, "%s: %s %s parameter %s", route->path, route->statement->name,
			 i < 0 ? "has no" : "is given twice its", name);
		return -1;
	}
	bound[i] = true;
	sources[i] = from;
	return 0;
}

int admin_bind(const struct admin_route *route, struct admin_source sources[ADMIN_PARAMS_MAX], char err[ADMIN_BIND_ERR])
{
	bool bound[ADMIN_PARAMS_MAX] = {false};
	const struct sql_statement *s = route->statement;
	char word[ADMIN_WORD_MAX];

	if (s->param_count > ADMIN_PARAMS_MAX) {
		snprintf(err, ADMIN_BIND_ERR, "%s: %s has too many parameters", route->path, s->name);
		return -1;
	}
	for (const char *p = route->params; *p != '\0'; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");

		snprintf(word, sizeof(word), "%.*s", (int)n, p);
		if (admin_bind_word(route, word, bound, sources, err) < 0)
			return -1;
		p += n;
	}
	for (int i = 0; i < s->param_count; i++) {
		if (!bound[i]) {
			snprintf(err, ADMIN_BIND_ERR, "%s: nothing is said of the parameter %s of %s", route->path,
				 s->params[i].name, s->name);
			return -1;
		}
	}
	return 0;
}
