/* admin_page: the dashboard's page, for every address below /admin: the page itself
 * knows what to show. It runs nothing but its own files, speaks to nobody but this
 * server, and may be framed by none. */
#include "admin_refusals.h"
#include "beat/site.h"
#include "flow.h"

void flow_admin_page(struct http_req *req, void *arg)
{
	struct app *app = arg;
	const struct site_file *f = site_find(app->site, "/admin");

	if (f == NULL) {
		admin_refuse(req, REFUSE_NO_PAGE);
		return;
	}
	http_set_header(req, "Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
			"connect-src 'self'; font-src 'self'; frame-ancestors 'none'; form-action 'self'; "
			"base-uri 'none'");
	http_set_header(req, "Cross-Origin-Opener-Policy", "same-origin");
	http_set_header(req, "Cross-Origin-Resource-Policy", "same-origin");
	http_set_header(req, "X-Frame-Options", "DENY");
	http_set_header(req, "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
	flow_send_file(req, f);
}
