/* key: the secret that a model is asked with. It is read when it is needed, from the place that the registry names, so
 * that it can change without a restart; it is held for one call, and is in no log, error or row. */
#ifndef BEAT_MODEL_KEY_H
#define BEAT_MODEL_KEY_H

#include <stdbool.h>

#include "beat/buf.h"
#include "setup.h"

struct model_protocol;

/* The key, malloc'd; NULL with *why empty: the model needs none; NULL with a sentence in *why: it is not there. */
char *key_read(const struct model_setup *setup, struct buf *why);
void key_free(char **key); /* leaves nothing of it in memory */

/* The lines of a request, NULL-terminated, with the key where it belongs. */
char **key_headers(const struct model_protocol *protocol, const struct model_setup *setup, const char *key);
void key_headers_free(char ***headers);

/* Puts *** in the place of every key in a text that a server sent: some repeat it in their errors. True if there was
 * one. Words like "none" or "ollama", given where a server wants any key, are no secrets, and may stand in answers. */
bool key_mask(struct buf *out, const char *text, size_t n, const char *key);

#endif
