/* beatctl: the operator's tool: the table of its sub-commands. */
#include "beat/cli.h"

static const struct cli_command *const commands[] = {
    &cmd_migrate,   &cmd_import, &cmd_project, &cmd_model, &cmd_invite,  &cmd_onboarding, &cmd_instructions,
    &cmd_screening, &cmd_pool,   &cmd_worker,  &cmd_batch, &cmd_review,  &cmd_validation, &cmd_question,
    &cmd_rejudge,   &cmd_check,  &cmd_score,   &cmd_eval,  &cmd_dataset, &cmd_stats,      &cmd_study,
    &cmd_expert,    &cmd_lab,    &cmd_release, &cmd_alert, &cmd_user,    &cmd_token,      NULL,
};

static const char INTRO[] = "beatctl: set up and run a \"Beat the AI\" data collection\n"
			    "\n"
			    "Usage: beatctl COMMAND [WORDS] [OPTIONS]\n"
			    "       beatctl help COMMAND\n"
			    "       beatctl --version\n"
			    "\n"
			    "Commands\n";

static const char OUTRO[] = "\n"
			    "Environment\n"
			    "  BEAT_DB      the database, as a URI: postgresql://user@host:5432/beat\n"
			    "               (score, eval, dataset, and stats of files need none)\n"
			    "  BEAT_ACTOR   who is acting, for the record of changes (default: your login name)\n"
			    "\n"
			    "Exit codes: 0 done, 1 it did not work (the reason is on standard error), 2 wrong usage.\n"
			    "\n"
			    "A first collection, from nothing:\n"
			    "  beatctl migrate\n"
			    "  beatctl import passages.json --collection wiki --split auto:80/10/10\n"
			    "  beatctl project create demo --model http://127.0.0.1:8090 --collection wiki --open\n"
			    "  beatctl project show demo\n";

static const struct cli_program program = {
    .name = "beatctl",
    .intro = INTRO,
    .outro = OUTRO,
    .commands = commands,
};

int main(int argc, char **argv)
{
	return cli_main(&program, argc, argv);
}
