/* Passwords for beatctl: typed without an echo, read from standard input, or made here. */
#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/cli.h"

enum { CTRL_C = 3, CTRL_D = 4, CTRL_BACKSLASH = 28, CTRL_U = 21, BACKSPACE = 8, DELETE = 127 };

/* Takes the last character off, all the bytes of it. */
static void drop_last(struct buf *line)
{
	while (line->n > 0) {
		unsigned char byte = (unsigned char)line->p[--line->n];

		line->p[line->n] = '\0';
		if ((byte & 0xc0) != 0x80)
			break;
	}
}

/* One typed line; -1 if the person gave up. The terminal sends every key at once and makes no signals,
 * so that it is always put back as it was. */
static int read_keys(int fd, struct buf *line)
{
	unsigned char key;

	buf_clear(line);
	while (read(fd, &key, 1) == 1) {
		if (key == '\n' || key == '\r')
			return 0;
		if (key == CTRL_C || key == CTRL_BACKSLASH || (key == CTRL_D && line->n == 0))
			return -1;
		if (key == BACKSPACE || key == DELETE)
			drop_last(line);
		else if (key == CTRL_U)
			buf_clear(line);
		else if (line->n < PASSWORD_MOST)
			buf_addc(line, (char)key);
	}
	return -1;
}

/* Prompts on the terminal itself, so that standard output carries results only. */
static char *ask(int tty, const char *prompt)
{
	struct termios before, silent;
	struct buf line = BUF_INIT;
	int rc;

	if (tcgetattr(tty, &before) != 0)
		return NULL;
	silent = before;
	silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG);
	tcsetattr(tty, TCSAFLUSH, &silent); /* before the prompt: what is typed from then on counts, and is not seen */
	dprintf(tty, "%s", prompt);
	rc = read_keys(tty, &line);
	tcsetattr(tty, TCSADRAIN, &before);
	dprintf(tty, "\n");
	if (rc == 0)
		return buf_detach(&line);
	buf_release(&line);
	return NULL;
}

void secret_release(struct secret *s)
{
	if (s->text != NULL)
		explicit_bzero(s->text, strlen(s->text));
	free(s->text);
	*s = (struct secret){0};
}

static void make(struct secret *s)
{
	s->text = xmalloc(PASSWORD_MADE_LEN + 1);
	password_make(s->text);
	s->made = true;
}

static int type_twice(struct secret *s, const char *account)
{
	int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY), rc = CLI_OK;
	char *again;

	if (tty < 0)
		return cli_fail("there is no terminal to type a password at: use --password-stdin, or --generate to "
				"have one made.");
	s->text = ask(tty, "Password (empty: make one for me): ");
	if (s->text == NULL) {
		rc = cli_fail("no password was given; nothing was changed.");
	} else if (*s->text == '\0') {
		free(s->text);
		make(s);
	} else if (password_refusal(account, s->text) == NULL) { /* else there is no need to type it again */
		again = ask(tty, "The same again: ");
		if (again == NULL || strcmp(again, s->text) != 0)
			rc = cli_fail("the two are not the same; nothing was changed.");
		if (again != NULL)
			explicit_bzero(again, strlen(again));
		free(again);
	}
	close(tty);
	return rc;
}

static int read_line(struct secret *s)
{
	char line[PASSWORD_MOST + 3] = "";

	if (fgets(line, sizeof(line), stdin) == NULL && ferror(stdin))
		return cli_fail("cannot read standard input: %s.", strerror(errno));
	line[strcspn(line, "\r\n")] = '\0';
	s->text = xstrdup(line);
	explicit_bzero(line, sizeof(line));
	return CLI_OK;
}

int secret_get(struct secret *s, const struct secret_options *options, const char *account)
{
	const char *why;
	int rc = CLI_OK;

	if (options->generate)
		make(s);
	else if (options->from_stdin)
		rc = read_line(s);
	else
		rc = type_twice(s, account);
	if (rc != CLI_OK)
		return rc;
	why = password_refusal(account, s->text);
	if (why != NULL)
		return cli_fail("%s", why);
	if (password_hash(s->text, s->hash) < 0)
		return cli_fail("there is not enough memory to hash a password; it takes 64 MiB.");
	return CLI_OK;
}
