/* A knowledge graph read from a dump: ids, PageRank of small graphs, lines that are too long, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lab/wikidata_graph.h"
#include "unit.h"

static const char *file_of(const char *text)
{
	static char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/tmp/test_wikidata.%d", (int)getpid());
	f = fopen(path, "wb");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return path;
}

static void ids(void **state)
{
	static const char *const NONE[] = {"", "Q", "Q0", "Q01", "q1", "L7", "Q12x", "Q99999999999999", "P-1", " Q1"};
	char text[WD_ID_TEXT];

	(void)state;
	assert_string_equal(wd_id_text(wd_id_parse("Q4294967295"), text), "Q4294967295");
	assert_string_equal(wd_id_text(wd_id_parse("P31"), text), "P31");
	assert_true(wd_is_property(wd_id_parse("P31")) && !wd_is_property(wd_id_parse("Q31")));
	for (size_t i = 0; i < ARRAY_LEN(NONE); i++)
		assert_int_equal(wd_id_parse(NONE[i]), 0);
	assert_int_equal(wd_id_parse(NULL), 0);
}

/* A star: three point to the first, which points nowhere. Solved by hand: with x for a leaf and y for the middle,
 * x = 0.0375 + 0.2125 y and 3x + y = 1. */
static void pagerank_of_a_star(void **state)
{
	const size_t offsets[] = {0, 0, 1, 2, 3};
	const uint32_t links[] = {0, 0, 0};
	double scores[4], y = (1 - 3 * 0.0375) / (1 + 3 * 0.2125);

	(void)state;
	wd_pagerank(4, offsets, links, scores);
	assert_true(scores[0] - y < 1e-8 && y - scores[0] < 1e-8);
	for (int i = 1; i < 4; i++)
		assert_true(scores[i] - (1 - y) / 3 < 1e-8 && (1 - y) / 3 - scores[i] < 1e-8);
}

static void a_line_has_a_limit(void **state)
{
	char err[LAB_ERR_MAX];
	struct lines l;

	(void)state;
	assert_int_equal(lines_open(&l, file_of("abcde\n\nabcdef\n"), 5, err), 0);
	assert_int_equal(lines_next(&l, err), 1);
	assert_string_equal(l.text.p, "abcde");
	assert_int_equal(lines_next(&l, err), 1);
	assert_string_equal(l.text.p, "");
	assert_int_equal(lines_next(&l, err), -1);
	assert_non_null(strstr(err, ": line 3: it is longer than 5 bytes."));
	lines_close(&l);
	assert_int_equal(lines_open(&l, "/none", 5, err), -1);
	lines_close(&l);
}

/* Names, values and classes of one line; a class of its own is none. */
static void an_entity(void **state)
{
	static const char DUMP[] =
	    "[\n{\"id\":\"L1\"},\n{\"type\":\"item\",\"id\":\"Q1\",\"labels\":{\"en\":{\"value\":\" A \\n b \"}},"
	    "\"aliases\":{\"en\":[{\"value\":\"A b\"},{\"value\":\"\\u0001\"},{\"value\":\"\"},{\"value\":\"c\"}]},"
	    "\"claims\":{\"P279\":[{\"mainsnak\":{\"datavalue\":{\"type\":\"wikibase-entityid\",\"value\":{\"id\":"
	    "\"Q1\"}}}},"
	    "{\"mainsnak\":{\"datavalue\":{\"type\":\"wikibase-entityid\",\"value\":{\"id\":\"Q2\"}}}}],"
	    "\"P569\":[{\"rank\":\"deprecated\",\"mainsnak\":{\"datavalue\":{\"type\":\"time\",\"value\":"
	    "{\"time\":\"+1900-01-01T00:00:00Z\",\"precision\":11}}}},"
	    "{\"mainsnak\":{\"datavalue\":{\"type\":\"time\",\"value\":{\"time\":\"-0044-03-15T00:00:00Z\","
	    "\"precision\":11}}}}],"
	    "\"P570\":[{\"mainsnak\":{\"snaktype\":\"somevalue\"}},{\"mainsnak\":{\"datavalue\":{\"type\":\"time\","
	    "\"value\":"
	    "{\"time\":\"+1800-00-00T00:00:00Z\",\"precision\":7}}}}]}}\n]\n";
	struct wd_entity *e = xcalloc(1, sizeof(*e));
	char err[LAB_ERR_MAX];
	struct lines l;
	json_t *entity;

	(void)state;
	assert_int_equal(lines_open(&l, file_of(DUMP), 1 << 20, err), 0);
	assert_int_equal(wd_next(&l, NULL, NULL, &entity, &e->id, err), 1);
	wd_read_names(entity, "en", false, e);
	wd_read_classes(entity, e);
	wd_read_triples(entity, "en", e);
	assert_int_equal(e->n_names, 2);
	assert_string_equal(e->names[0], "A b");
	assert_string_equal(e->names[1], "c");
	assert_int_equal(e->classes.n, 1);
	assert_int_equal(e->n_triples, 3);
	assert_string_equal(e->triples[2].object.literal, "15 March 44 BC");
	json_decref(entity);
	assert_int_equal(wd_next(&l, NULL, NULL, &entity, &e->id, err), 0);
	lines_close(&l);
	wd_entity_free(e);
}

static void refusals(void **state)
{
	static const struct {
		const char *dump, *why;
	} CASES[] = {
	    {"", "no seed has a triple"},
	    {"[\n{\"id\":1}\n]", "line 2: it is no entity of Wikidata"},
	    {"{\"id\":\"Q1\"}\n{\"id\":\"Q2\"", "line 2: a dump has an entity a line"},
	    {"[{\"id\":\"Q1\"},{\"id\":\"Q2\"}]", "line 1: it is no entity"},
	    {"{\"id\":\"Q1\xff\"}",
	     "line 1: a dump has an entity a line, and this is none: The body is not valid UTF-8."},
	    {"{\"id\":\"Q1\",\"labels\":[],\"aliases\":[],\"claims\":[]}", "no seed has a triple"},
	};
	char err[LAB_ERR_MAX];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
		const struct wikidata_config config = {.dump = file_of(CASES[i].dump),
						       .top = 5,
						       .language = "en",
						       .delimiter = ".",
						       .triples = 3,
						       .least = 1,
						       .most = 1};

		assert_null(wikidata_new(&config, 1, NULL, NULL, err));
		assert_non_null(strstr(err, CASES[i].why));
	}
}

static int clean_up(void **state)
{
	(void)state;
	unlink(file_of(""));
	return 0;
}

UNIT_MAIN(NULL, clean_up, cmocka_unit_test(ids), cmocka_unit_test(pagerank_of_a_star),
	  cmocka_unit_test(a_line_has_a_limit), cmocka_unit_test(an_entity), cmocka_unit_test(refusals))
