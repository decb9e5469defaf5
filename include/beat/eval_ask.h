/* eval_ask: what `beatctl eval` needs beside eval.h: models behind HTTP.
 *
 *   eval_model.c    which models: files of predictions and endpoints
 *   eval_ask.c      asks an endpoint all questions that are not in its cache
 *   eval_cache.c    the answers of one build of a model, on disk
 *   eval_run.c      all of a run, with what is printed */
#ifndef BEAT_EVAL_ASK_H
#define BEAT_EVAL_ASK_H

#include "beat/eval.h"

/* A model that is asked, as the command line has it. */
struct eval_endpoint {
	const char *given;    /* [NAME=]URL[,PROTOCOL] */
	const char *protocol; /* NULL: what `given` says, else ours */
	const char *served;   /* what its server calls it; NULL: nothing */
	const char *call;     /* how it is asked otherwise, as struct model_ref has it; NULL: nothing */
};
struct eval_endpoints {
	struct eval_endpoint *v;
	size_t n;
};

/* asked, saves: NULL is none. */
int eval_models_find(struct eval_models *out, const struct cli_strs *predictions, const struct eval_endpoints *asked,
		     const struct cli_strs *saves);
/* Gives every model its name in the tables, each another. */
void eval_models_name(struct eval_models *models);

/* Asking */

struct eval_ask_conf {
	long concurrency, timeout_s;
	const char *cache; /* folder; NULL: the usual one */
	bool no_cache;
};
/* Asks every endpoint about every question. On the way out all answers are in model->answers. */
int eval_ask(struct eval_models *models, const struct eval_datasets *sets, const struct eval_ask_conf *conf);

/* A run */

struct eval_conf {
	struct cli_strs predictions, saves, splits; /* of --predictions, --save-predictions, --split */
	struct eval_endpoints asked;                /* of --model */
	struct eval_ask_conf ask;
	bool per_article, together, json;
	/* Given all that was measured, after it was printed; NULL: nobody wants it. CLI_OK, or CLI_FAILED after saying
	 * why. */
	int (*measured)(void *arg, const struct eval_report *r);
	void *arg;
};
/* One file of predictions on one dataset, printed as the official script does. Each is read once: they may be pipes. */
int eval_official(const struct eval_conf *conf, const char *dataset, const char *predictions);
/* Every model on every dataset that the words mean. CLI_FAILED also if an endpoint owes answers. */
int eval_compare(const struct eval_conf *conf, char **datasets, int n);

/* The cache of one build of a model: a file of JSON lines, one added by one write, so that a run that is killed
 * loses nothing but the answers under way, and two runs may go on at once. */
struct eval_cache;
struct eval_cache *eval_cache_open(const char *folder, const struct eval_model *model); /* NULL after saying why */
/* Adds what it holds to answers; returns how many. */
size_t eval_cache_load(struct eval_cache *cache, json_t *answers);
int eval_cache_add(struct eval_cache *cache, const struct eval_key *key, const char *id, const char *answer);
void eval_cache_close(struct eval_cache **cache);

#endif
