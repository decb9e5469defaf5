/* http: see include/beat/http.h. The server as a whole: its settings, its memory, start and drain.
 *
 * HTTP is read by a parser of our own (http_parse.c) over plain sockets rather than by evhttp, which takes what it
 * should refuse (two hosts, bare line feeds, NUL), answers in HTML of its own, reads a body that is too large before it
 * says so, and bounds neither connections nor the time a head may take. */
#include <assert.h>
#include <event2/event.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "beat/work.h"
#include "http_accept.h"
#include "http_impl.h"
#include "http_tls.h"

enum {
	DRAIN_GRACE_MS = 100, /* for requests that are on their way over open connections */
	DRAIN_SLOW_MS = 5000  /* a client has this long to take its answer */
};

/* --- memory of clients ---------------------------------------------------- */

static void give_back(struct http *h, char *p, size_t cap)
{
	if (p == NULL)
		return;
	h->input -= cap;
	if (cap == HTTP_BLOCK && h->n_spare < HTTP_SPARE)
		h->spare[h->n_spare++] = p;
	else
		free(p);
}

bool http_grow(struct http *h, struct http_block *b, size_t want)
{
	char *p;

	if (want <= b->cap)
		return true;
	if (h->input - b->cap + want > h->conf.max_input)
		return false;
	p = want == HTTP_BLOCK && h->n_spare > 0 ? h->spare[--h->n_spare] : malloc(want + 1);
	if (p == NULL)
		return false;
	if (b->n > 0)
		memcpy(p, b->p, b->n);
	give_back(h, b->p, b->cap);
	h->input += want;
	b->p = p;
	b->cap = want;
	return true;
}

void http_block_release(struct http *h, struct http_block *b)
{
	give_back(h, b->p, b->cap);
	*b = (struct http_block){0};
}

/* --- the server --------------------------------------------------------- */

void http_check_drained(struct http *h)
{
	if (h->draining && h->accept == NULL && h->running == 0)
		loop_timer_set(h->drain_timer, h->count[HTTP_SENDING] > 0 ? DRAIN_SLOW_MS : DRAIN_GRACE_MS);
}

static void on_drain_timer(void *arg)
{
	struct http *h = arg;

	if (h->accept != NULL) {
		http_accept_free(&h->accept);
		http_check_drained(h);
	} else if (h->running == 0) {
		h->drained(h->drained_arg); /* those who are still taking their answers are cut off */
	}
}

static void init_metrics(struct http *h)
{
	h->m_requests = metric_new(METRIC_COUNTER, "beat_http_requests_total", "route,status", "Requests answered.");
	h->m_seconds = metric_new(METRIC_HISTOGRAM, "beat_http_request_seconds", "route", "Time to answer a request.");
	h->m_connections = metric_new(METRIC_GAUGE, "beat_http_connections", "", "Connections of clients.");
	h->m_turned_away = metric_new(METRIC_COUNTER, "beat_http_turned_away_total", "why",
				      "Connections refused, or closed for others, because there are too many.");
}

static void set_default(int *value, int otherwise)
{
	if (*value == 0)
		*value = otherwise;
}

static void set_defaults(struct http_conf *c)
{
	set_default(&c->header_timeout_ms, c->idle_timeout_s * 1000);
	set_default(&c->body_timeout_ms, c->idle_timeout_s * 1000);
	set_default(&c->send_timeout_ms, c->idle_timeout_s * 1000);
	set_default(&c->max_connections, INT_MAX);
	set_default(&c->max_per_address, c->max_connections);
	if (c->max_input == 0)
		c->max_input = SIZE_MAX / 2;
}

static struct http *http_alloc(struct event_base *base, const struct http_conf *conf)
{
	struct http *h = xcalloc(1, sizeof(*h));
	struct timeval tv = {.tv_sec = conf->deadline_ms / 1000, .tv_usec = conf->deadline_ms % 1000 * 1000L};
	uint8_t seed[4];

	h->base = base;
	h->conf = *conf;
	h->deadline = event_base_init_common_timeout(base, &tv);
	h->drain_timer = loop_timer_new(base, on_drain_timer, h);
	crypto_random(seed, sizeof(seed));
	snprintf(h->id_prefix, sizeof(h->id_prefix), "%02x%02x%02x%02x", seed[0], seed[1], seed[2], seed[3]);
	h->sweep = loop_timer_new(base, http_conn_sweep, h);
	crypto_random((uint8_t *)&h->kin_seed, sizeof(h->kin_seed));
	for (int s = 0; s < HTTP_STATES; s++)
		TAILQ_INIT(&h->queues[s]);
	set_defaults(&h->conf);
	return h;
}

static int init_trusted(struct http *h)
{
	char bad[NETLIST_TEXT_MAX];

	if (h->conf.trusted_proxies == NULL || *h->conf.trusted_proxies == '\0')
		return 0;
	h->trusted = netlist_new(h->conf.trusted_proxies, bad);
	if (h->trusted != NULL)
		return 0;
	log_error("trusted-proxies: '%s' is neither an address nor a block such as 10.0.0.0/8", bad);
	return -1;
}

static int init_tls(struct http *h)
{
	if (h->conf.tls_cert == NULL && h->conf.tls_key == NULL)
		return 0;
	if (h->conf.tls_cert == NULL || h->conf.tls_key == NULL) {
		log_error("TLS needs both, tls-cert and tls-key");
		return -1;
	}
	h->tls = http_tls_new(h->conf.tls_cert, h->conf.tls_key);
	return h->tls != NULL ? 0 : -1;
}

void http_reload_tls(struct http *h)
{
	if (h->tls == NULL)
		log_info("nothing to read again: this server has no certificate");
	else if (http_tls_reload(h->tls))
		log_info("the certificate was read again from %s", h->conf.tls_cert);
	else
		log_error("the certificate in use stays in use");
}

struct http *http_new(struct event_base *base, const struct http_conf *conf)
{
	struct http *h = http_alloc(base, conf);

	init_metrics(h);
	if (init_trusted(h) == 0 && init_tls(h) == 0)
		h->accept = http_accept_new(h);
	if (h->accept == NULL) {
		http_free(&h);
		return NULL;
	}
	return h;
}

int http_port(const struct http *h)
{
	return http_accept_port(h->accept);
}

void http_drain(struct http *h, void (*done)(void *arg), void *arg)
{
	h->draining = true;
	h->drained = done;
	h->drained_arg = arg;
	http_streams_end(h);
	loop_timer_set(h->drain_timer, 0); /* one more turn takes in the connections that wait to be accepted */
}

static void close_all(struct http *h)
{
	for (int s = 0; s < HTTP_STATES; s++) {
		struct http_conn *c;

		while ((c = TAILQ_FIRST(&h->queues[s])) != NULL)
			http_conn_close(c);
	}
}

static void free_spares(struct http *h)
{
	while (h->n_spare > 0)
		free(h->spare[--h->n_spare]);
	while (h->spare_reqs != NULL) {
		struct http_req *r = h->spare_reqs;

		h->spare_reqs = r->spare;
		buf_release(&r->fields);
		free(r);
	}
}

void http_free(struct http **hp)
{
	struct http *h = *hp;

	if (h == NULL)
		return;
	assert(h->running == 0);
	http_accept_free(&h->accept);
	close_all(h);
	work_free(&h->readers);
	free_spares(h);
	loop_timer_free(&h->sweep);
	http_tls_free(&h->tls);
	netlist_free(&h->trusted);
	loop_timer_free(&h->drain_timer);
	free(h);
	*hp = NULL;
}

int http_running(const struct http *h)
{
	return h->running;
}
