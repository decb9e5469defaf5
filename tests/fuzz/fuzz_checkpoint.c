/* Fuzz target: checkpoints that somebody brings. The first byte says how the rest is taken:
 *   0   as a safetensors file;
 *   1   as changes to a small sound one, four bytes each: where (three bytes, modulo its length) and what to;
 *   2   as a tokenizer.json;
 *   3   as a vocab.txt;
 *   4   as a config.json;
 *   5   as a text that sound tokenisers cut.
 * Whatever comes, it is refused with a sentence, or it computes and cuts: pieces lie in the text, answers keep a
 * reader's promises. */
#include <string.h>

#include "../../model_adapter/transformer/reading.h"
#include "../unit/reader_promises.h"
#include "beat/buf.h"
#include "fuzz.h"

static const char vocab_text[] =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\nrhine\nr\n##ises\nin\nalps\n.\na\n##b\n##c\n\xe6\x9d\xb1\n";
static const char bpe_head[] = "{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":\"BPE\",\"vocab\":{";
static const char config_text[] =
    "{\"model_type\":\"bert\",\"num_hidden_layers\":1,\"num_attention_heads\":2,\"hidden_size\":16,"
    "\"intermediate_size\":16,\"vocab_size\":15,\"max_position_embeddings\":32,\"type_vocab_size\":2}";
static const char passage[] =
    "The Rhine rises in the Alps. abc \xe6\x9d\xb1 xyz, the Rhine rises in the Alps, in the Alps.";

static json_t *parsed(const char *p, size_t n)
{
	char err[JSON_ERR_MAX];

	return json_parse(p, n, err);
}

/* --- tokenisers */

static void check_pieces(const struct tokeniser *t, const char *text, size_t n)
{
	struct pieces pieces = {.n = 0};
	size_t points = text_length(text, n);

	tokeniser_cut(t, text, n, &pieces);
	for (size_t i = 0; i < pieces.n; i++) {
		const struct piece *p = &pieces.v[i];

		CHECK(p->id >= 0 && p->id <= tokeniser_highest(t));
		CHECK(p->point <= p->point_end && p->point_end <= points);
		CHECK(i == 0 || p->word == p[-1].word || p->word == p[-1].word + 1);
	}
	pieces_release(&pieces);
}

/* All bytes, and a few joins. */
static struct tokeniser *byte_level(void)
{
	char err[CHECKPOINT_ERR_MAX];
	struct buf b = BUF_INIT;
	json_t *root;
	struct tokeniser *t;
	int next = 256, id = 0;

	buf_adds(&b, bpe_head);
	for (int byte = 0; byte < 256; byte++) {
		bool itself = (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;

		buf_addf(&b, "\"\\u%04x\":%d,", (unsigned)(itself ? byte : next++), id++);
	}
	buf_addf(&b, "\"<s>\":%d,\"</s>\":%d,\"th\":%d,\"the\":%d},\"merges\":[\"t h\",[\"th\",\"e\"]]}}", id, id + 1,
		 id + 2, id + 3);
	root = parsed(b.p, b.n);
	CHECK(root != NULL);
	t = tokeniser_of_json(root, err);
	CHECK(t != NULL);
	json_decref(root);
	buf_release(&b);
	return t;
}

static void fuzz_text(const char *p, size_t n)
{
	static struct tokeniser *sound[2];
	char err[CHECKPOINT_ERR_MAX];

	if (sound[0] == NULL) {
		sound[0] = tokeniser_of_vocab(vocab_text, sizeof(vocab_text) - 1, true, err);
		sound[1] = byte_level();
	}
	for (int i = 0; i < 2 && text_is_utf8(p, n); i++)
		check_pieces(sound[i], p, n);
}

static void fuzz_tokeniser(struct tokeniser *t, const char *err)
{
	if (t == NULL)
		CHECK(err[0] != '\0');
	else
		check_pieces(t, passage, sizeof(passage) - 1);
	tokeniser_free(&t);
}

/* --- tensors */

static const struct {
	const char *name;
	int rows, columns; /* columns 0: one dimension */
} layout[] = {{"embeddings.word_embeddings.weight", 15, 16},
	      {"embeddings.position_embeddings.weight", 32, 16},
	      {"embeddings.token_type_embeddings.weight", 2, 16},
	      {"embeddings.LayerNorm.weight", 16, 0},
	      {"embeddings.LayerNorm.bias", 16, 0},
	      {"encoder.layer.0.attention.self.query.weight", 16, 16},
	      {"encoder.layer.0.attention.self.query.bias", 16, 0},
	      {"encoder.layer.0.attention.self.key.weight", 16, 16},
	      {"encoder.layer.0.attention.self.key.bias", 16, 0},
	      {"encoder.layer.0.attention.self.value.weight", 16, 16},
	      {"encoder.layer.0.attention.self.value.bias", 16, 0},
	      {"encoder.layer.0.attention.output.dense.weight", 16, 16},
	      {"encoder.layer.0.attention.output.dense.bias", 16, 0},
	      {"encoder.layer.0.attention.output.LayerNorm.weight", 16, 0},
	      {"encoder.layer.0.attention.output.LayerNorm.bias", 16, 0},
	      {"encoder.layer.0.intermediate.dense.weight", 16, 16},
	      {"encoder.layer.0.intermediate.dense.bias", 16, 0},
	      {"encoder.layer.0.output.dense.weight", 16, 16},
	      {"encoder.layer.0.output.dense.bias", 16, 0},
	      {"encoder.layer.0.output.LayerNorm.weight", 16, 0},
	      {"encoder.layer.0.output.LayerNorm.bias", 16, 0},
	      {"qa_outputs.weight", 2, 16},
	      {"qa_outputs.bias", 2, 0}};

static void sound_file(struct buf *out)
{
	struct buf header = BUF_INIT;
	size_t at = 0;
	uint64_t n;

	for (size_t i = 0; i < ARRAY_LEN(layout); i++) {
		size_t count = (size_t)layout[i].rows * (size_t)(layout[i].columns > 0 ? layout[i].columns : 1);

		buf_addf(&header, "%s\"%s\":{\"dtype\":\"F32\",\"shape\":[%d", i == 0 ? "{" : ",", layout[i].name,
			 layout[i].rows);
		if (layout[i].columns > 0)
			buf_addf(&header, ",%d", layout[i].columns);
		buf_addf(&header, "],\"data_offsets\":[%zu,%zu]}", at, at + 4 * count);
		at += 4 * count;
	}
	buf_addc(&header, '}');
	n = header.n;
	for (int i = 0; i < 8; i++)
		buf_addc(out, (char)(n >> 8 * i));
	buf_add(out, header.p, header.n);
	for (size_t i = 0; i < at / 4; i++) {
		float v = (float)(i * 2654435761U % 1000) / 700 - 0.7F;

		buf_add(out, &v, sizeof(v));
	}
	buf_release(&header);
}

static void ask(const struct checkpoint_config *c, const struct tokeniser *t, const struct encoder *e)
{
	const struct reading_with with = {c, t, e};
	struct lexicon *lexicon = lexicon_new();
	struct reader_result result;
	struct reading r;
	const char *broken;

	reading_read(&r, &with, lexicon, passage, sizeof(passage) - 1);
	reading_answer(&r, &with, "rhine rises a b", 15, &result);
	broken = promises_result(passage, sizeof(passage) - 1, &result);
	if (broken != NULL)
		(void)fprintf(stderr, "not kept: %s\n", broken);
	CHECK(broken == NULL);
	reading_release(&r);
	lexicon_free(&lexicon);
}

static void fuzz_tensors(const char *p, size_t n)
{
	char err[CHECKPOINT_ERR_MAX] = "";
	struct tensors *tensors = tensors_of_bytes(p, n, err);
	struct checkpoint_config c;
	json_t *config = parsed(config_text, sizeof(config_text) - 1);
	struct tokeniser *t = tokeniser_of_vocab(vocab_text, sizeof(vocab_text) - 1, true, err);

	CHECK(checkpoint_of_json(&c, config, err) == 0);
	json_decref(config);
	for (int int8 = 0; tensors != NULL && int8 < 2; int8++) {
		struct encoder *e = encoder_new(&c, tensors, int8 == 1, err);

		if (e != NULL)
			ask(&c, t, e);
		else
			CHECK(err[0] != '\0');
		encoder_free(&e);
	}
	tokeniser_free(&t);
	tensors_free(&tensors);
}

static void fuzz_changes(const uint8_t *p, size_t n)
{
	struct buf file = BUF_INIT;

	sound_file(&file);
	for (size_t i = 0; i + 4 <= n; i += 4) {
		size_t at = (size_t)p[i] << 16 | (size_t)p[i + 1] << 8 | p[i + 2];

		file.p[at % file.n] = (char)p[i + 3];
	}
	fuzz_tensors(file.p, file.n);
	buf_release(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *p = (const char *)data + 1;
	char err[CHECKPOINT_ERR_MAX] = "";
	struct checkpoint_config c;
	json_t *root = NULL;

	if (size == 0)
		return 0;
	if (data[0] == 2 || data[0] == 4)
		root = parsed(p, size - 1);
	if (data[0] == 0)
		fuzz_tensors(p, size - 1);
	else if (data[0] == 1)
		fuzz_changes(data + 1, size - 1);
	else if (data[0] == 2 && root != NULL)
		fuzz_tokeniser(tokeniser_of_json(root, err), err);
	else if (data[0] == 3)
		fuzz_tokeniser(tokeniser_of_vocab(p, size - 1, true, err), err);
	else if (data[0] == 4 && root != NULL)
		CHECK(checkpoint_of_json(&c, root, err) == 0 || err[0] != '\0');
	else if (data[0] == 5)
		fuzz_text(p, size - 1);
	json_decref(root);
	return 0;
}
