/* db: the door to libpq for event-driven programs: a pool of pipelined
 * connections driven by the event loop.
 *
 * The async contract: starting never fails synchronously; the callback runs
 * exactly once and never before db_start returns; after db_cancel it never runs;
 * results live only during the callback; every call has a deadline. With its
 * callback a call is over: forget the pointer there.
 *
 * Lanes
 *   DB_READ   short read-only statements; several per pipeline batch, one Sync per loop turn.
 *             Its transactions are read-only, so a statement that writes is refused.
 *   DB_WRITE  short writes; group commit: while a batch is under way the next calls
 *             gather, then go out together behind one Sync (one transaction, one flush).
 *             A batch is acknowledged only after its Sync. If one member fails, the whole
 *             batch was rolled back; the culprit is replayed alone, the others without it.
 *             Every statement on this lane must therefore be safe to run again after a roll-back.
 *             now() is the batch's start; use clock_timestamp(). Waiting for a lock longer than
 *             half a second counts as a failure too, so that one blocked row does not hold up the rest.
 *   DB_DESK   the dashboard: plain connections, one statement at a time, a transaction each. A statement may
 *             write, and may refuse by raising an error: it disturbs nobody.
 *   DB_SLOW   reports: plain connections, one statement at a time. A statement nobody waits for
 *             any more (cancelled, timed out) is stopped by closing its connection.
 *
 * Calls of a statement whose head says "each" (sql/embed/embed.h) go to the server as one with arrays, on every lane
 * that takes several. If that one fails, each goes again alone.
 *
 * A lost connection fails every call that was sent on it with DB_LOST; a write is
 * never re-sent by itself, because nobody knows whether it was committed. Calls not
 * yet sent wait for the next connection, so a short reconnect is not felt; when a
 * lane has had no connection for conf.lost_after_ms they fail with DB_LOST at once.
 * A deadlock, a serialization failure or a lock time-out of a single statement is
 * tried again a few times before it is reported.
 *
 * A server that stays silent longer than the lane's statement time-out and a second
 * has hung: the connection is closed and made anew. */
#ifndef BEAT_DB_H
#define BEAT_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "beat/sql.h"

struct event_base;
struct db;
struct db_call;

enum db_lane { DB_READ, DB_WRITE, DB_DESK, DB_SLOW, DB_LANES };

enum db_status {
	DB_OK,
	DB_ERROR,   /* the statement failed: sqlstate, constraint, column, message */
	DB_LOST,    /* no connection, or it broke; a write may or may not have happened */
	DB_TIMEOUT, /* the deadline passed, or the server stopped the statement; a write may or may not have happened */
	DB_BUSY     /* the lane's queue is full; nothing was sent */
};

struct db_result {
	enum db_status status;
	int rows;
	const char *sqlstate;   /* "" unless DB_ERROR */
	const char *constraint; /* name of the violated constraint, or "" */
	const char *column;     /* that the error names, or "": functions that refuse name the field they speak of */
	const char *message;    /* one line for the log */
	struct sql_rows sql;    /* of DB_OK: for the generated q_STATEMENT_row(r, i) */
};

typedef void (*db_cb)(void *arg, const struct db_result *r);

struct db_conf {
	const char *uri; /* postgresql://… ; multi-host strings work */
	int conns[DB_LANES];
	int queue_max; /* waiting and running calls per lane */
	int connect_timeout_ms;
	const char *app_name;                          /* the server sees "NAME read", "NAME write", … */
	const struct sql_statement *const *statements; /* to be prepared, ended by NULL; only these can be started */

	/* What may stay zero. */
	bool needs_schema; /* a connection whose tables do not fit this program is refused, with a sentence that says
			      what to do */
	int statement_timeout_ms[DB_LANES]; /* the server ends a statement after this: 5 s, 5 s, 10 s, 2 min */
	int lost_after_ms;                  /* 2 s */
};

struct db_lane_stats {
	int conns, ready; /* configured, connected */
	int waiting, running;
	uint64_t calls, errors, batches, replays; /* errors: calls that ended otherwise than DB_OK */
};

/* Copies the configuration (but not the statements) and starts connecting; fails never. */
struct db *db_new(struct event_base *base, const struct db_conf *conf);
/* Cancels what is under way without running its callbacks. Not from inside a callback. */
void db_free(struct db **db);

/* The parameters are copied. */
struct db_call *db_start(struct db *db, enum db_lane lane, struct sql_ask ask, int timeout_ms, db_cb cb, void *arg);
/* The callback will not run; *call becomes NULL. A NULL *call is fine. */
void db_cancel(struct db_call **call);

bool db_is_ready(const struct db *db); /* at least one connection in every lane */
void db_stats(const struct db *db, enum db_lane lane, struct db_lane_stats *out);
/* True while nothing is waiting or running, for a clean stop. */
bool db_is_idle(const struct db *db);

/* A connection that listens on a channel and calls cb with each note, from the loop. It reconnects by itself; because
 * notes sent meanwhile are lost, cb gets NULL each time it has begun to listen. payload lives during the call only. */
struct db_listen;
struct db_listen *db_listen_start(struct db *db, const char *channel, void (*cb)(void *arg, const char *payload),
				  void *arg);
bool db_listen_is_ready(const struct db_listen *l);
void db_listen_free(struct db_listen **l); /* before db_free; not from inside the callback */

const char *db_status_name(enum db_status s);

#endif
