/* Which datasets are to be read. A word is a file or a folder, with a name before
 * it if one is wished (NAME=PATH). Of a folder are taken its own train/dev/test files; else
 * those of its sub-folders, which is how a release is laid out; else any dataset in it. A
 * folder that is no release may have both, datasets beside sub-folders. The order is that
 * of names, by bytes. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/corpus.h"
#include "beat/eval.h"

static const char *const SPLITS[] = {"train", "dev", "test"};
static const char *const ENDINGS[] = {".json", ".jsonl", ".json.gz", ".jsonl.gz"};

void eval_datasets_release(struct eval_datasets *sets)
{
	for (size_t i = 0; i < sets->n; i++) {
		free(sets->v[i].name);
		free(sets->v[i].split);
		free(sets->v[i].path);
	}
	free(sets->v);
	*sets = (struct eval_datasets){0};
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The split of a name such as "squad-dev-36" or "test": by a word of it. */
static const char *split_in(const char *name, size_t n)
{
	static const struct {
		const char *word, *split;
	} words[] = {{"train", "train"},    {"training", "train"}, {"dev", "dev"}, {"development", "dev"},
		     {"validation", "dev"}, {"valid", "dev"},      {"val", "dev"}, {"test", "test"}};

	for (size_t at = 0; at < n;) {
		size_t len = 0;

		while (at + len < n && is_letter(name[at + len]))
			len++;
		for (size_t i = 0; i < ARRAY_LEN(words); i++) {
			if (strlen(words[i].word) == len && strncasecmp(words[i].word, name + at, len) == 0)
				return words[i].split;
		}
		at += len ? len : 1;
	}
	return "";
}

const char *eval_split_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *folder = slash, *split;

	split = split_in(name, strlen(name));
	if (*split || !slash)
		return split;
	while (folder > path && folder[-1] != '/')
		folder--;
	/* The folder counts only if its whole name is a split: data/dev/x.json, but not my-test/x.json. */
	for (size_t i = 0; i < ARRAY_LEN(SPLITS); i++) {
		if (strlen(SPLITS[i]) == (size_t)(slash - folder) && strncmp(SPLITS[i], folder, strlen(SPLITS[i])) == 0)
			return SPLITS[i];
	}
	return "";
}

static bool is_split(const char *word)
{
	for (size_t i = 0; i < ARRAY_LEN(SPLITS); i++) {
		if (strcmp(SPLITS[i], word) == 0)
			return true;
	}
	return false;
}

/* A file called "dev.json" is named after its folder, unless that is the present one. */
static char *name_of(const char *path)
{
	char *stem = corpus_stem(path), *folder, *name, *slash;

	if (!is_split(stem))
		return stem;
	folder = xstrdup(path);
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	name = corpus_stem(slash ? folder : ".");
	free(folder);
	free(stem);
	return name;
}

struct finder {
	struct eval_datasets *out;
	const struct cli_strs *splits;
	const char *name; /* given before the path, or NULL */
};

static bool wanted(const struct finder *f, const char *split)
{
	if (f->splits->n == 0)
		return strcmp(split, "train") != 0; /* not what a model is measured on, unless it is asked for */
	for (size_t i = 0; i < f->splits->n; i++) {
		if (strcmp(f->splits->v[i], split) == 0)
			return true;
	}
	return false;
}

static void add(struct finder *f, const char *path, const char *split)
{
	struct eval_datasets *out = f->out;

	if (!*split && f->splits->n == 1)
		split = f->splits->v[0];
	out->v = xrealloc(out->v, (out->n + 1) * sizeof(*out->v));
	out->v[out->n++] = (struct eval_dataset){
	    .name = f->name ? xstrdup(f->name) : name_of(path), .split = xstrdup(split), .path = xstrdup(path)};
}

/* The file of that name and any of the endings, if there is one. */
static bool add_split(struct finder *f, const char *folder, const char *name, const char *split)
{
	struct buf path = BUF_INIT;
	struct stat st;
	bool found = false;

	for (size_t i = 0; !found && i < ARRAY_LEN(ENDINGS); i++) {
		buf_clear(&path);
		buf_addf(&path, "%s/%s%s", folder, name, ENDINGS[i]);
		found = stat(path.p, &st) == 0 && S_ISREG(st.st_mode);
	}
	if (found && wanted(f, split))
		add(f, path.p, split);
	buf_release(&path);
	return found;
}

/* The train, dev and test files right in the folder. */
static size_t add_splits(struct finder *f, const char *folder)
{
	size_t found = 0;

	for (size_t i = 0; i < ARRAY_LEN(SPLITS); i++) {
		if (add_split(f, folder, SPLITS[i], SPLITS[i]) ||
		    (strcmp(SPLITS[i], "dev") == 0 && add_split(f, folder, "validation", SPLITS[i])))
			found++;
	}
	return found;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* The same questions again in another format, and rows that are no dataset. */
static bool is_other_format(const char *name)
{
	return strcmp(name, "mrqa") == 0 || strcmp(name, "attempts") == 0 || strcmp(name, "data") == 0;
}

static bool is_dataset_name(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < ARRAY_LEN(ENDINGS); i++) {
		size_t m = strlen(ENDINGS[i]);

		if (n > m && strcmp(name + n - m, ENDINGS[i]) == 0)
			return true;
	}
	return false;
}

/* Sub-folders with splits in them, or else the files that look like datasets. */
static size_t add_contents(struct finder *f, const char *folder, bool folders)
{
	struct dirent **entries = NULL;
	int n = scandir(folder, &entries, is_visible, by_name);
	struct buf path = BUF_INIT;
	struct stat st;
	size_t found = 0;

	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;

		buf_clear(&path);
		buf_addf(&path, "%s/%s", folder, name);
		if (stat(path.p, &st) != 0)
			st.st_mode = 0;
		if (folders && S_ISDIR(st.st_mode) && !is_other_format(name)) {
			found += add_splits(f, path.p);
		} else if (!folders && S_ISREG(st.st_mode) && is_dataset_name(name)) {
			found++;
			if (wanted(f, eval_split_of(path.p)) || !*eval_split_of(path.p))
				add(f, path.p, eval_split_of(path.p));
		}
		free(entries[i]);
	}
	free(entries);
	buf_release(&path);
	return found;
}

/* A release that was written in another format only. */
static size_t add_other_format(struct finder *f, const char *folder, const char *format)
{
	char *stem = corpus_stem(folder);
	struct buf path = BUF_INIT;
	size_t found;

	buf_addf(&path, "%s/%s", folder, format);
	if (!f->name)
		f->name = stem;
	found = add_splits(f, path.p);
	if (f->name == stem)
		f->name = NULL;
	buf_release(&path);
	free(stem);
	return found;
}

/* Its other .json files are about the release. */
static bool is_release(const char *folder)
{
	struct buf path = BUF_INIT;
	bool found;

	buf_addf(&path, "%s/MANIFEST", folder);
	found = access(path.p, F_OK) == 0;
	buf_release(&path);
	return found;
}

static int add_folder(struct finder *f, const char *given)
{
	char *folder = xstrdup(given);
	size_t before = f->out->n, found;

	for (size_t n = strlen(folder); n > 1 && folder[n - 1] == '/'; n--)
		folder[n - 1] = '\0';
	found = add_splits(f, folder);
	if (!found) {
		found = add_contents(f, folder, true);
		if (found && !is_release(folder))
			found += add_contents(f, folder, false);
	}
	if (!found)
		found = add_other_format(f, folder, "mrqa");
	if (!found)
		found = add_other_format(f, folder, "data");
	if (!found)
		found = add_contents(f, folder, false);
	free(folder);
	if (f->out->n > before)
		return CLI_OK;
	if (found)
		return cli_fail("eval: %s has no dataset of the split asked for.", given);
	return cli_fail("eval: the folder %s holds no dataset: no .json, .jsonl or .jsonl.gz file.", given);
}

static int add_word(struct finder *f, const char *word)
{
	const char *eq = strchr(word, '='), *path = word;
	char *name = NULL;
	struct stat st;
	int rc = CLI_OK;

	if (stat(path, &st) != 0 && eq && eq > word) {
		name = xmemdup0(word, (size_t)(eq - word));
		path = eq + 1;
	}
	f->name = name;
	if (strcmp(path, "-") == 0)
		rc = cli_fail("eval: a dataset is read more than once, so it must be a file, not standard input.");
	else if (stat(path, &st) != 0)
		rc = cli_fail("eval: could not open %s: %s.", path, strerror(errno));
	else if (S_ISDIR(st.st_mode))
		rc = add_folder(f, path);
	else
		add(f, path, eval_split_of(path));
	free(name);
	return rc;
}

/* Two rows of a table under one name would be a riddle. */
static void tell_apart(struct eval_datasets *sets)
{
	for (size_t i = 0; i < sets->n; i++) {
		bool clash = false;

		for (size_t k = i + 1; k < sets->n; k++) {
			if (strcmp(sets->v[i].name, sets->v[k].name) == 0 &&
			    strcmp(sets->v[i].split, sets->v[k].split) == 0) {
				clash = true;
				free(sets->v[k].name);
				sets->v[k].name = xstrdup(sets->v[k].path);
			}
		}
		if (clash) {
			free(sets->v[i].name);
			sets->v[i].name = xstrdup(sets->v[i].path);
		}
	}
}

int eval_datasets_find(struct eval_datasets *out, char **words, int n_words, const struct cli_strs *splits)
{
	struct finder f = {.out = out, .splits = splits};
	int rc = CLI_OK;

	for (size_t i = 0; i < splits->n; i++) {
		if (!is_split(splits->v[i])) {
			cli_fail("eval: --split is train, dev or test, not '%s'.", splits->v[i]);
			return CLI_USAGE;
		}
	}
	for (int i = 0; rc == CLI_OK && i < n_words; i++)
		rc = add_word(&f, words[i]);
	tell_apart(out);
	return rc;
}

int eval_read(const char *path, unsigned need, const struct dataset_sink *sink)
{
	static const char prefix[] = "cannot be read: ";
	char err[DATASET_ERR_MAX], why[SOURCE_ERR_MAX];
	struct dataset_in in = {.name = path, .need = need, .src = source_open(path, why)};
	int rc;

	if (!in.src)
		return cli_fail("eval: could not open %s: %s.", path,
				why + (strncmp(why, prefix, strlen(prefix)) == 0 ? strlen(prefix) : 0));
	rc = dataset_read(&in, sink, err);
	source_free(&in.src);
	return rc < 0 ? cli_fail("eval: %s", err) : rc;
}

static int count_questions(void *arg, const struct dataset_passage *p)
{
	struct eval_dataset *set = arg;

	set->questions += p->n_questions;
	return 0;
}

int eval_check(struct eval_dataset *set, unsigned need)
{
	const struct dataset_sink sink = {.arg = set, .passage = count_questions};
	int rc;

	set->questions = 0;
	rc = eval_read(set->path, need, &sink);
	if (rc == CLI_OK && set->questions == 0)
		rc = cli_fail("eval: %s has no questions.", set->path);
	return rc;
}
