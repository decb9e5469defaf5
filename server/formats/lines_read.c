/* One JSON object a line; blank lines are passed over. What a line is, its keys tell:
 *
 *   MRQA      a header line, then {"context", "qas"}; the context is kept with its [DOC] [TLE]
 *             [PAR] [SEP] marks, because the offsets of MRQA count them
 *   row       of the Hugging Face layout: {"id", "title", "context", "question", "answers"}
 *   attempt   of a release: the same with "answer"
 *   JSONL     {"title", "text"}: a passage alone, for import
 *
 * The title of a context is what stands between its first [TLE] and the next mark; else its
 * "title"; else, for import, the file's name and the line's number. A row that is read with its question
 * says its title itself. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/text.h"
#include "reader.h"

enum { CONTEXT, TITLE, TEXT, HEADER, QAS, ID, QUESTION, ANSWERS, ANSWER, FIELDS };

struct lines {
	struct reader *r;
	struct reader_field f[FIELDS];
	struct buf title, next; /* of the article under way; of the line's context */
	bool begun;
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

/* The title a context has in itself; false if there is none. */
static bool title_within(const char *context, struct buf *title)
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

/* --- passages alone */

static int take_text(struct lines *l)
{
	const struct reader_field *f = l->f;
	char pos[READER_POS_MAX], reason[CORPUS_ERR_MAX];

	reader_pos(l->r, IN_ARTICLE, pos);
	if (reader_text_unfit(&f[TITLE], reason) || reader_text_unfit(&f[TEXT], reason))
		return reader_report(l->r, pos, reason);
	return reader_emit(l->r, &(struct corpus_record){f[TITLE].str.text.p, f[TEXT].str.text.p, pos});
}

static int take_context(struct lines *l)
{
	const struct reader_field *f = l->f;
	char pos[READER_POS_MAX], reason[CORPUS_ERR_MAX];

	reader_pos(l->r, IN_ARTICLE, pos);
	if (reader_text_unfit(&f[CONTEXT], reason))
		return reader_report(l->r, pos, reason);
	if (!title_within(f[CONTEXT].str.text.p, &l->title)) {
		buf_clear(&l->title);
		if (reader_text_unfit(&f[TITLE], reason))
			buf_addf(&l->title, "%s %" PRIu64, l->r->stem, l->r->line);
		else
			buf_adds(&l->title, f[TITLE].str.text.p);
	}
	return reader_emit(l->r, &(struct corpus_record){l->title.p, f[CONTEXT].str.text.p, pos});
}

/* --- with their questions */

static bool same_title(const struct buf *a, const struct dataset_article *b)
{
	return (a->n > 0) == (b->title != NULL) && a->n == b->title_n &&
	       memcmp(a->n ? a->p : "", b->title ? b->title : "", a->n) == 0;
}

/* Its title in `next`, empty if it has none. */
static void find_title(struct lines *l, bool row)
{
	const struct reader_field *context = &l->f[CONTEXT], *title = &l->f[TITLE];

	bool own = row && title->is_text; /* a row's own title comes before one within its context */

	buf_clear(&l->next);
	if (!own && context->is_text && title_within(context->str.text.p, &l->next))
		return;
	if (title->is_text)
		buf_add(&l->next, title->str.text.p, title->str.text.n);
}

/* A context under another title than the one before begins an article. */
static int begin_article(struct lines *l, bool row)
{
	struct reader *r = l->r;
	struct buf swap = l->title;

	find_title(l, row);
	if (l->begun && same_title(&l->next, &r->now))
		return 0;
	l->title = l->next;
	l->next = swap;
	r->now.title = l->title.n ? l->title.p : NULL;
	r->now.title_n = l->title.n;
	r->now.number = l->begun ? r->now.number + 1 : 0;
	l->begun = true;
	if (r->sink->article)
		r->rc = r->sink->article(r->sink->arg, &r->now);
	return r->rc ? -1 : 0;
}

/* A row is its own one question. */
static int hand_over_row(struct lines *l)
{
	const struct reader_field *f = l->f;
	const struct reader_layout *layout = f[ANSWER].value && !f[ANSWERS].value ? &reader_attempt : &reader_row;
	json_t *qas = json_pack("[{s:O*, s:O*, s:O*, s:O*}]", "id", f[ID].value, "question", f[QUESTION].value,
				"answers", f[ANSWERS].value, "answer", f[ANSWER].value);
	int rc = reader_hand_over(l->r, &f[CONTEXT], qas, layout);

	json_decref(qas);
	return rc;
}

static int take_questions(struct lines *l)
{
	const struct reader_field *f = l->f;
	const json_t *qas = f[QAS].value;
	struct reader *r = l->r;
	bool row = f[QUESTION].value && !qas;

	if (reader_text_refused(r, IN_PARAGRAPH, &f[CONTEXT]) || reader_text_refused(r, IN_PARAGRAPH, &f[TITLE]))
		return -1;
	if (!row && !json_is_array(qas))
		return reader_say_type(r, r->err, IN_PARAGRAPH, "qas", JSON_ARRAY,
				       qas ? &(json_type){json_typeof(qas)} : NULL);
	if (begin_article(l, row))
		return -1;
	return row ? hand_over_row(l) : reader_hand_over(r, &f[CONTEXT], qas, &reader_mrqa);
}

/* --- lines */

static int take_line(struct lines *l)
{
	if (l->r->policy == READER_REPORT && l->r->format == CORPUS_JSONL)
		return take_text(l);
	if (l->f[HEADER].seen && !l->f[CONTEXT].seen)
		return 0;
	return l->r->policy == READER_REPORT ? take_context(l) : take_questions(l);
}

/* REPORT: the line is bad, those after it need not be. */
static int report_line(struct reader *r, uint64_t start)
{
	char pos[READER_POS_MAX], reason[JSCAN_ERR_MAX + 64];

	reader_pos(r, IN_ARTICLE, pos);
	snprintf(reason, sizeof(reason), "%s (byte %" PRIu64 " of the line)", r->js.err,
		 source_offset(r->src) - start + 1);
	return reader_report(r, pos, source_error(r->src) ? r->js.err : reason);
}

static int read_line(struct lines *l)
{
	struct reader *r = l->r;
	uint64_t start = source_offset(r->src);

	r->line = source_line(r->src);
	if (r->policy == READER_REFUSE && jscan_peek(&r->js) != '{')
		return reader_no_object(r, IN_ARTICLE);
	if (reader_fields_read(r, l->f, FIELDS) == 0 && jscan_end(&r->js) == 0)
		return take_line(l);
	return r->rc || r->policy == READER_REFUSE ? -1 : report_line(r, start);
}

static void skip_line(struct source *src)
{
	int c;

	do
		c = source_byte(src);
	while (c != '\n' && c != SOURCE_END);
}

/* The file could not be read to its end. */
static int cut_short(struct reader *r)
{
	r->line = source_line(r->src);
	if (r->policy == READER_REFUSE)
		return reader_say(r, r->err, IN_ARTICLE, "%s.", source_error(r->src));
	return reader_report(r, "the end", source_error(r->src));
}

static int read_lines(struct lines *l)
{
	struct reader *r = l->r;
	bool told = false;

	while (source_peek(r->src) != SOURCE_END) {
		jscan_init(&r->js, r->src, true);
		if (jscan_peek(&r->js) != SOURCE_END) {
			if (read_line(l))
				return -1;
			told = source_error(r->src) != NULL;
		}
		skip_line(r->src);
	}
	return !told && source_error(r->src) ? cut_short(r) : 0;
}

int reader_lines_file(struct reader *r)
{
	struct lines l = {
	    .r = r,
	    .f = {[CONTEXT] = {.key = "context", .max = CORPUS_TEXT_MAX},
		  [TITLE] = {.key = "title", .max = CORPUS_TITLE_MAX},
		  [TEXT] = {.key = "text", .max = CORPUS_TEXT_MAX},
		  [HEADER] = {.key = "header", .kind = READER_MARK},
		  [QAS] = {.key = "qas", .kind = READER_VALUE},
		  [ID] = {.key = "id", .kind = READER_VALUE},
		  [QUESTION] = {.key = "question", .kind = READER_VALUE},
		  [ANSWERS] = {.key = "answers", .kind = READER_VALUE},
		  [ANSWER] = {.key = "answer", .kind = READER_VALUE}},
	};
	int rc = read_lines(&l);

	reader_fields_release(l.f, FIELDS);
	buf_release(&l.title);
	buf_release(&l.next);
	return rc;
}
