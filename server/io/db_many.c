/* db_many: calls of one statement that go to the server as one.
 *
 * A statement whose head says "each" (sql/embed/embed.h) takes an array in the place of each parameter and gives a row
 * for each element, in their order. What waits for it when a connection is free is sent as one carrier: a call of the
 * pool's own, with its members in a list. The members are SENT like any other call, so that they may be cancelled and
 * time out one by one; the carrier has neither deadline nor callback, and is over when its members are settled.
 *
 * An error of a carrier says nothing about any one member, so each of them goes again alone; of a single one it is
 * that one's own. */
#include <string.h>

#include "beat/mem.h"
#include "db_impl.h"

/* Of one element with its comma; text may have to be escaped throughout. */
static size_t element_size(const char *value)
{
	return value != NULL ? 2 * strlen(value) + 3 : sizeof("NULL");
}

static char *write_text(char *out, const char *value)
{
	*out++ = '"';
	for (; *value != '\0'; value++) {
		if (*value == '"' || *value == '\\')
			*out++ = '\\';
		*out++ = *value;
	}
	*out++ = '"';
	return out;
}

/* Parameter i of all members as an array's text. */
static char *write_array(char *out, const struct db_call_list *members, int i, bool quote)
{
	const struct db_call *m;

	*out++ = '{';
	TAILQ_FOREACH(m, members, link)
	{
		if (m->params[i] == NULL)
			out = stpcpy(out, "NULL");
		else if (quote)
			out = write_text(out, m->params[i]);
		else
			out = stpcpy(out, m->params[i]);
		*out++ = ',';
	}
	out[-1] = '}';
	*out++ = '\0';
	return out;
}

/* A number looks the same with and without quotes; a statement without a table of its parameters has texts. */
static bool is_quoted(const struct sql_statement *of, int i)
{
	return of->params == NULL || of->params[i].kind == SQL_TEXT;
}

static size_t arrays_size(const struct db_call_list *members, int param_count)
{
	const struct db_call *m;
	size_t size = (size_t)param_count * sizeof("{}");

	TAILQ_FOREACH(m, members, link)
	{
		for (int i = 0; i < param_count; i++)
			size += element_size(m->params[i]);
	}
	return size;
}

/* Moves up to `most` of the calls of first's statement out of the queue. One that goes alone has no company. */
static int gather(struct db_call *first, int most, struct db_call_list *members)
{
	const struct sql_statement *of = first->of;
	bool alone = first->solo;
	struct db_call *call, *next;
	int n = 0;

	for (call = first; call != NULL && n < (alone ? 1 : most); call = next) {
		next = TAILQ_NEXT(call, link);
		if (call->of != of || call->solo != alone)
			continue;
		/* One that breaks every connection it is sent on must not do so for ever. */
		if (++call->tries > DB_TRIES_MAX) {
			db_call_end_later(call, DB_LOST);
			continue;
		}
		db_call_move(call, CALL_SENT, members, false);
		n++;
	}
	return n;
}

struct db_call *db_many_new(struct lane *lane, struct db_call *first, int most)
{
	const struct sql_statement *of = first->of;
	bool solo = first->solo;
	struct db_call_list found = TAILQ_HEAD_INITIALIZER(found);
	struct db_call *carrier, *m;
	size_t head = sizeof(*carrier) + (size_t)of->param_count * sizeof(char *);
	int n = gather(first, most, &found);
	char *at;

	if (n == 0)
		return NULL;
	carrier = xmalloc(head + arrays_size(&found, of->param_count));
	*carrier = (struct db_call){.lane = lane, .of = of, .solo = solo, .member_count = n};
	lane->count[CALL_OVER]++;
	at = (char *)carrier + head;
	for (int i = 0; i < of->param_count; i++) {
		carrier->params[i] = at;
		at = write_array(at, &found, i, is_quoted(of, i));
	}
	TAILQ_INIT(&carrier->members);
	while ((m = TAILQ_FIRST(&found)) != NULL)
		db_call_move(m, CALL_SENT, &carrier->members, false);
	db_call_move(carrier, CALL_WAITING, &lane->queue, true);
	return carrier;
}

void db_many_again(struct db_call *carrier, bool alone)
{
	struct db_call *m;

	while ((m = TAILQ_LAST(&carrier->members, db_call_list)) != NULL)
		db_call_again(m, alone, true);
	db_call_free(carrier);
}

void db_many_lost(struct db_call *carrier, enum db_status status)
{
	struct db_call *m;

	while ((m = TAILQ_FIRST(&carrier->members)) != NULL)
		db_call_end_later(m, status);
	db_call_free(carrier);
}

void db_many_end(struct db_call *carrier, struct db_result *r)
{
	struct db_call *m;

	/* Callbacks may cancel other members, which frees none of them: they are SENT. */
	db_call_move(carrier, CALL_OVER, NULL, false);
	r->rows = r->rows == carrier->member_count; /* else it is not what its head says */
	while ((m = TAILQ_FIRST(&carrier->members)) != NULL) {
		db_call_end(m, r);
		r->sql.first++;
	}
	db_call_free(carrier);
}
