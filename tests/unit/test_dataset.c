/* The reader of datasets: both formats, what it hands over, and what it says about files
 * that are not what they should be. Each case reads bytes and compares what came out:
 * "[title]" an article, "<context>" a passage, "id? answer@start, …" a question. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "beat/buf.h"
#include "beat/dataset.h"
#include "unit.h"

struct seen {
	struct buf out;
	int stop_after; /* passages; 0: never */
};

static int on_article(void *arg, const struct dataset_article *a)
{
	struct seen *s = arg;

	buf_addf(&s->out, "[%zu %s]", a->number, a->title ? a->title : "-");
	return 0;
}

static int on_passage(void *arg, const struct dataset_passage *p)
{
	struct seen *s = arg;

	buf_addf(&s->out, "<%s>", p->context ? p->context : "-");
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];

		buf_addf(&s->out, "%s:%s?", q->id, q->text ? q->text : "-");
		for (size_t k = 0; k < q->n_answers; k++)
			buf_addf(&s->out, " %s@%d", q->answers[k].text, (int)q->answers[k].start);
		if (q->no_answers)
			buf_addf(&s->out, " {%s}", q->no_answers);
		buf_addc(&s->out, ';');
	}
	return s->stop_after && --s->stop_after == 0 ? 7 : 0;
}

static int read_bytes(struct seen *s, const char *name, unsigned need, const char *bytes, size_t n)
{
	const struct dataset_sink sink = {s, on_article, on_passage};
	struct dataset_in in = {.src = source_of_memory(bytes, n), .name = name, .need = need};
	char err[DATASET_ERR_MAX] = "";
	int rc;

	buf_clear(&s->out);
	buf_adds(&s->out, "");
	rc = dataset_read(&in, &sink, err);
	if (rc < 0)
		buf_addf(&s->out, "ERR %s", err);
	source_free(&in.src);
	return rc;
}

static void check(const char *name, unsigned need, const char *bytes, const char *expected)
{
	struct seen s = {0};

	read_bytes(&s, name, need, bytes, strlen(bytes));
	assert_string_equal(s.out.p, expected);
	buf_release(&s.out);
}

#define ONE(paragraphs) "{\"data\":[{\"title\":\"T\",\"paragraphs\":[" paragraphs "]}]}"

static void squad_whole(void **state)
{
	(void)state;
	check("d.json", DATASET_ALL,
	      "\xEF\xBB\xBF "
	      "{\n\"version\":\"1.1\",\"data\":[{\"paragraphs\":[{\"qas\":[{\"id\":\"q1\",\"question\":\"W?\","
	      "\"answers\":[{\"answer_start\":0,\"text\":\"one\"},{\"text\":\"two\",\"answer_start\":4}]},"
	      "{\"id\":\"q2\",\"question\":\"V?\",\"answers\":[{\"text\":\"\xC3\xA9\"}]}],\"context\":\"one two\"},"
	      "{\"context\":\"c2\",\"qas\":[]}],\"title\":\"T\"},{\"title\":\"U\",\"paragraphs\":[]}]}",
	      "[0 T]<one two>q1:W?? one@0 two@4;q2:V?? \xC3\xA9@-1;<c2>[1 U]");
}

static void squad_as_python(void **state)
{
	(void)state;
	/* the last of equal keys, numbers of any size, escapes in keys, no title */
	check("d.json", DATASET_ALL,
	      "{\"n\":123456789012345678901234567890,\"d\\u0061ta\":[{\"title\":1,\"paragraphs\":1,\"paragraphs\":"
	      "[{\"context\":\"x\",\"context\":\"c\",\"qas\":[{\"id\":\"q\",\"question\":\"w\",\"answers\":[{\"text\":"
	      "\"a\",\"answer_start\":99999999999999999999}]}]}]}]}",
	      "[0 -]<c>q:w? a@-1;");
}

static void squad_nul(void **state)
{
	static const char text[] = ONE("{\"context\":\"a\\u0000b\",\"qas\":[]}");
	struct seen s = {0};

	(void)state;
	assert_int_equal(read_bytes(&s, "d.json", DATASET_ALL, text, strlen(text)), 0);
	assert_string_equal(s.out.p, "[0 T]<a>");
	buf_release(&s.out);
}

/* Passages wait for an article's title, wherever it stands; what is no string is no title. */
static void squad_late_titles(void **state)
{
	static const char p[] = "\"paragraphs\":[{\"context\":\"a\",\"qas\":[{\"id\":\"q\",\"question\":\"w\","
				"\"answers\":[{\"text\":\"x\"}]}]},{\"qas\":[],\"context\":\"b\"}]";
	struct buf in = BUF_INIT;

	(void)state;
	buf_addf(&in, "{\"data\":[{%s,\"title\":\"T\"},{%s},{\"title\":7,%s},{\"x\":{},\"title\":\"U\",%s}]}", p, p, p,
		 p);
	check("d.json", DATASET_ALL, in.p,
	      "[0 T]<a>q:w? x@-1;<b>[1 -]<a>q:w? x@-1;<b>[2 -]<a>q:w? x@-1;<b>[3 U]<a>q:w? x@-1;<b>");
	buf_release(&in);
	/* the place of a fault is its own, also when it is told late */
	check("d.json", DATASET_ALL,
	      "{\"data\":[{\"paragraphs\":[{\"context\":\"a\",\"qas\":[]},{\"context\":\"b\"},{}],\"title\":\"T\"}]}",
	      "[0 T]<a>ERR d.json: data[0].paragraphs[1]: the field \"qas\" is missing. Is this a SQuAD v1.1 file?");
}

static void squad_lenient(void **state)
{
	(void)state;
	check("d.json", 0,
	      ONE("{\"qas\":[{\"id\":\"q\"},{\"id\":\"r\",\"answers\":[]},{\"id\":\"s\",\"answers\":[{}]}]}"),
	      "[0 T]<->q:-? {d.json: data[0].paragraphs[0].qas[0]: the field \"answers\" is missing. Is this a SQuAD "
	      "v1.1 file?};r:-? {d.json: question r has no gold answer to compare with.};s:-? {d.json: "
	      "data[0].paragraphs[0].qas[2].answers[0]: the field \"text\" is missing. Is this a SQuAD v1.1 file?};");
}

static void squad_refused(void **state)
{
	static const struct {
		const char *bytes, *said;
	} cases[] = {
	    {"", "ERR d.json:1:1: the file is empty."},
	    {"[]", "ERR d.json: expected an object, found an array. Is this a SQuAD v1.1 file?"},
	    {"{", "ERR d.json:1:2: not valid JSON: the file ends too early: expected a key in double quotes."},
	    {"nonsense",
	     "ERR d.json:1:2: not valid JSON: this is not JSON: expected true, false or null but found 'o'."},
	    {"{}", "ERR d.json: the field \"data\" is missing. Is this a SQuAD v1.1 file?"},
	    {"{\"data\":{}}", "ERR d.json: the field \"data\" must be an array, not an object."},
	    {"{\"data\":[],\"data\":[]}", "ERR d.json: the field \"data\" appears twice."},
	    {"{\"data\":[\"x\"]}",
	     "ERR d.json: data[0]: expected an object, found a string. Is this a SQuAD v1.1 file?"},
	    {"{\"data\":[\n {\"paragraphs\":[}]}",
	     "ERR d.json:2:17: not valid JSON: this is not JSON: expected a value but found '}'."},
	    {"{\"data\":[] x", "ERR d.json:1:12: not valid JSON: this is not JSON: expected ',' or '}' but found 'x'."},
	    {"{\"data\":[]} x",
	     "ERR d.json:1:13: not valid JSON: this is not JSON: expected nothing more but found 'x'."},
	    {"{\"data\":[{\"paragraphs\":[",
	     "ERR d.json:1:25: not valid JSON: the file ends too early: expected a value."},
	    {"\xFF\xFE{", "ERR d.json: the file is in UTF-16; convert it to UTF-8 with iconv."},
	    {"{\"data\":[{\"paragraphs\":[],\"paragraphs\":[]}]}",
	     "ERR d.json: data[0]: the field \"paragraphs\" appears twice."},
	    {"{\"data\":[{\"title\":\"T\",\"paragraphs\":3}]}",
	     "ERR d.json: data[0]: the field \"paragraphs\" must be an array, not a number."},
	    {"{\"data\":[{\"title\":\"\xFF\",\"paragraphs\":[]}]}",
	     "ERR d.json: data[0]: the field \"title\" is not valid UTF-8 (if the file has another encoding, convert "
	     "it "
	     "with iconv)."},
	    {ONE("{\"context\":\"\\ud800\",\"qas\":[]}"), "[0 T]ERR d.json: data[0].paragraphs[0]: the field "
							  "\"context\" has half of a surrogate pair in its \\u escapes "
							  "(it was cut in the middle of a character)."},
	    {ONE("7"),
	     "[0 T]ERR d.json: data[0].paragraphs[0]: expected an object, found a number. Is this a SQuAD v1.1 file?"},
	    {ONE("{\"context\":\"c\",\n\"qas\":[1,}]}"),
	     "[0 T]ERR d.json:2:10: not valid JSON: unexpected token near '}'."},
	    {ONE("{\"qas\":[]}"),
	     "[0 T]ERR d.json: data[0].paragraphs[0]: the field \"context\" is missing. Is this a SQuAD v1.1 file?"},
	    {ONE("{\"context\":\"c\",\"qas\":[{\"id\":\"q\",\"answers\":[{\"text\":\"a\"}]}]}"),
	     "[0 T]ERR d.json: data[0].paragraphs[0].qas[0]: the field \"question\" is missing. Is this a SQuAD v1.1 "
	     "file?"},
	    {ONE("{\"context\":\"c\",\"qas\":[{\"id\":\"q\",\"question\":\"w\",\"answers\":[]}]}"),
	     "[0 T]ERR d.json: question q has no gold answer to compare with."},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check("d.json", DATASET_ALL, cases[i].bytes, cases[i].said);
}

static void mrqa_whole(void **state)
{
	static const char text[] =
	    "{\"header\":{\"dataset\":\"X\",\"split\":\"dev\"}}\r\n\n"
	    "{\"context\":\"[TLE] Rome [PAR] Rome "
	    "is.\",\"qas\":[{\"qid\":\"a\",\"question\":\"w\",\"answers\":[\"Rome\","
	    "\"the city\"],\"detected_answers\":[{\"text\":\"Rome\",\"char_spans\":[[6,9],[17,20]]}]}]}\n"
	    "{\"context\":\"[TLE] Rome [PAR] Old.\",\"qas\":[]}\n"
	    "{\"id\":\"\",\"context\":\"none\",\"qas\":[{\"qid\":\"b\",\"question\":\"v\",\"detected_answers\":[{"
	    "\"text\":"
	    "\"none\",\"char_spans\":[[0,3]]}]}]}\n"
	    "{\"context\":\"named\",\"title\":\"N\",\"qas\":[]}";

	(void)state;
	check("d.jsonl", DATASET_ALL, text,
	      "[0 Rome]<[TLE] Rome [PAR] Rome is.>a:w? Rome@6 the city@-1;<[TLE] Rome [PAR] Old.>[1 -]<none>b:v? "
	      "none@0;[2 N]<named>");
	/* told by its contents */
	check("d", DATASET_ALL, "{\"context\":\"c\",\"qas\":[]}\n", "[0 -]<c>");
}

static void hugging_face_rows(void **state)
{
	(void)state;
	check(
	    "d.jsonl", DATASET_ALL,
	    "{\"id\":\"a\",\"title\":\"T\",\"context\":\"c d\",\"question\":\"w\",\"answers\":{\"text\":[\"c\",\"d\"],"
	    "\"answer_start\":[0,2]}}\n{\"id\":\"b\",\"title\":\"T\",\"context\":\"c "
	    "d\",\"question\":\"v\",\"answers\":"
	    "{\"text\":[\"d\"]}}\n",
	    "[0 T]<c d>a:w? c@0 d@2;<c d>b:v? d@-1;");
	check("d.jsonl", DATASET_ALL, "{\"id\":\"a\",\"context\":\"c\",\"question\":\"w\",\"answers\":[\"c\"]}\n",
	      "[0 -]ERR d.jsonl:1: the field \"answers\" must be an object, not an array.");
	check("d.jsonl", DATASET_ALL, "{\"id\":\"a\",\"question\":\"w\",\"answers\":{\"text\":[]}}\n",
	      "[0 -]ERR d.jsonl:1: the field \"context\" is missing. Is this an MRQA file?");
	check("d.jsonl", DATASET_ALL,
	      "{\"id\":\"a\",\"context\":\"c\",\"question\":\"w\",\"answers\":{\"text\":[null]}}\n",
	      "[0 -]ERR d.jsonl:1: \"text\" of \"answers\" holds null, not a string.");
}

/* As a release has them: the answer is one object, and the title is the row's own, whatever the context says. */
static void attempt_rows(void **state)
{
	(void)state;
	check(
	    "d.jsonl", DATASET_ALL,
	    "{\"id\":\"a\",\"hit\":\"h\",\"title\":\"T\",\"context\":\"[TLE] U [PAR] c\",\"question\":\"w\",\"answer\":"
	    "{\"text\":\"c\",\"answer_start\":14},\"model\":{\"answer\":\"x\"}}\n",
	    "[0 T]<[TLE] U [PAR] c>a:w? c@14;");
	check("d.jsonl", DATASET_ALL, "{\"id\":\"a\",\"context\":\"c\",\"question\":\"w\",\"answer\":{\"text\":3}}\n",
	      "[0 -]ERR d.jsonl:1: the field \"text\" must be a string, not a number.");
	check("d.jsonl", DATASET_ALL, "{\"id\":\"a\",\"context\":\"c\",\"question\":\"w\",\"answer\":\"c\"}\n",
	      "[0 -]ERR d.jsonl:1: the field \"answer\" must be an object, not a string.");
}

static void mrqa_refused(void **state)
{
	static const struct {
		const char *bytes, *said;
	} cases[] = {
	    {"{\"header\":{}}\n{\"qas\":[}\n", "ERR d.jsonl:2:9: not valid JSON: unexpected token near '}'."},
	    {"{\"header\":{}}\n[]\n", "ERR d.jsonl:2: expected an object, found an array. Is this an MRQA file?"},
	    {"{\"text\":\"x\"}\n", "ERR d.jsonl:1: the field \"qas\" is missing. Is this an MRQA file?"},
	    {"\n{\"context\":\"c\",\"qas\":[{\"question\":\"w\"}]}",
	     "[0 -]ERR d.jsonl:2: qas[0]: the field \"qid\" is missing. Is this an MRQA file?"},
	    {"{\"context\":\"c\",\"qas\":[{\"qid\":\"a\",\"question\":\"w\",\"answers\":[\"x\",1]}]}",
	     "[0 -]ERR d.jsonl:1: qas[0].answers[1]: expected a string, found a number."},
	    {"{\"context\":\"c\",\"qas\":[{\"qid\":\"a\",\"question\":\"w\",\"detected_answers\":[{}]}]}",
	     "[0 -]ERR d.jsonl:1: qas[0]: detected_answers[0] has no \"text\"."},
	    {"{\"qas\":[]}", "[0 -]ERR d.jsonl:1: the field \"context\" is missing. Is this an MRQA file?"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check("d.jsonl", DATASET_ALL, cases[i].bytes, cases[i].said);
}

static void sink_stops(void **state)
{
	static const char text[] = ONE("{\"context\":\"a\",\"qas\":[]},{\"context\":\"b\",\"qas\":[]}");
	struct seen s = {.stop_after = 1};

	(void)state;
	assert_int_equal(read_bytes(&s, "d.json", DATASET_ALL, text, strlen(text)), 7);
	assert_string_equal(s.out.p, "[0 T]<a>");
	buf_release(&s.out);
}

/* A growing number of answers moves their array: every question must still find its own. */
static void many_answers(void **state)
{
	struct buf in = BUF_INIT, expected = BUF_INIT;

	(void)state;
	buf_adds(&in, "{\"data\":[{\"title\":\"T\",\"paragraphs\":[{\"context\":\"c\",\"qas\":[");
	buf_adds(&expected, "[0 T]<c>");
	for (int q = 0; q < 300; q++) {
		buf_addf(&in,
			 "%s{\"id\":\"q%d\",\"question\":\"w\",\"answers\":[{\"text\":\"a%d\"},{\"text\":\"b%d\"}]}",
			 q ? "," : "", q, q, q);
		buf_addf(&expected, "q%d:w? a%d@-1 b%d@-1;", q, q, q);
	}
	buf_adds(&in, "]}]}]}");
	check("d.json", DATASET_ALL, in.p, expected.p);
	buf_release(&in);
	buf_release(&expected);
}

static void gzip_files(void **state)
{
	char path[] = "/tmp/beat-dataset-XXXXXX", err[DATASET_ERR_MAX];
	const char *text = "{\"context\":\"c\",\"qas\":[]}\n";
	struct seen s = {0};
	const struct dataset_sink sink = {&s, NULL, on_passage};
	int fd = mkstemp(path);
	gzFile gz = gzdopen(fd, "wb");

	(void)state;
	gzwrite(gz, text, (unsigned)strlen(text));
	gzclose(gz);
	assert_int_equal(dataset_read_file(path, DATASET_ALL, &sink, err), 0);
	assert_string_equal(s.out.p, "<c>");
	assert_int_equal(truncate(path, 20), 0);
	assert_int_equal(dataset_read_file(path, DATASET_ALL, &sink, err), -1);
	assert_non_null(strstr(err, "the gzip file ends too early"));
	unlink(path);
	assert_int_equal(dataset_read_file(path, DATASET_ALL, &sink, err), -1);
	assert_non_null(strstr(err, "cannot be read: No such file"));
	buf_release(&s.out);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(squad_whole), cmocka_unit_test(squad_as_python), cmocka_unit_test(squad_nul),
	  cmocka_unit_test(squad_lenient), cmocka_unit_test(squad_refused), cmocka_unit_test(mrqa_whole),
	  cmocka_unit_test(mrqa_refused), cmocka_unit_test(hugging_face_rows), cmocka_unit_test(sink_stops),
	  cmocka_unit_test(squad_late_titles), cmocka_unit_test(attempt_rows), cmocka_unit_test(many_answers),
	  cmocka_unit_test(gzip_files))
