/* db: see include/beat/db.h for the contract and db_impl.h for how the module is
 * cut. This file: the pool and the public functions. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "db_impl.h"

static void on_flush(evutil_socket_t fd, short what, void *arg)
{
	struct db *db = arg;

	(void)fd;
	(void)what;
	db->flush_set = false;
	for (int i = 0; i < DB_LANES; i++)
		db_lane_dispatch(&db->lanes[i]);
}

static void lane_init(struct lane *lane, struct db *db, enum db_lane which)
{
	const struct lane_policy *policy = &db_lane_policies[which];
	int timeout = db->conf.statement_timeout_ms[which];
	struct buf settings = BUF_INIT, app_name = BUF_INIT;

	*lane =
	    (struct lane){.db = db, .policy = policy, .conn_count = db->conf.conns[which], .down_ms = loop_now_ms()};
	lane->statement_timeout_ms = timeout > 0 ? timeout : policy->statement_timeout_ms;
	TAILQ_INIT(&lane->queue);
	buf_addf(&settings, "-c statement_timeout=%d %s", lane->statement_timeout_ms, policy->settings);
	buf_addf(&app_name, "%s %s", db->conf.app_name, policy->name);
	pg_params_init(&lane->params, db->conf.uri, app_name.p, settings.p);
	buf_release(&settings);
	buf_release(&app_name);
	lane->conns = xcalloc((size_t)lane->conn_count, sizeof(*lane->conns));
	for (int i = 0; i < lane->conn_count; i++)
		db_conn_init(&lane->conns[i], lane, i);
}

static void lane_release(struct lane *lane)
{
	struct db_call *call;

	while ((call = TAILQ_FIRST(&lane->queue)) != NULL)
		db_call_free(call);
	for (int i = 0; i < lane->conn_count; i++)
		db_conn_release(&lane->conns[i]);
	free(lane->conns);
	pg_params_release(&lane->params);
}

struct db *db_new(struct event_base *base, const struct db_conf *conf)
{
	struct db *db = xcalloc(1, sizeof(*db));

	db->base = base;
	db->conf = *conf;
	db->conf.uri = xstrdup(conf->uri);
	db->conf.app_name = xstrdup(conf->app_name != NULL ? conf->app_name : "beat");
	while (conf->statements[db->statement_count] != NULL)
		db->statement_count++;
	if (conf->lost_after_ms <= 0)
		db->conf.lost_after_ms = 2000;
	if (conf->connect_timeout_ms <= 0)
		db->conf.connect_timeout_ms = 5000;
	TAILQ_INIT(&db->finished);
	for (int i = 0; i < DB_WHEEL_SLOTS; i++)
		LIST_INIT(&db->wheel[i]);
	db->flush = event_new(base, -1, 0, on_flush, db);
	db->finish = evtimer_new(base, db_clock_on_finish, db);
	db->tick = evtimer_new(base, db_clock_on_tick, db);
	for (int i = 0; i < DB_LANES; i++)
		lane_init(&db->lanes[i], db, (enum db_lane)i);
	return db;
}

void db_free(struct db **ptr)
{
	struct db *db = *ptr;
	struct db_call *call;

	if (db == NULL)
		return;
	*ptr = NULL;
	while ((call = TAILQ_FIRST(&db->finished)) != NULL)
		db_call_free(call);
	for (int i = 0; i < DB_LANES; i++)
		lane_release(&db->lanes[i]);
	event_free(db->flush);
	event_free(db->finish);
	event_free(db->tick);
	free((char *)db->conf.uri);
	free((char *)db->conf.app_name);
	free(db);
}

struct db_call *db_start(struct db *db, enum db_lane which, struct sql_ask ask, int timeout_ms, db_cb cb, void *arg)
{
	struct lane *lane = &db->lanes[which];
	bool full = lane->count[CALL_WAITING] + lane->count[CALL_SENT] >= db->conf.queue_max;
	struct db_call *call;

	assert(cb != NULL);
	call = db_call_new(lane, &ask, !full);
	call->cb = cb;
	call->arg = arg;
	lane->calls++;
	if (full) {
		db_call_end_later(call, DB_BUSY);
		return call;
	}
	db_call_move(call, CALL_WAITING, &lane->queue, false);
	db_clock_add(call, timeout_ms);
	db_lane_wake(lane);
	return call;
}

void db_cancel(struct db_call **ptr)
{
	struct db_call *call = *ptr;

	*ptr = NULL;
	if (call == NULL || call->cb == NULL)
		return;
	if (call->state == CALL_SENT)
		db_call_abandon(call, loop_now_ms());
	else
		db_call_free(call);
}

bool db_is_ready(const struct db *db)
{
	for (int i = 0; i < DB_LANES; i++) {
		if (db->lanes[i].conn_count > 0 && db->lanes[i].ready == 0)
			return false;
	}
	return true;
}

bool db_is_idle(const struct db *db)
{
	for (int i = 0; i < DB_LANES; i++) {
		const struct lane *lane = &db->lanes[i];

		if (lane->count[CALL_WAITING] + lane->count[CALL_SENT] + lane->count[CALL_FINISHED] > 0)
			return false;
	}
	return true;
}

void db_stats(const struct db *db, enum db_lane which, struct db_lane_stats *out)
{
	const struct lane *lane = &db->lanes[which];

	*out = (struct db_lane_stats){.conns = lane->conn_count,
				      .ready = lane->ready,
				      .waiting = lane->count[CALL_WAITING],
				      .running = lane->count[CALL_SENT],
				      .calls = lane->calls,
				      .errors = lane->errors,
				      .batches = lane->batches,
				      .replays = lane->replays};
}

const char *db_status_name(enum db_status s)
{
	static const char *const names[] = {
	    [DB_OK] = "ok", [DB_ERROR] = "error", [DB_LOST] = "lost", [DB_TIMEOUT] = "timeout", [DB_BUSY] = "busy"};

	return names[s];
}
