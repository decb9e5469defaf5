/* reader_neural: the strongest reader: a small recurrent network with attention that
 * scores whole spans, trained by ops/train. Text becomes numbers in neural_text.c, the
 * network is neural_net.c, linear's opinion of what it finds neural_second.c, the choice
 * neural_choose.c; here they are put together. Its file is DIR/neural.weights (weights.h). */
#include <stdio.h>
#include <stdlib.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "beat/mem.h"
#include "neural_choose.h"
#include "neural_net.h"
#include "neural_second.h"
#include "readers.h"

struct neural {
	struct reader_ops ops; /* of a member: its name and what is told of it */
	char name[32], summary[96];
	int member; /* 1, 2, …; 0: all networks, together with linear */
	struct weights *weights;
	const struct kernels *kernels;
	struct neural_net *net;
	struct neural_second *second; /* or NULL */
	struct lexicon *lexicon;
};

struct passage {
	struct neural_passage text;
	struct neural_view *view;
	struct linear_passage patterns; /* for the second opinion */
};

static void neural_close(void *self)
{
	struct neural *n = self;

	neural_second_close(&n->second);
	neural_net_free(&n->net);
	weights_free(&n->weights);
	lexicon_free(&n->lexicon);
	free(n);
}

/* A member answers alone: linear is not asked, or two members would differ less than their networks do. */
static int open_parts(struct neural *n, const char *path, const char *weights_dir, char err[WEIGHTS_ERR_MAX])
{
	n->weights = weights_open(path, "neural", err);
	if (n->weights != NULL)
		n->net = neural_net_new_of(n->weights, n->kernels, n->member, err);
	if (n->net == NULL)
		return -1;
	return n->member > 0 ? 0 : neural_second_open(&n->second, n->weights, weights_dir, err);
}

static struct neural *open_it(const char *weights_dir, int member)
{
	struct neural *n = xcalloc(1, sizeof(*n));
	struct buf path = BUF_INIT;
	char err[WEIGHTS_ERR_MAX];

	n->member = member;
	snprintf(n->name, sizeof(n->name), member > 0 ? "neural-%d" : "neural", member);
	buf_addf(&path, "%s/neural.weights", weights_dir);
	n->kernels = kernels_pick();
	n->lexicon = lexicon_new();
	if (open_parts(n, path.p, weights_dir, err) < 0) {
		log_error("the reader %s cannot use %s: %s", n->name, path.p, err);
		neural_close(n);
		n = NULL;
	}
	buf_release(&path);
	return n;
}

static void *neural_open(const char *weights_dir)
{
	return open_it(weights_dir, 0);
}

static const char *neural_version(const void *self)
{
	return weights_version(((const struct neural *)self)->weights);
}

static const char *neural_hash(const void *self)
{
	return weights_hash(((const struct neural *)self)->weights);
}

static const struct reader_measure *neural_measured(const void *self)
{
	const struct neural *n = self;

	return n->member > 0 ? NULL : weights_measured(n->weights); /* what the file tells is of all together */
}

static void neural_forget(void *passage)
{
	struct passage *p = passage;

	linear_passage_release(&p->patterns);
	neural_view_free(&p->view);
	neural_passage_release(&p->text);
	free(p);
}

static void *neural_read(const void *self, const char *text, size_t n)
{
	const struct neural *me = self;
	struct passage *p = xcalloc(1, sizeof(*p));

	neural_passage_read(&p->text, me->lexicon, neural_net_words(me->net), text, n);
	if (p->text.tokens.n_words == 0) {
		neural_forget(p);
		return NULL;
	}
	p->view = neural_view_new(me->net, &p->text);
	if (me->second != NULL)
		linear_passage_read(&p->patterns, me->lexicon, text, n);
	return p;
}

static size_t neural_size(const void *passage)
{
	const struct passage *p = passage;
	const struct neural_passage *t = &p->text;

	return sizeof(*p) + neural_view_size(p->view) + linear_passage_size(&p->patterns) +
	       t->tokens.n_sentences * sizeof(*t->tokens.sentences) +
	       t->tokens.n * (sizeof(*t->tokens.v) + sizeof(*t->v) + sizeof(*t->still));
}

static void neural_answer(const void *self, const void *passage, const char *question, size_t n,
			  struct reader_result *out)
{
	const struct neural *me = self;
	const struct passage *p = passage;
	const struct neural_config *c = neural_net_config(me->net);
	const struct tokens *t = &p->text.tokens;
	float(*asked)[NEURAL_ASKED] = xcalloc(t->n, sizeof(*asked));
	float *scores = xmalloc((size_t)c->members * t->n * (size_t)c->span * sizeof(*scores));
	struct neural_question q;
	struct neural_choice choice;

	neural_question_read(&q, &p->text, question, n, asked);
	neural_net_score(me->net, p->view, &q, asked, scores);
	neural_rank(&choice, c, me->kernels, t, scores);
	if (me->second != NULL)
		neural_second_weigh(me->second, me->lexicon, &p->patterns, question, n, &choice);
	neural_choose(&choice, c, t);
	*out = (struct reader_result){.n = choice.n, .null_score = 1 - choice.expected_f1};
	out->null_score = out->null_score > 0 ? out->null_score : 0;
	for (int i = 0; i < choice.n; i++) {
		const struct neural_span *s = &choice.v[i];

		out->best[i].span = (struct span){t->v[s->first].point, t->v[s->last].point_end};
		out->best[i].score = s->probability < 1 ? s->probability : 1;
	}
	free(scores);
	free(asked);
}

static int neural_members(const void *self)
{
	return neural_net_config(((const struct neural *)self)->net)->members;
}

static void *neural_open_member(const char *weights_dir, int i, const struct reader_ops **ops);

const struct reader_ops reader_neural = {
    .name = "neural",
    .summary = "small trained networks: word vectors, recurrent layers, attention, scores of whole spans; asks linear",
    .has_file = true,
    .open = neural_open,
    .version = neural_version,
    .weights = neural_hash,
    .measured = neural_measured,
    .read = neural_read,
    .size = neural_size,
    .answer = neural_answer,
    .forget = neural_forget,
    .close = neural_close,
    .members = neural_members,
    .open_member = neural_open_member,
};

static void *neural_open_member(const char *weights_dir, int i, const struct reader_ops **ops)
{
	struct neural *n = open_it(weights_dir, i);

	if (n == NULL)
		return NULL;
	snprintf(n->summary, sizeof(n->summary), "network %d of the reader neural alone; linear is not asked", i);
	n->ops = reader_neural;
	n->ops.name = n->name;
	n->ops.summary = n->summary;
	n->ops.members = NULL;
	n->ops.open_member = NULL;
	*ops = &n->ops;
	return n;
}
