/* beatctl score: word-overlap scores of pairs, a line in, a line out.
 *
 * What was read is scored and written before more is waited for, so the command can
 * sit in a pipe or answer a program line by line. Memory is bounded by some multiple of LINE_LIMIT.
 * A bad line writes nothing on standard output; its number goes to standard error. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/json.h"
#include "beat/jw.h"
#include "beat/score.h"

enum { LINE_LIMIT = 16 << 20, READ_SIZE = 256 << 10, MEMO_LINE = 104 };

/* A line of output says no more than its score, and few scores are frequent: writing
 * a double in its shortest form costs more than all the rest. */
struct memo {
	struct score score;
	size_t n; /* bytes of the line; 0 in an unused place */
	char line[MEMO_LINE];
};

struct scorer {
	struct buf in, out;
	size_t seen; /* bytes of `in` known to hold no newline */
	size_t line; /* number of the current line, from 1 */
	size_t bad;
	bool skipping; /* within a line that is too long */
	struct memo memo[16][16][16];
};

struct pair {
	const char *gold, *pred;
	size_t gold_n, pred_n;
};

static void bad_line(struct scorer *sc, const char *why)
{
	sc->bad++;
	cli_fail("score: line %zu: %s", sc->line, why);
}

static const char *skip_space(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
		p++;
	return p;
}

/* Skips one expected character and the white space around it; NULL passes through. */
static const char *expect(const char *p, const char *end, char c)
{
	if (p == NULL)
		return NULL;
	p = skip_space(p, end);
	return p < end && *p == c ? skip_space(p + 1, end) : NULL;
}

/* Skips eight bytes at a time while all of them are ASCII and neither a quote, a
 * backslash nor a control character; it may stop early, never late. */
static const char *skip_plain(const char *p, const char *end)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t w;

	for (; (size_t)(end - p) >= sizeof(w); p += sizeof(w)) {
		memcpy(&w, p, sizeof(w));
		if (((w - ones * 0x20) | ((w ^ ones * '"') - ones) | ((w ^ ones * '\\') - ones) | w) & ones * 0x80)
			break;
	}
	return p;
}

/* A string without escapes at p; returns what follows it. */
static const char *plain_string(const char *p, const char *end, const char **s, size_t *n)
{
	unsigned char any = 0;

	if (p == NULL || p == end || *p++ != '"')
		return NULL;
	*s = p;
	for (p = skip_plain(p, end); p < end && *p != '"'; p++) {
		if (*p == '\\' || (unsigned char)*p < 0x20)
			return NULL;
		any |= (unsigned char)*p;
	}
	*n = (size_t)(p - *s);
	return p < end && (any < 0x80 || text_is_utf8(*s, *n)) ? p + 1 : NULL;
}

/* One of the two fields, wherever it stands; returns what follows it. */
static const char *plain_field(const char *p, const char *end, struct pair *pair)
{
	const char *key;
	size_t n;

	p = expect(plain_string(p, end, &key, &n), end, ':');
	if (p == NULL || n != 4)
		return NULL;
	if (memcmp(key, "gold", 4) == 0 && pair->gold == NULL)
		return plain_string(p, end, &pair->gold, &pair->gold_n);
	if (memcmp(key, "pred", 4) == 0 && pair->pred == NULL)
		return plain_string(p, end, &pair->pred, &pair->pred_n);
	return NULL;
}

/* The commonest line, read in place: both fields, nothing else, no escapes. Whatever
 * else it may be, right or wrong, is left to the real parser. */
static bool parse_plain(const char *p, size_t n, struct pair *pair)
{
	const char *end = p + n;

	*pair = (struct pair){0};
	p = plain_field(expect(p, end, '{'), end, pair);
	p = plain_field(expect(p, end, ','), end, pair);
	return expect(p, end, '}') == end;
}

/* Any JSON as Python reads it: the last of equal keys counts, NUL is a character,
 * further fields are of no interest and numbers in them may be of any size. */
static json_t *parse_any(struct scorer *sc, const char *p, size_t n, struct pair *pair)
{
	char why[JSON_ERR_MAX];
	json_error_t e;
	json_t *root = json_loadb(p, n, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &e);

	if (root == NULL)
		snprintf(why, sizeof(why), "not valid JSON: %s (column %d).", e.text, e.column);
	else if (!json_is_object(root))
		snprintf(why, sizeof(why), "expected an object {\"gold\":…,\"pred\":…}.");
	else if (json_get_str(root, "gold", &pair->gold, &pair->gold_n, why) == 0 &&
		 json_get_str(root, "pred", &pair->pred, &pair->pred_n, why) == 0)
		return root;
	bad_line(sc, why);
	json_decref(root);
	return NULL;
}

static void write_line(struct buf *out, const struct score *s)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kint(&w, "shared", s->shared);
	jw_kint(&w, "pred_tokens", s->pred_tokens);
	jw_kint(&w, "gold_tokens", s->gold_tokens);
	jw_kint(&w, "em", s->exact);
	jw_knum(&w, "f1", score_f1(s));
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static bool same(const struct score *a, const struct score *b)
{
	return a->shared == b->shared && a->pred_tokens == b->pred_tokens && a->gold_tokens == b->gold_tokens &&
	       a->exact == b->exact;
}

static void report(struct scorer *sc, const struct score *s)
{
	struct memo *m = &sc->memo[s->pred_tokens % 16][s->gold_tokens % 16][s->shared % 16];
	size_t before = sc->out.n;

	if (m->n > 0 && same(&m->score, s)) {
		buf_add(&sc->out, m->line, m->n);
		return;
	}
	write_line(&sc->out, s);
	m->n = sc->out.n - before;
	if (m->n > sizeof(m->line)) {
		m->n = 0;
		return;
	}
	m->score = *s;
	memcpy(m->line, sc->out.p + before, m->n);
}

static void score_line(struct scorer *sc, const char *p, size_t n)
{
	static const char mark[] = "\xef\xbb\xbf"; /* some editors and shells put it before UTF-8 */
	struct pair pair;
	json_t *root = NULL;
	struct score s;

	if (sc->line == 1 && n >= 3 && memcmp(p, mark, 3) == 0) {
		p += 3;
		n -= 3;
	}
	if (skip_space(p, p + n) == p + n)
		return;
	if (!parse_plain(p, n, &pair) && (root = parse_any(sc, p, n, &pair)) == NULL)
		return;
	s = score_texts(pair.gold, pair.gold_n, pair.pred, pair.pred_n);
	json_decref(root);
	report(sc, &s);
}

static bool too_long(struct scorer *sc, size_t n)
{
	if (n <= LINE_LIMIT)
		return false;
	bad_line(sc, "longer than 16 MB.");
	return true;
}

/* Ends the current line, unless it was given up already. */
static void end_line(struct scorer *sc, const char *p, size_t n)
{
	if (!sc->skipping && !too_long(sc, n))
		score_line(sc, p, n);
	sc->skipping = false;
	sc->line++;
}

/* Scores the whole lines of what was read and keeps the rest for the next round. */
static void score_lines(struct scorer *sc)
{
	const char *p = sc->in.p, *end = p + sc->in.n, *from = p + sc->seen, *newline;

	while ((newline = memchr(from, '\n', (size_t)(end - from))) != NULL) {
		end_line(sc, p, (size_t)(newline - p));
		from = p = newline + 1;
	}
	sc->in.n = (size_t)(end - p);
	if (p != sc->in.p)
		memmove(sc->in.p, p, sc->in.n);
	if (sc->skipping || too_long(sc, sc->in.n)) {
		sc->skipping = true;
		sc->in.n = 0;
	}
	sc->seen = sc->in.n;
}

static int flush(struct scorer *sc)
{
	size_t n = sc->out.n;

	if (fwrite(sc->out.p, 1, n, stdout) != n || fflush(stdout) != 0)
		return cli_fail("score: could not write to standard output: %s.", strerror(errno));
	buf_clear(&sc->out);
	return CLI_OK;
}

static int score_input(struct scorer *sc)
{
	ssize_t got;

	do {
		buf_reserve(&sc->in, READ_SIZE);
		got = read(STDIN_FILENO, sc->in.p + sc->in.n, READ_SIZE);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return cli_fail("score: could not read standard input: %s.", strerror(errno));
		sc->in.n += (size_t)got;
		score_lines(sc);
		if (got == 0 && sc->in.n > 0)
			end_line(sc, sc->in.p, sc->in.n);
		if (sc->out.n > 0 && flush(sc) != CLI_OK)
			return CLI_FAILED;
	} while (got != 0);
	return sc->bad > 0 ? CLI_FAILED : CLI_OK;
}

static int run(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0);
	struct scorer *sc;
	int rc;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_score, "unexpected word '%s': pairs are read from standard input.", argv[1]);
	sc = xcalloc(1, sizeof(*sc));
	sc->line = 1;
	rc = score_input(sc);
	buf_release(&sc->in);
	buf_release(&sc->out);
	free(sc);
	return rc;
}

const struct cli_command cmd_score = {
    .name = "score",
    .summary = "word-overlap F1 and exact match of answer pairs",
    .help = "Usage: beatctl score < PAIRS.jsonl\n"
	    "\n"
	    "Reads one JSON object a line from standard input, {\"gold\":\"…\",\"pred\":\"…\"}, and writes\n"
	    "one line each:\n"
	    "  {\"shared\":s,\"pred_tokens\":m,\"gold_tokens\":k,\"em\":0|1,\"f1\":0.0}\n"
	    "The texts are normalised as in the SQuAD v1.1 script: lower case, no ASCII punctuation, no\n"
	    "articles, white space. shared counts the words in common, em says whether the normalised\n"
	    "texts are equal, and f1 = 2s/(m+k) is the very number that script gives.\n"
	    "\n"
	    "Other fields are ignored and empty lines are skipped. A bad line (not JSON, a field missing or no\n"
	    "string, longer than 16 MB) is named by its number on standard error and has no line of output;\n"
	    "the rest goes on.\n"
	    "\n"
	    "Example\n"
	    "  echo '{\"gold\":\"New York\",\"pred\":\"the New York City\"}' | beatctl score\n"
	    "  {\"shared\":2,\"pred_tokens\":3,\"gold_tokens\":2,\"em\":0,\"f1\":0.8}\n"
	    "\n"
	    "Exit codes: 0 every line was scored, 1 some line was bad or could not be read or written,\n"
	    "2 wrong usage.\n",
    .run = run,
};
