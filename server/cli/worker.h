/* worker: what the files about workers share. */
#ifndef BEAT_CLI_WORKER_H
#define BEAT_CLI_WORKER_H

#include "beat/json.h"

enum { WORKER_PROJECT_MAX = 64, WORKER_NUMBER_MAX = 24 };

/* The number of a worker given by number or PLATFORM:ID; "" after saying that there is none. */
const char *worker_number(const char *name, char out[WORKER_NUMBER_MAX]);

/* Answers of admin_workers and admin_worker for people (worker_show.c). */
void worker_show_list(const json_t *answer);
void worker_show_one(const json_t *answer);

#endif
