/* db_listen: one connection that only listens.
 *
 *   DOWN -> CONNECTING -> ASKING -> LISTENING
 *     ^_________|___________|_________|          always through listen_close
 *
 * A connection on which nothing comes is indistinguishable from a dead one, so it
 * is asked for a sign of life now and then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "db_impl.h"

enum { ASK_EVERY_MS = 20000, ANSWER_WITHIN_MS = 10000 };

enum listen_state { LISTEN_DOWN, LISTEN_CONNECTING, LISTEN_ASKING, LISTEN_ON };

struct db_listen {
	struct db *db;
	struct pg_params params;
	char *channel;
	void (*cb)(void *arg, const char *payload);
	void *arg;
	enum listen_state state;
	PGconn *pg; /* NULL when DOWN */
	struct event *on_read;
	struct loop_timer *timer; /* DOWN: time to connect; ON: time to ask; else time to give up */
	bool awaits;              /* ON: a sign of life was asked for */
	int failures;
};

static void db_listen_on_readable(evutil_socket_t fd, short what, void *arg);

static void drop_socket(struct db_listen *l)
{
	if (l->on_read != NULL)
		event_free(l->on_read);
	l->on_read = NULL;
	PQfinish(l->pg);
	l->pg = NULL;
}

static void listen_close(struct db_listen *l, const char *why)
{
	int doublings = l->failures < 6 ? l->failures : 6;
	int pause = DB_BACKOFF_MIN_MS << doublings;

	if (pause > DB_BACKOFF_MAX_MS)
		pause = DB_BACKOFF_MAX_MS;
	if (l->failures++ % 16 == 0)
		log_warn("database connection for notes %s retry_ms=%d why=\"%.*s\"",
			 l->state == LISTEN_ON ? "closed" : "failed", pause, (int)strcspn(why, "\n"), why);
	drop_socket(l);
	l->state = LISTEN_DOWN;
	l->awaits = false;
	loop_timer_set(l->timer, pause);
}

static void watch(struct db_listen *l, short what, event_callback_fn fn)
{
	if (l->on_read != NULL)
		event_free(l->on_read);
	l->on_read = event_new(l->db->base, PQsocket(l->pg), what, fn, l);
	event_add(l->on_read, NULL);
}

/* What is sent here is a few bytes on an idle socket: it goes at once, or the connection is dead. */
static bool send_text(struct db_listen *l, const char *sql)
{
	if (PQsendQuery(l->pg, sql) && PQflush(l->pg) == 0)
		return true;
	listen_close(l, PQerrorMessage(l->pg));
	return false;
}

static void ask_to_listen(struct db_listen *l)
{
	char *name = PQescapeIdentifier(l->pg, l->channel, strlen(l->channel));
	struct buf sql = BUF_INIT;

	buf_addf(&sql, "listen %s", name);
	PQfreemem(name);
	l->state = LISTEN_ASKING;
	watch(l, EV_READ | EV_PERSIST, db_listen_on_readable);
	send_text(l, sql.p);
	buf_release(&sql);
}

static void db_listen_on_connecting(evutil_socket_t fd, short what, void *arg)
{
	struct db_listen *l = arg;
	PostgresPollingStatusType next = PQconnectPoll(l->pg);

	(void)fd;
	(void)what;
	if (next == PGRES_POLLING_OK)
		ask_to_listen(l);
	else if (next == PGRES_POLLING_FAILED)
		listen_close(l, PQerrorMessage(l->pg));
	else
		watch(l, next == PGRES_POLLING_READING ? EV_READ : EV_WRITE, db_listen_on_connecting);
}

static void db_listen_on_notice(void *arg, const PGresult *res)
{
	(void)arg;
	log_debug("database says on the connection for notes: %s", PQresultErrorMessage(res));
}

static void connect_now(struct db_listen *l)
{
	if (!l->params.valid) {
		listen_close(l, PG_PARAMS_INVALID);
		return;
	}
	l->pg = PQconnectStartParams(l->params.keys, l->params.values, 1);
	if (l->pg == NULL || PQstatus(l->pg) == CONNECTION_BAD || PQsetnonblocking(l->pg, 1) != 0) {
		listen_close(l, l->pg != NULL ? PQerrorMessage(l->pg) : "out of memory");
		return;
	}
	PQsetNoticeReceiver(l->pg, db_listen_on_notice, NULL);
	l->state = LISTEN_CONNECTING;
	loop_timer_set(l->timer, l->db->conf.connect_timeout_ms);
	watch(l, EV_WRITE, db_listen_on_connecting);
}

static void db_listen_on_timer(void *arg)
{
	struct db_listen *l = arg;

	if (l->state == LISTEN_DOWN)
		connect_now(l);
	else if (l->state != LISTEN_ON || l->awaits)
		listen_close(l, "no answer");
	else if (send_text(l, "")) {
		l->awaits = true;
		loop_timer_set(l->timer, ANSWER_WITHIN_MS);
	}
}

static void become_on(struct db_listen *l)
{
	log_info("listening for notes of the database channel=%s", l->channel);
	l->state = LISTEN_ON;
	l->failures = 0;
	l->cb(l->arg, NULL);
}

/* The answers to what was asked; false after closing. */
static bool take_answers(struct db_listen *l)
{
	PGresult *res;

	while (!PQisBusy(l->pg) && (res = PQgetResult(l->pg)) != NULL) {
		bool good = PQresultStatus(res) == PGRES_COMMAND_OK || PQresultStatus(res) == PGRES_EMPTY_QUERY;

		if (!good) {
			listen_close(l, PQresultErrorMessage(res));
			PQclear(res);
			return false;
		}
		PQclear(res);
		l->awaits = false;
		loop_timer_set(l->timer, ASK_EVERY_MS);
		if (l->state == LISTEN_ASKING)
			become_on(l);
	}
	return true;
}

static void db_listen_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct db_listen *l = arg;
	PGnotify *note;

	(void)fd;
	(void)what;
	if (!PQconsumeInput(l->pg)) {
		listen_close(l, PQerrorMessage(l->pg));
		return;
	}
	if (!take_answers(l))
		return;
	while ((note = PQnotifies(l->pg)) != NULL) {
		l->cb(l->arg, note->extra);
		PQfreemem(note);
	}
}

struct db_listen *db_listen_start(struct db *db, const char *channel, void (*cb)(void *arg, const char *payload),
				  void *arg)
{
	struct db_listen *l = xcalloc(1, sizeof(*l));
	struct buf app_name = BUF_INIT;

	*l = (struct db_listen){.db = db, .channel = xstrdup(channel), .cb = cb, .arg = arg};
	buf_addf(&app_name, "%s listen", db->conf.app_name);
	pg_params_init(&l->params, db->conf.uri, app_name.p, "");
	buf_release(&app_name);
	l->timer = loop_timer_new(db->base, db_listen_on_timer, l);
	loop_timer_set(l->timer, 0);
	return l;
}

bool db_listen_is_ready(const struct db_listen *l)
{
	return l->state == LISTEN_ON;
}

void db_listen_free(struct db_listen **lp)
{
	struct db_listen *l = *lp;

	if (l == NULL)
		return;
	drop_socket(l);
	loop_timer_free(&l->timer);
	pg_params_release(&l->params);
	free(l->channel);
	free(l);
	*lp = NULL;
}
