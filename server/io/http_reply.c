/* http_reply: answers: their headers, refusals; see include/beat/http.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "http_impl.h"

/* --- headers -------------------------------------------------------------- */

/* Where the line of that name begins among the fields, or NULL. */
static char *find_field(const struct http_req *r, const char *name, size_t n)
{
	char *line = r->fields.n > 0 ? r->fields.p : NULL;

	while (line != NULL && *line != '\0') {
		if (strncasecmp(line, name, n) == 0 && line[n] == ':')
			return line;
		line = strchr(line, '\n') + 1;
	}
	return NULL;
}

static void add_field(struct buf *out, const char *name, size_t n, const char *value)
{
	buf_add(out, name, n);
	buf_add(out, ": ", 2);
	buf_adds(out, value);
	buf_add(out, "\r\n", 2);
}

void http_set_header(struct http_req *r, const char *name, const char *value)
{
	size_t n = strlen(name);
	char *line = find_field(r, name, n);

	if (strpbrk(value, "\r\n") != NULL) {
		log_error("request=%s the header %s of an answer has a line break: left out", r->id, name);
		return;
	}
	if (line != NULL) {
		char *next = strchr(line, '\n') + 1;

		memmove(line, next, (size_t)(r->fields.p + r->fields.n - next) + 1);
		r->fields.n -= (size_t)(next - line);
	}
	add_field(&r->fields, name, n, value);
}

static void default_header(struct http_req *r, const char *name, const char *value)
{
	size_t n = strlen(name);

	if (find_field(r, name, n) == NULL)
		add_field(&r->fields, name, n, value);
}

static const char *reason(int status)
{
	static const struct {
		int status;
		const char *reason;
	} reasons[] = {{200, "OK"},
		       {201, "Created"},
		       {202, "Accepted"},
		       {204, "No Content"},
		       {206, "Partial Content"},
		       {301, "Moved Permanently"},
		       {302, "Found"},
		       {303, "See Other"},
		       {304, "Not Modified"},
		       {307, "Temporary Redirect"},
		       {308, "Permanent Redirect"},
		       {400, "Bad Request"},
		       {401, "Unauthorized"},
		       {403, "Forbidden"},
		       {404, "Not Found"},
		       {405, "Method Not Allowed"},
		       {408, "Request Timeout"},
		       {409, "Conflict"},
		       {410, "Gone"},
		       {413, "Content Too Large"},
		       {414, "URI Too Long"},
		       {415, "Unsupported Media Type"},
		       {416, "Range Not Satisfiable"},
		       {417, "Expectation Failed"},
		       {422, "Unprocessable Content"},
		       {429, "Too Many Requests"},
		       {431, "Request Header Fields Too Large"},
		       {500, "Internal Server Error"},
		       {501, "Not Implemented"},
		       {502, "Bad Gateway"},
		       {503, "Service Unavailable"},
		       {504, "Gateway Timeout"},
		       {505, "HTTP Version Not Supported"}};

	for (size_t i = 0; i < ARRAY_LEN(reasons); i++) {
		if (reasons[i].status == status)
			return reasons[i].reason;
	}
	return "";
}

static const char *date_of(struct http *h)
{
	time_t now = time(NULL);
	struct tm tm;

	if (now != h->date_s) {
		gmtime_r(&now, &tm);
		strftime(h->date, sizeof(h->date), "%a, %d %b %Y %H:%M:%S GMT", &tm);
		h->date_s = now;
	}
	return h->date;
}

static void default_headers(struct http_req *r, const char *type)
{
	static const char *const defaults[][2] = {
	    {"X-Content-Type-Options", "nosniff"},
	    {"Referrer-Policy", "no-referrer"},
	    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
	    {"Cache-Control", "no-store"}};

	default_header(r, "Content-Type", type);
	for (size_t i = 0; i < ARRAY_LEN(defaults); i++)
		default_header(r, defaults[i][0], defaults[i][1]);
	default_header(r, "X-Request-Id", r->id);
	if (http_is_https(r))
		default_header(r, "Strict-Transport-Security", "max-age=31536000");
}

void http_reply_head(struct http_req *r, int status, const char *type, int64_t length, struct buf *out)
{
	struct http_conn *c = r->conn;

	if (r->http->draining)
		c->close_after = true;
	default_headers(r, type);
	buf_addf(out, "HTTP/1.1 %d %s\r\nDate: %s\r\n", status, reason(status), date_of(r->http));
	if (length >= 0 && find_field(r, "Content-Length", 14) == NULL)
		buf_addf(out, "Content-Length: %lld\r\n", (long long)length);
	if (c->close_after)
		buf_adds(out, "Connection: close\r\n");
	else if (r->head.minor == 0)
		buf_adds(out, "Connection: keep-alive\r\n");
	buf_add(&r->fields, "\r\n", 2);
}

/* --- answers -------------------------------------------------------------- */

/* The one place that answers from memory. */
static void finish(struct http_req *r, int status, const char *type, const struct http_bytes *body)
{
	char space[512];
	struct buf head = {.p = space, .cap = sizeof(space)}; /* never grows: what may be long is among the fields */
	bool bodiless = r->head.verb == HTTP_VERB_HEAD || status == 304 || status == 204;

	assert(!r->answered);
	r->answered = true;
	if (r->conn != NULL) {
		http_reply_head(r, status, type, status == 304 || status == 204 ? -1 : (int64_t)body->n, &head);
		assert(head.p == space);
		http_wire_send(r->conn,
			       (struct http_bytes[]){{head.p, head.n, HTTP_COPY},
						     {r->fields.p, r->fields.n, HTTP_COPY},
						     {body->p, body->n, body->kind}},
			       bodiless ? 2 : 3);
	}
	http_req_end(r, status);
}

void http_reply(struct http_req *r, int status, const char *type, const void *body, size_t n)
{
	finish(r, status, type, &(struct http_bytes){body, n, HTTP_COPY});
}

void http_reply_json(struct http_req *r, int status, const struct buf *json)
{
	http_reply(r, status, "application/json", json->p, json->n);
}

void http_reply_static(struct http_req *r, int status, const char *type, const void *body, size_t n)
{
	finish(r, status, type, &(struct http_bytes){body, n, HTTP_STATIC});
}

/* --- refusals ------------------------------------------------------------- */

static const char *status_title(int status)
{
	static const struct {
		int status;
		const char *title;
	} titles[] = {{400, "Bad request"},
		      {401, "Not authorised"},
		      {403, "Forbidden"},
		      {404, "Not found"},
		      {405, "Method not allowed"},
		      {408, "Too slow"},
		      {409, "Conflict"},
		      {410, "Gone"},
		      {413, "Too large"},
		      {414, "Too long"},
		      {415, "Unsupported media type"},
		      {416, "Beyond the end"},
		      {417, "Not expected"},
		      {422, "Invalid input"},
		      {429, "Too many requests"},
		      {431, "Too long"},
		      {500, "Internal error"},
		      {501, "Not implemented"},
		      {503, "Service unavailable"},
		      {505, "Version not supported"}};

	for (size_t i = 0; i < ARRAY_LEN(titles); i++) {
		if (titles[i].status == status)
			return titles[i].title;
	}
	return "Error";
}

static void write_refusal(struct buf *out, const char *id, const struct http_refusal *why)
{
	struct buf type = BUF_INIT;
	struct jw w;

	buf_addf(&type, "urn:beat:%s", why->slug);
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "type", type.p);
	jw_kstr(&w, "title", status_title(why->status));
	jw_kint(&w, "status", why->status);
	jw_kstr(&w, "detail", why->detail);
	if (why->field != NULL)
		jw_kstr(&w, "field", why->field);
	jw_kstr(&w, "request_id", id);
	jw_close(&w, '}');
	jw_done(&w);
	buf_release(&type);
}

void http_refuse(struct http_req *r, const struct http_refusal *why)
{
	struct buf b = BUF_INIT;
	char seconds[12];

	if (why->retry_after_s > 0) {
		snprintf(seconds, sizeof(seconds), "%d", why->retry_after_s);
		http_set_header(r, "Retry-After", seconds);
	}
	write_refusal(&b, r->id, why);
	http_reply(r, why->status, "application/problem+json", b.p, b.n);
	buf_release(&b);
}

void http_problem(struct http_req *r, int status, const char *slug, const char *detail)
{
	http_problem_retry(r, status, slug, detail, 0);
}

void http_problem_retry(struct http_req *r, int status, const char *slug, const char *detail, int retry_after_s)
{
	http_refuse(r, &(struct http_refusal){
			   .status = status, .slug = slug, .detail = detail, .retry_after_s = retry_after_s});
}

void http_refuse_fault(struct http_req *r, enum http_fault fault)
{
	static const struct http_refusal why[HTTP_FAULTS] = {
	    [HTTP_BAD_LINE] = {400, "bad-request", "The first line of the request is not that of HTTP/1.1.", NULL, 0},
	    [HTTP_BAD_BYTE] = {400, "bad-request",
			       "The head of the request has a byte or a line end that HTTP/1.1 forbids.", NULL, 0},
	    [HTTP_BAD_FIELD] = {400, "bad-request", "A header of the request is not \"Name: value\".", NULL, 0},
	    [HTTP_FOLDED] = {400, "bad-request", "A header of the request goes on in a second line.", NULL, 0},
	    [HTTP_BAD_HOST] = {400, "bad-request", "The request must name one Host, once.", NULL, 0},
	    [HTTP_UNCLEAR_END] = {400, "bad-request", "The request does not say clearly where its body ends.", NULL, 0},
	    [HTTP_BAD_CHUNK] = {400, "bad-request", "The body's chunks are malformed.", NULL, 0},
	    [HTTP_LONG_LINE] = {414, "too-long", "The address is longer than the server accepts.", NULL, 0},
	    [HTTP_LONG_HEAD] = {431, "too-long", "The request's headers are more or longer than the server accepts.",
				NULL, 0},
	    [HTTP_TOO_LARGE] = {413, "too-large", "The request is larger than the server accepts.", NULL, 0},
	    [HTTP_BAD_EXPECT] = {417, "bad-request", "The server cannot do what the Expect header asks.", NULL, 0},
	    [HTTP_UNKNOWN_METHOD] = {501, "method-unknown", "The server does not know this method.", NULL, 0},
	    [HTTP_UNKNOWN_VERSION] = {505, "version-unknown", "The server speaks HTTP/1.1.", NULL, 0},
	    [HTTP_SLOW_HEAD] = {408, "too-slow", "The request took too long to arrive. Please try again.", NULL, 1},
	    [HTTP_SLOW_BODY] = {408, "too-slow", "The request took too long to arrive. Please try again.", NULL, 1},
	    [HTTP_NO_MEMORY] = {503, "busy", "The server is very busy. Please try again in a moment.", NULL, 2},
	};

	r->http->running++;
	r->conn->close_after = true;
	http_refuse(r, &why[fault]);
}

size_t http_turn_away_text(const char *detail, char *out, size_t size)
{
	struct buf body = BUF_INIT;
	int n;

	write_refusal(&body, "-", &(struct http_refusal){.status = 503, .slug = "busy", .detail = detail});
	n = snprintf(
	    out, size,
	    "HTTP/1.1 503 %s\r\nContent-Type: application/problem+json\r\nContent-Length: %zu\r\n"
	    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
	    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nCache-Control: no-store\r\n"
	    "Retry-After: 5\r\nConnection: close\r\n\r\n%s",
	    reason(503), body.n, body.p);
	buf_release(&body);
	return n > 0 && (size_t)n < size ? (size_t)n : 0;
}
