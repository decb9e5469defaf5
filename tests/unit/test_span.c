/* span: slices, proofs and conversions, with characters of every width. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/mem.h"
#include "beat/span.h"
#include "beat/text.h"
#include "unit.h"

#define ACUTE "\xcc\x81"     /* combining */
#define NBSP  "\xc2\xa0"     /* no-break space */
#define WIDE  "\xe3\x80\x80" /* ideographic space */

/* Points: 0 H,1 i,2 😀,3 space,4 c,5 a,6 f,7 e,8 acute,9 CR,10 LF,11 東,12 京,13 .,14 end; UTF-16 is one more from 😀 on.
 */
static const char PASSAGE[] = "Hi😀 cafe" ACUTE "\r\n東京.";

static void check_slice(size_t start, size_t end, const char *expected)
{
	const char *p = NULL;
	size_t n = 0;
	bool ok = span_slice(PASSAGE, strlen(PASSAGE), (struct span){start, end}, &p, &n);

	assert_int_equal(ok, expected != NULL);
	if (expected == NULL)
		return;
	assert_int_equal(n, strlen(expected));
	assert_memory_equal(p, expected, n);
}

static void slices_by_code_points(void **state)
{
	(void)state;
	assert_int_equal(text_length(PASSAGE, strlen(PASSAGE)), 14);
	check_slice(0, 2, "Hi");
	check_slice(2, 3, "😀");
	check_slice(4, 9, "cafe" ACUTE);
	check_slice(4, 8, "cafe"); /* between a letter and its mark is a place like any other */
	check_slice(9, 11, "\r\n");
	check_slice(10, 12, "\n東");
	check_slice(11, 14, "東京.");
	check_slice(0, 14, PASSAGE);
	check_slice(5, 5, "");
	check_slice(14, 14, "");
}

static void slices_only_within(void **state)
{
	const char *p;
	size_t n;

	(void)state;
	check_slice(13, 15, NULL);
	check_slice(14, 15, NULL);
	check_slice(15, 15, NULL);
	check_slice(3, 2, NULL);
	check_slice(0, strlen(PASSAGE), NULL); /* its bytes are more than its points */
	check_slice(0, SIZE_MAX, NULL);
	check_slice(SIZE_MAX, SIZE_MAX, NULL);
	check_slice(SIZE_MAX, 0, NULL);
	check_slice(SIZE_MAX - 1, 1, NULL);
	assert_true(span_slice("", 0, (struct span){0, 0}, &p, &n));
	assert_int_equal(n, 0);
	assert_false(span_slice("", 0, (struct span){0, 1}, &p, &n));
}

static void check_trim(const char *text, struct span s, enum span_status status, struct span trimmed)
{
	assert_int_equal(span_trim(text, strlen(text), &s), status);
	assert_int_equal(s.start, trimmed.start);
	assert_int_equal(s.end, trimmed.end);
}

static void trims_python_space(void **state)
{
	(void)state;
	check_trim("x", (struct span){0, 1}, SPAN_OK, (struct span){0, 1});
	check_trim("  x y\r\n", (struct span){0, 7}, SPAN_OK, (struct span){2, 5});
	check_trim("\x1c" NBSP WIDE "é" WIDE NBSP "\x1f", (struct span){0, 7}, SPAN_OK, (struct span){3, 4});
	check_trim("😀 😀 😀", (struct span){1, 4}, SPAN_OK, (struct span){2, 3});
	check_trim("x \xe2\x80\x8b ", (struct span){1, 4}, SPAN_OK, (struct span){2, 3}); /* zero width is no space */
	check_trim("x  y", (struct span){1, 3}, SPAN_BLANK, (struct span){1, 3});
	check_trim("x" WIDE "y", (struct span){1, 2}, SPAN_BLANK, (struct span){1, 2});
	check_trim("xyz", (struct span){1, 1}, SPAN_OUTSIDE, (struct span){1, 1});
	check_trim("xyz", (struct span){2, 1}, SPAN_OUTSIDE, (struct span){2, 1});
	check_trim("xyz", (struct span){0, 4}, SPAN_OUTSIDE, (struct span){0, 4});
	check_trim("", (struct span){0, 0}, SPAN_OUTSIDE, (struct span){0, 0});
}

static void check_prove(struct span s, const char *claimed, enum span_status status, struct span proved)
{
	assert_int_equal(span_prove(PASSAGE, strlen(PASSAGE), &s, claimed, strlen(claimed)), status);
	assert_int_equal(s.start, proved.start);
	assert_int_equal(s.end, proved.end);
}

static void proves_answers(void **state)
{
	(void)state;
	check_prove((struct span){0, 2}, "Hi", SPAN_OK, (struct span){0, 2});
	check_prove((struct span){2, 3}, "😀", SPAN_OK, (struct span){2, 3});
	check_prove((struct span){3, 11}, " cafe" ACUTE "\r\n", SPAN_OK, (struct span){4, 9});
	check_prove((struct span){9, 14}, "\r\n東京.", SPAN_OK, (struct span){11, 14});
	check_prove((struct span){8, 9}, ACUTE, SPAN_OK, (struct span){8, 9}); /* odd, but not empty */
}

static void refuses_false_answers(void **state)
{
	(void)state;
	check_prove((struct span){3, 9}, "cafe" ACUTE, SPAN_MISMATCH,
		    (struct span){3, 9}); /* trimming comes after the proof */
	check_prove((struct span){4, 9}, "caf\xc3\xa9", SPAN_MISMATCH,
		    (struct span){4, 9}); /* composed is other text */
	check_prove((struct span){0, 2}, "hi", SPAN_MISMATCH, (struct span){0, 2});
	check_prove((struct span){0, 2}, "Hi😀", SPAN_MISMATCH, (struct span){0, 2});
	check_prove((struct span){0, 2}, "", SPAN_MISMATCH, (struct span){0, 2});
	check_prove((struct span){5, 10}, "cafe" ACUTE, SPAN_MISMATCH, (struct span){5, 10}); /* UTF-16 offsets */
	check_prove((struct span){9, 12}, "\n東京", SPAN_MISMATCH, (struct span){9, 12});
	check_prove((struct span){0, 15}, PASSAGE, SPAN_OUTSIDE, (struct span){0, 15});
	check_prove((struct span){2, 2}, "", SPAN_OUTSIDE, (struct span){2, 2});
	check_prove((struct span){2, 0}, "Hi", SPAN_OUTSIDE, (struct span){2, 0});
	check_prove((struct span){0, SIZE_MAX}, "Hi", SPAN_OUTSIDE, (struct span){0, SIZE_MAX});
	check_prove((struct span){SIZE_MAX - 1, SIZE_MAX}, "H", SPAN_OUTSIDE, (struct span){SIZE_MAX - 1, SIZE_MAX});
	check_prove((struct span){9, 11}, "\r\n", SPAN_BLANK, (struct span){9, 11});
	check_prove((struct span){3, 4}, " ", SPAN_BLANK, (struct span){3, 4});
	check_prove((struct span){13, 14}, ".", SPAN_NO_WORDS, (struct span){13, 14});
}

static void refuses_answers_without_words(void **state)
{
	static const char *const empty[] = {"the", " A ", "an-", "...", "_a_", "the, a (an)!", "T.H.E"};
	static const char *const kept[] = {"them", "a b", "«»", "é", "a\xcc\x81", "1", "the\xe2\x80\x8b"};

	(void)state;
	for (size_t i = 0; i < sizeof(empty) / sizeof(*empty); i++) {
		struct span s = {0, text_length(empty[i], strlen(empty[i]))};

		assert_int_equal(span_prove(empty[i], strlen(empty[i]), &s, empty[i], strlen(empty[i])), SPAN_NO_WORDS);
	}
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		struct span s = {0, text_length(kept[i], strlen(kept[i]))};

		assert_int_equal(span_prove(kept[i], strlen(kept[i]), &s, kept[i], strlen(kept[i])), SPAN_OK);
	}
}

static void nul_in_a_passage_is_text(void **state)
{
	struct span s = {1, 4};

	(void)state;
	assert_int_equal(span_prove("x\0y z", 5, &s, "\0y ", 3), SPAN_OK);
	assert_int_equal(s.start, 1);
	assert_int_equal(s.end, 3);
}

static void finds_the_first_occurrence(void **state)
{
	struct span s = {7, 8};
	size_t n = strlen(PASSAGE);

	(void)state;
	assert_true(span_find(PASSAGE, n, "東京", strlen("東京"), &s));
	assert_int_equal(s.start, 11);
	assert_int_equal(s.end, 13);
	assert_true(span_find("xyxy", 4, "xy", 2, &s));
	assert_int_equal(s.start, 0);
	assert_int_equal(s.end, 2);
	assert_true(span_find("éé😀é", 10, "😀é", 6, &s));
	assert_int_equal(s.start, 2);
	assert_int_equal(s.end, 4);
	assert_false(span_find(PASSAGE, n, "Tokyo", 5, &s));
	assert_false(span_find(PASSAGE, n, "", 0, &s));
	assert_false(span_find("x", 1, "xx", 2, &s));
	assert_false(span_find("", 0, "x", 1, &s));
	assert_int_equal(s.start, 2); /* untouched when there is none */
}

static void converts_bytes(void **state)
{
	static const size_t starts[] = {0, 1, 2, 6, 7, 8, 9, 10, 11, 13, 14, 15, 18, 21, 22};
	size_t n = strlen(PASSAGE), byte;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
		assert_true(span_byte_of_point(PASSAGE, n, i, &byte));
		assert_int_equal(byte, starts[i]);
	}
	assert_false(span_byte_of_point(PASSAGE, n, 15, &byte));
	assert_false(span_byte_of_point(PASSAGE, n, SIZE_MAX, &byte));
	assert_true(span_byte_of_point("", 0, 0, &byte));
	assert_false(span_byte_of_point("", 0, 1, &byte));
}

static void explains_itself(void **state)
{
	(void)state;
	for (int s = SPAN_OK; s <= SPAN_NO_WORDS; s++)
		assert_true(strlen(span_status_message((enum span_status)s)) > 10);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(slices_by_code_points), cmocka_unit_test(slices_only_within),
	  cmocka_unit_test(trims_python_space), cmocka_unit_test(proves_answers),
	  cmocka_unit_test(refuses_false_answers), cmocka_unit_test(refuses_answers_without_words),
	  cmocka_unit_test(nul_in_a_passage_is_text), cmocka_unit_test(finds_the_first_occurrence),
	  cmocka_unit_test(converts_bytes), cmocka_unit_test(explains_itself))
