/* flow_refusals: what the worker's use cases refuse, in words: one table of what the SQL functions call it. */
#ifndef BEAT_FLOW_REFUSALS_H
#define BEAT_FLOW_REFUSALS_H

#include "beat/http.h"

/* The refusal of a status. One that is not in the table is our own mistake: it is logged, and the refusal is a 500. */
const struct http_refusal *flow_refusal(const struct http_req *req, const char *status);

/* Answers with it. */
void flow_refuse(struct http_req *req, const char *status);

#endif
