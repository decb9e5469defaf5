/* rejudge: the attempts that the model in the loop could not judge when they were made. */
#include "beat/rejudge.h"

/* The attempts of a project that wait for a verdict. */
struct late {
	struct pg *pg;
	const char *project;
};

static struct pg_rows *late_page(void *arg, const char *after)
{
	const struct late *late = arg;

	return pg_query(late->pg,
			q_rejudge_list(.project = late->project, .after_id = after, .max_rows = REJUDGE_PAGE));
}

static struct rejudge_row late_row(void *arg, const struct pg_rows *page, int i)
{
	struct q_rejudge_list_row row = q_rejudge_list_row(page, i);

	(void)arg;
	return REJUDGE_ROW(row, row.model_id,
			   {.name = row.model_name,
			    .url = row.model_url,
			    .protocol = row.model_protocol,
			    .call = row.model_call,
			    .guard = row.model_guard});
}

static enum rejudge_stored late_store(void *arg, const struct rejudge_asked *q, const struct model_answer *a,
				      const struct judgement *j)
{
	const struct late *late = arg;

	return rejudge_store(
	    late->pg,
	    q_rejudge_store(.attempt_id = q->attempt, .build_name = a->name, .build_version = a->version,
			    .build_weights = a->weights, .model_answer = a->text,
			    .model_start = sql_int_if(a->has_span, (int64_t)a->span.start),
			    .model_end = sql_int_if(a->has_span, (int64_t)a->span.end),
			    .model_score = sql_double_if(a->has_score, a->score), .shared = j->score.shared,
			    .model_tokens = j->score.pred_tokens, .human_tokens = j->score.gold_tokens,
			    .verdict = verdict_name(j->verdict), .model_ms = a->elapsed_ms, .actor = cli_actor(),
			    .build_prompt = a->prompt, .build_protocol = a->protocol, .model_id = q->model_id));
}

static void late_summary(const struct rejudge_ask *r, const char *project)
{
	if (r->n.asked == 0 && !r->stopped) {
		printf("nothing to judge in %s: every attempt has its verdict\n", project);
		return;
	}
	printf("judged %ld: %ld human, %ld model; %ld still without an answer\n", r->n.human + r->n.model, r->n.human,
	       r->n.model, r->n.unanswered);
	rejudge_faults_print(&r->n);
	if (r->n.elsewhere)
		printf("%ld more were judged meanwhile, by another run or another model\n", r->n.elsewhere);
	if (r->n.waiting)
		printf("%ld more were answered by one of several models, and wait for the others\n", r->n.waiting);
}

/* For the progress bar; an unknown project is told by rejudge_list. */
static int late_count_waiting(struct rejudge_ask *r, const char *project)
{
	struct pg_rows *rows = pg_query(r->pg, q_rejudge_count(.project = project));

	if (!rows)
		return CLI_FAILED;
	r->bar = (struct cli_progress){.what = "judging", .total = q_rejudge_count_row(rows, 0).all_kinds};
	if (r->conf->limit && r->conf->limit < r->bar.total)
		r->bar.total = r->conf->limit;
	pg_rows_free(&rows);
	return CLI_OK;
}

int rejudge_late(const struct rejudge_conf *conf, const char *project)
{
	static const struct rejudge_ops ops = {.page = late_page, .row = late_row, .store = late_store};
	struct late late = {cli_db(), project};
	struct rejudge_ask r;
	int rc;

	if (!late.pg)
		return CLI_FAILED;
	rejudge_ask_init(&r, late.pg, conf);
	rc = late_count_waiting(&r, project);
	if (rc == CLI_OK)
		rc = rejudge_ask_run(&r, &ops, &late);
	if (rc == CLI_OK) {
		late_summary(&r, project);
		if (r.stopped)
			cli_fail("stopped early: %s. Run it again to go on.", r.stopped);
		rc = r.stopped || r.n.unanswered ? CLI_FAILED : CLI_OK;
	}
	rejudge_ask_release(&r);
	pg_close(&late.pg);
	return rc;
}
