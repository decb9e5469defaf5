/* protocol: the wire protocols the client speaks, one file each (protocol_*.c),
 * listed in the table of models.c. struct model_protocol is told in beat/model.h. */
#ifndef BEAT_MODEL_PROTOCOL_H
#define BEAT_MODEL_PROTOCOL_H

#include "beat/model.h"

extern const struct model_protocol protocol_beat;

#endif
