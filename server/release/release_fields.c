/* release_fields: see release_fields.h. */
#include "release_fields.h"

#include <string.h>

static const struct field answers[] = {
    {.name = "text", .repeated = true, .about = "The text of the answer, as it stands in the context."},
    {.name = "answer_start", .type = FIELD_INT, .repeated = true, .about = "Where it begins, in Unicode code points."},
    {0},
};
static const struct field metadata[] = {
    {.name = "split", .about = "train, validation or test."},
    {.name = "model_in_the_loop", .about = "The model that the question beat."},
    {0},
};
/* Without an adversary, and where others answered too. */
static const struct field plain_metadata[] = {
    {.name = "split", .about = "train, validation or test."},
    {.name = "model_in_the_loop", .about = "The model that the question beat; none: there was no model."},
    {0},
};
/* clang-format off */
#define QUESTION_FIELDS(ANSWERS, METADATA) \
    {.name = "id", .about = "40 hexadecimal digits; the same in every release and format."},                          \
    {.name = "title", .about = "Title of the document that the context is from."},                                     \
    {.name = "context", .about = "The passage."},                                                                      \
    {.name = "question", .about = "The question, as its author wrote it."},                                            \
    {.name = "answers", .type = FIELD_STRUCT, .about = (ANSWERS), .sub = answers},                                       \
    {.name = "metadata", .type = FIELD_STRUCT, .about = "Where the row belongs.", .sub = (METADATA)},

/* clang-format on */
static const struct field question_fields[] = {
    QUESTION_FIELDS("The answer its author highlighted.", metadata){0},
};
static const struct field plain_question_fields[] = {
    QUESTION_FIELDS("The answer its author highlighted, then those of others.", plain_metadata){0},
};

static const struct field answer[] = {
    {.name = "text", .about = "The text that the author highlighted."},
    {.name = "answer_start", .type = FIELD_INT, .about = "Where it begins, in Unicode code points."},
    {0},
};
static const struct field model[] = {
    {.name = "name", .about = "The model that was asked."},
    {.name = "version", .about = "Its version, as it reported it."},
    {.name = "answer", .about = "What it answered."},
    {.name = "answer_start", .type = FIELD_INT, .about = "Where its answer begins; null if it did not say."},
    {.name = "score", .type = FIELD_REAL, .about = "Its own confidence; null if it did not say."},
    {0},
};
static const struct field proof[] = {
    {.name = "shared", .type = FIELD_INT, .about = "Words that both answers have, s."},
    {.name = "model_tokens", .type = FIELD_INT, .about = "Words of the model's answer, m."},
    {.name = "human_tokens", .type = FIELD_INT, .about = "Words of the author's answer, k."},
    {.name = "threshold_permille", .type = FIELD_INT, .about = "The model wins iff 2000 s > threshold (m + k)."},
    {0},
};
static const struct field adversaries[] = {
    {.name = "rule", .about = "any: the models win if any of them does; most: if more than half of them do."},
    {.name = "name", .repeated = true, .about = "The models that were asked, in their order."},
    {.name = "version", .repeated = true, .about = "Their versions."},
    {.name = "weights", .repeated = true, .about = "The digests of their weights."},
    {.name = "prompt", .repeated = true, .about = "The digests of the prompts they were asked with."},
    {.name = "protocol", .repeated = true, .about = "The protocols by which they were asked."},
    {.name = "answer", .repeated = true, .about = "What they answered; null: nothing."},
    {.name = "answer_start", .type = FIELD_INT, .repeated = true, .about = "Where their answers begin, or null."},
    {.name = "shared", .type = FIELD_INT, .repeated = true, .about = "s of each; null where there is no answer."},
    {.name = "model_tokens",
     .type = FIELD_INT,
     .repeated = true,
     .about = "m of each; k and threshold are the proof's."},
    {.name = "verdict", .repeated = true, .about = "Who wins by this answer alone: human, model or none."},
    {.name = "fault", .repeated = true, .about = "Why there is no answer; null if there is one."},
    {0},
};
static const struct field agreement[] = {
    {.name = "answers", .type = FIELD_INT, .about = "How many answers there are, the author's among them."},
    {.name = "alike", .type = FIELD_INT, .about = "The most of them that are the same after normalisation."},
    {0},
};
/* clang-format off */
#define ATTEMPT_FIELDS(WON) \
    {.name = "id", .about = "40 hexadecimal digits; of a released question its id."},                                  \
    {.name = "hit", .about = "The task it was made in: a pseudonym that holds within this release."},                  \
    {.name = "worker", .about = "Its author: a pseudonym that holds within this release."},                            \
    {.name = "seq", .type = FIELD_INT, .about = "Its place among the attempts of the task, from 1."},                  \
    {.name = "chain", .type = FIELD_INT, .about = "Which chain of the task it is in, from 1: a chain ends with a win."}, \
    {.name = "turn", .type = FIELD_INT, .about = "Its place in the chain, from 1."},                                   \
    {.name = "previous", .about = "The attempt before it in the chain; null for the first."},                          \
    {.name = "title", .about = "Title of the document that the context is from."},                                     \
    {.name = "context", .about = "The passage."},                                                                      \
    {.name = "question", .about = "The question, as its author wrote it."},                                            \
    {.name = "answer", .type = FIELD_STRUCT, .about = "The answer its author highlighted.", .sub = answer},            \
    {.name = "model", .type = FIELD_STRUCT, .about = "The answer of the model in the loop.", .sub = model},            \
    {.name = "proof", .type = FIELD_STRUCT, .about = "What decided: F1 = 2s / (m + k).", .sub = proof},                \
    {.name = "verdict", .about = (WON)},                                                                                 \
    {.name = "in_release", .type = FIELD_BOOL, .about = "Whether it is a question of this release."},                  \
    {.name = "seconds", .type = FIELD_INT, .about = "Seconds since the task was begun."},
/* Where some were played against several models. */
#define SEVERAL_FIELD \
    {.name = "adversaries", .type = FIELD_STRUCT, .sub = adversaries,                                                  \
     .about = "Of several models in the loop every one's answer; null if there was one."},
/* Where answers of others are released. */
#define FURTHER_FIELD \
    {.name = "agreement", .type = FIELD_STRUCT, .sub = agreement,                                                      \
     .about = "How far the answers agree: the author's and those of others."},

/* clang-format on */
#define WON          "Who won: human or model."
#define WON_OR_PLAIN "Who won: human or model; plain: there was no model, and it is a question."
static const struct field attempt_fields[] = {ATTEMPT_FIELDS(WON){0}};
static const struct field several_fields[] = {ATTEMPT_FIELDS(WON) SEVERAL_FIELD{0}};
static const struct field plain_fields[] = {ATTEMPT_FIELDS(WON_OR_PLAIN){0}};
static const struct field further_fields[] = {ATTEMPT_FIELDS(WON_OR_PLAIN) FURTHER_FIELD{0}};
static const struct field every_field[] = {ATTEMPT_FIELDS(WON_OR_PLAIN) SEVERAL_FIELD FURTHER_FIELD{0}};

static const struct field *fields_of_attempts(const struct release_about *about)
{
	if (about->several)
		return about->further ? every_field : several_fields;
	if (about->further)
		return further_fields;
	return about->plain ? plain_fields : attempt_fields;
}

/* The file of that path among those written; NULL if there is none. */
static const struct release_file *file_at(const struct release_about *about, const char *path)
{
	for (size_t i = 0; i < about->n_files; i++) {
		if (strcmp(about->files[i].path, path) == 0)
			return &about->files[i];
	}
	return NULL;
}

static void find_files(const struct release_about *about, struct release_rows *rows, bool attempts)
{
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		struct buf path = BUF_INIT;

		if (attempts)
			release_attempts_path(&path, s);
		else
			release_hf.path(&path, about->name, s);
		rows->file[s] = file_at(about, path.p);
		rows->n[s] = attempts ? about->split[s].attempts : about->split[s].questions;
		if (rows->file[s] == NULL || rows->n[s] < 0)
			rows->n[s] = 0;
		buf_release(&path);
	}
}

size_t release_rows(const struct release_about *about, struct release_rows out[RELEASE_ROWS_MAX])
{
	size_t n = 0;

	if (release_has_format(about, "hf")) {
		out[n] = (struct release_rows){.config = "default",
					       .what = "question",
					       .fields = about->further || about->plain ? plain_question_fields
											: question_fields};
		find_files(about, &out[n++], false);
	}
	if (release_has_format(about, "attempts")) {
		out[n] =
		    (struct release_rows){.config = "attempts", .what = "attempt", .fields = fields_of_attempts(about)};
		find_files(about, &out[n++], true);
	}
	return n;
}

bool release_is_plain(const struct release_about *about)
{
	for (size_t i = 0; i < about->n_parts; i++) {
		if (!about->parts[i].plain)
			return false;
	}
	return about->n_parts > 0;
}

bool release_has_format(const struct release_about *about, const char *name)
{
	for (size_t i = 0; i < about->n_formats; i++) {
		if (strcmp(about->formats[i], name) == 0)
			return true;
	}
	return false;
}
