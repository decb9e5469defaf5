/* The readers of passages: every format, every way a record can be bad, and where
 * it is said to be. Each case reads bytes and compares what came out, a line a
 * record: "title|text @ position" or "BAD position: reason". */
#include <bzlib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "beat/buf.h"
#include "beat/corpus.h"
#include "beat/jscan.h"
#include "unit.h"

struct seen {
	struct buf out;
	int records, bads, stop_after;
};

static int on_record(void *arg, const struct corpus_record *r)
{
	struct seen *s = arg;

	buf_addf(&s->out, "%s|%s @ %s\n", r->title, r->text, r->pos);
	s->records++;
	return s->stop_after && s->records == s->stop_after ? 7 : 0;
}

static int on_bad(void *arg, const char *pos, const char *reason)
{
	struct seen *s = arg;

	buf_addf(&s->out, "BAD %s: %s\n", pos, reason);
	s->bads++;
	return 0;
}

static int read_into(struct seen *s, enum corpus_format format, const char *bytes, size_t n)
{
	const struct corpus_sink sink = {s, on_record, on_bad};
	struct source *src = source_of_memory(bytes, n);
	int r;

	buf_clear(&s->out);
	buf_adds(&s->out, "");
	r = corpus_read(src, format, "stem", &sink);
	source_free(&src);
	return r;
}

static void check_n(enum corpus_format format, const char *bytes, size_t n, const char *expected)
{
	struct seen s = {0};

	assert_int_equal(read_into(&s, format, bytes, n), 0);
	assert_string_equal(s.out.p, expected);
	buf_release(&s.out);
}

static void check(enum corpus_format format, const char *bytes, const char *expected)
{
	check_n(format, bytes, strlen(bytes), expected);
}

/* {"data":[{"title":"T","paragraphs":[HERE]}]}, HERE beginning at byte 36 */
#define ONE(paragraphs) "{\"data\":[{\"title\":\"T\",\"paragraphs\":[" paragraphs "]}]}"
#define AT              "article 1, paragraph 1, byte 36"

static void squad_plain(void **state)
{
	(void)state;
	check(CORPUS_SQUAD, ONE("{\"context\":\"one\",\"qas\":[{\"id\":1}]},{\"qas\":[],\"context\":\"two\"}"),
	      "T|one @ article 1, paragraph 1, byte 36\nT|two @ article 1, paragraph 2, byte 71\n");
	/* any order of keys, unknown keys anywhere, pretty-printed, byte order mark */
	check(CORPUS_SQUAD,
	      "\xEF\xBB\xBF{\n \"extra\": {\"data\": [1, {\"title\": \"no\"}]},\n \"data\": [\n"
	      "  {\"split\": \"x\", \"paragraphs\": [ {\"context\": \"a\"} ], \"title\": \"late\", \"n\": [-0.5e+3, "
	      "true, null]}\n"
	      " ],\n \"version\": \"v2.0\"\n}\r\n\t ",
	      "late|a @ article 1, paragraph 1, byte 91\n");
	check(CORPUS_SQUAD, "{\"data\":[]}", "");
	check(CORPUS_SQUAD, "{\"data\":[{\"title\":\"T\",\"paragraphs\":[]}]}", "");
}

static void squad_is_verbatim(void **state)
{
	(void)state;
	check(CORPUS_SQUAD, ONE("{\"context\":\"  \\t a\\nb\\r\\n \\\"c\\\\d\\/ \\b\\f \"}"),
	      "T|  \t a\nb\r\n \"c\\d/ \b\f  @ " AT "\n");
	check(CORPUS_SQUAD, ONE("{\"context\":\"\\u00e9 \\u20AC \\ud83d\\ude00 \xF0\x9F\x98\x80 \\u007f \\uffff\"}"),
	      "T|\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF0\x9F\x98\x80 \x7f \xEF\xBF\xBF @ " AT "\n");
	check(CORPUS_SQUAD, "{\"data\":[{\"t\\u0069tle\":\"T\",\"paragraphs\":[{\"\\u0063ontext\":\"x\"}]}]}",
	      "T|x @ article 1, paragraph 1, byte 41\n");
}

static void squad_bad_strings(void **state)
{
	static const struct {
		const char *string, *reason;
	} cases[] = {
	    {"a\xFFz", "is not valid UTF-8 (if the file has another encoding, convert it with iconv)"},
	    {"caf\xE9", "is not valid UTF-8 (if the file has another encoding, convert it with iconv)"},
	    {"\xC0\x80", "is not valid UTF-8 (if the file has another encoding, convert it with iconv)"},
	    {"\xED\xA0\x80", "is not valid UTF-8 (if the file has another encoding, convert it with iconv)"},
	    {"\xF0\x9F\\u0041", "is not valid UTF-8 (if the file has another encoding, convert it with iconv)"},
	    {"a\\u0000", "contains a NUL character (\\u0000), which the database cannot store"},
	    {"line\nbreak", "has a line break or control character that must be escaped in JSON"},
	    {"\\x41", "has a backslash that is no JSON escape"},
	    {"\\u12", "has a backslash that is no JSON escape"},
	    {"\\u12g4", "has a backslash that is no JSON escape"},
	    {"\\ud83d", "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"\\ude00", "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"\\ud83dx", "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"\\ud83d\\n", "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"\\ud83d\\\"",
	     "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"\\ud83d\\u0041",
	     "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"\\ud83d\\ud83d\\ude00",
	     "has half of a surrogate pair in its \\u escapes (it was cut in the middle of a character)"},
	    {"", "is empty"},
	    {" \\u00a0\\t\\u2003 ", "is empty"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct buf in = BUF_INIT, want = BUF_INIT;

		/* the paragraph after it and the title's own article are not harmed */
		buf_addf(&in, ONE("{\"context\":\"%s\"},{\"context\":\"fine\"}"), cases[i].string);
		buf_addf(&want, "BAD " AT ": \"context\" %s\nT|fine @ article 1, paragraph 2, byte %zu\n",
			 cases[i].reason, 36 + strlen(cases[i].string) + 15);
		check(CORPUS_SQUAD, in.p, want.p);
		buf_release(&in);
		buf_release(&want);
	}
	check_n(CORPUS_SQUAD, ONE("{\"context\":\"a\0b\"}"), sizeof(ONE("{\"context\":\"a\0b\"}")) - 1,
		"BAD " AT ": \"context\" contains a NUL byte\n");
}

/* What is only passed over may hold anything that keeps its quotes. */
static void squad_ignores_what_it_skips(void **state)
{
	(void)state;
	check(CORPUS_SQUAD, ONE("{\"context\":\"a\",\"qas\":[\"\\ud83d\",\"\xFF\",\"\\u0000 \\\" \"]}"),
	      "T|a @ " AT "\n");
}

static void squad_wrong_shapes(void **state)
{
	(void)state;
	check(CORPUS_SQUAD, ONE("7,{\"context\":\"fine\"}"),
	      "BAD " AT ": the paragraph is not an object\nT|fine @ article 1, paragraph 2, byte 38\n");
	check(CORPUS_SQUAD, ONE("{}"), "BAD " AT ": \"context\" is missing\n");
	check(CORPUS_SQUAD, ONE("{\"context\":[\"a\"]}"), "BAD " AT ": \"context\" is not a string\n");
	check(CORPUS_SQUAD, ONE("{\"context\":null}"), "BAD " AT ": \"context\" is not a string\n");
	check(CORPUS_SQUAD, ONE("{\"context\":\"a\",\"context\":\"b\"}"), "BAD " AT ": \"context\" appears twice\n");
	check(CORPUS_SQUAD, "{\"data\":[[],{\"title\":\"T\",\"paragraphs\":[{\"context\":\"fine\"}]}]}",
	      "BAD article 1, byte 9: the article is not an object\nT|fine @ article 2, paragraph 1, byte 39\n");
	check(CORPUS_SQUAD, "{\"data\":[{\"title\":\"T\"}]}", "BAD article 1, byte 9: \"paragraphs\" is missing\n");
	check(CORPUS_SQUAD, "{\"data\":[{\"title\":\"T\",\"paragraphs\":{}}]}",
	      "BAD article 1, byte 9: \"paragraphs\" is not an array\n");
	check(CORPUS_SQUAD, "{\"data\":{}}", "BAD line 1: \"data\" is not an array: this is not SQuAD JSON\n");
	check(CORPUS_SQUAD, "{\"date\":[]}", "BAD line 1: \"data\" is missing: this is not SQuAD JSON\n");
}

static void squad_titles(void **state)
{
	char title[CORPUS_TITLE_BYTES + 100];
	struct buf in = BUF_INIT;

	(void)state;
	check(CORPUS_SQUAD, "{\"data\":[{\"paragraphs\":[{\"context\":\"a\"},{\"context\":\"b\"}]}]}",
	      "BAD article 1, byte 9: \"title\" is missing; all paragraphs of the article (2) are left out\n");
	check(CORPUS_SQUAD, "{\"data\":[{\"title\":3,\"paragraphs\":[{\"context\":\"a\"}]}]}",
	      "BAD article 1, byte 9: \"title\" is not a string; all paragraphs of the article (1) are left out\n");
	check(CORPUS_SQUAD, "{\"data\":[{\"title\":\" \",\"paragraphs\":[{\"context\":\"a\"}]}]}",
	      "BAD article 1, byte 9: \"title\" is empty; all paragraphs of the article (1) are left out\n");
	check(
	    CORPUS_SQUAD, "{\"data\":[{\"title\":\"\\ud800\",\"paragraphs\":[]}]}",
	    "BAD article 1, byte 9: \"title\" has half of a surrogate pair in its \\u escapes (it was cut in the middle"
	    " of a character); all paragraphs of the article (0) are left out\n");
	memset(title, 'x', sizeof(title));
	buf_addf(&in, "{\"data\":[{\"title\":\"%.*s\",\"paragraphs\":[{\"context\":\"a\"}]}]}", 1001, title);
	check(CORPUS_SQUAD, in.p,
	      "BAD article 1, byte 9: \"title\" has 1001 characters; at most 1000 are allowed; all paragraphs of the "
	      "article"
	      " (1) are left out\n");
	buf_clear(&in);
	buf_addf(&in, "{\"data\":[{\"title\":\"%.*s\",\"paragraphs\":[{\"context\":\"a\"}]}]}", (int)sizeof(title),
		 title);
	check(
	    CORPUS_SQUAD, in.p,
	    "BAD article 1, byte 9: \"title\" has more than 1000 characters; all paragraphs of the article (1) are left"
	    " out\n");
	buf_release(&in);
}

/* Exactly 50,000 characters of four bytes pass; one more does not. */
static void squad_long_texts(void **state)
{
	struct buf text = BUF_INIT, in = BUF_INIT, want = BUF_INIT;

	(void)state;
	for (int i = 0; i < CORPUS_TEXT_MAX; i++)
		buf_adds(&text, "\xF0\x9F\x98\x80");
	buf_addf(&in, ONE("{\"context\":\"%s\"}"), text.p);
	buf_addf(&want, "T|%s @ " AT "\n", text.p);
	check(CORPUS_SQUAD, in.p, want.p);
	buf_clear(&in);
	buf_addf(&in, ONE("{\"context\":\"%sx\"},{\"context\":\"fine\"}"), text.p);
	check(CORPUS_SQUAD, in.p,
	      "BAD " AT ": \"context\" has more than 50000 characters\nT|fine @ article 1, paragraph 2, byte 200052\n");
	buf_clear(&in);
	buf_adds(&in, "{\"data\":[{\"title\":\"T\",\"paragraphs\":[{\"context\":\"");
	for (int i = 0; i < CORPUS_TEXT_MAX + 1; i++)
		buf_addc(&in, 'y');
	buf_adds(&in, "\"}]}]}");
	check(CORPUS_SQUAD, in.p, "BAD " AT ": \"context\" has 50001 characters; at most 50000 are allowed\n");
	buf_release(&text);
	buf_release(&in);
	buf_release(&want);
}

static void squad_broken(void **state)
{
	static const char more[] = "; nothing from here on can be read\n";
	static const struct {
		const char *in, *expected;
	} cases[] = {
	    {"", "BAD line 1, byte 0: the file ends too early: expected '{'"},
	    {"{\"data\":[{\"title\":\"T\",\n\"paragraphs\":[{\"context\":\"a\"},{\"context\":\"b",
	     "T|a @ article 1, paragraph 1, byte 37\nBAD article 1, paragraph 2, line 2, byte 66: the file ends too "
	     "early:"
	     " expected the closing '\"' of a string"},
	    {"{\"data\":[", "BAD article 1, line 1, byte 9: the file ends too early: expected a value"},
	    {"{\"data\":[}", "BAD article 1, line 1, byte 9: this is not JSON: expected a value but found '}'"},
	    {"{\"data\":[1,]}",
	     "BAD article 1, byte 9: the article is not an object\nBAD article 1, line 1, byte 11: this is"
	     " not JSON: expected a value after ',' but found ']'"},
	    {"{\"data\":[]", "BAD line 1, byte 10: the file ends too early: expected ',' or '}'"},
	    {"{\"data\":[]} x", "BAD line 1, byte 12: this is not JSON: expected nothing more but found 'x'"},
	    {"{\"data\":[],}", "BAD line 1, byte 11: this is not JSON: expected a key in double quotes but found '}'"},
	    {"{\"v\":tru,\"data\":[]}",
	     "BAD line 1, byte 8: this is not JSON: expected true, false or null but found ','"},
	    {"{\"v\":01,\"data\":[]}", "BAD line 1, byte 6: this is not JSON: expected ',' or '}' but found '1'"},
	    {"{\"v\":1.,\"data\":[]}", "BAD line 1, byte 7: this is not JSON: expected a digit but found ','"},
	    {"{\"v\":-,\"data\":[]}", "BAD line 1, byte 6: this is not JSON: expected a digit but found ','"},
	    {"{\"v\":[1}", "BAD line 1, byte 7: this is not JSON: expected ',' or ']' but found '}'"},
	    {"{\"v\" 1}", "BAD line 1, byte 5: this is not JSON: expected ':' after a key but found '1'"},
	    {"{v:1}", "BAD line 1, byte 1: this is not JSON: expected a key in double quotes but found 'v'"},
	    {"{\"v\":\xFF}", "BAD line 1, byte 5: this is not JSON: expected a value but found byte 0xFF"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct buf want = BUF_INIT;

		buf_addf(&want, "%s%s", cases[i].expected, more);
		check(CORPUS_SQUAD, cases[i].in, want.p);
		buf_release(&want);
	}
}

static void squad_nesting(void **state)
{
	struct buf in = BUF_INIT;

	(void)state;
	buf_adds(&in, "{\"x\":");
	for (int i = 0; i < JSCAN_DEPTH_MAX; i++)
		buf_addc(&in, '[');
	for (int i = 0; i < JSCAN_DEPTH_MAX; i++)
		buf_addc(&in, ']');
	buf_adds(&in, ",\"data\":[]}");
	check(CORPUS_SQUAD, in.p, "");
	buf_clear(&in);
	buf_adds(&in, "{\"x\":");
	for (int i = 0; i < 1000000; i++)
		buf_adds(&in, "{\"a\":[");
	check(CORPUS_SQUAD, in.p,
	      "BAD line 1, byte 12293: the JSON is nested more than 4096 levels deep; nothing from here on can be "
	      "read\n");
	buf_release(&in);
}

/* 64 MB of texts before the title are too many to hold; with the title first they are not held. */
static void squad_big_articles(void **state)
{
	struct buf in = BUF_INIT, para = BUF_INIT;
	struct seen s = {0};

	(void)state;
	buf_adds(&para, "{\"context\":\"");
	for (int i = 0; i < 50000; i++)
		buf_addc(&para, 'y');
	buf_adds(&para, "\"}");
	for (int title_first = 0; title_first < 2; title_first++) {
		buf_clear(&in);
		buf_adds(&in,
			 title_first ? "{\"data\":[{\"title\":\"T\",\"paragraphs\":[" : "{\"data\":[{\"paragraphs\":[");
		for (int i = 0; i < 1400; i++) {
			buf_adds(&in, i ? "," : "");
			buf_add(&in, para.p, para.n);
		}
		buf_adds(&in, title_first ? "]}]}" : "],\"title\":\"T\"}]}");
		s.records = s.bads = 0;
		assert_int_equal(read_into(&s, CORPUS_SQUAD, in.p, in.n), 0);
		assert_int_equal(s.records, title_first ? 1400 : 0);
		assert_int_equal(s.bads, title_first ? 0 : 1);
	}
	buf_release(&s.out);
	buf_release(&para);
	buf_release(&in);
}

static void the_sink_can_stop(void **state)
{
	struct seen s = {.stop_after = 1};
	const char squad[] = "{\"data\":[{\"paragraphs\":[{\"context\":\"a\"},{\"context\":\"b\"}],\"title\":\"T\"}]}";
	const char lines[] = "{\"title\":\"T\",\"text\":\"a\"}\n{\"title\":\"T\",\"text\":\"b\"}\n";

	(void)state;
	assert_int_equal(read_into(&s, CORPUS_SQUAD, squad, sizeof(squad) - 1), 7);
	assert_int_equal(s.records, 1);
	s.records = 0;
	assert_int_equal(read_into(&s, CORPUS_JSONL, lines, sizeof(lines) - 1), 7);
	assert_int_equal(s.records, 1);
	s.records = 0;
	assert_int_equal(read_into(&s, CORPUS_TXT, "a\n\nb\n", 5), 7);
	assert_int_equal(s.records, 1);
	buf_release(&s.out);
}

static void jsonl(void **state)
{
	(void)state;
	check(CORPUS_JSONL, "{\"title\":\"A\",\"text\":\" x \"}\n{\"id\":[1],\"text\":\"y\",\"title\":\"B\"}",
	      "A| x  @ line 1\nB|y @ line 2\n");
	check(CORPUS_JSONL,
	      "\xEF\xBB\xBF{\"title\":\"A\",\"text\":\"x\"}\r\n\r\n  \n{\"title\":\"B\",\"text\":\"y\"}\r\n",
	      "A|x @ line 1\nB|y @ line 4\n");
	check(CORPUS_JSONL,
	      "{\"title\":\"A\"}\n"
	      "{\"title\":\"A\",\"text\":7}\n"
	      "{\"title\":\"A\",\"text\":\"cut\n"
	      "not json\n"
	      "[1]\n"
	      "{\"title\":\"A\",\"text\":\"x\"} {}\n"
	      "{\"title\":\"A\",\"text\":\"caf\xE9\"}\n"
	      "{\"title\":\"\",\"text\":\"x\"}\n"
	      "{\"title\":\"A\",\"text\":\"\"}\n"
	      "{\"title\":\"A\",\"text\":\"fine\"}\n"
	      "{\"title\":\"A\",\"te",
	      "BAD line 1: \"text\" is missing\n"
	      "BAD line 2: \"text\" is not a string\n"
	      "BAD line 3: the line ends too early: expected the closing '\"' of a string (byte 25 of the line)\n"
	      "BAD line 4: this is not JSON: expected '{' but found 'n' (byte 1 of the line)\n"
	      "BAD line 5: this is not JSON: expected '{' but found '[' (byte 1 of the line)\n"
	      "BAD line 6: this is not JSON: expected nothing more but found '{' (byte 26 of the line)\n"
	      "BAD line 7: \"text\" is not valid UTF-8 (if the file has another encoding, convert it with iconv)\n"
	      "BAD line 8: \"title\" is empty\n"
	      "BAD line 9: \"text\" is empty\n"
	      "A|fine @ line 10\n"
	      "BAD line 11: the line ends too early: expected the closing '\"' of a string (byte 17 of the line)\n");
	check(CORPUS_JSONL, "", "");
}

static void mrqa(void **state)
{
	(void)state;
	check(CORPUS_MRQA,
	      "{\"header\":{\"dataset\":\"x\",\"split\":\"dev\"}}\n"
	      "{\"id\":\"1\",\"context\":\"plain\",\"qas\":[{\"qid\":\"q\"}],\"context_tokens\":[[\"plain\",0]]}\n"
	      "{\"context\":\"[DOC] [TLE] Ant Farm [PAR] Ants [DOC] [TLE] Bee [PAR] Bees\"}\n"
	      "{\"context\":\"[PAR] [TLE] Cat [SEP] Cats\"}\n"
	      "{\"context\":\"[TLE] no end\"}\n"
	      "{\"context\":\"[TLE]  [PAR] nameless\"}\n"
	      "{\"context\":\"row\",\"title\":\"Given\"}\n"
	      "{\"qas\":[]}\n"
	      "{\"context\":{}}\n",
	      "stem 2|plain @ line 2\n"
	      "Ant Farm|[DOC] [TLE] Ant Farm [PAR] Ants [DOC] [TLE] Bee [PAR] Bees @ line 3\n"
	      "Cat|[PAR] [TLE] Cat [SEP] Cats @ line 4\n"
	      "stem 5|[TLE] no end @ line 5\n"
	      "stem 6|[TLE]  [PAR] nameless @ line 6\n"
	      "Given|row @ line 7\n"
	      "BAD line 8: \"context\" is missing\n"
	      "BAD line 9: \"context\" is not a string\n");
}

static void txt(void **state)
{
	struct buf in = BUF_INIT;

	(void)state;
	check(CORPUS_TXT, "one\nline two\n\n\n  three  \n", "stem|one\nline two @ line 1\nstem|  three   @ line 5\n");
	check(CORPUS_TXT, "\n \t\r\na\r\nb\r\n\r\nc\r", "stem|a\r\nb @ line 3\nstem|c\r @ line 6\n");
	check(CORPUS_TXT, "\xEF\xBB\xBFone", "stem|one @ line 1\n");
	check(CORPUS_TXT, "", "BAD line 1: the file has no text\n");
	check(CORPUS_TXT, "\n \n", "BAD line 1: the file has no text\n");
	check(CORPUS_TXT, "caf\xE9\n\nfine\n",
	      "BAD line 1: the text is not valid UTF-8 (if the file has another encoding, convert it with iconv)\n"
	      "stem|fine @ line 3\n");
	check_n(
	    CORPUS_TXT, "a\0b\n\nfine", 9,
	    "BAD line 1: the paragraph contains a NUL byte (convert UTF-16 to UTF-8 with iconv)\nstem|fine @ line 3\n");
	for (int i = 0; i < 5000; i++)
		buf_adds(&in, "sixty bytes of text, again and again until it is too much..\n");
	buf_adds(&in, " \nfine\n");
	check(CORPUS_TXT, in.p,
	      "BAD line 1: the paragraph is longer than 50000 characters (blank lines separate paragraphs)\n"
	      "stem|fine @ line 5002\n");
	buf_release(&in);
}

static enum corpus_format detect(const char *bytes, const char *path, char err[CORPUS_ERR_MAX])
{
	struct source *src = source_of_memory(bytes, strlen(bytes));
	enum corpus_format f = corpus_detect(src, path, err);

	source_free(&src);
	return f;
}

static void detection(void **state)
{
	char err[CORPUS_ERR_MAX];

	(void)state;
	assert_int_equal(detect("{\"version\": \"1.1\", \"data\": [", "x", err), CORPUS_SQUAD);
	assert_int_equal(detect("\xEF\xBB\xBF \n{\n\"data\" : [", "x.jsonl", err), CORPUS_SQUAD);
	assert_int_equal(detect("{\"data\": 3, \"text\": \"", "x.json", err), CORPUS_JSONL);
	assert_int_equal(detect("{\"header\": {", "x.jsonl", err), CORPUS_MRQA);
	assert_int_equal(detect("{\"id\": 1, \"context\": \"", "x", err), CORPUS_MRQA);
	assert_int_equal(detect("{\"title\": \"data\", \"text\": \"", "x.json", err), CORPUS_JSONL);
	assert_int_equal(detect("{\"a\": 1}", "x.json", err), CORPUS_SQUAD);
	assert_int_equal(detect("{\"a\": 1}", "x.jsonl.gz", err), CORPUS_JSONL);
	assert_int_equal(detect("broken\n", "x.jsonl", err), CORPUS_JSONL);
	assert_int_equal(detect("{\"data\": [", "x.txt", err), CORPUS_TXT);
	assert_int_equal(detect("", "x.txt.gz", err), CORPUS_TXT);
	assert_int_equal(detect("plain words", "x", err), CORPUS_UNKNOWN);
	assert_non_null(strstr(err, "no known format fits"));
	assert_int_equal(detect("[{\"title\": \"a\"}]", "x.json", err), CORPUS_UNKNOWN);
	assert_int_equal(detect("", "x.json", err), CORPUS_UNKNOWN);
	assert_string_equal(err, "the file is empty");
	assert_int_equal(detect("\xFF\xFE{", "x.json", err), CORPUS_UNKNOWN);
	assert_non_null(strstr(err, "UTF-16"));
	assert_int_equal(corpus_format_parse("mrqa"), CORPUS_MRQA);
	assert_int_equal(corpus_format_parse("MRQA"), CORPUS_UNKNOWN);
}

static void stems(void **state)
{
	static const char *const cases[][2] = {
	    {"a/b/dev-v1.1.json", "dev-v1.1"},
	    {"x.jsonl.gz", "x"},
	    {"notes/", "notes"},
	    {"a/b.txt", "b"},
	    {"plain", "plain"},
	    {".json", ".json"},
	    {"-", "stdin"},
	    {"/", "/"},
	    {"x.tar.gz", "x.tar"},
	    {"a//", "a"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *stem = corpus_stem(cases[i][0]);

		assert_string_equal(stem, cases[i][1]);
		free(stem);
	}
}

/* A folder of its own for the tests that need files. */
static char dir[64];

static int make_dir(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/beat-corpus-XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int drop_dir(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static const char *path_of(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void write_file(const char *name, const void *p, size_t n)
{
	FILE *f = fopen(path_of(name), "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(p, 1, n, f), n);
	fclose(f);
}

static size_t gzip(const char *p, size_t n, char *out, size_t cap)
{
	z_stream z = {.next_in = (Bytef *)p, .avail_in = (uInt)n, .next_out = (Bytef *)out, .avail_out = (uInt)cap};

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

static void read_file(const char *name, struct seen *s)
{
	const struct corpus_sink sink = {s, on_record, on_bad};
	char err[CORPUS_ERR_MAX];
	struct source *src = source_open(path_of(name), err);
	enum corpus_format format;

	assert_non_null(src);
	buf_clear(&s->out);
	buf_adds(&s->out, "");
	s->records = s->bads = 0;
	format = corpus_detect(src, path_of(name), err);
	assert_int_not_equal(format, CORPUS_UNKNOWN);
	assert_int_equal(corpus_read(src, format, "stem", &sink), 0);
	source_free(&src);
}

static void gzip_files(void **state)
{
	struct buf in = BUF_INIT;
	struct seen s = {0};
	char *packed = xmalloc(1 << 20);
	size_t n;

	(void)state;
	for (int i = 0; i < 5000; i++)
		buf_addf(&in, "{\"title\":\"T%d\",\"text\":\"text %d %x\"}\n", i, i, (unsigned)i * 2654435761u);
	n = gzip(in.p, in.n, packed, 1 << 20);
	write_file("whole.jsonl.gz", packed, n);
	read_file("whole.jsonl.gz", &s);
	assert_int_equal(s.records, 5000);
	assert_int_equal(s.bads, 0);

	/* two members one after the other are one file */
	memcpy(packed + n, packed, n);
	write_file("two", packed, 2 * n);
	read_file("two", &s);
	assert_int_equal(s.records, 10000);

	write_file("cut.jsonl.gz", packed, n / 2);
	read_file("cut.jsonl.gz", &s);
	assert_in_range(s.records, 1000, 4000);
	assert_int_equal(s.bads, 1);
	assert_non_null(strstr(s.out.p, "the gzip file ends too early; copy or download it again\n"));

	write_file("tail.jsonl.gz", packed, n - 4);
	read_file("tail.jsonl.gz", &s);
	assert_int_equal(s.records, 5000);
	assert_int_equal(s.bads, 1);

	packed[n - 6] ^= 1; /* of the checksum */
	write_file("hurt.jsonl.gz", packed, n);
	read_file("hurt.jsonl.gz", &s);
	assert_int_equal(s.bads, 1);
	assert_non_null(strstr(s.out.p, "the gzip data are damaged (incorrect data check)"));
	free(packed);
	buf_release(&in);
	buf_release(&s.out);
}

/* The same of bzip2, of which a dump is often several streams; damage of any kind is named. */
static void bzip2_files(void **state)
{
	struct buf in = BUF_INIT;
	struct seen s = {0};
	unsigned n = 2 << 20;
	char *packed = xmalloc(2 * (size_t)n);

	(void)state;
	for (int i = 0; i < 50000; i++)
		buf_addf(&in, "{\"title\":\"T%d\",\"text\":\"text %d %x\"}\n", i, i, (unsigned)i * 2654435761u);
	assert_int_equal(BZ2_bzBuffToBuffCompress(packed, &n, in.p, (unsigned)in.n, 1, 0, 0), BZ_OK);
	memcpy(packed + n, packed, n);
	write_file("two.jsonl.bz2", packed, 2 * (size_t)n);
	read_file("two.jsonl.bz2", &s);
	assert_int_equal(s.records, 100000);
	assert_int_equal(s.bads, 0);

	write_file("cut.jsonl.bz2", packed, n - 3);
	read_file("cut.jsonl.bz2", &s);
	assert_int_equal(s.bads, 1);
	assert_non_null(strstr(s.out.p, "the bzip2 file ends too early; copy or download the file again\n"));

	packed[n - 4] ^= 1; /* of the checksum */
	write_file("hurt.jsonl.bz2", packed, n);
	read_file("hurt.jsonl.bz2", &s);
	assert_int_equal(s.bads, 1);
	assert_non_null(strstr(s.out.p, "the bzip2 data are damaged"));

	write_file("short.txt", "BZh9 is no bzip2", 16);
	read_file("short.txt", &s);
	assert_int_equal(s.records, 1);
	free(packed);
	buf_release(&in);
	buf_release(&s.out);
}

/* Windows are 64 KB: nothing may change where one ends. */
static void long_lines_across_windows(void **state)
{
	struct buf in = BUF_INIT;
	struct seen s = {0};

	(void)state;
	for (int i = 0; i < 40; i++) {
		buf_addf(&in, "{\"title\":\"T%d\",\"junk\":\"", i);
		for (int k = 0; k < 1000 + 997 * i; k++)
			buf_adds(&in, "\xC3\xA9\\n");
		buf_adds(&in, "\",\"text\":\"");
		for (int k = 0; k < 30000; k++)
			buf_addf(&in, "%d", k % 10);
		buf_adds(&in, "\"}\n");
	}
	write_file("long.jsonl", in.p, in.n);
	read_file("long.jsonl", &s);
	assert_int_equal(s.records, 40);
	assert_int_equal(s.bads, 0);
	buf_release(&in);
	buf_release(&s.out);
}

static void unreadable_files(void **state)
{
	char err[SOURCE_ERR_MAX], why[CORPUS_ERR_MAX];
	struct corpus_files files = {0};

	(void)state;
	assert_null(source_open(path_of("missing"), err));
	assert_string_equal(err, "cannot be read: No such file or directory");
	assert_null(source_open(dir, err));
	assert_string_equal(err, "cannot be read: Is a directory");
	assert_int_equal(corpus_files_add(&files, path_of("missing"), why), -1);
	assert_string_equal(why, "cannot be read: No such file or directory");
	assert_int_equal(files.n, 0);
}

static void folders(void **state)
{
	char err[CORPUS_ERR_MAX], folder[128];
	struct corpus_files files = {0};

	(void)state;
	snprintf(folder, sizeof(folder), "%s", path_of("folder"));
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(corpus_files_add(&files, folder, err), -1);
	assert_non_null(strstr(err, "holds no .txt files"));
	assert_int_equal(mkdir(path_of("folder/sub.txt"), 0700), 0);
	write_file("folder/b.txt", "bb", 2);
	write_file("folder/a.txt", "a", 1);
	write_file("folder/\xC3\xA9.txt", "e", 1);
	write_file("folder/.hidden.txt", "h", 1);
	write_file("folder/c.json", "{}", 2);
	assert_int_equal(corpus_files_add(&files, folder, err), 0);
	assert_int_equal(files.n, 3);
	assert_string_equal(files.paths[0], path_of("folder/a.txt"));
	assert_string_equal(files.paths[1], path_of("folder/b.txt"));
	assert_string_equal(files.paths[2], path_of("folder/\xC3\xA9.txt"));
	assert_int_equal(files.bytes, 4);
	corpus_files_release(&files);
}

UNIT_MAIN(make_dir, drop_dir, cmocka_unit_test(squad_plain), cmocka_unit_test(squad_is_verbatim),
	  cmocka_unit_test(squad_bad_strings), cmocka_unit_test(squad_ignores_what_it_skips),
	  cmocka_unit_test(squad_wrong_shapes), cmocka_unit_test(squad_titles), cmocka_unit_test(squad_long_texts),
	  cmocka_unit_test(squad_broken), cmocka_unit_test(squad_nesting), cmocka_unit_test(squad_big_articles),
	  cmocka_unit_test(the_sink_can_stop), cmocka_unit_test(jsonl), cmocka_unit_test(mrqa), cmocka_unit_test(txt),
	  cmocka_unit_test(detection), cmocka_unit_test(stems), cmocka_unit_test(gzip_files),
	  cmocka_unit_test(bzip2_files), cmocka_unit_test(long_lines_across_windows),
	  cmocka_unit_test(unreadable_files), cmocka_unit_test(folders))
