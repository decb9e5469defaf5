/* direct: a lab's or company's own crowd, and trying it out: a signed invitation,
 * or any name where the project is open. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "beat/platform.h"

static int direct_enter_by_invite(const struct platform_conf *conf, const char *project, const char *invite,
				  struct platform_entry *out, struct platform_fault *f)
{
	struct token_invite token;
	const char *why = NULL;

	switch (token_invite_read(conf->key, invite, (int64_t)time(NULL), &token)) {
	case TOKEN_OK:
		if (strcmp(token.project, project) != 0)
			why = "This invitation is for another project.";
		break;
	case TOKEN_EXPIRED:
		why = "This invitation has expired. Please ask for a new one.";
		break;
	case TOKEN_BAD:
		why = "This invitation is not valid. Please check that the whole link was copied.";
		break;
	}
	if (why != NULL)
		return platform_refuse(f, "invite", "%s", why);
	snprintf(out->worker, sizeof(out->worker), "%s", token.worker);
	out->vouched = true;
	out->validates_only = token.validates_only;
	return 0;
}

static int direct_enter(const struct platform_conf *conf, const char *project, const json_t *params,
			struct platform_entry *out, struct platform_fault *f)
{
	char invite[TOKEN_MAX + 1];

	if (platform_param(params, "invite", false, TOKEN_MAX, invite, f) < 0)
		return -1;
	if (invite[0] != '\0')
		return direct_enter_by_invite(conf, project, invite, out, f);
	return platform_param(params, "worker", true, PLATFORM_ID_MAX, out->worker, f);
}

static void direct_end(struct jw *w, const struct platform_end *e)
{
	struct buf thanks = BUF_INIT;

	if (strcmp(e->kind, "onboarding") == 0)
		buf_adds(&thanks, "Thank you! Your onboarding is handed in.");
	else if (strcmp(e->kind, "validate") == 0 && e->won > 0)
		buf_addf(&thanks, "Thank you! Your %lld %s handed in.", (long long)e->won,
			 e->won == 1 ? "answer is" : "answers are");
	else if (e->won == 0)
		buf_adds(&thanks, "Thank you! Your work is handed in.");
	else
		buf_addf(&thanks, "Thank you! %lld %s saved.", (long long)e->won,
			 e->won == 1 ? "question that beat the AI is" : "questions that beat the AI are");
	jw_kstr(w, "message", thanks.p);
	buf_release(&thanks);
}

const struct platform platform_direct = {"direct", direct_enter, direct_end};
