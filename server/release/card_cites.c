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

void release_card_citation(const struct release_about *about, struct buf *out)
{
	struct buf own = BUF_INIT;

	buf_addf(&own, "@misc{%s,\n  title = {%s},\n  year = {%.4s},\n  note = {Version %s}\n}\n", about->name,
		 about->name, about->as_of, about->version);
	buf_adds(out, "\n## Citation\n\n");
	markup_fence(out, "bibtex", about->citation != NULL ? about->citation : own.p);
	buf_adds(out, "\nThe protocol is described in:\n\n");
	markup_fence(
	    out, "bibtex",
	    release_is_plain(about)
		? release_plain_paper
		: "@article{bartolo2020beat,\n"
		  "  title = {Beat the {AI}: Investigating Adversarial Human Annotation for Reading Comprehension},\n"
		  "  author = {Bartolo, Max and Roberts, Alastair and Welbl, Johannes and Riedel, Sebastian and "
		  "Stenetorp, Pontus},\n"
		  "  journal = {Transactions of the Association for Computational Linguistics},\n"
		  "  volume = {8},\n"
		  "  pages = {662--678},\n"
		  "  year = {2020}\n"
		  "}\n");
	buf_release(&own);
}
