/* release_files: hands out what lies in the folder of a release. Private to server/flow.
 *
 * Only paths that the database lists for the release are ever opened, and only a file of the length it lists is sent.
 */
#ifndef BEAT_RELEASE_FILES_H
#define BEAT_RELEASE_FILES_H

#include <stdbool.h>

#include "flow.h"

/* True if the folder of the release is there; dir may be NULL. */
bool release_folder_is(const char *dir, const char *name, const char *version);
/* One file, or the range of it that is asked for. r: rows release_file. */
void release_file_reply(struct http_req *req, const char *dir, const struct db_result *r);
/* All files of the release in one tar archive. */
void release_archive_reply(struct http_req *req, const char *dir, const struct db_result *r);

#endif
