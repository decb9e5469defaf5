/* beat-model: a built-in reader behind HTTP. One process, one reader, one loop: a
 * reader answers in well under a millisecond, and a passage is bounded so that the
 * worst one does not keep the others waiting for long. No state: any number of
 * processes can serve the same port (reuse-port) or stand behind a load balancer. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "beat/conf.h"
#include "beat/http.h"
#include "beat/json.h"
#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"
#include "beat/metrics.h"
#include "beat/reader.h"
#include "beat/span.h"

/* A character of the passage may take six bytes of JSON for two of UTF-8 (\u00e9); the question fits the rest. */
enum { JSON_BLOW_UP = 3, BODY_SPARE = 64 * 1024, DEADLINE_MS = 30000 };

struct settings {
	char *listen, *reader, *weights, *log_level;
	int port, max_passage, max_requests, idle_timeout_s;
	bool reuse_port;
};

struct service {
	struct settings conf;
	struct event_base *base;
	struct http *http;
	const struct reader_ops *ops;
	void *reader;
	struct metric *m_predictions, *m_seconds;
};

#define AT(field) offsetof(struct settings, field)

static const struct conf_key keys[] = {
    {"listen", CONF_STRING, AT(listen), "127.0.0.1", 0, 0, NULL, "ADDRESS",
     "IP address to listen on; 0.0.0.0 or :: for all."},
    {"port", CONF_INT, AT(port), "9090", 0, 65535, NULL, "N", "Port to listen on; 0 takes a free one and logs it."},
    {"reuse-port", CONF_BOOL, AT(reuse_port), "no", 0, 0, NULL, "yes|no",
     "Share the port with other beat-model processes."},
    {"reader", CONF_CHOICE, AT(reader), "window", 0, 0, "window", "NAME",
     "The reader that answers. window: a lexical baseline that needs no files."},
    {"weights", CONF_STRING, AT(weights), NULL, 0, 0, NULL, "FILE",
     "Weights of the reader, if it needs any; window has its constants built in."},
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
    .usage = "beat-model [--port N] [--reader NAME] [--config FILE] [--SETTING VALUE]...",
    .intro = "Answers questions about passages over HTTP: the model in the loop of Beat the AI. It is given a\n"
	     "passage and a question and points at the stretch of the passage that answers it best.\n"
	     "\n"
	     "  POST /predict   {\"passage\":\"…\",\"question\":\"…\"}\n"
	     "                  → {\"answer\",\"start\",\"end\",\"score\",\"model\",\"version\",\"weights\"}\n"
	     "                  start and end count code points; score is from 0 to 1\n"
	     "  GET  /healthz   which reader answers, and that it does\n"
	     "  GET  /metrics   requests and answering times, for Prometheus",
    .outro = "SIGTERM or SIGINT: stop accepting, answer what is under way, exit. A second one exits at once.\n"
	     "\n"
	     "Example:\n"
	     "  beat-model --port 9090 &\n"
	     "  curl -s localhost:9090/predict -d '{\"passage\":\"The Rhine rises in the Alps.\",\n"
	     "    \"question\":\"Where does the Rhine rise?\"}'",
    .keys = keys,
    .count = ARRAY_LEN(keys),
};

static void refuse(struct http_req *r, struct service *s, int status, const char *slug, const char *sentence)
{
	metric_add(s->m_predictions, 1, s->ops->name, "refused", NULL);
	http_problem(r, status, slug, sentence);
}

static void reply_answer(struct http_req *r, const struct service *s, const struct reader_answer *a,
			 const char *passage, size_t passage_n)
{
	struct buf b = BUF_INIT;
	struct jw w;
	const char *text = "";
	size_t n = 0;

	if (!span_slice(passage, passage_n, a->span, &text, &n)) {
		log_error("request=%s the reader %s gave offsets outside the passage", http_id(r), s->ops->name);
		http_problem(r, 500, "internal", "The reader failed on this passage.");
		return;
	}
	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_key(&w, "answer");
	jw_strn(&w, text, n);
	jw_kint(&w, "start", (int64_t)a->span.start);
	jw_kint(&w, "end", (int64_t)a->span.end);
	jw_key(&w, "score");
	jw_num(&w, a->score);
	jw_kstr(&w, "model", s->ops->name);
	jw_kstr(&w, "version", s->ops->version);
	jw_kstr(&w, "weights", s->ops->weights(s->reader));
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(r, 200, &b);
	buf_release(&b);
}

static void answer(struct http_req *r, struct service *s, const json_t *body)
{
	const char *passage, *question;
	size_t passage_n, question_n;
	struct reader_answer a;
	int64_t before = loop_now_us();
	char err[JSON_ERR_MAX];

	if (!json_is_object(body)) {
		refuse(r, s, 422, "invalid",
		       "The body must be a JSON object with the fields \"passage\" and \"question\".");
	} else if (json_get_str(body, "passage", &passage, &passage_n, err) < 0 ||
		   json_get_str(body, "question", &question, &question_n, err) < 0) {
		refuse(r, s, 422, "invalid", err);
	} else if (passage_n > (size_t)s->conf.max_passage) {
		refuse(r, s, 413, "too-large", "The passage is longer than this service reads.");
	} else if (!s->ops->answer(s->reader, passage, passage_n, question, question_n, &a)) {
		refuse(r, s, 422, "invalid", "The passage holds no word, so there is nothing to answer with.");
	} else {
		metric_add(s->m_predictions, 1, s->ops->name, "answered", NULL);
		metric_observe_us(s->m_seconds, loop_now_us() - before, s->ops->name, NULL, NULL);
		reply_answer(r, s, &a, passage, passage_n);
	}
}

static void on_predict(struct http_req *r, void *app)
{
	char err[JSON_ERR_MAX];
	size_t n;
	const char *p = http_body(r, &n);
	json_t *body = json_parse(p, n, err);

	if (body == NULL)
		refuse(r, app, 400, "bad-json", err);
	else
		answer(r, app, body);
	json_decref(body);
}

static void on_healthz(struct http_req *r, void *app)
{
	const struct service *s = app;
	struct buf b = BUF_INIT;
	struct jw w;

	jw_init(&w, &b);
	jw_open(&w, '{');
	jw_kstr(&w, "status", "ok");
	jw_kstr(&w, "reader", s->ops->name);
	jw_kstr(&w, "version", s->ops->version);
	jw_kstr(&w, "weights", s->ops->weights(s->reader));
	jw_kstr(&w, "program", BEAT_VERSION);
	jw_close(&w, '}');
	jw_done(&w);
	http_reply_json(r, 200, &b);
	buf_release(&b);
}

static void on_metrics(struct http_req *r, void *app)
{
	struct buf b = BUF_INIT;

	(void)app;
	metrics_write(&b);
	http_reply(r, 200, "text/plain; version=0.0.4; charset=utf-8", b.p, b.n);
	buf_release(&b);
}

static const struct http_route routes[] = {
    {HTTP_POST, "/predict", on_predict, NULL},
    {HTTP_GET, "/healthz", on_healthz, NULL},
    {HTTP_GET, "/metrics", on_metrics, NULL},
    {0, NULL, NULL, NULL},
};

static void on_drained(void *arg)
{
	struct service *s = arg;

	loop_stop(s->base);
}

static void on_stop_signal(void *arg)
{
	struct service *s = arg;

	log_info("stopping: answering %d requests under way", http_running(s->http));
	http_drain(s->http, on_drained, s);
}

static int service_start(struct service *s)
{
	const struct settings *c = &s->conf;
	struct http_conf http = {.address = c->listen,
				 .port = c->port,
				 .reuse_port = c->reuse_port,
				 .backlog = 1024,
				 .max_body = JSON_BLOW_UP * (size_t)c->max_passage + BODY_SPARE,
				 .idle_timeout_s = c->idle_timeout_s,
				 .deadline_ms = DEADLINE_MS,
				 .max_requests = c->max_requests,
				 .routes = routes,
				 .app = s};

	s->ops = reader_find(c->reader);
	if (s->ops == NULL) {
		log_error("there is no reader named '%s'", c->reader);
		return -1;
	}
	s->reader = s->ops->open(c->weights);
	if (s->reader == NULL)
		return -1;
	s->m_predictions =
	    metric_new(METRIC_COUNTER, "beat_reader_predictions_total", "reader,outcome", "Questions, by outcome.");
	s->m_seconds =
	    metric_new(METRIC_HISTOGRAM, "beat_reader_seconds", "reader", "Time the reader took for one answer.");
	s->base = loop_new();
	s->http = http_new(s->base, &http);
	if (s->http == NULL)
		return -1;
	log_info("listening addr=%s:%d reader=%s version=%s weights=%s", c->listen, http_port(s->http), s->ops->name,
		 s->ops->version, s->ops->weights(s->reader));
	return 0;
}

static void service_free(struct service *s)
{
	http_free(&s->http);
	if (s->reader != NULL)
		s->ops->close(s->reader);
	loop_free(&s->base);
	metrics_free_all();
	conf_release(&program, &s->conf);
}

int main(int argc, char **argv)
{
	static struct service s;
	enum log_level level = LOG_INFO;
	enum conf_result loaded = conf_load(&program, argc, argv, &s.conf, NULL);
	int rc = EXIT_FAILURE;

	if (loaded != CONF_GO) {
		conf_release(&program, &s.conf);
		return loaded == CONF_STOP_OK ? EXIT_SUCCESS : 2;
	}
	if (log_level_parse(s.conf.log_level, &level) < 0)
		level = LOG_INFO;
	log_init("beat-model", level);
	if (service_start(&s) == 0) {
		loop_on_stop_signal(s.base, on_stop_signal, &s);
		loop_run(s.base);
		log_info("stopped");
		rc = EXIT_SUCCESS;
	}
	service_free(&s);
	return rc;
}
