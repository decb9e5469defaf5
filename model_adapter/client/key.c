/* key: see key.h. */
#include "key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol.h"

enum { KEY_MAX_BYTES = 8192, HEADERS_MAX = 24, MASKED_LEAST = 8 };

static const char KEY[] = "{key}";

/* Trimmed; NULL if it cannot stand in a header. */
static char *key_take(const char *s, size_t n)
{
	while (n > 0 && strchr(" \t\r\n", s[n - 1]) != NULL)
		n--;
	while (n > 0 && strchr(" \t\r\n", *s) != NULL)
		s++, n--;
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)s[i] < 0x20 || (unsigned char)s[i] > 0x7e)
			return NULL;
	}
	return n > 0 ? xmemdup0(s, n) : NULL;
}

static char *key_from_file(const char *path, struct buf *why)
{
	char text[KEY_MAX_BYTES + 1], *key = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text)) : -1;

	if (n < 0)
		buf_addf(why, "the file %s with its key cannot be read: %s", path, strerror(errno));
	else if (n > KEY_MAX_BYTES || (key = key_take(text, (size_t)n)) == NULL)
		buf_addf(why, "the file %s has no key in it: it holds one line of plain ASCII", path);
	if (fd >= 0)
		close(fd);
	explicit_bzero(text, sizeof(text));
	return key;
}

char *key_read(const struct model_setup *setup, struct buf *why)
{
	const char *value;
	char *key;

	if (setup->key_file != NULL)
		return key_from_file(setup->key_file, why);
	if (setup->key_env == NULL)
		return NULL;
	value = getenv(setup->key_env);
	key = value != NULL ? key_take(value, strlen(value)) : NULL;
	if (key == NULL)
		buf_addf(why, "the variable %s, which has its key, %s in the environment of this program",
			 setup->key_env, value != NULL ? "holds none" : "is not set");
	return key;
}

void key_free(char **key)
{
	if (*key != NULL)
		explicit_bzero(*key, strlen(*key));
	free(*key);
	*key = NULL;
}

/* A line with the key in it; NULL if it wants one and there is none. */
static char *header_with(const char *line, size_t n, const char *key)
{
	char *copy = xmemdup0(line, n), *place = strstr(copy, KEY);
	struct buf b = BUF_INIT;

	if (place == NULL)
		return copy;
	if (key != NULL) {
		buf_add(&b, copy, (size_t)(place - copy));
		buf_adds(&b, key);
		buf_adds(&b, place + strlen(KEY));
	}
	free(copy);
	return key != NULL ? buf_detach(&b) : NULL;
}

/* A later line of the same name takes the place of an earlier one. */
static void header_add(char **headers, char *line)
{
	size_t i = 0, name = line != NULL ? strcspn(line, ":") + 1 : 0;

	if (line == NULL)
		return;
	while (headers[i] != NULL && strncasecmp(headers[i], line, name) != 0)
		i++;
	if (i >= HEADERS_MAX) {
		free(line);
		return;
	}
	free(headers[i]);
	headers[i] = line;
}

char **key_headers(const struct model_protocol *protocol, const struct model_setup *setup, const char *key)
{
	char **headers = (char **)xcalloc(HEADERS_MAX + 1, sizeof(*headers));
	const char *own = setup->headers != NULL ? setup->headers : "";

	header_add(headers, xstrdup("Content-Type: application/json"));
	header_add(headers, xstrdup("Accept: application/json"));
	if (protocol->header != NULL)
		header_add(headers, xstrdup(protocol->header));
	if (strstr(own, KEY) == NULL)
		header_add(headers, header_with(protocol->key_header, strlen(protocol->key_header), key));
	while (*own != '\0') {
		size_t n = strcspn(own, "\n");

		header_add(headers, header_with(own, n, key));
		own += n + (own[n] == '\n');
	}
	return headers;
}

void key_headers_free(char ***headers)
{
	for (char **h = *headers; h != NULL && *h != NULL; h++)
		key_free(h);
	free((void *)*headers);
	*headers = NULL;
}

bool key_mask(struct buf *out, const char *text, size_t n, const char *key)
{
	size_t len = key != NULL ? strlen(key) : 0, at = 0;
	const char *found;

	while (len >= MASKED_LEAST && (found = memmem(text + at, n - at, key, len)) != NULL) {
		buf_add(out, text + at, (size_t)(found - text) - at);
		buf_adds(out, "***");
		at = (size_t)(found - text) + len;
	}
	buf_add(out, text + at, n - at);
	return at > 0;
}
