/* The loop of `beatctl rejudge`: asks about the attempts of a list, page by page, at most
 * `concurrency` questions at once; each answer is scored and stored as soon as it came. So
 * it may be stopped at any moment, run again, or run twice at once.
 *
 * Invariants
 * - a job is in the list `jobs` from its question until its answer was dealt with;
 * - the loop ends when nothing is running and nothing more will be asked. */
#include <stdlib.h>
#include <string.h>

#include "beat/rejudge.h"

struct rejudge_job {
	LIST_ENTRY(rejudge_job) link;
	struct rejudge_ask *run;
	struct model_call *call;
	char *attempt, *answer;
	size_t answer_n;
	int64_t model_id;
	struct judge_rule rule;
};

static void stop(struct rejudge_ask *r, const char *why)
{
	r->no_more = true;
	if (!r->stopped)
		r->stopped = why;
}

static void job_free(struct rejudge_job *job)
{
	LIST_REMOVE(job, link);
	job->run->running--;
	model_cancel(&job->call);
	free(job->attempt);
	free(job->answer);
	free(job);
}

/* Fetches the next page when this one is used up; false at the end. */
static bool turn_page(struct rejudge_ask *r)
{
	if (r->page && r->next < pg_rows_count(r->page))
		return true;
	if (r->page && pg_rows_count(r->page) < REJUDGE_PAGE)
		return false;
	pg_rows_free(&r->page);
	r->next = 0;
	r->page = r->ops->page(r->arg, r->after);
	if (!r->page) {
		stop(r, "the database could not be read");
		r->hopeless = true;
		return false;
	}
	if (pg_rows_count(r->page) == 0)
		return false;
	snprintf(r->after, sizeof(r->after), "%s", r->ops->row(r->arg, r->page, pg_rows_count(r->page) - 1).attempt);
	return true;
}

enum rejudge_stored rejudge_store(struct pg *pg, struct sql_ask ask)
{
	struct pg_rows *rows = pg_query(pg, ask);
	enum rejudge_stored stored = REJUDGE_NOT_STORED;

	if (rows) {
		const char *status = q_judgement_stored_row(rows, 0).status;

		stored = strcmp(status, "ok") == 0        ? REJUDGE_STORED
			 : strcmp(status, "waiting") == 0 ? REJUDGE_WAITING
							  : REJUDGE_ELSEWHERE;
	}
	pg_rows_free(&rows);
	return stored;
}

/* As opposed to a refusal of this one attempt, which must not hold up the others. */
static bool connection_broke(const struct pg *pg)
{
	const char *state = pg_sqlstate(pg);

	return *state == '\0' || strncmp(state, "08", 2) == 0 || strncmp(state, "57", 2) == 0;
}

static void store(struct rejudge_ask *r, const struct rejudge_job *job, const struct model_answer *a,
		  const struct judgement *j)
{
	switch (r->ops->store(r->arg, &(struct rejudge_asked){job->attempt, job->model_id}, a, j)) {
	case REJUDGE_STORED:
		if (j->verdict == VERDICT_HUMAN)
			r->n.human++;
		else
			r->n.model++;
		break;
	case REJUDGE_WAITING:
		r->n.waiting++;
		break;
	case REJUDGE_ELSEWHERE:
		r->n.elsewhere++;
		break;
	case REJUDGE_NOT_STORED:
		r->n.unanswered++;
		if (connection_broke(r->pg)) {
			stop(r, "the database is gone");
			r->hopeless = true;
		}
		break;
	}
}

/* Scores what came and stores it, or counts why it is no answer. */
static void take(struct rejudge_ask *r, const struct rejudge_job *job, const struct model_answer *a)
{
	struct judgement j = judge((struct judge_text){job->answer, job->answer_n}, a->outcome,
				   (struct judge_text){a->text, a->text_n}, job->rule);
	const char *why = j.judged && r->ops->look ? r->ops->look(r->arg, a) : NULL;

	if (why)
		stop(r, why);
	if (why || !j.judged)
		r->n.unanswered++;
	if (!j.judged)
		r->n.faults[a->outcome]++;
	else if (!why)
		store(r, job, a, &j);
}

static void ask_more(struct rejudge_ask *r);

static void rejudge_ask_on_answer(void *arg, const struct model_answer *a)
{
	struct rejudge_job *job = arg;
	struct rejudge_ask *r = job->run;

	job->call = NULL;
	/* A model that does not even answer is not asked about thousands of attempts more. */
	if (model_is_silent(&r->silent_in_row, a, r->conf->concurrency))
		stop(r, "the model does not answer; check it with 'beatctl model check'");
	take(r, job, a);
	job_free(job);
	cli_progress_show(&r->bar, r->n.asked - r->running);
	ask_more(r);
}

static void ask(struct rejudge_ask *r, int row)
{
	const struct rejudge_row q = r->ops->row(r->arg, r->page, row);
	struct rejudge_job *job = xcalloc(1, sizeof(*job));

	job->run = r;
	job->attempt = xstrdup(q.attempt);
	job->answer_n = q.answer_n;
	job->answer = xmemdup0(q.answer, q.answer_n);
	job->rule = q.rule;
	job->model_id = q.model_id;
	LIST_INSERT_HEAD(&r->jobs, job, link);
	r->running++;
	r->n.asked++;
	job->call = model_ask(r->models, &q.model, q.passage, q.passage_n, q.question, q.question_n,
			      rejudge_ask_on_answer, job);
}

/* Lets go of every question under way; its attempt stays as it was. */
static void abandon(struct rejudge_ask *r, const char *why)
{
	struct rejudge_job *job, *next;

	stop(r, why);
	for (job = LIST_FIRST(&r->jobs); job; job = next) {
		next = LIST_NEXT(job, link);
		job_free(job);
		r->n.unanswered++;
	}
}

static void ask_more(struct rejudge_ask *r)
{
	if (r->stopped)
		abandon(r, r->stopped);
	while (!r->no_more && r->running < r->conf->concurrency) {
		if ((r->conf->limit && r->n.asked >= r->conf->limit) || !turn_page(r))
			r->no_more = true;
		else
			ask(r, r->next++);
	}
	if (r->running == 0)
		loop_stop(r->base);
}

static void rejudge_ask_on_signal(void *arg)
{
	struct rejudge_ask *r = arg;

	r->hopeless = true;
	abandon(r, "it was interrupted");
	loop_stop(r->base);
}

void rejudge_ask_init(struct rejudge_ask *r, struct pg *pg, const struct rejudge_conf *conf)
{
	const struct models_conf client = {
	    .concurrency = (int)conf->concurrency,
	    .queue_max = (int)conf->concurrency,
	    .timeout_ms = (int)conf->timeout_s * 1000,
	    .breaker_failures = 1 << 30, /* count_silence() is the breaker here: each attempt gets its question */
	    .breaker_cooldown_ms = 1000,
	    .max_answer = MODEL_REPLY_MAX,
	    .patient = true,
	};

	*r = (struct rejudge_ask){.pg = pg, .conf = conf, .base = loop_new()};
	r->fetch = fetch_new(r->base, (int)conf->concurrency);
	r->models = models_new(r->base, r->fetch, &client);
	loop_on_stop_signal(r->base, rejudge_ask_on_signal, r);
}

void rejudge_ask_release(struct rejudge_ask *r)
{
	pg_rows_free(&r->page);
	models_free(&r->models);
	fetch_free(&r->fetch);
	loop_free(&r->base);
}

int rejudge_ask_run(struct rejudge_ask *r, const struct rejudge_ops *ops, void *arg)
{
	r->ops = ops;
	r->arg = arg;
	if (!turn_page(r) && r->stopped)
		return CLI_FAILED;
	ask_more(r);
	if (r->running > 0)
		loop_run(r->base);
	cli_progress_end(&r->bar);
	return CLI_OK;
}

void rejudge_faults_print(const struct rejudge_counts *n)
{
	for (size_t i = 0; i < ARRAY_LEN(n->faults); i++) {
		if (n->faults[i])
			printf("  %ld because of the model's fault '%s'\n", n->faults[i], model_outcome_name(i));
	}
}
