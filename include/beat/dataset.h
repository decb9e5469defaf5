/* dataset: reads question-answering datasets, SQuAD v1.1 JSON and MRQA JSONL, plain or
 * gzip, with passages, questions and gold answers. Memory is one passage, or one article if its
 * title comes last, whatever the file's size. Lines that are rows of the Hugging Face layout
 * ({"id","title","context","question","answers":{"text":[…],"answer_start":[…]}}), or attempts of a
 * release ("answer":{"text","answer_start"}), count as MRQA: each is a passage with one question.
 * The reader is the one behind corpus.h, with another policy.
 *
 *   static int on_passage(void *arg, const struct dataset_passage *p) { …; return 0; }
 *   const struct dataset_sink sink = {.arg = &x, .passage = on_passage};
 *   char err[DATASET_ERR_MAX];
 *   if (dataset_read_file("dev.json", DATASET_ALL, &sink, err) < 0) cli_fail("stats: %s", err);
 *
 * It takes JSON as Python does: a byte order mark, NUL in strings, whole numbers beyond 64
 * bits (but none beyond 1e308), and of equal keys the last ("data", and the "paragraphs" of an
 * article, must not appear twice). Every text is valid UTF-8 with its length, NUL-terminated, and good during the
 * call only.
 *
 * A dataset is either sound or refused: there is one sentence with the file and the
 * place ("dev.json: data[3].paragraphs[0].qas[2]: the field "id" is missing."), and
 * reading ends. What was handed over before that stays handed over. */
#ifndef BEAT_DATASET_H
#define BEAT_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "beat/source.h"

enum { DATASET_ERR_MAX = 1024 };
enum {
	DATASET_ARTICLE_BYTES = 256 * 1024 * 1024
}; /* of what must be held at once: an article without its title, the questions of a passage */

enum dataset_format { DATASET_UNKNOWN, DATASET_SQUAD, DATASET_MRQA };

/* What must be there. The rest is handed over if it is there and of the right type. */
enum dataset_need {
	DATASET_CONTEXT = 1, /* passages have a "context" */
	DATASET_TEXT = 2,    /* questions have a "question" */
	DATASET_ANSWERS = 4, /* questions have "answers" of which each has a "text"; at least one */
	DATASET_ALL = 7
};

struct dataset_answer {
	const char *text;
	size_t text_n;
	int64_t start; /* code points from the beginning of the context; -1 if the file does not tell */
};

struct dataset_question {
	const char *id;
	size_t id_n;
	const char *text; /* NULL if it has none */
	size_t text_n;
	const struct dataset_answer *answers;
	size_t n_answers;
	/* Why there are no answers or not all of them, a whole sentence with its place; NULL if all is well.
	 * Never set if DATASET_ANSWERS was needed. */
	const char *no_answers;
	bool malformed; /* there are answers, but not as they should be, rather than none */
};

struct dataset_article {
	const char *title; /* NULL if it has none */
	size_t title_n;
	size_t number; /* from 0 */
};

struct dataset_passage {
	const struct dataset_article *article;
	const char *context; /* NULL if it has none. MRQA: with its [DOC] [TLE] [PAR] marks, as offsets count them */
	size_t context_n;
	const struct dataset_question *questions;
	size_t n_questions;
};

/* The functions return 0 to go on; anything else (positive) ends the reading and is its result. */
struct dataset_sink {
	void *arg;
	/* May be NULL. Called before an article's first passage, also if it has none. MRQA has no articles:
	 * contexts in a row that have the same title count as one. */
	int (*article)(void *arg, const struct dataset_article *a);
	int (*passage)(void *arg, const struct dataset_passage *p);
};

/* The file to read: `name` stands in error sentences. */
struct dataset_in {
	struct source *src;
	const char *name;
	enum dataset_format format; /* DATASET_UNKNOWN: to be found out */
	unsigned need;              /* of enum dataset_need */
};

/* 0, or what the sink answered, or -1 and a sentence in err. */
int dataset_read(const struct dataset_in *in, const struct dataset_sink *sink,
		 char err[DATASET_ERR_MAX]) BEAT_NODISCARD;
/* The same with a file's path ("-": standard input). */
int dataset_read_file(const char *path, unsigned need, const struct dataset_sink *sink,
		      char err[DATASET_ERR_MAX]) BEAT_NODISCARD;

/* MRQA if its lines look like it or its name says .jsonl, else SQuAD. Consumes nothing but a byte order mark. */
enum dataset_format dataset_detect(struct source *src, const char *path);

#endif
