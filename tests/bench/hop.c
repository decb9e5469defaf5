/* What one hop to a model costs: the client asks the same question again and again, one at a time, and in turns the
 * same bytes go over a bare connection to the same stub, which is the stub's own time.
 *
 * usage: bench_hop PROTOCOL 'URL[ URL…]' WARM_MS CALLS  ->  {"bare": µs, "asked": µs, "faults": n}, medians */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../../model_adapter/client/key.h"
#include "../../model_adapter/client/protocol.h"
#include "beat/fetch.h"
#include "beat/loop.h"

static const char passage[] =
    "In 1847 the lighthouse was lit for the first time. Its keepers wrote down the weather every"
    " evening, and their books tell of storms, of lost ships and of long winters.";
static const char question[] = "In which year was the lighthouse lit for the first time?";

struct hop {
	struct event_base *base;
	struct models *models;
	struct model_ref ref;
	struct buf bytes; /* of the bare request */
	int fd;
	int64_t began_us, warm_until_us;
	double *bare, *asked;
	size_t n, at;
	int faults;
};

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void die(const char *what)
{
	fprintf(stderr, "bench_hop: %s\n", what);
	exit(1);
}

/* The request as the client sends it, and a connection to where it goes. */
static void prepare_bare(struct hop *h, const struct model_protocol *p, const char *first)
{
	const struct model_setup setup = {.served_name = "m"};
	const struct model_question q = {&setup, passage, question, strlen(passage), strlen(question), 0};
	struct sockaddr_in to = {.sin_family = AF_INET};
	struct buf url = BUF_INIT, body = BUF_INIT;
	char **headers = key_headers(p, &setup, NULL), host[64];
	unsigned port;
	int on = 1, path = 0;

	model_protocol_url(p, &url, first, &setup);
	p->request(&body, &q);
	if (sscanf(url.p, "http://%63[^:]:%u%n", host, &port, &path) < 2 || !inet_aton(host, &to.sin_addr))
		die("the first URL is http://ADDRESS:PORT/…");
	to.sin_port = htons((uint16_t)port);
	buf_addf(&h->bytes, "POST %s HTTP/1.1\r\nHost: %s:%u\r\n", url.p[path] ? url.p + path : "/", host, port);
	for (char **line = headers; *line != NULL; line++)
		buf_addf(&h->bytes, "%s\r\n", *line);
	buf_addf(&h->bytes, "Content-Length: %zu\r\n\r\n", body.n);
	buf_add(&h->bytes, body.p, body.n);
	h->fd = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(h->fd, (struct sockaddr *)&to, sizeof(to)) != 0)
		die("nobody is at the first URL");
	setsockopt(h->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	key_headers_free(&headers);
	buf_release(&url);
	buf_release(&body);
}

/* Sends the bytes and reads one reply to its end. */
static double bare(const struct hop *h)
{
	static char reply[65536];
	size_t got = 0, whole = 0;
	int64_t began = now_us();

	if (send(h->fd, h->bytes.p, h->bytes.n, 0) != (ssize_t)h->bytes.n)
		die("the bare connection broke");
	while (whole == 0 || got < whole) {
		ssize_t n = recv(h->fd, reply + got, sizeof(reply) - 1 - got, 0);
		const char *end, *length;

		if (n <= 0)
			die("the bare connection was closed");
		got += (size_t)n;
		reply[got] = '\0';
		end = strstr(reply, "\r\n\r\n");
		length = strcasestr(reply, "\r\nContent-Length:");
		if (end != NULL && length != NULL)
			whole = (size_t)(end + 4 - reply) + strtoul(length + strlen("\r\nContent-Length:"), NULL, 10);
	}
	return (double)(now_us() - began);
}

static void ask(struct hop *h);

static void on_answer(void *arg, const struct model_answer *a)
{
	struct hop *h = arg;
	const int64_t now = now_us();

	if (now >= h->warm_until_us) {
		h->faults += a->outcome != MODEL_ANSWERED;
		h->asked[h->at] = (double)(now - h->began_us);
		h->bare[h->at++] = bare(h);
	}
	if (h->at == h->n)
		loop_stop(h->base);
	else
		ask(h);
}

static void ask(struct hop *h)
{
	h->began_us = now_us();
	model_ask(h->models, &h->ref, passage, strlen(passage), question, strlen(question), on_answer, h);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
	qsort(v, n, sizeof(*v), by_size);
	return v[n / 2];
}

int main(int argc, char **argv)
{
	const struct models_conf conf = {.concurrency = 64,
					 .queue_max = 64,
					 .timeout_ms = 10000,
					 .breaker_failures = 5,
					 .breaker_cooldown_ms = 1000,
					 .max_answer = MODEL_REPLY_MAX};
	const struct model_protocol *p = argc == 5 ? model_protocol_find(argv[1]) : NULL;
	struct hop h = {.base = loop_new()};
	struct fetch *fetch = fetch_new(h.base, 16);
	char *first;

	if (p == NULL)
		die("usage: bench_hop PROTOCOL 'URL[ URL…]' WARM_MS CALLS");
	first = xmemdup0(argv[2], strcspn(argv[2], " "));
	prepare_bare(&h, p, first);
	h.ref = (struct model_ref){.name = "m", .url = argv[2], .protocol = argv[1], .call = "{\"served_name\":\"m\"}"};
	h.n = strtoul(argv[4], NULL, 10);
	h.bare = xcalloc(h.n + 1, sizeof(*h.bare));
	h.asked = xcalloc(h.n + 1, sizeof(*h.asked));
	h.models = models_new(h.base, fetch, &conf);
	h.warm_until_us = now_us() + strtol(argv[3], NULL, 10) * 1000;
	ask(&h);
	loop_run(h.base);
	printf("{\"bare\": %.0f, \"asked\": %.0f, \"faults\": %d}\n", median(h.bare, h.n), median(h.asked, h.n),
	       h.faults);
	models_free(&h.models);
	fetch_free(&fetch);
	loop_free(&h.base);
	buf_release(&h.bytes);
	close(h.fd);
	free(h.bare);
	free(h.asked);
	free(first);
	return 0;
}
