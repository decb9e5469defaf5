/* beatctl user: who may enter the dashboard. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "secret.h"
#include "sql_beatctl.h"

static const char HELP[] = "Usage: beatctl user add NAME [--role viewer] [--project PROJECT]\n"
			   "                            [--generate | --password-stdin]\n"
			   "       beatctl user list\n"
			   "       beatctl user set-role NAME admin|reviewer|viewer|none [--project PROJECT]\n"
			   "       beatctl user password NAME [--generate | --password-stdin]\n"
			   "       beatctl user disable NAME\n"
			   "       beatctl user enable NAME\n"
			   "       beatctl user totp-off NAME\n"
			   "       beatctl user sign-out NAME\n"
			   "\n"
			   "Accounts of the people who use the dashboard. A viewer may look, a reviewer may also\n"
			   "screen and review, an admin may do everything and sees workers' platform ids. A role in\n"
			   "a project holds there instead of the one that the account has everywhere; who has the\n"
			   "role none everywhere sees nothing but the projects in which they have another.\n"
			   "\n"
			   "  add        make an account\n"
			   "  list       all accounts, with their sessions and API tokens\n"
			   "  set-role   what the account may do, from now on; with --project in that project, where\n"
			   "             none gives back what it may do everywhere\n"
			   "  password   give it another password; ends its sessions\n"
			   "  disable    nobody enters with it any more; its sessions and API tokens end at once\n"
			   "  enable     let it in again; it has to sign in anew\n"
			   "  totp-off   ask for no code of an authenticator app any more, if it was lost\n"
			   "  sign-out   end all its sessions\n"
			   "\n"
			   "The last admin can be neither disabled nor given another role.\n"
			   "\n"
			   "Options\n"
			   "  --role ROLE        admin, reviewer, viewer or none (default: viewer)\n"
			   "  --project PROJECT  the role is in this project alone\n"
			   "  --generate         make a password and print it, once\n"
			   "  --password-stdin   read the password from the first line of standard input\n"
			   "                     (default: typed at the terminal, without an echo)\n"
			   "\n"
			   "Examples\n"
			   "  beatctl user add ann --role reviewer\n"
			   "  beatctl user add bob --role reviewer --project demo\n"
			   "  beatctl user password ann --generate\n"
			   "  pass show beat | beatctl user add ops --role admin --password-stdin\n"
			   "\n"
			   "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

/* Runs a statement that answers with one row; what was done is said in words. */
static int change(struct sql_ask ask, const char *name, const char *done)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg ? pg_query(pg, ask) : NULL;
	int rc = rows ? CLI_OK : CLI_FAILED;

	if (rows)
		printf("account %s: %s\n", name, done);
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static void print_made(const struct secret *s)
{
	if (s->made)
		printf("password: %s\nIt is not shown again.\n", s->text);
}

static int words_wrong(int words, const char *usage)
{
	return words < 0 ? CLI_USAGE : cli_usage(&cmd_user, "%s", usage);
}

/* NAME and the options of a password. */
static int with_password(int argc, char **argv, const char **role, const char **project, struct secret_options *options)
{
	const struct cli_opt opts[] = {
	    {"--generate", CLI_FLAG, &options->generate, 0, 0},
	    {"--password-stdin", CLI_FLAG, &options->from_stdin, 0, 0},
	    {"--role", CLI_STR, role, 0, 0},
	    {"--project", CLI_STR, project, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, role == NULL ? 2 : ARRAY_LEN(opts));

	if (words != 1)
		return words_wrong(words, "name one account.");
	if (options->generate && options->from_stdin)
		return cli_usage(&cmd_user, "--generate and --password-stdin exclude each other.");
	return CLI_OK;
}

static int add(int argc, char **argv)
{
	struct secret_options options = {0};
	struct secret secret = {0};
	const char *role = "viewer", *project = NULL;
	int rc = with_password(argc, argv, &role, &project, &options);

	if (rc == CLI_OK)
		rc = secret_get(&secret, &options, argv[1]);
	if (rc == CLI_OK)
		rc = change(q_admin_person_add(.name = argv[1], .role = role, .password = secret.hash,
					       .actor = cli_actor(), .may = NULL, .project = project),
			    argv[1], role);
	if (rc == CLI_OK)
		print_made(&secret);
	secret_release(&secret);
	return rc;
}

static int password(int argc, char **argv)
{
	struct secret_options options = {0};
	struct secret secret = {0};
	int rc = with_password(argc, argv, NULL, NULL, &options);

	if (rc == CLI_OK)
		rc = secret_get(&secret, &options, argv[1]);
	if (rc == CLI_OK)
		rc = change(q_admin_person_set(.name = argv[1], .role = NULL, .disabled = SQL_NO_BOOL,
					       .password = secret.hash, .totp_off = false, .actor = cli_actor(),
					       .may = NULL, .project = NULL),
			    argv[1], "has another password; its sessions have ended");
	if (rc == CLI_OK)
		print_made(&secret);
	secret_release(&secret);
	return rc;
}

static int list(int argc, char **argv)
{
	static const struct cli_column columns[] = {
	    {"NAME", SQL_COLUMN(user_list, name)},         {"ROLE", SQL_COLUMN(user_list, role)},
	    {"PROJECTS", SQL_COLUMN(user_list, projects)}, {"STATE", SQL_COLUMN(user_list, state)},
	    {"CODES", SQL_COLUMN(user_list, totp)},        {"SESSIONS", SQL_COLUMN(user_list, sessions)},
	    {"TOKENS", SQL_COLUMN(user_list, tokens)},     {"SEEN", SQL_COLUMN(user_list, seen_at)},
	    {"MADE", SQL_COLUMN(user_list, created_at)}};
	int words = cli_parse(argc, argv, NULL, 0);

	if (words != 0)
		return words_wrong(words, "'user list' takes no words.");
	return answer_rows(q_user_list(), columns, ARRAY_LEN(columns),
			   "no accounts yet; make one with 'beatctl user add NAME --role admin'");
}

static int set_role(int argc, char **argv)
{
	const char *project = NULL;
	const struct cli_opt opts[] = {{"--project", CLI_STR, &project, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words != 2)
		return words_wrong(words, "'user set-role' takes a NAME and a role.");
	return change(q_admin_person_set(.name = argv[1], .role = argv[2], .disabled = SQL_NO_BOOL, .password = NULL,
					 .totp_off = false, .actor = cli_actor(), .may = NULL, .project = project),
		      argv[1], argv[2]);
}

/* For the verbs that take nothing but one account. */
static int set_one(int argc, char **argv, struct sql_bool disabled, bool totp_off, const char *done)
{
	int words = cli_parse(argc, argv, NULL, 0);

	if (words != 1)
		return words_wrong(words, "name one account.");
	return change(q_admin_person_set(.name = argv[1], .role = NULL, .disabled = disabled, .password = NULL,
					 .totp_off = totp_off, .actor = cli_actor(), .may = NULL, .project = NULL),
		      argv[1], done);
}

static int disable(int argc, char **argv)
{
	return set_one(argc, argv, sql_bool(true), false, "disabled; its sessions and API tokens have ended");
}

static int enable(int argc, char **argv)
{
	return set_one(argc, argv, sql_bool(false), false, "enabled");
}

static int totp_off(int argc, char **argv)
{
	return set_one(argc, argv, SQL_NO_BOOL, true, "is asked for no code any more");
}

static int sign_out(int argc, char **argv)
{
	int words = cli_parse(argc, argv, NULL, 0);

	if (words != 1)
		return words_wrong(words, "name one account.");
	return change(q_admin_person_sign_out(.name = argv[1], .actor = cli_actor()), argv[1], "signed out everywhere");
}

static const struct cli_verb verbs[] = {
    {"user add", add},           {"user list", list},         {"user set-role", set_role},
    {"user password", password}, {"user disable", disable},   {"user enable", enable},
    {"user totp-off", totp_off}, {"user sign-out", sign_out}, {NULL, NULL}};

const struct cli_command cmd_user = {"user", "make accounts for the dashboard, change what they may do, disable them",
				     HELP, NULL, verbs};
