/* child: see include/beat/child.h.
 *
 * The end of a child is the end of its standard error: the pipe is open in nobody else. Then it only has to be waited
 * for, which takes no time, or a few looks if it closed the pipe before its end. */
#include "beat/child.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/log.h"
#include "beat/loop.h"

enum { WORDS_MAX = 4096, LOOK_MS = 20 };

struct child {
	pid_t pid; /* 0: not started */
	int fd;
	struct event *readable;
	struct loop_timer *timer;
	struct buf words;
	child_cb cb;
	void *arg;
};

static void child_free(struct child *c)
{
	if (c->readable != NULL)
		event_free(c->readable);
	loop_timer_free(&c->timer);
	if (c->fd >= 0)
		close(c->fd);
	buf_release(&c->words);
	free(c);
}

static const char *last_line(struct buf *words)
{
	char *newline;

	while (words->n > 0 && words->p[words->n - 1] == '\n')
		words->p[--words->n] = '\0';
	if (words->n == 0)
		return "";
	newline = strrchr(words->p, '\n');
	return newline != NULL ? newline + 1 : words->p;
}

static void finish(struct child *c, int code)
{
	child_cb cb = c->cb;

	if (cb != NULL)
		cb(c->arg, code, last_line(&c->words));
	child_free(c);
}

static void look(void *arg)
{
	struct child *c = arg;
	int status = 0;
	pid_t found;

	if (c->pid == 0) {
		finish(c, CHILD_NOT_STARTED);
		return;
	}
	found = waitpid(c->pid, &status, WNOHANG);
	if (found == 0 || (found < 0 && errno == EINTR))
		loop_timer_set(c->timer, LOOK_MS);
	else if (found > 0 && WIFEXITED(status))
		finish(c, WEXITSTATUS(status) == 127 ? CHILD_NOT_STARTED : WEXITSTATUS(status));
	else
		finish(c, CHILD_KILLED);
}

static void child_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct child *c = arg;
	char chunk[1024];
	ssize_t n = read(fd, chunk, sizeof(chunk));

	(void)what;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		event_del(c->readable);
		look(c);
		return;
	}
	buf_add(&c->words, chunk, (size_t)n);
	if (c->words.n > WORDS_MAX) {
		memmove(c->words.p, c->words.p + c->words.n - WORDS_MAX / 2, WORDS_MAX / 2 + 1);
		c->words.n = WORDS_MAX / 2;
	}
}

static char **joined_environment(const char *const *env)
{
	size_t n = 0, own = 0, i = 0;
	char **all;

	while (env[n] != NULL)
		n++;
	while (environ[own] != NULL)
		own++;
	all = xcalloc(n + own + 1, sizeof(*all));
	for (; i < n; i++)
		all[i] = (char *)env[i];
	memcpy(all + n, environ, own * sizeof(*all));
	return all;
}

/* The signals as any program expects them: ours are the loop's. */
static int spawn(struct child *c, const char *const *argv, const char *const *env, int err_fd)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t usual, none;
	char **all = joined_environment(env);
	int rc;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGTERM);
	sigaddset(&usual, SIGINT);
	sigaddset(&usual, SIGHUP);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&files, err_fd, STDERR_FILENO);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	rc = posix_spawn(&c->pid, argv[0], &files, &attributes, (char *const *)argv, all);
	if (rc != 0) {
		c->pid = 0;
		log_error("cannot run %s: %s", argv[0], strerror(rc));
	}
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	free(all);
	return rc == 0 ? 0 : -1;
}

struct child *child_start(struct event_base *base, const char *const *argv, const char *const *env, child_cb cb,
			  void *arg)
{
	struct child *c = xcalloc(1, sizeof(*c));
	int pipe_fd[2];

	c->fd = -1;
	c->cb = cb;
	c->arg = arg;
	c->timer = loop_timer_new(base, look, c);
	if (pipe2(pipe_fd, O_CLOEXEC) < 0) {
		log_error("cannot run %s: %s", argv[0], strerror(errno));
		loop_timer_set(c->timer, 0);
		return c;
	}
	c->fd = pipe_fd[0];
	fcntl(c->fd, F_SETFL, O_NONBLOCK);
	if (spawn(c, argv, env, pipe_fd[1]) == 0) {
		c->readable = event_new(base, c->fd, EV_READ | EV_PERSIST, child_on_readable, c);
		event_add(c->readable, NULL);
	} else {
		loop_timer_set(c->timer, 0);
	}
	close(pipe_fd[1]);
	return c;
}

/* Nobody waits for it any more: it is the system's to bury once we have gone. */
void child_cancel(struct child **child)
{
	if (*child == NULL)
		return;
	if ((*child)->pid > 0)
		kill((*child)->pid, SIGTERM);
	child_free(*child);
	*child = NULL;
}
