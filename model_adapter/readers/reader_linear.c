/* reader_linear: a log-linear model over candidate spans. Like `window` it knows words
 * only by their letters, but it has weights for hundreds of thousands of patterns, many
 * with words in them, learned from questions and answers (model_adapter/train/linear.c).
 * What a span is described by is in linear_features.c, the sum in linear_model.c, the
 * choice in linear_choose.c; here they are put together. Its file is DIR/linear.weights. */
#include <stdlib.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "beat/mem.h"
#include "linear_choose.h"
#include "readers.h"

struct linear {
	struct weights *weights;
	struct linear_model model;
	struct lexicon *lexicon;
};

static void linear_close(void *self)
{
	struct linear *l = self;

	weights_free(&l->weights);
	lexicon_free(&l->lexicon);
	free(l);
}

static void *linear_open(const char *weights_dir)
{
	struct linear *l = xcalloc(1, sizeof(*l));
	struct buf path = BUF_INIT;
	char err[WEIGHTS_ERR_MAX];

	buf_addf(&path, "%s/linear.weights", weights_dir);
	l->lexicon = lexicon_new();
	l->weights = weights_open(path.p, "linear", err);
	if (l->weights == NULL || linear_model_load(&l->model, l->weights, err) < 0) {
		log_error("the reader linear cannot use %s: %s", path.p, err);
		linear_close(l);
		l = NULL;
	}
	buf_release(&path);
	return l;
}

static const char *linear_version(const void *self)
{
	return weights_version(((const struct linear *)self)->weights);
}

static const char *linear_hash(const void *self)
{
	return weights_hash(((const struct linear *)self)->weights);
}

static const struct reader_measure *linear_measured(const void *self)
{
	return weights_measured(((const struct linear *)self)->weights);
}

static void linear_forget(void *passage)
{
	linear_passage_release(passage);
	free(passage);
}

static void *linear_read(const void *self, const char *text, size_t n)
{
	struct linear_passage *p = xcalloc(1, sizeof(*p));

	linear_passage_read(p, ((const struct linear *)self)->lexicon, text, n);
	if (p->tokens.n_words > 0)
		return p;
	linear_forget(p);
	return NULL;
}

static size_t linear_size(const void *passage)
{
	return sizeof(struct linear_passage) + linear_passage_size(passage);
}

static void linear_answer(const void *self, const void *passage, const char *question, size_t n,
			  struct reader_result *out)
{
	const struct linear *l = self;
	const struct linear_passage *p = passage;
	struct linear_view view;
	struct linear_spans spans;

	linear_view_open(&view, l->lexicon, p, question, n);
	linear_score(&l->model, &view, &spans);
	linear_choose(&spans, &p->tokens, l->model.f1_share, out);
	free(spans.v);
	linear_view_close(&view);
}

const struct reader_ops reader_linear = {
    .name = "linear",
    .summary = "log-linear model over candidate spans: words of question and passage, overlap, order and shapes",
    .has_file = true,
    .open = linear_open,
    .version = linear_version,
    .weights = linear_hash,
    .measured = linear_measured,
    .read = linear_read,
    .size = linear_size,
    .answer = linear_answer,
    .forget = linear_forget,
    .close = linear_close,
};
