/* ensemble: who wins against several adversaries, and whose answer the worker sees. Pure; counts decide.
 *
 * What is not known of an adversary, because it has not answered yet or because it failed, may have been either: a
 * verdict stands as soon as it would be the same whatever that was. A fault never becomes known by waiting, so there
 * also comes the moment when it is certain that there is no verdict. */
#ifndef BEAT_ENSEMBLE_H
#define BEAT_ENSEMBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/score.h"

enum { ENSEMBLE_MAX = 8 };

enum ensemble_rule {
	ENSEMBLE_SINGLE, /* one adversary */
	ENSEMBLE_ANY,    /* the model side wins if any of them does */
	ENSEMBLE_MOST    /* … if more than half of them do */
};
/* "single", "any", "most"; false if it is none of them. */
bool ensemble_rule_named(const char *name, enum ensemble_rule *rule);

/* What is known of one adversary. */
enum ensemble_part { PART_WAITING, PART_FAULT, PART_HUMAN, PART_MODEL };

struct ensemble_decision {
	bool certain; /* else it has to be waited for */
	enum verdict verdict;
	size_t shown; /* whose answer, or whose fault, stands for all: the first that has the verdict's outcome */
};

struct ensemble_decision ensemble_decide(enum ensemble_rule rule, const enum ensemble_part *parts, size_t n);

#endif
