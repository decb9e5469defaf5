/* health: is the process alive (/healthz), can it serve (/readyz), what does it do (/metrics).
 *
 * Anyone on the workers' port learns whether it is ready; which part is not, and the figures, are for those who reach
 * the metrics' port.
 * Ready means: the signing key is known, the database answers and stores, which is tried every few seconds at most.
 * Models that are down are told, but hand-ins, votes and the dashboard need none. Reaching a model is a GET
 * of its health address, never a question: models count questions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/fetch.h"
#include "beat/json.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "beat/model.h"
#include "flow.h"
#include "stream.h"

enum { MODELS_MAX = 16, MODEL_CHECK_MS = 2000, BODY_MAX = 64 * 1024, PROBE_EVERY_MS = 3000 };

struct ready;

struct model_check {
	struct ready *ready;
	char *name;
	bool up;
	struct fetch_call *call;
};

struct ready_waiter {
	LIST_ENTRY(ready_waiter) link;
	struct ready *ready;
	struct http_req *req;
	bool in_detail;
};

struct ready {
	struct app *app;
	LIST_HEAD(, ready_waiter) waiters;
	struct db_call *call;
	struct model_check checks[MODELS_MAX];
	int count, pending;
};

/* The one look under way. Whoever asks meanwhile shares it: anyone may ask, as often as they like, and must not be
 * able to keep the models busy with it. */
static struct ready *ready_looking;

/* What the last try to store something came to, and when. */
static const char *ready_stored = "ok";
static int64_t ready_stored_ms;

void flow_healthz(struct http_req *req, void *app)
{
	static const char ok[] = "{\"status\":\"ok\",\"version\":\"" BEAT_VERSION "\"}";

	(void)app;
	http_reply_static(req, 200, "application/json", ok, sizeof(ok) - 1);
}

/* --- /readyz ------------------------------------------------------------ */

static void ready_free(struct ready *h)
{
	ready_looking = NULL;
	db_cancel(&h->call);
	for (int i = 0; i < h->count; i++) {
		fetch_cancel(&h->checks[i].call);
		free(h->checks[i].name);
	}
	free(h);
}

/* Whether there are models, and none of them can be reached. */
static bool ready_without_models(const struct ready *h)
{
	int up = 0;

	for (int i = 0; i < h->count; i++)
		up += h->checks[i].up;
	return h->count > 0 && up == 0;
}

static bool ready_write(const struct ready *h, const char *database, struct buf *out)
{
	struct jw w;
	bool ready;

	if (strcmp(database, "ok") == 0 && !db_is_ready(h->app->db))
		database = "connecting"; /* this look went well, but writes could not */
	else if (strcmp(database, "ok") == 0 && !flow_has_room())
		database = "full";
	else if (strcmp(database, "ok") == 0)
		database = ready_stored;
	ready = strcmp(database, "ok") == 0 && h->app->has_key && !h->app->draining;
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kbool(&w, "ready", ready);
	jw_kstr(&w, "database", database);
	jw_kbool(&w, "draining", h->app->draining);
	jw_kopen(&w, "models", '[');
	for (int i = 0; i < h->count; i++) {
		jw_open(&w, '{');
		jw_kstr(&w, "name", h->checks[i].name);
		jw_kbool(&w, "up", h->checks[i].up);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
	return ready;
}

/* Answers one who asked, and forgets them. */
static void ready_answer(struct ready_waiter *w, bool ready, const struct buf *body)
{
	static const char *const answers[] = {"{\"ready\":false}", "{\"ready\":true}",
					      "{\"ready\":true,\"models\":\"down\"}"};
	const char *brief = answers[!ready ? 0 : ready_without_models(w->ready) ? 2 : 1];
	int status = ready ? 200 : 503;

	LIST_REMOVE(w, link);
	if (w->in_detail)
		http_reply_json(w->req, status, body);
	else
		http_reply_static(w->req, status, "application/json", brief, strlen(brief));
	free(w);
}

static void ready_finish(struct ready *h, const char *database)
{
	struct buf b = BUF_INIT;
	bool ready = ready_write(h, database, &b);
	struct ready_waiter *w;

	while ((w = LIST_FIRST(&h->waiters)) != NULL)
		ready_answer(w, ready, &b); /* NOLINT(clang-analyzer-unix.Malloc): the last one left the list */
	buf_release(&b);
	ready_free(h);
}

static void ready_on_deadline(void *arg)
{
	struct ready_waiter *w = arg;
	struct ready *h = w->ready;
	struct buf b = BUF_INIT;

	ready_answer(w, ready_write(h, "slow", &b), &b);
	buf_release(&b);
	if (LIST_EMPTY(&h->waiters))
		ready_free(h);
}

static void ready_on_checked(void *arg, const struct fetch_result *r)
{
	struct model_check *c = arg;

	c->call = NULL;
	c->up = r->status == FETCH_OK && r->http_status < 500;
	if (--c->ready->pending == 0)
		ready_finish(c->ready, "ok");
}

/* scheme://host:port of the model's address, and /healthz: whoever answers there below 500, if only with "not
 * found", is up. */
static void ready_url(struct buf *out, const char *url)
{
	const char *host = strstr(url, "://");

	host = host != NULL ? host + 3 : url;
	buf_add(out, url, (size_t)(host - url) + strcspn(host, "/?#"));
	buf_adds(out, "/healthz");
}

static void ready_check(struct ready *h, const char *name, const char *url)
{
	struct model_check *c = &h->checks[h->count++];
	struct buf health = BUF_INIT;
	struct fetch_request request = {.method = "GET", .timeout_ms = MODEL_CHECK_MS, .max_body = BODY_MAX};

	c->ready = h;
	c->name = xstrdup(name);
	ready_url(&health, url);
	request.url = health.p;
	h->pending++;
	c->call = fetch_start(h->app->fetch, &request, ready_on_checked, c);
	buf_release(&health);
}

static void ready_on_models(void *arg, const struct db_result *r)
{
	struct ready *h = arg;

	h->call = NULL;
	if (r->status != DB_OK) {
		ready_finish(h, db_status_name(r->status));
		return;
	}
	for (int i = 0; i < r->rows && i < MODELS_MAX; i++)
		ready_check(h, q_model_active_row(r, i).name, q_model_active_row(r, i).url);
	if (h->count == 0)
		ready_finish(h, "ok");
}

static void ready_look(struct ready *h)
{
	h->call = db_start(h->app->db, DB_READ, q_model_active(), MODEL_CHECK_MS, ready_on_models, h);
}

static void ready_on_probe(void *arg, const struct db_result *r)
{
	struct ready *h = arg;

	h->call = NULL;
	ready_stored_ms = loop_now_ms();
	if (r->status == DB_OK)
		ready_stored = "ok";
	else if (r->status == DB_ERROR)
		ready_stored = strncmp(r->sqlstate, "53", 2) == 0 ? "full" : "read-only";
	else
		ready_stored = db_status_name(r->status);
	if (strcmp(ready_stored, "ok") != 0)
		log_warn("the database stores nothing: %s", ready_stored);
	ready_look(h);
}

static void ready_ask(struct http_req *req, struct app *app, bool in_detail)
{
	struct ready_waiter *w = xcalloc(1, sizeof(*w));

	if (ready_looking == NULL) {
		ready_looking = xcalloc(1, sizeof(*ready_looking));
		ready_looking->app = app;
		if (loop_now_ms() - ready_stored_ms < PROBE_EVERY_MS)
			ready_look(ready_looking);
		else
			ready_looking->call =
			    db_start(app->db, DB_WRITE, q_write_probe(), MODEL_CHECK_MS, ready_on_probe, ready_looking);
	}
	w->ready = ready_looking;
	w->req = req;
	w->in_detail = in_detail;
	LIST_INSERT_HEAD(&ready_looking->waiters, w, link);
	http_on_deadline(req, ready_on_deadline, w);
}

void flow_readyz(struct http_req *req, void *app)
{
	ready_ask(req, app, false);
}

void flow_readyz_detail(struct http_req *req, void *app)
{
	ready_ask(req, app, true);
}

/* --- /metrics ----------------------------------------------------------- */

struct gauges {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
};

/* Values that others keep; copied into their families when somebody looks. */
static struct {
	enum metric_kind kind;
	const char *name, *labels, *help;
	struct metric *family;
} gauges_shown[] = {
    {METRIC_GAUGE, "beat_db_connections", "lane,state", "Database connections, configured and ready.", NULL},
    {METRIC_GAUGE, "beat_db_calls_waiting", "lane", "Database calls not sent yet.", NULL},
    {METRIC_GAUGE, "beat_db_calls_running", "lane", "Database calls sent and not answered yet.", NULL},
    {METRIC_COUNTER, "beat_db_calls_total", "lane", "Database calls started.", NULL},
    {METRIC_COUNTER, "beat_db_errors_total", "lane", "Database calls that failed.", NULL},
    {METRIC_COUNTER, "beat_db_batches_total", "lane", "Pipeline batches sent.", NULL},
    {METRIC_COUNTER, "beat_db_replays_total", "lane", "Calls run again because another in their batch failed.", NULL},
    {METRIC_GAUGE, "beat_model_calls_running", "model,address", "Questions a model is answering.", NULL},
    {METRIC_GAUGE, "beat_model_calls_waiting", "model,address", "Questions waiting for a model.", NULL},
    {METRIC_GAUGE, "beat_model_breaker", "model,address", "Circuit breaker: 0 closed, 1 half-open, 2 open.", NULL},
    {METRIC_COUNTER, "beat_model_calls_total", "model,address", "Questions put to a model.", NULL},
    {METRIC_COUNTER, "beat_model_faults_total", "model,address", "Questions a model gave no usable answer to.", NULL},
    {METRIC_GAUGE, "beat_streams", "", "Dashboards that follow what changes.", NULL},
    {METRIC_GAUGE, "beat_database_up", "", "Whether the database answered this look.", NULL},
    {METRIC_GAUGE, "beat_open_leases", "", "Assignments under way.", NULL},
    {METRIC_GAUGE, "beat_overdue_leases", "", "Assignments past their deadline and not yet taken back.", NULL},
    {METRIC_GAUGE, "beat_attempts_unjudged", "", "Attempts that wait to be judged again.", NULL},
    {METRIC_GAUGE, "beat_alerts", "kind", "Alerts that stand, acknowledged or not.", NULL},
};

static void gauges_show(const char *name, double v, const char *l1, const char *l2)
{
	for (size_t i = 0; i < ARRAY_LEN(gauges_shown); i++) {
		if (strcmp(gauges_shown[i].name, name) != 0)
			continue;
		if (gauges_shown[i].family == NULL)
			gauges_shown[i].family =
			    metric_new(gauges_shown[i].kind, name, gauges_shown[i].labels, gauges_shown[i].help);
		metric_set(gauges_shown[i].family, v, l1, l2, NULL);
		return;
	}
}

static void gauges_show_lane(const struct db *db, enum db_lane lane, const char *name)
{
	struct db_lane_stats s;

	db_stats(db, lane, &s);
	gauges_show("beat_db_connections", s.conns, name, "configured");
	gauges_show("beat_db_connections", s.ready, name, "ready");
	gauges_show("beat_db_calls_waiting", s.waiting, name, NULL);
	gauges_show("beat_db_calls_running", s.running, name, NULL);
	gauges_show("beat_db_calls_total", (double)s.calls, name, NULL);
	gauges_show("beat_db_errors_total", (double)s.errors, name, NULL);
	gauges_show("beat_db_batches_total", (double)s.batches, name, NULL);
	gauges_show("beat_db_replays_total", (double)s.replays, name, NULL);
}

static void gauges_show_model(const struct models_stats *s, void *arg)
{
	(void)arg;
	gauges_show("beat_model_calls_running", s->running, s->name, s->shown);
	gauges_show("beat_model_calls_waiting", s->waiting, s->name, s->shown);
	gauges_show("beat_model_breaker", s->breaker, s->name, s->shown);
	gauges_show("beat_model_calls_total", (double)s->calls, s->name, s->shown);
	gauges_show("beat_model_faults_total", (double)s->faults, s->name, s->shown);
}

/* {"build": 1} */
static void gauges_show_alerts(const char *json)
{
	char error[JSON_ERR_MAX];
	json_t *counts = json_parse(json, strlen(json), error), *count;
	const char *kind;

	json_object_foreach(counts, kind, count)
	    gauges_show("beat_alerts", (double)json_integer_value(count), kind, NULL);
	json_decref(counts);
}

/* r is NULL if the database took too long: all but its own figures are known all the same. */
static void gauges_finish(struct gauges *g, const struct db_result *r)
{
	bool up = r != NULL && r->status == DB_OK && r->rows == 1;
	struct buf b = BUF_INIT;

	db_cancel(&g->call);
	gauges_show_lane(g->app->db, DB_READ, "read");
	gauges_show_lane(g->app->db, DB_WRITE, "write");
	gauges_show_lane(g->app->db, DB_DESK, "desk");
	gauges_show_lane(g->app->db, DB_SLOW, "slow");
	models_each(g->app->models, gauges_show_model, NULL);
	gauges_show("beat_streams", streams_count(g->app->streams), NULL, NULL);
	gauges_show("beat_database_up", up, NULL, NULL);
	if (up) {
		struct q_server_gauges_row row = q_server_gauges_row(r, 0);

		gauges_show("beat_open_leases", (double)row.open_leases, NULL, NULL);
		gauges_show("beat_overdue_leases", (double)row.overdue_leases, NULL, NULL);
		gauges_show("beat_attempts_unjudged", (double)row.pending_judgement, NULL, NULL);
		gauges_show_alerts(row.alerts);
	}
	metrics_write(&b);
	http_reply(g->req, 200, "text/plain; version=0.0.4; charset=utf-8", b.p, b.n);
	buf_release(&b);
	free(g);
}

static void gauges_on_answer(void *arg, const struct db_result *r)
{
	struct gauges *g = arg;

	g->call = NULL;
	gauges_finish(g, r);
}

static void gauges_on_deadline(void *arg)
{
	gauges_finish(arg, NULL);
}

void flow_metrics(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct gauges *g = xcalloc(1, sizeof(*g));

	g->req = req;
	g->app = app;
	http_on_deadline(req, gauges_on_deadline, g);
	g->call = db_start(app->db, DB_SLOW, q_server_gauges(), MODEL_CHECK_MS, gauges_on_answer, g);
}
