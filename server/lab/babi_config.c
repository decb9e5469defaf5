/* babi_config: a configuration as JSON. A table says which member goes where; what is not given has the value of a
 * plain story (people 4, places 6, objects 3, one question after 10 sentences). server/lab/README.md tells the members.
 */
#include <stdio.h>
#include <string.h>

#include "babi_lab.h"
#include "beat/json.h"

struct babi_member {
	const char *name;
	size_t offset;
	double low, high;
	bool whole;
};

#define NUMBER(name, low, high)                                                                                        \
	{                                                                                                              \
#name, offsetof(struct babi_task, name), low, high, false                                              \
	}
#define COUNT(name, low, high)                                                                                         \
	{                                                                                                              \
#name, offsetof(struct babi_task, name), low, high, true                                               \
	}
static const struct babi_member MEMBERS[] = {
    NUMBER(share, 1e-6, 1e6),
    COUNT(people, 2, BABI_PEOPLE),
    COUNT(places, 3, BABI_PLACES),
    COUNT(objects, 1, BABI_OBJECTS),
    COUNT(questions, 1, 32),
    NUMBER(first, 0, BABI_SENTENCES),
    COUNT(most_sentences, 0, BABI_SENTENCES),
};

static int babi_wrong(char err[BABI_ERR], const char *where, const char *what)
{
	snprintf(err, BABI_ERR, "%s: %s.", where, what);
	return -1;
}

static int babi_number(const json_t *v, const struct babi_member *m, void *task, char err[BABI_ERR])
{
	double x = json_number_value(v);
	char what[100];

	if (!json_is_number(v) || x < m->low || x > m->high || (m->whole && x != (double)(int)x)) {
		snprintf(what, sizeof(what), "must be a %s from %g to %g", m->whole ? "whole number" : "number", m->low,
			 m->high);
		return babi_wrong(err, m->name, what);
	}
	if (m->whole)
		*(int *)((char *)task + m->offset) = (int)x;
	else
		*(double *)((char *)task + m->offset) = x;
	return 0;
}

typedef const char *babi_namer(unsigned i);

static const char *babi_kind_namer(unsigned i)
{
	return i < BABI_KINDS ? babi_kind_name((enum babi_kind)i) : NULL;
}

static const char *babi_concept_namer(unsigned i)
{
	return i < BABI_CONCEPTS ? babi_concept_name(i) : NULL;
}

static const char *babi_event_namer(unsigned i)
{
	return i < BABI_EVENTS ? babi_concept_name(i) : NULL;
}

static int babi_named(const char *where, const char *name, babi_namer *namer, char err[BABI_ERR])
{
	char what[150];

	for (unsigned i = 0; namer(i) != NULL; i++)
		if (strcmp(name, namer(i)) == 0)
			return (int)i;
	snprintf(what, sizeof(what), "there is no '%.40s' (such as %s)", name, namer(0));
	return babi_wrong(err, where, what);
}

/* {"NAME": number, …} into an array by the names' numbers. */
static int babi_weights(const json_t *v, const char *where, babi_namer *namer, double *out, char err[BABI_ERR])
{
	const char *key;
	json_t *x;

	if (!json_is_object(v))
		return babi_wrong(err, where, "must be an object of names and numbers");
	json_object_foreach((json_t *)v, key, x)
	{
		int i = babi_named(where, key, namer, err);

		if (i < 0)
			return -1;
		if (!json_is_number(x) || json_number_value(x) < 0 || json_number_value(x) > 1e6)
			return babi_wrong(err, key, "must be a number from 0 to 1000000");
		out[i] = json_number_value(x);
	}
	return 0;
}

/* ["NAME", …] into bits. */
static int babi_set(const json_t *v, const char *where, babi_namer *namer, unsigned *out, char err[BABI_ERR])
{
	json_t *x;
	size_t i;

	*out = 0;
	if (!json_is_array(v))
		return babi_wrong(err, where, "must be a list of names");
	json_array_foreach(v, i, x)
	{
		int bit = json_is_string(x) ? babi_named(where, json_string_value(x), namer, err)
					    : babi_wrong(err, where, "must be a list of names");

		if (bit < 0)
			return -1;
		*out |= 1U << bit;
	}
	return 0;
}

static int babi_range(const json_t *v, const char *where, double low, double high, double out[2], char err[BABI_ERR])
{
	char what[100];

	out[0] = json_number_value(json_array_get(v, 0));
	out[1] = json_number_value(json_array_get(v, 1));
	if (json_is_array(v) && json_array_size(v) == 2 && out[0] >= low && out[1] <= high && out[0] <= out[1])
		return 0;
	snprintf(what, sizeof(what), "must be [least, most], between %g and %g", low, high);
	return babi_wrong(err, where, what);
}

/* {"where-P": {"1": 0.2, "2": 0.8}, …} */
static int babi_shares_read(const json_t *v, struct babi_task *t, char err[BABI_ERR])
{
	const char *kind, *number;
	json_t *shares, *x;

	if (!json_is_object(v))
		return babi_wrong(err, "facts", "must be an object of kinds of questions");
	json_object_foreach((json_t *)v, kind, shares)
	{
		int k = babi_named("facts", kind, babi_kind_namer, err);

		if (k < 0)
			return -1;
		if (!json_is_object(shares))
			return babi_wrong(err, kind, "must be an object of numbers of facts and their shares");
		json_object_foreach(shares, number, x)
		{
			if (strlen(number) != 1 || *number < '1' || *number > '0' + BABI_FACTS || !json_is_number(x) ||
			    json_number_value(x) < 0)
				return babi_wrong(err, kind, "numbers of facts are \"1\" to \"8\", shares 0 or more");
			t->facts[k][*number - '0'] = json_number_value(x);
		}
	}
	return 0;
}

static int babi_constructs(const json_t *v, struct babi_task *t, char err[BABI_ERR])
{
	double rates[BABI_CONCEPTS] = {0};

	if (babi_weights(v, "constructs", babi_concept_namer, rates, err) != 0)
		return -1;
	for (int i = 0; i < BABI_CONCEPTS; i++)
		if (rates[i] > 1 || (i < BABI_EVENTS && rates[i] > 0))
			return babi_wrong(err, "constructs",
					  "COREF, CONJ, COMPOUND, NEGATE and INDEF have rates from 0 to 1");
	t->coref = rates[4];
	t->conj = rates[5];
	t->compound = rates[6];
	t->negate = rates[7];
	t->indef = rates[8];
	return 0;
}

static int babi_lengths(const json_t *v, const char *key, struct babi_task *t, char err[BABI_ERR])
{
	double range[2];

	if (strcmp(key, "sentences") == 0) {
		if (babi_range(v, key, 1, BABI_SENTENCES, range, err) != 0)
			return -1;
		t->gap_low = range[0];
		t->gap_high = range[1];
		return 0;
	}
	if (babi_range(v, key, 0, BABI_SENTENCES, range, err) != 0)
		return -1;
	t->facts_low = (int)range[0];
	t->facts_high = (int)range[1];
	return 0;
}

static int babi_read_member(const char *key, const json_t *v, struct babi_task *t, char err[BABI_ERR])
{
	for (size_t i = 0; i < ARRAY_LEN(MEMBERS); i++)
		if (strcmp(key, MEMBERS[i].name) == 0)
			return babi_number(v, &MEMBERS[i], t, err);
	if (strcmp(key, "events") == 0)
		return babi_weights(v, key, babi_event_namer, t->events, err);
	if (strcmp(key, "kinds") == 0)
		return babi_weights(v, key, babi_kind_namer, t->kinds, err);
	if (strcmp(key, "constructs") == 0)
		return babi_constructs(v, t, err);
	if (strcmp(key, "facts") == 0)
		return babi_shares_read(v, t, err);
	if (strcmp(key, "sentences") == 0 || strcmp(key, "facts_range") == 0)
		return babi_lengths(v, key, t, err);
	if (strcmp(key, "require") == 0)
		return babi_set(v, key, babi_concept_namer, &t->require, err);
	if (strcmp(key, "exclude") == 0)
		return babi_set(v, key, babi_concept_namer, &t->exclude, err);
	if (strcmp(key, "coref_events") == 0)
		return babi_set(v, key, babi_event_namer, &t->coref_events, err);
	if (strcmp(key, "inject") == 0)
		return babi_set(v, key, babi_kind_namer, &t->inject, err);
	if (strcmp(key, "maybe") == 0) {
		t->maybe = json_is_true(v);
		return json_is_boolean(v) ? 0 : babi_wrong(err, key, "must be true or false");
	}
	return babi_wrong(err, key, "there is no such member; README of server/lab lists them");
}

static int babi_name_read(const json_t *v, char out[BABI_NAME], char err[BABI_ERR])
{
	if (!json_is_string(v) || json_string_length(v) == 0 || json_string_length(v) >= BABI_NAME)
		return babi_wrong(err, "name", "must be a text of 1 to 39 bytes");
	snprintf(out, BABI_NAME, "%s", json_string_value(v));
	return 0;
}

static int babi_task_read(const json_t *v, const char *name, struct babi_task *t, char err[BABI_ERR])
{
	const char *key;
	json_t *x;

	*t = (struct babi_task){
	    .share = 1, .people = 4, .places = 6, .objects = 3, .questions = 1, .gap_low = 10, .gap_high = 10};
	t->facts_low = 1;
	t->facts_high = BABI_SENTENCES;
	t->coref_events = 1U << BABI_MOVE | 1U << BABI_GRAB | 1U << BABI_DROP;
	snprintf(t->name, sizeof(t->name), "%s", name);
	if (!json_is_object(v))
		return babi_wrong(err, "tasks", "must be a list of objects");
	json_object_foreach((json_t *)v, key, x)
	{
		int rc = strcmp(key, "name") == 0 ? babi_name_read(x, t->name, err) : babi_read_member(key, x, t, err);

		if (rc != 0)
			return -1;
	}
	return 0;
}

static int babi_tasks_read(json_t *root, struct babi_config *c, char err[BABI_ERR])
{
	json_t *tasks = json_object_get(root, "tasks"), *x;
	size_t i;

	if (tasks == NULL) {
		json_object_del(root, "size");
		c->n_tasks = 1;
		return babi_task_read(root, c->name, &c->tasks[0], err);
	}
	if (!json_is_array(tasks) || json_array_size(tasks) == 0 || json_array_size(tasks) > BABI_TASKS)
		return babi_wrong(err, "tasks", "must be a list of 1 to 12 objects");
	json_object_del(root, "name");
	json_object_del(root, "size");
	if (json_object_size(root) > 1)
		return babi_wrong(err, "the configuration", "beside \"tasks\" it may have \"name\" and \"size\" alone");
	json_array_foreach(tasks, i, x)
	{
		if (babi_task_read(x, c->name, &c->tasks[c->n_tasks++], err) != 0)
			return -1;
	}
	return 0;
}

int babi_config_read(const char *json, size_t n, struct babi_config *c, char err[BABI_ERR])
{
	char why[JSON_ERR_MAX];
	json_t *root = json_parse(json, n, why), *name;
	int rc = -1;

	*c = (struct babi_config){.name = "babi", .questions = 1000};
	if (!json_is_object(root)) {
		snprintf(err, BABI_ERR, "%s", root == NULL ? why : "it must be an object.");
		json_decref(root);
		return -1;
	}
	name = json_object_get(root, "name");
	c->questions =
	    json_object_get(root, "size") != NULL ? (long)json_integer_value(json_object_get(root, "size")) : 1000;
	if (c->questions < 1)
		babi_wrong(err, "size", "must be a whole number, at least 1");
	else if (name == NULL || babi_name_read(name, c->name, err) == 0)
		rc = babi_tasks_read(root, c, err);
	json_decref(root);
	return rc == 0 ? babi_config_check(c, err) : -1;
}

static int babi_task_check(const struct babi_task *t, char err[BABI_ERR])
{
	double kinds = 0, events = 0, last = (t->first > 0 ? t->first - t->gap_high : 0) + t->gap_high * t->questions;

	for (int k = 0; k < BABI_KINDS; k++)
		kinds += t->kinds[k];
	for (int e = 0; e < BABI_EVENTS; e++)
		events += t->events[e];
	if (kinds <= 0)
		return babi_wrong(err, t->name, "\"kinds\" names no kind of question, such as {\"where-P\": 1}");
	if (events <= 0 || t->events[BABI_MOVE] <= 0)
		return babi_wrong(err, t->name, "\"events\" needs MOVE, such as {\"MOVE\": 1, \"GRAB\": 1}");
	if (t->negate + t->indef + t->conj > 1)
		return babi_wrong(err, t->name, "NEGATE, INDEF and CONJ share the moves: together at most 1");
	if (last + 1 > BABI_SENTENCES && t->most_sentences == 0)
		return babi_wrong(err, t->name, "its last question would come after more than 255 sentences");
	return 0;
}

int babi_config_check(const struct babi_config *config, char err[BABI_ERR])
{
	for (size_t i = 0; i < config->n_tasks; i++)
		if (babi_task_check(&config->tasks[i], err) != 0)
			return -1;
	return 0;
}

unsigned babi_kinds(const struct babi_config *config)
{
	unsigned kinds = 0;

	for (size_t i = 0; i < config->n_tasks; i++)
		for (int k = 0; k < BABI_KINDS; k++)
			if (config->tasks[i].kinds[k] > 0 || config->tasks[i].inject >> k & 1)
				kinds |= 1U << k;
	return kinds;
}
