/* db_clock: what time brings to calls: deadlines, and the answers that need no server.
 *
 * Deadlines sit in a wheel of slots, one per tick; a timer runs only while there
 * is something to wait for. Adding and removing cost the same for any number.
 * Callbacks run from here may start calls and cancel any. */
#include "beat/loop.h"
#include "db_impl.h"

static struct db_result result_without_rows(enum db_status status)
{
	static const char *const messages[] = {
	    [DB_OK] = "",
	    [DB_ERROR] = "the statement failed",
	    [DB_LOST] = "no connection to the database, or it was lost",
	    [DB_TIMEOUT] = "the database did not answer in time",
	    [DB_BUSY] = "too many calls are waiting for the database",
	};

	return (struct db_result){
	    .status = status, .sqlstate = "", .constraint = "", .column = "", .message = messages[status]};
}

void db_clock_on_finish(evutil_socket_t fd, short what, void *arg)
{
	struct db *db = arg;
	struct db_call *call, mark = {.lane = &db->lanes[0], .state = CALL_OVER};
	const struct timeval now = {0, 0};

	(void)fd;
	(void)what;
	/* Only what is there now: callbacks may add to the list, and cancel any member, so its
	 * present end is marked by a call of our own. */
	db_call_move(&mark, CALL_OVER, &db->finished, false);
	while ((call = TAILQ_FIRST(&db->finished)) != &mark) {
		struct db_result r = result_without_rows((enum db_status)call->status);

		db_call_end(call, &r);
	}
	db_call_move(&mark, CALL_OVER, NULL, false);
	if (!TAILQ_EMPTY(&db->finished))
		event_add(db->finish, &now);
}

static void set_tick(struct db *db)
{
	const struct timeval grain = {0, DB_TICK_MS * 1000L};

	if (db->ticking)
		return;
	db->ticking = true;
	event_add(db->tick, &grain);
}

void db_clock_add(struct db_call *call, int timeout_ms)
{
	struct db *db = call->lane->db;
	int64_t now = loop_now_ms(), slot;

	call->deadline_ms = now + (timeout_ms > 0 ? timeout_ms : 1);
	if (!db->ticking)
		db->tick_no = now / DB_TICK_MS;
	slot = call->deadline_ms / DB_TICK_MS + 1;
	if (slot <= db->tick_no)
		slot = db->tick_no + 1;
	LIST_INSERT_HEAD(&db->wheel[slot % DB_WHEEL_SLOTS], call, due);
	call->has_due = true;
	db->due_count++;
	set_tick(db);
}

void db_clock_remove(struct db_call *call)
{
	if (!call->has_due)
		return;
	LIST_REMOVE(call, due);
	call->has_due = false;
	call->lane->db->due_count--;
}

static void expire(struct db_call *call, int64_t now)
{
	const struct db_result r = result_without_rows(DB_TIMEOUT);

	if (call->state == CALL_WAITING) {
		db_call_end(call, &r);
		return;
	}
	call->deadline_ms = now;
	db_call_answer(call, &r);
}

/* Handles the slots the clock has passed. The expired are first set apart, in a list that
 * cancelling takes them out of. */
static void turn_wheel(struct db *db, int64_t now)
{
	int64_t to = now / DB_TICK_MS;
	struct db_due_list expired = LIST_HEAD_INITIALIZER(expired);
	struct db_call *call, *next;

	if (to - db->tick_no > DB_WHEEL_SLOTS)
		db->tick_no = to - DB_WHEEL_SLOTS;
	while (db->tick_no < to) {
		db->tick_no++;
		for (call = LIST_FIRST(&db->wheel[db->tick_no % DB_WHEEL_SLOTS]); call != NULL; call = next) {
			next = LIST_NEXT(call, due);
			if (call->deadline_ms > now)
				continue;
			LIST_REMOVE(call, due);
			LIST_INSERT_HEAD(&expired, call, due);
		}
	}
	while ((call = LIST_FIRST(&expired)) != NULL)
		expire(call, now);
}

void db_clock_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct db *db = arg;
	int64_t now = loop_now_ms();
	bool busy = false;

	(void)fd;
	(void)what;
	turn_wheel(db, now);
	if (now - db->watch_ms >= DB_WATCH_MS) {
		db->watch_ms = now;
		for (int i = 0; i < DB_LANES; i++)
			db_lane_watch(&db->lanes[i], now);
	}
	for (int i = 0; i < DB_LANES; i++)
		busy = busy || db->lanes[i].count[CALL_WAITING] > 0 || db->lanes[i].count[CALL_SENT] > 0;
	db->ticking = false;
	if (busy || db->due_count > 0)
		set_tick(db);
}
