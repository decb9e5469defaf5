/* lab_set: made-up passages through the writers of releases: see lab.h. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/lab.h"

struct lab_set {
	const struct release_format *format;
	char *name;
	void *state;
	char *title; /* of the passage before; NULL: none yet */
};

struct lab_set *lab_set_new(const struct release_format *format, const char *name)
{
	struct lab_set *set = xcalloc(1, sizeof(*set));

	set->format = format;
	set->name = xstrdup(name);
	set->state = xcalloc(1, format->state > 0 ? format->state : 1);
	return set;
}

void lab_set_begin(struct lab_set *set, struct buf *out)
{
	const struct release_about about = {.name = set->name, .version = "1"};

	set->format->begin(set->state, &about, RELEASE_TRAIN, out);
}

void lab_set_add(struct lab_set *set, const char *title, const struct buf *context, const struct release_row *rows,
		 size_t n, struct buf *out)
{
	struct release_passage passage = {
	    .split = RELEASE_TRAIN,
	    .title = {title, strlen(title)},
	    .context = {context->p, context->n},
	    .new_document = set->title == NULL || strcmp(set->title, title) != 0,
	    .rows = rows,
	    .n_rows = n,
	};

	crypto_sha256_hex(context->p, context->n, passage.key);
	set->format->passage(set->state, &passage, out);
	if (passage.new_document) {
		free(set->title);
		set->title = xstrdup(title);
	}
}

void lab_set_end(struct lab_set *set, struct buf *out)
{
	set->format->end(set->state, out);
}

void lab_set_free(struct lab_set **set)
{
	if (*set == NULL)
		return;
	free((*set)->name);
	free((*set)->title);
	free((*set)->state);
	free(*set);
	*set = NULL;
}
