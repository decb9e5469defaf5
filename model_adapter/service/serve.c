/* beat-model serve: readers behind HTTP. One loop takes requests and sends answers; a pool
 * of threads reads and answers. No state but a cache of passages: any number of
 * processes can serve the same port (reuse-port) or stand behind a load balancer. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "beat/conf.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "commands.h"
#include "predict.h"

/* A character of the passage may take six bytes of JSON for two of UTF-8 (\u00e9); the question fits the rest. */
enum { JSON_BLOW_UP = 3, BODY_SPARE = 64 * 1024, BACKLOG = 1024 };

struct settings {
	char *listen, *reader, *readers, *weights, *checkpoint, *precision, *log_level;
	int port, max_passage, max_requests, idle_timeout_s, threads, queue, deadline_ms, cache_mb;
	bool reuse_port;
};

struct service {
	struct settings conf;
	struct event_base *base;
	struct http *http;
	struct shelf shelf;
	struct predict predict;
	struct metric *m_depth, *m_under_way, *m_threads, *m_entries, *m_bytes, *m_evictions;
};

#define AT(field) offsetof(struct settings, field)

static const struct conf_key keys[] = {
    {"listen", CONF_STRING, AT(listen), "127.0.0.1", 0, 0, NULL, "ADDRESS",
     "IP address to listen on; 0.0.0.0 or :: for all."},
    {"port", CONF_INT, AT(port), "9090", 0, 65535, NULL, "N", "Port to listen on; 0 takes a free one and logs it."},
    {"reuse-port", CONF_BOOL, AT(reuse_port), "no", 0, 0, NULL, "yes|no",
     "Share the port with other beat-model processes."},
    {"reader", CONF_STRING, AT(reader), NULL, 0, 0, NULL, "NAME",
     "The reader that answers when a request names none. Default: the strongest there is."},
    {"readers", CONF_STRING, AT(readers), NULL, 0, 0, NULL, "NAMES",
     "Readers to serve, with commas between. Default: all whose weights are there; the single networks of one "
     "beside them with all,neural-1,neural-2."},
    {"weights", CONF_STRING, AT(weights), NULL, 0, 0, NULL, "DIR",
     "Folder of the readers' weights, NAME.weights. Default: the one that was installed with this program."},
    {"checkpoint", CONF_STRING, AT(checkpoint), NULL, 0, 0, NULL, "NAME=DIR",
     "Serve a checkpoint of your own as the reader NAME: a Hugging Face folder of BERT, RoBERTa, DistilBERT or ELECTRA "
     "with a question-answering head. Several with commas between."},
    {"precision", CONF_CHOICE, AT(precision), "fp32", 0, 0, "fp32|int8", "KIND",
     "How checkpoints are computed: as they are, or in int8, which is quicker and smaller."},
    {"threads", CONF_INT, AT(threads), "0", 0, 1024, NULL, "N",
     "Threads that read and answer, and as many again for readers that take long; 0: one a processor."},
    {"queue", CONF_INT, AT(queue), "256", 0, 1000000, NULL, "N",
     "Questions that may wait for a thread, and as many for readers that take long; more get 503."},
    {"deadline-ms", CONF_INT, AT(deadline_ms), "8000", 1, 600000, NULL, "N",
     "Time a question may take, waiting included; then it gets 503, and is not begun any more."},
    {"cache-mb", CONF_INT, AT(cache_mb), "64", 0, 1000000, NULL, "N",
     "Memory for passages that were read already, of all readers together; 0: keep none."},
    {"max-passage", CONF_INT, AT(max_passage), "200000", 1000, 10000000, NULL, "BYTES",
     "Longest passage, in bytes of UTF-8; a longer one gets 413."},
    {"max-requests", CONF_INT, AT(max_requests), "1024", 1, 1000000, NULL, "N",
     "Requests under way at once; more get 503."},
    {"idle-timeout-s", CONF_INT, AT(idle_timeout_s), "300", 1, 86400, NULL, "N",
     "Time until an idle connection is closed."},
    {"log-level", CONF_CHOICE, AT(log_level), "info", 0, 0, "debug|info|warn|error", "LEVEL", "Least level to log."},
};

static const struct conf_program program = {
    .name = "beat-model",
    .env_prefix = "BEAT_MODEL_",
    .usage = "beat-model [serve] [--port N] [--reader NAME] [--config FILE] [--SETTING VALUE]...\n"
	     "       beat-model predict|eval|ask|list ...\n"
	     "       beat-model help COMMAND",
    .intro = "Answers questions about passages: the model in the loop of Beat the AI. It is given a passage and\n"
	     "a question and points at the stretch of the passage that answers it best.\n"
	     "\n"
	     "Commands\n"
	     "  serve     over HTTP; this is what it does when no command is named\n"
	     "  predict   answer every question of a dataset, into a file of predictions\n"
	     "  eval      exact match and F1 of the readers on datasets\n"
	     "  ask       type questions about a passage\n"
	     "  list      the readers, and how good they are\n"
	     "\n"
	     "Addresses of serve\n"
	     "  POST /predict   {\"passage\":\"…\",\"question\":\"…\"}\n"
	     "                  → "
	     "{\"answer\",\"start\",\"end\",\"score\",\"null_score\",\"model\",\"version\",\"weights\"}\n"
	     "                  start and end count code points; score is from 0 to 1, null_score how much of the\n"
	     "                  answer is expected to be wrong. ?reader=NAME asks another reader, ?best=K adds\n"
	     "                  \"best\":[{\"answer\",\"start\",\"end\",\"score\"},…], the K best, at most 20\n"
	     "  GET  /readers   the readers served, their versions, weights and measured scores\n"
	     "  GET  /healthz   which reader answers, and that it does\n"
	     "  GET  /metrics   requests, answering times, queue and cache, for Prometheus",
    .outro = "SIGTERM or SIGINT: stop accepting, answer what is under way, exit. A second one exits at once.\n"
	     "\n"
	     "Example:\n"
	     "  beat-model --port 9090 &\n"
	     "  curl -s localhost:9090/predict -d '{\"passage\":\"The Rhine rises in the Alps.\",\n"
	     "    \"question\":\"Where does the Rhine rise?\"}'",
    .keys = keys,
    .count = ARRAY_LEN(keys),
};

static void on_predict(struct http_req *r, void *app)
{
	struct service *s = app;

	predict_on_request(r, &s->predict);
}

static void reply(struct http_req *r, const struct jw *w)
{
	jw_done(w);
	http_reply_json(r, 200, w->out);
	buf_release(w->out);
}

static void on_readers(struct http_req *r, void *app)
{
	const struct service *s = app;
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '[');
	for (int i = 0; i < s->shelf.n; i++) {
		jw_open(&w, '{');
		shelf_describe(&w, &s->shelf.v[i]);
		jw_kbool(&w, "default", i == s->shelf.chosen);
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	reply(r, &w);
}

static void on_healthz(struct http_req *r, void *app)
{
	const struct service *s = app;
	const struct shelf_reader *chosen = shelf_find(&s->shelf, NULL);
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, "status", "ok");
	jw_kstr(&w, "reader", chosen->ops->name);
	jw_kstr(&w, "version", chosen->ops->version(chosen->self));
	jw_kstr(&w, "weights", chosen->ops->weights(chosen->self));
	jw_kopen(&w, "readers", '[');
	for (int i = 0; i < s->shelf.n; i++)
		jw_str(&w, s->shelf.v[i].ops->name);
	jw_close(&w, ']');
	jw_kstr(&w, "program", BEAT_VERSION);
	jw_close(&w, '}');
	reply(r, &w);
}

static void on_metrics(struct http_req *r, void *app)
{
	const struct service *s = app;
	struct passages_stats cache = passages_stats(s->predict.passages);
	int waiting = work_waiting(s->predict.quick) + work_waiting(s->predict.slow);
	int pending = work_pending(s->predict.quick) + work_pending(s->predict.slow);
	struct buf b = BUF_INIT;

	metric_set(s->m_depth, waiting, NULL, NULL, NULL);
	metric_set(s->m_under_way, pending - waiting, NULL, NULL, NULL);
	metric_set(s->m_entries, (double)cache.entries, NULL, NULL, NULL);
	metric_set(s->m_bytes, (double)cache.bytes, NULL, NULL, NULL);
	metric_set(s->m_evictions, (double)cache.evictions, NULL, NULL, NULL);
	metrics_write(&b);
	http_reply(r, 200, "text/plain; version=0.0.4; charset=utf-8", b.p, b.n);
	buf_release(&b);
}

static const struct http_route routes[] = {
    {HTTP_POST, "/predict", on_predict, NULL, NULL},
    {HTTP_GET, "/readers", on_readers, NULL, NULL},
    {HTTP_GET, "/healthz", on_healthz, NULL, NULL},
    {HTTP_GET, "/metrics", on_metrics, NULL, NULL},
    {0},
};

static void serve_on_drained(void *arg)
{
	struct service *s = arg;

	loop_stop(s->base);
}

static void serve_on_stop_signal(void *arg)
{
	struct service *s = arg;

	log_info("stopping: answering %d requests under way", http_running(s->http));
	http_drain(s->http, serve_on_drained, s);
}

static void init_metrics(struct service *s, int threads)
{
	s->m_depth = metric_new(METRIC_GAUGE, "beat_queue_depth", "", "Questions that wait for a thread.");
	s->m_under_way = metric_new(METRIC_GAUGE, "beat_questions_under_way", "", "Questions that threads work on.");
	s->m_threads = metric_new(METRIC_GAUGE, "beat_threads", "", "Threads that read and answer.");
	s->m_entries = metric_new(METRIC_GAUGE, "beat_passages_kept", "", "Passages in the cache.");
	s->m_bytes = metric_new(METRIC_GAUGE, "beat_passages_bytes", "", "Memory of the passages in the cache.");
	s->m_evictions =
	    metric_new(METRIC_COUNTER, "beat_passages_evicted_total", "", "Passages that had to make room for others.");
	metric_set(s->m_threads, threads, NULL, NULL, NULL);
}

static void start_pool(struct service *s)
{
	const struct settings *c = &s->conf;
	int threads = c->threads > 0 ? c->threads : shelf_processors();

	s->predict.shelf = &s->shelf;
	s->predict.passages = passages_new((size_t)c->cache_mb << 20);
	s->predict.quick = work_new(s->base, threads, threads + c->queue);
	s->predict.slow = work_new(s->base, threads, threads + c->queue);
	s->predict.max_passage = (size_t)c->max_passage;
	predict_init(&s->predict);
	init_metrics(s, threads);
	log_info("threads=%d queue=%d deadline-ms=%d cache-mb=%d", threads, c->queue, c->deadline_ms, c->cache_mb);
}

static int open_readers(struct service *s)
{
	const struct settings *c = &s->conf;
	const struct shelf_want want = {.folder = c->weights,
					.names = c->readers,
					.chosen = c->reader,
					.checkpoints = c->checkpoint,
					.int8 = strcmp(c->precision, "int8") == 0};
	char err[SHELF_ERR_MAX];

	if (shelf_open(&s->shelf, &want, err) < 0) {
		log_error("%s", err);
		return -1;
	}
	for (int i = 0; i < s->shelf.n; i++) {
		const struct shelf_reader *r = &s->shelf.v[i];

		log_info("reader=%s version=%s weights=%s%s", r->ops->name, r->ops->version(r->self),
			 r->ops->weights(r->self), i == s->shelf.chosen ? " default" : "");
	}
	return 0;
}

static int service_start(struct service *s)
{
	const struct settings *c = &s->conf;
	struct http_conf http = {.address = c->listen,
				 .port = c->port,
				 .reuse_port = c->reuse_port,
				 .backlog = BACKLOG,
				 .max_body = JSON_BLOW_UP * (size_t)c->max_passage + BODY_SPARE,
				 .idle_timeout_s = c->idle_timeout_s,
				 .deadline_ms = c->deadline_ms,
				 .max_requests = c->max_requests,
				 .routes = routes,
				 .app = s};

	if (open_readers(s) < 0)
		return -1;
	s->base = loop_new();
	start_pool(s);
	s->http = http_new(s->base, &http);
	if (s->http == NULL)
		return -1;
	log_info("listening addr=%s:%d reader=%s", c->listen, http_port(s->http),
		 shelf_find(&s->shelf, NULL)->ops->name);
	return 0;
}

static void service_free(struct service *s)
{
	http_free(&s->http);
	work_free(&s->predict.quick);
	work_free(&s->predict.slow);
	passages_free(&s->predict.passages);
	shelf_close(&s->shelf);
	loop_free(&s->base);
	metrics_free_all();
}

static int serve(int argc, char **argv)
{
	static struct service s;
	enum log_level level = LOG_INFO;
	enum conf_result loaded = conf_load(&program, argc, argv, &s.conf, NULL);
	int rc = CLI_FAILED;

	if (loaded != CONF_GO) {
		conf_release(&program, &s.conf);
		return loaded == CONF_STOP_OK ? CLI_OK : CLI_USAGE;
	}
	if (log_level_parse(s.conf.log_level, &level) < 0)
		level = LOG_INFO;
	log_init("beat-model", level);
	if (service_start(&s) == 0) {
		loop_on_stop_signal(s.base, serve_on_stop_signal, &s);
		loop_run(s.base);
		log_info("stopped");
		rc = CLI_OK;
	}
	service_free(&s);
	conf_release(&program, &s.conf);
	return rc;
}

const struct cli_command cmd_serve = {
    .name = "serve",
    .summary = "answer over HTTP",
    .run = serve,
};
