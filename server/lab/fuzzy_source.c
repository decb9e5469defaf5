/* fuzzy_source: tokens of passages: uniformly from the vocabulary, from trigrams of a corpus, from a grammar with
 * probabilities, or paragraphs of a corpus as they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "beat/source.h"
#include "fuzzy.h"

enum { SHORTEST = 20, DEEPEST = 60 };

/* "S -> NP VP 0.7": sides are numbers of symbols. */
struct fuzzy_rule {
	uint32_t left, *right;
	size_t n;
	double weight;
};

struct fuzzy_symbol {
	uint32_t id;
	UT_hash_handle hh;
	char text[];
};

struct fuzzy_text {
	enum fuzzy_source source;
	struct words *words;
	struct fuzzy_symbol *by_text, **symbols; /* of corpus or grammar */
	size_t n_symbols;
	uint32_t *stream; /* the corpus as numbers of symbols */
	size_t n_stream, cap_stream;
	size_t *paragraphs; /* where they begin in the stream, and its end */
	size_t n_paragraphs;
	uint32_t *pairs; /* places of the stream where two tokens with a third behind them begin, sorted by the two */
	size_t n_pairs;
	struct fuzzy_rule *rules;
	size_t n_rules;
};

static uint32_t fuzzy_symbol(struct fuzzy_text *t, const char *s, size_t n)
{
	struct fuzzy_symbol *e;

	HASH_FIND(hh, t->by_text, s, n, e);
	if (e != NULL)
		return e->id;
	e = xmalloc(sizeof(*e) + n + 1);
	memcpy(e->text, s, n);
	e->text[n] = '\0';
	e->id = (uint32_t)t->n_symbols;
	HASH_ADD_KEYPTR(hh, t->by_text, e->text, n, e);
	t->symbols = xrealloc(t->symbols, (t->n_symbols + 1) * sizeof(void *));
	t->symbols[t->n_symbols++] = e;
	return e->id;
}

static void fuzzy_push(struct fuzzy_text *t, uint32_t id)
{
	if (t->n_stream == t->cap_stream) {
		t->cap_stream = t->cap_stream == 0 ? 4096 : 2 * t->cap_stream;
		t->stream = xrealloc(t->stream, t->cap_stream * sizeof(*t->stream));
	}
	t->stream[t->n_stream++] = id;
}

static void fuzzy_paragraph(struct fuzzy_text *t, size_t from)
{
	if (t->n_stream - from < SHORTEST)
		return;
	t->paragraphs = xrealloc(t->paragraphs, (t->n_paragraphs + 1) * 2 * sizeof(*t->paragraphs));
	t->paragraphs[2 * t->n_paragraphs] = from;
	t->paragraphs[2 * t->n_paragraphs++ + 1] = t->n_stream;
}

/* Calls back for each line's tokens, which stand between white space. */
typedef int fuzzy_line_fn(struct fuzzy_text *t, char *line, size_t number, char err[WORDS_ERR]);

static int fuzzy_lines(struct fuzzy_text *t, const char *path, fuzzy_line_fn *fn, char err[WORDS_ERR])
{
	char why[SOURCE_ERR_MAX], empty[] = "";
	struct source *s = source_open(path, why);
	struct buf line = BUF_INIT;
	size_t number = 1;
	int c = 0, rc = 0;

	if (s == NULL) {
		snprintf(err, WORDS_ERR, "%s: %s.", path, why);
		return -1;
	}
	while (rc == 0 && c != SOURCE_END) {
		c = source_byte(s);
		if (c != '\n' && c != SOURCE_END) {
			buf_addc(&line, (char)(c == '\0' ? ' ' : c));
			continue;
		}
		rc = fn(t, line.p != NULL ? line.p : empty, number++, err);
		buf_clear(&line);
		if (line.p != NULL)
			*line.p = '\0';
	}
	if (rc == 0 && source_error(s) != NULL) {
		snprintf(err, WORDS_ERR, "%s: %s", path, source_error(s));
		rc = -1;
	}
	buf_release(&line);
	source_free(&s);
	return rc;
}

static int fuzzy_corpus_line(struct fuzzy_text *t, char *line, size_t number, char err[WORDS_ERR])
{
	size_t from = t->n_stream;
	char *rest;

	(void)number;
	(void)err;
	for (char *p = strtok_r(line, " \t\r\f\v", &rest); p != NULL; p = strtok_r(NULL, " \t\r\f\v", &rest))
		fuzzy_push(t, fuzzy_symbol(t, p, strlen(p)));
	fuzzy_paragraph(t, from);
	return 0;
}

static int fuzzy_rule_line(struct fuzzy_text *t, char *line, size_t number, char err[WORDS_ERR])
{
	struct fuzzy_rule rule = {.weight = 1};
	char *rest, *end, *p = strtok_r(line, " \t\r", &rest);

	if (p == NULL || *p == '#')
		return 0;
	rule.left = fuzzy_symbol(t, p, strlen(p));
	p = strtok_r(NULL, " \t\r", &rest);
	if (p == NULL || strcmp(p, "->") != 0)
		return snprintf(err, WORDS_ERR, "line %zu: a rule is LEFT -> RIGHT … and a number.", number), -1;
	while ((p = strtok_r(NULL, " \t\r", &rest)) != NULL) {
		double weight = strtod(p, &end);

		if (*end == '\0' && *rest == '\0' && weight > 0) {
			rule.weight = weight;
			break;
		}
		rule.right = xrealloc(rule.right, (rule.n + 1) * sizeof(*rule.right));
		rule.right[rule.n++] = fuzzy_symbol(t, p, strlen(p));
	}
	t->rules = xrealloc(t->rules, (t->n_rules + 1) * sizeof(*t->rules));
	t->rules[t->n_rules++] = rule;
	if (rule.n == 0)
		return snprintf(err, WORDS_ERR, "line %zu: the rule has nothing on its right.", number), -1;
	return 0;
}

/* Only words of the corpus stay in the vocabulary. */
static void fuzzy_narrow(struct fuzzy_text *t)
{
	bool *marks = xcalloc(words_count(t->words) + 1, sizeof(*marks));

	for (size_t i = 0; i < t->n_symbols; i++)
		marks[words_find(t->words, t->symbols[i]->text, strlen(t->symbols[i]->text))] = true;
	words_keep(t->words, marks);
	free(marks);
}

static int fuzzy_pair_order(const uint32_t *a, const uint32_t *b)
{
	if (a[0] != b[0])
		return a[0] < b[0] ? -1 : 1;
	return (a[1] > b[1]) - (a[1] < b[1]);
}

static int fuzzy_place_order(const void *a, const void *b, void *stream)
{
	const uint32_t *s = stream, x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int order = fuzzy_pair_order(s + x, s + y);

	return order != 0 ? order : (x > y) - (x < y);
}

static void fuzzy_trigrams(struct fuzzy_text *t)
{
	t->n_pairs = t->n_stream > 2 ? t->n_stream - 2 : 0;
	t->pairs = xcalloc(t->n_pairs + 1, sizeof(*t->pairs));
	for (size_t i = 0; i < t->n_pairs; i++)
		t->pairs[i] = (uint32_t)i;
	qsort_r(t->pairs, t->n_pairs, sizeof(*t->pairs), fuzzy_place_order, t->stream);
}

/* The first place whose pair is not before this one, or is behind it. */
static size_t fuzzy_bound(const struct fuzzy_text *t, const uint32_t pair[2], bool behind)
{
	size_t low = 0, high = t->n_pairs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = fuzzy_pair_order(t->stream + t->pairs[middle], pair);

		if (order < 0 || (behind && order == 0))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int fuzzy_text_check(struct fuzzy_text *t, char err[WORDS_ERR])
{
	const char *why = NULL;

	if (words_count(t->words) < 2)
		why = "fewer than two words of the corpus have a vector";
	else if (t->source == FUZZY_TRIGRAM && t->n_pairs == 0)
		why = "the corpus is too short for trigrams";
	else if (t->source == FUZZY_PARAGRAPHS && t->n_paragraphs == 0)
		why = "no line of the corpus has 20 words";
	else if (t->source == FUZZY_PCFG && t->n_rules == 0)
		why = "the grammar has no rule";
	if (why == NULL)
		return 0;
	snprintf(err, WORDS_ERR, "%s.", why);
	return -1;
}

struct fuzzy_text *fuzzy_text_new(struct words *w, const struct fuzzy_config *config, char err[WORDS_ERR])
{
	struct fuzzy_text *t = xcalloc(1, sizeof(*t));
	int rc = 0;

	t->source = config->source;
	t->words = w;
	if (config->source != FUZZY_UNIFORM && config->corpus == NULL) {
		snprintf(err, WORDS_ERR, "passages of this kind need --corpus FILE.");
		rc = -1;
	} else if (config->corpus != NULL) {
		rc = fuzzy_lines(t, config->corpus, config->source == FUZZY_PCFG ? fuzzy_rule_line : fuzzy_corpus_line,
				 err);
	}
	if (rc == 0 && config->source == FUZZY_UNIFORM && config->corpus != NULL)
		fuzzy_narrow(t);
	if (rc == 0 && config->source == FUZZY_TRIGRAM)
		fuzzy_trigrams(t);
	if (rc != 0 || fuzzy_text_check(t, err) != 0)
		fuzzy_text_free(&t);
	return t;
}

void fuzzy_text_free(struct fuzzy_text **text)
{
	struct fuzzy_text *t = *text;

	if (t == NULL)
		return;
	free(t->pairs);
	HASH_CLEAR(hh, t->by_text);
	for (size_t i = 0; i < t->n_symbols; i++)
		free(t->symbols[i]);
	for (size_t i = 0; i < t->n_rules; i++)
		free(t->rules[i].right);
	free(t->symbols);
	free(t->stream);
	free(t->paragraphs);
	free(t->rules);
	free(t);
	*text = NULL;
}

static size_t fuzzy_draw_trigram(struct fuzzy_text *t, struct rng *rng, const char **tokens, size_t most)
{
	uint32_t pair[2] = {0, 0};
	size_t n = 0, from = 0, to = 0;

	while (n < most) {
		if (from == to) { /* the beginning, or the end of the corpus */
			memcpy(pair, t->stream + rng_below(rng, t->n_stream - 1), sizeof(pair));
			tokens[n++] = t->symbols[pair[0]]->text;
		} else {
			size_t place = t->pairs[from + rng_below(rng, to - from)];

			pair[0] = pair[1];
			pair[1] = t->stream[place + 2];
		}
		if (n < most)
			tokens[n++] = t->symbols[pair[1]]->text;
		from = fuzzy_bound(t, pair, false);
		to = fuzzy_bound(t, pair, true);
	}
	return n;
}

static const struct fuzzy_rule *fuzzy_rule_of(struct fuzzy_text *t, struct rng *rng, uint32_t left)
{
	const struct fuzzy_rule *chosen = NULL;
	double sum = 0;

	for (size_t i = 0; i < t->n_rules; i++) {
		if (t->rules[i].left != left)
			continue;
		sum += t->rules[i].weight;
		if (rng_unit(rng) * sum < t->rules[i].weight)
			chosen = &t->rules[i];
	}
	return chosen;
}

/* One sentence, as far as there is room; what is nested too deep is left away. */
static size_t fuzzy_expand(struct fuzzy_text *t, struct rng *rng, uint32_t symbol, const char **tokens, size_t most)
{
	struct {
		uint32_t symbol;
		int depth;
	} stack[1024] = {{symbol, 0}};
	size_t n = 0, top = 1;

	while (top > 0 && n < most) {
		uint32_t s = stack[--top].symbol;
		int depth = stack[top].depth;
		const struct fuzzy_rule *rule = fuzzy_rule_of(t, rng, s);

		if (rule == NULL)
			tokens[n++] = t->symbols[s]->text;
		for (size_t i = rule != NULL && depth < DEEPEST ? rule->n : 0; i-- > 0 && top < 1024;) {
			stack[top].symbol = rule->right[i];
			stack[top++].depth = depth + 1;
		}
	}
	return n;
}

static size_t fuzzy_draw_grammar(struct fuzzy_text *t, struct rng *rng, const char **tokens, size_t most)
{
	size_t n = 0;

	for (size_t empty = 0; n < most && empty < 1000; empty++)
		n += fuzzy_expand(t, rng, t->rules[0].left, tokens + n, most - n);
	return n;
}

size_t fuzzy_text_draw(struct fuzzy_text *t, struct rng *rng, const char **tokens, size_t most)
{
	size_t n = 0, from, to;

	if (t->source == FUZZY_TRIGRAM)
		return fuzzy_draw_trigram(t, rng, tokens, most);
	if (t->source == FUZZY_PCFG)
		return fuzzy_draw_grammar(t, rng, tokens, most);
	if (t->source == FUZZY_UNIFORM) {
		while (n < most)
			tokens[n++] = words_text(t->words, rng_below(rng, words_count(t->words)));
		return n;
	}
	from = 2 * rng_below(rng, t->n_paragraphs);
	to = t->paragraphs[from + 1];
	for (from = t->paragraphs[from]; from < to && n < most; from++)
		tokens[n++] = t->symbols[t->stream[from]]->text;
	return n;
}
