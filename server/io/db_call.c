/* db_call: one call, from db_start to its callback. It is one block of memory: the
 * struct, the parameters' pointers, their text. */
#include <stdlib.h>

#include "beat/mem.h"
#include "db_impl.h"

struct db_call *db_call_new(struct lane *lane, const struct sql_ask *ask, bool params)
{
	size_t head = sizeof(struct db_call) + (params ? (size_t)ask->of->param_count * sizeof(char *) : 0);
	struct db_call *call = xmalloc(head + (params ? sql_params_size(ask) : 0));

	*call = (struct db_call){.lane = lane, .of = ask->of};
	lane->count[CALL_OVER]++;
	if (params)
		sql_params_write(ask, (char *)call + head, call->params);
	return call;
}

void db_call_move(struct db_call *call, enum db_call_state to, struct db_call_list *list, bool front)
{
	struct lane *lane = call->lane;

	if (call->in != NULL)
		TAILQ_REMOVE(call->in, call, link);
	call->in = list;
	if (list != NULL && front)
		TAILQ_INSERT_HEAD(list, call, link);
	else if (list != NULL)
		TAILQ_INSERT_TAIL(list, call, link);
	lane->count[call->state]--;
	lane->count[to]++;
	call->state = (uint8_t)to;
}

void db_call_free(struct db_call *call)
{
	struct db_call *m;

	while (call->member_count > 0 && (m = TAILQ_FIRST(&call->members)) != NULL)
		db_call_free(m);
	db_call_move(call, CALL_OVER, NULL, false);
	call->lane->count[CALL_OVER]--;
	db_clock_remove(call);
	PQclear(call->held);
	free(call);
}

void db_call_answer(struct db_call *call, const struct db_result *r)
{
	db_cb cb = call->cb;

	db_clock_remove(call);
	call->cb = NULL;
	if (cb == NULL)
		return;
	if (r->status != DB_OK)
		call->lane->errors++;
	cb(call->arg, r);
}

void db_call_end(struct db_call *call, const struct db_result *r)
{
	db_call_move(call, CALL_OVER, NULL, false);
	db_call_answer(call, r);
	db_call_free(call);
}

void db_call_end_later(struct db_call *call, enum db_status status)
{
	struct db *db = call->lane->db;
	const struct timeval now = {0, 0};

	if (call->member_count > 0) {
		db_many_lost(call, status);
		return;
	}
	db_clock_remove(call);
	if (call->cb == NULL) {
		db_call_free(call);
		return;
	}
	call->status = (uint8_t)status;
	/* A timer, not event_active: a caller that starts again from its callback must not
	 * keep the loop from its sockets. */
	if (TAILQ_EMPTY(&db->finished))
		event_add(db->finish, &now);
	db_call_move(call, CALL_FINISHED, &db->finished, false);
}

void db_call_abandon(struct db_call *call, int64_t now_ms)
{
	db_clock_remove(call);
	call->cb = NULL;
	call->deadline_ms = now_ms;
}

void db_call_again(struct db_call *call, bool alone, bool front)
{
	struct lane *lane = call->lane;

	if (call->member_count > 0) {
		db_many_again(call, alone);
		return;
	}
	if (call->cb == NULL) {
		db_call_free(call);
		return;
	}
	PQclear(call->held);
	call->held = NULL;
	call->solo = alone || call->tries >= DB_TOGETHER_MAX;
	call->ends_unit = false;
	lane->replays++;
	db_call_move(call, CALL_WAITING, &lane->queue, front);
}
