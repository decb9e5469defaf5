/* http_accept: see http_accept.h.
 *
 * Nobody shuts others out: an address has a part of the connections, all of them have a bound below what the system
 * gives us, and when a newcomer finds either reached, one who does nothing leaves for it: first who was answered for
 * the last time, then who has been sending a head for long, then who has been idle for longest. Of those the address
 * that has most connections loses one. Only if all are at work is the newcomer turned away. */
#include "http_accept.h"

#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "http_impl.h"

enum {
	PAUSE_MS = 100,
	LOG_EVERY_MS = 10000,
	LOOK_AT = 32,          /* connections compared before one is closed */
	HEAD_PATIENCE_MS = 500 /* a head that takes longer is slow */
};

struct http_accept {
	struct http *http;
	struct evconnlistener *listener;
	struct loop_timer *again;
	int64_t logged_ms, told_ms;
	int turned_away;
};

/* --- addresses ------------------------------------------------------------ */

/* IPv4 inside IPv6; of an IPv6 address the network, since who has one has all of it. */
static void address_of(const struct sockaddr *sa, uint8_t out[16], char text[NETLIST_TEXT_MAX])
{
	memset(out, 0, 16);
	*text = '\0';
	if (sa->sa_family == AF_INET6) {
		const struct in6_addr *a = &((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr;

		memcpy(out, a, IN6_IS_ADDR_V4MAPPED(a) ? 16 : 8);
		inet_ntop(AF_INET6, a, text, NETLIST_TEXT_MAX);
	} else if (sa->sa_family == AF_INET) {
		const struct in_addr *a = &((const struct sockaddr_in *)(const void *)sa)->sin_addr;

		out[10] = out[11] = 0xff;
		memcpy(out + 12, a, 4);
		inet_ntop(AF_INET, a, text, NETLIST_TEXT_MAX);
	}
}

static struct http_kin **kin_bucket(struct http *h, const uint8_t address[16])
{
	uint64_t x[2];

	memcpy(x, address, sizeof(x));
	x[0] = (x[0] ^ h->kin_seed) * 0x9e3779b97f4a7c15u;
	x[0] = (x[0] ^ (x[0] >> 29) ^ x[1]) * 0xbf58476d1ce4e5b9u;
	return &h->kins[(x[0] >> 32) % HTTP_KINS];
}

/* Those of the address; NULL: out of memory. */
static struct http_kin *kin_of(struct http *h, const uint8_t address[16])
{
	struct http_kin **bucket = kin_bucket(h, address), *k = *bucket;

	while (k != NULL && memcmp(k->address, address, sizeof(k->address)) != 0)
		k = k->next;
	if (k != NULL)
		return k;
	k = calloc(1, sizeof(*k));
	if (k == NULL)
		return NULL;
	memcpy(k->address, address, sizeof(k->address));
	TAILQ_INIT(&k->conns);
	k->next = *bucket;
	*bucket = k;
	return k;
}

static void kin_drop(struct http *h, struct http_kin *k)
{
	struct http_kin **at = kin_bucket(h, k->address);

	if (k->count > 0)
		return;
	while (*at != k)
		at = &(*at)->next;
	*at = k->next;
	free(k);
}

void http_kin_leave(struct http_conn *c)
{
	TAILQ_REMOVE(&c->kin->conns, c, kinship);
	c->kin->count--;
	kin_drop(c->http, c->kin);
}

/* --- who leaves ----------------------------------------------------------- */

/* The more, the sooner it leaves for others; 0: not at all. */
static int idleness(const struct http_conn *c, int64_t now)
{
	if (c->state == HTTP_LINGER)
		return 3;
	if ((c->state == HTTP_HEAD || c->state == HTTP_BODY) && now - c->since_ms >= HEAD_PATIENCE_MS)
		return 2;
	return c->state == HTTP_IDLE;
}

static void consider(struct http_conn *c, int64_t now, struct http_conn **worst)
{
	int mine = idleness(c, now), other = *worst != NULL ? idleness(*worst, now) : 0;

	if (mine > other || (mine > 0 && mine == other && c->kin->count > (*worst)->kin->count))
		*worst = c;
}

/* Longest in their states first, so a few of each tell. */
static struct http_conn *idlest(struct http *h)
{
	static const enum http_state states[] = {HTTP_LINGER, HTTP_HEAD, HTTP_BODY, HTTP_IDLE};
	struct http_conn *c, *worst = NULL;
	int64_t now = loop_now_ms();

	for (size_t i = 0; i < ARRAY_LEN(states); i++) {
		int seen = 0;

		TAILQ_FOREACH(c, &h->queues[states[i]], queue)
		{
			if (seen++ == LOOK_AT)
				break;
			consider(c, now, &worst);
		}
	}
	return worst;
}

static struct http_conn *idlest_of(struct http_kin *k)
{
	struct http_conn *c, *worst = NULL;
	int64_t now = loop_now_ms();
	int seen = 0;

	TAILQ_FOREACH(c, &k->conns, kinship)
	{
		if (seen++ == LOOK_AT)
			break;
		consider(c, now, &worst);
	}
	return worst;
}

static void tell(struct http_accept *a, const char *peer, const char *why)
{
	int64_t now = loop_now_ms();

	a->turned_away++;
	metric_add(a->http->m_turned_away, 1, why, NULL, NULL);
	if (a->told_ms != 0 && now - a->told_ms < LOG_EVERY_MS)
		return;
	log_warn("too many connections (%s): %d were closed or refused, the last from %s", why, a->turned_away, peer);
	a->told_ms = now;
	a->turned_away = 0;
}

/* Best effort: who floods is not waited for. */
static void turn_away(struct http_accept *a, int fd, const char *detail)
{
	char text[1024];
	size_t n = http_turn_away_text(detail, text, sizeof(text));

	if (a->http->tls == NULL && n > 0)
		(void)!send(fd, text, n, MSG_NOSIGNAL | MSG_DONTWAIT);
	evutil_closesocket(fd);
}

/* Makes room for one more; false if nobody can leave. */
static bool make_room(struct http_accept *a, struct http_kin *k, const char *peer, const char **detail)
{
	struct http *h = a->http;
	bool mine = k->count > h->conf.max_per_address && !netlist_has(h->trusted, peer);
	struct http_conn *c;

	if (!mine && h->conns < h->conf.max_connections)
		return true;
	*detail = mine ? "There are too many connections from your address. Please close some, or try again later."
		       : "The server has as many connections as it can take. Please try again in a moment.";
	tell(a, peer, mine ? "address" : "all");
	c = mine ? idlest_of(k) : idlest(h);
	if (c == NULL)
		return false;
	http_conn_close(c);
	return true;
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *sa, int len, void *arg)
{
	struct http_accept *a = arg;
	char peer[NETLIST_TEXT_MAX];
	const char *detail = "";
	uint8_t address[16];
	struct http_kin *k;

	(void)listener;
	(void)len;
	address_of(sa, address, peer);
	k = kin_of(a->http, address);
	if (k == NULL) {
		evutil_closesocket(fd);
		return;
	}
	k->count++; /* so that it stays while another leaves */
	if (make_room(a, k, peer, &detail))
		http_conn_open(a->http, fd, k, peer);
	else
		turn_away(a, fd, detail);
	k->count--;
	kin_drop(a->http, k);
}

/* --- listening ------------------------------------------------------------ */

static struct evconnlistener *bind_listener(struct http_accept *a)
{
	const struct http_conf *c = &a->http->conf;
	struct evconnlistener *listener;
	struct sockaddr_storage addr;
	int len = sizeof(addr);
	char text[128];
	unsigned flags = LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC;

	/* The port is set by hand: the parser takes ":0" for a mistake. */
	snprintf(text, sizeof(text), strchr(c->address, ':') != NULL ? "[%s]" : "%s", c->address);
	if (evutil_parse_sockaddr_port(text, (struct sockaddr *)&addr, &len) != 0) {
		log_error("cannot listen: '%s' is not an IP address", c->address);
		return NULL;
	}
	if (addr.ss_family == AF_INET6)
		((struct sockaddr_in6 *)&addr)->sin6_port = htons((uint16_t)c->port);
	else
		((struct sockaddr_in *)&addr)->sin_port = htons((uint16_t)c->port);
	if (c->reuse_port)
		flags |= LEV_OPT_REUSEABLE_PORT;
	listener =
	    evconnlistener_new_bind(a->http->base, on_accept, a, flags, c->backlog, (struct sockaddr *)&addr, len);
	if (listener == NULL)
		log_error("cannot listen on %s port %d: %s", c->address, c->port,
			  evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
	return listener;
}

static void on_again(void *arg)
{
	struct http_accept *a = arg;

	evconnlistener_enable(a->listener);
}

/* When no file descriptor is left, accepting fails at once and for ever, so it pauses. */
static void on_failed(struct evconnlistener *listener, void *arg)
{
	struct http_accept *a = arg;
	int64_t now = loop_now_ms();

	if (a->logged_ms == 0 || now - a->logged_ms >= LOG_EVERY_MS) {
		log_error("cannot accept connections just now: %s",
			  evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
		a->logged_ms = now;
	}
	evconnlistener_disable(listener);
	loop_timer_set(a->again, PAUSE_MS);
}

struct http_accept *http_accept_new(struct http *h)
{
	struct http_accept *a = xcalloc(1, sizeof(*a));

	a->http = h;
	a->listener = bind_listener(a);
	if (a->listener == NULL) {
		free(a);
		return NULL;
	}
	a->again = loop_timer_new(h->base, on_again, a);
	evconnlistener_set_error_cb(a->listener, on_failed);
	return a;
}

int http_accept_port(const struct http_accept *a)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} addr = {0};
	socklen_t len = sizeof(addr);

	if (getsockname(evconnlistener_get_fd(a->listener), &addr.any, &len) != 0)
		return -1;
	return ntohs(addr.any.sa_family == AF_INET6 ? addr.v6.sin6_port : addr.v4.sin_port);
}

void http_accept_free(struct http_accept **ap)
{
	struct http_accept *a = *ap;

	if (a == NULL)
		return;
	loop_timer_free(&a->again);
	evconnlistener_free(a->listener);
	free(a);
	*ap = NULL;
}
