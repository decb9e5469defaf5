/* experiment: see the header. */
#include "beat/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/interval.h"

/* The script that trains what Python trains; it belongs to the source tree. */
#define OPS_TRAIN "\"${BEAT_TRAIN:?set it to ops/train of the source tree, which trains this reader}\""

/* Readers that a plan may name without saying how. */
static const struct experiment_reader KNOWN[] = {
    {"linear", "train-linear --seed {seed} --out {out} train={train}",
     "beat-model predict --threads 1 --reader linear --weights {out} {test}",
     "beat-model predict --threads 1 --reader linear {test}", NULL},
    {"neural",
     OPS_TRAIN " --train train={train} --vectors \"${BEAT_VECTORS:-npm}\" --readers neural --members 1 --seed {seed} "
	       "{options} --work {out}/work --out {out}",
     "beat-model predict --threads 1 --reader neural --weights {out} {test}",
     "beat-model predict --threads 1 --reader neural {test}", NULL},
    {"transformer",
     OPS_TRAIN " transformer --train train={train} --seed {seed} {options} --work {out}/work --out {out}",
     "beat-model predict --threads 1 --reader transformer --weights {out} {test}",
     "beat-model predict --threads 1 --reader transformer {test}", NULL},
};

static int experiment_wrong(char err[EXPERIMENT_ERR], const char *where, const char *what)
{
	snprintf(err, EXPERIMENT_ERR, "\"%.80s\": %s.", where, what);
	return -1;
}

static int experiment_reader_read(struct experiment_reader *r, const char *name, const json_t *v,
				  char err[EXPERIMENT_ERR])
{
	const struct {
		const char *key, **to;
	} words[] = {
	    {"train", &r->train}, {"answer", &r->answer}, {"original", &r->original}, {"options", &r->options}};

	for (size_t i = 0; i < ARRAY_LEN(KNOWN); i++)
		if (strcmp(KNOWN[i].name, name) == 0)
			*r = KNOWN[i];
	r->name = name;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		const json_t *given = json_object_get(v, words[i].key);

		if (given != NULL && !json_is_string(given) && !json_is_null(given))
			return experiment_wrong(err, name, "train, answer, original and options are texts");
		if (given != NULL)
			*words[i].to = json_string_value(given);
	}
	if (!json_is_object(v))
		return experiment_wrong(err, name, "a reader is an object, {} if its commands are known");
	return r->train != NULL && r->answer != NULL
		   ? 0
		   : experiment_wrong(err, name,
				      "say how it trains and answers: {\"train\": \"…\", \"answer\": \"…\"}");
}

static int experiment_set_read(struct experiment_set *s, const char *name, const json_t *v, char err[EXPERIMENT_ERR])
{
	const json_t *files = json_is_object(v) ? json_object_get(v, "files") : v, *size = json_object_get(v, "size");
	size_t n = json_is_array(files) ? json_array_size(files) : json_is_string(files);

	*s = (struct experiment_set){.name = name, .files = xcalloc(n + 1, sizeof(*s->files))};
	for (size_t i = 0; i < n; i++) {
		s->files[i] = json_string_value(json_is_array(files) ? json_array_get(files, i) : files);
		if (s->files[i] == NULL)
			return experiment_wrong(err, name, "a file is named by its path, a text");
		s->n_files++;
	}
	if (n == 0)
		return experiment_wrong(err, name,
					"a set is a file, a list of files, or {\"files\": […], \"size\": N}");
	if (size != NULL && (!json_is_integer(size) || json_integer_value(size) < 1))
		return experiment_wrong(err, name, "size is a number of questions");
	s->size = (long)json_integer_value(size);
	return 0;
}

static int experiment_sets_read(const json_t *root, const char *key, struct experiment_set **out, size_t *n,
				char err[EXPERIMENT_ERR])
{
	json_t *sets = json_object_get(root, key), *v;
	const char *name;

	if (!json_is_object(sets) || json_object_size(sets) == 0)
		return experiment_wrong(err, key, "must name at least one set, {\"NAME\": \"FILE\"}");
	*out = xcalloc(json_object_size(sets), sizeof(**out));
	json_object_foreach(sets, name, v) if (experiment_set_read(&(*out)[(*n)++], name, v, err) != 0) return -1;
	return 0;
}

static int experiment_seeds_read(struct experiment *e, char err[EXPERIMENT_ERR])
{
	const json_t *seeds = json_object_get(e->root, "seeds"), *v;
	size_t i;

	if (!json_is_array(seeds) || json_array_size(seeds) == 0 || json_array_size(seeds) > EXPERIMENT_SEEDS)
		return experiment_wrong(err, "seeds", "must be a list of 1 to 100 numbers");
	e->seeds = xcalloc(json_array_size(seeds), sizeof(*e->seeds));
	json_array_foreach(seeds, i, v)
	{
		if (!json_is_integer(v) || json_integer_value(v) < 0)
			return experiment_wrong(err, "seeds", "a seed is a whole number from 0");
		for (size_t k = 0; k < i; k++)
			if (e->seeds[k] == json_integer_value(v))
				return experiment_wrong(err, "seeds", "a seed stands there twice");
		e->seeds[e->n_seeds++] = (long)json_integer_value(v);
	}
	return 0;
}

static int experiment_parts(struct experiment *e, char err[EXPERIMENT_ERR])
{
	json_t *readers = json_object_get(e->root, "readers"), *v;
	const char *name;

	if (!json_is_object(readers) || json_object_size(readers) == 0)
		return experiment_wrong(err, "readers", "must name at least one, {\"linear\": {}}");
	e->readers = xcalloc(json_object_size(readers), sizeof(*e->readers));
	json_object_foreach(readers, name,
			    v) if (experiment_reader_read(&e->readers[e->n_readers++], name, v, err) != 0) return -1;
	if (experiment_sets_read(e->root, "train", &e->trains, &e->n_trains, err) != 0 ||
	    experiment_sets_read(e->root, "test", &e->tests, &e->n_tests, err) != 0)
		return -1;
	for (size_t i = 0; i < e->n_tests; i++)
		if (e->tests[i].n_files != 1 || e->tests[i].size != 0)
			return experiment_wrong(err, e->tests[i].name, "a test set is one file, whole");
	return experiment_seeds_read(e, err);
}

int experiment_read(struct experiment *e, const char *json, size_t n, char err[EXPERIMENT_ERR])
{
	char why[JSON_ERR_MAX];

	*e = (struct experiment){.root = json_parse(json, n, why)};
	if (e->root == NULL)
		snprintf(err, EXPERIMENT_ERR, "%s", why);
	else if (json_is_object(e->root) && experiment_parts(e, err) == 0)
		return 0;
	else if (!json_is_object(e->root))
		experiment_wrong(err, "plan", "must be an object");
	experiment_release(e);
	return -1;
}

void experiment_release(struct experiment *e)
{
	for (size_t i = 0; i < e->n_trains; i++)
		free(e->trains[i].files);
	for (size_t i = 0; i < e->n_tests; i++)
		free(e->tests[i].files);
	free(e->trains);
	free(e->tests);
	free(e->readers);
	free(e->seeds);
	json_decref(e->root);
	*e = (struct experiment){0};
}

static void experiment_quote(struct buf *out, const char *s)
{
	buf_addc(out, '\'');
	for (; *s != '\0'; s++) {
		if (*s == '\'')
			buf_adds(out, "'\\''");
		else
			buf_addc(out, *s);
	}
	buf_addc(out, '\'');
}

char *experiment_command(const char *line, const struct experiment_place *places, size_t n)
{
	struct buf out = BUF_INIT;

	buf_adds(&out, "");
	while (*line != '\0') {
		size_t i = 0;

		while (i < n && strncmp(line, places[i].name, strlen(places[i].name)) != 0)
			i++;
		if (i == n) {
			buf_addc(&out, *line++);
			continue;
		}
		if (places[i].quoted)
			experiment_quote(&out, places[i].text);
		else
			buf_adds(&out, places[i].text);
		line += strlen(places[i].name);
	}
	return buf_detach(&out);
}

void experiment_row_add(struct experiment_table *t, const struct experiment_reader *reader, const char *train,
			const double *em, const double *f1, size_t n_seeds)
{
	struct experiment_row *row;
	struct buf name = BUF_INIT;

	t->rows = xrealloc(t->rows, (t->n + 1) * sizeof(*t->rows));
	row = &t->rows[t->n++];
	buf_addf(&name, "%s, %s", reader->name, train);
	*row = (struct experiment_row){buf_detach(&name), reader, train, xcalloc(t->e->n_tests, sizeof(*row->cells))};
	for (size_t k = 0; k < t->e->n_tests; k++) {
		struct interval_sample exact = {0}, overlap = {0};

		for (size_t s = 0; s < n_seeds; s++) {
			interval_add(&exact, em[s * t->e->n_tests + k]);
			interval_add(&overlap, f1[s * t->e->n_tests + k]);
		}
		row->cells[k] = (struct experiment_cell){exact.mean, overlap.mean, interval_sd(&exact),
							 interval_sd(&overlap), n_seeds};
	}
}

void experiment_table_release(struct experiment_table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->rows[i].name);
		free(t->rows[i].cells);
	}
	free(t->rows);
	*t = (struct experiment_table){0};
}
