/* attempt_hint: is a question much like an earlier one of its passage, or hardly one at all? Pure, but for memory. */
#ifndef BEAT_ATTEMPT_HINT_H
#define BEAT_ATTEMPT_HINT_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/text.h"

struct attempt_marks {
	bool near, brief;
};

struct attempt_hint_rule {
	int near_permille, words_min; /* 0: not looked at */
	const char *earlier;          /* a JSON list of questions; may be NULL */
	size_t earlier_n;
};

/* Near: of the different pairs of neighbouring words of both questions at least so many per mille are shared; decided
 * by integers. Words are those of text_words(). */
struct attempt_marks attempt_hint(const struct attempt_hint_rule *rule, const struct text_norm *asked, size_t words);

/* As the database takes them; NULL: none. */
const char *attempt_marks_text(const struct attempt_marks *m);

#endif
