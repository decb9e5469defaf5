/* fuzz_passage: what holds of every passage that a tool of the lab has made. */
#ifndef BEAT_TEST_FUZZ_PASSAGE_H
#define BEAT_TEST_FUZZ_PASSAGE_H

#include <string.h>

#include "beat/dataset.h"
#include "beat/text.h"
#include "fuzz.h"

/* Every first answer slices to its text. A callback of dataset_sink. */
static int fuzz_passage_holds(void *arg, const struct dataset_passage *p)
{
	(void)arg;
	CHECK(text_is_utf8(p->context, p->context_n));
	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_answer *a = &p->questions[i].answers[0];
		size_t byte = 0;
		uint32_t c;

		for (int64_t k = 0; k < a->start; k++)
			byte += text_decode(p->context + byte, p->context_n - byte, &c);
		CHECK(byte + a->text_n <= p->context_n && memcmp(p->context + byte, a->text, a->text_n) == 0);
	}
	return 0;
}

#endif
