/* convert: what its readers share. A reader names a passage, then its questions with answers as the set has them; what
 * becomes of them is the same for all (convert.c). Private to the room. */
#ifndef BEAT_LAB_CONVERT_H
#define BEAT_LAB_CONVERT_H

#include "beat/convert.h"
#include "beat/json.h"

struct convert_answer {
	const char *text;
	int64_t start; /* code points of the context; -1: every place where it stands, -2: the first */
};
enum { CONVERT_ALL = -1, CONVERT_FIRST = -2 };

struct convert_question {
	const char *id, *text;
	const struct convert_answer *answers;
	size_t n;
};

/* A passage begins, unless it is the one under way. 0, or -1 and a sentence. */
int convert_passage(struct convert *c, const char *title, const char *context, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* A question on it; false if it is lost. */
bool convert_ask(struct convert *c, const struct convert_question *q);
void convert_lose(struct convert *c, enum convert_loss why);
const struct convert_config *convert_config(const struct convert *c);

/* A JSON object of a file: a member of its object (`key`), or an item of an array, or one of several one after the
 * other (key NULL). 0, or -1 and a sentence without the place. */
typedef int convert_value_fn(struct convert *c, const char *key, const json_t *value, char err[LAB_ERR_MAX]);
enum convert_shape { CONVERT_MEMBERS, CONVERT_ITEMS };

/* A string member, or NULL. */
const char *convert_str(const json_t *object, const char *key);

typedef int convert_read_fn(struct convert *c, const char *path, char err[LAB_ERR_MAX]);
convert_read_fn convert_dataset;                                                       /* convert_squad.c */
convert_read_fn convert_drop, convert_nq, convert_record, convert_race, convert_plain; /* convert_json.c */
convert_read_fn convert_cbt, convert_cnn, convert_lambada, convert_babi;               /* convert_text.c */
convert_read_fn convert_qamr;                                                          /* convert_qamr.c */

#endif
