/* http_impl: what the files of the http module share. Nobody else includes it.
 *
 *   http.c         the server: settings, start, drain
 *   http_accept.c  who gets a connection, and who has to leave when all are taken
 *   http_conn.c    a connection: reads requests one after the other, its states and their time-outs
 *   http_wire.c    bytes in and out, plain or through TLS
 *   http_parse.c   what the bytes mean (pure)
 *   http_route.c   from a request to its handler
 *   http_ask.c     what a handler can ask of a request
 *   http_reply.c   answers: headers, refusals
 *   http_file.c    answers out of files, and ranges of them
 *   http_stream.c  answers without an end
 *   http_tls.c     certificates */
#ifndef BEAT_HTTP_IMPL_H
#define BEAT_HTTP_IMPL_H

#include <event2/event_struct.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "beat/http.h"
#include "http_parse.h"
#include "netlist.h"

enum {
	HTTP_PATH_ARGS = 2,
	HTTP_QUERY_ARGS = 32,
	HTTP_ID_MAX = 64,
	HTTP_BLOCK = 4096,
	HTTP_SPARE = 256,
	HTTP_KINS = 1024
};

struct http_accept;
struct http_tls;
struct loop_timer;
struct ssl_st;
struct work;

/* Where a connection stands. Those of a state are in one queue, the longest there first. */
enum http_state {
	HTTP_IDLE,    /* between two requests */
	HTTP_HEAD,    /* a head is arriving, or the first is awaited */
	HTTP_BODY,    /* a body is */
	HTTP_BUSY,    /* a handler is at work */
	HTTP_SENDING, /* the client is taking its answer */
	HTTP_STREAM,  /* an answer without an end */
	HTTP_LINGER,  /* answered for the last time; what still comes is thrown away */
	HTTP_STATES
};

/* Memory that came from a client: all of it is counted against the budget. */
struct http_block {
	char *p;
	size_t n, cap;
};

/* Bytes on their way out. */
struct http_out {
	struct http_out *next;
	const char *p;
	size_t n;
	void *owned; /* freed when they have left; NULL: they live as long as the server */
};

/* Who shares an address, and so a part of the connections. */
struct http_kin {
	struct http_kin *next;
	uint8_t address[16];
	int count;
	TAILQ_HEAD(, http_conn) conns;
};

/* What takes the place of a request while its answer goes on: a file or a stream. */
struct http_owner {
	void (*on_taken)(void *arg); /* all that was handed over has left */
	void (*on_left)(void *arg);  /* the connection is no more */
	void *arg;
};

struct http_conn {
	struct http *http;
	struct ssl_st *ssl; /* NULL: plain */
	int fd;
	enum http_state state;
	int64_t since_ms; /* in this state; while sending, since enough was taken */
	TAILQ_ENTRY(http_conn) queue, kinship;
	struct http_kin *kin;
	struct event rd, wr;
	struct http_block in;
	size_t in_at; /* where the next request begins in it */
	struct http_scan scan;
	struct http_chunks chunks;
	struct http_req *req; /* being read, or worked on */
	struct http_owner owner;
	struct http_out *out, **out_end;
	size_t out_n, taken; /* waiting; left since since_ms */
	bool close_after;    /* the answer under way is the last */
	bool eof;            /* the client will say no more */
	bool doomed;         /* to be closed as soon as nobody is using it */
	bool running;        /* http_conn_run is at work on it */
	bool paused;         /* nothing is read: there is no memory for it just now */
	bool write_first;    /* TLS wants to write before it reads on */
	char peer[NETLIST_TEXT_MAX];
};

TAILQ_HEAD(http_queue, http_conn);

struct http {
	struct event_base *base;
	struct http_accept *accept; /* NULL when it accepts no more */
	struct http_tls *tls;       /* NULL: plain HTTP */
	struct netlist *trusted;
	struct http_conf conf;
	const struct timeval *deadline; /* a common timeout: O(1) per request */
	struct http_queue queues[HTTP_STATES];
	int count[HTTP_STATES], conns;
	struct loop_timer *sweep;
	size_t input;            /* bytes of clients in memory */
	char *spare[HTTP_SPARE]; /* blocks to be used again */
	struct http_req *spare_reqs;
	int n_spare, n_spare_reqs;
	struct http_kin *kins[HTTP_KINS];
	uint64_t kin_seed;
	int running;
	int sendings;         /* answers out of files */
	struct work *readers; /* threads that read them; NULL until the first */
	LIST_HEAD(, http_stream) streams;
	int stream_count;
	bool draining;
	void (*drained)(void *arg);
	void *drained_arg;
	struct loop_timer *drain_timer;
	char id_prefix[9];
	uint64_t id_next;
	int64_t date_s;
	char date[40];
	struct metric *m_requests, *m_seconds, *m_connections, *m_turned_away;
};

struct http_query_arg {
	char *name, *value;
};

struct http_req {
	struct http *http;
	struct http_conn *conn; /* NULL: the client has gone */
	struct http_req *spare;
	struct http_head head;
	struct http_block block; /* the head, and the body where it fits */
	struct http_block body;  /* the body where it does not */
	const char *content;
	size_t content_n;
	const struct http_route *route; /* NULL: no such path */
	int allowed;                    /* the methods of this path */
	char *args[HTTP_PATH_ARGS];
	struct http_query_arg *query; /* NULL until somebody asks; ended by a NULL name */
	bool query_unclean;
	char *peer; /* NULL until somebody asks */
	bool answered, watched;
	struct buf fields; /* of the answer */
	int64_t started_us;
	struct event deadline;
	void (*on_deadline)(void *arg);
	void *on_deadline_arg;
	void (*on_gone)(void *arg); /* NULL: nobody asked, or it has gone */
	void *on_gone_arg;
	char id[HTTP_ID_MAX + 1];
};

/* http.c */
void http_check_drained(struct http *h);

/* http_accept.c */
void http_kin_leave(struct http_conn *c); /* it is no more */

/* http_conn.c */
void http_conn_open(struct http *h, int fd, struct http_kin *kin, const char *peer); /* takes fd */
void http_conn_close(struct http_conn *c);
/* The answer is complete, or an owner has let go: goes on with what comes next. May close. */
void http_conn_go_on(struct http_conn *c);
/* Closes it in the next turn of the loop. */
void http_conn_doom(struct http_conn *c);
void http_conn_state(struct http_conn *c, enum http_state state);
void http_conn_sweep(void *http); /* closes whom has been waited for too long */

/* http_wire.c */
enum http_read { HTTP_READ_SOME, HTTP_READ_NONE, HTTP_READ_END, HTTP_READ_ERROR };
enum http_read http_wire_read(struct http_conn *c, char *p, size_t n, size_t *got);
struct http_bytes {
	const void *p;
	size_t n;
	enum { HTTP_COPY, HTTP_STATIC, HTTP_OWNED } kind; /* owned: to be freed */
};
/* Sends at once what the system takes, and keeps the rest. Dooms the connection if it is broken. */
void http_wire_send(struct http_conn *c, const struct http_bytes *v, int n);
void http_wire_flush(struct http_conn *c);
bool http_wire_pending(const struct http_conn *c); /* bytes have come that no event will tell of */
void http_wire_end(struct http_conn *c);           /* no more will be sent */
void http_wire_close(struct http_conn *c);         /* and no more received */

/* http.c: memory of clients, within the budget. False if there is none. */
bool http_grow(struct http *h, struct http_block *b, size_t want);
void http_block_release(struct http *h, struct http_block *b);

/* http_route.c */
struct http_req *http_req_new(struct http_conn *c); /* NULL: out of memory */
void http_req_free(struct http_req *r);             /* nobody has seen it */
void http_req_find(struct http_req *r);             /* its head is there: its route */
void http_req_dispatch(struct http_req *r);         /* it is whole */
/* Counts and frees a request that has been answered. */
void http_req_end(struct http_req *r, int status);

/* http_ask.c */
void http_ask_release(struct http_req *r);

/* http_reply.c */
/* Refuses what was not understood; the connection ends. */
void http_refuse_fault(struct http_req *r, enum http_fault fault);
/* The answer's head: its status line and all its fields. length < 0: none is told. */
void http_reply_head(struct http_req *r, int status, const char *type, int64_t length, struct buf *out);
/* All of an answer that may be sent to somebody who has not been let in. */
size_t http_turn_away_text(const char *detail, char *out, size_t size);

/* http_stream.c */
void http_streams_end(struct http *h);

#endif
