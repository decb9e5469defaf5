/* neural_second: see neural_second.h. */
#include "neural_second.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"

struct neural_second {
	struct weights *weights;
	struct linear_model model;
	double share;
};

void neural_second_close(struct neural_second **s)
{
	if (*s == NULL)
		return;
	weights_free(&(*s)->weights);
	free(*s);
	*s = NULL;
}

/* The file must be the very one: another would give other answers under the same name. */
static int load(struct neural_second *s, const char *path, const char *wanted, char err[WEIGHTS_ERR_MAX])
{
	char why[WEIGHTS_ERR_MAX];

	s->weights = weights_open(path, "linear", why);
	if (s->weights != NULL && strcmp(weights_hash(s->weights), wanted) != 0)
		snprintf(why, sizeof(why), "its SHA-256 is another");
	else if (s->weights != NULL && linear_model_load(&s->model, s->weights, why) == 0)
		return 0;
	snprintf(err, WEIGHTS_ERR_MAX,
		 "it needs the linear.weights it was made with, and the one in its folder cannot be used: %.120s", why);
	return -1;
}

int neural_second_open(struct neural_second **out, const struct weights *w, const char *weights_dir,
		       char err[WEIGHTS_ERR_MAX])
{
	struct buf path = BUF_INIT;
	const char *wanted;
	int rc = weights_text(w, "linear", &wanted, err);

	*out = NULL;
	if (rc < 0 || wanted == NULL)
		return rc;
	*out = xcalloc(1, sizeof(**out));
	buf_addf(&path, "%s/linear.weights", weights_dir);
	rc = weights_real(w, (struct weights_range){"linear_share", 0, 1}, &(*out)->share, err);
	if (rc == 0)
		rc = load(*out, path.p, wanted, err);
	if (rc < 0)
		neural_second_close(out);
	buf_release(&path);
	return rc;
}

/* What linear thinks of a candidate. */
struct opinion {
	bool known; /* it is one of linear's, too */
	int32_t score;
};

static int32_t ask(const struct linear_model *m, const struct linear_view *v, const struct neural_choice *c,
		   struct opinion *out)
{
	int32_t most = INT32_MIN;

	for (int i = 0; i < c->n; i++) {
		const struct neural_span *s = &c->v[i];

		out[i].known = linear_score_one(m, v, (uint32_t)s->first, (uint32_t)s->last, &out[i].score);
		most = out[i].known && out[i].score > most ? out[i].score : most;
	}
	return most;
}

/* A share of what the known candidates have together is dealt out anew, by linear's probabilities; the others keep
 * what they have. */
static void deal(struct neural_choice *c, const struct opinion *theirs, int32_t most, double share)
{
	double weight[READER_BEST_MAX], weights = 0, held = 0;

	for (int i = 0; i < c->n; i++) {
		weight[i] = theirs[i].known ? exp(((double)theirs[i].score - most) / LINEAR_UNIT) : 0;
		weights += weight[i];
		held += theirs[i].known ? c->v[i].probability : 0;
	}
	for (int i = 0; i < c->n; i++) {
		if (theirs[i].known)
			c->v[i].probability = (1 - share) * c->v[i].probability + share * held * weight[i] / weights;
	}
}

/* Of equals the one that was before stays before. */
static void sort(struct neural_choice *c)
{
	for (int i = 1; i < c->n; i++) {
		const struct neural_span s = c->v[i];
		int at = i;

		for (; at > 0 && c->v[at - 1].probability < s.probability; at--)
			c->v[at] = c->v[at - 1];
		c->v[at] = s;
	}
}

void neural_second_weigh(const struct neural_second *s, const struct lexicon *lexicon, const struct linear_passage *p,
			 const char *question, size_t n, struct neural_choice *candidates)
{
	struct opinion theirs[READER_BEST_MAX];
	struct linear_view view;
	int32_t most;

	linear_view_open(&view, lexicon, p, question, n);
	most = ask(&s->model, &view, candidates, theirs);
	linear_view_close(&view);
	deal(candidates, theirs, most, s->share);
	sort(candidates);
}
