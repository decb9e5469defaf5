/* predict: POST /predict: a question to one of the readers. The loop takes the request and
 * sends the answer; everything between happens in a thread of the pool.
 *
 *   full queue, or the deadline passed   503 with Retry-After
 *   the client has gone                  the question is taken back, or its answer dropped */
#ifndef BEAT_PREDICT_H
#define BEAT_PREDICT_H

#include <stddef.h>

#include "beat/http.h"
#include "beat/work.h"
#include "passages.h"
#include "shelf.h"

struct metric;

struct predict {
	const struct shelf *shelf;
	struct passages *passages;
	struct work *quick, *slow; /* readers that may take long have threads of their own, of lower priority */
	size_t max_passage;
	struct metric *m_predictions, *m_seconds, *m_wait, *m_passages;
};

void predict_init(struct predict *p); /* its metrics; the rest is the caller's to set */
void predict_on_request(struct http_req *r, struct predict *p);

#endif
