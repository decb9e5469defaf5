/* beatd: the event-driven server. main reads as a sentence: read the settings,
 * build the parts, serve until told to stop, drain, take down. */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "beat/conf.h"
#include "beat/crypto.h"
#include "beat/db.h"
#include "beat/fetch.h"
#include "beat/http.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "beat/model.h"
#include "beat/site.h"
#include "beat/work.h"
#include "flow/adversaries.h"
#include "flow/app.h"
#include "flow/canaries.h"
#include "flow/counting.h"
#include "flow/flow.h"
#include "flow/guards.h"
#include "flow/housekeeping.h"
#include "flow/rate.h"
#include "flow/releases.h"
#include "flow/routes.h"
#include "flow/shadows.h"
#include "flow/stream.h"
#include "flow/usage.h"

enum {
	KEY_RETRY_MS = 500,
	FETCH_SHARES = 8,
	HASH_QUEUE = 64,
	LEAST_CONNECTIONS = 64,
	MOST_CONNECTIONS = 8192,
	MONITORS = 64,    /* connections of those who look at the metrics */
	OTHER_FILES = 128 /* theirs, and what is neither a client's, nor the database's, nor a model's */
};

struct settings {
	char *db, *listen, *web_dir, *frame_ancestors, *mturk_submit_hosts, *token_key, *tls_cert, *tls_key,
	    *trusted_proxies, *releases, *metrics_listen, *log_level;
	int port, metrics_port, read_connections, write_connections, desk_connections, slow_connections, db_queue,
	    model_timeout_ms, model_concurrency, model_queue, breaker_failures, breaker_cooldown_ms, max_body,
	    max_requests, max_connections, max_per_address, max_input_mb, request_timeout_ms, header_timeout_s,
	    body_timeout_s, send_timeout_s, idle_timeout_s, max_streams, hash_threads, housekeeping_s,
	    shadow_concurrency;
	int rates[RATE_KINDS];
	bool reuse_port;
};

#define AT(field) offsetof(struct settings, field)
#define NUMBER(name, field, def, min, max, help)                                                                       \
	{                                                                                                              \
		name, CONF_INT, AT(field), def, min, max, NULL, "N", help                                              \
	}
#define TEXT(name, field, def, arg, help)                                                                              \
	{                                                                                                              \
		name, CONF_STRING, AT(field), def, 0, 0, NULL, arg, help                                               \
	}

static const struct conf_key keys[] = {
    TEXT("db", db, NULL, "URI",
	 "PostgreSQL to use, as postgresql://user@host/database; of several hosts the primary is used, unless "
	 "target_session_attrs says otherwise."),
    TEXT("listen", listen, "127.0.0.1", "ADDRESS", "IP address to listen on; 0.0.0.0 or :: for all."),
    NUMBER("port", port, "8080", 0, 65535, "Port to listen on; 0 takes a free one and logs it."),
    {"reuse-port", CONF_BOOL, AT(reuse_port), "no", 0, 0, NULL, "yes|no", "Share the port with other beatd processes."},
    TEXT("tls-cert", tls_cert, NULL, "FILE",
	 "PEM file of the certificate and its chain: the server then speaks HTTPS. SIGHUP reads it again."),
    TEXT("tls-key", tls_key, NULL, "FILE", "PEM file of the certificate's key."),
    TEXT("trusted-proxies", trusted_proxies, NULL, "ADDRESSES",
	 "Addresses and blocks (10.0.0.0/8) of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, "
	 "separated by spaces."),
    TEXT("metrics-listen", metrics_listen, "127.0.0.1", "ADDRESS",
	 "IP address for /metrics and the details of /readyz, in plain HTTP; whoever reaches it may read them."),
    NUMBER("metrics-port", metrics_port, "8081", 0, 65535,
	   "Port for these, each beatd its own; 0 takes a free one and logs it."),
    TEXT("web-dir", web_dir, NULL, "DIR", "Folder of the built pages. Default: found beside the program."),
    TEXT("releases", releases, NULL, "DIR",
	 "Folder in which the dashboard builds releases and from which it hands them out. Default: none."),
    TEXT("frame-ancestors", frame_ancestors, "https://*.mturk.com", "ORIGINS",
	 "Origins that may frame the worker page, separated by spaces."),
    TEXT("mturk-submit-hosts", mturk_submit_hosts, "https://www.mturk.com https://workersandbox.mturk.com", "ORIGINS",
	 "Origins that turkSubmitTo may name, separated by spaces."),
    {"token-key", CONF_SECRET, AT(token_key), NULL, 0, 0, NULL, NULL,
     "File with 64 hexadecimal digits that sign worker tokens and invitations. Default: a key made once and kept in "
     "the database."},
    NUMBER("read-connections", read_connections, "2", 1, 64, "Database connections for short reads."),
    NUMBER("write-connections", write_connections, "1", 1, 64,
	   "Database connections for writes; one groups commits best."),
    NUMBER("desk-connections", desk_connections, "2", 1, 64, "Database connections for the dashboard."),
    NUMBER("slow-connections", slow_connections, "2", 1, 64, "Database connections for reports."),
    NUMBER("db-queue", db_queue, "10000", 1, 1000000, "Database calls that may wait in each lane; more get 503."),
    NUMBER("model-timeout-ms", model_timeout_ms, "10000", 10, 600000, "Time a model has for one question."),
    NUMBER("model-concurrency", model_concurrency, "64", 1, 10000, "Questions at once per model."),
    NUMBER("shadow-concurrency", shadow_concurrency, "4", 1, 64,
	   "Questions at once to the shadows of projects, all together: they answer behind the workers' backs."),
    NUMBER("model-queue", model_queue, "1024", 0, 1000000, "Questions that may wait per model; more get 503."),
    NUMBER("breaker-failures", breaker_failures, "5", 1, 1000, "Faults in a row after which a model is left alone."),
    NUMBER("breaker-cooldown-ms", breaker_cooldown_ms, "10000", 10, 3600000, "Time until it is tried again."),
    NUMBER("max-body", max_body, "65536", 1024, 16777216, "Largest request body in bytes; more gets 413."),
    NUMBER("max-requests", max_requests, "4096", 1, 1000000, "Requests under way at once; more get 503."),
    NUMBER("max-connections", max_connections, "0", 0, 1000000,
	   "Connections at once; when they are taken, who does nothing is closed for who comes. 0: as many as the "
	   "limit of "
	   "open files allows, up to 8192."),
    NUMBER("max-connections-per-address", max_per_address, "0", 0, 1000000,
	   "How many of them one address may have (of IPv6 one /64 network), trusted proxies apart. 0: half of them."),
    NUMBER("max-input-mb", max_input_mb, "64", 1, 65536,
	   "Memory for all requests that are arriving or being answered, in MiB; beyond it they get 503."),
    NUMBER("request-timeout-ms", request_timeout_ms, "25000", 100, 3600000,
	   "Time until a request is given up with 503."),
    NUMBER("header-timeout-s", header_timeout_s, "15", 1, 3600,
	   "Time for all of a request's headers, from its first byte or the connection's beginning."),
    NUMBER("body-timeout-s", body_timeout_s, "30", 1, 3600, "Time for all of a request's body."),
    NUMBER("send-timeout-s", send_timeout_s, "30", 1, 3600,
	   "Time in which a client must take 32 KiB of its answer, or the rest."),
    NUMBER("idle-timeout-s", idle_timeout_s, "75", 1, 86400, "Time until an idle connection is closed."),
    NUMBER("max-streams", max_streams, "256", 0, 100000,
	   "Dashboards that may follow what changes at once; more get 503."),
    NUMBER(
	"attempts-per-minute", rates[RATE_ATTEMPTS], "60", 0, 1000000,
	"Questions that a worker may ask in a minute, and at once; more get 429. 0: no limit; so with the next ones."),
    NUMBER("votes-per-minute", rates[RATE_VOTES], "120", 0, 1000000, "Answers that a validator may give."),
    NUMBER("hit-per-minute", rates[RATE_HIT], "60", 0, 1000000,
	   "Questions and answers in one HIT, whoever sends them."),
    NUMBER("address-per-minute", rates[RATE_ADDRESS], "6000", 0, 1000000,
	   "Questions and answers that may come from one address, however many workers share it."),
    NUMBER("reserve-per-minute", rates[RATE_RESERVE], "6", 1, 1000000,
	   "How many of them a worker has when the address has none left: neighbours do not shut each other out."),
    NUMBER("worker-sessions-per-minute", rates[RATE_ENTRIES], "30", 0, 1000000,
	   "Sessions that a worker may open from one address."),
    NUMBER("sessions-per-minute", rates[RATE_SESSIONS], "600", 0, 1000000,
	   "Sessions that may be opened from one address by workers who are neither invited nor known there."),
    NUMBER("newcomers-per-hour", rates[RATE_NEWCOMERS], "120", 0, 1000000,
	   "Workers without an invitation who may begin in a project from one address; more wait."),
    NUMBER("tries-per-minute", rates[RATE_TRIES], "10", 0, 1000000,
	   "Sign-ins to the dashboard under one name from one address."),
    NUMBER("logins-per-minute", rates[RATE_LOGINS], "60", 0, 1000000,
	   "Sign-ins from one address under names that are not known there."),
    NUMBER("hash-threads", hash_threads, "2", 1, 64, "Threads that hash passwords."),
    NUMBER("housekeeping-s", housekeeping_s, "30", 1, 3600,
	   "Time between two looks for batches that are due, reviews that were left lying and votes to settle."),
    {"log-level", CONF_CHOICE, AT(log_level), "info", 0, 0, "debug|info|warn|error", "LEVEL", "Least level to log."},
};

static const struct conf_program program = {
    .name = "beatd",
    .usage = "beatd --db URI [--port N] [--config FILE] [--SETTING VALUE]...\n       beatd --print-routes",
    .intro = "The Beat the AI server: gives passages to crowd workers, puts their questions to a model in the\n"
	     "loop, decides who won and stores every attempt in PostgreSQL. The database must have been\n"
	     "prepared with 'beatctl migrate'; projects are made with 'beatctl project create'.",
    .outro = "SIGTERM or SIGINT: stop accepting, answer what is under way, exit. A second one exits at once.\n"
	     "SIGHUP: read the certificate again.\n\n"
	     "--print-routes lists every address of the server with who may use it.\n\n"
	     "Example:\n  beatd --db 'postgresql://beat@localhost/beat' --port 8080",
    .keys = keys,
    .count = ARRAY_LEN(keys),
};

struct server {
	struct settings conf;
	struct app app;
	struct http *http, *metrics; /* what workers and the dashboard reach; what operators do */
	struct http_route *routes;
	struct housekeeping *housekeeping;
	struct shadows *shadows;
	struct loop_timer *key_timer;
	struct db_call *key_call;
};

/* --- the signing key ---------------------------------------------------- */

static void on_key(void *arg, const struct db_result *r)
{
	struct server *s = arg;

	s->key_call = NULL;
	if (r->status == DB_OK && r->rows == 1 && token_key_parse(q_token_key_row(r, 0).key, &s->app.key) == 0) {
		s->app.has_key = true;
		log_info("ready: the signing key came from the database");
		return;
	}
	if (r->status == DB_OK || r->status == DB_ERROR)
		log_error("reading the signing key: %s", r->status == DB_OK ? "it is damaged" : r->message);
	loop_timer_set(s->key_timer, KEY_RETRY_MS);
}

/* Offers a fresh key; the database keeps the first one it was ever offered. */
static void read_key(void *arg)
{
	struct server *s = arg;
	uint8_t bytes[TOKEN_KEY_LEN];
	char hex[2 * TOKEN_KEY_LEN + 1];

	crypto_random(bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	s->key_call = db_start(s->app.db, DB_WRITE, q_token_key(.fresh = hex), DB_TIMEOUT_MS, on_key, s);
}

static int init_key(struct server *s)
{
	s->app.platform.key = &s->app.key;
	s->key_timer = loop_timer_new(s->app.base, read_key, s);
	if (s->conf.token_key == NULL) {
		loop_timer_set(s->key_timer, 0);
		return 0;
	}
	if (token_key_parse(s->conf.token_key, &s->app.key) < 0) {
		log_error("token-key must be 64 hexadecimal digits");
		return -1;
	}
	s->app.has_key = true;
	return 0;
}

/* --- the parts ---------------------------------------------------------- */

/* Installed as bin/beatd beside share/beat/web, or built as server/beatd beside web. */
static struct site *load_site(const char *configured)
{
	static const char *const beside[] = {"../share/beat/web", "../web"};
	char exe[PATH_MAX], dir[PATH_MAX + 32], *slash;
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);

	if (configured != NULL)
		return site_load(configured);
	exe[n > 0 ? n : 0] = '\0';
	slash = strrchr(exe, '/');
	for (size_t i = 0; slash != NULL && i < ARRAY_LEN(beside); i++) {
		snprintf(dir, sizeof(dir), "%.*s/%s", (int)(slash - exe), exe, beside[i]);
		if (access(dir, R_OK) == 0)
			return site_load(dir);
	}
	log_error("cannot find the built pages beside the program; name their folder with --web-dir");
	return NULL;
}

static void init_metrics(struct app *a)
{
	a->m_attempts = metric_new(METRIC_COUNTER, "beat_attempts_total", "verdict,model", "Attempts judged.");
	a->m_model_seconds =
	    metric_new(METRIC_HISTOGRAM, "beat_model_seconds", "model", "Time a model took to answer.");
	a->m_sessions =
	    metric_new(METRIC_COUNTER, "beat_sessions_total", "status,platform,task", "Sessions opened, by outcome.");
	a->m_submits = metric_new(METRIC_COUNTER, "beat_submits_total", "status", "HITs handed in, by outcome.");
	a->m_votes = metric_new(METRIC_COUNTER, "beat_votes_total", "outcome", "Answers of validators, by outcome.");
}

static void init_parts(struct server *s)
{
	const struct settings *c = &s->conf;
	struct app *a = &s->app;
	struct db_conf db = {.needs_schema = true,
			     .uri = c->db,
			     .conns = {[DB_READ] = c->read_connections,
				       [DB_WRITE] = c->write_connections,
				       [DB_DESK] = c->desk_connections,
				       [DB_SLOW] = c->slow_connections},
			     .queue_max = c->db_queue,
			     .connect_timeout_ms = 5000,
			     .app_name = "beatd",
			     .statements = beatd_statements};
	struct models_conf models = {.concurrency = c->model_concurrency,
				     .queue_max = c->model_queue,
				     .timeout_ms = c->model_timeout_ms,
				     .breaker_failures = c->breaker_failures,
				     .breaker_cooldown_ms = c->breaker_cooldown_ms,
				     .max_answer = MODEL_REPLY_MAX,
				     .on_return = canaries_returned,
				     .on_return_arg = a};

	a->started = time(NULL);
	a->db = db_new(a->base, &db);
	a->streams = streams_new(a);
	a->work = work_new(a->base, c->hash_threads, HASH_QUEUE);
	/* Shared by all models: one that hangs must leave connections to the others. */
	a->fetch = fetch_new(a->base, FETCH_SHARES * c->model_concurrency);
	a->models = models_new(a->base, a->fetch, &models);
	a->in_flight = attempts_in_flight_new();
	a->rest = adversaries_rest_new();
	a->rates = rates_new(c->rates);
	a->counting = counting_new(a);
	a->guards = guards_new(a);
	a->usage = usage_new(a);
	a->releases = releases_new(a, c->releases, c->db, c->housekeeping_s);
	a->frame_ancestors = c->frame_ancestors;
	a->platform.mturk_submit_hosts = c->mturk_submit_hosts;
	init_metrics(a);
}

static void on_metrics_drained(void *arg)
{
	struct server *s = arg;

	loop_stop(s->app.base);
}

/* To be looked at until the last request is answered. */
static void beatd_on_drained(void *arg)
{
	struct server *s = arg;

	http_drain(s->metrics, on_metrics_drained, s);
}

static void beatd_on_stop_signal(void *arg)
{
	struct server *s = arg;

	log_info("stopping: answering %d requests under way", http_running(s->http));
	s->app.draining = true;
	http_drain(s->http, beatd_on_drained, s);
}

static void beatd_on_reload_signal(void *arg)
{
	struct server *s = arg;

	http_reload_tls(s->http);
}

/* As many open files as the system lets us have. */
static int64_t raise_file_limit(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return OTHER_FILES;
	files.rlim_cur = files.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &files) != 0)
		log_warn("cannot raise the limit of open files");
	getrlimit(RLIMIT_NOFILE, &files);
	return files.rlim_cur < INT_MAX ? (int64_t)files.rlim_cur : INT_MAX;
}

/* A connection is a file, and clients must leave some to the database and to models. -1 after telling why not. */
static int fit_connections(struct settings *c)
{
	int64_t limit = raise_file_limit();
	int64_t kept = c->read_connections + c->write_connections + c->desk_connections + c->slow_connections + 1 +
		       (int64_t)FETCH_SHARES * c->model_concurrency + OTHER_FILES;
	int64_t wanted = c->max_connections > 0 ? c->max_connections : LEAST_CONNECTIONS;

	if (limit - kept < wanted) {
		log_error(
		    "%lld files may be open, but %lld connections of clients, and %lld files for the database, models "
		    "and others, are wanted: raise the limit (ulimit -n, LimitNOFILE), or lower max-connections or "
		    "model-concurrency",
		    (long long)limit, (long long)wanted, (long long)kept);
		return -1;
	}
	if (c->max_connections == 0)
		c->max_connections = (int)(limit - kept < MOST_CONNECTIONS ? limit - kept : MOST_CONNECTIONS);
	if (c->max_per_address == 0)
		c->max_per_address = (c->max_connections + 1) / 2;
	return 0;
}

/* Few ask it, and for little; with time enough for a look at the models. */
static struct http *listen_for_metrics(struct server *s)
{
	const struct settings *c = &s->conf;
	struct http_conf conf = {.address = c->metrics_listen,
				 .port = c->metrics_port,
				 .backlog = 64,
				 .max_body = 1024,
				 .idle_timeout_s = c->idle_timeout_s,
				 .deadline_ms = c->request_timeout_ms,
				 .max_requests = 64,
				 .max_connections = MONITORS,
				 .routes = routes_metrics,
				 .app = &s->app};
	struct http *h = http_new(s->app.base, &conf);

	if (h != NULL)
		log_info("metrics addr=%s:%d", c->metrics_listen, http_port(h));
	else
		log_error("choose another --metrics-port (0 takes a free one), or see --metrics-listen");
	return h;
}

static int server_start(struct server *s)
{
	const struct settings *c = &s->conf;
	struct http_conf http = {.address = c->listen,
				 .port = c->port,
				 .reuse_port = c->reuse_port,
				 .backlog = 1024,
				 .max_body = (size_t)c->max_body,
				 .idle_timeout_s = c->idle_timeout_s,
				 .deadline_ms = c->request_timeout_ms,
				 .max_requests = c->max_requests,
				 .header_timeout_ms = c->header_timeout_s * 1000,
				 .body_timeout_ms = c->body_timeout_s * 1000,
				 .send_timeout_ms = c->send_timeout_s * 1000,
				 .max_input = (size_t)c->max_input_mb << 20,
				 .app = &s->app,
				 .tls_cert = c->tls_cert,
				 .tls_key = c->tls_key,
				 .trusted_proxies = c->trusted_proxies,
				 .max_streams = c->max_streams};
	struct models_conf aside;

	if (fit_connections(&s->conf) < 0)
		return -1;
	http.max_connections = c->max_connections;
	http.max_per_address = c->max_per_address;
	if (c->request_timeout_ms < c->model_timeout_ms + 2 * DB_TIMEOUT_MS)
		log_warn("request-timeout-ms leaves no time to store an attempt after model-timeout-ms: a slow model's "
			 "attempts will be given up with 503");
	s->app.base = loop_new();
	s->app.site = load_site(c->web_dir);
	if (s->app.site == NULL)
		return -1;
	init_parts(s);
	if (init_key(s) < 0)
		return -1;
	s->routes = routes_new();
	http.routes = s->routes;
	s->http = http_new(s->app.base, &http);
	if (s->http == NULL || (s->metrics = listen_for_metrics(s)) == NULL)
		return -1;
	s->housekeeping = housekeeping_new(&s->app, c->housekeeping_s);
	aside = (struct models_conf){.timeout_ms = c->model_timeout_ms,
				     .breaker_failures = c->breaker_failures,
				     .breaker_cooldown_ms = c->breaker_cooldown_ms,
				     .max_answer = MODEL_REPLY_MAX};
	s->shadows = shadows_new(&s->app, &aside, c->shadow_concurrency);
	s->app.canaries = canaries_new(&s->app, &aside);
	loop_on_stop_signal(s->app.base, beatd_on_stop_signal, s);
	loop_on_reload_signal(s->app.base, beatd_on_reload_signal, s);
	log_info("listening addr=%s:%d version=%s", c->listen, http_port(s->http), BEAT_VERSION);
	return 0;
}

static void server_free(struct server *s)
{
	work_free(&s->app.work); /* while those who wait for it can still be answered */
	http_free(&s->http);
	http_free(&s->metrics);
	routes_free(&s->routes);
	housekeeping_free(&s->housekeeping);
	shadows_free(&s->shadows);
	canaries_free(&s->app.canaries);
	releases_free(&s->app.releases);
	streams_free(&s->app.streams);
	db_cancel(&s->key_call);
	loop_timer_free(&s->key_timer);
	attempts_in_flight_free(&s->app.in_flight);
	adversaries_rest_free(&s->app.rest);
	rates_free(&s->app.rates);
	counting_free(&s->app.counting);
	guards_free(&s->app.guards);
	usage_free(&s->app.usage);
	models_free(&s->app.models);
	fetch_free(&s->app.fetch);
	db_free(&s->app.db);
	site_free(&s->app.site);
	loop_free(&s->app.base);
	metrics_free_all();
	explicit_bzero(&s->app.key, sizeof(s->app.key));
	conf_release(&program, &s->conf);
}

int main(int argc, char **argv)
{
	static struct server s;
	enum log_level level = LOG_INFO;
	enum conf_result loaded;
	int rc = EXIT_FAILURE;

	if (argc == 2 && strcmp(argv[1], "--print-routes") == 0) {
		routes_print();
		return EXIT_SUCCESS;
	}
	loaded = conf_load(&program, argc, argv, &s.conf, NULL);
	if (loaded != CONF_GO) {
		conf_release(&program, &s.conf);
		return loaded == CONF_STOP_OK ? EXIT_SUCCESS : 2;
	}
	if (log_level_parse(s.conf.log_level, &level) < 0)
		level = LOG_INFO;
	log_init("beatd", level);
	if (s.conf.db == NULL)
		fprintf(stderr, "beatd: --db: name the database, for example --db postgresql://beat@localhost/beat (or "
				"set BEAT_DB).\n");
	else if (server_start(&s) == 0) {
		loop_run(s.app.base);
		log_info("stopped");
		rc = EXIT_SUCCESS;
	}
	server_free(&s);
	return rc;
}
