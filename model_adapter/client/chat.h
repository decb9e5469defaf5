/* chat: what all protocols of language models share: the prompt, the form of the answer, what becomes of what they
 * write. Pure. */
#ifndef BEAT_MODEL_CHAT_H
#define BEAT_MODEL_CHAT_H

#include "beat/jw.h"
#include "protocol.h"

enum { CHAT_MAX_TOKENS = 256 };

const char *chat_prompt(const struct model_setup *setup);
int chat_max_tokens(const struct model_setup *setup);
const char *chat_model(const struct model_setup *setup); /* what the server calls it; never NULL */
/* Passage and question as the last message holds them; with WITHOUT_SYSTEM the prompt stands before them. */
void chat_write_user(struct jw *w, const char *key, const struct model_question *q);
void chat_write_schema(struct jw *w, const char *key); /* of the answer's form */
void chat_write_messages(struct jw *w, const struct model_question *q, bool system);

/* The without of struct model_protocol, for language models. */
unsigned chat_without(unsigned without, int http_status, const char *said);

/* Labels with the prompt's digest. */
void chat_identity(struct model_answer *out, struct buf *keep, const struct model_question *q);
/* What it wrote: JSON {"answer": …}, fenced or not, or plain words; located, empty, or a fault. */
void chat_answer(struct model_answer *out, struct buf *keep, const struct model_question *q, const char *text,
		 size_t n);

#endif
