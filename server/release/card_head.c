/* card_head: the YAML head of a dataset card, as the Hugging Face Hub reads it. What people typed
 * (title, licence) goes through markup_yaml; everything else is ours and plain. Splits without rows
 * are not listed, because the Hub's loader refuses an empty file. */
#include <inttypes.h>

#include "licence.h"
#include "markup.h"
#include "release_fields.h"

static void add_licence(struct buf *out, const char *given)
{
	const struct licence *l = licence_find(given);

	if (l != NULL) {
		buf_addf(out, "license: %s\n", l->hub);
		return;
	}
	buf_adds(out, "license: other\nlicense_name: \"");
	markup_slug(out, given);
	buf_adds(out, "\"\nlicense_details: ");
	markup_yaml(out, given);
	buf_addc(out, '\n');
}

static void add_pretty_name(struct buf *out, const struct release_about *about)
{
	struct buf name = BUF_INIT;

	buf_adds(&name, about->name);
	if (!about->combined && about->n_parts == 1 && about->parts[0].title != NULL)
		buf_addf(&name, ": %s", about->parts[0].title);
	buf_adds(out, "pretty_name: ");
	markup_yaml(out, name.p);
	buf_addc(out, '\n');
	buf_release(&name);
}

static const char *size_category(int64_t n)
{
	static const struct {
		int64_t below;
		const char *name;
	} sizes[] = {
	    {1000, "n<1K"}, {10000, "1K<n<10K"}, {100000, "10K<n<100K"}, {1000000, "100K<n<1M"}, {10000000, "1M<n<10M"},
	};

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		if (n < sizes[i].below)
			return sizes[i].name;
	}
	return "10M<n<100M";
}

static int64_t all_questions(const struct release_about *about)
{
	int64_t n = 0;

	for (enum release_split s = 0; s < RELEASE_SPLITS; s++)
		n += about->split[s].questions;
	return n;
}

static bool is_empty(const struct release_rows *rows)
{
	int64_t n = 0;

	for (enum release_split s = 0; s < RELEASE_SPLITS; s++)
		n += rows->n[s];
	return n == 0;
}

static void add_config(struct buf *out, const struct release_rows *rows)
{
	buf_addf(out, "- config_name: %s\n  data_files:\n", rows->config);
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		if (rows->n[s] > 0)
			buf_addf(out, "  - split: %s\n    path: %s\n", release_split_hub[s], rows->file[s]->path);
	}
}

static const char *dtype(const struct field *f)
{
	static const char *const names[] = {
	    [FIELD_TEXT] = "string",
	    [FIELD_INT] = "int32",
	    [FIELD_REAL] = "float64",
	    [FIELD_BOOL] = "bool",
	};

	return names[f->type];
}

static void add_features(struct buf *out, const struct field *f, int indent)
{
	for (; f->name != NULL; f++) {
		buf_addf(out, "%*s- name: %s\n", indent, "", f->name);
		if (f->type == FIELD_STRUCT) {
			buf_addf(out, "%*sstruct:\n", indent + 2, "");
			add_features(out, f->sub, indent + 2);
		} else {
			buf_addf(out, "%*s%s: %s\n", indent + 2, "", f->repeated ? "sequence" : "dtype", dtype(f));
		}
	}
}

static void add_info(struct buf *out, const struct release_rows *rows)
{
	int64_t bytes = 0;

	buf_addf(out, "- config_name: %s\n  features:\n", rows->config);
	add_features(out, rows->fields, 2);
	buf_adds(out, "  splits:\n");
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		if (rows->n[s] == 0)
			continue;
		buf_addf(out, "  - name: %s\n    num_bytes: %" PRId64 "\n    num_examples: %" PRId64 "\n",
			 release_split_hub[s], rows->file[s]->bytes, rows->n[s]);
		bytes += rows->file[s]->bytes;
	}
	buf_addf(out, "  download_size: %" PRId64 "\n  dataset_size: %" PRId64 "\n", bytes, bytes);
}

static void add_rows(struct buf *out, const struct release_about *about)
{
	struct release_rows rows[RELEASE_ROWS_MAX];
	size_t n = release_rows(about, rows), used = 0;

	for (size_t i = 0; i < n; i++) {
		if (!is_empty(&rows[i]))
			rows[used++] = rows[i];
	}
	if (used == 0)
		return;
	buf_adds(out, "configs:\n");
	for (size_t i = 0; i < used; i++)
		add_config(out, &rows[i]);
	buf_adds(out, "dataset_info:\n");
	for (size_t i = 0; i < used; i++)
		add_info(out, &rows[i]);
}

void release_card_head(const struct release_about *about, struct buf *out)
{
	buf_adds(out, "---\n");
	add_pretty_name(out, about);
	add_licence(out, about->licence);
	buf_adds(out, "language:\n- en\n"
		      "multilinguality:\n- monolingual\n"
		      "annotations_creators:\n- crowdsourced\n"
		      "language_creators:\n- found\n- crowdsourced\n"
		      "source_datasets:\n- original\n"
		      "task_categories:\n- question-answering\n"
		      "task_ids:\n- extractive-qa\n"
		      "tags:\n");
	buf_adds(out, release_is_plain(about) ? "" : "- adversarial\n- model-in-the-loop\n");
	buf_adds(out, "- reading-comprehension\n");
	buf_addf(out, "size_categories:\n- %s\n", size_category(all_questions(about)));
	add_rows(out, about);
	buf_adds(out, "---\n");
}
