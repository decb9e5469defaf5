/* MRQA JSONL: a header line, then one context a line with its questions, which are
 * passed over. The context is kept with its [DOC] [TLE] [PAR] [SEP] marks, because
 * the offsets of MRQA count them.
 *
 * The title of a context is what stands between its first [TLE] and the next mark;
 * else its "title" key, if it has one (rows of the Hugging Face layout do); else
 * the file's name and the line's number. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/corpus.h"
#include "beat/text.h"

enum { CONTEXT, TITLE, HEADER, FIELDS };

struct mrqa {
	const struct corpus_sink *sink;
	const char *stem;
	struct buf title;
};

static const char *next_mark(const char *p)
{
	static const char *const marks[] = {"[PAR]", "[SEP]", "[DOC]", "[TLE]"};
	const char *nearest = NULL;

	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		const char *at = strstr(p, marks[i]);

		if (at && (!nearest || at < nearest))
			nearest = at;
	}
	return nearest;
}

bool corpus_mrqa_title(const char *context, struct buf *title)
{
	const char *p = strstr(context, "[TLE]"), *end = p ? next_mark(p + 5) : NULL;

	if (!end)
		return false;
	for (p += 5; p < end && *p == ' '; p++)
		;
	while (end > p && end[-1] == ' ')
		end--;
	if (p == end || text_length(p, (size_t)(end - p)) > CORPUS_TITLE_MAX)
		return false;
	buf_clear(title);
	buf_add(title, p, (size_t)(end - p));
	return true;
}

static int take_line(void *arg, const struct corpus_field *f, uint64_t number)
{
	struct mrqa *m = arg;
	char pos[32], reason[CORPUS_ERR_MAX];

	if (f[HEADER].seen && !f[CONTEXT].seen)
		return 0;
	snprintf(pos, sizeof(pos), "line %" PRIu64, number);
	if (corpus_field_bad(&f[CONTEXT], reason))
		return m->sink->bad(m->sink->arg, pos, reason);
	if (!corpus_mrqa_title(f[CONTEXT].str.text.p, &m->title)) {
		buf_clear(&m->title);
		if (corpus_field_bad(&f[TITLE], reason))
			buf_addf(&m->title, "%s %" PRIu64, m->stem, number);
		else
			buf_adds(&m->title, f[TITLE].str.text.p);
	}
	return corpus_emit(m->sink, &(struct corpus_record){m->title.p, f[CONTEXT].str.text.p, pos});
}

int corpus_read_mrqa(struct source *src, const char *stem, const struct corpus_sink *sink)
{
	struct mrqa m = {.sink = sink, .stem = stem};
	struct corpus_field fields[FIELDS] = {
	    [CONTEXT] = {.key = "context", .max = CORPUS_TEXT_MAX},
	    [TITLE] = {.key = "title", .max = CORPUS_TITLE_MAX},
	    [HEADER] = {.key = "header"},
	};
	struct corpus_lines lines = {fields, FIELDS, take_line, &m};
	int stop = corpus_lines_read(src, &lines, sink);

	corpus_fields_release(fields, FIELDS);
	buf_release(&m.title);
	return stop;
}
