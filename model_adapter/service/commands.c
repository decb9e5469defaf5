/* commands: what the sub-commands of beat-model share. */
#include "commands.h"

#include <stdlib.h>

const char *commands_weights(void)
{
	return getenv("BEAT_MODEL_WEIGHTS");
}

int commands_open(struct shelf *shelf, const struct shelf_want *want, const char *command)
{
	char err[SHELF_ERR_MAX];

	if (shelf_open(shelf, want, err) == 0)
		return CLI_OK;
	return cli_fail("%s: %s", command, err);
}
