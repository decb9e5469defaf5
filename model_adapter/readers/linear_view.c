/* linear_features: a passage and a question as the linear reader sees them. */
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "linear_impl.h"

static uint32_t tag_of(const struct token *t)
{
	if (t->word_class == WORD_NUMBER || t->word_class == WORD_YEAR || t->word_class == WORD_NUMERAL)
		return t->word_class;
	return is_open_class(t->word_class) ? mix(t->word_class, t->tail) : t->low;
}

/* The four tokens around an edge; NULL beyond the sentence. */
struct edge {
	const struct token *outer, *outer_two, *inner, *inner_two;
};

static void read_edge(const struct edge *e, enum linear_side side, uint32_t *atom)
{
	uint32_t in = class_of(e->inner), out = class_of(e->outer), both = in << 8 | out;

	atom[ATOM_OUTER] = low_of(e->outer);
	atom[ATOM_OUTER_TWO] = mix(low_of(e->outer), low_of(e->outer_two));
	atom[ATOM_INNER] = e->inner->low;
	atom[ATOM_STEM] = e->inner->stem;
	atom[ATOM_TAIL] = mix(in, e->inner->tail);
	atom[ATOM_CLASSES] = both;
	atom[ATOM_CLASSES_OUT] = both << 8 | class_of(e->outer_two);
	atom[ATOM_CLASSES_IN] = both << 8 | class_of(e->inner_two);
	atom[ATOM_OUTER_CLASS] = mix(low_of(e->outer), in);
	atom[ATOM_CLASS_INNER] = mix(out, e->inner->low);
	atom[ATOM_BOTH] = mix(low_of(e->outer), e->inner->low);
	atom[ATOM_TAGS] = mix(e->outer != NULL ? tag_of(e->outer) : 0, tag_of(e->inner));
	atom[ATOM_OUTER_STEM] = e->outer != NULL ? e->outer->stem : 0;
	atom[ATOM_SHAPE] = mix(out, e->inner->shape);
	for (int i = 0; i < LINEAR_ATOMS; i++)
		atom[i] = mix((uint32_t)(KIND_ATOM + i * LINEAR_SIDES + (int)side), atom[i]);
}

static void read_token(struct linear_passage *p, const struct sentence *in, size_t i)
{
	const struct tokens *t = &p->tokens;
	struct edge left = {at_or_null(t, in, i - 1), at_or_null(t, in, i - 2), &t->v[i], at_or_null(t, in, i + 1)};
	struct edge right = {left.inner_two, at_or_null(t, in, i + 2), &t->v[i], left.outer};

	read_edge(&left, LINEAR_START, p->v[i].atom[LINEAR_START]);
	read_edge(&right, LINEAR_END, p->v[i].atom[LINEAR_END]);
	p->v[i].tag = tag_of(&t->v[i]);
}

enum { OFTEN_SLOTS = 4096, OFTEN_MAX = 3 };

static void count_stems(struct linear_passage *p)
{
	uint8_t *count = xcalloc(OFTEN_SLOTS, 1);

	for (size_t i = 0; i < p->tokens.n; i++) {
		uint8_t *c = &count[p->tokens.v[i].stem % OFTEN_SLOTS];

		*c += *c < OFTEN_MAX;
	}
	for (size_t i = 0; i < p->tokens.n; i++)
		p->v[i].often = count[p->tokens.v[i].stem % OFTEN_SLOTS];
	free(count);
}

void linear_passage_read(struct linear_passage *out, const struct lexicon *lexicon, const char *text, size_t n)
{
	tokens_cut(&out->tokens, lexicon, text, n);
	out->v = xcalloc(out->tokens.n + 1, sizeof(*out->v));
	for (size_t s = 0; s < out->tokens.n_sentences; s++) {
		const struct sentence *in = &out->tokens.sentences[s];

		for (size_t i = in->first; i < in->end; i++)
			read_token(out, in, i);
	}
	count_stems(out);
}

void linear_passage_release(struct linear_passage *p)
{
	free(p->v);
	tokens_release(&p->tokens);
	p->v = NULL;
}

size_t linear_passage_size(const struct linear_passage *p)
{
	const struct tokens *t = &p->tokens;

	return t->n * (sizeof(*t->v) + sizeof(*p->v)) + t->n_sentences * sizeof(*t->sentences);
}

static void read_asks(struct linear_view *v, const struct tokens *t)
{
	const struct question *q = &v->question;
	uint32_t cue = q->cue >= 0 ? t->v[q->cue].low : 0;
	uint32_t next = q->cue >= 0 && (size_t)q->cue + 1 < t->n ? t->v[q->cue + 1].low : 0;
	uint32_t noun = q->noun >= 0 ? q->words[q->noun].stem : 0, verb = q->after >= 0 ? q->words[q->after].stem : 0;

	v->ask[ASK_ANY] = 0;
	v->ask[ASK_TYPE] = mix(ASK_TYPE, q->type);
	v->ask[ASK_CUE] = mix3(ASK_CUE, cue, next);
	v->ask[ASK_NOUN] = mix3(ASK_NOUN, (uint32_t)q->type, noun != 0 ? noun : cue);
	v->ask[ASK_VERB] = mix3(ASK_VERB, (uint32_t)q->type, verb);
}

/* Where a word of the question stands: 1…4 before the question word, 5…9 behind it; the noun 10; unknown 0. */
static void read_roles(struct linear_view *v)
{
	const struct question *q = &v->question;

	for (int k = 0; k < q->n_words; k++) {
		int d = (int)q->words[k].token - q->cue;

		if (k == q->noun)
			v->role[k] = 10;
		else if (q->cue < 0)
			v->role[k] = 0;
		else if (d < 0)
			v->role[k] = (uint8_t)(d >= -1 ? 1 : d >= -2 ? 2 : d >= -4 ? 3 : 4);
		else
			v->role[k] = (uint8_t)(d <= 1 ? 5 : d <= 2 ? 6 : d <= 4 ? 7 : d <= 7 ? 8 : 9);
	}
}

static void rank_sentences(struct linear_view *v)
{
	const struct spans *s = &v->spans;

	for (int i = 0; i < s->n_picked; i++) {
		const struct span_sentence *a = &s->about[s->picked[i]];

		v->rank[i] = 0;
		for (int k = 0; k < s->n_picked; k++) {
			const struct span_sentence *b = &s->about[s->picked[k]];
			int more = 4 * b->overlap + b->pairs - 4 * a->overlap - a->pairs;

			v->rank[i] += more > 0 || (more == 0 && k < i);
		}
	}
}

static bool ends_clause(const struct token *t)
{
	return t->word_class == WORD_COMMA || t->word_class == WORD_COLON || t->word_class == WORD_STOP ||
	       t->word_class == WORD_OPEN || t->word_class == WORD_CLOSE || t->word_class == WORD_BUT;
}

static void read_clauses(struct linear_view *v, const struct sentence *in)
{
	const struct spans *s = &v->spans;

	for (size_t i = in->first, end; i < in->end; i = end) {
		uint32_t share;

		for (end = i + 1; end < in->end && !ends_clause(&s->tokens->v[end - 1]);)
			end++;
		share = s->total > 0 ? (s->sums[end] - s->sums[i]) * 8 / (uint32_t)s->total : 0;
		memset(v->clause + i, (int)(share < 8 ? share : 8), end - i);
	}
}

void linear_view_open(struct linear_view *v, const struct lexicon *lexicon, const struct linear_passage *p,
		      const char *question, size_t n)
{
	struct tokens t;

	v->passage = p;
	tokens_cut(&t, lexicon, question, n);
	question_read(&v->question, &t);
	read_asks(v, &t);
	tokens_release(&t);
	read_roles(v);
	spans_open(&v->spans, &p->tokens, &v->question);
	rank_sentences(v);
	v->clause = xcalloc(p->tokens.n + 1, 1);
	for (int i = 0; i < v->spans.n_picked; i++)
		read_clauses(v, &p->tokens.sentences[v->spans.picked[i]]);
}

void linear_view_close(struct linear_view *v)
{
	spans_close(&v->spans);
	free(v->clause);
}
