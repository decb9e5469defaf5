/* majority: which of a question's answers wins the vote. Pure. */
#ifndef BEAT_DERIVE_MAJORITY_H
#define BEAT_DERIVE_MAJORITY_H

#include "beat/dataset.h"

/* The first of the largest group of answers that are equal after normalisation; of equally large ones the group that
 * began earlier. n > 0. */
size_t majority_of(const struct dataset_answer *answers, size_t n);

#endif
