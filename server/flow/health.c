/* health: is the process alive (/healthz), can it serve (/readyz), what does it do (/metrics).
 *
 * Ready means: the signing key is known, the database answers, and of the models
 * that active projects use at least one can be reached. Reaching a model is a GET
 * of its health address, never a question: models count questions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/fetch.h"
#include "beat/jw.h"
#include "beat/metrics.h"
#include "beat/model.h"
#include "flow.h"
#include "stream.h"

enum { MODELS_MAX = 16, MODEL_CHECK_MS = 2000, BODY_MAX = 64 * 1024 };

/* Columns of the query model_active. */
enum { M_NAME, M_URL };

/* Columns of the query server_gauges. */
enum { G_OPEN, G_OVERDUE, G_UNJUDGED };

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
static struct ready *looking;

void flow_healthz(struct http_req *req, void *app)
{
	static const char ok[] = "{\"status\":\"ok\",\"version\":\"" BEAT_VERSION "\"}";

	(void)app;
	http_reply_static(req, 200, "application/json", ok, sizeof(ok) - 1);
}

/* --- /readyz ------------------------------------------------------------ */

static void ready_free(struct ready *h)
{
	looking = NULL;
	db_cancel(&h->call);
	for (int i = 0; i < h->count; i++) {
		fetch_cancel(&h->checks[i].call);
		free(h->checks[i].name);
	}
	free(h);
}

static bool ready_write(const struct ready *h, const char *database, struct buf *out)
{
	struct jw w;
	int up = 0;
	bool ready;

	for (int i = 0; i < h->count; i++)
		up += h->checks[i].up;
	if (strcmp(database, "ok") == 0 && !db_is_ready(h->app->db))
		database = "connecting"; /* this look went well, but writes could not */
	ready = strcmp(database, "ok") == 0 && h->app->has_key && !h->app->draining && (up > 0 || h->count == 0);
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kbool(&w, "ready", ready);
	jw_kstr(&w, "database", database);
	jw_kbool(&w, "draining", h->app->draining);
	jw_key(&w, "models");
	jw_open(&w, '[');
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
	LIST_REMOVE(w, link);
	http_reply_json(w->req, ready ? 200 : 503, body);
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

static void on_ready_deadline(void *arg)
{
	struct ready_waiter *w = arg;
	struct ready *h = w->ready;
	struct buf b = BUF_INIT;

	ready_answer(w, ready_write(h, "slow", &b), &b);
	buf_release(&b);
	if (LIST_EMPTY(&h->waiters))
		ready_free(h);
}

static void on_model_checked(void *arg, const struct fetch_result *r)
{
	struct model_check *c = arg;

	c->call = NULL;
	c->up = r->status == FETCH_OK && r->http_status < 500;
	if (--c->ready->pending == 0)
		ready_finish(c->ready, "ok");
}

/* scheme://host:port of the model's address, and /healthz: whoever answers there below 500, if only with "not
 * found", is up. */
static void health_url(struct buf *out, const char *url)
{
	const char *host = strstr(url, "://");

	host = host != NULL ? host + 3 : url;
	buf_add(out, url, (size_t)(host - url) + strcspn(host, "/?#"));
	buf_adds(out, "/healthz");
}

static void check_model(struct ready *h, const char *name, const char *url)
{
	struct model_check *c = &h->checks[h->count++];
	struct buf health = BUF_INIT;
	struct fetch_request request = {.method = "GET", .timeout_ms = MODEL_CHECK_MS, .max_body = BODY_MAX};

	c->ready = h;
	c->name = xstrdup(name);
	health_url(&health, url);
	request.url = health.p;
	h->pending++;
	c->call = fetch_start(h->app->fetch, &request, on_model_checked, c);
	buf_release(&health);
}

static void on_models(void *arg, const struct db_result *r)
{
	struct ready *h = arg;

	h->call = NULL;
	if (r->status != DB_OK) {
		ready_finish(h, db_status_name(r->status));
		return;
	}
	for (int i = 0; i < r->rows && i < MODELS_MAX; i++)
		check_model(h, db_str(r, i, M_NAME), db_str(r, i, M_URL));
	if (h->count == 0)
		ready_finish(h, "ok");
}

void flow_readyz(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct ready_waiter *w = xcalloc(1, sizeof(*w));

	if (looking == NULL) {
		looking = xcalloc(1, sizeof(*looking));
		looking->app = app;
		looking->call = db_start(app->db, DB_READ, Q_MODEL_ACTIVE, NULL, MODEL_CHECK_MS, on_models, looking);
	}
	w->ready = looking;
	w->req = req;
	LIST_INSERT_HEAD(&looking->waiters, w, link);
	http_on_deadline(req, on_ready_deadline, w);
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
} shown[] = {
    {METRIC_GAUGE, "beat_db_connections", "lane,state", "Database connections, configured and ready.", NULL},
    {METRIC_GAUGE, "beat_db_calls_waiting", "lane", "Database calls not sent yet.", NULL},
    {METRIC_GAUGE, "beat_db_calls_running", "lane", "Database calls sent and not answered yet.", NULL},
    {METRIC_COUNTER, "beat_db_calls_total", "lane", "Database calls started.", NULL},
    {METRIC_COUNTER, "beat_db_errors_total", "lane", "Database calls that failed.", NULL},
    {METRIC_COUNTER, "beat_db_batches_total", "lane", "Pipeline batches sent.", NULL},
    {METRIC_COUNTER, "beat_db_replays_total", "lane", "Calls run again because another in their batch failed.", NULL},
    {METRIC_GAUGE, "beat_model_calls_running", "model", "Questions a model is answering.", NULL},
    {METRIC_GAUGE, "beat_model_calls_waiting", "model", "Questions waiting for a model.", NULL},
    {METRIC_GAUGE, "beat_model_breaker", "model", "Circuit breaker: 0 closed, 1 half-open, 2 open.", NULL},
    {METRIC_COUNTER, "beat_model_calls_total", "model", "Questions put to a model.", NULL},
    {METRIC_COUNTER, "beat_model_faults_total", "model", "Questions a model gave no usable answer to.", NULL},
    {METRIC_GAUGE, "beat_streams", "", "Dashboards that follow what changes.", NULL},
    {METRIC_GAUGE, "beat_database_up", "", "Whether the database answered this look.", NULL},
    {METRIC_GAUGE, "beat_open_leases", "", "Assignments under way.", NULL},
    {METRIC_GAUGE, "beat_overdue_leases", "", "Assignments past their deadline and not yet taken back.", NULL},
    {METRIC_GAUGE, "beat_attempts_unjudged", "", "Attempts that wait to be judged again.", NULL},
};

static void show(const char *name, double v, const char *l1, const char *l2)
{
	for (size_t i = 0; i < ARRAY_LEN(shown); i++) {
		if (strcmp(shown[i].name, name) != 0)
			continue;
		if (shown[i].family == NULL)
			shown[i].family = metric_new(shown[i].kind, name, shown[i].labels, shown[i].help);
		metric_set(shown[i].family, v, l1, l2, NULL);
		return;
	}
}

static void show_lane(const struct db *db, enum db_lane lane, const char *name)
{
	struct db_lane_stats s;

	db_stats(db, lane, &s);
	show("beat_db_connections", s.conns, name, "configured");
	show("beat_db_connections", s.ready, name, "ready");
	show("beat_db_calls_waiting", s.waiting, name, NULL);
	show("beat_db_calls_running", s.running, name, NULL);
	show("beat_db_calls_total", (double)s.calls, name, NULL);
	show("beat_db_errors_total", (double)s.errors, name, NULL);
	show("beat_db_batches_total", (double)s.batches, name, NULL);
	show("beat_db_replays_total", (double)s.replays, name, NULL);
}

static void show_model(const struct models_stats *s, void *arg)
{
	(void)arg;
	show("beat_model_calls_running", s->running, s->name, NULL);
	show("beat_model_calls_waiting", s->waiting, s->name, NULL);
	show("beat_model_breaker", s->breaker, s->name, NULL);
	show("beat_model_calls_total", (double)s->calls, s->name, NULL);
	show("beat_model_faults_total", (double)s->faults, s->name, NULL);
}

/* r is NULL if the database took too long: all but its own figures are known all the same. */
static void gauges_finish(struct gauges *g, const struct db_result *r)
{
	bool up = r != NULL && r->status == DB_OK && r->rows == 1;
	struct buf b = BUF_INIT;

	db_cancel(&g->call);
	show_lane(g->app->db, DB_READ, "read");
	show_lane(g->app->db, DB_WRITE, "write");
	show_lane(g->app->db, DB_DESK, "desk");
	show_lane(g->app->db, DB_SLOW, "slow");
	models_each(g->app->models, show_model, NULL);
	show("beat_streams", streams_count(g->app->streams), NULL, NULL);
	show("beat_database_up", up, NULL, NULL);
	if (up) {
		show("beat_open_leases", (double)db_int(r, 0, G_OPEN), NULL, NULL);
		show("beat_overdue_leases", (double)db_int(r, 0, G_OVERDUE), NULL, NULL);
		show("beat_attempts_unjudged", (double)db_int(r, 0, G_UNJUDGED), NULL, NULL);
	}
	metrics_write(&b);
	http_reply(g->req, 200, "text/plain; version=0.0.4; charset=utf-8", b.p, b.n);
	buf_release(&b);
	free(g);
}

static void on_gauges(void *arg, const struct db_result *r)
{
	struct gauges *g = arg;

	g->call = NULL;
	gauges_finish(g, r);
}

static void on_gauges_deadline(void *arg)
{
	gauges_finish(arg, NULL);
}

void flow_metrics(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct gauges *g = xcalloc(1, sizeof(*g));

	g->req = req;
	g->app = app;
	http_on_deadline(req, on_gauges_deadline, g);
	g->call = db_start(app->db, DB_SLOW, Q_SERVER_GAUGES, NULL, MODEL_CHECK_MS, on_gauges, g);
}
