/* The statistics as JSON. What the dashboard's admin_statistics has too is called as there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats_impl.h"

/* Two decimals are all that a sample's interval can tell, and the same on every machine. */
static void put_rounded(struct jw *w, const char *key, double v)
{
	jw_knum(w, key, round(v * 100) / 100);
}

static void put_lengths(struct jw *w, const struct stats_part *p)
{
	jw_kopen(w, "lengths", '{');
	jw_knum(w, "question_words", stats_mean(&p->question_words));
	jw_knum(w, "answer_words", stats_mean(&p->answer_words));
	jw_knum(w, "ngram_overlap", stats_mean(&p->overlap));
	jw_knum(w, "question_words_sd", stats_sd(&p->question_words));
	jw_knum(w, "answer_words_sd", stats_sd(&p->answer_words));
	jw_knum(w, "ngram_overlap_sd", stats_sd(&p->overlap));
	jw_close(w, '}');
}

struct hist_keys {
	const char *list, *value, *count;
};

static void put_hist(struct jw *w, struct hist_keys keys, const struct stats_hist *h)
{
	jw_kopen(w, keys.list, '[');
	for (size_t i = 0; i < h->n; i++) {
		if (h->count[i] == 0)
			continue;
		jw_open(w, '{');
		jw_kint(w, keys.value, (int64_t)i);
		jw_kint(w, keys.count, (int64_t)h->count[i]);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

/* The most frequent type first, as on the dashboard; those without questions are left out. */
static bool comes_before(const struct stats_part *p, int i, int j)
{
	if (p->type[i] != p->type[j])
		return p->type[i] > p->type[j];
	return strcmp(stats_type_name[i], stats_type_name[j]) < 0;
}

static void put_types(struct jw *w, const struct stats_part *p)
{
	bool done[STATS_TYPES] = {false};

	jw_kopen(w, "wh", '[');
	for (;;) {
		int best = -1;

		for (int i = 0; i < STATS_TYPES; i++) {
			if (!done[i] && p->type[i] > 0 && (best < 0 || comes_before(p, i, best)))
				best = i;
		}
		if (best < 0)
			break;
		done[best] = true;
		jw_open(w, '{');
		jw_kstr(w, "word", stats_type_name[best]);
		jw_kint(w, "n", (int64_t)p->type[best]);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void put_answer_types(struct jw *w, const struct stats_part *p)
{
	jw_kopen(w, "answer_types", '[');
	for (int i = 0; i < STATS_ANSWERS; i++) {
		jw_open(w, '{');
		jw_kstr(w, "type", stats_answer_name[i]);
		jw_kstr(w, "label", stats_answer_label[i]);
		jw_kint(w, "n", (int64_t)p->answer[i]);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void put_figures(struct jw *w, const struct stats_part *p)
{
	put_lengths(w, p);
	put_hist(w, (struct hist_keys){"question_lengths", "words", "n"}, &p->question_words);
	put_hist(w, (struct hist_keys){"answer_lengths", "words", "n"}, &p->answer_words);
	put_hist(w, (struct hist_keys){"overlap", "n", "questions"}, &p->overlap);
	put_types(w, p);
	put_answer_types(w, p);
}

static void put_counts(struct jw *w, const struct stats_part *p)
{
	jw_kstr(w, "split", p->split);
	jw_kint(w, "documents", (int64_t)p->documents);
	jw_kint(w, "passages", (int64_t)p->passages);
	jw_kint(w, "questions", (int64_t)p->questions);
	jw_kint(w, "unanswered", (int64_t)p->unanswered);
}

static void put_first_words(struct jw *w, const struct stats *st)
{
	struct stats_first *first = xmalloc(STATS_FIRST_MAX * sizeof(*first));
	size_t n = stats_first_words(st, first, STATS_FIRST_MAX);

	jw_kopen(w, "first_tokens", '[');
	for (size_t i = 0; i < n; i++) {
		jw_open(w, '{');
		jw_kopen(w, "path", '[');
		for (size_t j = 0; j < first[i].n_words; j++)
			jw_strn(w, first[i].words[j].p, first[i].words[j].n);
		jw_close(w, ']');
		jw_kint(w, "n", (int64_t)first[i].n);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_kint(w, "first_tokens_distinct", (int64_t)stats_first_distinct(st));
	free(first);
}

static void put_labels(struct jw *w, const struct stats *st)
{
	const struct stats_label *labels;
	uint64_t labelled;
	size_t n = stats_labels(st, &labels, &labelled);

	jw_kint(w, "labelled", (int64_t)labelled);
	jw_kopen(w, "labels", '[');
	for (size_t i = 0; i < n; i++) {
		jw_open(w, '{');
		jw_kstr(w, "label", labels[i].label);
		jw_kint(w, "n", (int64_t)labels[i].n);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void put_success(struct jw *w, const struct stats *st)
{
	uint64_t all;
	const uint64_t *workers = stats_success(st, &all);

	jw_key(w, "workers");
	jw_open(w, '[');
	for (int i = 0; i < STATS_SUCCESS; i++) {
		if (workers[i] == 0)
			continue;
		jw_open(w, '{');
		jw_knum(w, "bucket", i / 20.0);
		jw_kint(w, "workers", (int64_t)workers[i]);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void put_human(struct jw *w, const struct stats_part *p)
{
	struct stats_score s = stats_human_score(&p->human);

	jw_open(w, '{');
	jw_kstr(w, "split", p->split);
	jw_kint(w, "questions", (int64_t)p->human.questions);
	jw_kopen(w, "one", '{');
	put_rounded(w, "em", s.em);
	put_rounded(w, "em_low", s.em_low);
	put_rounded(w, "em_high", s.em_high);
	put_rounded(w, "f1", s.f1);
	put_rounded(w, "f1_low", s.f1_low);
	put_rounded(w, "f1_high", s.f1_high);
	jw_close(w, '}');
	jw_kopen(w, "mean", '{');
	put_rounded(w, "em", s.mean_em);
	put_rounded(w, "f1", s.mean_f1);
	jw_close(w, '}');
	jw_kopen(w, "best", '{');
	put_rounded(w, "em", s.best_em);
	put_rounded(w, "f1", s.best_f1);
	jw_close(w, '}');
	jw_close(w, '}');
}

static void put_humans(struct jw *w, const struct stats *st)
{
	jw_kopen(w, "human", '{');
	jw_kstr(w, "source", stats_has_votes(st) ? "votes" : "answers");
	jw_kstr(w, "seed", stats_seed(st));
	jw_kopen(w, "splits", '[');
	for (size_t i = 0; i < stats_splits(st); i++) {
		if (stats_split(st, i)->human.questions > 0)
			put_human(w, stats_split(st, i));
	}
	jw_close(w, ']');
	jw_close(w, '}');
}

static void put_known(struct jw *w, const char *key, double v)
{
	jw_knum(w, key, v < 0 ? NAN : v);
}

static void put_split_counts(struct jw *w, const char *key, const int counts[3])
{
	jw_kopen(w, key, '{');
	jw_kint(w, "train", counts[0]);
	jw_kint(w, "dev", counts[1]);
	jw_kint(w, "test", counts[2]);
	jw_close(w, '}');
}

static void put_reference(struct jw *w, const struct stats_reference *r)
{
	jw_open(w, '{');
	jw_kstr(w, "name", r->name);
	jw_knum(w, "question", r->question);
	jw_knum(w, "answer", r->answer);
	jw_knum(w, "overlap", r->overlap);
	put_split_counts(w, "passages", r->passages);
	put_split_counts(w, "questions", r->questions);
	put_known(w, "dev_em", r->dev_em);
	put_known(w, "dev_f1", r->dev_f1);
	put_known(w, "test_em", r->test_em);
	put_known(w, "test_f1", r->test_f1);
	jw_close(w, '}');
}

static void put_about(struct jw *w, const struct stats_about *about)
{
	jw_kopen(w, "about", '{');
	jw_kstr(w, "kind", about->kind);
	jw_kstr(w, "name", about->name);
	jw_kstr(w, "as_of", about->as_of);
	jw_kstr(w, "note", about->note);
	jw_close(w, '}');
}

static void put_definitions(struct jw *w)
{
	jw_kopen(w, "definitions", '{');
	for (const struct stats_definition *d = stats_definitions; d->key; d++)
		jw_kstr(w, d->key, d->text);
	jw_close(w, '}');
	jw_kopen(w, "answer_words", '{');
	for (const struct stats_words *l = stats_answer_words; l->name; l++)
		jw_kstr(w, l->name, l->words);
	jw_close(w, '}');
}

void stats_json(struct jw *w, const struct stats *st, const struct stats_about *about)
{
	const struct stats_part *all = stats_all(st);

	jw_open(w, '{');
	if (about)
		put_about(w, about);
	jw_kint(w, "documents", (int64_t)all->documents);
	jw_kint(w, "passages", (int64_t)all->passages);
	jw_kint(w, "questions", (int64_t)all->questions);
	jw_kint(w, "unanswered", (int64_t)all->unanswered);
	jw_kopen(w, "splits", '[');
	for (size_t i = 0; i < stats_splits(st); i++) {
		jw_open(w, '{');
		put_counts(w, stats_split(st, i));
		jw_close(w, '}');
	}
	jw_close(w, ']');
	put_figures(w, all);
	put_first_words(w, st);
	put_labels(w, st);
	put_success(w, st);
	put_humans(w, st);
	jw_kopen(w, "by_split", '[');
	for (size_t i = 0; i < stats_splits(st); i++) {
		jw_open(w, '{');
		put_counts(w, stats_split(st, i));
		put_figures(w, stats_split(st, i));
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_kopen(w, "reference", '[');
	for (size_t i = 0; i < STATS_REFERENCES; i++)
		put_reference(w, &stats_reference[i]);
	jw_close(w, ']');
	put_definitions(w);
	jw_close(w, '}');
}
