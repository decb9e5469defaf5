/* Seeded random numbers: the very values (files made with them must not change), evenness, shuffles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "beat/rng.h"
#include "unit.h"

enum { DRAWS = 60000, FACES = 6 };

/* Reference values of the generator from a known state, worked out from its definition in Python. */
static void known_values(void **state)
{
	struct rng r = {{1, 2, 3, 4}};

	(void)state;
	assert_int_equal(rng_next(&r), 11520);
	assert_int_equal(rng_next(&r), 0);
	assert_int_equal(rng_next(&r), 1509978240);
	assert_int_equal(rng_next(&r), 1215971899390074240);
}

static void streams_differ_and_repeat(void **state)
{
	struct rng a = rng_seeded(7, "passages"), b = rng_seeded(7, "passages"), c = rng_seeded(7, "questions"),
		   d = rng_seeded(8, "passages");
	uint64_t x = rng_next(&a);

	(void)state;
	assert_int_equal(x, rng_next(&b));
	assert_int_not_equal(x, rng_next(&c));
	assert_int_not_equal(x, rng_next(&d));
}

static void every_number_is_as_likely(void **state)
{
	struct rng r = rng_seeded(1, "die");
	int seen[FACES] = {0};

	(void)state;
	for (int i = 0; i < DRAWS; i++)
		seen[rng_below(&r, FACES)]++;
	for (int i = 0; i < FACES; i++) /* five standard deviations */
		assert_in_range(seen[i], DRAWS / FACES - 457, DRAWS / FACES + 457);
	assert_int_equal(rng_below(&r, 1), 0);
}

static void chances(void **state)
{
	struct rng r = rng_seeded(2, "coin");
	int heads = 0;

	(void)state;
	for (int i = 0; i < DRAWS; i++)
		heads += rng_chance(&r, 0.2);
	assert_in_range(heads, DRAWS / 5 - 490, DRAWS / 5 + 490);
	assert_false(rng_chance(&r, 0.0));
	assert_true(rng_chance(&r, 1.0));
}

static void a_shuffle_loses_nothing(void **state)
{
	struct rng r = rng_seeded(3, "cards");
	int first[FACES] = {0};

	(void)state;
	for (int round = 0; round < DRAWS; round++) {
		char cards[FACES] = {0, 1, 2, 3, 4, 5};
		int seen = 0;

		rng_shuffle(&r, cards, FACES, 1);
		for (int i = 0; i < FACES; i++)
			seen |= 1 << cards[i];
		assert_int_equal(seen, (1 << FACES) - 1);
		first[(int)cards[0]]++;
	}
	for (int i = 0; i < FACES; i++)
		assert_in_range(first[i], DRAWS / FACES - 457, DRAWS / FACES + 457);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(known_values), cmocka_unit_test(streams_differ_and_repeat),
	  cmocka_unit_test(every_number_is_as_likely), cmocka_unit_test(chances),
	  cmocka_unit_test(a_shuffle_loses_nothing))
