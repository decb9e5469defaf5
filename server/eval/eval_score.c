/* One pass over a dataset, every model's answer against the gold answers of every question.
 *
 * The numbers are those of the official scripts, to the last bit: the same order of
 * summing, and exact match and F1 each maximised on their own over the gold answers. As
 * there, a prediction that no question asks for is ignored, and what belongs to a question
 * without a prediction is not looked at. */
#include <stdlib.h>
#include <string.h>

#include "beat/eval.h"
#include "beat/jw.h"

enum { GAME_PERMILLE = 400 }; /* the game's threshold, unless a project says otherwise */

struct scoring {
	struct eval_models *models;
	struct eval_results *out;
	bool per_article;
	struct text_norm *golds; /* of the present question */
	size_t golds_room;
	bool *won; /* the present question, by each model */
};

static int on_article(void *arg, const struct dataset_article *a)
{
	struct scoring *s = arg;
	struct eval_results *out = s->out;

	if (!s->per_article)
		return 0;
	out->articles = xrealloc(out->articles, (out->n_articles + 1) * sizeof(*out->articles));
	out->articles[out->n_articles++] = (struct eval_article){
	    .title = a->title ? xmemdup0(a->title, a->title_n) : NULL,
	    .title_n = a->title_n,
	    .sums = xcalloc(s->models->n, sizeof(struct score_sum)),
	};
	return 0;
}

static void normalise_golds(struct scoring *s, const struct dataset_question *q)
{
	if (q->n_answers > s->golds_room) {
		s->golds_room = q->n_answers;
		s->golds = xrealloc(s->golds, s->golds_room * sizeof(*s->golds));
	}
	for (size_t i = 0; i < q->n_answers; i++)
		text_normalise(q->answers[i].text, q->answers[i].text_n, &s->golds[i]);
}

static void release_golds(struct scoring *s, const struct dataset_question *q)
{
	for (size_t i = 0; i < q->n_answers; i++)
		text_norm_release(&s->golds[i]);
}

/* Of the present question: the official score, and whether the game would be won. */
struct outcome {
	struct score_best best;
	bool won;
};

static struct outcome outcome_of(const struct scoring *s, const struct dataset_question *q, const json_t *prediction)
{
	struct outcome out = {.won = false};
	struct text_norm pred;

	text_normalise(json_string_value(prediction), json_string_length(prediction), &pred);
	for (size_t i = 0; i < q->n_answers; i++) {
		struct score one = score_norms(&s->golds[i], &pred);

		score_best_add(&out.best, &one);
		if (i == 0)
			out.won = score_verdict(&one, GAME_PERMILLE) == VERDICT_MODEL;
	}
	text_norm_release(&pred);
	return out;
}

static void save(struct eval_model *m, const struct dataset_question *q, const json_t *prediction)
{
	struct jw w;

	buf_adds(&m->saved, m->saved.n ? ",\n" : "{\n");
	jw_init(&w, &m->saved);
	jw_strn(&w, q->id, q->id_n);
	buf_addc(&m->saved, ':');
	jw_init(&w, &m->saved);
	jw_strn(&w, json_string_value(prediction), json_string_length(prediction));
}

static void count(struct scoring *s, size_t model, const struct outcome *o)
{
	struct eval_cell *cell = &s->out->cells[model];

	score_sum_add(&cell->sum, &o->best);
	interval_add(&cell->f1, o->best.f1);
	cell->wins += o->won;
	s->won[model] = o->won;
	if (s->per_article)
		score_sum_add(&s->out->articles[s->out->n_articles - 1].sums[model], &o->best);
}

static int score_one(struct scoring *s, size_t model, const struct dataset_question *q, const json_t *prediction)
{
	struct eval_model *m = &s->models->v[model];
	struct eval_cell *cell = &s->out->cells[model];
	struct outcome outcome = {.won = false};

	if (!prediction) {
		if (cell->unanswered++ == 0)
			cell->first_unanswered = xstrdup(q->id);
	} else if (q->no_answers) {
		return cli_fail("eval: %s", q->no_answers);
	} else if (!json_is_string(prediction)) {
		return cli_fail("eval: %s: the prediction for question %s must be a string, not %s.", m->files.v[0],
				q->id, json_type_name(json_typeof(prediction)));
	} else {
		outcome = outcome_of(s, q, prediction);
		if (m->save)
			save(m, q, prediction);
	}
	count(s, model, &outcome);
	return CLI_OK;
}

/* Of the present question, when every model is scored. */
static void count_together(struct scoring *s)
{
	struct eval_together *t = &s->out->together;
	const size_t n = s->models->n;
	size_t winners = 0, last = 0;

	for (size_t a = 0; a < n; a++) {
		if (s->won[a]) {
			winners++;
			last = a;
		}
		for (size_t b = 0; b < n; b++)
			t->beaten[a * n + b] += !s->won[a] && s->won[b];
	}
	t->lost_by_all += winners == 0;
	t->won_alone[last] += winners == 1;
}

static int eval_score_on_passage(void *arg, const struct dataset_passage *p)
{
	struct scoring *s = arg;
	struct eval_passage_hash hash = eval_hash_passage(p);
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];

		normalise_golds(s, q);
		for (size_t m = 0; rc == CLI_OK && m < s->models->n; m++)
			rc = score_one(s, m, q, eval_answer(&s->models->v[m], &hash, q));
		if (rc == CLI_OK)
			count_together(s);
		release_golds(s, q);
	}
	return rc;
}

int eval_score(const struct eval_dataset *set, struct eval_models *models, bool per_article, struct eval_results *out)
{
	struct scoring s = {.models = models, .out = out, .per_article = per_article};
	const struct dataset_sink sink = {&s, on_article, eval_score_on_passage};
	int rc;

	*out = (struct eval_results){.cells = xcalloc(models->n, sizeof(*out->cells))};
	out->together = (struct eval_together){
	    .beaten = xcalloc(models->n * models->n, sizeof(size_t)),
	    .won_alone = xcalloc(models->n, sizeof(size_t)),
	};
	s.won = xcalloc(models->n, sizeof(*s.won));
	rc = eval_read(set->path, 0, &sink);
	free(s.golds);
	free(s.won);
	if (rc == CLI_OK && out->cells[0].sum.total == 0)
		rc = cli_fail("eval: %s has no questions.", set->path);
	return rc;
}

void eval_results_release(struct eval_results *r, size_t n_models)
{
	for (size_t i = 0; r->cells && i < n_models; i++)
		free(r->cells[i].first_unanswered);
	for (size_t i = 0; i < r->n_articles; i++) {
		free(r->articles[i].title);
		free(r->articles[i].sums);
	}
	free(r->cells);
	free(r->articles);
	free(r->together.beaten);
	free(r->together.won_alone);
	*r = (struct eval_results){0};
}
