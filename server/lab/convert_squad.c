/* convert_squad: sets that our own reader knows: SQuAD, MRQA, rows of the Hugging Face layout. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/corpus.h"
#include "beat/dataset.h"
#include "beat/source.h"
#include "convert.h"

struct reading {
	struct convert *c;
	char *stem, *err;
};

static int take_question(struct convert *c, const struct dataset_question *q)
{
	struct convert_answer *answers = xcalloc(q->n_answers + 1, sizeof(*answers));

	for (size_t i = 0; i < q->n_answers; i++)
		answers[i] = (struct convert_answer){q->answers[i].text,
						     q->answers[i].start >= 0 ? q->answers[i].start : CONVERT_ALL};
	convert_ask(c, &(struct convert_question){q->id, q->text, answers, q->n_answers});
	free(answers);
	return 0;
}

static int take_passage(void *arg, const struct dataset_passage *p)
{
	struct reading *r = arg;

	if (convert_passage(r->c, p->article->title != NULL ? p->article->title : r->stem, p->context, r->err) != 0)
		return 1;
	for (size_t i = 0; i < p->n_questions; i++)
		take_question(r->c, &p->questions[i]);
	return 0;
}

int convert_dataset(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	struct reading r = {c, corpus_stem(path), err};
	const struct dataset_sink sink = {.arg = &r, .passage = take_passage};
	char why[DATASET_ERR_MAX], unread[SOURCE_ERR_MAX];
	struct dataset_in in = {.name = path, .need = DATASET_CONTEXT | DATASET_TEXT};
	int rc = -1;

	in.format = strcmp(convert_config(c)->from, "squad") == 0 ? DATASET_SQUAD : DATASET_MRQA;
	in.src = source_open(path, unread);
	if (in.src == NULL)
		snprintf(why, sizeof(why), "%.200s: %s.", path, unread);
	else
		rc = dataset_read(&in, &sink, why);
	source_free(&in.src);
	if (rc < 0)
		snprintf(err, LAB_ERR_MAX, "%.*s", LAB_ERR_MAX - 1, why);
	free(r.stem);
	return rc == 0 ? 0 : -1;
}
