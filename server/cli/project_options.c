/* project_options: the options of `beatctl project create` and `set`, made from the entries of settings, and the JSON
 * object that the database takes. A kind of setting is a row of kinds[]: how its option is parsed, checked and written.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/jw.h"
#include "beat/model.h"
#include "beat/text.h"
#include "project.h"
#include "project_entries.h"

enum { SPLITS = 3 };
#define UNSET LONG_MIN

/* What was given of one setting; which of them is used depends on its kind. */
struct given {
	const char *text;
	long number;
	bool yes, no; /* --open, --no-open; for collections, no: --all-collections */
	struct cli_strs list;
	char *no_option; /* "--no-open" */
};

struct kind {
	const char *name;
	enum cli_opt_type type;
	int (*check)(const struct project_entry *e, const struct given *g); /* NULL: the parser has done it */
	void (*write)(struct jw *w, const struct project_entry *e, const struct given *g);
};

static bool option_is_choice(const struct project_entry *e, const char *value)
{
	size_t i;
	json_t *choice;

	json_array_foreach(e->choices, i, choice)
	{
		if (strcmp(json_string_value(choice), value) == 0)
			return true;
	}
	return false;
}

static int option_not_among(const struct project_entry *e, const char *choices, const char *value)
{
	return cli_usage(&cmd_project, "%s takes one of %s, not '%s'.", e->option, choices, value);
}

static int option_check_choice(const struct project_entry *e, const struct given *g)
{
	struct buf choices = BUF_INIT;
	int rc = CLI_OK;

	project_entry_add_choices(&choices, e, "|");
	if (g->text && !option_is_choice(e, g->text))
		rc = option_not_among(e, choices.p, g->text);
	for (size_t i = 0; e->choices && rc == CLI_OK && i < g->list.n; i++) {
		if (!option_is_choice(e, g->list.v[i]))
			rc = option_not_among(e, choices.p, g->list.v[i]);
	}
	buf_release(&choices);
	return rc;
}

static bool option_is(const char *text, const char *word)
{
	return strcmp(text, word) == 0;
}

static int option_check_boolean(const struct project_entry *e, const struct given *g)
{
	if (g->yes && g->no)
		return cli_usage(&cmd_project, "choose one of %s and %s.", e->option, g->no_option);
	if (g->text && !option_is(g->text, "yes") && !option_is(g->text, "no"))
		return option_not_among(e, "yes|no", g->text);
	return CLI_OK;
}

/* Of those that may be nothing; the parser checks the others. */
static int option_check_number(const struct project_entry *e, const struct given *g)
{
	size_t n = g->text ? strlen(g->text) : 0;

	if (!g->text || option_is(g->text, "none"))
		return CLI_OK;
	if (n > 0 && n < 10 && strspn(g->text, "0123456789") == n && strtol(g->text, NULL, 10) >= e->min &&
	    strtol(g->text, NULL, 10) <= e->max)
		return CLI_OK;
	return cli_usage(&cmd_project, "%s takes a whole number from %ld to %ld, or none, not '%s'.", e->option, e->min,
			 e->max, g->text);
}

static int option_check_collections(const struct project_entry *e, const struct given *g)
{
	return g->no && g->list.n > 0 ? cli_usage(&cmd_project, "choose one of %s and %s.", e->option, g->no_option)
				      : CLI_OK;
}

static int option_check_protocol(const struct project_entry *e, const struct given *g)
{
	const char *known;

	(void)e;
	if (g->text && !model_protocol_known(g->text, &known))
		return cli_usage(&cmd_project, "there is no model protocol '%s'; known are: %s.", g->text, known);
	return CLI_OK;
}

/* "10000/1000/-" as three numbers, -1 for no limit; false if it is not that. */
static bool option_targets(const char *text, long targets[SPLITS])
{
	for (int i = 0; i < SPLITS; i++) {
		size_t n = strcspn(text, "/");

		if ((text[n] == '/') != (i + 1 < SPLITS))
			return false;
		targets[i] = -1;
		if (n > 0 && !(n == 1 && *text == '-')) {
			if (n > 9 || strspn(text, "0123456789") != n)
				return false;
			targets[i] = strtol(text, NULL, 10);
		}
		text += n + 1;
	}
	return true;
}

static int option_check_targets(const struct project_entry *e, const struct given *g)
{
	long targets[SPLITS];

	if (!g->text || option_targets(g->text, targets))
		return CLI_OK;
	return cli_usage(&cmd_project,
			 "%s takes three numbers TRAIN/DEV/TEST, each up to 999999999 or '-' for no limit,"
			 " like 10000/1000/1000 or -/100/100; not '%s'.",
			 e->option, g->text);
}

static void option_write_text(struct jw *w, const struct project_entry *e, const struct given *g)
{
	if (!g->text)
		return;
	jw_key(w, e->key);
	if (e->nullable && option_is(g->text, "none"))
		jw_null(w);
	else if (project_entry_is(e, "integer"))
		jw_int(w, strtol(g->text, NULL, 10));
	else
		jw_str(w, g->text);
}

static void option_write_number(struct jw *w, const struct project_entry *e, const struct given *g)
{
	if (g->number != UNSET)
		jw_kint(w, e->key, g->number);
	option_write_text(w, e, g);
}

static void option_write_boolean(struct jw *w, const struct project_entry *e, const struct given *g)
{
	if (g->yes || g->no || g->text)
		jw_kbool(w, e->key, g->yes || (g->text && option_is(g->text, "yes")));
}

static void option_write_list(struct jw *w, const struct project_entry *e, const struct given *g)
{
	if (g->list.n == 0 && !g->no)
		return;
	jw_kopen(w, e->key, '[');
	for (size_t i = 0; i < g->list.n; i++)
		jw_str(w, g->list.v[i]);
	jw_close(w, ']');
}

static void option_write_targets(struct jw *w, const struct project_entry *e, const struct given *g)
{
	long targets[SPLITS];

	if (!g->text || !option_targets(g->text, targets))
		return;
	jw_kopen(w, e->key, '[');
	for (int i = 0; i < SPLITS; i++) {
		if (targets[i] < 0)
			jw_null(w);
		else
			jw_int(w, targets[i]);
	}
	jw_close(w, ']');
}

static const struct kind kinds[] = {
    {"text", CLI_STR, NULL, option_write_text},
    {"integer", CLI_INT, option_check_number, option_write_number},
    {"boolean", CLI_STR, option_check_boolean, option_write_boolean},
    {"choice", CLI_STR, option_check_choice, option_write_text},
    {"list", CLI_STRS, option_check_choice, option_write_list},
    {"model", CLI_STR, NULL, option_write_text},
    {"models", CLI_STRS, option_check_collections, option_write_list},
    {"builds", CLI_STRS, option_check_collections, option_write_list},
    {"onboarding", CLI_STR, NULL, option_write_text},
    {"pool", CLI_STR, NULL, option_write_text},
    {"collections", CLI_STRS, option_check_collections, option_write_list},
    {"targets", CLI_STR, option_check_targets, option_write_targets},
    {"protocol", CLI_STR, option_check_protocol, option_write_text},
};

static const struct kind *option_kind(const struct project_entry *e)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		if (project_entry_is(e, kinds[i].name))
			return &kinds[i];
	}
	abort(); /* a kind that nobody taught it; the test of `project settings` walks all entries */
}

/* The options of one entry, one or two; returns their number. */
static size_t option_add(struct cli_opt *opts, const struct project_entry *e, struct given *g)
{
	enum cli_opt_type type = option_kind(e)->type;
	bool is_collections = project_entry_is(e, "collections"), may_be_none = project_entry_may_be_empty(e);
	struct buf other = BUF_INIT;
	void *out = &g->text;

	g->number = UNSET;
	if (type == CLI_INT && e->nullable)
		type = CLI_STR;
	if (e->flag)
		type = CLI_FLAG;
	if (type != CLI_STR)
		out = type == CLI_FLAG ? (void *)&g->yes : type == CLI_INT ? (void *)&g->number : (void *)&g->list;
	opts[0] = (struct cli_opt){e->option, type, out, e->min, e->max};
	if (!e->flag && !is_collections && !may_be_none)
		return 1;
	buf_addf(&other, "--%s-%s", is_collections ? "all" : "no", is_collections ? e->key : e->option + strlen("--"));
	g->no_option = other.p;
	opts[1] = (struct cli_opt){g->no_option, CLI_FLAG, &g->no, 0, 0};
	return 2;
}

static int option_check_utf8(const struct project_entry *e, const struct given *g)
{
	bool good = !g->text || text_is_utf8(g->text, strlen(g->text));

	for (size_t i = 0; i < g->list.n; i++)
		good = good && text_is_utf8(g->list.v[i], strlen(g->list.v[i]));
	return good ? CLI_OK : cli_usage(&cmd_project, "the value of %s is not valid UTF-8.", e->option);
}

/* The database checks all of it again. */
static int options_check(const struct project_entry *entries, const struct given *given, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct kind *kind = option_kind(&entries[i]);

		if (option_check_utf8(&entries[i], &given[i]) != CLI_OK ||
		    (kind->check && kind->check(&entries[i], &given[i]) != CLI_OK))
			return CLI_USAGE;
	}
	return CLI_OK;
}

static void options_write(struct buf *out, const struct project_entry *entries, const struct given *given, size_t n)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	for (size_t i = 0; i < n; i++)
		option_kind(&entries[i])->write(&w, &entries[i], &given[i]);
	jw_close(&w, '}');
	jw_done(&w);
}

int project_parse_settings(int argc, char **argv, struct buf *json)
{
	size_t n, n_opts = 0;
	const struct project_entry *entries = project_entries(&n);
	struct given *given = xcalloc(n, sizeof(*given));
	struct cli_opt *opts = xcalloc(2 * n, sizeof(*opts));
	int words;

	for (size_t i = 0; i < n; i++)
		n_opts += option_add(opts + n_opts, &entries[i], &given[i]);
	words = cli_parse(argc, argv, opts, n_opts);
	if (words >= 0 && options_check(entries, given, n) == CLI_OK)
		options_write(json, entries, given, n);
	else
		words = -1;
	for (size_t i = 0; i < n; i++) {
		cli_strs_release(&given[i].list);
		free(given[i].no_option);
	}
	free(given);
	free(opts);
	return words;
}
