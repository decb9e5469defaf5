/* beatctl study: comprehension studies. The draw is that of Table 1's examples (server/stats), the rest is the
 * database's. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/jw.h"
#include "beat/text.h"
#include "stats_words.h"

static const char HELP[] =
    "Usage: beatctl study create NAME --from DATASET... [--split dev] [--each N]\n"
    "                     [--seed SEED] [--double PERCENT]\n"
    "       beatctl study list [--json]\n"
    "       beatctl study show NAME [--json]\n"
    "       beatctl study export NAME [--out FILE]\n"
    "\n"
    "What do the questions of a dataset ask of a reader? A study is a sample of questions of several\n"
    "datasets, drawn by a seed and stored. Annotators label it in the dashboard (Studies), without\n"
    "knowing the dataset, by the thirteen kinds of the paper's Table 9: up to three a question, or\n"
    "none. A part is labelled by two people; where they differ a third decides. Shares are of\n"
    "questions, with 95 % intervals, and Cohen's kappa is told for each label. Labels that reviewers\n"
    "give during quality review are another matter and stay with their projects.\n"
    "\n"
    "  create   draw and store a study\n"
    "  list     the studies there are\n"
    "  show     shares of questions by dataset, agreement by label\n"
    "  export   every question with what was said of it, as CSV\n"
    "\n"
    "Options\n"
    "  --from DATASET...  6 at most, and may be repeated: a project, NAME@VERSION, or FILE[,FILE]; may be\n"
    "                     called otherwise, NAME=DATASET, as for 'beatctl stats'\n"
    "  --split SPLIT      of projects and releases: train, dev or test (default: dev)\n"
    "  --each N           questions of each dataset, 1 to 1000 (default: 100)\n"
    "  --seed SEED        draws the questions, their order and who is labelled twice (default: 1)\n"
    "  --double PERCENT   of the questions two people label (default: 20)\n"
    "  --out FILE         of export: write there instead of to standard output\n"
    "  --json             for programs\n"
    "\n"
    "Examples\n"
    "  beatctl study create types --from SQuAD=dsquad/dev.json --from dbidaf@1.0 --from dbert@1.0 --seed 1\n"
    "  beatctl study show types\n"
    "  beatctl study export types --out types.csv\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

static void put_item(struct jw *w, const struct stats_example *x)
{
	jw_open(w, '{');
	jw_kstr(w, "ref", x->id);
	jw_kstr(w, "title", x->title);
	jw_kstr(w, "passage", x->passage);
	jw_kstr(w, "question", x->question);
	jw_kstr(w, "answer", x->answer);
	if (x->to > x->from)
		jw_kint(w, "start", (int64_t)text_length(x->passage, x->from));
	jw_close(w, '}');
}

/* The sample as JSON; CLI_FAILED if a dataset has too little. */
static int put_datasets(struct buf *out, const struct stats_read *r, const char *const *words, size_t each)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '[');
	for (size_t i = 0; i < r->n; i++) {
		const struct stats_example *x;
		size_t n = stats_examples(r->series[i].st, &x);

		if (n < each)
			return cli_fail(
			    "study: %s has %zu question%s with an answer there, not %zu: ask for fewer with "
			    "--each.",
			    r->series[i].about.name, n, n == 1 ? "" : "s", each);
		jw_open(&w, '{');
		jw_kstr(&w, "name", r->series[i].about.name);
		jw_kstr(&w, "source", words[i]);
		jw_key(&w, "items");
		jw_open(&w, '[');
		for (size_t k = 0; k < n; k++)
			put_item(&w, &x[k]);
		jw_close(&w, ']');
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_done(&w);
	return CLI_OK;
}

static int store(const char *name, const char *seed, long twice, const char *datasets)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows =
	    pg ? pg_query(pg, q_study_create(.name = name, .seed = seed, .double_permille = (int32_t)twice * 10,
					     .datasets = datasets, .actor = cli_actor()))
	       : NULL;
	int rc = rows ? CLI_OK : CLI_FAILED;

	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int draw_and_store(const char *name, const struct stats_options *o, const struct cli_strs *from, long twice)
{
	struct stats_read r = {0};
	struct buf datasets = BUF_INIT;
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < from->n; i++)
		rc = stats_word(&r, o, from->v[i]);
	if (rc == CLI_OK)
		rc = put_datasets(&datasets, &r, from->v, (size_t)o->examples);
	if (rc == CLI_OK)
		rc = store(name, o->seed, twice, datasets.p);
	if (rc == CLI_OK)
		printf("study %s: %zu questions of %zu datasets; annotators find it in the dashboard under Studies\n",
		       name, r.n * (size_t)o->examples, r.n);
	stats_words_free(&r);
	buf_release(&datasets);
	return rc;
}

static int create(int argc, char **argv)
{
	struct stats_options o = {.split = "dev", .examples = 100, .seed = "1"};
	struct cli_strs from = {0};
	long twice = 20;
	const struct cli_opt opts[] = {{"--from", CLI_STRS, &from, 0, 0},
				       {"--split", CLI_STR, &o.split, 0, 0},
				       {"--each", CLI_INT, &o.examples, 1, 1000},
				       {"--seed", CLI_STR, &o.seed, 0, 0},
				       {"--double", CLI_INT, &twice, 0, 100}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = words < 0 ? CLI_USAGE : CLI_OK;

	if (words == 0)
		rc = cli_usage(&cmd_study, "'study create' wants a NAME.");
	for (int i = 2; i <= words; i++) { /* --from A B C */
		from.v = xrealloc(from.v, (from.n + 1) * sizeof(*from.v));
		from.v[from.n++] = argv[i];
	}
	if (rc == CLI_OK && (from.n == 0 || from.n > STATS_SERIES))
		rc = cli_usage(&cmd_study, "say of which datasets, 1 to %d: --from dbidaf@1.0 --from SQuAD=dev.json.",
			       STATS_SERIES);
	if (rc == CLI_OK && strcmp(o.split, "train") != 0 && strcmp(o.split, "dev") != 0 &&
	    strcmp(o.split, "test") != 0)
		rc = cli_usage(&cmd_study, "--split is train, dev or test, not '%s'.", o.split);
	if (rc == CLI_OK)
		rc = draw_and_store(argv[1], &o, &from, twice);
	cli_strs_release(&from);
	return rc;
}

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"name", "datasets", "items", "decided", "disputed", "seed", "actor"};

	return col < (int)ARRAY_LEN(keys) ? answer_text(item, keys[col]) : answer_moment(item, "created_at");
}

static void show_list(const json_t *answer)
{
	static const char *const headings[] = {"STUDY",    "DATASETS", "QUESTIONS", "DECIDED",
					       "DISPUTED", "SEED",     "BY",        "MADE"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell,
		     "there is no study yet");
}

static int list(int argc, char **argv)
{
	return answer_list(&cmd_study, argc, argv, q_admin_studies(), show_list);
}

static void print_share(const json_t *dataset, const char *name, const json_t *share)
{
	double rate = json_number_value(json_object_get(share, "rate"));

	cli_put_text(stdout, answer_text(dataset, "name"));
	printf("  %-20s %s of %s", name, answer_text(share, "k"), answer_text(share, "n"));
	if (json_is_number(json_object_get(share, "rate")))
		printf("  %.1f %% (%.1f – %.1f)", 100 * rate, 100 * json_number_value(json_object_get(share, "low")),
		       100 * json_number_value(json_object_get(share, "high")));
	putchar('\n');
}

static void show_study(const json_t *answer)
{
	const json_t *dataset, *label;
	size_t i, k;

	printf("Shares of questions (Figure 5), with 95 %% intervals\n");
	json_array_foreach(json_object_get(answer, "datasets"), i, dataset)
	{
		printf("\n");
		cli_put_text(stdout, answer_text(dataset, "name"));
		printf(": %s of %s questions decided, %s disputed\n", answer_text(dataset, "decided"),
		       answer_text(dataset, "items"), answer_text(dataset, "disputed"));
		json_array_foreach(json_object_get(dataset, "labels"), k, label)
		    print_share(dataset, answer_text(label, "label"), json_object_get(label, "share"));
		print_share(dataset, "none", json_object_get(dataset, "none"));
	}
	printf("\nAgreement of two annotators (Cohen's kappa)\n");
	json_array_foreach(json_object_get(answer, "agreement"), i, label)
	    printf("  %-20s %s of %s questions\n", answer_text(label, "label"),
		   *answer_text(label, "kappa") ? answer_text(label, "kappa") : "–", answer_text(label, "n"));
}

static int show(int argc, char **argv)
{
	bool json;

	if (answer_word(&cmd_study, argc, argv, "NAME", &json) != CLI_OK)
		return CLI_USAGE;
	return answer_run(q_admin_study(.study = argv[1], .account = 0), json, show_study);
}

/* A field of a CSV file; one that a spreadsheet would take for a formula is made a text. */
static void put_field(FILE *f, const char *s, bool last)
{
	if (!s)
		s = "";
	fputs(strchr("=+-@\t\r", *s) && *s ? "\"'" : "\"", f);
	for (; *s; s++) {
		if (*s == '"')
			fputc('"', f);
		fputc(*s, f);
	}
	fputs(last ? "\"\r\n" : "\",", f);
}

static int write_rows(FILE *f, const struct pg_rows *rows)
{
	fputs("dataset,id,question,first,second,labels,state\r\n", f);
	for (int i = 0; i < pg_rows_count(rows); i++) {
		struct q_study_rows_row r = q_study_rows_row(rows, i);
		const char *fields[] = {r.dataset, r.question_ref, r.question, r.first, r.second, r.labels, r.state};

		for (size_t k = 0; k < ARRAY_LEN(fields); k++)
			put_field(f, fields[k], k + 1 == ARRAY_LEN(fields));
	}
	return fflush(f) != 0 || ferror(f) ? cli_fail("study: could not write: %m.") : CLI_OK;
}

static int export(int argc, char **argv)
{
	const char *out = NULL;
	const struct cli_opt opts[] = {{"--out", CLI_STR, &out, 0, 0}};
	struct pg *pg;
	struct pg_rows *rows;
	FILE *f = stdout;
	int rc = cli_parse_one(&cmd_study, argc, argv, opts, ARRAY_LEN(opts), "NAME");

	if (rc != CLI_OK)
		return rc;
	pg = cli_db();
	rows = pg ? pg_query(pg, q_study_rows(.study = argv[1])) : NULL;
	if (!rows)
		rc = CLI_FAILED;
	else if (out && !(f = fopen(out, "wbe")))
		rc = cli_fail("study: could not write %s: %m.", out);
	if (rc == CLI_OK)
		rc = write_rows(f, rows);
	if (f && f != stdout && fclose(f) != 0 && rc == CLI_OK)
		rc = cli_fail("study: could not write %s: %m.", out);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static const struct cli_verb verbs[] = {
    {"study create", create}, {"study list", list}, {"study show", show}, {"study export", export}, {NULL, NULL}};

const struct cli_command cmd_study = {"study", "label what questions of several datasets ask of a reader", HELP, NULL,
				      verbs};
