/* stream: replies that come as server-sent events though nobody asked for it: the objects in them. Pure. */
#ifndef BEAT_MODEL_STREAM_H
#define BEAT_MODEL_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/json.h"

bool stream_is(const char *body, size_t n);
/* Calls fn with each object; what is no JSON, like [DONE], is passed over. */
void stream_each(const char *body, size_t n, void (*fn)(void *arg, const json_t *object), void *arg);

#endif
