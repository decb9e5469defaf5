/* beatctl invite: signed links for workers who do not come through a platform. */
#include <string.h>
#include <time.h>

#include "beat/crypto.h"
#include "link.h"
#include "sql_beatctl.h"

static const char HELP[] =
    "Usage: beatctl invite PROJECT --worker ID [--task validate] [--days 30] [--base-url URL]\n"
    "       beatctl invite PROJECT --count N   [--task validate] [--days 30] [--base-url URL]\n"
    "\n"
    "Prints a personal link to a project for a worker who does not come through MTurk or\n"
    "Prolific. Whoever opens the link works under that id, so send it to that person only.\n"
    "The link is signed: it cannot be changed to another worker or project. One made for\n"
    "validating lets its owner answer other people's questions, not write any.\n"
    "\n"
    "Options\n"
    "  --worker ID      the worker's id: 1 to 128 bytes, printable\n"
    "  --count N        N links for new ids made at random; prints a line \"ID <tab> LINK\" each\n"
    "  --task TASK      generate: to write questions (default); validate: to answer those of others\n"
    "  --days N         how long the link can be used, 1 to 3650 (default: 30)\n"
    "  --base-url URL   where workers reach the server (default: BEAT_BASE_URL, or\n"
    "                   http://127.0.0.1:8080)\n"
    "\n"
    "Environment\n"
    "  BEAT_DB              the database\n"
    "  BEAT_TOKEN_KEY       the signing key, 64 hexadecimal digits; set it for beatd too.\n"
    "  BEAT_TOKEN_KEY_FILE  a file that holds it. Without either, the key kept in the\n"
    "                       database is used, and beatd uses the same.\n"
    "\n"
    "Examples\n"
    "  beatctl invite demo --worker ann\n"
    "  beatctl invite demo --worker bob --task validate\n"
    "  beatctl invite demo --count 20 --days 7 --base-url https://beat.example.org > links.txt\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct invite {
	const char *project, *worker, *task, *base_url;
	long count, days; /* count 0: the one worker named */
};

/* Twelve letters and digits without look-alikes: unique for all purposes, not secret. */
static void random_worker(char *out, size_t size)
{
	static const char alphabet[] = "abcdefghjkmnpqrstuvwxyz23456789";
	uint8_t bytes[12];
	char id[sizeof(bytes) + 1] = "";

	crypto_random(bytes, sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		id[i] = alphabet[bytes[i] % (sizeof(alphabet) - 1)];
	snprintf(out, size, "w-%s", id);
}

static bool validates(const struct invite *v)
{
	return strcmp(v->task, "validate") == 0;
}

/* Whom to invite, a line each; the project's pool counts them. */
static int name_workers(struct pg *pg, const struct invite *v, struct buf *names)
{
	char worker[64];
	struct pg_rows *rows;
	int rc;

	if (v->worker)
		buf_adds(names, v->worker);
	for (long i = 0; i < v->count; i++) {
		random_worker(worker, sizeof(worker));
		buf_addf(names, "%s%s", i ? "\n" : "", worker);
	}
	rows = pg_query(pg, q_pool_invited(.project = v->project, .workers = names->p, .actor = cli_actor()));
	rc = rows ? CLI_OK : CLI_FAILED;
	pg_rows_free(&rows);
	return rc;
}

static void print_links(const struct invite *v, const struct token_key *key, const char *names)
{
	struct token_invite t = {.expires = (int64_t)time(NULL) + v->days * 86400, .validates_only = validates(v)};
	int base_n = link_base_length(v->base_url);

	snprintf(t.project, sizeof(t.project), "%s", v->project);
	for (const char *name = names; *name; name += strcspn(name, "\n"), name += *name == '\n') {
		struct buf token = BUF_INIT;

		snprintf(t.worker, sizeof(t.worker), "%.*s", (int)strcspn(name, "\n"), name);
		token_invite_make(&token, key, &t);
		if (v->count)
			printf("%s\t", t.worker);
		printf("%.*s/hit/%s?%sinvite=%s\n", base_n, v->base_url, t.project,
		       t.validates_only ? "task=validate&" : "", token.p);
		buf_release(&token);
	}
}

/* A link into a project that would not let its owner in helps nobody. */
static int check_project(struct pg *pg, const char *name)
{
	struct pg_rows *rows = pg_query(pg, q_project_door(.name = name));
	struct q_project_door_row row;
	int rc = rows ? CLI_OK : CLI_FAILED;

	if (rows)
		row = q_project_door_row(rows, 0);
	if (rows && strcmp(row.state, "closed") == 0)
		rc = cli_fail("project %s is closed; open it again with 'beatctl project resume %s'.", name, name);
	else if (rows && !strstr(row.platforms, "direct"))
		rc = cli_fail(
		    "project %s takes workers from %s only; invitations need 'beatctl project set %s --platform direct"
		    " …' with all its platforms.",
		    name, row.platforms, name);
	pg_rows_free(&rows);
	return rc;
}

static int check_usage(const struct invite *v, int words)
{
	if (words != 1)
		return cli_usage(&cmd_invite, "name one PROJECT.");
	if (!v->worker == !v->count)
		return cli_usage(&cmd_invite, "say for whom: either --worker ID or --count N.");
	if (v->worker && !token_worker_ok(v->worker))
		return cli_usage(&cmd_invite,
				 "--worker must be 1 to 128 bytes of printable UTF-8 without spaces around it.");
	if (!validates(v) && strcmp(v->task, "generate") != 0)
		return cli_usage(&cmd_invite, "--task must be generate or validate, not '%s'.", v->task);
	return link_base_check(&cmd_invite, v->base_url);
}

static int run(int argc, char **argv)
{
	struct invite v = {.task = "generate", .base_url = link_base_url(), .days = 30};
	const struct cli_opt opts[] = {
	    {"--worker", CLI_STR, &v.worker, 0, 0},     {"--count", CLI_INT, &v.count, 1, 1000000},
	    {"--task", CLI_STR, &v.task, 0, 0},         {"--days", CLI_INT, &v.days, 1, 3650},
	    {"--base-url", CLI_STR, &v.base_url, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc;
	struct token_key key;
	struct buf names = BUF_INIT;
	struct pg *pg;

	if (words < 0)
		return CLI_USAGE;
	if ((rc = check_usage(&v, words)) != CLI_OK)
		return rc;
	v.project = argv[1];
	if (!(pg = cli_db()))
		return CLI_FAILED;
	rc = check_project(pg, v.project);
	if (rc == CLI_OK)
		rc = link_key(pg, &key);
	if (rc == CLI_OK)
		rc = name_workers(pg, &v, &names);
	if (rc == CLI_OK)
		print_links(&v, &key, names.p);
	buf_release(&names);
	pg_close(&pg);
	return rc;
}

const struct cli_command cmd_invite = {
    .name = "invite", .summary = "print a signed link that lets a worker into a project", .help = HELP, .run = run};
