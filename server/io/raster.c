/* raster: see include/beat/raster.h. */
#include "beat/raster.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The same picture has the same bytes whenever it is made. */
static char **own_environment(void)
{
	size_t n = 0;
	char **env;

	while (environ[n])
		n++;
	env = xcalloc(n + 2, sizeof(char *));
	env[0] = (char *)"SOURCE_DATE_EPOCH=0";
	for (size_t i = 0, k = 1; i < n; i++) {
		if (strncmp(environ[i], "SOURCE_DATE_EPOCH=", strlen("SOURCE_DATE_EPOCH=")) != 0)
			env[k++] = environ[i];
	}
	return env;
}

int raster_convert(const char *svg, const char *format, const char *out, char err[RASTER_ERR_MAX])
{
	const char *argv[] = {"rsvg-convert", "--format", format, "--zoom", strcmp(format, "png") == 0 ? "3" : "1",
			      "--output",     out,        svg,    NULL};
	char **env = own_environment();
	pid_t pid;
	int status = 0, failed = posix_spawnp(&pid, argv[0], NULL, NULL, (char *const *)argv, env);

	free(env);
	if (failed) {
		snprintf(err, RASTER_ERR_MAX,
			 "%s files are made by rsvg-convert, which could not be started (%s): install Debian's "
			 "librsvg2-bin, or "
			 "ask for svg alone",
			 format, strerror(failed));
		return -1;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		snprintf(err, RASTER_ERR_MAX, "rsvg-convert could not make %s of %s", out, svg);
		return -1;
	}
	return 0;
}
