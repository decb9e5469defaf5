/* guard: what a model is held to by who asks it, as SQL's model_guard() tells it:
 *   {"spent": true,                                                it may not be asked
 *    "pins": [[name, version, weights, prompt, protocol], ...]}    only these builds may answer */
#ifndef BEAT_GUARD_H
#define BEAT_GUARD_H

#include "beat/model.h"

/* Whether somebody answered, whatever it is worth. */
bool guard_concerns(enum model_outcome outcome);
/* Both take NULL for a guard that says nothing. The first tells whether the model may not be asked; the second makes an
 * answer of a build that it is not held to MODEL_OTHER_BUILD. */
bool guard_forbids(const char *guard);
void guard_look(const char *guard, struct model_answer *a);

#endif
