/* flow: what the use cases share: reading a request's body and token, and turning
 * a database failure into an answer. Private to server/flow. */
#ifndef BEAT_FLOW_H
#define BEAT_FLOW_H

#include <stdbool.h>

#include "app.h"
#include "beat/db.h"
#include "beat/http.h"
#include "beat/json.h"
#include "flow_refusals.h"
#include "sql_beatd.h"

enum { DB_TIMEOUT_MS = 5000 };

/* The JSON object of the body, or NULL after answering what is wrong with it. */
json_t *flow_read_object(struct http_req *req);
/* False, and answered, if the query has an argument that the route does not take. */
bool flow_knows_arguments(struct http_req *req);

/* The token of the Authorization header, of a worker's session or of an expert's invitation: true, or false after
 * answering 401. */
bool flow_read_token(struct http_req *req, const struct app *app, struct token_session *out);
bool flow_read_expert(struct http_req *req, const struct app *app, struct token_invite *out);

/* Whether a statement answered with its one row, of which the first column is never NULL. */
bool flow_has_row(const struct db_result *r);

/* Answers for a call without the answer that it should have, and logs it once, with what was being done: 503 if the
 * database could not be asked or had no time, else our own mistake (500). Where several wait for the call it is logged
 * by flow_db_log, and each gets flow_db_reply. */
void flow_db_failed(struct http_req *req, const struct db_result *r, const char *doing);
void flow_db_log(struct http_req *req, const struct db_result *r, const char *doing);
void flow_db_reply(struct http_req *req, const struct db_result *r);
/* False for a while after the database refused to store something for want of room (SQLSTATE 53…). */
bool flow_has_room(void);

/* The handlers, one file a use case. */
void flow_session(struct http_req *req, void *app);
void flow_attempt(struct http_req *req, void *app);
void flow_exercise(struct http_req *req, void *app);
void flow_vote(struct http_req *req, void *app);
void flow_submit(struct http_req *req, void *app);
/* The next paragraph of a HIT without an adversary. */
void flow_next(struct http_req *req, void *app);
void flow_expert(struct http_req *req, void *app);        /* the page is opened */
void flow_expert_answer(struct http_req *req, void *app); /* one question is answered */
void flow_admin_page(struct http_req *req, void *app);
void flow_page(struct http_req *req, void *app);
void flow_static(struct http_req *req, void *app);
void flow_openapi(struct http_req *req, void *app);
void flow_healthz(struct http_req *req, void *app);
void flow_readyz(struct http_req *req, void *app);        /* yes or no */
void flow_readyz_detail(struct http_req *req, void *app); /* and which part is not */
void flow_metrics(struct http_req *req, void *app);

/* A file of the built pages, as the browser's caches want it. */
struct site_file;
void flow_send_file(struct http_req *req, const struct site_file *f);

/* Hands an assignment in and answers; also for a session whose work was handed in before. */
void flow_hand_in(struct http_req *req, struct app *app, int64_t assignment, int64_t worker, const char *ref);

struct attempts_in_flight *attempts_in_flight_new(void);
void attempts_in_flight_free(struct attempts_in_flight **t);

#endif
