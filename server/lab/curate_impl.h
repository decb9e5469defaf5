/* curate: what its files share. Private to the room. */
#ifndef BEAT_LAB_CURATE_IMPL_H
#define BEAT_LAB_CURATE_IMPL_H

#include "beat/curate.h"

enum { CURATE_DOCUMENT_BYTES = 64 << 20 };

struct curate_document {
	const char *title; /* NULL: it tells none */
	const char *text;
	size_t n;
	enum curate_form markup; /* plain, html, markdown or wiki */
	const char *charset;     /* of HTML; NULL: as it says */
	const char *otherwise;   /* the title if there is none */
};

/* The paragraphs of a document, cleaned: a title if the markup has one, and texts. */
struct curate_page {
	struct buf title;
	char **v;
	size_t n, room;
};
int curate_page_read(struct curate_page *page, const struct curate_document *d, bool keep_link_words) BEAT_NODISCARD;
void curate_page_release(struct curate_page *page);

/* Wiki text as HTML with the paragraphs marked. */
void curate_wiki_html(const char *p, size_t n, struct buf *out);

/* Files to documents (curate_read.c, curate_mbox.c, curate_dump.c); fn's answer other than 0 ends it. */
typedef int (*curate_document_fn)(struct curate *c, const struct curate_document *d, char err[LAB_ERR_MAX]);
int curate_documents(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
int curate_mbox(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* CURATE_NO_DUMP: the file was read, and is something else; err says what. */
enum { CURATE_NO_DUMP = 1 };
int curate_dump(struct curate *c, const char *path, curate_document_fn fn, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
enum curate_form curate_form_of(const char *path); /* CURATE_AUTO: its name does not tell */
const struct curate_config *curate_config(const struct curate *c);
void curate_lose(struct curate *c, enum curate_why why, int64_t n);
void curate_note_file(struct curate *c, const char *path);

#endif
