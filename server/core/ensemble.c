/* ensemble: see include/beat/ensemble.h. */
#include "beat/ensemble.h"

#include <string.h>

#include "beat/mem.h"

bool ensemble_rule_named(const char *name, enum ensemble_rule *rule)
{
	static const char *const names[] = {
	    [ENSEMBLE_SINGLE] = "single", [ENSEMBLE_ANY] = "any", [ENSEMBLE_MOST] = "most"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (strcmp(names[i], name) == 0) {
			*rule = (enum ensemble_rule)i;
			return true;
		}
	}
	return false;
}

static size_t first_of(const enum ensemble_part *parts, size_t n, enum ensemble_part part)
{
	size_t i = 0;

	while (i < n && parts[i] != part)
		i++;
	return i < n ? i : 0;
}

struct ensemble_decision ensemble_decide(enum ensemble_rule rule, const enum ensemble_part *parts, size_t n)
{
	const size_t needed =
	    rule == ENSEMBLE_MOST ? n / 2 + 1 : 1; /* wins of models that are a win of the model side */
	size_t count[PART_MODEL + 1] = {0};

	for (size_t i = 0; i < n; i++)
		count[parts[i]]++;
	if (count[PART_MODEL] >= needed)
		return (struct ensemble_decision){true, VERDICT_MODEL, first_of(parts, n, PART_MODEL)};
	if (count[PART_MODEL] + count[PART_FAULT] + count[PART_WAITING] < needed)
		return (struct ensemble_decision){true, VERDICT_HUMAN, first_of(parts, n, PART_HUMAN)};
	/* Neither side can have it any more, whatever those say who are waited for. */
	if (count[PART_MODEL] + count[PART_WAITING] < needed && count[PART_MODEL] + count[PART_FAULT] >= needed)
		return (struct ensemble_decision){true, VERDICT_NONE, first_of(parts, n, PART_FAULT)};
	return (struct ensemble_decision){false, VERDICT_NONE, 0};
}
