/* lab: what the commands of `beatctl lab` share: a file that is made, with the record of how. */
#ifndef BEAT_LAB_H
#define BEAT_LAB_H

#include <stdint.h>

#include "beat/buf.h"
#include "beat/folder.h"
#include "beat/jw.h"
#include "beat/release.h"

#define LAB_RECORD ".provenance.json" /* the record of OUT is OUT.provenance.json */

enum { LAB_ERR_MAX = FOLDER_ERR_MAX };

/* A file being made: standard output (path NULL, no record), or a file that gets its name when it is whole. */
struct lab_out;
struct lab_out *lab_out_open(const char *path, char err[LAB_ERR_MAX]);
/* Writes what the buffer holds and empties it; 0, or -1 and a sentence. */
int lab_out_write(struct lab_out *out, struct buf *b, char err[LAB_ERR_MAX]) BEAT_NODISCARD;

/* Who made it and of what. */
struct lab_input {
	const char *path;
	int64_t bytes;
	char sha256[65];
};
const char *lab_base(const char *path); /* its last part */
int lab_input_read(struct lab_input *in, const char *path, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
struct lab_record {
	const char *command; /* as it would be typed, without folders */
	const char *seed;    /* NULL: nothing was drawn */
	const struct lab_input *inputs;
	size_t n_inputs;
	int64_t questions;
	struct buf *notes; /* further members, a ready JSON object; NULL: none */
};
/* Ends the file, writes its record, gives both their names; 0, or -1 and a sentence. Frees. */
int lab_out_close(struct lab_out **out, const struct lab_record *record, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* Leaves nothing behind. NULL is fine. */
void lab_out_abandon(struct lab_out **out);

/* Questions on a made-up passage, as SQuAD or MRQA (`format`), one passage a title. */
struct lab_set;
struct lab_set *lab_set_new(const struct release_format *format, const char *name);
void lab_set_begin(struct lab_set *set, struct buf *out);
void lab_set_add(struct lab_set *set, const char *title, const struct buf *context, const struct release_row *rows,
		 size_t n, struct buf *out);
void lab_set_end(struct lab_set *set, struct buf *out);
void lab_set_free(struct lab_set **set);

#endif
