/* The options of 'beatctl model' that say what a model is and how it is asked, and the JSON that the registry takes. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/jw.h"
#include "beat/model.h"
#include "beat/text.h"
#include "model.h"

int model_protocol_check(const char *protocol)
{
	const char *known;

	if (model_protocol_known(protocol, &known))
		return CLI_OK;
	return cli_fail("there is no model protocol '%s'; known are: %s.", protocol, known);
}

/* How it is asked otherwise; "none" takes it away. Those of the server come last: 'eval' has them not. */
static const struct {
	const char *option, *key;
	enum { CALL_TEXT, CALL_NUMBER, CALL_FILE, CALL_YES } kind;
} calls[] = {
    {"--model-id", "served_name", CALL_TEXT},
    {"--key-env", "key_env", CALL_TEXT},
    {"--key-file", "key_file", CALL_TEXT},
    {"--timeout-ms", "timeout_ms", CALL_NUMBER},
    {"--per-minute", "per_minute", CALL_NUMBER},
    {"--max-tokens", "max_tokens", CALL_NUMBER},
    {"--prompt", "prompt", CALL_FILE},
    {"--link-local", "link_local", CALL_YES},
    {"--concurrency", "concurrency", CALL_NUMBER},
    {"--price-in", "price_in", CALL_NUMBER},
    {"--price-out", "price_out", CALL_NUMBER},
    {"--budget-cents", "budget_cents", CALL_NUMBER},
};
enum { CALL_SERVED_NAME = 0 };

/* "49", "49.5" or "49.5%" in per mille; -1 if it is not that. */
static int parse_percent(const char *text)
{
	size_t whole = strspn(text, "0123456789");
	const char *rest = text + whole;
	int tenths = 0;
	long value;

	if (rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9') {
		tenths = rest[1] - '0';
		rest += 2;
	}
	rest += *rest == '%';
	if (whole < 1 || whole > 3 || *rest != '\0')
		return -1;
	value = strtol(text, NULL, 10) * 10 + tenths;
	return value <= 1000 ? (int)value : -1;
}

static bool is_none(const char *measured)
{
	return strcmp(measured, "none") == 0;
}

static bool is_number(const char *value)
{
	size_t n = strspn(value, "0123456789");

	return n > 0 && n < 10 && value[n] == '\0';
}

int model_given_check(const struct cli_command *cmd, const struct model_given *g)
{
	const char *const texts[] = {g->url, g->protocol, g->measured, g->measured_on};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		if (texts[i] && !text_is_utf8(texts[i], strlen(texts[i])))
			return cli_usage(cmd, "what is said of a model must be valid UTF-8.");
	}
	if (g->measured && !is_none(g->measured) && parse_percent(g->measured) < 0)
		return cli_usage(cmd,
				 "--measured takes a number from 0 to 100 with at most one decimal, like 49.5, or none;"
				 " not '%s'.",
				 g->measured);
	if (g->measured && is_none(g->measured) && g->measured_on)
		return cli_usage(cmd, "--measured none takes away what was measured: leave out --measured-on.");
	for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
		if (calls[i].kind == CALL_NUMBER && g->call[i] && !is_none(g->call[i]) && !is_number(g->call[i]))
			return cli_usage(cmd, "%s takes a whole number, not '%s'.", calls[i].option, g->call[i]);
		if (calls[i].kind == CALL_YES && g->call[i] && strcmp(g->call[i], "yes") != 0 &&
		    strcmp(g->call[i], "no") != 0)
			return cli_usage(cmd, "%s takes yes or no, not '%s'.", calls[i].option, g->call[i]);
	}
	return g->protocol ? model_protocol_check(g->protocol) : CLI_OK;
}

/* A prompt is a text file of moderate length. */
static int read_prompt(struct buf *out, const char *path)
{
	enum { PROMPT_MAX = 100000 };
	char piece[4096];
	FILE *f = fopen(path, "re");
	size_t n;

	while (f && out->n < PROMPT_MAX && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(out, piece, n);
	if (f)
		fclose(f);
	if (!f || out->n == 0 || !text_is_utf8(out->p, out->n) || strlen(out->p) != out->n)
		return cli_fail("the prompt in %s cannot be used: it is a file of text in UTF-8.", path);
	return CLI_OK;
}

static int put_calls(struct jw *w, const struct model_given *g)
{
	struct buf text = BUF_INIT;
	int rc = CLI_OK;

	for (size_t i = 0; i < ARRAY_LEN(calls) && rc == CLI_OK; i++) {
		const char *value = g->call[i];

		buf_clear(&text);
		if (!value)
			continue;
		if (is_none(value))
			value = NULL;
		else if (calls[i].kind == CALL_FILE && (rc = read_prompt(&text, value)) == CLI_OK)
			value = text.p;
		if (value && calls[i].kind == CALL_NUMBER)
			jw_kint(w, calls[i].key, strtol(value, NULL, 10));
		else if (value && calls[i].kind == CALL_YES)
			jw_kbool(w, calls[i].key, strcmp(value, "yes") == 0);
		else
			jw_kstr(w, calls[i].key, value);
	}
	buf_clear(&text);
	for (size_t i = 0; i < g->headers.n; i++)
		buf_addf(&text, "%s%s", i ? "\n" : "", is_none(g->headers.v[i]) ? "" : g->headers.v[i]);
	if (g->headers.n)
		jw_kstr(w, "headers", text.p);
	buf_release(&text);
	return rc;
}

int model_given_put(struct buf *out, const struct model_given *g)
{
	int rc;
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	if (g->url)
		jw_kstr(&w, "url", g->url);
	if (g->protocol)
		jw_kstr(&w, "protocol", g->protocol);
	if (g->measured && is_none(g->measured)) {
		jw_kstr(&w, "measured_on", NULL);
		jw_kstr(&w, "measured_permille", NULL);
	} else if (g->measured) {
		jw_kint(&w, "measured_permille", parse_percent(g->measured));
	}
	if (g->measured_on)
		jw_kstr(&w, "measured_on", g->measured_on);
	rc = put_calls(&w, g);
	jw_close(&w, '}');
	jw_done(&w);
	return rc;
}

/* The options that say how a model is asked. */
enum { ASKING = ARRAY_LEN(calls) + 2 };

static void put_asking(struct cli_opt *opts, struct model_given *g, size_t n)
{
	assert(n <= ARRAY_LEN(calls));
	opts[0] = (struct cli_opt){"--protocol", CLI_STR, &g->protocol, 0, 0};
	opts[1] = (struct cli_opt){"--header", CLI_STRS, &g->headers, 0, 0};
	for (size_t i = 0; i < n; i++)
		opts[2 + i] = (struct cli_opt){calls[i].option, CLI_STR, &g->call[i], 0, 0};
}

int model_given_parse(int argc, char **argv, struct model_given *g, bool url)
{
	struct cli_opt opts[3 + ASKING] = {
	    {"--url", CLI_STR, &g->url, 0, 0},
	    {"--measured", CLI_STR, &g->measured, 0, 0},
	    {"--measured-on", CLI_STR, &g->measured_on, 0, 0},
	};
	const size_t skip = url ? 0 : 1;

	put_asking(opts + 3, g, ARRAY_LEN(calls));
	return cli_parse(argc, argv, opts + skip, 3 + ASKING - skip);
}

int model_given_parse_for_check(int argc, char **argv, struct model_given *g, long *timeout_s)
{
	struct cli_opt opts[1 + ASKING] = {{"--timeout", CLI_INT, timeout_s, 1, 3600}};

	put_asking(opts + 1, g, ARRAY_LEN(calls));
	return cli_parse(argc, argv, opts, ARRAY_LEN(opts));
}

void model_given_options_for_eval(struct cli_opt *opts, struct model_given *g)
{
	put_asking(opts, g, MODEL_GIVEN_FOR_EVAL - 2);
}

const char *model_given_served_name(const struct model_given *g)
{
	return g->call[CALL_SERVED_NAME] && !is_none(g->call[CALL_SERVED_NAME]) ? g->call[CALL_SERVED_NAME] : NULL;
}

bool model_given_calls(const struct model_given *g)
{
	bool any = g->headers.n > 0;

	for (size_t i = 0; i < ARRAY_LEN(calls); i++)
		any = any || g->call[i];
	return any;
}

void model_given_release(struct model_given *g)
{
	cli_strs_release(&g->headers);
}
