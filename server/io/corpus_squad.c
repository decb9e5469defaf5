/* SQuAD v1.1 JSON, and whatever else has that shape: {"data": [{"title": …,
 * "paragraphs": [{"context": …, "qas": […]}]}]}. Keys may come in any order;
 * questions and unknown keys are passed over.
 *
 * An article's title may follow its paragraphs, so texts are held back until it is
 * known: at most CORPUS_ARTICLE_BYTES. With the title first, one text is held. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/corpus.h"

enum title_state { TITLE_UNSEEN, TITLE_GOOD, TITLE_BAD };

struct squad {
	struct jscan js;
	const struct corpus_sink *sink;
	uint64_t article, paragraph, article_at; /* counted from 1; 0: not inside one */
	struct corpus_field title;
	struct corpus_field context;
	enum title_state title_state;
	struct buf held; /* position NUL text NUL, again and again */
	uint64_t n_held;
	bool overfull;
	int stop; /* what the sink answered, if it wants no more */
};

/* Every reading function returns 0, or -1: the structure is broken, or s->stop is set. */

static int tell_bad(struct squad *s, const char *pos, const char *reason)
{
	s->stop = s->sink->bad(s->sink->arg, pos, reason);
	return s->stop ? -1 : 0;
}

static int emit(struct squad *s, const char *pos, const char *text)
{
	s->stop = corpus_emit(s->sink, &(struct corpus_record){s->title.str.text.p, text, pos});
	return s->stop ? -1 : 0;
}

static int hold(struct squad *s, const char *pos, const struct buf *text)
{
	size_t pos_n = strlen(pos) + 1;

	s->n_held++;
	if (s->title_state == TITLE_BAD)
		return 0;
	if (s->held.n + pos_n + text->n + 1 > CORPUS_ARTICLE_BYTES)
		s->overfull = true;
	if (s->overfull)
		return 0;
	buf_add(&s->held, pos, pos_n);
	buf_add(&s->held, text->p, text->n + 1);
	return 0;
}

static int read_paragraph(struct squad *s)
{
	uint64_t at = (jscan_peek(&s->js), source_offset(s->js.src));
	char pos[128], reason[CORPUS_ERR_MAX];

	snprintf(pos, sizeof(pos), "article %" PRIu64 ", paragraph %" PRIu64 ", byte %" PRIu64, s->article,
		 s->paragraph, at);
	if (jscan_peek(&s->js) != '{')
		return jscan_skip(&s->js) ? -1 : tell_bad(s, pos, "the paragraph is not an object");
	if (corpus_fields_read(&s->js, &s->context, 1))
		return -1;
	if (corpus_field_bad(&s->context, reason))
		return tell_bad(s, pos, reason);
	if (s->title_state == TITLE_GOOD)
		return emit(s, pos, s->context.str.text.p);
	return hold(s, pos, &s->context.str.text);
}

static void article_pos(const struct squad *s, char pos[128])
{
	snprintf(pos, 128, "article %" PRIu64 ", byte %" PRIu64, s->article, s->article_at);
}

static int read_paragraphs(struct squad *s)
{
	bool first = true;
	char pos[128];
	int r;

	article_pos(s, pos);
	if (jscan_peek(&s->js) != '[')
		return jscan_skip(&s->js) ? -1 : tell_bad(s, pos, "\"paragraphs\" is not an array");
	if (jscan_enter(&s->js, '['))
		return -1;
	while ((r = jscan_item(&s->js, &first)) > 0) {
		s->paragraph++;
		if (read_paragraph(s))
			return -1;
	}
	if (r == 0)
		s->paragraph = 0;
	return r;
}

static int read_title(struct squad *s)
{
	char reason[CORPUS_ERR_MAX];

	if (s->title.seen)
		s->title.fault = "appears twice";
	s->title.seen = true;
	if (jscan_peek(&s->js) != '"')
		s->title.fault = "is not a string";
	if (s->title.fault ? jscan_skip(&s->js) : jscan_string(&s->js, &s->title.str))
		return -1;
	s->title_state = corpus_field_bad(&s->title, reason) ? TITLE_BAD : TITLE_GOOD;
	return 0;
}

/* The article is at its end: what was held back goes out, or the title is to blame. */
static int finish_article(struct squad *s, bool has_paragraphs)
{
	char pos[128], reason[CORPUS_ERR_MAX], sentence[CORPUS_ERR_MAX + 64];

	article_pos(s, pos);
	if (corpus_field_bad(&s->title, reason)) {
		snprintf(sentence, sizeof(sentence), "%s; all paragraphs of the article (%" PRIu64 ") are left out",
			 reason, s->n_held);
		return tell_bad(s, pos, sentence);
	}
	if (!has_paragraphs)
		return tell_bad(s, pos, "\"paragraphs\" is missing");
	if (s->overfull)
		return tell_bad(s, pos, "more than 64 MB of text come before the article's title: put \"title\" first");
	for (size_t i = 0; i < s->held.n;) {
		const char *p = s->held.p + i, *text = p + strlen(p) + 1;

		if (emit(s, p, text))
			return -1;
		i = (size_t)(text - s->held.p) + strlen(text) + 1;
	}
	return 0;
}

static int read_article(struct squad *s)
{
	struct jscan_str key = {.limit = 16};
	bool first = true, has_paragraphs = false;
	char pos[128];
	int r;

	s->article_at = (jscan_peek(&s->js), source_offset(s->js.src));
	s->title.seen = s->overfull = false;
	s->title.fault = s->title.str.fault = NULL;
	s->title_state = TITLE_UNSEEN;
	s->n_held = 0;
	buf_clear(&s->held);
	article_pos(s, pos);
	if (jscan_peek(&s->js) != '{')
		return jscan_skip(&s->js) ? -1 : tell_bad(s, pos, "the article is not an object");
	r = jscan_enter(&s->js, '{');
	while (r == 0 && (r = jscan_key(&s->js, &first, &key)) > 0) {
		if (!key.fault && strcmp(key.text.p, "title") == 0) {
			r = read_title(s);
		} else if (!key.fault && strcmp(key.text.p, "paragraphs") == 0) {
			has_paragraphs = true;
			r = read_paragraphs(s);
		} else {
			r = jscan_skip(&s->js);
		}
	}
	buf_release(&key.text);
	return r < 0 ? -1 : finish_article(s, has_paragraphs);
}

static int read_data(struct squad *s)
{
	bool first = true;
	int r;

	if (jscan_peek(&s->js) != '[')
		return jscan_skip(&s->js) ? -1
					  : tell_bad(s, "line 1", "\"data\" is not an array: this is not SQuAD JSON");
	r = jscan_enter(&s->js, '[');
	while (r == 0 && (r = jscan_item(&s->js, &first)) > 0) {
		s->article++;
		r = read_article(s);
	}
	if (r == 0)
		s->article = 0;
	return r;
}

static int read_file(struct squad *s)
{
	struct jscan_str key = {.limit = 16};
	bool first = true, has_data = false;
	int r = jscan_enter(&s->js, '{');

	while (r == 0 && (r = jscan_key(&s->js, &first, &key)) > 0) {
		bool data = !key.fault && strcmp(key.text.p, "data") == 0;

		r = data ? read_data(s) : jscan_skip(&s->js);
		has_data |= data;
	}
	buf_release(&key.text);
	if (r == 0)
		r = jscan_end(&s->js);
	if (r == 0 && !has_data)
		r = tell_bad(s, "line 1", "\"data\" is missing: this is not SQuAD JSON");
	return r;
}

static void tell_broken(struct squad *s)
{
	char pos[160] = "", reason[JSCAN_ERR_MAX + 64];
	int n = 0;

	if (s->article)
		n += snprintf(pos, sizeof(pos), "article %" PRIu64 ", ", s->article);
	if (s->article && s->paragraph)
		n += snprintf(pos + n, sizeof(pos) - (size_t)n, "paragraph %" PRIu64 ", ", s->paragraph);
	snprintf(pos + n, sizeof(pos) - (size_t)n, "line %" PRIu64 ", byte %" PRIu64, source_line(s->js.src),
		 source_offset(s->js.src));
	snprintf(reason, sizeof(reason), "%s; nothing from here on can be read", s->js.err);
	tell_bad(s, pos, reason);
}

int corpus_read_squad(struct source *src, const struct corpus_sink *sink)
{
	struct squad s = {
	    .sink = sink,
	    .title = {.key = "title", .max = CORPUS_TITLE_MAX, .str.limit = CORPUS_TITLE_BYTES},
	    .context = {.key = "context", .max = CORPUS_TEXT_MAX},
	};

	jscan_init(&s.js, src, false);
	if (read_file(&s) && !s.stop)
		tell_broken(&s);
	buf_release(&s.held);
	corpus_fields_release(&s.title, 1);
	corpus_fields_release(&s.context, 1);
	return s.stop;
}
