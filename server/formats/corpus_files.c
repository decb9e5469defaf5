/* The names of what is to be read: files as given, folders as their .txt files, and
 * the stem that titles and collections are called after. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "beat/buf.h"
#include "beat/corpus.h"

static bool strip(char *name, const char *ending)
{
	size_t n = strlen(name), m = strlen(ending);

	if (n <= m || strcmp(name + n - m, ending) != 0)
		return false;
	name[n - m] = '\0';
	return true;
}

char *corpus_stem(const char *path)
{
	char *whole = xstrdup(strcmp(path, "-") == 0 ? "stdin" : path), real[PATH_MAX], *stem;
	const char *base;

	while (strip(whole, "/"))
		;
	base = strrchr(whole, '/') && strcmp(whole, "/") != 0 ? strrchr(whole, '/') + 1 : whole;
	/* "." is no name; the folder it stands for has one. */
	if ((strcmp(base, ".") == 0 || strcmp(base, "..") == 0) && realpath(path, real) && strcmp(real, "/") != 0)
		base = strrchr(real, '/') + 1;
	stem = xstrdup(base);
	free(whole);
	strip(stem, ".gz");
	if (!strip(stem, ".jsonl") && !strip(stem, ".json"))
		strip(stem, ".txt");
	return stem;
}

static void append(struct corpus_files *files, char *path, const struct stat *st)
{
	files->paths = xrealloc(files->paths, (files->n + 1) * sizeof(*files->paths));
	files->paths[files->n++] = path;
	if (S_ISREG(st->st_mode))
		files->bytes += (unsigned long long)st->st_size;
}

static int is_txt(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return e->d_name[0] != '.' && n > 4 && strcmp(e->d_name + n - 4, ".txt") == 0;
}

/* By bytes, not by the locale: the same folder gives the same order everywhere. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(struct corpus_files *files, const char *path, char err[CORPUS_ERR_MAX])
{
	struct dirent **entries = NULL;
	int n = scandir(path, &entries, is_txt, by_name);
	size_t before = files->n;

	if (n < 0) {
		snprintf(err, CORPUS_ERR_MAX, "the folder cannot be read: %s", strerror(errno));
		return -1;
	}
	for (int i = 0; i < n; i++) {
		struct buf name = BUF_INIT;
		struct stat st = {0};

		buf_addf(&name, "%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/", entries[i]->d_name);
		/* A dangling link is added all the same: opening it will say what is wrong. */
		if (stat(name.p, &st) == 0 && S_ISDIR(st.st_mode))
			buf_release(&name);
		else
			append(files, buf_detach(&name), &st);
		free(entries[i]);
	}
	free(entries);
	if (files->n > before)
		return 0;
	snprintf(err, CORPUS_ERR_MAX,
		 "the folder holds no .txt files (of a folder only those are read; name other files one by one)");
	return -1;
}

int corpus_files_add(struct corpus_files *files, const char *path, char err[CORPUS_ERR_MAX])
{
	struct stat st = {0};

	if (strcmp(path, "-") != 0 && stat(path, &st) != 0) {
		snprintf(err, CORPUS_ERR_MAX, "cannot be read: %s", strerror(errno));
		return -1;
	}
	if (S_ISDIR(st.st_mode))
		return add_folder(files, path, err);
	append(files, xstrdup(path), &st);
	return 0;
}

void corpus_files_release(struct corpus_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->paths[i]);
	free(files->paths);
	*files = (struct corpus_files){0};
}
