/* Tests of the wire protocols of other servers: what each makes of replies, good, strange and bad, and where it asks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../model_adapter/client/chat.h"
#include "../../model_adapter/client/guard.h"
#include "../../model_adapter/client/key.h"
#include "../../model_adapter/client/pace.h"
#include "../../model_adapter/client/reply.h"
#include "unit.h"

static const char passage[] = "Zo\u00eb \U0001F600 met Ann in \u201cOld  Town\u201d; Ann left in 1999.";

#define CHOICE(content, why) "{\"choices\":[{\"message\":{\"content\":" content "},\"finish_reason\":\"" why "\"}]}"
#define TEXT(content, why)   "{\"content\":[{\"type\":\"text\",\"text\":" content "}],\"stop_reason\":\"" why "\"}"
#define LINE(content, done)  "{\"message\":{\"content\":" content "},\"done\":" done "}"

static const struct {
	const struct model_protocol *protocol;
	const char *body;
	enum model_outcome outcome;
	const char *text;
	int start; /* -1: no place */
} replies[] = {
    {&protocol_openai, CHOICE("\"{\\\"answer\\\":\\\"1999\\\"}\"", "stop"), MODEL_ANSWERED, "1999", 42},
    {&protocol_openai, CHOICE("[{\"type\":\"text\",\"text\":\"**1999**.\"}]", "stop"), MODEL_ANSWERED, "1999", 42},
    {&protocol_openai, CHOICE("\"```json\\n{\\\"answer\\\":\\\"old town\\\"}\\n```\"", "stop"), MODEL_ANSWERED,
     "Old  Town", 18},
    {&protocol_openai, CHOICE("\"<think>x</think>Ann\"", "stop"), MODEL_ANSWERED, "Ann", 10},
    {&protocol_openai, CHOICE("\"{\\\"answer\\\":\\\"\\\"}\"", "stop"), MODEL_EMPTY, "", -1},
    {&protocol_openai, CHOICE("\"No answer.\"", "stop"), MODEL_EMPTY, "", -1},
    {&protocol_openai, CHOICE("\"the year 1999\"", "stop"), MODEL_UNLOCATED, "the year 1999", -1},
    {&protocol_openai, CHOICE("\"{\\\"answer\\\":\\\"19\"", "length"), MODEL_CUT, "", -1},
    {&protocol_openai, CHOICE("\"1999\"", "content_filter"), MODEL_DECLINED, "", -1},
    {&protocol_openai, CHOICE("null,\"refusal\":\"No.\"", "stop"), MODEL_DECLINED, "", -1},
    {&protocol_openai, CHOICE("null", "stop"), MODEL_GARBAGE, "", -1},
    {&protocol_openai, "{\"choices\":[]}", MODEL_GARBAGE, "", -1},
    {&protocol_openai, "<html><title>x</title>", MODEL_GARBAGE, "", -1},
    {&protocol_openai,
     "data: {\"choices\":[{\"delta\":{\"content\":\"19\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":"
     "\"99\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
     MODEL_ANSWERED, "1999", 42},
    {&protocol_openai, "data: {\"choices\":[{\"delta\":{\"content\":\"19\"}}]}\n\n", MODEL_CUT, "", -1},
    {&protocol_openai, "data: {\"error\":{\"message\":\"gone\"}}\n\n", MODEL_GARBAGE, "", -1},
    {&protocol_openai, CHOICE("\"**Answer:** 1999\\n\\nThe passage says so.\"", "stop"), MODEL_ANSWERED, "1999", 42},
    {&protocol_openai, CHOICE("\"The passage does not say.\"", "stop"), MODEL_EMPTY, "", -1},
    {&protocol_openai, CHOICE("\"(No answer)\"", "stop"), MODEL_EMPTY, "", -1},
    {&protocol_openai, CHOICE("\"*old* **town**\"", "stop"), MODEL_ANSWERED, "Old  Town", 18},
    {&protocol_anthropic, TEXT("\"{\\\"answer\\\":\\\"Ann\\\"}\"", "end_turn"), MODEL_ANSWERED, "Ann", 10},
    {&protocol_anthropic, TEXT("\"Ann\"", "max_tokens"), MODEL_CUT, "", -1},
    {&protocol_anthropic, TEXT("\"Ann\"", "refusal"), MODEL_DECLINED, "", -1},
    {&protocol_anthropic, TEXT("\"Ann\"", "model_context_window_exceeded"), MODEL_CUT, "", -1},
    {&protocol_anthropic,
     "event: message_start\ndata: {\"message\":{\"model\":\"c\",\"stop_reason\":null}}\n\n"
     "data: {\"delta\":{\"text\":\"Ann\"}}\n\ndata: {\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n",
     MODEL_ANSWERED, "Ann", 10},
    {&protocol_anthropic, "data: {\"delta\":{\"text\":\"Ann\"}}\n\n", MODEL_CUT, "", -1},
    {&protocol_anthropic, "{\"content\":[],\"stop_reason\":\"end_turn\"}", MODEL_GARBAGE, "", -1},
    {&protocol_ollama, LINE("\"{\\\"answer\\\":\\\"1999\\\"}\"", "true"), MODEL_ANSWERED, "1999", 42},
    {&protocol_ollama, LINE("\"19\"", "false") "\n" LINE("\"99\"", "true") "\n", MODEL_ANSWERED, "1999", 42},
    {&protocol_ollama, LINE("\"19\"", "false"), MODEL_CUT, "", -1},
    {&protocol_ollama, "{\"error\":\"model not found\"}", MODEL_GARBAGE, "", -1},
    {&protocol_hf_qa, "{\"answer\":\"Ann\",\"start\":10,\"end\":13,\"score\":NaN}", MODEL_ANSWERED, "Ann", 10},
    {&protocol_hf_qa, "[{\"answer\":\" Ann\",\"start\":30,\"end\":33,\"score\":0.5}]", MODEL_ANSWERED, "Ann", 30},
    {&protocol_hf_qa, "[[{\"answer\":\"Ann\",\"start\":31,\"end\":34}]]", MODEL_ANSWERED, "Ann", 30},
    {&protocol_hf_qa, "{\"answer\":\"Ann\",\"start\":1,\"end\":2}", MODEL_ANSWERED, "Ann", 10},
    {&protocol_hf_qa, "{\"answer\":\"Bob\",\"start\":0,\"end\":3}", MODEL_ANSWERED, "Bob", -1},
    {&protocol_hf_qa, "{\"answer\":\"\",\"start\":0,\"end\":0}", MODEL_EMPTY, "", -1},
    {&protocol_hf_qa, "{\"answer\":7}", MODEL_GARBAGE, "", -1},
    {&protocol_hf_qa, "[]", MODEL_GARBAGE, "", -1},
    {&protocol_kserve_v2, "{\"outputs\":[{\"name\":\"answer\",\"datatype\":\"BYTES\",\"data\":[\"1999\"]}]}",
     MODEL_ANSWERED, "1999", 42},
    {&protocol_kserve_v2, "{\"outputs\":[{\"name\":\"OUTPUT0\",\"datatype\":\"BYTES\",\"data\":[[\"1999\"]]}]}",
     MODEL_ANSWERED, "1999", 42},
    {&protocol_kserve_v2,
     "{\"outputs\":[{\"name\":\"output\",\"datatype\":\"BYTES\",\"data\":[\"{\\\"answer\\\":\\\"Ann\\\",\\\"start\\\":"
     "30,"
     "\\\"end\\\":33,\\\"score\\\":1}\"]}]}",
     MODEL_ANSWERED, "Ann", 30},
    {&protocol_kserve_v2, "{\"outputs\":[{\"name\":\"x\",\"datatype\":\"FP32\",\"data\":[1]}]}", MODEL_GARBAGE, "", -1},
    {&protocol_allennlp, "{\"best_span_str\":\"Ann\",\"best_span\":[1,1],\"token_offsets\":[[0,3],[30,33]]}",
     MODEL_ANSWERED, "Ann", 30},
    {&protocol_allennlp, "{\"best_span_str\":\"Ann\"}", MODEL_ANSWERED, "Ann", 10},
    {&protocol_allennlp, "{\"best_span\":[1,1]}", MODEL_GARBAGE, "", -1},
    {&protocol_dynalab, "{\"id\":\"beat\",\"answer\":\"1999\",\"signed\":\"x\"}", MODEL_ANSWERED, "1999", 42},
    {&protocol_dynalab, "{\"id\":\"beat\"}", MODEL_GARBAGE, "", -1},
};

static void replies_are_read(void **state)
{
	const struct model_setup setup = {0};
	const struct model_question q = {.setup = &setup, .passage = passage, .passage_n = strlen(passage)};

	(void)state;
	for (size_t i = 0; i < sizeof(replies) / sizeof(*replies); i++) {
		struct buf keep = BUF_INIT;
		struct model_answer a;
		int start;

		model_protocol_read(replies[i].protocol, &a, &keep, &q, replies[i].body, strlen(replies[i].body));
		start = a.has_span ? (int)a.span.start : -1;
		if (a.outcome != replies[i].outcome || strcmp(a.text, replies[i].text) != 0 ||
		    start != replies[i].start)
			fail_msg("%s %s: %s '%s' at %d (%s)", replies[i].protocol->name, replies[i].body,
				 model_outcome_name(a.outcome), a.text, start, a.detail);
		assert_int_equal(strlen(a.prompt) == 64, replies[i].protocol->is_chat && replies[i].body[0] != '<');
		buf_release(&keep);
	}
}

static void addresses_are_completed(void **state)
{
	static const struct {
		const struct model_protocol *protocol;
		const char *given, *whole;
	} urls[] = {
	    {&protocol_openai, "http://h:1", "http://h:1/v1/chat/completions"},
	    {&protocol_openai, "http://h:1/v1/", "http://h:1/v1/chat/completions"},
	    {&protocol_openai, "http://h:1/v1/chat/completions", "http://h:1/v1/chat/completions"},
	    {&protocol_anthropic, "http://h", "http://h/v1/messages"},
	    {&protocol_ollama, "http://h", "http://h/api/chat"},
	    {&protocol_ollama, "http://h/api", "http://h/api/chat"},
	    {&protocol_kserve_v2, "http://h", "http://h/v2/models/m/infer"},
	    {&protocol_kserve_v2, "http://h/v2/models/x", "http://h/v2/models/x/infer"},
	    {&protocol_allennlp, "http://h", "http://h/predict"},
	    {&protocol_hf_qa, "http://h/a?b", "http://h/a?b"},
	    {&protocol_hf_qa, "http://h/api/", "http://h/api/models/m"},
	    {&protocol_hf_qa, "http://h/models/x", "http://h/models/x"},
	};
	const struct model_setup setup = {.served_name = "m"};

	(void)state;
	for (size_t i = 0; i < sizeof(urls) / sizeof(*urls); i++) {
		struct buf b = BUF_INIT;

		model_protocol_url(urls[i].protocol, &b, urls[i].given, &setup);
		assert_string_equal(b.p, urls[i].whole);
		buf_release(&b);
	}
}

static void every_request_is_json(void **state)
{
	const struct model_setup setup = {.served_name = "m \"x\""};

	(void)state;
	for (const struct model_protocol *const *p = model_protocols; *p != NULL; p++) {
		for (unsigned without = 0; without < 64; without++) {
			const struct model_question q = {&setup, passage, "q\n?", strlen(passage), 3, without};
			struct buf b = BUF_INIT;
			char err[JSON_ERR_MAX];
			json_t *v;

			(*p)->request(&b, &q);
			v = json_parse(b.p, b.n, err);
			if (v == NULL)
				fail_msg("%s: %s", (*p)->name, err);
			json_decref(v);
			buf_release(&b);
		}
	}
}

static void a_status_has_a_name(void **state)
{
	static const struct {
		int status;
		enum model_outcome outcome;
	} named[] = {{401, MODEL_DENIED},     {403, MODEL_DENIED},       {404, MODEL_NOT_FOUND},
		     {408, MODEL_TIMEOUT},    {413, MODEL_TOO_LONG},     {422, MODEL_REJECTED},
		     {400, MODEL_REJECTED},   {429, MODEL_RATE_LIMITED}, {500, MODEL_BAD_STATUS},
		     {503, MODEL_OVERLOADED}, {529, MODEL_OVERLOADED},   {302, MODEL_REDIRECTED}};
	struct buf b = BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++)
		assert_int_equal(reply_outcome(named[i].status, ""), named[i].outcome);
	assert_int_equal(reply_outcome(400, "maximum context length is 8"), MODEL_TOO_LONG);
	assert_int_equal(reply_outcome(400, "content_filter "), MODEL_DECLINED);
	assert_int_equal(reply_outcome(402, ""), MODEL_DENIED);
	reply_sentence(&b, "{\"error\":{\"message\":\"no\\nkey\"}}", 31);
	assert_string_equal(b.p, "no key");
	buf_release(&b);
}

static void what_a_server_does_not_take_is_left_out(void **state)
{
	static const struct {
		unsigned before;
		int status;
		const char *body;
		unsigned after;
	} refusals[] = {
	    {0, 400, "{\"error\":\"response_format is not supported\"}", WITHOUT_SCHEMA},
	    {0, 400, "use max_completion_tokens instead of max_tokens", WITHOUT_MAX_TOKENS},
	    {WITHOUT_MAX_TOKENS, 400, "{\"error\":{\"message\":\"Unsupported value\",\"param\":\"temperature\"}}",
	     WITHOUT_MAX_TOKENS | WITHOUT_TEMPERATURE},
	    /* what was sent, and is repeated, names nothing */
	    {0, 422, "{\"detail\":[{\"loc\":[\"body\",\"seed\"],\"msg\":\"Extra\",\"input\":\"temperature\"}]}",
	     WITHOUT_SEED},
	    {0, 400, "no", WITHOUT_SCHEMA},
	    {WITHOUT_SCHEMA, 400, "no", WITHOUT_SCHEMA | WITHOUT_SEED | WITHOUT_TEMPERATURE},
	    {WITHOUT_SCHEMA | WITHOUT_SEED | WITHOUT_TEMPERATURE, 400, "no",
	     WITHOUT_SCHEMA | WITHOUT_SEED | WITHOUT_TEMPERATURE},
	    {0, 500, "{\"error\":\"grammar\"}", WITHOUT_SCHEMA},
	    {0, 500, "no", 0},
	    {0, 401, "temperature", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		struct buf said = BUF_INIT;

		reply_said(&said, refusals[i].body, strlen(refusals[i].body));
		assert_int_equal(chat_without(refusals[i].before, refusals[i].status, said.p), refusals[i].after);
		buf_release(&said);
	}
	assert_int_equal(protocol_kserve_v2.without(0, 400, "unexpected shape for input"), WITHOUT_FLAT);
	assert_int_equal(protocol_kserve_v2.without(0, 500, "ValueError: unexpected shape"), WITHOUT_FLAT);
	assert_int_equal(protocol_kserve_v2.without(0, 400, "no"), 0);
	assert_int_equal(protocol_hf_qa.without(0, 400, "got an unexpected keyword argument 'top_k'"),
			 WITHOUT_PARAMETERS);
	assert_int_equal(protocol_hf_qa.without(0, 422, "parameters: extra fields not permitted"), WITHOUT_PARAMETERS);
	assert_int_equal(protocol_hf_qa.without(0, 503, "top_k"), 0);
	assert_int_equal(protocol_hf_qa.without(0, 400, "no"), 0);
}

static void a_key_goes_where_it_belongs_and_is_masked(void **state)
{
	const struct model_setup own = {.headers = "api-key: {key}\nX: y"}, none = {0};
	char **h = key_headers(&protocol_anthropic, &none, "sk-1");
	struct buf b = BUF_INIT;

	(void)state;
	assert_string_equal(h[2], "anthropic-version: 2023-06-01");
	assert_string_equal(h[3], "x-api-key: sk-1");
	key_headers_free(&h);
	h = key_headers(&protocol_openai, &own, "sk-1");
	assert_string_equal(h[2], "api-key: sk-1");
	assert_string_equal(h[3], "X: y");
	assert_null(h[4]);
	key_headers_free(&h);
	assert_true(key_mask(&b, "bad key sk-12345!", 17, "sk-12345"));
	assert_string_equal(b.p, "bad key ***!");
	assert_false(key_mask(&b, "EMPTY", 5, "EMPTY"));
	buf_release(&b);
}

static void the_pace_is_kept(void **state)
{
	struct pace p;

	(void)state;
	pace_init(&p, 2);
	pace_sent(&p, 1000);
	pace_sent(&p, 2000);
	assert_int_equal(pace_wait(&p, 3000), 58000);
	assert_int_equal(pace_wait(&p, 61000), 0);
	pace_refused(&p, 61000, 7);
	assert_int_equal(pace_wait(&p, 61000), 7000);
	pace_release(&p);
	pace_init(&p, 0);
	pace_refused(&p, 1000, 0);
	assert_int_equal(pace_wait(&p, 1000), 500);
	pace_refused(&p, 1500, 0);
	assert_int_equal(pace_wait(&p, 1500), 1000);
	pace_release(&p);
}

/* A build is all five; what it says of itself beyond 200 characters is not kept. */
static void an_answer_of_another_build_is_a_fault(void **state)
{
#define PIN(version) "{\"pins\":[[\"m\",\"" version "\",\"w\",\"p\",\"beat\"],[\"n\",\"0\",\"\",\"\",\"beat\"]]}"
#define TEN          "\u00e9234567890"
#define LONG         TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
	static const struct {
		const char *guard;
		struct model_answer a;
		bool good;
	} rows[] = {
	    {NULL, {.name = "x"}, true},
	    {"{}", {.name = "x"}, true},
	    {PIN("1"), {.name = "m", .version = "1", .weights = "w", .prompt = "p", .protocol = "beat"}, true},
	    {PIN("1"), {.name = "n", .version = "0", .weights = "", .prompt = "", .protocol = "beat"}, true},
	    {PIN("1"), {.name = "n", .version = "1", .weights = "w", .prompt = "p", .protocol = "beat"}, false},
	    {PIN("1"), {.name = "m", .version = "2", .weights = "w", .prompt = "p", .protocol = "beat"}, false},
	    {PIN("1"), {.name = "m", .version = "11", .weights = "w", .prompt = "p", .protocol = "beat"}, false},
	    {PIN("1"), {.name = "m", .version = "1", .weights = "", .prompt = "p", .protocol = "beat"}, false},
	    {PIN("1"), {.name = "m", .version = "1", .weights = "w", .prompt = "q", .protocol = "beat"}, false},
	    {PIN("1"), {.name = "m", .version = "1", .weights = "w", .prompt = "p", .protocol = "hf-qa"}, false},
	    {PIN(LONG), {.name = "m", .version = LONG "x", .weights = "w", .prompt = "p", .protocol = "beat"}, true},
	    {PIN("1"),
	     {.outcome = MODEL_EMPTY, .name = "m", .version = "2", .weights = "w", .prompt = "p", .protocol = "beat"},
	     false},
	};
	struct model_answer dead = {.outcome = MODEL_TIMEOUT, .name = "x"};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct model_answer a = rows[i].a;

		guard_look(rows[i].guard, &a);
		if ((a.outcome != MODEL_OTHER_BUILD) != rows[i].good)
			fail_msg("row %zu", i);
	}
	guard_look(PIN("1"), &dead);
	assert_int_equal(dead.outcome, MODEL_TIMEOUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(replies_are_read),
	    cmocka_unit_test(addresses_are_completed),
	    cmocka_unit_test(every_request_is_json),
	    cmocka_unit_test(a_status_has_a_name),
	    cmocka_unit_test(what_a_server_does_not_take_is_left_out),
	    cmocka_unit_test(a_key_goes_where_it_belongs_and_is_masked),
	    cmocka_unit_test(the_pace_is_kept),
	    cmocka_unit_test(an_answer_of_another_build_is_a_fault),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
