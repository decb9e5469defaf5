/* stream: see stream.h. */
#include "stream.h"

#include <string.h>

static const char DATA[] = "data:";

static bool begins(const char *p, size_t n, const char *word)
{
	return n >= strlen(word) && memcmp(p, word, strlen(word)) == 0;
}

bool stream_is(const char *body, size_t n)
{
	while (n > 0 && strchr("\r\n ", *body) != NULL && *body != '\0')
		body++, n--;
	return begins(body, n, DATA) || begins(body, n, "event:") || begins(body, n, ": ");
}

void stream_each(const char *body, size_t n, void (*fn)(void *arg, const json_t *object), void *arg)
{
	while (n > 0) {
		const char *end = memchr(body, '\n', n);
		size_t len = end != NULL ? (size_t)(end - body) : n;
		char err[JSON_ERR_MAX];
		json_t *object = NULL;

		if (begins(body, len, DATA))
			object = json_parse(body + strlen(DATA), len - strlen(DATA), err);
		if (json_is_object(object))
			fn(arg, object);
		json_decref(object);
		len += end != NULL;
		body += len;
		n -= len;
	}
}
