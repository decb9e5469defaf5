/* Plain text: one document a file, its title the file's name; passages are the
 * paragraphs between blank lines, with their inner line breaks, CR included, as they are. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "reader.h"

struct txt {
	struct reader *r;
	struct buf para;
	bool too_long; /* more than a passage can hold; the rest is passed over */
	bool nul;
	uint64_t paragraphs;
};

/* Adds the next line to the paragraph, or nothing if it is blank. */
static bool add_line(struct txt *t)
{
	size_t before = t->para.n;
	bool blank = true;
	int c;

	do {
		c = source_byte(t->r->src);
		if (c == SOURCE_END)
			break;
		if (!strchr(" \t\r\n\f\v", c) || c == 0)
			blank = false;
		t->nul = t->nul || c == 0;
		if (t->para.n < CORPUS_TEXT_BYTES + 2)
			buf_addc(&t->para, (char)c);
		else if (!blank)
			t->too_long = true;
	} while (c != '\n');
	if (blank && t->para.n > before) {
		t->para.n = before;
		t->para.p[before] = '\0';
	}
	return !blank;
}

/* The line break before a blank line separates; it belongs to no paragraph. */
static void drop_last_break(struct buf *b)
{
	if (b->p[b->n - 1] != '\n')
		return;
	b->n -= b->n > 1 && b->p[b->n - 2] == '\r' ? 2 : 1;
	b->p[b->n] = '\0';
}

static int flush(struct txt *t)
{
	char pos[READER_POS_MAX], reason[CORPUS_ERR_MAX];
	int rc;

	if (t->para.n == 0)
		return 0;
	t->paragraphs++;
	reader_pos(t->r, IN_PARAGRAPH, pos);
	drop_last_break(&t->para);
	if (t->too_long)
		snprintf(reason, sizeof(reason),
			 "the paragraph is longer than %d characters (blank lines separate paragraphs)",
			 CORPUS_TEXT_MAX);
	else if (t->nul)
		snprintf(reason, sizeof(reason),
			 "the paragraph contains a NUL byte (convert UTF-16 to UTF-8 with iconv)");
	rc = t->too_long || t->nul ? reader_report(t->r, pos, reason)
				   : reader_emit(t->r, &(struct corpus_record){t->r->stem, t->para.p, pos});
	buf_clear(&t->para);
	t->too_long = t->nul = false;
	return rc;
}

static int read_paragraphs(struct txt *t)
{
	struct reader *r = t->r;

	while (source_peek(r->src) != SOURCE_END) {
		if (t->para.n == 0)
			r->line = source_line(r->src);
		if (!add_line(t) && flush(t))
			return -1;
	}
	if (source_error(r->src))
		return reader_report(r, "the end", source_error(r->src));
	if (flush(t))
		return -1;
	return t->paragraphs == 0 ? reader_report(r, "line 1", "the file has no text") : 0;
}

int reader_txt_file(struct reader *r)
{
	struct txt t = {.r = r};
	int rc = read_paragraphs(&t);

	buf_release(&t.para);
	return rc;
}
