/* Fuzz target: normalisation of any bytes. Malformed ones must only be survived; on
 * valid UTF-8 the one-pass normaliser must agree with the rules applied one after
 * the other, be idempotent, and score a text as equal to itself. */
#include <string.h>

#include "beat/buf.h"
#include "beat/score.h"
#include "beat/text.h"
#include "fuzz.h"

static void drop_punctuation(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\0' || strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i]) == NULL)
			buf_addc(out, s[i]);
	}
}

static bool word_at(const struct buf *b, size_t at)
{
	uint32_t c;

	if (at >= b->n)
		return false;
	text_decode(b->p + at, b->n - at, &c);
	return text_is_word(c);
}

static size_t next(const struct buf *b, size_t at)
{
	uint32_t c;

	return at + text_decode(b->p + at, b->n - at, &c);
}

/* Writes the runs of \w that are no articles, and everything between the runs. */
static void drop_articles(struct buf *out, const struct buf *in)
{
	for (size_t i = 0, end; i < in->n; i = end) {
		bool word = word_at(in, i), article;
		size_t n;

		for (end = next(in, i); word && word_at(in, end);)
			end = next(in, end);
		n = end - i;
		article = word &&
			  ((n == 1 && memcmp(in->p + i, "a", 1) == 0) || (n == 2 && memcmp(in->p + i, "an", 2) == 0) ||
			   (n == 3 && memcmp(in->p + i, "the", 3) == 0));
		if (article)
			buf_addc(out, ' ');
		else
			buf_add(out, in->p + i, n);
	}
}

static void join_tokens(struct buf *out, const struct buf *in)
{
	bool gap = false;

	for (size_t i = 0, len; i < in->n; i += len) {
		uint32_t c;

		len = text_decode(in->p + i, in->n - i, &c);
		if (text_is_space(c)) {
			gap = true;
			continue;
		}
		if (gap && out->n > 0)
			buf_addc(out, ' ');
		gap = false;
		buf_add(out, in->p + i, len);
	}
}

static void check_against_rules(const char *s, size_t n, const struct text_norm *norm)
{
	struct buf bare = BUF_INIT, words = BUF_INIT, joined = BUF_INIT;
	size_t low_n, again_n;
	char *low = text_lower(s, n, &low_n), *again = text_lower(low, low_n, &again_n);

	CHECK(again_n == low_n && memcmp(low, again, low_n) == 0);
	drop_punctuation(&bare, low, low_n);
	drop_articles(&words, &bare);
	join_tokens(&joined, &words);
	CHECK(joined.n == norm->joined_n && (joined.n == 0 || memcmp(joined.p, norm->joined, joined.n) == 0));
	buf_release(&bare);
	buf_release(&words);
	buf_release(&joined);
	free(low);
	free(again);
}

static void check_tokens(const struct text_norm *norm)
{
	const char *p = norm->joined;

	for (size_t i = 0; i < norm->count; i++) {
		CHECK(norm->tokens[i].p == p && norm->tokens[i].n > 0);
		CHECK(memchr(p, ' ', norm->tokens[i].n) == NULL);
		p += norm->tokens[i].n;
		CHECK(*p == (i + 1 < norm->count ? ' ' : '\0'));
		p++;
	}
	CHECK(norm->count > 0 ? p == norm->joined + norm->joined_n + 1 : norm->joined_n == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *s = (const char *)data;
	struct text_norm norm, again;
	struct score self;
	size_t n;

	text_normalise(s, size, &norm);
	CHECK(norm.joined_n < TEXT_LOWER_ROOM(size) && norm.count <= TEXT_NORM_TOKENS(size));
	if (text_is_utf8(s, size)) {
		check_tokens(&norm);
		check_against_rules(s, size, &norm);
		CHECK(text_is_utf8(norm.joined, norm.joined_n));
		text_normalise(norm.joined, norm.joined_n, &again);
		CHECK(again.joined_n == norm.joined_n && memcmp(again.joined, norm.joined, norm.joined_n) == 0);
		text_norm_release(&again);
		self = score_texts(s, size, norm.joined, norm.joined_n);
		CHECK(self.exact && (size_t)self.shared == norm.count && (size_t)self.pred_tokens == norm.count);
	} else {
		free(text_lower(s, size, &n));
		score_texts(s, size / 2, s + size / 2, size - size / 2);
	}
	text_norm_release(&norm);
	return 0;
}
