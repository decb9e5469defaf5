/* vocab: strings of bytes and their numbers. Filled once, then only asked. */
#ifndef BEAT_VOCAB_H
#define BEAT_VOCAB_H

#include <stddef.h>
#include <stdint.h>

struct vocab;

struct vocab *vocab_new(void);
void vocab_free(struct vocab **v);
/* A string that is there already keeps its first number. */
void vocab_add(struct vocab *v, const char *p, size_t n, int32_t id);
int32_t vocab_find(const struct vocab *v, const char *p, size_t n); /* -1 if it is not there */

#endif
