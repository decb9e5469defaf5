/* What came, went and changed between two releases, each a folder or a
 * frozen release of the database. Of every question its id and a digest of all the rest are
 * kept, sorted, and the two lists are walked side by side. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/dataset.h"
#include "beat/release_make.h"
#include "release_folder.h"
#include "release_job.h"

enum { ID_LENGTH = 40, HASH = 16, SHOWN = 20 };

struct entry {
	char id[ID_LENGTH];
	unsigned char split;
	uint8_t hash[HASH];
};

struct side {
	const char *name;
	enum release_split split;
	struct entry *entries;
	size_t n, cap;
	bool bad_id;
};

struct piece {
	const void *p;
	size_t n;
};

/* title, context, question, answer, start: each with its length, so that no two can run together. */
static void add_entry(struct side *s, struct piece id, const struct piece pieces[5])
{
	struct crypto_digest *d = crypto_digest_new();
	char hex[65];
	struct entry *e;

	if (id.n != ID_LENGTH) {
		s->bad_id = true;
		id.n = id.n < ID_LENGTH ? id.n : ID_LENGTH;
	}
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 1024;
		s->entries = xrealloc(s->entries, s->cap * sizeof(*s->entries));
	}
	e = &s->entries[s->n++];
	memset(e, 0, sizeof(*e));
	memcpy(e->id, id.p, id.n);
	e->split = (unsigned char)s->split;
	for (int i = 0; i < 5; i++) {
		uint64_t length = pieces[i].n;

		crypto_digest_add(d, &length, sizeof(length));
		crypto_digest_add(d, pieces[i].p, pieces[i].n);
	}
	crypto_digest_hex(&d, hex);
	memcpy(e->hash, hex, HASH);
}

static int release_diff_on_passage(void *arg, const struct dataset_passage *p)
{
	struct side *s = arg;

	for (size_t i = 0; i < p->n_questions; i++) {
		const struct dataset_question *q = &p->questions[i];
		int64_t start = q->n_answers > 0 ? q->answers[0].start : -1;

		add_entry(s, (struct piece){q->id, q->id_n},
			  (struct piece[]){
			      {p->article->title, p->article->title ? p->article->title_n : 0},
			      {p->context, p->context_n},
			      {q->text, q->text_n},
			      {q->n_answers > 0 ? q->answers[0].text : "", q->n_answers > 0 ? q->answers[0].text_n : 0},
			      {&start, sizeof(start)}});
	}
	return 0;
}

static int read_folder(struct side *s)
{
	struct release_folder f;
	int rc = release_folder_open(&f, s->name);

	for (int split = 0; split < RELEASE_SPLITS && rc == CLI_OK; split++) {
		const char *paths[RELEASE_FOLDER_DATA];

		s->split = split;
		if (release_folder_data(&f, split, paths) > 0)
			rc =
			    release_read_file(s->name, paths[0], release_diff_on_passage, s) == 0 ? CLI_OK : CLI_FAILED;
	}
	release_folder_close(&f);
	return rc;
}

static int read_rows(struct side *s, struct pg *pg, int64_t id)
{
	struct q_release_question_row row;
	struct buf title = BUF_INIT, context = BUF_INIT;
	void *bytes;
	int got;

	if (pg_stream_begin(pg, q_release_rows(.release = id, .split = release_split_name[s->split])) != 0)
		return CLI_FAILED;
	while ((got = q_release_question_next(pg, &bytes, &row)) > 0) {
		int64_t start = row.answer_start;

		if (row.text != NULL) {
			buf_clear(&title);
			buf_add(&title, row.title, row.title_len);
			buf_clear(&context);
			buf_add(&context, row.text, row.text_len);
		}
		add_entry(s, (struct piece){row.question_id, row.question_id_len},
			  (struct piece[]){{title.p, title.n},
					   {context.p, context.n},
					   {row.question, row.question_len},
					   {row.answer_text, row.answer_text_len},
					   {&start, sizeof(start)}});
		pg_stream_free(bytes);
	}
	buf_release(&title);
	buf_release(&context);
	return got == 0 ? CLI_OK : CLI_FAILED;
}

static int read_release(struct side *s)
{
	struct pg *pg = cli_db();
	struct pg_rows *rows = pg != NULL ? pg_query(pg, q_release_named(.reference = s->name)) : NULL;
	int rc = rows != NULL ? CLI_OK : CLI_FAILED;

	for (int split = 0; split < RELEASE_SPLITS && rc == CLI_OK; split++) {
		s->split = split;
		rc = read_rows(s, pg, q_release_named_row(rows, 0).id);
	}
	pg_rows_free(&rows);
	pg_close(&pg);
	return rc;
}

static int by_id(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return memcmp(x->id, y->id, ID_LENGTH);
}

/* NAME@VERSION is the release as the database has it; the folder it was written into is called the same, and is meant
 * when it is given as a path. */
static bool is_release(const char *name)
{
	return strchr(name, '@') != NULL && strchr(name, '/') == NULL;
}

static int read_side(struct side *s)
{
	int rc = is_release(s->name) ? read_release(s) : read_folder(s);

	if (rc == CLI_OK && s->bad_id)
		rc = cli_fail("%s holds a question whose id is not 40 hexadecimal digits.", s->name);
	if (rc == CLI_OK && s->n > 1)
		qsort(s->entries, s->n, sizeof(*s->entries), by_id);
	return rc;
}

enum { ADDED, REMOVED, CHANGED, KINDS };

struct differences {
	const struct entry **of[KINDS];
	size_t n[KINDS], equal;
};

static void note(struct differences *d, int kind, const struct entry *e)
{
	if ((d->n[kind] & (d->n[kind] - 1)) == 0)
		d->of[kind] = xrealloc(d->of[kind], (d->n[kind] ? 2 * d->n[kind] : 1) * sizeof(void *));
	d->of[kind][d->n[kind]++] = e;
}

static void compare(struct differences *d, const struct side *old, const struct side *new)
{
	size_t i = 0, j = 0;

	while (i < old->n || j < new->n) {
		int order = i == old->n ? 1 : j == new->n ? -1 : by_id(&old->entries[i], &new->entries[j]);

		if (order < 0)
			note(d, REMOVED, &old->entries[i]);
		else if (order > 0)
			note(d, ADDED, &new->entries[j]);
		else if (old->entries[i].split != new->entries[j].split ||
			 memcmp(old->entries[i].hash, new->entries[j].hash, HASH) != 0)
			note(d, CHANGED, &new->entries[j]);
		else
			d->equal++;
		i += order <= 0;
		j += order >= 0;
	}
}

static const char *const kind_names[KINDS] = {"added", "removed", "changed"};

static void print(const struct differences *d)
{
	static const char marks[KINDS] = {'+', '-', '~'};

	for (int k = 0; k < KINDS; k++) {
		size_t by_split[RELEASE_SPLITS] = {0};

		for (size_t i = 0; i < d->n[k]; i++)
			by_split[d->of[k][i]->split]++;
		printf("%-8s %zu (train %zu, dev %zu, test %zu)\n", kind_names[k], d->n[k], by_split[RELEASE_TRAIN],
		       by_split[RELEASE_DEV], by_split[RELEASE_TEST]);
		for (size_t i = 0; i < d->n[k] && i < SHOWN; i++)
			printf("  %c %.*s %s\n", marks[k], ID_LENGTH, d->of[k][i]->id,
			       release_split_name[d->of[k][i]->split]);
		if (d->n[k] > SHOWN)
			printf("  and %zu more (--json lists them all)\n", d->n[k] - SHOWN);
	}
	printf("equal    %zu\n", d->equal);
}

static void print_json(const struct differences *d)
{
	struct buf out = BUF_INIT;
	struct jw w;

	jw_init(&w, &out);
	jw_open(&w, '{');
	for (int k = 0; k < KINDS; k++) {
		jw_kopen(&w, kind_names[k], '[');
		for (size_t i = 0; i < d->n[k]; i++) {
			jw_open(&w, '{');
			jw_key(&w, "id");
			jw_strn(&w, d->of[k][i]->id, strnlen(d->of[k][i]->id, ID_LENGTH));
			jw_kstr(&w, "split", release_split_name[d->of[k][i]->split]);
			jw_close(&w, '}');
		}
		jw_close(&w, ']');
	}
	jw_kint(&w, "equal", (int64_t)d->equal);
	jw_close(&w, '}');
	puts(out.p);
	buf_release(&out);
}

int release_diff(const char *before, const char *after, bool json)
{
	struct side old = {.name = before}, new = {.name = after};
	struct differences d = {0};
	int rc;

	rc = read_side(&old);
	if (rc == CLI_OK)
		rc = read_side(&new);
	if (rc == CLI_OK) {
		compare(&d, &old, &new);
		if (json)
			print_json(&d);
		else
			print(&d);
		rc = d.n[ADDED] + d.n[REMOVED] + d.n[CHANGED] > 0 ? CLI_FAILED : CLI_OK;
	}
	for (int k = 0; k < KINDS; k++)
		free(d.of[k]);
	free(old.entries);
	free(new.entries);
	return rc;
}
