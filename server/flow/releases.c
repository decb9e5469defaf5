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
#include "beat/log.h"
#include "beat/loop.h"
#include "release_files.h"

enum { QUEUE_MAX = 16, FREEZE_TIMEOUT_MS = 24000, ASK_TIMEOUT_MS = 12000, NAME_MAX_N = 160 };

struct build {
	STAILQ_ENTRY(build) link;
	char release[NAME_MAX_N]; /* NAME@VERSION */
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

static void start_next(struct releases *rs);

static void on_told(void *arg, const struct db_result *r)
{
	struct releases *rs = arg;

	rs->telling = NULL;
	if (r->status != DB_OK)
		log_warn("telling why a release was not written: database %s %s", db_status_name(r->status),
			 r->message);
}

/* The builder has told the database itself if it could. */
static void tell_trouble(struct releases *rs, const char *last_words)
{
	char name[NAME_MAX_N], why[1024];
	char *at;

	snprintf(name, sizeof(name), "%s", rs->running);
	if ((at = strchr(name, '@')) == NULL || rs->telling != NULL)
		return;
	*at = '\0';
	snprintf(why, sizeof(why), "%s", *last_words ? last_words : "The builder ended without a word.");
	rs->telling = db_start(rs->app->db, DB_DESK, Q_RELEASE_TROUBLE, (const char *[]){name, at + 1, why},
			       ASK_TIMEOUT_MS, on_told, rs);
}

static void on_built(void *arg, int code, const char *last_words)
{
	struct releases *rs = arg;

	rs->child = NULL;
	if (code == 0) {
		log_info("release %s is written", rs->running);
	} else {
		log_error("release %s was not written: code %d: %s", rs->running, code, last_words);
		tell_trouble(rs, last_words);
	}
	rs->running[0] = '\0';
	start_next(rs);
}

static void run_build(struct releases *rs, const struct build *b)
{
	char out[PATH_MAX], actor[sizeof("BEAT_ACTOR=") + sizeof(b->actor)];
	const char *at = strchr(b->release, '@');
	const char *const argv[] = {rs->beatctl, "release", "write", b->release, "--out", out, NULL};
	const char *const env[] = {rs->db_env, actor, NULL};

	snprintf(out, sizeof(out), "%s/%.*s-%s", rs->dir, (int)(at - b->release), b->release, at + 1);
	snprintf(actor, sizeof(actor), "BEAT_ACTOR=%s", b->actor);
	snprintf(rs->running, sizeof(rs->running), "%s", b->release);
	log_info("release %s: writing it to %s", b->release, out);
	rs->child = child_start(rs->app->base, argv, env, on_built, rs);
}

static void start_next(struct releases *rs)
{
	struct build *b = STAILQ_FIRST(&rs->queue);

	if (b == NULL || rs->child != NULL || rs->app->draining)
		return;
	STAILQ_REMOVE_HEAD(&rs->queue, link);
	rs->queued--;
	run_build(rs, b);
	free(b);
}

static bool is_wanted_already(const struct releases *rs, const char *release)
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
static void want(struct releases *rs, const char *name, const char *version, const char *actor)
{
	char release[NAME_MAX_N];
	struct build *b;

	snprintf(release, sizeof(release), "%s@%s", name, version);
	if (rs->queued < QUEUE_MAX && !is_wanted_already(rs, release)) {
		b = xcalloc(1, sizeof(*b));
		memcpy(b->release, release, sizeof(b->release));
		snprintf(b->actor, sizeof(b->actor), "%s", actor);
		STAILQ_INSERT_TAIL(&rs->queue, b, link);
		rs->queued++;
	}
	start_next(rs);
}

static void on_strayed(void *arg, const struct db_result *r)
{
	struct releases *rs = arg;

	rs->call = NULL;
	if (r->status != DB_OK)
		log_warn("looking for unfinished releases: database %s %s", db_status_name(r->status), r->message);
	for (int i = 0; r->status == DB_OK && i < r->rows; i++)
		want(rs, db_str(r, i, 0), db_str(r, i, 1), "server");
	loop_timer_set(rs->timer, rs->every_ms);
}

static void on_timer(void *arg)
{
	struct releases *rs = arg;

	if (!rs->app->draining)
		rs->call = db_start(rs->app->db, DB_SLOW, Q_RELEASE_STRAYED, NULL, FREEZE_TIMEOUT_MS, on_strayed, rs);
}

/* Installed or built, it lies beside us. */
static char *find_beatctl(void)
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
	rs->beatctl = find_beatctl();
	rs->every_ms = every_s * 1000;
	rs->timer = loop_timer_new(app->base, on_timer, rs);
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

/* One statement, then what the handler does with its rows; it answers. */
struct release_call {
	struct http_req *req;
	struct app *app;
	struct db_call *call;
	char actor[80];
	void (*then)(struct release_call *c, const struct db_result *r);
};

static void call_free(struct release_call *c)
{
	db_cancel(&c->call);
	free(c);
}

static void on_deadline(void *arg)
{
	struct release_call *c = arg;

	http_problem_retry(c->req, 503, "unavailable", "The server took too long. Please try again.", 2);
	call_free(c);
}

static void on_asked(void *arg, const struct db_result *r)
{
	struct release_call *c = arg;

	c->call = NULL;
	if (r->status != DB_OK)
		admin_db_failed(c->req, r, "seeing to a release");
	else
		c->then(c, r);
	call_free(c);
}

static struct release_call *call_new(struct http_req *req, struct app *app, const struct admin_who *who,
				     void (*then)(struct release_call *c, const struct db_result *r))
{
	struct release_call *c = xcalloc(1, sizeof(*c));

	c->req = req;
	c->app = app;
	c->then = then;
	memcpy(c->actor, who->actor, sizeof(c->actor));
	http_on_deadline(req, on_deadline, c);
	return c;
}

/* Answers and returns false if this server keeps no releases. */
static bool has_folder(struct http_req *req, const struct app *app)
{
	if (app->releases->dir != NULL)
		return true;
	http_problem(req, 409, "conflict",
		     "This server has no folder for releases. Start beatd with --releases DIR, or build them with "
		     "\"beatctl release build\".");
	return false;
}

static void then_started(struct release_call *c, const struct db_result *r)
{
	char err[JSON_ERR_MAX];
	json_t *frozen = json_parse(db_str(r, 0, 0), db_len(r, 0, 0), err);
	const char *name = json_string_value(json_object_get(frozen, "name"));
	const char *version = json_string_value(json_object_get(frozen, "version"));

	if (name == NULL || version == NULL) {
		log_error("request=%s freezing a release: the database answered with nothing", http_id(c->req));
		http_problem(c->req, 500, "internal", "The server has no answer to this. Please reload the page.");
	} else {
		want(c->app->releases, name, version, c->actor);
		http_reply(c->req, 201, "application/json", db_str(r, 0, 0), db_len(r, 0, 0));
	}
	json_decref(frozen);
}

void admin_release_start(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	static const char *const fields[] = {"version", "seed", "licence", "formats", "as_of"};
	const char *params[ARRAY_LEN(fields) + 2] = {http_path_arg(req, 0)};
	char *made[ARRAY_LEN(fields)] = {NULL};
	struct release_call *c;
	json_t *body;

	(void)arg;
	if (!has_folder(req, app) || (body = flow_read_object(req)) == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		params[i + 1] = admin_field(body, fields[i], &made[i]);
	params[ARRAY_LEN(fields) + 1] = who->actor;
	c = call_new(req, app, who, then_started);
	c->call = db_start(app->db, DB_SLOW, Q_ADMIN_RELEASE_BUILD, params, FREEZE_TIMEOUT_MS, on_asked, c);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		free(made[i]);
	json_decref(body);
}

static bool not_found(struct release_call *c, const struct db_result *r)
{
	if (r->rows > 0)
		return false;
	http_problem(c->req, 404, "not-found", "There is no such file of a release that is ready.");
	return true;
}

static void reply_here(struct release_call *c, const struct db_result *r)
{
	char json[96];
	bool here = release_folder_is(c->app->releases->dir, db_str(r, 0, 0), db_str(r, 0, 1));

	snprintf(json, sizeof(json), "{\"id\":\"%s\",\"here\":%s}", http_path_arg(c->req, 0), here ? "true" : "false");
	http_reply(c->req, 200, "application/json", json, strlen(json));
}

static void then_here(struct release_call *c, const struct db_result *r)
{
	if (!not_found(c, r))
		reply_here(c, r);
}

static void then_write(struct release_call *c, const struct db_result *r)
{
	if (not_found(c, r))
		return;
	if (!release_folder_is(c->app->releases->dir, db_str(r, 0, 0), db_str(r, 0, 1)))
		want(c->app->releases, db_str(r, 0, 0), db_str(r, 0, 1), c->actor);
	reply_here(c, r);
}

static void then_file(struct release_call *c, const struct db_result *r)
{
	if (!not_found(c, r))
		release_file_reply(c->req, c->app->releases->dir, r);
}

static void then_archive(struct release_call *c, const struct db_result *r)
{
	if (!not_found(c, r))
		release_archive_reply(c->req, c->app->releases->dir, r);
}

static void ask_files(struct http_req *req, struct app *app, const struct admin_who *who,
		      void (*then)(struct release_call *c, const struct db_result *r))
{
	struct release_call *c = call_new(req, app, who, then);

	c->call = db_start(app->db, DB_DESK, Q_RELEASE_FILES_OF, (const char *[]){http_path_arg(req, 0)},
			   ASK_TIMEOUT_MS, on_asked, c);
}

void admin_release_write(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	if (has_folder(req, app))
		ask_files(req, app, who, then_write);
}

void admin_release_here(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	ask_files(req, app, who, then_here);
}

void admin_release_file(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	const char *params[] = {http_path_arg(req, 0), http_path_arg(req, 1)};
	struct release_call *c = call_new(req, app, who, then_file);

	(void)arg;
	c->call = db_start(app->db, DB_DESK, Q_RELEASE_FILE_AT, params, ASK_TIMEOUT_MS, on_asked, c);
}

void admin_release_archive(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	(void)arg;
	ask_files(req, app, who, then_archive);
}
