/* parts: see parts.h. */
#include "parts.h"

static int check_vocabulary(const struct parts *t, char *err)
{
	if (tokeniser_highest(t->tokeniser) < t->config.words)
		return 0;
	return checkpoint_fail(err, "the tokeniser has a piece %d and the tensor of word vectors only %d rows",
			       (int)tokeniser_highest(t->tokeniser), t->config.words);
}

static int open_vocab(struct parts *t, char *err)
{
	struct weights_want want = {.name = "vocab", .type = WEIGHTS_I8};
	const char *vocab;

	want.dims = weights_shape(t->weights, "vocab", WEIGHTS_I8, want.shape, err);
	if (want.dims < 0)
		return -1;
	if (want.dims != 1)
		return checkpoint_fail(err, "tensor vocab does not have one dimension");
	vocab = weights_tensor(t->weights, &want, err);
	if (vocab == NULL)
		return -1;
	t->tokeniser = tokeniser_of_vocab(vocab, want.shape[0], t->config.lower, err);
	return t->tokeniser != NULL ? check_vocabulary(t, err) : -1;
}

int parts_open_file(struct parts *t, const char *path, char err[CHECKPOINT_ERR_MAX])
{
	t->weights = weights_open(path, "transformer", err);
	if (t->weights == NULL || checkpoint_of_weights(&t->config, t->weights, err) < 0 || open_vocab(t, err) < 0)
		return -1;
	t->tensors = tensors_of_weights(t->weights);
	t->encoder = encoder_new(&t->config, t->tensors, false, err);
	return t->encoder != NULL ? 0 : -1;
}

int parts_open_folder(struct parts *t, const char *folder, bool int8, char err[CHECKPOINT_ERR_MAX])
{
	if (checkpoint_of_folder(&t->config, folder, err) < 0)
		return -1;
	t->tokeniser = tokeniser_of_folder(folder, err);
	if (t->tokeniser == NULL || check_vocabulary(t, err) < 0)
		return -1;
	t->tensors = tensors_of_folder(folder, err);
	if (t->tensors == NULL)
		return -1;
	tensors_digest(t->tensors, t->hash);
	tensors_rest(t->tensors);
	t->encoder = encoder_new(&t->config, t->tensors, int8, err);
	return t->encoder != NULL ? 0 : -1;
}

void parts_release(struct parts *t)
{
	encoder_free(&t->encoder);
	tokeniser_free(&t->tokeniser);
	tensors_free(&t->tensors);
	weights_free(&t->weights);
}
