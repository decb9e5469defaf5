/* reader_transformer: the strongest reader: a pretrained encoder, tuned to answer questions. See transformer.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "parts.h"
#include "transformer.h"

struct transformer {
	struct reader_ops ops; /* of a checkpoint: its name and what is told of it */
	char name[TRANSFORMER_NAME_MAX], version[64], summary[160];
	struct parts parts;
	struct lexicon *lexicon;
};

static void close_it(void *self)
{
	struct transformer *t = self;

	parts_release(&t->parts);
	lexicon_free(&t->lexicon);
	free(t);
}

static void *open_own(const char *weights_dir)
{
	struct transformer *t = xcalloc(1, sizeof(*t));
	struct buf path = BUF_INIT;
	char err[CHECKPOINT_ERR_MAX];

	buf_addf(&path, "%s/transformer.weights", weights_dir);
	t->lexicon = lexicon_new();
	if (parts_open_file(&t->parts, path.p, err) < 0) {
		log_error("the reader transformer cannot use %s: %s", path.p, err);
		close_it(t);
		t = NULL;
	}
	buf_release(&path);
	return t;
}

static const char *version(const void *self)
{
	const struct transformer *t = self;

	return t->parts.weights != NULL ? weights_version(t->parts.weights) : t->version;
}

static const char *hash(const void *self)
{
	const struct transformer *t = self;

	return t->parts.weights != NULL ? weights_hash(t->parts.weights) : t->parts.hash;
}

static const struct reader_measure *measured(const void *self)
{
	const struct transformer *t = self;

	return t->parts.weights != NULL ? weights_measured(t->parts.weights) : NULL;
}

static struct reading_with with(const struct transformer *t)
{
	return (struct reading_with){&t->parts.config, t->parts.tokeniser, t->parts.encoder};
}

static void forget(void *passage)
{
	reading_release(passage);
	free(passage);
}

static void *read_passage(const void *self, const char *text, size_t n)
{
	const struct transformer *t = self;
	const struct reading_with w = with(t);
	struct reading *r = xcalloc(1, sizeof(*r));

	reading_read(r, &w, t->lexicon, text, n);
	if (r->tokens.n_words > 0)
		return r;
	forget(r);
	return NULL;
}

static size_t size(const void *passage)
{
	return sizeof(struct reading) + reading_size(passage);
}

static void answer(const void *self, const void *passage, const char *question, size_t n, struct reader_result *out)
{
	const struct reading_with w = with(self);

	reading_answer(passage, &w, question, n, out);
}

const struct reader_ops reader_transformer = {
    .name = "transformer",
    .summary = "a pretrained encoder of several layers of attention, tuned to answer questions",
    .has_file = true,
    .slow = true,
    .open = open_own,
    .version = version,
    .weights = hash,
    .measured = measured,
    .read = read_passage,
    .size = size,
    .answer = answer,
    .forget = forget,
    .close = close_it,
};

int transformer_open(struct transformer_reader *out, const char *name, const char *folder, bool int8,
		     char err[CHECKPOINT_ERR_MAX])
{
	struct transformer *t = xcalloc(1, sizeof(*t));

	t->lexicon = lexicon_new();
	if (parts_open_folder(&t->parts, folder, int8, err) < 0) {
		close_it(t);
		return -1;
	}
	snprintf(t->name, sizeof(t->name), "%s", name);
	snprintf(t->version, sizeof(t->version), "%s-%dx%d-%s", t->parts.config.names->type, t->parts.config.layers,
		 t->parts.config.width, encoder_precision(t->parts.encoder));
	snprintf(t->summary, sizeof(t->summary), "a checkpoint of one's own: %s, %d layers of %d, %s",
		 t->parts.config.names->type, t->parts.config.layers, t->parts.config.width,
		 encoder_precision(t->parts.encoder));
	t->ops = reader_transformer;
	t->ops.name = t->name;
	t->ops.summary = t->summary;
	*out = (struct transformer_reader){&t->ops, t};
	return 0;
}
