/* http_client: the client's side of a test of http, on the test's own loop: raw bytes over a
 * socket, answers gathered while the loop turns. */
#ifndef BEAT_TEST_HTTP_CLIENT_H
#define BEAT_TEST_HTTP_CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "beat/buf.h"
#include "loop_turn.h"

static inline int client_dial(int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

static inline void client_say(int fd, const char *text)
{
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

/* Turns the loop until the text has come, or the server has closed. */
static inline void client_hear(struct event_base *base, int fd, struct buf *out, const char *text)
{
	char chunk[4096];
	ssize_t n = -1;

	for (int i = 0; i < 1000 && n != 0 && (out->p == NULL || strstr(out->p, text) == NULL); i++) {
		loop_turn(base, 5);
		while ((n = read(fd, chunk, sizeof(chunk))) > 0)
			buf_add(out, chunk, (size_t)n);
	}
	if (out->p == NULL || strstr(out->p, text) == NULL)
		fail_msg("waited in vain for '%s' and got:\n%s", text, out->p != NULL ? out->p : "");
}

#endif
