/* beatctl project list and show: for people as a table and a page, for programs as JSON.
 * One table names the columns of each query, so both ways show the same. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/jw.h"
#include "project.h"

enum kind { TEXT, NUMBER, YES_NO, NAMES, PER_SPLIT };

struct column {
	const char *key;
	enum kind kind;
};

static const char *const splits[] = {"train", "dev", "test"};

/* Q_PROJECT_LIST */
static const struct column list_columns[] = {
    {"name", TEXT},   {"state", TEXT},       {"open", YES_NO}, {"model", TEXT}, {"passages", NUMBER},
    {"live", NUMBER}, {"submitted", NUMBER}, {"kept", NUMBER}, {"title", TEXT},
};

/* Q_PROJECT_SHOW: the places are in project.h. */
static const struct column show_columns[PROJECT_COUNT] = {
    [PROJECT_NAME] = {"name", TEXT},
    [PROJECT_TITLE] = {"title", TEXT},
    [PROJECT_STATE] = {"state", TEXT},
    [PROJECT_OPEN] = {"open", YES_NO},
    [PROJECT_MODEL] = {"model", TEXT},
    [PROJECT_MODEL_URL] = {"model_url", TEXT},
    [PROJECT_PROTOCOL] = {"protocol", TEXT},
    [PROJECT_THRESHOLD] = {"threshold", NUMBER},
    [PROJECT_QUESTIONS] = {"questions", NUMBER},
    [PROJECT_PER_PASSAGE] = {"assignments_per_passage", NUMBER},
    [PROJECT_LEASE] = {"lease", NUMBER},
    [PROJECT_REWARD] = {"reward", NUMBER},
    [PROJECT_PLATFORMS] = {"platforms", NAMES},
    [PROJECT_EMPTY_ANSWER] = {"empty_answer", TEXT},
    [PROJECT_COMPLETION_CODE] = {"completion_code", TEXT},
    [PROJECT_COLLECTIONS] = {"collections", NAMES},
    [PROJECT_TARGETS] = {"targets", PER_SPLIT},
    [PROJECT_KEPT] = {"kept", PER_SPLIT},
    [PROJECT_PASSAGES] = {"passages", PER_SPLIT},
    [PROJECT_LIVE] = {"live", NUMBER},
    [PROJECT_SUBMITTED] = {"submitted", NUMBER},
    [PROJECT_ATTEMPTS] = {"attempts", NUMBER},
    [PROJECT_WON] = {"won", NUMBER},
    [PROJECT_CREATED] = {"created_at", TEXT},
    [PROJECT_ONBOARDING] = {"onboarding", TEXT},
    [PROJECT_ONBOARDING_MODEL] = {"onboarding_model", TEXT},
    [PROJECT_ONBOARDING_RETRIES] = {"onboarding_retries", NUMBER},
    [PROJECT_BATCH_HITS] = {"batch_hits", NUMBER},
    [PROJECT_BATCH_HOURS] = {"batch_hours", NUMBER},
    [PROJECT_SUCCESS] = {"success", NUMBER},
    [PROJECT_SUCCESS_UNIT] = {"success_unit", TEXT},
    [PROJECT_REVIEW_DOUBLE] = {"review_double", YES_NO},
    [PROJECT_REVIEW_BLIND] = {"review_blind", YES_NO},
    [PROJECT_REVIEW_LEASE] = {"review_lease", NUMBER},
    [PROJECT_REVOKE_CONFIRM] = {"revoke_confirm", YES_NO},
    [PROJECT_VALIDATION_VOTES] = {"validation_votes", NUMBER},
    [PROJECT_VALIDATION_MATCH] = {"validation_match", TEXT},
    [PROJECT_VALIDATION_F1] = {"validation_f1", NUMBER},
    [PROJECT_VALIDATION_MATCHES] = {"validation_matches", NUMBER},
    [PROJECT_VALIDATION_GROUP] = {"validation_group", TEXT},
    [PROJECT_VALIDATION_QUESTIONS] = {"validation_questions", NUMBER},
    [PROJECT_VALIDATION_LEASE] = {"validation_lease", NUMBER},
    [PROJECT_VALIDATION_REWARD] = {"validation_reward", NUMBER},
    [PROJECT_VALIDATION_COMPLETION_CODE] = {"validation_completion_code", TEXT},
    [PROJECT_VALIDATION_ONBOARDING] = {"validation_onboarding", TEXT},
    [PROJECT_VALIDATION_EARLY_STOP] = {"validation_early_stop", NUMBER},
    [PROJECT_VALIDATION_EXTRA] = {"validation_extra", NUMBER},
    [PROJECT_VALIDATION_TRAIN] = {"validation_train", NUMBER},
    [PROJECT_VALIDATION_LOST] = {"validation_lost", NUMBER},
    [PROJECT_ANSWERABLE] = {"answerable", NUMBER},
};

/* The i-th part of "a/b/c", copied; "" if there are fewer. */
static char *part(const char *text, char separator, size_t i)
{
	const char *at = text;

	for (; i > 0; i--) {
		at = strchr(at, separator);
		if (!at)
			return xstrdup("");
		at++;
	}
	return xmemdup0(at, (size_t)(strchrnul(at, separator) - at));
}

static void write_names(struct jw *w, const char *names)
{
	jw_open(w, '[');
	for (const char *at = names; *at && strcmp(names, "(all)") != 0;) {
		size_t n = strcspn(at, ",");

		jw_strn(w, at, n);
		at += n + (at[n] == ',');
	}
	jw_close(w, ']');
}

/* {"train":10,"dev":null,"test":0}; "unlimited" is null. */
static void write_per_split(struct jw *w, const char *figures)
{
	jw_open(w, '{');
	for (size_t i = 0; i < ARRAY_LEN(splits); i++) {
		char *figure = part(figures, '/', i);

		jw_key(w, splits[i]);
		if (*figure >= '0' && *figure <= '9')
			jw_int(w, strtoll(figure, NULL, 10));
		else
			jw_null(w);
		free(figure);
	}
	jw_close(w, '}');
}

static void write_value(struct jw *w, enum kind kind, const struct pg_rows *rows, int row, int col)
{
	const char *value = pg_str(rows, row, col);

	if (!value)
		jw_null(w);
	else if (kind == TEXT)
		jw_strn(w, value, pg_len(rows, row, col));
	else if (kind == NUMBER)
		jw_int(w, pg_int(rows, row, col));
	else if (kind == YES_NO)
		jw_bool(w, pg_bool(rows, row, col));
	else if (kind == NAMES)
		write_names(w, value);
	else
		write_per_split(w, value);
}

static void write_fields(struct jw *w, const struct column *columns, int n, const struct pg_rows *rows, int row)
{
	for (int col = 0; col < n; col++) {
		jw_key(w, columns[col].key);
		write_value(w, columns[col].kind, rows, row, col);
	}
}

static void print_json(struct buf *out)
{
	printf("%s\n", out->p);
	buf_release(out);
}

static void list_json(const struct pg_rows *rows)
{
	struct buf out = BUF_INIT;
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '[');
	for (int row = 0; row < pg_rows_count(rows); row++) {
		jw_open(&w, '{');
		write_fields(&w, list_columns, ARRAY_LEN(list_columns), rows, row);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_done(&w);
	print_json(&out);
}

static void list_table(const struct pg_rows *rows)
{
	enum { COLS = ARRAY_LEN(list_columns), OPEN = 2 };
	static const char *const headings[COLS] = {"NAME", "STATE",     "OPEN", "MODEL", "PASSAGES",
						   "LIVE", "SUBMITTED", "KEPT", "TITLE"};
	int n = pg_rows_count(rows);
	const char **cells;

	if (n == 0) {
		puts("no projects yet; make one with 'beatctl project create NAME'");
		return;
	}
	cells = xcalloc((size_t)n * COLS, sizeof(*cells));
	for (int i = 0; i < n * COLS; i++)
		cells[i] = i % COLS == OPEN ? (pg_bool(rows, i / COLS, OPEN) ? "yes" : "no")
					    : pg_str(rows, i / COLS, i % COLS);
	cli_print_cells(stdout, headings, cells, n, COLS);
	free(cells);
}

static void show_json(const struct pg_rows *rows, int64_t unjudged)
{
	struct buf out = BUF_INIT;
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '{');
	write_fields(&w, show_columns, PROJECT_COUNT, rows, 0);
	jw_kint(&w, "unjudged", unjudged);
	jw_close(&w, '}');
	jw_done(&w);
	print_json(&out);
}

static void line(const char *label, const char *fmt, ...) BEAT_PRINTF(2, 3);
static void line(const char *label, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	printf("  %-16s ", label);
	cli_put_text(stdout, text);
	putchar('\n');
	free(text);
}

/* "a,b" as "a, b". */
static void line_names(const char *label, const char *before, const char *names)
{
	struct buf text = BUF_INIT;

	buf_adds(&text, before);
	for (const char *at = names; *at; at++)
		buf_addf(&text, "%c%s", *at, *at == ',' ? " " : "");
	line(label, "%s", text.p);
	buf_release(&text);
}

static void show_rules(const struct pg_rows *r)
{
	int64_t threshold = pg_int(r, 0, PROJECT_THRESHOLD), reward = pg_int(r, 0, PROJECT_REWARD),
		per_passage = pg_int(r, 0, PROJECT_PER_PASSAGE);
	const char *collections = pg_str(r, 0, PROJECT_COLLECTIONS);

	line("title", "%s", pg_str(r, 0, PROJECT_TITLE));
	line("state", "%s", pg_str(r, 0, PROJECT_STATE));
	line_names("workers", pg_bool(r, 0, PROJECT_OPEN) ? "anyone, from " : "invited and qualified ones, from ",
		   pg_str(r, 0, PROJECT_PLATFORMS));
	line("model", "%s at %s (protocol %s)", pg_str(r, 0, PROJECT_MODEL), pg_str(r, 0, PROJECT_MODEL_URL),
	     pg_str(r, 0, PROJECT_PROTOCOL));
	line("the model wins", "above %" PRId64 ".%" PRId64 " %% word overlap (threshold %" PRId64 ")", threshold / 10,
	     threshold % 10, threshold);
	line("empty answer", "%s",
	     strcmp(pg_str(r, 0, PROJECT_EMPTY_ANSWER), "loss") == 0 ? "the model loses"
								     : "a fault of the model, to be judged later");
	line_names("passages from", "", strcmp(collections, "(all)") == 0 ? "all collections" : collections);
	line("per passage", "%s won questions wanted, from %" PRId64 " worker%s", pg_str(r, 0, PROJECT_QUESTIONS),
	     per_passage, per_passage == 1 ? "" : "s");
	line("lease", "%s s", pg_str(r, 0, PROJECT_LEASE));
	line("reward", "USD %" PRId64 ".%02" PRId64 " per passage", reward / 100, reward % 100);
	if (*pg_str(r, 0, PROJECT_COMPLETION_CODE))
		line("completion code", "%s", pg_str(r, 0, PROJECT_COMPLETION_CODE));
	line("created", "%s", pg_str(r, 0, PROJECT_CREATED));
}

static void show_batches(const struct pg_rows *r)
{
	const char *hits = pg_str(r, 0, PROJECT_BATCH_HITS), *hours = pg_str(r, 0, PROJECT_BATCH_HOURS);

	if (hits && hours)
		line("a batch closes", "after %s completed HITs or %s hours, or by hand", hits, hours);
	else if (hits)
		line("a batch closes", "after %s completed HITs, or by hand", hits);
	else if (hours)
		line("a batch closes", "after %s hours, or by hand", hours);
	else
		line("a batch closes", "by hand");
}

static void show_quality(const struct pg_rows *r)
{
	int64_t success = pg_int(r, 0, PROJECT_SUCCESS), retries = pg_int(r, 0, PROJECT_ONBOARDING_RETRIES);
	const char *onboarding = pg_str(r, 0, PROJECT_ONBOARDING), *model = pg_str(r, 0, PROJECT_ONBOARDING_MODEL);

	if (onboarding && !pg_bool(r, 0, PROJECT_OPEN))
		line("onboarding", "%s, against %s, %" PRId64 " further tr%s", onboarding,
		     model ? model : "the weakest model", retries, retries == 1 ? "y" : "ies");
	show_batches(r);
	line("review", "%s, %s, %s s a HIT", pg_bool(r, 0, PROJECT_REVIEW_DOUBLE) ? "by two" : "by one",
	     pg_bool(r, 0, PROJECT_REVIEW_BLIND) ? "blind" : "not blind", pg_str(r, 0, PROJECT_REVIEW_LEASE));
	line("revoked", "below %" PRId64 ".%" PRId64 " %% valid %ss%s", success / 10, success % 10,
	     pg_str(r, 0, PROJECT_SUCCESS_UNIT),
	     pg_bool(r, 0, PROJECT_REVOKE_CONFIRM) ? ", after a second person confirms" : "");
}

struct percent {
	char text[32];
};

/* 400 per mille as "40.0 %". */
static struct percent percent(int64_t permille)
{
	struct percent p;

	snprintf(p.text, sizeof(p.text), "%" PRId64 ".%" PRId64 " %%", permille / 10, permille % 10);
	return p;
}

static void show_votes(const struct pg_rows *r)
{
	int64_t stop = pg_int(r, 0, PROJECT_VALIDATION_EARLY_STOP), extra = pg_int(r, 0, PROJECT_VALIDATION_EXTRA);
	struct buf text = BUF_INIT;

	buf_addf(&text, "%s votes a question of dev and test, answerable if %s match%s",
		 pg_str(r, 0, PROJECT_VALIDATION_VOTES), pg_str(r, 0, PROJECT_VALIDATION_MATCHES),
		 pg_int(r, 0, PROJECT_VALIDATION_MATCHES) == 1 ? "es" : "");
	if (strcmp(pg_str(r, 0, PROJECT_VALIDATION_MATCH), "f1") == 0)
		buf_addf(&text, " with more than %s word overlap", percent(pg_int(r, 0, PROJECT_VALIDATION_F1)).text);
	else
		buf_adds(&text, " exactly");
	if (stop > 0)
		buf_addf(&text, ", no more once %" PRId64 " do", stop);
	if (extra > 0)
		buf_addf(&text, ", up to %" PRId64 " more while fewer than half do", extra);
	line("validation", "%s", text.p);
	buf_release(&text);
}

static void show_validation(const struct pg_rows *r)
{
	int64_t reward = pg_int(r, 0, PROJECT_VALIDATION_REWARD), train = pg_int(r, 0, PROJECT_VALIDATION_TRAIN),
		lost = pg_int(r, 0, PROJECT_VALIDATION_LOST);
	const char *onboarding = pg_str(r, 0, PROJECT_VALIDATION_ONBOARDING);

	if (pg_int(r, 0, PROJECT_VALIDATION_VOTES) == 0) {
		line("validation", "none");
		return;
	}
	show_votes(r);
	line("a validate HIT", "up to %s questions of %s, %s s, USD %" PRId64 ".%02" PRId64,
	     pg_str(r, 0, PROJECT_VALIDATION_QUESTIONS),
	     strcmp(pg_str(r, 0, PROJECT_VALIDATION_GROUP), "hit") == 0 ? "an author" : "a passage",
	     pg_str(r, 0, PROJECT_VALIDATION_LEASE), reward / 100, reward % 100);
	if (*pg_str(r, 0, PROJECT_VALIDATION_COMPLETION_CODE))
		line("", "completion code %s", pg_str(r, 0, PROJECT_VALIDATION_COMPLETION_CODE));
	if (onboarding && !pg_bool(r, 0, PROJECT_OPEN))
		line("validators learn", "the highlighting exercises of %s", onboarding);
	if (train > 0)
		line("also validated", "%s of train", percent(train).text);
	if (lost > 0)
		line("also validated", "%s of the lost attempts", percent(lost).text);
	line("revoked", "below %s answerable questions", percent(pg_int(r, 0, PROJECT_ANSWERABLE)).text);
}

static void show_splits(const struct pg_rows *r)
{
	enum { ROWS = ARRAY_LEN(splits), COLS = 4 };
	static const char *const headings[COLS] = {"SPLIT", "PASSAGES", "KEPT", "TARGET"};
	static const int columns[COLS] = {-1, PROJECT_PASSAGES, PROJECT_KEPT, PROJECT_TARGETS};
	const char *cells[ROWS * COLS];
	char *made[ROWS * COLS];

	for (int i = 0; i < ROWS * COLS; i++) {
		int col = columns[i % COLS];

		made[i] = col < 0 ? xstrdup(splits[i / COLS]) : part(pg_str(r, 0, col), '/', (size_t)(i / COLS));
		cells[i] = strcmp(made[i], "unlimited") == 0 ? "-" : made[i];
	}
	cli_print_cells(stdout, headings, cells, ROWS, COLS);
	for (int i = 0; i < ROWS * COLS; i++)
		free(made[i]);
}

static void show_play(const struct pg_rows *r, int64_t unjudged)
{
	int64_t judged = pg_int(r, 0, PROJECT_ATTEMPTS) - unjudged, won = pg_int(r, 0, PROJECT_WON);

	line("open leases", "%s", pg_str(r, 0, PROJECT_LIVE));
	line("submitted", "%s", pg_str(r, 0, PROJECT_SUBMITTED));
	line("attempts", "%s", pg_str(r, 0, PROJECT_ATTEMPTS));
	if (judged > 0)
		line("won by workers", "%" PRId64 " (%.1f %% of %" PRId64 " judged)", won,
		     100.0 * (double)won / (double)judged, judged);
	if (unjudged > 0)
		line("without verdict", "%" PRId64 " (the model failed; 'beatctl rejudge %s' asks it again)", unjudged,
		     pg_str(r, 0, PROJECT_NAME));
}

static void show_page(const struct pg_rows *rows, int64_t unjudged)
{
	printf("project %s\n", pg_str(rows, 0, PROJECT_NAME));
	show_rules(rows);
	show_quality(rows);
	show_validation(rows);
	putchar('\n');
	show_splits(rows);
	putchar('\n');
	show_play(rows, unjudged);
}

int project_list(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	struct pg_rows *rows;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_project, "'project list' takes no NAME; 'project show %s' shows one.", argv[1]);
	pg = cli_db();
	rows = pg ? pg_query(pg, Q_PROJECT_LIST, NULL) : NULL;
	pg_close(&pg);
	if (!rows)
		return CLI_FAILED;
	(json ? list_json : list_table)(rows);
	pg_rows_free(&rows);
	return CLI_OK;
}

int project_show(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_FAILED;
	struct pg_rows *rows = NULL, *count = NULL;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_project, "'project show' takes exactly one NAME, not %d.", words);
	pg = cli_db();
	if (pg && (rows = pg_query(pg, Q_PROJECT_SHOW, (const char *[]){argv[1]})))
		count = pg_query(pg, Q_REJUDGE_COUNT, (const char *[]){argv[1]});
	if (count) {
		(json ? show_json : show_page)(rows, pg_int(count, 0, 1)); /* figures leave onboardings out */
		rc = CLI_OK;
	}
	pg_rows_free(&count);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

int project_settings(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0);
	struct pg_rows *rows;
	struct pg *pg;

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_project, "'project settings' takes no words.");
	pg = cli_db();
	rows = pg ? pg_query(pg, Q_PROJECT_SETTINGS, NULL) : NULL;
	pg_close(&pg);
	if (!rows)
		return CLI_FAILED;
	for (int i = 0; i < pg_rows_count(rows); i++) {
		const char *usual = pg_str(rows, i, 2);

		printf("%s (%s%s%s)\n  %s\n", pg_str(rows, i, 0), pg_str(rows, i, 1),
		       usual && *usual ? "; default: " : "", usual ? usual : "", pg_str(rows, i, 3));
	}
	pg_rows_free(&rows);
	return CLI_OK;
}
