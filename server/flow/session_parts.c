/* session_parts: see session.h. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "beat/metrics.h"
#include "session.h"

/* What a worker is told who has nothing to do. `validate` is what a validator is told instead, if anything. */
static const struct {
	const char *status, *message, *validate;
} session_ends[] = {
    {"no_work", "There is no passage left for you in this project just now. Thank you for your work!",
     "There are no questions left for you to answer in this project just now. Thank you for your work!"},
    {"no_validation", "This project does not ask for answers at the moment. Thank you for your interest!", NULL},
    {"paused", "This project is paused at the moment. Please come back later.", NULL},
    {"closed", "This project has ended. Thank you for your interest!", NULL},
    {"not_open", "This project is open to invited workers only. Please use your invitation link.", NULL},
    {"screening",
     "Thank you, your onboarding is handed in. A researcher looks at it by hand; if it is passed you can "
     "start at once.",
     NULL},
    {"failed",
     "Thank you for taking part in the onboarding. This time it was not passed, so this project has no work "
     "for you.",
     NULL},
    {"revoked",
     "You can no longer take part in this project. What you handed in before is paid as agreed. Thank you for "
     "your time.",
     NULL},
    {"blocked",
     "You cannot take part in projects here. If you think that this is a mistake, please write to those who "
     "sent you the link.",
     NULL},
    {"closed_platform", "This project does not take workers from this platform.", NULL},
};

static const char session_ended_message[] = "You can no longer take part in this project, so this task ends here. What "
					    "you have done on this task is still paid: "
					    "press Finish to hand it in. Thank you for your time.";

enum { ENDED_TOKEN_SECONDS = 24 * 3600 };

/* With milliseconds, like every moment of the API: the page sets its clock by it. */
static void session_put_now(struct jw *w, const char *key)
{
	char seconds[32], text[48];
	struct timespec now;
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	strftime(seconds, sizeof(seconds), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(text, sizeof(text), "%s.%03ldZ", seconds, now.tv_nsec / 1000000);
	jw_kstr(w, key, text);
}

void session_put_terms(struct jw *w, const struct session *s, struct session_task task)
{
	jw_kint(w, "reward_cents", task.reward);
	jw_kstr(w, "currency", "USD");
	jw_kstr(w, "platform", s->platform->name);
	jw_kopen(w, "project", '{');
	jw_kstr(w, "name", s->project);
	jw_kstr(w, "title", task.project_title);
	jw_close(w, '}');
}

void session_put_id(struct jw *w, const char *key, struct sql_int id)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)id.n);
	jw_kstr(w, key, id.given ? text : NULL);
}

void session_count(const struct session *s, const char *status)
{
	metric_add(s->task.app->m_sessions, 1, status, s->platform->name, s->validate ? "validate" : "generate");
}

void session_settle_count(struct session *s, bool newcomer, bool entered)
{
	struct rates *rates = s->task.app->rates;
	const struct rate_who address = rates_who(rates, http_peer(s->task.req), NULL),
			      who = rates_who(rates, http_peer(s->task.req), s->entry.worker);

	if (s->counted && !(newcomer && entered))
		rates_give(rates, RATE_NEWCOMERS, &address, sizeof(address));
	s->counted = false;
	if (entered)
		rates_know(rates, &who);
}

void session_put_task(struct jw *w, const struct session *s, struct session_task task)
{
	jw_kopen(w, "passage", '{');
	session_put_id(w, "id", task.passage);
	jw_kstr(w, "title", task.title);
	jw_key(w, "text");
	jw_strn(w, task.text, task.text_n);
	jw_close(w, '}');
	session_put_terms(w, s, task);
	session_put_now(w, "server_time");
}

void session_put_opened(struct jw *w, const struct session *s, const struct session_opened *o)
{
	struct token_session t = {
	    .assignment = o->assignment.n, .worker = o->worker, .passage = o->passage.n, .expires = o->expires};
	int64_t least = (int64_t)time(NULL) + ENDED_TOKEN_SECONDS;
	struct buf b = BUF_INIT;

	if (strcmp(o->status, "ended") == 0 && t.expires < least)
		t.expires = least;
	memcpy(t.ref, s->entry.ref, sizeof(t.ref));
	if (o->let_in || strcmp(o->status, "ended") == 0)
		token_session_make(&b, &s->task.app->key, &t);
	jw_kstr(w, "token", b.n > 0 ? b.p : NULL);
	session_put_id(w, "assignment", o->assignment);
	buf_release(&b);
}

void session_put_times(struct jw *w, const struct session_opened *o)
{
	jw_kstr(w, "started_at", o->started_at);
	jw_kstr(w, "expires_at", o->expires_at);
	jw_kbool(w, "paused", strcmp(o->project_state, "active") != 0);
}

void session_put_ended(struct jw *w, const struct session *s, const struct session_opened *o)
{
	jw_kbool(w, "ended", true);
	session_put_opened(w, s, o);
	jw_kstr(w, "kind", o->kind);
	jw_kstr(w, "message", session_ended_message);
	jw_kstr(w, "why", o->why);
}

void session_put_raw(struct jw *w, const char *key, const char *json, size_t n)
{
	jw_key(w, key);
	if (json == NULL)
		jw_null(w);
	else
		jw_raw(w, json, n);
}

struct jw *session_begin(struct session *s)
{
	jw_init(&s->w, &s->out);
	jw_open(&s->w, '{');
	return &s->w;
}

void session_reply(struct session *s, int status)
{
	struct buf out;

	jw_close(&s->w, '}');
	jw_done(&s->w);
	out = s->out; /* the session ends with its answer */
	flow_task_reply(&s->task, status, &out);
	buf_release(&out);
}

/* Hands the work in again that was handed in before, which answers. */
static void session_hand_in(struct session *s, const struct session_opened *o)
{
	flow_hand_in(flow_task_give(&s->task), s->task.app, o->assignment.n, o->worker, s->entry.ref);
	flow_task_end(&s->task);
}

static const char *session_end_message(const struct session *s, const char *status)
{
	for (size_t i = 0; i < ARRAY_LEN(session_ends); i++) {
		if (strcmp(session_ends[i].status, status) == 0)
			return s->validate && session_ends[i].validate != NULL ? session_ends[i].validate
									       : session_ends[i].message;
	}
	return "There is nothing to do just now.";
}

void session_reply_end(struct session *s, const char *status, const char *why)
{
	struct jw *w;

	/* no such project; the last of the work is in other hands, which may let go of it; the worker is at it
	 * elsewhere */
	if (strcmp(status, "no_project") == 0 || strcmp(status, "busy") == 0 || strcmp(status, "elsewhere") == 0) {
		flow_task_refuse_as(&s->task, status);
		return;
	}
	w = session_begin(s);
	jw_kbool(w, "done", true);
	jw_kstr(w, "reason", status);
	jw_kstr(w, "message", session_end_message(s, status));
	jw_kstr(w, "why", why);
	session_reply(s, 200);
}

bool session_goes_on(struct session *s, const struct session_opened *o)
{
	session_count(s, o->status);
	if (strcmp(o->status, "ok") == 0 || strcmp(o->status, "ended") == 0)
		return true;
	if (strcmp(o->status, "submitted") == 0)
		session_hand_in(s, o);
	else
		session_reply_end(s, o->status, o->why);
	return false;
}
