/* batch: many passages with their questions, answered by several threads, told in the order
 * in which they came. Memory is a few passages, whatever the number of them.
 *
 *   struct batch *b = batch_new(&conf);
 *   batch_add(b, passage);      as often as wished; waits while enough is under way
 *   batch_end(&b);              waits for the rest
 *
 * told() runs in the caller's thread, during batch_add and batch_end. */
#ifndef BEAT_BATCH_H
#define BEAT_BATCH_H

#include "beat/dataset.h"
#include "passages.h"
#include "shelf.h"

struct batch;

struct batch_question {
	char *id, *text;
	size_t id_n, text_n;
	struct reader_result result; /* .n is 0 if the passage holds no word */
};

struct batch_passage {
	char *text;
	size_t text_n;
	struct batch_question *questions;
	size_t n_questions;
};

struct batch_conf {
	const struct shelf_reader *reader;
	struct passages *passages; /* datasets of one question a line repeat their passages */
	int threads;
	void (*told)(void *arg, const struct batch_passage *p);
	void *arg;
};

struct batch *batch_new(const struct batch_conf *conf);
void batch_add(struct batch *b, const struct dataset_passage *p); /* its context and questions are copied */
void batch_end(struct batch **b);

/* The text of an answer; "" if there is none. */
const char *batch_answer(const struct batch_passage *p, const struct reader_result *r, int i, size_t *n);

#endif
