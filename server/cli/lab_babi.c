/* beatctl lab babi: stories with questions after Dyna-bAbI. */
#include <fcntl.h>
#include <string.h>

#include "beat/babi.h"
#include "beat/folder.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab babi --preset NAME [--questions N] [--seed N] [--format FORMAT] [--out FILE]\n"
    "       beatctl lab babi --config FILE [the same]\n"
    "       beatctl lab babi --list\n"
    "\n"
    "Makes stories about people, places and things with questions about them, after Dyna-bAbI\n"
    "(Tamari et al., 2021). Each question has its supporting facts: sentences that alone give the\n"
    "same answer, and of which none can be left out; and their composition, the events (MOVE GRAB\n"
    "DROP GIVE) and constructs (COREF CONJ COMPOUND NEGATE INDEF) in them.\n"
    "\n"
    "Presets are the twelve original tasks (task1 … task13), their splits for training (concat-t2,\n"
    "concat-t7, concat-t12, inject-…, diverse-…), and those for testing (mix-t2, mix-t7, mix-t12),\n"
    "whose questions combine what training keeps apart. FILE is a configuration in JSON;\n"
    "server/lab/README.md has its members.\n"
    "\n"
    "Options\n"
    "  --questions N    how many (default: as many as the paper's set has)\n"
    "  --seed N         what is drawn (default: 1)\n"
    "  --format FORMAT  babi: numbered lines (default); jsonl: an object a line with story, question,\n"
    "                   kind, answer, support, composition; squad, mrqa: questions whose answer\n"
    "                   stands in the story, the others are left out and counted\n"
    "  --out FILE       write there, with a record FILE.provenance.json beside it\n"
    "  --list           the presets with their sizes\n"
    "\n"
    "Examples\n"
    "  beatctl lab babi --preset task2 --questions 1000 --seed 7 > task2.txt\n"
    "  beatctl lab babi --preset mix-t7 --format squad --out mix-t7.json\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { FLUSH = 1 << 16, CONFIG_BYTES = 1 << 20 };

struct making {
	struct babi_config config;
	const char *preset, *file, *format, *out;
	long questions, seed;
	struct lab_input input;
	struct babi *maker;
	struct lab_out *to;
	struct lab_set *set; /* squad and mrqa */
	struct buf buf;
	size_t lines[BABI_SENTENCES + 1];
	long written, left_out;
	char err[LAB_ERR_MAX];
};

static int list_presets(void)
{
	struct babi_config config;

	for (size_t i = 0; babi_preset_name(i) != NULL; i++) {
		babi_preset(babi_preset_name(i), &config);
		printf("%-12s  %7ld questions\n", config.name, config.questions);
	}
	return CLI_OK;
}

static int read_config(struct making *m)
{
	struct buf text = BUF_INIT;
	char err[BABI_ERR];
	int rc;

	if (lab_input_read(&m->input, m->file, m->err) != 0 ||
	    folder_read(AT_FDCWD, m->file, &text, CONFIG_BYTES, m->err) != 0)
		return cli_fail("lab babi: %s", m->err);
	rc = babi_config_read(text.p, text.n, &m->config, err);
	buf_release(&text);
	return rc == 0 ? CLI_OK : cli_fail("lab babi: %s: %s", m->file, err);
}

static int choose_config(struct making *m)
{
	if ((m->preset == NULL) == (m->file == NULL))
		return cli_usage(&cmd_lab, "'lab babi' wants --preset NAME or --config FILE, one of them.");
	if (m->file != NULL)
		return read_config(m);
	if (!babi_preset(m->preset, &m->config))
		return cli_usage(&cmd_lab, "there is no preset '%s'; 'beatctl lab babi --list' shows them.", m->preset);
	return CLI_OK;
}

static const struct release_format *set_format(const char *name)
{
	if (strcmp(name, "squad") == 0)
		return &release_squad;
	return strcmp(name, "mrqa") == 0 ? &release_mrqa : NULL;
}

static void write_item(struct making *m, const struct babi_item *item, long number)
{
	char id[BABI_NAME + 48];

	if (m->set == NULL) {
		m->written++;
		if (strcmp(m->format, "babi") == 0)
			babi_write_text(&m->buf, item, m->lines);
		else
			babi_write_json(&m->buf, item);
		return;
	}
	snprintf(id, sizeof(id), "%s-%ld-%ld", m->config.name, m->seed, number);
	if (babi_write_set(m->set, item, id, &m->buf))
		m->written++;
	else
		m->left_out++;
}

static int make_questions(struct making *m)
{
	struct cli_progress progress = {.what = "questions", .total = m->questions};
	const struct babi_item *item;
	char err[BABI_ERR];

	for (long i = 1; i <= m->questions; i++) {
		item = babi_next(m->maker, err);
		if (item == NULL) {
			cli_progress_end(&progress);
			return cli_fail("lab babi: %s", err);
		}
		write_item(m, item, i);
		if (m->buf.n >= FLUSH) {
			cli_progress_show(&progress, i);
			if (lab_out_write(m->to, &m->buf, m->err) != 0)
				return cli_fail("lab babi: %s", m->err);
		}
	}
	cli_progress_end(&progress);
	return CLI_OK;
}

static int close_output(struct making *m)
{
	struct buf command = BUF_INIT;
	struct lab_record record = {.inputs = &m->input, .n_inputs = m->file != NULL, .questions = m->written};
	char seed[24];
	int rc = lab_out_write(m->to, &m->buf, m->err);

	snprintf(seed, sizeof(seed), "%ld", m->seed);
	buf_addf(&command, "beatctl lab babi %s %s --questions %ld --seed %ld --format %s",
		 m->file != NULL ? "--config" : "--preset", m->file != NULL ? lab_base(m->file) : m->preset,
		 m->questions, m->seed, m->format);
	record.command = command.p;
	record.seed = seed;
	if (rc == 0)
		rc = lab_out_close(&m->to, &record, m->err);
	buf_release(&command);
	if (rc != 0)
		return cli_fail("lab babi: %s", m->err);
	if (m->left_out > 0)
		fprintf(stderr,
			"beatctl: %ld of %ld questions have an answer that stands in no story (yes-no, counting, list) "
			"and were left out.\n",
			m->left_out, m->questions);
	return CLI_OK;
}

static int make(struct making *m)
{
	int rc;

	m->to = lab_out_open(m->out, m->err);
	if (m->to == NULL)
		return cli_fail("lab babi: %s", m->err);
	m->maker = babi_new(&m->config, (uint64_t)m->seed);
	if (set_format(m->format) != NULL) {
		m->set = lab_set_new(set_format(m->format), m->config.name);
		lab_set_begin(m->set, &m->buf);
	}
	rc = make_questions(m);
	if (rc == CLI_OK && m->set != NULL)
		lab_set_end(m->set, &m->buf);
	if (rc == CLI_OK)
		rc = close_output(m);
	lab_out_abandon(&m->to);
	lab_set_free(&m->set);
	babi_free(&m->maker);
	buf_release(&m->buf);
	return rc;
}

static int run(int argc, char **argv)
{
	static struct making m;
	bool list = false;
	const struct cli_opt opts[] = {
	    {"--preset", CLI_STR, &m.preset, 0, 0},
	    {"--config", CLI_STR, &m.file, 0, 0},
	    {"--questions", CLI_INT, &m.questions, 1, 1000000000},
	    {"--seed", CLI_INT, &m.seed, 0, 0},
	    {"--format", CLI_STR, &m.format, 0, 0},
	    {"--out", CLI_STR, &m.out, 0, 0},
	    {"--list", CLI_FLAG, &list, 0, 0},
	};
	int words, rc;

	m = (struct making){.format = "babi", .seed = 1};
	words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_lab, "unexpected word '%s'.", argv[1]);
	if (list)
		return list_presets();
	if (set_format(m.format) == NULL && strcmp(m.format, "babi") != 0 && strcmp(m.format, "jsonl") != 0)
		return cli_usage(&cmd_lab, "--format is babi, jsonl, squad or mrqa, not '%s'.", m.format);
	rc = choose_config(&m);
	if (rc != CLI_OK)
		return rc;
	if (m.questions == 0)
		m.questions = m.config.questions;
	return make(&m);
}

const struct cli_command lab_babi = {
    .name = "babi",
    .summary = "stories with questions, supporting facts and compositions (Dyna-bAbI)",
    .help = HELP,
    .run = run,
};
