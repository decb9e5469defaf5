/* admin_health: how the models do, as this process has seen them since its start. */
#include <stdio.h>
#include <time.h>

#include "admin_health.h"
#include "beat/jw.h"
#include "beat/model.h"

static void admin_health_write_model(const struct models_stats *s, void *arg)
{
	static const char *const states[] = {"closed", "half-open", "open"};
	struct jw *w = arg;

	jw_open(w, '{');
	jw_kstr(w, "name", s->name);
	jw_kstr(w, "address", s->shown);
	jw_kstr(w, "state", states[s->breaker]);
	jw_kbool(w, "last_failed", s->last_failed);
	jw_kint(w, "waiting", s->waiting);
	jw_kint(w, "running", s->running);
	jw_kint(w, "requests", (int64_t)s->calls);
	jw_kint(w, "faults", (int64_t)s->faults);
	jw_key(w, "mean_ms");
	if (s->answers > 0)
		jw_num(w, (double)s->answer_ms / (double)s->answers);
	else
		jw_null(w);
	jw_close(w, '}');
}

void admin_models_health(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct tm tm;
	char since[32];
	struct buf b = BUF_INIT;
	struct jw w;

	(void)who;
	(void)arg;
	gmtime_r(&app->started, &tm);
	strftime(since, sizeof(since), "%Y-%m-%dT%H:%M:%SZ", &tm);
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kopen(&w, "models", '[');
	models_each(app->models, admin_health_write_model, &w);
	jw_close(&w, ']');
	jw_kopen(&w, "server", '{');
	jw_kstr(&w, "version", BEAT_VERSION);
	jw_kstr(&w, "since", since);
	jw_close(&w, '}');
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(req, 200, &b);
	buf_release(&b);
}
