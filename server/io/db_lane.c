/* db_lane: what is sent when.
 *
 * READ spreads the calls of one turn of the loop over its connections and ends
 * each connection's share with one Sync. WRITE sends a batch only on a connection
 * with nothing under way: what arrives meanwhile gathers and becomes the next batch
 * (group commit). DESK and SLOW are WRITE with batches of one, outside pipeline mode.
 *
 * Calls of a statement that takes many (db_many.c) leave the queue together; on READ, too, they gather while each
 * connection has some of them under way.
 *
 * A call marked solo (see db_answer.c) gets a Sync of its own, but no round trip:
 * it is sent together with what is around it. */
#include <stdio.h>

#include "beat/log.h"
#include "beat/loop.h"
#include "db_impl.h"

/* jit: compiling a plan costs more than any of the short statements.
 * lock_timeout: a write that waits longer lets its batch be replayed, so that it waits alone.
 * client_connection_check_interval: closing the connection is how a report is stopped.
 * max_parallel_workers_per_gather: a report takes one processor and leaves the others to the workers. */
const struct lane_policy db_lane_policies[DB_LANES] = {
    [DB_READ] = {.name = "read",
		 .depth = 256,
		 .shares = true,
		 .pipeline = true,
		 .statement_timeout_ms = 5000,
		 .settings = "-c jit=off -c default_transaction_read_only=on"},
    [DB_WRITE] = {.name = "write",
		  .depth = 128,
		  .pipeline = true,
		  .holds = true,
		  .statement_timeout_ms = 5000,
		  .settings = "-c jit=off -c lock_timeout=500"},
    [DB_DESK] = {.name = "desk",
		 .depth = 1,
		 .holds = true,
		 .statement_timeout_ms = 10000,
		 .settings = "-c jit=off -c client_connection_check_interval=500 -c max_parallel_workers_per_gather=0"},
    [DB_SLOW] = {.name = "slow",
		 .depth = 1,
		 .holds = true,
		 .statement_timeout_ms = 120000,
		 .settings = "-c jit=off -c client_connection_check_interval=500 -c max_parallel_workers_per_gather=0"},
};

void db_lane_wake(struct lane *lane)
{
	struct db *db = lane->db;

	if (db->flush_set)
		return;
	db->flush_set = true;
	event_active(db->flush, EV_TIMEOUT, 0);
}

/* carries: for a carrier, of which a connection has one at a time: what comes meanwhile gathers for the next. */
static struct db_conn *least_busy(struct lane *lane, bool carries)
{
	struct db_conn *best = NULL;

	for (int i = 0; i < lane->conn_count; i++) {
		struct db_conn *c = &lane->conns[i];

		if (!db_conn_takes_calls(c) || c->outstanding >= lane->policy->depth || (carries && c->carriers > 0))
			continue;
		if (best == NULL || c->outstanding < best->outstanding)
			best = c;
	}
	return best;
}

/* Sends a waiting call, with up to `most` of its statement where it takes many. How many went; 0 if the connection
 * broke: they wait again. */
static int send_waiting(struct db_conn *c, struct db_call *call, int most)
{
	int n;

	if (call->of->each && (call = db_many_new(c->lane, call, most)) == NULL)
		return 1; /* all were tried too often */
	n = call->member_count > 0 ? call->member_count : 1;
	if (db_conn_send(c, call))
		return n;
	if (call->member_count > 0)
		db_call_again(call, call->solo, true);
	return 0;
}

static struct db_call *first_of_plain(struct lane *lane)
{
	struct db_call *call = TAILQ_FIRST(&lane->queue);

	while (call != NULL && call->of->each)
		call = TAILQ_NEXT(call, link);
	return call;
}

static void dispatch_shared(struct lane *lane)
{
	struct db_call *call;
	struct db_conn *c;

	while ((call = TAILQ_FIRST(&lane->queue)) != NULL && (c = least_busy(lane, call->of->each)) != NULL)
		send_waiting(c, call, lane->policy->depth);
	while ((call = first_of_plain(lane)) != NULL && (c = least_busy(lane, false)) != NULL)
		send_waiting(c, call, 1);
	for (int i = 0; i < lane->conn_count; i++)
		db_conn_end_unit(&lane->conns[i]);
}

/* One batch; those that go alone cut it in pieces, sent together all the same. */
static void send_batch(struct lane *lane, struct db_conn *c)
{
	struct db_call *call;

	for (int left = lane->policy->depth; left > 0 && (call = TAILQ_FIRST(&lane->queue)) != NULL;) {
		int n = send_waiting(c, call, left);

		if (n == 0)
			return;
		left -= n;
	}
	db_conn_end_unit(c);
}

static void dispatch_in_turn(struct lane *lane)
{
	for (int i = 0; i < lane->conn_count && !TAILQ_EMPTY(&lane->queue); i++) {
		struct db_conn *c = &lane->conns[i];

		if (db_conn_takes_calls(c) && c->outstanding == 0 && c->syncs == 0)
			send_batch(lane, c);
	}
}

void db_lane_dispatch(struct lane *lane)
{
	if (TAILQ_EMPTY(&lane->queue))
		return;
	if (lane->policy->shares)
		dispatch_shared(lane);
	else
		dispatch_in_turn(lane);
}

static void watch_conn(struct db_conn *c, int64_t now)
{
	const struct db_call *head = TAILQ_FIRST(&c->sent);
	int64_t silent = now - c->alive_ms;
	char why[DB_WHY_MAX];

	if (c->state != CONN_READY || c->syncs == 0)
		return;
	if (silent > c->lane->statement_timeout_ms + DB_HANG_MS) {
		snprintf(why, sizeof(why), "no answer for %lld ms", (long long)silent);
		db_conn_close(c, why);
	} else if (!c->lane->policy->pipeline && head != NULL && head->cb == NULL &&
		   now - head->deadline_ms > DB_GIVE_UP_MS) {
		db_conn_close(c, "nobody waits for its statement any more");
	}
}

void db_lane_watch(struct lane *lane, int64_t now)
{
	struct db_call *call;

	for (int i = 0; i < lane->conn_count; i++)
		watch_conn(&lane->conns[i], now);
	if (lane->ready > 0 || now - lane->down_ms < lane->db->conf.lost_after_ms)
		return;
	while ((call = TAILQ_FIRST(&lane->queue)) != NULL)
		db_call_end_later(call, DB_LOST);
}
