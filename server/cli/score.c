/* beatctl score: word-overlap scores of pairs, a line in, a line out.
 *
 * What was read is scored and written before more is waited for, so the command can
 * sit in a pipe or answer a program line by line. Memory is bounded by some multiple of LINE_LIMIT.
 * A bad line writes nothing on standard output; its number goes to standard error.
 *
 * When much was read at once, its lines are cut into parts, one for each processor; what they
 * wrote and complained about is put together in the order of the lines. */
#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/json.h"
#include "beat/jw.h"
#include "beat/score.h"

enum { LINE_LIMIT = 16 << 20, READ_SIZE = 1 << 20, PART_SIZE = 64 << 10, PARTS = 8, MEMO_LINE = 104 };

/* A line of output says no more than its score, and few scores are frequent: writing
 * a double in its shortest form costs more than all the rest. */
struct memo {
	struct score score;
	size_t n; /* bytes of the line; 0 in an unused place */
	char line[MEMO_LINE];
};

struct complaint {
	size_t line; /* within its part, from 0 */
	char why[JSON_ERR_MAX];
};

/* Some whole lines, scored by one thread. */
struct part {
	const char *p;
	size_t n;
	bool first;   /* begins with the first line of all */
	bool utf8;    /* all of it is valid UTF-8, so that each string is */
	size_t lines; /* those behind us */
	struct buf out;
	struct complaint *bad;
	size_t bad_n, bad_cap;
	pthread_t thread;
	bool threaded;
	struct memo memo[16][16][16];
};

struct scorer {
	struct buf in;
	size_t line; /* number of the current line, from 1 */
	size_t bad;
	bool skipping;            /* within a line that is too long */
	struct part *part[PARTS]; /* made when needed */
	size_t processors;
};

struct pair {
	const char *gold, *pred;
	size_t gold_n, pred_n;
};

static void bad_line(struct part *part, const char *why)
{
	struct complaint *c;

	if (part->bad_n == part->bad_cap) {
		part->bad_cap = part->bad_cap > 0 ? 2 * part->bad_cap : 8;
		part->bad = xrealloc(part->bad, part->bad_cap * sizeof(*part->bad));
	}
	c = &part->bad[part->bad_n++];
	c->line = part->lines;
	snprintf(c->why, sizeof(c->why), "%s", why);
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

/* The first quote, backslash or control character; end if there is none. Eight bytes are asked at a time: a byte that
 * is found falsely can only stand behind one that is found rightly. */
static const char *plain_end(const char *p, const char *end)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t w, found;

	for (; (size_t)(end - p) >= sizeof(w); p += sizeof(w)) {
		memcpy(&w, p, sizeof(w));
		w = le64toh(w);
		found = (((w ^ ones * '"') - ones) | ((w ^ ones * '\\') - ones) | (w - ones * 0x20)) & ~w & ones * 0x80;
		if (found != 0)
			return p + __builtin_ctzll(found) / 8;
	}
	while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
		p++;
	return p;
}

/* A string without escapes at p; returns what follows it. */
static const char *plain_string(const char *p, const char *end, const char **s, size_t *n)
{
	if (p == NULL || p == end || *p++ != '"')
		return NULL;
	*s = p;
	p = plain_end(p, end);
	*n = (size_t)(p - *s);
	return p < end && *p == '"' ? p + 1 : NULL;
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

/* A given text at p; returns what follows it. */
static const char *literal(const char *p, const char *end, const char *text, size_t n)
{
	return p != NULL && (size_t)(end - p) >= n && memcmp(p, text, n) == 0 ? p + n : NULL;
}
#define LITERAL(p, end, text) literal(p, end, text, sizeof(text) - 1)

/* The line as nearly every program writes it. */
static bool parse_usual(const char *p, size_t n, struct pair *pair)
{
	const char *end = p + n;

	p = plain_string(LITERAL(p, end, "{\"gold\":"), end, &pair->gold, &pair->gold_n);
	p = plain_string(LITERAL(p, end, ",\"pred\":"), end, &pair->pred, &pair->pred_n);
	return p != NULL && end - p == 1 && *p == '}';
}

/* A common line, read in place: both fields, nothing else, no escapes, of valid UTF-8. Whatever
 * else it may be, right or wrong, is left to the real parser. */
static bool parse_plain(const char *p, size_t n, struct pair *pair)
{
	const char *end = p + n;

	if (parse_usual(p, n, pair))
		return true;
	*pair = (struct pair){0};
	p = plain_field(expect(p, end, '{'), end, pair);
	p = plain_field(expect(p, end, ','), end, pair);
	return expect(p, end, '}') == end;
}

/* Any JSON as Python reads it: the last of equal keys counts, NUL is a character,
 * further fields are of no interest and numbers in them may be of any size. */
static json_t *parse_any(struct part *part, const char *p, size_t n, struct pair *pair)
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
	bad_line(part, why);
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

static void report(struct part *part, const struct score *s)
{
	struct memo *m = &part->memo[s->pred_tokens % 16][s->gold_tokens % 16][s->shared % 16];
	struct buf *out = &part->out;
	size_t before = out->n;

	if (m->n > 0 && same(&m->score, s)) {
		buf_reserve(out, sizeof(m->line));
		memcpy(out->p + before, m->line, sizeof(m->line)); /* of a fixed size is quicker; only m->n count */
		out->n += m->n;
		return;
	}
	write_line(out, s);
	m->n = out->n - before;
	if (m->n > sizeof(m->line)) {
		m->n = 0;
		return;
	}
	m->score = *s;
	memcpy(m->line, out->p + before, m->n);
}

static void score_line(struct part *part, const char *p, size_t n)
{
	static const char mark[] = "\xef\xbb\xbf"; /* some editors and shells put it before UTF-8 */
	struct pair pair;
	json_t *root = NULL;
	struct score s;

	if (part->first && part->lines == 0 && n >= 3 && memcmp(p, mark, 3) == 0) {
		p += 3;
		n -= 3;
	}
	if (skip_space(p, p + n) == p + n)
		return;
	if (!(parse_plain(p, n, &pair) && (part->utf8 || text_is_utf8(p, n))) &&
	    (root = parse_any(part, p, n, &pair)) == NULL)
		return;
	s = score_texts(pair.gold, pair.gold_n, pair.pred, pair.pred_n);
	json_decref(root);
	report(part, &s);
}

static const char TOO_LONG[] = "longer than 16 MB.";

/* Scores the lines of a part; the last of them may have no newline. */
static void *score_part(void *arg)
{
	struct part *part = arg;
	const char *end = part->p + part->n, *newline;

	part->utf8 = text_is_utf8(part->p, part->n);
	for (const char *p = part->p; p < end; p = newline + 1) {
		newline = memchr(p, '\n', (size_t)(end - p));
		if (newline == NULL)
			newline = end;
		if (newline - p > LINE_LIMIT)
			bad_line(part, TOO_LONG);
		else
			score_line(part, p, (size_t)(newline - p));
		part->lines++;
	}
	return NULL;
}

static struct part *begin_part(struct scorer *sc, size_t i, const char *p, size_t n)
{
	struct part *part = sc->part[i];

	if (part == NULL)
		part = sc->part[i] = xcalloc(1, sizeof(*part));
	part->p = p;
	part->n = n;
	part->first = i == 0 && sc->line == 1;
	part->lines = part->bad_n = 0;
	buf_clear(&part->out);
	return part;
}

/* Cuts whole lines into parts of about the same size; returns how many. */
static size_t cut(struct scorer *sc, const char *p, size_t n)
{
	size_t parts = n / PART_SIZE, i = 0;

	parts = parts > sc->processors ? sc->processors : parts > 0 ? parts : 1;
	for (; i + 1 < parts && n > 0; i++) {
		const char *at = p + n / (parts - i) - 1, *newline = memchr(at, '\n', n - (size_t)(at - p));
		size_t taken = newline != NULL ? (size_t)(newline + 1 - p) : n;

		begin_part(sc, i, p, taken);
		p += taken;
		n -= taken;
	}
	if (n > 0)
		begin_part(sc, i++, p, n);
	return i;
}

static int put_part(struct scorer *sc, const struct part *part)
{
	for (size_t i = 0; i < part->bad_n; i++)
		cli_fail("score: line %zu: %s", sc->line + part->bad[i].line, part->bad[i].why);
	sc->bad += part->bad_n;
	sc->line += part->lines;
	if (part->out.n > 0 && fwrite(part->out.p, 1, part->out.n, stdout) != part->out.n)
		return cli_fail("score: could not write to standard output: %s.", strerror(errno));
	return CLI_OK;
}

/* Scores whole lines and writes what they give. Without a thread to be had, this one does all of it. */
static int score_lines(struct scorer *sc, const char *p, size_t n)
{
	size_t parts = cut(sc, p, n);
	int rc = CLI_OK;

	for (size_t i = 1; i < parts; i++)
		sc->part[i]->threaded = pthread_create(&sc->part[i]->thread, NULL, score_part, sc->part[i]) == 0;
	for (size_t i = 0; i < parts; i++) {
		if (i > 0 && sc->part[i]->threaded)
			pthread_join(sc->part[i]->thread, NULL);
		else
			score_part(sc->part[i]);
		if (rc == CLI_OK)
			rc = put_part(sc, sc->part[i]);
	}
	if (rc == CLI_OK && fflush(stdout) != 0)
		rc = cli_fail("score: could not write to standard output: %s.", strerror(errno));
	return rc;
}

static void drop(struct buf *b, size_t n)
{
	b->n -= n;
	if (n > 0)
		memmove(b->p, b->p + n, b->n);
}

/* The end of a line that was too long: it has been told already. */
static void skip_line(struct scorer *sc)
{
	const char *newline = memchr(sc->in.p, '\n', sc->in.n);

	drop(&sc->in, newline != NULL ? (size_t)(newline + 1 - sc->in.p) : sc->in.n);
	if (newline != NULL) {
		sc->skipping = false;
		sc->line++;
	}
}

/* Scores the whole lines of what was read, and at the end of input the rest; else keeps it for the next round. */
static int score_read(struct scorer *sc, bool all)
{
	const char *newline;
	size_t n;
	int rc;

	if (sc->skipping)
		skip_line(sc);
	newline = sc->in.n > 0 ? memrchr(sc->in.p, '\n', sc->in.n) : NULL;
	n = all ? sc->in.n : newline != NULL ? (size_t)(newline + 1 - sc->in.p) : 0;
	rc = n > 0 ? score_lines(sc, sc->in.p, n) : CLI_OK;
	drop(&sc->in, n);
	if (sc->in.n > LINE_LIMIT) {
		sc->bad++;
		cli_fail("score: line %zu: %s", sc->line, TOO_LONG);
		sc->skipping = true;
		sc->in.n = 0;
	}
	return rc;
}

/* Reads what is there: waits for the first byte, and takes more while it need not wait. */
static int read_some(struct scorer *sc, bool *end)
{
	struct pollfd more = {.fd = STDIN_FILENO, .events = POLLIN};
	size_t room = READ_SIZE;
	ssize_t got;

	buf_reserve(&sc->in, room);
	do {
		got = read(STDIN_FILENO, sc->in.p + sc->in.n, room);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return cli_fail("score: could not read standard input: %s.", strerror(errno));
		sc->in.n += (size_t)got;
		room -= (size_t)got;
		*end = got == 0;
	} while (got < 0 || (got > 0 && room > 0 && poll(&more, 1, 0) > 0));
	return CLI_OK;
}

static int score_input(struct scorer *sc)
{
	bool end = false;

	while (!end) {
		if (read_some(sc, &end) != CLI_OK || score_read(sc, end) != CLI_OK)
			return CLI_FAILED;
	}
	return sc->bad > 0 ? CLI_FAILED : CLI_OK;
}

static size_t processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > PARTS ? PARTS : (size_t)n;
}

static void release(struct scorer *sc)
{
	for (size_t i = 0; i < PARTS; i++) {
		if (sc->part[i] != NULL) {
			buf_release(&sc->part[i]->out);
			free(sc->part[i]->bad);
			free(sc->part[i]);
		}
	}
	buf_release(&sc->in);
}

static int run(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0);
	struct scorer sc = {.line = 1, .processors = processors()};
	int rc;

	if (words < 0)
		return CLI_USAGE;
	if (words > 0)
		return cli_usage(&cmd_score, "unexpected word '%s': pairs are read from standard input.", argv[1]);
	rc = score_input(&sc);
	release(&sc);
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
