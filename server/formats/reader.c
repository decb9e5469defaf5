/* Objects field by field, values cut out of the file as trees, and handing texts over. */
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/text.h"

void reader_fields_reset(struct reader *r, struct reader_field *fields, size_t n)
{
	bool refuse = r->policy == READER_REFUSE;

	for (size_t i = 0; i < n; i++) {
		fields[i].seen = fields[i].twice = fields[i].is_text = false;
		fields[i].str.fault = NULL;
		fields[i].str.limit = refuse ? DATASET_ARTICLE_BYTES : 4 * fields[i].max;
		fields[i].str.nul = refuse;
		json_decref(fields[i].value);
		fields[i].value = NULL;
	}
}

void reader_fields_release(struct reader_field *fields, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_release(&fields[i].str.text);
		json_decref(fields[i].value);
		fields[i].value = NULL;
	}
}

json_type reader_type_ahead(struct reader *r)
{
	switch (jscan_peek(&r->js)) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_STRING;
	case 't':
	case 'f':
		return JSON_TRUE;
	case 'n':
		return JSON_NULL;
	default:
		return JSON_REAL;
	}
}

/* Copies the value ahead to r->value. */
static int cut_out(struct reader *r)
{
	if (!jscan_cut(&r->js, &r->value, DATASET_ARTICLE_BYTES))
		return reader_say(r, r->err, IN_ARTICLE, "%s larger than %d MB; is a bracket missing?",
				  r->js.lines ? "the line is" : "it is", DATASET_ARTICLE_BYTES >> 20);
	if (source_peek(r->src) == SOURCE_END && source_error(r->src))
		return reader_say(r, r->err, IN_ARTICLE, "%s.", source_error(r->src));
	return 0;
}

static int read_value(struct reader *r, json_t **out)
{
	uint64_t line = (jscan_peek(&r->js), source_line(r->src)), column = source_column(r->src);
	json_error_t e;

	json_decref(*out);
	*out = NULL;
	if (cut_out(r))
		return -1;
	*out = json_loadb(r->value.p, r->value.n, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &e);
	if (*out)
		return 0;
	for (size_t i = 0; e.position > 0 && i + 1 < (size_t)e.position && i < r->value.n; i++) {
		column++;
		if (r->value.p[i] == '\n') {
			line++;
			column = 1;
		}
	}
	snprintf(r->err, DATASET_ERR_MAX, "%s:%" PRIu64 ":%" PRIu64 ": not valid JSON: %s.", r->name, line, column,
		 e.text);
	r->rc = -1;
	return -1;
}

int reader_field_read(struct reader *r, struct reader_field *f)
{
	f->twice = f->seen;
	f->seen = true;
	if (f->kind == READER_MARK || (f->twice && r->policy == READER_REPORT))
		return jscan_skip(&r->js);
	if (f->kind == READER_VALUE)
		return r->policy == READER_REFUSE ? read_value(r, &f->value) : jscan_skip(&r->js);
	f->type = reader_type_ahead(r);
	f->is_text = f->type == JSON_STRING;
	return f->is_text ? jscan_string(&r->js, &f->str) : jscan_skip(&r->js);
}

int reader_fields_read(struct reader *r, struct reader_field *fields, size_t n)
{
	struct jscan_str key = {.limit = 64};
	bool first = true;
	int more;

	reader_fields_reset(r, fields, n);
	more = jscan_enter(&r->js, '{');
	while (more == 0 && (more = jscan_key(&r->js, &first, &key)) > 0) {
		struct reader_field *f = NULL;

		for (size_t i = 0; i < n && !f; i++)
			if (!key.fault && strcmp(key.text.p, fields[i].key) == 0)
				f = &fields[i];
		more = f ? reader_field_read(r, f) : jscan_skip(&r->js);
	}
	buf_release(&key.text);
	return more;
}

/* The last word: whatever a format holds, only UTF-8 that fits goes on. */
int reader_emit(struct reader *r, const struct corpus_record *record)
{
	char reason[CORPUS_ERR_MAX];

	if (!text_is_utf8(record->title, strlen(record->title)))
		return reader_report(r, record->pos, "the file's name is not valid UTF-8, so it cannot be a title");
	if (!text_is_utf8(record->text, strlen(record->text)))
		return reader_report(
		    r, record->pos,
		    "the text is not valid UTF-8 (if the file has another encoding, convert it with iconv)");
	if (reader_string_unfit("the title", record->title, CORPUS_TITLE_MAX, reason) ||
	    reader_string_unfit("the text", record->text, CORPUS_TEXT_MAX, reason))
		return reader_report(r, record->pos, reason);
	r->rc = r->report->record(r->report->arg, record);
	return r->rc ? -1 : 0;
}

int reader_run(struct reader *r)
{
	static int (*const files[])(struct reader * r) = {
	    [CORPUS_SQUAD] = reader_squad_file,
	    [CORPUS_MRQA] = reader_lines_file,
	    [CORPUS_JSONL] = reader_lines_file,
	    [CORPUS_TXT] = reader_txt_file,
	};

	if (files[r->format](r) && r->rc == 0)
		reader_broken(r);
	free(r->questions);
	free(r->answers);
	buf_release(&r->value);
	return r->rc;
}
