/* curate_dump: the XML dump of a MediaWiki to documents, one page after the other. Of a page with its history the last
 * revision counts; redirects and pages outside of the first name space, where articles are, are counted and left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "beat/markup.h"
#include "beat/source.h"
#include "curate_impl.h"

enum { CHUNK = 16 << 10 };

struct dump {
	struct curate *c;
	curate_document_fn fn;
	const char *name;
	char *err;
	struct xml *xml;
	struct buf title, space, model, text; /* of the page */
	struct buf *into;                     /* where the words of the element go; NULL: nowhere */
	bool begun, in_page, redirect, too_long;
	int64_t number; /* of the page, from 1 */
	int rc;
};

static void dump_stop(struct dump *d)
{
	d->rc = d->begun ? -1 : CURATE_NO_DUMP;
	xml_stop(d->xml);
}

static struct buf *dump_part(struct dump *d, const char *name)
{
	const struct {
		const char *name;
		struct buf *part;
	} parts[] = {{"title", &d->title}, {"ns", &d->space}, {"model", &d->model}, {"text", &d->text}};

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (strcmp(parts[i].name, name) == 0)
			return parts[i].part;
	return NULL;
}

static void dump_page(struct dump *d)
{
	buf_clear(&d->title);
	buf_clear(&d->space);
	buf_clear(&d->model);
	buf_clear(&d->text);
	d->in_page = true;
	d->redirect = d->too_long = false;
	d->number++;
}

static void dump_on_open(void *arg, const char *name)
{
	struct dump *d = arg;

	if (!d->begun && strcmp(name, "mediawiki") != 0) {
		snprintf(d->err, LAB_ERR_MAX,
			 "%.200s: no dump of a MediaWiki: it begins with <%.60s>, not with <mediawiki>.", d->name,
			 name);
		dump_stop(d);
		return;
	}
	d->begun = true;
	if (strcmp(name, "page") == 0)
		dump_page(d);
	if (!d->in_page)
		return;
	if (strcmp(name, "redirect") == 0)
		d->redirect = true;
	d->into = dump_part(d, name);
	if (d->into != NULL) /* of several revisions the last one */
		buf_clear(d->into);
	if (d->into == &d->text)
		d->too_long = false;
}

static void dump_on_text(void *arg, const char *p, size_t n)
{
	struct dump *d = arg;

	if (d->into == NULL)
		return;
	if (d->into->n + n > CURATE_DOCUMENT_BYTES)
		d->too_long = true;
	else
		buf_add(d->into, p, n);
}

static const char *words_of(struct buf *b)
{
	buf_adds(b, ""); /* never NULL */
	return b->p;
}

/* Old dumps have no mark of redirects: their text begins with it. */
static bool is_redirect(struct dump *d)
{
	static const char WORD[] = "#redirect";
	const char *text = words_of(&d->text);

	return d->redirect || strncasecmp(text + strspn(text, " \t\n"), WORD, strlen(WORD)) == 0;
}

static void dump_let_go(struct dump *d)
{
	const char *space = words_of(&d->space), *model = words_of(&d->model), *title = words_of(&d->title);
	char otherwise[320];

	snprintf(otherwise, sizeof(otherwise), "%.200s-%lld", d->name, (long long)d->number);
	if (*space != '\0' && strcmp(space, "0") != 0)
		curate_lose(d->c, CURATE_NAMESPACE, 1);
	else if (is_redirect(d))
		curate_lose(d->c, CURATE_REDIRECT, 1);
	else if (d->too_long || (*model != '\0' && strcmp(model, "wikitext") != 0))
		curate_lose(d->c, CURATE_DAMAGED, 1);
	else if (d->fn(d->c,
		       &(struct curate_document){*title != '\0' ? title : NULL, d->text.p, d->text.n, CURATE_WIKI,
						 "UTF-8", otherwise},
		       d->err) != 0)
		dump_stop(d);
}

static void dump_on_close(void *arg, const char *name)
{
	struct dump *d = arg;

	d->into = NULL;
	if (!d->in_page || strcmp(name, "page") != 0)
		return;
	d->in_page = false;
	dump_let_go(d);
}

static int dump_feed(struct dump *d, struct source *src, const char *path)
{
	char chunk[CHUNK], why[160];
	size_t n;
	int c, rc = 0;

	do {
		for (n = 0; n < sizeof(chunk) && (c = source_byte(src)) != SOURCE_END; n++)
			chunk[n] = (char)c;
		if (n < sizeof(chunk) && source_error(src) != NULL) {
			snprintf(d->err, LAB_ERR_MAX, "%.200s: %s.", path, source_error(src));
			return -1;
		}
		rc = xml_feed(d->xml, chunk, n, n < sizeof(chunk));
	} while (d->rc == 0 && rc == 0 && n == sizeof(chunk));
	if (d->rc != 0 || rc == 0)
		return d->rc;
	xml_error(d->xml, why, sizeof(why));
	snprintf(d->err, LAB_ERR_MAX, "%.200s: %s.", path, why);
	return d->begun ? -1 : CURATE_NO_DUMP;
}

int curate_dump(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX])
{
	struct dump d = {.c = c, .fn = fn, .name = lab_base(path), .err = err};
	const struct xml_sink sink = {&d, dump_on_open, dump_on_close, dump_on_text};
	char why[SOURCE_ERR_MAX];
	struct source *src = source_open(path, why);
	int rc = -1;

	if (src == NULL) {
		snprintf(err, LAB_ERR_MAX, "%.200s: %s.", path, why);
		return -1;
	}
	d.xml = xml_new(&sink);
	rc = dump_feed(&d, src, path);
	xml_free(&d.xml);
	source_free(&src);
	buf_release(&d.title);
	buf_release(&d.space);
	buf_release(&d.model);
	buf_release(&d.text);
	return rc;
}
