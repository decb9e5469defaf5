/* judge: see include/beat/judge.h. */
#include "beat/judge.h"

#include <string.h>

const char *model_outcome_name(enum model_outcome o)
{
	static const char *const names[] = {
	    [MODEL_ANSWERED] = "answered",
	    [MODEL_EMPTY] = "empty",
	    [MODEL_REFUSED] = "refused",
	    [MODEL_TIMEOUT] = "timeout",
	    [MODEL_BAD_STATUS] = "bad_status",
	    [MODEL_GARBAGE] = "garbage",
	    [MODEL_BAD_SPAN] = "bad_span",
	    [MODEL_BREAKER] = "breaker",
	    [MODEL_BUSY] = "busy",
	    [MODEL_NO_KEY] = "no_key",
	    [MODEL_DENIED] = "denied",
	    [MODEL_NOT_FOUND] = "not_found",
	    [MODEL_TOO_LONG] = "too_long",
	    [MODEL_REJECTED] = "rejected",
	    [MODEL_RATE_LIMITED] = "rate_limited",
	    [MODEL_OVERLOADED] = "overloaded",
	    [MODEL_REDIRECTED] = "redirected",
	    [MODEL_DECLINED] = "declined",
	    [MODEL_CUT] = "cut",
	    [MODEL_UNLOCATED] = "unlocated",
	    [MODEL_OTHER_BUILD] = "other_build",
	    [MODEL_OVER_BUDGET] = "over_budget",
	};

	return names[o];
}

struct judge_rule judge_rule(int threshold_permille, const char *empty_answer, const char *unlocated)
{
	return (struct judge_rule){threshold_permille, strcmp(empty_answer, "loss") == 0,
				   strcmp(unlocated, "text") == 0};
}

static bool judge_takes(enum model_outcome outcome, struct judge_rule rule)
{
	return outcome == MODEL_ANSWERED || (outcome == MODEL_EMPTY && rule.empty_is_loss) ||
	       (outcome == MODEL_UNLOCATED && rule.unlocated_is_text);
}

struct judgement judge(struct judge_text human, enum model_outcome outcome, struct judge_text model,
		       struct judge_rule rule)
{
	struct judgement j = {.judged = judge_takes(outcome, rule), .verdict = VERDICT_NONE};

	if (!j.judged) {
		j.fault = model_outcome_name(outcome);
		return j;
	}
	j.score = score_texts(human.p, human.n, model.p, model.n);
	j.verdict = score_verdict(&j.score, rule.threshold_permille);
	return j;
}
