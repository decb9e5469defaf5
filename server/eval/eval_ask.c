/* Asks a model's endpoint every question it has not answered before. The dataset's reader
 * drives: its sink starts a question and, when as many are under way as may be, runs the
 * loop until one is answered. So memory is flat, and an answer is in the cache as soon as
 * it came: a run that ends early, however it ends, goes on where it was.
 *
 * Invariants
 * - a job is in the list `jobs` from its question until its answer was dealt with;
 * - once `stopped` is set nothing more is asked. */
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/eval_ask.h"
#include "beat/fetch.h"
#include "beat/loop.h"

struct ask;

struct job {
	LIST_ENTRY(job) link;
	struct ask *ask;
	struct model_call *call;
	struct eval_key key;
	char *id;
};

struct ask {
	struct event_base *base;
	struct fetch *fetch;
	struct models *models;
	const struct eval_ask_conf *conf;

	struct eval_model *model; /* the one being asked */
	struct eval_cache *cache; /* NULL: none is wished */
	struct eval_passage_hash passage;
	LIST_HEAD(, job) jobs;
	long running, done;
	int silent_in_row; /* calls that got no HTTP answer at all */
	char *stopped;     /* why, if not all was asked */
	struct cli_progress bar;
};

static void stop(struct ask *a, const char *why)
{
	if (!a->stopped)
		a->stopped = xstrdup(why);
}

static void job_free(struct job *job)
{
	LIST_REMOVE(job, link);
	job->ask->running--;
	model_cancel(&job->call);
	free(job->id);
	free(job);
}

static void abandon(struct ask *a)
{
	struct job *job, *next;

	for (job = LIST_FIRST(&a->jobs); job; job = next) {
		next = LIST_NEXT(job, link);
		job_free(job);
	}
}

static bool is_same_build(const struct eval_model *m, const struct model_answer *a)
{
	return strcmp(m->reported, a->name) == 0 && strcmp(m->version, a->version) == 0 &&
	       strcmp(m->weights, a->weights) == 0;
}

static void add_build(struct buf *out, const char *name, const char *version, const char *weights)
{
	buf_addf(out, "%s%s%s%s%s", name, *version ? " version " : " without a version", version,
		 *weights ? ", weights " : "", weights);
}

static void tell_change(struct ask *a, const struct model_answer *now)
{
	const struct eval_model *m = a->model;
	bool weights_only = strcmp(m->reported, now->name) == 0 && strcmp(m->version, now->version) == 0;
	struct buf why = BUF_INIT;

	buf_adds(&why, "the model was ");
	add_build(&why, m->reported, m->version, weights_only ? m->weights : "");
	buf_adds(&why, " and is now ");
	add_build(&why, now->name, now->version, weights_only ? now->weights : "");
	buf_adds(&why, "; its answers cannot be mixed");
	stop(a, why.p);
	buf_release(&why);
}

static void keep(struct ask *a, const struct job *job, const struct model_answer *answer)
{
	struct eval_model *m = a->model;

	if (!is_same_build(m, answer)) {
		tell_change(a, answer);
		return;
	}
	m->asked++;
	json_object_set_new(m->answers, job->key.hex, json_stringn(answer->text, answer->text_n));
	if (a->cache && eval_cache_add(a->cache, &job->key, job->id, answer->text) != CLI_OK)
		stop(a, "answers cannot be kept");
}

static void note_fault(struct ask *a, const struct job *job, const struct model_answer *answer)
{
	struct eval_model *m = a->model;
	struct buf b = BUF_INIT;
	char *id;

	m->faults[answer->outcome]++;
	if (m->first_fault)
		return;
	id = eval_shortened(job->id);
	buf_addf(&b, "question %s: %s%s%s", id, model_outcome_name(answer->outcome), *answer->detail ? ": " : "",
		 answer->detail);
	m->first_fault = buf_detach(&b);
	free(id);
}

static void eval_ask_on_answer(void *arg, const struct model_answer *answer)
{
	struct job *job = arg;
	struct ask *a = job->ask;

	job->call = NULL;
	/* A model that does not even answer is not asked thousands of questions more. */
	if (model_is_silent(&a->silent_in_row, answer, a->conf->concurrency))
		stop(a, "the model does not answer any more; check it with 'beatctl model check'");
	/* An empty answer is one: it scores 0. */
	if (answer->outcome == MODEL_ANSWERED || answer->outcome == MODEL_EMPTY)
		keep(a, job, answer);
	else
		note_fault(a, job, answer);
	job_free(job);
	cli_progress_show(&a->bar, ++a->done);
	loop_stop(a->base);
}

static void eval_ask_on_signal(void *arg)
{
	struct ask *a = arg;

	stop(a, "it was interrupted");
	loop_stop(a->base);
}

static struct job *job_new(struct ask *a, const char *id)
{
	struct job *job = xcalloc(1, sizeof(*job));

	job->ask = a;
	job->id = xstrdup(id);
	LIST_INSERT_HEAD(&a->jobs, job, link);
	a->running++;
	return job;
}

static struct model_ref ref_of(const struct eval_model *m)
{
	return (struct model_ref){
	    .name = m->name ? m->name : m->shown, .url = m->url, .protocol = m->protocol, .call = m->call};
}

static int eval_ask_on_passage(void *arg, const struct dataset_passage *p)
{
	struct ask *a = arg;
	struct model_ref ref = ref_of(a->model);

	a->passage = eval_hash_passage(p);
	for (size_t i = 0; i < p->n_questions && !a->stopped; i++) {
		const struct dataset_question *q = &p->questions[i];
		struct eval_key key = eval_key_of(&a->passage, q);
		struct job *job;

		if (json_object_get(a->model->answers, key.hex)) {
			a->model->cached++;
			cli_progress_show(&a->bar, ++a->done);
			continue;
		}
		job = job_new(a, q->id);
		job->key = key;
		job->call =
		    model_ask(a->models, &ref, p->context, p->context_n, q->text, q->text_n, eval_ask_on_answer, job);
		while (a->running >= a->conf->concurrency && !a->stopped)
			loop_run(a->base);
	}
	return a->stopped ? CLI_FAILED : 0;
}

/* Who is it? Its first answer tells; the question is one that any model can answer with something. */

static void eval_ask_on_probe(void *arg, const struct model_answer *answer)
{
	struct job *job = arg;
	struct ask *a = job->ask;
	struct eval_model *m = a->model;

	job->call = NULL;
	if (answer->outcome == MODEL_ANSWERED || answer->outcome == MODEL_EMPTY) {
		m->reported = xstrdup(answer->name);
		m->version = xstrdup(answer->version);
		m->weights = xstrdup(answer->weights);
		m->prompt = xstrdup(answer->prompt);
	} else {
		note_fault(a, job, answer);
	}
	job_free(job);
	loop_stop(a->base);
}

static int probe(struct ask *a)
{
	static const char passage[] = "The lighthouse of Cape Varn was finished in 1889.";
	static const char question[] = "When was the lighthouse of Cape Varn finished?";
	enum { TRIES = 3 };
	struct eval_model *m = a->model;
	struct model_ref ref = ref_of(m);
	int rc = CLI_OK;

	for (int i = 0; i < TRIES && !m->reported && !a->stopped; i++) {
		struct job *job = job_new(a, "of trial");

		job->call = model_ask(a->models, &ref, passage, strlen(passage), question, strlen(question),
				      eval_ask_on_probe, job);
		while (a->running > 0 && !a->stopped)
			loop_run(a->base);
	}
	if (!m->reported && !a->stopped)
		rc = cli_fail("eval: the model at %s gave no usable answer to a first %s. Check it with 'beatctl model "
			      "check %s'.",
			      m->shown, m->first_fault, m->shown);
	free(m->first_fault);
	m->first_fault = NULL;
	memset(m->faults, 0, sizeof(m->faults));
	return rc;
}

static int open_cache(struct ask *a)
{
	if (a->conf->no_cache)
		return CLI_OK;
	a->cache = eval_cache_open(a->conf->cache, a->model);
	if (!a->cache)
		return CLI_FAILED;
	eval_cache_load(a->cache, a->model->answers);
	return CLI_OK;
}

static int ask_all(struct ask *a, const struct eval_datasets *sets)
{
	const struct dataset_sink sink = {.arg = a, .passage = eval_ask_on_passage};
	int rc = CLI_OK;

	a->done = 0;
	a->silent_in_row = 0;
	a->bar = (struct cli_progress){.what = a->model->name ? a->model->name : "asking"};
	for (size_t i = 0; i < sets->n; i++)
		a->bar.total += (long long)sets->v[i].questions;
	for (size_t i = 0; rc == CLI_OK && i < sets->n; i++)
		rc = eval_read(sets->v[i].path, DATASET_CONTEXT | DATASET_TEXT, &sink);
	while (a->running > 0 && !a->stopped)
		loop_run(a->base);
	cli_progress_end(&a->bar);
	return rc;
}

static int ask_model(struct ask *a, const struct eval_datasets *sets)
{
	int rc = probe(a);

	if (rc == CLI_OK && !a->stopped)
		rc = open_cache(a);
	if (rc == CLI_OK && !a->stopped)
		rc = ask_all(a, sets);
	abandon(a);
	if (a->stopped)
		rc = cli_fail("eval: stopped early: %s. %zu answers of %s are %s; run it again to go on.", a->stopped,
			      a->model->asked + a->model->cached, a->model->shown,
			      a->cache ? "kept in the cache" : "lost, as there is no cache");
	eval_cache_close(&a->cache);
	return rc;
}

int eval_ask(struct eval_models *models, const struct eval_datasets *sets, const struct eval_ask_conf *conf)
{
	const struct models_conf client = {
	    .concurrency = (int)conf->concurrency,
	    .queue_max = (int)conf->concurrency,
	    .timeout_ms = (int)conf->timeout_s * 1000,
	    .breaker_failures = 1 << 30, /* count_silence() is the breaker here: each question is asked */
	    .breaker_cooldown_ms = 1000,
	    .max_answer = MODEL_REPLY_MAX,
	    .patient = true,
	};
	struct ask a = {.base = loop_new(), .conf = conf};
	int rc = CLI_OK;

	a.fetch = fetch_new(a.base, (int)conf->concurrency);
	a.models = models_new(a.base, a.fetch, &client);
	loop_on_stop_signal(a.base, eval_ask_on_signal, &a);
	for (size_t i = 0; rc == CLI_OK && i < models->n; i++) {
		a.model = &models->v[i];
		if (eval_is_endpoint(a.model))
			rc = ask_model(&a, sets);
	}
	free(a.stopped);
	models_free(&a.models);
	fetch_free(&a.fetch);
	loop_free(&a.base);
	return rc;
}
