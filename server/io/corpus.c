/* What the readers share: which format a file has, the strings wanted from a JSON
 * object, one object a line, and the last check before a record is handed over. */
#include "beat/corpus.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/text.h"

int corpus_read(struct source *src, enum corpus_format format, const char *stem, const struct corpus_sink *sink)
{
	source_skip_bom(src);
	switch (format) {
	case CORPUS_SQUAD:
		return corpus_read_squad(src, sink);
	case CORPUS_MRQA:
		return corpus_read_mrqa(src, stem, sink);
	case CORPUS_JSONL:
		return corpus_read_jsonl(src, sink);
	case CORPUS_TXT:
		return corpus_read_txt(src, stem, sink);
	case CORPUS_UNKNOWN:
		break;
	}
	return sink->bad(sink->arg, "line 1", "the format is not known");
}

enum corpus_format corpus_format_parse(const char *name)
{
	static const struct {
		const char *name;
		enum corpus_format format;
	} names[] = {{"squad", CORPUS_SQUAD}, {"mrqa", CORPUS_MRQA}, {"jsonl", CORPUS_JSONL}, {"txt", CORPUS_TXT}};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strcmp(names[i].name, name) == 0)
			return names[i].format;
	return CORPUS_UNKNOWN;
}

/* Does the name end so, an ending .gz left out? */
static bool has_extension(const char *path, const char *ext)
{
	size_t n = strlen(path), m = strlen(ext);

	if (n > 3 && strcmp(path + n - 3, ".gz") == 0)
		n -= 3;
	return n >= m && memcmp(path + n - m, ext, m) == 0;
}

/* The first key that belongs to one format only decides. */
static enum corpus_format detect_by_keys(const char *p, size_t n)
{
	struct source *src = source_of_memory(p, n);
	struct jscan_str key = {.limit = 16};
	enum corpus_format found = CORPUS_UNKNOWN;
	struct jscan js;
	bool first = true;

	jscan_init(&js, src, false);
	if (jscan_enter(&js, '{') == 0) {
		while (!found && jscan_key(&js, &first, &key) > 0) {
			const char *k = key.text.p;

			if (strcmp(k, "data") == 0 && jscan_peek(&js) == '[')
				found = CORPUS_SQUAD;
			else if (strcmp(k, "header") == 0 || strcmp(k, "context") == 0 || strcmp(k, "qas") == 0)
				found = CORPUS_MRQA;
			else if (strcmp(k, "text") == 0)
				found = CORPUS_JSONL;
			else if (jscan_skip(&js))
				break;
		}
	}
	buf_release(&key.text);
	source_free(&src);
	return found;
}

enum corpus_format corpus_detect(struct source *src, const char *path, char err[CORPUS_ERR_MAX])
{
	static const char formats[] = "SQuAD JSON, MRQA JSONL, JSONL with \"title\" and \"text\", or .txt";
	enum corpus_format found;
	const char *p;
	size_t n, i;

	source_skip_bom(src);
	if (has_extension(path, ".txt"))
		return CORPUS_TXT;
	p = source_ahead(src, &n);
	if (n == 0) {
		const char *why = source_error(src);

		snprintf(err, CORPUS_ERR_MAX, "%s", why ? why : "the file is empty");
		return CORPUS_UNKNOWN;
	}
	if (n >= 2 && (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0)) {
		snprintf(err, CORPUS_ERR_MAX, "the file is in UTF-16; convert it to UTF-8 with iconv");
		return CORPUS_UNKNOWN;
	}
	for (i = 0; i < n && strchr(" \t\r\n", p[i]) && p[i]; i++)
		;
	found = i < n && p[i] == '{' ? detect_by_keys(p + i, n - i) : CORPUS_UNKNOWN;
	if (!found && has_extension(path, ".jsonl"))
		found = CORPUS_JSONL;
	if (!found && has_extension(path, ".json") && i < n && p[i] == '{')
		found = CORPUS_SQUAD;
	if (!found)
		snprintf(err, CORPUS_ERR_MAX, "no known format fits: expected %s (--format says which it is)", formats);
	return found;
}

static int read_field(struct jscan *js, struct corpus_field *f)
{
	if (f->seen)
		f->fault = "appears twice";
	f->seen = true;
	if (jscan_peek(js) == '"' && !f->fault)
		return jscan_string(js, &f->str);
	if (!f->fault)
		f->fault = "is not a string";
	return jscan_skip(js);
}

int corpus_fields_read(struct jscan *js, struct corpus_field *fields, size_t n)
{
	struct jscan_str key = {.limit = 64};
	bool first = true;
	int r;

	for (size_t i = 0; i < n; i++) {
		fields[i].seen = false;
		fields[i].fault = NULL;
		fields[i].str.fault = NULL;
		fields[i].str.limit = 4 * fields[i].max;
	}
	r = jscan_enter(js, '{');
	while (r == 0 && (r = jscan_key(js, &first, &key)) > 0) {
		struct corpus_field *f = NULL;

		for (size_t i = 0; i < n && !f; i++)
			if (!key.fault && strcmp(key.text.p, fields[i].key) == 0)
				f = &fields[i];
		r = f ? read_field(js, f) : jscan_skip(js);
	}
	buf_release(&key.text);
	return r;
}

void corpus_fields_release(struct corpus_field *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_release(&fields[i].str.text);
}

static bool is_blank(const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t c;

		i += text_decode(s + i, n - i, &c);
		if (!text_is_space(c))
			return false;
	}
	return true;
}

/* Is this string, known to be UTF-8, no title or no text? */
static bool is_unfit(const char *what, const char *s, size_t max, char reason[CORPUS_ERR_MAX])
{
	size_t n = strlen(s), length = text_length(s, n);
	bool blank = is_blank(s, n);

	if (blank)
		snprintf(reason, CORPUS_ERR_MAX, "%s is empty", what);
	else if (length > max)
		snprintf(reason, CORPUS_ERR_MAX, "%s has %zu characters; at most %zu are allowed", what, length, max);
	return blank || length > max;
}

bool corpus_field_bad(const struct corpus_field *f, char reason[CORPUS_ERR_MAX])
{
	const char *why = f->fault ? f->fault : f->str.fault;
	char name[64];

	snprintf(name, sizeof(name), "\"%s\"", f->key);
	if (f->seen && !why)
		return is_unfit(name, f->str.text.p, f->max, reason);
	if (!f->seen)
		snprintf(reason, CORPUS_ERR_MAX, "%s is missing", name);
	else if (why == jscan_too_long)
		snprintf(reason, CORPUS_ERR_MAX, "%s has more than %zu characters", name, f->max);
	else
		snprintf(reason, CORPUS_ERR_MAX, "%s %s", name, why);
	return true;
}

/* The last word: whatever a reader did, only UTF-8 that fits goes on. */
int corpus_emit(const struct corpus_sink *sink, const struct corpus_record *r)
{
	char reason[CORPUS_ERR_MAX];

	if (!text_is_utf8(r->title, strlen(r->title)))
		return sink->bad(sink->arg, r->pos, "the file's name is not valid UTF-8, so it cannot be a title");
	if (!text_is_utf8(r->text, strlen(r->text)))
		return sink->bad(
		    sink->arg, r->pos,
		    "the text is not valid UTF-8 (if the file has another encoding, convert it with iconv)");
	if (is_unfit("the title", r->title, CORPUS_TITLE_MAX, reason) ||
	    is_unfit("the text", r->text, CORPUS_TEXT_MAX, reason))
		return sink->bad(sink->arg, r->pos, reason);
	return sink->record(sink->arg, r);
}

static void skip_line(struct source *src)
{
	int c;

	do
		c = source_byte(src);
	while (c != '\n' && c != SOURCE_END);
}

static int read_line(struct jscan *js, const struct corpus_lines *lines, const struct corpus_sink *sink)
{
	uint64_t number = source_line(js->src), start = source_offset(js->src);
	char pos[64], reason[JSCAN_ERR_MAX + 64];

	if (corpus_fields_read(js, lines->fields, lines->n_fields) == 0 && jscan_end(js) == 0)
		return lines->line(lines->arg, lines->fields, number);
	snprintf(pos, sizeof(pos), "line %" PRIu64, number);
	snprintf(reason, sizeof(reason), "%s (byte %" PRIu64 " of the line)", js->err,
		 source_offset(js->src) - start + 1);
	return sink->bad(sink->arg, pos, source_error(js->src) ? js->err : reason);
}

int corpus_lines_read(struct source *src, const struct corpus_lines *lines, const struct corpus_sink *sink)
{
	struct jscan js;
	int stop = 0;
	bool told = false;

	while (!stop && source_peek(src) != SOURCE_END) {
		jscan_init(&js, src, true);
		if (jscan_peek(&js) != SOURCE_END) {
			stop = read_line(&js, lines, sink);
			told = source_error(src) != NULL;
		}
		skip_line(src);
	}
	if (!stop && !told && source_error(src))
		stop = sink->bad(sink->arg, "the end", source_error(src));
	return stop;
}
