/* usage: the tokens that a call of a model told, kept as they come (SQL's usage_store()), which counts what the model
 * costs and sees when its budget is spent. A call that tells none costs nothing here. */
#ifndef BEAT_USAGE_H
#define BEAT_USAGE_H

#include "app.h"
#include "beat/model.h"

/* What a call was for. */
struct usage_of {
	const char *kind; /* "game", "late", "shadow", "canary" */
	int64_t model_id;
	int64_t assignment;  /* 0: that of the attempt */
	const char *attempt; /* NULL: it was about none */
};

struct usage *usage_new(struct app *app);
void usage_free(struct usage **u);
void usage_saw(struct usage *u, const struct usage_of *of, const struct model_answer *m);

#endif
