/* beatctl lab convert: other people's sets as SQuAD or MRQA. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/convert.h"
#include "beat/jw.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab convert FILE… --from FORM --to squad|mrqa [--sentences FILE] [--marks]\n"
    "           [--ignore-case] [--out FILE]\n"
    "\n"
    "Question-answering sets in other forms, as extractive ones. Answers without a place get every place where\n"
    "they stand between word borders; a question whose answer does not stand in its passage is lost, and how\n"
    "many are is told, by reason, on standard error and in the record.\n"
    "\n"
    "Forms\n"
    "  squad, mrqa, hf  sets that are extractive already (Hugging Face rows)\n"
    "  qamr             TSV with --sentences: sentences of a paragraph are joined, questions asked of several go\n"
    "  drop             answers that are one span\n"
    "  nq               Natural Questions, whole or simplified: the long answer without tags and the one short\n"
    "                   answer; tables go\n"
    "  race             multiple choice: the right option if it stands in the text; questions that speak of the\n"
    "                   options, and sentences with a gap, go\n"
    "  cbt, cnn, lambada, record   cloze sets; cnn is a .question file or a folder of them\n"
    "  babi             numbered lines: the answer in its supporting fact, or its plural\n"
    "  plain            JSON lines {\"context\", \"question\", \"answer\" or \"answers\"}, \"id\" and \"title\" if "
    "there are\n"
    "\n"
    "Options\n"
    "  --from FORM       what is read, plain, gzip or bzip2\n"
    "  --to FORM         squad (default) or mrqa\n"
    "  --sentences FILE  of QAMR: an id, a tab, the tokens\n"
    "  --marks           contexts begin with [DOC] [TLE] title [PAR], as MRQA's of several documents do\n"
    "  --ignore-case     when answers are looked for; the passage's words are the answer then\n"
    "  --out FILE        write there, with a record FILE.provenance.json beside it\n"
    "\n"
    "Examples\n"
    "  beatctl lab convert drop_dataset_dev.json --from drop --to squad --out drop.json\n"
    "  beatctl lab convert dev.tsv --from qamr --sentences wiki-sentences.tsv --to mrqa --out qamr.jsonl\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct converting {
	const char *to, *out;
	char **files;
	size_t n;
	struct convert_config config;
	struct convert *convert;
	struct lab_out *file;
};

static int write_out(void *arg, struct buf *b, char err[LAB_ERR_MAX])
{
	return lab_out_write(((struct converting *)arg)->file, b, err);
}

static void tell(const struct convert_counts *c)
{
	int64_t lost = c->read - c->kept;

	fprintf(stderr, "lab convert: %" PRId64 " of %" PRId64 " questions kept, on %" PRId64 " passages", c->kept,
		c->read, c->passages);
	if (lost > 0)
		fprintf(stderr, "; %.1f %% lost:", 100.0 * (double)lost / (double)c->read);
	for (int i = 0; i < CONVERT_LOSSES; i++)
		if (c->lost[i] > 0)
			fprintf(stderr, " %s %" PRId64, convert_loss_name((enum convert_loss)i), c->lost[i]);
	fputs("\n", stderr);
}

static void put_notes(const struct convert_counts *c, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kint(&w, "read", c->read);
	jw_kint(&w, "kept", c->kept);
	jw_kint(&w, "passages", c->passages);
	jw_kopen(&w, "lost", '{');
	for (int i = 0; i < CONVERT_LOSSES; i++)
		if (c->lost[i] > 0)
			jw_kint(&w, convert_loss_name((enum convert_loss)i), c->lost[i]);
	jw_close(&w, '}');
	jw_close(&w, '}');
	jw_done(&w);
}

static int close_output(struct converting *v, char err[LAB_ERR_MAX])
{
	const struct convert_config *c = &v->config;
	struct lab_input *inputs = xcalloc(v->n + 1, sizeof(*inputs));
	struct buf command = BUF_INIT, notes = BUF_INIT;
	struct lab_record record = {.inputs = inputs, .notes = &notes, .questions = convert_counts(v->convert)->kept};
	int rc = 0;

	buf_adds(&command, "beatctl lab convert");
	for (size_t i = 0; i < v->n; i++) {
		buf_addf(&command, " %s", lab_base(v->files[i]));
		if (v->out != NULL && rc == 0)
			rc = lab_input_read(&inputs[record.n_inputs++], v->files[i], err);
	}
	buf_addf(&command, " --from %s --to %s%s%s", c->from, v->to, c->marks ? " --marks" : "",
		 c->ignore_case ? " --ignore-case" : "");
	if (c->sentences != NULL) {
		buf_addf(&command, " --sentences %s", lab_base(c->sentences));
		if (v->out != NULL && rc == 0)
			rc = lab_input_read(&inputs[record.n_inputs++], c->sentences, err);
	}
	put_notes(convert_counts(v->convert), &notes);
	record.command = command.p;
	if (rc == 0)
		rc = lab_out_close(&v->file, &record, err);
	buf_release(&command);
	buf_release(&notes);
	free(inputs);
	return rc;
}

static int make(struct converting *v)
{
	struct cli_progress progress = {.what = "files", .total = (long long)v->n};
	char err[LAB_ERR_MAX];
	int rc = 0;

	v->file = lab_out_open(v->out, err);
	if (v->file == NULL)
		return cli_fail("lab convert: %s", err);
	v->config.set = lab_set_new(strcmp(v->to, "mrqa") == 0 ? &release_mrqa : &release_squad, v->config.from);
	v->config.distinct = strcmp(v->to, "mrqa") == 0;
	v->config.write = write_out;
	v->config.arg = v;
	v->convert = convert_new(&v->config);
	for (size_t i = 0; rc == 0 && i < v->n; i++) {
		rc = convert_read(v->convert, v->files[i], err);
		cli_progress_show(&progress, (long long)i + 1);
	}
	cli_progress_end(&progress);
	if (rc == 0)
		rc = convert_end(v->convert, err);
	if (rc == 0)
		rc = close_output(v, err);
	if (rc == 0)
		tell(convert_counts(v->convert));
	lab_out_abandon(&v->file);
	convert_free(&v->convert);
	lab_set_free(&v->config.set);
	return rc == 0 ? CLI_OK : cli_fail("lab convert: %s", err);
}

static int check(const struct converting *v)
{
	struct buf forms = BUF_INIT;
	bool known = false;
	int rc = CLI_OK;

	for (size_t i = 0; convert_from(i) != NULL; i++) {
		buf_addf(&forms, "%s%s", i > 0 ? ", " : "", convert_from(i));
		known = known || (v->config.from != NULL && strcmp(convert_from(i), v->config.from) == 0);
	}
	if (!known)
		rc = cli_usage(&cmd_lab, "--from is one of %s.", forms.p);
	else if (v->n == 0)
		rc = cli_usage(&cmd_lab, "'lab convert' wants a file to read.");
	else if (strcmp(v->to, "squad") != 0 && strcmp(v->to, "mrqa") != 0)
		rc = cli_usage(&cmd_lab, "--to is squad or mrqa, not '%s'.", v->to);
	else if (strcmp(v->config.from, "qamr") == 0 && v->config.sentences == NULL)
		rc = cli_usage(&cmd_lab, "QAMR's questions want --sentences FILE.");
	buf_release(&forms);
	return rc;
}

static int run(int argc, char **argv)
{
	struct converting v = {.to = "squad"};
	const struct cli_opt opts[] = {
	    {"--from", CLI_STR, &v.config.from, 0, 0},
	    {"--to", CLI_STR, &v.to, 0, 0},
	    {"--out", CLI_STR, &v.out, 0, 0},
	    {"--sentences", CLI_STR, &v.config.sentences, 0, 0},
	    {"--marks", CLI_FLAG, &v.config.marks, 0, 0},
	    {"--ignore-case", CLI_FLAG, &v.config.ignore_case, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;

	if (words < 0)
		return CLI_USAGE;
	v.files = argv + 1;
	v.n = (size_t)words;
	rc = check(&v);
	return rc == CLI_OK ? make(&v) : rc;
}

const struct cli_command lab_convert = {
    .name = "convert",
    .summary = "other people's sets as SQuAD or MRQA, with what is lost",
    .help = HELP,
    .run = run,
};
