/* releases: see releases.h. */
#include "releases.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/child.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/release.h"
#include "release_files.h"

enum { QUEUE_MAX = 16, FREEZE_TIMEOUT_MS = 24000, ASK_TIMEOUT_MS = 12000, NAME_MAX_N = 160 };

struct build {
	STAILQ_ENTRY(build) link;
	char release[NAME_MAX_N]; /* NAME@VERSION, as its folder is called */
	char actor[80];
};

struct releases {
	struct app *app;
	char *dir, *beatctl, *db_env;
	int every_ms;
	struct loop_timer *timer;
	struct db_call *call, *telling;
	struct child *child;
	char running[NAME_MAX_N];
	STAILQ_HEAD(, build) queue;
	int queued;
};

/* --- building ----------------------------------------------------------- */

static void releases_start_next(struct releases *rs);

static void releases_on_told(void *arg, const struct db_result *r)
{
	struct releases *rs = arg;

	rs->telling = NULL;
	if (r->status != DB_OK)
		log_warn("telling why a release was not written: database %s %s", db_status_name(r->status),
			 r->message);
}

/* The builder has told the database itself if it could. */
static void releases_tell_trouble(struct releases *rs, const char *last_words)
{
	char name[NAME_MAX_N], why[1024];
	char *at;

	snprintf(name, sizeof(name), "%s", rs->running);
	if ((at = strchr(name, '@')) == NULL || rs->telling != NULL)
		return;
	*at = '\0';
	snprintf(why, sizeof(why), "%s", *last_words ? last_words : "The builder ended without a word.");
	rs->telling =
	    db_start(rs->app->db, DB_DESK, q_release_trouble(.name = name, .version = at + 1, .sentence = why),
		     ASK_TIMEOUT_MS, releases_on_told, rs);
}

static void releases_on_built(void *arg, int code, const char *last_words)
{
	struct releases *rs = arg;

	rs->child = NULL;
	if (code == 0) {
		log_info("release %s is written", rs->running);
	} else {
		log_error("release %s was not written: code %d: %s", rs->running, code, last_words);
		releases_tell_trouble(rs, last_words);
	}
	rs->running[0] = '\0';
	releases_start_next(rs);
}

static void releases_run_build(struct releases *rs, const struct build *b)
{
	char out[PATH_MAX], actor[sizeof("BEAT_ACTOR=") + sizeof(b->actor)];
	const char *const argv[] = {rs->beatctl, "release", "write", b->release, "--out", out, NULL};
	const char *const env[] = {rs->db_env, actor, NULL};

	snprintf(out, sizeof(out), "%s/%s", rs->dir, b->release);
	snprintf(actor, sizeof(actor), "BEAT_ACTOR=%s", b->actor);
	snprintf(rs->running, sizeof(rs->running), "%s", b->release);
	log_info("release %s: writing it to %s", b->release, out);
	rs->child = child_start(rs->app->base, argv, env, releases_on_built, rs);
}

static void releases_start_next(struct releases *rs)
{
	struct build *b = STAILQ_FIRST(&rs->queue);

	if (b == NULL || rs->child != NULL || rs->app->draining)
		return;
	STAILQ_REMOVE_HEAD(&rs->queue, link);
	rs->queued--;
	releases_run_build(rs, b);
	free(b);
}

static bool releases_is_wanted_already(const struct releases *rs, const char *release)
{
	const struct build *b;

	if (strcmp(rs->running, release) == 0)
		return true;
	STAILQ_FOREACH(b, &rs->queue, link)
	{
		if (strcmp(b->release, release) == 0)
			return true;
	}
	return false;
}

/* What does not fit in the queue is found again by a later look, as the database knows what is unfinished. */
static void releases_want(struct releases *rs, const char *name, const char *version, const char *actor)
{
	char release[NAME_MAX_N];
	struct build *b;

	snprintf(release, sizeof(release), RELEASE_NAMED, name, version);
	if (rs->queued < QUEUE_MAX && !releases_is_wanted_already(rs, release)) {
		b = xcalloc(1, sizeof(*b));
		memcpy(b->release, release, sizeof(b->release));
		snprintf(b->actor, sizeof(b->actor), "%s", actor);
		STAILQ_INSERT_TAIL(&rs->queue, b, link);
		rs->queued++;
	}
	releases_start_next(rs);
}

static void releases_on_strayed(void *arg, const struct db_result *r)
{
	struct releases *rs = arg;

	rs->call = NULL;
	if (r->status != DB_OK)
		log_warn("looking for unfinished releases: database %s %s", db_status_name(r->status), r->message);
	for (int i = 0; r->status == DB_OK && i < r->rows; i++)
		releases_want(rs, q_release_strayed_row(r, i).name, q_release_strayed_row(r, i).version, "server");
	loop_timer_set(rs->timer, rs->every_ms);
}

static void releases_on_timer(void *arg)
{
	struct releases *rs = arg;

	if (!rs->app->draining)
		rs->call =
		    db_start(rs->app->db, DB_SLOW, q_release_strayed(), FREEZE_TIMEOUT_MS, releases_on_strayed, rs);
}

/* Installed or built, it lies beside us. */
static char *releases_find_beatctl(void)
{
	char exe[PATH_MAX], path[PATH_MAX + 16], *slash;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);

	exe[n > 0 ? n : 0] = '\0';
	slash = strrchr(exe, '/');
	if (slash == NULL)
		return xstrdup("beatctl");
	snprintf(path, sizeof(path), "%.*s/beatctl", (int)(slash - exe), exe);
	return xstrdup(path);
}

struct releases *releases_new(struct app *app, const char *dir, const char *db_uri, int every_s)
{
	struct releases *rs = xcalloc(1, sizeof(*rs));
	struct buf env = BUF_INIT;

	rs->app = app;
	STAILQ_INIT(&rs->queue);
	if (dir == NULL)
		return rs;
	buf_addf(&env, "BEAT_DB=%s", db_uri);
	rs->db_env = buf_detach(&env);
	rs->dir = xstrdup(dir);
	rs->beatctl = releases_find_beatctl();
	rs->every_ms = every_s * 1000;
	rs->timer = loop_timer_new(app->base, releases_on_timer, rs);
	loop_timer_set(rs->timer, 1000);
	if (mkdir(dir, 0755) == 0)
		log_info("made the folder of releases %s", dir);
	else if (access(dir, W_OK) != 0)
		log_warn("the folder of releases %s cannot be written to", dir);
	return rs;
}

void releases_free(struct releases **rsp)
{
	struct releases *rs = *rsp;
	struct build *b;

	if (rs == NULL)
		return;
	child_cancel(&rs->child);
	db_cancel(&rs->call);
	db_cancel(&rs->telling);
	loop_timer_free(&rs->timer);
	while ((b = STAILQ_FIRST(&rs->queue)) != NULL) {
		STAILQ_REMOVE_HEAD(&rs->queue, link);
		free(b);
	}
	free(rs->dir);
	free(rs->beatctl);
	free(rs->db_env);
	free(rs);
	*rsp = NULL;
}

/* --- requests ----------------------------------------------------------- */

/* One statement, then what the handler does with its rows: it answers. */
struct release_call;
typedef void (*releases_then)(struct release_call *c, struct http_req *req, const struct db_result *r);

struct release_call {
	struct flow_task task;
	char actor[80];
	releases_then then;
};

static void releases_on_asked(void *arg, const struct db_result *r)
{
	struct release_call *c = arg;
	struct http_req *req = flow_task_give(&c->task);

	if (r->status != DB_OK)
		admin_db_failed(req, r, "seeing to a release");
	else
		c->then(c, req, r);
	flow_task_end(&c->task);
}

static struct release_call *releases_call_new(struct http_req *req, struct app *app, const struct admin_who *who,
					      releases_then then)
{
	struct release_call *c = flow_task_new(sizeof(*c), req, app);

	c->task.timeout_ms = ASK_TIMEOUT_MS;
	c->then = then;
	memcpy(c->actor, who->actor, sizeof(c->actor));
	return c;
}

/* Answers and returns false if this server keeps no releases. */
static bool releases_has_folder(struct http_req *req, const struct app *app)
{
	if (app->releases->dir != NULL)
		return true;
	admin_refuse(req, REFUSE_NO_FOLDER);
	return false;
}

static void releases_then_started(struct release_call *c, struct http_req *req, const struct db_result *r)
{
	struct q_answer_row row = {0};
	const char *name, *version;
	char err[JSON_ERR_MAX];
	json_t *frozen = NULL;

	if (flow_has_row(r)) {
		row = q_answer_row(r, 0);
		frozen = json_parse(row.answer, row.answer_len, err);
	}
	name = json_string_value(json_object_get(frozen, "name"));
	version = json_string_value(json_object_get(frozen, "version"));
	if (name == NULL || version == NULL) {
		flow_db_failed(req, r, "freezing a release");
	} else {
		releases_want(c->task.app->releases, name, version, c->actor);
		http_reply(req, 201, "application/json", row.answer, row.answer_len);
	}
	json_decref(frozen);
}

void admin_release_start(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	enum { VERSION, SEED, LICENCE, FORMATS, AS_OF, PROVISIONAL, CITES };
	static const char *const fields[] = {[VERSION] = "version", [SEED] = "seed",   [LICENCE] = "licence",
					     [FORMATS] = "formats", [AS_OF] = "as_of", [PROVISIONAL] = "provisional",
					     [CITES] = "cites"};
	const char *given[ARRAY_LEN(fields)];
	char *made[ARRAY_LEN(fields)] = {NULL};
	struct release_call *c;

	(void)arg;
	if (!releases_has_folder(req, app))
		return;
	c = releases_call_new(req, app, who, releases_then_started);
	c->task.timeout_ms = FREEZE_TIMEOUT_MS;
	if (!flow_task_read(&c->task))
		return;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		given[i] = admin_field(c->task.body, fields[i], &made[i]);
	flow_task_ask(&c->task, DB_SLOW,
		      q_admin_release_build(.project = http_path_arg(req, 0), .version = given[VERSION],
					    .seed = given[SEED], .licence = given[LICENCE], .formats = given[FORMATS],
					    .as_of = given[AS_OF], .provisional = given[PROVISIONAL],
					    .cites = given[CITES], .actor = who->actor),
		      releases_on_asked);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		free(made[i]);
}

static bool releases_not_found(struct http_req *req, const struct db_result *r)
{
	if (r->rows > 0)
		return false;
	admin_refuse(req, REFUSE_NO_FILE);
	return true;
}

static void releases_reply_here(struct http_req *req, const struct app *app, const struct db_result *r)
{
	const struct q_release_file_row row = q_release_file_row(r, 0);
	struct buf json = BUF_INIT;
	struct jw w;

	jw_init(&w, &json);
	jw_open(&w, '{');
	jw_kstr(&w, "id", http_path_arg(req, 0));
	jw_kbool(&w, "here", release_folder_is(app->releases->dir, row.name, row.version));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(req, 200, &json);
	buf_release(&json);
}

static void releases_then_here(struct release_call *c, struct http_req *req, const struct db_result *r)
{
	if (!releases_not_found(req, r))
		releases_reply_here(req, c->task.app, r);
}

static void releases_then_write(struct release_call *c, struct http_req *req, const struct db_result *r)
{
	struct q_release_file_row row;

	if (releases_not_found(req, r))
		return;
	row = q_release_file_row(r, 0);
	if (!release_folder_is(c->task.app->releases->dir, row.name, row.version))
		releases_want(c->task.app->releases, row.name, row.version, c->actor);
	releases_reply_here(req, c->task.app, r);
}

static void releases_then_file(struct release_call *c, struct http_req *req, const struct db_result *r)
{
	if (!releases_not_found(req, r))
		release_file_reply(req, c->task.app->releases->dir, r);
}

static void releases_then_archive(struct release_call *c, struct http_req *req, const struct db_result *r)
{
	if (!releases_not_found(req, r))
		release_archive_reply(req, c->task.app->releases->dir, r);
}

static void releases_ask_files(struct http_req *req, struct app *app, const struct admin_who *who, releases_then then)
{
	struct release_call *c = releases_call_new(req, app, who, then);

	flow_task_ask(&c->task, DB_DESK, q_release_files_of(.release_id = http_path_arg(req, 0)), releases_on_asked);
}

void admin_release_write(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	if (releases_has_folder(req, app))
		releases_ask_files(req, app, who, releases_then_write);
}

void admin_release_here(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	releases_ask_files(req, app, who, releases_then_here);
}

void admin_release_file(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	struct release_call *c = releases_call_new(req, app, who, releases_then_file);

	(void)arg;
	flow_task_ask(&c->task, DB_DESK,
		      q_release_file_at(.release_id = http_path_arg(req, 0), .path = http_path_arg(req, 1)),
		      releases_on_asked);
}

void admin_release_archive(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	releases_ask_files(req, app, who, releases_then_archive);
}
