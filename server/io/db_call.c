/* db_call: one call, from db_start to its callback. It is one block of memory: the
 * struct, the parameters' pointers, their text. */
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "db_impl.h"

struct db_call *db_call_new(struct lane *lane, enum query q, const char *const *params)
{
	int n = params != NULL ? lane->db->conf.queries[q].params : 0;
	size_t head = sizeof(struct db_call) + (size_t)n * sizeof(char *), text = 0;
	struct db_call *call;
	char *p;

	for (int i = 0; i < n; i++)
		text += params[i] != NULL ? strlen(params[i]) + 1 : 0;
	call = xmalloc(head + text);
	*call = (struct db_call){.lane = lane, .query = (uint16_t)q};
	lane->count[CALL_OVER]++;
	p = (char *)call + head;
	for (int i = 0; i < n; i++) {
		size_t size = params[i] != NULL ? strlen(params[i]) + 1 : 0;

		call->params[i] = size > 0 ? memcpy(p, params[i], size) : NULL;
		p += size;
	}
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
