/* rejudge: what the parts of `beatctl rejudge` share.
 *
 *   cli/rejudge.c       the command: its options
 *   rejudge_late.c      late verdicts, asked of the model in the loop
 *   rejudge_ask.c       the loop that asks a model about attempts, page by page, several at once
 *   rejudge_transfer.c  --model: the same attempts asked of another reader
 *   rejudge_matrix.c    the transfer matrix: read from the database, as tables or JSON */
#ifndef BEAT_REJUDGE_H
#define BEAT_REJUDGE_H

#include <sys/queue.h>

#include "beat/buf.h"
#include "beat/cli.h"
#include "beat/fetch.h"
#include "beat/judge.h"
#include "beat/jw.h"
#include "beat/loop.h"
#include "beat/model.h"
#include "sql_beatctl.h"

/* Asking */

/* An attempt to ask about, as a page holds it: a row of the database, lent for the call. */
struct rejudge_row {
	const char *attempt; /* its id */
	const char *passage, *question, *answer;
	size_t passage_n, question_n, answer_n;
	struct judge_rule rule;
	int64_t model_id; /* its number in the registry; 0: of no consequence */
	struct model_ref model;
};
/* From a row of either list; which model is to be asked follows. */
#define REJUDGE_ROW(row, id, ...)                                                                                      \
	((struct rejudge_row){.attempt = (row).attempt_id,                                                             \
			      .model_id = (id),                                                                        \
			      .passage = (row).passage_text,                                                           \
			      .passage_n = (row).passage_text_len,                                                     \
			      .question = (row).question,                                                              \
			      .question_n = (row).question_len,                                                        \
			      .answer = (row).answer_text,                                                             \
			      .answer_n = (row).answer_text_len,                                                       \
			      .rule = judge_rule((row).threshold_permille, (row).empty_answer, (row).unlocated),       \
			      .model = __VA_ARGS__})

/* Which attempt an answer is to, and whose answer it is. */
struct rejudge_asked {
	const char *attempt;
	int64_t model_id;
};

enum rejudge_stored {
	REJUDGE_STORED,
	REJUDGE_WAITING,   /* stored, but other models have to answer before there is a verdict */
	REJUDGE_ELSEWHERE, /* another run was faster */
	REJUDGE_NOT_STORED /* the database refused, and has said why */
};

/* What is asked about, and what happens to the answers. */
struct rejudge_ops {
	/* The attempts after the one named ("": from the first), REJUDGE_PAGE at most; NULL after printing. */
	struct pg_rows *(*page)(void *arg, const char *after);
	struct rejudge_row (*row)(void *arg, const struct pg_rows *page, int row);
	/* Looks at an answer before it is judged; what it returns, if not NULL, is why to stop. May be NULL. */
	const char *(*look)(void *arg, const struct model_answer *a);
	enum rejudge_stored (*store)(void *arg, const struct rejudge_asked *q, const struct model_answer *a,
				     const struct judgement *j);
};
enum { REJUDGE_PAGE = 64 };

struct rejudge_conf {
	long limit, concurrency, timeout_s; /* limit 0: none */
};

/* What became of the attempts asked about. */
struct rejudge_counts {
	long asked, human, model, elsewhere, unanswered;
	long waiting;                /* answered, but others of several models have to before there is a verdict */
	long faults[MODEL_OUTCOMES]; /* by outcome: why there was no answer */
};

struct rejudge_job;

/* Begins with rejudge_ask_init(); what it counted may be read after rejudge_ask_run(). */
struct rejudge_ask {
	struct pg *pg;
	const struct rejudge_conf *conf;
	const struct rejudge_ops *ops;
	void *arg;
	struct event_base *base;
	struct fetch *fetch;
	struct models *models;

	struct pg_rows *page;
	int next; /* row of the page to ask about */
	char after[40];
	bool no_more;        /* the list is at its end, or we stop */
	const char *stopped; /* why, if it is not the end of the list */
	bool hopeless;       /* stopped by a signal or for want of a database: nothing else can go on */

	LIST_HEAD(, rejudge_job) jobs;
	long running;
	struct rejudge_counts n;
	int silent_in_row; /* calls that got no HTTP answer at all */
	struct cli_progress bar;
};

void rejudge_ask_init(struct rejudge_ask *r, struct pg *pg, const struct rejudge_conf *conf);
void rejudge_ask_release(struct rejudge_ask *r);
/* Asks until the list is at its end, the limit is reached, or it has to stop. CLI_FAILED if there was no list to
 * begin with; how it went is in the struct otherwise. */
int rejudge_ask_run(struct rejudge_ask *r, const struct rejudge_ops *ops, void *arg);
/* "  3 because of the model's fault 'timeout'", a line each. */
void rejudge_faults_print(const struct rejudge_counts *n);

/* Runs a statement that stores a judgement and tells "ok" if nobody else was faster. */
enum rejudge_stored rejudge_store(struct pg *pg, struct sql_ask ask);

/* Late verdicts */

/* Asks about every attempt of the project that waits for its verdict, stores them and prints what came of it.
 * CLI_FAILED also if some still have none. */
int rejudge_late(const struct rejudge_conf *conf, const char *project);

/* Transfer */

struct rejudge_transfer {
	struct rejudge_conf conf;
	struct cli_strs models; /* of --model: URLs and registered names */
	const char *protocol;   /* NULL: the model's own */
	bool won, discarded, json;
	char **projects; /* names */
	int n_projects;
};
/* Asks every model that is named (none: only shows what is stored), then prints the matrix. */
int rejudge_transfer(const struct rejudge_transfer *t);

/* What one run of a model came to, for the summary and for JSON. */
struct rejudge_reader {
	char *name, *version, *weights; /* as it names itself; NULL: it gave no answer at all */
	char *url;                      /* as it may be shown */
	struct sql_int id;              /* in the database; none: it was not entered */
	struct rejudge_counts n;
	char *stopped; /* why, if not all was asked */
};

/* Matrix */

struct rejudge_report {
	const struct rejudge_transfer *conf;
	const char *project_ids;              /* "{1,2}" */
	const struct rejudge_reader *readers; /* asked just now */
	size_t n_readers;
};
int rejudge_matrix_print(struct pg *pg, const struct rejudge_report *r);

#endif
