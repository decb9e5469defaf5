/* http_parse: the bytes of a request, HTTP/1.1 and 1.0 as RFC 9112 has them, strictly. Pure: no I/O, no memory of its
 * own. Private to http; tests/fuzz/fuzz_http.c feeds it.
 *
 * A head (the request line and the fields) is scanned as it arrives, once per byte, and parsed in place when it is
 * whole: names and values are ended by NUL in the buffer itself. What one side of a proxy could read otherwise than the
 * other is refused, not repaired: bare line feeds, folded lines, blanks before a colon, two lengths, a length beside
 * chunks, two hosts. */
#ifndef BEAT_HTTP_PARSE_H
#define BEAT_HTTP_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HTTP_HEAD_MAX = 16 * 1024, /* all of a head */
	HTTP_LINE_MAX = 8 * 1024,  /* its first line */
	HTTP_FIELDS_MAX = 100
};

/* What is wrong with a request before anybody looked at what it asks. */
enum http_fault {
	HTTP_FINE,
	HTTP_BAD_LINE,
	HTTP_BAD_BYTE,
	HTTP_BAD_FIELD,
	HTTP_FOLDED,
	HTTP_BAD_HOST,
	HTTP_UNCLEAR_END,
	HTTP_BAD_CHUNK,
	HTTP_LONG_LINE,
	HTTP_LONG_HEAD,
	HTTP_TOO_LARGE,
	HTTP_BAD_EXPECT,
	HTTP_UNKNOWN_METHOD,
	HTTP_UNKNOWN_VERSION,
	HTTP_SLOW_HEAD,
	HTTP_SLOW_BODY,
	HTTP_NO_MEMORY,
	HTTP_FAULTS
};

/* The last: a method that is known, but that no address takes. */
enum http_verb { HTTP_VERB_GET, HTTP_VERB_HEAD, HTTP_VERB_POST, HTTP_VERB_OTHER };

struct http_field {
	uint16_t name, value; /* offsets into the head */
};

struct http_head {
	char *p; /* the head; all offsets count from here */
	enum http_verb verb;
	int minor;          /* HTTP/1.minor */
	char *path, *query; /* as sent; query NULL if there is no '?' */
	int64_t length;     /* of the body; -1: not told */
	bool chunked;       /* the body comes in chunks */
	bool keep;          /* the client wants to go on over this connection */
	bool expects;       /* it waits for 100 (Continue) */
	uint16_t n;
	struct http_field fields[HTTP_FIELDS_MAX];
};

/* How far a head has been looked at; begin with zeroes. */
struct http_scan {
	size_t at, line; /* the next byte; where its line began */
	bool past_line;  /* the request line is over */
};
/* Looks on. HTTP_FINE with *n > 0: a head of *n bytes is there; with 0: more is needed. */
enum http_fault http_scan(struct http_scan *s, const char *p, size_t have, size_t *n);
/* Reads a whole head of n bytes, which it changes. */
enum http_fault http_parse(struct http_head *head, char *p, size_t n);
/* The value of the first field of that name, or NULL. */
const char *http_head_field(const struct http_head *head, const char *name);
const char *http_head_name(const struct http_head *head, int i);
const char *http_head_value(const struct http_head *head, int i);

/* A body in chunks; begin with zeroes. */
struct http_chunks {
	int state;
	int64_t left; /* of this chunk */
	int digits;
	size_t beside; /* bytes of this line, or of all trailers */
};
enum http_chunk { HTTP_CHUNK_MORE, HTTP_CHUNK_DATA, HTTP_CHUNK_END, HTTP_CHUNK_BAD };
/* Takes bytes; *used says how many. DATA: *data and *data_n are the next piece of the body, within p. */
enum http_chunk http_chunks_take(struct http_chunks *c, const char *p, size_t n, size_t *used, const char **data,
				 size_t *data_n);

/* n bytes percent-decoded into out, which has room for n + 1; '+' is a space where plus. What is no escape stays as it
 * is. False if that is not clean UTF-8 text. */
bool http_decode(const char *p, size_t n, bool plus, char *out);

#endif
