/* lab: the tools of `beatctl lab`, a file each. Their descriptors are listed in lab.c. */
#ifndef BEAT_CLI_LAB_H
#define BEAT_CLI_LAB_H

#include "beat/babi_report.h"
#include "beat/cli.h"
#include "beat/concur.h"
#include "beat/eval_ask.h"
#include "beat/lab.h"
#include "eval_store.h"

extern const struct cli_command lab_convert, lab_curate, lab_mrqa, lab_report, lab_scores_command;
extern const struct cli_command lab_altered, lab_babi, lab_concur, lab_experiment, lab_shift, lab_strata, lab_synth;

/* Files of several tools (lab_files.c); `tool` is named in messages. CLI_OK, or CLI_FAILED after saying why. */
/* Scores of a file or, with --stored, of the evaluations in the database. */
struct lab_source {
	const char *path; /* NULL: stored */
	bool stored;
	const char *metric; /* of stored ones: "em" or "f1" */
	struct eval_choice choice;
};
#define LAB_SOURCE_OPTIONS(s)                                                                                          \
	{"--stored", CLI_FLAG, &(s)->stored, 0, 0}, {"--metric", CLI_STR, &(s)->metric, 0, 0},                         \
	{                                                                                                              \
		"--set", CLI_STRS, &(s)->choice.sets, 0, 0                                                             \
	}
/* What the words of the command line say: one file, or none with --stored. */
int lab_source_check(const char *tool, struct lab_source *s, int words, char **argv) BEAT_NODISCARD;
int lab_scores(const char *tool, const struct lab_source *s, struct concur *out) BEAT_NODISCARD;
void lab_source_release(struct lab_source *s);
int lab_metric(const char *name, bool *exact) BEAT_NODISCARD;
int lab_folder(const char *tool, const char *path, int *folder) BEAT_NODISCARD; /* made if need be; close it */
int lab_save(const char *tool, int folder, const char *name, struct buf *b) BEAT_NODISCARD; /* empties the buffer */

/* A folder of what a tool made: tables, and figures as SVG, PNG and PDF. */
struct lab_place {
	const char *tool, *path;
	const char *formats; /* of figures: a list of svg, png and pdf; NULL: svg */
	int folder;
};
int lab_place_open(struct lab_place *p) BEAT_NODISCARD; /* makes it if need be */
void lab_place_close(struct lab_place *p);
/* Both empty the buffer. A figure's name is without its ending. */
int lab_place_save(const struct lab_place *p, const char *name, struct buf *b) BEAT_NODISCARD;
int lab_place_figure(const struct lab_place *p, const char *name, struct buf *svg) BEAT_NODISCARD;

/* Datasets with files of predictions (lab_scored.c). */
struct lab_models {
	struct cli_strs given; /* of --predictions */
	struct eval_models models;
	const char **names; /* of each */
};
int lab_models_load(struct lab_models *m) BEAT_NODISCARD;
void lab_models_release(struct lab_models *m);
/* One question with the score of every model; a question without a prediction scores 0. */
typedef int (*lab_scored_fn)(void *arg, const struct dataset_question *q, const struct score_best *best);
int lab_score(const char *tool, const char *path, struct lab_models *m, lab_scored_fn fn, void *arg) BEAT_NODISCARD;

/* Files of `lab babi --format jsonl`, a line at a time. */
typedef int (*lab_line_fn)(void *arg, const struct babi_line *line);
int lab_babi_lines(const char *tool, const char *path, lab_line_fn fn, void *arg) BEAT_NODISCARD;
int lab_babi_report(int argc, char **argv);

/* Commands for the shell (lab_shell.c): what one prints goes to one file, what it says on standard error behind the
 * log. */
int lab_shell(const char *tool, const char *command, const char *printed, const char *log) BEAT_NODISCARD;
void lab_put_path(void); /* our own programs are found, and ops/train of the source tree */

/* A number from 0 to 1; CLI_OK, or CLI_USAGE after saying why. */
int lab_rate(const char *option, const char *text, double *out) BEAT_NODISCARD;

/* Passages that a tool of `lab synth` makes, written as they come (lab_made.c). Say what went wrong themselves. */
struct lab_made {
	const char *format, *out; /* options: squad or mrqa; NULL: standard output */
	long passages, seed;      /* options */
	struct lab_set *set;
	struct lab_out *to;
	struct buf buf; /* of what is not written yet */
};
#define LAB_MADE_OPTIONS(m)                                                                                            \
	{"--passages", CLI_INT, &(m)->passages, 1, 100000000}, {"--seed", CLI_INT, &(m)->seed, 0, 0},                  \
	    {"--format", CLI_STR, &(m)->format, 0, 0},                                                                 \
	{                                                                                                              \
		"--out", CLI_STR, &(m)->out, 0, 0                                                                      \
	}
#define LAB_MADE_DEFAULTS .format = "squad", .passages = 2000, .seed = 1
int lab_made_check(const struct lab_made *m) BEAT_NODISCARD; /* CLI_OK or CLI_USAGE */
int lab_made_open(struct lab_made *m, const char *name) BEAT_NODISCARD;
int lab_made_more(struct lab_made *m) BEAT_NODISCARD; /* after each passage: writes when there is enough */
int lab_made_end(struct lab_made *m) BEAT_NODISCARD;  /* after the last one */
/* The record's inputs are read here: their paths, NULL ones left out. */
int lab_made_close(struct lab_made *m, struct lab_record *record, const char *const *inputs, size_t n) BEAT_NODISCARD;
void lab_made_release(struct lab_made *m); /* what is not closed is taken back */

/* `lab synth wikidata` (lab_wikidata.c). */
int lab_synth_wikidata(int argc, char **argv);

#endif
