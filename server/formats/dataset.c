/* dataset: the reader for passages with their questions, all sound or none. */
#include "beat/dataset.h"

#include <stdio.h>
#include <string.h>

#include "reader.h"

enum dataset_format dataset_detect(struct source *src, const char *path)
{
	char why[CORPUS_ERR_MAX];

	switch (corpus_detect(src, path, why)) {
	case CORPUS_MRQA:
	case CORPUS_JSONL:
		return DATASET_MRQA;
	default:
		return DATASET_SQUAD;
	}
}

/* Neither reader could say anything more useful about these. */
static int refuse_at_once(const struct dataset_in *in, char err[DATASET_ERR_MAX])
{
	size_t n;
	const char *p = source_ahead(in->src, &n);

	if (n == 0)
		snprintf(err, DATASET_ERR_MAX, "%s:1:1: %s.", in->name,
			 source_error(in->src) ? source_error(in->src) : "the file is empty");
	else if (n >= 2 && (memcmp(p, "\xFF\xFE", 2) == 0 || memcmp(p, "\xFE\xFF", 2) == 0))
		snprintf(err, DATASET_ERR_MAX, "%s: the file is in UTF-16; convert it to UTF-8 with iconv.", in->name);
	else
		return 0;
	return -1;
}

int dataset_read(const struct dataset_in *in, const struct dataset_sink *sink, char err[DATASET_ERR_MAX])
{
	enum dataset_format format = in->format;
	struct reader r = {
	    .policy = READER_REFUSE, .src = in->src, .name = in->name, .need = in->need, .sink = sink, .err = err};

	source_skip_bom(in->src);
	if (refuse_at_once(in, err))
		return -1;
	if (format == DATASET_UNKNOWN)
		format = dataset_detect(in->src, in->name);
	r.format = format == DATASET_MRQA ? CORPUS_MRQA : CORPUS_SQUAD;
	return reader_run(&r);
}

int dataset_read_file(const char *path, unsigned need, const struct dataset_sink *sink, char err[DATASET_ERR_MAX])
{
	char why[SOURCE_ERR_MAX];
	struct dataset_in in = {.src = source_open(path, why), .name = path, .need = need};
	int rc;

	if (!in.src) {
		snprintf(err, DATASET_ERR_MAX, "%s %s.", path, why);
		return -1;
	}
	rc = dataset_read(&in, sink, err);
	source_free(&in.src);
	return rc;
}
