/* Faults, told by either policy: REPORT names the record's position and goes on, REFUSE writes one sentence
 * with the file and the place, and that is the end of reading. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "beat/text.h"
#include "reader.h"

/* --- REPORT */

void reader_pos(const struct reader *r, enum reader_depth depth, char pos[READER_POS_MAX])
{
	if (r->format != CORPUS_SQUAD)
		snprintf(pos, READER_POS_MAX, "line %" PRIu64, r->line);
	else if (depth == IN_FILE)
		snprintf(pos, READER_POS_MAX, "line 1");
	else if (depth == IN_ARTICLE)
		snprintf(pos, READER_POS_MAX, "article %" PRIu64 ", byte %" PRIu64, r->article, r->article_at);
	else
		snprintf(pos, READER_POS_MAX, "article %" PRIu64 ", paragraph %" PRIu64 ", byte %" PRIu64, r->article,
			 r->paragraph, r->paragraph_at);
}

int reader_report(struct reader *r, const char *pos, const char *reason)
{
	r->rc = r->report->bad(r->report->arg, pos, reason);
	return r->rc ? -1 : 0;
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

bool reader_string_unfit(const char *what, const char *s, size_t max, char reason[CORPUS_ERR_MAX])
{
	size_t n = strlen(s), length = text_length(s, n);
	bool blank = is_blank(s, n);

	if (blank)
		snprintf(reason, CORPUS_ERR_MAX, "%s is empty", what);
	else if (length > max)
		snprintf(reason, CORPUS_ERR_MAX, "%s has %zu characters; at most %zu are allowed", what, length, max);
	return blank || length > max;
}

bool reader_text_unfit(const struct reader_field *f, char reason[CORPUS_ERR_MAX])
{
	char name[64];

	snprintf(name, sizeof(name), "\"%s\"", f->key);
	if (!f->seen)
		snprintf(reason, CORPUS_ERR_MAX, "%s is missing", name);
	else if (f->twice)
		snprintf(reason, CORPUS_ERR_MAX, "%s appears twice", name);
	else if (!f->is_text)
		snprintf(reason, CORPUS_ERR_MAX, "%s is not a string", name);
	else if (f->str.fault == jscan_too_long)
		snprintf(reason, CORPUS_ERR_MAX, "%s has more than %zu characters", name, f->max);
	else if (f->str.fault)
		snprintf(reason, CORPUS_ERR_MAX, "%s %s", name, f->str.fault);
	else
		return reader_string_unfit(name, f->str.text.p, f->max, reason);
	return true;
}

static int report_broken(struct reader *r)
{
	char pos[READER_POS_MAX] = "", reason[JSCAN_ERR_MAX + 64];
	int n = 0;

	if (r->article)
		n += snprintf(pos, sizeof(pos), "article %" PRIu64 ", ", r->article);
	if (r->article && r->paragraph)
		n += snprintf(pos + n, sizeof(pos) - (size_t)n, "paragraph %" PRIu64 ", ", r->paragraph);
	snprintf(pos + n, sizeof(pos) - (size_t)n, "line %" PRIu64 ", byte %" PRIu64, source_line(r->src),
		 source_offset(r->src));
	snprintf(reason, sizeof(reason), "%s; nothing from here on can be read", r->js.err);
	reader_report(r, pos, reason);
	return -1;
}

/* --- REFUSE */

/* "dev.json: data[3].paragraphs[0].qas[2]", or "dev.jsonl:7: qas[2]", down to the given depth. */
static void add_place(struct buf *b, const struct reader *r, enum reader_depth depth)
{
	bool squad = r->format == CORPUS_SQUAD;

	buf_adds(b, r->name);
	if (!squad && depth >= IN_ARTICLE)
		buf_addf(b, ":%" PRIu64, r->line);
	if (squad && depth >= IN_ARTICLE)
		buf_addf(b, ": data[%" PRIu64 "]", r->article - 1);
	if (squad && depth >= IN_PARAGRAPH)
		buf_addf(b, ".paragraphs[%" PRIu64 "]", r->paragraph - 1);
	if (depth >= IN_QUESTION)
		buf_addf(b, "%sqas[%zu]", squad ? "." : ": ", r->question);
	if (depth >= IN_ANSWER)
		buf_addf(b, ".answers[%zu]", r->answer);
}

int reader_say(struct reader *r, char *out, enum reader_depth depth, const char *fmt, ...)
{
	struct buf place = BUF_INIT;
	char sentence[DATASET_ERR_MAX / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof(sentence), fmt, ap);
	va_end(ap);
	add_place(&place, r, depth);
	snprintf(out, DATASET_ERR_MAX, "%.500s: %s", place.p, sentence);
	buf_release(&place);
	if (out == r->err)
		r->rc = -1;
	return -1;
}

static const char *is_it(const struct reader *r)
{
	return r->format == CORPUS_SQUAD ? "Is this a SQuAD v1.1 file?" : "Is this an MRQA file?";
}

int reader_say_type(struct reader *r, char *out, enum reader_depth depth, const char *key, json_type wanted,
		    const json_type *found)
{
	if (!found)
		return reader_say(r, out, depth, "the field \"%s\" is missing. %s", key, is_it(r));
	return reader_say(r, out, depth, "the field \"%s\" must be %s, not %s.", key, json_type_name(wanted),
			  json_type_name(*found));
}

json_t *reader_want(struct reader *r, char *out, enum reader_depth depth, const json_t *in, const char *key,
		    json_type type)
{
	json_t *v = json_object_get(in, key);

	if (v != NULL && json_typeof(v) == type)
		return v;
	if (!json_is_object(in))
		reader_say(r, out, depth, "expected an object, found %s. %s", json_type_name(json_typeof(in)),
			   is_it(r));
	else
		reader_say_type(r, out, depth, key, type, v ? &(json_type){json_typeof(v)} : NULL);
	return NULL;
}

int reader_text_refused(struct reader *r, enum reader_depth depth, const struct reader_field *f)
{
	if (!f->seen || !f->is_text || !f->str.fault)
		return 0;
	return reader_say(r, r->err, depth, "the field \"%s\" %s.", f->key, f->str.fault);
}

static int refuse_broken(struct reader *r)
{
	const char *why = source_error(r->src);

	if (why && (r->article || r->js.lines))
		return reader_say(r, r->err, IN_ARTICLE, "%s.", why);
	snprintf(r->err, DATASET_ERR_MAX, "%s:%" PRIu64 ":%" PRIu64 ": not valid JSON: %s.", r->name,
		 source_line(r->src), source_column(r->src), r->js.err);
	r->rc = -1;
	return -1;
}

/* --- either */

int reader_no_object(struct reader *r, enum reader_depth depth)
{
	static const char *const reasons[] = {
	    [IN_ARTICLE] = "the article is not an object", [IN_PARAGRAPH] = "the paragraph is not an object"};
	json_type found = reader_type_ahead(r);
	char pos[READER_POS_MAX];

	if (jscan_skip(&r->js))
		return -1;
	if (r->policy == READER_REFUSE)
		return reader_say(r, r->err, depth, "expected an object, found %s. %s", json_type_name(found),
				  is_it(r));
	reader_pos(r, depth, pos);
	return reader_report(r, pos, reasons[depth]);
}

int reader_broken(struct reader *r)
{
	return r->policy == READER_REFUSE ? refuse_broken(r) : report_broken(r);
}
