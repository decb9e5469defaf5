/* The models of `beatctl eval`: which files of predictions and endpoints its options name. */
#include <stdlib.h>
#include <string.h>

#include "beat/corpus.h"
#include "beat/eval_ask.h"
#include "beat/url.h"

static struct eval_model *find_named(struct eval_models *models, const char *name)
{
	for (size_t i = 0; i < models->n; i++) {
		if (models->v[i].name && strcmp(models->v[i].name, name) == 0)
			return &models->v[i];
	}
	return NULL;
}

/* "NAME=REST": the name, malloc'd, and *rest after it; NULL if there is none. A URL may hold a '=' of its own. */
static char *take_name(const char *given, const char **rest)
{
	const char *eq = strchr(given, '='), *slash = strchr(given, '/');

	*rest = given;
	if (!eq || eq == given || (slash && slash < eq))
		return NULL;
	*rest = eq + 1;
	return xmemdup0(given, (size_t)(eq - given));
}

/* The same name again adds a file to the model: one for each dataset, say. */
static void add_predictions(struct eval_models *models, const char *given)
{
	const char *path;
	char *name = take_name(given, &path);
	struct eval_model *m = name ? find_named(models, name) : NULL;

	if (!m) {
		m = eval_models_add(models);
		m->name = name;
	} else {
		free(name);
	}
	m->files.v = xrealloc(m->files.v, (m->files.n + 1) * sizeof(*m->files.v));
	m->files.v[m->files.n++] = path;
}

static int add_endpoint(struct eval_models *models, const struct eval_endpoint *e)
{
	const char *url, *comma, *known;
	char *name = take_name(e->given, &url);
	struct eval_model *m;

	if (name && find_named(models, name)) {
		int rc = cli_usage(&cmd_eval, "two models have the name '%s'.", name);

		free(name);
		return rc;
	}
	m = eval_models_add(models);
	m->name = name;
	comma = strrchr(url, ',');
	if (comma && comma[1] && !strpbrk(comma, "/?&=:.@"))
		m->url = xmemdup0(url, (size_t)(comma - url));
	else
		m->url = xstrdup(url);
	m->shown = url_shown(m->url);
	m->call = e->call;
	m->served = e->served;
	if (strlen(m->url) < strlen(url) && e->protocol)
		return cli_usage(&cmd_eval, "the protocol of %s is said twice: leave out --protocol or ',%s'.",
				 m->shown, comma + 1);
	m->protocol = xstrdup(strlen(m->url) < strlen(url) ? comma + 1 : e->protocol ? e->protocol : "beat");
	if (strncmp(m->url, "http://", 7) != 0 && strncmp(m->url, "https://", 8) != 0)
		/* not quoted: what has another form may hold a password where nobody looks for one */
		return cli_usage(&cmd_eval, "a model is given by its URL, and that begins with http:// or https://.");
	if (!model_protocol_known(m->protocol, &known))
		return cli_usage(&cmd_eval, "there is no model protocol '%s'; known are: %s.", m->protocol, known);
	return CLI_OK;
}

/* Which model a --save-predictions is about: the one it names, or the only endpoint. */
static int add_save(struct eval_models *models, const char *given)
{
	const char *path;
	char *name = take_name(given, &path);
	struct eval_model *m = name ? find_named(models, name) : NULL;
	size_t endpoints = 0;

	if (name && !m)
		path = given; /* a '=' in the file's name */
	free(name);
	for (size_t i = 0; i < models->n; i++)
		endpoints += eval_is_endpoint(&models->v[i]);
	for (size_t i = 0; !m && endpoints == 1 && i < models->n; i++) {
		if (eval_is_endpoint(&models->v[i]))
			m = &models->v[i];
	}
	if (!m || !eval_is_endpoint(m))
		return cli_usage(&cmd_eval,
				 "--save-predictions keeps the answers of a --model; with several write NAME=FILE.");
	m->save = path;
	return CLI_OK;
}

int eval_models_find(struct eval_models *out, const struct cli_strs *predictions, const struct eval_endpoints *asked,
		     const struct cli_strs *saves)
{
	int rc = CLI_OK;

	for (size_t i = 0; i < predictions->n; i++)
		add_predictions(out, predictions->v[i]);
	for (size_t i = 0; rc == CLI_OK && asked && i < asked->n; i++)
		rc = add_endpoint(out, &asked->v[i]);
	for (size_t i = 0; rc == CLI_OK && saves && i < saves->n; i++)
		rc = add_save(out, saves->v[i]);
	return rc;
}

/* From the shortest name to the longest, until nobody else has it. */
static void name_one(struct eval_models *models, struct eval_model *m)
{
	struct buf longer = BUF_INIT;
	char *name;

	if (eval_is_endpoint(m)) {
		name = xstrdup(m->reported && *m->reported ? m->reported : m->shown);
		buf_addf(&longer, "%s %s", name, m->version && *m->version ? m->version : m->shown);
	} else {
		name = corpus_stem(m->files.v[0]);
		buf_adds(&longer, m->files.v[0]);
	}
	if (find_named(models, name)) {
		free(name);
		name = xstrdup(longer.p);
	}
	if (find_named(models, name)) {
		free(name);
		buf_clear(&longer);
		buf_addf(&longer, "%s (%zu)", eval_is_endpoint(m) ? m->shown : m->files.v[0],
			 (size_t)(m - models->v) + 1);
		name = xstrdup(longer.p);
	}
	m->name = name;
	buf_release(&longer);
}

void eval_models_name(struct eval_models *models)
{
	for (size_t i = 0; i < models->n; i++) {
		if (!models->v[i].name)
			name_one(models, &models->v[i]);
	}
}
