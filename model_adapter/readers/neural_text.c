/* neural_text: see neural_text.h. Changing anything here changes what the weights
 * mean: they must be trained again. */
#include "neural_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"

enum { HEADS = 2048, SHAPES_ROWS = 256, NOUN_ROWS = 16 };
enum { NEAR_HASHES = 1024 };

const int neural_part_rows[NEURAL_PARTS] = {HEADS, HEADS, SHAPES_ROWS, WORD_CLASSES, NOUN_ROWS};

/* How far a match reaches: what is left of it one token on, and the reach of the window. */
#define DECAY 0.8F
enum { REACH = 10, FAR = 99, LONG_WORD = 15 };
#define RARE       0.45F      /* a match with a word this rare is one to be near to */
#define COMMON     0.15F      /* the rarity of single letters and contractions */
#define WORDS_LOG  11.512935F /* log(1 + 100,000): the rank at which a word is as rare as can be */
#define NEVER_ZERO 1e-6F

/* --- rows */

enum number_kind { DIGITS_1, DIGITS_2, DIGITS_3, DIGITS_MORE, YEAR, COMMAS, DECIMALS, CLOCK, ORDINAL, DECADE, MIXED };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_ordinal(const char *tail)
{
	static const char *const endings[] = {"st", "nd", "rd", "th"};

	for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
		if ((tail[0] | 32) == endings[i][0] && (tail[1] | 32) == endings[i][1])
			return true;
	}
	return false;
}

static enum number_kind number_kind(const struct token *t, const char *w, size_t n)
{
	size_t lead = 0, digits = 0, commas = 0, colons = 0, dots = 0;

	while (lead < n && is_digit(w[lead]))
		lead++;
	for (size_t i = 0; i < n; i++) {
		digits += is_digit(w[i]);
		commas += w[i] == ',';
		colons += w[i] == ':';
		dots += w[i] == '.';
	}
	if (t->word_class == WORD_YEAR)
		return YEAR;
	if (digits == n)
		return n <= 3 ? (enum number_kind)(DIGITS_1 + n - 1) : DIGITS_MORE;
	if (digits + commas + colons + dots == n)
		return colons > 0 ? CLOCK : dots > 0 ? DECIMALS : COMMAS;
	if (lead + 2 == n && is_ordinal(w + lead))
		return ORDINAL;
	return lead + 1 == n && w[lead] == 's' ? DECADE : MIXED;
}

/* The first of `n` ascending numbers that is not below `key`. */
static size_t first_from(const uint32_t *v, size_t n, uint64_t key)
{
	size_t low = 0;

	while (low < n) {
		size_t middle = low + (n - low) / 2;

		if (v[middle] < key)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* As first_from() for hashes, which are spread evenly: one is looked for near its share of the table first, where a
 * search touches less memory. */
static size_t first_hash(const struct neural_words *words, uint32_t hash)
{
	const size_t share = (size_t)(((uint64_t)hash * words->n) >> 32);
	const size_t low = share > NEAR_HASHES ? share - NEAR_HASHES : 0;
	const size_t high = words->n - share > NEAR_HASHES ? share + NEAR_HASHES : words->n;

	if ((low > 0 && words->hash[low - 1] >= hash) || (high < words->n && words->hash[high] < hash))
		return first_from(words->hash, words->n, hash);
	return low + first_from(words->hash + low, high - low, hash);
}

static uint32_t word_row(const struct neural_words *words, uint32_t hash)
{
	size_t at = first_hash(words, hash);

	return at < words->n && words->hash[at] == hash ? words->row[at] : NEURAL_ROW_UNKNOWN;
}

static float rarity_of(const struct neural_words *words, const struct token *t, uint32_t row)
{
	float rarity;

	if (!(t->flags & TOKEN_WORD))
		return 0;
	if (row < NEURAL_ROW_NUMBERS + NEURAL_NUMBERS)
		return 1;
	if (row < words->first)
		return COMMON;
	rarity = logf(1.0F + (float)(row - words->first)) / WORDS_LOG;
	return rarity < 1 ? rarity : 1;
}

static struct neural_token encode(const struct neural_words *words, const struct token *t, const char *text)
{
	struct neural_token out = {.row = word_row(words, t->low)};

	if (out.row == NEURAL_ROW_UNKNOWN && (t->flags & TOKEN_DIGIT))
		out.row = NEURAL_ROW_NUMBERS + number_kind(t, text + t->byte, t->byte_end - t->byte);
	out.rarity = rarity_of(words, t, out.row);
	out.part[0] = (uint16_t)(t->head % HEADS);
	out.part[1] = (uint16_t)(t->tail % HEADS);
	out.part[2] = (uint16_t)(t->shape % SHAPES_ROWS);
	out.part[3] = t->word_class;
	out.part[4] = (uint16_t)(t->noun_type + 1);
	return out;
}

/* --- what a passage's tokens are without a question */

static int by_hash(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* How often each token's word stands in the passage. */
static void count_words(const struct tokens *t, float (*still)[NEURAL_STILL])
{
	uint32_t *sorted = xcalloc(t->n, sizeof(*sorted));

	for (size_t i = 0; i < t->n; i++)
		sorted[i] = t->v[i].low;
	qsort(sorted, t->n, sizeof(*sorted), by_hash);
	for (size_t i = 0; i < t->n; i++) {
		size_t count =
		    first_from(sorted, t->n, t->v[i].low + UINT64_C(1)) - first_from(sorted, t->n, t->v[i].low);

		still[i][0] = logf(1.0F + (float)count) / 3;
	}
	free(sorted);
}

static bool has_digit(const char *w, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n && !any; i++)
		any = is_digit(w[i]);
	return any;
}

static float yes(bool feature)
{
	return feature ? 1 : 0;
}

static bool is_plain_number(const struct neural_token *v)
{
	return v->row >= NEURAL_ROW_NUMBERS && v->row <= NEURAL_ROW_NUMBERS + CLOCK;
}

/* Whether double quotes are open behind this token. */
static bool quoted_after(bool before, const struct token *t, const char *text)
{
	const char *w = text + t->byte;

	if (t->word_class != WORD_QUOTE)
		return before;
	if (*w == '"')
		return !before;
	if (t->byte_end - t->byte != 3)
		return before;
	if (memcmp(w, "\xe2\x80\x9c", 3) == 0)
		return true;
	return memcmp(w, "\xe2\x80\x9d", 3) == 0 ? false : before;
}

static void describe(struct neural_passage *p, const char *text)
{
	const struct tokens *t = &p->tokens;
	int depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < t->n; i++) {
		const struct token *k = &t->v[i];
		float *f = p->still[i];
		uint32_t letters = k->point_end - k->point;

		f[1] = p->v[i].rarity;
		f[2] = yes((k->flags & TOKEN_UPPER) != 0);
		f[3] = yes((k->flags & TOKEN_ALL_CAPS) != 0);
		f[4] = is_plain_number(&p->v[i]);
		f[5] = has_digit(text + k->byte, k->byte_end - k->byte);
		f[6] = yes(k->word_class == WORD_YEAR);
		f[7] = yes(!(k->flags & TOKEN_WORD));
		f[9] = (float)i / (float)t->n;
		f[10] = (float)(letters < LONG_WORD ? letters : LONG_WORD) / 10;
		f[11] = yes((k->flags & TOKEN_GLUED) != 0);
		depth -= k->word_class == WORD_CLOSE && depth > 0;
		f[12] = yes(depth > 0);
		f[13] = quoted;
		depth += k->word_class == WORD_OPEN;
		quoted = quoted_after(quoted, k, text);
	}
	for (size_t i = 0; i < t->n_sentences; i++)
		p->still[t->sentences[i].first][8] = 1;
}

void neural_passage_read(struct neural_passage *out, const struct lexicon *lexicon, const struct neural_words *words,
			 const char *text, size_t n)
{
	*out = (struct neural_passage){.lexicon = lexicon, .words = words};
	tokens_cut(&out->tokens, lexicon, text, n);
	if (out->tokens.n == 0)
		return;
	out->v = xcalloc(out->tokens.n, sizeof(*out->v));
	out->still = xcalloc(out->tokens.n, sizeof(*out->still));
	for (size_t i = 0; i < out->tokens.n; i++)
		out->v[i] = encode(words, &out->tokens.v[i], text);
	count_words(&out->tokens, out->still);
	describe(out, text);
}

void neural_passage_release(struct neural_passage *p)
{
	tokens_release(&p->tokens);
	free(p->v);
	free(p->still);
	*p = (struct neural_passage){0};
}

/* --- how a passage's tokens stand to a question */

/* The different stems of a question and what each is worth. */
struct stems {
	uint32_t stem[NEURAL_QUESTION_MAX];
	float worth[NEURAL_QUESTION_MAX];
	int n;
	float total;
};

struct asked {
	const struct neural_passage *p;
	const struct token *q; /* the question's tokens that are read */
	int m;
	struct stems stems;
	int8_t *group; /* per token of the passage: which stem it matches, or -1 */
	float (*f)[NEURAL_ASKED];
};

static void find_stems(struct stems *s, const struct token *q, const struct neural_token *v, int m)
{
	*s = (struct stems){.total = NEVER_ZERO};
	for (int j = 0; j < m; j++) {
		int g = 0;

		if (!(q[j].flags & TOKEN_WORD))
			continue;
		while (g < s->n && s->stem[g] != q[j].stem)
			g++;
		if (g == s->n)
			s->stem[s->n++] = q[j].stem;
		if (v[j].rarity > s->worth[g])
			s->worth[g] = v[j].rarity;
	}
	for (int g = 0; g < s->n; g++)
		s->total += s->worth[g];
}

/* Matches of single tokens, and the group of each. */
static void match(struct asked *a)
{
	const struct tokens *t = &a->p->tokens;

	for (size_t i = 0; i < t->n; i++) {
		const struct token *k = &t->v[i];
		float *f = a->f[i];

		a->group[i] = -1;
		for (int j = 0; j < a->m; j++) {
			const struct token *q = &a->q[j];

			if (!(q->flags & TOKEN_WORD))
				continue;
			f[0] = q->low == k->low ? 1 : f[0];
			f[1] = q->exact == k->exact ? 1 : f[1];
			f[11] = q->prefix != 0 && q->prefix == k->prefix ? 1 : f[11];
		}
		for (int g = 0; g < a->stems.n && a->group[i] < 0; g++) {
			if (a->stems.stem[g] == k->stem)
				a->group[i] = (int8_t)g;
		}
		f[2] = yes(a->group[i] >= 0);
		f[3] = f[2] * a->p->v[i].rarity;
	}
}

/* How much of a match is near on either side, and how far the next rare one is. */
static void match_nearby(struct asked *a)
{
	size_t n = a->p->tokens.n;
	float near = 0;
	int far = FAR;

	for (size_t i = 0; i < n; i++) {
		a->f[i][4] = near / 2;
		near = near * DECAY + a->f[i][3];
		far = a->f[i][3] > RARE ? 0 : far + 1;
		a->f[i][10] = 1 / (1.0F + (float)far);
	}
	near = 0;
	far = FAR;
	for (size_t i = n; i-- > 0;) {
		float next;

		a->f[i][5] = near / 2;
		near = near * DECAY + a->f[i][3];
		far = a->f[i][3] > RARE ? 0 : far + 1;
		next = 1 / (1.0F + (float)far);
		a->f[i][10] = next > a->f[i][10] ? next : a->f[i][10];
	}
}

/* The share of the question that stands in the token's sentence, and what it lacks to the best sentence. */
static void match_sentences(struct asked *a)
{
	const struct tokens *t = &a->p->tokens;
	float best = 0;

	for (size_t s = 0; s < t->n_sentences; s++) {
		uint64_t seen = 0;
		float sum = 0;

		for (size_t i = t->sentences[s].first; i < t->sentences[s].end; i++) {
			int8_t g = a->group[i];

			if (g >= 0 && !(seen >> g & 1))
				sum += a->stems.worth[g];
			seen |= g >= 0 ? UINT64_C(1) << g : 0;
		}
		sum /= a->stems.total;
		best = sum > best ? sum : best;
		for (size_t i = t->sentences[s].first; i < t->sentences[s].end; i++)
			a->f[i][6] = sum;
	}
	for (size_t i = 0; i < t->n; i++)
		a->f[i][7] = a->f[i][6] - best;
}

/* The share of the question that stands within REACH tokens, whatever the sentence. */
static void match_window(struct asked *a)
{
	const size_t n = a->p->tokens.n, width = (size_t)2 * REACH + 1;
	int count[NEURAL_QUESTION_MAX] = {0};

	for (size_t i = 0; i < n + REACH; i++) {
		float sum = 0;

		if (i < n && a->group[i] >= 0)
			count[a->group[i]]++;
		if (i >= width && a->group[i - width] >= 0)
			count[a->group[i - width]]--;
		if (i < REACH)
			continue;
		for (int g = 0; g < a->stems.n; g++)
			sum += count[g] > 0 ? a->stems.worth[g] : 0;
		a->f[i - REACH][8] = sum / a->stems.total;
	}
}

/* Two neighbours that are neighbours in the question too. */
static void match_pairs(struct asked *a)
{
	const struct token *t = a->p->tokens.v;

	for (size_t i = 1; i < a->p->tokens.n; i++) {
		if (a->group[i] < 0 || a->group[i - 1] < 0)
			continue;
		for (int j = 1; j < a->m; j++) {
			if (a->q[j].stem == t[i].stem && a->q[j - 1].stem == t[i - 1].stem)
				a->f[i][9] = a->f[i - 1][9] = 1;
		}
	}
}

static void describe_question(struct neural_question *out, const struct asked *a, const char *text)
{
	const struct tokens *t = &a->p->tokens;

	for (int j = 0; j < a->m; j++) {
		const struct token *q = &a->q[j];
		float *f = out->features[j];
		bool word = q->flags & TOKEN_WORD, stem = false, prefix = false;
		int count = 0;

		for (size_t i = 0; i < t->n; i++) {
			count += t->v[i].low == q->low;
			stem = stem || t->v[i].stem == q->stem;
			prefix = prefix || (q->prefix != 0 && t->v[i].prefix == q->prefix);
		}
		f[0] = yes(word && count > 0);
		f[1] = yes(word && stem);
		f[2] = out->v[j].rarity;
		f[3] = yes(j > 0 && (q->flags & TOKEN_UPPER));
		f[4] = has_digit(text + q->byte, q->byte_end - q->byte);
		f[5] = logf(1.0F + (float)count) / 3;
		f[6] = (float)j / 10;
		f[7] = (float)(a->m - 1 - j) / 10;
		f[8] = yes(word && prefix);
	}
}

void neural_question_read(struct neural_question *out, const struct neural_passage *p, const char *text, size_t n,
			  float (*asked)[NEURAL_ASKED])
{
	struct tokens q;
	struct asked a = {.p = p, .f = asked};

	*out = (struct neural_question){0};
	memset(asked, 0, p->tokens.n * sizeof(*asked));
	tokens_cut(&q, p->lexicon, text, n);
	a.q = q.v;
	a.m = (int)(q.n < NEURAL_QUESTION_MAX ? q.n : NEURAL_QUESTION_MAX);
	a.group = xcalloc(p->tokens.n + 1, sizeof(*a.group));
	for (int j = 0; j < a.m; j++)
		out->v[j] = encode(p->words, &q.v[j], text);
	find_stems(&a.stems, a.q, out->v, a.m);
	match(&a);
	match_nearby(&a);
	match_sentences(&a);
	match_window(&a);
	match_pairs(&a);
	describe_question(out, &a, text);
	out->n = a.m > 0 ? a.m : 1;
	if (a.m == 0)
		out->v[0].row = NEURAL_ROW_UNKNOWN;
	free(a.group);
	tokens_release(&q);
}
