/* concur: do two benchmarks rank models alike? (Liu et al., "Can small and synthetic benchmarks drive modeling
 * innovation?"). Pearson's r and Kendall's τ-b of the scores that models have on both, with intervals by resampling
 * models. Pure; what is drawn is drawn by the seed. */
#ifndef BEAT_CONCUR_H
#define BEAT_CONCUR_H

#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/interval.h"
#include "beat/mem.h"

enum { CONCUR_ERR = 320, CONCUR_BENCHMARKS = 200, CONCUR_MODELS = 2000 };

/* Scores: a row a model, a column a benchmark. */
struct concur {
	char **models, **groups, **benchmarks; /* a model's group may be "" */
	double *scores;                        /* [model * n_benchmarks + benchmark]; NaN: not known */
	size_t n_models, n_benchmarks;
	char **names; /* of groups, each once, in the order of the file */
	size_t n_names;
};

/* CSV with the header model,group,NAME,…; quotes as in RFC 4180. 0, or -1 and a sentence with the line. */
int concur_read(struct concur *c, const char *csv, size_t n, char err[CONCUR_ERR]) BEAT_NODISCARD;
void concur_release(struct concur *c);
/* A benchmark by name; n_benchmarks if there is none. */
size_t concur_find(const struct concur *c, const char *name);

struct concur_pair {
	size_t a, b;       /* benchmarks */
	const char *group; /* NULL: all */
	size_t n;          /* models with both scores */
	double r, tau;     /* NaN where it has none: fewer than two models, or all scores of one equal */
	struct interval r_range, tau_range; /* 95 %, of resampled models; NaN: none */
	/* the model without which r changes most, and what both are then; n_models: none */
	size_t influential;
	double r_without, tau_without;
};
struct concur_pair concur_pair(const struct concur *c, size_t a, size_t b, const char *group, long resamples,
			       uint64_t seed);

/* Of n pairs of numbers. */
double concur_pearson(const double *x, const double *y, size_t n);
double concur_kendall(const double *x, const double *y, size_t n);

void concur_json(struct buf *out, const struct concur *c, const struct concur_pair *pairs, size_t n);
void concur_csv(struct buf *out, const struct concur *c, const struct concur_pair *pairs, size_t n);
/* Figures, whole SVG files. */
void concur_scatter(struct buf *out, const struct concur *c, const struct concur_pair *pair);
void concur_matrix(struct buf *out, const struct concur *c);

#endif
