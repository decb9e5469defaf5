/* project_entries: see project_entries.h. */
#include "project_entries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "sql_files_functions.h"

/* The entries stand between two of these, in the file of functions. */
#define ENTRIES_MARK "$entries$"

static const char *entries_text(size_t *n)
{
	const char *at = NULL, *end;

	for (const struct sql_file *f = sql_files_functions; f->name && !at; f++) {
		if (strcmp(f->name, "project_settings") == 0)
			at = strstr(f->text, ENTRIES_MARK);
	}
	end = at ? strstr(at + strlen(ENTRIES_MARK), ENTRIES_MARK) : NULL;
	if (!end)
		abort(); /* tests/sql has seen them */
	at += strlen(ENTRIES_MARK);
	*n = (size_t)(end - at);
	return at;
}

static char *entry_option(const json_t *e, const char *key)
{
	const char *named = json_string_value(json_object_get(e, "option"));
	struct buf option = BUF_INIT;

	buf_adds(&option, "--");
	for (const char *at = named ? named : key; *at; at++)
		buf_addf(&option, "%c", *at == '_' ? '-' : *at);
	return option.p;
}

static struct project_entry entry_read(const json_t *e)
{
	struct project_entry entry = {
	    .key = json_string_value(json_object_get(e, "key")),
	    .kind = json_string_value(json_object_get(e, "kind")),
	    .section = json_string_value(json_object_get(e, "section")),
	    .label = json_string_value(json_object_get(e, "label")),
	    .text = json_string_value(json_object_get(e, "text")),
	    .counts = json_string_value(json_object_get(e, "counts")),
	    .unit = json_string_value(json_object_get(e, "unit")),
	    .none = json_string_value(json_object_get(e, "none")),
	    .value = json_string_value(json_object_get(e, "value")),
	    .nullable = json_is_true(json_object_get(e, "nullable")),
	    .flag = json_is_true(json_object_get(e, "flag")),
	    .min = (long)json_integer_value(json_object_get(e, "min")),
	    .max = (long)json_integer_value(json_object_get(e, "max")),
	    .choices = json_object_get(e, "choices"),
	    .says = json_object_get(e, "says"),
	    .usual = json_object_get(e, "default"),
	};

	entry.option = entry_option(e, entry.key);
	return entry;
}

const struct project_entry *project_entries(size_t *n)
{
	static struct project_entry *entries;
	static size_t count;
	static json_t *all; /* the entries point into it */
	char err[JSON_ERR_MAX];
	size_t len, i;
	json_t *e;

	if (!entries) {
		const char *text = entries_text(&len);

		all = json_parse(text, len, err);
		if (!all)
			abort(); /* tests/sql has read them as JSON, too */
		count = json_array_size(all);
		entries = xcalloc(count, sizeof(*entries));
		json_array_foreach(all, i, e) entries[i] = entry_read(e);
	}
	*n = count;
	return entries;
}

bool project_entry_is(const struct project_entry *e, const char *kind)
{
	return strcmp(e->kind, kind) == 0;
}

bool project_entry_may_be_empty(const struct project_entry *e)
{
	return project_entry_is(e, "models") || project_entry_is(e, "builds");
}

bool project_entry_has_usual(const struct project_entry *e)
{
	const char *text = json_string_value(e->usual);

	return e->nullable || (e->usual && !(text && !*text));
}

void project_entry_add_choices(struct buf *out, const struct project_entry *e, const char *separator)
{
	size_t i;
	json_t *choice;

	json_array_foreach(e->choices, i, choice) buf_addf(out, "%s%s", i ? separator : "", json_string_value(choice));
}

void project_entry_add_limits(struct buf *out, const struct project_entry *e)
{
	if (project_entry_is(e, "integer"))
		buf_addf(out, "%ld to %ld %s", e->min, e->max, e->unit);
	else if (project_entry_is(e, "boolean"))
		buf_adds(out, "yes or no");
	else if (e->choices)
		project_entry_add_choices(out, e, " | ");
	else
		buf_adds(out, e->kind);
	if (e->nullable)
		buf_adds(out, ", or none");
}

static void add_list(struct buf *out, const struct project_entry *e, const json_t *list)
{
	size_t i, n = 0;
	json_t *value;

	json_array_foreach(list, i, value)
	{
		if (json_is_string(value))
			buf_addf(out, "%s%s", n++ ? ", " : "", json_string_value(value));
	}
	if (n == 0)
		buf_adds(out, e->none ? e->none : "none");
}

void project_entry_add_value(struct buf *out, const struct project_entry *e, const json_t *value)
{
	if (json_is_integer(value))
		buf_addf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_boolean(value))
		buf_adds(out, json_is_true(value) ? "yes" : "no");
	else if (json_is_array(value))
		add_list(out, e, value);
	else if (json_is_string(value))
		buf_adds(out, json_string_value(value));
	else
		buf_adds(out, "none");
}

static void add_number(struct buf *out, const struct project_entry *e, int64_t n)
{
	const char *unit = e->unit ? e->unit : "";

	if (strcmp(unit, "per mille") == 0)
		buf_addf(out, "%" PRId64 ".%" PRId64 " %%", n / 10, n % 10);
	else if (strcmp(unit, "US cents") == 0)
		buf_addf(out, "USD %" PRId64 ".%02" PRId64, n / 100, n % 100);
	else
		buf_addf(out, "%" PRId64 "%s%s", n, *unit ? " " : "", unit);
}

void project_entry_add_shown(struct buf *out, const struct project_entry *e, const json_t *value)
{
	const char *text = json_string_value(value);
	const json_t *said = text ? json_object_get(e->says, text) : NULL;

	if (json_is_integer(value))
		add_number(out, e, json_integer_value(value));
	else if (said)
		buf_adds(out, json_string_value(said));
	else if ((text && !*text) || !value || json_is_null(value))
		buf_adds(out, e->none ? e->none : "none");
	else
		project_entry_add_value(out, e, value);
}

/* What help writes after the option: "N", "SECONDS|none", "em|f1". */
static void add_placeholder(struct buf *out, const struct project_entry *e)
{
	static const struct {
		const char *word, *value;
	} values[] = {
	    {"seconds", "SECONDS"},
	    {"US cents", "CENTS"},
	    {"model", "URL|NAME"},
	    {"models", "URL|NAME"},
	    {"builds", "current|BUILD"},
	    {"onboarding", "NAME"},
	    {"pool", "NAME"},
	    {"list", "NAME"},
	    {"collections", "NAME"},
	    {"targets", "TRAIN/DEV/TEST"},
	    {"protocol", "NAME"},
	    {"boolean", "yes|no"},
	    {"text", "TEXT"},
	    {"integer", "N"},
	};
	const char *found = e->value;

	if (e->flag)
		return;
	buf_adds(out, " ");
	for (size_t i = 0; !found && i < ARRAY_LEN(values); i++) {
		if (project_entry_is(e, values[i].word) || (e->unit && strcmp(e->unit, values[i].word) == 0))
			found = values[i].value;
	}
	if (found)
		buf_adds(out, found);
	else
		project_entry_add_choices(out, e, "|");
	if (e->nullable)
		buf_adds(out, "|none");
}

/* The text in lines of at most 96 columns, from a column on that the first line has reached already. */
static void add_wrapped(struct buf *out, const char *text)
{
	enum { FROM = 33, TO = 96 };
	size_t at = FROM;

	for (const char *word = text; *word;) {
		size_t n = strcspn(word, " ");

		if (at > FROM && at + 1 + n > TO) {
			buf_addf(out, "\n%*s", FROM, "");
			at = FROM;
		} else if (at > FROM) {
			buf_adds(out, " ");
			at++;
		}
		buf_addf(out, "%.*s", (int)n, word);
		at += n;
		word += n + strspn(word + n, " ");
	}
	buf_adds(out, "\n");
}

static void add_option_help(struct buf *out, const struct project_entry *e)
{
	struct buf head = BUF_INIT, text = BUF_INIT;

	buf_addf(&head, "  %s", e->option);
	add_placeholder(&head, e);
	if (e->flag)
		buf_addf(&head, ", --no-%s", e->option + strlen("--"));
	buf_addf(&text, "%s", e->text);
	if (project_entry_is(e, "integer")) {
		buf_adds(&text, " ");
		project_entry_add_limits(&text, e);
	}
	if (project_entry_is(e, "list") || project_entry_is(e, "collections") || project_entry_may_be_empty(e)) {
		buf_adds(&text, " May be repeated");
		if (e->choices) {
			buf_adds(&text, ": ");
			project_entry_add_choices(&text, e, ", ");
		}
	}
	if (project_entry_is(e, "collections"))
		buf_addf(&text, "; --all-%s undoes it", e->key);
	if (project_entry_may_be_empty(e))
		buf_addf(&text, "; --no-%s undoes it.", e->option + strlen("--"));
	if (project_entry_has_usual(e)) {
		buf_adds(&text, " (default: ");
		project_entry_add_value(&text, e, e->usual);
		buf_adds(&text, ")");
	}
	buf_addf(out, "%-32s%s", head.p, head.n > 32 ? "\n" : " ");
	if (head.n > 32)
		buf_addf(out, "%*s", 33, "");
	add_wrapped(out, text.p);
	buf_release(&head);
	buf_release(&text);
}

void project_entries_add_help(struct buf *out)
{
	size_t n;
	const struct project_entry *entries = project_entries(&n);

	for (size_t i = 0; i < n; i++) {
		if (i == 0 || strcmp(entries[i].section, entries[i - 1].section) != 0)
			buf_addf(out, "%sSettings: %s\n", i ? "\n" : "", entries[i].section);
		add_option_help(out, &entries[i]);
	}
}
