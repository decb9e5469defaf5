/* http_ask: what a handler can ask of a request; see include/beat/http.h. What costs
 * something (the query string, the client's address) is worked out when it is first
 * asked for: the worker's requests never do. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http_impl.h"

const char *http_id(const struct http_req *r)
{
	return r->id;
}

const char *http_body(struct http_req *r, size_t *n)
{
	*n = r->content_n;
	return r->content;
}

const char *http_header(struct http_req *r, const char *name)
{
	return http_head_field(&r->head, name);
}

bool http_is_post(const struct http_req *r)
{
	return r->route->method == HTTP_POST;
}

const char *http_path_arg(struct http_req *r, int i)
{
	return r->args[i];
}

const void *http_route_arg(const struct http_req *r)
{
	return r->route->arg;
}

const char *http_route_takes(const struct http_req *r)
{
	return r->route->takes;
}

void http_on_deadline(struct http_req *r, void (*fn)(void *arg), void *arg)
{
	r->on_deadline = fn;
	r->on_deadline_arg = arg;
}

void http_on_gone(struct http_req *r, void (*fn)(void *arg), void *arg)
{
	if (r->conn == NULL)
		return;
	r->on_gone = fn;
	r->on_gone_arg = arg;
	if (r->conn->eof)
		http_conn_doom(r->conn);
}

/* --- the query string --------------------------------------------------- */

/* n bytes, percent-decoded and with '+' as space; NULL if that is not clean UTF-8 text. */
static char *decode(const char *p, size_t n)
{
	char *decoded = xmalloc(n + 1);

	if (http_decode(p, n, true, decoded))
		return decoded;
	free(decoded);
	return NULL;
}

static bool parse_arg(const char *p, size_t n, struct http_query_arg *out)
{
	const char *equals = memchr(p, '=', n);
	size_t name_n = equals != NULL ? (size_t)(equals - p) : n;

	out->name = decode(p, name_n);
	out->value = equals != NULL ? decode(equals + 1, n - name_n - 1) : xstrdup("");
	if (out->name != NULL && out->value != NULL)
		return true;
	free(out->name);
	free(out->value);
	*out = (struct http_query_arg){0};
	return false;
}

static void parse_query(struct http_req *r)
{
	const char *p = r->head.query;
	int n = 0;

	if (r->query != NULL)
		return;
	r->query = xcalloc(HTTP_QUERY_ARGS + 1, sizeof(*r->query));
	while (p != NULL && *p != '\0') {
		size_t len = strcspn(p, "&");

		if (len > 0 && (n == HTTP_QUERY_ARGS || !parse_arg(p, len, &r->query[n++]))) {
			r->query_unclean = true;
			return;
		}
		p += len + (p[len] == '&');
	}
}

const char *http_query(struct http_req *r, const char *name)
{
	parse_query(r);
	for (const struct http_query_arg *a = r->query; a->name != NULL; a++) {
		if (strcmp(a->name, name) == 0)
			return a->value;
	}
	return NULL;
}

const char *http_query_other(struct http_req *r, const char *const *known)
{
	parse_query(r);
	for (const struct http_query_arg *a = r->query; a->name != NULL; a++) {
		const char *const *k = known;

		while (*k != NULL && strcmp(*k, a->name) != 0)
			k++;
		if (*k == NULL)
			return a->name;
	}
	return NULL;
}

const char *http_query_name(struct http_req *r, int i)
{
	parse_query(r);
	return r->query[i].name;
}

bool http_query_is_clean(struct http_req *r)
{
	parse_query(r);
	return !r->query_unclean;
}

/* --- cookies ------------------------------------------------------------ */

/* The value in one Cookie header: "a=1; b=2". */
static const char *find_cookie(const char *p, const char *name, size_t *n)
{
	size_t name_n = strlen(name);

	while (*p != '\0') {
		size_t len;

		p += strspn(p, " \t;");
		len = strcspn(p, ";");
		if (len > name_n && p[name_n] == '=' && strncmp(p, name, name_n) == 0) {
			*n = len - name_n - 1;
			while (*n > 0 && strchr(" \t", p[name_n + *n]) != NULL)
				(*n)--;
			return p + name_n + 1;
		}
		p += len;
	}
	return NULL;
}

bool http_cookie(struct http_req *r, const char *name, char *out, size_t size)
{
	const char *value = NULL;
	size_t n = 0;

	for (int i = 0; i < r->head.n && value == NULL; i++) {
		if (strcasecmp(http_head_name(&r->head, i), "Cookie") == 0)
			value = find_cookie(http_head_value(&r->head, i), name, &n);
	}
	if (value == NULL || n >= size)
		return false;
	memcpy(out, value, n);
	out[n] = '\0';
	return true;
}

/* --- where it came from ------------------------------------------------- */

static const char *connection_address(const struct http_req *r)
{
	return r->conn != NULL ? r->conn->peer : "";
}

/* All headers of a name as one list: a client could put one of its own before the proxy's. */
static bool join_headers(struct http_req *r, const char *name, struct buf *out)
{
	for (int i = 0; i < r->head.n; i++) {
		if (strcasecmp(http_head_name(&r->head, i), name) == 0)
			buf_addf(out, "%s%s", out->n > 0 ? "," : "", http_head_value(&r->head, i));
	}
	return out->n > 0;
}

const char *http_peer(struct http_req *r)
{
	struct buf forwarded = BUF_INIT;

	if (r->peer != NULL)
		return r->peer;
	r->peer = xcalloc(1, NETLIST_TEXT_MAX);
	join_headers(r, "X-Forwarded-For", &forwarded);
	netlist_client(r->http->trusted, connection_address(r), forwarded.p, r->peer);
	buf_release(&forwarded);
	return r->peer;
}

bool http_is_https(struct http_req *r)
{
	struct buf proto = BUF_INIT;
	const char *last;
	bool https;

	if (r->http->tls != NULL)
		return true;
	if (r->http->trusted == NULL || !netlist_has(r->http->trusted, connection_address(r)))
		return false;
	join_headers(r, "X-Forwarded-Proto", &proto);
	last = proto.p != NULL ? strrchr(proto.p, ',') : NULL;
	last = last != NULL ? last + 1 : proto.p;
	https = last != NULL && strcasecmp(last + strspn(last, " \t"), "https") == 0;
	buf_release(&proto);
	return https;
}

void http_ask_release(struct http_req *r)
{
	for (int i = 0; i < HTTP_PATH_ARGS; i++)
		free(r->args[i]);
	for (struct http_query_arg *a = r->query; a != NULL && a->name != NULL; a++) {
		free(a->name);
		free(a->value);
	}
	free(r->query);
	free(r->peer);
}
