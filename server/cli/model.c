/* beatctl model: the registry of models, what was measured of them, and a question to see whether one answers. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/fetch.h"
#include "beat/jw.h"
#include "beat/loop.h"
#include "beat/model.h"
#include "beat/text.h"
#include "sql_beatctl.h"

static const char HELP[] =
    "Usage: beatctl model add NAME URL [--protocol beat] [--measured PERCENT --measured-on TEXT]\n"
    "       beatctl model set NAME [--url URL] [--protocol beat] [--measured PERCENT|none]\n"
    "                              [--measured-on TEXT]\n"
    "       beatctl model list\n"
    "       beatctl model show NAME [--json]\n"
    "       beatctl model check NAME|URL [--protocol beat] [--timeout SECONDS]\n"
    "\n"
    "A model is an HTTP service that answers a question about a passage with a piece of\n"
    "the passage. Projects name the model that workers play against.\n"
    "\n"
    "  add      register a model under a name; again with the same name: change its URL\n"
    "           or protocol. 'project create --model URL' also registers what is new.\n"
    "  set      change a registered model; what is not named stays\n"
    "  list     the registered models, and how many projects use them\n"
    "  show     one of them: what was measured, its projects, and the builds that answered\n"
    "  check    ask it one easy question, exactly as the server would, and print the\n"
    "           answer and how long it took. A URL needs no database.\n"
    "\n"
    "Options\n"
    "  --protocol NAME     how the service is spoken to (default: beat, which is\n"
    "                      POST /predict {\"passage\",\"question\"})\n"
    "  --url URL           where it is now\n"
    "  --measured PERCENT  how many questions of a known dataset it answers, from 0 to 100 with\n"
    "                      at most one decimal. Workers are told, in tenths: 'This AI answers\n"
    "                      5 of 10 SQuAD questions.' With 'none' they are told nothing any more.\n"
    "  --measured-on TEXT  the dataset's name, as it stands before the word 'questions'; a\n"
    "                      model that was measured before may leave it out\n"
    "  --timeout SECONDS   how long 'check' waits (default: 10)\n"
    "  --json              for programs\n"
    "\n"
    "Examples\n"
    "  beatctl model add window http://127.0.0.1:8090\n"
    "  beatctl model add neural 'http://127.0.0.1:8090/predict?reader=neural' \\\n"
    "      --measured 71.4 --measured-on SQuAD\n"
    "  beatctl model set window --measured none\n"
    "  beatctl model check window\n"
    "  beatctl model check http://gpu7:9000/predict\n"
    "\n"
    "Exit codes: 0 done (check: it answered), 1 it did not work, 2 wrong usage.\n";

static const char PASSAGE[] =
    "The lighthouse of Cape Varn was finished in 1889. Its keeper, Ada Lind, lit the lamp every"
    " evening for forty years.";
static const char QUESTION[] = "When was the lighthouse of Cape Varn finished?";

static int check_protocol(const char *protocol)
{
	const char *known;

	if (model_protocol_known(protocol, &known))
		return CLI_OK;
	return cli_fail("there is no model protocol '%s'; known are: %s.", protocol, known);
}

/* What is said of a model on the command line; NULL: nothing. */
struct given {
	const char *url, *protocol, *measured, *measured_on;
};

/* "49", "49.5" or "49.5%" in per mille; -1 if it is not that. */
static int parse_percent(const char *text)
{
	size_t whole = strspn(text, "0123456789");
	const char *rest = text + whole;
	int tenths = 0;
	long value;

	if (rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9') {
		tenths = rest[1] - '0';
		rest += 2;
	}
	rest += *rest == '%';
	if (whole < 1 || whole > 3 || *rest != '\0')
		return -1;
	value = strtol(text, NULL, 10) * 10 + tenths;
	return value <= 1000 ? (int)value : -1;
}

static bool is_none(const char *measured)
{
	return strcmp(measured, "none") == 0;
}

/* The database checks all of it again. */
static int check_given(const struct given *g)
{
	const char *const texts[] = {g->url, g->protocol, g->measured, g->measured_on};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		if (texts[i] && !text_is_utf8(texts[i], strlen(texts[i])))
			return cli_usage(&cmd_model, "what is said of a model must be valid UTF-8.");
	}
	if (g->measured && !is_none(g->measured) && parse_percent(g->measured) < 0)
		return cli_usage(&cmd_model,
				 "--measured takes a number from 0 to 100 with at most one decimal, like 49.5, or none;"
				 " not '%s'.",
				 g->measured);
	if (g->measured && is_none(g->measured) && g->measured_on)
		return cli_usage(&cmd_model, "--measured none takes away what was measured: leave out --measured-on.");
	return g->protocol ? check_protocol(g->protocol) : CLI_OK;
}

static void put_given(struct buf *out, const struct given *g)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	if (g->url)
		jw_kstr(&w, "url", g->url);
	if (g->protocol)
		jw_kstr(&w, "protocol", g->protocol);
	if (g->measured && is_none(g->measured)) {
		jw_kstr(&w, "measured_on", NULL);
		jw_kstr(&w, "measured_permille", NULL);
	} else if (g->measured) {
		jw_kint(&w, "measured_permille", parse_percent(g->measured));
	}
	if (g->measured_on)
		jw_kstr(&w, "measured_on", g->measured_on);
	jw_close(&w, '}');
	jw_done(&w);
}

static int write_model(const char *name, const struct given *g, bool may_add)
{
	struct buf b = BUF_INIT;
	struct pg_rows *rows = NULL;
	struct pg *pg;
	int rc = check_given(g);

	if (rc != CLI_OK)
		return rc;
	rc = CLI_FAILED;
	put_given(&b, g);
	if ((pg = cli_db()))
		rows =
		    pg_query(pg, q_model_write(.name = name, .given = b.p, .may_add = may_add, .actor = cli_actor()));
	if (rows && pg_rows_count(rows) == 1) {
		struct q_model_write_row row = q_model_write_row(rows, 0);

		printf("model %s at %s (protocol %s", row.name, row.url, row.protocol);
		if (row.measured) {
			fputs(", answers ", stdout);
			cli_put_text(stdout, row.measured);
		}
		printf("): %s\n", row.change);
		rc = CLI_OK;
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	buf_release(&b);
	return rc;
}

/* add has the URL as a word, so the first option is not for it. */
static int parse(int argc, char **argv, struct given *g, bool url)
{
	const struct cli_opt opts[] = {
	    {"--url", CLI_STR, &g->url, 0, 0},
	    {"--protocol", CLI_STR, &g->protocol, 0, 0},
	    {"--measured", CLI_STR, &g->measured, 0, 0},
	    {"--measured-on", CLI_STR, &g->measured_on, 0, 0},
	};
	const size_t skip = url ? 0 : 1;

	return cli_parse(argc, argv, opts + skip, ARRAY_LEN(opts) - skip);
}

static int add(int argc, char **argv)
{
	struct given g = {.protocol = "beat"};
	int words = parse(argc, argv, &g, false);

	if (words < 0)
		return CLI_USAGE;
	if (words != 2)
		return cli_usage(&cmd_model, "'model add' takes a NAME and a URL.");
	g.url = argv[2];
	return write_model(argv[1], &g, true);
}

static int set(int argc, char **argv)
{
	struct given g = {0};
	int words = parse(argc, argv, &g, true);

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_model, "'model set' takes the NAME of a registered model.");
	if (!g.url && !g.protocol && !g.measured && !g.measured_on)
		return cli_usage(&cmd_model, "say what to change: --url, --protocol, --measured or --measured-on.");
	return write_model(argv[1], &g, false);
}

static int list(int argc, char **argv)
{
	static const struct cli_column columns[] = {
	    {"NAME", SQL_COLUMN(model_list, name)},         {"URL", SQL_COLUMN(model_list, url)},
	    {"PROTOCOL", SQL_COLUMN(model_list, protocol)}, {"MEASURED", SQL_COLUMN(model_list, measured)},
	    {"PROJECTS", SQL_COLUMN(model_list, projects)}, {"BUILDS", SQL_COLUMN(model_list, builds)},
	    {"ADDED", SQL_COLUMN(model_list, created_at)},
	};
	int words = cli_parse(argc, argv, NULL, 0);

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_model, "'model list' takes no words.");
	return answer_rows(q_model_list(), columns, ARRAY_LEN(columns),
			   "no models yet; register one with 'beatctl model add NAME URL'");
}

static int no_model(const char *name)
{
	return cli_fail("there is no model '%s'; 'beatctl model list' shows those there are. A URL begins with"
			" http:// or https://.",
			name);
}

static void print_model(const struct pg_rows *rows)
{
	static const struct {
		const char *label, *nothing;
		size_t column;
	} lines[] = {
	    {"name", "", SQL_COLUMN(model_show, name)},
	    {"url", "", SQL_COLUMN(model_show, url)},
	    {"protocol", "", SQL_COLUMN(model_show, protocol)},
	    {"measured", "nothing", SQL_COLUMN(model_show, measured)},
	    {"builds", "none seen yet", SQL_COLUMN(model_show, builds)},
	    {"projects", "none", SQL_COLUMN(model_show, projects)},
	    {"added", "", SQL_COLUMN(model_show, created_at)},
	};

	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		const char *value = sql_text(&rows->sql, 0, lines[i].column);

		printf("%-10s", lines[i].label);
		cli_put_text(stdout, value ? value : lines[i].nothing);
		putchar('\n');
	}
}

static int show(int argc, char **argv)
{
	bool json = false;
	const struct cli_opt opts[] = {{"--json", CLI_FLAG, &json, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_FAILED;
	struct pg_rows *rows = NULL;
	struct pg *pg;

	if (words != 1)
		return words < 0 ? CLI_USAGE
				 : cli_usage(&cmd_model, "'model show' takes the NAME of a registered model.");
	if ((pg = cli_db()))
		rows = pg_query(pg, q_model_show(.name = argv[1]));
	if (rows && pg_rows_count(rows) == 0) {
		rc = no_model(argv[1]);
	} else if (rows) {
		if (json)
			puts(q_model_show_row(rows, 0).json);
		else
			print_model(rows);
		rc = CLI_OK;
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

/* One question on a loop of its own. */
struct check {
	struct event_base *base;
	const struct model_ref *ref;
	struct model_call *call;
	int rc;
};

static void on_answer(void *arg, const struct model_answer *a)
{
	struct check *c = arg;

	c->call = NULL;
	loop_stop(c->base);
	if (a->outcome != MODEL_ANSWERED) {
		char *url = cli_url_shown(c->ref->url);

		c->rc = cli_fail("the model at %s gave no usable answer after %d ms: %s%s%s.", url, a->elapsed_ms,
				 model_outcome_name(a->outcome), *a->detail ? ": " : "", a->detail);
		free(url);
		return;
	}
	printf("passage   %s\n", PASSAGE);
	printf("question  %s\n", QUESTION);
	fputs("answer    ", stdout);
	cli_put_text(stdout, a->text);
	putchar('\n');
	if (a->has_span)
		printf("span      %zu to %zu\n", a->span.start, a->span.end);
	if (a->has_score)
		printf("score     %.3f\n", a->score);
	fputs("model     ", stdout);
	cli_put_text(stdout, a->name);
	if (*a->version) {
		fputs(" version ", stdout);
		cli_put_text(stdout, a->version);
	}
	if (*a->weights) {
		fputs("\nweights   ", stdout);
		cli_put_text(stdout, a->weights);
	}
	putchar('\n');
	printf("latency   %d ms\n", a->elapsed_ms);
	c->rc = CLI_OK;
}

static void on_interrupt(void *arg)
{
	struct check *c = arg;

	model_cancel(&c->call);
	c->rc = cli_fail("interrupted.");
	loop_stop(c->base);
}

static int ask(const struct model_ref *ref, long timeout_s)
{
	const struct models_conf conf = {
	    .concurrency = 1,
	    .queue_max = 1,
	    .timeout_ms = (int)timeout_s * 1000,
	    .breaker_failures = 1000,
	    .breaker_cooldown_ms = 1000,
	    .max_answer = 1 << 20,
	};
	struct check c = {.base = loop_new(), .ref = ref, .rc = CLI_FAILED};
	struct fetch *fetch = fetch_new(c.base, 1);
	struct models *models = models_new(c.base, fetch, &conf);

	loop_on_stop_signal(c.base, on_interrupt, &c);
	c.call = model_ask(models, ref, PASSAGE, strlen(PASSAGE), QUESTION, strlen(QUESTION), on_answer, &c);
	loop_run(c.base);
	models_free(&models);
	fetch_free(&fetch);
	loop_free(&c.base);
	return c.rc;
}

static int ask_registered(const char *name, long timeout_s)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, q_model_address(.name = name)) : NULL;
	int rc = CLI_FAILED;

	if (rows && pg_rows_count(rows) == 1) {
		struct q_model_address_row row = q_model_address_row(rows, 0);
		struct model_ref ref = {.name = row.name, .url = row.url, .protocol = row.protocol};

		rc = ask(&ref, timeout_s);
	} else if (rows) {
		rc = no_model(name);
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int check(int argc, char **argv)
{
	const char *protocol = "beat";
	long timeout_s = 10;
	const struct cli_opt opts[] = {
	    {"--protocol", CLI_STR, &protocol, 0, 0},
	    {"--timeout", CLI_INT, &timeout_s, 1, 3600},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	if (words != 1)
		return cli_usage(&cmd_model, "'model check' takes the NAME of a registered model, or a URL.");
	if (!strstr(argv[1], "://"))
		return ask_registered(argv[1], timeout_s);
	if (check_protocol(protocol) != CLI_OK)
		return CLI_FAILED;
	return ask(&(struct model_ref){argv[1], argv[1], protocol}, timeout_s);
}

static const struct cli_verb verbs[] = {{"model add", add},   {"model set", set},     {"model list", list},
					{"model show", show}, {"model check", check}, {NULL, NULL}};

const struct cli_command cmd_model = {
    "model", "register the models that workers play against, and check that one answers", HELP, NULL, verbs};
