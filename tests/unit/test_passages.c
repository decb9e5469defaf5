/* The cache of passages: bounded by bytes, the longest unused goes first, what is held stays
 * good, and of those who want the same at once one reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>

#include "../../model_adapter/service/passages.h"
#include "stub_reader.h"
#include "unit.h"

enum { THREADS = 8 };
static const size_t SIZE = 10000;

static struct stub_reader stub, other;
static const struct shelf_reader reader = {&stub_reader_ops, &stub}, second = {&stub_reader_ops, &other};

static struct passage_ref *take(struct passages *c, const char *text, bool *hit)
{
	return passages_take(c, &reader, text, strlen(text), hit);
}

/* Takes and gives back; whether it was there already. */
static bool is_hit(struct passages *c, const char *text)
{
	bool hit = false;
	struct passage_ref *p = take(c, text, &hit);

	assert_non_null(p);
	assert_non_null(passage_of(p));
	passages_give_back(c, &p);
	assert_null(p);
	return hit;
}

static int set_up(void **state)
{
	(void)state;
	stub_reader_init(&stub, SIZE);
	stub_reader_init(&other, SIZE);
	return 0;
}

static void test_what_was_read_is_kept(void **state)
{
	struct passages *c = passages_new(1 << 20);
	struct passages_stats s;

	(void)state;
	assert_false(is_hit(c, "one two"));
	assert_true(is_hit(c, "one two"));
	assert_false(is_hit(c, "one two "));
	s = passages_stats(c);
	assert_int_equal(s.hits, 1);
	assert_int_equal(s.misses, 2);
	assert_int_equal(s.entries, 2);
	assert_in_range(s.bytes, 2 * SIZE, 2 * SIZE + 1000);
	assert_int_equal(atomic_load(&stub.reads), 2);
	passages_free(&c);
	assert_null(c);
	assert_int_equal(atomic_load(&stub.alive), 0);
	passages_free(&c); /* again: nothing */
}

static void test_readers_do_not_share(void **state)
{
	struct passages *c = passages_new(1 << 20);
	struct passage_ref *a = take(c, "same", NULL), *b;
	bool hit = true;

	(void)state;
	b = passages_take(c, &second, "same", 4, &hit);
	assert_false(hit);
	assert_ptr_not_equal(passage_of(a), passage_of(b));
	passages_give_back(c, &a);
	passages_give_back(c, &b);
	passages_free(&c);
	assert_int_equal(atomic_load(&stub.alive) + atomic_load(&other.alive), 0);
}

static void test_the_longest_unused_goes_first(void **state)
{
	struct passages *c = passages_new(3 * (SIZE + 500));

	(void)state;
	assert_false(is_hit(c, "a"));
	assert_false(is_hit(c, "b"));
	assert_false(is_hit(c, "c"));
	assert_true(is_hit(c, "a")); /* now b is the oldest */
	assert_false(is_hit(c, "d"));
	assert_int_equal(passages_stats(c).evictions, 1);
	assert_int_equal(passages_stats(c).entries, 3);
	assert_true(is_hit(c, "a"));
	assert_true(is_hit(c, "c"));
	assert_true(is_hit(c, "d"));
	assert_false(is_hit(c, "b"));
	assert_true(passages_stats(c).bytes <= 3 * (SIZE + 500));
	passages_free(&c);
}

static void test_what_is_held_stays_good(void **state)
{
	struct passages *c = passages_new(SIZE + 500);
	struct passage_ref *held = take(c, "held on to", NULL), *too;

	(void)state;
	assert_false(is_hit(c, "b"));
	assert_false(is_hit(c, "c"));
	assert_int_equal(atomic_load(&stub.alive), 2);
	assert_int_equal(((const struct stub_passage *)passage_of(held))->word, 4);
	too = take(c, "held on to", NULL); /* read again, beside the one that is out */
	assert_ptr_not_equal(passage_of(held), passage_of(too));
	passages_give_back(c, &held);
	passages_give_back(c, &too);
	passages_free(&c);
	assert_int_equal(atomic_load(&stub.alive), 0);
}

static void test_nothing_is_kept_that_does_not_fit(void **state)
{
	struct passages *c = passages_new(0);

	(void)state;
	assert_false(is_hit(c, "a"));
	assert_false(is_hit(c, "a"));
	assert_int_equal(passages_stats(c).entries, 0);
	assert_int_equal(passages_stats(c).bytes, 0);
	assert_int_equal(atomic_load(&stub.alive), 0);
	passages_free(&c);
}

static void test_what_cannot_fit_drives_nothing_out(void **state)
{
	struct passages *c = passages_new(2 * (SIZE + 500));

	(void)state;
	assert_false(is_hit(c, "a"));
	assert_false(is_hit(c, "b"));
	stub.size = 3 * SIZE;
	assert_false(is_hit(c, "huge"));
	stub.size = SIZE;
	assert_true(is_hit(c, "a"));
	assert_true(is_hit(c, "b"));
	assert_int_equal(passages_stats(c).evictions, 0);
	assert_int_equal(passages_stats(c).entries, 2);
	passages_free(&c);
	assert_int_equal(atomic_load(&stub.alive), 0);
}

static void test_a_passage_without_a_word_is_none(void **state)
{
	struct passages *c = passages_new(1 << 20);
	bool hit;

	(void)state;
	assert_null(take(c, " ", &hit));
	assert_null(take(c, " ", &hit));
	assert_false(hit);
	assert_int_equal(passages_stats(c).entries, 0);
	passages_free(&c);
}

static void *take_waiting(void *arg)
{
	struct passages *c = arg;
	struct passage_ref *p = take(c, "wait for it", NULL);
	const void *read = passage_of(p);

	passages_give_back(c, &p);
	return (void *)read;
}

static void test_one_reads_for_all(void **state)
{
	struct passages *c = passages_new(1 << 20);
	pthread_t threads[THREADS];
	void *read[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, take_waiting, c);
	sem_wait(&stub.arrived);
	while (passages_stats(c).hits < THREADS - 1) /* the others stand and wait */
		sched_yield();
	sem_post(&stub.gate);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &read[i]);
		assert_ptr_equal(read[i], read[0]);
	}
	assert_int_equal(atomic_load(&stub.reads), 1);
	passages_free(&c);
	assert_int_equal(atomic_load(&stub.alive), 0);
}

static void *take_many(void *arg)
{
	struct passages *c = arg;
	char text[16];

	for (int i = 0; i < 2000; i++) {
		struct passage_ref *p;

		snprintf(text, sizeof(text), "%d", i * 7 % 13);
		p = take(c, text, NULL);
		if (p == NULL || ((const struct stub_passage *)passage_of(p))->word != strlen(text))
			return "wrong";
		passages_give_back(c, &p);
	}
	return NULL;
}

/* Room for half of what is wanted: entries come and go under everybody's hands. */
static void test_many_threads(void **state)
{
	struct passages *c = passages_new(6 * (SIZE + 500));
	pthread_t threads[THREADS];
	struct passages_stats s;

	(void)state;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, take_many, c);
	for (int i = 0; i < THREADS; i++) {
		void *wrong = NULL;

		pthread_join(threads[i], &wrong);
		assert_null(wrong);
	}
	s = passages_stats(c);
	assert_int_equal(s.hits + s.misses, THREADS * 2000);
	assert_int_equal(s.misses, atomic_load(&stub.reads));
	assert_int_equal(s.entries, atomic_load(&stub.alive));
	assert_true(s.bytes <= 6 * (SIZE + 500));
	passages_free(&c);
	assert_int_equal(atomic_load(&stub.alive), 0);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test_setup(test_what_was_read_is_kept, set_up),
	  cmocka_unit_test_setup(test_readers_do_not_share, set_up),
	  cmocka_unit_test_setup(test_the_longest_unused_goes_first, set_up),
	  cmocka_unit_test_setup(test_what_is_held_stays_good, set_up),
	  cmocka_unit_test_setup(test_nothing_is_kept_that_does_not_fit, set_up),
	  cmocka_unit_test_setup(test_what_cannot_fit_drives_nothing_out, set_up),
	  cmocka_unit_test_setup(test_a_passage_without_a_word_is_none, set_up),
	  cmocka_unit_test_setup(test_one_reads_for_all, set_up), cmocka_unit_test_setup(test_many_threads, set_up))
