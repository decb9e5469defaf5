/* attempt_reply: the answer to an attempt that is being stored. All of it is known here but its moment and the wins of
 * its HIT, which the database tells; so it is written while the model's answer is at hand, and ended later. It is what
 * attempt_answer_json() in sql/functions/attempts.sql makes of the row, for whoever asks again. */
#ifndef BEAT_ATTEMPT_REPLY_H
#define BEAT_ATTEMPT_REPLY_H

#include "attempt_hint.h"
#include "beat/buf.h"
#include "beat/judge.h"
#include "beat/jw.h"
#include "beat/model.h"
#include "beat/span.h"

struct attempt_reply {
	struct buf json;
	struct jw w;
};

struct attempt_told {
	const char *id, *question, *answer;
	struct span span;                 /* of the answer */
	const char *model_name;           /* as it is registered, for one that does not name itself */
	const struct model_answer *model; /* NULL: there is no adversary */
	const struct judgement *judgement;
	struct attempt_marks marks;
};

void attempt_reply_begin(struct attempt_reply *r, const struct attempt_told *t);
void attempt_reply_end(struct attempt_reply *r, const char *created_at, int won, int wanted);
void attempt_reply_release(struct attempt_reply *r);

#endif
