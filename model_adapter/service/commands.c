/* commands: what the sub-commands of beat-model share. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

const char *commands_weights(void)
{
	return getenv("BEAT_MODEL_WEIGHTS");
}

int commands_precision(const struct cli_command *command, const char *given, struct shelf_want *want)
{
	want->int8 = given != NULL && strcmp(given, "int8") == 0;
	if (given == NULL || want->int8 || strcmp(given, "fp32") == 0)
		return CLI_OK;
	return cli_usage(command, "--precision is fp32 or int8, not '%s'.", given);
}

int commands_open(struct shelf *shelf, const struct shelf_want *want, const char *command)
{
	char err[SHELF_ERR_MAX];

	if (shelf_open(shelf, want, err) == 0)
		return CLI_OK;
	return cli_fail("%s: %s", command, err);
}
