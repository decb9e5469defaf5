/* page: the worker page and its files, from memory.
 *
 * The page lives in a frame of the crowd platform, so it may be framed by those
 * origins and no others, sets no cookie, and may post its form only to the
 * platform's submit hosts. Everything else on this server may not be framed. */
#include <stdio.h>
#include <string.h>

#include "beat/site.h"
#include "flow.h"

static bool page_etag_matches(const char *header, const char *etag)
{
	return header != NULL && (strcmp(header, "*") == 0 || strstr(header, etag) != NULL);
}

void flow_send_file(struct http_req *req, const struct site_file *f)
{
	enum site_encoding e = site_choose(f, http_header(req, "Accept-Encoding"));

	http_set_header(req, "ETag", f->etag);
	http_set_header(req, "Vary", "Accept-Encoding");
	http_set_header(req, "Cache-Control", f->immutable ? "public, max-age=31536000, immutable" : "no-cache");
	if (page_etag_matches(http_header(req, "If-None-Match"), f->etag)) {
		http_reply_static(req, 304, f->type, "", 0);
		return;
	}
	if (e != SITE_PLAIN)
		http_set_header(req, "Content-Encoding", e == SITE_BROTLI ? "br" : "gzip");
	http_reply_static(req, 200, f->type, f->body[e].p, f->body[e].n);
}

void flow_page(struct http_req *req, void *arg)
{
	struct app *app = arg;
	const struct site_file *f = site_find(app->site, "/hit");
	struct buf policy = BUF_INIT;

	if (f == NULL) {
		http_problem(req, 404, "not-found", "The worker page has not been built.");
		return;
	}
	buf_addf(&policy,
		 "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
		 "connect-src 'self'; base-uri 'none'; form-action 'self' %s; frame-ancestors 'self' %s",
		 app->platform.mturk_submit_hosts, app->frame_ancestors);
	http_set_header(req, "Content-Security-Policy", policy.p);
	buf_release(&policy);
	http_set_header(req, "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
	http_set_header(req, "Cross-Origin-Opener-Policy", "same-origin");
	http_set_header(req, "Cross-Origin-Resource-Policy", "same-origin");
	flow_send_file(req, f);
}

void flow_static(struct http_req *req, void *arg)
{
	struct app *app = arg;
	struct buf url = BUF_INIT;
	const struct site_file *f;

	buf_addf(&url, "/static/%s", http_path_arg(req, 0));
	f = site_find(app->site, url.p);
	buf_release(&url);
	if (f == NULL)
		http_problem(req, 404, "not-found", "There is no such file.");
	else
		flow_send_file(req, f);
}

void flow_openapi(struct http_req *req, void *arg)
{
	struct app *app = arg;
	const struct site_file *f = site_find(app->site, "/api/v1/openapi.json");

	if (f == NULL)
		http_problem(req, 404, "not-found", "The description of the API has not been built.");
	else
		flow_send_file(req, f);
}
