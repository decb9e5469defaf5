/* babi_lab: what the parts of babi (include/beat/babi.h) share. */
#ifndef BEAT_BABI_LAB_H
#define BEAT_BABI_LAB_H

#include "beat/babi.h"
#include "beat/rng.h"

enum { BABI_UNKNOWNS = BABI_PEOPLE + BABI_OBJECTS + 2 * BABI_SENTENCES };

/* What a reader knows: see babi_read.c. */
struct babi_reading {
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
int babi_read_answer(struct babi_reading *r, const struct babi_question *q);
unsigned babi_read_person(struct babi_reading *r, int who);
unsigned babi_read_object(struct babi_reading *r, int object);

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
size_t babi_ask(const struct babi_story *story, enum babi_kind kind, struct babi_asked out[BABI_CANDIDATES]);
/* Fills support and composition of an item that has story, n, question and answer. */
void babi_support(struct babi_item *item);

void babi_json_composition(struct jw *w, unsigned composition);

#endif
