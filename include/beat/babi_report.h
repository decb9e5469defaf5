/* babi_report: how models answer questions on made-up stories: accuracy by kind, number of supporting facts and their
 * composition (Dyna-bAbI, Figure 3), and whether they know the same when asked in two ways (appendix A.6). Pure. */
#ifndef BEAT_BABI_REPORT_H
#define BEAT_BABI_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/json.h"

#define BABI_TWIN "-where" /* the id of a yes-no question's twin is its own and this */

/* A question as `lab babi --format jsonl` has it. */
struct babi_line {
	json_t *root; /* owns the texts */
	const char *id, *kind, *question, *answer;
	char *composition; /* "GRAB+MOVE" */
	size_t facts;
};
/* 0, or -1 and a sentence in err. */
int babi_line_read(struct babi_line *line, const char *json, size_t n, char err[JSON_ERR_MAX]) BEAT_NODISCARD;
void babi_line_release(struct babi_line *line);
/* A number of story and question together, to find the same ones again. */
uint64_t babi_line_key(const struct babi_line *line);

/* Questions that must not come again, by their keys: add all, sort, then ask. */
struct babi_apart {
	uint64_t *keys;
	size_t n, room;
};
void babi_apart_add(struct babi_apart *a, uint64_t key);
void babi_apart_sort(struct babi_apart *a);
bool babi_apart_has(const struct babi_apart *a, uint64_t key);
void babi_apart_release(struct babi_apart *a);

/* The answer is right: the same words after normalisation, of lists in any order. */
bool babi_is_right(const char *answer, const char *predicted);

struct babi_report;
struct babi_report *babi_report_new(size_t n_models);
void babi_report_seen(struct babi_report *r, const struct babi_line *line); /* stood in the training data */
void babi_report_add(struct babi_report *r, const struct babi_line *line, const bool *right);
void babi_report_free(struct babi_report **r);

/* Both ways of asking, of one model: [yes-no right][where-P right]. */
struct babi_consistency {
	size_t count[2][2];
};
struct babi_consistency babi_report_consistency(const struct babi_report *r, size_t model);

struct babi_share {
	size_t n, right;
};
/* By kind; NULL: of all. */
struct babi_share babi_report_share(const struct babi_report *r, size_t model, const char *kind);
const char *babi_report_kind(const struct babi_report *r, size_t i); /* NULL behind the last */

void babi_report_json(struct buf *out, const struct babi_report *r, const char *const *models);
void babi_report_csv(struct buf *out, const struct babi_report *r, const char *const *models);
/* Figure 3: compositions down, number of facts across; a frame where the training data had the composition. */
void babi_report_heat(struct buf *out, const struct babi_report *r, size_t model, const char *name, const char *kind);

#endif
