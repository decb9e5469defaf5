/* log: see include/beat/log.h. A line is formatted whole and written with one
 * write(2), so that lines of several processes never mix. */
#include "beat/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 4096 };

static const char *const level_names[] = {"debug", "info", "warn", "error"};
static const char *log_program = "beat";
static enum log_level log_least = LOG_INFO;

void log_init(const char *program, enum log_level least)
{
	log_program = program;
	log_least = least;
}

int log_level_parse(const char *name, enum log_level *out)
{
	for (size_t i = 0; i < ARRAY_LEN(level_names); i++) {
		if (strcmp(name, level_names[i]) == 0) {
			*out = (enum log_level)i;
			return 0;
		}
	}
	return -1;
}

static size_t put_head(char *line, size_t size, enum log_level level)
{
	struct timespec ts;
	struct tm tm;
	char when[32];
	int n;

	clock_gettime(CLOCK_REALTIME, &ts);
	gmtime_r(&ts.tv_sec, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm);
	n = snprintf(line, size, "%s.%03ldZ %-5s %s ", when, ts.tv_nsec / 1000000, level_names[level], log_program);
	return n > 0 ? (size_t)n : 0;
}

void log_line(enum log_level level, const char *fmt, ...)
{
	char line[LINE_MAX_BYTES];
	size_t n;
	va_list ap;
	int more;
	ssize_t ignored;

	if (level < log_least)
		return;
	n = put_head(line, sizeof(line), level);
	va_start(ap, fmt);
	more = vsnprintf(line + n, sizeof(line) - n - 1, fmt, ap);
	va_end(ap);
	if (more > 0)
		n += (size_t)more < sizeof(line) - n - 1 ? (size_t)more : sizeof(line) - n - 2;
	/* What a client sent may be part of a line: it must not be able to forge another. */
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
			line[i] = ' ';
	}
	line[n++] = '\n';
	ignored = write(STDERR_FILENO, line, n);
	(void)ignored;
}
