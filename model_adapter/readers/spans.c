/* spans: see spans.h. A token is "asked" if it matches a word of the question that matters. */
#include "spans.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/reader.h"

enum { EXACT = 64, SAME_STEM = 56, SAME_PREFIX = 32, MATTERS = 20 };

static int match_quality(const struct token *t, const struct question_word *w)
{
	if (t->low == w->low)
		return EXACT;
	if (t->stem == w->stem)
		return SAME_STEM;
	return t->prefix != 0 && t->prefix == w->prefix ? SAME_PREFIX : 0;
}

/* A question word that many sentences have tells little about where the answer is. */
static void weigh_words(struct spans *s)
{
	static const int share[] = {64, 64, 54, 47, 42, 38, 35, 32, 30, 28};
	const struct tokens *t = s->tokens;
	const struct question *q = s->question;

	for (int k = 0; k < q->n_words; k++) {
		size_t in = 0;

		for (size_t i = 0; i < t->n_sentences; i++) {
			bool found = false;

			for (size_t j = t->sentences[i].first; j < t->sentences[i].end && !found; j++)
				found = t->v[j].stem == q->words[k].stem;
			in += found;
		}
		s->weight[k] = q->words[k].weight * share[in < ARRAY_LEN(share) ? in : ARRAY_LEN(share) - 1] / 64;
	}
}

static void find_hits(struct spans *s)
{
	const struct tokens *t = s->tokens;
	const struct question *q = s->question;

	s->hit = xcalloc(t->n + 1, sizeof(*s->hit));
	s->match = xmalloc(t->n + 1);
	s->sums = xcalloc(t->n + 1, sizeof(*s->sums));
	for (size_t i = 0; i < t->n; i++) {
		s->match[i] = -1;
		for (int k = 0; k < q->n_words; k++) {
			int v = s->weight[k] * match_quality(&t->v[i], &q->words[k]) / 64;

			if (v > s->hit[i]) {
				s->hit[i] = (uint8_t)v;
				s->match[i] = (int8_t)k;
			}
		}
		s->sums[i + 1] = s->sums[i] + (s->hit[i] >= MATTERS ? s->hit[i] : 0);
	}
}

static int share_of(int part, int whole)
{
	int v = whole > 0 ? part * 64 / whole : 0;

	return v > 64 ? 64 : v;
}

static struct span_sentence read_sentence(const struct spans *s, const struct sentence *at)
{
	const struct question *q = s->question;
	int found[QUESTION_WORDS_MAX] = {0}, overlap = 0, pairs = 0, names = 0, numbers = 0;
	int n_names = 0, n_numbers = 0;

	for (size_t i = at->first; i < at->end; i++) {
		int k = (int)s->match[i];

		if (k < 0)
			continue;
		if (s->hit[i] > found[k])
			found[k] = s->hit[i];
		if (i + 1 < at->end && s->match[i + 1] == k + 1)
			pairs += s->hit[i] + s->hit[i + 1];
	}
	for (int k = 0; k < q->n_words; k++) {
		overlap += found[k];
		n_names += q->words[k].capital;
		n_numbers += q->words[k].digit;
		names += q->words[k].capital && found[k] > 0;
		numbers += q->words[k].digit && found[k] > 0;
	}
	return (struct span_sentence){.overlap = share_of(overlap, s->total),
				      .pairs = share_of(pairs, 2 * s->total),
				      .names = share_of(names, n_names),
				      .numbers = share_of(numbers, n_numbers)};
}

static int rank_of(const struct span_sentence *a)
{
	return 4 * a->overlap + a->pairs;
}

/* Keeps the sentences that have most of the question, in the order of the passage. */
static void pick_sentences(struct spans *s)
{
	size_t n = s->tokens->n_sentences;

	for (size_t i = 0; i < n; i++) {
		int at = s->n_picked, least = -1;

		if (rank_of(&s->about[i]) > rank_of(&s->about[s->best]))
			s->best = (int)i;
		if (at < SPAN_SENTENCES_MAX) {
			s->picked[s->n_picked++] = (uint32_t)i;
			continue;
		}
		for (int k = 0; k < at; k++) {
			if (least < 0 || rank_of(&s->about[s->picked[k]]) <= rank_of(&s->about[s->picked[least]]))
				least = k;
		}
		if (rank_of(&s->about[i]) <= rank_of(&s->about[s->picked[least]]))
			continue;
		memmove(&s->picked[least], &s->picked[least + 1], (size_t)(at - least - 1) * sizeof(s->picked[0]));
		s->picked[at - 1] = (uint32_t)i;
	}
}

void spans_open(struct spans *s, const struct tokens *t, const struct question *q)
{
	*s = (struct spans){.tokens = t, .question = q};
	weigh_words(s);
	for (int k = 0; k < q->n_words; k++)
		s->total += s->weight[k];
	find_hits(s);
	s->about = xcalloc(t->n_sentences + 1, sizeof(*s->about));
	for (size_t i = 0; i < t->n_sentences; i++)
		s->about[i] = read_sentence(s, &t->sentences[i]);
	pick_sentences(s);
}

void spans_close(struct spans *s)
{
	free(s->hit);
	free(s->match);
	free(s->sums);
	free(s->about);
}

static bool is_name(const struct token *t)
{
	return t->word_class == WORD_CAPITAL || t->word_class == WORD_TITLE || t->word_class == WORD_CAPITAL_FIRST;
}

static bool is_number(const struct token *t)
{
	return t->word_class == WORD_NUMBER || t->word_class == WORD_YEAR || t->word_class == WORD_NUMERAL ||
	       t->word_class == WORD_MONTH;
}

bool spans_candidate(const struct spans *s, size_t first, size_t last)
{
	const struct token *a = &s->tokens->v[first], *z = &s->tokens->v[last];

	if (!(a->flags & TOKEN_WORD) && (a->word_class != WORD_MONEY || first == last || !(a[1].flags & TOKEN_WORD)))
		return false;
	if (z->byte_end - a->byte > READER_SPAN_BYTES)
		return false;
	if (!(z->flags & TOKEN_WORD) && z->word_class != WORD_UNIT && z->word_class != WORD_CLOSE)
		return false;
	if (a->word_class == WORD_DET || a->word_class == WORD_AND || z->word_class == WORD_DET ||
	    z->word_class == WORD_AND)
		return false;
	return z->word_class != WORD_OF && z->word_class != WORD_TO && z->word_class != WORD_CLITIC;
}

static void put(struct span_list *out, int id, int value)
{
	if (value != 0 && out->n < SPAN_FEATURES_MAX)
		out->v[out->n++] = (struct span_feature){.id = (uint16_t)id, .value = (int16_t)value};
}

static void put_if(struct span_list *out, int id, bool there)
{
	put(out, id, there ? SPAN_ONE : 0);
}

/* What the span is made of. */
struct census {
	int words, content, proper, asked;
	int n[WORD_CLASSES];
};

static void count_token(struct census *c, const struct token *t, int hit)
{
	bool content = t->word_class <= WORD_ADVERB || is_number(t) || is_name(t) || t->word_class == WORD_UNIT;

	c->n[t->word_class]++;
	if (!(t->flags & TOKEN_WORD))
		return;
	c->words++;
	c->content += content;
	c->proper += is_name(t);
	c->asked += content && hit >= MATTERS;
}

static enum word_class class_at(const struct spans *s, const struct sentence *in, size_t i, bool inside)
{
	return inside && i >= in->first && i < in->end ? (enum word_class)s->tokens->v[i].word_class : WORD_EDGE;
}

static void put_shapes(struct span_list *out, const struct spans *s, const struct census *c, size_t first, bool quoted)
{
	int base = F_SHAPE + (int)s->question->type * SHAPES;
	enum word_class head = (enum word_class)s->tokens->v[first].word_class;
	int numbers = c->n[WORD_NUMBER] + c->n[WORD_YEAR] + c->n[WORD_MONTH] + c->n[WORD_NUMERAL];

	put_if(out, base + SHAPE_PROPER, c->proper > 0 && c->proper + numbers >= c->content);
	put_if(out, base + SHAPE_SOME_PROPER, c->proper > 0 && c->proper + numbers < c->content);
	put_if(out, base + SHAPE_LOWER, c->proper == 0 && numbers == 0);
	put_if(out, base + SHAPE_NUMBER, c->n[WORD_NUMBER] > 0);
	put_if(out, base + SHAPE_YEAR, c->n[WORD_YEAR] > 0);
	put_if(out, base + SHAPE_MONTH, c->n[WORD_MONTH] > 0);
	put_if(out, base + SHAPE_NUMERAL, c->n[WORD_NUMERAL] > 0);
	put_if(out, base + SHAPE_MONEY, c->n[WORD_MONEY] > 0);
	put_if(out, base + SHAPE_UNIT, c->n[WORD_UNIT] > 0);
	put_if(out, base + SHAPE_QUOTED, quoted);
	put_if(out, base + SHAPE_ONE_WORD, c->words == 1);
	put_if(out, base + SHAPE_LONG, c->words >= 6);
	put_if(out, base + SHAPE_VERBISH, head == WORD_VERBISH);
	put_if(out, base + SHAPE_TO, head == WORD_TO);
}

static void put_inside(struct span_list *out, const struct census *c)
{
	static const int length[] = {0, 0, 1, 2, 3, 4, 5, 5, 5, 6, 6, 6};
	const int *n = c->n;

	put(out, F_LENGTH + (c->words < 12 ? length[c->words] : 7), SPAN_ONE);
	put(out, F_ASKED, c->content > 0 ? 64 * c->asked / c->content : 0);
	put_if(out, F_ASKED_ANY, c->asked > 0);
	put_if(out, F_HAS_COMMA, n[WORD_COMMA] > 0);
	put_if(out, F_HAS_STOP, n[WORD_STOP] > 0);
	put_if(out, F_HAS_COLON, n[WORD_COLON] > 0);
	put_if(out, F_HAS_HALF_BRACKET, n[WORD_OPEN] != n[WORD_CLOSE]);
	put_if(out, F_HAS_HALF_QUOTE, n[WORD_QUOTE] % 2 != 0);
	put_if(out, F_HAS_BE, n[WORD_BE] + n[WORD_AUX] > 0);
	put_if(out, F_HAS_RELATIVE, n[WORD_RELATIVE] + n[WORD_BUT] + n[WORD_BECAUSE] > 0);
	put_if(out, F_HAS_AND, n[WORD_AND] > 0);
	put_if(out, F_HAS_OF, n[WORD_OF] > 0);
	put_if(out, F_HAS_PREP,
	       n[WORD_IN] + n[WORD_BY] + n[WORD_TO] + n[WORD_FOR] + n[WORD_WITH] + n[WORD_FROM] + n[WORD_AS] +
		       n[WORD_PREP] >
		   0);
	put_if(out, F_HAS_VERBISH, n[WORD_VERBISH] > 0);
	put_if(out, F_HAS_PRONOUN, n[WORD_PRONOUN] > 0);
}

static void put_edges(struct span_list *out, const struct spans *s, const struct sentence *in, size_t first,
		      size_t last)
{
	const struct token *v = s->tokens->v;
	enum word_class left = class_at(s, in, first - 1, first > in->first), right = class_at(s, in, last + 1, true);
	const struct token *l = first > in->first ? &v[first - 1] : NULL, *r = last + 1 < in->end ? &v[last + 1] : NULL;

	put(out, F_LEFT + (int)left, SPAN_ONE);
	put(out, F_FIRST + v[first].word_class, SPAN_ONE);
	put(out, F_LAST + v[last].word_class, SPAN_ONE);
	put(out, F_RIGHT + (int)right, SPAN_ONE);
	put(out, F_TYPE_LEFT + (int)s->question->type * WORD_CLASSES + (int)left, SPAN_ONE);
	put_if(out, F_CUT_NAME_LEFT, l != NULL && is_name(l) && is_name(&v[first]));
	put_if(out, F_CUT_NAME_RIGHT, r != NULL && is_name(r) && is_name(&v[last]));
	put_if(out, F_CUT_NUMBER_LEFT, l != NULL && (is_number(l) || left == WORD_MONEY) && is_number(&v[first]));
	put_if(out, F_CUT_NUMBER_RIGHT, r != NULL && (is_number(r) || right == WORD_UNIT) && is_number(&v[last]));
	put_if(out, F_CUT_DASH_LEFT, left == WORD_DASH && (v[first].flags & TOKEN_GLUED));
	put_if(out, F_CUT_DASH_RIGHT, r != NULL && right == WORD_DASH && (r->flags & TOKEN_GLUED));
	put_if(out, F_BETWEEN_COMMAS, left == WORD_COMMA && (right == WORD_COMMA || right == WORD_STOP));
	put_if(out, F_IN_BRACKETS, left == WORD_OPEN && right == WORD_CLOSE);
	put_if(out, F_ASKED_FIRST, s->hit[first] >= MATTERS);
	put_if(out, F_ASKED_LAST, s->hit[last] >= MATTERS);
}

static int bucket(size_t distance)
{
	static const int b[] = {0, 0, 1, 2, 3, 3, 4, 4, 4, 4};

	return distance < ARRAY_LEN(b) ? b[distance] : 5;
}

/* Distance to the nearest word of the question on each side, and how many are near. */
static void put_distances(struct span_list *out, const struct spans *s, const struct sentence *in, size_t first,
			  size_t last)
{
	size_t i = first, j = last + 1, near, wide;

	while (i > in->first && s->hit[i - 1] < MATTERS)
		i--;
	put(out, F_DISTANCE_LEFT + (i > in->first ? bucket(first - i + 1) : 6), SPAN_ONE);
	while (j < in->end && s->hit[j] < MATTERS)
		j++;
	put(out, F_DISTANCE_RIGHT + (j < in->end ? bucket(j - last) : 6), SPAN_ONE);
	near = first - in->first > 4 ? first - 4 : in->first;
	wide = first - in->first > 10 ? first - 10 : in->first;
	put(out, F_NEAR_LEFT, share_of((int)(s->sums[first] - s->sums[near]), s->total));
	put(out, F_WIDE_LEFT, share_of((int)(s->sums[first] - s->sums[wide]), s->total));
	near = in->end - last - 1 > 4 ? last + 5 : in->end;
	wide = in->end - last - 1 > 10 ? last + 11 : in->end;
	put(out, F_NEAR_RIGHT, share_of((int)(s->sums[near] - s->sums[last + 1]), s->total));
	put(out, F_WIDE_RIGHT, share_of((int)(s->sums[wide] - s->sums[last + 1]), s->total));
}

/* Signed distance to one word of the question: 0 none in the sentence, 1…4 left, 5…8 right. */
static int anchor_bucket(const struct spans *s, const struct sentence *in, int word, size_t first, size_t last)
{
	size_t best = SIZE_MAX;
	bool right = false;

	for (size_t i = in->first; i < in->end; i++) {
		size_t d = i < first ? first - i : i > last ? i - last : 0;

		if (s->match[i] == word && d > 0 && d < best) {
			best = d;
			right = i > last;
		}
	}
	if (best == SIZE_MAX)
		return 0;
	return (right ? 5 : 1) + (best == 1 ? 0 : best <= 3 ? 1 : best <= 7 ? 2 : 3);
}

static void put_anchors(struct span_list *out, const struct spans *s, const struct sentence *in, size_t first,
			size_t last)
{
	const int anchors[] = {s->question->after, s->question->before, s->question->noun, s->question->last};

	for (int i = 0; i < 4; i++) {
		if (anchors[i] >= 0)
			put(out, F_ANCHOR + i * 9 + anchor_bucket(s, in, anchors[i], first, last), SPAN_ONE);
	}
}

static void put_sentence(struct span_list *out, const struct spans *s, size_t sentence)
{
	const struct span_sentence *a = &s->about[sentence];

	put(out, F_OVERLAP, a->overlap);
	put(out, F_BEHIND_BEST, s->about[s->best].overlap - a->overlap);
	put_if(out, F_BEST, (int)sentence == s->best);
	put(out, F_PAIRS, a->pairs);
	put(out, F_BEFORE, sentence > 0 ? s->about[sentence - 1].overlap : 0);
	put(out, F_BEHIND, sentence + 1 < s->tokens->n_sentences ? s->about[sentence + 1].overlap : 0);
	put(out, F_NAMES, a->names);
	put(out, F_NUMBERS, a->numbers);
}

static void put_noun(struct span_list *out, const struct spans *s, const struct sentence *in, size_t first, size_t last)
{
	int noun = s->question->noun;
	bool inside = false;

	if (noun < 0)
		return;
	for (size_t i = first; i < last; i++)
		inside = inside || s->match[i] == noun;
	put_if(out, F_NOUN_INSIDE, inside);
	put_if(out, F_NOUN_LAST, s->match[last] == noun);
	put_if(out, F_NOUN_NEXT, last + 1 < in->end && s->match[last + 1] == noun);
	put_if(out, F_NOUN_PREVIOUS, first > in->first && s->match[first - 1] == noun);
}

void spans_features(const struct spans *s, size_t sentence, size_t first, size_t last, struct span_list *out)
{
	const struct sentence *in = &s->tokens->sentences[sentence];
	const struct token *v = s->tokens->v;
	struct census c = {0};
	bool quoted = first > in->first && last + 1 < in->end && v[first - 1].word_class == WORD_QUOTE &&
		      v[last + 1].word_class == WORD_QUOTE;

	out->n = 0;
	for (size_t i = first; i <= last; i++)
		count_token(&c, &v[i], s->hit[i]);
	put_edges(out, s, in, first, last);
	put_shapes(out, s, &c, first, quoted);
	put_inside(out, &c);
	put_distances(out, s, in, first, last);
	put_anchors(out, s, in, first, last);
	put_sentence(out, s, sentence);
	put_noun(out, s, in, first, last);
}
