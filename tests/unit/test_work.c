/* The threads behind the loop: every job runs once in a thread, and is done once on the loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

#include "beat/loop.h"
#include "beat/work.h"
#include "unit.h"

enum { JOBS = 500 };

struct job {
	struct work *work;
	struct event_base *base;
	pthread_t loop_thread;
	int *left; /* jobs until the loop may stop */
	int runs, dones;
	bool ran_elsewhere, done_on_loop, signals_blocked;
	sem_t *gate; /* run waits for it, if not NULL */
};

static void run(void *arg)
{
	struct job *j = arg;
	sigset_t mask;

	if (j->gate != NULL)
		sem_wait(j->gate);
	j->runs++;
	j->ran_elsewhere = !pthread_equal(pthread_self(), j->loop_thread);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	j->signals_blocked = sigismember(&mask, SIGTERM) && sigismember(&mask, SIGINT);
}

static void done(void *arg)
{
	struct job *j = arg;

	assert_int_equal(j->runs, 1);
	j->dones++;
	j->done_on_loop = pthread_equal(pthread_self(), j->loop_thread);
	if (--*j->left == 0)
		loop_stop(j->base);
}

static void assert_done_once(const struct job *j)
{
	assert_int_equal(j->runs, 1);
	assert_int_equal(j->dones, 1);
	assert_true(j->ran_elsewhere);
	assert_true(j->done_on_loop);
	assert_true(j->signals_blocked);
}

static void test_all_run_and_are_done_once(void **state)
{
	static struct job jobs[JOBS];
	struct event_base *base = loop_new();
	struct work *w = work_new(base, 3, JOBS);
	int left = JOBS;

	(void)state;
	for (int i = 0; i < JOBS; i++) {
		jobs[i] = (struct job){.work = w, .base = base, .loop_thread = pthread_self(), .left = &left};
		assert_int_equal(work_start(w, run, done, &jobs[i]), 0);
		assert_int_equal(jobs[i].dones, 0);
	}
	loop_run(base);
	for (int i = 0; i < JOBS; i++)
		assert_done_once(&jobs[i]);
	assert_int_equal(work_pending(w), 0);
	work_free(&w);
	assert_null(w);
	loop_free(&base);
}

/* Work of one thread for three jobs that wait at the gate when they run; none is started. */
static struct work *gated_jobs(struct job jobs[3], int queue_max, int *left, sem_t *gate)
{
	struct event_base *base = loop_new();
	struct work *w = work_new(base, 1, queue_max);

	sem_init(gate, 0, 0);
	for (int i = 0; i < 3; i++)
		jobs[i] =
		    (struct job){.work = w, .base = base, .loop_thread = pthread_self(), .left = left, .gate = gate};
	return w;
}

static void free_gated(struct job jobs[3])
{
	work_free(&jobs[0].work);
	loop_free(&jobs[0].base);
	sem_destroy(jobs[0].gate);
}

static void test_a_full_queue_refuses(void **state)
{
	struct job jobs[3];
	int left = 2;
	sem_t gate;
	struct work *w = gated_jobs(jobs, 2, &left, &gate);

	(void)state;
	assert_int_equal(work_start(w, run, done, &jobs[0]), 0);
	assert_int_equal(work_start(w, run, done, &jobs[1]), 0);
	assert_int_equal(work_start(w, run, done, &jobs[2]), -1);
	assert_int_equal(work_pending(w), 2);
	sem_post(&gate);
	sem_post(&gate);
	loop_run(jobs[0].base);
	assert_done_once(&jobs[0]);
	assert_done_once(&jobs[1]);
	assert_int_equal(jobs[2].runs + jobs[2].dones, 0);
	left = 1;
	sem_post(&gate);
	assert_int_equal(work_start(w, run, done, &jobs[2]), 0);
	loop_run(jobs[0].base);
	assert_done_once(&jobs[2]);
	free_gated(jobs);
}

static void test_what_waits_can_be_taken_back(void **state)
{
	struct job jobs[3];
	int left = 2;
	sem_t gate;
	struct work *w = gated_jobs(jobs, 3, &left, &gate);

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(work_start(w, run, done, &jobs[i]), 0);
	while (work_waiting(w) > 2) /* until the thread has begun the first */
		sched_yield();
	assert_true(work_cancel(w, &jobs[1]));
	assert_false(work_cancel(w, &jobs[1]));
	assert_false(work_cancel(w, &jobs[0]));
	assert_int_equal(work_pending(w), 2);
	assert_int_equal(work_waiting(w), 1);
	sem_post(&gate);
	sem_post(&gate);
	loop_run(jobs[0].base);
	assert_done_once(&jobs[0]);
	assert_done_once(&jobs[2]);
	assert_int_equal(jobs[1].runs + jobs[1].dones, 0);
	assert_false(work_cancel(w, &jobs[0]));
	free_gated(jobs);
}

static void test_free_waits_for_everything(void **state)
{
	struct job jobs[5];
	struct event_base *base = loop_new();
	struct work *w = work_new(base, 2, 5);
	int left = 100;

	(void)state;
	for (int i = 0; i < 5; i++) {
		jobs[i] = (struct job){.work = w, .base = base, .loop_thread = pthread_self(), .left = &left};
		assert_int_equal(work_start(w, run, done, &jobs[i]), 0);
	}
	work_free(&w);
	for (int i = 0; i < 5; i++)
		assert_done_once(&jobs[i]);
	work_free(&w); /* again: nothing */
	loop_free(&base);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_all_run_and_are_done_once), cmocka_unit_test(test_a_full_queue_refuses),
	  cmocka_unit_test(test_what_waits_can_be_taken_back), cmocka_unit_test(test_free_waits_for_everything))
