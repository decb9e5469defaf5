/* corpus: reads passages from the file formats they come in, hands them over through
 * one sink, as they come, and holds no more than one article's texts at a time. The reader
 * is the one behind dataset.h, with another policy: questions are passed over, and a bad record
 * is told instead of ending it all.
 *
 * A record's text is what the file holds, byte for byte after the format's own
 * decoding: nothing is trimmed, so that offsets into it stay true. What cannot be
 * a passage is given to the sink as bad, with its position and one reason; reading
 * goes on after it wherever the format lets one find the next record. */
#ifndef BEAT_CORPUS_H
#define BEAT_CORPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/mem.h"
#include "beat/source.h"

enum {
	CORPUS_TEXT_MAX = 50000,                 /* code points of a passage */
	CORPUS_TITLE_MAX = 1000,                 /* code points of a title */
	CORPUS_TEXT_BYTES = 4 * CORPUS_TEXT_MAX, /* no passage within the limit is longer in UTF-8 */
	CORPUS_TITLE_BYTES = 4 * CORPUS_TITLE_MAX,
	CORPUS_ARTICLE_BYTES = 64 * 1024 * 1024, /* texts held back until an article's title is known */
	CORPUS_ERR_MAX = 512,
};

enum corpus_format { CORPUS_UNKNOWN, CORPUS_SQUAD, CORPUS_MRQA, CORPUS_JSONL, CORPUS_TXT };

/* Valid UTF-8 without NUL, NUL-terminated; good during the call only. */
struct corpus_record {
	const char *title, *text, *pos;
};

/* Both return 0 to go on; anything else ends the reading and is its result. */
struct corpus_sink {
	void *arg;
	int (*record)(void *arg, const struct corpus_record *r);
	int (*bad)(void *arg, const char *pos, const char *reason);
};

/* Reads a whole source. `stem` is the file's name without folder and extensions: a .txt
 * file's title, and what stands in for the title an MRQA context does not have. */
int corpus_read(struct source *src, enum corpus_format format, const char *stem, const struct corpus_sink *sink);

/* Which format is this? By the first keys of its JSON, else by the file's extension.
 * CORPUS_UNKNOWN and a sentence in err if none fits. Consumes nothing but a byte order mark. */
enum corpus_format corpus_detect(struct source *src, const char *path, char err[CORPUS_ERR_MAX]);

enum corpus_format corpus_format_parse(const char *name); /* CORPUS_UNKNOWN if it is no format's name */

/* The name of a file or folder without the folders before it and without .gz, .json, .jsonl, .txt. Caller frees. */
char *corpus_stem(const char *path);

/* A file as asked for, or the .txt files of a folder in the order of their names. */
struct corpus_files {
	char **paths;
	size_t n;
	unsigned long long bytes; /* of the regular files among them */
};
int corpus_files_add(struct corpus_files *files, const char *path, char err[CORPUS_ERR_MAX]) BEAT_NODISCARD;
void corpus_files_release(struct corpus_files *files);

#endif
