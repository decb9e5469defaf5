/* corpus: the reader for passages alone, and which format a file has. */
#include "beat/corpus.h"

#include <stdio.h>
#include <string.h>

#include "reader.h"

int corpus_read(struct source *src, enum corpus_format format, const char *stem, const struct corpus_sink *sink)
{
	struct reader r = {.policy = READER_REPORT, .format = format, .src = src, .stem = stem, .report = sink};

	if (format == CORPUS_UNKNOWN)
		return sink->bad(sink->arg, "line 1", "the format is not known");
	source_skip_bom(src);
	return reader_run(&r);
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
