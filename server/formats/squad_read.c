/* SQuAD v1.1 JSON, and whatever else has that shape: {"data": [{"title": …,
 * "paragraphs": [{"context": …, "qas": […]}]}]}. Keys may come in any order;
 * unknown keys are passed over.
 *
 * An article's title may follow its paragraphs, so passages are held back until it is
 * known, up to the policy's limit. With the title first, one passage is held. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

enum { CONTEXT, QAS, FIELDS };

/* A paragraph as it was read, but for its text, which is in one buffer with those of the others. */
struct held {
	uint64_t paragraph, at;
	struct reader_field fields[FIELDS];
	size_t text;
};

struct squad {
	struct reader *r;
	struct reader_field title;
	bool title_good;                    /* REPORT: it can be given to the article's passages */
	struct reader_field fields[FIELDS]; /* of the paragraph at hand */
	struct held *held;
	size_t n_held, held_room, held_bytes;
	struct buf texts;  /* each with a NUL */
	uint64_t left_out; /* paragraphs whose article has no title to hold them for */
	bool told;         /* the sink knows of the article */
	bool overfull;
	bool has_paragraphs;   /* as an array */
	bool wrong_paragraphs; /* as something else, of this type */
	json_type paragraphs_type;
};

static void drop_held(struct squad *s)
{
	for (size_t i = 0; i < s->n_held; i++)
		json_decref(s->held[i].fields[QAS].value);
	s->n_held = s->held_bytes = 0;
	s->overfull = false;
	buf_clear(&s->texts);
}

/* The paragraph goes over to the list. An article that is too large to hold is told at its end, or at once. */
static int hold(struct squad *s)
{
	struct reader *r = s->r;
	size_t limit = r->policy == READER_REFUSE ? DATASET_ARTICLE_BYTES : CORPUS_ARTICLE_BYTES;
	const struct buf *text = &s->fields[CONTEXT].str.text;
	struct held *h;

	s->held_bytes +=
	    sizeof(*h) + (s->fields[CONTEXT].is_text ? text->n : 0) + (s->fields[QAS].value ? r->value.n : 0);
	s->overfull |= s->held_bytes > limit;
	if (s->overfull && r->policy == READER_REFUSE)
		return reader_say(r, r->err, IN_ARTICLE, "it is larger than %d MB; is a bracket missing?",
				  DATASET_ARTICLE_BYTES >> 20);
	if (s->overfull)
		return 0;
	if (s->n_held == s->held_room) {
		s->held_room = s->held_room ? 2 * s->held_room : 16;
		s->held = xrealloc(s->held, s->held_room * sizeof(*s->held));
	}
	h = &s->held[s->n_held++];
	h->paragraph = r->paragraph;
	h->at = r->paragraph_at;
	memcpy(h->fields, s->fields, sizeof(h->fields));
	h->text = s->texts.n;
	if (s->fields[CONTEXT].is_text)
		buf_add(&s->texts, text->p, text->n + 1);
	s->fields[QAS].value = NULL;
	return 0;
}

static int hand_over(struct squad *s, const struct reader_field fields[FIELDS])
{
	struct reader *r = s->r;
	char pos[READER_POS_MAX];

	if (r->policy == READER_REFUSE)
		return reader_hand_over(r, &fields[CONTEXT], fields[QAS].value, &reader_squad);
	reader_pos(r, IN_PARAGRAPH, pos);
	return reader_emit(r, &(struct corpus_record){s->title.str.text.p, fields[CONTEXT].str.text.p, pos});
}

static int read_paragraph(struct squad *s)
{
	struct reader *r = s->r;
	char pos[READER_POS_MAX], reason[CORPUS_ERR_MAX];

	r->paragraph_at = (jscan_peek(&r->js), source_offset(r->src));
	if (jscan_peek(&r->js) != '{')
		return reader_no_object(r, IN_PARAGRAPH);
	if (reader_fields_read(r, s->fields, FIELDS))
		return -1;
	if (r->policy == READER_REFUSE)
		return s->told ? hand_over(s, s->fields) : hold(s);
	if (reader_text_unfit(&s->fields[CONTEXT], reason)) {
		reader_pos(r, IN_PARAGRAPH, pos);
		return reader_report(r, pos, reason);
	}
	if (s->title_good)
		return hand_over(s, s->fields);
	s->left_out++;
	return s->title.seen ? 0 : hold(s);
}

/* REFUSE: the sink hears of an article before its first passage. What is no string is no title. */
static int tell_article(struct squad *s)
{
	struct reader *r = s->r;

	if (s->told || r->policy == READER_REPORT)
		return 0;
	if (reader_text_refused(r, IN_ARTICLE, &s->title))
		return -1;
	r->now = (struct dataset_article){s->title.is_text ? s->title.str.text.p : NULL,
					  s->title.is_text ? s->title.str.text.n : 0, r->article - 1};
	s->told = true;
	if (r->sink->article)
		r->rc = r->sink->article(r->sink->arg, &r->now);
	return r->rc ? -1 : 0;
}

static int no_array(struct squad *s)
{
	struct reader *r = s->r;
	char pos[READER_POS_MAX];

	s->wrong_paragraphs = true;
	s->paragraphs_type = reader_type_ahead(r);
	if (jscan_skip(&r->js))
		return -1;
	if (r->policy == READER_REFUSE) /* another of that name may still come */
		return 0;
	reader_pos(r, IN_ARTICLE, pos);
	return reader_report(r, pos, "\"paragraphs\" is not an array");
}

static int read_paragraphs(struct squad *s)
{
	struct reader *r = s->r;
	bool first = true;
	int more;

	if (s->has_paragraphs && r->policy == READER_REFUSE)
		return reader_say(r, r->err, IN_ARTICLE, "the field \"paragraphs\" appears twice.");
	if (jscan_peek(&r->js) != '[')
		return no_array(s);
	s->has_paragraphs = true;
	if ((s->title.seen && tell_article(s)) || jscan_enter(&r->js, '['))
		return -1;
	while ((more = jscan_item(&r->js, &first)) > 0) {
		r->paragraph++;
		if (read_paragraph(s))
			return -1;
	}
	if (more == 0)
		r->paragraph = 0;
	return more;
}

static int read_title(struct squad *s)
{
	char reason[CORPUS_ERR_MAX];

	if (reader_field_read(s->r, &s->title))
		return -1;
	s->title_good = s->r->policy == READER_REPORT && !reader_text_unfit(&s->title, reason);
	return 0;
}

/* REPORT: an article that gives no passages says why. 1: it does. */
static int finish_badly(struct squad *s)
{
	char pos[READER_POS_MAX], reason[CORPUS_ERR_MAX], sentence[CORPUS_ERR_MAX + 64];

	reader_pos(s->r, IN_ARTICLE, pos);
	if (reader_text_unfit(&s->title, reason)) {
		snprintf(sentence, sizeof(sentence), "%s; all paragraphs of the article (%" PRIu64 ") are left out",
			 reason, s->left_out);
		return reader_report(s->r, pos, sentence);
	}
	if (!s->has_paragraphs && !s->wrong_paragraphs)
		return reader_report(s->r, pos, "\"paragraphs\" is missing");
	if (s->overfull)
		return reader_report(s->r, pos,
				     "more than 64 MB of text come before the article's title: put \"title\" first");
	return 1;
}

/* The article is at its end: what was held back goes out, or it is told why not. */
static int finish_article(struct squad *s)
{
	struct reader *r = s->r;
	int rc = 1;

	if (r->policy == READER_REPORT)
		rc = finish_badly(s);
	else if (!s->has_paragraphs)
		return reader_say_type(r, r->err, IN_ARTICLE, "paragraphs", JSON_ARRAY,
				       s->wrong_paragraphs ? &s->paragraphs_type : NULL);
	if (rc != 1)
		return rc;
	if (tell_article(s))
		return -1;
	for (size_t i = 0; i < s->n_held; i++) {
		struct held *h = &s->held[i];

		r->paragraph = h->paragraph;
		r->paragraph_at = h->at;
		if (h->fields[CONTEXT].is_text)
			h->fields[CONTEXT].str.text.p = s->texts.p + h->text;
		if (hand_over(s, h->fields))
			return -1;
	}
	r->paragraph = 0;
	return 0;
}

static int read_article(struct squad *s)
{
	struct jscan_str key = {.limit = 16};
	struct reader *r = s->r;
	bool first = true;
	int more;

	r->article_at = (jscan_peek(&r->js), source_offset(r->src));
	reader_fields_reset(r, &s->title, 1);
	drop_held(s);
	s->left_out = 0;
	s->title_good = s->told = s->has_paragraphs = s->wrong_paragraphs = false;
	if (jscan_peek(&r->js) != '{')
		return reader_no_object(r, IN_ARTICLE);
	more = jscan_enter(&r->js, '{');
	while (more == 0 && (more = jscan_key(&r->js, &first, &key)) > 0) {
		if (!key.fault && strcmp(key.text.p, "title") == 0 && !s->told)
			more = read_title(s);
		else if (!key.fault && strcmp(key.text.p, "paragraphs") == 0)
			more = read_paragraphs(s);
		else
			more = jscan_skip(&r->js);
	}
	buf_release(&key.text);
	return more < 0 ? -1 : finish_article(s);
}

static int read_data(struct squad *s)
{
	struct reader *r = s->r;
	json_type found = reader_type_ahead(r);
	bool first = true;
	int more;

	if (found != JSON_ARRAY) {
		if (jscan_skip(&r->js))
			return -1;
		return r->policy == READER_REFUSE
			   ? reader_say_type(r, r->err, IN_FILE, "data", JSON_ARRAY, &found)
			   : reader_report(r, "line 1", "\"data\" is not an array: this is not SQuAD JSON");
	}
	more = jscan_enter(&r->js, '[');
	while (more == 0 && (more = jscan_item(&r->js, &first)) > 0) {
		r->article++;
		more = read_article(s);
	}
	if (more == 0)
		r->article = 0;
	return more;
}

static int no_data(struct reader *r)
{
	if (r->policy == READER_REFUSE)
		return reader_say_type(r, r->err, IN_FILE, "data", JSON_ARRAY, NULL);
	return reader_report(r, "line 1", "\"data\" is missing: this is not SQuAD JSON");
}

static int read_file(struct squad *s)
{
	struct jscan_str key = {.limit = 16};
	struct reader *r = s->r;
	bool first = true, has_data = false;
	int more;

	if (r->policy == READER_REFUSE && jscan_peek(&r->js) != '{')
		return reader_no_object(r, IN_FILE);
	more = jscan_enter(&r->js, '{');
	while (more == 0 && (more = jscan_key(&r->js, &first, &key)) > 0) {
		bool data = !key.fault && strcmp(key.text.p, "data") == 0;

		if (data && has_data && r->policy == READER_REFUSE)
			more = reader_say(r, r->err, IN_FILE, "the field \"data\" appears twice.");
		else
			more = data ? read_data(s) : jscan_skip(&r->js);
		has_data |= data;
	}
	buf_release(&key.text);
	if (more == 0)
		more = jscan_end(&r->js);
	return more == 0 && !has_data ? no_data(r) : more;
}

int reader_squad_file(struct reader *r)
{
	struct squad s = {
	    .r = r,
	    .title = {.key = "title", .max = CORPUS_TITLE_MAX},
	    .fields =
		{[CONTEXT] = {.key = "context", .max = CORPUS_TEXT_MAX}, [QAS] = {.key = "qas", .kind = READER_VALUE}},
	};
	int rc;

	jscan_init(&r->js, r->src, false);
	rc = read_file(&s);
	drop_held(&s);
	free(s.held);
	buf_release(&s.texts);
	reader_fields_release(&s.title, 1);
	reader_fields_release(s.fields, FIELDS);
	return rc;
}
