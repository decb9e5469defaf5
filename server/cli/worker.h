/* worker: what the files about workers share. */
#ifndef BEAT_CLI_WORKER_H
#define BEAT_CLI_WORKER_H

#include "beat/json.h"

enum { WORKER_PROJECT_MAX = 64 };

/* Answers of Q_ADMIN_WORKERS and Q_ADMIN_WORKER for people (worker_show.c). */
void worker_show_list(const json_t *answer);
void worker_show_one(const json_t *answer);

#endif
