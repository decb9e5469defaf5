/* beatctl lab synth: made-up passages with cloze questions. */
#include <string.h>

#include "beat/synth.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab synth fuzzy --vectors FILE [--source SOURCE] [--corpus FILE] [--passages N]\n"
    "           [--seed N] [--format squad|mrqa] [--out FILE] [further options]\n"
    "       beatctl lab synth wikidata DUMP [--seeds FILE] [--passages N] [--seed N] [--format squad|mrqa]\n"
    "           [--out FILE] [further options]\n"
    "\n"
    "Benchmarks that mean nothing and yet rank readers (Liu et al., 2021). Each question carries how it was\n"
    "made (metadata), so that scores can be broken down.\n"
    "\n"
    "fuzzy (FuzzySyntheticQA): passages of tokens that mean nothing together, and cloze questions about one\n"
    "token each: its neighbourhood with XXXXX in its place, every token replaced by one of its 100 nearest\n"
    "neighbours in the space of the vectors, moved by up to three places, dropped with rate 0.2.\n"
    "\n"
    "wikidata (WikidataSyntheticQA): passages of triples of a seed entity and its neighbours, each element\n"
    "under a random one of its names; a question is a triple with one element masked, its predicate perhaps\n"
    "turned round (P2302 with Q21510855, P1696, P7087), its other entity perhaps replaced by a class of it\n"
    "(P31, P279). A question that several elements of the passage answer says so (\"unique\": false).\n"
    "DUMP (or --dump FILE) is Wikidata's JSON, an entity a line, plain, gzip or bzip2; it is read five times.\n"
    "\n"
    "Options of both\n"
    "  --passages N      how many (default: 2000)\n"
    "  --seed N          what is drawn (default: 1)\n"
    "  --format FORMAT   squad (default) or mrqa\n"
    "  --out FILE        write there, with a record FILE.provenance.json beside it\n"
    "\n"
    "Options of fuzzy\n"
    "  --vectors FILE    word vectors, a line \"word number number …\" each, gzip or not\n"
    "  --vocabulary N    only its first N words\n"
    "  --source SOURCE   of passages: uniform (default), trigram, pcfg, paragraphs\n"
    "  --corpus FILE     a text with spaces between tokens, a paragraph a line: of trigrams and paragraphs;\n"
    "                    with uniform it narrows the vocabulary down. With pcfg a grammar: a line\n"
    "                    \"S -> NP VP 0.7\" each, the first one's left side is where sentences begin\n"
    "  --tokens N        of a passage (default: 150; paragraphs may be shorter)\n"
    "  --questions N     of a passage (default: 5)\n"
    "  --window N        tokens around the answer (default: 10)\n"
    "  --places N        that a token may move (default: 3)\n"
    "  --replace RATE    of tokens that are replaced (default: 1)\n"
    "  --drop RATE       of tokens that are dropped (default: 0.2)\n"
    "\n"
    "Options of wikidata\n"
    "  --seeds FILE      seed entities, an id (Q42) at the beginning of each line; without it the first\n"
    "                    by PageRank over the links of the dump\n"
    "  --top N           so many seeds at most (default: 10000)\n"
    "  --language CODE   of names (default: en); what has none in it is left out\n"
    "  --incoming N      neighbours that name the seed, beside those it names (default: 50)\n"
    "  --triples N       of a passage, fewer if there are not so many (default: 50)\n"
    "  --delimiter TEXT  between triples (default: .)\n"
    "  --questions RANGE of a passage: 5, or 1-5 (default)\n"
    "  --inverse RATE    of predicates with an inverse that are turned round (default: 0.5)\n"
    "  --hypernym RATE   of entities with a class that are replaced (default: 0.5)\n"
    "  --labels-only     no aliases\n"
    "  --unique          only questions that one element alone answers\n"
    "\n"
    "Examples\n"
    "  beatctl lab synth fuzzy --vectors glove.txt --vocabulary 68429 --seed 1 --out train.json\n"
    "  beatctl lab synth wikidata ops/sample/wikidata.json --passages 100 --out wikidata.json\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct making {
	const char *vectors, *source, *replace, *drop;
	long vocabulary;
	struct fuzzy_config config;
	struct words *words;
	struct fuzzy *fuzzy;
	struct lab_made made;
};

static int choose_source(struct making *m)
{
	for (int i = FUZZY_UNIFORM; i <= FUZZY_PARAGRAPHS; i++) {
		m->config.source = (enum fuzzy_source)i;
		if (strcmp(fuzzy_source_name(m->config.source), m->source) == 0)
			return CLI_OK;
	}
	return cli_usage(&cmd_lab, "--source is uniform, trigram, pcfg or paragraphs, not '%s'.", m->source);
}

static int make_passages(struct making *m)
{
	struct lab_made *made = &m->made;
	struct cli_progress progress = {.what = "passages", .total = made->passages};
	char name[64];
	int rc = CLI_OK;

	for (long i = 1; rc == CLI_OK && i <= made->passages; i++) {
		snprintf(name, sizeof(name), "fuzzy-%ld-%ld", made->seed, i);
		fuzzy_passage(m->fuzzy, made->set, name, &made->buf);
		cli_progress_show(&progress, i);
		rc = lab_made_more(made);
	}
	cli_progress_end(&progress);
	return rc == CLI_OK ? lab_made_end(made) : rc;
}

static int close_output(struct making *m)
{
	const char *inputs[] = {m->vectors, m->config.corpus};
	struct lab_record record = {.questions = m->made.passages * m->config.questions};
	struct buf command = BUF_INIT;
	int rc;

	buf_addf(&command, "beatctl lab synth fuzzy --vectors %s --source %s", lab_base(m->vectors), m->source);
	if (m->vocabulary > 0)
		buf_addf(&command, " --vocabulary %ld", m->vocabulary);
	if (m->config.corpus != NULL)
		buf_addf(&command, " --corpus %s", lab_base(m->config.corpus));
	buf_addf(&command,
		 " --passages %ld --tokens %ld --questions %ld --window %ld --places %ld --replace %s --drop %s --seed "
		 "%ld --format %s",
		 m->made.passages, m->config.tokens, m->config.questions, m->config.window, m->config.places,
		 m->replace, m->drop, m->made.seed, m->made.format);
	record.command = command.p;
	rc = lab_made_close(&m->made, &record, inputs, ARRAY_LEN(inputs));
	buf_release(&command);
	return rc;
}

static int prepare(struct making *m)
{
	char err[WORDS_ERR];

	m->words = words_read(m->vectors, (size_t)m->vocabulary, err);
	if (m->words == NULL)
		return cli_fail("lab synth: %s", err);
	m->fuzzy = fuzzy_new(m->words, &m->config, (uint64_t)m->made.seed, err);
	if (m->fuzzy == NULL)
		return cli_fail("lab synth: %s", err);
	return lab_made_open(&m->made, "fuzzy");
}

static int make(struct making *m)
{
	int rc = prepare(m);

	if (rc == CLI_OK)
		rc = make_passages(m);
	if (rc == CLI_OK)
		rc = close_output(m);
	lab_made_release(&m->made);
	fuzzy_free(&m->fuzzy);
	words_free(&m->words);
	return rc;
}

static int check(struct making *m, int words, char **argv)
{
	int rc;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_lab, "'lab synth fuzzy' takes options only, not '%s'.", argv[1]);
	if (m->vectors == NULL)
		return cli_usage(&cmd_lab, "'lab synth fuzzy' wants --vectors FILE.");
	rc = lab_made_check(&m->made);
	if (rc == CLI_OK)
		rc = choose_source(m);
	if (rc == CLI_OK)
		rc = lab_rate("--replace", m->replace, &m->config.replace);
	return rc == CLI_OK ? lab_rate("--drop", m->drop, &m->config.drop) : rc;
}

static int run_fuzzy(int argc, char **argv)
{
	struct making m = {.source = "uniform", .replace = "1", .drop = "0.2", .made = {LAB_MADE_DEFAULTS}};
	const struct cli_opt opts[] = {
	    {"--vectors", CLI_STR, &m.vectors, 0, 0},
	    {"--vocabulary", CLI_INT, &m.vocabulary, 2, 100000000},
	    {"--source", CLI_STR, &m.source, 0, 0},
	    {"--corpus", CLI_STR, &m.config.corpus, 0, 0},
	    {"--tokens", CLI_INT, &m.config.tokens, 1, 5000},
	    {"--questions", CLI_INT, &m.config.questions, 1, 100},
	    {"--window", CLI_INT, &m.config.window, 1, 200},
	    {"--places", CLI_INT, &m.config.places, 0, 200},
	    {"--replace", CLI_STR, &m.replace, 0, 0},
	    {"--drop", CLI_STR, &m.drop, 0, 0},
	    LAB_MADE_OPTIONS(&m.made),
	};
	int rc;

	m.config.tokens = 150;
	m.config.questions = 5;
	m.config.window = 10;
	m.config.places = 3;
	rc = check(&m, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);
	return rc == CLI_OK ? make(&m) : rc;
}

static const struct cli_verb verbs[] = {
    {"lab synth fuzzy", run_fuzzy},
    {"lab synth wikidata", lab_synth_wikidata},
    {NULL, NULL},
};

const struct cli_command lab_synth = {
    .name = "synth",
    .summary = "made-up passages with cloze questions (FuzzySyntheticQA, WikidataSyntheticQA)",
    .help = HELP,
    .verbs = verbs,
};
