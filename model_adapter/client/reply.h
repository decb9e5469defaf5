/* reply: what the readers of replies share, whatever the protocol: lenient JSON, bounded copies, proofs, and what a
 * server says when something is wrong. Pure. */
#ifndef BEAT_MODEL_REPLY_H
#define BEAT_MODEL_REPLY_H

#include "beat/json.h"
#include "protocol.h"

enum { REPLY_ANSWER_MAX = 16384, REPLY_LABEL_MAX = 256, REPLY_DETAIL_MAX = 512 };

/* An answer with nothing in it but what became of it; detail must live as long. */
struct model_answer reply_none(enum model_outcome outcome, const char *detail);
/* One that is still to be filled in, and room in keep for all that one can hold, so that pointers into it stay. */
void reply_init(struct model_answer *out, struct buf *keep);
/* detail must live in keep, or for ever. */
void reply_fault(struct model_answer *out, enum model_outcome outcome, const char *detail);

/* JSON as jansson reads it, and as Python's json writes it: NaN, Infinity and numbers beyond all bounds become `true`,
 * a wrong type, harmless as a score and refused as an offset. NULL after filling in the fault. */
json_t *reply_parse(struct model_answer *out, struct buf *keep, const char *body, size_t n);

bool reply_is_absent(const json_t *v);
/* A copy that stays, cut at a character's boundary; never NULL. */
const char *reply_keep(struct buf *keep, const char *s, size_t n, size_t max);
/* A string of at most REPLY_LABEL_MAX bytes; "" if it is none. */
const char *reply_label(struct buf *keep, const json_t *v);

/* The score if it is a finite number; else there is none. */
void reply_score(struct model_answer *out, const json_t *v);
void reply_tokens(struct model_answer *out, const json_t *in, const json_t *written);
/* The answer's text, trimmed: MODEL_EMPTY if nothing is left of it, MODEL_GARBAGE if it is too long. False then. */
bool reply_text(struct model_answer *out, struct buf *keep, const char *text, size_t n);
/* What an extractive reader says: its answer, which must be a string, and the rest if it is there. */
struct reply_span {
	const char *field; /* that has the answer, for people */
	const json_t *answer, *score, *start, *end;
};
void reply_span(struct model_answer *out, struct buf *keep, const struct model_question *q, const struct reply_span *s);
/* The same of an object {"answer","score","start","end"}. */
void reply_extract(struct model_answer *out, struct buf *keep, const struct model_question *q, const json_t *object);
/* Where an extractive reader found it: start and end are proved in code points, UTF-16 units and bytes, or dropped. */
void reply_place(struct model_answer *out, const struct model_question *q, const json_t *start, const json_t *end);

/* Trims Python's white space; *start gets the bytes cut in front. */
size_t reply_trimmed(const char *s, size_t n, size_t *start);

/* What an HTTP status means; said is what reply_said() found. */
enum model_outcome reply_outcome(int http_status, const char *said);
/* The words of an error's body by which errors are told apart: its sentences, codes and the names of fields, but not
 * what was sent, which some servers repeat. Appends to out, bounded. */
void reply_said(struct buf *out, const char *body, size_t n);
/* The sentence of a body that is an object with an error in it; "" of any other. */
void reply_error(struct buf *out, const char *body, size_t n);
/* The sentence that a server's error body holds, in whatever form; "an HTML page" and its title for such; "" for
 * nothing. Appends to out, bounded. */
void reply_sentence(struct buf *out, const char *body, size_t n);

#endif
