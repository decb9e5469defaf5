/* tokeniser: see tokeniser.h. Reads the files; wordpiece.c and bpe.c do the work. */
#include "tokeniser.h"

#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/text.h"
#include "bpe.h"
#include "wordpiece.h"

enum { WORD_CHARACTERS = 100, IDS_MAX = 10 * 1000 * 1000, PIECE_BYTES = 4096 };

struct tokeniser {
	bool is_bpe;
	struct wordpiece wordpiece;
	struct bpe bpe;
	struct tokeniser_frame frame;
	int32_t highest;
};

static struct tokeniser *tokeniser_new(bool is_bpe)
{
	struct tokeniser *t = xcalloc(1, sizeof(*t));

	t->is_bpe = is_bpe;
	t->highest = -1;
	if (is_bpe) {
		t->bpe.vocab = vocab_new();
		return t;
	}
	t->wordpiece = (struct wordpiece){.first = vocab_new(),
					  .rest = vocab_new(),
					  .unknown = -1,
					  .clean = true,
					  .ideographs = true,
					  .lower = true,
					  .accents = true,
					  .longest_word = WORD_CHARACTERS};
	return t;
}

void tokeniser_free(struct tokeniser **t)
{
	if (*t == NULL)
		return;
	wordpiece_release(&(*t)->wordpiece);
	bpe_release(&(*t)->bpe);
	free(*t);
	*t = NULL;
}

void tokeniser_cut(const struct tokeniser *t, const char *text, size_t n, struct pieces *out)
{
	if (t->is_bpe)
		bpe_cut(&t->bpe, text, n, out);
	else
		wordpiece_cut(&t->wordpiece, text, n, out);
}

const struct tokeniser_frame *tokeniser_frame(const struct tokeniser *t)
{
	return &t->frame;
}

int32_t tokeniser_highest(const struct tokeniser *t)
{
	return t->highest;
}

static void add(struct tokeniser *t, const char *piece, size_t n, int32_t id)
{
	char bytes[PIECE_BYTES];
	int count;

	t->highest = id > t->highest ? id : t->highest;
	if (!t->is_bpe) {
		wordpiece_add(&t->wordpiece, piece, n, id);
		return;
	}
	count = n <= sizeof(bytes) ? bpe_bytes(piece, n, bytes) : -1;
	if (count > 0)
		vocab_add(t->bpe.vocab, bytes, (size_t)count, id);
}

/* Marks that the vocabulary must have. */
static int take_mark(const struct tokeniser *t, const char *mark, int32_t *id, char *err)
{
	const struct vocab *v = t->is_bpe ? t->bpe.vocab : t->wordpiece.first;

	*id = vocab_find(v, mark, strlen(mark));
	return *id >= 0 ? 0 : checkpoint_fail(err, "the vocabulary has no \"%s\"", mark);
}

static int take_frame(struct tokeniser *t, char *err)
{
	struct tokeniser_frame *f = &t->frame;

	f->n_middle = t->is_bpe ? 2 : 1;
	if (take_mark(t, t->is_bpe ? "<s>" : "[CLS]", &f->first, err) < 0 ||
	    take_mark(t, t->is_bpe ? "</s>" : "[SEP]", &f->last, err) < 0)
		return -1;
	f->middle[0] = f->middle[1] = f->last;
	if (t->is_bpe)
		return bpe_set_bytes(&t->bpe) ? 0 : checkpoint_fail(err, "the vocabulary has no piece for some byte");
	return take_mark(t, "[UNK]", &t->wordpiece.unknown, err);
}

/* --- vocab.txt */

static int take_lines(struct tokeniser *t, const char *p, size_t n, char *err)
{
	int32_t id = 0;

	for (size_t i = 0; i < n; id++) {
		const char *end = memchr(p + i, '\n', n - i);
		size_t stop = end != NULL ? (size_t)(end - p) : n, len = stop - i;

		if (len > 0 && p[i + len - 1] == '\r')
			len--;
		if (!text_is_utf8(p + i, len))
			return checkpoint_fail(err, "line %d of vocab.txt is not valid UTF-8", id + 1);
		if (id >= IDS_MAX)
			return checkpoint_fail(err, "vocab.txt has more than %d lines", IDS_MAX);
		add(t, p + i, len, id);
		i = stop + 1;
	}
	return 0;
}

struct tokeniser *tokeniser_of_vocab(const char *p, size_t n, bool lower, char err[CHECKPOINT_ERR_MAX])
{
	struct tokeniser *t = tokeniser_new(false);

	t->wordpiece.lower = t->wordpiece.accents = lower;
	if (take_lines(t, p, n, err) < 0 || take_frame(t, err) < 0)
		tokeniser_free(&t);
	return t;
}

/* --- JSON */

static int take_vocab(struct tokeniser *t, const json_t *vocab, char *err)
{
	const char *piece;
	json_t *id;

	if (!json_is_object(vocab))
		return checkpoint_fail(err, "the tokeniser's files have no object of a vocabulary");
	json_object_foreach((json_t *)vocab, piece, id)
	{
		if (!json_is_integer(id) || json_integer_value(id) < 0 || json_integer_value(id) > IDS_MAX)
			return checkpoint_fail(err, "the piece \"%.60s\" of the vocabulary has no number", piece);
		add(t, piece, strlen(piece), (int32_t)json_integer_value(id));
	}
	return 0;
}

/* One join: -1 and a sentence if its parts, or what they make, are no pieces. */
static int take_join(const struct tokeniser *t, const char *left, size_t left_n, const char *right,
		     struct bpe_join *out)
{
	char bytes[2 * PIECE_BYTES];
	size_t right_n = strlen(right);
	int32_t a, b;
	int n, more;

	if (left_n > PIECE_BYTES || right_n > PIECE_BYTES)
		return -1;
	n = bpe_bytes(left, left_n, bytes);
	more = n > 0 ? bpe_bytes(right, right_n, bytes + n) : -1;
	if (more <= 0)
		return -1;
	a = vocab_find(t->bpe.vocab, bytes, (size_t)n);
	b = vocab_find(t->bpe.vocab, bytes + n, (size_t)more);
	out->joined = vocab_find(t->bpe.vocab, bytes, (size_t)n + (size_t)more);
	out->pair = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
	return a >= 0 && b >= 0 && out->joined >= 0 ? 0 : -1;
}

/* "a b" or ["a","b"]. */
static int take_json_join(const struct tokeniser *t, const json_t *o, struct bpe_join *out)
{
	const char *text = json_string_value(o), *space = text != NULL ? strchr(text, ' ') : NULL;
	const char *left = json_string_value(json_array_get(o, 0)), *right = json_string_value(json_array_get(o, 1));

	if (space != NULL)
		return take_join(t, text, (size_t)(space - text), space + 1, out);
	return left != NULL && right != NULL ? take_join(t, left, strlen(left), right, out) : -1;
}

static int take_joins(struct tokeniser *t, const json_t *list, char *err)
{
	size_t n = json_array_size(list);
	struct bpe_join *joins = xcalloc(n + 1, sizeof(*joins));

	if (!json_is_array(list) || n > IDS_MAX) {
		free(joins);
		return checkpoint_fail(err, "tokenizer.json has no list of merges");
	}
	for (size_t i = 0; i < n; i++) {
		joins[i].rank = (uint32_t)i;
		if (take_json_join(t, json_array_get(list, i), &joins[i]) < 0) {
			free(joins);
			return checkpoint_fail(err, "merge %zu of tokenizer.json is not of pieces of the vocabulary",
					       i);
		}
	}
	bpe_set_joins(&t->bpe, joins, n);
	return 0;
}

static bool flag(const json_t *o, const char *key, bool otherwise)
{
	const json_t *v = json_object_get(o, key);

	return json_is_boolean(v) ? json_is_true(v) : otherwise;
}

static void take_normaliser(struct wordpiece *w, const json_t *o)
{
	w->clean = flag(o, "clean_text", true);
	w->ideographs = flag(o, "handle_chinese_chars", true);
	w->lower = flag(o, "lowercase", true);
	w->accents = flag(o, "strip_accents", w->lower);
}

static int take_wordpiece(struct tokeniser *t, const json_t *root, const json_t *model, char *err)
{
	const json_t *normaliser = json_object_get(root, "normalizer");
	const char *kind = json_string_value(json_object_get(normaliser, "type"));
	const char *prefix = json_string_value(json_object_get(model, "continuing_subword_prefix"));
	const json_t *most = json_object_get(model, "max_input_chars_per_word");

	if (kind == NULL || strcmp(kind, "BertNormalizer") != 0)
		return checkpoint_fail(err,
				       "tokenizer.json has a normalizer other than BertNormalizer, which is not known");
	if (prefix != NULL && strcmp(prefix, "##") != 0)
		return checkpoint_fail(err, "tokenizer.json marks parts of words by other than \"##\"");
	take_normaliser(&t->wordpiece, normaliser);
	if (json_is_integer(most) && json_integer_value(most) > 0 && json_integer_value(most) <= 10000)
		t->wordpiece.longest_word = (int)json_integer_value(most);
	return take_vocab(t, json_object_get(model, "vocab"), err);
}

static int take_bpe(struct tokeniser *t, const json_t *root, const json_t *model, char *err)
{
	const json_t *before = json_object_get(root, "pre_tokenizer");
	const char *kind = json_string_value(json_object_get(before, "type"));

	if (kind == NULL || strcmp(kind, "ByteLevel") != 0)
		return checkpoint_fail(err, "tokenizer.json cuts words by other than ByteLevel, which is not known");
	t->bpe.space_before = flag(before, "add_prefix_space", false);
	if (take_vocab(t, json_object_get(model, "vocab"), err) < 0)
		return -1;
	return take_joins(t, json_object_get(model, "merges"), err);
}

struct tokeniser *tokeniser_of_json(const json_t *root, char err[CHECKPOINT_ERR_MAX])
{
	const json_t *model = json_object_get(root, "model");
	const char *type = json_string_value(json_object_get(model, "type"));
	struct tokeniser *t;
	int rc;

	if (type == NULL) /* older files: the one with merges is BPE */
		type = json_object_get(model, "merges") != NULL ? "BPE" : "WordPiece";
	if (strcmp(type, "BPE") != 0 && strcmp(type, "WordPiece") != 0) {
		checkpoint_fail(err, "tokenizer.json is of the type %.60s; WordPiece and BPE are known", type);
		return NULL;
	}
	t = tokeniser_new(strcmp(type, "BPE") == 0);
	rc = t->is_bpe ? take_bpe(t, root, model, err) : take_wordpiece(t, root, model, err);
	if (rc < 0 || take_frame(t, err) < 0)
		tokeniser_free(&t);
	return t;
}

/* --- the older files of a folder */

static int take_merge_lines(struct tokeniser *t, const struct mapped *m, char *err)
{
	struct bpe_join *joins = NULL;
	size_t n = 0, room = 0, line = 0;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < m->n; line++) {
		const char *end = memchr(m->p + i, '\n', m->n - i), *space;
		size_t stop = end != NULL ? (size_t)(end - m->p) : m->n;
		char *text = xmemdup0(m->p + i, stop - i);

		i = stop + 1;
		text[strcspn(text, "\r")] = '\0';
		space = strchr(text, ' ');
		if (n == room) {
			room = room > 0 ? 2 * room : 1024;
			joins = xrealloc(joins, room * sizeof(*joins));
		}
		if (text[0] != '\0' && (line > 0 || strncmp(text, "#version", 8) != 0)) {
			joins[n].rank = (uint32_t)n;
			if (space == NULL || !text_is_utf8(text, strlen(text)) ||
			    take_join(t, text, (size_t)(space - text), space + 1, &joins[n]) < 0)
				rc = checkpoint_fail(err, "line %zu of merges.txt is not of pieces of vocab.json",
						     line + 1);
			n++;
		}
		free(text);
	}
	if (rc == 0)
		bpe_set_joins(&t->bpe, joins, n);
	else
		free(joins);
	return rc;
}

static struct tokeniser *of_merges(const char *folder, const json_t *config, char *err)
{
	struct tokeniser *t = tokeniser_new(true);
	struct mapped merges = {.p = ""};
	json_t *vocab = NULL;
	int rc = mapped_json(&vocab, folder, "vocab.json", err);

	t->bpe.space_before = flag(config, "add_prefix_space", false);
	if (rc == 0)
		rc = take_vocab(t, vocab, err);
	if (rc == 0)
		rc = mapped_open(&merges, folder, "merges.txt", err);
	if (rc > 0)
		rc = checkpoint_fail(err, "there is no tokenizer.json, no vocab.txt, and not both of vocab.json and "
					  "merges.txt");
	if (rc == 0)
		rc = take_merge_lines(t, &merges, err);
	if (rc < 0 || take_frame(t, err) < 0)
		tokeniser_free(&t);
	mapped_release(&merges);
	json_decref(vocab);
	return t;
}

static struct tokeniser *of_older(const char *folder, char *err)
{
	struct tokeniser *t = NULL;
	struct mapped vocab;
	json_t *config = NULL;
	int rc = mapped_json(&config, folder, "tokenizer_config.json", err);

	if (rc < 0)
		return NULL;
	rc = mapped_open(&vocab, folder, "vocab.txt", err);
	if (rc == 0) {
		t = tokeniser_of_vocab(vocab.p, vocab.n, flag(config, "do_lower_case", true), err);
		if (t != NULL)
			t->wordpiece.accents = flag(config, "strip_accents", t->wordpiece.lower);
	} else if (rc > 0) {
		t = of_merges(folder, config, err);
	}
	mapped_release(&vocab);
	json_decref(config);
	return t;
}

struct tokeniser *tokeniser_of_folder(const char *folder, char err[CHECKPOINT_ERR_MAX])
{
	struct tokeniser *t = NULL;
	json_t *root = NULL;
	int rc = mapped_json(&root, folder, "tokenizer.json", err);

	if (rc == 0)
		t = tokeniser_of_json(root, err);
	else if (rc > 0)
		t = of_older(folder, err);
	json_decref(root);
	return t;
}
