/* beatctl pool: workers that several projects share, brought in by lists and written out. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/jw.h"
#include "beat/text.h"
#include "text_file.h"

static const char HELP[] =
    "Usage: beatctl pool create NAME [OPTIONS]\n"
    "       beatctl pool list [--json]\n"
    "       beatctl pool show NAME [--json]\n"
    "       beatctl pool set NAME OPTIONS\n"
    "       beatctl pool import NAME FILE [--platform PLATFORM] [--json]\n"
    "       beatctl pool export NAME [--state STATE] [--json]\n"
    "\n"
    "A pool holds qualifications. Projects name a pool ('beatctl project create NAME --pool\n"
    "POOL'; without it the pool is 'default'), and whoever is qualified in it may work in each\n"
    "of them. A worker is the same in all projects by platform and worker id.\n"
    "\n"
    "  create   a new pool, for projects to name\n"
    "  list     all pools, and how far their workers came\n"
    "  show     one in full: the funnel, and the figures of each project and of all together\n"
    "  set      change its settings; what was revoked stays as it was revoked\n"
    "  import   qualify the workers of a list (- is standard input): one id a line, or CSV or TSV\n"
    "           with the columns platform and worker_id, with a heading or without. The same list\n"
    "           again changes nothing. With a line that cannot be read nothing is changed, and the\n"
    "           lines are told; who is revoked or waits for screening stays so, and is told\n"
    "  export   print the qualified workers as CSV, which import takes; an id that a spreadsheet would\n"
    "           take for a formula has an apostrophe before it there, which import takes away\n"
    "\n"
    "Settings\n"
    "  --title TEXT                   for people\n"
    "  --onboarding NAME|none         what newcomers are taught in projects that are not open and\n"
    "                                 name no onboarding of their own\n"
    "  --onboarding-model NAME|none   whom its HIT is played against; none: of all registered\n"
    "                                 models the weakest that was measured\n"
    "  --onboarding-retries N         further tries after a failed screening, 0 to 100\n"
    "  --revokes pool|project         what a revocation in one project takes: the qualification\n"
    "                                 and the worker's data in all projects of the pool (the\n"
    "                                 default), or in that project alone\n"
    "\n"
    "Options\n"
    "  --platform P     mturk, prolific or direct: of ids in the list that do not tell it\n"
    "  --state STATE    new, onboarding, screening, qualified, failed, revoked or all (default:\n"
    "                   qualified)\n"
    "  --json           for programs\n"
    "\n"
    "Examples\n"
    "  beatctl pool create paper --onboarding basics --onboarding-retries 1\n"
    "  beatctl project create dbert --pool paper --model bert\n"
    "  beatctl pool import paper qualified.csv\n"
    "  beatctl pool import paper ids.txt --platform prolific\n"
    "  beatctl pool export paper > qualified.csv\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { FILE_MAX_KB = 64 * 1024, WIDTH = 20, UNSET = -1 };

static void list_names(struct buf *out, const json_t *names)
{
	size_t i;
	const json_t *name;

	json_array_foreach(names, i, name) buf_addf(out, "%s%s", i ? ", " : "", json_string_value(name));
}

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"name",    "invited", "began",   "handed_in", "passed",
					   "working", "revoked", "revokes", NULL};
	static struct buf projects; /* of the row in hand; cells are copied at once */

	if (col == 0 || col == 7)
		return answer_text(item, keys[col]);
	if (keys[col])
		return answer_in(item, "funnel", keys[col]);
	buf_clear(&projects);
	list_names(&projects, json_object_get(item, "projects"));
	return projects.n ? projects.p : "";
}

static void list_items(const json_t *answer)
{
	static const char *const headings[] = {"NAME",    "INVITED", "BEGAN",   "HANDED IN", "PASSED",
					       "WORKING", "REVOKED", "REVOKES", "PROJECTS"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell, "no pools");
}

static int list(int argc, char **argv)
{
	return answer_list(&cmd_pool, argc, argv, q_admin_pools(), list_items);
}

static const char *rate_text(const json_t *of)
{
	static char text[64];
	const json_t *rate = json_object_get(of, "success");

	if (!json_is_number(json_object_get(rate, "rate")))
		return "";
	snprintf(text, sizeof(text), "%.1f %% of %s", 100 * json_number_value(json_object_get(rate, "rate")),
		 answer_text(rate, "n"));
	return text;
}

static const char *figure_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"name", "workers", "qualified", "revoked", "submitted",
					   "kept", "sampled", "due",       NULL};

	return keys[col] ? answer_text(item, keys[col]) : rate_text(item);
}

static void funnel_line(const json_t *pool, const char *label, const char *key)
{
	const char *paper = answer_text(json_object_get(json_object_get(pool, "funnel"), "reference"), key);
	struct buf text = BUF_INIT;

	buf_adds(&text, answer_in(pool, "funnel", key));
	if (*paper)
		buf_addf(&text, " (the paper: %s)", paper);
	answer_line(WIDTH, label, text.p);
	buf_release(&text);
}

static void show_pool(const json_t *pool)
{
	static const char *const headings[] = {"PROJECT", "WORKERS", "QUALIFIED", "REVOKED", "HITS",
					       "KEPT",    "SAMPLED", "DUE",       "VALID"};
	const json_t *total = json_object_get(pool, "total");
	struct buf model = BUF_INIT;

	if (*answer_text(pool, "onboarding_model"))
		buf_adds(&model, answer_text(pool, "onboarding_model"));
	else if (*answer_text(pool, "weakest"))
		buf_addf(&model, "%s, the weakest that was measured", answer_text(pool, "weakest"));
	else
		buf_adds(&model, "each project's own: no model was measured");
	printf("%s: %s\n", answer_text(pool, "name"), answer_text(pool, "title"));
	answer_line(WIDTH, "onboarding", *answer_text(pool, "onboarding") ? answer_text(pool, "onboarding") : "none");
	answer_line(WIDTH, "onboarding model", model.p);
	answer_line(WIDTH, "onboarding retries", answer_text(pool, "onboarding_retries"));
	answer_line(WIDTH, "a revocation takes",
		    strcmp(answer_text(pool, "revokes"), "pool") == 0 ? "the work in all projects of the pool"
								      : "the work in its project alone");
	funnel_line(pool, "invited or came", "invited");
	funnel_line(pool, "began", "began");
	funnel_line(pool, "handed in", "handed_in");
	funnel_line(pool, "passed", "passed");
	funnel_line(pool, "qualified now", "qualified");
	funnel_line(pool, "working", "working");
	funnel_line(pool, "revoked", "revoked");
	funnel_line(pool, "validators", "validators");
	answer_line(WIDTH, "HITs", answer_text(total, "submitted"));
	answer_line(WIDTH, "kept questions", answer_text(total, "kept"));
	answer_line(WIDTH, "reviewed valid", rate_text(total));
	answer_table(json_object_get(pool, "figures"), headings, ARRAY_LEN(headings), figure_cell,
		     "no project names this pool");
	buf_release(&model);
}

static int show(int argc, char **argv)
{
	bool json = false;

	if (answer_word(&cmd_pool, argc, argv, "NAME", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_pool(.pool = argv[1]), json, show_pool);
}

/* The settings that were given, as JSON; `none` is nothing. */
struct given {
	const char *title, *onboarding, *model, *revokes;
	long retries;
};

static void give(struct jw *w, const char *key, const char *text, bool nullable)
{
	if (text)
		jw_kstr(w, key, nullable && strcmp(text, "none") == 0 ? NULL : text);
}

static void settings_json(struct buf *out, const struct given *g)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	give(&w, "title", g->title, false);
	give(&w, "onboarding", g->onboarding, true);
	give(&w, "onboarding_model", g->model, true);
	give(&w, "revokes", g->revokes, false);
	if (g->retries != UNSET)
		jw_kint(&w, "onboarding_retries", g->retries);
	jw_close(&w, '}');
	jw_done(&w);
}

static int read_given(int argc, char **argv, struct given *g, struct buf *settings)
{
	const struct cli_opt opts[] = {
	    {"--title", CLI_STR, &g->title, 0, 0},
	    {"--onboarding", CLI_STR, &g->onboarding, 0, 0},
	    {"--onboarding-model", CLI_STR, &g->model, 0, 0},
	    {"--onboarding-retries", CLI_INT, &g->retries, 0, 100},
	    {"--revokes", CLI_STR, &g->revokes, 0, 0},
	};
	const char *texts[4];

	if (cli_parse_one(&cmd_pool, argc, argv, opts, ARRAY_LEN(opts), "NAME") != CLI_OK)
		return CLI_USAGE;
	if (g->revokes && strcmp(g->revokes, "pool") != 0 && strcmp(g->revokes, "project") != 0)
		return cli_usage(&cmd_pool, "--revokes takes pool or project, not '%s'.", g->revokes);
	texts[0] = g->title, texts[1] = g->onboarding, texts[2] = g->model, texts[3] = g->revokes;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		if (texts[i] && !text_is_utf8(texts[i], strlen(texts[i])))
			return cli_usage(&cmd_pool, "a text that was given is not valid UTF-8.");
	}
	settings_json(settings, g);
	return CLI_OK;
}

static void tell_created(const json_t *pool)
{
	printf("pool %s created\n", answer_text(pool, "name"));
}

static void tell_set(const json_t *pool)
{
	printf("pool %s changed\n", answer_text(pool, "name"));
}

static int create(int argc, char **argv)
{
	struct given g = {.retries = UNSET};
	struct buf settings = BUF_INIT;
	int rc = read_given(argc, argv, &g, &settings);

	if (rc == CLI_OK)
		rc = answer_run(q_admin_pool_create(.name = argv[1], .settings = settings.p, .actor = cli_actor()),
				false, tell_created);
	buf_release(&settings);
	return rc;
}

static int set(int argc, char **argv)
{
	struct given g = {.retries = UNSET};
	struct buf settings = BUF_INIT;
	int rc = read_given(argc, argv, &g, &settings);

	if (rc == CLI_OK && strcmp(settings.p, "{}") == 0)
		rc = cli_usage(&cmd_pool, "say what to change; 'beatctl help pool' lists the settings.");
	if (rc == CLI_OK)
		rc = answer_run(q_admin_pool_set(.pool = argv[1], .settings = settings.p, .actor = cli_actor()), false,
				tell_set);
	buf_release(&settings);
	return rc;
}

static void tell_imported(const json_t *answer)
{
	const json_t *refused = json_object_get(answer, "refused"), *item;
	size_t i;

	printf("pool %s: %s workers qualified, %s were so already\n", answer_text(answer, "pool"),
	       answer_text(answer, "qualified"), answer_text(answer, "already"));
	if (json_integer_value(json_object_get(answer, "passed_over")) > 0)
		printf("%s lines of another state than qualified were passed over\n",
		       answer_text(answer, "passed_over"));
	json_array_foreach(refused, i, item)
	    printf("line %s: %s %s, and stays so\n", answer_text(item, "line"), answer_text(item, "worker"),
		   strcmp(answer_text(item, "state"), "revoked") == 0 ? "is revoked" : "waits for screening");
}

static int import(int argc, char **argv)
{
	bool json = false;
	const char *platform = "";
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--platform", CLI_STR, &platform, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;
	struct buf text = BUF_INIT;

	if (words < 0)
		return CLI_USAGE;
	if (words != 2)
		return cli_usage(&cmd_pool, "'pool import' takes a NAME and a FILE.");
	/* the database reads the list: it tells bad lines by their numbers */
	rc = text_file_read(argv[2], "a list of workers", FILE_MAX_KB, &text);
	if (rc == CLI_OK)
		rc = answer_run(q_admin_pool_import(.pool = argv[1], .text = text.n ? text.p : "", .platform = platform,
						    .actor = cli_actor()),
				json, tell_imported);
	buf_release(&text);
	return rc;
}

static void print_list(const json_t *answer)
{
	fputs(json_string_value(json_object_get(answer, "text")), stdout);
}

static int export(int argc, char **argv)
{
	bool json = false;
	const char *state = "";
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}, {"--state", CLI_STR, &state, 0, 0}};

	if (cli_parse_one(&cmd_pool, argc, argv, opts, ARRAY_LEN(opts), "NAME") != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_pool_export(.pool = argv[1], .state = state, .identity = true), json, print_list);
}

static const struct cli_verb verbs[] = {
    {"pool create", create}, {"pool list", list},     {"pool show", show}, {"pool set", set},
    {"pool import", import}, {"pool export", export}, {NULL, NULL}};

const struct cli_command cmd_pool = {"pool", "pools of workers that projects share; lists in and out", HELP, NULL,
				     verbs};
