/* flow_read: members of a request's body, and what is wrong with them. Pure, but for memory.
 *
 * A member is named as problem+json names it: "question", "answer.start". The object given is the one that holds it,
 * so of "answer.start" it is the answer. */
#ifndef BEAT_FLOW_READ_H
#define BEAT_FLOW_READ_H

#include <stdbool.h>

#include "beat/json.h"
#include "beat/mem.h"
#include "beat/span.h"

struct flow_fault {
	const char *field; /* the member; NULL: the request as a whole */
	char detail[JSON_ERR_MAX];
};

/* Writes the sentence; always -1. */
int flow_fault_set(struct flow_fault *f, const char *field, const char *format, ...) BEAT_NODISCARD BEAT_PRINTF(3, 4);

/* True if the object has the member and it is not null. */
bool flow_is_given(const json_t *obj, const char *key);

/* Required members: 0, or -1 with the fault. Texts live in the body. */
int flow_get_str(const json_t *obj, const char *field, const char **s, size_t *n, struct flow_fault *f) BEAT_NODISCARD;
int flow_get_int(const json_t *obj, const char *field, int64_t min, int64_t max, int64_t *v,
		 struct flow_fault *f) BEAT_NODISCARD;
int flow_get_obj(const json_t *obj, const char *field, json_t **v, struct flow_fault *f) BEAT_NODISCARD;
/* A member that may be left out, and is false then. */
int flow_get_flag(const json_t *obj, const char *field, bool *v, struct flow_fault *f) BEAT_NODISCARD;

/* A text without white space at its ends, on the heap; p is NULL if nothing is left of it. */
struct flow_text {
	char *p;
	size_t n, length; /* bytes, characters */
};
int flow_get_text(const json_t *obj, const char *field, struct flow_text *out, struct flow_fault *f) BEAT_NODISCARD;
enum { FLOW_QUESTION_MAX = 1000 }; /* characters of a worker's question */
/* -1 if it is longer; `what` ("The question") begins the sentence. */
int flow_text_fits(const struct flow_text *t, const char *field, const char *what, size_t max,
		   struct flow_fault *f) BEAT_NODISCARD;

/* The member "answer": a span of the passage and what the page says that it reads, not proved yet. */
struct flow_answer {
	struct span span;
	const char *claimed; /* lives in the body */
	size_t claimed_n;
};
int flow_get_answer(const json_t *body, struct flow_answer *out, struct flow_fault *f) BEAT_NODISCARD;
/* Proves it against the passage, trims its span and gives the slice of the passage that it is. */
enum span_status flow_answer_prove(struct flow_answer *a, const char *passage, size_t passage_n, const char **slice,
				   size_t *n);

/* A UUID, in lower case. */
enum { FLOW_UUID_LEN = 36 };
int flow_get_uuid(const json_t *obj, const char *field, char out[FLOW_UUID_LEN + 1],
		  struct flow_fault *f) BEAT_NODISCARD;

#endif
