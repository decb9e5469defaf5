/* curate_read: files to documents: see curate_impl.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "beat/json.h"
#include "curate_impl.h"
#include "lines.h"

const char *const curate_form_name[CURATE_FORMS] = {"auto", "plain", "html",  "markdown",
						    "wiki", "mbox",  "jsonl", "dump"};

static const struct {
	const char *ending;
	enum curate_form form;
} ENDINGS[] = {
    {".txt", CURATE_PLAIN},     {".html", CURATE_HTML},         {".htm", CURATE_HTML},  {".xhtml", CURATE_HTML},
    {".md", CURATE_MARKDOWN},   {".markdown", CURATE_MARKDOWN}, {".wiki", CURATE_WIKI}, {".mediawiki", CURATE_WIKI},
    {".wikitext", CURATE_WIKI}, {".mbox", CURATE_MBOX},         {".mbx", CURATE_MBOX},  {".jsonl", CURATE_JSONL},
    {".ndjson", CURATE_JSONL},  {".xml", CURATE_DUMP},
};

static bool strip(char *s, const char *ending)
{
	size_t n = strlen(s), m = strlen(ending);

	if (n <= m || strcasecmp(s + n - m, ending) != 0)
		return false;
	s[n - m] = '\0';
	return true;
}

/* Parts of a large wiki's dump are named by the pages in them: pages-articles1.xml-p1p41242.bz2. */
static void strip_pages(char *stem)
{
	char *at = strstr(stem, ".xml-p");

	if (at != NULL && strspn(at + strlen(".xml-"), "p0123456789") == strlen(at + strlen(".xml-")))
		at[strlen(".xml")] = '\0';
}

/* The last part of its name without its endings; *form is told by them. */
static char *stem_of(const char *path, enum curate_form *form)
{
	char *stem = xstrdup(strcmp(path, "-") == 0 ? "stdin" : lab_base(path));

	if (!strip(stem, ".gz"))
		strip(stem, ".bz2");
	strip_pages(stem);
	*form = CURATE_AUTO;
	for (size_t i = 0; *form == CURATE_AUTO && i < ARRAY_LEN(ENDINGS); i++)
		if (strip(stem, ENDINGS[i].ending))
			*form = ENDINGS[i].form;
	return stem;
}

enum curate_form curate_form_of(const char *path)
{
	enum curate_form form;

	free(stem_of(path, &form));
	return form;
}

/* --- one document a file */

static int read_whole(const char *path, struct buf *out, char err[LAB_ERR_MAX])
{
	char why[SOURCE_ERR_MAX];
	struct source *src = source_open(path, why);
	int rc = 0;

	if (src == NULL) {
		snprintf(err, LAB_ERR_MAX, "%.200s: %s.", path, why);
		return -1;
	}
	source_skip_bom(src);
	buf_adds(out, "");
	for (int c = source_byte(src); rc == 0 && c != SOURCE_END; c = source_byte(src)) {
		if (out->n == CURATE_DOCUMENT_BYTES)
			rc = 1;
		else
			buf_addc(out, (char)c);
	}
	if (rc == 0 && source_error(src) != NULL) {
		snprintf(err, LAB_ERR_MAX, "%.200s: %s.", path, source_error(src));
		rc = -1;
	}
	source_free(&src);
	return rc;
}

static int one_document(struct curate *c, const char *path, enum curate_form form, curate_document_fn fn,
			char err[LAB_ERR_MAX])
{
	enum curate_form unused;
	struct buf text = BUF_INIT;
	char *stem = stem_of(path, &unused);
	int rc = read_whole(path, &text, err);

	if (rc > 0) {
		curate_lose(c, CURATE_DAMAGED, 1);
		rc = 0;
	} else if (rc == 0) {
		rc = fn(c, &(struct curate_document){NULL, text.p, text.n, form, NULL, stem}, err);
	}
	buf_release(&text);
	free(stem);
	return rc;
}

/* --- JSON lines */

static bool is_true(const json_t *v)
{
	return json_is_true(v) || (json_is_string(v) && strcasecmp(json_string_value(v), "true") == 0) ||
	       (json_is_number(v) && json_number_value(v) != 0);
}

static bool is_flagged(const struct curate_config *config, const json_t *object)
{
	for (size_t i = 0; i < config->n_drop_if; i++)
		if (is_true(json_object_get(object, config->drop_if[i])))
			return true;
	return false;
}

static int one_line(struct curate *c, const struct lines *l, const char *stem, curate_document_fn fn,
		    char err[LAB_ERR_MAX])
{
	const struct curate_config *config = curate_config(c);
	char why[JSON_ERR_MAX], otherwise[320];
	json_t *object = json_parse(l->text.p, l->text.n, why);
	const json_t *text = json_object_get(object, config->text_key),
		     *title = json_object_get(object, config->title_key);
	int rc = 0;

	snprintf(otherwise, sizeof(otherwise), "%.200s-%llu", stem, (unsigned long long)l->number);
	if (object == NULL)
		rc = lines_wrong(l, err, "%s", why);
	else if (!json_is_string(text))
		rc = lines_wrong(l, err, "it has no member \"%.60s\" that is a text (--text names another)",
				 config->text_key);
	else if (is_flagged(config, object))
		curate_lose(c, CURATE_FLAGGED, 1);
	else
		rc = fn(c,
			&(struct curate_document){json_string_value(title), json_string_value(text),
						  json_string_length(text), config->markup, "UTF-8", otherwise},
			err);
	json_decref(object);
	return rc;
}

static int json_lines(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX])
{
	enum curate_form unused;
	char *stem = stem_of(path, &unused);
	struct lines l;
	int more = 0, rc = lines_open(&l, path, CURATE_DOCUMENT_BYTES, err);

	while (rc == 0 && (more = lines_next(&l, err)) > 0)
		if (strspn(l.text.p, " \t\r") < l.text.n)
			rc = one_line(c, &l, stem, fn, err);
	lines_close(&l);
	free(stem);
	return rc != 0 ? rc : more;
}

/* --- files and folders */

static int one_file(struct curate *c, const char *path, enum curate_form form, curate_document_fn fn,
		    char err[LAB_ERR_MAX])
{
	int rc;

	if (form == CURATE_JSONL)
		rc = json_lines(c, path, fn, err);
	else if (form == CURATE_MBOX)
		rc = curate_mbox(c, path, fn, err);
	else if (form == CURATE_DUMP)
		rc = curate_dump(c, path, fn, err);
	else
		rc = one_document(c, path, form, fn, err);
	if (rc == 0)
		curate_note_file(c, path);
	return rc;
}

struct folder_reading {
	struct curate *c;
	const char *folder;
	curate_document_fn fn;
	char *err;
	bool failed;
};

static int found(void *arg, const char *file)
{
	struct folder_reading *r = arg;
	enum curate_form form = curate_config(r->c)->form;
	struct buf path = BUF_INIT;
	int rc = 0;

	buf_addf(&path, "%s/%s", r->folder, file);
	if (form == CURATE_AUTO)
		form = curate_form_of(file);
	if (form == CURATE_AUTO || lab_base(file)[0] == '.')
		curate_note_file(r->c, NULL);
	else
		rc = one_file(r->c, path.p, form, r->fn, r->err);
	if (rc == CURATE_NO_DUMP && curate_config(r->c)->form == CURATE_AUTO) { /* .xml is the name of many things */
		curate_note_file(r->c, NULL);
		rc = 0;
	}
	buf_release(&path);
	r->failed = rc != 0;
	return rc;
}

int curate_documents(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX])
{
	struct folder_reading r = {c, path, fn, err, false};
	enum curate_form form = curate_config(c)->form;
	struct stat st;

	if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return folder_walk(path, found, &r, err) == 0 && !r.failed ? 0 : -1;
	if (form == CURATE_AUTO)
		form = strcmp(path, "-") == 0 ? CURATE_JSONL : curate_form_of(path);
	if (form == CURATE_AUTO) {
		snprintf(err, LAB_ERR_MAX,
			 "%.200s: its name does not tell its form (.jsonl, .txt, .html, .md, .wiki, .mbox, .xml); give "
			 "--form.",
			 path);
		return -1;
	}
	return one_file(c, path, form, fn, err) == 0 ? 0 : -1;
}
