/* guard: what a model is held to by who asks it, as SQL's model_guard() tells it:
 *   {"pins": [[name, version, weights, prompt, protocol], ...]}   only these builds may answer */
#ifndef BEAT_GUARD_H
#define BEAT_GUARD_H

#include "beat/model.h"

/* Makes an answer of a build that it is not held to MODEL_OTHER_BUILD. guard may be NULL. */
void guard_look(const char *guard, struct model_answer *a);

#endif
