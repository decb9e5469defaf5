/* admin_routes: see admin_routes.h. Who may do what in the dashboard is decided here and nowhere else;
 * tests/api/permissions.test.mjs walks every row. */
#include "admin_routes.h"

#include <string.h>

#include "admin_health.h"
#include "releases.h"
#include "stream.h"

/* clang-format off */
/* SLOW: what may take seconds, and must not keep the rest of the dashboard waiting. */
#define ASK(method, path, need, query, params)  {HTTP_##method, path, need, DB_DESK, &q_##query##_statement, params, NULL, NULL}
#define SLOW(method, path, need, query, params) {HTTP_##method, path, need, DB_SLOW, &q_##query##_statement, params, NULL, NULL}
#define CALL(method, path, need, fn, params)    {HTTP_##method, path, need, DB_DESK, NULL, params, fn, NULL}
#define OPEN(method, path, handler, params)     {HTTP_##method, path, 0, DB_DESK, NULL, params, NULL, handler}

const struct admin_route admin_routes[] = {
    /* Signing in, and what concerns the own account. */
    OPEN(POST, "/login", flow_admin_login, ".name .password .code"),
    CALL(GET, "/me", 0, admin_me, ""),
    CALL(POST, "/logout", NEED_COOKIE, admin_logout, ""),
    CALL(POST, "/logout-everywhere", NEED_COOKIE, admin_logout_everywhere, ""),
    CALL(POST, "/password", NEED_COOKIE, admin_password, ".old .new"),
    CALL(POST, "/totp/start", NEED_COOKIE, admin_totp_start, ""),
    CALL(POST, "/totp/confirm", NEED_COOKIE, admin_totp_confirm, ".code"),
    CALL(POST, "/totp/stop", NEED_COOKIE, admin_totp_stop, ".code .password"),
    CALL(GET, "/tokens", NEED_COOKIE, admin_tokens, ""),
    CALL(POST, "/tokens", NEED_COOKIE, admin_token_add, ".name .scopes .days"),
    CALL(POST, "/tokens/{id}/revoke", NEED_COOKIE, admin_token_revoke, ""),

    /* People, the state of this server, what changes. */
    CALL(GET, "/people", MAY_PEOPLE, admin_people, ""),
    CALL(POST, "/people", MAY_PEOPLE, admin_person_add, ".name .role .project .password"),
    CALL(POST, "/people/{name}", MAY_PEOPLE, admin_person_set, ".role .project .disabled .new_password .totp_off"),
    CALL(POST, "/people/{name}/sign-out", MAY_PEOPLE, admin_person_sign_out, ""),
    CALL(GET, "/models/health", MAY_LOOK, admin_models_health, ""),
    CALL(GET, "/stream", MAY_LOOK, admin_stream, "?project"),

    /* Projects, models and what workers are given. */
    ASK(GET, "/projects", MAY_LOOK, admin_projects, "$account"),
    ASK(GET, "/project-settings", MAY_LOOK, admin_project_settings, ""),
    ASK(POST, "/projects", MAY_MANAGE, admin_project_create, ".name .settings $actor"),
    ASK(GET, "/projects/{project}", MAY_LOOK, admin_project, "{project}"),
    ASK(POST, "/projects/{project}", MAY_MANAGE, admin_project_set, "{project} .settings $actor"),
    ASK(POST, "/projects/{project}/state", MAY_MANAGE, admin_project_state, "{project} .state $actor"),
    ASK(GET, "/models", MAY_LOOK, admin_models, ""),
    ASK(POST, "/models", MAY_MANAGE, admin_model_add,
	".name .url .protocol .measured_on .measured_permille $actor"),
    ASK(POST, "/models/canary", MAY_MANAGE, admin_canary, ".name .every_minutes .accept $actor"),
    ASK(GET, "/alerts", MAY_LOOK, admin_alerts, "?all"),
    ASK(POST, "/alerts/{id}/ack", MAY_MANAGE, admin_alert_ack, "{id} $actor"),
    ASK(GET, "/collections", MAY_LOOK, admin_collections, ""),
    ASK(GET, "/onboardings", MAY_LOOK, admin_onboardings, ""),
    ASK(GET, "/projects/{project}/instructions", MAY_LOOK, admin_instructions, "{project}"),
    ASK(POST, "/projects/{project}/instructions", MAY_MANAGE, admin_instruction_set,
	"{project} .role .language .body .consent $actor"),

    /* Onboardings handed in. */
    ASK(GET, "/projects/{project}/screenings", MAY_LOOK, admin_screenings, "{project} ?state ?before ?limit $identity"),
    ASK(GET, "/screenings/{id}", MAY_LOOK, admin_screening, "{id} $identity"),
    ASK(POST, "/screenings/{id}/decide", MAY_REVIEW, admin_screening_decide, "{id} .pass .reason $account $actor"),
    ASK(POST, "/screenings/{id}/undo", MAY_REVIEW, admin_screening_undo, "{id} .reason $account $actor"),

    /* Batches and review. */
    ASK(GET, "/projects/{project}/batches", MAY_LOOK, admin_batches, "{project}"),
    SLOW(POST, "/projects/{project}/batches", MAY_MANAGE, admin_batch_close, "{project} .seed $actor"),
    ASK(GET, "/review-words", MAY_LOOK, admin_review_words, ""),
    ASK(GET, "/projects/{project}/review", MAY_LOOK, admin_review_queue, "{project} $account"),
    ASK(POST, "/projects/{project}/review/next", MAY_REVIEW, admin_review_next,
	"{project} .queue $account $actor $identity"),
    ASK(GET, "/projects/{project}/reviews", MAY_REVIEW, admin_reviews, "{project} ?before ?limit $account $identity"),
    ASK(GET, "/reviews/{id}", MAY_REVIEW, admin_review, "review={id} $account $identity"),
    ASK(POST, "/reviews/{id}/finish", MAY_REVIEW, admin_review_finish, "review={id} .judgements $account $actor"),
    ASK(POST, "/reviews/{id}/release", MAY_REVIEW, admin_review_release, "review={id} $account $actor"),
    ASK(POST, "/reviews/{id}/undo", MAY_REVIEW, admin_review_undo, "review={id} $account $actor"),
    ASK(GET, "/projects/{project}/agreement", MAY_LOOK, admin_agreement, "{project}"),

    /* Workers and their qualification. */
    ASK(GET, "/projects/{project}/revocations", MAY_LOOK, admin_revocations,
	"{project} ?state ?before ?limit $account $identity"),
    ASK(POST, "/revocations/{id}/decide", MAY_REVIEW, admin_revocation_decide,
	"revocation={id} .confirm .reason $account $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/revoke", MAY_MANAGE, admin_worker_revoke, "{project} worker={id} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/reinstate", MAY_MANAGE, admin_worker_reinstate,
	"{project} worker={id} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/qualify", MAY_MANAGE, admin_worker_qualify, "{project} worker={id} .reason $actor"),
    ASK(POST, "/workers/{id}/note", MAY_REVIEW, admin_worker_note, "worker={id} .project .text $account $actor"),
    ASK(POST, "/workers/{id}/block", MAY_MANAGE, admin_worker_block, "worker={id} .reason $actor"),
    ASK(POST, "/workers/{id}/unblock", MAY_MANAGE, admin_worker_unblock, "worker={id} .reason $actor"),
    ASK(GET, "/projects/{project}/outbox", MAY_LOOK, admin_outbox, "{project} $identity"),
    ASK(GET, "/projects/{project}/workers", MAY_LOOK, admin_workers,
	"{project} ?q ?state ?sort ?dir ?limit ?offset $identity"),
    ASK(GET, "/projects/{project}/workers/{id}", MAY_LOOK, admin_worker, "{project} worker={id} $account $identity"),
    ASK(GET, "/projects/{project}/workers/{id}/hits", MAY_LOOK, admin_worker_hits,
	"{project} worker={id} ?before ?limit $identity"),

    /* The lab: evaluations that are stored. */
    SLOW(GET, "/evaluations", MAY_LOOK, admin_evaluations, ""),

    /* Pools of workers. */
    /* Comprehension studies. */
    ASK(GET, "/study-words", MAY_LOOK, admin_study_words, ""),
    SLOW(GET, "/studies", MAY_LOOK, admin_studies, ""),
    SLOW(GET, "/studies/{study}", MAY_LOOK, admin_study, "{study} $account"),
    ASK(POST, "/studies/{study}/next", MAY_REVIEW, admin_study_next, "{study} .kind $account $actor"),
    ASK(POST, "/study-items/{id}", MAY_REVIEW, admin_study_label, "{id} .labels $account $actor"),

    SLOW(GET, "/pools", MAY_LOOK, admin_pools, ""),
    SLOW(POST, "/pools", MAY_MANAGE, admin_pool_create, ".name .settings $actor"),
    SLOW(GET, "/pools/{pool}", MAY_LOOK, admin_pool, "{pool}"),
    SLOW(POST, "/pools/{pool}", MAY_MANAGE, admin_pool_set, "{pool} .settings $actor"),
    SLOW(GET, "/pools/{pool}/members", MAY_LOOK, admin_pool_members,
	"{pool} ?q ?state ?sort ?dir ?limit ?offset $identity"),
    SLOW(POST, "/pools/{pool}/import", MAY_MANAGE, admin_pool_import, "{pool} .text .platform $actor"),
    SLOW(GET, "/pools/{pool}/export", MAY_IDENTITY, admin_pool_export, "{pool} ?state $identity"),

    /* What was collected. */
    ASK(POST, "/projects/{project}/questions/discard", MAY_MANAGE, admin_questions_discard,
	"{project} .filter .ids .reason .preview $actor"),
    ASK(POST, "/projects/{project}/questions/restore", MAY_MANAGE, admin_questions_restore,
	"{project} .filter .ids .reason .preview $actor"),
    ASK(GET, "/projects/{project}/overview", MAY_LOOK, admin_overview, "{project} ?hours"),
    SLOW(GET, "/projects/{project}/documents", MAY_LOOK, admin_documents, "{project} ?limit ?offset"),
    SLOW(GET, "/projects/{project}/lengths", MAY_LOOK, admin_lengths, "{project}"),
    ASK(GET, "/hits/{id}", MAY_LOOK, admin_hit, "hit={id} $account $identity"),
    ASK(GET, "/projects/{project}/questions", MAY_LOOK, admin_questions,
	"{project} ?q ?split ?model ?state ?label ?worker ?before ?limit $identity"),
    ASK(GET, "/events", MAY_LOOK, admin_events,
	"?project ?worker ?kind ?actor ?before ?limit $account $identity"),
    SLOW(GET, "/projects/{project}/statistics", MAY_LOOK, admin_statistics, "{project}"),
    SLOW(GET, "/projects/{project}/transfer", MAY_LOOK, admin_transfer, "{project}"),
    SLOW(GET, "/check", MAY_MANAGE, admin_check, ""),

    /* Validation, and which questions are in. */
    SLOW(GET, "/projects/{project}/validation", MAY_LOOK, admin_validation, "{project}"),
    SLOW(GET, "/projects/{project}/validation/agreement", MAY_LOOK, admin_validation_agreement, "{project} $identity"),
    SLOW(GET, "/projects/{project}/validation/human", MAY_LOOK, admin_human_performance, "{project} ?seed"),
    SLOW(POST, "/projects/{project}/validation/settle", MAY_REVIEW, admin_validation_settle, "{project}"),
    SLOW(POST, "/projects/{project}/validation/close", MAY_MANAGE, admin_validation_close, "{project} .reason $actor"),
    SLOW(POST, "/projects/{project}/validation/reopen", MAY_MANAGE, admin_validation_reopen, "{project} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/exclude-votes", MAY_REVIEW, admin_votes_exclude,
	"{project} worker={id} .reason $actor"),
    ASK(POST, "/projects/{project}/workers/{id}/include-votes", MAY_REVIEW, admin_votes_include,
	"{project} worker={id} .reason $actor"),
    ASK(GET, "/questions/{id}", MAY_LOOK, admin_question, "question={id} ?as_of $account $identity"),
    SLOW(GET, "/projects/{project}/validity", MAY_LOOK, admin_validity, "{project} ?as_of"),

    /* Releases. */
    ASK(GET, "/releases", MAY_LOOK, admin_releases, "?project $account"),
    CALL(POST, "/projects/{project}/releases", MAY_MANAGE, admin_release_start,
	".version .seed .licence .formats .as_of .provisional .cites"),
    ASK(GET, "/releases/{id}", MAY_LOOK, admin_release, "release={id}"),
    CALL(POST, "/releases/{id}/write", MAY_MANAGE, admin_release_write, ""),
    CALL(GET, "/releases/{id}/files", MAY_LOOK, admin_release_here, ""),
    CALL(GET, "/releases/{id}/files/{path...}", MAY_LOOK, admin_release_file, ""),
    CALL(GET, "/releases/{id}/archive", MAY_LOOK, admin_release_archive, ""),

    {0, NULL, 0, DB_DESK, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* What a row speaks of, for those who have a role in some projects alone. The first argument of the path tells which.
 * Lists hold what who asks sees; what stands in neither table is for those who see all projects. */
static const struct {
	const char *begins, *kind;
} subjects[] = {{"/projects/{project}", "project"},
		{"/screenings/{id}", "screening"},
		{"/reviews/{id}", "review"},
		{"/revocations/{id}", "revocation"},
		{"/hits/{id}", "hit"},
		{"/questions/{id}", "question"},
		{"/releases/{id}", "release"}};
static const struct {
	enum http_method method;
	const char *path;
} lists[] = {
    {HTTP_GET, "/projects"}, {HTTP_GET, "/project-settings"}, {HTTP_GET, "/review-words"},      {HTTP_GET, "/events"},
    {HTTP_GET, "/releases"}, {HTTP_GET, "/stream"},           {HTTP_POST, "/workers/{id}/note"}};

const char *admin_route_kind(const struct admin_route *r)
{
	for (size_t i = 0; i < ARRAY_LEN(subjects); i++) {
		size_t n = strlen(subjects[i].begins);

		if (strncmp(r->path, subjects[i].begins, n) == 0 && (r->path[n] == '\0' || r->path[n] == '/'))
			return subjects[i].kind;
	}
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		if (r->method == lists[i].method && strcmp(r->path, lists[i].path) == 0)
			return "";
	}
	return NULL;
}
