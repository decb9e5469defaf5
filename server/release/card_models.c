/* What the card tells of the models in the loop: the builds that the questions were judged by, and what their calls
 * cost. */
#include "beat/mem.h"
#include "markup.h"
#include "release_fields.h"

enum { TEXT_MAX = 200 }; /* characters of a typed text */

static void add_model(struct buf *out, const struct release_model *m)
{
	const struct {
		const char *before, *text;
	} parts[] = {{", version ", m->version},
		     {", weights ", m->weights},
		     {", prompt ", m->prompt},
		     {", asked by ", m->protocol}};

	markup_md(out, m->name, TEXT_MAX);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (parts[i].text == NULL || *parts[i].text == '\0')
			continue;
		buf_adds(out, parts[i].before);
		markup_md(out, parts[i].text, TEXT_MAX);
	}
}

/* Tokens and money, exact: "3 calls, 120 tokens read, 9 written, $0.000123". */
static void add_cost(struct buf *out, const struct release_model *m)
{
	enum { NANOS = 1000000000 };

	buf_addf(out, "%lld calls, %lld tokens read, %lld written", (long long)m->calls, (long long)m->tokens_in,
		 (long long)m->tokens_out);
	if (m->nanos > 0)
		buf_addf(out, ", $%lld.%09lld", (long long)(m->nanos / NANOS), (long long)(m->nanos % NANOS));
}

/* What the models' calls told of themselves; nothing where none told anything. */
static void add_usage(struct buf *out, const struct release_part *part)
{
	struct release_model all = {0};

	if (part->n_usage == 0)
		return;
	for (size_t i = 0; i < part->n_usage; i++) {
		all.calls += part->usage[i].calls;
		all.tokens_in += part->usage[i].tokens_in;
		all.tokens_out += part->usage[i].tokens_out;
		all.nanos += part->usage[i].nanos;
	}
	buf_adds(out, "- Calls of models that tell their tokens, whatever became of the answers: ");
	add_cost(out, &all);
	buf_adds(out, ".\n");
	for (size_t i = 0; i < part->n_usage; i++) {
		buf_adds(out, "  - ");
		add_model(out, &part->usage[i]);
		buf_adds(out, ": ");
		add_cost(out, &part->usage[i]);
		buf_adds(out, ".\n");
	}
}

static void add_models(struct buf *out, const struct release_part *part)
{
	buf_adds(out, part->n_models == 1 ? "- Model in the loop: " : "- Models in the loop: ");
	for (size_t i = 0; i < part->n_models; i++) {
		if (i > 0)
			buf_adds(out, "; ");
		add_model(out, &part->models[i]);
	}
	buf_adds(out, part->n_models == 0 ? "not recorded.\n" : ".\n");
}

void release_card_models(const struct release_part *part, struct buf *out)
{
	add_models(out, part);
	add_usage(out, part);
}
