/* direct: a lab's or company's own crowd, and trying it out: a signed invitation,
 * or any name where the project is open. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "beat/crypto.h"
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
	if (!platform_normalise(out->worker))
		return platform_refuse(f, "invite",
				       "This invitation names nobody that can be. Please ask for a new one.");
	out->vouched = true;
	out->validates_only = token.validates_only;
	return 0;
}

/* A name is anybody's to write. Whoever comes by the page has a secret in the browser, and is known by the name and a
 * mark made of it: two people who chose the same name are two workers. Nobody can write somebody else's mark. */
static int direct_enter_by_name(const json_t *params, struct platform_entry *out, struct platform_fault *f)
{
	enum { SECRET_MIN = 16, SECRET_MAX = 128, MARK = 12 };
	char secret[SECRET_MAX + 1], mark[2 * CRYPTO_SHA256_LEN + 1];
	size_t n;

	if (platform_worker(params, "worker", out->worker, f) < 0 ||
	    platform_param(params, "browser", false, SECRET_MAX, secret, f) < 0)
		return -1;
	n = strlen(out->worker);
	if (strchr(out->worker, '~') != NULL)
		return platform_refuse(f, "worker", "The parameter \"worker\" may not contain a tilde (~).");
	if (secret[0] == '\0')
		return 0;
	if (strlen(secret) < SECRET_MIN)
		return platform_refuse(f, "browser", "The parameter \"browser\" must be %d to %d characters.",
				       SECRET_MIN, SECRET_MAX);
	if (n + 1 + MARK > PLATFORM_ID_MAX)
		return platform_refuse(f, "worker", "The parameter \"worker\" is too long: at most %d bytes.",
				       PLATFORM_ID_MAX - 1 - MARK);
	crypto_sha256_hex(secret, strlen(secret), mark);
	snprintf(out->worker + n, sizeof(out->worker) - n, "~%.*s", MARK, mark);
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
	return direct_enter_by_name(params, out, f);
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
		buf_addf(&thanks, "Thank you! %lld %s%s %s saved.", (long long)e->won,
			 e->won == 1 ? "question" : "questions",
			 strcmp(e->kind, "plain") == 0 ? "" : " that beat the AI", e->won == 1 ? "is" : "are");
	jw_kstr(w, "message", thanks.p);
	buf_release(&thanks);
}

const struct platform platform_direct = {"direct", direct_enter, direct_end};
