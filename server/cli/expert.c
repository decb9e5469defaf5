/* beatctl expert: the baseline of people who know the task. Draws and scores are those of server/expert. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer.h"
#include "beat/eval_ask.h"
#include "beat/expert.h"
#include "link.h"
#include "text_file.h"

static const char HELP[] =
    "Usage: beatctl expert create NAME --from DATASET [--from DATASET...] [--practice DATASET]\n"
    "                      [--practice-questions 500] [--each 1000] [--per-person N] [--title TEXT] [--seed SEED]\n"
    "       beatctl expert invite NAME --person NAME... [--days 30] [--base-url URL]\n"
    "       beatctl expert list [--json]\n"
    "       beatctl expert show NAME [--predictions [NAME=]FILE...] [--plot FILE.svg] [--json]\n"
    "\n"
    "How well do people do who know the task? Named people answer questions of datasets: first in\n"
    "practice, and after each question they see their answer, the right ones, exact match, F1 and\n"
    "the running score; then without. Nobody gets a question twice, in whatever baseline. They may\n"
    "stop at any moment and go on by the same link; an answer once given stays.\n"
    "\n"
    "  create   draw the questions and store them\n"
    "  invite   let people in: prints a personal link for each\n"
    "  list     the baselines there are\n"
    "  show     exact match (Clopper-Pearson) and F1 (Student's t) with 95 % intervals: each person, all\n"
    "           experts together, the crowd and models in one table. The crowd is the known answers\n"
    "           themselves, each against the others to its question\n"
    "\n"
    "Options\n"
    "  --from DATASET         may be repeated: a file in SQuAD v1.1 JSON, MRQA JSONL or Hugging Face rows,\n"
    "                         or the folder of a release, of which each split is a set; NAME=DATASET\n"
    "                         calls it otherwise. People are not told which set a question is of\n"
    "  --each N               questions drawn from each (default: 1000)\n"
    "  --per-person N         questions of each that one person is asked; those that the fewest have\n"
    "                         come first, so several people share them out (default: all)\n"
    "  --practice DATASET     where the questions of the practice are drawn from; everybody has them all\n"
    "  --practice-questions N (default: 500)\n"
    "  --title TEXT           what people see above the page (default: the name)\n"
    "  --seed SEED            draws the questions and their order (default: 1)\n"
    "  --split SPLIT          of folders take only this split: train, dev or test; may be repeated\n"
    "  --person NAME          whom to invite, 1 to 128 bytes; may be repeated\n"
    "  --days N               how long the link can be used, 1 to 3650 (default: 30)\n"
    "  --base-url URL         where people reach the server (default: BEAT_BASE_URL, or this machine)\n"
    "  --predictions FILE     of show: answers of a model, {\"question id\":\"answer\",…}, such as 'beatctl\n"
    "                         eval --save-predictions' writes; a question without one scores 0\n"
    "  --plot FILE            of show: write F1 and intervals as a figure (SVG)\n"
    "  --json                 for programs\n"
    "\n"
    "Examples\n"
    "  beatctl expert create wiki --practice train-v1.1.json --from SQuAD=dev-v1.1.json --from new-wiki.json\n"
    "  beatctl expert invite wiki --person ann --person ben\n"
    "  beatctl expert show wiki --predictions bert=bert.json --plot wiki.svg\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

static const char PRACTICE[] = "(practice)"; /* what the set for it is called */

/* --- create */

struct creation {
	const char *title, *seed, *practice;
	struct cli_strs from, splits;
	long practice_questions, each, per_person;
	struct eval_datasets sets;
	bool named_practice; /* the first of the sets */
};

/* Practice first: one dataset, or an empty set in its place. */
static int find_sets(struct creation *c)
{
	struct eval_datasets practice = {0};
	char *word = (char *)c->practice;
	int rc = word ? eval_datasets_find(&practice, &word, 1, &c->splits) : CLI_OK;

	if (rc == CLI_OK && word && practice.n != 1)
		rc = cli_usage(&cmd_expert, "--practice is one dataset; of a folder say which with --split.");
	if (rc == CLI_OK)
		rc = eval_datasets_find(&c->sets, (char **)c->from.v, (int)c->from.n, &c->splits);
	if (rc != CLI_OK || !word) {
		eval_datasets_release(&practice);
		return rc;
	}
	c->sets.v = xrealloc(c->sets.v, (c->sets.n + 1) * sizeof(*c->sets.v));
	memmove(c->sets.v + 1, c->sets.v, c->sets.n++ * sizeof(*c->sets.v));
	c->sets.v[0] =
	    (struct eval_dataset){.name = xstrdup(PRACTICE), .split = xstrdup(""), .path = xstrdup(practice.v[0].path)};
	eval_datasets_release(&practice);
	c->named_practice = true;
	return CLI_OK;
}

static int draw_sets(struct creation *c, struct buf *out)
{
	struct jw w;
	int rc = CLI_OK;

	jw_init(&w, out);
	jw_open(&w, '[');
	if (!c->named_practice) {
		jw_open(&w, '{');
		jw_kstr(&w, "name", PRACTICE);
		jw_kstr(&w, "source", "");
		jw_kopen(&w, "items", '[');
		jw_close(&w, ']');
		jw_close(&w, '}');
	}
	for (size_t i = 0; rc == CLI_OK && i < c->sets.n; i++)
		rc = expert_draw(&w, &c->sets.v[i], c->seed,
				 (size_t)(c->named_practice && i == 0 ? c->practice_questions : c->each));
	jw_close(&w, ']');
	jw_done(&w);
	return rc;
}

static int store(const char *name, const struct creation *c, const char *sets)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows =
	    pg ? pg_query(pg, q_expert_create(.name = name, .title = c->title ? c->title : name, .seed = c->seed,
					      .per_person = (int32_t)(c->per_person ? c->per_person : c->each),
					      .sets = sets, .actor = cli_actor()))
	       : NULL;
	int rc = rows ? CLI_OK : CLI_FAILED;

	if (rows) {
		int left_out = q_expert_create_row(rows, 0).left_out;

		printf("baseline %s: %zu set%s%s; let people in with 'beatctl expert invite %s --person NAME'\n", name,
		       c->sets.n - c->named_practice, c->sets.n - c->named_practice == 1 ? "" : "s",
		       c->named_practice ? " and practice" : ", no practice", name);
		if (left_out)
			printf("%d question%s that came again, with the same words on the same passage, %s left out\n",
			       left_out, left_out == 1 ? "" : "s", left_out == 1 ? "was" : "were");
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int create(int argc, char **argv)
{
	struct creation c = {.seed = "1", .practice_questions = 500, .each = 1000};
	const struct cli_opt opts[] = {{"--from", CLI_STRS, &c.from, 0, 0},
				       {"--split", CLI_STRS, &c.splits, 0, 0},
				       {"--practice", CLI_STR, &c.practice, 0, 0},
				       {"--practice-questions", CLI_INT, &c.practice_questions, 1, 100000},
				       {"--each", CLI_INT, &c.each, 1, 100000},
				       {"--per-person", CLI_INT, &c.per_person, 1, 100000},
				       {"--title", CLI_STR, &c.title, 0, 0},
				       {"--seed", CLI_STR, &c.seed, 0, 0}};
	struct buf sets = BUF_INIT;
	int rc = cli_parse_one(&cmd_expert, argc, argv, opts, ARRAY_LEN(opts), "NAME");

	if (rc == CLI_OK && c.from.n == 0)
		rc = cli_usage(&cmd_expert, "say of which datasets: --from SQuAD=dev.json --from new-wiki.json.");
	if (rc == CLI_OK)
		rc = find_sets(&c);
	if (rc == CLI_OK)
		rc = draw_sets(&c, &sets);
	if (rc == CLI_OK)
		rc = store(argv[1], &c, sets.p);
	buf_release(&sets);
	eval_datasets_release(&c.sets);
	cli_strs_release(&c.from);
	cli_strs_release(&c.splits);
	return rc;
}

/* --- invite */

static void print_links(const char *name, const struct cli_strs *people, const struct token_key *key, const char *base,
			long days)
{
	struct token_invite t = {.expires = (int64_t)time(NULL) + days * 86400};

	snprintf(t.project, sizeof(t.project), "%s", name);
	for (size_t i = 0; i < people->n; i++) {
		struct buf token = BUF_INIT;

		snprintf(t.worker, sizeof(t.worker), "%s", people->v[i]);
		token_expert_make(&token, key, &t);
		if (people->n > 1)
			printf("%s\t", t.worker);
		printf("%.*s/expert/%s?invite=%s\n", link_base_length(base), base, name, token.p);
		buf_release(&token);
	}
}

static int invite_all(const char *name, const struct cli_strs *people, const char *base, long days)
{
	struct buf names = BUF_INIT;
	struct token_key key;
	struct pg *pg = cli_db();
	struct pg_rows *rows = NULL;
	int rc = pg ? link_key(pg, &key) : CLI_FAILED;

	for (size_t i = 0; i < people->n; i++)
		buf_addf(&names, "%s%s", i ? "\n" : "", people->v[i]);
	if (rc == CLI_OK) {
		rows = pg_query(pg, q_expert_invite(.name = name, .people = names.p, .actor = cli_actor()));
		rc = rows ? CLI_OK : CLI_FAILED;
	}
	if (rc == CLI_OK)
		print_links(name, people, &key, base, days);
	pg_rows_free(&rows);
	pg_close(&pg);
	buf_release(&names);
	return rc;
}

static int invite(int argc, char **argv)
{
	struct cli_strs people = {0};
	const char *base = link_base_url();
	long days = 30;
	const struct cli_opt opts[] = {{"--person", CLI_STRS, &people, 0, 0},
				       {"--days", CLI_INT, &days, 1, 3650},
				       {"--base-url", CLI_STR, &base, 0, 0}};
	int rc = cli_parse_one(&cmd_expert, argc, argv, opts, ARRAY_LEN(opts), "NAME");

	if (rc == CLI_OK && people.n == 0)
		rc = cli_usage(&cmd_expert, "say for whom: --person NAME.");
	for (size_t i = 0; rc == CLI_OK && i < people.n; i++) {
		if (!token_worker_ok(people.v[i]))
			rc = cli_usage(&cmd_expert,
				       "--person must be 1 to 128 bytes of printable UTF-8 without spaces around it.");
	}
	if (rc == CLI_OK)
		rc = link_base_check(&cmd_expert, base);
	if (rc == CLI_OK)
		rc = invite_all(argv[1], &people, base, days);
	cli_strs_release(&people);
	return rc;
}

/* --- list */

static const char *list_cell(const json_t *item, int col)
{
	static const char *const keys[] = {"name",     "sets",   "questions", "per_person",
					   "practice", "people", "answers",   "actor"};

	return col < (int)ARRAY_LEN(keys) ? answer_text(item, keys[col]) : answer_moment(item, "created_at");
}

static void show_list(const json_t *answer)
{
	static const char *const headings[] = {
	    "BASELINE", "SETS", "QUESTIONS", "EACH PERSON A SET", "PRACTICE", "PEOPLE", "ANSWERS", "BY", "MADE"};

	answer_table(json_object_get(answer, "items"), headings, ARRAY_LEN(headings), list_cell,
		     "there is no baseline of experts yet");
}

static int list(int argc, char **argv)
{
	return answer_list(&cmd_expert, argc, argv, q_expert_list(), show_list);
}

/* --- show */

/* The sets, in the order of their places: the report's set is the place. */
static int read_sets(struct pg *pg, const char *name, struct expert_report *r)
{
	struct pg_rows *rows = pg_query(pg, q_expert_sets(.name = name));

	for (int i = 0; rows && i < pg_rows_count(rows); i++) {
		r->sets = xrealloc(r->sets, (r->n_sets + 1) * sizeof(*r->sets));
		r->sets[r->n_sets++] = xstrdup(q_expert_sets_row(rows, i).name);
	}
	pg_rows_free(&rows);
	return r->n_sets ? CLI_OK : CLI_FAILED;
}

static int read_answers(struct pg *pg, const char *name, struct expert_report *r)
{
	struct pg_rows *rows = pg_query(pg, q_expert_answers(.name = name));
	int rc;

	for (int i = 0; rows && i < pg_rows_count(rows); i++) {
		struct q_expert_answers_row a = q_expert_answers_row(rows, i);
		struct score s = {a.shared, a.answer_tokens, a.gold_tokens, a.exact};

		expert_count(expert_row(r, (size_t)a.place, EXPERT_PERSON, a.person), s.exact, score_f1(&s));
		expert_count(expert_row(r, (size_t)a.place, EXPERT_ALL, "experts together"), s.exact, score_f1(&s));
	}
	rc = rows ? CLI_OK : CLI_FAILED;
	pg_rows_free(&rows);
	return rc;
}

static int read_questions(struct pg *pg, const char *name, struct expert_report *r, const struct eval_models *models)
{
	struct pg_rows *rows = pg_query(pg, q_expert_items(.name = name));
	char err[JSON_ERR_MAX];
	int rc = rows ? CLI_OK : CLI_FAILED;

	for (int i = 0; rc == CLI_OK && i < pg_rows_count(rows); i++) {
		struct q_expert_items_row q = q_expert_items_row(rows, i);
		json_t *answers = json_parse(q.answers, q.answers_len, err);

		rc = expert_question(r, (size_t)q.place, q.question_ref, answers, models);
		json_decref(answers);
	}
	pg_rows_free(&rows);
	return rc;
}

static int read_report(const char *name, struct expert_report *r, const struct eval_models *models)
{
	struct pg *pg = cli_db();
	int rc = pg ? read_sets(pg, name, r) : CLI_FAILED;

	if (rc == CLI_OK)
		rc = read_answers(pg, name, r);
	if (rc == CLI_OK)
		rc = read_questions(pg, name, r, models);
	pg_close(&pg);
	return rc;
}

static int write_plot(const struct expert_report *r, const char *name, const char *path)
{
	struct buf svg = BUF_INIT, title = BUF_INIT;
	int rc;

	buf_addf(&title, "Experts, crowd and models: %s", name);
	expert_figure(&svg, r, title.p);
	rc = text_file_write(path, &svg);
	buf_release(&svg);
	buf_release(&title);
	return rc;
}

static void print_json(const struct expert_report *r)
{
	struct buf b = BUF_INIT;

	expert_json(&b, r);
	fwrite(b.p, 1, b.n, stdout);
	buf_release(&b);
}

static int show(int argc, char **argv)
{
	struct cli_strs predictions = {0};
	struct eval_models models = {0};
	struct expert_report r = {0};
	const char *plot = NULL;
	bool json = false;
	const struct cli_opt opts[] = {{"--predictions", CLI_STRS, &predictions, 0, 0},
				       {"--plot", CLI_STR, &plot, 0, 0},
				       {"--json", CLI_FLAG, &json, 0, 0}};
	int rc = cli_parse_one(&cmd_expert, argc, argv, opts, ARRAY_LEN(opts), "NAME");

	if (rc == CLI_OK)
		rc = eval_models_find(&models, &predictions, NULL, NULL);
	if (rc == CLI_OK)
		rc = eval_models_load(&models);
	if (rc == CLI_OK) {
		eval_models_name(&models);
		rc = read_report(argv[1], &r, &models);
	}
	if (rc == CLI_OK && json)
		print_json(&r);
	else if (rc == CLI_OK && r.n)
		expert_print(&r);
	else if (rc == CLI_OK)
		printf("nobody has answered yet, and no question has several known answers\n");
	if (rc == CLI_OK && plot)
		rc = write_plot(&r, argv[1], plot);
	expert_report_release(&r);
	eval_models_release(&models);
	cli_strs_release(&predictions);
	return rc;
}

static const struct cli_verb verbs[] = {
    {"expert create", create}, {"expert invite", invite}, {"expert list", list}, {"expert show", show}, {NULL, NULL}};

const struct cli_command cmd_expert = {"expert", "let people who know the task answer questions of datasets", HELP,
				       NULL, verbs};
