/* Fuzz target: all readers that can be opened and are quick. The input is a question, a NUL and a
 * passage, any valid UTF-8. Every answer must slice the passage, not be empty, not
 * begin or end with white space, and hold a word; no two are the same; and asked
 * again, from another thread too, the reader answers the same. */
#include <pthread.h>

#include "../unit/reader_promises.h"
#include "beat/log.h"
#include "fuzz.h"

enum { READERS_MAX = 8 };

struct asking {
	const struct reader_ops *ops;
	const void *self, *read;
	const char *question;
	size_t question_n;
	struct reader_result result;
};

static void kept(const char *broken)
{
	if (broken != NULL) {
		(void)fprintf(stderr, "fuzz_reader: not kept: %s\n", broken);
		abort();
	}
}

static void *answer(void *arg)
{
	struct asking *a = arg;

	a->ops->answer(a->self, a->read, a->question, a->question_n, &a->result);
	return NULL;
}

/* In this thread and in another at the same time; every so often, as a thread costs more than an answer. */
static void ask_twice(struct asking *here, struct asking *there)
{
	static unsigned turn;
	pthread_t thread;

	if (turn++ % 8 == 0 && pthread_create(&thread, NULL, answer, there) == 0) {
		answer(here);
		pthread_join(thread, NULL);
	} else {
		answer(here);
		answer(there);
	}
}

static void check_reader(struct asking *here, const char *passage, size_t n)
{
	struct asking there;
	void *first = promises_read(here->ops, here->self, passage, n), *second;

	if (first == NULL) {
		kept(promises_has_word(passage, n) ? "a passage with a word is read" : NULL);
		return;
	}
	second = promises_read(here->ops, here->self, passage, n);
	here->read = first;
	there = *here;
	ask_twice(here, &there);
	kept(promises_result(passage, n, &here->result));
	kept(promises_alike(&here->result, &there.result));
	here->read = second;
	answer(here);
	kept(promises_alike(&here->result, &there.result));
	here->ops->forget(first);
	here->ops->forget(second);
}

static void open_all(void **selves)
{
	const struct reader_ops *const *all = reader_all();
	const char *folder = getenv("BEAT_MODEL_WEIGHTS");

	log_init("fuzz_reader", LOG_ERROR + 1);
	for (int i = 0; all[i] != NULL && i < READERS_MAX; i++) {
		if (!all[i]->slow) /* fuzz_checkpoint has a small one of those */
			selves[i] = all[i]->open(folder != NULL ? folder : BEAT_WEIGHTS_DIR);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void *selves[READERS_MAX];
	const char *question = (const char *)data, *cut = memchr(data, 0, size), *passage;
	size_t question_n, n;

	if (selves[0] == NULL)
		open_all(selves);
	if (cut == NULL)
		return 0;
	passage = cut + 1;
	question_n = (size_t)(cut - question);
	n = size - question_n - 1;
	if (!text_is_utf8(question, question_n) || !text_is_utf8(passage, n))
		return 0;
	for (int i = 0; reader_all()[i] != NULL && i < READERS_MAX; i++) {
		struct asking asking = {reader_all()[i], selves[i], NULL, question, question_n, {.n = 0}};

		if (selves[i] != NULL)
			check_reader(&asking, passage, n);
	}
	return 0;
}
