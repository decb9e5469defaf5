/* Plain JSONL: one {"title": …, "text": …} a line; other keys are ignored. */
#include <inttypes.h>
#include <stdio.h>

#include "beat/corpus.h"

enum { TITLE, TEXT, FIELDS };

static int take_line(void *arg, const struct corpus_field *f, uint64_t number)
{
	const struct corpus_sink *sink = arg;
	char pos[32], reason[CORPUS_ERR_MAX];

	snprintf(pos, sizeof(pos), "line %" PRIu64, number);
	if (corpus_field_bad(&f[TITLE], reason) || corpus_field_bad(&f[TEXT], reason))
		return sink->bad(sink->arg, pos, reason);
	return corpus_emit(sink, &(struct corpus_record){f[TITLE].str.text.p, f[TEXT].str.text.p, pos});
}

int corpus_read_jsonl(struct source *src, const struct corpus_sink *sink)
{
	struct corpus_field fields[FIELDS] = {
	    [TITLE] = {.key = "title", .max = CORPUS_TITLE_MAX},
	    [TEXT] = {.key = "text", .max = CORPUS_TEXT_MAX},
	};
	struct corpus_lines lines = {fields, FIELDS, take_line, (void *)sink};
	int stop = corpus_lines_read(src, &lines, sink);

	corpus_fields_release(fields, FIELDS);
	return stop;
}
