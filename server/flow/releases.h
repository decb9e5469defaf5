/* releases: builds releases on behalf of the dashboard and hands out their files. Private to server/flow and beatd.
 *
 * A release is written by a child process, "beatctl release write", into NAME@VERSION under the server's folder. What
 * is to be built is in the database: a build that a server left unfinished is taken up by the next look. One at a time.
 */
#ifndef BEAT_RELEASES_H
#define BEAT_RELEASES_H

#include "admin.h"

struct releases;

/* dir NULL: this server has no folder, builds nothing and has no files. */
struct releases *releases_new(struct app *app, const char *dir, const char *db_uri, int every_s);
/* A build under way is told to stop; it is gone on with after the next start. */
void releases_free(struct releases **rs);

ADMIN_HANDLER(admin_release_start);   /* POST /projects/{project}/releases, MAY_MANAGE -> 201 {id, name, version} */
ADMIN_HANDLER(admin_release_write);   /* POST /releases/{id}/write, MAY_MANAGE -> {id, here} */
ADMIN_HANDLER(admin_release_here);    /* GET /releases/{id}/files, MAY_LOOK -> {id, here} */
ADMIN_HANDLER(admin_release_file);    /* GET /releases/{id}/files/{path...}, MAY_LOOK */
ADMIN_HANDLER(admin_release_archive); /* GET /releases/{id}/archive, MAY_LOOK */

#endif
