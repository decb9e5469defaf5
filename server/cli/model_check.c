/* beatctl model check: one easy question, asked exactly as the server would; what was sent and what came back; and in
 * plain words what is wrong. Of a model whose protocol nobody knows each is tried, until one is answered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/fetch.h"
#include "beat/loop.h"
#include "beat/model.h"
#include "beat/url.h"
#include "model.h"
#include "sql_beatctl.h"

static const char PASSAGE[] =
    "The lighthouse of Cape Varn was finished in 1889. Its keeper, Ada Lind, lit the lamp every"
    " evening for forty years.";
static const char QUESTION[] = "When was the lighthouse of Cape Varn finished?";

/* What to do about an outcome, and how much it says for the protocol it was asked by: less is more. */
static const struct {
	int rank;
	const char *advice;
} meanings[] = {
    [MODEL_ANSWERED] = {0, ""},
    [MODEL_EMPTY] = {1, "It speaks the protocol, and says that there is no answer to an easy question."},
    [MODEL_UNLOCATED] = {1,
			 "It speaks the protocol, but answers in words that are not in the passage. Another prompt "
			 "(--prompt FILE) may help; a project can also score such answers as text (--unlocated text)."},
    [MODEL_CUT] = {1, "It speaks the protocol, but was cut off: allow it more with --max-tokens."},
    [MODEL_DECLINED] = {1, "It speaks the protocol, but would not answer, or a filter took the answer away."},
    [MODEL_BAD_SPAN] = {1, "It speaks the protocol, but start and end must count code points and slice the passage to "
			   "the answer exactly; leave them out if you cannot."},
    [MODEL_RATE_LIMITED] = {2, "It is asked too often: wait, and give its limit with --per-minute."},
    [MODEL_DENIED] = {2, "It wants a key, or another one: say where the key is with --key-env VAR or --key-file FILE; "
			 "where it goes in the request, if that is unusual, with --header 'Name: {key}'."},
    [MODEL_TOO_LONG] = {2, "It takes less text than two sentences: is it the right model?"},
    [MODEL_OVERLOADED] = {2, "It has too much to do, or still loads its model: try again in a minute."},
    [MODEL_REJECTED] =
	{3, "Somebody is there, but does not take what this protocol sends: look at its words, at --model-id, "
	    "and whether --protocol is right."},
    [MODEL_GARBAGE] =
	{4, "Somebody is there, but does not answer in this protocol: is --protocol right, and the path of the "
	    "URL?"},
    [MODEL_BAD_STATUS] = {5, "The server failed by itself: look into its log."},
    [MODEL_NOT_FOUND] =
	{6, "There is nothing at this address, or no model of that name: look at the path of the URL and at "
	    "--model-id."},
    [MODEL_REDIRECTED] = {6,
			  "It sends us elsewhere, and nobody follows, as a key may travel along: give the address it "
			  "names."},
    [MODEL_TIMEOUT] =
	{7, "It took too long: does it still load? Give it more time with --timeout SECONDS or --timeout-ms."},
    [MODEL_REFUSED] =
	{8, "Nobody answers there: does the server run, are host and port right, is there a firewall between?"},
    [MODEL_BREAKER] = {8, "It failed repeatedly."},
    [MODEL_BUSY] = {8, "Too many questions wait for it."},
    [MODEL_OVER_BUDGET] = {8, "Its budget of today is spent: give more with --budget-cents."},
    [MODEL_OTHER_BUILD] = {8, "It is pinned to another build."},
    [MODEL_NO_KEY] = {8, "Put the key there, or name another place with --key-env or --key-file."},
};

/* One question on a loop of its own. */
struct check {
	struct event_base *base;
	struct model_call *call;
	struct buf exchanges; /* as curl -v shows them */
	char *url;            /* that was asked */
	enum model_outcome outcome;
	char *detail;
	struct buf answer; /* what is printed of one */
	char *build[5];    /* who answered: name, version, weights, prompt, protocol */
	int elapsed_ms;
	bool interrupted;
};

static void check_release(struct check *c)
{
	buf_release(&c->exchanges);
	buf_release(&c->answer);
	free(c->url);
	free(c->detail);
	for (size_t i = 0; i < ARRAY_LEN(c->build); i++)
		free(c->build[i]);
	*c = (struct check){0};
}

/* Lines with a mark before each; long ones are cut. */
static void add_marked(struct buf *out, char mark, const char *text, size_t n)
{
	enum { SHOWN = 2000 };
	const bool cut = n > SHOWN;

	for (n = cut ? SHOWN : n; cut && n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
		n--;
	buf_addf(out, "%c ", mark);
	for (size_t i = 0; i < n; i++) {
		buf_addc(out, text[i]);
		if (text[i] == '\n' && i + 1 < n)
			buf_addf(out, "%c ", mark);
	}
	buf_adds(out, cut ? " …\n" : n > 0 && text[n - 1] == '\n' ? "" : "\n");
}

static void on_exchange(void *arg, const struct model_exchange *x)
{
	struct check *c = arg;

	free(c->url);
	c->url = xstrdup(x->url);
	buf_addf(&c->exchanges, "> POST %s\n", x->url);
	for (const char *const *h = x->headers; *h != NULL; h++)
		add_marked(&c->exchanges, '>', *h, strlen(*h));
	add_marked(&c->exchanges, '>', x->request, x->request_n);
	if (x->http_status != 0)
		buf_addf(&c->exchanges, "< HTTP status %d after %d ms\n", x->http_status, x->elapsed_ms);
	if (*x->error != '\0')
		add_marked(&c->exchanges, '<', x->error, strlen(x->error));
	if (x->reply_n > 0)
		add_marked(&c->exchanges, '<', x->reply, x->reply_n);
}

static void write_answer(struct buf *out, const struct model_answer *a)
{
	buf_addf(out, "passage   %s\nquestion  %s\nanswer    %s\n", PASSAGE, QUESTION, a->text);
	if (a->has_span)
		buf_addf(out, "span      %zu to %zu\n", a->span.start, a->span.end);
	if (a->has_score)
		buf_addf(out, "score     %.3f\n", a->score);
	buf_addf(out, "model     %s%s%s\n", a->name, *a->version ? " version " : "", a->version);
	if (*a->weights)
		buf_addf(out, "weights   %s\n", a->weights);
	if (*a->prompt)
		buf_addf(out, "prompt    %s\n", a->prompt);
	if (a->has_tokens)
		buf_addf(out, "tokens    %d read, %d written\n", a->tokens_in, a->tokens_out);
	buf_addf(out, "latency   %d ms\n", a->elapsed_ms);
}

static void model_check_on_answer(void *arg, const struct model_answer *a)
{
	struct check *c = arg;
	const char *const build[] = {a->name, a->version, a->weights, a->prompt, a->protocol};

	for (size_t i = 0; i < ARRAY_LEN(build); i++)
		c->build[i] = xstrdup(build[i]);
	c->call = NULL;
	c->outcome = a->outcome;
	c->detail = xstrdup(a->detail);
	c->elapsed_ms = a->elapsed_ms;
	write_answer(&c->answer, a);
	loop_stop(c->base);
}

static void on_interrupt(void *arg)
{
	struct check *c = arg;

	model_cancel(&c->call);
	c->interrupted = true;
	loop_stop(c->base);
}

static void ask(struct check *c, const struct model_ref *ref, long timeout_s)
{
	const struct models_conf conf = {
	    .concurrency = 1,
	    .queue_max = 1,
	    .timeout_ms = (int)timeout_s * 1000,
	    .breaker_failures = 1000,
	    .breaker_cooldown_ms = 1000,
	    .max_answer = MODEL_REPLY_MAX,
	    .on_exchange = on_exchange,
	    .on_exchange_arg = c,
	};
	struct fetch *fetch;
	struct models *models;

	*c = (struct check){.base = loop_new(), .url = url_shown(ref->url)};
	fetch = fetch_new(c->base, 1);
	models = models_new(c->base, fetch, &conf);
	loop_on_stop_signal(c->base, on_interrupt, c);
	c->call =
	    model_ask(models, ref, PASSAGE, strlen(PASSAGE), QUESTION, strlen(QUESTION), model_check_on_answer, c);
	loop_run(c->base);
	models_free(&models);
	fetch_free(&fetch);
	loop_free(&c->base);
}

/* What came of it, for the person who asked. */
static int report(const struct check *c, const struct model_ref *ref)
{
	char *url;

	if (c->interrupted)
		return cli_fail("interrupted.");
	if (c->outcome == MODEL_ANSWERED) {
		printf("protocol  %s\n", ref->protocol);
		cli_put_lines(stdout, c->answer.p);
		cli_put_lines(stdout, c->exchanges.p != NULL ? c->exchanges.p : "");
		return CLI_OK;
	}
	url = url_shown(ref->url);
	cli_fail("the model at %s gave no usable answer after %d ms: %s%s%s. Asked by protocol %s. %s", url,
		 c->elapsed_ms, model_outcome_name(c->outcome), *c->detail ? ": " : "", c->detail, ref->protocol,
		 meanings[c->outcome].advice);
	cli_put_lines(stderr, c->exchanges.p != NULL ? c->exchanges.p : "");
	free(url);
	return CLI_FAILED;
}

static int check_as(const struct model_ref *ref, long timeout_s)
{
	struct check c;
	int rc;

	ask(&c, ref, timeout_s);
	rc = report(&c, ref);
	check_release(&c);
	return rc;
}

/* A server that misses a model of that name speaks the protocol. */
static int rank(const struct check *c)
{
	return c->outcome == MODEL_NOT_FOUND && strcasestr(c->detail, "model") != NULL ? 2 : meanings[c->outcome].rank;
}

/* Every protocol in turn, until one is answered; else the one that says most about what is wrong. */
static int check_auto(const struct model_ref *ref, long timeout_s)
{
	struct check best = {0}, c;
	struct model_ref asked = *ref, told = *ref;
	const char *name;
	int rc;

	for (size_t i = 0; (name = model_protocol_name(i)) != NULL; i++) {
		asked.protocol = name;
		ask(&c, &asked, timeout_s);
		fprintf(stderr, "%-10s %s: %s\n", name, c.url,
			c.interrupted ? "interrupted" : model_outcome_name(c.outcome));
		if (i == 0 || c.interrupted || rank(&c) < rank(&best)) {
			check_release(&best);
			best = c;
			told = asked;
		} else {
			check_release(&c);
		}
		if (best.interrupted || best.outcome == MODEL_ANSWERED || best.outcome == MODEL_REFUSED ||
		    best.outcome == MODEL_NO_KEY)
			break;
	}
	rc = report(&best, &told);
	check_release(&best);
	return rc;
}

/* So that a project can be pinned to it before anybody has played. */
static int keep_build(struct pg *pg, const char *name, const struct check *c)
{
	struct pg_rows *rows =
	    pg_query(pg, q_model_saw(.name = name, .build_name = c->build[0], .version = c->build[1],
				     .weights = c->build[2], .prompt = c->build[3], .protocol = c->build[4]));
	int rc = rows ? CLI_OK : CLI_FAILED;

	pg_rows_free(&rows);
	return rc;
}

static int check_registered(const char *name, long timeout_s)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, q_model_address(.name = name)) : NULL;
	struct check c;
	int rc = CLI_FAILED;

	if (rows && pg_rows_count(rows) == 1) {
		struct q_model_address_row row = q_model_address_row(rows, 0);
		struct model_ref ref = {.name = row.name, .url = row.url, .protocol = row.protocol, .call = row.call};

		ask(&c, &ref, timeout_s);
		rc = report(&c, &ref);
		if (rc == CLI_OK)
			rc = keep_build(pg, name, &c);
		check_release(&c);
	} else if (rows) {
		rc = model_unknown(name);
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int check_url(const char *url, const struct model_given *g, long timeout_s)
{
	const bool any = g->protocol && strcmp(g->protocol, "auto") == 0;
	struct model_given asked = *g;
	struct buf call = BUF_INIT;
	struct model_ref ref = {.name = url, .url = url, .protocol = g->protocol ? g->protocol : "beat"};
	int rc;

	asked.protocol = any ? NULL : g->protocol;
	rc = model_given_check(&cmd_model, &asked);
	asked.protocol = NULL;
	if (rc == CLI_OK)
		rc = model_given_put(&call, &asked);
	ref.call = call.p;
	if (rc == CLI_OK)
		rc = any ? check_auto(&ref, timeout_s) : check_as(&ref, timeout_s);
	buf_release(&call);
	return rc;
}

int model_check(int argc, char **argv)
{
	struct model_given g = {0};
	long timeout_s = 10;
	int words = model_given_parse_for_check(argc, argv, &g, &timeout_s), rc = CLI_USAGE;

	if (words >= 0 && words != 1)
		rc = cli_usage(&cmd_model, "'model check' takes the NAME of a registered model, or a URL.");
	else if (words == 1 && strstr(argv[1], "://"))
		rc = check_url(argv[1], &g, timeout_s);
	else if (words == 1 && (g.protocol || model_given_calls(&g)))
		rc = cli_usage(&cmd_model, "a registered model is checked as it is registered; options are for a URL.");
	else if (words == 1)
		rc = check_registered(argv[1], timeout_s);
	model_given_release(&g);
	return rc;
}
