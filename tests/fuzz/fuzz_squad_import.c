/* libFuzzer target: the readers of passages, all formats by the first byte of the
 * input, the records checked but not stored.
 *
 * SQuAD has an oracle: whenever jansson takes the whole input as strict JSON, the
 * reader must find no broken structure and exactly the records that a walk over
 * jansson's tree finds. For any input, what it hands over must fit the limits. */
#include <string.h>

#include "beat/buf.h"
#include "beat/corpus.h"
#include "beat/json.h"
#include "beat/text.h"
#include "fuzz.h"

struct seen {
	struct buf records; /* title NUL text NUL */
	bool broken;
};

static void add(struct buf *b, const char *title, const char *text)
{
	buf_add(b, title, strlen(title) + 1);
	buf_add(b, text, strlen(text) + 1);
}

static int on_record(void *arg, const struct corpus_record *r)
{
	struct seen *s = arg;
	size_t title_n = strlen(r->title), text_n = strlen(r->text);

	CHECK(text_is_utf8(r->title, title_n) && text_is_utf8(r->text, text_n));
	CHECK(title_n > 0 && text_length(r->title, title_n) <= CORPUS_TITLE_MAX);
	CHECK(text_n > 0 && text_length(r->text, text_n) <= CORPUS_TEXT_MAX);
	CHECK(strlen(r->pos) > 0 && strlen(r->pos) < 120);
	add(&s->records, r->title, r->text);
	return 0;
}

static int on_bad(void *arg, const char *pos, const char *reason)
{
	struct seen *s = arg;

	CHECK(*pos && *reason && text_is_utf8(reason, strlen(reason)));
	if (strstr(reason, "nothing from here on can be read"))
		s->broken = true;
	return 0;
}

static bool fits(const char *s, size_t max)
{
	size_t n = strlen(s);
	bool blank = true;

	for (size_t i = 0; i < n;) {
		uint32_t c;

		i += text_decode(s + i, n - i, &c);
		blank = blank && text_is_space(c);
	}
	return !blank && text_length(s, n) <= max;
}

/* The records of a well-formed file, found the lazy way: with all of it in memory. */
static void walk(const json_t *root, struct buf *out)
{
	json_t *article, *paragraph;
	size_t i, k;

	json_array_foreach(json_object_get(root, "data"), i, article)
	{
		const char *title = json_string_value(json_object_get(article, "title"));

		if (!title || !fits(title, CORPUS_TITLE_MAX))
			continue;
		json_array_foreach(json_object_get(article, "paragraphs"), k, paragraph)
		{
			const char *text = json_string_value(json_object_get(paragraph, "context"));

			if (text && fits(text, CORPUS_TEXT_MAX))
				add(out, title, text);
		}
	}
}

static void compare_with_jansson(const char *p, size_t n, const struct seen *s)
{
	/* jansson 2.14 overlooks a NUL byte right after a number */
	json_t *root = memchr(p, 0, n) ? NULL : json_loadb(p, n, JSON_REJECT_DUPLICATES, NULL);
	struct buf expected = BUF_INIT;

	if (!root)
		return;
	if (json_is_object(root)) {
		walk(root, &expected);
		CHECK(!s->broken);
		CHECK(expected.n == s->records.n);
		CHECK(expected.n == 0 || memcmp(expected.p, s->records.p, expected.n) == 0);
	}
	json_decref(root);
	buf_release(&expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* Printable selectors, so that seeds can be written by hand: '{' itself means SQuAD. */
	enum corpus_format format = CORPUS_SQUAD;
	struct seen s = {0};
	const struct corpus_sink sink = {&s, on_record, on_bad};
	char err[CORPUS_ERR_MAX];
	struct source *src;

	if (size > 0 && strchr("mjt", data[0]) && data[0]) {
		format = data[0] == 'm' ? CORPUS_MRQA : data[0] == 'j' ? CORPUS_JSONL : CORPUS_TXT;
		data++;
		size--;
	}
	src = source_of_memory(data, size);
	corpus_detect(src, "x.json", err);
	corpus_read(src, format, "stem", &sink);
	CHECK(source_peek(src) == SOURCE_END || s.broken);
	source_free(&src);
	if (format == CORPUS_SQUAD)
		compare_with_jansson((const char *)data, size, &s);
	buf_release(&s.records);
	return 0;
}
