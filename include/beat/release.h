/* release: what an export hands to the writers of its formats. Pure: a writer turns
 * what it is given into bytes in a struct buf, with no file, clock, locale or database
 * in sight, so that the same release gives the same bytes anywhere and at any time.
 *
 * Data files. For each split a writer begins, is given the passages one after the other,
 * each with all its questions that stand together in the release, and ends. The buffer is
 * written out and emptied between calls, so a writer keeps at most what it needs of the
 * passage before (release_format.state bytes, zeroed before begin). Usually passages of
 * one document follow each other, and a passage comes once; the rows of a combined release
 * may come shuffled, then the same passage can come again with other questions.
 *
 * Documents about the release (card, croissant.json) are written last, from release_about.
 *
 * Every text is valid UTF-8 without NUL. Titles are anything a person can type or paste:
 * never a part of a path, always escaped. */
#ifndef BEAT_RELEASE_H
#define BEAT_RELEASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

/* A release, as people and commands call it, and its folder and archive: name and version. Neither can hold an @ (nor a
 * ~), so no two releases share a folder, and none has that in which another is being written. */
#define RELEASE_NAMED     "%s@%s"
#define RELEASE_UNDER_WAY "~partial"

enum release_split { RELEASE_TRAIN, RELEASE_DEV, RELEASE_TEST, RELEASE_SPLITS };

/* "train", "dev", "test"; as the Hub calls them: "train", "validation", "test". */
extern const char *const release_split_name[RELEASE_SPLITS];
extern const char *const release_split_hub[RELEASE_SPLITS];

struct release_text {
	const char *p; /* not NUL-terminated */
	size_t n;
};

/* An answer and where it stands. */
struct release_answer {
	struct release_text text;
	size_t start, end; /* code points of the context, end exclusive */
};

/* One question. */
struct release_row {
	struct release_text id; /* 40 hex digits in a release */
	struct release_text question;
	struct release_text answer;
	size_t answer_start, answer_end;   /* code points of the context, end exclusive */
	struct release_text model_in_loop; /* name of the model that was beaten: "bidaf" */
	const struct release_answer *more; /* answers beside that one, in their order */
	size_t n_more;
	struct release_text metadata; /* a ready JSON value that SQuAD and MRQA files carry; n == 0: none */
};

/* A passage with its questions. */
struct release_passage {
	enum release_split split; /* RELEASE_SPLITS: of no split, as in a dataset that is no release */
	struct release_text title;
	struct release_text context;
	char key[65];      /* SHA-256 of the context, in hex: the passage's identity on any machine */
	bool new_document; /* the passage before it (if any) had another title */
	const struct release_row *rows;
	size_t n_rows; /* at least 1 */
};

/* One judged attempt, won or lost. Attempts of one HIT follow each other in the order in
 * which they were made; a chain is a run of attempts that ends with a win or with the HIT. */
struct release_attempt {
	enum release_split split;
	struct release_text id;       /* 40 hex digits; of a won one the question's id */
	char hit[17], worker[17];     /* pseudonyms: 16 hex digits, different in every release */
	int seq, chain, turn;         /* from 1: in the HIT; which chain of the HIT; in the chain */
	struct release_text previous; /* id of the attempt before it in the chain; n == 0: it is the first */
	struct release_text title, context, question, answer;
	size_t answer_start, answer_end;
	struct release_text model, model_version; /* who answered */
	struct release_text model_answer;
	bool has_model_span, has_model_score;
	size_t model_start, model_end;
	double model_score;
	int shared, model_tokens, human_tokens, threshold_permille; /* the proof: F1 = 2s/(m+k) */
	bool several;                                               /* the file tells of several models */
	struct release_text adversaries; /* ready JSON: the rule and every answer; n == 0: there was one model */
	bool further;                    /* the file tells how far the answers of others agree */
	struct release_text agreement;   /* ready JSON: answers, and how many are alike; n == 0: the author's alone */
	bool plain;                      /* there was no adversary: no model, no proof, and it counts as won */
	bool won;                        /* by the human */
	bool in_release;                 /* it is one of the release's questions */
	int seconds;                     /* from the start of the HIT, whole seconds */
};

struct release_about;
struct stats;

/* A format of data files. The writers are in server/formats */
struct release_format {
	const char *name; /* as in --formats: "mrqa" */
	bool gzip;        /* the bytes are packed on their way to the file */
	size_t state;     /* bytes the writer keeps for one file; 0: none */
	/* The path within the release, "mrqa/dev.jsonl.gz", into out; name is the release's. */
	void (*path)(struct buf *out, const char *name, enum release_split split);
	void (*begin)(void *state, const struct release_about *about, enum release_split split, struct buf *out);
	void (*passage)(void *state, const struct release_passage *p, struct buf *out);
	void (*end)(void *state, struct buf *out);
};
extern const struct release_format release_squad, release_squad_public, release_mrqa, release_hf;

/* Questions that a finished MRQA file left out, because their answer lies beyond the cut; asked after end. */
int64_t release_mrqa_left_out(const void *state);

/* attempts/SPLIT.jsonl: no head and no end, one line an attempt. */
void release_attempts_path(struct buf *out, enum release_split split);
void release_attempt_write(const struct release_attempt *a, struct buf *out);

/* What the documents about the release say. Strings are NUL-terminated; NULL where nothing is known. */
struct release_counts {
	int64_t questions, passages, documents;
	int64_t target;        /* -1: as many as there are */
	int64_t available;     /* valid questions there were to choose from */
	int64_t attempts;      /* lines of its attempts file; -1 if not written */
	int64_t mrqa_left_out; /* questions that the cut to 800 tokens left out of MRQA; -1 if not written */
};

struct release_file {
	const char *path; /* within the release */
	int64_t bytes;
	char sha256[65];
};

struct release_model {
	const char *name, *version, *weights; /* as it reported itself; "" where it did not say */
	const char *prompt, *protocol;        /* how it was asked */
	/* What its calls told of themselves, of struct release_part's usage alone. */
	int64_t calls, tokens_in, tokens_out, nanos;
};

/* What was left out after the collection, before questions were chosen; -1: that step was not taken. */
struct release_tidied {
	int64_t malformed_questions, malformed_answers;  /* the author's answer, or another's, was none */
	int64_t open_documents, open_questions;          /* not all paragraphs were done */
	int64_t few_documents, few_questions, few_least; /* fewer questions a paragraph than few_least */
};

/* One project in the release; a combined release has several. */
struct release_part {
	const char *name;    /* "dbidaf" */
	const char *version; /* of the release it was combined of; NULL: of this one */
	const char *title;   /* of the task, as workers saw it */
	const struct release_model *models;
	size_t n_models;
	const struct release_model *usage; /* the builds whose calls told tokens */
	size_t n_usage;
	int threshold_permille, questions_wanted;
	int validation_votes, validation_matches, validation_f1_permille;
	bool validation_by_f1; /* votes match by F1 above validation_f1_permille; else by normalised equality */
	int success_permille, answerable_permille, reward_cents;
	int64_t workers;    /* who wrote its questions */
	int64_t validators; /* whose votes count on them */
	int64_t votes;
	bool validation_early_stop;
	/* Dev and test questions here, -1 in releases frozen before that was kept, whose card stays as it was
	 * published; the fewest votes that one of them has. */
	int64_t votes_on, votes_least;
	/* Without an adversary: paragraphs of a task, and answers of others, where and whether they decide. */
	bool plain, further_decide;
	int paragraphs, further_answers;
	const char *further_splits; /* "dev, test" */
	struct release_tidied tidied;
	/* Dev and test questions the votes had decided on by as_of, of all authors; of those revoked by then. */
	int64_t validated, answerable, revoked_validated, revoked_answerable;
};

struct release_figure {
	const char *path;    /* "figures/question-length.svg" */
	const char *caption; /* a sentence */
};

/* A dataset of a record of provenance. */
struct release_dataset {
	const char *name, *sha256;
	int64_t questions; /* -1: not told */
};

/* A record of how other datasets came about, which the release cites. */
struct release_citation {
	const char *name, *path; /* "dev.json.provenance.json", "provenance/dev.json.provenance.json" */
	const char *command;
	const char *rule, *seed; /* "" where it does not say */
	const struct release_dataset *inputs, *outputs;
	size_t n_inputs, n_outputs;
};

struct release_about {
	const char *name, *version, *seed, *licence; /* licence: SPDX or a name, as given: "cc-by-sa-4.0" */
	const char *as_of;                           /* "2026-01-31T12:30:00.123456Z" */
	const char *code_version;
	const char *const *formats; /* names, in the order squad, mrqa, hf, attempts */
	size_t n_formats;
	bool combined, provisional;
	bool several; /* some attempts of its projects were played against several models at once */
	bool further; /* answers of others are released beside their authors' */
	bool plain;   /* some of its questions were asked without an adversary */
	int64_t missing_questions, missing_votes; /* of a provisional one: what waited for votes, and for how many */
	const struct release_part *parts;
	size_t n_parts;
	struct release_counts split[RELEASE_SPLITS];
	const struct release_file *files; /* all written before the document asked for, sorted by path */
	size_t n_files;
	const struct stats *stats; /* also human performance, by stats_split(…)->human; NULL if hf is not asked for */
	const struct release_figure *figures;
	size_t n_figures;
	const struct release_citation *cites;
	size_t n_cites;
	const char *citation; /* BibTeX or plain; NULL: none given */
};

bool release_has_format(const struct release_about *about, const char *name);

void release_card(const struct release_about *about, struct buf *out);      /* README.md (release/card.c) */
void release_croissant(const struct release_about *about, struct buf *out); /* croissant.json (release/croissant.c) */

#endif
