/* beatctl lab synth wikidata: passages of triples with cloze questions. Its help is in lab_synth.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/wikidata.h"
#include "lab.h"

enum { MOST_QUESTIONS = 100, FRUITLESS = 1000 };

struct making {
	const char *questions, *inverse, *hypernym;
	long asked;
	struct wikidata_config config;
	struct cli_progress progress;
	struct wikidata *wikidata;
	struct lab_made made;
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
	struct lab_made *made = &m->made;
	struct cli_progress progress = {.what = "passages", .total = made->passages};
	char name[64];
	int rc = CLI_OK;
	long fruitless = 0;

	for (long i = 1; rc == CLI_OK && i <= made->passages;) {
		size_t n;

		snprintf(name, sizeof(name), "wikidata-%ld-%ld", made->seed, i);
		n = wikidata_passage(m->wikidata, made->set, name, &made->buf);
		m->asked += (long)n;
		i += n > 0;
		fruitless = n > 0 ? 0 : fruitless + 1;
		cli_progress_show(&progress, i);
		rc = fruitless < FRUITLESS
			 ? lab_made_more(made)
			 : cli_fail("lab synth: %d passages in a row gave no question that may be asked; leave "
				    "--unique away, or name other seeds.",
				    FRUITLESS);
	}
	cli_progress_end(&progress);
	return rc == CLI_OK ? lab_made_end(made) : rc;
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
		 c->labels_only ? " --labels-only" : "", c->unique ? " --unique" : "", m->made.passages, m->made.seed,
		 m->made.format);
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
	const char *inputs[] = {m->config.dump, m->config.seeds};
	struct buf command = BUF_INIT, notes = BUF_INIT;
	struct lab_record record = {.questions = m->asked, .notes = &notes};
	int rc;

	put_command(m, &command);
	put_counts(wikidata_counts(m->wikidata), &notes);
	record.command = command.p;
	rc = lab_made_close(&m->made, &record, inputs, ARRAY_LEN(inputs));
	buf_release(&command);
	buf_release(&notes);
	return rc;
}

static int prepare(struct making *m)
{
	char err[LAB_ERR_MAX];
	const struct wikidata_counts *c;

	m->wikidata = wikidata_new(&m->config, (uint64_t)m->made.seed, show, &m->progress, err);
	cli_progress_end(&m->progress);
	if (m->wikidata == NULL)
		return cli_fail("lab synth: %s", err);
	c = wikidata_counts(m->wikidata);
	if (c->missing_seeds > 0)
		fprintf(stderr, "lab synth: %" PRId64 " seeds are not in the dump and left out.\n", c->missing_seeds);
	return lab_made_open(&m->made, "wikidata");
}

static int make(struct making *m)
{
	int rc = prepare(m);

	if (rc == CLI_OK)
		rc = make_passages(m);
	if (rc == CLI_OK)
		rc = close_output(m);
	lab_made_release(&m->made);
	wikidata_free(&m->wikidata);
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
	rc = lab_made_check(&m->made);
	if (rc == CLI_OK)
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
	    .made = {LAB_MADE_DEFAULTS},
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
	    LAB_MADE_OPTIONS(&m.made),
	};
	int rc = check(&m, cli_parse(argc, argv, opts, ARRAY_LEN(opts)), argv);

	return rc == CLI_OK ? make(&m) : rc;
}
