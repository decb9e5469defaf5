/* babi_trace: which sentences a reading rests on, so that supporting facts are looked for among few. Each class of
 * equal unknowns has the sentences that made its unknowns and made them equal. That is more than is needed where a
 * place is told twice, and now and then too little (a thing that was dropped must be taken before it is given, although
 * nobody asks for its place): who uses it asks again whether it suffices. */
#include <string.h>

#include "babi_lab.h"

static void babi_facts_add(struct babi_facts *f, size_t i)
{
	f->bits[i / 64] |= UINT64_C(1) << i % 64;
}

static void babi_facts_join(struct babi_facts *f, const struct babi_facts *more)
{
	for (size_t i = 0; i < ARRAY_LEN(f->bits); i++)
		f->bits[i] |= more->bits[i];
}

/* A sentence, and the one its pronoun needs. */
static void babi_facts_say(struct babi_facts *f, const struct babi_sentence *story, uint16_t i)
{
	if (i == BABI_UNTOLD)
		return;
	babi_facts_add(f, i);
	if (i > 0 && (story[i].constructs & (BABI_COREF | BABI_COMPOUND)))
		babi_facts_add(f, i - 1U);
}

void babi_trace_begin(struct babi_trace *t, const struct babi_sentence *story, size_t n)
{
	t->story = story;
	t->n = n;
	t->at = BABI_UNTOLD;
	memset(t->had, UINT8_MAX, sizeof(t->had));
	memset(t->touched, UINT8_MAX, sizeof(t->touched));
}

void babi_trace_new(struct babi_trace *t, int unknown)
{
	t->of[unknown] = (struct babi_facts){0};
	babi_facts_say(&t->of[unknown], t->story, t->at);
}

void babi_trace_same(struct babi_trace *t, int root, int other)
{
	babi_facts_join(&t->of[root], &t->of[other]);
	babi_facts_say(&t->of[root], t->story, t->at);
	babi_facts_say(&t->of[root], t->story, t->had[t->story[t->at].object]);
}

/* A stay of an object begins. */
void babi_trace_stay(struct babi_trace *t, int object, int number)
{
	t->stay[object][number] = t->had[object];
}

/* The sentence at hand tells of an object. */
void babi_trace_object(struct babi_trace *t, const struct babi_sentence *s)
{
	t->had[s->object] = t->touched[s->who] = t->at;
	if (s->event == BABI_GIVE)
		t->touched[s->other] = t->at;
}

static void babi_why_stays(struct babi_reading *r, const struct babi_question *q, struct babi_facts *out)
{
	const struct babi_trace *t = r->trace;
	int o = q->object, first = babi_read_stay(r, o, q->place);

	for (int i = r->n_path[o] - 1; i >= first && i >= 0; i--) {
		babi_facts_join(out, &t->of[babi_read_root(r, r->path[o][i])]);
		babi_facts_say(out, t->story, t->stay[o][i]);
	}
}

static void babi_why_held(const struct babi_reading *r, int who, struct babi_facts *out)
{
	bool any = false;

	for (int o = 0; o < BABI_OBJECTS; o++) {
		if (r->holder[o] != who)
			continue;
		babi_facts_say(out, r->trace->story, r->trace->had[o]);
		any = true;
	}
	if (!any)
		babi_facts_say(out, r->trace->story, r->trace->touched[who]);
}

struct babi_facts babi_trace_why(struct babi_reading *r, const struct babi_question *q)
{
	const struct babi_trace *t = r->trace;
	struct babi_facts out = {0};

	switch (q->kind) {
	case BABI_WHERE_P:
	case BABI_YES_NO:
		return t->of[babi_read_root(r, r->person[q->who])];
	case BABI_WHERE_O:
		out = t->of[babi_read_root(r, babi_read_spot(r, q->object))];
		babi_facts_say(&out, t->story, t->had[q->object]);
		break;
	case BABI_WHERE_WAS_O:
		babi_why_stays(r, q, &out);
		break;
	case BABI_GIVE_QS:
		babi_facts_say(&out, t->story, babi_read_gift(t->story, t->n, NULL, q));
		break;
	default:
		babi_why_held(r, q->who, &out);
	}
	return out;
}
