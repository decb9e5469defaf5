/* beat-embed: the command that the build runs; see embed.h for what it reads and writes.
 *
 *   beat-embed OUT statements PROGRAM,PROGRAM… FILE…
 *   beat-embed OUT files SET FILE… */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "embed.h"

static char *main_read(const char *path)
{
	FILE *in = fopen(path, "r"), *out;
	char *text = NULL, block[8192];
	size_t size, n;

	if (in == NULL)
		return NULL;
	out = open_memstream(&text, &size);
	while ((n = fread(block, 1, sizeof(block), in)) > 0)
		fwrite(block, 1, n, out);
	fclose(out);
	if (ferror(in)) {
		free(text);
		text = NULL;
	}
	fclose(in);
	return text;
}

struct main_pair {
	FILE *h, *c;
};

static int main_open(const char *folder, const char *name, struct main_pair *f)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s.h", folder, name);
	f->h = fopen(path, "w");
	snprintf(path, sizeof(path), "%s/%s.c", folder, name);
	f->c = fopen(path, "w");
	if (f->h != NULL && f->c != NULL)
		return 0;
	fprintf(stderr, "beat-embed: cannot write %s: %s\n", path, strerror(errno));
	return -1;
}

static int main_close(struct main_pair *f)
{
	bool bad = ferror(f->h) || ferror(f->c);

	if (fclose(f->h) != 0 || fclose(f->c) != 0 || bad) {
		fprintf(stderr, "beat-embed: cannot write all of a file: %s\n", strerror(errno));
		return -1;
	}
	return 0;
}

static int main_write(const struct embed *e, const char *folder)
{
	struct main_pair f;
	char name[200];

	if (main_open(folder, "sql_rows", &f) != 0)
		return -1;
	embed_write_rows(e, f.h, f.c);
	if (main_close(&f) != 0)
		return -1;
	/* Empty sets, too: the build knows the names of the files before it has read the heads. */
	for (unsigned set = 1; set < 1U << e->program_count; set++) {
		snprintf(name, sizeof(name), "sql_set_%u", set);
		if (main_open(folder, name, &f) != 0)
			return -1;
		embed_write_set(e, set, f.h, f.c);
		if (main_close(&f) != 0)
			return -1;
	}
	for (int i = 0; i < e->program_count; i++) {
		snprintf(name, sizeof(name), "sql_%s", e->programs[i]);
		if (main_open(folder, name, &f) != 0)
			return -1;
		embed_write_program(e, i, f.h, f.c);
		if (main_close(&f) != 0)
			return -1;
	}
	return 0;
}

/* Paths are told as they stand in the repository: from the folder sql on. */
static const char *main_short(const char *path)
{
	const char *last = NULL;

	for (const char *p = path; (p = strstr(p, "/sql/")) != NULL; p++)
		last = p + 1;
	return last != NULL ? last : path;
}

static int main_statements(const char *folder, char *programs, char **paths, int n)
{
	const char *names[EMBED_PROGRAMS];
	int count = 0, rc = 0;
	struct embed e;

	for (char *p = strtok(programs, ","); p != NULL && count < EMBED_PROGRAMS; p = strtok(NULL, ","))
		names[count++] = p;
	embed_init(&e, names, count);
	for (int i = 0; i < n && rc == 0; i++) {
		char *text = main_read(paths[i]);

		if (text == NULL) {
			snprintf(e.error, sizeof(e.error), "%s: cannot be read: %s", paths[i], strerror(errno));
			rc = -1;
		} else {
			rc = embed_read(&e, main_short(paths[i]), text);
		}
		free(text);
	}
	if (rc == 0)
		rc = embed_check(&e);
	if (rc == 0)
		rc = main_write(&e, folder);
	else
		fprintf(stderr, "%s\n", e.error);
	embed_release(&e);
	return rc;
}

static int main_files(const char *folder, const char *set, char **paths, int n)
{
	struct main_pair f;
	char name[200];
	int rc = 0;

	snprintf(name, sizeof(name), "sql_files_%s", set);
	if (main_open(folder, name, &f) != 0)
		return -1;
	embed_write_files_head(set, f.h, f.c);
	for (int i = 0; i < n && rc == 0; i++) {
		const char *slash = strrchr(paths[i], '/'), *base = slash != NULL ? slash + 1 : paths[i];
		char *text = main_read(paths[i]);

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(base, "."), base);
		if (text == NULL) {
			fprintf(stderr, "%s: cannot be read: %s\n", paths[i], strerror(errno));
			rc = -1;
		} else {
			embed_write_file(name, text, f.c);
		}
		free(text);
	}
	embed_write_files_end(f.c);
	return main_close(&f) != 0 ? -1 : rc;
}

int main(int argc, char **argv)
{
	int rc = -1;

	if (argc >= 4 && strcmp(argv[2], "statements") == 0)
		rc = main_statements(argv[1], argv[3], argv + 4, argc - 4);
	else if (argc >= 4 && strcmp(argv[2], "files") == 0)
		rc = main_files(argv[1], argv[3], argv + 4, argc - 4);
	else
		fputs(
		    "usage: beat-embed OUT statements PROGRAM,PROGRAM… FILE…\n       beat-embed OUT files SET FILE…\n",
		    stderr);
	return rc == 0 ? 0 : 1;
}
