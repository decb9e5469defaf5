/* session: a worker opens the task page.
 *
 *   read body -> the platform says who it is -> one statement finds, resumes or
 *   makes the assignment -> a token for it
 *
 * One statement, idempotent: asking again gives the same assignment. The task is to
 * write questions, or to validate those of others (session_validate.c). */
#include "session.h"

#include <stdio.h>
#include <string.h>

#include "beat/loop.h"

/* `row`: of session_open or session_preview. A HIT without an adversary has no model, but paragraphs. */
#define session_put_game(w, row)                                                                                       \
	do {                                                                                                           \
		jw_kint(w, "wanted", (row)->wanted);                                                                   \
		jw_kint(w, "threshold_permille", (row)->threshold_permille);                                           \
		session_put_model(w, (row)->hit == NULL ? (row)->model_name : NULL);                                   \
		session_put_raw(w, "opponent", (row)->opponent, (row)->opponent_len);                                  \
		session_put_raw(w, "hit", (row)->hit, (row)->hit_len);                                                 \
		session_put_raw(w, "terms", (row)->terms, (row)->terms_len);                                           \
	} while (0)

static void session_put_model(struct jw *w, const char *name)
{
	jw_key(w, "model");
	if (name == NULL) {
		jw_null(w);
		return;
	}
	jw_open(w, '{');
	jw_kstr(w, "name", name);
	jw_close(w, '}');
}

static void session_reply_task(struct session *s, const struct q_session_open_row *row,
			       const struct session_opened *opened)
{
	struct jw *w = session_begin(s);

	session_put_opened(w, s, opened);
	session_put_task(w, s, SESSION_TASK(row));
	session_put_game(w, row);
	jw_kstr(w, "kind", opened->kind);
	session_put_raw(w, "onboarding", row->onboarding, row->onboarding_len);
	jw_kstr(w, "why", opened->why);
	jw_kint(w, "won", row->won);
	session_put_raw(w, "attempts", row->attempts, row->attempts_len);
	session_put_times(w, opened);
	session_reply(s, row->created ? 201 : 200);
}

static void session_reply_preview(struct session *s, const struct q_session_preview_row *row)
{
	struct jw *w = session_begin(s);

	jw_kbool(w, "preview", true);
	session_put_task(w, s, SESSION_TASK(row));
	session_put_game(w, row);
	jw_kbool(w, "onboarding_first", row->onboarding_first.yes);
	session_reply(s, 200);
}

static void session_reply_ended(struct session *s, const struct q_session_open_row *row,
				const struct session_opened *opened)
{
	struct jw *w = session_begin(s);

	session_put_ended(w, s, opened);
	jw_kint(w, "won", row->won);
	jw_kint(w, "wanted", row->wanted);
	session_put_terms(w, s, SESSION_TASK(row));
	session_reply(s, 200);
}

/* What the game's session came to. */
static void session_opened(struct session *s, const struct db_result *r)
{
	const struct q_session_open_row row = q_session_open_row(r, 0);
	const struct session_opened opened = SESSION_OPENED(&row, row.kind);

	session_settle_count(s, row.newcomer, row.assignment_id.given);
	if (session_goes_on(s, &opened))
		(strcmp(row.status, "ended") == 0 ? session_reply_ended : session_reply_task)(s, &row, &opened);
}

static void session_previewed(struct session *s, const struct db_result *r)
{
	const struct q_session_preview_row row = q_session_preview_row(r, 0);

	session_count(s, "preview");
	if (strcmp(row.status, "ok") == 0)
		session_reply_preview(s, &row);
	else
		session_reply_end(s, row.status, NULL);
}

static void session_on_answer(void *arg, const struct db_result *r)
{
	struct session *s = arg;
	bool preview = s->entry.preview;

	if (!flow_task_has_row(&s->task, r, "opening a session"))
		return;
	if (s->validate)
		(preview ? session_validate_previewed : session_validate_opened)(s, r);
	else
		(preview ? session_previewed : session_opened)(s, r);
}

/* The optional member "task". */
static int session_read_task(struct session *s, struct flow_fault *f)
{
	const char *task;
	size_t n;

	if (json_object_get(s->task.body, "task") == NULL)
		return 0;
	if (flow_get_str(s->task.body, "task", &task, &n, f) < 0)
		return -1;
	s->validate = strcmp(task, "validate") == 0;
	if (s->validate || strcmp(task, "generate") == 0)
		return 0;
	return flow_fault_set(f, "task", "The field \"task\" must be generate or validate.");
}

/* The optional member "language", in which the worker would like to be told what to do. */
static int session_read_language(struct session *s, struct flow_fault *f)
{
	enum { LANGUAGE_MAX = 35 };
	size_t n;

	s->language = "";
	if (!flow_is_given(s->task.body, "language"))
		return 0;
	if (flow_get_str(s->task.body, "language", &s->language, &n, f) < 0)
		return -1;
	return n <= LANGUAGE_MAX
		   ? 0
		   : flow_fault_set(f, "language", "The field \"language\" must be a language like en or pt-BR.");
}

/* The optional member "agrees": the text of instructions whose consent the worker gives. */
static int session_read_agrees(struct session *s, struct flow_fault *f)
{
	size_t n;

	return flow_is_given(s->task.body, "agrees") ? flow_get_str(s->task.body, "agrees", &s->agrees, &n, f) : 0;
}

/* Who is at the door, says the platform. */
static int session_enter(struct session *s, const json_t *params, struct flow_fault *f)
{
	struct platform_fault why;

	if (s->platform->enter(&s->task.app->platform, s->project, params, &s->entry, &why) == 0)
		return 0;
	snprintf(s->field, sizeof(s->field), "params.%s", why.param);
	return flow_fault_set(f, s->field, "%s", why.detail);
}

/* Project, platform, task and params. */
static int session_read(struct session *s, struct flow_fault *f)
{
	const json_t *body = s->task.body;
	const char *name;
	size_t n;
	json_t *params;

	if (flow_get_str(body, "project", &s->project, &n, f) < 0 || flow_get_str(body, "platform", &name, &n, f) < 0 ||
	    flow_get_obj(body, "params", &params, f) < 0 || session_read_task(s, f) < 0 ||
	    session_read_language(s, f) < 0 || session_read_agrees(s, f) < 0)
		return -1;
	s->platform = platform_find(name);
	if (s->platform == NULL)
		return flow_fault_set(f, "platform", "The field \"platform\" must be mturk, prolific or direct.");
	return session_enter(s, params, f);
}

static void session_ask_preview(struct session *s)
{
	flow_task_ask(&s->task, DB_READ,
		      s->validate ? q_validate_preview(.project = s->project, .language = s->language)
				  : q_session_preview(.project = s->project, .language = s->language),
		      session_on_answer);
}

static void session_ask(struct session *s)
{
	const struct platform_entry *e = &s->entry;

	flow_task_ask(&s->task, DB_WRITE,
		      s->validate
			  ? q_validate_open(.project = s->project, .platform = s->platform->name, .worker = e->worker,
					    .platform_ref = e->ref, .hit_ref = e->hit_ref, .submit_to = e->submit_to,
					    .vouched = e->vouched, .language = s->language, .agrees = s->agrees)
			  : q_session_open(.project = s->project, .platform = s->platform->name, .worker = e->worker,
					   .platform_ref = e->ref, .hit_ref = e->hit_ref, .submit_to = e->submit_to,
					   /* An invitation to validate is no invitation to write questions. */
					   .vouched = e->vouched && !e->validates_only, .language = s->language,
					   .agrees = s->agrees),
		      session_on_answer);
}

/* The worker begins, or goes on. */
static void session_on_known(void *arg, const struct db_result *r)
{
	struct session *s = arg;

	if (!flow_task_has_row(&s->task, r, "looking for a worker"))
		return;
	if (q_worker_is_known_row(r, 0).known) {
		session_ask(s);
		return;
	}
	session_count(s, "crowded");
	flow_task_refuse(&s->task, &s->crowded);
}

/* How many people may begin from one address in an hour is bounded: each takes a passage, and a name is anybody's to
 * write. Whether somebody is new the database tells with its answer; until then a newcomer is counted, and when no more
 * may come, it is asked first. */
static void session_come(struct session *s)
{
	struct rates *rates = s->task.app->rates;
	const struct rate_who address = rates_who(rates, http_peer(s->task.req), NULL);
	int wait = s->entry.vouched ? 0 : rates_take(rates, RATE_NEWCOMERS, &address, sizeof(address), loop_now_ms());

	s->counted = !s->entry.vouched && wait == 0;
	if (wait == 0) {
		session_ask(s);
		return;
	}
	s->crowded = rates_refusal(RATE_NEWCOMERS, wait);
	flow_task_ask(
	    &s->task, DB_READ,
	    q_worker_is_known(.project = s->project, .platform = s->platform->name, .worker = s->entry.worker),
	    session_on_known);
}

void flow_session(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct session *s = flow_task_new(sizeof(*s), req, app);
	struct flow_fault fault;

	if (!flow_task_read(&s->task))
		return;
	if (!app->has_key)
		flow_task_refuse_as(&s->task, "starting");
	else if (session_read(s, &fault) < 0)
		flow_task_invalid(&s->task, &fault);
	else if (flow_task_may_enter(&s->task, RATE_SESSIONS, s->entry.preview ? NULL : s->entry.worker,
				     s->entry.vouched))
		(s->entry.preview ? session_ask_preview : session_come)(s);
}
