/* linear_features: the edges of a span, its tokens and its sentence. */
#include "beat/mem.h"
#include "linear_impl.h"

enum { NEAR_TOKENS = 3, PATH_TOKENS = 5, PAIR_WORDS = 8 };

/* Which patterns are taken together with which grain of the question. */
static const struct {
	uint8_t atom, ask;
} edges[] = {
    {ATOM_OUTER, ASK_ANY},        {ATOM_OUTER, ASK_TYPE},      {ATOM_OUTER, ASK_CUE},
    {ATOM_OUTER, ASK_NOUN},       {ATOM_OUTER, ASK_VERB},      {ATOM_OUTER_TWO, ASK_ANY},
    {ATOM_OUTER_TWO, ASK_TYPE},   {ATOM_INNER, ASK_ANY},       {ATOM_INNER, ASK_TYPE},
    {ATOM_INNER, ASK_CUE},        {ATOM_STEM, ASK_NOUN},       {ATOM_STEM, ASK_VERB},
    {ATOM_TAIL, ASK_ANY},         {ATOM_TAIL, ASK_TYPE},       {ATOM_TAIL, ASK_CUE},
    {ATOM_TAIL, ASK_NOUN},        {ATOM_TAIL, ASK_VERB},       {ATOM_CLASSES, ASK_ANY},
    {ATOM_CLASSES, ASK_TYPE},     {ATOM_CLASSES, ASK_CUE},     {ATOM_CLASSES, ASK_NOUN},
    {ATOM_CLASSES, ASK_VERB},     {ATOM_CLASSES_OUT, ASK_ANY}, {ATOM_CLASSES_OUT, ASK_TYPE},
    {ATOM_CLASSES_IN, ASK_ANY},   {ATOM_CLASSES_IN, ASK_TYPE}, {ATOM_OUTER_CLASS, ASK_ANY},
    {ATOM_OUTER_CLASS, ASK_TYPE}, {ATOM_CLASS_INNER, ASK_ANY}, {ATOM_CLASS_INNER, ASK_TYPE},
    {ATOM_BOTH, ASK_ANY},         {ATOM_TAGS, ASK_ANY},        {ATOM_TAGS, ASK_TYPE},
    {ATOM_OUTER_STEM, ASK_TYPE},  {ATOM_SHAPE, ASK_ANY},       {ATOM_SHAPE, ASK_TYPE},
    {ATOM_SHAPE, ASK_CUE},
};

/* Words of the question with the word beyond the edge: "located" and "in". */
static void put_pairs(const struct linear_view *v, const uint32_t *atom, struct linear_list *out)
{
	const struct question *q = &v->question;
	int taken = 0;

	for (int k = 0; k < q->n_words && taken < PAIR_WORDS; k++) {
		if (q->words[k].weight < WEIGHTY || q->words[k].capital || q->words[k].digit)
			continue;
		taken++;
		put(out, mix3(KIND_WORD_PAIR, q->words[k].stem, atom[ATOM_OUTER]));
		put(out, mix3(KIND_STEM_PAIR, q->words[k].stem, atom[ATOM_TAIL]));
	}
}

static int quality(const struct linear_view *v, size_t i, int k)
{
	return v->passage->tokens.v[i].low == v->question.words[k].low ? 1 : 0;
}

static uint32_t distance(size_t d)
{
	return d <= 3 ? (uint32_t)d : d <= 5 ? 4 : d <= 8 ? 5 : d <= 13 ? 6 : 7;
}

/* The words of the question that stand near, and how they are reached: the classes of the tokens between. */
static void put_near(const struct linear_view *v, const struct sentence *in, size_t token, enum linear_side side,
		     struct linear_list *out)
{
	const struct spans *s = &v->spans;
	uint32_t path = (uint32_t)side + 1, words = path, found = 0, kind = (uint32_t)side;
	size_t i = token;

	for (size_t d = 1;; d++) {
		const struct token *t;
		int k;

		if (side == LINEAR_START ? i == in->first : i + 1 >= in->end)
			break;
		i = side == LINEAR_START ? i - 1 : i + 1;
		t = &s->tokens->v[i];
		k = (int)s->match[i];
		if (k >= 0 && v->question.words[k].weight >= 8) {
			uint32_t role = v->role[k], what = kind << 16 | distance(d) << 8 | role << 1;

			what |= (uint32_t)quality(v, i, k);
			if (d <= NEAR_TOKENS)
				put(out, mix3(KIND_NEAR_TYPE, what | found << 24, v->ask[ASK_TYPE]));
			put(out, mix3(KIND_NEAR, what, found));
			put(out, mix3(KIND_NEAR, what, v->ask[ASK_CUE]));
			if (found == 0) {
				put(out, mix3(KIND_PATH, path, role));
				put(out, mix3(KIND_PATH_TYPE, path, v->ask[ASK_TYPE]));
				put(out, mix3(KIND_PATH_TYPE, words, v->ask[ASK_TYPE]));
				put(out, mix3(KIND_PATH, words, role));
			}
			if (++found == 3)
				return;
		}
		if (d <= PATH_TOKENS) {
			path = mix(path, t->word_class);
			words = mix(words, v->passage->v[i].tag);
		} else if (found == 0) {
			path = words = 0;
		}
	}
	put(out, mix3(KIND_NO_PATH, kind, found));
}

/* How much of the question stands beyond the edge, near and further away. */
static void put_shares(const struct linear_view *v, const struct sentence *in, size_t token, enum linear_side side,
		       struct linear_list *out)
{
	static const size_t reach[] = {3, 8};
	const struct spans *s = &v->spans;

	for (uint32_t i = 0; i < ARRAY_LEN(reach); i++) {
		size_t from = token - in->first > reach[i] ? token - reach[i] : in->first, to = token;
		uint32_t share;

		if (side == LINEAR_END) {
			from = token + 1;
			to = in->end - from > reach[i] ? from + reach[i] : in->end;
		}
		share = s->total > 0 ? (s->sums[to] - s->sums[from]) * 12 / (uint32_t)s->total : 0;
		share = (share < 12 ? share : 12) << 4 | i << 1 | (uint32_t)side;
		put(out, mix3(KIND_SHARE, share, 0));
		put(out, mix3(KIND_SHARE, share, v->ask[ASK_TYPE]));
	}
}

/* Distance to the words of the question that an answer should stand by. */
static void put_anchors(const struct linear_view *v, const struct sentence *in, size_t token, enum linear_side side,
			struct linear_list *out)
{
	const int anchors[] = {v->question.after, v->question.before, v->question.noun, v->question.last};
	uint32_t near[ARRAY_LEN(anchors)] = {0};

	for (size_t i = token, d = 1; side == LINEAR_START ? i > in->first : i + 1 < in->end; d++) {
		i = side == LINEAR_START ? i - 1 : i + 1;
		for (size_t k = 0; k < ARRAY_LEN(anchors); k++) {
			if (anchors[k] >= 0 && near[k] == 0 && v->spans.match[i] == anchors[k])
				near[k] = distance(d);
		}
	}
	for (size_t k = 0; k < ARRAY_LEN(anchors); k++) {
		uint32_t what = near[k] << 8 | (uint32_t)k << 1 | (uint32_t)side;

		if (anchors[k] < 0)
			continue;
		put(out, mix3(KIND_ANCHOR, what, 0));
		put(out, mix3(KIND_ANCHOR, what, v->ask[ASK_TYPE]));
	}
}

void linear_edge(const struct linear_view *v, int picked, size_t token, enum linear_side side, struct linear_list *out)
{
	const struct sentence *in = &v->passage->tokens.sentences[v->spans.picked[picked]];
	const uint32_t *atom = v->passage->v[token].atom[side];

	out->n = 0;
	for (size_t i = 0; i < ARRAY_LEN(edges); i++)
		put(out, mix(atom[edges[i].atom], v->ask[edges[i].ask]));
	put_pairs(v, atom, out);
	put_near(v, in, token, side, out);
	put_shares(v, in, token, side, out);
	put_anchors(v, in, token, side, out);
}

void linear_inside(const struct linear_view *v, size_t token, struct linear_list *out)
{
	const struct token *t = &v->passage->tokens.v[token];
	const struct linear_token *l = &v->passage->v[token];
	const struct question *q = &v->question;
	int k = (int)v->spans.match[token], taken = 0;

	out->n = 0;
	put(out, mix3(KIND_INSIDE, t->stem, 0));
	put(out, mix3(KIND_INSIDE, t->stem, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_INSIDE, t->stem, v->ask[ASK_NOUN]));
	put(out, mix3(KIND_INSIDE, t->stem, v->ask[ASK_VERB]));
	put(out, mix3(KIND_INSIDE + 1, l->tag, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_INSIDE + 1, l->tag, v->ask[ASK_CUE]));
	put(out, mix3(KIND_INSIDE + 1, l->tag, v->ask[ASK_NOUN]));
	put(out, mix3(KIND_INSIDE + 2, t->word_class, v->ask[ASK_CUE]));
	put(out, mix3(KIND_INSIDE + 2, t->word_class, v->ask[ASK_NOUN]));
	put(out, mix3(KIND_INSIDE + 2, t->word_class, v->ask[ASK_VERB]));
	put(out, mix3(KIND_INSIDE + 3, (uint32_t)t->word_class << 8 | l->often, v->ask[ASK_TYPE]));
	if (t->noun_type >= 0)
		put(out, mix3(KIND_INSIDE + 4, (uint32_t)t->noun_type, v->ask[ASK_NOUN]));
	if (k >= 0) {
		put(out, mix3(KIND_INSIDE_MATCH, v->role[k], v->ask[ASK_TYPE]));
		put(out, mix3(KIND_INSIDE_MATCH, v->role[k], t->word_class));
		put(out, mix3(KIND_INSIDE_MATCH, q->words[k].stem, 0));
	}
	for (int j = 0; j < q->n_words && taken < PAIR_WORDS && is_open_class(t->word_class); j++) {
		if (q->words[j].weight < WEIGHTY || q->words[j].capital || q->words[j].digit)
			continue;
		taken++;
		put(out, mix3(KIND_INSIDE_PAIR, q->words[j].stem, t->stem));
	}
}

/* Which words of the question the sentence has. */
static void put_found(const struct linear_view *v, const struct sentence *in, struct linear_list *out)
{
	const struct question *q = &v->question;
	uint8_t found[QUESTION_WORDS_MAX] = {0};
	uint32_t missing = 0, there = 0;

	for (size_t i = in->first; i < in->end; i++) {
		int k = (int)v->spans.match[i];

		if (k >= 0)
			found[k] = (uint8_t)(1 + quality(v, i, k));
	}
	for (int k = 0; k < q->n_words; k++) {
		uint32_t class = (uint32_t)(q->words[k].capital             ? 1
					    : q->words[k].digit             ? 2
					    : q->words[k].weight >= WEIGHTY ? 3
									    : 0);

		if (class == 0)
			continue;
		missing += found[k] == 0;
		there += found[k] > 0;
		put(out, mix3(KIND_SENTENCE, class << 8 | found[k], v->role[k]));
		put(out, mix3(KIND_SENTENCE, class << 8 | found[k], v->ask[ASK_TYPE]));
		put(out, mix3(KIND_SENTENCE + 1, q->words[k].stem, found[k] > 0));
	}
	put(out, mix3(KIND_SENTENCE + 2, missing < 8 ? missing : 8, 0));
	put(out, mix3(KIND_SENTENCE + 2, missing < 8 ? missing : 8, there < 8 ? there + 1 : 9));
	put(out, mix3(KIND_SENTENCE + 3, there < 8 ? there : 8, 0));
}

void linear_sentence(const struct linear_view *v, int picked, struct linear_list *out)
{
	const struct tokens *t = &v->passage->tokens;
	size_t at = v->spans.picked[picked];
	const struct sentence *in = &t->sentences[at];
	const struct span_sentence *about = v->spans.about;
	uint32_t rank = (uint32_t)v->rank[picked], place = at < 3 ? (uint32_t)at : at + 1 == t->n_sentences ? 4 : 3;
	uint32_t head = t->v[in->first].word_class, before = at > 0 ? (uint32_t)about[at - 1].overlap / 11 : 7;
	uint32_t behind = (uint32_t)(about[v->spans.best].overlap - about[at].overlap) / 8;

	out->n = 0;
	put_found(v, in, out);
	put(out, mix3(KIND_SENTENCE + 4, rank, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SENTENCE + 4, rank, behind + 1));
	put(out, mix3(KIND_SENTENCE + 5, place, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SENTENCE + 6, head, before));
	put(out, mix3(KIND_SENTENCE + 7, (uint32_t)about[at].overlap / 8, (uint32_t)about[at].pairs / 11));
	put(out, mix3(KIND_SENTENCE + 8, (in->end - in->first) / 6, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SENTENCE + 9, t->v[in->first].low, rank));
}
