/* Tests of rate: a minute's worth at once, then as fast as they come, each for itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "flow/rate.h"

static void a_bucket_empties_and_fills(void **state)
{
	const int limits[RATE_KINDS] = {[RATE_ATTEMPTS] = 60, [RATE_VOTES] = 7};
	struct rates *r = rates_new(limits);
	int64_t ann = 1, bob = 2;

	(void)state;
	for (int i = 0; i < 60; i++)
		assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 1000), 0);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 1000), 1);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &bob, sizeof(bob), 1000), 0);
	assert_int_equal(rates_take(r, RATE_VOTES, &ann, sizeof(ann), 1000), 0);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 1999), 1);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 2000), 0);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 2000), 1);
	for (int i = 0; i < 60; i++) /* never more than a minute's worth */
		assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 10000000), 0);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 10000000), 1);
	for (int i = 0; i < 6; i++)
		assert_int_equal(rates_take(r, RATE_VOTES, &ann, sizeof(ann), 1000), 0);
	assert_int_equal(rates_take(r, RATE_VOTES, &ann, sizeof(ann), 1000), 9); /* 60 s / 7, told as whole seconds */
	rates_free(&r);
}

static void newcomers_are_counted_by_the_hour_and_given_back(void **state)
{
	const int limits[RATE_KINDS] = {[RATE_NEWCOMERS] = 2};
	struct rates *r = rates_new(limits);

	(void)state;
	assert_int_equal(rates_take(r, RATE_NEWCOMERS, "a", 1, 1000), 0);
	assert_int_equal(rates_take(r, RATE_NEWCOMERS, "a", 1, 1000), 0);
	assert_int_equal(rates_take(r, RATE_NEWCOMERS, "a", 1, 1000), 1800);
	rates_give(r, RATE_NEWCOMERS, "a", 1);
	rates_give(r, RATE_NEWCOMERS, "b", 1); /* never took one */
	assert_int_equal(rates_take(r, RATE_NEWCOMERS, "a", 1, 1000), 0);
	assert_int_equal(rates_take(r, RATE_NEWCOMERS, "a", 1, 1000 + 1799999), 1);
	assert_int_equal(rates_take(r, RATE_NEWCOMERS, "a", 1, 1000 + 1800000), 0);
	rates_free(&r);
}

/* More come than a table has places: who has nothing left is not forgotten for them, so that coming under many names
 * fills nobody's bucket. */
static void a_crowd_fills_nobodys_bucket(void **state)
{
	const int limits[RATE_KINDS] = {[RATE_ATTEMPTS] = 3};
	struct rates *r = rates_new(limits);
	int64_t ann = -1;

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 1000), 0);
	for (int64_t other = 0; other < 50000; other++)
		assert_int_equal(rates_take(r, RATE_ATTEMPTS, &other, sizeof(other), 1000), 0);
	assert_int_equal(rates_take(r, RATE_ATTEMPTS, &ann, sizeof(ann), 1000), 20);
	rates_free(&r);
}

static void somebody_is_an_address_and_a_name(void **state)
{
	const int limits[RATE_KINDS] = {0};
	struct rates *r = rates_new(limits);
	struct rate_who ann = rates_who(r, "192.0.2.1", "ann"), elsewhere = rates_who(r, "192.0.2.2", "ann"),
			bob = rates_who(r, "192.0.2.1", "bob"), nobody = rates_who(r, "192.0.2.1", NULL);
	struct rate_who one = rates_who(r, "2001:db8::1", NULL), same = rates_who(r, "2001:db8::ffff:2", NULL),
			other = rates_who(r, "2001:db8:0:1::1", NULL);

	(void)state;
	rates_know(r, &ann);
	rates_know(r, &ann);
	assert_true(rates_knows(r, &ann));
	assert_false(rates_knows(r, &elsewhere) || rates_knows(r, &bob) || rates_knows(r, &nobody));
	assert_memory_equal(&one, &same, sizeof(one));
	assert_memory_not_equal(&one, &other, sizeof(one));
	for (int i = 0; i < 300; i++) { /* those who came after */
		char name[24];
		struct rate_who next;

		snprintf(name, sizeof(name), "next-%d", i);
		next = rates_who(r, "192.0.2.1", name);
		rates_know(r, &next);
	}
	assert_true(rates_knows(r, &ann));
	rates_free(&r);
}

static void zero_is_no_limit(void **state)
{
	const int limits[RATE_KINDS] = {0};
	struct rates *r = rates_new(limits);

	(void)state;
	for (int i = 0; i < 10000; i++)
		assert_int_equal(rates_take(r, RATE_SESSIONS, "x", 1, 1), 0);
	rates_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_bucket_empties_and_fills),
					   cmocka_unit_test(newcomers_are_counted_by_the_hour_and_given_back),
					   cmocka_unit_test(a_crowd_fills_nobodys_bucket),
					   cmocka_unit_test(somebody_is_an_address_and_a_name),
					   cmocka_unit_test(zero_is_no_limit)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
