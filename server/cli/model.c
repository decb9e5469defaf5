/* beatctl model: the registry of models, what was measured of them, and a question to see whether one answers. */
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "beat/buf.h"
#include "beat/cli.h"
#include "model.h"
#include "sql_beatctl.h"

static const char HELP[] =
    "Usage: beatctl model add NAME URL [--protocol P] [--model-id ID] [--key-env VAR | --key-file FILE]\n"
    "                              [--header 'K: V'] [--prompt FILE] [--max-tokens N] [--timeout-ms N]\n"
    "                              [--concurrency N] [--per-minute N] [--link-local yes|no]\n"
    "                              [--price-in N] [--price-out N] [--budget-cents N]\n"
    "                              [--measured PERCENT --measured-on TEXT]\n"
    "       beatctl model set NAME [--url URL] [--protocol P] [--measured PERCENT|none]\n"
    "                              [--measured-on TEXT] and the options above; 'none' takes away\n"
    "       beatctl model list\n"
    "       beatctl model show NAME [--json]\n"
    "       beatctl model check NAME [--timeout SECONDS]\n"
    "       beatctl model check URL [--protocol P|auto] [--timeout SECONDS] and the options of 'add'\n"
    "       beatctl model address add|remove NAME URL\n"
    "       beatctl model address list NAME\n"
    "       beatctl model canary NAME [--every MINUTES] [--file FILE] [--accept]\n"
    "\n"
    "A model is an HTTP service that answers a question about a passage with a piece of\n"
    "the passage. Projects name the model that workers play against.\n"
    "\n"
    "  add      register a model under a name; again with the same name: change its URL\n"
    "           or protocol. 'project create --model URL' also registers what is new.\n"
    "  set      change a registered model; what is not named stays\n"
    "  list     the registered models, and how many projects use them\n"
    "  show     one of them: what was measured, its projects, and the builds that answered\n"
    "  check    ask it one easy question, exactly as the server would; print the answer, the\n"
    "           request and the reply (the key hidden), or say what is wrong and what to do.\n"
    "           A URL needs no database. --protocol auto tries them all and says which it is.\n"
    "  address  where the same model can be asked as well: every question goes to the address\n"
    "           that is up and has the least to do; one that is down is left out and tried\n"
    "           again from time to time. Counts from the next question on, without a restart.\n"
    "  canary   questions that it is asked every so many minutes, and when it is back after it was\n"
    "           down; an answer that is not the first one any more is an alert with both. Shows how\n"
    "           they stand.\n"
    "\n"
    "Options\n"
    "  --protocol NAME     how the service is spoken to (default: beat). URL may be a host, a\n"
    "                      base like http://host/v1, or all of it\n"
    "             beat       POST /predict {\"passage\",\"question\"}: beat-model, or your own\n"
    "             openai     chat completions: OpenAI, vLLM, SGLang, llama.cpp, LiteLLM, …\n"
    "             hf-qa      Hugging Face's task question-answering\n"
    "             anthropic  messages\n"
    "             ollama     Ollama's own chat\n"
    "             kserve-v2  open inference protocol: KServe, Triton, MLServer; tensors question\n"
    "                        and context in, answer out\n"
    "             allennlp   'allennlp serve' with a reading-comprehension predictor\n"
    "             dynalab    models made for Dynabench\n"
    "  --model-id ID       what its server calls it, where one server has several\n"
    "  --key-env VAR       the variable of the server's environment that has its key; only the\n"
    "                      name is stored. --key-file FILE: the file that has it\n"
    "  --header 'K: V'     one more line of every request; {key} stands for the key. May be repeated\n"
    "  --prompt FILE       what a language model is told instead of the prompt that comes with it\n"
    "  --max-tokens N      what a language model may write at most (default: 256)\n"
    "  --timeout-ms N, --concurrency N, --per-minute N\n"
    "                      time for a question, questions at once, questions in a minute, of each\n"
    "                      server process\n"
    "  --price-in N, --price-out N\n"
    "                      what 1,000 tokens cost that it reads and writes, in millionths of a dollar:\n"
    "                      $2.50 for a million is 2500. Counted where the protocol tells tokens (openai,\n"
    "                      anthropic, ollama), those of shadows and canaries too\n"
    "  --budget-cents N    what it may cost on a day (UTC). When it is spent it is not asked: attempts\n"
    "                      have the fault over_budget and are judged after midnight\n"
    "  --link-local yes    it stands at a link-local address (169.254.x.x, fe80::x) or where clouds\n"
    "                      have their metadata; such a model is not asked otherwise\n"
    "  --url URL           where it is now\n"
    "  --measured PERCENT  how many questions of a known dataset it answers, from 0 to 100 with\n"
    "                      at most one decimal. Workers are told, in tenths: 'This AI answers\n"
    "                      5 of 10 SQuAD questions.' With 'none' they are told nothing any more.\n"
    "  --measured-on TEXT  the dataset's name, as it stands before the word 'questions'; a\n"
    "                      model that was measured before may leave it out\n"
    "  --timeout SECONDS   how long 'check' waits (default: 10)\n"
    "  --every MINUTES     how often 'canary' asks, 1 to 43200 (at first 60); 0: not at all\n"
    "  --file FILE         its questions instead of ten of ours: lines of JSON with \"passage\" and\n"
    "                      \"question\", 1 to 100; the next answers are what later ones are compared with\n"
    "  --accept            what it answers now is right from now on, and the alert is over\n"
    "  --json              for programs\n"
    "\n"
    "Examples\n"
    "  beatctl model check http://gpu7:9000 --protocol auto\n"
    "  beatctl model add neural 'http://127.0.0.1:8090/predict?reader=neural' \\\n"
    "      --measured 71.4 --measured-on SQuAD\n"
    "  beatctl model add gpt https://api.example.org/v1 --protocol openai --model-id gpt-x \\\n"
    "      --key-env OPENAI_API_KEY --per-minute 300 --price-in 2500 --price-out 10000 \\\n"
    "      --budget-cents 2000\n"
    "  beatctl model add qwen http://gpu7:8000/v1 --protocol openai --model-id Qwen/Qwen3-8B\n"
    "  beatctl model add roberta http://gpu7:8080 --protocol hf-qa --key-file /run/secrets/hf\n"
    "  beatctl model add claude https://api.example.com --protocol anthropic --model-id claude-x \\\n"
    "      --key-env ANTHROPIC_API_KEY\n"
    "  beatctl model add llama http://127.0.0.1:11434 --protocol ollama --model-id llama3.2\n"
    "  beatctl model add bert http://triton:8000 --protocol kserve-v2 --model-id bert-qa\n"
    "  beatctl model add bidaf http://127.0.0.1:8000 --protocol allennlp\n"
    "  beatctl model add dyna https://models.example.org/qa --protocol dynalab\n"
    "  beatctl model set window --measured none\n"
    "  beatctl model check window\n"
    "  beatctl model address add roberta http://gpu8:9000/predict\n"
    "  beatctl model canary gpt --every 30\n"
    "\n"
    "Exit codes: 0 done (check: it answered), 1 it did not work, 2 wrong usage.\n";

static int write_model(const char *name, const struct model_given *g, bool may_add)
{
	struct buf b = BUF_INIT;
	struct pg_rows *rows = NULL;
	struct pg *pg;
	int rc = model_given_check(&cmd_model, g);

	if (rc != CLI_OK)
		return rc;
	rc = model_given_put(&b, g);
	if (rc != CLI_OK) {
		buf_release(&b);
		return rc;
	}
	rc = CLI_FAILED;
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

static int add(int argc, char **argv)
{
	struct model_given g = {.protocol = "beat"};
	int words = model_given_parse(argc, argv, &g, false), rc = CLI_USAGE;

	if (words == 2) {
		g.url = argv[2];
		rc = write_model(argv[1], &g, true);
	} else if (words >= 0) {
		rc = cli_usage(&cmd_model, "'model add' takes a NAME and a URL.");
	}
	model_given_release(&g);
	return rc;
}

static int set(int argc, char **argv)
{
	struct model_given g = {0};
	int words = model_given_parse(argc, argv, &g, true), rc = CLI_USAGE;

	if (words >= 0 && words != 1)
		rc = cli_usage(&cmd_model, "'model set' takes the NAME of a registered model.");
	else if (words == 1 && !g.url && !g.protocol && !g.measured && !g.measured_on && !model_given_calls(&g))
		rc = cli_usage(&cmd_model, "say what to change: --url, --protocol, --measured, --model-id, …");
	else if (words == 1)
		rc = write_model(argv[1], &g, false);
	model_given_release(&g);
	return rc;
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

int model_unknown(const char *name)
{
	return cli_fail("there is no model '%s'; 'beatctl model list' shows those there are. A URL begins with"
			" http:// or https://.",
			name);
}

/* The label before the first line; the others stand below it. */
static void print_lines(const char *label, const char *text)
{
	struct buf line = BUF_INIT;

	do {
		size_t n = strcspn(text, "\n");

		buf_clear(&line);
		buf_add(&line, text, n);
		printf("%-10s", label);
		cli_put_text(stdout, line.p ? line.p : "");
		putchar('\n');
		label = "";
		text += n + (text[n] != '\0');
	} while (*text);
	buf_release(&line);
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
	    {"cost", "none told", SQL_COLUMN(model_show, usage)},
	    {"added", "", SQL_COLUMN(model_show, created_at)},
	};

	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		const char *value = sql_text(&rows->sql, 0, lines[i].column);

		print_lines(lines[i].label, value ? value : lines[i].nothing);
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
		rc = model_unknown(argv[1]);
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

static const struct cli_verb verbs[] = {{"model add", add},
					{"model set", set},
					{"model list", list},
					{"model show", show},
					{"model check", model_check},
					{"model address", model_address},
					{"model canary", model_canary},
					{NULL, NULL}};

const struct cli_command cmd_model = {
    "model", "register the models that workers play against, and check that one answers", HELP, NULL, verbs};
