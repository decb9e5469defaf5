/* linear_features: what a span is as a whole. */
#include "linear_impl.h"

/* What the span is made of. */
struct census {
	uint32_t words, content, names, numbers, asked;
	uint32_t classes, tags, stems; /* hashes of the sequence */
	uint8_t n[WORD_CLASSES];
};

static bool is_name(uint8_t c)
{
	return c == WORD_CAPITAL || c == WORD_TITLE || c == WORD_CAPITAL_FIRST;
}

static bool is_number(uint8_t c)
{
	return c == WORD_NUMBER || c == WORD_YEAR || c == WORD_NUMERAL || c == WORD_MONTH;
}

static void count_token(struct census *c, const struct linear_view *v, uint32_t i)
{
	const struct token *t = &v->passage->tokens.v[i];
	bool number = is_number(t->word_class), content = number || is_open_class(t->word_class);

	c->n[t->word_class]++;
	c->classes = mix(c->classes, t->word_class);
	c->tags = mix(c->tags, v->passage->v[i].tag);
	c->stems = mix(c->stems, t->stem);
	c->words += (t->flags & TOKEN_WORD) != 0;
	c->content += content;
	c->names += is_name(t->word_class);
	c->numbers += number;
	c->asked += content && v->spans.hit[i] >= MATTERS;
}

static uint32_t shape_of(const struct census *c, bool quoted)
{
	uint32_t mask = c->names == 0 ? 0 : c->names + c->numbers >= c->content ? 1 : 2;

	mask |= (uint32_t)(c->n[WORD_NUMBER] > 0) << 2 | (uint32_t)(c->n[WORD_YEAR] > 0) << 3;
	mask |= (uint32_t)(c->n[WORD_MONTH] > 0) << 4 | (uint32_t)(c->n[WORD_NUMERAL] > 0) << 5;
	mask |= (uint32_t)(c->n[WORD_MONEY] > 0) << 6 | (uint32_t)(c->n[WORD_UNIT] > 0) << 7;
	return mask | (uint32_t)quoted << 8;
}

/* What makes a stretch no phrase. */
static uint32_t breaks_of(const struct census *c)
{
	const uint8_t *n = c->n;
	uint32_t mask = n[WORD_OPEN] != n[WORD_CLOSE];

	mask |= (uint32_t)(n[WORD_QUOTE] % 2) << 1 | (uint32_t)(n[WORD_STOP] > 0) << 2;
	mask |= (uint32_t)(n[WORD_COLON] > 0) << 3 | (uint32_t)(n[WORD_BE] + n[WORD_AUX] > 0) << 4;
	mask |= (uint32_t)(n[WORD_RELATIVE] + n[WORD_BUT] + n[WORD_BECAUSE] > 0) << 5;
	mask |= (uint32_t)(n[WORD_COMMA] < 3 ? n[WORD_COMMA] : 3) << 6;
	return mask | (uint32_t)(n[WORD_AND] > 0) << 8 | (uint32_t)(n[WORD_PRONOUN] > 0) << 9;
}

void linear_span(const struct linear_view *v, int picked, struct sentence at, struct linear_list *out)
{
	const struct tokens *t = &v->passage->tokens;
	const struct sentence *in = &t->sentences[v->spans.picked[picked]];
	const struct token *l = at_or_null(t, in, (size_t)at.first - 1), *r = at_or_null(t, in, at.end);
	uint32_t sides = class_of(l) << 8 | class_of(r), length = at.end - at.first, asked, shape, breaks;
	uint32_t ends = (uint32_t)t->v[at.first].word_class << 8 | t->v[at.end - 1].word_class;
	struct census c = {0};

	out->n = 0;
	for (uint32_t i = at.first; i < at.end; i++)
		count_token(&c, v, i);
	asked = c.asked == 0 ? 0 : 1 + c.asked * 4 / c.content;
	shape = shape_of(&c, class_of(l) == WORD_QUOTE && class_of(r) == WORD_QUOTE);
	breaks = breaks_of(&c);
	put(out, mix3(KIND_SPAN, c.words, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SPAN, c.words, v->ask[ASK_CUE]));
	put(out, mix3(KIND_SPAN, c.words, v->ask[ASK_NOUN]));
	put(out, mix3(KIND_SPAN + 1, sides, 0));
	put(out, mix3(KIND_SPAN + 1, sides, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SPAN + 2, mix(low_of(l), low_of(r)), 0));
	put(out, mix3(KIND_SPAN + 3, ends, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SPAN + 3, ends, c.words));
	put(out, mix3(KIND_SPAN + 4, v->clause[at.first], c.words > 4));
	put(out, mix3(KIND_SPAN + 5, shape, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SPAN + 5, shape, v->ask[ASK_CUE]));
	put(out, mix3(KIND_SPAN + 5, shape, v->ask[ASK_NOUN]));
	put(out, mix3(KIND_SPAN + 6, asked, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SPAN + 6, asked, c.words));
	put(out, mix3(KIND_SPAN + 7, breaks, 0));
	put(out, mix3(KIND_SPAN + 7, breaks, v->ask[ASK_TYPE]));
	put(out, mix3(KIND_SPAN + 7, breaks, c.words));
	if (length <= 6) {
		put(out, mix3(KIND_SPAN + 8, c.classes, 0));
		put(out, mix3(KIND_SPAN + 8, c.classes, v->ask[ASK_TYPE]));
		put(out, mix3(KIND_SPAN + 8, c.classes, v->ask[ASK_CUE]));
		put(out, mix3(KIND_SPAN + 8, c.classes, sides));
	}
	if (length <= 3)
		put(out, mix3(KIND_SPAN + 9, c.tags, v->ask[ASK_TYPE]));
	if (length == 2 || length == 3)
		put(out, mix3(KIND_SPAN + 10, c.stems, v->ask[ASK_TYPE]));
}
