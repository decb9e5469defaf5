/* db_impl: what the files of the db module share. Nobody else includes it.
 *
 *   db.c         the pool and the public functions
 *   db_call.c    a call's life
 *   db_clock.c   deadlines and deferred answers
 *   db_lane.c    what is sent when: batches, group commit, one at a time
 *   db_many.c    calls of one statement that go as one
 *   db_conn.c    a connection's life: connect, prepare, ready, close
 *   db_answer.c  what comes back: results, roll-backs, replays
 *   db_listen.c  a connection apart from the lanes, for notes
 *
 * Ownership: a call is in exactly one list, which tells its state: its lane's queue
 * (WAITING), a connection's `sent` or `again` (SENT), the pool's `finished` (FINISHED);
 * a new one and one whose callback has been called are in none (OVER). A carrier (db_many.c) has
 * members, in a list of its own (SENT).
 * A SENT call that was cancelled or timed out stays where it is, because its result
 * will still arrive; it has no callback any more and is called abandoned.
 *
 * Where callbacks may run: db_answer.c (from a readable socket), and the timers
 * of db_clock.c. Never while sending and never while closing, so those need not
 * fear that the ground moves under them. */
#ifndef BEAT_DB_IMPL_H
#define BEAT_DB_IMPL_H

#include <event2/event.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "beat/db.h"
#include "pg_params.h"

enum {
	DB_TRIES_MAX = 10,      /* of one call, replays and retries included */
	DB_TOGETHER_MAX = 3,    /* of those with others; after that alone */
	DB_RETRIES_MAX = 3,     /* after a deadlock and the like */
	DB_TICK_MS = 10,        /* grain of deadlines */
	DB_WHEEL_SLOTS = 512,   /* deadlines further away than slots * tick just stay for another round */
	DB_WATCH_MS = 100,      /* how often connections are looked at while anything is under way */
	DB_HANG_MS = 1000,      /* silence beyond the statement time-out that counts as hung */
	DB_GIVE_UP_MS = 1000,   /* how long a slow lane's abandoned statement may go on */
	DB_BACKOFF_MIN_MS = 50, /* first pause before connecting again, doubled up to … */
	DB_BACKOFF_MAX_MS = 2000,
	DB_STEADY_MS = 1000, /* a connection that lasted this long starts again from the first pause */
	DB_WHY_MAX = 400
};

TAILQ_HEAD(db_call_list, db_call);
LIST_HEAD(db_due_list, db_call);

enum db_call_state { CALL_OVER, CALL_WAITING, CALL_SENT, CALL_FINISHED, CALL_STATES };

struct db_call {
	struct db_call_list *in; /* the list that holds it */
	TAILQ_ENTRY(db_call) link;
	LIST_ENTRY(db_call) due; /* WAITING, or SENT and not abandoned */
	bool has_due;
	bool solo;       /* goes behind a Sync of its own: it is suspected of failing its batch */
	bool ends_unit;  /* SENT: a Sync follows it */
	uint8_t tries;   /* how often it was sent or tried to */
	uint8_t retries; /* of those because somebody was in the way */
	uint8_t state;   /* enum db_call_state; changed by db_call_move alone */
	uint8_t status;  /* FINISHED: what to report */
	const struct sql_statement *of;
	struct lane *lane;
	db_cb cb; /* NULL once it has run or the call was cancelled */
	void *arg;
	int64_t deadline_ms; /* abandoned: since when */
	PGresult *held;      /* its result, until the Sync that makes it true */
	int member_count;    /* of a carrier; else 0 */
	struct db_call_list members;
	const char *params[];
};

enum db_conn_state { CONN_DOWN, CONN_CONNECTING, CONN_PREPARING, CONN_READY };

struct db_conn {
	struct lane *lane;
	int index;
	enum db_conn_state state; /* changed by conn_set_state alone */
	PGconn *pg;               /* NULL when DOWN */
	struct event *on_read, *on_write;
	struct event *timer; /* DOWN: time to connect; CONNECTING, PREPARING: time to give up */
	int failures;        /* attempts to connect since it was last steady */
	int64_t ready_ms;    /* since when READY */
	int prepared;        /* PREPARING: statements that are */

	/* A unit is what lies between two Syncs. */
	struct db_call_list sent;  /* in the order their results will come */
	struct db_call_list again; /* reads the unit's error kept from running */
	struct db_call *cursor;    /* lanes that hold results: whose turn it is; NULL: the first of sent */
	int outstanding;           /* calls in sent */
	int carriers;              /* of these carriers; counted where calls share a connection */
	int syncs;                 /* Syncs sent and not answered */
	bool unit_open;            /* statements were sent and no Sync yet */
	bool at_sync;              /* all results of the unit have come, its Sync has not */
	bool unit_failed;
	PGresult *commit_error;
	bool stale;       /* its prepared statements no longer fit the schema: takes no more calls */
	int64_t alive_ms; /* its last sign of life: bytes read or written, or when it became busy */
};

/* How a lane behaves, and what its connections ask of the server. */
struct lane_policy {
	const char *name;
	int depth;     /* calls under way on one connection */
	bool shares;   /* takes calls while others are under way */
	bool pipeline; /* false: out of pipeline mode once prepared */
	bool holds;    /* results are true only after the Sync */
	int statement_timeout_ms;
	const char *settings;
};

struct lane {
	struct db *db;
	const struct lane_policy *policy;
	struct db_conn *conns;
	int conn_count, ready;
	int count[CALL_STATES];
	struct db_call_list queue;
	int64_t down_ms; /* since when without a connection; 0 while there is one */
	int statement_timeout_ms;
	struct pg_params params;
	uint64_t calls, errors, batches, replays;
};

struct db {
	struct event_base *base;
	struct db_conf conf;
	int statement_count;
	struct lane lanes[DB_LANES];
	struct event *flush; /* end of the loop's turn: send what has gathered */
	bool flush_set;
	struct event *finish; /* next turn: report what is in finished */
	struct db_call_list finished;
	struct event *tick;
	bool ticking;
	int64_t tick_no;  /* the wheel's position: all deadlines before it were handled */
	int64_t watch_ms; /* when connections were last looked at */
	int due_count;
	struct db_due_list wheel[DB_WHEEL_SLOTS];
	char said[DB_WHY_MAX]; /* why connecting failed last, and when it was logged */
	int64_t said_ms;
};

/* db_schema.c */
/* Asked first on every connection; does its answer say that the tables fit this program? Else why (DB_WHY_MAX bytes).
 */
const char *db_schema_sql(void);
bool db_schema_fits(const PGresult *res, char *why);
/* An error that means that tables or functions are missing, as a sentence. */
bool db_schema_complaint(const PGresult *res, char *why);

/* db_call.c */
/* params: false for a call that will not be sent. */
struct db_call *db_call_new(struct lane *lane, const struct sql_ask *ask, bool params);
void db_call_free(struct db_call *call);
/* The only place that changes a call's state. */
void db_call_move(struct db_call *call, enum db_call_state to, struct db_call_list *list, bool front);
/* Runs the callback, if there still is one. The call has none while it runs, so cancelling it there is a no-op. */
void db_call_answer(struct db_call *call, const struct db_result *r);
/* The same, then frees the call. */
void db_call_end(struct db_call *call, const struct db_result *r);
/* The same from the next turn of the loop on. */
void db_call_end_later(struct db_call *call, enum db_status status);
/* SENT: nobody waits for it any more; its place remains. */
void db_call_abandon(struct db_call *call, int64_t now_ms);
/* Back to the queue: alone if so wanted or after several tries, otherwise with others
 * again. Freed instead if nobody waits for it. */
void db_call_again(struct db_call *call, bool alone, bool front);

/* db_many.c */
/* Takes up to `most` calls of first's statement out of the queue, and puts what carries them at its front, in first's
 * place. NULL if none was left that may be tried again. */
struct db_call *db_many_new(struct lane *lane, struct db_call *first, int most);
/* What db_call_again, db_call_end_later and db_call_end do for each member; the carrier is freed. */
void db_many_again(struct db_call *carrier, bool alone);
void db_many_lost(struct db_call *carrier, enum db_status status);
void db_many_end(struct db_call *carrier, struct db_result *r); /* r has a row for each */

/* db_clock.c */
void db_clock_add(struct db_call *call, int timeout_ms);
void db_clock_remove(struct db_call *call); /* also when it has no deadline any more */
void db_clock_on_finish(evutil_socket_t fd, short what, void *arg);
void db_clock_on_tick(evutil_socket_t fd, short what, void *arg);

/* db_lane.c */
extern const struct lane_policy db_lane_policies[DB_LANES];
void db_lane_wake(struct lane *lane); /* dispatch at the end of this turn */
void db_lane_dispatch(struct lane *lane);
/* Fails the calls that wait for a connection in vain; closes connections that hang. */
void db_lane_watch(struct lane *lane, int64_t now_ms);

/* db_conn.c */
void db_conn_init(struct db_conn *c, struct lane *lane, int index);
void db_conn_release(struct db_conn *c);
/* Every connection ends here, whatever happened; it will be made anew. */
void db_conn_close(struct db_conn *c, const char *why);
bool db_conn_takes_calls(const struct db_conn *c);
/* false if the connection broke; the call is then still waiting. */
bool db_conn_send(struct db_conn *c, struct db_call *call);
void db_conn_end_unit(struct db_conn *c);

/* db_answer.c */
/* Takes all results that have arrived. alive: the socket was open when last read. false, with the
 * reason in why (DB_WHY_MAX bytes), if the connection cannot go on. */
bool db_answers_take(struct db_conn *c, bool alive, char *why);

#endif
