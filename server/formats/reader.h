/* reader: the one reader behind corpus.h (passages, for import) and dataset.h (passages with
 * questions, for all else). Private to the room.
 *
 * A format is walked by one function (squad_read.c, lines_read.c, txt_read.c), which finds
 * out what stands where and what is wrong with it. What is to be done about a fault is the
 * caller's policy, and so is how much of a record is wanted:
 *
 *                      REPORT (corpus.h)               REFUSE (dataset.h)
 *   a fault            is told with its place; reading is told in one sentence; reading ends
 *                      goes on with the next record
 *   wanted             title and text                  questions with their answers too
 *   equal keys         a fault                         the last counts, as in Python
 *   \u0000 in a text   a fault: no database takes it   allowed
 *   texts              within the limits of a passage  any
 *
 * Walking functions return 0, or -1: either r->rc says how reading ended (what the caller's
 * sink answered, or -1 with a sentence in r->err), or the scanner met broken structure.
 *
 *   reader.c        objects field by field, values as trees, handing over
 *   reader_fault.c  faults, told by either policy
 *   questions.c     a passage's questions and answers, in each layout */
#ifndef BEAT_FORMATS_READER_H
#define BEAT_FORMATS_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/corpus.h"
#include "beat/dataset.h"
#include "beat/jscan.h"
#include "beat/json.h"

enum reader_policy { READER_REPORT, READER_REFUSE };

struct reader {
	enum reader_policy policy;
	enum corpus_format format;
	struct source *src;
	struct jscan js;
	const char *stem;                 /* REPORT: what stands in for a title; may be NULL otherwise */
	const char *name;                 /* REFUSE: the file's, for the sentence */
	unsigned need;                    /* REFUSE: of enum dataset_need */
	const struct corpus_sink *report; /* the sink of the one policy or the other */
	const struct dataset_sink *sink;
	char *err; /* REFUSE: of DATASET_ERR_MAX bytes */
	int rc;    /* not 0: reading has ended, with this result */

	/* Where it is: articles and paragraphs from 1, 0: outside; questions and answers from 0. */
	uint64_t article, paragraph, article_at, paragraph_at, line;
	size_t question, answer;
	struct dataset_article now;

	struct dataset_question *questions; /* of the present passage, and all their answers */
	struct dataset_answer *answers;
	size_t questions_room, answers_room, n_answers;
	struct buf value; /* one as it is in the file */
};

/* --- objects (reader.c) */

enum reader_kind {
	READER_TEXT,  /* a string */
	READER_VALUE, /* anything, as a tree; passed over unless questions are wanted */
	READER_MARK   /* only whether it is there */
};

struct reader_field {
	const char *key;
	enum reader_kind kind;
	size_t max; /* REPORT: code points of a text */
	bool seen, twice, is_text;
	json_type type; /* of what is there where a text should be */
	struct jscan_str str;
	json_t *value;
};

void reader_fields_reset(struct reader *r, struct reader_field *fields, size_t n);
/* Reads an object; its other keys are passed over. */
int reader_fields_read(struct reader *r, struct reader_field *fields, size_t n) BEAT_NODISCARD;
/* One of them, the scanner before its value; for who walks the object himself. */
int reader_field_read(struct reader *r, struct reader_field *f) BEAT_NODISCARD;
void reader_fields_release(struct reader_field *fields, size_t n);

/* The type of the value ahead. */
json_type reader_type_ahead(struct reader *r);

/* REPORT: a passage goes out, after a last check, to whom it may concern. */
int reader_emit(struct reader *r, const struct corpus_record *record) BEAT_NODISCARD;

/* --- faults (reader_fault.c); each returns -1 if reading is to end, 0 if it goes on */

enum reader_depth { IN_FILE, IN_ARTICLE, IN_PARAGRAPH, IN_QUESTION, IN_ANSWER };

/* REPORT: "article 2, paragraph 1, byte 36", "line 7". */
enum { READER_POS_MAX = 160 };
void reader_pos(const struct reader *r, enum reader_depth depth, char pos[READER_POS_MAX]);
int reader_report(struct reader *r, const char *pos, const char *reason);

/* REFUSE: "place: sentence" to out (DATASET_ERR_MAX bytes); always -1. It is r->rc's matter if out is r->err. */
int reader_say(struct reader *r, char *out, enum reader_depth depth, const char *fmt, ...) BEAT_PRINTF(4, 5);
/* The field of that type in a tree, or NULL after saying what is there instead. */
json_t *reader_want(struct reader *r, char *out, enum reader_depth depth, const json_t *in, const char *key,
		    json_type type);
/* The same for a field that is missing or of another type. */
int reader_say_type(struct reader *r, char *out, enum reader_depth depth, const char *key, json_type wanted,
		    const json_type *found);

/* REPORT: true after writing what is wrong with a text, missing included. */
bool reader_text_unfit(const struct reader_field *f, char reason[CORPUS_ERR_MAX]);
/* REPORT: the same of a string known to be UTF-8. */
bool reader_string_unfit(const char *what, const char *s, size_t max, char reason[CORPUS_ERR_MAX]);
/* REFUSE: a text that no JSON may hold. 0 if there is nothing wrong, or no text. */
int reader_text_refused(struct reader *r, enum reader_depth depth, const struct reader_field *f);

/* Either: what should be an object is none; it is passed over. */
int reader_no_object(struct reader *r, enum reader_depth depth);
/* Either: the structure is broken where the scanner stands. Always -1; in a file of lines REPORT goes on. */
int reader_broken(struct reader *r);

/* --- questions (questions.c) */

/* Where a layout has its questions. */
struct reader_layout {
	const char *id_key;
	/* Adds the answers by reader_add_answer(); -1 and a sentence in out if something is wrong with them. */
	int (*answers)(struct reader *r, const json_t *qa, char *out);
};
extern const struct reader_layout reader_squad, reader_mrqa, reader_row, reader_attempt;

/* Lays out the questions and gives the passage to the sink. `qas`: an array, or NULL if there is none. */
int reader_hand_over(struct reader *r, const struct reader_field *context, const json_t *qas,
		     const struct reader_layout *layout) BEAT_NODISCARD;

/* --- formats */

int reader_squad_file(struct reader *r) BEAT_NODISCARD;
int reader_lines_file(struct reader *r) BEAT_NODISCARD;
int reader_txt_file(struct reader *r) BEAT_NODISCARD;

/* Reads the file; what it was asked to do and how it ended are in the struct. */
int reader_run(struct reader *r) BEAT_NODISCARD;

#endif
