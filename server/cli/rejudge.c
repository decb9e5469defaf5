/* beatctl rejudge: asks the model again about the attempts it could not judge when
 * they were made, and stores the verdicts.
 *
 * One event loop asks, at most `concurrency` questions at once; each answer is scored
 * and stored at once by one statement, which changes an attempt only if it still has
 * no verdict. So it may be stopped at any moment, run again, or run twice at once.
 *
 * Invariants
 * - a job is in the list `jobs` from its question until its answer was dealt with;
 * - the loop ends when nothing is running and nothing more will be asked. */
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/cli.h"
#include "beat/fetch.h"
#include "beat/loop.h"
#include "beat/model.h"
#include "beat/score.h"

static const char HELP[] = "Usage: beatctl rejudge PROJECT [--limit N] [--concurrency 8] [--timeout SECONDS]\n"
			   "\n"
			   "When the model is down, slow or talks nonsense, a worker's attempt is kept without a\n"
			   "verdict. Once the model is well again, this command asks it about all such attempts\n"
			   "of the project, oldest first, and stores the verdicts: won questions join the\n"
			   "dataset. An attempt the model still cannot answer stays as it is.\n"
			   "\n"
			   "It is safe to stop it at any moment (Ctrl-C), to run it again, and to run it twice at\n"
			   "once: no attempt is judged twice.\n"
			   "\n"
			   "Options\n"
			   "  --limit N           ask about N attempts at most (default: all)\n"
			   "  --concurrency N     questions to the model at once, 1 to 256 (default: 8)\n"
			   "  --timeout SECONDS   how long to wait for one answer (default: 10)\n"
			   "\n"
			   "Examples\n"
			   "  beatctl rejudge demo\n"
			   "  beatctl rejudge demo --limit 10 --concurrency 1\n"
			   "\n"
			   "Exit codes: 0 every attempt asked about now has a verdict (also if there was none to\n"
			   "ask about), 1 some still have none or it was interrupted, 2 wrong usage.\n";

/* Columns of Q_REJUDGE_LIST. */
enum {
	L_ATTEMPT,
	L_PROJECT,
	L_PASSAGE,
	L_QUESTION,
	L_ANSWER,
	L_THRESHOLD,
	L_EMPTY_ANSWER,
	L_MODEL_ID,
	L_MODEL_NAME,
	L_MODEL_URL,
	L_MODEL_PROTOCOL
};

struct rejudge;

struct job {
	LIST_ENTRY(job) link;
	struct rejudge *run;
	struct model_call *call;
	char *attempt, *answer;
	size_t answer_n;
	int threshold;
	bool empty_is_loss;
};

struct rejudge {
	struct pg *pg;
	struct event_base *base;
	struct models *models;
	const char *project;
	long limit, concurrency; /* limit 0: none */

	struct pg_rows *page;
	int next; /* row of the page to ask about */
	char after[40];
	bool no_more;        /* the list is at its end, or we stop */
	const char *stopped; /* why, if it is not the end of the list */

	LIST_HEAD(, job) jobs;
	long running, asked, human, model, elsewhere, unanswered;
	long faults[MODEL_BUSY + 1]; /* by outcome: why there was no answer */
	int silent_in_row;           /* calls that got no HTTP answer at all */
	struct cli_progress bar;
};

static void stop(struct rejudge *r, const char *why)
{
	r->no_more = true;
	if (!r->stopped)
		r->stopped = why;
}

static void job_free(struct job *job)
{
	LIST_REMOVE(job, link);
	job->run->running--;
	model_cancel(&job->call);
	free(job->attempt);
	free(job->answer);
	free(job);
}

/* Fetches the next page when this one is used up; false at the end. */
static bool turn_page(struct rejudge *r)
{
	enum { PAGE = 64 };
	const char *const params[] = {r->project, r->after, "64"};

	_Static_assert(PAGE == 64, "the page size as text and as a number");
	if (r->page && r->next < pg_rows_count(r->page))
		return true;
	if (r->page && pg_rows_count(r->page) < PAGE)
		return false;
	pg_rows_free(&r->page);
	r->next = 0;
	r->page = pg_query(r->pg, Q_REJUDGE_LIST, params);
	if (!r->page) {
		stop(r, "the database could not be read");
		return false;
	}
	if (pg_rows_count(r->page) == 0)
		return false;
	snprintf(r->after, sizeof(r->after), "%s", pg_str(r->page, pg_rows_count(r->page) - 1, L_ATTEMPT));
	return true;
}

/* What the model's answer means for the job; VERDICT_NONE if it still cannot be judged. */
static enum verdict judge(const struct job *job, const struct model_answer *a, struct score *score)
{
	if (a->outcome != MODEL_ANSWERED && !(a->outcome == MODEL_EMPTY && job->empty_is_loss))
		return VERDICT_NONE;
	*score = score_texts(job->answer, job->answer_n, a->text, a->text_n);
	return score_verdict(score, job->threshold);
}

struct numbers {
	char start[24], end[24], score[40], shared[16], model_tokens[16], human_tokens[16], ms[16];
};

static void write_numbers(struct numbers *n, const struct model_answer *a, const struct score *s)
{
	snprintf(n->start, sizeof(n->start), "%zu", a->span.start);
	snprintf(n->end, sizeof(n->end), "%zu", a->span.end);
	snprintf(n->score, sizeof(n->score), "%.17g", a->score);
	snprintf(n->shared, sizeof(n->shared), "%d", s->shared);
	snprintf(n->model_tokens, sizeof(n->model_tokens), "%d", s->pred_tokens);
	snprintf(n->human_tokens, sizeof(n->human_tokens), "%d", s->gold_tokens);
	snprintf(n->ms, sizeof(n->ms), "%d", a->elapsed_ms);
}

/* As opposed to a refusal of this one attempt, which must not hold up the others. */
static bool connection_broke(const struct pg *pg)
{
	const char *state = pg_sqlstate(pg);

	return *state == '\0' || strncmp(state, "08", 2) == 0 || strncmp(state, "57", 2) == 0;
}

static void store(struct rejudge *r, const struct job *job, const struct model_answer *a, const struct score *score,
		  enum verdict verdict)
{
	struct numbers n;
	const char *const params[] = {
	    job->attempt,
	    a->name,
	    a->version,
	    a->weights,
	    a->text,
	    a->has_span ? n.start : NULL,
	    a->has_span ? n.end : NULL,
	    a->has_score ? n.score : NULL,
	    n.shared,
	    n.model_tokens,
	    n.human_tokens,
	    verdict_name(verdict),
	    n.ms,
	    cli_actor(),
	};
	struct pg_rows *rows;

	write_numbers(&n, a, score);
	rows = pg_query(r->pg, Q_REJUDGE_STORE, params);
	if (!rows) {
		r->unanswered++;
		if (connection_broke(r->pg))
			stop(r, "the database is gone");
	} else if (strcmp(pg_str(rows, 0, 0), "ok") != 0) {
		r->elsewhere++;
	} else if (verdict == VERDICT_HUMAN) {
		r->human++;
	} else {
		r->model++;
	}
	pg_rows_free(&rows);
}

/* A model that does not even answer is not asked about thousands of attempts more. */
static void count_silence(struct rejudge *r, const struct model_answer *a)
{
	enum { ENOUGH = 16 };
	bool silent = a->outcome == MODEL_REFUSED || a->outcome == MODEL_TIMEOUT;

	r->silent_in_row = silent ? r->silent_in_row + 1 : 0;
	if (r->silent_in_row >= ENOUGH && r->silent_in_row >= r->concurrency)
		stop(r, "the model does not answer; check it with 'beatctl model check'");
}

static void ask_more(struct rejudge *r);

static void on_answer(void *arg, const struct model_answer *a)
{
	struct job *job = arg;
	struct rejudge *r = job->run;
	struct score score = {0};
	enum verdict verdict = judge(job, a, &score);

	job->call = NULL;
	count_silence(r, a);
	if (verdict == VERDICT_NONE) {
		r->unanswered++;
		r->faults[a->outcome]++;
	} else {
		store(r, job, a, &score, verdict);
	}
	job_free(job);
	cli_progress_show(&r->bar, r->asked - r->running);
	ask_more(r);
}

static void ask(struct rejudge *r, int row)
{
	const struct pg_rows *p = r->page;
	const struct model_ref ref = {pg_str(p, row, L_MODEL_NAME), pg_str(p, row, L_MODEL_URL),
				      pg_str(p, row, L_MODEL_PROTOCOL)};
	struct job *job = xcalloc(1, sizeof(*job));

	job->run = r;
	job->attempt = xstrdup(pg_str(p, row, L_ATTEMPT));
	job->answer_n = pg_len(p, row, L_ANSWER);
	job->answer = xmemdup0(pg_str(p, row, L_ANSWER), job->answer_n);
	job->threshold = (int)pg_int(p, row, L_THRESHOLD);
	job->empty_is_loss = strcmp(pg_str(p, row, L_EMPTY_ANSWER), "loss") == 0;
	LIST_INSERT_HEAD(&r->jobs, job, link);
	r->running++;
	r->asked++;
	job->call = model_ask(r->models, &ref, pg_str(p, row, L_PASSAGE), pg_len(p, row, L_PASSAGE),
			      pg_str(p, row, L_QUESTION), pg_len(p, row, L_QUESTION), on_answer, job);
}

/* Lets go of every question under way; its attempt stays without a verdict. */
static void abandon(struct rejudge *r, const char *why)
{
	struct job *job, *next;

	stop(r, why);
	for (job = LIST_FIRST(&r->jobs); job; job = next) {
		next = LIST_NEXT(job, link);
		job_free(job);
		r->unanswered++;
	}
}

static void ask_more(struct rejudge *r)
{
	if (r->stopped)
		abandon(r, r->stopped);
	while (!r->no_more && r->running < r->concurrency) {
		if ((r->limit && r->asked >= r->limit) || !turn_page(r))
			r->no_more = true;
		else
			ask(r, r->next++);
	}
	if (r->running == 0)
		loop_stop(r->base);
}

static void on_signal(void *arg)
{
	struct rejudge *r = arg;

	abandon(r, "it was interrupted");
	loop_stop(r->base);
}

static void summary(const struct rejudge *r)
{
	long judged = r->human + r->model;

	if (r->asked == 0 && !r->stopped) {
		printf("nothing to judge in %s: every attempt has its verdict\n", r->project);
		return;
	}
	printf("judged %ld: %ld human, %ld model; %ld still without an answer\n", judged, r->human, r->model,
	       r->unanswered);
	for (size_t i = 0; i < ARRAY_LEN(r->faults); i++) {
		if (r->faults[i])
			printf("  %ld because of the model's fault '%s'\n", r->faults[i], model_outcome_name(i));
	}
	if (r->elsewhere)
		printf("%ld more were judged meanwhile by another run\n", r->elsewhere);
}

/* For the progress bar; an unknown project is told by Q_REJUDGE_LIST. */
static int count_waiting(struct rejudge *r)
{
	struct pg_rows *rows = pg_query(r->pg, Q_REJUDGE_COUNT, (const char *[]){r->project});

	if (!rows)
		return CLI_FAILED;
	r->bar.total = pg_int(rows, 0, 0);
	if (r->limit && r->limit < r->bar.total)
		r->bar.total = r->limit;
	pg_rows_free(&rows);
	return CLI_OK;
}

static int rejudge(struct rejudge *r, long timeout_s)
{
	const struct models_conf conf = {
	    .concurrency = (int)r->concurrency,
	    .queue_max = (int)r->concurrency,
	    .timeout_ms = (int)timeout_s * 1000,
	    .breaker_failures = 1 << 30, /* count_silence() is the breaker here: each attempt gets its question */
	    .breaker_cooldown_ms = 1000,
	    .max_answer = 1 << 20,
	};
	struct fetch *fetch;

	r->base = loop_new();
	fetch = fetch_new(r->base, (int)r->concurrency);
	r->models = models_new(r->base, fetch, &conf);
	loop_on_stop_signal(r->base, on_signal, r);
	ask_more(r);
	if (r->running > 0)
		loop_run(r->base);
	cli_progress_end(&r->bar);
	summary(r);
	if (r->stopped)
		cli_fail("stopped early: %s. Run it again to go on.", r->stopped);
	models_free(&r->models);
	fetch_free(&fetch);
	loop_free(&r->base);
	return r->stopped || r->unanswered ? CLI_FAILED : CLI_OK;
}

static int run(int argc, char **argv)
{
	struct rejudge r = {.concurrency = 8, .bar = {.what = "judging"}};
	long timeout_s = 10;
	const struct cli_opt opts[] = {
	    {"--limit", CLI_INT, &r.limit, 1, 1000000000},
	    {"--concurrency", CLI_INT, &r.concurrency, 1, 256},
	    {"--timeout", CLI_INT, &timeout_s, 1, 3600},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;

	if (words < 0)
		return CLI_USAGE;
	if (words != 1 || !*argv[1])
		return cli_usage(&cmd_rejudge, "name one PROJECT.");
	r.project = argv[1];
	if (!(r.pg = cli_db()))
		return CLI_FAILED;
	if (count_waiting(&r) != CLI_OK || (!turn_page(&r) && r.stopped))
		rc = CLI_FAILED;
	else
		rc = rejudge(&r, timeout_s);
	pg_rows_free(&r.page);
	pg_close(&r.pg);
	return rc;
}

const struct cli_command cmd_rejudge = {
    "rejudge",
    "ask the model again about attempts that got no verdict",
    HELP,
    run,
};
