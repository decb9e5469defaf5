/* window_weights: see window_weights.c. */
#ifndef BEAT_WINDOW_WEIGHTS_H
#define BEAT_WINDOW_WEIGHTS_H

#include "spans.h"

extern const int16_t window_weights[F_COUNT];

#endif
