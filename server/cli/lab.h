/* lab: the tools of `beatctl lab`, a file each. Their descriptors are listed in lab.c. */
#ifndef BEAT_CLI_LAB_H
#define BEAT_CLI_LAB_H

#include "beat/cli.h"
#include "beat/concur.h"

extern const struct cli_command lab_babi, lab_concur, lab_shift, lab_synth;

/* Files of several tools (lab_files.c); `tool` is named in messages. CLI_OK, or CLI_FAILED after saying why. */
int lab_scores(const char *tool, const char *path, struct concur *out) BEAT_NODISCARD;
int lab_folder(const char *tool, const char *path, int *folder) BEAT_NODISCARD; /* made if need be; close it */
int lab_save(const char *tool, int folder, const char *name, struct buf *b) BEAT_NODISCARD; /* empties the buffer */

#endif
