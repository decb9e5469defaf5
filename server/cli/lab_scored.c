/* lab_scored: datasets with files of predictions, question by question. */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

int lab_models_load(struct lab_models *m)
{
	int rc = eval_models_find(&m->models, &m->given, NULL, NULL);

	if (rc == CLI_OK)
		rc = eval_models_load(&m->models);
	if (rc != CLI_OK)
		return rc;
	eval_models_name(&m->models);
	m->names = xcalloc(m->models.n + 1, sizeof(*m->names));
	for (size_t i = 0; i < m->models.n; i++)
		m->names[i] = m->models.v[i].name;
	return CLI_OK;
}

void lab_models_release(struct lab_models *m)
{
	cli_strs_release(&m->given);
	eval_models_release(&m->models);
	free(m->names);
	*m = (struct lab_models){0};
}

struct scoring {
	const char *tool;
	struct lab_models *m;
	lab_scored_fn fn;
	void *arg;
	struct score_best *best;
};

static int score_one(struct scoring *s, const struct dataset_question *q, size_t model)
{
	static const struct eval_passage_hash by_id; /* files of predictions know questions by id */
	const json_t *answer = eval_answer(&s->m->models.v[model], &by_id, q);

	s->best[model] = (struct score_best){0};
	if (answer != NULL && !json_is_string(answer))
		return cli_fail("%s: the prediction of %s for question %s must be a string, not %s.", s->tool,
				s->m->names[model], q->id, json_type_name(json_typeof(answer)));
	for (size_t i = 0; answer != NULL && i < q->n_answers; i++) {
		struct score one = score_texts(q->answers[i].text, q->answers[i].text_n, json_string_value(answer),
					       json_string_length(answer));

		score_best_add(&s->best[model], &one);
	}
	return CLI_OK;
}

static int lab_scored_on_passage(void *arg, const struct dataset_passage *p)
{
	struct scoring *s = arg;
	int rc = CLI_OK;

	for (size_t i = 0; rc == CLI_OK && i < p->n_questions; i++) {
		for (size_t m = 0; rc == CLI_OK && m < s->m->models.n; m++)
			rc = score_one(s, &p->questions[i], m);
		if (rc == CLI_OK)
			rc = s->fn(s->arg, &p->questions[i], s->best);
	}
	return rc;
}

int lab_score(const char *tool, const char *path, struct lab_models *m, lab_scored_fn fn, void *arg)
{
	struct scoring s = {tool, m, fn, arg, xcalloc(m->models.n + 1, sizeof(*s.best))};
	const struct dataset_sink sink = {.arg = &s, .passage = lab_scored_on_passage};
	char err[DATASET_ERR_MAX];
	int rc = dataset_read_file(path, DATASET_ANSWERS, &sink, err);

	free(s.best);
	return rc < 0 ? cli_fail("%s: %s", tool, err) : rc;
}

enum { LINE_BYTES = 1 << 20 };

/* The next line without its end; false at the end of the file or of what a line may hold. */
static bool next_line(struct source *src, struct buf *line)
{
	int c;

	buf_clear(line);
	while ((c = source_byte(src)) != SOURCE_END && c != '\n' && line->n < LINE_BYTES)
		buf_addc(line, (char)c);
	return c != SOURCE_END || line->n > 0;
}

int lab_babi_lines(const char *tool, const char *path, lab_line_fn fn, void *arg)
{
	char why[SOURCE_ERR_MAX], err[JSON_ERR_MAX];
	struct source *src = source_open(path, why);
	struct buf text = BUF_INIT;
	struct babi_line line;
	int rc = CLI_OK;
	size_t number = 0;

	if (src == NULL)
		return cli_fail("%s: %s: %s.", tool, path, why);
	while (rc == CLI_OK && next_line(src, &text)) {
		number++;
		if (text.n == 0)
			continue;
		if (babi_line_read(&line, text.p, text.n, err) != 0) {
			rc = cli_fail("%s: %s:%zu: %s", tool, path, number, err);
			break;
		}
		rc = fn(arg, &line);
		babi_line_release(&line);
	}
	if (rc == CLI_OK && source_error(src) != NULL)
		rc = cli_fail("%s: could not read %s: %s.", tool, path, source_error(src));
	source_free(&src);
	buf_release(&text);
	return rc;
}
