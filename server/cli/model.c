/* beatctl model: the registry of models, and a question to see whether one answers. */
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/fetch.h"
#include "beat/loop.h"
#include "beat/model.h"

static const char HELP[] = "Usage: beatctl model add NAME URL [--protocol beat]\n"
			   "       beatctl model list\n"
			   "       beatctl model check NAME|URL [--protocol beat] [--timeout SECONDS]\n"
			   "\n"
			   "A model is an HTTP service that answers a question about a passage with a piece of\n"
			   "the passage. Projects name the model that workers play against.\n"
			   "\n"
			   "  add      register a model under a name; again with the same name: change its URL\n"
			   "           or protocol. 'project create --model URL' also registers what is new.\n"
			   "  list     the registered models, and how many projects use them\n"
			   "  check    ask it one easy question, exactly as the server would, and print the\n"
			   "           answer and how long it took. A URL needs no database.\n"
			   "\n"
			   "Options\n"
			   "  --protocol NAME     how the service is spoken to (default: beat, which is\n"
			   "                      POST /predict {\"passage\",\"question\"})\n"
			   "  --timeout SECONDS   how long 'check' waits (default: 10)\n"
			   "\n"
			   "Examples\n"
			   "  beatctl model add window http://127.0.0.1:8090\n"
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

static int add(int argc, char **argv)
{
	const char *protocol = "beat";
	const struct cli_opt opts[] = {{"--protocol", CLI_STR, &protocol, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_FAILED;
	struct pg_rows *rows = NULL;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if (words != 2)
		return cli_usage(&cmd_model, "'model add' takes a NAME and a URL.");
	if (check_protocol(protocol) != CLI_OK || !(pg = cli_db()))
		return CLI_FAILED;
	rows = pg_query(pg, Q_MODEL_ADD, (const char *[]){argv[1], argv[2], protocol, cli_actor()});
	if (rows && pg_rows_count(rows) == 1) {
		printf("model %s at %s (protocol %s): %s\n", pg_str(rows, 0, 0), pg_str(rows, 0, 1), pg_str(rows, 0, 2),
		       pg_str(rows, 0, 3));
		rc = CLI_OK;
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int list(int argc, char **argv)
{
	static const char *const headings[] = {"NAME", "URL", "PROTOCOL", "PROJECTS", "BUILDS", "ADDED"};
	int words = cli_parse(argc, argv, NULL, 0), rc = CLI_FAILED;
	struct pg_rows *rows;
	struct pg *pg;

	if (words != 0)
		return words < 0 ? CLI_USAGE : cli_usage(&cmd_model, "'model list' takes no words.");
	if (!(pg = cli_db()))
		return CLI_FAILED;
	rows = pg_query(pg, Q_MODEL_LIST, NULL);
	if (rows) {
		if (pg_rows_count(rows) > 0)
			cli_print_table(stdout, headings, rows, 0, ARRAY_LEN(headings));
		else
			puts("no models yet; register one with 'beatctl model add NAME URL'");
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
		c->rc = cli_fail("the model at %s gave no usable answer after %d ms: %s%s%s.", c->ref->url,
				 a->elapsed_ms, model_outcome_name(a->outcome), *a->detail ? ": " : "", a->detail);
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
	struct pg_rows *rows = pg ? pg_query(pg, Q_MODEL_LIST, NULL) : NULL;
	int rc = CLI_FAILED, found = -1;

	for (int i = 0; rows && i < pg_rows_count(rows); i++) {
		if (strcmp(pg_str(rows, i, 0), name) == 0)
			found = i;
	}
	if (found >= 0) {
		struct model_ref ref = {pg_str(rows, found, 0), pg_str(rows, found, 1), pg_str(rows, found, 2)};

		rc = ask(&ref, timeout_s);
	} else if (rows) {
		rc = cli_fail("there is no model '%s'; 'beatctl model list' shows those there are. A URL begins with"
			      " http:// or https://.",
			      name);
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

static int run(int argc, char **argv)
{
	static const struct cli_verb verbs[] = {
	    {"add", "model add", add},
	    {"list", "model list", list},
	    {"check", "model check", check},
	};

	return cli_run_verb(&cmd_model, verbs, ARRAY_LEN(verbs), argc, argv);
}

const struct cli_command cmd_model = {
    "model",
    "register the models that workers play against, and check that one answers",
    HELP,
    run,
};
