/* work: see include/beat/work.h. Two lists behind one lock: what waits for a thread,
 * and what waits for the loop. An eventfd wakes the loop. */
#include "beat/work.h"

#include <event2/event.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/queue.h>
#include <unistd.h>

#include "beat/log.h"

struct job {
	STAILQ_ENTRY(job) link;
	void (*run)(void *arg);
	void (*done)(void *arg);
	void *arg;
};
STAILQ_HEAD(jobs, job);

struct work {
	pthread_mutex_t lock; /* of waiting, finished and stopping */
	pthread_cond_t more;
	struct jobs waiting, finished;
	bool stopping;
	pthread_t *threads;
	int thread_count;
	int queue_max, pending; /* of the loop alone */
	int wake;               /* eventfd */
	struct event *event;
};

static void must(int error, const char *doing)
{
	if (error == 0)
		return;
	log_error("%s: %s", doing, strerror(error));
	abort();
}

/* The next job to run; NULL when there is none any more and there will be none. */
static struct job *take(struct work *w)
{
	struct job *job;

	must(pthread_mutex_lock(&w->lock), "locking the queue of work");
	while (STAILQ_EMPTY(&w->waiting) && !w->stopping)
		pthread_cond_wait(&w->more, &w->lock);
	job = STAILQ_FIRST(&w->waiting);
	if (job != NULL)
		STAILQ_REMOVE_HEAD(&w->waiting, link);
	pthread_mutex_unlock(&w->lock);
	return job;
}

static void *thread_main(void *arg)
{
	struct work *w = arg;
	struct job *job;

	while ((job = take(w)) != NULL) {
		uint64_t one = 1;

		job->run(job->arg);
		must(pthread_mutex_lock(&w->lock), "locking the queue of work");
		STAILQ_INSERT_TAIL(&w->finished, job, link);
		pthread_mutex_unlock(&w->lock);
		/* Fails only if the counter is full; the loop is awake then. */
		if (write(w->wake, &one, sizeof(one)) < 0)
			continue;
	}
	return NULL;
}

static void finish_all(struct work *w)
{
	struct jobs finished = STAILQ_HEAD_INITIALIZER(finished);
	struct job *job;

	must(pthread_mutex_lock(&w->lock), "locking the queue of work");
	STAILQ_CONCAT(&finished, &w->finished);
	pthread_mutex_unlock(&w->lock);
	while ((job = STAILQ_FIRST(&finished)) != NULL) {
		STAILQ_REMOVE_HEAD(&finished, link);
		w->pending--;
		job->done(job->arg);
		free(job);
	}
}

static void on_wake(evutil_socket_t fd, short what, void *arg)
{
	uint64_t count;

	(void)what;
	if (read(fd, &count, sizeof(count)) > 0)
		finish_all(arg);
}

/* Signals are the loop's: a thread that took one would not wake it. */
static void start_threads(struct work *w)
{
	sigset_t all, before;

	sigfillset(&all);
	must(pthread_sigmask(SIG_SETMASK, &all, &before), "blocking signals");
	for (int i = 0; i < w->thread_count; i++)
		must(pthread_create(&w->threads[i], NULL, thread_main, w), "starting a thread");
	must(pthread_sigmask(SIG_SETMASK, &before, NULL), "unblocking signals");
}

struct work *work_new(struct event_base *base, int threads, int queue_max)
{
	struct work *w = xcalloc(1, sizeof(*w));

	STAILQ_INIT(&w->waiting);
	STAILQ_INIT(&w->finished);
	must(pthread_mutex_init(&w->lock, NULL), "making a lock");
	must(pthread_cond_init(&w->more, NULL), "making a condition");
	w->queue_max = queue_max;
	w->thread_count = threads;
	w->threads = xcalloc((size_t)threads, sizeof(*w->threads));
	w->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (w->wake < 0) {
		log_error("making an eventfd: %m");
		abort();
	}
	w->event = event_new(base, w->wake, EV_READ | EV_PERSIST, on_wake, w);
	event_add(w->event, NULL);
	start_threads(w);
	return w;
}

void work_free(struct work **ptr)
{
	struct work *w = *ptr;

	if (w == NULL)
		return;
	*ptr = NULL;
	must(pthread_mutex_lock(&w->lock), "locking the queue of work");
	w->stopping = true;
	pthread_cond_broadcast(&w->more);
	pthread_mutex_unlock(&w->lock);
	for (int i = 0; i < w->thread_count; i++)
		must(pthread_join(w->threads[i], NULL), "waiting for a thread");
	finish_all(w);
	event_free(w->event);
	close(w->wake);
	pthread_cond_destroy(&w->more);
	pthread_mutex_destroy(&w->lock);
	free(w->threads);
	free(w);
}

int work_start(struct work *w, void (*run)(void *arg), void (*done)(void *arg), void *arg)
{
	struct job *job;

	if (w->pending >= w->queue_max)
		return -1;
	job = xcalloc(1, sizeof(*job));
	*job = (struct job){.run = run, .done = done, .arg = arg};
	w->pending++;
	must(pthread_mutex_lock(&w->lock), "locking the queue of work");
	STAILQ_INSERT_TAIL(&w->waiting, job, link);
	pthread_cond_signal(&w->more);
	pthread_mutex_unlock(&w->lock);
	return 0;
}

bool work_cancel(struct work *w, const void *arg)
{
	struct job *job;

	must(pthread_mutex_lock(&w->lock), "locking the queue of work");
	STAILQ_FOREACH(job, &w->waiting, link)
	{
		if (job->arg == arg)
			break;
	}
	if (job != NULL)
		STAILQ_REMOVE(&w->waiting, job, job, link);
	pthread_mutex_unlock(&w->lock);
	if (job == NULL)
		return false;
	w->pending--;
	free(job);
	return true;
}

int work_waiting(struct work *w)
{
	const struct job *job;
	int n = 0;

	must(pthread_mutex_lock(&w->lock), "locking the queue of work");
	STAILQ_FOREACH(job, &w->waiting, link)
	n++;
	pthread_mutex_unlock(&w->lock);
	return n;
}

int work_pending(const struct work *w)
{
	return w->pending;
}
