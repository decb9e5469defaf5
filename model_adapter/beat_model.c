/* beat-model: the readers of Beat the AI, over HTTP and at the command line. */
#include "service/commands.h"

static const struct cli_command *const commands[] = {
    &cmd_serve, &cmd_predict, &cmd_measure, &cmd_ask, &cmd_list, NULL,
};

static const struct cli_program program = {
    .name = "beat-model",
    .commands = commands,
    .otherwise = &cmd_serve,
};

int main(int argc, char **argv)
{
	return cli_main(&program, argc, argv);
}
