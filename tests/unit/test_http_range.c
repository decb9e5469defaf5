/* What a Range header asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "beat/http.h"
#include "beat/mem.h"
#include "unit.h"

static void test_ranges(void **state)
{
	static const struct {
		const char *header;
		int64_t size;
		enum http_range is;
		int64_t first, n;
	} cases[] = {
	    {NULL, 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=0-3", 10, HTTP_RANGE_PART, 0, 4},
	    {"bytes=4-", 10, HTTP_RANGE_PART, 4, 6},
	    {"bytes=9-9", 10, HTTP_RANGE_PART, 9, 1},
	    {"bytes=-3", 10, HTTP_RANGE_PART, 7, 3},
	    {"bytes=-30", 10, HTTP_RANGE_PART, 0, 10},
	    {"bytes=5-99", 10, HTTP_RANGE_PART, 5, 5},
	    {"bytes=10-", 10, HTTP_RANGE_BEYOND, 0, 10},
	    {"bytes=-0", 10, HTTP_RANGE_BEYOND, 0, 10},
	    {"bytes=0-", 0, HTTP_RANGE_BEYOND, 0, 0},
	    {"bytes=-1", 0, HTTP_RANGE_BEYOND, 0, 0},
	    {"bytes=0-0", 0, HTTP_RANGE_BEYOND, 0, 0},
	    /* Not understood: the whole. */
	    {"bytes=-", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=5-4", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=0-1,3-4", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes= 0-1", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=1", 10, HTTP_RANGE_ALL, 0, 10},
	    {"items=0-1", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=0x1-2", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=99999999999999999999-", 10, HTTP_RANGE_ALL, 0, 10},
	    {"bytes=0-99999999999999999999", 10, HTTP_RANGE_ALL, 0, 10},
	    {"", 10, HTTP_RANGE_ALL, 0, 10},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int64_t first = -1, n = -1;

		assert_int_equal(http_range_parse(cases[i].header, cases[i].size, &first, &n), cases[i].is);
		assert_int_equal(first, cases[i].first);
		assert_int_equal(n, cases[i].n);
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_ranges))
