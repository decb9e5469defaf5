/* train-logits: what the neural reader computes, for comparing it with the network it
 * was trained as.
 *
 *   train-logits WEIGHTS DATASET [LIMIT] > FILE
 *
 * One record a question, in the order of the dataset, at most LIMIT; little-endian:
 *   u32 number of the question (0, 1, …), u32 tokens, u32 members,
 *   f32 scores [members][tokens][span], -1e30 where a span would leave the passage,
 *   u32 first and last token of the chosen span, f32 its probability.
 * Passages without a word have no record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../readers/neural_choose.h"
#include "beat/dataset.h"
#include "beat/mem.h"
#include "put.h"

struct asker {
	const struct kernels *kernels;
	struct weights *weights;
	struct neural_net *net;
	struct lexicon *lexicon;
	size_t questions, limit;
};

static void put_question(const struct asker *a, const struct neural_passage *p, const struct neural_view *view,
			 const struct dataset_question *in)
{
	const struct neural_config *c = neural_net_config(a->net);
	const size_t all = (size_t)c->members * p->tokens.n * (size_t)c->span;
	float(*asked)[NEURAL_ASKED] = xcalloc(p->tokens.n, sizeof(*asked));
	float *scores = xcalloc(all, sizeof(*scores)), probability;
	struct neural_question q;
	struct neural_choice choice;

	neural_question_read(&q, p, in->text, in->text_n, asked);
	neural_net_score(a->net, view, &q, asked, scores);
	put_number(a->questions);
	put_number(p->tokens.n);
	put_number((size_t)c->members);
	put(scores, sizeof(*scores), all);
	neural_rank(&choice, c, a->kernels, &p->tokens, scores);
	neural_choose(&choice, c, &p->tokens);
	probability = (float)choice.v[0].probability;
	put_number(choice.v[0].first);
	put_number(choice.v[0].last);
	put(&probability, sizeof(probability), 1);
	free(scores);
	free(asked);
}

static int logits_on_passage(void *arg, const struct dataset_passage *in)
{
	struct asker *a = arg;
	struct neural_passage p;
	struct neural_view *view = NULL;

	neural_passage_read(&p, a->lexicon, neural_net_words(a->net), in->context, in->context_n);
	if (p.tokens.n_words > 0)
		view = neural_view_new(a->net, &p);
	for (size_t i = 0; i < in->n_questions && a->questions < a->limit; i++, a->questions++) {
		if (view != NULL)
			put_question(a, &p, view, &in->questions[i]);
	}
	neural_view_free(&view);
	neural_passage_release(&p);
	return a->questions < a->limit ? 0 : 1; /* that ends the reading */
}

int main(int argc, char **argv)
{
	struct asker a = {.kernels = kernels_pick(), .limit = SIZE_MAX};
	const struct dataset_sink sink = {.arg = &a, .passage = logits_on_passage};
	char err[DATASET_ERR_MAX]; /* the larger of the two */
	int rc = 1;

	if (argc < 3 || argc > 4) {
		(void)fprintf(stderr, "usage: train-logits WEIGHTS DATASET [LIMIT] > FILE\n");
		return 2;
	}
	if (argc == 4)
		a.limit = strtoul(argv[3], NULL, 10);
	a.lexicon = lexicon_new();
	a.weights = weights_open(argv[1], "neural", err);
	if (a.weights != NULL)
		a.net = neural_net_new(a.weights, a.kernels, err);
	if (a.net == NULL)
		(void)fprintf(stderr, "train-logits: %s: %s\n", argv[1], err);
	else if (dataset_read_file(argv[2], DATASET_ALL, &sink, err) < 0)
		(void)fprintf(stderr, "train-logits: %s: %s\n", argv[2], err);
	else
		rc = fflush(stdout) == 0 ? 0 : 1;
	neural_net_free(&a.net);
	weights_free(&a.weights);
	lexicon_free(&a.lexicon);
	return rc;
}
