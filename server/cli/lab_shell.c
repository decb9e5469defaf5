/* lab_shell: commands that tools of the lab run. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "beat/experiment.h"
#include "lab.h"

/* Programs of ours are found beside beatctl, in a build folder too. */
void lab_put_path(void)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *path = getenv("PATH");
	struct buf b = BUF_INIT;

	if (n <= 0)
		return;
	self[n] = '\0';
	if (strrchr(self, '/') != NULL)
		*strrchr(self, '/') = '\0';
	buf_addf(&b, "%s:%s/../model_adapter:%s/../model_adapter/train:%s", self, self, self, path != NULL ? path : "");
	setenv("PATH", b.p, 1);
	buf_clear(&b);
	buf_addf(&b, "%s/../../../ops/train", self); /* a build folder is build/NAME of the source tree */
	if (access(b.p, X_OK) == 0) {
		setenv("BEAT_TRAIN", b.p, 0);
		buf_clear(&b);
		buf_addf(&b, "%s/..", self);
		setenv("BEAT_BUILD", b.p, 0);
	}
	buf_release(&b);
}

/* What it prints goes to one file, what it says on standard error behind the log. */
int lab_shell(const char *tool, const char *command, const char *printed, const char *log)
{
	struct buf line = BUF_INIT;
	int status;

	const struct experiment_place places[] = {{"{p}", printed, true}, {"{l}", log, true}};
	char *ends = experiment_command(" </dev/null >{p} 2>>{l}", places, ARRAY_LEN(places));

	buf_addf(&line, "{ %s\n}%s", command, ends);
	fflush(NULL);
	status = system(line.p);
	buf_release(&line);
	free(ends);
	if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return CLI_OK;
	return cli_fail("%s: a command failed: %s. What it said is in %s.", tool, command, log);
}
