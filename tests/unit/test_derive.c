/* The decisions behind beatctl dataset: who wins a vote, how halves are balanced. The files are tests/oracle's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "beat/mem.h"
#include "beat/rng.h"
#include "derive/balance.h"
#include "derive/majority.h"
#include "unit.h"

static struct dataset_answer says(const char *text)
{
	return (struct dataset_answer){text, strlen(text), 0};
}

static void most_annotators_win(void **state)
{
	const struct dataset_answer a[] = {says("Paris"), says("the Rhine"), says("Rhine."), says("Paris?"),
					   says("rhine")};

	(void)state;
	assert_int_equal(majority_of(a, 5), 1); /* three for the Rhine, in the words of the first */
	assert_int_equal(majority_of(a, 1), 0);
}

static void of_equally_many_the_earlier(void **state)
{
	const struct dataset_answer a[] = {says("one"), says("two"), says("three"), says("Three"), says("Two")};

	(void)state;
	assert_int_equal(majority_of(a, 3), 0);
	assert_int_equal(majority_of(a, 5), 1);
}

static void halves_are_alike(void **state)
{
	struct balance_item items[48], again[48], other[48];
	struct rng r = rng_seeded(48, "titles");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(items); i++)
		items[i] =
		    (struct balance_item){(int64_t)(60 + rng_below(&r, 400)), (int64_t)(15 + rng_below(&r, 60)), 0};
	memcpy(again, items, sizeof(items));
	memcpy(other, items, sizeof(items));
	balance_halves(items, 48, "1");
	balance_halves(again, 48, "1");
	balance_halves(other, 48, "2");
	assert_memory_equal(items, again, sizeof(items));
	assert_memory_not_equal(items, other, sizeof(items));
	/* The paper's halves differ by 14 of 10,570 questions and 125 of 2,067 passages. */
	assert_true(balance_unlike(items, 48) <= UINT64_C(2) * 11000 + UINT64_C(2) * 2200);
}

static void both_sides_get_something(void **state)
{
	struct balance_item two[] = {{1000, 10, 0}, {1, 1, 0}}, none[] = {{0, 0, 0}, {0, 0, 0}};

	(void)state;
	balance_halves(two, 2, "1");
	assert_int_equal(two[0].side + two[1].side, 1);
	balance_halves(none, 2, "1");
	assert_int_equal(none[0].side + none[1].side, 1);
	balance_halves(two, 0, "1");
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(most_annotators_win), cmocka_unit_test(of_equally_many_the_earlier),
	  cmocka_unit_test(halves_are_alike), cmocka_unit_test(both_sides_get_something))
