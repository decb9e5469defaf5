/* The card's chapter on data to compare with: what the cited records of provenance say. */
#include <inttypes.h>

#include "markup.h"
#include "release_fields.h"

static void add_datasets(struct buf *out, const char *what, const struct release_dataset *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_addf(out, "| %s | ", what);
		markup_md(out, list[i].name, 0);
		buf_adds(out, " | ");
		if (list[i].questions >= 0)
			buf_addf(out, "%" PRId64, list[i].questions);
		else
			buf_adds(out, "–");
		buf_addf(out, " | %s |\n", list[i].sha256);
	}
}

static void add_record(struct buf *out, const struct release_citation *c)
{
	buf_addf(out, "\n### [%s](%s)\n\n- Made by: ", c->name, c->path);
	markup_md(out, c->command, 0);
	buf_adds(out, ".\n");
	if (*c->rule != '\0') {
		buf_adds(out, "- Rule: ");
		markup_md(out, c->rule, 0);
		buf_addc(out, '\n');
	}
	if (*c->seed != '\0') {
		buf_adds(out, "- Seed: ");
		markup_md(out, c->seed, 0);
		buf_adds(out, ".\n");
	}
	buf_adds(out, "\n| | file | questions | SHA-256 |\n|---|---|--:|---|\n");
	add_datasets(out, "of", c->inputs, c->n_inputs);
	add_datasets(out, "made", c->outputs, c->n_outputs);
}

void release_card_cites(const struct release_about *about, struct buf *out)
{
	if (about->n_cites == 0)
		return;
	buf_adds(out, "\n## Data to compare with\n\n"
		      "These datasets were made to be compared with this one. They are not part of it; the records in "
		      "`provenance/` say how to make the same again, and by which digests to know them.\n");
	for (size_t i = 0; i < about->n_cites; i++)
		add_record(out, &about->cites[i]);
}
