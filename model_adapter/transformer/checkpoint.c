/* checkpoint: see checkpoint.h. */
#include "checkpoint.h"

#include <string.h>

enum {
	WINDOW = 384,
	STRIDE = 128,
	SPAN = 30,
	QUESTION = 64,
	SPAN_MAX = 64,
	SIZE_MAX_EACH = 16384,
	LAYERS_MAX = 100,
	WORDS_MAX = 10 * 1000 * 1000
};

#define LAYER "encoder.layer.%d."
#define BERT_LAYERS                                                                                                    \
	.word = "embeddings.word_embeddings", .position = "embeddings.position_embeddings",                            \
	.kind = "embeddings.token_type_embeddings", .norm = "embeddings.LayerNorm",                                    \
	.query = LAYER "attention.self.query", .key = LAYER "attention.self.key",                                      \
	.value = LAYER "attention.self.value", .mix = LAYER "attention.output.dense",                                  \
	.mix_norm = LAYER "attention.output.LayerNorm", .inner = LAYER "intermediate.dense",                           \
	.outer = LAYER "output.dense", .outer_norm = LAYER "output.LayerNorm"
#define OTHER "transformer.layer.%d."

static const struct checkpoint_names kinds[] = {
    {.type = "bert", BERT_LAYERS},
    {.type = "roberta", BERT_LAYERS},
    {.type = "electra", .project = "embeddings_project", BERT_LAYERS},
    {.type = "distilbert",
     .word = "embeddings.word_embeddings",
     .position = "embeddings.position_embeddings",
     .norm = "embeddings.LayerNorm",
     .query = OTHER "attention.q_lin",
     .key = OTHER "attention.k_lin",
     .value = OTHER "attention.v_lin",
     .mix = OTHER "attention.out_lin",
     .mix_norm = OTHER "sa_layer_norm",
     .inner = OTHER "ffn.lin1",
     .outer = OTHER "ffn.lin2",
     .outer_norm = OTHER "output_layer_norm"},
};

static int find_kind(struct checkpoint_config *c, const char *type, char *err)
{
	for (size_t i = 0; type != NULL && i < ARRAY_LEN(kinds); i++) {
		if (strcmp(kinds[i].type, type) == 0)
			c->names = &kinds[i];
	}
	if (c->names != NULL)
		return 0;
	return checkpoint_fail(err, "it is of the type \"%.60s\"; bert, roberta, electra and distilbert can be read",
			       type != NULL ? type : "");
}

/* Sizes that must hold together, whoever said them. */
static int check(struct checkpoint_config *c, char *err)
{
	int frame = 4, usable = c->positions - c->first_position;

	if (c->width % c->heads != 0)
		return checkpoint_fail(err, "a width of %d cannot be shared by %d heads", c->width, c->heads);
	if (c->window > usable)
		c->window = usable;
	if (c->question > c->window / 2)
		c->question = c->window / 2;
	if (c->window < 16)
		return checkpoint_fail(err, "it has %d positions, which is too few to read with", c->positions);
	if (c->stride >= c->window - c->question - frame)
		c->stride = (c->window - c->question - frame) / 2;
	return 0;
}

/* --- config.json */

struct number {
	const char *key, *other; /* as DistilBERT calls it */
	int *v, max;
};

static int take_number(const json_t *o, const struct number *n, char *err)
{
	const json_t *v = json_object_get(o, n->key);
	json_int_t value;

	if (v == NULL && n->other != NULL)
		v = json_object_get(o, n->other);
	value = json_is_integer(v) ? json_integer_value(v) : 0;
	if (value < 1 || value > n->max)
		return checkpoint_fail(err, "\"%s\" of config.json is no whole number from 1 to %d", n->key, n->max);
	*n->v = (int)value;
	return 0;
}

static int take_activation(struct checkpoint_config *c, const json_t *o, char *err)
{
	static const struct {
		const char *name;
		enum vectors_activation kind;
	} known[] = {{"gelu", VECTORS_GELU},
		     {"gelu_new", VECTORS_GELU_TANH},
		     {"gelu_pytorch_tanh", VECTORS_GELU_TANH},
		     {"gelu_fast", VECTORS_GELU_TANH},
		     {"relu", VECTORS_RELU}};
	const json_t *v = json_object_get(o, "hidden_act");
	const char *name = "gelu";

	v = v != NULL ? v : json_object_get(o, "activation");
	if (v != NULL && !json_is_string(v))
		return checkpoint_fail(err, "its activation in config.json is no name");
	name = v != NULL ? json_string_value(v) : name;
	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (strcmp(name, known[i].name) == 0) {
			c->activation = known[i].kind;
			return 0;
		}
	}
	return checkpoint_fail(err, "its activation \"%.60s\" is not known; gelu, gelu_new and relu are", name);
}

/* What would be computed otherwise than it is here. */
static int check_extras(const json_t *o, char *err)
{
	const char *position = json_string_value(json_object_get(o, "position_embedding_type"));

	if (position != NULL && strcmp(position, "absolute") != 0)
		return checkpoint_fail(err, "its positions are \"%.60s\"; only absolute ones can be read", position);
	return 0;
}

/* RoBERTa counts its positions from behind the number of its padding, which is 1 unless it says otherwise. */
static int take_first_position(struct checkpoint_config *c, const json_t *o, char *err)
{
	const json_t *pad = json_object_get(o, "pad_token_id");
	json_int_t n = json_is_integer(pad) ? json_integer_value(pad) : 1;

	if (strcmp(c->names->type, "roberta") != 0)
		return 0;
	if ((pad != NULL && !json_is_integer(pad) && !json_is_null(pad)) || n < 0 || n >= c->positions)
		return checkpoint_fail(err, "\"pad_token_id\" of config.json is no whole number below its %d positions",
				       c->positions);
	c->first_position = 1 + (int)n;
	return 0;
}

int checkpoint_of_json(struct checkpoint_config *c, const json_t *o, char err[CHECKPOINT_ERR_MAX])
{
	const struct number numbers[] = {
	    {"num_hidden_layers", "n_layers", &c->layers, LAYERS_MAX},
	    {"num_attention_heads", "n_heads", &c->heads, 1024},
	    {"hidden_size", "dim", &c->width, SIZE_MAX_EACH},
	    {"intermediate_size", "hidden_dim", &c->inner, SIZE_MAX_EACH},
	    {"vocab_size", NULL, &c->words, WORDS_MAX},
	    {"max_position_embeddings", NULL, &c->positions, SIZE_MAX_EACH},
	};
	const json_t *eps = json_object_get(o, "layer_norm_eps");

	*c = (struct checkpoint_config){.window = WINDOW, .stride = STRIDE, .span = SPAN, .question = QUESTION};
	if (find_kind(c, json_string_value(json_object_get(o, "model_type")), err) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		if (take_number(o, &numbers[i], err) < 0)
			return -1;
	}
	if (take_activation(c, o, err) < 0 || check_extras(o, err) < 0)
		return -1;
	c->eps = eps == NULL ? 1e-12F : json_is_number(eps) ? (float)json_number_value(eps) : -1;
	if (!(c->eps >= 0 && c->eps < 1))
		return checkpoint_fail(err, "\"layer_norm_eps\" of config.json is no number from 0 to 1");
	c->embedding = c->width;
	if (c->names->project != NULL && json_object_get(o, "embedding_size") != NULL &&
	    take_number(o, &(struct number){"embedding_size", NULL, &c->embedding, SIZE_MAX_EACH}, err) < 0)
		return -1;
	c->types = 2;
	if (json_object_get(o, "type_vocab_size") != NULL &&
	    take_number(o, &(struct number){"type_vocab_size", NULL, &c->types, 1024}, err) < 0)
		return -1;
	return take_first_position(c, o, err) == 0 ? check(c, err) : -1;
}

int checkpoint_of_folder(struct checkpoint_config *c, const char *folder, char err[CHECKPOINT_ERR_MAX])
{
	json_t *config = NULL;
	int rc = mapped_json(&config, folder, "config.json", err);

	if (rc > 0)
		return checkpoint_fail(err, "there is no config.json in it");
	if (rc == 0)
		rc = checkpoint_of_json(c, config, err);
	json_decref(config);
	return rc;
}

/* --- a weights file */

int checkpoint_of_weights(struct checkpoint_config *c, const struct weights *w, char err[CHECKPOINT_ERR_MAX])
{
	struct {
		struct weights_range range;
		int *v;
	} numbers[] = {
	    {{"layers", 1, LAYERS_MAX}, &c->layers},
	    {{"heads", 1, 1024}, &c->heads},
	    {{"width", 1, SIZE_MAX_EACH}, &c->width},
	    {{"inner", 1, SIZE_MAX_EACH}, &c->inner},
	    {{"words", 1, WORDS_MAX}, &c->words},
	    {{"positions", 16, SIZE_MAX_EACH}, &c->positions},
	    {{"types", 1, 2}, &c->types},
	    {{"window", 16, 1024}, &c->window},
	    {{"stride", 0, 1024}, &c->stride},
	    {{"span", 1, SPAN_MAX}, &c->span},
	    {{"question", 1, 1024}, &c->question},
	};
	const char *model;
	int lower;
	double eps;

	*c = (struct checkpoint_config){.activation = VECTORS_GELU};
	if (weights_text(w, "model", &model, err) < 0 || find_kind(c, model, err) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		if (weights_int(w, numbers[i].range, numbers[i].v, err) < 0)
			return -1;
	}
	if (weights_int(w, (struct weights_range){"lower", 0, 1}, &lower, err) < 0 ||
	    weights_real(w, (struct weights_range){"eps", 0, 0.1}, &eps, err) < 0 ||
	    weights_real(w, (struct weights_range){"f1_share", 0, 1}, &c->f1_share, err) < 0)
		return -1;
	c->lower = lower != 0;
	c->eps = (float)eps;
	c->embedding = c->width;
	return check(c, err);
}
