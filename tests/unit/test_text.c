/* text: every rule of the normalisation, and every code point's properties. Expected
 * values were taken from Python 3.11; tests/oracle compares at random and at length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/buf.h"
#include "beat/crypto.h"
#include "beat/text.h"
#include "unit.h"

/* What `tests/oracle/oracle.py properties` prints. */
static const char PROPERTIES[] = "460dd86a9cfc718af996dca5fadfa5479902b95c68706ec5c47f2c7fde38a6b8";

#define NBSP  "\xc2\xa0"
#define ACUTE "\xcc\x81" /* combining */
#define DOT   "\xcc\x87" /* combining, above */
#define ZWSP  "\xe2\x80\x8b"

struct text_case {
	const char *in, *out;
};

/* Copies to the heap to the byte, so that the sanitizer sees any reading beyond. */
static char *exact_copy(const char *s, size_t n)
{
	char *copy = malloc(n > 0 ? n : 1);

	assert_non_null(copy);
	memcpy(copy, s, n);
	return copy;
}

static void check_norm_n(const char *in, size_t in_n, const char *out, size_t out_n)
{
	char *copy = exact_copy(in, in_n);
	struct text_norm norm;
	size_t at = 0;

	text_normalise(copy, in_n, &norm);
	assert_int_equal(norm.joined_n, out_n);
	assert_memory_equal(norm.joined, out, out_n);
	assert_int_equal(norm.joined[out_n], '\0');
	for (size_t i = 0; i < norm.count; i++) {
		assert_true(norm.tokens[i].n > 0);
		assert_ptr_equal(norm.tokens[i].p, norm.joined + at);
		at += norm.tokens[i].n + 1;
	}
	assert_int_equal(at, out_n > 0 ? out_n + 1 : 0);
	text_norm_release(&norm);
	assert_null(norm.tokens);
	free(copy);
}

static void check_norms(const struct text_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check_norm_n(cases[i].in, strlen(cases[i].in), cases[i].out, strlen(cases[i].out));
}
#define CHECK_NORMS(cases) check_norms(cases, sizeof(cases) / sizeof(*(cases)))

static void check_lower(const char *in, const char *out)
{
	char *copy = exact_copy(in, strlen(in)), *got;
	size_t n;

	got = text_lower(copy, strlen(in), &n);
	assert_string_equal(got, out);
	assert_int_equal(n, strlen(out));
	free(got);
	free(copy);
}

static void lowers_like_python(void **state)
{
	(void)state;
	check_lower("", "");
	check_lower("ABC xyz 019 [\\]^_`{|}~@", "abc xyz 019 [\\]^_`{|}~@");
	check_lower("ÀÉÖØÞß", "àéöøþß");
	check_lower("İ", "i" DOT);
	check_lower("Iİı", "ii" DOT "ı");
	check_lower("ȺȾ", "ⱥⱦ"); /* two bytes become three */
	/* Kelvin, Angstrom and Ohm signs and capital sharp s: three bytes become one or two. */
	check_lower("\xe2\x84\xaa \xe2\x84\xab \xe2\x84\xa6 \xe1\xba\x9e", "k \xc3\xa5 \xcf\x89 \xc3\x9f");
	check_lower("ǅ Ა Ꭰ 𐐀 Ⓐ Ａ", "ǆ ა ꭰ 𐐨 ⓐ ａ");
}

static void lowers_final_sigma(void **state)
{
	(void)state;
	check_lower("Σ", "σ");
	check_lower("ΑΣ", "ας");
	check_lower("ΣΑ", "σα");
	check_lower("ΟΔΥΣΣΕΥΣ ΟΔΟΣ", "οδυσσευς οδος");
	check_lower("AΣ", "aς");
	check_lower("AΣB", "aσb");
	check_lower("1Σ", "1σ");
	check_lower("A1Σ", "a1σ");
	check_lower("A Σ", "a σ");
	/* Case-ignorable characters are looked through on both sides. */
	check_lower("A.Σ", "a.ς");
	check_lower("A'" ACUTE "Σ", "a'" ACUTE "ς");
	check_lower("AΣ'B", "aσ'b");
	check_lower("AΣ" ACUTE, "aς" ACUTE);
	check_lower("AΣ.", "aς.");
	check_lower("'Σ", "'σ");
	check_lower("AΣ:::B AΣ:::", "aσ:::b aς:::");
	check_lower("AΣΣΣ", "aσσς");
	check_lower("ªΣ ʰΣ", "ªς ʰσ"); /* both are cased, but the second is case-ignorable, and that comes first */
	check_lower("中Σ", "中σ");
	check_lower("AΣ\xc2\xad", "aς\xc2\xad"); /* soft hyphen */
}

static void drops_ascii_punctuation(void **state)
{
	static const struct text_case cases[] = {
	    {"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", ""},
	    {"U.S.A.", "usa"},
	    {"don't-stop_now", "dontstopnow"},
	    {"3,000.50", "300050"},
	    {"x - y", "x y"},
	    {"«¡¿…—“”’»", "«¡¿…—“”’»"}, /* not ASCII: kept */
	    {"€5 £6 °", "€5 £6 °"},
	};

	(void)state;
	CHECK_NORMS(cases);
}

static void drops_articles(void **state)
{
	static const struct text_case cases[] = {
	    {"a", ""},
	    {"An", ""},
	    {"THE", ""},
	    {"the a an the", ""},
	    {"The Beatles", "beatles"},
	    {"sign of the times", "sign of times"},
	    {"ab than then other ana", "ab than then other ana"},
	    {"a1 1a the2", "a1 1a the2"},
	    {"_a_", ""}, /* the underscore is punctuation, gone before articles are looked for */
	    {"t.h.e", ""},
	    {"the-end", "theend"},
	    {"a-n", ""},
	    {"'the' (an)", ""},
	    {"x.a.y", "xay"},
	    {"a" ACUTE, ACUTE}, /* a combining mark is no \w, so the a stands alone */
	    {"á", "á"},
	    {"x" ACUTE "the" ACUTE "y", "x" ACUTE " " ACUTE "y"},
	    {"€the€", "€ €"},
	    {"€a", "€"},
	    {"a€", "€"},
	    {"éa aé", "éa aé"},
	    {"٣a the²", "٣a the²"}, /* digits of any kind are \w */
	    {"а", "а"},             /* Cyrillic */
	    {"the" ZWSP "an", ZWSP},
	    {"a\x7f"
	     "b",
	     "\x7f"
	     "b"},
	    {"AN" NBSP "apple", "apple"},
	    {"aİ", "ai" DOT},
	    {"İa", "i" DOT},
	    {"İ a", "i" DOT},
	    {"😀a😀", "😀 😀"},
	};

	(void)state;
	CHECK_NORMS(cases);
}

static void splits_on_python_space(void **state)
{
	static const struct text_case cases[] = {
	    {"", ""},
	    {" \t\r\n\v\f", ""},
	    {"  x  y  ", "x y"},
	    {"x\r\ny", "x y"},
	    {"x\x1cy\x1dz\x1ev\x1fw", "x y z v w"},
	    {"x\xc2\x85y" NBSP "z", "x y z"},                        /* next line, no-break space */
	    {"x\xe1\x9a\x80y\xe2\x80\x80z\xe2\x80\x8aw", "x y z w"}, /* ogham space, en quad, hair space */
	    {"x\xe2\x80\xa8y\xe2\x80\xa9z", "x y z"},                /* line and paragraph separators */
	    {"x\xe2\x80\xafy\xe2\x81\x9fz\xe3\x80\x80w", "x y z w"},
	    {"x" ZWSP "y", "x" ZWSP "y"},
	    {"x\xe1\xa0\x8ey\xef\xbb\xbfz", "x\xe1\xa0\x8ey\xef\xbb\xbfz"}, /* Mongolian separator, byte-order mark */
	    {"x\x1b\x08y", "x\x1b\x08y"},
	    {"Ünïcödé  ΑΣ  東京", "ünïcödé ας 東京"},
	};

	(void)state;
	CHECK_NORMS(cases);
}

static void nul_is_a_character(void **state)
{
	(void)state;
	check_norm_n("\0", 1, "\0", 1);
	check_norm_n("A\0The\0b", 7, "\0 \0b", 4);
	check_norm_n("x\0 y", 4, "x\0 y", 4);
}

/* Sigma looks at the text before punctuation is dropped. */
static void sigma_sees_the_whole_text(void **state)
{
	static const struct text_case cases[] = {
	    {"ΑΣ!Β", "αςβ"}, /* '!' is not case-ignorable: the word ends, then the mark goes */
	    {"ΑΣ.Β", "ασβ"},
	    {"ΟΔΟΣ the ΟΔΟΣ.", "οδος οδος"},
	};

	(void)state;
	CHECK_NORMS(cases);
}

static void uses_memory_of_the_caller(void **state)
{
	_Alignas(struct text_token) char mem[TEXT_NORM_ROOM(20)];
	struct text_norm norm;

	(void)state;
	text_normalise_in(mem, sizeof(mem), "The İstanbul Σ x y z", 20, &norm);
	assert_null(norm.heap);
	assert_int_equal(norm.count, 4);
	text_norm_release(&norm);
	text_normalise_in(mem, sizeof(mem), "one more byte than 20", 21, &norm);
	assert_non_null(norm.heap);
	assert_int_equal(norm.count, 5);
	text_norm_release(&norm);
}

static void fits_its_room(void **state)
{
	static const char *const worst[] = {"Ⱥ", "İ", "a ", "€a", "x ", "\x7f\x7f "};
	char text[400];

	(void)state;
	for (size_t i = 0; i < sizeof(worst) / sizeof(*worst); i++) {
		for (size_t times = 0; times < 64; times++) {
			struct text_norm norm;
			size_t n = 0;
			char *copy;

			for (size_t t = 0; t < times; t++, n += strlen(worst[i]))
				memcpy(text + n, worst[i], strlen(worst[i]));
			copy = exact_copy(text, n);
			text_normalise(copy, n, &norm);
			assert_true(norm.joined_n < TEXT_LOWER_ROOM(n));
			assert_true(norm.count <= TEXT_NORM_TOKENS(n));
			text_norm_release(&norm);
			free(text_lower(copy, n, &n));
			free(copy);
		}
	}
}

static size_t put_point(char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xe0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3f));
		out[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3f));
	out[2] = (char)(0x80 | (c >> 6 & 0x3f));
	out[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

/* Lowers before + c + after, which is "…Σ" or "AΣ…": has that sigma become a final one? */
static bool makes_final(const char *before, const char *c, size_t c_n, const char *after)
{
	struct buf text = BUF_INIT;
	size_t n;
	char *low;
	bool final;

	buf_adds(&text, before);
	buf_add(&text, c, c_n);
	buf_adds(&text, after);
	low = text_lower(text.p, text.n, &n);
	final = memcmp(strcmp(after, "Σ") == 0 ? low + n - 2 : low + 1, "ς", 2) == 0;
	free(low);
	buf_release(&text);
	return final;
}

static void add_properties(struct buf *all, uint32_t c)
{
	char text[4], *low;
	size_t n = put_point(text, c), low_n;
	uint32_t back;
	int flags;

	assert_true(text_is_utf8(text, n));
	assert_int_equal(text_decode(text, n, &back), n);
	assert_int_equal(back, c);
	low = text_lower(text, n, &low_n);
	assert_true(low_n < TEXT_LOWER_ROOM(n));
	flags = text_is_space(c) | text_is_word(c) << 1 | makes_final("A", text, n, "Σ") << 2 |
		makes_final("", text, n, "Σ") << 3 | makes_final("AΣ", text, n, "B") << 4 |
		makes_final("AΣ", text, n, "") << 5;
	buf_addc(all, (char)flags);
	buf_add(all, low, low_n);
	buf_addc(all, '\xff');
	free(low);
}

static void agrees_on_every_code_point(void **state)
{
	char hex[2 * CRYPTO_SHA256_LEN + 1];
	struct buf all = BUF_INIT;

	(void)state;
	for (uint32_t c = 0; c < 0x110000; c++) {
		if (c < 0xd800 || c >= 0xe000)
			add_properties(&all, c);
	}
	crypto_sha256_hex(all.p, all.n, hex);
	buf_release(&all);
	assert_string_equal(hex, PROPERTIES);
}

static void knows_utf8(void **state)
{
	static const char *const bad[] = {
	    "\x80",
	    "\xbf",
	    "\xc0\x80",
	    "\xc1\xbf",
	    "\xc3",
	    "\xc3(",
	    "\xe0\x80\x80",
	    "\xe0\x9f\xbf",
	    "\xed\xa0\x80",
	    "\xed\xbf\xbf",
	    "\xe2\x82",
	    "\xf0\x80\x80\x80",
	    "\xf0\x8f\xbf\xbf",
	    "\xf4\x90\x80\x80",
	    "\xf5\x80\x80\x80",
	    "\xf0\x9f\x98",
	    "\xfe",
	    "\xff",
	    "long enough for words of eight\xff",
	    "ok é then \xe9",
	};
	static const char *const good[] = {"",
					   "x",
					   "\x7f",
					   "é",
					   "€",
					   "\xed\x9f\xbf",
					   "\xee\x80\x80",
					   "\xef\xbf\xbf",
					   "😀",
					   "\xf4\x8f\xbf\xbf",
					   "twenty-one ASCII bytes, then é and 😀 and ASCII again"};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_false(text_is_utf8(bad[i], strlen(bad[i])));
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		assert_true(text_is_utf8(good[i], strlen(good[i])));
	assert_true(text_is_utf8("a\0b", 3));
}

static void counts_code_points(void **state)
{
	(void)state;
	assert_int_equal(text_length("", 0), 0);
	assert_int_equal(text_length("abc", 3), 3);
	assert_int_equal(text_length("é€😀x" ACUTE "\0", 13), 6);
}

/* Not UTF-8: no promise about the result, but nothing outside its memory is touched. */
static void survives_malformed_bytes(void **state)
{
	static const char *const bad[] = {"\xff",
					  "a\xff",
					  "\xe2\x82",
					  "A\xce",
					  "\xce\xa3\xce",
					  "\x80\x80\x80",
					  "\xf0\x9f\x98",
					  "\xc4",
					  "\xc3\xa3\xa3\xa3\xa3",
					  "\xf7\xbf\xbf\xbf",
					  "\xa3\xce\xa3"};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		size_t n = strlen(bad[i]), low_n;
		char *copy = exact_copy(bad[i], n);
		struct text_norm norm;

		text_normalise(copy, n, &norm);
		assert_true(norm.joined_n < TEXT_LOWER_ROOM(n));
		text_norm_release(&norm);
		free(text_lower(copy, n, &low_n));
		assert_true(low_n < TEXT_LOWER_ROOM(n));
		free(copy);
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(lowers_like_python), cmocka_unit_test(lowers_final_sigma),
	  cmocka_unit_test(drops_ascii_punctuation), cmocka_unit_test(drops_articles),
	  cmocka_unit_test(splits_on_python_space), cmocka_unit_test(nul_is_a_character),
	  cmocka_unit_test(sigma_sees_the_whole_text), cmocka_unit_test(uses_memory_of_the_caller),
	  cmocka_unit_test(fits_its_room), cmocka_unit_test(agrees_on_every_code_point), cmocka_unit_test(knows_utf8),
	  cmocka_unit_test(counts_code_points), cmocka_unit_test(survives_malformed_bytes))
