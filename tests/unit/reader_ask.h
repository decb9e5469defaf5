/* reader_ask: asks a reader in a test, and fails if it breaks a promise. */
#ifndef BEAT_TEST_READER_ASK_H
#define BEAT_TEST_READER_ASK_H

#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "reader_promises.h"

static const char rhine[] =
    "The Rhine is a river in Europe. It rises in the Swiss Alps and flows to the North Sea near Rotterdam. "
    "In 1817 the engineer Johann Gottfried Tulla began to straighten it, because floods had destroyed many villages. "
    "The work took 59 years and shortened the river by 81 kilometres. It cost about $5 million. "
    "Dr. K. H. M\u00fcller (1901\u20131970) called it \"the taming of the giant\" in a book. "
    "Today some 300 million tonnes of goods are moved on it each year by about 6,900 barges.";

/* A reader that is open. */
struct asked {
	const struct reader_ops *ops;
	const void *self;
};

static inline void reader_kept(const char *question, const char *broken)
{
	if (broken != NULL)
		fail_msg("'%s': not kept: %s", question, broken);
}

/* Twice; false if the passage has no word. */
static inline bool reader_ask(struct asked of, const char *passage, size_t n, const char *question,
			      struct reader_result *out)
{
	void *read = promises_read(of.ops, of.self, passage, n);
	struct reader_result again = {.n = -1, .null_score = -1};

	*out = again;
	assert_true((read != NULL) == promises_has_word(passage, n));
	if (read == NULL)
		return false;
	assert_true(of.ops->size(read) > 0);
	of.ops->answer(of.self, read, question, strlen(question), out);
	of.ops->answer(of.self, read, question, strlen(question), &again);
	of.ops->forget(read);
	reader_kept(question, promises_result(passage, n, out));
	reader_kept(question, promises_alike(out, &again));
	return true;
}

/* The first answer's text, to be freed; NULL if the passage has no word. */
static inline char *reader_text(struct asked of, const char *passage, size_t n, const char *question)
{
	struct reader_result r;
	const char *p;
	size_t len;

	if (!reader_ask(of, passage, n, question, &r))
		return NULL;
	assert_true(span_slice(passage, n, r.best[0].span, &p, &len));
	return xmemdup0(p, len);
}

static inline void reader_answers(struct asked of, const char *passage, const char *question, const char *wanted)
{
	char *got = reader_text(of, passage, strlen(passage), question);

	assert_non_null(got);
	if (strcmp(got, wanted) != 0)
		fail_msg("%s: '%s', not '%s'", question, got, wanted);
	free(got);
}

/* Random UTF-8 from a small alphabet, many times: the promises hold. */
static inline void reader_random_texts(struct asked of, int rounds)
{
	static const char *const bits[] = {"a",      "The ",       "of ", " ",     ".",    ". ",    ", ",     "\u00e9",
					   "\u0301", "\U0001F600", "1",   "1999 ", "$",    "%",     "'s",     "\"",
					   "(",      ")",          "-",   "\n\n",  "who ", "Rome ", "\u200d", "U.S."};
	struct buf p = BUF_INIT, q = BUF_INIT;

	srand(7);
	for (int round = 0; round < rounds; round++) {
		buf_clear(&p);
		buf_clear(&q);
		buf_addc(&p, 'x');
		buf_addc(&q, 'x');
		for (int i = rand() % 60; i > 0; i--)
			buf_adds(&p, bits[(size_t)rand() % ARRAY_LEN(bits)]);
		for (int i = rand() % 12; i > 0; i--)
			buf_adds(&q, bits[(size_t)rand() % ARRAY_LEN(bits)]);
		free(reader_text(of, p.p, p.n, q.p));
	}
	buf_release(&p);
	buf_release(&q);
}

/* What is asked for stands at the end of a passage of so many other sentences. */
static inline void reader_finds_the_poet(struct asked of, int sentences)
{
	struct buf b = BUF_INIT;

	for (int i = 0; i < sentences; i++)
		buf_addf(&b, "Station %d stands on hill number %d and measures rain. ", i, i * 7);
	buf_adds(&b, "The poet Ada Quill was born in Ghent.");
	reader_answers(of, b.p, "Where was the poet Ada Quill born?", "Ghent");
	buf_release(&b);
}

/* Many words, words and gaps without an end. */
static inline void reader_long_passages(struct asked of, int times)
{
	static const struct {
		const char *head, *more, *tail;
	} texts[] = {
	    {"", "x ", ""},        {"", "y", ""},          {"", "a.", ""},
	    {"a", "\u0301", " b"}, {"Rome", " ", "Paris"}, {"It cost $", "\u0301", "5 million."},
	};
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		buf_clear(&b);
		buf_adds(&b, texts[i].head);
		for (int k = 0; k < times; k++)
			buf_adds(&b, texts[i].more);
		buf_adds(&b, texts[i].tail);
		free(reader_text(of, b.p, b.n, "Which cities, x or y?"));
	}
	buf_release(&b);
}

#endif
