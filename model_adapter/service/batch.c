/* batch: see batch.h. A ring of places: the caller fills them in order and empties them in
 * order, threads take the next full one.
 *
 * Invariants: told <= taken <= added <= told + places, all counted from the beginning;
 * a place belongs to the caller before it is added and after it is answered, to one thread
 * in between. */
#include "batch.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "beat/log.h"

enum { PLACES_PER_THREAD = 4 };

struct place {
	struct batch_passage passage;
	bool answered;
};

struct batch {
	struct batch_conf conf;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct place *ring;
	size_t places;
	size_t added, taken, told;
	bool ending;
	pthread_t *threads;
};

static void lock(struct batch *b)
{
	int error = pthread_mutex_lock(&b->lock);

	assert(error == 0);
	(void)error;
}

static void answer(const struct batch_conf *c, struct batch_passage *p)
{
	const struct shelf_reader *r = c->reader;
	struct passage_ref *ref = passages_take(c->passages, r, p->text, p->text_n, NULL);

	for (size_t i = 0; i < p->n_questions; i++) {
		struct batch_question *q = &p->questions[i];

		q->result.n = 0;
		if (ref != NULL)
			r->ops->answer(r->self, passage_of(ref), q->text, q->text_n, &q->result);
	}
	passages_give_back(c->passages, &ref);
}

static void *thread_main(void *arg)
{
	struct batch *b = arg;

	lock(b);
	for (;;) {
		struct place *p;

		while (b->taken == b->added && !b->ending)
			pthread_cond_wait(&b->changed, &b->lock);
		if (b->taken == b->added)
			break;
		p = &b->ring[b->taken++ % b->places];
		pthread_mutex_unlock(&b->lock);
		answer(&b->conf, &p->passage);
		lock(b);
		p->answered = true;
		pthread_cond_broadcast(&b->changed);
	}
	pthread_mutex_unlock(&b->lock);
	return NULL;
}

struct batch *batch_new(const struct batch_conf *conf)
{
	struct batch *b = xcalloc(1, sizeof(*b));

	b->conf = *conf;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->places = (size_t)conf->threads * PLACES_PER_THREAD;
	b->ring = xcalloc(b->places, sizeof(*b->ring));
	b->threads = xcalloc((size_t)conf->threads, sizeof(*b->threads));
	for (int i = 0; i < conf->threads; i++) {
		if (pthread_create(&b->threads[i], NULL, thread_main, b) != 0) {
			log_error("a thread could not be started");
			abort();
		}
	}
	return b;
}

static void place_release(struct place *p)
{
	for (size_t i = 0; i < p->passage.n_questions; i++) {
		free(p->passage.questions[i].id);
		free(p->passage.questions[i].text);
	}
	free(p->passage.questions);
	free(p->passage.text);
	*p = (struct place){.answered = false};
}

/* Tells what is answered, in order, until at most `left` places are in use. */
static void tell(struct batch *b, size_t left)
{
	lock(b);
	while (b->told < b->added) {
		struct place *p = &b->ring[b->told % b->places];

		if (!p->answered && b->added - b->told <= left)
			break;
		while (!p->answered)
			pthread_cond_wait(&b->changed, &b->lock);
		pthread_mutex_unlock(&b->lock);
		b->conf.told(b->conf.arg, &p->passage);
		place_release(p);
		lock(b);
		b->told++;
	}
	pthread_mutex_unlock(&b->lock);
}

void batch_add(struct batch *b, const struct dataset_passage *from)
{
	struct batch_passage *p;

	tell(b, b->places - 1);
	p = &b->ring[b->added % b->places].passage;
	p->text_n = from->context_n;
	p->text = xmemdup0(from->context != NULL ? from->context : "", p->text_n);
	p->n_questions = from->n_questions;
	p->questions = xcalloc(p->n_questions + 1, sizeof(*p->questions));
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &from->questions[i];

		p->questions[i].id = xmemdup0(q->id, q->id_n);
		p->questions[i].id_n = q->id_n;
		p->questions[i].text = xmemdup0(q->text != NULL ? q->text : "", q->text_n);
		p->questions[i].text_n = q->text_n;
	}
	lock(b);
	b->added++;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->lock);
}

void batch_end(struct batch **ptr)
{
	struct batch *b = *ptr;

	if (b == NULL)
		return;
	*ptr = NULL;
	tell(b, 0);
	lock(b);
	b->ending = true;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->lock);
	for (int i = 0; i < b->conf.threads; i++)
		pthread_join(b->threads[i], NULL);
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->lock);
	free(b->ring);
	free(b->threads);
	free(b);
}

const char *batch_answer(const struct batch_passage *p, const struct reader_result *r, int i, size_t *n)
{
	const char *text = "";

	*n = 0;
	if (i < r->n && !span_slice(p->text, p->text_n, r->best[i].span, &text, n))
		abort(); /* a reader promises this, and is held to it by a fuzzer */
	return text;
}
