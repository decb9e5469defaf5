/* admin_routes: see admin_routes.h. Who may do what in the dashboard is decided here and nowhere else;
 * tests/api/permissions.test.mjs walks every row. */
#include "admin_routes.h"

#include "admin_health.h"
#include "releases.h"
#include "stream.h"

/* clang-format off */
/* SLOW: what may take seconds, and must not keep the rest of the dashboard waiting. */
#define ASK(method, path, need, query, params)  {HTTP_##method, path, need, DB_DESK, query, params, NULL, NULL}
#define SLOW(method, path, need, query, params) {HTTP_##method, path, need, DB_SLOW, query, params, NULL, NULL}
#define CALL(method, path, need, fn)            {HTTP_##method, path, need, DB_DESK, Q_PING, "", fn, NULL}
#define OPEN(method, path, handler)             {HTTP_##method, path, 0, DB_DESK, Q_PING, "", NULL, handler}

const struct admin_route admin_routes[] = {
    /* Signing in, and what concerns the own account. */
    OPEN(POST, "/login", flow_admin_login),
    CALL(GET, "/me", 0, admin_me),
    CALL(POST, "/logout", NEED_COOKIE, admin_logout),
    CALL(POST, "/logout-everywhere", NEED_COOKIE, admin_logout_everywhere),
    CALL(POST, "/password", NEED_COOKIE, admin_password),
    CALL(POST, "/totp/start", NEED_COOKIE, admin_totp_start),
    CALL(POST, "/totp/confirm", NEED_COOKIE, admin_totp_confirm),
    CALL(POST, "/totp/stop", NEED_COOKIE, admin_totp_stop),
    CALL(GET, "/tokens", NEED_COOKIE, admin_tokens),
    CALL(POST, "/tokens", NEED_COOKIE, admin_token_add),
    CALL(POST, "/tokens/{id}/revoke", NEED_COOKIE, admin_token_revoke),

    /* People, the state of this server, what changes. */
    CALL(GET, "/people", MAY_PEOPLE, admin_people),
    CALL(POST, "/people", MAY_PEOPLE, admin_person_add),
    CALL(POST, "/people/{name}", MAY_PEOPLE, admin_person_set),
    CALL(POST, "/people/{name}/sign-out", MAY_PEOPLE, admin_person_sign_out),
    CALL(GET, "/models/health", MAY_LOOK, admin_models_health),
    CALL(GET, "/stream", MAY_LOOK, admin_stream),

    /* Projects, models and what workers are given. */
    ASK(GET, "/projects", MAY_LOOK, Q_ADMIN_PROJECTS, ""),
    ASK(POST, "/projects", MAY_MANAGE, Q_ADMIN_PROJECT_CREATE, ".name .settings $actor"),
    ASK(GET, "/projects/{project}", MAY_LOOK, Q_ADMIN_PROJECT, "{0}"),
    ASK(POST, "/projects/{project}", MAY_MANAGE, Q_ADMIN_PROJECT_SET, "{0} .settings $actor"),
    ASK(POST, "/projects/{project}/state", MAY_MANAGE, Q_ADMIN_PROJECT_STATE, "{0} .state $actor"),
    ASK(GET, "/models", MAY_LOOK, Q_ADMIN_MODELS, ""),
    ASK(POST, "/models", MAY_MANAGE, Q_ADMIN_MODEL_ADD,
	".name .url .protocol .measured_on .measured_permille $actor"),
    ASK(GET, "/collections", MAY_LOOK, Q_ADMIN_COLLECTIONS, ""),
    ASK(GET, "/onboardings", MAY_LOOK, Q_ADMIN_ONBOARDINGS, ""),

    /* Onboardings handed in. */
    ASK(GET, "/projects/{project}/screenings", MAY_LOOK, Q_ADMIN_SCREENINGS, "{0} ?state ?before ?limit $identity"),
    ASK(GET, "/screenings/{id}", MAY_LOOK, Q_ADMIN_SCREENING, "{0} $identity"),
    ASK(POST, "/screenings/{id}/decide", MAY_REVIEW, Q_ADMIN_SCREENING_DECIDE, "{0} .pass .reason $account $actor"),
    ASK(POST, "/screenings/{id}/undo", MAY_REVIEW, Q_ADMIN_SCREENING_UNDO, "{0} .reason $account $actor"),

    /* Batches and review. */
    ASK(GET, "/projects/{project}/batches", MAY_LOOK, Q_ADMIN_BATCHES, "{0}"),
    SLOW(POST, "/projects/{project}/batches", MAY_MANAGE, Q_ADMIN_BATCH_CLOSE, "{0} .seed $actor"),
    ASK(GET, "/review-words", MAY_LOOK, Q_ADMIN_REVIEW_WORDS, ""),
    ASK(GET, "/projects/{project}/review", MAY_LOOK, Q_ADMIN_REVIEW_QUEUE, "{0} $account"),
    ASK(POST, "/projects/{project}/review/next", MAY_REVIEW, Q_ADMIN_REVIEW_NEXT,
	"{0} .queue $account $actor $identity"),
    ASK(GET, "/projects/{project}/reviews", MAY_REVIEW, Q_ADMIN_REVIEWS, "{0} ?before ?limit $account $identity"),
    ASK(GET, "/reviews/{id}", MAY_REVIEW, Q_ADMIN_REVIEW, "{0} $account $identity"),
    ASK(POST, "/reviews/{id}/finish", MAY_REVIEW, Q_ADMIN_REVIEW_FINISH, "{0} .judgements $account $actor"),
    ASK(POST, "/reviews/{id}/release", MAY_REVIEW, Q_ADMIN_REVIEW_RELEASE, "{0} $account $actor"),
    ASK(POST, "/reviews/{id}/undo", MAY_REVIEW, Q_ADMIN_REVIEW_UNDO, "{0} $account $actor"),
    ASK(GET, "/projects/{project}/agreement", MAY_LOOK, Q_ADMIN_AGREEMENT, "{0}"),

    /* Workers and their qualification. */
    ASK(GET, "/projects/{project}/revocations", MAY_LOOK, Q_ADMIN_REVOCATIONS, "{0} ?state ?before ?limit $identity"),
    ASK(POST, "/revocations/{id}/decide", MAY_REVIEW, Q_ADMIN_REVOCATION_DECIDE,
	"{0} .confirm .reason $account $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/revoke", MAY_MANAGE, Q_ADMIN_WORKER_REVOKE, "{0} {1} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/reinstate", MAY_MANAGE, Q_ADMIN_WORKER_REINSTATE,
	"{0} {1} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/qualify", MAY_MANAGE, Q_ADMIN_WORKER_QUALIFY, "{0} {1} .reason $actor"),
    ASK(POST, "/workers/{id}/note", MAY_REVIEW, Q_ADMIN_WORKER_NOTE, "{0} .project .text $actor"),
    ASK(POST, "/workers/{id}/block", MAY_MANAGE, Q_ADMIN_WORKER_BLOCK, "{0} .reason $actor"),
    ASK(POST, "/workers/{id}/unblock", MAY_MANAGE, Q_ADMIN_WORKER_UNBLOCK, "{0} .reason $actor"),
    ASK(GET, "/projects/{project}/outbox", MAY_LOOK, Q_ADMIN_OUTBOX, "{0} $identity"),
    ASK(GET, "/projects/{project}/workers", MAY_LOOK, Q_ADMIN_WORKERS,
	"{0} ?q ?state ?sort ?dir ?limit ?offset $identity"),
    ASK(GET, "/projects/{project}/workers/{id}", MAY_LOOK, Q_ADMIN_WORKER, "{0} {1} $identity"),
    ASK(GET, "/projects/{project}/workers/{id}/hits", MAY_LOOK, Q_ADMIN_WORKER_HITS,
	"{0} {1} ?before ?limit $identity"),

    /* What was collected. */
    ASK(POST, "/projects/{project}/questions/discard", MAY_MANAGE, Q_ADMIN_QUESTIONS_DISCARD,
	"{0} .filter .ids .reason .preview $actor"),
    ASK(POST, "/projects/{project}/questions/restore", MAY_MANAGE, Q_ADMIN_QUESTIONS_RESTORE,
	"{0} .filter .ids .reason .preview $actor"),
    ASK(GET, "/projects/{project}/overview", MAY_LOOK, Q_ADMIN_OVERVIEW, "{0} ?hours"),
    ASK(GET, "/hits/{id}", MAY_LOOK, Q_ADMIN_HIT, "{0} $account $identity"),
    ASK(GET, "/projects/{project}/questions", MAY_LOOK, Q_ADMIN_QUESTIONS,
	"{0} ?q ?split ?model ?state ?label ?worker ?before ?limit $identity"),
    ASK(GET, "/events", MAY_LOOK, Q_ADMIN_EVENTS, "?project ?worker ?kind ?actor ?before ?limit $identity"),
    SLOW(GET, "/projects/{project}/statistics", MAY_LOOK, Q_ADMIN_STATISTICS, "{0}"),
    SLOW(GET, "/check", MAY_MANAGE, Q_ADMIN_CHECK, ""),

    /* Validation, and which questions are in. */
    ASK(GET, "/projects/{project}/validation", MAY_LOOK, Q_ADMIN_VALIDATION, "{0}"),
    SLOW(GET, "/projects/{project}/validation/agreement", MAY_LOOK, Q_ADMIN_VALIDATION_AGREEMENT, "{0} $identity"),
    SLOW(GET, "/projects/{project}/validation/human", MAY_LOOK, Q_ADMIN_HUMAN_PERFORMANCE, "{0} ?seed"),
    ASK(POST, "/projects/{project}/workers/{id}/exclude-votes", MAY_REVIEW, Q_ADMIN_VOTES_EXCLUDE,
	"{0} {1} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/include-votes", MAY_REVIEW, Q_ADMIN_VOTES_INCLUDE,
	"{0} {1} .reason $actor"),
    ASK(GET, "/questions/{id}", MAY_LOOK, Q_ADMIN_QUESTION, "{0} ?as_of $account $identity"),
    SLOW(GET, "/projects/{project}/validity", MAY_LOOK, Q_ADMIN_VALIDITY, "{0} ?as_of"),

    /* Releases. */
    ASK(GET, "/releases", MAY_LOOK, Q_ADMIN_RELEASES, "?project"),
    CALL(POST, "/projects/{project}/releases", MAY_MANAGE, admin_release_start),
    ASK(GET, "/releases/{id}", MAY_LOOK, Q_ADMIN_RELEASE, "{0}"),
    CALL(POST, "/releases/{id}/write", MAY_MANAGE, admin_release_write),
    CALL(GET, "/releases/{id}/files", MAY_LOOK, admin_release_here),
    CALL(GET, "/releases/{id}/files/{path...}", MAY_LOOK, admin_release_file),
    CALL(GET, "/releases/{id}/archive", MAY_LOOK, admin_release_archive),

    {0, NULL, 0, DB_DESK, Q_PING, NULL, NULL, NULL},
};
/* clang-format on */
