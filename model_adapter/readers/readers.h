/* readers: the built-in readers, one file each (reader_NAME.c); the table is in reader.c. */
#ifndef BEAT_READERS_H
#define BEAT_READERS_H

#include "beat/reader.h"

extern const struct reader_ops reader_window;
extern const struct reader_ops reader_linear;
extern const struct reader_ops reader_neural;
extern const struct reader_ops reader_transformer; /* ../transformer */

#endif
