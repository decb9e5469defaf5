/* eval: how good answers are on datasets: finding datasets, looking answers up, scoring,
 * tables and JSON. For the command lines `beatctl eval` (files of predictions, models over
 * HTTP) and `beat-model eval` (readers); in server/eval:
 *
 *   eval_data.c     which datasets: files, folders, releases; their names and splits
 *   eval_answer.c   what a model answers to a question
 *   eval_score.c    one pass over a dataset: every model's answer to every question
 *   eval_print.c    tables and JSON
 *
 * Functions return CLI_OK, or CLI_FAILED or CLI_USAGE after saying what is wrong. */
#ifndef BEAT_EVAL_H
#define BEAT_EVAL_H

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/dataset.h"
#include "beat/interval.h"
#include "beat/json.h"
#include "beat/model.h"
#include "beat/score.h"

/* Datasets */

struct eval_dataset {
	char *name, *split, *path; /* split "": the names do not tell */
	size_t questions;
};
struct eval_datasets {
	struct eval_dataset *v;
	size_t n;
};

/* Finds the datasets that the words of the command line mean. splits: of --split. */
int eval_datasets_find(struct eval_datasets *out, char **words, int n_words, const struct cli_strs *splits);
void eval_datasets_release(struct eval_datasets *sets);

/* The split a path tells: "train", "dev", "test", or "". */
const char *eval_split_of(const char *path);

/* Reads a dataset, or says what is wrong with it; what the sink returns, if not 0, is the result. */
int eval_read(const char *path, unsigned need, const struct dataset_sink *sink);

/* Reads it once, to count its questions and to see that it is sound. */
int eval_check(struct eval_dataset *set, unsigned need);

/* Models */

enum { EVAL_KEY_LEN = 32 };

/* What an answer depends on, passage and question, as 32 hexadecimal digits. */
struct eval_key {
	char hex[EVAL_KEY_LEN + 1];
};
struct eval_passage_hash {
	unsigned char sha256[32];
};
struct eval_passage_hash eval_hash_passage(const struct dataset_passage *p);
struct eval_key eval_key_of(const struct eval_passage_hash *passage, const struct dataset_question *q);

struct eval_model {
	char *name;            /* as it stands in the tables; NULL until the endpoint named itself */
	struct cli_strs files; /* predictions; none: it is asked, by us (a reader) or over HTTP: */
	char *url, *protocol;
	const char *call, *served;                   /* how it is asked otherwise, and by which name; or NULL */
	char *shown;                                 /* the URL as people may see it */
	char *reported, *version, *weights, *prompt; /* what it says about itself, and what it is told */
	const char *save;                            /* file for its predictions, or NULL */
	struct buf saved;

	json_t *answers; /* by question id (files) or by key */
	size_t asked, cached;
	size_t faults[MODEL_OUTCOMES];
	char *first_fault; /* "question q1: timeout: …" */
};
struct eval_models {
	struct eval_model *v;
	size_t n;
};

void eval_models_release(struct eval_models *models);
int eval_models_load(struct eval_models *models); /* the files of predictions */
int eval_models_save(struct eval_models *models); /* what --save-predictions asked for */
/* One more, without a name yet. */
struct eval_model *eval_models_add(struct eval_models *models);
static inline bool eval_is_endpoint(const struct eval_model *m)
{
	return m->url != NULL;
}
/* Its answer to a question: a JSON string as a rule, or NULL. */
const json_t *eval_answer(const struct eval_model *m, const struct eval_passage_hash *passage,
			  const struct dataset_question *q);

/* One file {"question id":"answer",…}, plain or gzip, as an object; NULL after saying what is wrong. */
json_t *eval_predictions_load(const char *path);

/* What somebody else wrote, at a length that fits in a sentence. Caller frees. */
char *eval_shortened(const char *s);

/* Scoring */

struct eval_cell { /* one model on one dataset */
	struct score_sum sum;
	struct interval_sample f1;
	size_t wins; /* against the first gold answer, as in the game */
	size_t unanswered;
	char *first_unanswered; /* id */
};
struct eval_article {
	char *title; /* NULL: it has none */
	size_t title_n;
	struct score_sum *sums; /* a model each */
};
/* How the models' games on the same questions go together. */
struct eval_together {
	size_t *beaten;    /* [a × models + b]: questions that a loses and b wins */
	size_t *won_alone; /* of each model: questions that all others lose and it wins */
	size_t lost_by_all;
};
struct eval_results {            /* of one dataset */
	struct eval_cell *cells; /* a model each */
	struct eval_article *articles;
	size_t n_articles;
	struct eval_together together;
};
int eval_score(const struct eval_dataset *set, struct eval_models *models, bool per_article, struct eval_results *out);
void eval_results_release(struct eval_results *r, size_t n_models);

/* Printing */

struct eval_report {
	const struct eval_datasets *sets;
	const struct eval_models *models;
	const struct eval_results *results; /* a dataset each */
	bool per_article, together;
};
/* Of a cell, in per cent: Clopper and Pearson's; Student's within 0 and 100. */
struct interval eval_exact_interval(const struct eval_cell *c);
struct interval eval_f1_interval(const struct eval_cell *c);
extern const double eval_level;                        /* of the intervals */
void eval_print_official(const struct eval_report *r); /* as the official script does: one dataset, one model */
void eval_print_tables(const struct eval_report *r);
void eval_print_json(const struct eval_report *r);

#endif
