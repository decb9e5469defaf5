/* beatctl lab babi: stories with questions after Dyna-bAbI. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "beat/babi.h"
#include "beat/babi_report.h"
#include "beat/folder.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab babi --preset NAME [--questions N] [--seed N] [--format FORMAT] [--out FILE]\n"
    "       beatctl lab babi --config FILE [the same]\n"
    "       beatctl lab babi --list\n"
    "       beatctl lab babi report STORIES.jsonl --predictions [NAME=]FILE... [--train FILE] [--json] [--out DIR]\n"
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
    "  --twins          behind each yes-no question with the answer yes the same as where-P, its id with\n"
    "                   '-where' at the end (appendix A.6)\n"
    "  --dose N         instead of --questions: N of every kind that the configuration asks, for\n"
    "                   inoculation (appendix A.3); a larger dose holds the smaller one\n"
    "  --apart-from F   leave out questions that this file of JSON lines has on the same story; may be\n"
    "                   repeated\n"
    "\n"
    "'report' tells how models answer: STORIES.jsonl is of --format jsonl, FILE is {\"id\":\"answer\",…}.\n"
    "Accuracy by kind, by number of supporting facts and composition (Figure 3); and, of twins, how\n"
    "often the same is known in both ways of asking (Table 10).\n"
    "  --train FILE     the training data, JSON lines: its combinations get a frame\n"
    "  --out DIR        write report.json, accuracy.csv and heat maps there\n"
    "  --figure-formats LIST   of svg, png and pdf (default: svg)\n"
    "\n"
    "Examples\n"
    "  beatctl lab babi --preset task2 --questions 1000 --seed 7 > task2.txt\n"
    "  beatctl lab babi --preset mix-t7 --format squad --out mix-t7.json\n"
    "  beatctl lab babi --preset mix-t12 --dose 500 --apart-from test.jsonl --format jsonl --out dose.jsonl\n"
    "  beatctl lab babi report test.jsonl --predictions t5=answers.json --train diverse.jsonl --out report\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

enum { FLUSH = 1 << 16, CONFIG_BYTES = 1 << 20 };

struct making {
	struct babi_config config;
	const char *preset, *file, *format, *out;
	struct cli_strs apart_from;
	long questions, seed, dose;
	bool twins;
	struct lab_input input;
	struct babi *maker;
	struct lab_out *to;
	struct lab_set *set; /* squad and mrqa */
	struct buf buf;
	size_t lines[BABI_SENTENCES + 1];
	long drawn, written, left_out;
	struct babi_apart apart;
	long of_kind[BABI_KINDS]; /* of a dose */
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

static void write_item(struct making *m, const struct babi_item *item, const char *id)
{
	if (m->set == NULL) {
		m->written++;
		if (strcmp(m->format, "babi") == 0)
			babi_write_text(&m->buf, item, m->lines);
		else
			babi_write_json(&m->buf, item, id);
		return;
	}
	if (babi_write_set(m->set, item, id, &m->buf))
		m->written++;
	else
		m->left_out++;
}

static void write_question(struct making *m, const struct babi_item *item)
{
	char id[BABI_NAME + 48];
	struct babi_item twin;

	snprintf(id, sizeof(id), "%s-%ld-%ld", m->config.name, m->seed, m->drawn);
	write_item(m, item, id);
	if (m->twins && babi_twin(item, &twin)) {
		snprintf(id, sizeof(id), "%s-%ld-%ld%s", m->config.name, m->seed, m->drawn, BABI_TWIN);
		write_item(m, &twin, id);
	}
}

/* How many of a dose are still to come. */
static long dose_left(const struct making *m)
{
	unsigned kinds = babi_kinds(&m->config);
	long left = 0;

	for (int k = 0; k < BABI_KINDS; k++)
		left += kinds >> k & 1 ? m->dose - m->of_kind[k] : 0;
	return left;
}

static bool is_wanted(struct making *m, const struct babi_item *item)
{
	if (m->dose > 0 && m->of_kind[item->question.kind] >= m->dose)
		return false;
	if (m->apart.n > 0 && babi_apart_has(&m->apart, babi_item_key(item)))
		return false;
	m->of_kind[item->question.kind]++;
	return true;
}

enum { VAIN = 1000000 }; /* questions in a row that nobody wants: the rest will not come */

/* The next question that is wanted, NULL after saying why there is none. Stories are told in bAbI's form as they go on,
 * so there nothing is left out (see check). */
static const struct babi_item *next_wanted(struct making *m)
{
	char err[BABI_ERR];

	for (long tries = 0; tries < VAIN; tries++) {
		const struct babi_item *item = babi_next(m->maker, err);

		if (item == NULL) {
			cli_fail("lab babi: %s", err);
			return NULL;
		}
		m->drawn++;
		if (is_wanted(m, item))
			return item;
	}
	cli_fail("lab babi: a million questions in a row were of kinds that are complete, or stand in --apart-from; "
		 "ask for fewer.");
	return NULL;
}

static int make_questions(struct making *m)
{
	struct cli_progress progress = {.what = "questions"};
	const struct babi_item *item;

	if (m->dose > 0)
		m->questions = dose_left(m);
	progress.total = m->questions;
	for (long i = 1; i <= m->questions; i++) {
		item = next_wanted(m);
		if (item == NULL) {
			cli_progress_end(&progress);
			return CLI_FAILED;
		}
		write_question(m, item);
		if (m->buf.n >= FLUSH) {
			cli_progress_show(&progress, i);
			if (lab_out_write(m->to, &m->buf, m->err) != 0)
				return cli_fail("lab babi: %s", m->err);
		}
	}
	cli_progress_end(&progress);
	return CLI_OK;
}

static int on_apart(void *arg, const struct babi_line *line)
{
	babi_apart_add(arg, babi_line_key(line));
	return CLI_OK;
}

static int read_apart(struct making *m)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < m->apart_from.n; i++)
		rc = lab_babi_lines("lab babi", m->apart_from.v[i], on_apart, &m->apart);
	babi_apart_sort(&m->apart);
	return rc;
}

static int close_output(struct making *m)
{
	struct buf command = BUF_INIT;
	struct lab_record record = {.questions = m->written};
	struct lab_input *inputs = xcalloc(m->apart_from.n + 1, sizeof(*inputs));
	char seed[24];
	int rc = lab_out_write(m->to, &m->buf, m->err);

	record.inputs = inputs;
	if (m->file != NULL)
		inputs[record.n_inputs++] = m->input;
	for (size_t i = 0; rc == 0 && i < m->apart_from.n; i++)
		rc = lab_input_read(&inputs[record.n_inputs++], m->apart_from.v[i], m->err);

	snprintf(seed, sizeof(seed), "%ld", m->seed);
	buf_addf(&command, "beatctl lab babi %s %s --%s %ld --seed %ld --format %s",
		 m->file != NULL ? "--config" : "--preset", m->file != NULL ? lab_base(m->file) : m->preset,
		 m->dose > 0 ? "dose" : "questions", m->dose > 0 ? m->dose : m->questions, m->seed, m->format);
	if (m->twins)
		buf_adds(&command, " --twins");
	for (size_t i = 0; i < m->apart_from.n; i++)
		buf_addf(&command, " --apart-from %s", lab_base(m->apart_from.v[i]));
	record.command = command.p;
	record.seed = seed;
	if (rc == 0)
		rc = lab_out_close(&m->to, &record, m->err);
	buf_release(&command);
	free(inputs);
	if (rc != 0)
		return cli_fail("lab babi: %s", m->err);
	if (m->left_out > 0)
		fprintf(stderr,
			"beatctl: %ld of %ld questions have an answer that stands in no story (yes-no, counting, list) "
			"and were left out.\n",
			m->left_out, m->left_out + m->written);
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

static int check(struct making *m, int words, char **argv)
{
	bool is_text = strcmp(m->format, "babi") == 0;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_lab, "unexpected word '%s'.", argv[1]);
	if (set_format(m->format) == NULL && !is_text && strcmp(m->format, "jsonl") != 0)
		return cli_usage(&cmd_lab, "--format is babi, jsonl, squad or mrqa, not '%s'.", m->format);
	if (is_text && (m->dose > 0 || m->apart_from.n > 0))
		return cli_usage(&cmd_lab, "--dose and --apart-from leave questions out, which bAbI's running stories "
					   "cannot: name another --format.");
	if (m->dose > 0 && m->questions > 0)
		return cli_usage(&cmd_lab, "--dose says how many of each kind: leave --questions away.");
	return choose_config(m);
}

static int run(int argc, char **argv)
{
	static struct making m;
	bool list = false;
	const struct cli_opt opts[] = {
	    {"--preset", CLI_STR, &m.preset, 0, 0},
	    {"--config", CLI_STR, &m.file, 0, 0},
	    {"--questions", CLI_INT, &m.questions, 1, 1000000000},
	    {"--dose", CLI_INT, &m.dose, 1, 100000000},
	    {"--apart-from", CLI_STRS, &m.apart_from, 0, 0},
	    {"--twins", CLI_FLAG, &m.twins, 0, 0},
	    {"--seed", CLI_INT, &m.seed, 0, 0},
	    {"--format", CLI_STR, &m.format, 0, 0},
	    {"--out", CLI_STR, &m.out, 0, 0},
	    {"--list", CLI_FLAG, &list, 0, 0},
	};
	int words, rc;

	if (argc > 1 && strcmp(argv[1], "report") == 0) {
		argv[1] = (char *)"lab babi report";
		return lab_babi_report(argc - 1, argv + 1);
	}
	m = (struct making){.format = "babi", .seed = 1};
	words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	rc = list && words == 0 ? list_presets() : check(&m, words, argv);
	if (rc == CLI_OK && !list)
		rc = read_apart(&m);
	if (m.questions == 0)
		m.questions = m.config.questions;
	if (rc == CLI_OK && !list)
		rc = make(&m);
	babi_apart_release(&m.apart);
	cli_strs_release(&m.apart_from);
	return rc;
}

const struct cli_command lab_babi = {
    .name = "babi",
    .summary = "stories with questions, supporting facts and compositions (Dyna-bAbI)",
    .help = HELP,
    .run = run,
};
