/* attempt_hint: see attempt_hint.h. */
#include "attempt_hint.h"

#include "beat/json.h"
#include "beat/shingle.h"

enum { PAIR = 2 };

static bool attempt_hint_is_near(const struct text_norm *asked, const json_t *other, int permille)
{
	struct text_norm norm;
	struct shingle_overlap o;

	text_normalise(json_string_value(other), json_string_length(other), &norm);
	o = shingle_overlap(asked, &norm, PAIR);
	text_norm_release(&norm);
	return o.all > 0 && 1000 * o.shared >= (size_t)permille * o.all;
}

static bool attempt_hint_near_any(const struct attempt_hint_rule *rule, const struct text_norm *asked)
{
	char error[JSON_ERR_MAX];
	json_t *list, *other;
	size_t i;
	bool near = false;

	if (rule->near_permille == 0 || rule->earlier == NULL)
		return false;
	list = json_parse(rule->earlier, rule->earlier_n, error);
	json_array_foreach(list, i, other) near = near || attempt_hint_is_near(asked, other, rule->near_permille);
	json_decref(list);
	return near;
}

/* So many of its words in a row stand in the passage. */
static bool attempt_hint_is_copied(const struct attempt_hint_rule *rule, const struct text_norm *asked)
{
	struct text_norm passage;
	bool copied;

	if (rule->copied_words == 0 || asked->count < (size_t)rule->copied_words)
		return false;
	text_normalise(rule->passage, rule->passage_n, &passage);
	copied = passage.count >= (size_t)rule->copied_words &&
		 shingle_overlap(asked, &passage, (size_t)rule->copied_words).shared > 0;
	text_norm_release(&passage);
	return copied;
}

struct attempt_marks attempt_hint(const struct attempt_hint_rule *rule, const struct text_norm *asked, size_t words)
{
	return (struct attempt_marks){
	    .near = attempt_hint_near_any(rule, asked),
	    .brief = rule->words_min > 0 && (words < (size_t)rule->words_min || asked->count == 0),
	    .copied = attempt_hint_is_copied(rule, asked),
	};
}

const char *attempt_marks_hint(const struct attempt_marks *m)
{
	return m->near ? "near" : m->brief ? "short" : m->copied ? "copied" : NULL;
}

const char *attempt_marks_text(const struct attempt_marks *m)
{
	static const char *const texts[] = {NULL,     "near",        "short",        "near,short",
					    "copied", "near,copied", "short,copied", "near,short,copied"};

	return texts[(m->near ? 1 : 0) + (m->brief ? 2 : 0) + (m->copied ? 4 : 0)];
}
