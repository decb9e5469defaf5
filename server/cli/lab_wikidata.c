/* beatctl lab synth wikidata: passages of triples with cloze questions. Its help is in lab_synth.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/wikidata.h"
#include "lab.h"

enum { FLUSH = 1 << 16, MOST_QUESTIONS = 100, FRUITLESS = 1000, INPUTS = 2 };

struct making {
	const char *questions, *inverse, *hypernym, *format, *out;
	long passages, seed, asked;
	struct wikidata_config config;
	struct cli_progress progress;
	struct wikidata *wikidata;
	struct lab_set *set;
	struct lab_out *to;
	struct buf buf;
};

static void show(void *arg, const char *what, uint64_t done, uint64_t total)
{
	struct cli_progress *p = arg;

	if (p->what != what)
		*p = (struct cli_progress){.what = what};
	p->total = (long long)total;
	cli_progress_show(p, (long long)done);
}

static int make_passages(struct making *m)
{
	struct cli_progress progress = {.what = "passages", .total = m->passages};
	char err[LAB_ERR_MAX], name[64];
	int rc = CLI_OK;
	long fruitless = 0;

	lab_set_begin(m->set, &m->buf);
	for (long i = 1; rc == CLI_OK && i <= m->passages;) {
		size_t n;

		snprintf(name, sizeof(name), "wikidata-%ld-%ld", m->seed, i);
		n = wikidata_passage(m->wikidata, m->set, name, &m->buf);
		m->asked += (long)n;
		i += n > 0;
		fruitless = n > 0 ? 0 : fruitless + 1;
		cli_progress_show(&progress, i);
		if (fruitless == FRUITLESS)
			rc = cli_fail("lab synth: %d passages in a row gave no question that may be asked; leave "
				      "--unique away, or name other seeds.",
				      FRUITLESS);
		else if (m->buf.n >= FLUSH && lab_out_write(m->to, &m->buf, err) != 0)
			rc = cli_fail("lab synth: %s", err);
	}
	cli_progress_end(&progress);
	lab_set_end(m->set, &m->buf);
	if (rc == CLI_OK && lab_out_write(m->to, &m->buf, err) != 0)
		rc = cli_fail("lab synth: %s", err);
	return rc;
}

static void put_command(const struct making *m, struct buf *out)
{
	const struct wikidata_config *c = &m->config;

	buf_addf(out, "beatctl lab synth wikidata %s", lab_base(c->dump));
	if (c->seeds != NULL)
		buf_addf(out, " --seeds %s", lab_base(c->seeds));
	buf_addf(out,
		 " --top %ld --language %s --incoming %ld --triples %ld --delimiter '%s' --questions %s --inverse %s "
		 "--hypernym "
		 "%s%s%s --passages %ld --seed %ld --format %s",
		 c->top, c->language, c->incoming, c->triples, c->delimiter, m->questions, m->inverse, m->hypernym,
		 c->labels_only ? " --labels-only" : "", c->unique ? " --unique" : "", m->passages, m->seed, m->format);
}

static void put_counts(const struct wikidata_counts *c, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kint(&w, "seeds", c->seeds);
	jw_kint(&w, "missing_seeds", c->missing_seeds);
	jw_kint(&w, "entities", c->entities);
	jw_kint(&w, "properties", c->properties);
	jw_kint(&w, "inverses", c->inverses);
	jw_kint(&w, "triples", c->triples);
	jw_kint(&w, "nameless_triples", c->nameless);
	jw_close(&w, '}');
	jw_done(&w);
}

static int close_output(struct making *m)
{
	struct lab_input inputs[INPUTS];
	struct buf command = BUF_INIT, notes = BUF_INIT;
	struct lab_record record = {.inputs = inputs, .questions = m->asked, .notes = &notes};
	char err[LAB_ERR_MAX], seed[24];
	int rc = 0;

	snprintf(seed, sizeof(seed), "%ld", m->seed);
	put_command(m, &command);
	put_counts(wikidata_counts(m->wikidata), &notes);
	if (m->out != NULL) {
		rc = lab_input_read(&inputs[record.n_inputs++], m->config.dump, err);
		if (rc == 0 && m->config.seeds != NULL)
			rc = lab_input_read(&inputs[record.n_inputs++], m->config.seeds, err);
	}
	record.command = command.p;
	record.seed = seed;
	if (rc == 0)
		rc = lab_out_close(&m->to, &record, err);
	buf_release(&command);
	buf_release(&notes);
	return rc == 0 ? CLI_OK : cli_fail("lab synth: %s", err);
}

static int prepare(struct making *m)
{
	char err[LAB_ERR_MAX];
	const struct wikidata_counts *c;

	m->wikidata = wikidata_new(&m->config, (uint64_t)m->seed, show, &m->progress, err);
	cli_progress_end(&m->progress);
	if (m->wikidata == NULL)
		return cli_fail("lab synth: %s", err);
	c = wikidata_counts(m->wikidata);
	if (c->missing_seeds > 0)
		fprintf(stderr, "lab synth: %" PRId64 " seeds are not in the dump and left out.\n", c->missing_seeds);
	m->to = lab_out_open(m->out, err);
	if (m->to == NULL)
		return cli_fail("lab synth: %s", err);
	m->set = lab_set_new(strcmp(m->format, "mrqa") == 0 ? &release_mrqa : &release_squad, "wikidata");
	return CLI_OK;
}

static int make(struct making *m)
{
	int rc = prepare(m);

	if (rc == CLI_OK)
		rc = make_passages(m);
	if (rc == CLI_OK)
		rc = close_output(m);
	lab_out_abandon(&m->to);
	lab_set_free(&m->set);
	wikidata_free(&m->wikidata);
	buf_release(&m->buf);
	return rc;
}

/* "5" or "1-5". */
static int questions(struct making *m)
{
	char *end;

	m->config.least = m->config.most = strtol(m->questions, &end, 10);
	if (*end == '-')
		m->config.most = strtol(end + 1, &end, 10);
	if (end == m->questions || *end != '\0' || m->config.least < 1 || m->config.most < m->config.least ||
	    m->config.most > MOST_QUESTIONS)
		return cli_usage(&cmd_lab, "--questions is a number from 1 to %d, or two like 1-5, not '%s'.",
				 MOST_QUESTIONS, m->questions);
	return CLI_OK;
}

static int check(struct making *m, int words, char **argv)
{
	int rc;

	if (words < 0)
		return CLI_USAGE;
	if (words != (m->config.dump == NULL ? 1 : 0))
		return cli_usage(&cmd_lab, "'lab synth wikidata' wants one DUMP, or --dump FILE.");
	if (words == 1)
		m->config.dump = argv[1];
	if (strcmp(m->config.dump, "-") == 0)
		return cli_usage(&cmd_lab, "the dump is read several times: name a file, not standard input.");
	if (strcmp(m->format, "squad") != 0 && strcmp(m->format, "mrqa") != 0)
		return cli_usage(&cmd_lab, "--format is squad or mrqa, not '%s'.", m->format);
	rc = questions(m);
	if (rc == CLI_OK)
		rc = lab_rate("--inverse", m->inverse, &m->config.inverse);
	return rc == CLI_OK ? lab_rate("--hypernym", m->hypernym, &m->config.hypernym) : rc;
}

int lab_synth_wikidata(int argc, char **argv)
{
	struct making m = {
	    .questions = "1-5",
	    .inverse = "0.5",
	    .hypernym = "0.5",
	    .format = "squad",
	    .passages = 2000,
	    .seed = 1,
	    .config = {.language = "en", .delimiter = ".", .top = 10000, .incoming = 50, .triples = 50},
	};
	const struct cli_opt opts[] = {
	    {"--dump", CLI_STR, &m.config.dump, 0, 0},
	    {"--seeds", CLI_STR, &m.config.seeds, 0, 0},
	    {"--top", CLI_INT, &m.config.top, 1, 100000000},
	    {"--language", CLI_STR, &m.config.language, 0, 0},
	    {"--incoming", CLI_INT, &m.config.incoming, 0, 1000000},
	    {"--triples", CLI_INT, &m.config.triples, 1, 10000},
	    {"--delimiter", CLI_STR, &m.config.delimiter, 0, 0},
	    {"--questions", CLI_STR, &m.questions, 0, 0},
	    {"--inverse", CLI_STR, &m.inverse, 0, 0},
	    {"--hypernym", CLI_STR, &m.hypernym, 0, 0},
	    {"--labels-only", CLI_FLAG, &m.config.labels_only, 0, 0},
	    {"--unique", CLI_FLAG, &m.config.unique, 0, 0},
	    {"--passages", CLI_INT, &m.passages, 1, 100000000},
	    {"--seed", CLI_INT, &m.seed, 0, 0},
	    {"--format", CLI_STR, &m.format, 0, 0},
	    {"--out", CLI_STR, &m.out, 0, 0},
	};
	int rc = check(&m, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);

	return rc == CLI_OK ? make(&m) : rc;
}
