/* fetch: see include/beat/fetch.h. libcurl's multi socket API on libevent.
 *
 * Invariants
 * - A call is in exactly one list, the one its state names; DONE is in none.
 * - A curl easy handle is in the multi handle exactly while its call is RUNNING.
 * - User callbacks run only from the loop, never from inside a callback of curl:
 *   libcurl refuses curl_multi_socket_action() and friends there, so finished
 *   transfers are read after it has returned.
 * - While a callback of the user may be on the stack (depth > 0) the struct fetch
 *   stays alive even if it is freed; the outermost frame destroys it.
 *
 * The deadline is a timer of our own and runs from fetch_start on, because a
 * transfer that waits for a connection must end in time as well. */
#include "beat/fetch.h"

#include <assert.h>
#include <curl/curl.h>
#include <event2/event.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/mem.h"
#include "netlist.h"

enum { HEADERS_MAX_BYTES = 64 * 1024 };

enum call_state {
	CALL_WAITING, /* for one of max_connections */
	CALL_RUNNING,
	CALL_ENDED, /* could not be started; its callback is due in the next turn of the loop */
	CALL_DONE,  /* its callback is running or has run */
	CALL_LISTS = CALL_DONE
};

TAILQ_HEAD(call_list, fetch_call);

struct fetch_call {
	TAILQ_ENTRY(fetch_call) link;
	struct fetch *fetch;
	enum call_state state;
	fetch_cb cb;
	void *arg;
	char *method, *url;
	struct buf body;
	struct curl_slist *headers;
	CURL *easy; /* NULL unless RUNNING */
	struct loop_timer *deadline;
	int64_t started_ms;
	size_t max_body;
	bool compressed, link_local;
	bool forbidden; /* its name leads where it may not */
	struct buf answer;
	size_t header_bytes; /* received; 0 means the peer has said nothing yet */
	bool too_big;
	char error[CURL_ERROR_SIZE], refusal[128];
};

struct fetch {
	struct event_base *base;
	CURLM *multi;
	struct loop_timer *curl_timer; /* what curl asked for */
	struct loop_timer *soon;       /* ENDED calls */
	struct call_list lists[CALL_LISTS];
	int running, max;
	CURL **idle; /* handles to use again */
	int n_idle;
	int depth;
	bool closing;
};

/* One socket that curl wants watched. */
struct watch {
	struct fetch *fetch;
	struct event *event;
};

static void collect(struct fetch *f);
static void pump(struct fetch *f);

static void call_move(struct fetch_call *c, enum call_state to)
{
	struct fetch *f = c->fetch;

	assert(c->state != CALL_DONE);
	TAILQ_REMOVE(&f->lists[c->state], c, link);
	c->state = to;
	if (to != CALL_DONE)
		TAILQ_INSERT_TAIL(&f->lists[to], c, link);
}

/* Takes the transfer away from curl; a connection in mid-answer is closed by it. */
static void call_detach(struct fetch_call *c)
{
	struct fetch *f = c->fetch;

	if (c->easy == NULL)
		return;
	curl_multi_remove_handle(f->multi, c->easy);
	if (f->n_idle < f->max)
		f->idle[f->n_idle++] = c->easy;
	else
		curl_easy_cleanup(c->easy);
	c->easy = NULL;
	f->running--;
}

static void call_free(struct fetch_call *c)
{
	loop_timer_free(&c->deadline);
	curl_slist_free_all(c->headers);
	buf_release(&c->body);
	buf_release(&c->answer);
	free(c->method);
	free(c->url);
	free(c);
}

static void fetch_destroy(struct fetch *f)
{
	for (int i = 0; i < f->n_idle; i++)
		curl_easy_cleanup(f->idle[i]);
	curl_multi_cleanup(f->multi); /* may still call want_socket() and want_timer() */
	loop_timer_free(&f->curl_timer);
	loop_timer_free(&f->soon);
	free(f->idle);
	free(f);
	curl_global_cleanup();
}

static void enter(struct fetch *f)
{
	f->depth++;
}

static void leave(struct fetch *f)
{
	if (--f->depth == 0 && f->closing)
		fetch_destroy(f);
}

/* The one place where a call ends and its callback runs. Needs enter() around it. */
static void call_finish(struct fetch_call *c, enum fetch_status status, const char *error)
{
	struct fetch_result r = {.status = status, .error = error, .body = "", .body_n = 0};
	long http_status = 0;
	curl_off_t retry_after = 0;

	assert(c->fetch->depth > 0);
	if (c->easy != NULL) {
		curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &http_status);
		curl_easy_getinfo(c->easy, CURLINFO_RETRY_AFTER, &retry_after);
	}
	call_detach(c);
	call_move(c, CALL_DONE);
	loop_timer_clear(c->deadline);
	r.http_status = (int)http_status;
	r.retry_after_s = retry_after > 0 && retry_after < INT32_MAX ? (int)retry_after : 0;
	if (status == FETCH_OK && c->answer.n > 0) {
		r.body = c->answer.p;
		r.body_n = c->answer.n;
	}
	r.elapsed_ms = (int)(loop_now_ms() - c->started_ms);
	c->cb(c->arg, &r);
	call_free(c);
}

static enum fetch_status classify(const struct fetch_call *c, CURLcode code)
{
	if (c->too_big)
		return FETCH_TOO_BIG;
	if (c->forbidden)
		return FETCH_FAILED;
	switch (code) {
	case CURLE_OK:
		return FETCH_OK;
	case CURLE_FILESIZE_EXCEEDED:
		return FETCH_TOO_BIG;
	case CURLE_OPERATION_TIMEDOUT:
		return FETCH_TIMEOUT;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_CONNECT:
	case CURLE_SSL_CONNECT_ERROR:
		return FETCH_REFUSED;
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
		return c->header_bytes == 0 ? FETCH_REFUSED : FETCH_FAILED;
	default:
		return FETCH_FAILED;
	}
}

static void collect(struct fetch *f)
{
	CURLMsg *msg;
	int left;

	while (!f->closing && (msg = curl_multi_info_read(f->multi, &left)) != NULL) {
		struct fetch_call *c = NULL;
		CURLcode code = msg->data.result;
		enum fetch_status status;
		char error[CURL_ERROR_SIZE];

		if (msg->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(msg->easy_handle, CURLINFO_PRIVATE, (char **)&c);
		status = classify(c, code);
		error[0] = '\0';
		if (status == FETCH_TOO_BIG)
			snprintf(error, sizeof(error), "the answer is larger than %zu bytes", c->max_body);
		else if (c->forbidden)
			snprintf(error, sizeof(error), "%s", c->refusal);
		else if (status != FETCH_OK)
			snprintf(error, sizeof(error), "%s", c->error[0] != '\0' ? c->error : curl_easy_strerror(code));
		call_finish(c, status, error);
	}
	if (!f->closing)
		pump(f);
}

static void drive(struct fetch *f, curl_socket_t fd, int flags)
{
	int running;

	enter(f);
	curl_multi_socket_action(f->multi, fd, flags, &running);
	collect(f);
	leave(f);
}

static void on_curl_timer(void *arg)
{
	drive(arg, CURL_SOCKET_TIMEOUT, 0);
}

static void on_socket(evutil_socket_t fd, short what, void *arg)
{
	struct watch *w = arg;

	drive(w->fetch, fd, ((what & EV_READ) ? CURL_CSELECT_IN : 0) | ((what & EV_WRITE) ? CURL_CSELECT_OUT : 0));
}

/* Called by curl: watch this socket so, or no longer. */
static int want_socket(CURL *easy, curl_socket_t fd, int what, void *arg, void *socket_arg)
{
	struct fetch *f = arg;
	struct watch *w = socket_arg;
	short events = EV_PERSIST;

	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		if (w != NULL) {
			event_free(w->event);
			free(w);
			curl_multi_assign(f->multi, fd, NULL);
		}
		return 0;
	}
	if (what != CURL_POLL_OUT)
		events |= EV_READ;
	if (what != CURL_POLL_IN)
		events |= EV_WRITE;
	if (w == NULL) {
		w = xcalloc(1, sizeof(*w));
		w->fetch = f;
		w->event = event_new(f->base, fd, events, on_socket, w);
		curl_multi_assign(f->multi, fd, w);
	} else {
		event_del(w->event);
		event_assign(w->event, f->base, fd, events, on_socket, w);
	}
	event_add(w->event, NULL);
	return 0;
}

/* Called by curl: wake me in this time. Never calls back into curl from here. */
static int want_timer(CURLM *multi, long ms, void *arg)
{
	struct fetch *f = arg;

	(void)multi;
	if (ms < 0)
		loop_timer_clear(f->curl_timer);
	else
		loop_timer_set(f->curl_timer, ms > INT32_MAX ? INT32_MAX : (int)ms);
	return 0;
}

static size_t on_body(char *p, size_t size, size_t count, void *arg)
{
	struct fetch_call *c = arg;
	size_t n = size * count;

	if (n > c->max_body - c->answer.n) {
		c->too_big = true;
		return 0; /* anything but n ends the transfer */
	}
	buf_add(&c->answer, p, n);
	return n;
}

static size_t on_header(char *p, size_t size, size_t count, void *arg)
{
	struct fetch_call *c = arg;

	(void)p;
	c->header_bytes += size * count;
	if (c->header_bytes > HEADERS_MAX_BYTES) {
		c->too_big = true;
		return 0;
	}
	return size * count;
}

/* Where the machines of clouds keep their credentials. */
static bool is_link_local(const struct curl_sockaddr *to, char text[NETLIST_TEXT_MAX])
{
	static struct netlist *places;
	char bad[NETLIST_TEXT_MAX];

	if (places == NULL)
		places = netlist_new("169.254.0.0/16 fe80::/10 fd00:ec2::/32 100.100.100.200 168.63.129.16 192.0.0.192",
				     bad);
	return getnameinfo(&to->addr, to->addrlen, text, NETLIST_TEXT_MAX, NULL, 0, NI_NUMERICHOST) == 0 &&
	       netlist_has(places, text);
}

/* Called by curl when it knows the address: only then is known where a name leads. */
static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct fetch_call *c = arg;
	char text[NETLIST_TEXT_MAX];

	(void)purpose;
	if (!c->link_local && is_link_local(to, text)) {
		c->forbidden = true;
		snprintf(c->refusal, sizeof(c->refusal),
			 "%s is a link-local address or a cloud's metadata service, which is not asked", text);
		return CURL_SOCKET_BAD;
	}
	return socket(to->family, to->socktype, to->protocol);
}

static void set_method(struct fetch_call *c)
{
	CURL *e = c->easy;

	if (c->body.p != NULL) {
		curl_easy_setopt(e, CURLOPT_POST, 1L);
		curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)c->body.n);
		curl_easy_setopt(e, CURLOPT_POSTFIELDS, c->body.p);
		if (strcmp(c->method, "POST") != 0)
			curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, c->method);
	} else if (strcmp(c->method, "HEAD") == 0) {
		curl_easy_setopt(e, CURLOPT_NOBODY, 1L);
	} else if (strcmp(c->method, "GET") != 0) {
		curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, c->method);
	}
}

static void set_options(struct fetch_call *c)
{
	CURL *e = c->easy;

	curl_easy_reset(e);
	curl_easy_setopt(e, CURLOPT_PRIVATE, (char *)c);
	curl_easy_setopt(e, CURLOPT_ERRORBUFFER, c->error);
	curl_easy_setopt(e, CURLOPT_URL, c->url);
	curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(e, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(e, CURLOPT_TCP_NODELAY, 1L);
	curl_easy_setopt(e, CURLOPT_TCP_KEEPALIVE, 1L);
	/* Without it a cancelled call waits, and the loop with it, until its name look-up thread is done. */
	curl_easy_setopt(e, CURLOPT_QUICK_EXIT, 1L);
	/* curl asks "Expect: 100-continue" for bodies over 1 MB and waits a second for the go-ahead. The header
	 * must stay (a signature may cover the list of headers), the wait need not. */
	curl_easy_setopt(e, CURLOPT_EXPECT_100_TIMEOUT_MS, 1L);
	curl_easy_setopt(e, CURLOPT_USERAGENT, "beat/" BEAT_VERSION);
	curl_easy_setopt(e, CURLOPT_HTTPHEADER, c->headers);
	curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(e, CURLOPT_WRITEDATA, c);
	curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(e, CURLOPT_HEADERDATA, c);
	curl_easy_setopt(e, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(e, CURLOPT_OPENSOCKETDATA, c);
	curl_easy_setopt(e, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)c->max_body);
	if (c->compressed)
		curl_easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
	set_method(c);
}

static void end_soon(struct fetch_call *c, const char *error)
{
	snprintf(c->error, sizeof(c->error), "%s", error);
	call_move(c, CALL_ENDED);
	loop_timer_set(c->fetch->soon, 0);
}

static void call_run(struct fetch_call *c)
{
	struct fetch *f = c->fetch;
	CURLMcode code;

	c->easy = f->n_idle > 0 ? f->idle[--f->n_idle] : curl_easy_init();
	if (c->easy == NULL) {
		end_soon(c, "libcurl gave no handle");
		return;
	}
	set_options(c);
	call_move(c, CALL_RUNNING);
	f->running++;
	code = curl_multi_add_handle(f->multi, c->easy);
	if (code != CURLM_OK) {
		call_detach(c);
		end_soon(c, curl_multi_strerror(code));
	}
}

static void pump(struct fetch *f)
{
	struct fetch_call *c;

	while (f->running < f->max && (c = TAILQ_FIRST(&f->lists[CALL_WAITING])) != NULL)
		call_run(c);
}

static void on_soon(void *arg)
{
	struct fetch *f = arg;
	struct fetch_call *c;

	enter(f);
	while (!f->closing && (c = TAILQ_FIRST(&f->lists[CALL_ENDED])) != NULL) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the last one left the list */
		call_finish(c, FETCH_FAILED, c->error);
	}
	leave(f);
}

static void fetch_on_deadline(void *arg)
{
	struct fetch_call *c = arg;
	struct fetch *f = c->fetch;

	enter(f);
	call_finish(c, FETCH_TIMEOUT,
		    c->state == CALL_WAITING ? "no connection became free in time" : "no answer in time");
	if (!f->closing)
		pump(f);
	leave(f);
}

struct fetch *fetch_new(struct event_base *base, int max_connections)
{
	struct fetch *f = xcalloc(1, sizeof(*f));

	curl_global_init(CURL_GLOBAL_DEFAULT);
	f->base = base;
	f->max = max_connections > 0 ? max_connections : 1;
	f->idle = xcalloc((size_t)f->max, sizeof(*f->idle));
	for (int i = 0; i < CALL_LISTS; i++)
		TAILQ_INIT(&f->lists[i]);
	f->curl_timer = loop_timer_new(base, on_curl_timer, f);
	f->soon = loop_timer_new(base, on_soon, f);
	f->multi = curl_multi_init();
	if (f->multi == NULL) {
		log_error("cannot start libcurl");
		abort();
	}
	curl_multi_setopt(f->multi, CURLMOPT_SOCKETFUNCTION, want_socket);
	curl_multi_setopt(f->multi, CURLMOPT_SOCKETDATA, f);
	curl_multi_setopt(f->multi, CURLMOPT_TIMERFUNCTION, want_timer);
	curl_multi_setopt(f->multi, CURLMOPT_TIMERDATA, f);
	curl_multi_setopt(f->multi, CURLMOPT_MAXCONNECTS, (long)f->max);
	return f;
}

void fetch_free(struct fetch **fp)
{
	struct fetch *f = *fp;

	if (f == NULL)
		return;
	*fp = NULL;
	f->closing = true;
	for (int i = 0; i < CALL_LISTS; i++) {
		struct fetch_call *c;

		while ((c = TAILQ_FIRST(&f->lists[i])) != NULL) {
			call_detach(c); /* NOLINT(clang-analyzer-unix.Malloc): the last one left the list */
			call_move(c, CALL_DONE);
			call_free(c);
		}
	}
	if (f->depth == 0)
		fetch_destroy(f);
}

/* False if a header could smuggle in another one. */
static bool copy_headers(struct fetch_call *c, const char *const *headers)
{
	for (; headers != NULL && *headers != NULL; headers++) {
		struct curl_slist *more;

		if (strpbrk(*headers, "\r\n") != NULL)
			return false;
		more = curl_slist_append(c->headers, *headers);
		if (more == NULL)
			return false;
		c->headers = more;
	}
	return true;
}

struct fetch_call *fetch_start(struct fetch *f, const struct fetch_request *req, fetch_cb cb, void *arg)
{
	struct fetch_call *c = xcalloc(1, sizeof(*c));

	c->fetch = f;
	c->cb = cb;
	c->arg = arg;
	c->method = xstrdup(req->method);
	c->url = xstrdup(req->url);
	if (req->body != NULL) {
		buf_reserve(&c->body, req->body_n + 1);
		buf_add(&c->body, req->body, req->body_n);
	}
	c->max_body = req->max_body;
	c->compressed = req->compressed;
	c->link_local = req->link_local;
	c->started_ms = loop_now_ms();
	c->deadline = loop_timer_new(f->base, fetch_on_deadline, c);
	loop_timer_set(c->deadline, req->timeout_ms > 0 ? req->timeout_ms : 1);
	c->state = CALL_WAITING;
	TAILQ_INSERT_TAIL(&f->lists[CALL_WAITING], c, link);
	if (!copy_headers(c, req->headers))
		end_soon(c, "a request header holds a line break");
	else
		pump(f);
	return c;
}

void fetch_cancel(struct fetch_call **call)
{
	struct fetch_call *c = *call;
	struct fetch *f;

	*call = NULL;
	if (c == NULL || c->state == CALL_DONE)
		return;
	f = c->fetch;
	call_detach(c);
	call_move(c, CALL_DONE);
	call_free(c);
	pump(f);
}
