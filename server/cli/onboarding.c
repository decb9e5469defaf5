/* beatctl onboarding: what new workers learn is data, in versions. The database checks the
 * content and names what is wrong with it; here it is only read and shown. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/source.h"

static const char HELP[] =
    "Usage: beatctl onboarding import FILE\n"
    "       beatctl onboarding list [--json]\n"
    "       beatctl onboarding show NAME [--version N] [--json]\n"
    "\n"
    "An onboarding is what a worker without the qualification is given in a project that is\n"
    "not open: exercises with immediate feedback, then one real HIT on a fixed passage. What\n"
    "is handed in waits for a reviewer ('beatctl screening').\n"
    "\n"
    "  import   store an onboarding from a JSON file (- is standard input). Again with another\n"
    "           content: the next version. Who has begun finishes the version they began\n"
    "  list     the onboardings in their newest versions, and the projects that use them\n"
    "  show     one in full, and how workers did in each version\n"
    "\n"
    "The file is one JSON object:\n"
    "  name        lower-case letters, digits, - and _\n"
    "  title       for people\n"
    "  passages    {NAME: {\"title\", \"text\"}}, for the exercises to refer to\n"
    "  exercises   two or more of kind write, two or more of kind highlight, one or more of kind\n"
    "              pair, each with\n"
    "                kind          write: a question for a given answer; highlight: the answer of\n"
    "                              a given question; pair: both\n"
    "                title, instruction\n"
    "                passage       a name of passages, or {\"title\", \"text\"}\n"
    "                answer        write, highlight: {\"text\"}, and \"start\" in characters from 0\n"
    "                              if the text is in the passage more than once\n"
    "                question      highlight\n"
    "                hint, praise  said after a try that is not good enough, and a good one\n"
    "  hit         {\"title\", \"text\"}: the passage of the HIT\n"
    "\n"
    "Options\n"
    "  --version N   show an older version\n"
    "  --json        for programs\n"
    "\n"
    "Examples\n"
    "  beatctl onboarding import ops/sample/onboarding/basics.json\n"
    "  beatctl pool set default --onboarding basics --onboarding-retries 1\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { FILE_MAX = 8 * 1024 * 1024 };

/* The whole file, checked to be JSON: the database would say less about where it is broken. */
static int read_file(const char *path, struct buf *out)
{
	char err[SOURCE_ERR_MAX], why[JSON_ERR_MAX];
	struct source *s = source_open(path, err);
	json_t *json;
	int c, rc = CLI_OK;

	if (!s)
		return cli_fail("%s: %s.", path, err);
	source_skip_bom(s);
	while (out->n <= FILE_MAX && (c = source_byte(s)) != SOURCE_END)
		buf_addc(out, (char)c);
	if (source_error(s))
		rc = cli_fail("%s: %s", path, source_error(s));
	else if (out->n > FILE_MAX)
		rc = cli_fail("%s is too big for an onboarding: at most %d MB.", path, FILE_MAX / 1024 / 1024);
	source_free(&s);
	if (rc != CLI_OK)
		return rc;
	json = json_parse(out->n ? out->p : "", out->n, why);
	if (!json)
		return cli_fail("%s: %s", path, why);
	json_decref(json);
	return CLI_OK;
}

static int store(const char *content)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, q_onboarding_import(.content = content, .actor = cli_actor())) : NULL;
	struct q_onboarding_import_row row;

	pg_close(&pg);
	if (!rows)
		return CLI_FAILED;
	row = q_onboarding_import_row(rows, 0);
	printf("onboarding %s version %d: %s, %d exercises\n", row.name, row.version, row.change, row.exercises);
	if (strcmp(row.change, "changed") == 0 && row.runs > 0)
		printf("%lld under way finish the version before.\n", (long long)row.runs);
	pg_rows_free(&rows);
	return CLI_OK;
}

static int import(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0), rc;
	struct buf content = BUF_INIT;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_onboarding, "'onboarding import' takes exactly one FILE, not %d.", words);
	rc = read_file(argv[1], &content);
	if (rc == CLI_OK)
		rc = store(content.p);
	buf_release(&content);
	return rc;
}

static void put_projects(struct buf *out, const json_t *names)
{
	size_t i;
	const json_t *name;

	json_array_foreach(names, i, name) buf_addf(out, "%s%s", i ? ", " : "", json_string_value(name));
}

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"name", "version", "exercises", "hit", NULL, "created_at"};
	static struct buf projects; /* of the row in hand; cells are copied at once */

	if (col == 5)
		return answer_moment(item, keys[col]);
	if (keys[col])
		return answer_text(item, keys[col]);
	buf_clear(&projects);
	put_projects(&projects, json_object_get(item, "projects"));
	return projects.n ? projects.p : "";
}

static void list_items(const json_t *answer)
{
	static const char *const headings[] = {"NAME", "VERSION", "EXERCISES", "HIT", "PROJECTS", "SINCE"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell,
		     "no onboardings yet; bring one in with 'beatctl onboarding import FILE'");
}

static int list(int argc, char **argv)
{
	return answer_list(&cmd_onboarding, argc, argv, q_admin_onboardings(), list_items);
}

static void put(const char *label, const char *text)
{
	answer_line(12, label, text);
}

static const char *version_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"version", "created_at", "live", "waiting", "passed", "failed"};

	return col == 1 ? answer_moment(item, keys[col]) : answer_text(item, keys[col]);
}

static void show_one(const json_t *o)
{
	static const char *const headings[] = {"VERSION", "SINCE", "UNDER WAY", "WAITING", "PASSED", "FAILED"};
	const json_t *exercise;
	size_t i;

	printf("onboarding %s, version %s: ", answer_text(o, "name"), answer_text(o, "version"));
	cli_put_text(stdout, answer_text(o, "title"));
	putchar('\n');
	json_array_foreach(json_object_get(o, "exercises"), i, exercise)
	{
		printf("\n%zu. %s: ", i + 1, answer_text(exercise, "kind"));
		cli_put_text(stdout, answer_text(exercise, "title"));
		putchar('\n');
		put("instruction", answer_text(exercise, "instruction"));
		put("passage", answer_in(exercise, "passage", "text"));
		put("question", answer_text(exercise, "question"));
		put("answer", answer_in(exercise, "answer", "text"));
		put("hint", answer_text(exercise, "hint"));
		put("praise", answer_text(exercise, "praise"));
	}
	printf("\nHIT: ");
	cli_put_text(stdout, answer_in(o, "hit", "title"));
	putchar('\n');
	put("passage", answer_in(o, "hit", "text"));
	putchar('\n');
	answer_table(json_object_get(o, "versions"), headings, ARRAY_LEN(headings), version_cell, "");
}

static int show(int argc, char **argv)
{
	bool json = false;
	long version = 0;
	char number[24] = "";
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--version", CLI_INT, &version, 1, 1000000}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_onboarding, "'onboarding show' takes exactly one NAME, not %d.", words);
	if (version)
		snprintf(number, sizeof(number), "%ld", version);
	return answer_run(q_onboarding_show(.name = argv[1], .version = number), json, show_one);
}

static const struct cli_verb verbs[] = {
    {"onboarding import", import}, {"onboarding list", list}, {"onboarding show", show}, {NULL, NULL}};

const struct cli_command cmd_onboarding = {"onboarding", "bring in what new workers learn, in versions", HELP, NULL,
					   verbs};
