/* babi_lab: what the parts of babi (include/beat/babi.h) share. */
#ifndef BEAT_BABI_LAB_H
#define BEAT_BABI_LAB_H

#include "beat/babi.h"
#include "beat/rng.h"

enum { BABI_UNKNOWNS = BABI_PEOPLE + BABI_OBJECTS + 2 * BABI_SENTENCES };

/* Sentences of a story, as bits. */
struct babi_facts {
	uint64_t bits[BABI_SENTENCES / 64];
};

/* Which sentences a reading rests on: see babi_trace.c. */
enum { BABI_UNTOLD = UINT16_MAX };
struct babi_trace {
	const struct babi_sentence *story;
	size_t n;
	uint16_t at;                         /* the sentence that is read */
	struct babi_facts of[BABI_UNKNOWNS]; /* what tells of a class of unknowns, by its root */
	/* The sentence that told last who has an object, that a person has or had one, who had an object during a stay;
	 * BABI_UNTOLD: none did. */
	uint16_t had[BABI_OBJECTS], touched[BABI_PEOPLE], stay[BABI_OBJECTS][2 * BABI_SENTENCES];
};

/* What a reader knows: see babi_read.c. */
struct babi_reading {
	struct babi_trace *trace; /* NULL: the answers alone matter */
	int n;
	bool impossible;  /* the sentences contradict each other */
	unsigned touched; /* people of whom is told that they have or had something */
	uint16_t parent[BABI_UNKNOWNS], places[BABI_UNKNOWNS];
	uint16_t person[BABI_PEOPLE], spot[BABI_OBJECTS];
	uint8_t holder[BABI_OBJECTS];
	uint16_t path[BABI_OBJECTS][2 * BABI_SENTENCES];
	int n_path[BABI_OBJECTS];
};

/* Sentence i is kept, and so is the one its pronoun needs. */
bool babi_says(const struct babi_sentence *story, size_t i, const bool *keep);
void babi_read(struct babi_reading *r, const struct babi_sentence *story, size_t n, const bool *keep);
int babi_read_root(struct babi_reading *r, int unknown);
int babi_read_spot(const struct babi_reading *r, int object);
/* The stay before an object's last one at the place, by its number; -1: there is none, or which it was is open. */
int babi_read_stay(struct babi_reading *r, int object, int place);
/* The last sentence of the kept ones (NULL: all) that tells of a gift as the question has it, or BABI_UNTOLD. */
uint16_t babi_read_gift(const struct babi_sentence *story, size_t n, const bool *keep, const struct babi_question *q);
int babi_read_answer(struct babi_reading *r, const struct babi_question *q);
unsigned babi_read_person(struct babi_reading *r, int who);
unsigned babi_read_object(struct babi_reading *r, int object);

void babi_trace_begin(struct babi_trace *t, const struct babi_sentence *story, size_t n);
void babi_trace_new(struct babi_trace *t, int unknown);
void babi_trace_same(struct babi_trace *t, int root, int other); /* by the sentence at hand, which is of an object */
void babi_trace_stay(struct babi_trace *t, int object, int number);
void babi_trace_object(struct babi_trace *t, const struct babi_sentence *s);
/* Sentences from which the answer follows, in all but odd cases. */
struct babi_facts babi_trace_why(struct babi_reading *r, const struct babi_question *q);

/* The world as it is, of which the story tells: babi_story.c. */
struct babi_story {
	const struct babi_task *task;
	struct rng *rng;
	size_t n;
	struct babi_sentence sentences[BABI_SENTENCES];
	uint8_t at[BABI_PEOPLE];    /* BABI_NOBODY: not settled yet */
	uint8_t spot[BABI_OBJECTS]; /* the same */
	uint8_t holder[BABI_OBJECTS];
};
void babi_story_begin(struct babi_story *story, const struct babi_task *task, struct rng *rng);
void babi_story_tell(struct babi_story *story); /* one more sentence */

/* The questions of one kind that can be asked at the end of a story: babi_ask.c. */
enum { BABI_CANDIDATES = 64 };
struct babi_asked {
	struct babi_question question;
	int answer;
};
struct babi_asking {
	const struct babi_story *story;
	struct babi_reading reading;
	struct babi_trace trace;
	size_t n;
	struct babi_asked out[BABI_CANDIDATES];
};
void babi_ask(struct babi_asking *a, const struct babi_story *story, enum babi_kind kind);
/* Fills support and composition of an item that has story, n, question and answer; `why` holds the support, or all. */
void babi_support(struct babi_item *item, const struct babi_facts *why);

void babi_json_composition(struct jw *w, unsigned composition);

#endif
