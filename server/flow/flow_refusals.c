/* flow_refusals: see flow_refusals.h. */
#include "flow_refusals.h"

#include <string.h>

#include "beat/log.h"
#include "beat/mem.h"

static const struct {
	const char *status;
	struct http_refusal why;
} flow_refusals[] = {
    /* any step of a task */
    {"gone", {401, "unauthorized", "The token does not belong to this task. Reload the page.", NULL, 0}},
    {"moved",
     {409, "moved", "This task was opened in another window. Please go on there, or reload this page.", NULL, 0}},
    {"submitted", {409, "already-submitted", "This task has been handed in already.", NULL, 0}},
    {"ended", {409, "task-ended", "This task has ended. Reload the page to see why.", NULL, 0}},
    {"consent",
     {409, "consent-first", "Please agree to the terms of this task first. Reload the page to read them.", NULL, 0}},
    {"exercises",
     {409, "exercises-first", "Please do the exercises first. Reload the page to go on with them.", NULL, 0}},
    {"expired", {410, "lease-expired", "The time for this task is over. Reload the page to go on.", NULL, 0}},
    /* the token; found here, not by the database */
    {"starting", {503, "unavailable", "The server is starting. Please try again in a moment.", NULL, 1}},
    {"token_expired", {401, "token-expired", "The time for this task is over. Reload the page to go on.", NULL, 0}},
    {"token_bad", {401, "unauthorized", "The request carries no valid token. Reload the page to get one.", NULL, 0}},
    /* an expert */
    {"invite_expired", {401, "token-expired", "This invitation has expired. Please ask for a new one.", NULL, 0}},
    {"invite_bad",
     {401, "unauthorized", "This invitation is not valid. Please check that the whole link was copied.", NULL, 0}},
    {"not_invited",
     {404, "no-project", "There is no such task for you any more. Please ask those who sent you the link.", NULL, 0}},
    /* session */
    {"no_project", {404, "no-project", "There is no project of this name. Please check the address.", "project", 0}},
    {"busy",
     {503, "busy", "Others are being given the last of the work just now. Please try again in a moment.", NULL, 1}},
    {"elsewhere",
     {409, "work-elsewhere",
      "Your work in this project is open in another window, where something was done. Please go on there and hand it "
      "in; "
      "if that window is gone, come back when the time of that task is over.",
      NULL, 0}},
    /* attempt */
    {"foreign", {409, "attempt-id-taken", "This attempt id belongs to another task. Make a new one.", "id", 0}},
    {"wrong_task", {409, "wrong-task", "This task asks for answers, not for questions. Reload the page.", NULL, 0}},
    {"full", {409, "enough-wins", "You have all the questions this task asks for. Finish it now.", NULL, 0}},
    {"paused",
     {409, "project-paused", "The project is paused at the moment. You can still finish with what you have.", NULL, 0}},
    {"asked_before",
     {422, "question-repeated", "You have asked this on this passage already. Please ask something else.", "question",
      0}},
    {"asked_waits",
     {422, "question-repeated",
      "You have asked this already, and the AI has not answered yet. It will be judged by itself, and counts then; "
      "please ask something else meanwhile.",
      "question", 0}},
    {"kept_before",
     {422, "question-repeated",
      "This question has been asked on this passage before and is kept. Please ask something else.", "question", 0}},
    {"near", /* a hint: the same question sent with "sure" is asked */
     {422, "question-near",
      "This is much like a question asked before on this passage. Please ask about something else; if it is a new "
      "question, "
      "send it again.",
      "question", 0}},
    {"short",
     {422, "question-short",
      "This is very short for a question. Please write a whole one that makes sense on its own; if it is one, send it "
      "again.",
      "question", 0}},
    {"copied",
     {422, "question-copied",
      "This has many words in a row from the passage. Please ask in your own words; if there is no other way to ask "
      "it, "
      "send it again.",
      "question", 0}},
    {"crowded", /* more wait for one attempt than a page would send */
     {503, "busy", "This attempt is being judged already. Please wait for its answer.", NULL, 2}},
    {"model_busy", {503, "busy", "The AI is very busy. Please send your question again in a moment.", NULL, 2}},
    {"late_attempt",
     {503, "unavailable", "This took too long. Send it again: nothing is stored twice, nothing is lost.", NULL, 2}},
    /* exercise */
    {"bad_number",
     {409, "exercise-order", "The exercises are done one after the other. Reload the page to go on.", "number", 0}},
    {"not_onboarding", {409, "no-exercises", "This task has no exercises. Reload the page.", NULL, 0}},
    /* vote */
    {"closed",
     {409, "question-closed", "This question is no longer needed. Thank you; please go on with the others.", "question",
      0}},
    {"no_question",
     {409, "no-question", "This question does not belong to your task. Reload the page.", "question", 0}},
    {"bad_reason",
     {422, "invalid", "The field \"reason\" must be one of the reasons that the session lists.", "reason", 0}},
    {"comment_missing", {422, "invalid", "Please say in a few words why this question has no answer.", "comment", 0}},
    {"comment_too_long", {422, "invalid", "The comment is too long: at most 1000 characters.", "comment", 0}},
    /* submit */
    {"none_won",
     {409, "no-wins-yet",
      "Beat the AI with at least one question before you finish, or try a few more: after enough tries that "
      "is no longer asked for.",
      NULL, 0}},
    {"none_asked", {409, "no-questions-yet", "Please ask at least one question on this paragraph first.", NULL, 0}},
    {"no_next",
     {409, "no-next-paragraph", "There is no further paragraph for you in this task. Please finish it.", NULL, 0}},
    {"votes_missing",
     {409, "answers-missing",
      "Please answer every question first, or say why it has no answer. Reload the page to see which are left.", NULL,
      0}},
    {"taken", /* what is called expired elsewhere: handing in would have been right until somebody else had it */
     {410, "lease-expired", "The time for this task is over and its passage went to somebody else. Reload the page.",
      NULL, 0}},
};

const struct http_refusal *flow_refusal(const struct http_req *req, const char *status)
{
	static const struct http_refusal unknown = {
	    500, "internal", "The server does not know what to make of this. Please reload the page.", NULL, 0};

	for (size_t i = 0; i < ARRAY_LEN(flow_refusals); i++) {
		if (strcmp(flow_refusals[i].status, status) == 0)
			return &flow_refusals[i].why;
	}
	log_error("request=%s the database answered with the unknown status '%s'", http_id(req), status);
	return &unknown;
}

void flow_refuse(struct http_req *req, const char *status)
{
	http_refuse(req, flow_refusal(req, status));
}
