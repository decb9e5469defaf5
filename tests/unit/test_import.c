/* import: which words are splits and collections, and what a collection is called after its file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "beat/import.h"
#include "beat/mem.h"

static void knows_splits(void **state)
{
	static const char *const good[] = {"train", "dev", "test", "auto:80/10/10", "auto:0/0/1", "auto:9999/1/1"};
	static const char *const bad[] = {"",           "Train",           "auto:",       "auto:80/10",
					  "auto:0/0/0", "auto:80/10/10/1", "auto:-1/1/1", "auto:10000/1/1",
					  "80/10/10"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(good); i++)
		assert_true(import_is_split(good[i]));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(import_is_split(bad[i]));
}

static void knows_collections(void **state)
{
	char longest[65] = "";

	(void)state;
	for (size_t i = 0; i < 63; i++)
		longest[i] = 'a';
	assert_true(import_is_collection(longest));
	longest[63] = 'a';
	assert_false(import_is_collection(longest));
	assert_true(import_is_collection("1.b_c-D"));
	assert_false(import_is_collection(""));
	assert_false(import_is_collection("-a"));
	assert_false(import_is_collection("a b"));
	assert_false(import_is_collection("\xc3\xa9t\xc3\xa9"));
}

static void names_collections_after_files(void **state)
{
	static const char *const cases[][2] = {
	    {"/some/where/train-v1.1.json", "train-v1.1"},
	    {"dev.jsonl.gz", "dev"},
	    {"My notes (2).json", "My-notes-2"},
	    {"(x)", "x"},
	    {"...", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct buf name = BUF_INIT;

		import_collection_of(&name, cases[i][0]);
		assert_string_equal(name.p, cases[i][1]);
		buf_release(&name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(knows_splits),
	    cmocka_unit_test(knows_collections),
	    cmocka_unit_test(names_collections_after_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
