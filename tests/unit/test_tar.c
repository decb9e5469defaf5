/* Headers of an archive, against what POSIX says of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/tar.h"
#include "unit.h"

static unsigned sum_of(const uint8_t *header)
{
	unsigned sum = 0;

	for (size_t i = 0; i < TAR_BLOCK; i++)
		sum += i >= 148 && i < 156 ? ' ' : header[i];
	return sum;
}

static void test_fields(void **state)
{
	uint8_t h[TAR_BLOCK];

	(void)state;
	assert_int_equal(tar_header(h, "dbidaf@1.0/dbidaf/train.json", 1000), 0);
	assert_string_equal((char *)h, "dbidaf@1.0/dbidaf/train.json");
	assert_string_equal((char *)h + 124, "00000001750");
	assert_memory_equal(h + 257, "ustar\00000", 8);
	assert_int_equal(h[156], '0');
	assert_int_equal(strtoul((char *)h + 148, NULL, 8), sum_of(h));
}

static void test_long_paths(void **state)
{
	char path[400];
	uint8_t h[TAR_BLOCK];

	(void)state;
	memset(path, 'a', sizeof(path));
	path[100] = '\0';
	assert_int_equal(tar_header(h, path, 0), 0);
	path[100] = 'a';
	path[101] = '\0';
	assert_int_equal(tar_header(h, path, 0), -1); /* no slash to cut it at */
	path[60] = '/';
	assert_int_equal(tar_header(h, path, 0), 0);
	assert_int_equal(strlen((char *)h), 40);
	assert_int_equal(strlen((char *)h + 345), 60);
	memset(path, 'a', sizeof(path));
	path[155] = '/';
	path[256] = '\0';
	assert_int_equal(tar_header(h, path, 0), 0);
	path[256] = 'a';
	path[257] = '\0';
	assert_int_equal(tar_header(h, path, 0), -1);
	assert_int_equal(tar_header(h, "", 0), -1);
}

static void test_sizes(void **state)
{
	uint8_t h[TAR_BLOCK];

	(void)state;
	assert_int_equal(tar_header(h, "f", ((int64_t)8 << 30) - 1), 0);
	assert_string_equal((char *)h + 124, "77777777777");
	assert_int_equal(tar_header(h, "f", (int64_t)8 << 30), -1);
	assert_int_equal(tar_header(h, "f", -1), -1);
	assert_int_equal(tar_padding(0), 0);
	assert_int_equal(tar_padding(1), 511);
	assert_int_equal(tar_padding(512), 0);
	assert_int_equal(tar_padding(513), 511);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_fields), cmocka_unit_test(test_long_paths), cmocka_unit_test(test_sizes))
