/* beatctl eval: a file of predictions against a SQuAD v1.1 dataset.
 *
 * The numbers are those of the official script, to the last bit: the same order of
 * summing, and exact match and F1 each maximised on their own over the gold answers.
 * As there, a prediction that no question asks for is ignored, and what belongs to a
 * question without a prediction is not looked at. */
#include <errno.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/json.h"
#include "beat/jw.h"
#include "beat/score.h"

enum { READ_SIZE = 1 << 20 };
static const size_t FILE_LIMIT = (size_t)2 << 30;

/* Where the walk through the dataset is: every complaint names it. */
struct eval {
	const char *dataset_file, *predictions_file;
	json_t *predictions;
	size_t article, paragraph, question, answer;
	struct score_sum all, one; /* the whole dataset, the current article */
	size_t unanswered;
	const char *first_unanswered; /* id; lives in the dataset */
	struct buf *articles;         /* their JSON objects, or NULL */
};

static int read_whole(const char *path, struct buf *out)
{
	FILE *f = fopen(path, "rb");
	size_t got;
	int failed;

	if (f == NULL)
		return cli_fail("eval: could not open %s: %s.", path, strerror(errno));
	do {
		buf_reserve(out, READ_SIZE);
		got = fread(out->p + out->n, 1, READ_SIZE, f);
		out->n += got;
	} while (got > 0 && out->n <= FILE_LIMIT);
	failed = ferror(f) ? errno : 0;
	fclose(f);
	if (failed)
		return cli_fail("eval: could not read %s: %s.", path, strerror(failed));
	if (out->n > FILE_LIMIT)
		return cli_fail("eval: %s is larger than 2 GB.", path);
	return CLI_OK;
}

/* Reads JSON as Python does: the last of equal keys counts, NUL is a character, and
 * numbers, which do not matter here, may be of any size. */
static json_t *load(const char *path)
{
	static const char mark[] = "\xef\xbb\xbf"; /* some editors put it before UTF-8 */
	struct buf text = BUF_INIT;
	json_t *root = NULL;
	json_error_t e;
	size_t skip;

	if (read_whole(path, &text) != CLI_OK)
		goto done;
	skip = text.n >= 3 && memcmp(text.p, mark, 3) == 0 ? 3 : 0;
	root = json_loadb(text.p + skip, text.n - skip, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &e);
	if (root == NULL)
		cli_fail("eval: %s:%d:%d: not valid JSON: %s.", path, e.line, e.column, e.text);
done:
	buf_release(&text);
	return root;
}

static const char *type_name(json_type type)
{
	switch (type) {
	case JSON_OBJECT:
		return "an object";
	case JSON_ARRAY:
		return "an array";
	case JSON_STRING:
		return "a string";
	case JSON_INTEGER:
	case JSON_REAL:
		return "a number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "a boolean";
	default:
		return "null";
	}
}

enum depth { IN_FILE, IN_ARTICLE, IN_PARAGRAPH, IN_QUESTION, IN_ANSWER };

/* "dev.json: data[3].paragraphs[0].qas[2]" down to the given depth. */
static void add_place(struct buf *b, const struct eval *ev, enum depth depth)
{
	buf_adds(b, ev->dataset_file);
	if (depth >= IN_ARTICLE)
		buf_addf(b, ": data[%zu]", ev->article);
	if (depth >= IN_PARAGRAPH)
		buf_addf(b, ".paragraphs[%zu]", ev->paragraph);
	if (depth >= IN_QUESTION)
		buf_addf(b, ".qas[%zu]", ev->question);
	if (depth >= IN_ANSWER)
		buf_addf(b, ".answers[%zu]", ev->answer);
}

/* The field of that type, or NULL after saying what is there instead. */
static json_t *want(const struct eval *ev, enum depth depth, const json_t *in, const char *key, json_type type)
{
	json_t *v = json_object_get(in, key);
	struct buf place = BUF_INIT;

	if (v != NULL && json_typeof(v) == type)
		return v;
	add_place(&place, ev, depth);
	if (!json_is_object(in))
		cli_fail("eval: %s: expected an object, found %s. Is this a SQuAD v1.1 file?", place.p,
			 type_name(json_typeof(in)));
	else if (v == NULL)
		cli_fail("eval: %s: the field \"%s\" is missing. Is this a SQuAD v1.1 file?", place.p, key);
	else
		cli_fail("eval: %s: the field \"%s\" must be %s, not %s.", place.p, key, type_name(type),
			 type_name(json_typeof(v)));
	buf_release(&place);
	return NULL;
}

/* The best scores of a prediction over all gold answers. */
static int score_answers(struct eval *ev, const json_t *answers, const json_t *prediction, struct score_best *best)
{
	struct text_norm pred, gold;
	struct score s;
	json_t *answer, *text;

	text_normalise(json_string_value(prediction), json_string_length(prediction), &pred);
	json_array_foreach(answers, ev->answer, answer)
	{
		if ((text = want(ev, IN_ANSWER, answer, "text", JSON_STRING)) == NULL)
			break;
		text_normalise(json_string_value(text), json_string_length(text), &gold);
		s = score_norms(&gold, &pred);
		score_best_add(best, &s);
		text_norm_release(&gold);
	}
	text_norm_release(&pred);
	return ev->answer == json_array_size(answers) ? CLI_OK : CLI_FAILED;
}

static int eval_answered(struct eval *ev, const json_t *qa, const char *id, const json_t *prediction,
			 struct score_best *best)
{
	json_t *answers = want(ev, IN_QUESTION, qa, "answers", JSON_ARRAY);

	if (answers == NULL)
		return CLI_FAILED;
	if (json_array_size(answers) == 0)
		return cli_fail("eval: %s: question %s has no gold answer to compare with.", ev->dataset_file, id);
	if (!json_is_string(prediction))
		return cli_fail("eval: %s: the prediction for question %s must be a string, not %s.",
				ev->predictions_file, id, type_name(json_typeof(prediction)));
	return score_answers(ev, answers, prediction, best);
}

static int eval_question(struct eval *ev, const json_t *qa)
{
	json_t *id_json = want(ev, IN_QUESTION, qa, "id", JSON_STRING), *prediction = NULL;
	struct score_best best = {0};
	const char *id;

	if (id_json == NULL)
		return CLI_FAILED;
	id = json_string_value(id_json);
	/* No key holds a NUL, so an id that does has no prediction. */
	if (strlen(id) == json_string_length(id_json))
		prediction = json_object_get(ev->predictions, id);
	if (prediction == NULL) {
		if (ev->unanswered++ == 0)
			ev->first_unanswered = id;
	} else if (eval_answered(ev, qa, id, prediction, &best) != CLI_OK) {
		return CLI_FAILED;
	}
	score_sum_add(&ev->all, &best);
	score_sum_add(&ev->one, &best);
	return CLI_OK;
}

static int eval_paragraph(struct eval *ev, const json_t *paragraph)
{
	json_t *qas = want(ev, IN_PARAGRAPH, paragraph, "qas", JSON_ARRAY), *qa;

	if (qas == NULL)
		return CLI_FAILED;
	json_array_foreach(qas, ev->question, qa)
	{
		if (eval_question(ev, qa) != CLI_OK)
			return CLI_FAILED;
	}
	return CLI_OK;
}

static void write_sum(struct jw *w, const struct score_sum *sum)
{
	jw_key(w, "exact_match");
	jw_num(w, score_sum_exact(sum));
	jw_key(w, "f1");
	jw_num(w, score_sum_f1(sum));
	jw_kint(w, "total", (int64_t)sum->total);
}

static void write_article(struct eval *ev, const json_t *article)
{
	json_t *title = json_object_get(article, "title");
	struct jw w;

	buf_adds(ev->articles, ev->articles->n > 0 ? ",\n" : "\n");
	jw_init(&w, ev->articles);
	jw_open(&w, '{');
	jw_key(&w, "title");
	if (json_is_string(title))
		jw_strn(&w, json_string_value(title), json_string_length(title));
	else
		jw_null(&w);
	write_sum(&w, &ev->one);
	jw_close(&w, '}');
	jw_done(&w);
}

static int eval_article(struct eval *ev, const json_t *article)
{
	json_t *paragraphs = want(ev, IN_ARTICLE, article, "paragraphs", JSON_ARRAY), *paragraph;

	if (paragraphs == NULL)
		return CLI_FAILED;
	ev->one = (struct score_sum){0};
	json_array_foreach(paragraphs, ev->paragraph, paragraph)
	{
		if (eval_paragraph(ev, paragraph) != CLI_OK)
			return CLI_FAILED;
	}
	if (ev->articles != NULL)
		write_article(ev, article);
	return CLI_OK;
}

static int eval_dataset(struct eval *ev, const json_t *dataset)
{
	json_t *data = want(ev, IN_FILE, dataset, "data", JSON_ARRAY), *article;

	if (data == NULL)
		return CLI_FAILED;
	json_array_foreach(data, ev->article, article)
	{
		if (eval_article(ev, article) != CLI_OK)
			return CLI_FAILED;
	}
	if (ev->all.total == 0)
		return cli_fail("eval: %s has no questions.", ev->dataset_file);
	return CLI_OK;
}

static void print(const struct eval *ev)
{
	struct buf out = BUF_INIT;
	struct jw w;

	if (ev->unanswered > 0)
		fprintf(stderr,
			"beatctl: eval: %zu of %zu questions have no prediction and score 0, the first is %s.\n",
			ev->unanswered, ev->all.total, ev->first_unanswered);
	jw_init(&w, &out);
	jw_open(&w, '{');
	write_sum(&w, &ev->all);
	if (ev->articles != NULL) {
		buf_adds(&out, ",\"articles\":[");
		buf_add(&out, ev->articles->p, ev->articles->n);
		buf_adds(&out, "\n]");
	}
	jw_close(&w, '}');
	jw_done(&w);
	puts(out.p);
	buf_release(&out);
}

static int eval_files(struct eval *ev)
{
	json_t *dataset = load(ev->dataset_file);
	int rc = CLI_FAILED;

	if (dataset == NULL || (ev->predictions = load(ev->predictions_file)) == NULL)
		goto done;
	if (!json_is_object(ev->predictions)) {
		cli_fail("eval: %s: expected an object {\"question id\":\"answer\",…}, found %s.", ev->predictions_file,
			 type_name(json_typeof(ev->predictions)));
		goto done;
	}
	rc = eval_dataset(ev, dataset);
	if (rc == CLI_OK)
		print(ev);
done:
	json_decref(dataset);
	json_decref(ev->predictions);
	return rc;
}

static int run(int argc, char **argv)
{
	bool per_article = false;
	const struct cli_opt opts[] = {{.name = "--per-article", .type = CLI_FLAG, .out = &per_article}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;
	struct buf articles = BUF_INIT;
	struct eval ev = {0};

	if (words < 0)
		return CLI_USAGE;
	if (words != 2)
		return cli_usage(&cmd_eval, "expected two files, the dataset and the predictions.");
	ev.dataset_file = argv[1];
	ev.predictions_file = argv[2];
	ev.articles = per_article ? &articles : NULL;
	rc = eval_files(&ev);
	buf_release(&articles);
	return rc;
}

const struct cli_command cmd_eval = {
    .name = "eval",
    .summary = "exact match and F1 of predictions on a SQuAD dataset",
    .help = "Usage: beatctl eval DATASET.json PREDICTIONS.json [--per-article]\n"
	    "\n"
	    "Scores predictions, {\"question id\":\"answer\",…}, against a dataset in SQuAD v1.1 format and\n"
	    "prints what the official script would: means over all questions, times 100, of the best score\n"
	    "over the gold answers of each.\n"
	    "  {\"exact_match\":80.5,\"f1\":88.25,\"total\":10570}\n"
	    "A question without a prediction scores 0; how many there are is said on standard error.\n"
	    "\n"
	    "Options\n"
	    "  --per-article   adds \"articles\":[{\"title\",\"exact_match\",\"f1\",\"total\"},…] in the order of the\n"
	    "                  dataset, one on a line; scores are null where an article has no question\n"
	    "\n"
	    "Example\n"
	    "  beatctl eval dev-v1.1.json predictions.json --per-article\n"
	    "\n"
	    "Exit codes: 0 done, 1 a file could not be read or is not what it should be (standard error\n"
	    "names the place), 2 wrong usage.\n",
    .run = run,
};
