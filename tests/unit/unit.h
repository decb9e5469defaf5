/* unit: main() of a test program. */
#ifndef BEAT_TEST_UNIT_H
#define BEAT_TEST_UNIT_H

/* UNIT_MAIN(SET_UP, TEAR_DOWN, cmocka_unit_test(…), …): runs the tests between the two, each NULL or a function that
 * takes the group's state. */
#define UNIT_MAIN(set_up, tear_down, ...)                                                                              \
	int main(void)                                                                                                 \
	{                                                                                                              \
		const struct CMUnitTest tests[] = {__VA_ARGS__};                                                       \
                                                                                                                       \
		return cmocka_run_group_tests(tests, set_up, tear_down);                                               \
	}

#endif
