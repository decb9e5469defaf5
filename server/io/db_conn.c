/* db_conn: the life of one connection.
 *
 *   DOWN -> CONNECTING -> PREPARING -> READY
 *     ^_________|_____________|__________|     always through db_conn_close
 *
 * A connection counts only when every statement is prepared on it. One that cannot
 * be made is tried again after a pause that doubles, with some chance in it so that
 * many do not knock at the same moment. One that breaks fails what was sent on it.
 *
 * Known wait: libpq looks up host names with getaddrinfo, which blocks; give
 * addresses, sockets or names in /etc/hosts where that matters. */
#include <stdio.h>
#include <string.h>

#include "beat/function_set.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "db_impl.h"

static void connect_now(struct db_conn *c);

static struct timeval in_ms(int ms)
{
	return (struct timeval){.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000L};
}

static void conn_set_state(struct db_conn *c, enum db_conn_state to)
{
	struct lane *lane = c->lane;
	int64_t now = loop_now_ms();

	if (to == CONN_READY && lane->ready++ == 0)
		lane->down_ms = 0;
	if (c->state == CONN_READY && --lane->ready == 0)
		lane->down_ms = now;
	c->ready_ms = to == CONN_READY ? now : 0;
	c->state = to;
}

bool db_conn_takes_calls(const struct db_conn *c)
{
	return c->state == CONN_READY && !c->stale;
}

static void db_conn_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct db_conn *c = arg;

	(void)fd;
	(void)what;
	if (c->state == CONN_DOWN)
		connect_now(c);
	else
		db_conn_close(c,
			      c->state == CONN_CONNECTING ? "connecting takes too long" : "preparing takes too long");
}

void db_conn_init(struct db_conn *c, struct lane *lane, int index)
{
	const struct timeval now = {0, 0};

	*c = (struct db_conn){.lane = lane, .index = index, .state = CONN_DOWN};
	TAILQ_INIT(&c->sent);
	TAILQ_INIT(&c->again);
	c->timer = evtimer_new(lane->db->base, db_conn_on_timer, c);
	event_add(c->timer, &now);
}

static void free_event(struct event **ev)
{
	if (*ev != NULL)
		event_free(*ev);
	*ev = NULL;
}

/* The events go first: libevent must not watch a descriptor that is closed, or that
 * already belongs to somebody else. */
static void drop_socket(struct db_conn *c)
{
	free_event(&c->on_read);
	free_event(&c->on_write);
	PQclear(c->commit_error);
	PQfinish(c->pg);
	c->commit_error = NULL;
	c->pg = NULL;
}

void db_conn_release(struct db_conn *c)
{
	struct db_call *call;

	while ((call = TAILQ_FIRST(&c->sent)) != NULL || (call = TAILQ_FIRST(&c->again)) != NULL)
		db_call_free(call);
	drop_socket(c);
	free_event(&c->timer);
}

/* What was sent is lost: nobody knows how far the server got. A read that the server
 * refused to run because of an earlier error may safely go again. */
static void lose_calls(struct db_conn *c)
{
	struct db_call *call;

	while ((call = TAILQ_LAST(&c->again, db_call_list)) != NULL)
		db_call_again(call, false, true);
	while ((call = TAILQ_FIRST(&c->sent)) != NULL)
		db_call_end_later(call, DB_LOST);
	c->outstanding = c->carriers = c->syncs = 0;
	c->cursor = NULL;
	c->unit_open = c->at_sync = c->unit_failed = c->stale = false;
}

static int pause_ms(const struct db_conn *c)
{
	int doublings = c->failures < 6 ? c->failures : 6;
	int most = DB_BACKOFF_MIN_MS << doublings;
	uint16_t chance;

	evutil_secure_rng_get_bytes(&chance, sizeof(chance));
	if (most > DB_BACKOFF_MAX_MS)
		most = DB_BACKOFF_MAX_MS;
	return most / 2 + most / 2 * chance / UINT16_MAX;
}

/* Whether all connections fail alike, and one of them has said so just now. */
static bool said_already(struct db *db, const char *why)
{
	enum { AGAIN_MS = 10000 };
	bool same = strncmp(db->said, why, sizeof(db->said) - 1) == 0 && loop_now_ms() - db->said_ms < AGAIN_MS;

	if (!same) {
		snprintf(db->said, sizeof(db->said), "%s", why);
		db->said_ms = loop_now_ms();
	}
	return same;
}

static void log_close(const struct db_conn *c, const char *why, int pause)
{
	const char *lane = c->lane->policy->name;
	int n = (int)strcspn(why, "\n");

	if (c->state == CONN_READY)
		log_warn("database connection closed lane=%s conn=%d lost_calls=%d why=\"%.*s\"", lane, c->index,
			 c->outstanding, n, why);
	else if (c->failures % 16 == 0 && !said_already(c->lane->db, why)) /* now and then: an outage is long */
		log_line(c->state == CONN_PREPARING ? LOG_ERROR : LOG_WARN,
			 "database connection failed lane=%s conn=%d retry_ms=%d why=\"%.*s\"", lane, c->index, pause,
			 n, why);
}

void db_conn_close(struct db_conn *c, const char *why)
{
	struct timeval pause;
	bool steady = c->state == CONN_READY && loop_now_ms() - c->ready_ms >= DB_STEADY_MS;
	int ms;

	if (steady)
		c->failures = 0;
	ms = pause_ms(c);
	log_close(c, why, ms);
	c->failures++;
	drop_socket(c);
	lose_calls(c);
	conn_set_state(c, CONN_DOWN);
	pause = in_ms(ms);
	event_add(c->timer, &pause);
	db_lane_wake(c->lane);
}

/* What the server says unasked; a shutdown, for example, announces itself so. */
static void db_conn_on_notice(void *arg, const PGresult *res)
{
	const struct db_conn *c = arg;
	const char *severity = PQresultErrorField(res, PG_DIAG_SEVERITY_NONLOCALIZED);
	const char *message = PQresultErrorField(res, PG_DIAG_MESSAGE_PRIMARY);
	bool fatal = severity != NULL && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);

	log_line(fatal ? LOG_WARN : LOG_DEBUG, "database says lane=%s conn=%d \"%s\"", c->lane->policy->name, c->index,
		 message != NULL ? message : "");
}

static void flush(struct db_conn *c)
{
	int left = PQflush(c->pg);

	if (left < 0)
		db_conn_close(c, PQerrorMessage(c->pg));
	else if (left > 0)
		event_add(c->on_write, NULL);
}

static void db_conn_on_writable(evutil_socket_t fd, short what, void *arg)
{
	struct db_conn *c = arg;

	(void)fd;
	(void)what;
	c->alive_ms = loop_now_ms();
	flush(c);
}

static void become_ready(struct db_conn *c)
{
	if (!c->lane->policy->pipeline && !PQexitPipelineMode(c->pg)) {
		db_conn_close(c, PQerrorMessage(c->pg));
		return;
	}
	event_del(c->timer);
	conn_set_state(c, CONN_READY);
	log_info("database connection ready lane=%s conn=%d", c->lane->policy->name, c->index);
	db_lane_wake(c->lane);
}

/* Takes the next result of preparing. false if there is none yet, or nothing more to do. */
static bool take_prepared(struct db_conn *c, char *why)
{
	PGresult *res;
	bool more = true;

	if (PQisBusy(c->pg))
		return false;
	res = PQgetResult(c->pg);
	if (PQresultStatus(res) == PGRES_COMMAND_OK) {
		c->prepared++;
	} else if (PQresultStatus(res) == PGRES_TUPLES_OK) {
		/* what tables there are; then the set of functions is marked as in use */
		more = PQnfields(res) != 2 || db_schema_fits(res, why);
	} else if (PQresultStatus(res) == PGRES_PIPELINE_SYNC) {
		c->syncs--;
		more = false;
	} else if (res != NULL) {
		const struct db_conf *conf = &c->lane->db->conf;

		if (!conf->needs_schema || !db_schema_complaint(res, why))
			snprintf(why, DB_WHY_MAX, "preparing %s: %.*s",
				 c->prepared < c->lane->db->statement_count ? conf->statements[c->prepared]->name
									    : "statements",
				 (int)strcspn(PQresultErrorMessage(res), "\n"), PQresultErrorMessage(res));
		more = false;
	}
	PQclear(res);
	return more;
}

static void take_all_prepared(struct db_conn *c, bool alive, char *why)
{
	/* each statement's result and its NULL, those of the tables and the set of functions, then the Sync */
	int most = 2 * (c->lane->db->statement_count + 2) + 1;

	while (alive && most-- > 0 && take_prepared(c, why))
		;
	if (*why != '\0')
		db_conn_close(c, why);
	else if (c->syncs == 0)
		become_ready(c);
}

static void db_conn_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct db_conn *c = arg;
	char why[DB_WHY_MAX] = "";
	bool alive = PQconsumeInput(c->pg) == 1;

	(void)fd;
	(void)what;
	c->alive_ms = loop_now_ms();
	if (!alive)
		snprintf(why, sizeof(why), "%s", PQerrorMessage(c->pg));
	if (c->state == CONN_PREPARING)
		take_all_prepared(c, alive, why);
	else if (!db_answers_take(c, alive, why) || !alive)
		db_conn_close(c, why);
	else if (c->stale && c->outstanding == 0 && c->syncs == 0)
		db_conn_close(c, "the schema has changed under its prepared statements");
}

static bool send_prepares(struct db_conn *c)
{
	const struct db_conf *conf = &c->lane->db->conf;

	if (PQsetnonblocking(c->pg, 1) != 0 || !PQenterPipelineMode(c->pg) ||
	    (conf->needs_schema && !PQsendQueryParams(c->pg, db_schema_sql(), 0, NULL, NULL, NULL, NULL, 0)) ||
	    !PQsendQueryParams(c->pg, function_set_use_sql(), 0, NULL, NULL, NULL, NULL, 0))
		return false;
	for (int i = 0; i < c->lane->db->statement_count; i++) {
		if (!PQsendPrepare(c->pg, conf->statements[i]->name, conf->statements[i]->sql, 0, NULL))
			return false;
	}
	return PQpipelineSync(c->pg) == 1;
}

static void prepare(struct db_conn *c)
{
	struct event_base *base = c->lane->db->base;

	c->on_read = event_new(base, PQsocket(c->pg), EV_READ | EV_PERSIST, db_conn_on_readable, c);
	c->on_write = event_new(base, PQsocket(c->pg), EV_WRITE, db_conn_on_writable, c);
	event_add(c->on_read, NULL);
	conn_set_state(c, CONN_PREPARING);
	c->prepared = 0;
	c->syncs = 1;
	if (send_prepares(c))
		flush(c);
	else
		db_conn_close(c, PQerrorMessage(c->pg));
}

static void db_conn_on_connecting(evutil_socket_t fd, short what, void *arg);

/* libpq may change its socket between two steps (next host, without TLS), so each step has its own event. */
static void await(struct db_conn *c, PostgresPollingStatusType what)
{
	short wanted = what == PGRES_POLLING_READING ? EV_READ : EV_WRITE;

	c->on_read = event_new(c->lane->db->base, PQsocket(c->pg), wanted, db_conn_on_connecting, c);
	event_add(c->on_read, NULL);
}

static void db_conn_on_connecting(evutil_socket_t fd, short what, void *arg)
{
	struct db_conn *c = arg;
	PostgresPollingStatusType next;

	(void)fd;
	(void)what;
	free_event(&c->on_read);
	next = PQconnectPoll(c->pg);
	if (next == PGRES_POLLING_OK)
		prepare(c);
	else if (next == PGRES_POLLING_FAILED)
		db_conn_close(c, PQerrorMessage(c->pg));
	else
		await(c, next);
}

static void connect_now(struct db_conn *c)
{
	struct lane *lane = c->lane;
	struct timeval most = in_ms(lane->db->conf.connect_timeout_ms);

	if (!lane->params.valid) {
		db_conn_close(c, PG_PARAMS_INVALID);
		return;
	}
	c->pg = PQconnectStartParams(lane->params.keys, lane->params.values, 1);
	if (c->pg == NULL || PQstatus(c->pg) == CONNECTION_BAD) {
		db_conn_close(c, c->pg != NULL ? PQerrorMessage(c->pg) : "out of memory");
		return;
	}
	PQsetNoticeReceiver(c->pg, db_conn_on_notice, c);
	conn_set_state(c, CONN_CONNECTING);
	event_add(c->timer, &most);
	await(c, PGRES_POLLING_WRITING);
}

bool db_conn_send(struct db_conn *c, struct db_call *call)
{
	if (call->solo)
		db_conn_end_unit(c);
	if (c->state != CONN_READY)
		return false;
	/* One that breaks every connection it is sent on must not do so for ever. */
	if (++call->tries > DB_TRIES_MAX) {
		db_call_end_later(call, DB_LOST);
		return true;
	}
	if (!PQsendQueryPrepared(c->pg, call->of->name, call->of->param_count, call->params, NULL, NULL, 0)) {
		db_conn_close(c, PQerrorMessage(c->pg));
		return false;
	}
	if (c->outstanding++ == 0)
		c->alive_ms = loop_now_ms();
	c->carriers += call->member_count > 0 && c->lane->policy->shares;
	db_call_move(call, CALL_SENT, &c->sent, false);
	c->unit_open = true;
	if (call->solo)
		db_conn_end_unit(c);
	return true;
}

void db_conn_end_unit(struct db_conn *c)
{
	if (!c->unit_open)
		return;
	c->unit_open = false;
	TAILQ_LAST(&c->sent, db_call_list)->ends_unit = true;
	c->syncs++;
	c->lane->batches++;
	if (c->lane->policy->pipeline && !PQpipelineSync(c->pg))
		db_conn_close(c, PQerrorMessage(c->pg));
	else
		flush(c);
}
