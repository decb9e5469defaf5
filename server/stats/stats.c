/* stats: see include/beat/stats.h. Here the counting is done; the words of a text, the longest overlap and the first
 * words have files of their own, and so have the types of answers and each form of output. */
#include "beat/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beat/interval.h"
#include "stats_impl.h"

enum { ANSWERS_MAX = 32 }; /* of one question that Table 2 looks at */

const char *const stats_type_name[STATS_TYPES] = {
    [STATS_WHAT] = "what",   [STATS_WHO] = "who",     [STATS_WHEN] = "when",
    [STATS_WHERE] = "where", [STATS_WHICH] = "which", [STATS_WHY] = "why",
    [STATS_HOW] = "how",     [STATS_IN] = "in",       [STATS_TYPE_OTHER] = "other",
};

static const struct stats_score UNKNOWN = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

/* Texts that were met, told apart by two hashes of 64 bits. */
struct key {
	uint64_t a, b; /* never both 0 */
};
struct seen {
	struct key *keys;
	size_t n, mask;
};

struct stats {
	char *seed;
	struct stats_part all, **parts;
	size_t n_parts;
	struct stats_part *part;   /* of the question before */
	struct buf title, passage; /* of the question before */
	bool has_passage;
	struct seen seen;
	struct words question;
	struct overlap *overlap;
	struct tree *tree;
	struct stats_lexicon *lexicon;
	bool votes_only, one_answer;
	struct stats_label *labels;
	size_t n_labels;
	uint64_t labelled;
	uint64_t success[STATS_SUCCESS], workers;
	struct examples *examples; /* NULL: none are wanted */
};

struct stats *stats_new(const char *seed)
{
	struct stats *st = xcalloc(1, sizeof(*st));

	st->seed = xstrdup(seed ? seed : "1");
	st->all.split = "all";
	st->overlap = overlap_new();
	st->tree = tree_new();
	st->lexicon = stats_lexicon_new();
	st->seen.mask = 1023;
	st->seen.keys = xcalloc(st->seen.mask + 1, sizeof(*st->seen.keys));
	return st;
}

static void part_release(struct stats_part *p)
{
	free(p->question_words.count);
	free(p->answer_words.count);
	free(p->overlap.count);
}

void stats_free(struct stats **at)
{
	struct stats *st = *at;

	if (!st)
		return;
	for (size_t i = 0; i < st->n_parts; i++) {
		part_release(st->parts[i]);
		free((char *)st->parts[i]->split);
		free(st->parts[i]);
	}
	part_release(&st->all);
	for (size_t i = 0; i < st->n_labels; i++)
		free((char *)st->labels[i].label);
	free(st->labels);
	examples_free(&st->examples);
	free(st->parts);
	free(st->seed);
	free(st->seen.keys);
	buf_release(&st->title);
	buf_release(&st->passage);
	words_release(&st->question);
	overlap_free(&st->overlap);
	tree_free(&st->tree);
	stats_lexicon_free(&st->lexicon);
	free(st);
	*at = NULL;
}

static void hist_add(struct stats_hist *h, size_t value)
{
	if (value >= h->n) {
		size_t n = value + value / 2 + 16;

		h->count = xrealloc(h->count, n * sizeof(*h->count));
		memset(h->count + h->n, 0, (n - h->n) * sizeof(*h->count));
		h->n = n;
	}
	h->count[value]++;
	h->total++;
	h->sum += value;
	h->squares += (uint64_t)value * value;
}

double stats_mean(const struct stats_hist *h)
{
	return h->total ? (double)h->sum / (double)h->total : NAN;
}

/* The difference is taken in whole numbers, where nothing can cancel out. */
double stats_sd(const struct stats_hist *h)
{
	unsigned __int128 n = h->total, sum = h->sum;

	return h->total ? sqrt((double)(n * h->squares - sum * sum)) / (double)h->total : NAN;
}

/* True if it was not there yet. */
static bool seen_add(struct seen *s, struct key k)
{
	size_t slot = k.a & s->mask;

	while (s->keys[slot].a || s->keys[slot].b) {
		if (s->keys[slot].a == k.a && s->keys[slot].b == k.b)
			return false;
		slot = (slot + 1) & s->mask;
	}
	s->keys[slot] = k;
	if (++s->n * 2 > s->mask) {
		struct seen big = {xcalloc(2 * (s->mask + 1), sizeof(k)), 0, 2 * s->mask + 1};

		for (size_t i = 0; i <= s->mask; i++) {
			if (s->keys[i].a || s->keys[i].b)
				seen_add(&big, s->keys[i]);
		}
		free(s->keys);
		*s = big;
	}
	return true;
}

static struct stats_part *find_part(const struct stats *st, const char *split)
{
	for (size_t i = 0; i < st->n_parts; i++) {
		if (strcmp(st->parts[i]->split, split) == 0)
			return st->parts[i];
	}
	return NULL;
}

static struct stats_part *part_of(struct stats *st, const char *split)
{
	struct stats_part *p = find_part(st, split);

	if (p)
		return p;
	p = xcalloc(1, sizeof(*p));
	p->split = xstrdup(split);
	st->parts = xrealloc(st->parts, (st->n_parts + 1) * sizeof(struct stats_part *));
	st->parts[st->n_parts++] = p;
	return p;
}

void stats_split_add(struct stats *st, const char *split)
{
	part_of(st, split);
}

static bool same(const struct buf *b, struct text_token t)
{
	return b->n == t.n && (t.n == 0 || memcmp(b->p, t.p, t.n) == 0);
}

static void set(struct buf *b, struct text_token t)
{
	buf_clear(b);
	buf_add(b, t.p, t.n);
}

enum { OF_DOCUMENT, OF_PASSAGE };

static struct key key_of(const struct stats *st, const char *split, int of)
{
	uint64_t place = stats_hash((uint64_t)of, split, strlen(split)), title, text = 0;

	title = stats_hash(2, st->title.p, st->title.n);
	if (of == OF_PASSAGE)
		text = stats_hash(3, st->passage.p, st->passage.n);
	uint64_t parts[] = {place, title, text, st->title.n, of == OF_PASSAGE ? st->passage.n : 0};

	return (struct key){stats_hash(4, parts, sizeof(parts)), stats_hash(5, parts, sizeof(parts)) | 1};
}

static void count_place(struct stats *st, struct stats_part *p, const char *split)
{
	p->documents += seen_add(&st->seen, key_of(st, split, OF_DOCUMENT));
	p->passages += seen_add(&st->seen, key_of(st, split, OF_PASSAGE));
}

/* The passage of this question, if it is not that of the one before. The whole has a name that no split can have. */
static void note_passage(struct stats *st, struct stats_part *p, const struct stats_item *item)
{
	bool same_passage = st->has_passage && same(&st->passage, item->passage);

	if (same_passage && p == st->part && same(&st->title, item->title))
		return;
	if (!same_passage)
		overlap_passage(st->overlap, item->passage.p, item->passage.n);
	set(&st->passage, item->passage);
	set(&st->title, item->title);
	st->has_passage = true;
	st->part = p;
	count_place(st, p, p->split);
	count_place(st, &st->all, "\x01 all");
}

/* By the first of plain words: lower case, no ASCII punctuation. */
static enum stats_type type_of(struct text_token w)
{
	static const char *const also_who[] = {"whom", "whose"};

	for (size_t i = 0; i < STATS_TYPE_OTHER; i++) {
		if (strlen(stats_type_name[i]) == w.n && memcmp(stats_type_name[i], w.p, w.n) == 0)
			return (enum stats_type)i;
	}
	for (size_t i = 0; i < ARRAY_LEN(also_who); i++) {
		if (strlen(also_who[i]) == w.n && memcmp(also_who[i], w.p, w.n) == 0)
			return STATS_WHO;
	}
	return STATS_TYPE_OTHER;
}

enum stats_type stats_question_type(struct text_token question)
{
	struct words w = {0};
	enum stats_type type;

	words_plain(&w, question.p, question.n);
	type = w.n > 0 ? type_of(w.v[0]) : STATS_TYPE_OTHER;
	words_release(&w);
	return type;
}

static uint32_t fnv1a(uint32_t h, const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)p[i]) * UINT32_C(16777619);
	return h;
}

/* Which of n answers to a question the seed draws: as seeded_place() does. */
static size_t draw(const struct stats *st, struct text_token id, size_t n)
{
	uint32_t h = fnv1a(UINT32_C(2166136261), st->seed, strlen(st->seed));

	h = fnv1a(h, ":", 1);
	h = fnv1a(h, id.p, id.n);
	h = fnv1a(h, "\0\0\0", 4);
	return (size_t)(((uint64_t)h * n) >> 32);
}

static void human_add(struct stats_human *h, const struct score_best *answers, size_t n, size_t drawn)
{
	struct score_best best = {0};
	double exact = 0, f1 = 0;

	for (size_t i = 0; i < n; i++) {
		exact += answers[i].exact;
		f1 += answers[i].f1;
		best.exact |= answers[i].exact;
		best.f1 = answers[i].f1 > best.f1 ? answers[i].f1 : best.f1;
	}
	h->questions++;
	h->exact += answers[drawn].exact;
	h->f1 += answers[drawn].f1;
	h->f1_squares += answers[drawn].f1 * answers[drawn].f1;
	h->mean_exact += exact / (double)n;
	h->mean_f1 += f1 / (double)n;
	h->best_exact += best.exact;
	h->best_f1 += best.f1;
}

/* Each answer against the others. */
static void human_of_answers(struct stats *st, struct stats_part *p, const struct stats_item *item)
{
	struct text_norm norm[ANSWERS_MAX];
	struct score_best best[ANSWERS_MAX] = {0};
	size_t n = item->n_answers < ANSWERS_MAX ? item->n_answers : ANSWERS_MAX, drawn = draw(st, item->id, n);

	for (size_t i = 0; i < n; i++)
		text_normalise(item->answers[i].p, item->answers[i].n, &norm[i]);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++) {
			struct score s;

			if (i == j)
				continue;
			s = score_norms(&norm[j], &norm[i]);
			score_best_add(&best[i], &s);
		}
	}
	human_add(&p->human, best, n, drawn);
	human_add(&st->all.human, best, n, drawn);
	for (size_t i = 0; i < n; i++)
		text_norm_release(&norm[i]);
}

void stats_one_answer(struct stats *st, bool on)
{
	st->one_answer = on;
}

void stats_votes_only(struct stats *st)
{
	st->votes_only = true;
}

void stats_human_set(struct stats *st, const char *split, uint64_t questions, const struct stats_score *score)
{
	struct stats_part *p = find_part(st, split);

	if (!p || questions == 0)
		return;
	p->human = (struct stats_human){.questions = questions, .given = true, .score = *score};
	st->all.human.questions += questions;
	st->all.human.given = true;
	st->all.human.score = st->n_parts == 1 ? *score : UNKNOWN;
}

struct stats_score stats_human_score(const struct stats_human *h)
{
	double n = (double)h->questions, mean = h->f1 / n, spread = 0;
	struct interval em, f1;

	if (h->questions == 0)
		return UNKNOWN;
	if (h->given)
		return h->score;
	if (h->questions > 1)
		spread = sqrt(fmax(0, h->f1_squares - n * mean * mean) / (n - 1));
	em = interval_clopper_pearson(h->exact, h->questions, 0.95);
	f1 = interval_student(mean, spread, h->questions, 0.95);
	return (struct stats_score){
	    .em = 100 * (double)h->exact / n,
	    .em_low = 100 * em.low,
	    .em_high = 100 * em.high,
	    .f1 = 100 * mean,
	    .f1_low = 100 * fmax(0, f1.low),
	    .f1_high = 100 * fmin(1, f1.high),
	    .mean_em = 100 * h->mean_exact / n,
	    .mean_f1 = 100 * h->mean_f1 / n,
	    .best_em = 100 * (double)h->best_exact / n,
	    .best_f1 = 100 * h->best_f1 / n,
	};
}

static void count_question(struct stats_part *p, size_t words, size_t overlap, enum stats_type type)
{
	p->questions++;
	hist_add(&p->question_words, words);
	hist_add(&p->overlap, overlap);
	p->type[type]++;
}

static void count_answer(struct stats_part *p, size_t words, enum stats_answer type)
{
	hist_add(&p->answer_words, words);
	p->answer[type]++;
}

static void add_answers(struct stats *st, struct stats_part *p, const struct stats_item *item)
{
	struct text_token gold;
	enum stats_answer type;
	size_t words;

	if (item->n_answers == 0) {
		p->unanswered++;
		st->all.unanswered++;
		return;
	}
	gold = item->answers[0];
	words = stats_word_count(gold.p, gold.n);
	type = stats_lexicon_answer_type(st->lexicon, gold, &st->question);
	count_answer(p, words, type);
	count_answer(&st->all, words, type);
	if (item->n_answers > 1 && !st->votes_only && !st->one_answer)
		human_of_answers(st, p, item);
}

void stats_add(struct stats *st, const struct stats_item *item)
{
	struct stats_part *p = part_of(st, item->split);
	size_t words = stats_word_count(item->question.p, item->question.n), overlap;
	enum stats_type type = STATS_TYPE_OTHER;

	note_passage(st, p, item);
	words_plain(&st->question, item->question.p, item->question.n);
	overlap = overlap_longest(st->overlap, &st->question);
	if (st->question.n > 0)
		type = type_of(st->question.v[0]);
	count_question(p, words, overlap, type);
	count_question(&st->all, words, overlap, type);
	tree_add(st->tree, &st->question);
	add_answers(st, p, item);
	if (st->examples)
		examples_add(st->examples, item, st->seed);
}

void stats_examples_want(struct stats *st, size_t n)
{
	examples_free(&st->examples);
	st->examples = n > 0 ? examples_new(n) : NULL;
}

void stats_examples_of(struct stats *st, const char *split)
{
	if (st->examples)
		examples_of(st->examples, split);
}

size_t stats_examples(const struct stats *st, const struct stats_example **examples)
{
	return st->examples ? examples_list(st->examples, examples) : 0;
}

void stats_success_add(struct stats *st, size_t step, uint64_t workers)
{
	st->success[step < STATS_SUCCESS ? step : STATS_SUCCESS - 1] += workers;
	st->workers += workers;
}

const uint64_t *stats_success(const struct stats *st, uint64_t *workers)
{
	*workers = st->workers;
	return st->success;
}

void stats_label_add(struct stats *st, const char *label, uint64_t n)
{
	st->labels = xrealloc(st->labels, (st->n_labels + 1) * sizeof(*st->labels));
	st->labels[st->n_labels++] = (struct stats_label){xstrdup(label), n};
}

void stats_labelled(struct stats *st, uint64_t labelled)
{
	st->labelled = labelled;
}

size_t stats_labels(const struct stats *st, const struct stats_label **labels, uint64_t *labelled)
{
	*labels = st->labels;
	*labelled = st->labelled;
	return st->n_labels;
}

const struct stats_part *stats_all(const struct stats *st)
{
	return &st->all;
}

size_t stats_splits(const struct stats *st)
{
	return st->n_parts;
}

const struct stats_part *stats_split(const struct stats *st, size_t i)
{
	return st->parts[i];
}

const char *stats_seed(const struct stats *st)
{
	return st->seed;
}

bool stats_has_votes(const struct stats *st)
{
	return st->votes_only;
}

size_t stats_first_words(const struct stats *st, struct stats_first *out, size_t max)
{
	return tree_beginnings(st->tree, out, max);
}

size_t stats_first_distinct(const struct stats *st)
{
	return tree_distinct(st->tree);
}

size_t stats_tree(const struct stats *st, uint32_t node, struct stats_node **children)
{
	return tree_children(st->tree, node, children);
}
