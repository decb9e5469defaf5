/* The settings table: sources and their order, refusals with their place, secrets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/buf.h"
#include "beat/conf.h"

struct sample {
	char *name, *mode, *key;
	int port;
	bool on;
};

#define AT(field) offsetof(struct sample, field)
static const struct conf_key keys[] = {
    {"name", CONF_STRING, AT(name), "anna", 0, 0, NULL, "NAME", "A name."},
    {"some-port", CONF_INT, AT(port), "80", 1, 100, NULL, "N", "A port."},
    {"on", CONF_BOOL, AT(on), "no", 0, 0, NULL, "yes|no", "A switch."},
    {"mode", CONF_CHOICE, AT(mode), "slow", 0, 0, "slow|fast", "MODE", "A choice."},
    {"key", CONF_SECRET, AT(key), NULL, 0, 0, NULL, NULL, "A secret."},
};
static const struct conf_program program = {.name = "sampled",
					    .usage = "sampled",
					    .intro = "Sample.",
					    .keys = keys,
					    .count = ARRAY_LEN(keys),
					    .env_prefix = "SAMPLE_"};

static char dir[] = "/tmp/test_conf_XXXXXX";
static char file[64];
static struct sample out;
static char complaint[4096];

static void write_file(const char *text)
{
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* Runs conf_load with what it prints kept in `complaint`. */
static enum conf_result load(int argc, const char **argv)
{
	char path[80];
	int keep_err = dup(STDERR_FILENO), keep_out = dup(STDOUT_FILENO);
	enum conf_result r;
	FILE *f;

	snprintf(path, sizeof(path), "%s/output", dir);
	conf_release(&program, &out);
	memset(&out, 0, sizeof(out));
	fflush(stdout);
	assert_non_null(freopen(path, "w", stderr));
	dup2(fileno(stderr), STDOUT_FILENO);
	r = conf_load(&program, argc, (char **)argv, &out, NULL);
	fflush(stdout);
	fflush(stderr);
	dup2(keep_err, STDERR_FILENO);
	dup2(keep_out, STDOUT_FILENO);
	close(keep_err);
	close(keep_out);
	f = fopen(path, "r");
	complaint[fread(complaint, 1, sizeof(complaint) - 1, f)] = '\0';
	fclose(f);
	return r;
}
#define LOAD(...)                                                                                                      \
	load((int)(sizeof((const char *[]){"sampled", __VA_ARGS__}) / sizeof(char *)),                                 \
	     (const char *[]){"sampled", __VA_ARGS__, NULL})

static int set_up(void **state)
{
	(void)state;
	unsetenv("SAMPLE_NAME");
	unsetenv("SAMPLE_SOME_PORT");
	unsetenv("SAMPLE_KEY");
	unsetenv("SAMPLE_KEY_FILE");
	unsetenv("SAMPLE_CONFIG");
	return 0;
}

static void later_sources_win(void **state)
{
	(void)state;
	write_file("# comment\n\n name = file \nsome-port=2\non = yes\n");
	assert_int_equal(LOAD("--mode", "fast"), CONF_GO);
	assert_string_equal(out.name, "anna");
	assert_int_equal(out.port, 80);
	assert_string_equal(out.mode, "fast");
	assert_int_equal(LOAD("--config", file), CONF_GO);
	assert_string_equal(out.name, "file");
	assert_true(out.on);
	setenv("SAMPLE_NAME", "env", 1);
	setenv("SAMPLE_SOME_PORT", "3", 1);
	assert_int_equal(LOAD("--config", file, "--some-port=4"), CONF_GO);
	assert_string_equal(out.name, "env");
	assert_int_equal(out.port, 4);
	setenv("SAMPLE_CONFIG", file, 1);
	assert_int_equal(LOAD("--some-port=5"), CONF_GO);
	assert_true(out.on);
}

static void refusals_name_their_place(void **state)
{
	(void)state;
	write_file("name = x\nsome-port = 101\nnonsense\nwho = me\non = perhaps\nmode = quick\nkey = 1\n");
	assert_int_equal(LOAD("--config", file), CONF_STOP_ERROR);
	for (int line = 2; line <= 7; line++) {
		char where[96];

		snprintf(where, sizeof(where), "%s:%d: ", file, line);
		if (strstr(complaint, where) == NULL)
			fail_msg("line %d is not named in: %s", line, complaint);
	}
	assert_non_null(strstr(complaint, "some-port must be a whole number from 1 to 100, not '101'"));
	setenv("SAMPLE_SOME_PORT", "x", 1);
	assert_int_equal(LOAD("--name", "y"), CONF_STOP_ERROR);
	assert_non_null(strstr(complaint, "SAMPLE_SOME_PORT: "));
	unsetenv("SAMPLE_SOME_PORT");
	assert_int_equal(LOAD("--some-port", "9999999999999999999"), CONF_STOP_ERROR);
	assert_int_equal(LOAD("--some-port"), CONF_STOP_ERROR);
	assert_int_equal(LOAD("--unknown", "1"), CONF_STOP_ERROR);
	assert_int_equal(LOAD("word"), CONF_STOP_ERROR);
	assert_int_equal(LOAD("--config", "/does/not/exist"), CONF_STOP_ERROR);
}

static void secrets_come_from_files_or_the_environment(void **state)
{
	(void)state;
	write_file("hush-hush\nsecond line\n");
	assert_int_equal(LOAD("--key", "visible"), CONF_STOP_ERROR);
	assert_null(strstr(complaint, "visible"));
	assert_int_equal(LOAD("--key-file", file), CONF_GO);
	assert_string_equal(out.key, "hush-hush");
	setenv("SAMPLE_KEY_FILE", file, 1);
	assert_int_equal(LOAD("--name", "x"), CONF_GO);
	assert_string_equal(out.key, "hush-hush");
	setenv("SAMPLE_KEY", "from-env", 1);
	assert_int_equal(LOAD("--name", "x"), CONF_GO);
	assert_string_equal(out.key, "from-env");
	assert_int_equal(LOAD("--print-config"), CONF_STOP_OK);
	assert_null(strstr(complaint, "from-env"));
	unsetenv("SAMPLE_KEY");
	write_file("no end of line");
	assert_int_equal(LOAD("--name", "x"), CONF_GO);
	assert_string_equal(out.key, "no end of line");
	write_file("");
	assert_int_equal(LOAD("--name", "x"), CONF_STOP_ERROR);
	write_file("\n");
	assert_int_equal(LOAD("--name", "x"), CONF_STOP_ERROR);
}

static void help_and_sample_come_from_the_table(void **state)
{
	char text[4096];

	(void)state;
	assert_int_equal(LOAD("--help"), CONF_STOP_OK);
	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		assert_non_null(strstr(complaint, keys[i].name));
	assert_int_equal(LOAD("--print-config"), CONF_STOP_OK);
	snprintf(text, sizeof(text), "%s", complaint);
	write_file(text);
	assert_int_equal(LOAD("--config", file), CONF_GO); /* the sample is itself a valid file */
	assert_int_equal(LOAD("--version"), CONF_STOP_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(later_sources_win, set_up),
	    cmocka_unit_test_setup(refusals_name_their_place, set_up),
	    cmocka_unit_test_setup(secrets_come_from_files_or_the_environment, set_up),
	    cmocka_unit_test_setup(help_and_sample_come_from_the_table, set_up),
	};
	char cmd[128];
	int failed;

	if (mkdtemp(dir) == NULL)
		return 1;
	snprintf(file, sizeof(file), "%s/conf", dir);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	conf_release(&program, &out);
	snprintf(cmd, sizeof(cmd), "rm -r '%s'", dir);
	return system(cmd) == 0 ? failed : 1;
}
