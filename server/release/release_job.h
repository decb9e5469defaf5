/* release_job: what the files that write and check a release share.
 *
 * Writing a release: release_load() asks the database what it is; release_export() streams
 * its rows into files of a folder NAME@VERSION~partial; release_reread() reads every file again and
 * lets the gate look; the documents about it are written; the folder gets its real name; and
 * only then the database calls the release ready. A builder that is killed anywhere leaves a
 * ~partial folder, whose finished files the next one keeps if their digests are right. */
#ifndef BEAT_RELEASE_JOB_H
#define BEAT_RELEASE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "beat/cli.h"
#include "beat/folder.h"
#include "beat/json.h"
#include "beat/release.h"
#include "gate.h"
#include "sql_beatctl.h"

enum { RELEASE_KEY_BYTES = 32, RELEASE_STATE_MAX = 1024 * 1024 };

/* --- a release and the work on it (release_job.c) */

struct release_job {
	int64_t id; /* of its row */
	json_t *about_json;
	struct release_about about; /* strings point into about_json */
	struct release_part *parts;
	const char **formats;
	struct release_citation *cites;
	bool ready;              /* it was published before; its files' digests are known */
	const json_t *published; /* {path: sha256} of those */
	uint8_t key[RELEASE_KEY_BYTES];
	struct pg *pg;   /* for the rows */
	struct pg *side; /* for progress, while rows stream; holds the lock */
	char *out, *partial;
	int folder;                 /* the open ~partial */
	struct release_file *files; /* finished ones; paths are malloc'd */
	size_t n_files;
	struct release_figure *figures; /* texts are malloc'd */
	size_t n_figures;
	struct gate *gate;
	struct stats *stats;
	struct cli_progress bar;
	struct timespec told; /* when the database last heard of the progress */
	double export_s, check_s;
	int64_t rows;
};

/* Takes the lock and fills in everything about the release of this id; `out` NULL: ./NAME@VERSION. */
int release_load(struct release_job *job, int64_t id, const char *out);
void release_unload(struct release_job *job);

/* Draws the bar and now and then tells the database. */
void release_step(struct release_job *job, const char *what, int64_t done, int64_t total);
double release_seconds(void); /* of a clock that only goes forward */

/* --- files (release_files.c) */

/* The state of the work in ~partial: opens it, keeps finished files that are what they were. */
int release_files_open(struct release_job *job);
bool release_files_have(const struct release_job *job, const char *path);
/* A finished file: remembered, here and in the folder. The digest is checked against what was published before. */
int release_files_add(struct release_job *job, const char *path, int64_t bytes, const char *sha256);
/* A file that needs no writing: remembered here alone. */
int release_files_note(struct release_job *job, const char *path, int64_t bytes, const char *sha256);
/* How many questions MRQA has no room for: remembered likewise. */
int release_files_left_out(struct release_job *job, enum release_split split, int64_t n);
/* A whole small file at once. */
int release_files_put(struct release_job *job, const char *path, const struct buf *bytes);
/* MANIFEST, then the folder gets its name. */
int release_files_publish(struct release_job *job);
/* Takes the ~partial folder away. */
void release_files_drop(struct release_job *job);

/* --- the data files (release_export.c, release_attempts.c) */
int release_export(struct release_job *job);
int release_export_attempts(struct release_job *job);

/* Which writers a release wants for a split; at most RELEASE_WRITERS_MAX. */
enum { RELEASE_WRITERS_MAX = 4 };
size_t release_writers(const struct release_about *about, enum release_split split,
		       const struct release_format *out[RELEASE_WRITERS_MAX]);

/* --- reading them again (release_reread.c) */
struct dataset_passage;
typedef int release_passage_fn(void *arg, const struct dataset_passage *p);

/* Every passage of a data file of any of our formats (told by its path), grouped where rows of one stand together.
 * 0, what fn answered, or -1 after printing. */
int release_read_file(const char *folder, const char *path, release_passage_fn *fn, void *arg);

/* All files of the release: spans, counts, and what the gate wants to know. */
int release_reread(struct release_job *job);

/* --- records of provenance that an order names (release_cites.c): a JSON array of {"name", "record"}, malloc'd; NULL
 * if there are none */
int release_cites_read(const struct cli_strs *files, char **json);

/* --- what belongs to the Hugging Face layout (release_docs.c): statistics, figures, card, croissant.json */
int release_docs(struct release_job *job);

#endif
