/* Plain text: one document a file, its title the file's name; passages are the
 * paragraphs between blank lines, with their inner line breaks, CR included, as they are. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/corpus.h"

struct txt {
	struct source *src;
	const char *stem;
	const struct corpus_sink *sink;
	struct buf para;
	bool too_long; /* more than a passage can hold; the rest is passed over */
	bool nul;
	uint64_t first_line, paragraphs;
};

/* Adds the next line to the paragraph, or nothing if it is blank. */
static bool add_line(struct txt *t)
{
	size_t before = t->para.n;
	bool blank = true;
	int c;

	do {
		c = source_byte(t->src);
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
	char pos[32], reason[CORPUS_ERR_MAX];
	int stop;

	if (t->para.n == 0)
		return 0;
	t->paragraphs++;
	snprintf(pos, sizeof(pos), "line %" PRIu64, t->first_line);
	drop_last_break(&t->para);
	if (t->too_long)
		snprintf(reason, sizeof(reason),
			 "the paragraph is longer than %d characters (blank lines separate paragraphs)",
			 CORPUS_TEXT_MAX);
	else if (t->nul)
		snprintf(reason, sizeof(reason),
			 "the paragraph contains a NUL byte (convert UTF-16 to UTF-8 with iconv)");
	stop = t->too_long || t->nul ? t->sink->bad(t->sink->arg, pos, reason)
				     : corpus_emit(t->sink, &(struct corpus_record){t->stem, t->para.p, pos});
	buf_clear(&t->para);
	t->too_long = t->nul = false;
	return stop;
}

int corpus_read_txt(struct source *src, const char *stem, const struct corpus_sink *sink)
{
	struct txt t = {.src = src, .stem = stem, .sink = sink};
	int stop = 0;

	while (!stop && source_peek(src) != SOURCE_END) {
		uint64_t line = source_line(src);

		if (t.para.n == 0)
			t.first_line = line;
		if (!add_line(&t))
			stop = flush(&t);
	}
	if (!stop && source_error(src))
		stop = sink->bad(sink->arg, "the end", source_error(src));
	else if (!stop)
		stop = flush(&t);
	if (!stop && t.paragraphs == 0 && !source_error(src))
		stop = sink->bad(sink->arg, "line 1", "the file has no text");
	buf_release(&t.para);
	return stop;
}
