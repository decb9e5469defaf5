/* Datasets answered by several threads: all of it, in order, whatever finishes first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "../../model_adapter/service/batch.h"
#include "stub_reader.h"
#include "unit.h"

enum { PASSAGES = 300 };

static struct stub_reader stub;
static const struct shelf_reader reader = {&stub_reader_ops, &stub};

struct heard {
	int passages, questions;
};

static void told(void *arg, const struct batch_passage *p)
{
	struct heard *h = arg;
	char id[32];

	for (size_t i = 0; i < p->n_questions; i++) {
		size_t n;
		const char *text = batch_answer(p, &p->questions[i].result, 0, &n);

		snprintf(id, sizeof(id), "%d-%zu", h->passages, i);
		assert_string_equal(p->questions[i].id, id);
		if (h->passages % 7 == 0) { /* without a word */
			assert_int_equal(p->questions[i].result.n, 0);
			assert_int_equal(n, 0);
		} else {
			snprintf(id, sizeof(id), "p%d", h->passages);
			assert_int_equal(n, strlen(id));
			assert_memory_equal(text, id, n);
		}
		h->questions++;
	}
	h->passages++;
}

static void add(struct batch *b, int number)
{
	struct dataset_question q[3];
	char ids[3][32], text[64];
	struct dataset_passage p = {.context = text, .questions = q, .n_questions = (size_t)number % 4};

	snprintf(text, sizeof(text), "%sp%d is the passage", number % 7 == 0 ? " " : "", number);
	p.context_n = strlen(text);
	for (size_t i = 0; i < p.n_questions; i++) {
		snprintf(ids[i], sizeof(ids[i]), "%d-%zu", number, i);
		q[i] = (struct dataset_question){
		    .id = ids[i], .id_n = strlen(ids[i]), .text = number % 5 == 0 ? NULL : "what", .text_n = 0};
	}
	batch_add(b, &p);
}

static void run(int threads)
{
	struct heard heard = {0};
	struct passages *passages = passages_new(1 << 16);
	struct batch_conf conf = {
	    .reader = &reader, .passages = passages, .threads = threads, .told = told, .arg = &heard};
	struct batch *b = batch_new(&conf);

	for (int i = 0; i < PASSAGES; i++)
		add(b, i);
	batch_end(&b);
	assert_null(b);
	assert_int_equal(heard.passages, PASSAGES);
	assert_int_equal(heard.questions, PASSAGES / 4 * (0 + 1 + 2 + 3));
	passages_free(&passages);
	assert_int_equal(atomic_load(&stub.alive), 0);
}

static void test_all_in_order(void **state)
{
	(void)state;
	stub_reader_init(&stub, 100);
	run(1);
	run(2);
	run(9);
}

static void test_nothing_to_do(void **state)
{
	struct heard heard = {0};
	struct passages *passages = passages_new(0);
	struct batch_conf conf = {.reader = &reader, .passages = passages, .threads = 3, .told = told, .arg = &heard};
	struct batch *b = batch_new(&conf);

	(void)state;
	batch_end(&b);
	batch_end(&b);
	assert_int_equal(heard.passages, 0);
	passages_free(&passages);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_all_in_order), cmocka_unit_test(test_nothing_to_do))
