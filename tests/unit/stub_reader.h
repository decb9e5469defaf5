/* stub_reader: a reader that a test can stop: it counts what it reads and answers, and waits
 * at a gate when the text says so. The answer is the first word of the passage, or one
 * outside of it when the question says "lie". */
#ifndef BEAT_TEST_STUB_READER_H
#define BEAT_TEST_STUB_READER_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/reader.h"

struct stub_reader {
	sem_t gate;    /* "wait" in a passage or question takes one */
	sem_t arrived; /* posted before it */
	atomic_int reads, answers, alive;
	size_t size; /* of a passage, as told */
};

struct stub_passage {
	struct stub_reader *of;
	size_t word; /* code points of its first word */
};

static inline void stub_gate(struct stub_reader *s, const char *text)
{
	if (strstr(text, "wait") == NULL)
		return;
	sem_post(&s->arrived);
	while (sem_wait(&s->gate) != 0)
		continue;
}

static inline const char *stub_version(const void *self)
{
	(void)self;
	return "7";
}

static inline const char *stub_weights(const void *self)
{
	(void)self;
	return "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
}

static inline const struct reader_measure *stub_measured(const void *self)
{
	static const struct reader_measure nothing;

	(void)self;
	return &nothing;
}

static inline void *stub_read(const void *self, const char *text, size_t n)
{
	struct stub_reader *s = (struct stub_reader *)self;
	struct stub_passage *p;

	(void)n;
	stub_gate(s, text);
	atomic_fetch_add(&s->reads, 1);
	if (strcspn(text, " ") == 0)
		return NULL;
	p = xcalloc(1, sizeof(*p));
	*p = (struct stub_passage){.of = s, .word = strcspn(text, " ")};
	atomic_fetch_add(&s->alive, 1);
	return p;
}

static inline size_t stub_size(const void *passage)
{
	return ((const struct stub_passage *)passage)->of->size;
}

static inline void stub_answer(const void *self, const void *passage, const char *question, size_t n,
			       struct reader_result *out)
{
	struct stub_reader *s = (struct stub_reader *)self;
	const struct stub_passage *p = passage;

	(void)n;
	stub_gate(s, question);
	atomic_fetch_add(&s->answers, 1);
	*out = (struct reader_result){.n = 1, .null_score = 0.25};
	out->best[0] = (struct reader_answer){{0, p->word}, 0.5};
	if (strstr(question, "lie") != NULL)
		out->best[0].span.end = 1000000;
	if (p->word > 1) {
		out->best[1] = (struct reader_answer){{0, 1}, 0.25};
		out->n = 2;
	}
}

static inline void stub_forget(void *passage)
{
	struct stub_passage *p = passage;

	atomic_fetch_sub(&p->of->alive, 1);
	free(p);
}

static inline void stub_close(void *self)
{
	(void)self;
}

static const struct reader_ops stub_reader_ops = {
    .name = "stub",
    .summary = "waits when told to",
    .version = stub_version,
    .weights = stub_weights,
    .measured = stub_measured,
    .read = stub_read,
    .size = stub_size,
    .answer = stub_answer,
    .forget = stub_forget,
    .close = stub_close,
};

static inline void stub_reader_init(struct stub_reader *s, size_t size)
{
	memset(s, 0, sizeof(*s));
	sem_init(&s->gate, 0, 0);
	sem_init(&s->arrived, 0, 0);
	s->size = size;
}

#endif
