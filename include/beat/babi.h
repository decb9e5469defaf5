/* babi: made-up stories about people, places and things, with questions about them, after Dyna-bAbI (Tamari et al.).
 *
 * A story is a row of sentences, each one event (MOVE GRAB DROP GIVE) told plainly or through constructs (COREF CONJ
 * COMPOUND NEGATE INDEF). What a reader may conclude is defined by possible worlds:
 *   - somebody who is said to move (or to be, not to be, or to be either here or there) may have come from anywhere;
 * who is not spoken of stays where they are;
 *   - taking, dropping and giving happen in one place, and nothing changes hands unless the story says so;
 *   - a pronoun means who the sentence before it names, so without that sentence it says nothing.
 * An answer is what holds in all worlds that fit. The supporting facts of a question are sentences which, read alone
 * as a story, give the same answer, and of which none can be left out.
 *
 *   struct babi_config config;                       babi_preset("mix-t7", &config) or babi_config_read(…)
 *   struct babi *maker = babi_new(&config, seed);
 *   while (more) { const struct babi_item *item = babi_next(maker, err); … }
 *   babi_free(&maker);
 */
#ifndef BEAT_BABI_H
#define BEAT_BABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/lab.h"
#include "beat/mem.h"

enum {
	BABI_PEOPLE = 8,
	BABI_PLACES = 9,
	BABI_OBJECTS = 3,
	BABI_SENTENCES = 256, /* of one story */
	BABI_FACTS = 8,       /* shares are set for 1 … 8 supporting facts */
	BABI_TASKS = 12,      /* parts of a configuration */
	BABI_NAME = 40,
	BABI_ERR = 320,
	BABI_NOBODY = 255
};

enum babi_event { BABI_MOVE, BABI_GRAB, BABI_DROP, BABI_GIVE, BABI_EVENTS };

/* Names of a composition, as bits: the events by their number, then the constructs. */
enum babi_concept {
	BABI_COREF = 1 << 4,
	BABI_CONJ = 1 << 5,
	BABI_COMPOUND = 1 << 6,
	BABI_NEGATE = 1 << 7,
	BABI_INDEF = 1 << 8,
	BABI_CONCEPTS = 9
};

enum babi_kind {
	BABI_WHERE_P,
	BABI_WHERE_O,
	BABI_WHERE_WAS_O,
	BABI_YES_NO,
	BABI_COUNTING,
	BABI_LIST,
	BABI_GIVE_QS,
	BABI_KINDS
};

struct babi_sentence {
	uint8_t event;
	uint16_t constructs;     /* bits of enum babi_concept */
	uint8_t who, other;      /* other: the second of CONJ and COMPOUND, or who is given to; else BABI_NOBODY */
	uint8_t object;          /* of GRAB, DROP, GIVE */
	uint8_t place, or_place; /* of MOVE; or_place of INDEF */
	uint8_t wording;         /* which of the synonyms */
	bool stative;            /* "is in the" instead of a verb of motion */
};

/* Questions about GIVE, by what is asked. */
enum babi_give { BABI_GIVER_TO, BABI_GIVER, BABI_RECEIVER, BABI_RECEIVER_FROM, BABI_GIVEN, BABI_GIVES };

struct babi_question {
	uint8_t kind;
	uint8_t give; /* enum babi_give */
	uint8_t who, other, object, place;
};

/* An answer: a number that means what the question's kind makes of it. */
enum { BABI_NO_ANSWER = -1, BABI_NO = 0, BABI_YES = 1, BABI_MAYBE = 2 };

struct babi_item {
	const struct babi_sentence *story;
	size_t n;         /* sentences before the question */
	bool fresh;       /* the first question of its story */
	size_t since;     /* sentences before the story's last question, 0 if fresh */
	const char *task; /* the part of the configuration */
	long number;      /* of the story, from 1 */
	struct babi_question question;
	int answer; /* a place, BABI_NO…, a count, a set of objects as bits, a person or an object */
	uint8_t support[BABI_SENTENCES];
	size_t n_support; /* numbers of sentences from 1, ascending */
	unsigned composition;
};

struct babi_task {
	char name[BABI_NAME];
	double share;               /* of the questions, relative to the other tasks */
	double events[BABI_EVENTS]; /* weights */
	double coref, conj,
	    compound;         /* how often a sentence goes on with a pronoun; has two people; goes on with "they" */
	double negate, indef; /* how often a move is told so */
	double first, gap_low, gap_high; /* sentences before the first question, between two: drawn for a story */
	double kinds[BABI_KINDS];        /* weights */
	/* wanted shares by number of supporting facts, of each kind; all 0: as they come */
	double facts[BABI_KINDS][BABI_FACTS + 1];
	int people, places, objects; /* how many of each */
	int questions;               /* of a story */
	int most_sentences;          /* questions after more are left out; 0: none */
	int facts_low, facts_high;
	unsigned coref_events;     /* which events may be told with a pronoun, as bits */
	unsigned require, exclude; /* concepts the facts must, must not, have */
	unsigned inject;           /* kinds of which every question that can be asked is added, as bits */
	bool maybe;                /* yes-no questions may have the answer maybe */
};

struct babi_config {
	char name[BABI_NAME];
	long questions; /* that a set of this name has */
	size_t n_tasks;
	struct babi_task tasks[BABI_TASKS];
};

/* A configuration of ours; false if there is none of that name. */
bool babi_preset(const char *name, struct babi_config *config);
const char *babi_preset_name(size_t i); /* NULL behind the last */
/* A configuration from JSON text (server/lab/README.md tells the keys). 0, or -1 and a sentence. */
int babi_config_read(const char *json, size_t n, struct babi_config *config, char err[BABI_ERR]) BEAT_NODISCARD;
int babi_config_check(const struct babi_config *config, char err[BABI_ERR]) BEAT_NODISCARD;

unsigned babi_kinds(const struct babi_config *config); /* that its tasks ask, as bits */

struct babi;
struct babi *babi_new(const struct babi_config *config, uint64_t seed);
/* The next question, valid until the next call; NULL and a sentence if the configuration allows none. */
const struct babi_item *babi_next(struct babi *maker, char err[BABI_ERR]);
void babi_free(struct babi **maker);

/* What the sentences of `keep` (an array of n, or NULL for all) say; BABI_NO_ANSWER if not enough. */
int babi_answer(const struct babi_sentence *story, size_t n, const bool *keep, const struct babi_question *question);

/* The same asked in another way, "Where is X?" instead of "Is X in the L?": of yes-no questions with the answer yes,
 * whose facts say where X is. false: it has no such twin. */
bool babi_twin(const struct babi_item *item, struct babi_item *twin);
/* A number of story and question together: equal to babi_line_key() of its line. */
uint64_t babi_item_key(const struct babi_item *item);

/* English. */
void babi_put_sentence(struct buf *out, const struct babi_sentence *s);
void babi_put_question(struct buf *out, const struct babi_question *q);
void babi_put_answer(struct buf *out, const struct babi_question *q, int answer);
const char *babi_kind_name(enum babi_kind kind);
const char *babi_concept_name(unsigned number); /* 0 … BABI_CONCEPTS - 1, the bit's number */
bool babi_extractive(enum babi_kind kind);      /* its answer stands in the story */

/* One question in each of the forms. lines: BABI_SENTENCES + 1 numbers that the caller keeps from one to the next. */
void babi_write_text(struct buf *out, const struct babi_item *item, size_t *lines);
void babi_write_json(struct buf *out, const struct babi_item *item, const char *id);
/* false: its answer stands nowhere in the story, and nothing is written. */
bool babi_write_set(struct lab_set *set, const struct babi_item *item, const char *id, struct buf *out);

#endif
