/* db_answer: what comes back on a ready connection.
 *
 * libpq hands out, for each unit: one result per statement, each followed by a
 * NULL, then the Sync's. After an error the rest of the unit's statements come as
 * ABORTED. An error may also come in the Sync's place before it: the commit failed.
 * Outside pipeline mode there is no Sync; the NULL stands for it.
 *
 * Where results are held (WRITE, SLOW) the unit's end decides: all true, or all
 * rolled back. Of a unit that failed the culprit goes again alone, to hear its own
 * error, and the others together, because a transaction each is what group commit is
 * there to avoid; after a few such rounds each goes alone. */
#include <stdio.h>
#include <string.h>

#include "db_impl.h"

/* An error that ended the session rather than a statement. */
static bool is_fatal(const PGresult *res)
{
	const char *severity = PQresultErrorField(res, PG_DIAG_SEVERITY_NONLOCALIZED);

	/* What libpq makes up itself, because the connection is gone, has no severity. */
	return severity == NULL || strcmp(severity, "ERROR") != 0;
}

static const char *field(const PGresult *res, int which)
{
	const char *value = PQresultErrorField(res, which);

	return value != NULL ? value : "";
}

static bool is_good(const PGresult *res)
{
	ExecStatusType status = PQresultStatus(res);

	return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY;
}

/* Ended by the statement time-out, or by somebody who cancels. */
static bool is_stopped(const PGresult *res)
{
	return strcmp(field(res, PG_DIAG_SQLSTATE), "57014") == 0;
}

static void deliver(struct db_call *call, const PGresult *res)
{
	struct db_result r = {.status = DB_OK,
			      .sqlstate = "",
			      .constraint = "",
			      .column = "",
			      .message = "",
			      .sql = {.of = call->of, .impl = res}};

	if (is_good(res)) {
		r.rows = PQntuples(res);
	} else {
		r.sqlstate = field(res, PG_DIAG_SQLSTATE);
		r.constraint = field(res, PG_DIAG_CONSTRAINT_NAME);
		r.column = field(res, PG_DIAG_COLUMN_NAME);
		r.message = field(res, PG_DIAG_MESSAGE_PRIMARY);
		r.status = is_stopped(res) ? DB_TIMEOUT : DB_ERROR;
	}
	if (call->member_count == 0)
		db_call_end(call, &r);
	else if (r.status != DB_OK && call->member_count > 1)
		db_call_again(call, true, true);
	else
		db_many_end(call, &r);
}

/* Errors that say nothing about the statement: it was in somebody's way. */
static bool is_passing(const char *sqlstate)
{
	static const char *const passing[] = {"40001", "40P01", "55P03"};

	for (size_t i = 0; i < ARRAY_LEN(passing); i++) {
		if (strcmp(sqlstate, passing[i]) == 0)
			return true;
	}
	return false;
}

/* The statement was refused before it ran, because what was prepared is no longer there
 * or would now give other columns; a fresh connection prepares it anew. */
static bool is_stale(const PGresult *res)
{
	return strcmp(field(res, PG_DIAG_SQLSTATE), "26000") == 0 ||
	       strcmp(field(res, PG_DIAG_SOURCE_FUNCTION), "RevalidateCachedQuery") == 0;
}

/* What is tried again is a carrier's member; its carrier is made anew. */
static bool may_try_again(struct db_call *call)
{
	struct db_call *who = call->member_count > 0 ? TAILQ_FIRST(&call->members) : call;

	return call->member_count > 1 || who->retries++ < DB_RETRIES_MAX;
}

/* A call that ran alone, or whose own error ended its unit. Takes res. */
static void settle(struct db_conn *c, struct db_call *call, PGresult *res)
{
	bool stale = !is_good(res) && is_stale(res);
	bool again = !is_good(res) && (stale || is_passing(field(res, PG_DIAG_SQLSTATE)));

	c->stale = c->stale || stale;
	if (again && may_try_again(call))
		db_call_again(call, true, false);
	else
		deliver(call, res);
	PQclear(res);
}

/* It has used its time; waiting as long again would only keep the others. */
static void end_stopped(struct db_call *call)
{
	PGresult *res = call->held;

	call->held = NULL;
	deliver(call, res);
	PQclear(res);
}

/* All members of the failed unit at the head of `sent`, back to the front of the queue: in their order, the
 * culprit last so that nobody waits for it. Each goes alone if there is no culprit (the commit failed), and if
 * the unit and somebody else were in each other's way: it was the locks it gathered. */
static void replay_unit(struct db_conn *c)
{
	struct db_call_list unit = TAILQ_HEAD_INITIALIZER(unit);
	struct db_call *call, *culprit = NULL;
	bool last, alone;

	do {
		call = TAILQ_FIRST(&c->sent);
		last = call->ends_unit;
		if (PQresultStatus(call->held) == PGRES_FATAL_ERROR)
			culprit = call;
		db_call_move(call, CALL_SENT, &unit, false);
		c->outstanding--;
	} while (!last);
	alone = culprit == NULL || is_passing(field(culprit->held, PG_DIAG_SQLSTATE));
	if (culprit != NULL && !is_stopped(culprit->held))
		db_call_again(culprit, true, true);
	while ((call = TAILQ_LAST(&unit, db_call_list)) != NULL) {
		if (call != culprit)
			db_call_again(call, alone, true);
		else
			end_stopped(call);
	}
}

static void settle_held(struct db_conn *c)
{
	bool failed = c->unit_failed, last;
	PGresult *commit_error = c->commit_error;

	c->unit_failed = false;
	c->commit_error = NULL;
	if (failed && !TAILQ_FIRST(&c->sent)->ends_unit) {
		replay_unit(c);
		PQclear(commit_error);
		return;
	}
	do {
		struct db_call *call = TAILQ_FIRST(&c->sent);
		PGresult *res = commit_error != NULL ? commit_error : call->held;

		last = call->ends_unit;
		c->outstanding--;
		if (commit_error == NULL)
			call->held = NULL;
		settle(c, call, res);
	} while (!last);
}

static void end_unit(struct db_conn *c)
{
	struct db_call *call;

	c->syncs--;
	c->at_sync = false;
	c->cursor = NULL;
	if (c->lane->policy->holds)
		settle_held(c);
	PQclear(c->commit_error); /* a read-only commit changes nothing that was told */
	c->commit_error = NULL;
	c->unit_failed = false;
	while ((call = TAILQ_LAST(&c->again, db_call_list)) != NULL)
		db_call_again(call, false, true);
}

/* The result of the statement whose turn it is. Takes res. false if nobody expects one. */
static bool take_result(struct db_conn *c, PGresult *res)
{
	bool aborted = PQresultStatus(res) == PGRES_PIPELINE_ABORTED;
	struct db_call *call = c->cursor != NULL ? c->cursor : TAILQ_FIRST(&c->sent);

	if (c->at_sync && !is_good(res) && c->commit_error == NULL) {
		c->commit_error = res;
		c->unit_failed = true;
		return true;
	}
	if (c->at_sync || call == NULL) {
		PQclear(res);
		return false;
	}
	c->at_sync = call->ends_unit;
	if (c->lane->policy->holds) {
		c->cursor = TAILQ_NEXT(call, link);
		c->unit_failed = c->unit_failed || !is_good(res);
		call->held = res;
		return true;
	}
	c->outstanding--;
	c->carriers -= call->member_count > 0;
	if (aborted) {
		db_call_move(call, CALL_SENT, &c->again, false);
		PQclear(res);
	} else {
		settle(c, call, res);
	}
	return true;
}

/* The first reason is the true one. */
static void set_why(char *why, const char *reason)
{
	if (*why == '\0')
		snprintf(why, DB_WHY_MAX, "%s", reason);
}

/* One step. false, with the reason in why, if the connection cannot go on. */
static bool take(struct db_conn *c, PGresult *res, char *why)
{
	switch (PQresultStatus(res)) {
	case PGRES_PIPELINE_SYNC:
		PQclear(res);
		if (c->syncs > 0 && c->at_sync) {
			end_unit(c);
			return true;
		}
		set_why(why, "a Sync nobody sent");
		return false;
	case PGRES_FATAL_ERROR:
		if (!is_fatal(res))
			break;
		set_why(why, PQresultErrorMessage(res));
		PQclear(res);
		return false;
	case PGRES_TUPLES_OK:
	case PGRES_COMMAND_OK:
	case PGRES_EMPTY_QUERY:
	case PGRES_PIPELINE_ABORTED:
		break;
	default: /* COPY and the like have no place here */
		set_why(why, PQresStatus(PQresultStatus(res)));
		PQclear(res);
		return false;
	}
	if (take_result(c, res))
		return true;
	set_why(why, "a result nobody asked for");
	return false;
}

bool db_answers_take(struct db_conn *c, bool alive, char *why)
{
	int nulls = 0;

	/* PQisBusy also reads what was sent unasked (notices, the reason of a shutdown). */
	while (!(PQisBusy(c->pg) && alive) && c->syncs > 0) {
		PGresult *res = PQgetResult(c->pg);

		if (res != NULL) {
			nulls = 0;
			if (!take(c, res, why))
				return false;
		} else if (!c->lane->policy->pipeline && c->at_sync) {
			end_unit(c);
		} else if (++nulls > 1) {
			set_why(why, "libpq has no result for what was sent");
			return false;
		}
	}
	if (!TAILQ_EMPTY(&c->lane->queue))
		db_lane_wake(c->lane);
	return true;
}
