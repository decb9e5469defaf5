/* protocol: the wire protocols the client speaks, one file each (protocol_*.c), listed in the table of protocols.c. A
 * protocol turns a question into a request and the body of a reply into an answer; it is pure, and knows nothing of
 * connections, keys or queues. */
#ifndef BEAT_MODEL_PROTOCOL_H
#define BEAT_MODEL_PROTOCOL_H

#include "beat/json.h"
#include "beat/model.h"
#include "setup.h"

/* What servers of one protocol take or refuse to take: left out once a server has said so (protocol.without). */
enum {
	WITHOUT_SCHEMA = 1,      /* structured output: the prompt asks for the same form in words */
	WITHOUT_TEMPERATURE = 2, /* models that allow their own only */
	WITHOUT_MAX_TOKENS = 4,  /* those that call it max_completion_tokens */
	WITHOUT_SYSTEM = 8,      /* templates without a system message: it stands before the question */
	WITHOUT_SEED = 16,
	WITHOUT_FLAT = 32,      /* tensors of one dimension: they get one more, of the batch */
	WITHOUT_PARAMETERS = 64 /* handlers that take the inputs alone */
};

struct model_question {
	const struct model_setup *setup;
	const char *passage, *question; /* valid UTF-8 */
	size_t passage_n, question_n;
	unsigned without;
};

struct model_protocol {
	const char *name;
	const char *key_header; /* where the key goes, unless the model's own headers say {key} */
	const char *header;     /* one more line of every request; NULL: none */
	bool is_chat;           /* a language model: it is told the prompt, and its answer is located in the passage */
	/* What may be missing of the address that people write, which is a host, one with the base, or all of it. Or
	 * url, for those that make the whole of it otherwise. */
	const char *base, *path;
	void (*url)(struct buf *out, const char *configured, const struct model_setup *setup);
	void (*request)(struct buf *out, const struct model_question *q);
	/* What to leave out after a refusal (said: reply_said() of it): more than before, or the same if nothing helps.
	 * NULL: this protocol leaves nothing out. */
	unsigned (*without)(unsigned without, int http_status, const char *said);
	/* The body of a 2xx reply as one JSON value, NULL after filling in the fault; for those whose bodies may come
	 * in pieces. NULL: reply_parse(). */
	json_t *(*parse)(struct model_answer *out, struct buf *keep, const char *body, size_t n);
	/* What that says. Fills everything but elapsed and protocol; strings must live in *keep. Never trusts the body.
	 */
	void (*answer)(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *root);
};

extern const struct model_protocol protocol_beat, protocol_openai, protocol_hf_qa, protocol_anthropic, protocol_ollama,
    protocol_kserve_v2, protocol_allennlp, protocol_dynalab;

/* All of them, in the order in which people are told; NULL ends. */
extern const struct model_protocol *const model_protocols[];
const struct model_protocol *model_protocol_find(const char *name); /* NULL: there is none */

/* The whole address, made of what people write. */
void model_protocol_url(const struct model_protocol *p, struct buf *out, const char *configured,
			const struct model_setup *setup);
/* The request of those that ask {"passage","question"} and nothing else. */
void model_protocol_ask(struct buf *out, const struct model_question *q);

/* What a 2xx reply says, by its protocol; if that makes nothing of it, in the words of the error that it holds. */
void model_protocol_read(const struct model_protocol *p, struct model_answer *out, struct buf *keep,
			 const struct model_question *q, const char *body, size_t body_n);

#endif
