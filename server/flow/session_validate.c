/* session_validate: a worker opens the page that validates: a passage and questions of
 * others, in an order of its own, without their answers, which never leave the server.
 * See session.c for the request. */
#include <string.h>

#include "session.h"

void session_validate_opened(struct session *s, const struct db_result *r)
{
	const struct q_validate_open_row row = q_validate_open_row(r, 0);
	const struct session_opened opened = SESSION_OPENED(&row, "validate");
	struct jw *w;

	session_settle_count(s, row.newcomer, row.assignment_id.given);
	if (!session_goes_on(s, &opened))
		return;
	w = session_begin(s);
	if (strcmp(row.status, "ended") == 0) {
		session_put_ended(w, s, &opened);
		session_put_terms(w, s, SESSION_TASK(&row));
		session_reply(s, 200);
		return;
	}
	session_put_opened(w, s, &opened);
	session_put_task(w, s, SESSION_TASK(&row));
	jw_kstr(w, "kind", opened.kind);
	session_put_raw(w, "onboarding", row.onboarding, row.onboarding_len);
	jw_kstr(w, "why", opened.why);
	session_put_raw(w, "questions", row.questions, row.questions_len);
	session_put_raw(w, "reasons", row.reasons, row.reasons_len);
	session_put_raw(w, "terms", row.terms, row.terms_len);
	session_put_times(w, &opened);
	session_reply(s, row.created ? 201 : 200);
}

void session_validate_previewed(struct session *s, const struct db_result *r)
{
	const struct q_validate_preview_row row = q_validate_preview_row(r, 0);
	struct jw *w;

	session_count(s, "preview");
	if (strcmp(row.status, "ok") != 0) {
		session_reply_end(s, row.status, NULL);
		return;
	}
	w = session_begin(s);
	jw_kbool(w, "preview", true);
	jw_kstr(w, "kind", "validate");
	session_put_task(w, s, SESSION_TASK(&row));
	session_put_raw(w, "terms", row.terms, row.terms_len);
	session_reply(s, 200);
}
