/* mturk: Amazon Mechanical Turk's external question. The page is framed by the
 * worker site with assignmentId, hitId, workerId and turkSubmitTo in its address;
 * before a worker accepts, assignmentId says so and nothing may be done. A finished
 * HIT is a form that the page itself posts to turkSubmitTo + /mturk/externalSubmit.
 *
 * turkSubmitTo comes from the address, so anyone can write anything there: only
 * configured origins are taken, compared as a whole. */
#include <stdio.h>
#include <string.h>

#include "beat/platform.h"

static const char preview_id[] = "ASSIGNMENT_ID_NOT_AVAILABLE";

static bool mturk_is_listed(const char *list, const char *origin)
{
	size_t n = strlen(origin);

	while (*list != '\0') {
		size_t len = strcspn(list, " ,");

		if (len == n && n > 0 && memcmp(list, origin, n) == 0)
			return true;
		list += len + (list[len] != '\0');
	}
	return false;
}

static int mturk_enter(const struct platform_conf *conf, const char *project, const json_t *params,
		       struct platform_entry *out, struct platform_fault *f)
{
	size_t n;

	(void)project;
	if (platform_param(params, "assignmentId", true, PLATFORM_ID_MAX, out->ref, f) < 0 ||
	    platform_param(params, "hitId", false, PLATFORM_ID_MAX, out->hit_ref, f) < 0)
		return -1;
	out->preview = strcmp(out->ref, preview_id) == 0;
	if (out->preview)
		return 0;
	if (platform_worker(params, "workerId", out->worker, f) < 0 ||
	    platform_param(params, "turkSubmitTo", true, PLATFORM_URL_MAX, out->submit_to, f) < 0)
		return -1;
	n = strlen(out->submit_to);
	if (n > 0 && out->submit_to[n - 1] == '/')
		out->submit_to[n - 1] = '\0';
	if (!mturk_is_listed(conf->mturk_submit_hosts, out->submit_to))
		return platform_refuse(
		    f, "turkSubmitTo",
		    "The parameter \"turkSubmitTo\" names a host that this server does not submit to.");
	return 0;
}

static void mturk_end(struct jw *w, const struct platform_end *e)
{
	struct buf action = BUF_INIT;
	char won[24];

	buf_addf(&action, "%s/mturk/externalSubmit", e->submit_to);
	snprintf(won, sizeof(won), "%lld", (long long)e->won);
	jw_kstr(w, "action", action.p);
	jw_kopen(w, "fields", '{');
	jw_kstr(w, "assignmentId", e->ref);
	jw_kstr(w, strcmp(e->kind, "validate") == 0 ? "answered" : "won", won);
	jw_close(w, '}');
	buf_release(&action);
}

const struct platform platform_mturk = {"mturk", mturk_enter, mturk_end};
