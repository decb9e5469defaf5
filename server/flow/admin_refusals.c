/* admin_refusals: see admin_refusals.h.
 *
 * The statements of the dashboard run on lanes where each is a transaction of its own, so they may refuse by raising:
 * BE001 is 422, BE404 is 404, and so on; the message is for people, and the column is the field it speaks of. */
#include "admin_refusals.h"

#include <string.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "flow.h"

const struct http_refusal admin_refusals[REFUSALS] = {
    [REFUSE_SIGNED_OUT] = {401, "signed-out", "Please sign in.", NULL, 0},
    [REFUSE_NO_PERSON] = {403, "forbidden", "This can be done by a person who is signed in, not with an API token.",
			  NULL, 0},
    [REFUSE_TOKEN_MAY_NOT] = {403, "forbidden",
			      "This API token may not do that: its scopes or its account's role do not include it.",
			      NULL, 0},
    [REFUSE_ROLE_MAY_NOT] = {403, "forbidden", "Your role does not include this. An admin can change it.", NULL, 0},
    [REFUSE_UNSEEN] = {404, "not-found", "There is nothing of this name or number that you may see.", NULL, 0},
    [REFUSE_OTHER_PAGE] = {403, "wrong-page",
			   "This request does not come from a page of this session. Reload the page and try again.",
			   NULL, 0},
    [REFUSE_LOGIN_PAGE] = {403, "wrong-page", "Please sign in on the dashboard's own page.", NULL, 0},

    [REFUSE_CREDENTIALS] = {401, "wrong-credentials", "That name and password do not belong together.", NULL, 0},
    [REFUSE_CODE_NEEDED] = {401, "code-needed", "Please add the six digits that your app shows.", "code", 0},
    [REFUSE_LOGIN_CODE] = {401, "wrong-code",
			   "That code is not right, or was used before. Please take the one your app shows now.",
			   "code", 0},
    [REFUSE_LOGIN_MEMBER] = {422, "invalid", "The code must be a string, and the password at most 1024 bytes long.",
			     NULL, 0},
    [REFUSE_TRIES] = {429, "too-many-tries", NULL, NULL, 0},
    [REFUSE_MANY_SIGN_IN] = {503, "busy", "Many people are signing in just now. Please try again in a moment.", NULL,
			     2},
    [REFUSE_NO_MEMORY] = {503, "busy", "The server is very busy. Please try again in a moment.", NULL, 2},
    [REFUSE_TOO_LONG] = {422, "invalid", "That is too long: at most 1024 bytes, please.", NULL, 0},
    [REFUSE_OWN_PASSWORD] = {422, "wrong-password", "That is not your password. Nothing was changed.", NULL, 0},
    [REFUSE_SAME_PASSWORD] = {422, "refused", "The new password is the old one.", "new", 0},
    [REFUSE_NEW_PASSWORD] = {422, "refused", NULL, NULL, 0},
    [REFUSE_CODE] = {422, "wrong-code",
		     "That code is not right, or was used before. Please take the one your app shows now; if none is "
		     "right, check the clock of the device.",
		     "code", 0},
    [REFUSE_NO_CODE] = {422, "wrong-code", "A code is six digits.", "code", 0},
    [REFUSE_UNCONFIRMED] = {409, "conflict", "There is nothing to confirm. Start the set-up first.", NULL, 0},
    [REFUSE_UNNAMED] = {422, "invalid", "Give the new account a name and a role.", NULL, 0},
    [REFUSE_DAYS] = {422, "invalid", "The field \"days\" must be a whole number.", "days", 0},

    [REFUSE_ADDRESS] = {422, "invalid", "The address carries something that is not text in UTF-8.", NULL, 0},
    [REFUSE_NO_PAGE] = {404, "not-found", "The dashboard has not been built.", NULL, 0},
    [REFUSE_NO_FOLDER] = {409, "conflict",
			  "This server has no folder for releases. Start beatd with --releases DIR, or build them with "
			  "\"beatctl release build\".",
			  NULL, 0},
    [REFUSE_NO_FILE] = {404, "not-found", "There is no such file of a release that is ready.", NULL, 0},
    [REFUSE_NOT_HERE] = {409, "conflict",
			 "The files of this release are not on this server. Write them here first: POST to this "
			 "release's address with /write, or use the button on its page.",
			 NULL, 0},
    [REFUSE_BEYOND] = {416, "beyond-the-end", "The file ends before the range that was asked for.", NULL, 0},
};

struct http_refusal admin_refusal_of(enum admin_refusal which, const char *field, const char *detail)
{
	struct http_refusal why = admin_refusals[which];

	if (field != NULL)
		why.field = field;
	if (detail != NULL)
		why.detail = detail;
	return why;
}

void admin_refuse(struct http_req *req, enum admin_refusal which)
{
	http_refuse(req, &admin_refusals[which]);
}

/* By how a SQLSTATE begins. Our own come with a sentence for people. */
static const struct admin_raised {
	const char *sqlstate, *slug;
	int status;
	bool ours;
} admin_raised[] = {
    {"BE001", "refused", 422, true},   /* a person can act on the sentence */
    {"BE403", "forbidden", 403, true}, /* not by this one */
    {"BE404", "not-found", 404, true}, /* there is none */
    {"BE409", "conflict", 409, true},  /* not as things are */
    {"BE410", "gone", 410, true},      /* no more */
    {"22", "invalid", 422, false},     /* not a value of its type */
    {"23", "invalid", 422, false},     /* against a constraint */
    {"54", "invalid", 422, false},     /* nested too deeply, too long */
};

static const struct admin_raised *admin_raised_find(const struct db_result *r)
{
	for (size_t i = 0; r->status == DB_ERROR && i < ARRAY_LEN(admin_raised); i++) {
		if (strncmp(r->sqlstate, admin_raised[i].sqlstate, strlen(admin_raised[i].sqlstate)) == 0)
			return &admin_raised[i];
	}
	return NULL;
}

void admin_db_failed(struct http_req *req, const struct db_result *r, const char *doing)
{
	const struct admin_raised *raised = admin_raised_find(r);
	/* The column of a constraint is one of a table, and means nothing to who asks. */
	bool named = raised != NULL && raised->ours && *r->column != '\0';
	struct buf sentence = BUF_INIT;

	if (raised == NULL) {
		flow_db_failed(req, r, doing);
		return;
	}
	buf_addf(&sentence, raised->ours ? "%s" : "The database does not take this value: %s.", r->message);
	log_info("request=%s %s: refused sqlstate=%s constraint=%s", http_id(req), doing, r->sqlstate, r->constraint);
	http_refuse(req, &(struct http_refusal){.status = raised->status,
						.slug = raised->slug,
						.detail = sentence.p,
						.field = named ? r->column : NULL});
	buf_release(&sentence);
}
