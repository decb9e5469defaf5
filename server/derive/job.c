/* Inputs of an operation: see job.h. */
#include "job.h"

#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/folder.h"

struct job_key job_key(const void *p, size_t n)
{
	uint8_t digest[CRYPTO_SHA256_LEN];
	struct job_key key;

	crypto_sha256(p, n, digest);
	memcpy(&key, digest, sizeof(key));
	return key;
}

struct job_key job_title(const struct dataset_passage *p)
{
	const struct dataset_article *a = p->article;

	return a->title ? job_key(a->title, a->title_n) : (struct job_key){a->number, 0};
}

static struct job_set_slot *slot_of(const struct job_set *set, struct job_key key)
{
	size_t i = (size_t)key.a & (set->cap - 1);

	while (set->slots[i].value && (set->slots[i].key.a != key.a || set->slots[i].key.b != key.b))
		i = (i + 1) & (set->cap - 1);
	return &set->slots[i];
}

static void grow(struct job_set *set)
{
	struct job_set old = *set;

	set->cap = old.cap ? 2 * old.cap : 1024;
	set->slots = xcalloc(set->cap, sizeof(*set->slots));
	for (size_t i = 0; i < old.cap; i++) {
		if (old.slots[i].value)
			*slot_of(set, old.slots[i].key) = old.slots[i];
	}
	free(old.slots);
}

size_t job_set_find(const struct job_set *set, struct job_key key)
{
	return set->cap ? slot_of(set, key)->value : 0;
}

size_t job_set_add(struct job_set *set, struct job_key key, bool *added)
{
	struct job_set_slot *slot;

	if (2 * (set->n + 1) > set->cap)
		grow(set);
	slot = slot_of(set, key);
	*added = !slot->value;
	if (!slot->value)
		*slot = (struct job_set_slot){key, ++set->n};
	return slot->value;
}

void job_set_release(struct job_set *set)
{
	free(set->slots);
	*set = (struct job_set){0};
}

static int digest(struct job_input *in)
{
	char *copy = xstrdup(in->path), *dir = dirname(copy), err[FOLDER_ERR_MAX];
	int fd = -1, rc = folder_open(dir, &fd, err);

	if (rc == 0)
		rc = folder_digest(fd, in->name, &in->bytes, in->sha256, err);
	if (fd >= 0)
		close(fd);
	free(copy);
	return rc ? cli_fail("dataset: %s.", err) : CLI_OK;
}

int job_input_add(struct job *j, const char *path, const char *part)
{
	const char *slash = strrchr(path, '/');
	struct job_input *in;
	struct stat st;

	if (strcmp(path, "-") == 0)
		return cli_fail("dataset: standard input cannot be read twice or cited: name a file.");
	if (stat(path, &st) != 0)
		return cli_fail("dataset: %s cannot be opened: %m.", path);
	if (!S_ISREG(st.st_mode))
		return cli_fail("dataset: %s is no plain file; name a dataset in SQuAD, MRQA or Hugging Face form.",
				path);
	j->inputs = xrealloc(j->inputs, (j->n_inputs + 1) * sizeof(*j->inputs));
	in = &j->inputs[j->n_inputs++];
	*in = (struct job_input){.path = path, .name = slash ? slash + 1 : path, .part = part};
	return digest(in);
}

int job_open(struct job *j, const struct derive *d, const char *verb)
{
	int rc = CLI_OK;

	*j = (struct job){.d = d, .tool = "dataset", .verb = verb};
	for (size_t i = 0; rc == CLI_OK && i < d->n_inputs; i++)
		rc = job_input_add(j, d->inputs[i], "input");
	return rc;
}

void job_close(struct job *j)
{
	for (size_t i = 0; i < j->n_outputs; i++)
		derived_free(&j->outputs[i]);
	free(j->outputs);
	free(j->inputs);
	buf_release(&j->options);
	buf_release(&j->notes);
}

struct reading {
	struct job_input *in;
	struct source *src;
	job_fn *fn;
	void *arg;
	struct cli_progress bar;
	struct job_set titles;
	struct job_key before; /* the passage before */
};

static int check_answers(const struct reading *r, const struct dataset_question *q)
{
	for (size_t i = 0; i < q->n_answers; i++) {
		if (q->answers[i].start < 0)
			return cli_fail("dataset: %s: question %.200s: the answer \"%.80s\" does not say where it "
					"stands (answer_start).",
					r->in->name, q->id, q->answers[i].text);
	}
	return 0;
}

static int derive_on_passage(void *arg, const struct dataset_passage *p)
{
	struct reading *r = arg;
	struct job_counts *c = &r->in->counts;
	struct job_key text = job_key(p->context, p->context_n), title = job_title(p);
	struct job_key both = {text.a ^ title.a, text.b + title.b};
	bool new_title;

	job_set_add(&r->titles, title, &new_title);
	c->titles += new_title;
	c->passages += c->passages == 0 || both.a != r->before.a || both.b != r->before.b;
	c->questions += (int64_t)p->n_questions;
	r->before = both;
	for (size_t i = 0; i < p->n_questions; i++) {
		if (check_answers(r, &p->questions[i]))
			return CLI_FAILED;
		c->answers += (int64_t)p->questions[i].n_answers;
	}
	cli_progress_show(&r->bar, (long long)source_file_pos(r->src));
	return r->fn(r->arg, p);
}

int job_read(struct job *j, size_t input, job_fn *fn, void *arg)
{
	struct job_input *in = &j->inputs[input];
	struct reading r = {.in = in, .fn = fn, .arg = arg, .bar = {.what = in->name, .total = in->bytes}};
	const struct dataset_sink sink = {.arg = &r, .passage = derive_on_passage};
	char err[DATASET_ERR_MAX], why[SOURCE_ERR_MAX];
	struct dataset_in file = {.name = in->path, .need = DATASET_ALL};
	int rc;

	r.src = file.src = source_open(in->path, why);
	if (!file.src)
		return cli_fail("dataset: %s %s.", in->path, why);
	in->counts = (struct job_counts){0};
	rc = dataset_read(&file, &sink, err);
	cli_progress_end(&r.bar);
	source_free(&file.src);
	job_set_release(&r.titles);
	return rc < 0 ? cli_fail("dataset: %s", err) : rc;
}

int job_read_all(struct job *j, job_fn *fn, void *arg)
{
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < j->d->n_inputs; i++)
		rc = job_read(j, i, fn, arg);
	return rc;
}
