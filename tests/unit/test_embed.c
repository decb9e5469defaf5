/* sql/embed: what it reads, what it refuses and how it says so, and what it writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "embed/embed.h"
#include "unit.h"

static const char *const programs[] = {"one", "two"};
static struct embed e;

static int read_text(const char *text)
{
	embed_release(&e);
	embed_init(&e, programs, 2);
	return embed_read(&e, "x.sql", text) != 0 ? -1 : embed_check(&e);
}

static void good_heads_are_read(void **state)
{
	(void)state;
	assert_int_equal(
	    read_text("-- A file.\n\n-- for: one two\n\n-- row: answer(answer json)\n\n"
		      "-- name: a(x bigint, y text?,\n--     z bool) -> answer\n-- Why.\nselect $1, $2,\n  $3;\n\n"
		      "-- for: two\n-- name: b()\n--   -> stream (n int, m double?)\nselect 1, 2;\n"
		      "-- name: c()\nselect 'it''s';\n"
		      "-- name: d(x int) -> each (n int)\nselect x from unnest($1::int[]) as x;\n"),
	    0);
	assert_int_equal(e.statement_count, 4);
	assert_int_equal(e.row_count, 3);
	assert_true(e.statements[3].each && !e.statements[3].stream && !e.statements[1].each);
	assert_string_equal(e.statements[0].sql, "select $1, $2,\n  $3");
	assert_int_equal(e.statements[0].params.n, 3);
	assert_string_equal(e.statements[0].params.at[1].name, "y");
	assert_true(e.statements[0].params.at[1].maybe);
	assert_false(e.statements[0].params.at[2].maybe);
	assert_int_equal(e.statements[0].programs, 3);
	assert_int_equal(e.statements[1].programs, 2);
	assert_true(e.rows[1].streamed && !e.rows[1].read && e.rows[0].read);
	assert_string_equal(e.statements[2].row, "");
	assert_true(embed_has_set(&e, 2) && embed_has_set(&e, 3) && !embed_has_set(&e, 1));
}

static void bad_heads_are_refused(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
	    {"select 1;\n", "x.sql:1: this belongs to no statement; a statement begins with \"-- name: …\""},
	    {"-- name: a()\nselect 1;\n",
	     "x.sql:1: which programs use a? A line in front of it says so, as \"-- for: one\""},
	    {"-- for: three\n", "x.sql:1: there is no program called three"},
	    {"-- for: one\n-- name: a(x)\nselect $1;\n", "x.sql:2: x needs a type, as in \"x bigint\""},
	    {"-- for: one\n-- name: a(x float)\nselect $1;\n", "x.sql:2: the type \"float\" of x is not known"},
	    {"-- for: one\n-- name: a(x int, x int)\nselect $1;\n", "x.sql:2: two parameters are called x"},
	    {"-- for: one\n-- name: a(long int)\nselect $1;\n",
	     "x.sql:2: \"long\" is a word of C and cannot be the name of parameter"},
	    {"-- for: one\n-- name: a(x int\nselect $1;\n",
	     "x.sql:2: the head is not finished: its next lines begin with -- until every ( has its )"},
	    {"-- for: one\n-- name: a(x int) y\nselect $1;\n", "x.sql:2: nothing may follow here: \"y \""},
	    {"-- for: one\n-- name: a(x int)\nselect 1;\n", "x.sql:2: a does not use its parameter x ($1)"},
	    {"-- for: one\n-- name: a(x int)\nselect $2;\n", "x.sql:2: a uses $2, but its head names 1 parameter"},
	    {"-- for: one\n-- name: a()\n-- only words\n", "x.sql:2: a has a head and no statement"},
	    {"-- for: one\n-- name: a()\nselect 1\n", "x.sql:2: a does not end: its last line ends in ;"},
	    {"-- for: one\n-- name: a() -> ()\nselect 1;\n", "x.sql:2: a row has at least one column"},
	    {"-- for: one\n-- name: a() -> nobody\nselect 1;\n",
	     "x.sql:2: a answers with the row nobody, which no file tells (-- row: nobody(…))"},
	    {"-- for: one\n-- name: a() -> each (n int)\nselect 1;\n",
	     "x.sql:2: a is for each of nothing: it has no parameter"},
	    {"-- for: one\n-- name: a(x text[]) -> each (n int)\nselect $1;\n",
	     "x.sql:2: a is for each: its parameter x cannot be an array"},
	    {"-- for: one\n-- name: a()\nselect 1;\n\n-- name: a()\nselect 1;\n",
	     "x.sql:5: a statement called a stands already in x.sql:2"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(read_text(cases[i].text), -1);
		assert_string_equal(e.error, cases[i].error);
	}
}

static char *written(void (*write)(FILE *h, FILE *c), bool header)
{
	char *text[2] = {NULL, NULL};
	size_t n[2];
	FILE *h = open_memstream(&text[0], &n[0]), *c = open_memstream(&text[1], &n[1]);

	write(h, c);
	fclose(h);
	fclose(c);
	free(text[header ? 1 : 0]);
	return text[header ? 0 : 1];
}

static void write_set(FILE *h, FILE *c)
{
	embed_write_set(&e, 1, h, c);
}

static void write_quoted(FILE *h, FILE *c)
{
	(void)h;
	embed_write_text("a \"b\"\\\n\tc?\n", c);
}

static void macros_take_every_parameter(void **state)
{
	char *h;

	(void)state;
	assert_int_equal(read_text("-- for: one\n-- name: a(x bigint, y int?)\nselect $1, $2;\n"), 0);
	h = written(write_set, true);
	assert_non_null(strstr(h, "\tint64_t x;\n\tstruct sql_int y;\n\tchar all_given;\n} SQL_BY_NAME;"));
	assert_non_null(strstr(h, "#define q_a(p1, p2) "));
	assert_non_null(strstr(h, "{p1, p2, .all_given = 1}"));
	free(h);
}

static void texts_become_literals(void **state)
{
	char *c = written(write_quoted, false);

	(void)state;
	assert_string_equal(c, "\"a \\\"b\\\"\\\\\\n\"\n\t\"\\tc\\?\\n\"");
	free(c);
}

static int teardown(void **state)
{
	(void)state;
	embed_release(&e);
	return 0;
}

UNIT_MAIN(NULL, teardown, cmocka_unit_test(good_heads_are_read), cmocka_unit_test(bad_heads_are_refused),
	  cmocka_unit_test(macros_take_every_parameter), cmocka_unit_test(texts_become_literals))
