/* The tokeniser: each rule, and what must hold for any text at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/buf.h"
#include "beat/span.h"
#include "beat/text.h"
#include "formats/tokeniser.h"
#include "unit.h"

/* The tokens joined by '|'. */
static void check(const char *text, const char *want)
{
	struct token_list t = {0};
	struct buf b = BUF_INIT;

	tokeniser_cut(&t, text, strlen(text), 0);
	for (size_t i = 0; i < t.n; i++)
		buf_addf(&b, "%s%.*s", i > 0 ? "|" : "", (int)t.list[i].bytes, text + t.list[i].byte);
	assert_string_equal(b.n > 0 ? b.p : "", want);
	buf_release(&b);
	tokeniser_release(&t);
}

static void separates_words_and_punctuation(void **state)
{
	(void)state;
	check("", "");
	check(" \t\n\xc2\xa0\xe2\x80\xa8\x1c ", "");
	check("In 1847, by Margaret Doyle.", "In|1847|,|by|Margaret|Doyle|.");
	check("don't", "don|'|t");
	check("1,000.5%", "1|,|000|.|5|%");
	check("snake_case (x)--y", "snake_case|(|x|)|-|-|y");
	check("a\xe2\x80\xa8"
	      "b\xe2\x80\xa9"
	      "c",
	      "a|b|c");
}

static void knows_ascii_as_text_does(void **state)
{
	(void)state;
	for (int c = 1; c < 0x80; c++) {
		const char text[] = {'x', (char)c, 'x', '\0'};
		struct token_list t = {0};

		tokeniser_cut(&t, text, 3, 0);
		assert_int_equal(t.n, text_class((uint32_t)c) == TEXT_LETTER  ? 1
				      : text_class((uint32_t)c) == TEXT_SPACE ? 2
									      : 3);
		tokeniser_release(&t);
	}
}

static void keeps_the_marks_whole(void **state)
{
	(void)state;
	check("[DOC] [TLE] A [PAR] b[SEP]c", "[DOC]|[TLE]|A|[PAR]|b|[SEP]|c");
	check("[PAR[PAR]", "[|PAR|[PAR]");
	check("[TLE", "[|TLE");
	check("[tle]", "[|tle|]");
}

static void knows_other_scripts(void **state)
{
	(void)state;
	check("Café e\xcc\x81t\xcc\x81 Šiška", "Café|e\xcc\x81t\xcc\x81|Šiška");
	check("東京タワー", "東|京|タワー"); /* Katakana makes words, ideographs do not */
	check("שלום, עולם", "שלום|,|עולם");
	check("हिन्दी भाषा", "हिन्दी|भाषा");
	check("ไทย", "ไ|ท|ย");
	check("x²½", "x|²|½");
}

static void keeps_marks_and_joiners_with_what_they_follow(void **state)
{
	(void)state;
	check("🏙️ 👩🏽‍🚀!", "🏙️|👩🏽‍🚀|!");
	check("👩‍a", "👩‍|a"); /* a joiner joins no word to a symbol */
	check("👩‍ b", "👩‍|b");
	check(".\xcc\x81x", ".\xcc\x81|x");
	check(" \xcc\x81x", "\xcc\x81|x");                                  /* nothing before it to stay with */
	check("a\xe2\x80\x8f-\xe2\x80\xae", "a\xe2\x80\x8f|-\xe2\x80\xae"); /* marks of direction */
	check("\x01\x7f", "\x01|\x7f");
}

static void stops_at_the_limit(void **state)
{
	struct token_list t = {0};

	(void)state;
	tokeniser_cut(&t, "a b c", 5, 2);
	assert_int_equal(t.n, 2);
	tokeniser_cut(&t, "a b c", 5, 3);
	assert_int_equal(t.n, 3);
	tokeniser_cut(&t, "", 0, 3);
	assert_int_equal(t.n, 0);
	tokeniser_release(&t);
}

static void finds_the_token_of_a_place(void **state)
{
	struct token_list t = {0};

	(void)state;
	tokeniser_cut(&t, "é bc  d", strlen("é bc  d"), 0);
	for (size_t point = 0; point < 9; point++) {
		static const size_t want[] = {0, 1, 1, 1, 2, 2, 2, 3, 3};

		assert_int_equal(tokeniser_at(&t, point), want[point]);
	}
	tokeniser_release(&t);
}

/* Tokens in order, white space and nothing else between them, none in them, each a slice by code points. */
static void check_any(const char *text, size_t n)
{
	struct token_list t = {0};
	size_t byte = 0;

	tokeniser_cut(&t, text, n, 0);
	for (size_t i = 0; i <= t.n; i++) {
		size_t next = i < t.n ? t.list[i].byte : n, len;
		const char *p;

		assert_true(next >= byte);
		while (byte < next) {
			uint32_t c;

			byte += text_decode(text + byte, n - byte, &c);
			assert_true(text_is_space(c));
		}
		if (i == t.n)
			break;
		assert_true(t.list[i].points > 0);
		assert_true(
		    span_slice(text, n, (struct span){t.list[i].point, t.list[i].point + t.list[i].points}, &p, &len));
		assert_ptr_equal(p, text + t.list[i].byte);
		assert_int_equal(len, t.list[i].bytes);
		for (size_t at = 0; at < len;) {
			uint32_t c;

			at += text_decode(p + at, len - at, &c);
			assert_false(text_is_space(c));
		}
		byte += len;
	}
	tokeniser_release(&t);
}

static void holds_for_any_text(void **state)
{
	static const char *const pieces[] = {"a",
					     "Z9_",
					     " ",
					     "\n",
					     ".",
					     "[TLE]",
					     "[",
					     "é",
					     "e\xcc\x81",
					     "\xcc\x81",
					     "東",
					     "タ",
					     "ก",
					     "🏙️",
					     "👩‍",
					     "\xe2\x80\x8d",
					     "\xe2\x80\xa8",
					     "\xc2\xa0",
					     "א",
					     "\x01",
					     "½",
					     "\xe2\x80\xae"};
	uint32_t seed = 7;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct buf b = BUF_INIT;

		for (int i = 0; i < round % 40; i++) {
			seed = seed * 1664525 + 1013904223;
			buf_adds(&b, pieces[(seed >> 16) % ARRAY_LEN(pieces)]);
		}
		check_any(b.n > 0 ? b.p : "", b.n);
		buf_release(&b);
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(separates_words_and_punctuation), cmocka_unit_test(knows_ascii_as_text_does),
	  cmocka_unit_test(keeps_the_marks_whole), cmocka_unit_test(knows_other_scripts),
	  cmocka_unit_test(keeps_marks_and_joiners_with_what_they_follow), cmocka_unit_test(stops_at_the_limit),
	  cmocka_unit_test(finds_the_token_of_a_place), cmocka_unit_test(holds_for_any_text))
