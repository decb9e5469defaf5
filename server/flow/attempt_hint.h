/* attempt_hint: is a question much like an earlier one of its passage, hardly one at all, or copied from the passage?
 * Pure, but for memory. */
#ifndef BEAT_ATTEMPT_HINT_H
#define BEAT_ATTEMPT_HINT_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/text.h"

struct attempt_marks {
	bool near, brief, copied;
};

struct attempt_hint_rule {
	int near_permille, words_min, copied_words; /* 0: not looked at */
	const char *earlier;                        /* a JSON list of questions; may be NULL */
	size_t earlier_n;
	const char *passage;
	size_t passage_n;
};

/* Near: of the different pairs of neighbouring words of both questions at least so many per mille are shared; decided
 * by integers. Words are those of text_words(); copied ones are compared, and counted, after normalisation. */
struct attempt_marks attempt_hint(const struct attempt_hint_rule *rule, const struct text_norm *asked, size_t words);

/* The status that the first of them is told by; NULL: none. */
const char *attempt_marks_hint(const struct attempt_marks *m);

/* As the database takes them; NULL: none. */
const char *attempt_marks_text(const struct attempt_marks *m);

#endif
