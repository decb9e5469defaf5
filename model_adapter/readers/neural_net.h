/* neural_net: the neural reader's network: encoded tokens (neural_text.h) in, a score
 * for every span of up to `span` tokens out. The same mathematics as
 * model_adapter/train/network.py, which trained the numbers; no text, no I/O.
 *
 * A file has one network or several of the same shape ("members") that share their word
 * vectors. What depends on the passage alone is computed once, in the view; views and
 * networks are never changed after they are made, so threads share them.
 *
 *   struct neural_net *net = neural_net_new(weights, kernels_pick(), err);
 *   struct neural_view *view = neural_view_new(net, &passage);
 *   neural_net_score(net, view, &question, asked, scores);
 *
 * A passage of more than NEURAL_WINDOW tokens is read in windows that overlap by half;
 * a span that two windows see gets its score from the one in which it is farther from
 * the cut. */
#ifndef BEAT_NEURAL_NET_H
#define BEAT_NEURAL_NET_H

#include "kernel.h"
#include "neural_text.h"
#include "weights.h"

enum { NEURAL_VECTOR = 100, NEURAL_WINDOW = 320, NEURAL_STEP = 160, NEURAL_SPAN_MAX = 32 };

/* The score of what is no span: it would leave the passage. */
#define NEURAL_BLOCKED (-1e30F)

struct neural_config {
	int width, rank, align, part;
	int passage_layers, question_layers, joint_layers;
	int span; /* tokens of the longest answer */
	int members;
	double f1_share; /* of F1 in what an answer is chosen by, the rest is exact match */
};

struct neural_net;
struct neural_view;

/* NULL and a sentence if a tensor is missing, of another shape than the config says, or not finite.
 * The weights and the kernels must outlive the network. */
struct neural_net *neural_net_new(const struct weights *w, const struct kernels *k, char err[WEIGHTS_ERR_MAX]);
/* One of its networks alone: 1, 2, …; 0 is all of them. */
struct neural_net *neural_net_new_of(const struct weights *w, const struct kernels *k, int member,
				     char err[WEIGHTS_ERR_MAX]);
void neural_net_free(struct neural_net **net);
const struct neural_config *neural_net_config(const struct neural_net *net);
const struct neural_words *neural_net_words(const struct neural_net *net);

/* p was read with neural_net_words() and has a token at least; it is not needed afterwards. */
struct neural_view *neural_view_new(const struct neural_net *net, const struct neural_passage *p);
size_t neural_view_size(const struct neural_view *view); /* bytes */
void neural_view_free(struct neural_view **view);

/* scores: [members][tokens of the passage][span], of the span that begins at a token and has 1, 2, … tokens;
 * all finite, NEURAL_BLOCKED where it would leave the passage. */
void neural_net_score(const struct neural_net *net, const struct neural_view *view, const struct neural_question *q,
		      float (*asked)[NEURAL_ASKED], float *scores);

#endif
