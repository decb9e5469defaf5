/* prolific: participants arrive with PROLIFIC_PID, STUDY_ID and SESSION_ID and
 * leave through the completion address with the study's code. */
#include <ctype.h>
#include <string.h>

#include "beat/platform.h"

static int prolific_enter(const struct platform_conf *conf, const char *project, const json_t *params,
			  struct platform_entry *out, struct platform_fault *f)
{
	(void)conf;
	(void)project;
	if (platform_worker(params, "PROLIFIC_PID", out->worker, f) < 0 ||
	    platform_param(params, "STUDY_ID", false, PLATFORM_ID_MAX, out->hit_ref, f) < 0 ||
	    platform_param(params, "SESSION_ID", true, PLATFORM_ID_MAX, out->ref, f) < 0)
		return -1;
	return 0;
}

static void prolific_end(struct jw *w, const struct platform_end *e)
{
	struct buf url = BUF_INIT;

	/* A study without a code (it had one, or a project of old never did) is completed by hand, in the list there.
	 */
	buf_adds(&url, "https://app.prolific.com/submissions");
	if (*e->completion_code != '\0')
		buf_adds(&url, "/complete?cc=");
	for (const char *c = e->completion_code; *c != '\0'; c++) {
		if (isalnum((unsigned char)*c) || strchr("-._~", *c) != NULL)
			buf_addc(&url, *c);
		else
			buf_addf(&url, "%%%02X", (unsigned char)*c);
	}
	jw_kstr(w, "url", url.p);
	buf_release(&url);
}

const struct platform platform_prolific = {"prolific", prolific_enter, prolific_end};
