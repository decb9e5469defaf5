/* expert: the baseline of people who know the task (beatctl expert): questions drawn from datasets, and what experts,
 * the crowd and models come to on them, side by side. In server/expert:
 *
 *   expert_draw.c     the sample of a dataset, as JSON for the database
 *   expert_score.c    exact match and F1 by set and by who, with intervals
 *   expert_print.c    a table, JSON, a figure
 *
 * Who answers and what is handed out is the database's (sql/functions/experts.sql). Functions return CLI_OK, or
 * CLI_FAILED or CLI_USAGE after saying what is wrong. */
#ifndef BEAT_EXPERT_H
#define BEAT_EXPERT_H

#include "beat/eval.h"
#include "beat/jw.h"

/* Adds a set to the JSON: so many questions of a dataset, those of the smallest SHA-256(seed, NUL, id). */
int expert_draw(struct jw *w, const struct eval_dataset *set, const char *seed, size_t questions);

enum expert_who { EXPERT_PERSON, EXPERT_ALL, EXPERT_CROWD, EXPERT_MODEL };

struct expert_row {
	size_t set;
	enum expert_who who;
	char *name;
	size_t n, exact; /* of the crowd: answers, each against the others to its question */
	struct interval_sample f1;
};

struct expert_report {
	char **sets; /* names, in the order of the baseline */
	size_t n_sets;
	struct expert_row *rows; /* by set: people by name, all of them, the crowd, models */
	size_t n;
};

/* The row of a set for somebody, made at its place if it is not there yet. */
struct expert_row *expert_row(struct expert_report *r, size_t set, enum expert_who who, const char *name);
/* An answer counts. */
void expert_count(struct expert_row *row, bool exact, double f1);
/* One question of a set, [{"text"}, …] known to answer it: the crowd's answers to one another, and the models'. */
int expert_question(struct expert_report *r, size_t set, const char *id, const json_t *answers,
		    const struct eval_models *models);
void expert_report_release(struct expert_report *r);

void expert_print(const struct expert_report *r);
void expert_json(struct buf *out, const struct expert_report *r);
/* F1 with its interval, a row each, as SVG. */
void expert_figure(struct buf *out, const struct expert_report *r, const char *title);

#endif
