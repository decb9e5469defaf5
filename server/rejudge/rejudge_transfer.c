/* beatctl rejudge --model: asks readers that were not in the loop about the judged attempts
 * of projects, and keeps what they answer beside the attempts. The verdicts of the game
 * stay as they are.
 *
 * A reader is first asked one question that any can answer: its answer tells who it is, and
 * so which attempts it has answered already. If it becomes another on the way the run of it
 * stops, as a matrix must not mix two. */
#include <stdlib.h>
#include <string.h>

#include "beat/rejudge.h"

struct transfer {
	const struct rejudge_transfer *conf;
	struct pg *pg;
	char *projects;         /* ids, "{1,2}" */
	struct pg_rows **where; /* of each model: a row transfer_target */
	struct rejudge_reader *readers;
	size_t n;
	bool hopeless; /* interrupted, or the database is gone */
};

/* One reader being asked. */
struct asking {
	struct transfer *t;
	struct rejudge_ask ask;
	struct model_ref ref;
	struct rejudge_reader *reader;
	struct model_call *probe;
	struct buf fault; /* of the first question */
	struct buf why;
};

static struct pg_rows *page(void *arg, const char *after)
{
	const struct asking *a = arg;
	const struct transfer *t = a->t;

	return pg_query(t->pg,
			q_transfer_list(.projects = t->projects, .reader = a->reader->id.n, .won = t->conf->won,
					.discarded = t->conf->discarded, .after_id = after, .max_rows = REJUDGE_PAGE));
}

static struct rejudge_row row(void *arg, const struct pg_rows *page, int i)
{
	const struct asking *a = arg;
	struct q_transfer_list_row row = q_transfer_list_row(page, i);

	return REJUDGE_ROW(row, 0, a->ref);
}

static void add_build(struct buf *out, const char *name, const char *version, const char *weights)
{
	buf_addf(out, "%s%s%s%s%s", name, *version ? " version " : " without a version", version,
		 *weights ? ", weights " : "", weights);
}

static const char *look(void *arg, const struct model_answer *now)
{
	struct asking *a = arg;
	const struct rejudge_reader *was = a->reader;

	if (strcmp(was->name, now->name) == 0 && strcmp(was->version, now->version) == 0 &&
	    strcmp(was->weights, now->weights) == 0)
		return NULL;
	if (a->why.n == 0) {
		buf_adds(&a->why, "the reader was ");
		add_build(&a->why, was->name, was->version, was->weights);
		buf_adds(&a->why, " and is now ");
		add_build(&a->why, now->name, now->version, now->weights);
	}
	return a->why.p;
}

static enum rejudge_stored store(void *arg, const struct rejudge_asked *q, const struct model_answer *answer,
				 const struct judgement *j)
{
	const struct asking *a = arg;

	return rejudge_store(
	    a->t->pg,
	    q_transfer_store(.attempt_id = q->attempt, .reader = a->reader->id.n, .answer = answer->text,
			     .answer_start = sql_int_if(answer->has_span, (int64_t)answer->span.start),
			     .answer_end = sql_int_if(answer->has_span, (int64_t)answer->span.end),
			     .score = sql_double_if(answer->has_score, answer->score), .shared = j->score.shared,
			     .model_tokens = j->score.pred_tokens, .human_tokens = j->score.gold_tokens,
			     .verdict = verdict_name(j->verdict), .model_ms = answer->elapsed_ms));
}

/* Who is it? */

static void rejudge_transfer_on_probe(void *arg, const struct model_answer *answer)
{
	struct asking *a = arg;

	a->probe = NULL;
	if (answer->outcome == MODEL_ANSWERED || answer->outcome == MODEL_EMPTY) {
		a->reader->name = xstrdup(answer->name);
		a->reader->version = xstrdup(answer->version);
		a->reader->weights = xstrdup(answer->weights);
	} else {
		buf_clear(&a->fault);
		buf_addf(&a->fault, "it gave no usable answer to a first question: %s%s%s",
			 model_outcome_name(answer->outcome), *answer->detail ? ": " : "", answer->detail);
	}
	loop_stop(a->ask.base);
}

static int probe(struct asking *a)
{
	static const char passage[] = "The lighthouse of Cape Varn was finished in 1889.";
	static const char question[] = "When was the lighthouse of Cape Varn finished?";
	enum { TRIES = 3 };

	for (int i = 0; i < TRIES && !a->reader->name && !a->ask.stopped; i++) {
		a->probe = model_ask(a->ask.models, &a->ref, passage, strlen(passage), question, strlen(question),
				     rejudge_transfer_on_probe, a);
		while (a->probe && !a->ask.stopped)
			loop_run(a->ask.base);
		model_cancel(&a->probe);
	}
	if (a->reader->name || a->ask.stopped)
		return CLI_OK;
	a->reader->stopped = xstrdup(a->fault.p);
	return cli_fail("the model at %s: %s. Check it with 'beatctl model check'.", a->reader->url, a->fault.p);
}

/* Its number in the database, and how much there is to ask. */
static int enter(struct asking *a)
{
	struct rejudge_reader *reader = a->reader;
	const struct transfer *t = a->t;
	struct pg_rows *rows = pg_query(
	    t->pg, q_transfer_reader(.name = reader->name, .version = reader->version, .weights = reader->weights));

	if (!rows)
		return CLI_FAILED;
	reader->id = sql_int(q_transfer_reader_row(rows, 0).id);
	pg_rows_free(&rows);
	rows = pg_query(t->pg, q_transfer_count(.projects = t->projects, .reader = reader->id.n, .won = t->conf->won,
						.discarded = t->conf->discarded));
	if (!rows)
		return CLI_FAILED;
	a->ask.bar = (struct cli_progress){.what = reader->name, .total = q_transfer_count_row(rows, 0).attempts};
	if (t->conf->conf.limit && t->conf->conf.limit < a->ask.bar.total)
		a->ask.bar.total = t->conf->conf.limit;
	pg_rows_free(&rows);
	return CLI_OK;
}

static void put_reader(const struct rejudge_reader *r)
{
	cli_put_text(stdout, r->name);
	if (*r->version) {
		putchar(' ');
		cli_put_text(stdout, r->version);
	}
}

static void summary(const struct rejudge_reader *r)
{
	if (r->n.asked == 0 && !r->stopped) {
		fputs("nothing to ask ", stdout);
		put_reader(r);
		puts(": it has answered every attempt");
		return;
	}
	put_reader(r);
	printf(" answered %ld: %ld beat it, %ld did not; %ld still without an answer\n", r->n.human + r->n.model,
	       r->n.human, r->n.model, r->n.unanswered);
	rejudge_faults_print(&r->n);
	if (r->n.elsewhere)
		printf("%ld more were answered meanwhile to another run\n", r->n.elsewhere);
}

/* Everything of one model; the others go on if this one is no good. */
static int ask_reader(struct transfer *t, size_t i)
{
	static const struct rejudge_ops ops = {.page = page, .row = row, .look = look, .store = store};
	const struct q_transfer_target_row where = q_transfer_target_row(t->where[i], 0);
	struct asking a = {
	    .t = t,
	    .ref = {.name = where.name, .url = where.url, .protocol = where.protocol, .call = where.call},
	    .reader = &t->readers[i],
	};
	int rc;

	rejudge_ask_init(&a.ask, t->pg, &t->conf->conf);
	rc = probe(&a);
	if (rc == CLI_OK && !a.ask.stopped)
		rc = enter(&a);
	if (rc == CLI_OK && !a.ask.stopped)
		rc = rejudge_ask_run(&a.ask, &ops, &a);
	a.reader->n = a.ask.n;
	if (a.ask.stopped)
		a.reader->stopped = xstrdup(a.ask.stopped);
	if (rc == CLI_OK && a.reader->id.given && !t->conf->json)
		summary(a.reader);
	if (rc == CLI_OK && a.ask.stopped)
		cli_fail("stopped early: %s. Run it again to go on.", a.ask.stopped);
	if (a.ask.stopped || a.ask.n.unanswered)
		rc = CLI_FAILED;
	t->hopeless = a.ask.hopeless;
	rejudge_ask_release(&a.ask);
	buf_release(&a.why);
	buf_release(&a.fault);
	return rc;
}

/* All names are looked up before anybody is asked anything. */

static int find_projects(struct transfer *t)
{
	struct buf names = BUF_INIT;
	struct pg_rows *rows;
	struct jw w;

	jw_init(&w, &names);
	jw_open(&w, '[');
	for (int i = 0; i < t->conf->n_projects; i++)
		jw_str(&w, t->conf->projects[i]);
	jw_close(&w, ']');
	jw_done(&w);
	rows = pg_query(t->pg, q_transfer_projects(.names = names.p));
	buf_release(&names);
	if (!rows)
		return CLI_FAILED;
	t->projects = xstrdup(q_transfer_projects_row(rows, 0).ids);
	pg_rows_free(&rows);
	return CLI_OK;
}

static int find_models(struct transfer *t)
{
	const struct rejudge_transfer *conf = t->conf;
	const char *known;

	t->where = xcalloc(conf->models.n + 1, sizeof(struct pg_rows *));
	t->readers = xcalloc(conf->models.n + 1, sizeof(*t->readers));
	t->n = conf->models.n;
	if (conf->protocol && !model_protocol_known(conf->protocol, &known))
		return cli_fail("there is no model protocol '%s'; known are: %s.", conf->protocol, known);
	for (size_t i = 0; i < t->n; i++) {
		t->where[i] = pg_query(t->pg, q_transfer_target(.model = conf->models.v[i],
								.protocol = conf->protocol ? conf->protocol : ""));
		if (!t->where[i])
			return CLI_FAILED;
		t->readers[i].url = xstrdup(q_transfer_target_row(t->where[i], 0).shown);
	}
	return CLI_OK;
}

static void release(struct transfer *t)
{
	for (size_t i = 0; i < t->n; i++) {
		pg_rows_free(&t->where[i]);
		free(t->readers[i].name);
		free(t->readers[i].version);
		free(t->readers[i].weights);
		free(t->readers[i].url);
		free(t->readers[i].stopped);
	}
	free((void *)t->where);
	free(t->readers);
	free(t->projects);
	pg_close(&t->pg);
}

int rejudge_transfer(const struct rejudge_transfer *conf)
{
	struct transfer t = {.conf = conf, .pg = cli_db()};
	struct rejudge_report report = {.conf = conf};
	int rc;

	if (!t.pg)
		return CLI_FAILED;
	rc = find_projects(&t);
	if (rc == CLI_OK)
		rc = find_models(&t);
	if (rc != CLI_OK) {
		release(&t);
		return rc;
	}
	for (size_t i = 0; i < t.n && !t.hopeless; i++) {
		if (ask_reader(&t, i) != CLI_OK)
			rc = CLI_FAILED;
	}
	report.project_ids = t.projects;
	report.readers = t.readers;
	report.n_readers = t.n;
	if (!t.hopeless && rejudge_matrix_print(t.pg, &report) != CLI_OK)
		rc = CLI_FAILED;
	release(&t);
	return rc;
}
