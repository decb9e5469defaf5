/* shelf: see shelf.h. */
#include "shelf.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../transformer/transformer.h"
#include "beat/log.h"

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

char *shelf_folder(const char *given)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	struct buf b = BUF_INIT;

	if (given != NULL && *given != '\0')
		return xstrdup(given);
	exe[n > 0 ? n : 0] = '\0';
	buf_add(&b, exe, strrchr(exe, '/') != NULL ? (size_t)(strrchr(exe, '/') - exe) : 0);
	buf_adds(&b, "/../share/beat/weights");
	if (is_folder(b.p))
		return buf_detach(&b);
	buf_release(&b);
	return xstrdup(BEAT_WEIGHTS_DIR);
}

char *shelf_path(const char *folder, const struct reader_ops *ops)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "%s/%s.weights", folder, ops->name);
	return buf_detach(&b);
}

static bool is_missing(const char *folder, const struct reader_ops *ops)
{
	char *path = shelf_path(folder, ops);
	bool missing = ops->has_file && access(path, F_OK) != 0 && errno == ENOENT;

	free(path);
	return missing;
}

/* Whether the list "a,b" names it; spaces do not count. */
static bool is_named(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = list; p != NULL && *p != '\0';) {
		size_t len;

		p += strspn(p, " ,");
		len = strcspn(p, " ,");
		if (len == n && memcmp(p, name, n) == 0)
			return true;
		p += len;
	}
	return false;
}

/* Whether the list stands for all that can be opened. */
static bool is_all(const char *list)
{
	return list == NULL || list[strspn(list, " ,")] == '\0' || is_named(list, "all");
}

/* One of "NAME=DIR,…". */
struct checkpoint {
	const char *name, *folder;
	size_t name_n, folder_n;
};

/* The next of the list, which moves on; false at its end. */
static bool next_checkpoint(const char **list, struct checkpoint *out)
{
	const char *p = *list != NULL ? *list + strspn(*list, " ,") : "";
	size_t n = strcspn(p, ","), name_n = strcspn(p, "=,");

	*out = (struct checkpoint){p, p + name_n + (p[name_n] == '='), name_n, n - name_n - (p[name_n] == '=')};
	*list = p + n;
	return n > 0;
}

static bool is_checkpoint(const char *list, const char *name)
{
	struct checkpoint c;

	while (next_checkpoint(&list, &c)) {
		if (c.name_n == strlen(name) && memcmp(c.name, name, c.name_n) == 0)
			return true;
	}
	return false;
}

/* A reader of ours, or a network of one. */
static bool is_ours(const char *name, size_t n)
{
	int i;

	return reader_find(name) != NULL || reader_find_member(name, n, &i) != NULL;
}

static void known_names(struct buf *out, const char *checkpoints)
{
	struct checkpoint c;

	for (const struct reader_ops *const *r = reader_all(); *r != NULL; r++)
		buf_addf(out, "%s%s", out->n > 0 ? ", " : "", (*r)->name);
	while (next_checkpoint(&checkpoints, &c))
		buf_addf(out, ", %.*s", (int)c.name_n, c.name);
}

/* A name is part of addresses and of metrics. */
static int check_checkpoints(const char *list, char err[SHELF_ERR_MAX])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
	struct checkpoint c;
	int n = 0;

	while (next_checkpoint(&list, &c)) {
		char *name = xmemdup0(c.name, c.name_n);
		bool good = c.name_n > 0 && c.name_n < TRANSFORMER_NAME_MAX && strspn(name, letters) == c.name_n;
		bool again = is_ours(name, c.name_n) || strcmp(name, "all") == 0 || is_checkpoint(list, name);

		if (c.folder_n == 0)
			snprintf(err, SHELF_ERR_MAX, "A checkpoint is given as NAME=DIR; '%.100s' is not.", name);
		else if (!good)
			snprintf(
			    err, SHELF_ERR_MAX,
			    "A checkpoint's name has 1 to %d small letters, digits, - and _; '%.100s' is no such name.",
			    TRANSFORMER_NAME_MAX - 1, name);
		else if (again)
			snprintf(err, SHELF_ERR_MAX,
				 "There is a reader '%s' already: give the checkpoint another name.", name);
		free(name);
		if (c.folder_n == 0 || !good || again)
			return -1;
		if (++n > SHELF_CHECKPOINTS) {
			snprintf(err, SHELF_ERR_MAX, "There can be %d checkpoints at most.", SHELF_CHECKPOINTS);
			return -1;
		}
	}
	return 0;
}

static int check_name(const struct shelf_want *want, const char *name, size_t n, char err[SHELF_ERR_MAX])
{
	char *word = xmemdup0(name, n);
	struct buf known = BUF_INIT;
	int rc = is_ours(word, n) || is_checkpoint(want->checkpoints, word) ? 0 : -1;

	known_names(&known, want->checkpoints);
	if (rc < 0)
		snprintf(err, SHELF_ERR_MAX, "There is no reader '%.64s'; there are %s.", word, known.p);
	buf_release(&known);
	free(word);
	return rc;
}

static int check_want(const struct shelf_want *want, const char *folder, char err[SHELF_ERR_MAX])
{
	const char *chosen = want->chosen != NULL ? want->chosen : "", *names = want->names != NULL ? want->names : "";

	if (want->folder != NULL && *want->folder != '\0' && !is_folder(folder)) {
		snprintf(err, SHELF_ERR_MAX, "The folder of weights %.300s is no folder, or not there.", folder);
		return -1;
	}
	if (check_checkpoints(want->checkpoints, err) < 0)
		return -1;
	for (const char *p = names + strspn(names, " ,"); *p != '\0'; p += strspn(p, " ,")) {
		size_t n = strcspn(p, " ,");

		if (!(n == 3 && memcmp(p, "all", n) == 0) && check_name(want, p, n, err) < 0)
			return -1;
		p += n;
	}
	if (*chosen != '\0' && check_name(want, chosen, strlen(chosen), err) < 0)
		return -1;
	if (*chosen != '\0' && !is_all(names) && !is_named(names, chosen)) {
		snprintf(err, SHELF_ERR_MAX, "The reader %s is to answer but is not among those to be opened: %.200s.",
			 chosen, names);
		return -1;
	}
	return 0;
}

/* Opens one; -1 only if it was asked for by name. */
static int add(struct shelf *s, const struct reader_ops *ops, const char *folder, bool named, char err[SHELF_ERR_MAX])
{
	void *self = NULL;

	if (!is_missing(folder, ops)) {
		self = ops->open(folder);
		if (self == NULL && named)
			snprintf(err, SHELF_ERR_MAX, "The reader %s cannot be used; the log says why.", ops->name);
	} else if (named) {
		snprintf(err, SHELF_ERR_MAX, "The reader %s needs the file %.300s/%s.weights, which is not there.",
			 ops->name, folder, ops->name);
	} else {
		log_info("the reader %s is left out: %s/%s.weights is not there", ops->name, folder, ops->name);
	}
	if (self == NULL)
		return named ? -1 : 0;
	s->v[s->n++] = (struct shelf_reader){ops, self};
	return 0;
}

/* One network of a reader. It was named, so it must open. */
static int add_member(struct shelf *s, const char *name, size_t n, const char *folder, char err[SHELF_ERR_MAX])
{
	int i = 0;
	const struct reader_ops *of = reader_find_member(name, n, &i), *ops = NULL;
	char *word = xmemdup0(name, n);
	bool there = of == NULL || shelf_find(s, word) != NULL, missing = !there && is_missing(folder, of);
	void *self = there || missing ? NULL : of->open_member(folder, i, &ops);

	if (self != NULL)
		s->v[s->n++] = (struct shelf_reader){ops, self};
	else if (missing)
		snprintf(err, SHELF_ERR_MAX, "The reader %s needs the file %.300s/%s.weights, which is not there.",
			 word, folder, of->name);
	else if (!there)
		snprintf(err, SHELF_ERR_MAX, "The reader %s cannot be used; the log says why.", word);
	free(word);
	return there || self != NULL ? 0 : -1;
}

/* Those that are named, one after the other: there are no more than READER_MEMBERS_MAX names of each reader. */
static int add_members(struct shelf *s, const struct shelf_want *want, const char *folder, char err[SHELF_ERR_MAX])
{
	const char *chosen = want->chosen != NULL ? want->chosen : "";
	int i;

	for (const char *p = want->one || want->names == NULL ? "" : want->names; *p != '\0';) {
		size_t n;

		p += strspn(p, " ,");
		n = strcspn(p, " ,");
		if (add_member(s, p, n, folder, err) < 0)
			return -1;
		p += n;
	}
	if (reader_find_member(chosen, strlen(chosen), &i) == NULL)
		return 0;
	if (add_member(s, chosen, strlen(chosen), folder, err) < 0)
		return -1;
	s->chosen = (int)(shelf_find(s, chosen) - s->v);
	return 0;
}

/* A checkpoint was named by whoever gave it: it must open. */
static int add_checkpoint(struct shelf *s, const struct checkpoint *c, bool int8, char err[SHELF_ERR_MAX])
{
	char *name = xmemdup0(c->name, c->name_n), *folder = xmemdup0(c->folder, c->folder_n);
	char why[CHECKPOINT_ERR_MAX];
	struct transformer_reader r;
	int rc = transformer_open(&r, name, folder, int8, why);

	if (rc == 0)
		s->v[s->n++] = (struct shelf_reader){r.ops, r.self};
	else
		snprintf(err, SHELF_ERR_MAX, "The checkpoint %.200s cannot be used: %.500s.", folder, why);
	free(name);
	free(folder);
	return rc;
}

int shelf_add_checkpoints(struct shelf *s, const struct shelf_want *want, char err[SHELF_ERR_MAX])
{
	const char *list = want->checkpoints, *names = want->names;
	bool all = is_all(names);
	struct checkpoint c;

	if (check_checkpoints(list, err) < 0)
		return -1;
	while (next_checkpoint(&list, &c)) {
		char *name = xmemdup0(c.name, c.name_n);
		bool is_chosen = want->chosen != NULL && strcmp(want->chosen, name) == 0;
		bool wanted = want->one ? is_chosen : all || is_chosen || is_named(names, name);
		int rc = wanted ? add_checkpoint(s, &c, want->int8, err) : 0;

		free(name);
		if (rc < 0)
			return -1;
		if (wanted && is_chosen)
			s->chosen = s->n - 1;
	}
	return 0;
}

static int open_strongest(struct shelf *s, const char *folder, char err[SHELF_ERR_MAX])
{
	const struct reader_ops *const *all = reader_all();
	int i = 0;

	while (all[i] != NULL)
		i++;
	while (i-- > 0 && s->n == 0) {
		if (add(s, all[i], folder, false, err) < 0)
			return -1;
	}
	return 0;
}

static int open_named(struct shelf *s, const struct shelf_want *want, const char *folder, char err[SHELF_ERR_MAX])
{
	const char *names = want->names, *chosen = want->chosen;
	bool all = is_all(names);

	for (const struct reader_ops *const *r = reader_all(); *r != NULL && s->n < SHELF_MAX - SHELF_CHECKPOINTS;
	     r++) {
		bool is_chosen = chosen != NULL && strcmp(chosen, (*r)->name) == 0;
		bool named = is_chosen || is_named(names, (*r)->name);

		if ((want->one ? is_chosen : all || named) && add(s, *r, folder, named, err) < 0)
			return -1;
		if (is_chosen)
			s->chosen = s->n - 1;
	}
	return 0;
}

static int open_all(struct shelf *s, const struct shelf_want *want, const char *folder, char err[SHELF_ERR_MAX])
{
	bool any = want->chosen == NULL || *want->chosen == '\0';
	int rc = any && want->one ? open_strongest(s, folder, err) : open_named(s, want, folder, err);

	int ours = s->n;

	if (rc == 0)
		rc = add_members(s, want, folder, err);
	if (rc == 0)
		rc = shelf_add_checkpoints(s, want, err);
	if (rc == 0 && s->n == 0) {
		snprintf(err, SHELF_ERR_MAX, "No reader could be opened.");
		rc = -1;
	}
	if (any) /* how strong a checkpoint is nobody knows */
		s->chosen = ours > 0 ? ours - 1 : s->n - 1;
	return rc;
}

int shelf_open(struct shelf *s, const struct shelf_want *want, char err[SHELF_ERR_MAX])
{
	char *folder = shelf_folder(want->folder);
	int rc = check_want(want, folder, err);

	*s = (struct shelf){.n = 0};
	if (rc == 0)
		rc = open_all(s, want, folder, err);
	if (rc < 0)
		shelf_close(s);
	free(folder);
	return rc;
}

void shelf_close(struct shelf *s)
{
	while (s->n > 0) {
		s->n--;
		s->v[s->n].ops->close(s->v[s->n].self);
	}
}

const struct shelf_reader *shelf_find(const struct shelf *s, const char *name)
{
	if (name == NULL)
		return &s->v[s->chosen];
	for (int i = 0; i < s->n; i++) {
		if (strcmp(s->v[i].ops->name, name) == 0)
			return &s->v[i];
	}
	return NULL;
}

int shelf_members(const struct shelf_reader *r)
{
	int n = r->ops->members != NULL ? r->ops->members(r->self) : 0;

	return n > 1 ? n : 0;
}

void shelf_names(const struct shelf *s, struct buf *out)
{
	for (int i = 0; i < s->n; i++)
		buf_addf(out, "%s%s", i == 0 ? "" : i + 1 == s->n ? " and " : ", ", s->v[i].ops->name);
}

static void write_members(struct jw *w, const struct shelf_reader *r)
{
	struct buf name = BUF_INIT;

	jw_kopen(w, "members", '[');
	for (int i = 1; i <= shelf_members(r); i++) {
		buf_clear(&name);
		buf_addf(&name, "%s-%d", r->ops->name, i);
		jw_str(w, name.p);
	}
	jw_close(w, ']');
	buf_release(&name);
}

void shelf_describe(struct jw *w, const struct shelf_reader *r)
{
	const struct reader_measure *m = r->ops->measured(r->self);

	jw_kstr(w, "name", r->ops->name);
	jw_kstr(w, "version", r->ops->version(r->self));
	jw_kstr(w, "weights", r->ops->weights(r->self));
	jw_kstr(w, "summary", r->ops->summary);
	if (shelf_members(r) > 0)
		write_members(w, r);
	jw_key(w, "measured");
	if (m == NULL || m->on[0] == '\0') {
		jw_null(w);
		return;
	}
	jw_open(w, '{');
	jw_kstr(w, "on", m->on);
	jw_kint(w, "questions", m->questions);
	jw_kint(w, "em", m->em_permille);
	jw_kint(w, "f1", m->f1_permille);
	jw_kint(w, "wins", m->wins_permille);
	jw_close(w, '}');
}

int shelf_processors(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;

	return n > 0 ? n : 1;
}
