/* beat-model list: the readers there are, and how good each is. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../readers/weights.h"
#include "commands.h"

static const char HELP[] =
    "Usage: beat-model list [--json] [--weights DIR]\n"
    "\n"
    "The readers of this program, from the weakest to the strongest: version, size of the file of\n"
    "weights, and what was measured on documents they were not made from: exact match, F1, and the\n"
    "share of questions on which the reader would win the game (more than 40 % overlap with the first\n"
    "annotator's answer). The networks of a reader that has several are NAME-1, NAME-2, … for all\n"
    "commands and for 'beat-model serve --readers all,NAME-1,NAME-2'.\n"
    "A reader whose file is missing or damaged is listed with the reason.\n"
    "\n"
    "Options\n"
    "  --json          one JSON array; figures are in thousandths:\n"
    "                  "
    "[{\"name\",\"version\",\"weights\",\"summary\",\"measured\":{\"on\",\"questions\",\"em\",\"f1\",\n"
    "                  \"wins\"}|null,\"ready\":true,\"file\":\"…\"|null,\"bytes\":N},…], and of one that has\n"
    "                  several networks \"members\":[\"NAME-1\",…]; if it is not ready:\n"
    "                  {\"name\",\"summary\",\"ready\":false,\"file\",\"why\"}\n" HELP_READERS "\n"
    "Exit codes: 0 done, 1 a file cannot be used or the folder is not there, 2 wrong usage.\n";

struct item {
	struct shelf_reader reader; /* self is NULL if it cannot be used: */
	char why[WEIGHTS_ERR_MAX];
	bool failed; /* it is there, but no good */
	char *file;  /* NULL: it needs none */
	long long bytes;
};

static void look(struct item *it, const struct reader_ops *ops, const char *folder)
{
	struct stat st;

	it->reader.ops = ops;
	it->file = ops->has_file ? shelf_path(folder, ops) : NULL;
	if (it->file != NULL && stat(it->file, &st) != 0) {
		it->failed = errno != ENOENT;
		snprintf(it->why, sizeof(it->why), "%s", it->failed ? strerror(errno) : "its file is not there");
		return;
	}
	it->bytes = it->file != NULL ? (long long)st.st_size : 0;
	if (it->file != NULL) {
		struct weights *w = weights_open(it->file, ops->name, it->why);

		it->failed = w == NULL;
		weights_free(&w);
	}
	if (it->failed)
		return;
	it->reader.self = ops->open(folder);
	it->failed = it->reader.self == NULL;
	if (it->failed)
		snprintf(it->why, sizeof(it->why), "why is in the log, on standard error");
}

static void write_json(const struct item *items, int n)
{
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '[');
	for (int i = 0; i < n; i++) {
		const struct item *it = &items[i];

		jw_open(&w, '{');
		if (it->reader.self != NULL) {
			shelf_describe(&w, &it->reader);
		} else {
			jw_kstr(&w, "name", it->reader.ops->name);
			jw_kstr(&w, "summary", it->reader.ops->summary);
		}
		jw_kbool(&w, "ready", it->reader.self != NULL);
		jw_kstr(&w, "file", it->file);
		if (it->reader.self != NULL)
			jw_kint(&w, "bytes", it->bytes);
		else
			jw_kstr(&w, "why", it->why);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_done(&w);
	puts(b.p);
	buf_release(&b);
}

enum { COLUMNS = 8, CELL = 80 };

static void fill_row(char (*cells)[CELL], const struct item *it)
{
	const struct reader_measure *m = it->reader.ops->measured(it->reader.self);

	snprintf(cells[1], CELL, "%s", it->reader.ops->version(it->reader.self));
	snprintf(cells[2], CELL, "%s", it->file != NULL ? "" : it->reader.ops->has_file ? "a folder" : "built in");
	if (it->file != NULL)
		snprintf(cells[2], CELL, "%.1f MB", (double)it->bytes / 1e6);
	if (m == NULL || m->on[0] == '\0') {
		snprintf(cells[7], CELL, "not measured");
		return;
	}
	snprintf(cells[3], CELL, "%d.%d", m->em_permille / 10, m->em_permille % 10);
	snprintf(cells[4], CELL, "%d.%d", m->f1_permille / 10, m->f1_permille % 10);
	snprintf(cells[5], CELL, "%d.%d %%", m->wins_permille / 10, m->wins_permille % 10);
	snprintf(cells[6], CELL, "%d", m->questions);
	snprintf(cells[7], CELL, "%s", m->on);
}

static void print_table(const struct item *items, int n)
{
	static const char *const headings[COLUMNS] = {"READER", "VERSION", "SIZE",      "EM",
						      "F1",     "WINS",    "QUESTIONS", "MEASURED ON"};
	static char cells[SHELF_MAX * COLUMNS][CELL];
	const char *pointers[SHELF_MAX * COLUMNS];

	for (int i = 0; i < n; i++) {
		char(*row)[CELL] = &cells[(size_t)i * COLUMNS];

		snprintf(row[0], CELL, "%s", items[i].reader.ops->name);
		if (items[i].reader.self != NULL)
			fill_row(row, &items[i]);
		else
			snprintf(row[2], CELL, "%s", items[i].failed ? "unusable" : "missing");
		for (int k = 0; k < COLUMNS; k++)
			pointers[i * COLUMNS + k] = row[k];
	}
	cli_print_cells(stdout, headings, pointers, n, COLUMNS);
	for (int i = 0; i < n; i++) {
		const struct shelf_reader *r = &items[i].reader;
		int members = r->self != NULL ? shelf_members(r) : 0;

		printf("%s%s: %s\n", i == 0 ? "\n" : "", r->ops->name, r->ops->summary);
		if (members > 0)
			printf("%s-1 to %s-%d: its networks, each a reader of its own where it is named\n",
			       r->ops->name, r->ops->name, members);
	}
}

static int tell_missing(const struct item *items, int n)
{
	int rc = CLI_OK;

	for (int i = 0; i < n; i++) {
		const struct item *it = &items[i];

		if (it->reader.self != NULL)
			continue;
		cli_fail("list: the reader %s cannot be used: %s: %s.", it->reader.ops->name, it->file, it->why);
		if (it->failed)
			rc = CLI_FAILED;
	}
	return rc;
}

static int list(const struct shelf_want *want, bool json)
{
	struct item items[SHELF_MAX] = {0};
	char *folder = shelf_folder(want->folder);
	struct shelf checkpoints = {.n = 0};
	char err[SHELF_ERR_MAX];
	int n = 0, ours, rc;

	for (const struct reader_ops *const *r = reader_all(); *r != NULL && n < SHELF_MAX; r++)
		look(&items[n++], *r, folder);
	ours = n;
	rc = shelf_add_checkpoints(&checkpoints, want, err);
	if (rc < 0)
		cli_fail("list: %s", err);
	for (int i = 0; i < checkpoints.n; i++)
		items[n++].reader = checkpoints.v[i];
	if (json)
		write_json(items, n);
	else
		print_table(items, n);
	rc = tell_missing(items, n) != CLI_OK || rc < 0 ? CLI_FAILED : CLI_OK;
	shelf_close(&checkpoints);
	for (int i = 0; i < ours; i++) {
		if (items[i].reader.self != NULL)
			items[i].reader.ops->close(items[i].reader.self);
		free(items[i].file);
	}
	free(folder);
	return rc;
}

static int run(int argc, char **argv)
{
	struct shelf_want want = {.folder = commands_weights()};
	const char *precision = NULL;
	bool json = false;
	const struct cli_opt opts[] = {
	    {"--json", CLI_FLAG, &json, 0, 0},
	    {"--weights", CLI_STR, &want.folder, 0, 0},
	    {"--checkpoint", CLI_STR, &want.checkpoints, 0, 0},
	    {"--precision", CLI_STR, &precision, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));
	struct stat st;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_list, "it takes no word such as '%s'.", argv[1]);
	if (commands_precision(&cmd_list, precision, &want) != CLI_OK)
		return CLI_USAGE;
	if (want.folder != NULL && *want.folder != '\0' && (stat(want.folder, &st) != 0 || !S_ISDIR(st.st_mode)))
		return cli_fail("list: the folder of weights %s is no folder, or not there.", want.folder);
	return list(&want, json);
}

const struct cli_command cmd_list = {
    .name = "list",
    .summary = "the readers, and how good they are",
    .help = HELP,
    .run = run,
};
