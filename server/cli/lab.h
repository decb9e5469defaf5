/* lab: the tools of `beatctl lab`, a file each. Their descriptors are listed in lab.c. */
#ifndef BEAT_CLI_LAB_H
#define BEAT_CLI_LAB_H

#include "beat/cli.h"

extern const struct cli_command lab_babi, lab_concur;

#endif
